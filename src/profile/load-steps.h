/* What was executed, on its way into the part (load-steps.c, load-step-rows.c, cycle-sums.c).
 * Tables of 10^7 rows are read in slices by two threads, each straight into its place of the
 * columns; where the file is not as all real ones are (rows out of order, ids with gaps), and where
 * anything is wrong with it, in one go, which says what. */
#pragma once

#include "database/crew.h"
#include "profile/loaders.h"

G_BEGIN_DECLS

/* Σ cycles of each list in cycles_by_tile, by id. */
typedef struct {
  const PoplensProfileSizes *sizes;
  PoplensRowSpan span; /* of a slice */
  guint32 *ids;        /* rising */
  guint64 *sums;       /* POPLENS_CYCLES_UNKNOWN of a list that cannot be decoded */
  guint32 n, room;
} PoplensCycleSums;

void poplens_cycle_sums_clear (PoplensCycleSums *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensCycleSums, poplens_cycle_sums_clear)

/* All of it in one go, into @self, which is cleared before. */
gboolean poplens_cycle_sums_read (const PoplensLoad *load, PoplensCycleSums *self, GError **error);
/* Adds to @jobs (GArray of PoplensJob) what reads it, once they all are done, into @self, which is
 * new: their slices, which go to join() in the end. (transfer full) (nullable) */
PoplensCycleSums *poplens_cycle_sums_add_jobs (const PoplensLoad *load, PoplensCycleSums *self,
                                               GArray *jobs, guint *n);
/* FALSE where ids do not rise from slice to slice. */
gboolean poplens_cycle_sums_join (PoplensCycleSums *self, const PoplensCycleSums *slices, guint n);

/* Which of them cannot be decoded, into @part. */
void poplens_cycle_sums_tell_damage (const PoplensCycleSums *self, PoplensExecution *part);

/* The rows of steps_by_ipu, into @part, which has its steps and type_tile_cycles. */
gboolean poplens_load_step_rows (const PoplensLoad *load, PoplensExecution *part,
                                 const PoplensCycleSums *sums, GError **error);

G_END_DECLS
