/* Made-up executions whose tiles have timelines without gaps, as in a profile: rows of steps_by_ipu
 * follow from the cycles of the tiles (formats.md 3.10). */
#pragma once

#include "analysis/time/time.h"

#define FIXTURE_TILES 5
#define FIXTURE_STEP_IDS 256 /* difference between the ids of successive steps */

typedef struct {
  PoplensExecution *execution;
  PoplensPrograms *programs;
  PoplensExchanges *exchanges;
  GArray *rows;  /* PoplensStepRow, like the rows of the execution */
  GArray *tiles; /* guint64 [row][FIXTURE_TILES]: cycles */
  GArray *begin; /* guint64 [row][FIXTURE_TILES]: begin of the row's step on each tile */
  guint n_ipus;
  guint64 ends[8][FIXTURE_TILES];
  gboolean no_lists;   /* cycles are recorded by IPU only */
  gboolean lists_lost; /* cycles are recorded by tile, but no step refers to its list */
} TimeFixture;

/* Programs that steps may name: of a copy that starts a run (Begin, Mid, End), of the profiler's
 * copy, of another copy, one for all else, and three with names: FIXTURE_NARROW is
 * "Bwd/layer.7/narrow", FIXTURE_WIDE "Fwd/layer.7/wide", and FIXTURE_WIDE_BACK the same in "Bwd".
 */
enum {
  FIXTURE_START,
  FIXTURE_PROFILER = 3,
  FIXTURE_COPY = 6,
  FIXTURE_OTHER = 9,
  FIXTURE_NARROW,
  FIXTURE_WIDE,
  FIXTURE_WIDE_BACK,
  FIXTURE_N_PROGRAMS
};

TimeFixture *time_fixture_new (guint n_ipus);
void time_fixture_free (TimeFixture *self);

/* Adds a step. @cycles: [ipu][tile]; an IPU whose tiles have no cycles gets no row unless its bit
 * is set in @rows. */
void time_fixture_add (TimeFixture *self, PoplensStepKind kind, const char *sync, guint32 program,
                       guint64 (*cycles)[FIXTURE_TILES], guint rows);
/* Adds a sync: all tiles of all IPUs wait until the last one has arrived, and @overhead cycles
 * longer. */
void time_fixture_join (TimeFixture *self, const char *sync, guint64 overhead);
/* Completes the execution; called after the last step was added. */
void time_fixture_end (TimeFixture *self);
/* Returns @n random steps of all kinds, with synchronisation points. (transfer full) */
TimeFixture *time_fixture_random (guint n, guint n_ipus);

/* Returns the input of poplens_time_new (); valid as long as the fixture. */
PoplensTimeInput time_fixture_input (TimeFixture *self);
PoplensTime *time_fixture_make (TimeFixture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TimeFixture, time_fixture_free)
