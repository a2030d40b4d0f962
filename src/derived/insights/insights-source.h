/* Inputs of insights: peaks by tile, streamed variables, and the data and changes of what-if. They
 * are computed once and cached in the report. The report owns results that are not (transfer full).
 */
#pragma once

#include "analysis/insights/moves.h"
#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the peak of each tile at its own peak step. Uses the recorded sums by tile and class if
 * they agree with memory_by_tile on every tile; else the lowered variables, which are three times
 * as many rows. NULL with ABSENT if the report lacks liveness, memory or variables. (transfer
 * full): GArray of PoplensTilePeak, in the order of memory->tile */
GArray *poplens_report_tile_peaks (PoplensReport *report, GCancellable *cancellable,
                                   GError **error);

/* Returns the sorted ids of lowered variables that a stream of the host reads or writes. Streams of
 * remote buffers do not count. GArray of guint32 */
const GArray *poplens_report_streamed (PoplensReport *report, GCancellable *cancellable,
                                       GError **error);

/* Returns the data for what-if. Cost: a pass over the names of the variables at the first call.
 * NULL with @error. */
const PoplensWhatIf *poplens_report_what_if (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);

/* Returns for each group of poplens_what_if_get_bytes () whether all its variables are 32-bit
 * floats, as recorded in debug.cbor. NULL with ABSENT if the report has no debug.cbor. Cost at the
 * first call: the index of debug.cbor, and the body of each variable's contexts. [n_groups] */
const guint8 *poplens_report_float_groups (PoplensReport *report, GCancellable *cancellable,
                                           GError **error);

/* Reads the changes in the keys "scale" (poplens_change_parse_scale ()) and "change"
 * (poplens_change_parse ()). Changes are separated by ";", and "\;" stands for ";". NULL with USAGE
 * if a change cannot be read. (transfer full): GPtrArray of PoplensChange, maybe empty */
GPtrArray *poplens_what_if_changes (const PoplensLocation *location, GError **error);
/* Returns the location with its changes replaced by @changes. (transfer full) */
PoplensLocation *poplens_what_if_location (const PoplensLocation *location,
                                           const GPtrArray *changes);

/* Reads the key "estimate": "optimistic" (also if it is not set) or "pessimistic". FALSE with USAGE
 * for another value. */
gboolean poplens_what_if_estimate (const PoplensLocation *location, PoplensEstimate *estimate,
                                   GError **error);

/* Data for evaluating changes, in addition to poplens_what_if_get_bytes (). Initialise with zeros.
 */
typedef struct {
  const guint8 *halves;
  const PoplensMoves *moves;
  PoplensWhatIfFacts facts; /* points to .halves and .moves */
} PoplensWhatIfInputs;
/* Loads the data that @changes need, unless @self has them: the groups of 32-bit floats, and the
 * moves. FALSE with @error. */
gboolean poplens_what_if_inputs_load (PoplensWhatIfInputs *self, PoplensReport *report,
                                      const GPtrArray *changes, GCancellable *cancellable,
                                      GError **error);

/* Evaluates the changes of a location on its tiles or its IPU. The needs of tiles are optimistic or
 * pessimistic, as its key "estimate" says (poplens_fit_widen ()). The last result is cached in the
 * report. NULL with USAGE if a change matches nothing, or if the report has no such tile or IPU.
 * (transfer full) */
PoplensWhatIfResult *poplens_what_if_of_location (PoplensReport *report,
                                                  const PoplensLocation *location,
                                                  GCancellable *cancellable, GError **error);

G_END_DECLS
