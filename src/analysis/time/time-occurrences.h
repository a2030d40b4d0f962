/* Occurrences of a finding on time in the trace: each step that it concerns, on each IPU. */
#pragma once

#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

/* A step that a finding concerns. */
typedef struct {
  guint64 from, to; /* cycles that the trace shows for the step; for a slow iteration, those of the
                       iteration */
  guint64 cost; /* tile cycles that the step loses because of the finding. Of a slow iteration: by
                   how much the step takes longer than in a fast one. Of stage imbalance: a part of
                   the waiting of other IPUs, in proportion to the length of the step */
  guint32 row;  /* row of steps_by_ipu; G_MAXUINT32: no step, as in time outside the program */
  /* Number of the occurrence, in order of time. Rows that belong together have the same number: one
   * step for which several IPUs wait for each other, for the host or for a sync; or one slow
   * iteration. */
  guint32 group;
  /* Sum of .cost over all rows with this .group. Of a slow iteration: the tile cycles by which it
   * takes longer than a fast one */
  guint64 group_cost;
  gboolean
      is_told; /* slow iterations only: TRUE for the step that the finding's sentence names: the
                  longest of those on which the iteration spends most of its additional cycles */
} PoplensTimeOccurrence;

/* Compares occurrences for sorting: the group with the most cost first; within a group first the
 * step that the finding's sentence names, then the row with the most cost. */
int poplens_time_occurrence_compare (gconstpointer a, gconstpointer b);

/* Finds the occurrences of a finding, in order of time. @finding: a finding on the time of @input.
 * @input: only its time, programs and iterations are read. Costs a pass over the segments. NULL
 * with G_IO_ERROR_CANCELLED. (transfer full): GArray of PoplensTimeOccurrence */
GArray *poplens_time_occurrences_new (const PoplensTimeFinding *finding,
                                      const PoplensTimeFindingsInput *input,
                                      const PoplensWork *work, GError **error);
/* Returns the number in the report of the tile that takes longest in a row of steps_by_ipu;
 * G_MAXUINT32 if it is not known. */
guint32 poplens_time_slowest_tile (const PoplensTime *time, guint32 row);

G_END_DECLS
