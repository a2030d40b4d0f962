/* Finds the kind of each variable of a report, and caches it in the report. */
#include "derived/insights/kinds-source.h"

#include "analysis/operations/debug-operation.h"
#include "base/search.h"
#include "base/work.h"
#include "derived/operations/debug-source.h"

#include <stdlib.h>
#include <string.h>

/* Limit of the profile size (bytes) on another computer: computing kinds reads most of the profile.
 */
#define MOST_FAR_BYTES (64 << 20)

typedef struct {
  PoplensReport *report;
  const PoplensVariables *variables;
  const PoplensDebugContexts *contexts;
  GCancellable *cancellable;
  GStringChunk *texts;
} TensorFactReader;

/* Copies @text. The copy lives as long as the facts. (nullable): NULL if @text is NULL */
static const char *
copy_text (TensorFactReader *self, const char *text)
{
  return text ? g_string_chunk_insert_const (self->texts, text) : NULL;
}

static gboolean
read_context_fact (TensorFactReader *self, guint64 id, PoplensTensorFact *fact, GError **error)
{
  guint32 context = poplens_debug_contexts_find (self->contexts, id);
  g_autoptr (PoplensSlice) body = NULL;

  if (context != POPLENS_NO_CONTEXT)
    context = poplens_debug_context_in_layer (self->contexts, context, "popart");
  if (context == POPLENS_NO_CONTEXT ||
      strcmp (poplens_debug_context_category (self->contexts, context), "tensor"))
    return TRUE;
  body = poplens_report_get_slice (self->report, POPLENS_SLICE_BODY, self->contexts->id[context],
                                   self->cancellable, error);
  if (!body)
    return FALSE;
  fact->type = copy_text (self, poplens_slice_body_member (body, 1, "type"));
  fact->id = copy_text (self, poplens_slice_body_member (body, 1, "tensorId"));
  return TRUE;
}

/* Reads type and tensor id of a variable from its first debug context with a type or a tensor id.
 * FALSE with @error. */
static gboolean
read_variable_fact (TensorFactReader *self, guint32 id, PoplensTensorFact *fact, GError **error)
{
  guint32 row = poplens_variables_find_debug (self->variables, id);
  g_autoptr (GArray) ids = NULL;

  if (row == G_MAXUINT32)
    return TRUE;
  ids = poplens_lists_values (self->variables->debug_ids, row);
  for (guint i = 0; i < ids->len && !fact->type && !fact->id; i++)
    if (!read_context_fact (self, g_array_index (ids, guint64, i), fact, error))
      return FALSE;
  return TRUE;
}

static PoplensTensorFact *
read_facts (TensorFactReader *self, const PoplensTileBytes *bytes, GError **error)
{
  g_autofree PoplensTensorFact *facts = g_new0 (PoplensTensorFact, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; self->contexts && g < bytes->n_groups; g++) {
    if (g % 256 == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
      return NULL;
    if (bytes->groups[g].unlowered != G_MAXUINT32 &&
        !read_variable_fact (self, bytes->groups[g].unlowered, &facts[g], error))
      return NULL;
  }
  return g_steal_pointer (&facts);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static gpointer
make_kinds (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensWhatIf *what = poplens_report_what_if (report, cancellable, error);
  const PoplensPrograms *programs =
      what ? poplens_report_load_programs (report, cancellable, error) : NULL;
  g_autoptr (GStringChunk) texts = g_string_chunk_new (4096);
  g_autofree PoplensTensorFact *facts = NULL;
  gconstpointer contexts;
  PoplensKinds *kinds;

  if (!programs ||
      !poplens_report_load_optional (report, POPLENS_PART_DEBUG, &contexts, cancellable, error))
    return NULL;
  TensorFactReader reader = {report,
                             poplens_report_load_variables_brief (report, cancellable, error),
                             contexts, cancellable, texts};
  facts = reader.variables ? read_facts (&reader, poplens_what_if_get_bytes (what), error) : NULL;
  if (!facts)
    return NULL;
  kinds = poplens_kinds_new (poplens_what_if_get_bytes (what),
                             poplens_report_peek (report, POPLENS_PART_LIVENESS), reader.variables,
                             programs, facts, cancellable);
  if (!kinds)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return kinds;
}

const PoplensKinds *
poplens_report_kinds (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-kinds", make_kinds, NULL,
                                         (GDestroyNotify) poplens_kinds_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- index by variable ----------------------------------------------------------------------- */

static gpointer
kind_index_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensKinds *kinds = poplens_report_kinds (report, cancellable, error);
  const PoplensWhatIf *what = kinds ? poplens_report_what_if (report, cancellable, error) : NULL;
  const GArray *streamed = what ? poplens_report_streamed (report, cancellable, error) : NULL;
  const PoplensVariables *variables =
      streamed ? poplens_report_load_variables_brief (report, cancellable, error) : NULL;

  return variables
             ? poplens_kind_index_new (poplens_what_if_get_bytes (what), kinds, variables, streamed)
             : NULL;
}

static const PoplensDerived derived_index = {"poplens-kind-index", kind_index_new, NULL,
                                             (GDestroyNotify) poplens_kind_index_free};

const PoplensKindIndex *
poplens_report_kind_index (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &derived_index, cancellable, error);
}

/* ---- availability ---------------------------------------------------------------------------- */

/* TRUE if the kinds of variables can be computed quickly: variables are loaded and few, and the
 * debug file is small, absent or loaded. */
static gboolean
are_parts_small (PoplensReport *report)
{
  const PoplensVariables *variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);
  const PoplensReportFile *debug = poplens_report_get_file (report, POPLENS_FILE_DEBUG);

  return variables && variables->n <= POPLENS_KINDS_AT_ONCE &&
         (!debug->path || debug->size <= POPLENS_DEBUG_AT_ONCE ||
          poplens_report_peek (report, POPLENS_PART_DEBUG));
}

const PoplensKindIndex *
poplens_kinds_at_hand (PoplensReport *report, GCancellable *cancellable)
{
  const PoplensKindIndex *made = poplens_report_peek_derived (report, &derived_index);

  if (made || !are_parts_small (report))
    return made;
  return poplens_report_kind_index (report, cancellable, NULL);
}

gboolean
poplens_kinds_can_be (PoplensReport *report)
{
  static const PoplensPart needed[] = {POPLENS_PART_VARIABLES, POPLENS_PART_LIVENESS,
                                       POPLENS_PART_MEMORY, POPLENS_PART_PROGRAMS};

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (poplens_report_get_absence (report, needed[i]) ||
        poplens_report_peek_damage (report, needed[i]))
      return FALSE;
  const PoplensVariables *variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);
  return !variables || variables->n;
}

static gboolean
are_kinds_due (PoplensReport *report)
{
  const PoplensKindIndex *made = poplens_report_peek_derived (report, &derived_index);

  return !made && poplens_report_is_near (report) && poplens_kinds_can_be (report);
}

gboolean
poplens_kinds_are_due (PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  return are_kinds_due (report) || (other && are_kinds_due (other));
}

/* TRUE if the kinds of variables may be computed in advance: the report has the parts for it, and
 * it is local or small. */
static gboolean
is_affordable (PoplensReport *report)
{
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  const PoplensReportFile *debug = poplens_report_get_file (report, POPLENS_FILE_DEBUG);
  gboolean is_little = (!profile->path || profile->size <= MOST_FAR_BYTES) &&
                       (!debug->path || debug->size <= POPLENS_DEBUG_AT_ONCE);

  return (is_little || poplens_report_is_near (report)) && poplens_kinds_can_be (report);
}

/* A report, and the report that it is compared with (nullable). */
typedef struct {
  PoplensReport *of[2];
  gboolean made[2];
  GCancellable *cancellable;
} ReportPair;

/* Computes the kinds of report @i. */
static void
make_kinds_of (guint i, gpointer data)
{
  ReportPair *both = data;

  both->made[i] = is_affordable (both->of[i]) &&
                  poplens_report_kind_index (both->of[i], both->cancellable, NULL);
}

gboolean
poplens_kinds_make (PoplensReport *report, GCancellable *cancellable)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  ReportPair both = {{report, other}, {FALSE}, cancellable};

  poplens_both ("poplens-kinds", make_kinds_of, &both, other ? 2 : 1);
  return both.made[0] || both.made[1];
}
