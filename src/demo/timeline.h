/* The timelines of all tiles: without gaps, each step adds its cycles to each tile of an IPU.
 * Writes steps, steps_by_ipu and cycles_by_tile as they happen, and keeps what the markers and
 * totals need. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"

G_BEGIN_DECLS

/* For execution_cycle_totals. */
typedef enum {
  DEMO_STEP_COMPUTE,
  DEMO_STEP_INTERNAL_EXCHANGE,
  DEMO_STEP_GLOBAL_EXCHANGE,
  DEMO_STEP_STREAM,
  DEMO_STEP_STREAM_BEGIN,
  DEMO_STEP_STREAM_END,
  DEMO_STEP_SYNC,
  DEMO_STEP_KINDS,
} DemoStepKind;

typedef struct _DemoTimeline DemoTimeline;

/* A stretch of a watched tile's time in one step. */
typedef struct {
  guint tile;
  guint64 from, to;
  DemoStepKind kind;
  gint64 program; /* or -1 */
  guint run;
} DemoStretch;

/* @db: (nullable): nothing is written or watched, time passes all the same */
DemoTimeline *demo_timeline_new (const DemoModel *m, DemoDb *db);
void demo_timeline_free (DemoTimeline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DemoTimeline, demo_timeline_free)

/* Begins a step; @program is -1 for an implicit one, @id that of what is executed in its table. */
void demo_timeline_step (DemoTimeline *self, DemoStepKind kind, gint64 program,
                         const char *sync_type, gint64 id);
/* Its cycles on one IPU, by kind of tile (of all IPUs). Returns the id of the list; @known is that
 * of an equal list written before, or -1. Nothing happens (-1) if all are 0;
 * -1 as well where tiles are not measured. */
gint64 demo_timeline_cycles (DemoTimeline *self, guint ipu, const guint32 *cycles, gint64 known);
/* A list that belongs to no step. */
gint64 demo_timeline_list (DemoTimeline *self, guint ipu, const guint32 *cycles);

guint64 demo_timeline_end (const DemoTimeline *self, guint kind);
guint demo_timeline_n_steps (const DemoTimeline *self);
const GArray *demo_timeline_stretches (const DemoTimeline *self);

/* All tiles have to end together. Writes execution_cycle_totals. */
void demo_timeline_end_run (DemoTimeline *self, guint run);
/* Those that all tiles have passed; @last: all there are. */
void demo_timeline_write_markers (DemoTimeline *self, gboolean last);

G_END_DECLS
