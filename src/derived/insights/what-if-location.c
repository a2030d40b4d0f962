/* Reads the what-if changes of a location, and evaluates them; the last result is cached in the
 * report. */
#include "base/error.h"
#include "derived/insights/insights-source.h"
#include "derived/insights/fit-source.h"
#include "derived/scope.h"

#include <string.h>

/* ---- changes of a location ------------------------------------------------------------------- */

/* Splits @list at ";", without empty texts; "\;" is an escaped ";". (transfer full): GPtrArray of
 * char * */
static GPtrArray *
split_changes (const char *list)
{
  GPtrArray *out = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  for (const char *p = list;; p++) {
    if (*p == '\\' && p[1] == ';') {
      g_string_append_c (text, *++p);
    } else if (!*p || *p == ';') {
      if (text->len)
        g_ptr_array_add (out, g_strdup (text->str));
      g_string_truncate (text, 0);
      if (!*p)
        break;
    } else {
      g_string_append_c (text, *p);
    }
  }
  g_string_free (text, TRUE);
  return out;
}

/* Adds a change. Ignores a change that is already in @changes. FALSE with USAGE if @changes has
 * this kind and name with another size. Scale changes are always added. @change: (transfer full) */
static gboolean
add_once (GPtrArray *changes, PoplensChange *change, GError **error)
{
  for (guint c = 0; change->kind != POPLENS_CHANGE_SCALE && c < changes->len; c++) {
    const PoplensChange *other = g_ptr_array_index (changes, c);
    g_autofree char *one = NULL, *two = NULL;
    if (other->kind != change->kind || g_strcmp0 (other->name, change->name))
      continue;
    one = poplens_change_to_string (other);
    two = poplens_change_to_string (change);
    poplens_change_free (change);
    if (!strcmp (one, two))
      return TRUE;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s and %s exclude each other", one,
                 two);
    return FALSE;
  }
  g_ptr_array_add (changes, change);
  return TRUE;
}

/* Adds the changes in @list to @changes. @parse: parses a single change. FALSE with USAGE if a
 * change cannot be read, or if @list has more than POPLENS_MOST_CHANGES. */
static gboolean
parse_each_change (GPtrArray *changes, const char *list,
                   PoplensChange *(*parse) (const char *text, GError **error), GError **error)
{
  g_autoptr (GPtrArray) texts = split_changes (list);

  if (texts->len > POPLENS_MOST_CHANGES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "too many changes (maximum %d)",
                 POPLENS_MOST_CHANGES);
    return FALSE;
  }
  for (guint i = 0; i < texts->len; i++) {
    PoplensChange *change = parse (g_ptr_array_index (texts, i), error);
    if (!change || !add_once (changes, change, error))
      return FALSE;
  }
  return TRUE;
}

GPtrArray *
poplens_what_if_changes (const PoplensLocation *location, GError **error)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  const char *scale = location ? poplens_location_get (location, "scale") : NULL;
  const char *change = location ? poplens_location_get (location, "change") : NULL;

  if ((scale && !parse_each_change (changes, scale, poplens_change_parse_scale, error)) ||
      (change && !parse_each_change (changes, change, poplens_change_parse, error)))
    return NULL;
  return g_steal_pointer (&changes);
}

/* Appends the change to @list, in the form that split_changes () reads. */
static void
append_change_text (GString *list, const PoplensChange *change)
{
  g_autofree char *text = poplens_change_to_string (change);

  if (list->len)
    g_string_append_c (list, ';');
  for (const char *p = text; *p; p++)
    g_string_append_printf (list, *p == ';' ? "\\%c" : "%c", *p);
}

PoplensLocation *
poplens_what_if_location (const PoplensLocation *location, const GPtrArray *changes)
{
  g_autoptr (GString) scales = g_string_new (NULL);
  g_autoptr (GString) others = g_string_new (NULL);

  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    append_change_text (change->kind == POPLENS_CHANGE_SCALE ? scales : others, change);
  }
  g_autoptr (PoplensLocation) scaled =
      poplens_location_with (location, "scale", scales->len ? scales->str : NULL);
  return poplens_location_with (scaled, "change", others->len ? others->str : NULL);
}

/* ---- facts ----------------------------------------------------------------------------------- */

gboolean
poplens_what_if_inputs_load (PoplensWhatIfInputs *self, PoplensReport *report,
                             const GPtrArray *changes, GCancellable *cancellable, GError **error)
{
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    if (change->kind == POPLENS_CHANGE_HALVE_FLOATS && !self->halves &&
        !(self->halves = poplens_report_float_groups (report, cancellable, error)))
      return FALSE;
    if (poplens_change_needs_kinds (change) && !self->moves &&
        !(self->moves = poplens_report_moves (report, cancellable, error)))
      return FALSE;
  }
  self->facts = (PoplensWhatIfFacts){self->halves, self->moves};
  return TRUE;
}

/* ---- evaluation ------------------------------------------------------------------------------ */

/* Sets an error that lists the known categories. @v: (nullable): NULL: the error lists none */
static void
set_unknown_category (const PoplensVariables *v, const char *category, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint32 c = 0; v && c < v->n_categories; c++)
    g_string_append_printf (known, "%s%s", c ? ", " : "", poplens_variables_category_name (v, c));
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               known->len ? "unknown category \u201c%s\u201d; use %s"
                          : "unknown category \u201c%s\u201d%s",
               category, known->str);
}

/* Sets an error that lists the kinds of variables in the report. */
static void
set_no_variable_of_kind (const PoplensMoves *moves, const char *kind, GError **error)
{
  const PoplensKinds *kinds = poplens_moves_get_kinds (moves);
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    if (memchr (kinds->kind, (int) k, kinds->n))
      g_string_append_printf (known, "%s%s", known->len ? ", " : "", poplens_kind_key (k));
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no variable of kind \u201c%s\u201d; the report has %s", kind, known->str);
}

/* Sets the error of a SCALE change that matches no variable. */
static void
set_no_match (PoplensReport *report, const PoplensChange *change, const PoplensMoves *moves,
              GError **error)
{
  if (change->purpose)
    set_no_variable_of_kind (moves, change->purpose, error);
  else if (change->category)
    set_unknown_category (poplens_report_load_variables_brief (report, NULL, NULL),
                          change->category, error);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no variable name contains \u201c%s\u201d", change->name);
}

/* FALSE with USAGE if the program has no variable or operation for @change, or if it already has
 * the I/O tiles that @change adds. @any: TRUE if @change matches a variable */
static gboolean
check_match (PoplensReport *report, const PoplensWhatIf *what, const PoplensChange *change,
             const PoplensMoves *moves, gboolean any, GError **error)
{
  switch (change->kind) {
  case POPLENS_CHANGE_SCALE:
    if (!any)
      set_no_match (report, change, moves, error);
    return any;
  case POPLENS_CHANGE_SPREAD:
  case POPLENS_CHANGE_VARIABLE_OFF_CHIP:
    if (!any)
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no variable named \u201c%s\u201d",
                   change->name);
    return any;
  case POPLENS_CHANGE_SERIALISE:
    if (poplens_moves_find_operation (moves, change->name))
      return TRUE;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no operation \u201c%s\u201d; use a name as steps have it, without phase, for "
                 "example encoder/layer.1/dense/MatMul",
                 change->name);
    return FALSE;
  case POPLENS_CHANGE_IO_TILES:
    if (!poplens_what_if_has_io_tiles (what, poplens_moves_get_kinds (moves)))
      return TRUE;
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                         "cannot add I/O tiles: this program has some already");
    return FALSE;
  default:
    return TRUE;
  }
}

/* FALSE with USAGE if a change matches nothing: its name most likely has a typing error. */
static gboolean
check_matches (PoplensReport *report, const PoplensWhatIf *what, const GPtrArray *changes,
               const PoplensWhatIfFacts *facts, GError **error)
{
  guint32 n = poplens_what_if_get_bytes (what)->n_groups;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    g_autofree guint8 *hit = poplens_what_if_matches (what, change, facts);
    gboolean any = n && memchr (hit, TRUE, n);
    if (!check_match (report, what, change, facts->moves, any, error))
      return FALSE;
  }
  return TRUE;
}

/* FALSE with USAGE if the report has none of the tiles of a change. */
static gboolean
check_change_tiles (PoplensReport *report, const GPtrArray *changes, GCancellable *cancellable,
                    GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);

  for (guint c = 0; memory && c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    guint32 t = 0;
    while (change->tiles && t < memory->n_tiles &&
           !poplens_tile_set_contains (change->tiles, memory->tile[t]))
      t++;
    if (!change->tiles || t < memory->n_tiles)
      continue;
    g_autofree char *text = poplens_change_to_string (change);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "\u201c%s\u201d changes nothing: the report has none of these tiles", text);
    return FALSE;
  }
  return memory != NULL;
}

/* The last result of a report. It is cached, as a page uses the result for several tables. */
typedef struct {
  gatomicrefcount refs;
  char *question;
  PoplensWhatIfResult *result;
} CachedResult;

static gpointer
cached_result_ref (gpointer data, gpointer unused)
{
  if (data)
    g_atomic_ref_count_inc (&((CachedResult *) data)->refs);
  return data;
}

static void
cached_result_unref (gpointer data)
{
  CachedResult *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->question);
  poplens_what_if_result_unref (self->result);
  g_free (self);
}

static const char answer_key[] = "poplens-what-if-answer";

/* Returns the cached result if it answers @question. (nullable) (transfer full) */
static PoplensWhatIfResult *
find_cached_result (PoplensReport *report, const char *question)
{
  CachedResult *last = g_object_dup_data (G_OBJECT (report), answer_key, cached_result_ref, NULL);
  PoplensWhatIfResult *result = NULL;

  if (!last)
    return NULL;
  if (!strcmp (last->question, question))
    result = poplens_what_if_result_ref (last->result);
  cached_result_unref (last);
  return result;
}

static void
cache_result (PoplensReport *report, const char *question, PoplensWhatIfResult *result)
{
  CachedResult *answer = g_new (CachedResult, 1);

  *answer = (CachedResult){.question = g_strdup (question),
                           .result = poplens_what_if_result_ref (result)};
  g_atomic_ref_count_init (&answer->refs);
  g_object_set_data_full (G_OBJECT (report), answer_key, answer, cached_result_unref);
}

/* Returns the key of a result: a text of everything that the result depends on. (transfer full) */
static char *
result_key (const GPtrArray *changes, PoplensEstimate estimate, const PoplensScope *scope)
{
  g_autofree char *tiles = scope->tiles ? poplens_tile_set_to_string (scope->tiles) : NULL;
  GString *text = g_string_new (tiles);

  g_string_append_printf (text, "\n%d", estimate);
  for (guint c = 0; c < changes->len; c++) {
    g_autofree char *change = poplens_change_to_string (g_ptr_array_index (changes, c));
    g_string_append_printf (text, "\n%d %s", ((PoplensChange *) changes->pdata[c])->kind, change);
  }
  return g_string_free (text, FALSE);
}

gboolean
poplens_what_if_estimate (const PoplensLocation *location, PoplensEstimate *estimate,
                          GError **error)
{
  const char *text = location ? poplens_location_get (location, "estimate") : NULL;

  *estimate = text && !strcmp (text, "pessimistic") ? POPLENS_ESTIMATE_PESSIMISTIC
                                                    : POPLENS_ESTIMATE_OPTIMISTIC;
  if (!text || *estimate == POPLENS_ESTIMATE_PESSIMISTIC || !strcmp (text, "optimistic"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown estimate \u201c%s\u201d; use optimistic or pessimistic", text);
  return FALSE;
}

PoplensWhatIfResult *
poplens_what_if_of_location (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, error);
  const PoplensWhatIf *what = NULL;
  PoplensWhatIfInputs inputs = {0};
  g_auto (PoplensScope) scope = {0};
  g_autofree char *question = NULL;
  PoplensEstimate estimate;
  PoplensWhatIfResult *result;

  if (!changes || !poplens_what_if_estimate (location, &estimate, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !(what = poplens_report_what_if (report, cancellable, error)) ||
      !poplens_what_if_inputs_load (&inputs, report, changes, cancellable, error) ||
      !check_matches (report, what, changes, &inputs.facts, error) ||
      !check_change_tiles (report, changes, cancellable, error))
    return NULL;
  question = result_key (changes, estimate, &scope);
  if ((result = find_cached_result (report, question)))
    return result;
  result =
      poplens_what_if_evaluate (what, changes, &inputs.facts, estimate, scope.tiles, cancellable);
  if (result) {
    poplens_fit_widen (result, changes, estimate);
    cache_result (report, question, result);
  } else
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result;
}
