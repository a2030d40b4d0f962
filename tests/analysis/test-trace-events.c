/* Tests of the events of a trace with random steps: each block occurs once, in tracks without
 * overlap, and groups nest and follow the paths of names. */
#include "analysis/trace/name-parts.h"
#include "analysis/trace/trace-events.h"

#include "trace-fixture.h"

#include <string.h>

typedef struct {
  guint32 frame;
  guint64 from;
} Open;

typedef struct {
  PoplensTraceEvents *events;
  const PoplensTraceVisitor *visitor;
  GArray *stacks; /* by track: GArray of Open, the open groups */
  guint64 *last;  /* by track: time at which the last step or group was opened, closed or run */
  guint8 *seen;   /* by row */
  guint64 begun;  /* of the last step: ascending if tracks are walked together */
  guint64 cycles; /* sum of the steps */
  guint32 n, n_groups, stop_at;
} Check;

static GArray *
stack_of (Check *self, guint32 track)
{
  return g_array_index (self->stacks, GArray *, track);
}

static void
advance (Check *self, guint32 track, guint64 to)
{
  g_assert_cmpuint (self->last[track], <=, to);
  self->last[track] = to;
}

static void
on_open (guint32 track, guint32 frame, guint64 at, gpointer data)
{
  Check *self = data;
  Open group = {frame, at};

  advance (self, track, at);
  g_array_append_val (stack_of (self, track), group);
  self->n_groups++;
}

static void
on_close (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data)
{
  Check *self = data;
  GArray *stack = stack_of (self, track);

  advance (self, track, at);
  g_assert_cmpuint (stack->len, >, 0);
  g_assert_cmpuint (g_array_index (stack, Open, stack->len - 1).frame, ==, frame);
  g_assert_cmpuint (g_array_index (stack, Open, stack->len - 1).from, ==, from);
  g_array_set_size (stack, stack->len - 1);
}

static gboolean
on_step (const PoplensTraceEvent *event, gpointer data)
{
  Check *self = data;
  const PoplensTraceChoice *of = &self->events->of;
  const PoplensExecution *x = of->execution;
  GArray *stack = stack_of (self, event->track);
  guint64 from = x->row_from[event->row], to = poplens_execution_row_to (x, event->row);

  g_assert_cmpuint (self->seen[event->row]++, ==, 0);
  g_assert_cmpuint (self->events->tracks[event->track].ipu, ==, x->row_ipu[event->row]);
  g_assert_cmpuint (event->from, ==, MAX (from, of->from));
  g_assert_cmpuint (event->to, ==, MAX (MIN (to, of->to), event->from));
  advance (self, event->track, event->from);
  advance (self, event->track, event->to);
  g_assert_true (self->visitor->by_track || from >= self->begun);
  self->begun = from;
  g_assert_cmpuint (event->n_frames, ==, stack->len);
  for (guint32 i = 0; i < stack->len; i++)
    g_assert_cmpuint (event->groups[i], ==, g_array_index (stack, Open, i).frame);
  self->cycles += event->to - event->from;
  return ++self->n != self->stop_at;
}

static guint64
sum_expected_events (const PoplensTraceChoice *of, guint32 *n, guint64 *n_undrawn)
{
  const PoplensExecution *x = of->execution;
  guint64 cycles = 0;

  *n = 0;
  *n_undrawn = 0;
  for (guint32 r = 0; r < x->n_rows; r++) {
    if (of->ipu >= 0 && x->row_ipu[r] != of->ipu)
      continue;
    if (x->row_from[r] == G_MAXUINT64) {
      ++*n_undrawn;
      continue;
    }
    guint64 from = x->row_from[r], to = poplens_execution_row_to (x, r);
    if (from >= of->to || MAX (to, from + 1) <= of->from)
      continue;
    ++*n;
    if (MIN (to, of->to) > MAX (from, of->from))
      cycles += MIN (to, of->to) - MAX (from, of->from);
  }
  return cycles;
}

static void
walk_once (const PoplensTraceChoice *of, gboolean by_track, guint32 stop_at)
{
  const PoplensTraceVisitor visitor = {on_open, on_close, on_step, by_track};
  g_autoptr (PoplensTraceEvents) events = poplens_trace_events_new (of, NULL);
  g_autofree guint64 *last = g_new0 (guint64, events->n_tracks + 1);
  g_autofree guint8 *seen = g_new0 (guint8, of->execution->n_rows + 1);
  g_autoptr (GArray) stacks = g_array_new (FALSE, FALSE, sizeof (GArray *));
  Check check = {events, &visitor, stacks, last, seen, .stop_at = stop_at};
  guint64 n_undrawn;
  guint32 n;
  guint64 cycles = sum_expected_events (of, &n, &n_undrawn);

  for (guint32 t = 0; t < events->n_tracks; t++) {
    GArray *stack = g_array_new (FALSE, FALSE, sizeof (Open));
    g_array_append_val (stacks, stack);
    last[t] = of->from;
  }
  g_assert_cmpint (poplens_trace_events_walk (events, &visitor, NULL, &check), ==,
                   !stop_at || stop_at > n);
  g_assert_cmpuint (events->n, ==, n);
  g_assert_cmpuint (events->n_undrawn, ==, n_undrawn);
  if (!stop_at) {
    g_assert_cmpuint (check.n, ==, n);
    g_assert_cmpuint (check.cycles, ==, cycles);
    if (!of->is_flame)
      g_assert_cmpuint (check.n_groups, ==, 0);
  }
  for (guint32 t = 0; t < events->n_tracks; t++) {
    g_assert_true (stop_at || !g_array_index (stacks, GArray *, t)->len);
    g_array_unref (g_array_index (stacks, GArray *, t));
  }
}

/* Returns programs 0 … 8, some with a path as name. */
static PoplensPrograms *
make_event_programs (void)
{
  static const char *const names[] = {
      "a/b/c", "a/b/d", "a/b", "a", "e/f", "copy3_x/ExchangePre", "//a///b//c", "", "/"};
  PoplensPrograms *self = poplens_programs_new ();

  self->strings = self->strings ? self->strings : poplens_strings_new ();
  self->n = G_N_ELEMENTS (names);
  self->id = g_new0 (guint32, self->n);
  self->name = g_new0 (guint32, self->n);
  for (guint32 i = 0; i < self->n; i++) {
    self->id[i] = i;
    self->name[i] = poplens_strings_intern (self->strings, names[i], -1);
  }
  return self;
}

static void
test_random_events (void)
{
  g_autoptr (PoplensPrograms) programs = make_event_programs ();

  for (guint i = 0; i < 40; i++) {
    guint n_ipus = 1 + i % 3;
    g_autoptr (PoplensExecution) x =
        fixture_random_execution ((guint32) g_test_rand_int_range (1, 600), n_ipus);
    for (guint32 s = 0; s < x->n_steps; s++)
      if (g_test_rand_int_range (0, 4))
        x->step_program[s] = (guint32) g_test_rand_int_range (0, 9);
    for (guint c = 0; c < 8; c++) {
      guint64 end = x->total_cycles + 10;
      guint64 from = c & 1 ? (guint64) g_test_rand_int_range (0, (gint32) end) : 0;
      PoplensTraceChoice of = {
          .execution = x,
          .programs = programs,
          .from = from,
          .to = c & 1 ? from + (guint64) g_test_rand_int_range (1, (gint32) end) : G_MAXUINT64,
          .ipu = i & 4 ? (int) (i % n_ipus) : -1,
          .is_flame = (c & 2) != 0};
      walk_once (&of, (c & 4) != 0, 0);
      walk_once (&of, (c & 4) != 0, 7);
    }
  }
}

/* Appends the open groups and the step's own name: "|a/b/". */
static gboolean
write_step (const PoplensTraceEvent *event, gpointer data)
{
  struct {
    PoplensTraceEvents *events;
    GString *text;
  } *self = data;

  g_string_append_c (self->text, '|');
  for (guint32 i = 0; i < event->n_frames; i++)
    g_string_append_printf (self->text, "%s/",
                            poplens_strings_get (self->events->frames, event->groups[i]));
  g_string_append (self->text, poplens_strings_get (self->events->frames, event->frame));
  return TRUE;
}

static void
test_event_paths (void)
{
  static const FixtureRow rows[] = {
      {0, 0, POPLENS_STEP_ON_TILE_EXECUTE, 0, 0, 10},  /* a/b/c */
      {1, 0, POPLENS_STEP_SYNC, G_MAXUINT32, 10, 10},  /* remains in a/b */
      {2, 0, POPLENS_STEP_ON_TILE_EXECUTE, 1, 20, 10}, /* a/b/d */
      {3, 0, POPLENS_STEP_DO_EXCHANGE, 5, 30, 10},     /* a copy, which is at the root; e/f
                                                        * follows */
      {4, 0, POPLENS_STEP_ON_TILE_EXECUTE, 4, 40, 10}, /* e/f */
      {5, 0, POPLENS_STEP_STREAM_COPY_BEGIN, 3, 50, 10},
      {6, 0, POPLENS_STEP_SYNC, G_MAXUINT32, 60, 10},
      {7, 0, POPLENS_STEP_STREAM_COPY_END, 3, 80, 10},
      {8, 0, POPLENS_STEP_ON_TILE_EXECUTE, 6, 90, 10}, /* slashes with empty names between */
      {9, 0, POPLENS_STEP_ON_TILE_EXECUTE, 8, 100, 0}, /* only a slash */
      {10, 0, POPLENS_STEP_SYNC, G_MAXUINT32, 110, 1}, /* nothing follows */
  };
  g_autoptr (PoplensPrograms) programs = make_event_programs ();
  g_autoptr (PoplensExecution) x = fixture_execution (rows, G_N_ELEMENTS (rows));
  PoplensTraceChoice of = {x, programs, 0, G_MAXUINT64, -1, TRUE};
  g_autoptr (PoplensTraceEvents) events = poplens_trace_events_new (&of, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  struct {
    PoplensTraceEvents *events;
    GString *text;
  } writer = {events, text};
  const PoplensTraceVisitor visitor = {.step = write_step};
  const char *sync = "?"; /* the fixture does not name types */
  g_autofree char *want = g_strdup_printf (
      "|a/b/c|a/b/%s|a/b/d|copy3_x/ExchangePre|e/f|StreamCopy/Begin|StreamCopy/%s|StreamCopy/End"
      "|a/b/c|/|%s",
      sync, sync, sync);

  g_assert_true (poplens_trace_events_walk (events, &visitor, NULL, &writer));
  g_assert_cmpstr (text->str, ==, want);
  g_assert_cmpuint (events->n_tracks, ==, 1);
}

/* A very deep name costs no more than other names. */
static void
test_events_of_deep_name (void)
{
  FixtureRow rows[1000];
  g_autoptr (PoplensPrograms) programs = make_event_programs ();
  g_autoptr (GString) name = g_string_new (NULL);

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (name, "%u/", i % 7);
  programs->name[0] = poplens_strings_intern (programs->strings, name->str, -1);
  for (guint32 i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = (FixtureRow){i, 0, POPLENS_STEP_ON_TILE_EXECUTE, i % 2 ? 0 : 4, i * 10, 10};
  g_autoptr (PoplensExecution) x = fixture_execution (rows, G_N_ELEMENTS (rows));
  PoplensTraceChoice of = {x, programs, 0, G_MAXUINT64, -1, TRUE};
  g_autoptr (PoplensTraceEvents) events = poplens_trace_events_new (&of, NULL);
  g_assert_cmpuint (poplens_trace_events_path (events, 1)->n, ==, POPLENS_NAME_MOST_PARTS);
  walk_once (&of, TRUE, 0);
}

static void
test_cancelled_events (void)
{
  g_autoptr (PoplensExecution) x = fixture_random_execution (200, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  PoplensWork work = {NULL, NULL, cancellable, 0, 1};
  PoplensTraceChoice of = {x, NULL, 0, G_MAXUINT64, -1, TRUE};
  g_autoptr (PoplensTraceEvents) events = poplens_trace_events_new (&of, &work);
  const PoplensTraceVisitor visitor = {.step = write_step};

  g_assert_nonnull (events);
  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_trace_events_new (&of, &work));
  g_assert_false (poplens_trace_events_walk (events, &visitor, &work, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/trace-events/random", test_random_events);
  g_test_add_func ("/analysis/trace-events/paths", test_event_paths);
  g_test_add_func ("/analysis/trace-events/deep", test_events_of_deep_name);
  g_test_add_func ("/analysis/trace-events/cancelled", test_cancelled_events);
  return g_test_run ();
}
