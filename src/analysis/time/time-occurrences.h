/* Where in the trace a finding on time is: each step that it speaks of, on each IPU. */
#pragma once

#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

typedef struct {
  guint64 from, to; /* cycles to be seen: the step, or the iteration that it makes slow */
  guint64 cost;     /* tile cycles that it loses to the finding; in a slow iteration those by which
                     * it takes longer than in a fast one; of stage imbalance its part, by how long
                     * it takes, of what other IPUs wait */
  guint32 row;      /* of steps_by_ipu; G_MAXUINT32: none, it is outside the program */
  /* Rows of one occurrence have the same number, rising by their begin: a step for which IPUs wait
   * for each other, the host or a sync together; or a slow iteration. */
  guint32 group;
  /* The sum of .cost; of a slow iteration the tile cycles that it takes longer. */
  guint64 group_cost;
  gboolean is_told; /* of a slow iteration: the sentence of the finding names what the step is of */
} PoplensTimeOccurrence;

/* Sorts the costliest occurrence first, and in it what the sentence names, then the costliest row.
 */
int poplens_time_occurrence_compare (gconstpointer a, gconstpointer b);

/* By their begin. @finding: of the time of @input, of which programs and iterations are asked.
 * Cost: a pass over the segments. NULL with CANCELLED. (transfer full): GArray of
 * PoplensTimeOccurrence */
GArray *poplens_time_occurrences_new (const PoplensTimeFinding *finding,
                                      const PoplensTimeFindingsInput *input,
                                      const PoplensWork *work, GError **error);
/* The number over all IPUs of the tile that takes longest in a row of steps_by_ipu; G_MAXUINT32:
 * that is not known. */
guint32 poplens_time_slowest_tile (const PoplensTime *time, guint32 row);

G_END_DECLS
