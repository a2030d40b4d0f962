/* Tests of findings on time: made-up causes are found with the saving that was computed on paper;
 * properties of random executions; and the list of checks that were not made. */
#include "analysis/time-fixture.h"
#include "analysis/time/time-findings.h"
#include "analysis/time/time-occurrences.h"
#include "analysis/time/time-stragglers.h"

#include <math.h>
#include <string.h>

#define RUNS 60

static PoplensTimeFindings *
find_findings (TimeFixture *fixture, const PoplensTime *time, guint64 from, guint64 to)
{
  PoplensTimeInput slices = time_fixture_input (fixture);
  g_autoptr (PoplensTimeIterations) iterations = poplens_time_iterations_new (time, NULL);
  PoplensTimeFindingsInput input = {time, iterations, &slices, from, to};
  g_autoptr (GError) error = NULL;
  PoplensTimeFindings *found = poplens_time_findings_new (&input, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static const PoplensTimeFinding *
finding_at (const PoplensTimeFindings *found, guint i)
{
  return g_ptr_array_index (found->findings, i);
}

static void
check_first (const PoplensTimeFindings *found, PoplensTimeKind kind, const char *subject,
             double saving)
{
  g_assert_cmpuint (found->findings->len, >, 0);
  const PoplensTimeFinding *first = finding_at (found, 0);

  g_assert_cmpstr (poplens_time_kind_key (first->kind), ==, poplens_time_kind_key (kind));
  g_assert_cmpstr (first->subject, ==, subject);
  g_assert_cmpfloat_with_epsilon (first->saving, saving, 0.01 * saving + 0.5);
  g_assert_cmpint (found->checks[kind].state, ==, POPLENS_CHECK_FOUND);
  g_autofree char *sentence = g_ascii_strdown (first->sentence, -1);
  g_autofree char *lower = g_ascii_strdown (subject, -1);
  g_assert_nonnull (strstr (sentence, lower));
}

/* Returns five rounds on two IPUs: each computes 100 cycles on every tile, and then runs a step
 * with @more cycles on the tiles of the second IPU. */
static TimeFixture *
rounds (guint32 program, PoplensStepKind kind, const guint64 more[FIXTURE_TILES])
{
  TimeFixture *self = time_fixture_new (2);

  for (guint r = 0; r < 5; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}, {100, 100, 100, 100, 100}};
    guint64 extra[8][FIXTURE_TILES] = {{0}};
    time_fixture_add (self, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, cycles, 0);
    for (guint t = 0; t < FIXTURE_TILES; t++)
      extra[1][t] = more[t];
    time_fixture_add (self, kind, NULL, program, extra, 0);
    time_fixture_join (self, "External", 1);
  }
  time_fixture_end (self);
  return self;
}

/* ---- each cause ---- */

/* One tile works 200 cycles: spread over five tiles that is 40, so 160 are saved, five times. All
 * other tiles have no work. */
static void
test_few_tiles (void)
{
  g_autoptr (TimeFixture) fixture =
      rounds (FIXTURE_NARROW, POPLENS_STEP_ON_TILE_EXECUTE, (guint64[]){200, 0, 0, 0, 0});
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);

  check_first (found, POPLENS_TIME_FEW_TILES, "Bwd/layer.*/narrow", 5 * 160);
  g_assert_cmpstr (finding_at (found, 0)->location, !=, "trace");

  /* Location of the finding: five steps of 200 cycles on the second IPU, in which four of five
   * tiles wait. */
  PoplensTimeInput slices = time_fixture_input (fixture);
  g_autoptr (PoplensTimeIterations) iterations = poplens_time_iterations_new (time, NULL);
  PoplensTimeFindingsInput input = {.time = time, .iterations = iterations, .input = &slices};
  g_autoptr (GArray) there =
      poplens_time_occurrences_new (finding_at (found, 0), &input, NULL, NULL);
  g_assert_cmpuint (there->len, ==, 5);
  for (guint i = 0; i < there->len; i++) {
    const PoplensTimeOccurrence *one = &g_array_index (there, PoplensTimeOccurrence, i);
    g_assert_cmpuint (one->to - one->from, ==, 200);
    g_assert_cmpuint (one->cost, ==, 4 * 200);
    g_assert_cmpuint (time->execution->row_ipu[one->row], ==, 1);
    g_assert_true (!i || one->from > one[-1].from);
  }
}

/* If all tiles have the same work, nothing can be saved; the largest operation is named instead. */
static void
test_nothing_to_save (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint r = 0; r < 5; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}};
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE, cycles, 0);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  g_assert_cmpuint (found->findings->len, ==, 0);
  const char *less = strstr (found->where, "compute less: ");
  g_assert_nonnull (less);
  g_assert_nonnull (strstr (less, "layer.*/wide (100.0 %"));
}

/* A straggler in every compute set is a single cause. It is the second tile of the second IPU:
 * number 6. */
static void
test_straggler (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  for (guint r = 0; r < 40; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}, {100, 150, 100, 100, 100}};
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL,
                      r % 2 ? FIXTURE_NARROW : FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  check_first (found, POPLENS_TIME_STRAGGLER_TILE, "tile 6", 40 * 50);
  for (guint i = 0; i < found->findings->len; i++)
    g_assert_cmpint (finding_at (found, i)->kind, !=, POPLENS_TIME_UNEQUAL_LOAD);
  g_assert_cmpstr (finding_at (found, 0)->location, ==,
                   "trace?finding=straggler tile 6&tab=trace-stragglers&tile=6");
}

/* A straggler whose compute sets share lists with exchanges of equal length before them. */
static void
test_straggler_behind_exchange (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);
  gboolean told = FALSE;

  for (guint r = 0; r < 7; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}, {100, 150, 100, 100, 100}};
    time_fixture_add (fixture, POPLENS_STEP_DO_EXCHANGE, NULL, FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "Internal", 1);
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  for (guint i = 0; i < found->findings->len; i++)
    told |= finding_at (found, i)->kind == POPLENS_TIME_STRAGGLER_TILE &&
            g_str_equal (finding_at (found, i)->subject, "tile 6");
  g_assert_true (told);
}

/* An operation in both passes is one subject. The work is unequal over all tiles, so no single tile
 * is the straggler. */
static void
test_unequal (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint r = 0; r < 40; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{0}};
    for (guint t = 0; t < FIXTURE_TILES; t++)
      cycles[0][(t + r) % FIXTURE_TILES] = 60 + 20 * t;
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL,
                      r % 2 ? FIXTURE_WIDE_BACK : FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "Internal", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  check_first (found, POPLENS_TIME_UNEQUAL_LOAD, "layer.*/wide", 40 * 40);
}

/* Returns a finding, also one below the threshold, and asserts its @saving in cycles. */
static const PoplensTimeFinding *
look_up (const PoplensTimeFindings *found, PoplensTimeKind kind, const char *subject, double saving)
{
  double cycles = 0;
  const PoplensTimeFinding *one = poplens_time_findings_look_up (found, kind, subject, &cycles);

  g_assert_cmpfloat_with_epsilon (cycles, saving, 0.01 * saving + 0.5);
  return one;
}

/* Tile 1 takes 50 cycles longer than its share. One compute set shows it. The other takes 300
 * cycles, as another tile has most work each time; with 140 cycles on each tile it would end at
 * 190. */
static void
test_hidden_straggler (void)
{
  const guint heavy[] = {0, 2, 3, 4};
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint r = 0; r < 40; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 150, 100, 100, 100}};
    if (r % 2)
      cycles[0][heavy[r / 2 % 4]] = 300;
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL,
                      r % 2 ? FIXTURE_NARROW : FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "Internal", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  look_up (found, POPLENS_TIME_STRAGGLER_TILE, "tile 1", 20 * 50);
  look_up (found, POPLENS_TIME_UNEQUAL_LOAD, "Bwd/layer.*/narrow", 20 * 110);
  look_up (found, POPLENS_TIME_UNEQUAL_LOAD, "Fwd/layer.*/wide", 0);
}

/* Tiles of the second IPU have 150 cycles of work, those of the first 100; a slow one takes 200.
 * With 125 on both IPUs it would take 175. */
static void
test_straggler_in_stage (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  for (guint r = 0; r < 40; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}, {150, 200, 150, 150, 150}};
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL,
                      r % 2 ? FIXTURE_NARROW : FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  g_autoptr (PoplensTimeFindings) later =
      find_findings (fixture, time, time->total / 2, time->total);
  check_first (found, POPLENS_TIME_STRAGGLER_TILE, "tile 6", 40 * 50);
  look_up (found, POPLENS_TIME_STAGES_UNBALANCED, "IPU 1", 40 * 25);
  look_up (later, POPLENS_TIME_STAGES_UNBALANCED, "IPU 1", 20 * 25);
}

/* Two of five tiles take 300 cycles, two 100, and one has no work: equal work of the four saves 100
 * cycles, as the idle tile stays idle. Both findings together save no more than all waiting. */
static void
test_unequal_on_few (void)
{
  g_autoptr (TimeFixture) fixture =
      rounds (FIXTURE_NARROW, POPLENS_STEP_ON_TILE_EXECUTE, (guint64[]){300, 300, 100, 100, 0});
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  const PoplensTimeFinding *few =
      look_up (found, POPLENS_TIME_FEW_TILES, "Bwd/layer.*/narrow", 5 * 60);

  look_up (found, POPLENS_TIME_UNEQUAL_LOAD, "Bwd/layer.*/narrow", 5 * 100);
  look_up (found, POPLENS_TIME_OWN_TILES, "", 5 * 140);
  g_assert_nonnull (strstr (few->sentence, "uses 4 of 5 tiles"));
}

/* The last tile only copies data of the host: it does not count as a tile without work. */
static void
test_io_tile (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint r = 0; r < 5; r++) {
    guint64 copy[8][FIXTURE_TILES] = {{0, 0, 0, 0, 50}};
    guint64 even[8][FIXTURE_TILES] = {{100, 100, 100, 100, 0}};
    guint64 few[8][FIXTURE_TILES] = {{200, 0, 200, 0, 0}};
    time_fixture_add (fixture, POPLENS_STEP_STREAM_COPY_MID, NULL, FIXTURE_COPY + 1, copy, 0);
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_WIDE, even, 0);
    time_fixture_join (fixture, "Internal", 1);
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, few, 0);
    time_fixture_join (fixture, "Internal", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  look_up (found, POPLENS_TIME_FEW_TILES, "Fwd/layer.*/wide", 0);
  const PoplensTimeFinding *few =
      look_up (found, POPLENS_TIME_FEW_TILES, "Bwd/layer.*/narrow", 5 * 100);
  g_assert_nonnull (strstr (few->sentence, "uses 2 of 5 tiles; 1 other is an I/O tile"));
}

static void
test_transfers (void)
{
  const guint64 all[FIXTURE_TILES] = {300, 300, 300, 300, 300};
  g_autoptr (TimeFixture) exchange = rounds (FIXTURE_NARROW, POPLENS_STEP_DO_EXCHANGE, all);
  g_autoptr (PoplensTime) of_exchange = time_fixture_make (exchange);
  g_autoptr (PoplensTimeFindings) bound =
      find_findings (exchange, of_exchange, 0, of_exchange->total);
  g_autoptr (TimeFixture) copy = rounds (FIXTURE_COPY, POPLENS_STEP_STREAM_COPY_BEGIN, all);
  g_autoptr (PoplensTime) of_copy = time_fixture_make (copy);
  g_autoptr (PoplensTimeFindings) host = find_findings (copy, of_copy, 0, of_copy->total);
  g_autoptr (TimeFixture) link = rounds (FIXTURE_NARROW, POPLENS_STEP_GLOBAL_EXCHANGE, all);
  g_autoptr (PoplensTime) of_link = time_fixture_make (link);
  g_autoptr (PoplensTimeFindings) ipus = find_findings (link, of_link, 0, of_link->total);

  check_first (bound, POPLENS_TIME_EXCHANGE_BOUND, "Bwd/layer.*/narrow", 5 * 300);
  check_first (host, POPLENS_TIME_HOST_COPY, "a", 5 * 300);
  /* A copy from the host: the program waits for all of it, and 100 cycles of work a round can hide
   * as much. */
  const char *ready = strstr (finding_at (host, 0)->advice, "Async"),
             *beside = strstr (finding_at (host, 0)->advice, "set_overlap_for_input");
  g_assert_true (ready && strstr (ready, "At most 1,500 cycles.") && beside > ready);
  g_assert_nonnull (strstr (beside, "At most 500 cycles."));
  g_assert_null (strstr (finding_at (host, 0)->advice, "set_overlap_for_output"));
  check_first (ipus, POPLENS_TIME_INTER_IPU_EXCHANGE, "", 5 * 300);
  /* Half of the program is exchange; nothing else is estimated. */
  g_assert_cmpfloat_with_epsilon (bound->basis.estimated, 300. / 401, 1e-6);
}

/* One IPU has twice the work of the other; then the IPUs alternate. */
static void
test_stages (void)
{
  g_autoptr (TimeFixture) unequal =
      rounds (FIXTURE_OTHER, POPLENS_STEP_ON_TILE_EXECUTE, (guint64[]){100, 100, 100, 100, 100});
  g_autoptr (PoplensTime) time = time_fixture_make (unequal);
  g_autoptr (PoplensTimeFindings) found = find_findings (unequal, time, 0, time->total);
  g_autoptr (TimeFixture) turns = time_fixture_new (2);

  check_first (found, POPLENS_TIME_STAGES_UNBALANCED, "IPU 1", 5 * 50);
  for (guint r = 0; r < 8; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{0}};
    for (guint t = 0; t < FIXTURE_TILES; t++)
      cycles[r % 2][t] = 100;
    time_fixture_add (turns, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, cycles, 0);
    time_fixture_join (turns, "External", 1);
  }
  time_fixture_end (turns);
  g_autoptr (PoplensTime) of_turns = time_fixture_make (turns);
  g_autoptr (PoplensTimeFindings) bubble = find_findings (turns, of_turns, 0, of_turns->total);
  check_first (bubble, POPLENS_TIME_PIPELINE_BUBBLE, "", 400);
  g_assert_nonnull (strstr (finding_at (bubble, 0)->sentence,
                            "1.0 of 2 IPUs work at a time, while the others wait for them; stages "
                            "with equal work would not change that."));
}

/* Both IPUs work, then one alone: equal stages take 300 and 150 cycles instead of 400 and 100. */
static void
test_bubble (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (2);

  for (guint r = 0; r < 16; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{0}};
    for (guint t = 0; t < FIXTURE_TILES; t++) {
      cycles[0][t] = r % 2 ? 0 : 400;
      cycles[1][t] = 100;
    }
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_OTHER, cycles, 0);
    time_fixture_join (fixture, "External", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  check_first (found, POPLENS_TIME_PIPELINE_BUBBLE, "", 8 * (400 / 2 - 50));
  g_assert_cmpfloat (found->checks[POPLENS_TIME_STAGES_UNBALANCED].cycles, ==, 8 * 50);
  g_assert_nonnull (strstr (finding_at (found, 0)->sentence,
                            "1.2 of 2 IPUs work at a time, while the others wait for them; with "
                            "equal work in all stages 1.3 would. Twice as many micro-batches in "
                            "each iteration save at most 600 cycles"));
  /* No number of micro-batches removes the whole bubble. */
  g_assert_cmpfloat (finding_at (found, 0)->first, ==, finding_at (found, 0)->share / 2);
}

/* Time before the start is reported as a fact; it is not part of the program. */
static void
test_outside (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);
  guint64 wait[8][FIXTURE_TILES] = {{900, 900, 900, 900, 900}};
  guint64 copy[8][FIXTURE_TILES] = {{10, 10, 10, 10, 10}};
  guint64 work[8][FIXTURE_TILES] = {{100, 50, 100, 100, 50}};

  time_fixture_add (fixture, POPLENS_STEP_STREAM_COPY_BEGIN, NULL, FIXTURE_START, wait, 0);
  time_fixture_add (fixture, POPLENS_STEP_STREAM_COPY_MID, NULL, FIXTURE_START + 1, copy, 0);
  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, work, 0);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  g_autoptr (PoplensTimeFindings) later = find_findings (fixture, time, 910, time->total);

  g_assert_cmpuint (found->facts->len, ==, 1);
  const PoplensTimeFinding *fact = g_ptr_array_index (found->facts, 0);
  g_assert_cmpint (fact->kind, ==, POPLENS_TIME_HOST_STARTED_LATE);
  g_assert_cmpfloat (fact->saving, ==, 910);
  g_assert_cmpstr (fact->location, ==,
                   "trace?finding=before_start&from=0&outside=yes&range=0..910&to=1010");
  g_assert_cmpfloat (found->program, ==, 100);
  g_assert_cmpuint (later->facts->len, ==, 0);
  g_assert_cmpfloat (later->program, ==, 100);
  g_assert_cmpfloat (finding_at (later, 0)->saving, ==, finding_at (found, 0)->saving);
}

/* ---- checks ---- */

static void
test_checks (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);
  guint64 work[8][FIXTURE_TILES] = {{100, 100, 100, 100, 100}};
  const PoplensTimeKind missing[] = {
      POPLENS_TIME_STAGES_UNBALANCED, POPLENS_TIME_PIPELINE_BUBBLE,
      POPLENS_TIME_STRAGGLER_TILE,    POPLENS_TIME_BETWEEN_RUNS,
      POPLENS_TIME_SLOW_ITERATIONS,   POPLENS_TIME_INTER_IPU_EXCHANGE};
  guint n = 0;

  fixture->no_lists = TRUE;
  time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, work, 0);
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  g_assert_cmpuint (found->findings->len + found->facts->len, ==, 0);
  g_assert_true (isnan (found->spread));
  for (guint m = 0; m < G_N_ELEMENTS (missing); m++) {
    const PoplensTimeCheck *check = &found->checks[missing[m]];
    g_assert_cmpint (check->state, ==, POPLENS_CHECK_NOT_CHECKED);
    g_assert_nonnull (check->needs);
    g_assert_true (isnan (check->cycles));
  }
  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++)
    if (found->checks[k].state == POPLENS_CHECK_BELOW) {
      g_assert_cmpfloat (found->checks[k].cycles, >=, 0);
      n++;
    }
  g_assert_cmpuint (n, ==, POPLENS_TIME_N_KINDS - G_N_ELEMENTS (missing));
}

/* ---- random executions ---- */

static void
check_found (const PoplensTimeFindings *found)
{
  double last = G_MAXDOUBLE;

  for (guint i = 0; i < found->findings->len; i++) {
    const PoplensTimeFinding *one = finding_at (found, i);
    const char *largest = !*one->subject ? strstr (one->sentence, " Largest: ") : NULL;
    g_assert_true (one->largest ? largest && strstr (largest, one->largest) : !largest);
    /* The findings of single parts come before the finding of the whole kind that names them. */
    for (guint other = i + 1; largest && other < found->findings->len; other++)
      g_assert_false (
          *finding_at (found, other)->subject &&
          g_str_has_prefix (largest + strlen (" Largest: "), finding_at (found, other)->subject));
    g_assert_cmpfloat (one->saving, <=, found->program + 1);
    g_assert_cmpfloat (one->saving, >=, found->threshold * found->program);
    g_assert_true (*one->sentence && g_str_has_prefix (one->location, "trace"));
    /* Findings on a whole kind are sorted by their largest part, so only those with a subject are
     * compared. */
    if (*one->subject) {
      g_assert_cmpfloat (one->saving, <=, last);
      last = one->saving;
    }
  }
}

static void
test_random_findings (void)
{
  for (guint run = 0; run < RUNS; run++) {
    g_autoptr (TimeFixture) fixture = time_fixture_random (20 + run, 1 + run % 4);
    fixture->no_lists = run % 7 == 6;
    g_autoptr (PoplensTime) time = time_fixture_make (fixture);
    for (guint range = 0; range < 4; range++) {
      guint64 a = (guint64) g_test_rand_int_range (0, (gint32) time->total + 1);
      guint64 b = (guint64) g_test_rand_int_range (0, (gint32) time->total + 1);
      g_autoptr (PoplensTimeFindings) found =
          range ? find_findings (fixture, time, MIN (a, b), MAX (a, b))
                : find_findings (fixture, time, 0, time->total);
      check_found (found);
    }
  }
}

/* Enough steps for stragglers to be searched in a sample first; the saving is nevertheless that of
 * all steps. */
static void
test_findings_of_many_steps (void)
{
  g_autoptr (TimeFixture) fixture = time_fixture_new (1);

  for (guint r = 0; r < 5000; r++) {
    guint64 cycles[8][FIXTURE_TILES] = {{100, 100, 100, 100, r % 3 ? 110 : 100}};
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL, FIXTURE_NARROW, cycles, 0);
    time_fixture_join (fixture, "Internal", 1);
  }
  time_fixture_end (fixture);
  g_autoptr (PoplensTime) time = time_fixture_make (fixture);
  g_autoptr (PoplensTimeFindings) found = find_findings (fixture, time, 0, time->total);
  check_first (found, POPLENS_TIME_STRAGGLER_TILE, "tile 4", 3333 * 10);
  g_assert_null (strstr (finding_at (found, 0)->sentence, "sampled"));
  g_assert_cmpuint (poplens_time_stragglers_most (1472), ==, 14);
  g_assert_cmpuint (poplens_time_stragglers_most (64), ==, 8);
  g_assert_cmpuint (poplens_time_stragglers_most (5), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-findings/few-tiles", test_few_tiles);
  g_test_add_func ("/time-findings/nothing", test_nothing_to_save);
  g_test_add_func ("/time-findings/straggler", test_straggler);
  g_test_add_func ("/time-findings/straggler-behind-exchange", test_straggler_behind_exchange);
  g_test_add_func ("/time-findings/unequal", test_unequal);
  g_test_add_func ("/time-findings/hidden-straggler", test_hidden_straggler);
  g_test_add_func ("/time-findings/straggler-in-stage", test_straggler_in_stage);
  g_test_add_func ("/time-findings/unequal-on-few", test_unequal_on_few);
  g_test_add_func ("/time-findings/io-tile", test_io_tile);
  g_test_add_func ("/time-findings/transfers", test_transfers);
  g_test_add_func ("/time-findings/stages", test_stages);
  g_test_add_func ("/time-findings/bubble", test_bubble);
  g_test_add_func ("/time-findings/outside", test_outside);
  g_test_add_func ("/time-findings/checks", test_checks);
  g_test_add_func ("/time-findings/random", test_random_findings);
  g_test_add_func ("/time-findings/many", test_findings_of_many_steps);
  return g_test_run ();
}
