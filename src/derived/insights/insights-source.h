/* Inputs of insights that are computed once for a report and cached in it: peaks by tile, streamed
 * variables, and the data and changes of what-if. Results are owned by the report unless they are
 * (transfer full). */
#pragma once

#include "analysis/insights/moves.h"
#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns the peak of each tile at its own worst step. Computed from the recorded sums by tile and
 * class if they agree with memory_by_tile on every tile, which reads a third of the rows; else from
 * the lowered variables. NULL with ABSENT if the report lacks liveness, memory or variables.
 * (transfer full): GArray of PoplensTilePeak, in the order of memory->tile */
GArray *poplens_report_tile_peaks (PoplensReport *report, GCancellable *cancellable,
                                   GError **error);

/* Returns the sorted ids of lowered variables that a stream of the host reads or writes. Remote
 * buffers are left out, as they may be anything that was moved off the chip. GArray of guint32 */
const GArray *poplens_report_streamed (PoplensReport *report, GCancellable *cancellable,
                                       GError **error);

/* Returns the data for what-if. Cost: a pass over the names of the variables at the first call.
 * NULL with @error. */
const PoplensWhatIf *poplens_report_what_if (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);

/* Returns for each group of poplens_what_if_get_bytes () TRUE if debug.cbor records that all of it
 * is 32-bit floats. NULL with ABSENT if the report has no debug.cbor. Cost: its index and the body
 * of each variable's contexts, at the first call. [n_groups] */
const guint8 *poplens_report_float_groups (PoplensReport *report, GCancellable *cancellable,
                                           GError **error);

/* Reads the changes that a location names: "scale" (texts for poplens_change_parse_scale (),
 * separated by ";"; "\;" is a ";") and "change" (keys for poplens_change_parse (), separated
 * likewise). NULL with USAGE if they cannot be read. (transfer full): GPtrArray of PoplensChange,
 * maybe empty */
GPtrArray *poplens_what_if_changes (const PoplensLocation *location, GError **error);
/* Returns the location with its changes replaced by @changes. (transfer full) */
PoplensLocation *poplens_what_if_location (const PoplensLocation *location,
                                           const GPtrArray *changes);

/* Reads the key "estimate": "optimistic" (also if it is not set) or "pessimistic". FALSE with USAGE
 * for another value. */
gboolean poplens_what_if_estimate (const PoplensLocation *location, PoplensEstimate *estimate,
                                   GError **error);

/* Data for evaluating changes, beside the bytes. Initialise with zeros. */
typedef struct {
  const guint8 *halves;
  const PoplensMoves *moves;
  PoplensWhatIfFacts facts; /* points to the fields above */
} PoplensWhatIfInputs;
/* Loads what @changes need and @self lacks: the groups of 32-bit floats, the moves. FALSE with
 * @error. */
gboolean poplens_what_if_inputs_load (PoplensWhatIfInputs *self, PoplensReport *report,
                                      const GPtrArray *changes, GCancellable *cancellable,
                                      GError **error);

/* Evaluates the changes of a location over its tiles or its IPU, and widens the needs of tiles to
 * the end of their range that its key "estimate" names (poplens_fit_widen ()). Caches the last
 * result in the report. NULL with USAGE if a change matches nothing, or there is no such tile or
 * IPU. (transfer full) */
PoplensWhatIfResult *poplens_what_if_of_location (PoplensReport *report,
                                                  const PoplensLocation *location,
                                                  GCancellable *cancellable, GError **error);

G_END_DECLS
