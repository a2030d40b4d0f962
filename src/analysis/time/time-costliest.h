/* Finds the operation and the layer that limit IPUs for the most cycles by compute and exchange. */
#pragma once

#include "analysis/time/time.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Operation and layer that limit IPUs for the most cycles by compute or exchange (mean over the
 * IPUs). All IPUs count, not only the critical path. Noise can move this path to another IPU, but
 * does not change the mean. */
typedef struct {
  char *operation, *layer; /* (nullable). .operation: NULL if no step has a name; .layer: NULL if no
                              name has a layer */
  guint64 operation_cycles, layer_cycles;
} PoplensTimeCostliest;

/* Finds the operation (by its key) and the layer ("bert/encoder/layer.7", see name-parts.h) with
 * the most cycles, summed over training phases. On a tie, the first name wins. Takes a pass over
 * the segments. @programs: (nullable). @costliest: (out): clear with poplens_time_costliest_clear
 * (). */
void poplens_time_costliest (const PoplensTime *time, const PoplensPrograms *programs,
                             PoplensTimeCostliest *costliest);
void poplens_time_costliest_clear (PoplensTimeCostliest *self);

/* Sums the cycles of segments in [@from, @to) by the name of their step, over all IPUs. @bounds:
 * bits (1 << PoplensBound) of the segments that count. Takes a pass over the segments. (transfer
 * full): GArray of guint64, by string id in @names */
GArray *poplens_time_sum_names (const PoplensTime *time, PoplensStepNames *names, guint bounds,
                                guint64 from, guint64 to);
/* Creates a map of sums of cycles: name (char *) → guint64 *. (transfer full) */
GHashTable *poplens_time_sums_new (void);
/* Adds @cycles to the sum of a name. @name: (transfer full) (nullable): NULL adds nothing. */
void poplens_time_sums_add (GHashTable *sums, char *name, guint64 cycles);
/* Returns the name with the most cycles, on a tie the first by name; NULL if no name has cycles.
 * @cycles: (out): 0 if no name has cycles. (transfer none) (nullable) */
const char *poplens_time_sums_find_largest (GHashTable *sums, guint64 *cycles);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeCostliest, poplens_time_costliest_clear)

G_END_DECLS
