/* Searches the index of the finder for words and numbers, and keeps the best matches. Finds things
 * that are related to a result. */
#include "tables/find/find.h"

#include "analysis/memory/kinds.h"
#include "analysis/trace/name-parts.h"
#include "base/typed.h"
#include "base/visible.h"
#include "tables/engine/builders.h"
#include "tables/find/find-private.h"

#include <string.h>

/* ---- table ----------------------------------------------------------------------------------- */

/* Columns of the table of results. */

enum { KIND, ID, TITLE, DETAIL, LOCATION };

static const PoplensColumn find_columns[] = {
    [KIND] =
        {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
         "Kind of the result: tile, ipu, step (program step), executed-step, program, compute-set, "
         "vertex-type, variable (unlowered), tile-variable (lowered), operation, layer, kind (of "
         "variables), source (file or line), or view (of a page)"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
            "ID as recorded, or position in the program tree for a step; empty for several of one "
            "pattern, a view, an operation, a layer, a kind and source code"},
    [TITLE] = {"title", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name, else kind and number"},
    [DETAIL] = {"detail", "Detail", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Type, ID, bytes or tiles, to tell results of the same name apart"},
    [LOCATION] = {"location", "Location", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                  "Location that shows the result"},
};

static void
find_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensFinds *finds = data;
  const PoplensFound *found = finds->results->pdata[row];

  if (column != ID)
    poplens_cell_text (value, column == KIND     ? poplens_found_kind_name (found->kind)
                              : column == TITLE  ? found->title
                              : column == DETAIL ? found->detail
                                                 : found->location);
  else if (found->kind < POPLENS_FOUND_OPERATION && !found->is_pattern)
    poplens_cell_int (value, (gint64) found->id);
}

/* Returns the note of the table: "20 of 312 found. Type a number: tile 0 to 2,943". (transfer full)
 * (nullable): NULL if there is nothing to say */
static char *
write_finds_note (const PoplensFinds *finds)
{
  g_autofree char *hint = finds->hint ? poplens_visible_text (finds->hint, -1) : NULL;
  PoplensNumber some, all;

  if (finds->results->len == finds->total)
    return g_steal_pointer (&hint);
  return g_strdup_printf ("%s of %s found%s%s", poplens_format_count (some, finds->results->len),
                          poplens_format_count (all, finds->total), hint ? ". " : "",
                          hint ? hint : "");
}

PoplensTable *
poplens_finds_table (PoplensFinds *finds, PoplensReport *report)
{
  g_autofree char *note = write_finds_note (finds);
  PoplensTable *table = poplens_table_new ("find", "Found", finds->results->len, find_cell, finds,
                                           (GDestroyNotify) poplens_finds_free, report);

  poplens_table_add_columns (table, find_columns, G_N_ELEMENTS (find_columns));
  poplens_table_set_note (table, note);
  poplens_table_set_partial (table, finds->results->len < finds->total);
  return table;
}

/* ---- related things -------------------------------------------------------------------------- */

/* Returns the row of a result, or its index if it is a topic. POPLENS_FIND_NONE if the finder does
 * not contain the result. */
static guint32
found_row (const PoplensFinder *self, const PoplensFound *found)
{
  const GPtrArray *topics = self->topics[found->kind];

  if (found->kind < POPLENS_FOUND_OPERATION)
    return poplens_finder_row_of_id (self, found->kind, found->id);
  for (guint32 i = 0; topics && i < topics->len; i++) {
    const PoplensTopic *topic = topics->pdata[i];
    if (!strcmp (topic->title, found->title) && !g_strcmp0 (topic->key, found->key))
      return i;
  }
  return POPLENS_FIND_NONE;
}

static guint32
count_found_rows (const PoplensFinder *self, PoplensFoundKind kind)
{
  return self->topics[kind]                  ? self->topics[kind]->len
         : kind == POPLENS_FOUND_PROGRAM     ? self->programs->n
         : kind == POPLENS_FOUND_COMPUTE_SET ? self->vertices->n_compute_sets
         : kind == POPLENS_FOUND_VARIABLE    ? self->variables->n_unlowered
                                             : 0;
}

static guint64
found_bytes (const PoplensFinder *self, PoplensFoundKind kind, guint32 row)
{
  return kind == POPLENS_FOUND_VARIABLE ? self->variable_bytes[row]
         : self->topics[kind]           ? ((PoplensTopic *) self->topics[kind]->pdata[row])->bytes
                                        : 0;
}

PoplensFound *
poplens_finder_alike (const PoplensFinder *self, const PoplensFound *found, guint32 *n,
                      guint64 *bytes)
{
  const PoplensPatterns *patterns = self->patterns[found->kind];
  guint32 row = patterns ? found_row (self, found) : POPLENS_FIND_NONE;
  PoplensFoundMany many = {found->kind, row, 0, 0};

  if (row == POPLENS_FIND_NONE)
    return NULL;
  for (guint32 i = 0; i < count_found_rows (self, found->kind); i++)
    if (patterns->of_row[i] == patterns->of_row[row]) {
      many.n++;
      many.bytes += found_bytes (self, found->kind, i);
    }
  *n = many.n;
  *bytes = many.bytes;
  return many.n > 1 ? poplens_finder_describe_pattern (self, &many, POPLENS_BYTE_UNIT_BINARY)
                    : NULL;
}

/* Returns the length of @layer if that layer contains @path, else 0. */
static gsize
layer_contains (const char *layer, const char *path)
{
  gsize length = strlen (layer);

  return !strncmp (path, layer, length) && path[length] == '/' ? length : 0;
}

PoplensFound *
poplens_finder_layer_of (const PoplensFinder *self, const char *name, PoplensByteUnit unit)
{
  const GPtrArray *topics = self->topics[POPLENS_FOUND_LAYER];
  const char *path = poplens_name_without_phase (poplens_name_path (name));
  guint32 best = POPLENS_FIND_NONE;
  gsize longest = 0;

  for (guint32 i = 0; topics && i < topics->len; i++) {
    gsize length = layer_contains (((const PoplensTopic *) topics->pdata[i])->title, path);
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  return longest ? poplens_finder_describe (self, POPLENS_FOUND_LAYER, best, unit) : NULL;
}

/* ---- patterns of names ----------------------------------------------------------------------- */

PoplensPatterns *
poplens_patterns_new (guint32 n_rows)
{
  PoplensPatterns *self = g_new0 (PoplensPatterns, 1);

  self->of_row = g_new0 (guint32, MAX (n_rows, 1));
  self->texts = poplens_strings_new ();
  self->n = poplens_strings_count (self->texts);
  return self;
}

void
poplens_patterns_set (PoplensPatterns *self, guint32 row, const char *name)
{
  g_autofree char *text = poplens_name_starred (name);

  self->of_row[row] = poplens_strings_intern (self->texts, text, -1);
  self->n = poplens_strings_count (self->texts);
}

void
poplens_patterns_free (PoplensPatterns *self)
{
  if (!self)
    return;
  g_free (self->of_row);
  poplens_strings_free (self->texts);
  g_free (self);
}

/* ---- kinds of things ------------------------------------------------------------------------- */

static const struct {
  const char *name, *title;
  const char *phrases[4]; /* (nullable): names of the kind that users type at the beginning of a
                             query, case folded */
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
    [POPLENS_FOUND_TILE_VARIABLE] = {"tile-variable",
                                     "Tile variable",
                                     {"tile variable", "lowered"}},
    [POPLENS_FOUND_OPERATION] = {"operation", "Operation", {"operation", "op"}},
    [POPLENS_FOUND_LAYER] = {"layer", "Model layer", {"layer"}},
    [POPLENS_FOUND_KIND] = {"kind", "Kind", {"kind"}},
    [POPLENS_FOUND_SOURCE] = {"source", "Source code", {"source code", "source", "line", "file"}},
    [POPLENS_FOUND_VIEW] = {"view", "View", {"view"}},
};

/* Names of the kinds that are found by number, for hints. */
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

const char *
poplens_found_kind_phrase (PoplensFoundKind kind)
{
  return kinds[kind].phrases[0];
}

/* ---- views ----------------------------------------------------------------------------------- */

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

PoplensFinder *
poplens_finder_ref (PoplensFinder *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_hit (gpointer data)
{
  PoplensFinder *self = data;

  for (guint k = 0; k < POPLENS_N_FOUND; k++) {
    poplens_names_free (self->names[k]);
    poplens_patterns_free (self->patterns[k]);
    g_clear_pointer (&self->topics[k], g_ptr_array_unref);
  }
  g_clear_pointer (&self->views, g_ptr_array_unref);
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
    g_atomic_rc_box_release_full (self, clear_hit);
}

/* ---- best matches ---------------------------------------------------------------------------- */

typedef struct {
  PoplensMatchRank rank;
  PoplensFoundKind kind;
  guint32 row;
  gsize length;   /* length of the matching text in bytes */
  guint64 weight; /* bytes of all .n items; for source code, number of programs */
  guint32 n;      /* number of items with the same pattern; 1: a single item */
  gboolean named; /* the query begins with the name of the thing's kind: "op softmax" */
} SearchHit;

typedef struct {
  const PoplensFinder *finder;
  PoplensFoundKind kind; /* kind that is being searched */
  GArray *hits;          /* SearchHit: the best hits, sorted, followed by new hits, unsorted */
  guint most;
  gboolean full; /* TRUE if .hits begins with .most sorted hits. add_hit () then skips hits that are
                    worse than these */
  guint64 total;
  gboolean collapses;
  gboolean named;
  SearchHit *patterns; /* (nullable): by pattern: best hit; its .n is the number of hits, or 0 if
                          there is none */
} WordSearch;

/* Returns the rank of a kind among equally good hits. Views come first: they are few, and users
 * type the names of pages. */
static guint
match_order (PoplensFoundKind kind)
{
  return kind == POPLENS_FOUND_VIEW ? 0 : kind + 1;
}

static int
compare_search_hits (gconstpointer a, gconstpointer b)
{
  const SearchHit *x = a, *y = b;

  if (x->named != y->named)
    return x->named ? -1 : 1;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  if (x->kind != y->kind)
    return match_order (x->kind) < match_order (y->kind) ? -1 : 1;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static void
keep_best_hits (WordSearch *search)
{
  g_array_sort (search->hits, compare_search_hits);
  search->full = search->hits->len >= search->most;
  if (search->full)
    g_array_set_size (search->hits, search->most);
}

/* Adds a hit, unless it is worse than all of the best hits. */
static void
add_hit (WordSearch *search, const SearchHit *hit)
{
  search->total++;
  if (!search->most ||
      (search->full &&
       compare_search_hits (hit, &g_array_index (search->hits, SearchHit, search->most - 1)) > 0))
    return;
  g_array_append_vals (search->hits, hit, 1);
  if (search->hits->len >= 2 * (gsize) search->most + 100)
    keep_best_hits (search);
}

/* Counts @hit as a hit of its pattern. The best of these hits represents the pattern. */
static void
add_to_pattern (WordSearch *search, const SearchHit *hit)
{
  const PoplensPatterns *patterns = search->finder->patterns[search->kind];
  SearchHit *of = &search->patterns[patterns->of_row[hit->row]];
  guint64 weight = of->n ? of->weight : 0;
  guint32 n = of->n;

  if (!n || compare_search_hits (hit, of) < 0)
    *of = *hit;
  of->n = n + 1;
  of->weight = weight + hit->weight;
}

static void
add_patterns (WordSearch *search)
{
  guint32 n = search->finder->patterns[search->kind]->n;

  for (guint32 i = 0; i < n; i++)
    if (search->patterns[i].n)
      add_hit (search, &search->patterns[i]);
  g_clear_pointer (&search->patterns, g_free);
}

static guint64
hit_weight (const PoplensFinder *finder, PoplensFoundKind kind, guint32 row)
{
  return kind == POPLENS_FOUND_SOURCE
             ? ((const PoplensTopic *) finder->topics[kind]->pdata[row])->programs
             : found_bytes (finder, kind, row);
}

static void
on_name (guint32 entry, PoplensMatchRank rank, gsize length, gpointer user_data)
{
  WordSearch *search = user_data;
  /* Give all views the same length, so that they keep the order of pages. */
  SearchHit hit = {rank,
                   search->kind,
                   entry,
                   search->kind == POPLENS_FOUND_VIEW ? 0 : length,
                   hit_weight (search->finder, search->kind, entry),
                   1,
                   search->named};

  if (search->patterns)
    add_to_pattern (search, &hit);
  else
    add_hit (search, &hit);
}

/* ---- queries --------------------------------------------------------------------------------- */

/* Returns the part of @text after the name of @kind and a blank. (nullable): NULL if @text does not
 * begin with that name */
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

/* Folds the case of @query, and separates words by one blank. (transfer full) */
static char *
normalize_query (const char *query)
{
  g_autofree char *folded = poplens_names_fold (query);
  g_auto (GStrv) pieces = g_strsplit_set (folded, " \t\n\r\v\f", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; pieces[i]; i++)
    if (*pieces[i])
      g_string_append_printf (text, "%s%s", text->len ? " " : "", pieces[i]);
  return g_string_free (text, FALSE);
}

/* Parses a number that selects an item of @kind. @named: the query begins with the name of the
 * kind. A number without a name selects only tiles, IPUs, steps and programs. */
static gboolean
read_typed_number (const char *words, PoplensFoundKind kind, gboolean named, guint64 *number)
{
  gboolean hash = *words == '#';

  if (kind >= POPLENS_FOUND_OPERATION)
    return FALSE;
  if (hash ? kind != POPLENS_FOUND_PROGRAM && !named : !named && kind > POPLENS_FOUND_PROGRAM)
    return FALSE;
  return poplens_typed_unsigned (words + hash, 0, G_MAXUINT32 - 1, number);
}

/* TRUE if the query is only the name of a kind whose items have names, such as "layer". The results
 * are then these items, and no views. */
static gboolean
is_kind_alone (const char *query)
{
  for (guint k = POPLENS_FOUND_PROGRAM; k < POPLENS_FOUND_VIEW; k++) {
    const char *rest = skip_phrase (query, k);
    if (rest && !*rest)
      return TRUE;
  }
  return FALSE;
}

static gboolean
search_kind (WordSearch *search, const char *query, GCancellable *cancellable)
{
  const char *rest = skip_phrase (query, search->kind);
  const char *words = rest ? rest : query;
  const PoplensNames *names = search->finder->names[search->kind];
  guint64 number;

  /* Prefer hits of the kind that the query names: names of other kinds can also contain "op" or
   * "layer". */
  search->named =
      rest && search->kind >= POPLENS_FOUND_OPERATION && search->kind < POPLENS_FOUND_VIEW;
  if (read_typed_number (words, search->kind, rest != NULL, &number)) {
    guint32 row = poplens_finder_row_of_id (search->finder, search->kind, number);
    SearchHit hit = {POPLENS_MATCH_EXACT, search->kind, row, 0, 0, 1, FALSE};
    if (row != POPLENS_FIND_NONE)
      add_hit (search, &hit);
    /* The query asks for a number, so do not search names for it. */
    if (rest || *words == '#')
      return TRUE;
  }
  if (!names || (search->kind == POPLENS_FOUND_VIEW && is_kind_alone (query)))
    return TRUE;
  g_autofree char *spelled =
      search->kind == POPLENS_FOUND_KIND ? poplens_kind_spelling (words) : g_strdup (words);
  g_auto (GStrv) pieces = *spelled ? g_strsplit (spelled, " ", -1) : g_new0 (char *, 1);
  const PoplensPatterns *patterns = search->finder->patterns[search->kind];
  if (search->collapses && patterns)
    search->patterns = g_new0 (SearchHit, MAX (patterns->n, 1));
  gboolean done =
      poplens_names_search (names, (const char *const *) pieces, on_name, search, cancellable);
  if (search->patterns)
    add_patterns (search);
  return done;
}

/* Returns a hint if @query begins with the name of a numbered kind: "Type a number: tile 0 to
 * 2,943" or, after a number, "Valid tiles: 0 to 2,943". (transfer full) (nullable): NULL for other
 * queries */
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

/* Sets the hint of the results. @query: normalized. @typed: as the user typed it */
static void
add_hint (PoplensFinds *finds, const PoplensFinder *self, const char *query, const char *typed)
{
  gboolean alone = !strpbrk (query, "0123456789");
  g_autofree char *shown = g_strstrip (g_strdup (typed));

  if (*query && (alone || !finds->total))
    finds->hint = write_hint (self, query);
  finds->asks_number = finds->hint != NULL;
  if (*query && !finds->total && !finds->hint)
    finds->hint = g_strdup_printf ("No matches for “%s”", shown);
}

void
poplens_found_free (PoplensFound *self)
{
  g_free (self->title);
  g_free (self->detail);
  g_free (self->location);
  g_free (self->key);
  g_free (self);
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

static PoplensFound *
describe_hit (const PoplensFinder *self, const SearchHit *hit, PoplensByteUnit unit)
{
  guint64 bytes = hit->kind == POPLENS_FOUND_SOURCE ? 0 : hit->weight;
  PoplensFoundMany many = {hit->kind, hit->row, hit->n, bytes};

  return hit->n > 1 ? poplens_finder_describe_pattern (self, &many, unit)
                    : poplens_finder_describe (self, hit->kind, hit->row, unit);
}

static PoplensFinds *
find_best (const PoplensFinder *self, const char *query, guint most, gboolean collapses,
           PoplensByteUnit unit, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = normalize_query (query);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (SearchHit));
  WordSearch search = {.finder = self, .hits = hits, .most = most, .collapses = collapses};
  PoplensFinds *finds;

  for (guint k = 0; *text && k < POPLENS_N_FOUND; k++) {
    search.kind = k;
    if (!search_kind (&search, text, cancellable)) {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  }
  keep_best_hits (&search);
  finds = g_new0 (PoplensFinds, 1);
  finds->results = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_found_free);
  finds->total = search.total;
  for (guint i = 0; i < hits->len; i++) {
    const SearchHit *hit = &g_array_index (hits, SearchHit, i);
    finds->has_patterns |= hit->n > 1;
    g_ptr_array_add (finds->results, describe_hit (self, hit, unit));
  }
  add_hint (finds, self, text, query);
  return finds;
}

PoplensFinds *
poplens_finder_find (const PoplensFinder *self, const char *query, guint most, PoplensByteUnit unit,
                     GCancellable *cancellable, GError **error)
{
  return find_best (self, query, most, FALSE, unit, cancellable, error);
}

PoplensFinds *
poplens_finder_find_patterns (const PoplensFinder *self, const char *query, guint most,
                              PoplensByteUnit unit, GCancellable *cancellable, GError **error)
{
  return find_best (self, query, most, TRUE, unit, cancellable, error);
}
