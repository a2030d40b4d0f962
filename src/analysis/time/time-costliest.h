/* Which operation and which layer hold IPUs up longest with compute and exchange. */
#pragma once

#include "analysis/time/time.h"
#include "analysis/trace/step-names.h"

G_BEGIN_DECLS

/* Cycles by the wall clock that are bound as compute or exchange, mean of IPUs. Nothing on the
 * critical path: what is parallel counts as long as it takes, and noise that turns the path to
 * another IPU changes nothing. */
typedef struct {
  char *operation, *layer; /* NULL: none */
  guint64 operation_cycles, layer_cycles;
} PoplensTimeCostliest;

/* Operations by their keys (name-parts.h), layers in all phases together: "bert/encoder/layer.7"
 * (name-parts.h); of equal ones the first by name. @programs: (nullable): of the same report.
 * Cost: a pass over the segments. @costliest: (out) */
void poplens_time_costliest (const PoplensTime *time, const PoplensPrograms *programs,
                             PoplensTimeCostliest *costliest);
void poplens_time_costliest_clear (PoplensTimeCostliest *self);

/* Cycles of all IPUs in [from, to) by string of @names, of segments bound by @bounds (bits of
 * PoplensBound). Cost: a pass over the segments. (transfer full): GArray of guint64 */
GArray *poplens_time_sum_names (const PoplensTime *time, PoplensStepNames *names, guint bounds,
                                guint64 from, guint64 to);
/* Cycles by name: guint64 *, by text. (transfer full) */
GHashTable *poplens_time_sums_new (void);
/* @name: (transfer full) (nullable): NULL adds nothing. */
void poplens_time_sums_add (GHashTable *sums, char *name, guint64 cycles);
/* The name with the most cycles, of equal ones the first by name; NULL without any. (transfer none)
 * (nullable). @cycles: (out): 0 without any */
const char *poplens_time_sums_find_largest (GHashTable *sums, guint64 *cycles);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTimeCostliest, poplens_time_costliest_clear)

G_END_DECLS
