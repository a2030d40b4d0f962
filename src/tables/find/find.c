#include "tables/find/find-private.h"

#include "analysis/liveness/variable-live.h"
#include "base/error.h"
#include "derived/parts.h"
#include "model/search.h"
#include "tables/engine/builders.h"

#include <string.h>

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)
#define CANCEL_EVERY 4096

static const struct {
  const char *name, *title;
  const char *phrases[4]; /* folded: in front of words they narrow to the kind */
} kinds[POPLENS_N_FOUND] = {
    [POPLENS_FOUND_TILE] = {"tile", "Tile", {"tile"}},
    [POPLENS_FOUND_IPU] = {"ipu", "IPU", {"ipu"}},
    [POPLENS_FOUND_STEP] = {"step", "Step", {"step", "liveness step", "program step"}},
    [POPLENS_FOUND_EXECUTED] = {"executed-step",
                                "Executed step",
                                {"executed step", "executed", "step"}},
    [POPLENS_FOUND_PROGRAM] = {"program", "Program", {"program"}},
    [POPLENS_FOUND_COMPUTE_SET] = {"compute-set", "Compute set", {"compute set", "cs"}},
    [POPLENS_FOUND_VERTEX_TYPE] = {"vertex-type", "Vertex type", {"vertex type", "vertex"}},
    [POPLENS_FOUND_VARIABLE] = {"variable", "Variable", {"variable", "var"}},
    [POPLENS_FOUND_VIEW] = {"view", "View", {"view"}},
};

/* What is found by number only. */
static const struct {
  const char *type, *one, *many;
} numbered[] = {
    [POPLENS_FOUND_TILE] = {"tile", "tile", "tiles"},
    [POPLENS_FOUND_IPU] = {"ipu", "IPU", "IPUs"},
    [POPLENS_FOUND_STEP] = {"step", "program step", "program steps"},
    [POPLENS_FOUND_EXECUTED] = {"executed", "executed step", "executed steps"},
};

const char *
poplens_found_kind_name (PoplensFoundKind kind)
{
  return kinds[kind].name;
}

const char *
poplens_found_kind_title (PoplensFoundKind kind)
{
  return kinds[kind].title;
}

guint32
poplens_finder_parts (void)
{
  return BIT (TARGET) | BIT (MEMORY) | BIT (VERTICES) | BIT (PROGRAMS) | BIT (VARIABLES) |
         BIT (LIVENESS) | BIT (EXECUTION);
}

/* ---- the index ---------------------------------------------------------------------------------
 */

/* Nothing is found in a damaged part, and its message is kept. */
static gboolean
load (PoplensFinder *self, PoplensReport *report, PoplensPart part, gconstpointer *data,
      GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;

  if (poplens_load_optional (report, part, data, cancellable, &wrong))
    return TRUE;
  if (g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED)) {
    /* One bad file can be the reason of several parts. */
    if (!g_ptr_array_find_with_equal_func (self->damage, wrong->message, g_str_equal, NULL))
      g_ptr_array_add (self->damage, g_strdup (wrong->message));
    return TRUE;
  }
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* What is loaded, and nothing else. */
static void
take_loaded (PoplensFinder *self, PoplensReport *report)
{
  self->target = poplens_report_peek (report, POPLENS_PART_TARGET);
  self->memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  self->liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS);
  self->execution = poplens_report_peek (report, POPLENS_PART_EXECUTION);
  self->programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS);
  self->vertices = poplens_report_peek (report, POPLENS_PART_VERTICES);
  self->variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);
}

static gboolean
load_parts (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
#define LOAD(PART, field)                                                                          \
  load (self, report, POPLENS_PART_##PART, (gconstpointer *) &self->field, cancellable, error)
  return LOAD (TARGET, target) && LOAD (MEMORY, memory) && LOAD (LIVENESS, liveness) &&
         LOAD (EXECUTION, execution) && LOAD (PROGRAMS, programs) && LOAD (VERTICES, vertices) &&
         LOAD (VARIABLES, variables);
#undef LOAD
}

static guint32 *
new_nones (guint32 n)
{
  guint32 *column = g_new (guint32, MAX (n, 1));

  memset (column, 0xff, n * sizeof *column);
  return column;
}

/* The first step of liveness of each program. */
static void
location_programs (PoplensFinder *self)
{
  const PoplensPrograms *programs = self->programs;

  self->program_step = new_nones (programs->n);
  for (guint32 s = 0; self->liveness && s < self->liveness->n_steps; s++) {
    guint32 row = poplens_programs_find (programs, self->liveness->program[s]);
    if (row != POPLENS_NO_ROW && self->program_step[row] == POPLENS_FIND_NONE)
      self->program_step[row] = s;
  }
}

/* By its @name; what has none is found as it is shown: "Compute set 9". */
static void
add_name (PoplensNames *names, PoplensFoundKind kind, guint32 id, const char *name,
          const char *also)
{
  g_autofree char *shown = *name ? NULL : g_strdup_printf ("%s %u", kinds[kind].title, id);

  poplens_names_add (names, shown ? shown : name, also);
}

static void
index_programs (PoplensFinder *self)
{
  const PoplensPrograms *programs = self->programs;
  PoplensNames *names = self->names[POPLENS_FOUND_PROGRAM] = poplens_names_new ();

  for (guint32 row = 0; row < programs->n; row++) {
    const char *name = poplens_programs_name (programs, row);
    const char *type = poplens_strings_get (programs->strings, programs->type_name[row]);
    if (*name || *type)
      poplens_names_add (names, name, type);
    else
      add_name (names, POPLENS_FOUND_PROGRAM, programs->id[row], name, NULL);
  }
  poplens_names_seal (names);
  location_programs (self);
}

static void
index_vertices (PoplensFinder *self)
{
  const PoplensVertices *v = self->vertices;
  PoplensNames *sets = self->names[POPLENS_FOUND_COMPUTE_SET] = poplens_names_new ();
  PoplensNames *types = self->names[POPLENS_FOUND_VERTEX_TYPE] = poplens_names_new ();

  for (guint32 row = 0; row < v->n_compute_sets; row++)
    add_name (sets, POPLENS_FOUND_COMPUTE_SET, v->compute_set_id[row],
              poplens_strings_get (v->strings, v->compute_set_name[row]), NULL);
  for (guint32 row = 0; row < v->n_types; row++)
    add_name (types, POPLENS_FOUND_VERTEX_TYPE, v->type_id[row],
              poplens_strings_get (v->strings, v->type_name[row]), NULL);
  poplens_names_seal (sets);
  poplens_names_seal (types);
  self->set_program = new_nones (v->n_compute_sets);
  for (guint32 row = 0; self->programs && row < self->programs->n; row++) {
    guint32 set = poplens_vertices_find_compute_set (v, self->programs->compute_set[row]);
    if (set != G_MAXUINT32 && self->set_program[set] == POPLENS_FIND_NONE)
      self->set_program[set] = row;
  }
}

/* What each variable holds, and when most: where it will be shown. */
static gboolean
weigh_variables (PoplensFinder *self, GCancellable *cancellable)
{
  const PoplensVariables *v = self->variables;
  g_autoptr (PoplensClassBytes) bytes =
      self->liveness ? poplens_class_bytes_new (self->liveness, v) : NULL;
  g_autoptr (GArray) live =
      bytes ? poplens_variables_live (self->liveness, bytes, cancellable) : NULL;

  if (bytes && !live)
    return FALSE;
  self->variable_bytes = g_new0 (guint64, MAX (v->n_unlowered, 1));
  self->variable_always = g_new0 (guint64, MAX (v->n_unlowered, 1));
  self->variable_step = new_nones (v->n_unlowered);
  for (guint i = 0; live && i < live->len; i++) {
    const PoplensVariableLive *one = &g_array_index (live, PoplensVariableLive, i);
    guint32 row = poplens_find_id (v->unlowered_id, v->n_unlowered, one->variable);
    if (row == G_MAXUINT32)
      continue;
    self->variable_bytes[row] = one->always_live + one->not_always_live_max;
    self->variable_always[row] = one->always_live;
    if (one->step != POPLENS_NO_STEP)
      self->variable_step[row] = one->step;
  }
  return TRUE;
}

static gboolean
index_variables (PoplensFinder *self, GCancellable *cancellable)
{
  const PoplensVariables *v = self->variables;
  PoplensNames *names = self->names[POPLENS_FOUND_VARIABLE] = poplens_names_new ();

  for (guint32 row = 0; row < v->n_unlowered; row++) {
    if (row % CANCEL_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    add_name (names, POPLENS_FOUND_VARIABLE, v->unlowered_id[row],
              poplens_strings_get (v->strings, v->unlowered_name[row]), NULL);
  }
  poplens_names_seal (names);
  return weigh_variables (self, cancellable);
}

static PoplensFinder *
new_empty (void)
{
  PoplensFinder *self = g_atomic_rc_box_new0 (PoplensFinder);

  self->damage = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* Of the parts that it has. */
static gboolean
make_index (PoplensFinder *self, GCancellable *cancellable, GError **error)
{
  if (self->programs)
    index_programs (self);
  if (self->vertices)
    index_vertices (self);
  if (!self->variables || index_variables (self, cancellable))
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static PoplensFinder *
make (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = new_empty ();

  return load_parts (self, report, cancellable, error) && make_index (self, cancellable, error)
             ? g_steal_pointer (&self)
             : NULL;
}

PoplensFinder *
poplens_finder_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensFinder *self = make (report, cancellable, error);

  if (self)
    self->kept = g_object_ref (report);
  return self;
}

PoplensFinder *
poplens_finder_new_of_loaded (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = new_empty ();

  self->kept = g_object_ref (report);
  take_loaded (self, report);
  return make_index (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

static gpointer
make_derived (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return make (report, cancellable, error);
}

PoplensFinder *
poplens_finder_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-finder", make_derived,
                                         (GBoxedCopyFunc) poplens_finder_ref,
                                         (GDestroyNotify) poplens_finder_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

void
poplens_finder_set_views (PoplensFinder *self, GPtrArray *views)
{
  PoplensNames *names = poplens_names_new ();

  for (guint i = 0; i < views->len; i++) {
    const PoplensFinderView *view = views->pdata[i];
    poplens_names_add (names, view->title, view->also);
  }
  poplens_names_seal (names);
  self->names[POPLENS_FOUND_VIEW] = names;
  self->views = views;
}

void
poplens_finder_view_free (PoplensFinderView *self)
{
  g_free (self->title);
  g_free (self->also);
  g_free (self->detail);
  g_free (self->location);
  g_free (self);
}

const GPtrArray *
poplens_finder_get_damage (const PoplensFinder *self)
{
  return self->damage;
}

PoplensFinder *
poplens_finder_ref (PoplensFinder *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PoplensFinder *self = data;

  for (guint k = 0; k < POPLENS_N_FOUND; k++)
    poplens_names_free (self->names[k]);
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_pointer (&self->damage, g_ptr_array_unref);
  g_free (self->program_step);
  g_free (self->set_program);
  g_free (self->variable_bytes);
  g_free (self->variable_always);
  g_free (self->variable_step);
  g_clear_object (&self->kept);
}

void
poplens_finder_unref (PoplensFinder *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, clear);
}

/* ---- the best so far ---------------------------------------------------------------------------
 */

typedef struct {
  PoplensMatchRank rank;
  PoplensFoundKind kind;
  guint32 row;
  gsize length;   /* of the text */
  guint64 weight; /* bytes of a variable */
} Hit;

typedef struct {
  const PoplensFinder *finder;
  PoplensFoundKind kind; /* being searched */
  GArray *hits;          /* Hit: the best, and since the last look others */
  guint most;
  gboolean full; /* the hits' first @most are sorted, and only better ones are of use */
  guint64 total;
} Search;

/* Views are few, and what one types a page's word for: they come first. */
static guint
order_of (PoplensFoundKind kind)
{
  return kind == POPLENS_FOUND_VIEW ? 0 : kind + 1;
}

static int
compare_hits (gconstpointer a, gconstpointer b)
{
  const Hit *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->kind != y->kind)
    return order_of (x->kind) < order_of (y->kind) ? -1 : 1;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static void
keep_best (Search *search)
{
  g_array_sort (search->hits, compare_hits);
  search->full = search->hits->len >= search->most;
  if (search->full)
    g_array_set_size (search->hits, search->most);
}

/* A hit that is not among the best costs one comparison. */
static void
add_hit (Search *search, const Hit *hit)
{
  search->total++;
  if (!search->most || (search->full && compare_hits (hit, &g_array_index (search->hits, Hit,
                                                                           search->most - 1)) > 0))
    return;
  g_array_append_vals (search->hits, hit, 1);
  if (search->hits->len >= 2 * (gsize) search->most + 100)
    keep_best (search);
}

static void
on_name (guint32 entry, PoplensMatchRank rank, gsize length, gpointer user_data)
{
  Search *search = user_data;
  gboolean variable = search->kind == POPLENS_FOUND_VARIABLE;
  /* Views keep the order of their page. */
  Hit hit = {rank, search->kind, entry, search->kind == POPLENS_FOUND_VIEW ? 0 : length,
             variable ? search->finder->variable_bytes[entry] : 0};

  add_hit (search, &hit);
}

/* ---- a query -----------------------------------------------------------------------------------
 */

/* Words of @text after the kind's name, where it begins with one: NULL where it does not. */
static const char *
skip_phrase (const char *text, PoplensFoundKind kind)
{
  const char *const *phrases = kinds[kind].phrases;

  for (guint p = 0; p < G_N_ELEMENTS (kinds[kind].phrases) && phrases[p]; p++) {
    gsize length = strlen (phrases[p]);
    if (!strncmp (text, phrases[p], length) && (!text[length] || text[length] == ' '))
      return text + length + (text[length] == ' ');
  }
  return NULL;
}

/* Folded, and one blank between words. */
static char *
tidy (const char *query)
{
  g_autofree char *folded = poplens_names_fold (query);
  g_auto (GStrv) pieces = g_strsplit_set (folded, " \t\n\r\v\f", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; pieces[i]; i++)
    if (*pieces[i])
      g_string_append_printf (text, "%s%s", text->len ? " " : "", pieces[i]);
  return g_string_free (text, FALSE);
}

/* A number that means this kind: after its name any, alone of the kinds one thinks of by number. */
static gboolean
read_number (const char *words, PoplensFoundKind kind, gboolean named, guint64 *number)
{
  gboolean hash = *words == '#';

  if (hash ? kind != POPLENS_FOUND_PROGRAM && !named : !named && kind > POPLENS_FOUND_PROGRAM)
    return FALSE;
  return g_ascii_string_to_unsigned (words + hash, 10, 0, G_MAXUINT32 - 1, number, NULL);
}

/* The name of a kind of things that have names, alone: it lists these, and no view beside them. */
static gboolean
is_kind_alone (const char *query)
{
  for (guint k = POPLENS_FOUND_PROGRAM; k <= POPLENS_FOUND_VARIABLE; k++) {
    const char *rest = skip_phrase (query, k);
    if (rest && !*rest)
      return TRUE;
  }
  return FALSE;
}

static gboolean
search_kind (Search *search, const char *query, GCancellable *cancellable)
{
  const char *rest = skip_phrase (query, search->kind);
  const char *words = rest ? rest : query;
  const PoplensNames *names = search->finder->names[search->kind];
  guint64 number;

  if (read_number (words, search->kind, rest != NULL, &number)) {
    guint32 row = poplens_finder_row_of_id (search->finder, search->kind, number);
    Hit hit = {POPLENS_MATCH_EXACT, search->kind, row, 0, 0};
    if (row != POPLENS_FIND_NONE)
      add_hit (search, &hit);
    /* The same thing is not found twice: its own number is no name. */
    if (rest || *words == '#')
      return TRUE;
  }
  if (!names || (search->kind == POPLENS_FOUND_VIEW && is_kind_alone (query)))
    return TRUE;
  g_auto (GStrv) pieces = *words ? g_strsplit (words, " ", -1) : g_new0 (char *, 1);
  return poplens_names_search (names, (const char *const *) pieces, on_name, search, cancellable);
}

/* "Valid tiles: 0 to 2,943" where @query asks by the kind's name for another, or for none. Of
 * "step", which is two kinds, the first that the report has answers. (transfer full) (nullable) */
static char *
write_hint (const PoplensFinder *self, const char *query)
{
  g_autofree char *lacks = NULL;

  for (guint k = 0; k <= POPLENS_FOUND_EXECUTED; k++) {
    const char *rest = skip_phrase (query, k);
    gsize digits = rest ? strspn (rest, "0123456789") : 0;
    guint64 first, last;
    PoplensNumber from, to;
    if (!rest || rest[digits])
      continue;
    if (!poplens_finder_numbers (self, k, &first, &last)) {
      if (!lacks)
        lacks = g_strdup_printf ("No %s in this report", numbered[k].many);
      continue;
    }
    poplens_format_count (from, first);
    poplens_format_count (to, last);
    if (!digits)
      return g_strdup_printf ("Type a number: %s %s to %s", numbered[k].type, from, to);
    return first == last ? g_strdup_printf ("Only valid %s: %s", numbered[k].one, from)
                         : g_strdup_printf ("Valid %s: %s to %s", numbered[k].many, from, to);
  }
  return g_steal_pointer (&lacks);
}

/* @query: tidied, folded. Names may have a kind's name in them: then both are shown. */
static void
add_hint (PoplensFinds *finds, const PoplensFinder *self, const char *query, const char *typed)
{
  gboolean alone = !strpbrk (query, "0123456789");
  g_autofree char *shown = g_strstrip (g_strdup (typed));

  if (*query && (alone || !finds->total))
    finds->hint = write_hint (self, query);
  if (*query && !finds->total && !finds->hint)
    finds->hint = g_strdup_printf ("No matches for “%s”", shown);
}

static void
found_free (gpointer data)
{
  PoplensFound *found = data;

  g_free (found->title);
  g_free (found->detail);
  g_free (found->location);
  g_free (found);
}

void
poplens_finds_free (PoplensFinds *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->results);
  g_free (self->hint);
  g_free (self);
}

PoplensFinds *
poplens_finder_find (const PoplensFinder *self, const char *query, guint most, PoplensByteUnit unit,
                     GCancellable *cancellable, GError **error)
{
  g_autofree char *text = tidy (query);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  Search search = {.finder = self, .hits = hits, .most = most};
  PoplensFinds *finds;

  for (guint k = 0; *text && k < POPLENS_N_FOUND; k++) {
    search.kind = k;
    if (!search_kind (&search, text, cancellable)) {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  }
  keep_best (&search);
  finds = g_new0 (PoplensFinds, 1);
  finds->results = g_ptr_array_new_with_free_func (found_free);
  finds->total = search.total;
  for (guint i = 0; i < hits->len; i++) {
    const Hit *hit = &g_array_index (hits, Hit, i);
    g_ptr_array_add (finds->results, poplens_finder_describe (self, hit->kind, hit->row, unit));
  }
  add_hint (finds, self, text, query);
  return finds;
}
