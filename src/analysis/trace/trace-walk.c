/* Walks the events of a trace: opens and closes the groups around each step. */
#include "analysis/trace/name-parts.h"
#include "analysis/trace/trace-events.h"

#define WORK "Writing the steps"

typedef struct {
  guint32 frame;
  guint64 from;
} Open;

/* Where the walk stands in a track. */
typedef struct {
  guint32 track;
  guint32 at, end; /* of rows */
  guint32 ahead;   /* the next row that has groups of its own, where at or behind .at */
  GArray *open;    /* of Open: groups, the outermost first */
  guint64 last;    /* end of the last step */
} Cursor;

typedef struct {
  PoplensTraceEvents *self;
  const PoplensTraceVisitor *visitor;
  gpointer data;
  Cursor *cursors;
  guint32 *heap; /* cursors that have rows left; the one whose step begins first on top */
  guint32 n_heap;
} Walk;

/* ---- groups ------------------------------------------------------------------------------------
 */

static void
close_down_to (Walk *walk, Cursor *cursor, guint32 n)
{
  while (cursor->open->len > n) {
    Open *top = &g_array_index (cursor->open, Open, cursor->open->len - 1);
    if (walk->visitor->close)
      walk->visitor->close (cursor->track, top->frame, top->from, cursor->last, walk->data);
    g_array_set_size (cursor->open, cursor->open->len - 1);
  }
}

/* How many of the groups that are open a path goes on in; its last frame is no group. */
static guint32
shared_with (const Cursor *cursor, const PoplensTracePath *path)
{
  guint32 n = MIN (cursor->open->len, path->n - 1), i = 0;

  while (i < n && g_array_index (cursor->open, Open, i).frame == path->frames[i])
    i++;
  return i;
}

/* The next step of the track that has groups of its own; NULL: there is none. Each row is passed
 * once. */
static const PoplensTracePath *
look_ahead (Walk *walk, Cursor *cursor)
{
  const PoplensTracePath *path;

  cursor->ahead = MAX (cursor->ahead, cursor->at);
  for (; cursor->ahead < cursor->end; cursor->ahead++) {
    path = poplens_trace_events_path (walk->self, walk->self->rows[cursor->ahead]);
    if (!path->is_within)
      return path;
  }
  return NULL;
}

/* Closes what ends here and opens what begins. What waits stays in the groups that go on behind
 * it. */
static void
arrange (Walk *walk, Cursor *cursor, const PoplensTracePath *path, guint64 at)
{
  const PoplensTracePath *next = path->is_within ? look_ahead (walk, cursor) : path;
  guint32 shared = next ? shared_with (cursor, next) : 0;

  close_down_to (walk, cursor, shared);
  for (guint32 i = shared; i < (path->is_within ? shared : path->n - 1); i++) {
    Open group = {next->frames[i], at};
    if (walk->visitor->open)
      walk->visitor->open (cursor->track, group.frame, at, walk->data);
    g_array_append_val (cursor->open, group);
  }
}

/* FALSE where the visitor wants no more. */
static gboolean
visit (Walk *walk, Cursor *cursor)
{
  const PoplensTraceChoice *of = &walk->self->of;
  guint32 groups[POPLENS_NAME_MOST_PARTS], row = walk->self->rows[cursor->at];
  const PoplensTracePath *path = poplens_trace_events_path (walk->self, row);
  PoplensTraceEvent event = {.track = cursor->track, .row = row, .groups = groups};

  event.from = MAX (of->execution->row_from[row], of->from);
  event.to = MAX (MIN (poplens_execution_row_to (of->execution, row), of->to), event.from);
  event.frame = path->frames[path->n - 1];
  arrange (walk, cursor, path, event.from);
  event.n_frames = cursor->open->len;
  for (guint32 i = 0; i < event.n_frames; i++)
    groups[i] = g_array_index (cursor->open, Open, i).frame;
  cursor->last = event.to;
  cursor->at++;
  return walk->visitor->step (&event, walk->data);
}

/* ---- the tracks together -----------------------------------------------------------------------
 */

static guint64
begin_of (const Walk *walk, guint32 cursor)
{
  guint32 row = walk->self->rows[walk->cursors[cursor].at];

  return walk->self->of.execution->row_from[row];
}

/* Ties by track: the walk is the same each time. */
static gboolean
is_before (const Walk *walk, guint32 a, guint32 b)
{
  guint64 x = begin_of (walk, a), y = begin_of (walk, b);

  return x < y || (x == y && a < b);
}

static void
sift_down (Walk *walk, guint32 at)
{
  guint32 *heap = walk->heap;

  for (;;) {
    guint32 least = at, swap;
    for (guint32 child = 2 * at + 1; child <= 2 * at + 2; child++)
      if (child < walk->n_heap && is_before (walk, heap[child], heap[least]))
        least = child;
    if (least == at)
      return;
    swap = heap[at];
    heap[at] = heap[least];
    heap[least] = swap;
    at = least;
  }
}

static gboolean
walk_together (Walk *walk, const PoplensWork *work)
{
  for (guint32 t = 0; t < walk->self->n_tracks; t++)
    walk->heap[walk->n_heap++] = t;
  for (guint32 i = walk->n_heap / 2; i--;)
    sift_down (walk, i);
  for (guint32 done = 0; walk->n_heap; done++) {
    Cursor *cursor = &walk->cursors[walk->heap[0]];
    if (!POPLENS_WORK_GO_ON (work, WORK, done, walk->self->n) || !visit (walk, cursor))
      return FALSE;
    if (cursor->at == cursor->end) {
      close_down_to (walk, cursor, 0);
      walk->heap[0] = walk->heap[--walk->n_heap];
    }
    sift_down (walk, 0);
  }
  return TRUE;
}

static gboolean
walk_by_track (Walk *walk, const PoplensWork *work)
{
  for (guint32 t = 0; t < walk->self->n_tracks; t++) {
    Cursor *cursor = &walk->cursors[t];
    while (cursor->at < cursor->end)
      if (!POPLENS_WORK_GO_ON (work, WORK, cursor->at, walk->self->n) || !visit (walk, cursor))
        return FALSE;
    close_down_to (walk, cursor, 0);
  }
  return TRUE;
}

gboolean
poplens_trace_events_walk (PoplensTraceEvents *self, const PoplensTraceVisitor *visitor,
                           const PoplensWork *work, gpointer data)
{
  g_autofree Cursor *cursors = g_new0 (Cursor, MAX (self->n_tracks, 1));
  g_autofree guint32 *heap = g_new (guint32, MAX (self->n_tracks, 1));
  Walk walk = {self, visitor, data, cursors, heap, 0};
  gboolean whole;

  for (guint32 t = 0; t < self->n_tracks; t++)
    cursors[t] = (Cursor){
        t, self->tracks[t].first, self->tracks[t].end, 0, g_array_new (FALSE, FALSE, sizeof (Open)),
        0};
  whole = visitor->by_track ? walk_by_track (&walk, work) : walk_together (&walk, work);
  for (guint32 t = 0; t < self->n_tracks; t++)
    g_array_unref (cursors[t].open);
  return whole;
}
