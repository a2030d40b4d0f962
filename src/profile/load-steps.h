/* What was executed, on its way into the part (load-steps.c, load-step-rows.c):
 * tables of 10^7 rows, read in ranges of their row ids (database/ranges.h). */
#pragma once

#include "database/ranges.h"
#include "profile/loaders.h"

G_BEGIN_DECLS

/* Σ cycles of each list in cycles_by_tile, by id. */
typedef struct {
  PoplensRange range;
  const PoplensProfileSizes *sizes;
  guint32 *ids;  /* (length range.n): rising */
  guint64 *sums; /* (length range.n): POPLENS_CYCLES_UNKNOWN of a list that cannot be decoded */
} PoplensCycleSums;

/* .range of one that is new. */
extern const PoplensRangeKind poplens_cycle_sums;

/* Which of them cannot be decoded, into @part. */
void poplens_cycle_sums_tell_damage (const PoplensCycleSums *self, PoplensExecution *part);

/* The rows of steps_by_ipu, into @part, which has its steps and type_tile_cycles. */
gboolean poplens_load_step_rows (const PoplensLoad *load, PoplensExecution *part,
                                 const PoplensCycleSums *sums, GError **error);

/* The first @most steps with their first @most rows (G_MAXUINT32: all), without tile cycles, into
 * @part. FALSE where only the whole part can say what there is. */
gboolean poplens_load_first_steps (const PoplensLoad *load, PoplensExecution *part, guint32 most);
gboolean poplens_load_first_step_rows (const PoplensLoad *load, PoplensExecution *part,
                                       guint32 most);

G_END_DECLS
