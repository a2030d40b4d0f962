/* Occurrences of a finding on time in the trace: each step that it concerns, on each IPU. */
#pragma once

#include "analysis/time/time-findings.h"

G_BEGIN_DECLS

/* A step that a finding concerns. */
typedef struct {
  guint64 from, to; /* range of cycles to show in the trace: the step or, for a slow iteration, the
                       whole iteration */
  /* Tile cycles that the step loses because of the finding. For a slow iteration: the excess of the
   * step over the same step of a fast iteration. For stage imbalance: the step's share of the
   * cycles that other IPUs wait. */
  guint64 cost;
  guint32 row; /* row of steps_by_ipu; G_MAXUINT32: no step, as in time outside the program */
  /* Number of the occurrence, in order of time. One occurrence may have several rows, such as a
   * sync on all IPUs, or the steps of one slow iteration. */
  guint32 group;
  /* Sum of .cost over all rows with this .group. For a slow iteration: the tile cycles by which the
   * iteration takes longer than a fast one. */
  guint64 group_cost;
  /* Slow iterations only: TRUE for the step that the finding's sentence names. */
  gboolean is_told;
} PoplensTimeOccurrence;

/* Compares occurrences for sorting. Groups with the highest .group_cost come first. Within a group,
 * the step that the finding's sentence names comes first, then the row with the highest .cost. */
int poplens_time_occurrence_compare (gconstpointer a, gconstpointer b);

/* Finds the occurrences of a finding in one pass over the segments, sorted by time. @finding: a
 * finding on the time in @input. @input: only its time, programs and iterations are read. NULL with
 * G_IO_ERROR_CANCELLED. (transfer full): GArray of PoplensTimeOccurrence */
GArray *poplens_time_occurrences_new (const PoplensTimeFinding *finding,
                                      const PoplensTimeFindingsInput *input,
                                      const PoplensWork *work, GError **error);
/* Returns the tile that takes longest in a row of steps_by_ipu, as a tile number of the whole
 * report; G_MAXUINT32 if the tile is not known. */
guint32 poplens_time_slowest_tile (const PoplensTime *time, guint32 row);

G_END_DECLS
