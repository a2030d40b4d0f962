/* Loads the data from which insights are computed, and reads the element types of variables from
 * debug.cbor. */
#include "derived/insights/insights-input.h"

#include "analysis/memory/memory-analysis.h"
#include "analysis/operations/debug-operation.h"
#include "base/error.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/idle-source.h"
#include "derived/insights/insights-source.h"
#include "derived/time/time-source.h"

#include <string.h>

/* ---- floats ---------------------------------------------------------------------------------- */

/* Element types of variables, which only the bodies of debug contexts contain. */

typedef enum { TYPE_UNKNOWN, TYPE_OTHER, TYPE_FLOAT } ElementType;

typedef struct {
  PoplensReport *report;
  const PoplensVariables *variables;
  const PoplensDebugContexts *contexts;
  GCancellable *cancellable;
  GHashTable *known; /* maps the id of an unlowered variable to its ElementType + 1 */
} ElementTypeReader;

/* Returns the element type in the body of a debug context: member "type", or else "traits" (isFloat
 * and size). */
static ElementType
get_body_type (const PoplensSlice *body)
{
  const char *type = poplens_slice_body_member (body, 1, "type");
  const char *is_float = poplens_slice_body_member (body, 2, "isFloat"),
             *size = poplens_slice_body_member (body, 2, "size");

  if (type)
    return strcmp (type, "float") ? TYPE_OTHER : TYPE_FLOAT;
  if (!is_float || !size)
    return TYPE_UNKNOWN;
  return strcmp (is_float, "true") || strcmp (size, "4") ? TYPE_OTHER : TYPE_FLOAT;
}

static gboolean
read_context_type (ElementTypeReader *self, guint64 id, ElementType *type, GError **error)
{
  guint32 context = poplens_debug_contexts_find (self->contexts, id);
  g_autoptr (PoplensSlice) body = NULL;

  *type = TYPE_UNKNOWN;
  if (context == POPLENS_NO_CONTEXT ||
      strcmp (poplens_debug_context_layer (self->contexts, context), "poplar") ||
      !g_str_has_prefix (poplens_debug_context_category (self->contexts, context), "var"))
    return TRUE;
  body = poplens_report_get_slice (self->report, POPLENS_SLICE_BODY, id, self->cancellable, error);
  if (body)
    *type = get_body_type (body);
  return body != NULL;
}

/* Finds the element type on which all debug contexts of a variable agree. TYPE_UNKNOWN if they
 * differ, or a context has no type. FALSE with @error. */
static gboolean
read_variable_type (ElementTypeReader *self, guint32 id, ElementType *type, GError **error)
{
  guint32 row = poplens_variables_find_debug (self->variables, id);
  g_autoptr (GArray) ids = NULL;

  *type = TYPE_UNKNOWN;
  if (row == G_MAXUINT32)
    return TRUE;
  ids = poplens_lists_values (self->variables->debug_ids, row);
  for (guint i = 0; i < ids->len; i++) {
    ElementType one;
    if (!read_context_type (self, g_array_index (ids, guint64, i), &one, error))
      return FALSE;
    if (i && one != *type)
      one = TYPE_UNKNOWN;
    *type = one;
    if (one == TYPE_UNKNOWN)
      break;
  }
  return TRUE;
}

static gboolean
find_variable_type (ElementTypeReader *self, guint32 id, ElementType *type, GError **error)
{
  gpointer known = g_hash_table_lookup (self->known, GUINT_TO_POINTER (id));

  if (known) {
    *type = (ElementType) (GPOINTER_TO_UINT (known) - 1);
    return TRUE;
  }
  if (!read_variable_type (self, id, type, error))
    return FALSE;
  g_hash_table_insert (self->known, GUINT_TO_POINTER (id), GUINT_TO_POINTER (*type + 1));
  return TRUE;
}

static guint8 *
find_floats (ElementTypeReader *self, const PoplensTileBytes *bytes, GError **error)
{
  g_autofree guint8 *out = g_new0 (guint8, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; g < bytes->n_groups; g++) {
    ElementType type = TYPE_UNKNOWN;
    if (g % 256 == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
      return NULL;
    if (bytes->groups[g].unlowered != G_MAXUINT32 &&
        !find_variable_type (self, bytes->groups[g].unlowered, &type, error))
      return NULL;
    out[g] = type == TYPE_FLOAT;
  }
  return g_steal_pointer (&out);
}

static gpointer
make_floats (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensWhatIf *what = poplens_report_what_if (report, cancellable, error);
  g_autoptr (GHashTable) types = g_hash_table_new (NULL, NULL);
  ElementTypeReader self = {.report = report, .cancellable = cancellable, .known = types};

  if (!what ||
      !(self.variables = poplens_report_load_variables_brief (report, cancellable, error)) ||
      !(self.contexts = poplens_report_load_debug (report, cancellable, error)))
    return NULL;
  return find_floats (&self, poplens_what_if_get_bytes (what), error);
}

const guint8 *
poplens_report_float_groups (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-float-groups", make_floats, NULL, g_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- names ----------------------------------------------------------------------------------- */

static gpointer
make_name_sums (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;

  /* Read only the names: the whole part has all variables, and takes three times as long to load.
   */
  if (poplens_report_get_absence (report, POPLENS_PART_VARIABLES))
    return NULL;
  slice = poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable, error);
  return slice ? poplens_name_sums_new (slice) : NULL;
}

const PoplensNameSums *
poplens_report_name_sums (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-name-sums", make_name_sums, NULL,
                                         (GDestroyNotify) poplens_name_sums_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static gboolean
has_tile_over_capacity (const PoplensInsightsInput *input)
{
  for (guint32 t = 0; input->memory && input->target && t < input->memory->n_tiles; t++)
    if (poplens_memory_over (input->memory, t, input->target->bytes_per_tile))
      return TRUE;
  return FALSE;
}

/* Adds the peaks of tiles, by which the first tile that does not fit is found. The peaks are owned
 * by the report. FALSE with @error, except for ABSENT. */
static gboolean
add_peaks (PoplensReport *report, PoplensInsightsInput *input, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GError) failed = NULL;
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, cancellable, &failed);

  input->peaks = peaks;
  if (peaks || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

static gboolean
load_names (PoplensReport *report, guint32 without, const PoplensNameSums **names,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (!(without & POPLENS_PART_BIT (POPLENS_PART_VARIABLES)))
    *names = poplens_report_name_sums (report, cancellable, &local);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Loads a part if the report has it. Findings need only names and sums, so variables are loaded in
 * brief. FALSE with @error. */
static gboolean
load_part (PoplensReport *report, PoplensPart part, gconstpointer *data, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GError) failed = NULL;

  if (part != POPLENS_PART_VARIABLES)
    return poplens_report_load_optional (report, part, data, cancellable, error);
  *data = poplens_report_load_variables_brief (report, cancellable, &failed);
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

gboolean
poplens_insights_load (PoplensReport *report, guint32 without, PoplensInsightsInput *input,
                       GCancellable *cancellable, GError **error)
{
  static const PoplensPart parts[] = {
      POPLENS_PART_TARGET,   POPLENS_PART_MEMORY,    POPLENS_PART_VERTICES, POPLENS_PART_EXCHANGES,
      POPLENS_PART_PROGRAMS, POPLENS_PART_VARIABLES, POPLENS_PART_LIVENESS,
  };
  gconstpointer data[G_N_ELEMENTS (parts)] = {NULL};

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    if (!(without & POPLENS_PART_BIT (parts[p])) &&
        !load_part (report, parts[p], &data[p], cancellable, error))
      return FALSE;
  *input = (PoplensInsightsInput){data[0], data[1], data[2], data[3], data[4], data[5], data[6]};
  return load_names (report, without, &input->names, cancellable, error) &&
         (without || !has_tile_over_capacity (input) ||
          add_peaks (report, input, cancellable, error));
}

/* Finds the memory that the fullest tile never uses again. Does not change *@never if the report
 * lacks a part. FALSE with @error. */
static gboolean
find_never_used (PoplensReport *report, PoplensNeverUsed *never, GCancellable *cancellable,
                 GError **error)
{
  g_auto (PoplensIdleAnswer) answer = {0};
  GError *failed = NULL;

  if (!poplens_report_idle (report, NULL, &answer, cancellable, &failed))
    return poplens_error_forgive_lack (failed, error);
  *never = (PoplensNeverUsed){answer.bytes[POPLENS_USE_NEVER], 0, answer.tile, answer.step};
  for (guint i = 0; i < answer.variables->len; i++)
    never->variables +=
        g_array_index (answer.variables, PoplensIdleVariable, i).idle.use == POPLENS_USE_NEVER;
  return TRUE;
}

gboolean
poplens_insights_load_fit (PoplensReport *report, PoplensInsightsInput *input,
                           GCancellable *cancellable, GError **error)
{
  GError *failed = NULL;
  const PoplensFit *fit = NULL;
  g_autoptr (PoplensFitPlan) plan = NULL;

  if (!has_tile_over_capacity (input))
    return TRUE;
  fit = poplens_report_fit (report, cancellable, &failed);
  if (fit && poplens_fit_is_over (fit))
    plan = poplens_report_fit_plan (report, NULL, cancellable, &failed);
  input->fit = fit;
  input->plan = plan;
  return poplens_error_forgive_lack (failed, error) &&
         find_never_used (report, &input->never, cancellable, error);
}

gboolean
poplens_insights_load_time (PoplensReport *report, PoplensInsightsInput *input,
                            PoplensTimeFindings **time, GCancellable *cancellable, GError **error)
{
  GError *failed = NULL;

  *time = poplens_report_get_absence (report, POPLENS_PART_EXECUTION)
              ? NULL
              : poplens_report_time_findings (report, NULL, cancellable, &failed);
  input->time = *time;
  /* Findings on memory are shown even if the execution is damaged. */
  return poplens_error_forgive_lack (failed, error);
}
