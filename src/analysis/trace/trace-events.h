/* The blocks of a trace as nested events, for export to formats of other programs. In these
 * formats, two events of a thread overlap only if one contains the other. Steps of an IPU may
 * overlap, so each IPU has several tracks without overlaps (lanes.h). In the flame format, the path
 * in a step's name becomes groups around the step. Each track has groups of its own, so groups are
 * always nested. */
#pragma once

#include "analysis/trace/step-names.h"
#include "base/work.h"

G_BEGIN_DECLS

/* Selects the blocks that are events. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  /* Cycles [from, to): blocks that touch this range are selected, and cut to the range. */
  guint64 from, to;
  int ipu; /* number of the IPU; −1: all IPUs */
  gboolean is_flame;
} PoplensTraceChoice;

/* A track of an IPU: steps that do not overlap. */
typedef struct {
  guint16 ipu;
  guint32 lane; /* number of the track within the IPU, from 0; nearly all steps are in track 0 */
  guint32 first, end; /* range in PoplensTraceEvents.rows */
} PoplensTraceTrack;

/* The path in a step's name as frames, from the outermost group to the step itself. */
typedef struct {
  guint32 n;
  const guint32 *frames; /* string ids in PoplensTraceEvents.frames */
  gboolean is_within; /* TRUE: a wait or copy, which opens no groups and is drawn inside the groups
                         that are open */
} PoplensTracePath;

/* Events of a trace, sorted into tracks. */
typedef struct {
  PoplensTraceChoice of;
  PoplensStepNames *names;
  PoplensStrings *frames;
  guint32 n_tracks;
  PoplensTraceTrack *tracks; /* sorted by IPU and lane */
  guint32 n;
  guint32 *rows;     /* [n] rows of steps_by_ipu, sorted by track, then by begin */
  guint64 n_undrawn; /* number of rows without active tiles; such rows have no position in time, and
                        are left out */
  GPtrArray *paths; /* PoplensTracePath by name and kind of step. Index: 2 × string id in .names, +
                       1 for a sync. NULL: not created yet. */
  /* PoplensTracePath of each part of a StreamCopy; the paths do not depend on names. */
  GPtrArray *fixed;
} PoplensTraceEvents;

/* Sorts the selected blocks into tracks. Takes O(n log n) time, and 16 bytes per row while sorting,
 * 4 bytes afterwards. @choice: the execution and programs must outlive the result. NULL if @work
 * was cancelled. @work: (nullable). (transfer full) (nullable) */
PoplensTraceEvents *poplens_trace_events_new (const PoplensTraceChoice *choice,
                                              const PoplensWork *work);
void poplens_trace_events_free (PoplensTraceEvents *self);

/* Returns the path of a row's step: at least one frame, at most POPLENS_NAME_MOST_PARTS. (transfer
 * none): @self owns it. */
const PoplensTracePath *poplens_trace_events_path (PoplensTraceEvents *self, guint32 row);

/* ---- walking --------------------------------------------------------------------------------- */

/* A step as an event, cut to the selected range. */
typedef struct {
  guint32 track, row;
  guint32 n_frames;      /* number of groups that are open around the step */
  const guint32 *groups; /* [n_frames] frames of the open groups, outermost first */
  guint32 frame;         /* frame of the step itself */
  guint64 from, to;      /* begin and end, cycles */
} PoplensTraceEvent;

/* Callbacks of poplens_trace_events_walk (). */
typedef struct {
  /* (nullable): .open is called when a group opens, .close when a group closes. The group that
   * opened last closes first. Groups stay open while nothing runs in the track: this makes a
   * timeline easier to read. */
  void (*open) (guint32 track, guint32 frame, guint64 at, gpointer data);
  void (*close) (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data);
  gboolean (*step) (const PoplensTraceEvent *event,
                    gpointer data); /* called for each step; returns FALSE to stop the walk */
  /* TRUE: visits one track after the other. FALSE: visits the steps of all tracks together, sorted
   * by start. In that case, groups close just before the next step of their track. */
  gboolean by_track;
} PoplensTraceVisitor;

/* Walks all events. FALSE if the visitor stopped it, or @work was cancelled. @work: (nullable). */
gboolean poplens_trace_events_walk (PoplensTraceEvents *self, const PoplensTraceVisitor *visitor,
                                    const PoplensWork *work, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceEvents, poplens_trace_events_free)

G_END_DECLS
