/* Tests of iterations and micro-batches of made-up programs: their begins and lengths, loops that
 * are not iterations, and the training phases of an IPU. */
#include "analysis/time/time-levels.h"

#include <math.h>
#include <string.h>

#define TILES 4

/* Program ids are rows. Program 0 is a sequence: work 1, Repeat 2 (work 3, Call 4, Repeat 5 (work
 * 6), Call 7), work 9. Both calls call function 8, a work program. */
enum { ROOT, BEFORE, LOOP, FIRST, CALL, INNER, BATCH, CALL_AGAIN, FUNCTION, AFTER, N_PROGRAMS };

typedef struct {
  PoplensExecution *execution;
  PoplensPrograms *programs;
  GArray *rows; /* PoplensStepRow */
  guint64 at;
} LoopFixture;

static PoplensPrograms *
programs_new (void)
{
  static const guint8 kinds[] = {POPLENS_PROGRAM_SEQUENCE,
                                 POPLENS_PROGRAM_ON_TILE_EXECUTE,
                                 POPLENS_PROGRAM_REPEAT,
                                 POPLENS_PROGRAM_ON_TILE_EXECUTE,
                                 POPLENS_PROGRAM_CALL,
                                 POPLENS_PROGRAM_REPEAT_WHILE,
                                 POPLENS_PROGRAM_ON_TILE_EXECUTE,
                                 POPLENS_PROGRAM_CALL,
                                 POPLENS_PROGRAM_ON_TILE_EXECUTE,
                                 POPLENS_PROGRAM_ON_TILE_EXECUTE};
  /* Encoded as in the file: seven bits a byte; the last byte of each number has its top bit set. */
  static const guint8 below_root[] = {0x81, 0x82, 0x89}, below_loop[] = {0x83, 0x84, 0x85, 0x87},
                      below_inner[] = {0x86};
  PoplensPrograms *self = poplens_programs_new ();

  self->n = N_PROGRAMS;
  self->id = g_new (guint32, N_PROGRAMS);
  self->kind = g_memdup2 (kinds, sizeof kinds);
  self->name = g_new0 (guint32, N_PROGRAMS);
  self->type_name = g_new0 (guint32, N_PROGRAMS);
  self->streams = g_new0 (guint32, N_PROGRAMS);
  self->variant_index = g_new0 (guint32, N_PROGRAMS);
  self->detail = g_new (gint64, N_PROGRAMS);
  self->children = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  for (guint32 row = 0; row < N_PROGRAMS; row++) {
    self->id[row] = row;
    self->detail[row] = row == CALL || row == CALL_AGAIN ? 0 : -1;
    const guint8 *below = row == ROOT    ? below_root
                          : row == LOOP  ? below_loop
                          : row == INNER ? below_inner
                                         : NULL;
    gsize n = row == ROOT ? 3 : row == LOOP ? 4 : 1;
    g_assert_true (poplens_lists_append (self->children, below, below ? n : 0, NULL));
  }
  self->n_control = self->n_functions = 1;
  self->control_id = g_new0 (guint32, 1);
  self->control_program = g_new0 (guint32, 1);
  self->function_id = g_new0 (guint32, 1);
  self->function_program = g_new (guint32, 1);
  self->function_program[0] = FUNCTION;
  return self;
}

static PoplensSlice *
loop_get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const LoopFixture *self = data;
  gsize bytes = self->rows->len * sizeof (PoplensStepRow);
  gboolean steps = kind == POPLENS_SLICE_SCAN_STEPS;
  PoplensSlice *slice =
      poplens_slice_new (kind, key, g_memdup2 (self->rows->data, MAX (steps ? bytes : 1, 1)),
                         steps ? self->rows->len : 0, bytes);

  slice->next = POPLENS_NO_SLICE;
  return slice;
}

/* Each letter of @text is a step of 10 cycles on one IPU, of the program above with that number;
 * "+" waits 5 cycles, "-" lets the next step begin 3 cycles early, and "|" ends the run. */
static LoopFixture
loop_fixture_new (const char *text)
{
  PoplensExecution *x = poplens_execution_new ();
  LoopFixture self = {x, programs_new (), g_array_new (FALSE, FALSE, sizeof (PoplensStepRow)), 0};
  gsize most = strlen (text);

  x->n_types = POPLENS_STEP_OTHER + 1;
  for (guint t = 0; t < x->n_types; t++)
    x->type_kind[t] = t;
  x->step_type = g_new (guint8, most);
  x->step_sync = g_new0 (guint8, most);
  x->step_program = g_new (guint32, most);
  x->row_step = g_new (guint32, most);
  x->row_ipu = g_new0 (guint16, most);
  x->row_from = g_new (guint64, most);
  x->row_length = g_new (guint32, most);
  x->n_ipus = 1;
  x->ipu_seen = g_new (gboolean, 1);
  x->ipu_seen[0] = TRUE;
  x->trace_program = g_new (guint32, most);
  x->runs = g_new0 (PoplensRunInfo, 2);
  x->n_runs = 1;
  for (const char *c = text; *c; c++) {
    if (*c == '|') {
      x->n_runs++;
      continue;
    }
    if (*c == '+' || *c == '-') {
      self.at += *c == '+' ? 5 : -3;
      continue;
    }
    guint32 step = x->n_steps++;
    x->step_type[step] = POPLENS_STEP_ON_TILE_EXECUTE;
    x->step_program[step] = x->trace_program[x->n_trace++] = (guint32) (*c - '0');
    x->runs[x->n_runs - 1].n_programs++;
    x->row_step[step] = step;
    x->row_from[step] = self.at;
    x->row_length[step] = 10;
    PoplensStepRow row = {.step_id = step,
                          .base = self.at,
                          .active_to_max = 10,
                          .active_to_min = 10,
                          .all_to_max = 10,
                          .cycles = 10,
                          .active_tiles = TILES,
                          .tile_balance = 1,
                          .tile_cycles_id = -1};
    g_array_append_val (self.rows, row);
    self.at += 10;
  }
  x->n_rows = x->n_steps;
  x->total_cycles = self.at;
  return self;
}

static void
loop_fixture_clear (LoopFixture *self)
{
  poplens_execution_free (self->execution);
  poplens_programs_free (self->programs);
  g_array_unref (self->rows);
}

/* Returns the iterations of a loop as "part:from-to+length …". (transfer full) */
static char *
describe_loop (const PoplensTimeLoop *loop)
{
  GString *text = g_string_new (NULL);

  for (guint t = 0; t < loop->turns->len; t++) {
    const PoplensTimeIteration *turn = poplens_time_iteration_at (loop, t);
    g_string_append_printf (text, "%s%u:%u-%u+%u", t ? " " : "", turn->part_of, (guint) turn->from,
                            (guint) turn->to, (guint) turn->length);
  }
  return g_string_free (text, FALSE);
}

static void
check_loops (const char *steps, const char *iterations, const char *batches)
{
  LoopFixture fixture = loop_fixture_new (steps);
  PoplensTimeInput input = {.execution = fixture.execution,
                            .programs = fixture.programs,
                            .tiles = TILES,
                            .get_slice = loop_get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  g_assert_nonnull (time);
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, fixture.programs);
  g_autofree char *told = describe_loop (&found->iterations),
                  *inner = describe_loop (&found->batches);

  g_assert_cmpstr (told, ==, iterations);
  g_assert_cmpstr (inner, ==, batches);
  loop_fixture_clear (&fixture);
}

static void
test_turns (void)
{
  /* A lower program number than before begins the next iteration. */
  check_loops ("1368369", "0:10-30+30 0:40-60+30", "");
  /* A loop repeats one step: each step is an iteration, except in an inner loop. */
  check_loops ("333", "0:0-10+10 0:10-20+10 0:20-30+10", "");
  check_loops ("3666+366", "0:0-40+45 0:45-75+35",
               "0:10-20+10 0:20-30+10 0:30-40+10 1:55-65+10 1:65-75+10");
  /* The last iteration of a run begins where the one before ends. It is incomplete if it ends
   * earlier in the loop. */
  check_loops ("36+36-36", "0:0-20+25 0:25-45+17 0:42-62+17", "");
  check_loops ("36363", "0:0-20+20 0:20-40+20 0:40-50+0", "");
  /* A function that is called twice in the loop does not show the position in it. */
  check_loops ("388688388", "0:0-40+60 0:60-70+0", "");
  /* A loop that runs once, or once in each run, has no iterations. */
  check_loops ("13689", "", "");
  check_loops ("136|136", "", "");
  check_loops ("1", "", "");
  check_loops ("1336|13+36", "0:10-20+10 0:20-40+20 1:50-60+15 1:65-85+25", "");
}

/* An incomplete trace may end within the last iteration. */
static void
test_incomplete (void)
{
  LoopFixture fixture = loop_fixture_new ("33|33");
  PoplensTimeInput input = {.execution = fixture.execution,
                            .programs = fixture.programs,
                            .tiles = TILES,
                            .get_slice = loop_get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  fixture.execution->n_without_rows = 1;
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, fixture.programs);
  g_autofree char *told = describe_loop (&found->iterations);

  g_assert_cmpstr (told, ==, "0:0-10+10 0:10-20+10 1:20-30+10 1:30-40+0");
  g_assert_cmpuint (found->iterations.length->len, ==, 3);
  loop_fixture_clear (&fixture);
}

static void
measure (PoplensTimeLoop *loop, const guint64 *rising, guint n)
{
  g_array_set_size (loop->length, 0);
  g_array_append_vals (loop->length, rising, n);
  poplens_time_loop_measure (loop);
}

/* However many iterations are slow, they are compared with the fast ones. */
static void
test_slow_iterations_apart (void)
{
  static const struct {
    guint64 rising[6], slow, fast;
    guint n;
  } cases[] = {
      {{100, 101, 140, 141, 142}, 140, 100, 5},
      {{100, 140, 141, 142, 143}, 140, 100, 5},
      {{100, 101, 102, 103, 140, 150}, 140, 101, 6},
      {{100, 101, 103, 104, 105}, G_MAXUINT64, 103, 5},
      {{100, 110, 120, 130, 140}, G_MAXUINT64, 120, 5},
      {{1000, 1001, 1015}, G_MAXUINT64, 1001, 3},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    PoplensTimeLoop loop = {.length = g_array_new (FALSE, FALSE, sizeof (guint64))};
    measure (&loop, cases[c].rising, cases[c].n);
    g_assert_cmpuint (loop.slow, ==, cases[c].slow);
    g_assert_cmpuint (loop.fast, ==, cases[c].fast);
    g_array_unref (loop.length);
  }
}

static void
test_loop_numbers (void)
{
  guint64 lengths[] = {100, 101, 102, 103, 150};
  PoplensTimeLoop loop = {.length = g_array_new (FALSE, FALSE, sizeof (guint64))};

  g_assert_true (isnan (poplens_time_loop_spread (&loop)));
  measure (&loop, lengths, 2);
  g_assert_true (isnan (poplens_time_loop_spread (&loop)));
  measure (&loop, lengths, 3);
  g_assert_cmpfloat_with_epsilon (poplens_time_loop_spread (&loop), 2. / 101, 1e-9);
  g_assert_cmpuint (loop.slow, ==, G_MAXUINT64);
  measure (&loop, lengths, 5);
  g_assert_cmpfloat_with_epsilon (poplens_time_loop_spread (&loop), 2. / 102, 1e-9);
  g_assert_cmpuint (loop.slow, ==, 150);
  g_assert_cmpuint (loop.fast, ==, 101);
  g_array_unref (loop.length);
}

/* Iterations of 100 cycles except two: the slow ones that are completely within the requested
 * cycles. */
static void
test_slow (void)
{
  static const guint64 lengths[] = {100, 150, 100, 101, 180};
  PoplensTimeLoop loop = {
      .turns = g_array_new (FALSE, FALSE, sizeof (PoplensTimeIteration)), .fast = 100, .slow = 150};
  guint64 at = 0;

  for (guint t = 0; t < G_N_ELEMENTS (lengths); at += lengths[t++]) {
    PoplensTimeIteration one = {
        .from = at, .to = at + lengths[t], .end = at + lengths[t], .length = lengths[t]};
    g_array_append_val (loop.turns, one);
  }
  PoplensTimeSlow all = poplens_time_loop_find_slow (&loop, 0, at);
  PoplensTimeSlow some = poplens_time_loop_find_slow (&loop, 0, at - 1);
  PoplensTimeSlow none = poplens_time_loop_find_slow (&loop, 101, at - 1);
  g_assert_cmpuint (all.n, ==, 2);
  g_assert_cmpuint (all.slowest, ==, 4);
  g_assert_cmpfloat (all.excess, ==, 50 + 80);
  g_assert_cmpuint (some.n, ==, 1);
  g_assert_cmpuint (some.slowest, ==, 1);
  g_assert_cmpfloat (some.excess, ==, 50);
  g_assert_cmpuint (none.n, ==, 0);
  g_assert_cmpuint (none.slowest, ==, G_MAXUINT);
  g_array_unref (loop.turns);
}

static void
test_none (void)
{
  LoopFixture fixture = loop_fixture_new ("33");
  PoplensTimeInput input = {.execution = fixture.execution,
                            .tiles = TILES,
                            .get_slice = loop_get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, NULL);

  g_assert_cmpuint (found->iterations.turns->len, ==, 0);
  g_assert_cmpuint (found->iterations.program, ==, POPLENS_NO_ROW);
  loop_fixture_clear (&fixture);
}

/* ---- training phases ---- */

/* Returns the spans as "0 Iteration 1 0-40 …": lane, label, cycles. (transfer full) */
static char *
describe_phases (const PoplensTimeLevels *levels)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < levels->spans->len; i++) {
    const PoplensLevelSpan *span = &g_array_index (levels->spans, PoplensLevelSpan, i);
    g_autofree char *label = poplens_level_span_label (span);
    g_string_append_printf (text, "%s%u %s %u-%u", i ? ", " : "", span->lane, label,
                            (guint) span->from, (guint) span->to);
  }
  return g_string_free (text, FALSE);
}

/* @phases: (nullable): a letter for each step. */
static void
check_phases (const char *steps, const char *phases, const char *expected)
{
  LoopFixture fixture = loop_fixture_new (steps);
  PoplensTimeInput input = {.execution = fixture.execution,
                            .programs = fixture.programs,
                            .tiles = TILES,
                            .get_slice = loop_get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, fixture.programs);
  g_autofree guint8 *of = phases ? g_new0 (guint8, strlen (phases) + 1) : NULL;

  for (guint i = 0; phases && phases[i]; i++)
    of[i] = phases[i] == 'f'   ? POPLENS_PHASE_FORWARD
            : phases[i] == 'b' ? POPLENS_PHASE_BACKWARD
                               : POPLENS_PHASE_NONE;
  g_autoptr (PoplensTimeLevels) levels = poplens_time_levels_new (time, found, of, 0);
  g_autofree char *told = describe_phases (levels);
  g_assert_cmpstr (told, ==, expected);
  g_autoptr (PoplensTimeLevels) other = poplens_time_levels_new (time, found, of, 1);
  g_assert_cmpuint (other->n_lanes, ==, 0);
  loop_fixture_clear (&fixture);
}

static void
test_training_phases (void)
{
  check_phases ("13689", NULL, "");
  check_phases ("+333", NULL, "0 Iteration 1 5-15, 0 Iteration 2 15-25, 0 Iteration 3 25-35");
  /* Micro-batches are counted from 1 in each iteration. */
  check_phases ("3666+366", NULL,
                "0 Iteration 1 0-40, 0 Iteration 2 45-75, 1 Micro-batch 1 10-20, "
                "1 Micro-batch 2 20-30, 1 Micro-batch 3 30-40, 1 Micro-batch 1 55-65, "
                "1 Micro-batch 2 65-75");
  /* A cycle belongs to one iteration only. */
  check_phases ("3-3+3", NULL, "0 Iteration 1 0-7, 0 Iteration 2 7-17, 0 Iteration 3 22-32");
  /* A step of no loop is within an iteration but does not extend it. */
  check_phases ("36-86+3", NULL,
                "0 Iteration 1 0-37, 0 Iteration 2 42-52, 1 Micro-batch 1 10-20, "
                "1 Micro-batch 2 27-37");
}

static void
test_phases (void)
{
  /* Phases end with the iteration. Steps without a phase neither end nor extend one. */
  check_phases ("1368369", "fnfbfbn",
                "0 Iteration 1 10-30, 0 Iteration 2 40-60, 1 Forward 0-10, 1 Forward 20-30, "
                "1 Backward 30-40, 1 Forward 40-50, 1 Backward 50-60");
  check_phases ("111+11", "fnfbb", "0 Forward 0-30, 0 Backward 35-55");
  /* Phases end with the run too. */
  check_phases ("11|11", "ffff", "0 Forward 0-20, 0 Forward 20-40");
}

/* Steps that have a phase, and whether there is a lane of phases. */
static void
test_phase_level (void)
{
  static const char *const plain[] = {"Fwd/a", "Bwd/a", "b/c"};
  static const char *const popart[] = {"matmul/100/a", "matmul:MatMulLhsGradOp/211/a", "copy1_a/b"};
  static const char *const inference[] = {"model/Fwd/a", "model/Fwd/b", "b/c"};
  const struct {
    const char *const *names;
    const char *phases; /* (nullable): NULL: no step has a phase */
  } cases[] = {{plain, NULL}, {popart, "fbn"}, {inference, NULL}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LoopFixture fixture = loop_fixture_new ("111");
    PoplensStrings *strings = poplens_strings_new ();
    guint32 name[3];
    for (guint s = 0; s < 3; s++)
      name[s] = poplens_strings_intern (strings, cases[i].names[s], -1);
    g_autofree guint8 *phases = poplens_time_phases_new (fixture.execution, strings, name, FALSE);
    g_autofree guint8 *always = poplens_time_phases_new (fixture.execution, strings, name, TRUE);
    g_assert_cmpint (phases != NULL, ==, cases[i].phases != NULL);
    g_assert_cmpint (always != NULL, ==, cases[i].names != inference);
    for (guint s = 0; phases && s < 3; s++)
      g_assert_cmpint (phases[s], ==,
                       cases[i].phases[s] == 'f'   ? POPLENS_PHASE_FORWARD
                       : cases[i].phases[s] == 'b' ? POPLENS_PHASE_BACKWARD
                                                   : POPLENS_PHASE_NONE);
    poplens_strings_free (strings);
    loop_fixture_clear (&fixture);
  }
}

static void
test_level_names (void)
{
  const PoplensLevelSpan spans[] = {{.level = POPLENS_LEVEL_ITERATION, .number = 3},
                                    {.level = POPLENS_LEVEL_BATCH, .number = 2, .iteration = 3},
                                    {.level = POPLENS_LEVEL_PHASE, .number = POPLENS_PHASE_LOSS}};
  static const char *const names[][2] = {{"Iteration 3", "Iteration 3"},
                                         {"Micro-batch 2", "Micro-batch 2 of iteration 3"},
                                         {"Loss", "Phase: loss"}};

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++) {
    g_autofree char *label = poplens_level_span_label (&spans[i]);
    g_autofree char *name = poplens_level_span_name (&spans[i]);
    g_assert_cmpstr (label, ==, names[i][0]);
    g_assert_cmpstr (name, ==, names[i][1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-iterations/turns", test_turns);
  g_test_add_func ("/time-iterations/incomplete", test_incomplete);
  g_test_add_func ("/time-iterations/numbers", test_loop_numbers);
  g_test_add_func ("/time-iterations/slow", test_slow);
  g_test_add_func ("/time-iterations/groups", test_slow_iterations_apart);
  g_test_add_func ("/time-iterations/none", test_none);
  g_test_add_func ("/time-iterations/levels", test_training_phases);
  g_test_add_func ("/time-iterations/phases", test_phases);
  g_test_add_func ("/time-iterations/phase-level", test_phase_level);
  g_test_add_func ("/time-iterations/level-names", test_level_names);
  return g_test_run ();
}
