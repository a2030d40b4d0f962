/* Finds the operation and the layer that limit IPUs longest with compute and exchange. */
#pragma once

#include "analysis/time/time.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Operation and layer with the most wall-clock cycles in which they limit an IPU by compute or
 * exchange: mean over the IPUs. The critical path plays no role, so work of parallel IPUs counts in
 * full, and noise that moves the path to another IPU changes nothing. */
typedef struct {
  char *operation, *layer; /* (nullable): NULL if no step has a name, or no name has a layer */
  guint64 operation_cycles, layer_cycles;
} PoplensTimeCostliest;

/* Finds the operation with the most cycles, by its key, and the layer with the most cycles, summed
 * over all training phases: "bert/encoder/layer.7" (name-parts.h). Of equal ones takes the first by
 * name. @programs: (nullable): of the same report. Costs a pass over the segments. @costliest:
 * (out): clear with poplens_time_costliest_clear (). */
void poplens_time_costliest (const PoplensTime *time, const PoplensPrograms *programs,
                             PoplensTimeCostliest *costliest);
void poplens_time_costliest_clear (PoplensTimeCostliest *self);

/* Returns the cycles of all IPUs in [@from, @to) by string of @names, of segments with one of
 * @bounds (bits, 1 << PoplensBound). Costs a pass over the segments. (transfer full): GArray of
 * guint64 */
GArray *poplens_time_sum_names (const PoplensTime *time, PoplensStepNames *names, guint bounds,
                                guint64 from, guint64 to);
/* Creates a map of sums of cycles: name (char *) → guint64 *. (transfer full) */
GHashTable *poplens_time_sums_new (void);
/* Adds @cycles to the sum of a name. @name: (transfer full) (nullable): NULL adds nothing. */
void poplens_time_sums_add (GHashTable *sums, char *name, guint64 cycles);
/* Returns the name with the most cycles, of equal ones the first by name; NULL if there is none.
 * @cycles: (out): 0 if there is none. (transfer none) (nullable) */
const char *poplens_time_sums_find_largest (GHashTable *sums, guint64 *cycles);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeCostliest, poplens_time_costliest_clear)

G_END_DECLS
