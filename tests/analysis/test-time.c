/* Tests of compile time by phase, and of sums of a trace. */
#include "analysis/summary/compile-time.h"
#include "analysis/summary/headline.h"
#include "analysis/trace/trace-range.h"

#include <string.h>

/* ---- compile time --------------------------------------------------------------------- */

typedef struct {
  const char *name;
  guint64 start, duration;
} Phase;

static PoplensCompilation *
make_compilation (const Phase *phases, guint32 n)
{
  PoplensCompilation *c = poplens_compilation_new ();

  c->n_phases = n;
  c->phase_name = g_new (guint32, n);
  c->phase_start = g_new (guint64, n);
  c->phase_duration = g_new (guint64, n);
  for (guint32 p = 0; p < n; p++) {
    c->phase_name[p] = poplens_strings_intern (c->strings, phases[p].name, -1);
    c->phase_start[p] = phases[p].start;
    c->phase_duration[p] = phases[p].duration;
  }
  return c;
}

static const PoplensCompilePhase *
find_phase (const GArray *phases, const char *name)
{
  for (guint p = 0; p < phases->len; p++)
    if (!strcmp (g_array_index (phases, PoplensCompilePhase, p).name, name))
      return &g_array_index (phases, PoplensCompilePhase, p);
  g_assert_not_reached ();
}

static void
test_nested_phases (void)
{
  /* Phase "all" contains "a" twice, once with another "a" inside; "b" follows after a pause. */
  static const Phase phases[] = {
      {"all", 100, 50}, {"a", 110, 20}, {"a", 115, 5}, {"a", 140, 5}, {"b", 160, 10}};
  g_autoptr (PoplensCompilation) c = make_compilation (phases, G_N_ELEMENTS (phases));
  guint64 covered, span;
  g_autoptr (GArray) sums = poplens_compile_phases (c, &covered, &span);
  const PoplensCompilePhase *a = find_phase (sums, "a");

  g_assert_cmpuint (sums->len, ==, 3);
  g_assert_cmpuint (covered, ==, 60);
  g_assert_cmpuint (span, ==, 70);
  g_assert_cmpuint (a->self, ==, 25);
  g_assert_cmpuint (a->inclusive, ==, 25);
  g_assert_cmpuint (a->calls, ==, 3);
  g_assert_cmpuint (find_phase (sums, "all")->self, ==, 25);
  g_assert_cmpuint (find_phase (sums, "all")->inclusive, ==, 50);
  g_assert_cmpuint (find_phase (sums, "b")->self, ==, 10);
}

/* For each microsecond, the phase that started last has the exclusive time. */
static void
test_random_phases (void)
{
  static const char *const names[] = {"a", "b", "c", "d"};

  for (guint round = 0; round < 100; round++) {
    Phase phases[12];
    guint n = g_test_rand_int_range (0, G_N_ELEMENTS (phases) + 1);
    guint64 self[4] = {0}, inclusive[4] = {0}, covered, expected = 0, sum = 0;
    for (guint p = 0; p < n; p++)
      phases[p] = (Phase){names[p % 4], p * 7 + g_test_rand_int_range (0, 7),
                          g_test_rand_int_range (0, 40)};
    for (guint64 t = 0; t < 200; t++) {
      gboolean open[4] = {FALSE};
      int last = -1;
      for (guint p = 0; p < n; p++)
        if (phases[p].start <= t && t < phases[p].start + phases[p].duration) {
          last = p; /* starts are ascending */
          open[p % 4] = TRUE;
        }
      for (guint i = 0; i < 4; i++)
        inclusive[i] += open[i];
      if (last >= 0)
        self[last % 4]++, expected++;
    }
    g_autoptr (PoplensCompilation) c = make_compilation (phases, n);
    g_autoptr (GArray) sums = poplens_compile_phases (c, &covered, NULL);
    for (guint s = 0; s < sums->len; s++) {
      const PoplensCompilePhase *phase = &g_array_index (sums, PoplensCompilePhase, s);
      g_assert_cmpuint (phase->self, ==, self[*phase->name - 'a']);
      g_assert_cmpuint (phase->inclusive, ==, inclusive[*phase->name - 'a']);
      sum += phase->self;
      if (s)
        g_assert_cmpuint (phase->self, <=, g_array_index (sums, PoplensCompilePhase, s - 1).self);
    }
    g_assert_cmpuint (covered, ==, expected);
    g_assert_cmpuint (sum, ==, expected);
  }
}

static void
test_absurd_phases (void)
{
  static const Phase phases[] = {{"a", G_MAXUINT64 - 5, 100}, {"b", 3, G_MAXUINT64}};
  g_autoptr (PoplensCompilation) c = make_compilation (phases, G_N_ELEMENTS (phases));
  guint64 covered;
  g_autoptr (GArray) sums = poplens_compile_phases (c, &covered, NULL);

  g_assert_cmpuint (find_phase (sums, "a")->self, ==, 5);
  g_assert_cmpuint (covered, ==, G_MAXUINT64 - 3);
}

/* ---- trace ---------------------------------------------------------------------------- */

/* Returns three steps on two IPUs: work, a wait for the host, and a sync without a program, in
 * which no tile of IPU 1 takes part. */
static PoplensExecution *
make_execution (void)
{
  static const char *const types[] = {"StreamCopyBegin", "OnTileExecute", "Sync"};
  static const guint32 steps[] = {0, 0, 1, 1, 2, 2};
  static const guint64 from[] = {0, 0, 10, 12, 900, G_MAXUINT64};
  static const guint32 lengths[] = {10, 12, 30, 40, 5, 0};
  PoplensExecution *x = poplens_execution_new ();

  x->n_types = G_N_ELEMENTS (types);
  for (guint t = 0; t < x->n_types; t++) {
    x->type_name[t] = poplens_strings_intern (x->strings, types[t], -1);
    x->type_kind[t] = poplens_step_kind_parse (types[t]);
  }
  x->n_steps = 3;
  x->step_type = g_memdup2 ("\1\0\2", 3);
  x->step_sync = g_new0 (guint8, 3);
  x->step_program = g_new0 (guint32, 3);
  x->step_program[2] = G_MAXUINT32;
  x->n_rows = 6;
  x->row_step = g_memdup2 (steps, sizeof steps);
  x->row_ipu = g_new0 (guint16, 6);
  x->row_from = g_memdup2 (from, sizeof from);
  x->row_length = g_memdup2 (lengths, sizeof lengths);
  x->type_tile_cycles = g_new0 (guint64, 3);
  x->type_tile_cycles[0] = 600;
  x->type_tile_cycles[1] = 300;
  x->type_tile_cycles[2] = 100;
  x->total_cycles = 905;
  return x;
}

static void
test_trace_summary (void)
{
  g_autoptr (PoplensExecution) x = make_execution ();
  g_autoptr (PoplensTraceSummary) s = poplens_trace_summary_new (x);
  const PoplensStepTypeTotal *types = (const PoplensStepTypeTotal *) (gpointer) s->types->data;

  g_assert_cmpstr (types[0].name, ==, "OnTileExecute"); /* work is sorted first */
  g_assert_cmpstr (types[1].name, ==, "StreamCopyBegin");
  g_assert_cmpuint (types[1].steps, ==, 1);
  g_assert_cmpuint (types[1].rows, ==, 2);
  g_assert_cmpuint (s->tile_cycles, ==, 1000);
  g_assert_cmpuint (s->waiting_tile_cycles, ==, 700);
  g_assert_cmpuint (s->implicit_steps, ==, 1);
}

static void
test_headline_of_a_run (void)
{
  g_autoptr (PoplensExecution) x = make_execution ();
  g_autoptr (PoplensTarget) target = poplens_target_new ();
  g_autoptr (PoplensLiveness) live = poplens_liveness_new ();
  PoplensHeadline h;

  target->clock_hz = 1000;
  live->n_steps = 3;
  live->program = g_new0 (guint32, 3);
  live->parent = g_new0 (guint32, 3);
  live->not_always_live = g_new0 (guint64, 3);
  live->program[1] = 7;
  live->not_always_live[1] = live->not_always_live[2] = 30;
  live->always_live = 100;
  g_autoptr (PoplensPeak) peak = poplens_liveness_get_peak (live);
  poplens_headline_compute (&h, target, NULL, peak, x);
  g_assert_true (h.has_peak && h.has_cycles && !h.has_memory);
  g_assert_cmpuint (h.peak_step, ==, 1); /* the first of equal peaks */
  g_assert_cmpuint (h.peak_program, ==, 7);
  g_assert_cmpuint (h.peak_bytes, ==, 130);
  g_assert_cmpuint (h.cycles, ==, 905);
  g_assert_cmpfloat (h.nominal_seconds, ==, 0.905);
  g_assert_cmpfloat (h.idle_share, ==, 0.7);

  x->n_without_rows = 1; /* a step without a row may end later */
  poplens_headline_compute (&h, target, NULL, NULL, x);
  g_assert_true (h.has_cycles && h.cycles_incomplete);
  g_assert_cmpuint (h.cycles, ==, 905);
  g_assert_cmpuint (h.tile_cycles, ==, 0);

  guint64 recorded = 1200; /* total of the only run */
  x->n_totals = 1;
  x->total_name = g_new (guint32, 1);
  x->total_name[0] = poplens_strings_intern (x->strings, "cycles", -1);
  x->total_value = g_memdup2 (&recorded, sizeof recorded);
  poplens_headline_compute (&h, target, NULL, NULL, x);
  g_assert_false (h.cycles_incomplete);
  g_assert_cmpuint (h.cycles, ==, 1200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/compile-time/nested", test_nested_phases);
  g_test_add_func ("/analysis/compile-time/random", test_random_phases);
  g_test_add_func ("/analysis/compile-time/absurd", test_absurd_phases);
  g_test_add_func ("/analysis/trace/summary", test_trace_summary);
  g_test_add_func ("/analysis/headline/run", test_headline_of_a_run);
  return g_test_run ();
}
