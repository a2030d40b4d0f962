/* Iterations and micro-batches of made-up programs: where they begin, what they take, and what is
 * none. */
#include "analysis/time/time-iterations.h"

#include <math.h>
#include <string.h>

#define TILES 4

/* Program ids are rows. Sequence 0: work 1, Repeat 2 (work 3, Call 4, Repeat 5 (work 6), Call 7),
 * work 9; the calls are of function 8, a work program. */
enum { ROOT, BEFORE, LOOP, FIRST, CALL, INNER, BATCH, CALL_AGAIN, FUNCTION, AFTER, N_PROGRAMS };

typedef struct {
  PoplensExecution *execution;
  PoplensPrograms *programs;
  GArray *rows; /* PoplensStepRow */
  guint64 at;
} Fixture;

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
  /* As the file has them: seven bits a byte, the last of each with its top bit. */
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
get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const Fixture *self = data;
  gsize bytes = self->rows->len * sizeof (PoplensStepRow);
  gboolean steps = kind == POPLENS_SLICE_SCAN_STEPS;
  PoplensSlice *slice =
      poplens_slice_new (kind, key, g_memdup2 (self->rows->data, MAX (steps ? bytes : 1, 1)),
                         steps ? self->rows->len : 0, bytes);

  slice->next = POPLENS_NO_SLICE;
  return slice;
}

/* Each of @text is a step of one IPU that takes 10 cycles: a letter, the program as above; "+"
 * waits 5 cycles, and "|" ends the run. */
static Fixture
fixture_new (const char *text)
{
  PoplensExecution *x = poplens_execution_new ();
  Fixture self = {x, programs_new (), g_array_new (FALSE, FALSE, sizeof (PoplensStepRow)), 0};
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
    if (*c == '+') {
      self.at += 5;
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
fixture_clear (Fixture *self)
{
  poplens_execution_free (self->execution);
  poplens_programs_free (self->programs);
  g_array_unref (self->rows);
}

/* "part:from-to+period …" of a level. */
static char *
tell (const PoplensTimeLoop *loop)
{
  GString *text = g_string_new (NULL);

  for (guint t = 0; t < loop->turns->len; t++) {
    const PoplensTimeIteration *turn = poplens_time_iteration_at (loop, t);
    g_string_append_printf (text, "%s%u:%u-%u+%u", t ? " " : "", turn->part_of, (guint) turn->from,
                            (guint) turn->to, (guint) turn->period);
  }
  return g_string_free (text, FALSE);
}

static void
check (const char *steps, const char *iterations, const char *batches)
{
  Fixture fixture = fixture_new (steps);
  PoplensTimeInput input = {.execution = fixture.execution,
                            .programs = fixture.programs,
                            .tiles = TILES,
                            .get_slice = get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  g_assert_nonnull (time);
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, fixture.programs);
  g_autofree char *told = tell (&found->iterations), *inner = tell (&found->batches);

  g_assert_cmpstr (told, ==, iterations);
  g_assert_cmpstr (inner, ==, batches);
  fixture_clear (&fixture);
}

static void
test_turns (void)
{
  /* The number falls. */
  check ("1368369", "0:10-30+30 0:40-60+0", "");
  /* It repeats and is the step itself, which a loop inside is not. */
  check ("333", "0:0-10+10 0:10-20+10 0:20-30+0", "");
  check ("3666+366", "0:0-40+45 0:45-75+0", "0:10-20+10 0:20-30+10 0:30-40+0 1:55-65+10 1:65-75+0");
  /* A function that is called twice in the loop says nothing of where it is. */
  check ("388688388", "0:0-40+60 0:60-70+0", "");
  /* Once is no iteration, nor once in each run. */
  check ("13689", "", "");
  check ("136|136", "", "");
  check ("1", "", "");
  check ("1336|13+36", "0:10-20+10 0:20-40+0 1:50-60+15 1:65-85+0", "");
}

static void
test_numbers (void)
{
  guint64 lengths[] = {100, 101, 102, 103, 150};
  PoplensTimeLoop loop = {.length = g_array_new (FALSE, FALSE, sizeof (guint64)),
                          .median = 102,
                          .low = 101,
                          .high = 103};
  PoplensTimeIteration last = {0, 10, 40, 0}, other = {0, 10, 40, 35};

  g_assert_true (isnan (poplens_time_loop_spread (&loop)));
  g_array_append_vals (loop.length, lengths, 3);
  g_assert_cmpfloat_with_epsilon (poplens_time_loop_spread (&loop), 2. / 102, 1e-9);
  g_array_set_size (loop.length, 0);
  g_array_append_vals (loop.length, lengths, 5);
  g_assert_cmpfloat_with_epsilon (poplens_time_loop_spread (&loop), 2. / 102, 1e-9);
  g_assert_cmpuint (poplens_time_loop_slow (&loop), ==, 105);
  loop.high = 101;
  g_assert_cmpuint (poplens_time_loop_slow (&loop), ==, 104);
  g_assert_cmpuint (poplens_time_iteration_length (&last), ==, 30);
  g_assert_cmpuint (poplens_time_iteration_length (&other), ==, 35);
  g_array_unref (loop.length);
}

static void
test_none (void)
{
  Fixture fixture = fixture_new ("33");
  PoplensTimeInput input = {.execution = fixture.execution,
                            .tiles = TILES,
                            .get_slice = get_slice,
                            .slice_data = &fixture};
  g_autoptr (PoplensTime) time = poplens_time_new (&input, NULL, NULL);
  g_autoptr (PoplensTimeIterations) found = poplens_time_iterations_new (time, NULL);

  g_assert_cmpuint (found->iterations.turns->len, ==, 0);
  g_assert_cmpuint (found->iterations.program, ==, POPLENS_NO_ROW);
  fixture_clear (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-iterations/turns", test_turns);
  g_test_add_func ("/time-iterations/numbers", test_numbers);
  g_test_add_func ("/time-iterations/none", test_none);
  return g_test_run ();
}
