/* Loaders of executed steps and of their rows by IPU (load-steps.c, load-step-rows.c). The tables
 * have up to 10^7 rows and are read in ranges of row ids (database/ranges.h). */
#pragma once

#include "database/ranges.h"
#include "profile/loaders.h"

G_BEGIN_DECLS

/* Sum of each list in cycles_by_tile, by the list's id. */
typedef struct {
  PoplensRange range;
  const PoplensProfileSizes *sizes;
  guint32 *ids;  /* (length range.n): ids of the lists, ascending */
  guint64 *sums; /* (length range.n): POPLENS_CYCLES_UNKNOWN if the list cannot be decoded */
} PoplensCycleSums;

/* Describes how cycles_by_tile is read; initial value of PoplensCycleSums.range. */
extern const PoplensRangeKind poplens_cycle_sums;

/* Stores in @part the number of lists in cycles_by_tile, and the ids of those that cannot be
 * decoded. */
void poplens_cycle_sums_tell_damage (const PoplensCycleSums *self, PoplensExecution *part);

/* Reads the rows of steps_by_ipu into @part, whose steps and type_tile_cycles are already set.
 * FALSE with @error. */
gboolean poplens_load_step_rows (const PoplensLoad *load, PoplensExecution *part,
                                 const PoplensCycleSums *sums, GError **error);

/* Reads the first @most steps, and the first @most rows of steps_by_ipu, into @part, without tile
 * cycles. G_MAXUINT32 means all. FALSE if reading fails; loading the whole part then reports why.
 */
gboolean poplens_load_first_steps (const PoplensLoad *load, PoplensExecution *part, guint32 most);
gboolean poplens_load_first_step_rows (const PoplensLoad *load, PoplensExecution *part,
                                       guint32 most);

G_END_DECLS
