/* The blocks of a trace as nested events, for formats of other programs.
 *
 * Readers of traces expect threads in which two events overlap only if one contains the other.
 * Steps of an IPU do overlap, so each IPU has as many tracks as steps that run at once (lanes.h);
 * within a track steps follow one another. In a flame, each step is inside groups for the path in
 * its name. Groups are opened and closed around the steps of a track, so they are always nested.
 * (The chart groups all steps of an IPU together, flame.h: its groups may overlap partly, as in the
 * reference application, which no reader of traces accepts.) */
#pragma once

#include "analysis/trace/step-names.h"
#include "base/work.h"

G_BEGIN_DECLS

/* Selects the blocks that are events. */
typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  guint64 from, to; /* range [from, to): blocks that touch it are selected, and cut to it; cycles */
  int ipu;          /* number of the IPU; −1: all IPUs */
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
  gboolean is_within;    /* TRUE: a wait or a copy, which has no groups of its own: it stays within
                            those that are open */
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
  guint64 n_undrawn; /* number of rows without active tiles; they have no position in time, and are
                        left out */
  GPtrArray *paths;  /* PoplensTracePath: index 2 × string id in .names, + 1 for a sync; an element
                        is NULL until it is needed */
  GPtrArray
      *fixed; /* PoplensTracePath of the parts of a StreamCopy, which do not depend on names */
} PoplensTraceEvents;

/* Sorts the selected blocks into tracks. O(n log n), with 16 bytes per row while sorting and 4
 * afterwards. @choice: its parts must outlive the result. NULL if @work was cancelled. @work:
 * (nullable). (transfer full) (nullable) */
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
  guint32 n_frames;      /* number of open groups around it */
  const guint32 *groups; /* [n_frames] frames of the open groups, outermost first */
  guint32 frame;         /* frame of the step itself */
  guint64 from, to;      /* begin and end, cycles */
} PoplensTraceEvent;

/* Callbacks of poplens_trace_events_walk (). */
typedef struct {
  /* (nullable): called when a group opens or closes. The group that opened last closes first.
   * Groups stay open while nothing runs in the track, which makes a timeline easier to read. */
  void (*open) (guint32 track, guint32 frame, guint64 at, gpointer data);
  void (*close) (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data);
  gboolean (*step) (const PoplensTraceEvent *event,
                    gpointer data); /* called for each step; returns FALSE to stop the walk */
  /* TRUE: tracks one after the other. FALSE: all tracks together, by the begin of their steps, so
   * nearly in the order of the file. Groups of a track then close just before its next step. */
  gboolean by_track;
} PoplensTraceVisitor;

/* Walks all events. FALSE if the visitor stopped it, or @work was cancelled. @work: (nullable). */
gboolean poplens_trace_events_walk (PoplensTraceEvents *self, const PoplensTraceVisitor *visitor,
                                    const PoplensWork *work, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceEvents, poplens_trace_events_free)

G_END_DECLS
