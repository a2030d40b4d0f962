/* The blocks of a trace as other programs take them: events that nest.
 *
 * Readers of traces want threads in which no two events overlap unless one lies within the other.
 * Steps of an IPU do overlap, so each IPU has as many tracks as run at once (lanes.h), and within a
 * track steps follow one another. In a flame each step stands in groups by the path in its name;
 * groups are opened and closed around the steps of a track, so that they nest by construction.
 * (The chart groups all steps of an IPU at once, flame.h: its groups may stick out of one another,
 * as the reference application has it, which no reader of traces takes.) */
#pragma once

#include "analysis/trace/step-names.h"
#include "base/work.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  guint64 from, to;                /* cycles: blocks that touch [from, to), cut at both */
  int ipu;                         /* only its blocks; −1: all IPUs' */
  gboolean is_flame;
} PoplensTraceChoice;

typedef struct {
  guint16 ipu;
  guint32 lane;       /* 0 … of the IPU; nearly all steps are in the first */
  guint32 first, end; /* of rows */
} PoplensTraceTrack;

/* A name path, as frames from the outermost in; the last one is the step's own. */
typedef struct {
  guint32 n;
  const guint32 *frames; /* strings of .frames */
  gboolean is_within;    /* a wait or a copy: it stands in the groups that go on around it */
} PoplensTracePath;

typedef struct {
  PoplensTraceChoice of;
  PoplensStepNames *names;
  PoplensStrings *frames;
  guint32 n_tracks;
  PoplensTraceTrack *tracks; /* by IPU and lane */
  guint32 n;
  guint32 *rows;     /* [n] of steps_by_ipu: by track, then by begin */
  guint64 n_undrawn; /* rows left out as no tile was active: they have no place in time */
  GPtrArray *paths;  /* by twice the string of names, and one for a sync; made when asked for */
  GPtrArray *fixed;  /* the paths of what names do not tell */
} PoplensTraceEvents;

/* O(n log n), 16 bytes a row while it works and 4 after. NULL where its work is not wanted any
 * more. @choice: its parts must outlive it. @work: (nullable) */
PoplensTraceEvents *poplens_trace_events_new (const PoplensTraceChoice *choice,
                                              const PoplensWork *work);
void poplens_trace_events_free (PoplensTraceEvents *self);

/* The path of a row's step, at least one frame and at most POPLENS_NAME_MOST_PARTS. It belongs to
 * @self. */
const PoplensTracePath *poplens_trace_events_path (PoplensTraceEvents *self, guint32 row);

/* ---- walking ----------------------------------------------------------------------------------
 */

/* One step; cut at the ends of the range. */
typedef struct {
  guint32 track, row;
  guint32 n_frames; /* groups that are open around it */
  const guint32 *groups;
  guint32 frame;    /* the step's own */
  guint64 from, to; /* cycles */
} PoplensTraceEvent;

typedef struct {
  /* (nullable): a group opens, and closes; the one opened last closes first. Groups stay open over
   * time in which nothing runs in the track: a timeline reads better so. */
  void (*open) (guint32 track, guint32 frame, guint64 at, gpointer data);
  void (*close) (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data);
  gboolean (*step) (const PoplensTraceEvent *event, gpointer data); /* FALSE: stop */
  /* One track behind the other. Else all at once by the begin of their steps, so that rows come
   * nearly in the order of the file; groups of a track then close just before its next step. */
  gboolean by_track;
} PoplensTraceVisitor;

/* FALSE where it was stopped. */
gboolean poplens_trace_events_walk (PoplensTraceEvents *self, const PoplensTraceVisitor *visitor,
                                    const PoplensWork *work, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceEvents, poplens_trace_events_free)

G_END_DECLS
