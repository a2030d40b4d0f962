/* Timelines of all tiles. A tile's steps follow each other without gaps. Writes steps, steps_by_ipu
 * and cycles_by_tile immediately; collects markers and totals. */
#pragma once

#include "demo/db.h"
#include "demo/model.h"

G_BEGIN_DECLS

/* Kinds of steps in execution_cycle_totals. */
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

/* Time of a watched tile in one step. */
typedef struct {
  guint tile;
  guint64 from, to;
  DemoStepKind kind;
  gint64 program; /* index of the program, or −1 */
  guint run;
} DemoStretch;

/* Creates timelines at cycle 0. @db: (nullable): NULL: time advances, but nothing is written or
 * watched. (transfer full) */
DemoTimeline *demo_timeline_new (const DemoModel *m, DemoDb *db);
void demo_timeline_free (DemoTimeline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DemoTimeline, demo_timeline_free)

/* Begins a step. @program: −1: the step belongs to no program; @id: row of the compute set,
 * exchange or stream copy */
void demo_timeline_step (DemoTimeline *self, DemoStepKind kind, gint64 program,
                         const char *sync_type, gint64 id);
/* Adds the step's cycles on one IPU. @cycles: [n_kinds]; @known: id in cycles_by_tile of a list
 * with the same cycles, or −1. Returns the id of the list in cycles_by_tile, or −1 if there is
 * none. */
gint64 demo_timeline_cycles (DemoTimeline *self, guint ipu, const guint32 *cycles, gint64 known);
/* Writes a row of cycles_by_tile that belongs to no step. Returns the id of the row. */
gint64 demo_timeline_list (DemoTimeline *self, guint ipu, const guint32 *cycles);

guint64 demo_timeline_end (const DemoTimeline *self, guint kind);
guint demo_timeline_n_steps (const DemoTimeline *self);
const GArray *demo_timeline_stretches (const DemoTimeline *self);

/* Ends a run; all tiles must end together. Writes execution_cycle_totals. */
void demo_timeline_end_run (DemoTimeline *self, guint run);
/* Writes all markers that every tile has passed. @last: TRUE: writes all markers. */
void demo_timeline_write_markers (DemoTimeline *self, gboolean last);

G_END_DECLS
