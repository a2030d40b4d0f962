#include "derived/insights/insights-ground.h"

#include "base/error.h"
#include "base/search.h"
#include "derived/parts.h"
#include "derived/scope.h"

#include <string.h>

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
} Parts;

static gboolean
load_parts (PoplensReport *report, Parts *parts, GCancellable *cancellable, GError **error)
{
  gconstpointer target = NULL;

  parts->liveness = poplens_report_load_liveness (report, cancellable, error);
  parts->memory = parts->liveness ? poplens_report_load_memory (report, cancellable, error) : NULL;
  if (!parts->memory ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  parts->target = target;
  return TRUE;
}

/* ---- peaks -------------------------------------------------------------------------------------
 */

/* The file's sums by tile and class, a piece at a time. */
static PoplensTileBytes *
read_sums (PoplensReport *report, const PoplensLiveness *liveness, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (PoplensTileBytesBuilder) builder = poplens_tile_bytes_builder_new (liveness);

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return NULL;
    poplens_tile_bytes_builder_add (builder, slice);
    key = slice->next;
  }
  return poplens_tile_bytes_builder_finish (g_steal_pointer (&builder));
}

static GArray *
find_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileBytes) sums = NULL;
  g_autoptr (GArray) peaks = NULL;
  g_autoptr (GError) wrong = NULL;
  const PoplensVariables *variables;
  Parts parts;

  if (!load_parts (report, &parts, cancellable, error))
    return NULL;
  sums = read_sums (report, parts.liveness, cancellable, &wrong);
  peaks =
      sums ? poplens_tile_peaks_of (parts.liveness, sums, parts.memory, parts.target, cancellable)
           : NULL;
  if (peaks && poplens_tile_peaks_agree (peaks, parts.memory))
    return g_steal_pointer (&peaks);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  variables = poplens_load_lowered (report, cancellable, error);
  return variables ? poplens_tile_peaks (parts.liveness, variables, parts.memory, parts.target,
                                         cancellable)
                   : NULL;
}

static gpointer
make_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  GArray *peaks = find_peaks (report, cancellable, error);

  if (!peaks && (!error || !*error))
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return peaks;
}

GArray *
poplens_report_tile_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-tile-peaks", make_peaks,
                                         (GBoxedCopyFunc) g_array_ref,
                                         (GDestroyNotify) g_array_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- what-if -----------------------------------------------------------------------------------
 */

static gboolean
add_stream (PoplensReport *report, const PoplensHostStream *stream, GArray *ids,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;

  if (stream->remote_buffer || stream->regions == POPLENS_NO_REGIONS)
    return TRUE;
  slice =
      poplens_report_get_slice (report, POPLENS_SLICE_REGIONS, stream->regions, cancellable, error);
  for (guint32 i = 0; slice && i < slice->n; i++)
    g_array_append_val (ids, slice->regions[i].variable);
  return slice != NULL;
}

/* Lowered variables that a stream of the host reads or writes, rising; those of remote buffers may
 * be anything that was moved off the chip. NULL with @error. (transfer full): guint32 */
static GArray *
find_streamed (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  const PoplensExchanges *exchanges;
  gconstpointer part;

  if (!poplens_load_optional (report, POPLENS_PART_EXCHANGES, &part, cancellable, error))
    return NULL;
  exchanges = part;
  for (guint32 s = 0; exchanges && s < exchanges->n_streams; s++)
    if (!add_stream (report, &exchanges->streams[s], ids, cancellable, error))
      return NULL;
  g_array_sort (ids, poplens_compare_u32);
  return g_steal_pointer (&ids);
}

static gpointer
make_what_if (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) named = NULL;
  g_autoptr (GArray) streamed = NULL;
  g_autoptr (PoplensTileBytes) bytes = NULL;
  const PoplensVariables *variables;
  Parts parts;

  if (!load_parts (report, &parts, cancellable, error) ||
      !(streamed = find_streamed (report, cancellable, error)) ||
      !(variables = poplens_load_lowered (report, cancellable, error)) ||
      !(named = poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable,
                                          error)))
    return NULL;
  bytes = poplens_tile_bytes_new (parts.liveness, variables, named, streamed, cancellable);
  if (!bytes) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  return poplens_what_if_new (parts.liveness, variables, bytes, parts.memory, parts.target);
}

PoplensWhatIf *
poplens_report_what_if (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-what-if", make_what_if,
                                         (GBoxedCopyFunc) poplens_what_if_ref,
                                         (GDestroyNotify) poplens_what_if_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- changes of a location
 * ------------------------------------------------------------------------
 */

/* The texts of @list, parted by ";"; "\;" is a ";". (transfer full) */
static GPtrArray *
split (const char *list)
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

static gboolean
add_scales (GPtrArray *changes, const char *list, GError **error)
{
  g_autoptr (GPtrArray) texts = split (list);

  if (texts->len > POPLENS_MOST_CHANGES) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "too many changes (maximum %d)",
                 POPLENS_MOST_CHANGES);
    return FALSE;
  }
  for (guint i = 0; i < texts->len; i++) {
    PoplensChange *change = poplens_change_parse_scale (g_ptr_array_index (texts, i), error);
    if (!change)
      return FALSE;
    g_ptr_array_add (changes, change);
  }
  return TRUE;
}

GPtrArray *
poplens_what_if_changes (const PoplensLocation *location, GError **error)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);
  const char *scaled = location ? poplens_location_get (location, "scaled") : NULL;
  const char *without = location ? poplens_location_get (location, "without") : NULL;

  if (scaled && !add_scales (changes, scaled, error))
    return NULL;
  if (without && *without) {
    if (strcmp (without, "instrumentation")) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "cannot remove \u201c%s\u201d, only instrumentation; scale a category by 0 "
                   "instead, for example \u201ccategory:message=0\u201d",
                   without);
      return NULL;
    }
    g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_WITHOUT_INSTRUMENTATION));
  }
  if (location && poplens_location_get_bool (location, "half", FALSE))
    g_ptr_array_add (changes, poplens_change_new (POPLENS_CHANGE_HALVE_FLOATS));
  return g_steal_pointer (&changes);
}

static void
append_scale (GString *list, const PoplensChange *change)
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
  g_autoptr (GString) scaled = g_string_new (NULL);
  g_autoptr (PoplensLocation) one = NULL;
  g_autoptr (PoplensLocation) two = NULL;
  gboolean without = FALSE, half = FALSE;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    if (change->kind == POPLENS_CHANGE_SCALE)
      append_scale (scaled, change);
    without |= change->kind == POPLENS_CHANGE_WITHOUT_INSTRUMENTATION;
    half |= change->kind == POPLENS_CHANGE_HALVE_FLOATS;
  }
  one = poplens_location_with (location, "scaled", scaled->len ? scaled->str : NULL);
  two = poplens_location_with (one, "without", without ? "instrumentation" : NULL);
  return poplens_location_with (two, "half", half ? "yes" : NULL);
}

/* ---- evaluation --------------------------------------------------------------------------------
 */

static void
set_no_category (const PoplensVariables *v, const char *category, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint32 c = 0; v && c < v->n_categories; c++)
    g_string_append_printf (known, "%s%s", c ? ", " : "",
                            poplens_strings_get (v->strings, v->category_name[c]));
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               known->len ? "unknown category \u201c%s\u201d; use %s"
                          : "unknown category \u201c%s\u201d%s",
               category, known->str);
}

/* A change that nothing matches is a slip of the pen. */
static gboolean
check_matches (PoplensReport *report, const PoplensWhatIf *what, const GPtrArray *changes,
               GError **error)
{
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    g_autofree guint8 *hit = poplens_what_if_matches (what, change);
    if (change->kind != POPLENS_CHANGE_SCALE ||
        memchr (hit, TRUE, poplens_what_if_get_bytes (what)->n_groups))
      continue;
    if (change->category)
      set_no_category (poplens_report_peek (report, POPLENS_PART_VARIABLES), change->category,
                       error);
    else
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "no variable name contains \u201c%s\u201d", change->name);
    return FALSE;
  }
  return TRUE;
}

/* Nor is there one on tiles that the report does not have. */
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

static gboolean
asks_half (const GPtrArray *changes)
{
  for (guint c = 0; c < changes->len; c++)
    if (((const PoplensChange *) g_ptr_array_index (changes, c))->kind ==
        POPLENS_CHANGE_HALVE_FLOATS)
      return TRUE;
  return FALSE;
}

/* The last answer of a report: a page asks the same for its tables. */
typedef struct {
  gatomicrefcount refs;
  char *question;
  PoplensWhatIfResult *result;
} Answer;

static gpointer
answer_ref (gpointer data, gpointer unused)
{
  if (data)
    g_atomic_ref_count_inc (&((Answer *) data)->refs);
  return data;
}

static void
answer_unref (gpointer data)
{
  Answer *self = data;

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->question);
  poplens_what_if_result_unref (self->result);
  g_free (self);
}

static const char answer_key[] = "poplens-what-if-answer";

/* (nullable) (transfer full) */
static PoplensWhatIfResult *
find_answer (PoplensReport *report, const char *question)
{
  Answer *last = g_object_dup_data (G_OBJECT (report), answer_key, answer_ref, NULL);
  PoplensWhatIfResult *result = NULL;

  if (!last)
    return NULL;
  if (!strcmp (last->question, question))
    result = poplens_what_if_result_ref (last->result);
  answer_unref (last);
  return result;
}

static void
keep_answer (PoplensReport *report, const char *question, PoplensWhatIfResult *result)
{
  Answer *answer = g_new (Answer, 1);

  *answer =
      (Answer){.question = g_strdup (question), .result = poplens_what_if_result_ref (result)};
  g_atomic_ref_count_init (&answer->refs);
  g_object_set_data_full (G_OBJECT (report), answer_key, answer, answer_unref);
}

/* What the answer depends on. (transfer full) */
static char *
question_of (const GPtrArray *changes, const PoplensScope *scope)
{
  g_autofree char *tiles = scope->tiles ? poplens_tile_set_to_string (scope->tiles) : NULL;
  GString *text = g_string_new (tiles);

  for (guint c = 0; c < changes->len; c++) {
    g_autofree char *change = poplens_change_to_string (g_ptr_array_index (changes, c));
    g_string_append_printf (text, "\n%d %s", ((PoplensChange *) changes->pdata[c])->kind, change);
  }
  return g_string_free (text, FALSE);
}

PoplensWhatIfResult *
poplens_what_if_of_location (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, error);
  g_autoptr (PoplensWhatIf) what = NULL;
  g_autoptr (GBytes) halves = NULL;
  g_auto (PoplensScope) scope = {0};
  g_autofree char *question = NULL;
  PoplensWhatIfResult *result;

  if (!changes || !poplens_scope_init (&scope, report, location, cancellable, error) ||
      !(what = poplens_report_what_if (report, cancellable, error)) ||
      !check_matches (report, what, changes, error) ||
      !check_change_tiles (report, changes, cancellable, error))
    return NULL;
  question = question_of (changes, &scope);
  if ((result = find_answer (report, question)))
    return result;
  if (asks_half (changes) && !(halves = poplens_report_float_groups (report, cancellable, error)))
    return NULL;
  result = poplens_what_if_evaluate (what, changes, halves ? g_bytes_get_data (halves, NULL) : NULL,
                                     scope.tiles, cancellable);
  if (result)
    keep_answer (report, question, result);
  else
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result;
}
