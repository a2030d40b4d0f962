/* Occurrences of a finding on time in the trace: each step that it concerns, on each IPU. */
#pragma once

#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

/* A step that a finding concerns. */
typedef struct {
  guint64 from, to; /* cycles to show: the step, or the iteration that it makes slow */
  guint64 cost;     /* tile cycles that it loses to the finding; of a slow iteration, those by which
                     * it takes longer than in a fast one; of stage imbalance, its share of the
                     * waiting of other IPUs, in proportion to its length */
  guint32 row;      /* row of steps_by_ipu; G_MAXUINT32: no step, as outside the program */
  /* Number of the occurrence, ascending by begin. Its rows have the same number: a step for which
   * IPUs wait for each other, for the host or for a sync together; or a slow iteration. */
  guint32 group;
  /* Sum of .cost of the group; of a slow iteration, the tile cycles by which it takes longer */
  guint64 group_cost;
  gboolean is_told; /* slow iterations only: TRUE for the longest step of the item on which it
                     * spends most additional cycles, which the finding's sentence names */
} PoplensTimeOccurrence;

/* Compares occurrences: the group with the most cost first; within it, the step that the sentence
 * names, then the row with the most cost. */
int poplens_time_occurrence_compare (gconstpointer a, gconstpointer b);

/* Finds the occurrences of a finding, sorted by begin. @finding: of the time of @input. Of @input,
 * the time, programs and iterations are read. Costs a pass over the segments. NULL with
 * G_IO_ERROR_CANCELLED. (transfer full): GArray of PoplensTimeOccurrence */
GArray *poplens_time_occurrences_new (const PoplensTimeFinding *finding,
                                      const PoplensTimeFindingsInput *input,
                                      const PoplensWork *work, GError **error);
/* Returns the number in the report of the tile that takes longest in a row of steps_by_ipu;
 * G_MAXUINT32 if it is not known. */
guint32 poplens_time_slowest_tile (const PoplensTime *time, guint32 row);

G_END_DECLS
