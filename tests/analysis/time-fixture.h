/* Made-up executions whose tiles have timelines without gaps, as a profile has them: rows of
 * steps_by_ipu follow from the cycles of the tiles (formats.md 3.10). */
#pragma once

#include "analysis/time/time.h"

#define FIXTURE_TILES 5
#define FIXTURE_STEP_IDS 256 /* from one step's id to the next one's */

typedef struct {
  PoplensExecution *execution;
  PoplensPrograms *programs;
  PoplensExchanges *exchanges;
  GArray *rows;  /* PoplensStepRow, as those of the execution */
  GArray *tiles; /* guint64 [row][FIXTURE_TILES]: cycles */
  GArray *begin; /* guint64 [row][FIXTURE_TILES]: when each tile begins the row's step */
  guint n_ipus;
  guint64 ends[8][FIXTURE_TILES];
  gboolean no_lists;   /* recorded by IPU … */
  gboolean lists_lost; /* … or by tile, and no step says which list is its own */
} TimeFixture;

/* Programs that steps may name: of a copy that starts a run (Begin, Mid, End), of one that is the
 * profiler's, of another one, one for all else, and three with names: FIXTURE_NARROW is called
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

/* A step of the execution; @cycles: [ipu][tile], an IPU of which no tile has any gets no row unless
 * @rows has its bit. */
void time_fixture_add (TimeFixture *self, PoplensStepKind kind, const char *sync, guint32 program,
                       guint64 (*cycles)[FIXTURE_TILES], guint rows);
/* All tiles of all IPUs wait until the last one has come, and @overhead cycles longer. */
void time_fixture_join (TimeFixture *self, const char *sync, guint64 overhead);
/* Once all steps are there. */
void time_fixture_end (TimeFixture *self);
/* @n random steps of all kinds, with joins. (transfer full) */
TimeFixture *time_fixture_random (guint n, guint n_ipus);

/* What the time is made of; lives as long as the fixture. */
PoplensTimeInput time_fixture_input (TimeFixture *self);
PoplensTime *time_fixture_make (TimeFixture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TimeFixture, time_fixture_free)
