/* Sorts the blocks of a trace into tracks, and walks over them as nested events. */
#include "analysis/trace/trace-events.h"

#include "analysis/trace/lanes.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/trace-range.h"

#include <string.h>

/* ---- walking --------------------------------------------------------------------------------- */

#define WALK_WORK "Writing the steps"

/* A group that is open, and the cycle at which it opened. */
typedef struct {
  guint32 frame;
  guint64 from;
} OpenGroup;

/* Position of a walk in one track. */
typedef struct {
  guint32 track;
  guint32 at, end; /* rows that are left: [.at, .end) of PoplensTraceEvents.rows */
  guint32 ahead;   /* index in PoplensTraceEvents.rows at which cursor_look_ahead () continues its
                      search */
  GArray *open;    /* OpenGroup: open groups, outermost first */
  guint64 last;    /* end of the last step of the track, cycles */
} TrackCursor;

/* State of a walk over all tracks. */
typedef struct {
  PoplensTraceEvents *self;
  const PoplensTraceVisitor *visitor;
  gpointer data;
  TrackCursor *cursors;
  guint32 *heap; /* binary heap of indices of cursors with rows left; first the cursor whose next
                    step starts first */
  guint32 n_heap;
} EventWalk;

/* ---- groups ---------------------------------------------------------------------------------- */

static void
cursor_close_groups (EventWalk *walk, TrackCursor *cursor, guint32 n)
{
  while (cursor->open->len > n) {
    OpenGroup *top = &g_array_index (cursor->open, OpenGroup, cursor->open->len - 1);
    if (walk->visitor->close)
      walk->visitor->close (cursor->track, top->frame, top->from, cursor->last, walk->data);
    g_array_set_size (cursor->open, cursor->open->len - 1);
  }
}

/* Returns the number of open groups that are also in @path. The last frame of @path is the step
 * itself, not a group. */
static guint32
cursor_shared_groups (const TrackCursor *cursor, const PoplensTracePath *path)
{
  guint32 n = MIN (cursor->open->len, path->n - 1), i = 0;

  while (i < n && g_array_index (cursor->open, OpenGroup, i).frame == path->frames[i])
    i++;
  return i;
}

/* Returns the path of the next step that has groups: waits and copies have none. NULL: no such step
 * is left in the track. Reads each row only once. */
static const PoplensTracePath *
cursor_look_ahead (EventWalk *walk, TrackCursor *cursor)
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

/* Closes the open groups that @path does not have, then opens the other groups of @path. A wait or
 * copy opens no groups. It closes only groups that the next step with groups does not have. */
static void
cursor_arrange_groups (EventWalk *walk, TrackCursor *cursor, const PoplensTracePath *path,
                       guint64 at)
{
  const PoplensTracePath *next = path->is_within ? cursor_look_ahead (walk, cursor) : path;
  guint32 shared = next ? cursor_shared_groups (cursor, next) : 0;

  cursor_close_groups (walk, cursor, shared);
  for (guint32 i = shared; i < (path->is_within ? shared : path->n - 1); i++) {
    OpenGroup group = {next->frames[i], at};
    if (walk->visitor->open)
      walk->visitor->open (cursor->track, group.frame, at, walk->data);
    g_array_append_val (cursor->open, group);
  }
}

/* Passes the next step of a track to the visitor. FALSE if the visitor wants to stop. */
static gboolean
cursor_visit_step (EventWalk *walk, TrackCursor *cursor)
{
  const PoplensTraceChoice *of = &walk->self->of;
  guint32 groups[POPLENS_NAME_MOST_PARTS], row = walk->self->rows[cursor->at];
  const PoplensTracePath *path = poplens_trace_events_path (walk->self, row);
  PoplensTraceEvent event = {.track = cursor->track, .row = row, .groups = groups};

  event.from = MAX (of->execution->row_from[row], of->from);
  event.to = MAX (MIN (poplens_execution_row_to (of->execution, row), of->to), event.from);
  event.frame = path->frames[path->n - 1];
  cursor_arrange_groups (walk, cursor, path, event.from);
  event.n_frames = cursor->open->len;
  for (guint32 i = 0; i < event.n_frames; i++)
    groups[i] = g_array_index (cursor->open, OpenGroup, i).frame;
  cursor->last = event.to;
  cursor->at++;
  return walk->visitor->step (&event, walk->data);
}

/* ---- all tracks together --------------------------------------------------------------------- */

static guint64
cursor_step_begin (const EventWalk *walk, guint32 cursor)
{
  guint32 row = walk->self->rows[walk->cursors[cursor].at];

  return walk->self->of.execution->row_from[row];
}

/* TRUE if the next step of cursor @a starts before that of @b. Ties are decided by track, so that
 * every walk has the same order. */
static gboolean
cursor_is_before (const EventWalk *walk, guint32 a, guint32 b)
{
  guint64 x = cursor_step_begin (walk, a), y = cursor_step_begin (walk, b);

  return x < y || (x == y && a < b);
}

static void
walk_sift_down (EventWalk *walk, guint32 at)
{
  guint32 *heap = walk->heap;

  for (;;) {
    guint32 least = at, swap;
    for (guint32 child = 2 * at + 1; child <= 2 * at + 2; child++)
      if (child < walk->n_heap && cursor_is_before (walk, heap[child], heap[least]))
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
walk_together (EventWalk *walk, const PoplensWork *work)
{
  for (guint32 t = 0; t < walk->self->n_tracks; t++)
    walk->heap[walk->n_heap++] = t;
  for (guint32 i = walk->n_heap / 2; i--;)
    walk_sift_down (walk, i);
  for (guint32 done = 0; walk->n_heap; done++) {
    TrackCursor *cursor = &walk->cursors[walk->heap[0]];
    if (!POPLENS_WORK_GO_ON (work, WALK_WORK, done, walk->self->n) ||
        !cursor_visit_step (walk, cursor))
      return FALSE;
    if (cursor->at == cursor->end) {
      cursor_close_groups (walk, cursor, 0);
      walk->heap[0] = walk->heap[--walk->n_heap];
    }
    walk_sift_down (walk, 0);
  }
  return TRUE;
}

static gboolean
walk_by_track (EventWalk *walk, const PoplensWork *work)
{
  for (guint32 t = 0; t < walk->self->n_tracks; t++) {
    TrackCursor *cursor = &walk->cursors[t];
    while (cursor->at < cursor->end)
      if (!POPLENS_WORK_GO_ON (work, WALK_WORK, cursor->at, walk->self->n) ||
          !cursor_visit_step (walk, cursor))
        return FALSE;
    cursor_close_groups (walk, cursor, 0);
  }
  return TRUE;
}

gboolean
poplens_trace_events_walk (PoplensTraceEvents *self, const PoplensTraceVisitor *visitor,
                           const PoplensWork *work, gpointer data)
{
  g_autofree TrackCursor *cursors = g_new0 (TrackCursor, MAX (self->n_tracks, 1));
  g_autofree guint32 *heap = g_new (guint32, MAX (self->n_tracks, 1));
  EventWalk walk = {self, visitor, data, cursors, heap, 0};
  gboolean whole;

  for (guint32 t = 0; t < self->n_tracks; t++)
    cursors[t] = (TrackCursor){t,
                               self->tracks[t].first,
                               self->tracks[t].end,
                               0,
                               g_array_new (FALSE, FALSE, sizeof (OpenGroup)),
                               0};
  whole = visitor->by_track ? walk_by_track (&walk, work) : walk_together (&walk, work);
  for (guint32 t = 0; t < self->n_tracks; t++)
    g_array_unref (cursors[t].open);
  return whole;
}

/* ---- selection and order of rows ------------------------------------------------------------- */

#define WORK "Sorting steps"

/* Fills .rows with the selected rows, sorted by IPU, then by row number. @count: (out) [n_ipus +
 * 1]: index in .rows of the first row of each IPU. FALSE if cancelled. */
static gboolean
events_take_rows (PoplensTraceEvents *self, guint32 *count, const PoplensWork *work)
{
  const PoplensExecution *x = self->of.execution;

  for (int pass = 0; pass < 2; pass++) {
    for (guint32 r = 0; r < x->n_rows; r++) {
      guint16 ipu = x->row_ipu[r];
      if (!POPLENS_WORK_GO_ON (work, WORK, r / 8 + pass * (guint64) x->n_rows / 8, x->n_rows))
        return FALSE;
      if (self->of.ipu >= 0 && self->of.ipu != ipu)
        continue;
      if (!pass)
        self->n_undrawn += x->row_from[r] == G_MAXUINT64;
      if (!poplens_trace_row_touches (x, r, self->of.from, self->of.to))
        continue;
      if (pass)
        self->rows[count[ipu]++] = r;
      else
        count[ipu + 1]++;
    }
    if (pass)
      break;
    for (guint32 i = 0; i < x->n_ipus; i++)
      count[i + 1] += count[i];
    self->n = count[x->n_ipus];
    self->rows = g_new (guint32, MAX (self->n, 1));
  }
  memmove (count + 1, count, x->n_ipus * sizeof *count);
  count[0] = 0;
  return TRUE;
}

static int
compare_row_begins (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *from = data;
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;

  if (from[i] != from[j])
    return from[i] < from[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

static void
rows_sort_by_begin (const PoplensExecution *x, guint32 *rows, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (x->row_from[rows[i - 1]] > x->row_from[rows[i]]) {
      g_qsort_with_data (rows, (int) n, sizeof *rows, compare_row_begins, x->row_from);
      return;
    }
}

/* Sorts the rows [@first, @end) of an IPU by track. The rows must be sorted by start, and stay
 * sorted within each track. */
static void
events_divide_tracks (PoplensTraceEvents *self, GArray *tracks, guint16 ipu, guint32 first,
                      guint32 end)
{
  const PoplensExecution *x = self->of.execution;
  guint32 n = end - first, base = tracks->len;
  g_autofree guint32 *lane = g_new (guint32, n), *old = NULL, *at = NULL;
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint32 i = 0; i < n; i++) {
    guint32 row = self->rows[first + i];
    lane[i] = poplens_lane_fit_take (fit, x->row_from[row], poplens_execution_row_to (x, row));
  }
  guint32 n_lanes = poplens_lane_fit_free (fit);
  at = g_new0 (guint32, (gsize) n_lanes + 1);
  for (guint32 i = 0; i < n; i++)
    at[lane[i] + 1]++;
  for (guint32 l = 0; l < n_lanes; l++) {
    PoplensTraceTrack track = {ipu, l, first + at[l], first + at[l] + at[l + 1]};
    at[l + 1] += at[l];
    g_array_append_val (tracks, track);
  }
  if (tracks->len - base < 2)
    return;
  old = g_memdup2 (self->rows + first, n * sizeof *old);
  for (guint32 i = 0; i < n; i++)
    self->rows[first + at[lane[i]]++] = old[i];
}

static gboolean
events_fill (PoplensTraceEvents *self, const PoplensWork *work)
{
  const PoplensExecution *x = self->of.execution;
  g_autofree guint32 *count = g_new0 (guint32, (gsize) x->n_ipus + 2);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (PoplensTraceTrack));

  if (!events_take_rows (self, count, work))
    return FALSE;
  for (guint32 i = 0; i < x->n_ipus; i++) {
    guint32 first = count[i], end = count[i + 1];
    if (first == end)
      continue;
    if (!poplens_work_go_on (work, WORK, self->n / 4 + (guint64) first * 3 / 4, self->n))
      return FALSE;
    rows_sort_by_begin (x, self->rows + first, end - first);
    events_divide_tracks (self, tracks, (guint16) i, first, end);
  }
  self->n_tracks = tracks->len;
  self->tracks = (PoplensTraceTrack *) g_array_steal (tracks, NULL);
  return TRUE;
}

/* ---- paths ----------------------------------------------------------------------------------- */

static void
trace_path_free (gpointer data)
{
  PoplensTracePath *path = data;

  if (path)
    g_free ((gpointer) path->frames);
  g_free (path);
}

static PoplensTracePath *
trace_path_new (const guint32 *frames, guint32 n)
{
  PoplensTracePath *path = g_new0 (PoplensTracePath, 1);

  path->n = n;
  path->frames = g_memdup2 (frames, n * sizeof *frames);
  return path;
}

static PoplensTracePath *
events_single_path (PoplensTraceEvents *self, const char *name)
{
  guint32 frame = poplens_strings_intern (self->frames, *name ? name : "?", -1);

  return trace_path_new (&frame, 1);
}

/* Divides a name into frames, as the flame graph does: removes "csN_", and keeps the role as one
 * frame. (transfer full) */
static PoplensTracePath *
events_split_name (PoplensTraceEvents *self, const char *name)
{
  guint32 frames[POPLENS_NAME_MOST_PARTS], n = 0;
  const char *path = poplens_name_path (name), *role = path + poplens_name_stem (path);

  for (const char *from = path + strspn (path, "/"); *from;) {
    gsize length = from >= role ? strlen (from) : poplens_name_part_length (from, n);
    frames[n++] = poplens_strings_intern (self->frames, from, (gssize) length);
    from += length;
    from += strspn (from, "/");
  }
  return n ? trace_path_new (frames, n) : events_single_path (self, name);
}

/* Parts of a StreamCopy: indices in PoplensTraceEvents.fixed. */
enum { BEGIN, MID, END, N_FIXED };

static void
events_make_fixed_paths (PoplensTraceEvents *self)
{
  static const char *const names[N_FIXED] = {"Begin", "Mid", "End"};
  guint32 frames[2] = {poplens_strings_intern (self->frames, "StreamCopy", -1)};

  self->fixed = g_ptr_array_new_with_free_func (trace_path_free);
  for (guint i = 0; i < N_FIXED; i++) {
    frames[1] = poplens_strings_intern (self->frames, names[i], -1);
    g_ptr_array_add (self->fixed, trace_path_new (frames, 2));
  }
}

/* Returns the frames of a name. Names of syncs and copies are not paths, so they are one frame.
 * (transfer full) */
static PoplensTracePath *
events_make_path (PoplensTraceEvents *self, const char *name, gboolean is_sync)
{
  PoplensTracePath *path;

  if (!self->of.is_flame)
    return events_single_path (self, name);
  /* The reference application also keeps copies and syncs out of groups (formats.md 6.2). */
  if (!is_sync && !poplens_name_is_copy (name))
    return events_split_name (self, name);
  path = events_single_path (self, name);
  path->is_within = TRUE;
  return path;
}

static const PoplensTracePath *
events_path_of_name (PoplensTraceEvents *self, guint32 step, gboolean is_sync)
{
  guint32 name = poplens_step_names_get (self->names, step), at = 2 * name + is_sync;

  if (at >= self->paths->len)
    g_ptr_array_set_size (self->paths, 2 * (int) poplens_strings_count (self->names->strings));
  if (!g_ptr_array_index (self->paths, at))
    g_ptr_array_index (self->paths, at) =
        events_make_path (self, poplens_strings_get (self->names->strings, name), is_sync);
  return g_ptr_array_index (self->paths, at);
}

const PoplensTracePath *
poplens_trace_events_path (PoplensTraceEvents *self, guint32 row)
{
  guint32 step = self->of.execution->row_step[row];

  switch (self->of.is_flame ? poplens_step_kind_by_sync (self->of.execution, step)
                            : POPLENS_STEP_OTHER) {
  case POPLENS_STEP_STREAM_COPY_BEGIN:
    return g_ptr_array_index (self->fixed, BEGIN);
  case POPLENS_STEP_STREAM_COPY_MID:
    return g_ptr_array_index (self->fixed, MID);
  case POPLENS_STEP_STREAM_COPY_END:
    return g_ptr_array_index (self->fixed, END);
  case POPLENS_STEP_SYNC:
  case POPLENS_STEP_SYNC_ANS:
  case POPLENS_STEP_SANS:
    return events_path_of_name (self, step, TRUE);
  default:
    return events_path_of_name (self, step, FALSE);
  }
}

/* ---- constructor ----------------------------------------------------------------------------- */

PoplensTraceEvents *
poplens_trace_events_new (const PoplensTraceChoice *choice, const PoplensWork *work)
{
  g_autoptr (PoplensTraceEvents) self = g_new0 (PoplensTraceEvents, 1);

  self->of = *choice;
  self->names = poplens_step_names_new (choice->execution, choice->programs);
  self->frames = poplens_strings_new ();
  self->paths = g_ptr_array_new_with_free_func (trace_path_free);
  events_make_fixed_paths (self);
  return events_fill (self, work) ? g_steal_pointer (&self) : NULL;
}

void
poplens_trace_events_free (PoplensTraceEvents *self)
{
  if (!self)
    return;
  poplens_step_names_free (self->names);
  poplens_strings_free (self->frames);
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->fixed);
  g_free (self->tracks);
  g_free (self->rows);
  g_free (self);
}
