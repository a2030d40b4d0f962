/* What peaks by tile and what-if stand on: read once a report, and kept with it, so that it lives
 * as long as the report. */
#pragma once

#include "analysis/insights/moves.h"
#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Each tile at its own worst step. From the file's own sums by tile and class where these agree
 * with memory_by_tile on every tile, which costs a third of the rows; else from the lowered
 * variables. NULL with ABSENT where the report lacks liveness, memory or variables.
 * (transfer full): GArray of PoplensTilePeak, in the order of memory->tile */
GArray *poplens_report_tile_peaks (PoplensReport *report, GCancellable *cancellable,
                                   GError **error);

/* IDs of lowered variables that a stream of the host reads or writes, rising; those of remote
 * buffers may be anything that was moved off the chip. GArray of guint32 */
const GArray *poplens_report_streamed (PoplensReport *report, GCancellable *cancellable,
                                       GError **error);
/* The same of remote buffers: variables whose bytes are kept off the chip. */
const GArray *poplens_report_staged (PoplensReport *report, GCancellable *cancellable,
                                     GError **error);

/* The ground of what-if; costs a pass over the names of the variables at the first call. */
const PoplensWhatIf *poplens_report_what_if (PoplensReport *report, GCancellable *cancellable,
                                             GError **error);

/* Of each group of poplens_what_if_get_bytes(): TRUE where debug.cbor says that all of it is 32-bit
 * floats. NULL with ABSENT where the report has no debug.cbor. Cost: its index and the body of each
 * variable's contexts, at the first call. [n_groups] */
const guint8 *poplens_report_float_groups (PoplensReport *report, GCancellable *cancellable,
                                           GError **error);

/* The changes that a location asks for: "scale" (poplens_change_parse_scale() texts, separated by
 * ";"; "\;" is a ";"), "change" (keys as poplens_change_parse() takes them, separated likewise).
 * NULL with USAGE if they cannot be read. (transfer full): GPtrArray of PoplensChange, maybe empty
 */
GPtrArray *poplens_what_if_changes (const PoplensLocation *location, GError **error);
/* The location with these changes in place of those that it has. (transfer full) */
PoplensLocation *poplens_what_if_location (const PoplensLocation *location,
                                           const GPtrArray *changes);

/* "estimate": optimistic where it is not said. FALSE with USAGE. */
gboolean poplens_what_if_estimate (const PoplensLocation *location, PoplensEstimate *estimate,
                                   GError **error);

/* What an evaluation of changes needs beside the bytes. Zero it to begin. */
typedef struct {
  const guint8 *halves;
  const PoplensMoves *moves;
  PoplensWhatIfFacts facts; /* points into these */
} PoplensWhatIfInputs;
/* Reads what @changes need and is not there yet. */
gboolean poplens_what_if_inputs_load (PoplensWhatIfInputs *self, PoplensReport *report,
                                      const GPtrArray *changes, GCancellable *cancellable,
                                      GError **error);

/* What the location asks for, evaluated over its tiles or its IPU: what tiles need is the end of
 * the range that its "estimate" names, as in fit.h. USAGE where a change matches nothing, or there
 * is no such tile or IPU. (transfer full) */
PoplensWhatIfResult *poplens_what_if_of_location (PoplensReport *report,
                                                  const PoplensLocation *location,
                                                  GCancellable *cancellable, GError **error);

G_END_DECLS
