/* Tests of live steps, peaks and variables against brute force, and of insights on hand-made
 * memory. */
#include "analysis/insights/insights.h"
#include "analysis/liveness/peaks.h"
#include "analysis/liveness/lifetimes.h"
#include "live-fixture.h"
#include "support/work-time.h"

#include <string.h>

/* ---- by brute force --------------------------------------------------------------------- */

static void
check_tile_peak (const LiveProgram *p, const PoplensTilePeak *peak)
{
  const PoplensVariables *v = p->variables;
  guint64 always = 0, most = 0;
  guint32 step = 0;

  for (guint32 s = 0; s < LIVE_STEPS; s++) {
    guint64 live = 0;
    for (guint32 r = v->tile_first[peak->tile]; r < v->tile_first[peak->tile + 1]; r++) {
      int kind = v->bits[r] & 1 ? live_state (p->liveness, v->equivalence_class[r], s) : 0;
      live += kind == 1 ? v->size[r] : 0;
      always += kind == 2 && !s ? v->size[r] : 0;
    }
    if (live > most) {
      most = live;
      step = s;
    }
  }
  g_assert_cmpuint (peak->always_live, ==, always);
  g_assert_cmpuint (peak->not_always_live, ==, most);
  g_assert_cmpuint (peak->step, ==, step);
  g_assert_cmpuint (peak->bytes, ==, always + most);
}

static void
check_tiles (const LiveProgram *p)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (5);

  for (guint32 t = 0; t < 5; t++)
    memory->tile[t] = t;
  g_autoptr (GArray) peaks = poplens_tile_peaks (p->liveness, p->variables, memory, NULL, NULL);
  g_assert_cmpuint (peaks->len, ==, 5);
  for (guint t = 0; t < 5; t++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, t);
    PoplensTileRange range = {t, t};
    g_autoptr (PoplensTileSet) tile = poplens_tile_set_new (&range, 1);
    g_autoptr (PoplensLiveCurve) curve =
        poplens_live_curve_new (p->liveness, p->variables, tile, NULL);
    check_tile_peak (p, peak);
    g_assert_cmpuint (curve->always_live, ==, peak->always_live);
    g_assert_cmpuint (curve->not_always_live[curve->peak_step], ==, peak->not_always_live);
    g_assert_cmpuint (curve->peak_step, ==, peak->step);
    g_assert_cmpuint (poplens_tile_peaks_worst (peaks)->bytes, >=, peak->bytes);
  }
}

static void
test_tile_peaks (void)
{
  for (guint32 seed = 0; seed < 50; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    check_tiles (&p);
  }
}

/* Overlapping ranges of one class count once. */
static void
test_overlapping_ranges (void)
{
  for (guint32 seed = 0; seed < 20; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    PoplensLiveness *l = p.liveness;
    for (guint32 r = 1; r < l->n_ranges; r++)
      if (l->range_class[r] == l->range_class[r - 1])
        l->range_from[r] = l->range_from[r - 1] + seed % 2;
    check_tiles (&p);
  }
}

/* If the same classes are live again later, the first time remains the peak. */
static void
test_repeated_sets (void)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));

  for (guint32 row = 0; row < 3; row++)
    for (guint64 i = 0; i < 1000; i++) {
      PoplensClassRange range = {row, POPLENS_STEP_POSITION (10 * i + row),
                                 POPLENS_STEP_POSITION (10 * i + 5)};
      g_array_append_val (ranges, range);
    }
  g_autoptr (PoplensStepOrder) order = poplens_step_order_new_ranges (ranges, 3);
  g_assert_cmpuint (order->n, ==, 3);
  for (guint32 e = 0; e < 3; e++) {
    g_assert_cmpuint (order->step[e], ==, e);
    g_assert_cmpuint (order->class_row[e], ==, e);
    g_assert_false (order->freed[e]);
  }
}

/* Asserts the live bytes of a step, and the bytes born and freed, by summing all rows. */
static void
check_step (const LiveProgram *p, const PoplensLiveStep *step)
{
  const PoplensVariables *v = p->variables;
  guint64 sums[4] = {0};
  guint32 s = step->step;

  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    int now = live_state (p->liveness, v->class_bytes_class[i], s);
    int before = s ? live_state (p->liveness, v->class_bytes_class[i], s - 1) : now == 2 ? 2 : 0;
    sums[0] += now == 2 ? v->class_bytes[i] : 0;
    sums[1] += now == 1 ? v->class_bytes[i] : 0;
    sums[2] += now == 1 && before == 0 ? v->class_bytes[i] : 0;
    sums[3] += now == 0 && before == 1 ? v->class_bytes[i] : 0;
  }
  g_assert_cmpuint (step->always_live, ==, sums[0]);
  g_assert_cmpuint (step->live, ==, sums[1]);
  g_assert_cmpuint (step->born, ==, sums[2]);
  g_assert_cmpuint (step->freed, ==, sums[3]);
  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *row = &g_array_index (step->variables, PoplensStepVariable, i);
    sums[0] -= row->always_live;
    sums[1] -= row->live;
    sums[2] -= row->born;
    sums[3] -= row->freed;
    g_assert_true (!i || row[-1].variable < row->variable);
  }
  for (guint k = 0; k < 4; k++)
    g_assert_cmpuint (sums[k], ==, 0);
}

/* Sums the live bytes of a variable at a step over all rows; always-live ones apart, in @always. */
static void
sum_variable (const LiveProgram *p, guint32 variable, guint32 step, guint64 *always, guint64 *live)
{
  *always = *live = 0;
  for (guint32 r = 0; r < p->variables->n_class_bytes; r++) {
    int state = live_state (p->liveness, p->variables->class_bytes_class[r], step);
    if (p->variables->class_bytes_variable[r] != variable)
      continue;
    *always += state == 2 ? p->variables->class_bytes[r] : 0;
    *live += state == 1 ? p->variables->class_bytes[r] : 0;
  }
}

static void
check_live_steps (const LiveProgram *p, const PoplensLiveSteps *live, const guint32 *steps)
{
  guint64 always_sum = 0;

  for (guint c = 0; c < live->n; c++) {
    guint64 sum = 0;
    for (guint i = 0; i < live->variable->len; i++) {
      guint32 variable = g_array_index (live->variable, guint32, i);
      guint64 always, here, got = g_array_index (live->bytes, guint64, i * live->n + c);
      sum_variable (p, variable, steps[c], &always, &here);
      g_assert_cmpuint (got, ==, here);
      g_assert_cmpuint (g_array_index (live->always, guint64, i), ==, always);
      g_assert_true (!i || g_array_index (live->variable, guint32, i - 1) < variable);
      sum += got;
      always_sum += c ? 0 : always;
    }
    g_assert_cmpuint (sum, ==, live->live[c]);
  }
  g_assert_cmpuint (always_sum, ==, live->always_live);
}

static void
test_live_steps (void)
{
  for (guint32 seed = 0; seed < 20; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (p.liveness, p.variables);
    guint32 steps[LIVE_STEPS];
    for (guint32 s = 0; s < LIVE_STEPS; s++) {
      g_autoptr (PoplensLiveStep) step = poplens_live_step_new (p.liveness, bytes, s);
      check_step (&p, step);
      steps[s] = (s * 7 + 3) % LIVE_STEPS;
    }
    for (guint n = 0; n <= LIVE_STEPS; n += 5) {
      g_autoptr (PoplensLiveSteps) live = poplens_live_steps_new (p.liveness, bytes, steps, n);
      check_live_steps (&p, live, steps);
      for (guint c = 0; c < n; c++) {
        g_autoptr (PoplensLiveStep) one = poplens_live_step_new (p.liveness, bytes, steps[c]);
        g_assert_cmpuint (one->live, ==, live->live[c]);
      }
    }
  }
}

static void
test_live_variables (void)
{
  for (guint32 seed = 0; seed < 20; seed++) {
    g_auto (LiveProgram) p = live_random_program (seed);
    g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (p.liveness, p.variables);
    g_autoptr (GArray) live = poplens_variables_live (p.liveness, bytes, NULL);
    for (guint i = 0; i < live->len; i++) {
      const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
      guint64 always = 0, most = 0;
      guint32 at = POPLENS_NO_STEP;
      for (guint32 s = 0; s < LIVE_STEPS; s++) {
        guint64 now = 0;
        for (guint32 r = 0; r < p.variables->n_class_bytes; r++) {
          if (p.variables->class_bytes_variable[r] != v->variable)
            continue;
          int kind = live_state (p.liveness, p.variables->class_bytes_class[r], s);
          now += kind == 1 ? p.variables->class_bytes[r] : 0;
          always += kind == 2 && !s ? p.variables->class_bytes[r] : 0;
        }
        if (now > most) {
          most = now;
          at = s;
        }
      }
      g_assert_cmpuint (v->always_live, ==, always);
      g_assert_cmpuint (v->not_always_live_max, ==, most);
      g_assert_cmpuint (v->step, ==, at);
    }
  }
}

/* ---- peaks of a curve ------------------------------------------------------------------- */

static char *
describe_peaks (const guint64 *curve, guint32 n, guint most)
{
  g_autoptr (GArray) peaks = poplens_local_peaks (curve, n, most);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < peaks->len; i++) {
    const PoplensLocalPeak *p = &g_array_index (peaks, PoplensLocalPeak, i);
    g_string_append_printf (text, "%s%u-%u:%u+%u", i ? " " : "", p->first, p->last,
                            (guint) p->bytes, (guint) p->rise);
  }
  return g_string_free (text, FALSE);
}

static void
test_local_peaks (void)
{
  static const struct {
    guint64 curve[10];
    guint n, most;
    const char *expected;
  } cases[] = {
      {{0}, 0, 9, ""},
      {{7, 7, 7}, 3, 9, ""},
      {{0, 5, 0}, 3, 9, "1-1:5+5"},
      {{1, 5, 5, 2, 4, 1}, 6, 9, "1-2:5+4 4-4:4+2"},
      {{9, 3, 5, 4, 6, 0}, 6, 9, "0-0:9+9 4-4:6+3 2-2:5+1"},
      {{9, 3, 5, 4, 6, 0}, 6, 2, "0-0:9+9 4-4:6+3"},
      {{1, 2, 3}, 3, 9, "2-2:3+2"},
      {{0, 5, 3, 5, 0}, 5, 9, "1-1:5+5 3-3:5+5"},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *text = describe_peaks (cases[c].curve, cases[c].n, cases[c].most);
    g_assert_cmpstr (text, ==, cases[c].expected);
  }
}

/* ---- size ------------------------------------------------------------------------------- */

/* 30,000 steps and 100,000 variables: an algorithm whose time is their product would take
 * minutes. */
static void
test_size (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (PoplensLiveness) liveness = live_random_liveness (rand, 30000, 50000);
  g_autoptr (PoplensVariables) v = live_random_variables (rand, 200000, 1472, 50000);
  g_autoptr (PoplensMemory) memory = poplens_memory_new (1472);
  gint64 start = work_time ();

  for (guint32 t = 0; t < 1472; t++)
    memory->tile[t] = t;
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (liveness, v);
  g_autoptr (PoplensLiveStep) step = poplens_live_step_new (liveness, bytes, 15000);
  g_autoptr (GArray) live = poplens_variables_live (liveness, bytes, NULL);
  g_autoptr (GArray) peaks = poplens_tile_peaks (liveness, v, memory, NULL, NULL);
  g_assert_cmpuint (step->variables->len, >, 10000);
  g_assert_cmpuint (live->len, >, 50000);
  g_assert_cmpuint (peaks->len, ==, 1472);
  g_test_message ("%.3f s", (double) (work_time () - start) / G_USEC_PER_SEC);
  /* Takes about 0.2 s; the rest is for sanitizers and a busy computer. */
  g_assert_cmpint (work_time () - start, <, 20 * G_USEC_PER_SEC);
}

/* ---- insights --------------------------------------------------------------------------- */

static PoplensMemory *
make_memory (const guint32 *total, const guint32 *with_gaps, guint32 n)
{
  PoplensMemory *m = poplens_memory_new (n);

  for (guint32 t = 0; t < n; t++) {
    m->tile[t] = t;
    m->total[t] = m->non_interleaved[t] = total[t];
    m->total_including_gaps[t] = with_gaps[t];
    m->always_live[t] = total[t] / 2;
    m->not_always_live_max[t] = total[t] / 4;
  }
  return m;
}

static PoplensTarget *
make_target (guint64 bytes_per_tile)
{
  PoplensTarget *target = poplens_target_new ();

  target->bytes_per_tile = bytes_per_tile;
  target->tiles_per_ipu = 2;
  target->tiles_per_replica = target->num_tiles = 4;
  return target;
}

static const guint32 totals[] = {100, 400, 200, 300}, gaps[] = {120, 500, 200, 310};

static void
test_capacity (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (totals, gaps, 4);
  g_autoptr (PoplensTarget) target = make_target (300);
  g_autoptr (GArray) rows = poplens_insights_capacity (memory, target);
  const PoplensCapacity *row = (const PoplensCapacity *) (gpointer) rows->data;

  g_assert_cmpuint (rows->len, ==, 4);
  g_assert_cmpuint (row[0].used, ==, 1000);
  g_assert_cmpuint (row[0].used_including_gaps, ==, 1130);
  g_assert_cmpuint (row[0].capacity, ==, 1200);
  g_assert_cmpuint (row[0].tiles_over, ==, 2);
  g_assert_cmpuint (row[0].over_bytes, ==, 200 + 10);
  g_assert_cmpuint (row[0].worst_tile, ==, 1);
  g_assert_cmpuint (row[1].used, ==, 500);
  g_assert_cmpuint (row[2].number, ==, 1);
  g_assert_cmpuint (row[2].used, ==, 500);
  g_assert_cmpint (row[3].of, ==, POPLENS_CAPACITY_TILE);
  g_assert_cmpuint (row[3].number, ==, 1);
}

static void
test_histogram (void)
{
  static const guint32 many[] = {0, 1, 16, 1000, 1023, 1024};
  g_autoptr (PoplensMemory) memory = make_memory (many, many, 6);
  g_autoptr (GArray) bins = poplens_insights_histogram (memory, FALSE);
  guint32 tiles = 0;
  guint64 bytes = 0;

  g_assert_cmpuint (bins->len, <=, 16);
  for (guint i = 0; i < bins->len; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    guint64 size = bin->to - bin->from;
    guint32 inside = 0;
    g_assert_cmpuint (size & (size - 1), ==, 0);
    g_assert_cmpuint (bin->from % size, ==, 0);
    for (guint t = 0; t < G_N_ELEMENTS (many); t++)
      inside += bin->from <= many[t] && many[t] < bin->to;
    g_assert_cmpuint (bin->tiles, ==, inside);
    tiles += bin->tiles;
    bytes += bin->bytes;
  }
  g_assert_cmpuint (tiles, ==, 6);
  g_assert_cmpuint (bytes, ==, 0 + 1 + 16 + 1000 + 1023 + 1024);
  g_autoptr (PoplensMemory) none = poplens_memory_new (0);
  g_autoptr (GArray) empty = poplens_insights_histogram (none, TRUE);
  g_assert_cmpuint (empty->len, ==, 0);
}

static void
test_memory_findings (void)
{
  g_autoptr (PoplensMemory) memory = make_memory (totals, gaps, 4);
  g_autoptr (PoplensTarget) small = make_target (300);
  g_autoptr (PoplensTarget) large = make_target (1000);
  PoplensInsightsInput input = {.memory = memory, .target = large};
  g_autoptr (GPtrArray) good = poplens_insights_findings (&input);
  input.target = small;
  g_autoptr (GPtrArray) bad = poplens_insights_findings (&input);
  const PoplensFinding *first = g_ptr_array_index (good, 0);
  g_autofree char *sentence = poplens_finding_sentence (first, POPLENS_BYTE_UNIT_BYTES);
  g_autofree char *command = poplens_finding_command (first, "it's");

  g_assert_cmpstr (first->key, ==, "capacity");
  g_assert_false (first->is_tight);
  /* 500 of 520 bytes on the fullest tile. */
  g_autoptr (PoplensTarget) tight = make_target (520);
  input.target = tight;
  g_autoptr (GPtrArray) close = poplens_insights_findings (&input);
  g_assert_cmpstr (((PoplensFinding *) g_ptr_array_index (close, 0))->key, ==, "capacity");
  g_assert_true (((PoplensFinding *) g_ptr_array_index (close, 0))->is_tight);
  g_assert_cmpstr (
      sentence, ==,
      "The program fits: 1,130 B of 4,000 B used including gaps (28.2 %). The fullest tile, 1, "
      "needs 500 B of 1,000 B.");
  g_assert_cmpstr (command, ==, "poplens-cli table memory-ipus 'it'\\''s'");
  first = g_ptr_array_index (bad, 0);
  g_autofree char *over = poplens_finding_sentence (first, POPLENS_BYTE_UNIT_BYTES);
  g_assert_cmpstr (first->key, ==, "tiles-over");
  g_assert_cmpstr (
      over, ==, "2 of 4 tiles are over capacity by 210 B in total; fullest: tile 1, 200 B over.");
  for (guint i = 2; i < good->len; i++) {
    const PoplensFinding *a = g_ptr_array_index (good, i - 1), *b = g_ptr_array_index (good, i);
    g_assert_cmpuint (a->saves, >=, b->saves);
  }
  /* Packing: 250 of 1,000 bytes are used beyond the live bytes; gaps are 130. */
  g_assert_cmpstr (((PoplensFinding *) g_ptr_array_index (good, 1))->key, ==, "packing");
  g_assert_cmpuint (((PoplensFinding *) g_ptr_array_index (good, 1))->saves, ==, 250);
  g_assert_cmpstr (((PoplensFinding *) g_ptr_array_index (good, 2))->key, ==, "gaps");
  g_assert_cmpuint (((PoplensFinding *) g_ptr_array_index (good, 2))->saves, ==, 130);
  input = (PoplensInsightsInput){0};
  g_autoptr (GPtrArray) nothing = poplens_insights_findings (&input);
  g_assert_cmpuint (nothing->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/live/tile-peaks", test_tile_peaks);
  g_test_add_func ("/analysis/live/overlapping-ranges", test_overlapping_ranges);
  g_test_add_func ("/analysis/live/repeated-sets", test_repeated_sets);
  g_test_add_func ("/analysis/live/steps", test_live_steps);
  g_test_add_func ("/analysis/live/variables", test_live_variables);
  g_test_add_func ("/analysis/live/local-peaks", test_local_peaks);
  g_test_add_func ("/analysis/live/size", test_size);
  g_test_add_func ("/analysis/insights/capacity", test_capacity);
  g_test_add_func ("/analysis/insights/histogram", test_histogram);
  g_test_add_func ("/analysis/insights/findings", test_memory_findings);
  return g_test_run ();
}
