/* How often changes of level are found that are none, and how often those that are, over generated
 * series of several sorts; and that what noise is said to hide is what it hides. The seeds are
 * always the same. */
#include "analysis/reports/level-chance.h"
#include "analysis/reports/levels.h"

#include <math.h>

#define SEEDS 300
#define LEVEL 1200000.0
#define NOISE (0.003 * LEVEL)
#define MOST 50

typedef enum {
  NORMAL,
  HEAVY, /* Student's t with 3 degrees of freedom */
  TURNS, /* every fourth is 10 % lower by chance */
  ALONE, /* normal, one value is 5 % higher */
  CALM,  /* normal before the step, without noise from it on */
} Sort;

static double
normal (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

static double
heavy (GRand *rand)
{
  double squares = 0, top = normal (rand);

  for (guint i = 0; i < 3; i++) {
    double value = normal (rand);
    squares += value * value;
  }
  return top / sqrt (squares / 3);
}

/* A step of @by standard deviations from @at on. */
static void
fill (double *values, guint n, Sort sort, guint32 seed, guint at, double by)
{
  GRand *rand = g_rand_new_with_seed (seed);
  guint alone = n > 5 ? 1 + (guint) g_rand_int_range (rand, 0, (gint) n - 5) : 0;

  for (guint i = 0; i < n; i++) {
    values[i] = LEVEL + NOISE * (sort == HEAVY ? heavy (rand) : normal (rand));
    values[i] = sort == CALM && i >= at ? LEVEL : values[i];
    values[i] -= sort == TURNS && g_rand_double (rand) < 0.25 ? 0.1 * LEVEL : 0;
    values[i] += sort == ALONE && i == alone ? 0.05 * LEVEL : 0;
    values[i] += i >= at ? by * NOISE : 0;
  }
  g_rand_free (rand);
}

/* Changes for the worse, but for those @slack values or fewer from @at. @found: whether one is
 * there. */
static guint
count_others (const double *values, guint n, guint at, guint slack, gboolean *found)
{
  g_autoptr (GArray) changes = poplens_levels_find (values, n, NULL);
  guint others = 0;

  *found = FALSE;
  for (guint c = 0; c < changes->len; c++) {
    const PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, c);
    guint off = change->at > at ? change->at - at : at - change->at;
    if (change->once || change->after < change->before)
      continue;
    *found = *found || off <= slack;
    others += off > slack;
  }
  return others;
}

/* Nothing is worse where nothing changed. @most: in a thousand series */
static void
test_false_alarms (void)
{
  static const struct {
    Sort sort;
    guint n, most;
  } cases[] = {{NORMAL, 4, 10},  {NORMAL, 8, 10}, {NORMAL, 14, 10}, {NORMAL, 30, 10},
               {NORMAL, 50, 10}, {HEAVY, 8, 10},  {HEAVY, 14, 15},  {HEAVY, 30, 15},
               {TURNS, 8, 25},   {TURNS, 14, 15}, {TURNS, 30, 10},  {TURNS, 50, 10},
               {ALONE, 8, 20},   {ALONE, 14, 10}, {ALONE, 30, 10},  {ALONE, 50, 10}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n_false = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      gboolean found;
      fill (values, cases[c].n, cases[c].sort, seed, MOST, 0);
      n_false += count_others (values, cases[c].n, MOST, 0, &found) > 0;
    }
    g_test_message ("sort %d, %u values: %u of %u", cases[c].sort, cases[c].n, n_false, SEEDS);
    g_assert_cmpuint (1000 * n_false, <=, cases[c].most * SEEDS);
  }
}

/* A step is named to the value, and no other with it. Among values that take turns the first of the
 * new level may be left out: there the next of its kind is as good. @least: percent of series */
static void
test_power (void)
{
  static const struct {
    Sort sort;
    guint n, at;
    double by;
    guint least;
  } cases[] = {{NORMAL, 10, 5, 6, 85},  {NORMAL, 13, 11, 6, 88}, {NORMAL, 14, 5, 4, 75},
               {NORMAL, 20, 10, 4, 85}, {NORMAL, 20, 19, 8, 85}, {HEAVY, 14, 5, 10, 85},
               {TURNS, 20, 12, 6, 85},  {TURNS, 30, 20, 5, 85},  {ALONE, 13, 11, 6, 70},
               {ALONE, 20, 10, 4, 80},  {ALONE, 50, 47, 5, 85},  {CALM, 10, 5, 8, 85},
               {CALM, 20, 10, 4, 85},   {CALM, 50, 25, 8, 85}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n_found = 0, n_others = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      guint slack = cases[c].sort == TURNS ? 3 : 0;
      gboolean found;
      fill (values, cases[c].n, cases[c].sort, seed, cases[c].at, cases[c].by);
      n_others += count_others (values, cases[c].n, cases[c].at, slack + 1, &found) > 0;
      count_others (values, cases[c].n, cases[c].at, slack, &found);
      n_found += found;
    }
    g_test_message ("sort %d, %u of %u values: %u named, %u others", cases[c].sort, cases[c].at,
                    cases[c].n, n_found, n_others);
    g_assert_cmpuint (100 * n_found, >=, cases[c].least * SEEDS);
    g_assert_cmpuint (100 * n_others, <=, 2 * SEEDS);
  }
}

/* Changes one after the other hide each other in the whole, not in its parts. */
static void
test_several (void)
{
  static const double levels[] = {0, 5, 10, 4, 9};
  double values[MOST];
  guint n_found = 0, n_others = 0;

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    fill (values, MOST, NORMAL, seed, MOST, 0);
    for (guint i = 0; i < MOST; i++)
      values[i] += levels[i / 10] * NOISE;
    g_autoptr (GArray) changes = poplens_levels_find (values, MOST, NULL);
    for (guint c = 0; c < changes->len; c++) {
      guint at = g_array_index (changes, PoplensLevelChange, c).at;
      gboolean is_one = at % 10 <= 1 || at % 10 == 9;
      n_found += is_one;
      n_others += !is_one;
    }
  }
  g_test_message ("%u found, %u others", n_found, n_others);
  g_assert_cmpuint (100 * n_found, >=, 98 * 4 * SEEDS);
  g_assert_cmpuint (100 * n_others, <=, 5 * SEEDS);
}

/* Adds a line that rises by @by standard deviations in all. */
static void
add_line (double *values, guint n, double by)
{
  for (guint i = 0; i < n; i++)
    values[i] += by * NOISE * i / (n - 1);
}

/* What rises and is mended, or is mended and rises again, has one mean on both sides of any place.
 * @lengths: of levels, each other one higher by @by; @least: percent of series where all changes
 * are named to the value */
static void
test_comes_back (void)
{
  static const struct {
    guint lengths[4];
    double by;
    guint least;
  } cases[] = {{{5, 6, 4}, 9, 98}, {{6, 6, 3}, 9, 98}, {{2, 9, 8}, 9, 98},
               {{6, 6, 6}, 6, 95}, {{6, 6, 6}, 4, 45}, {{6, 6, 6, 6}, 6, 95}};
  double values[MOST];

  for (guint c = 0; c < 2 * G_N_ELEMENTS (cases); c++) {
    const guint *lengths = cases[c / 2].lengths;
    guint n = lengths[0] + lengths[1] + lengths[2] + lengths[3], n_levels = lengths[3] ? 4 : 3;
    guint n_found = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, n, NORMAL, seed, MOST, 0);
      for (guint l = 0, i = 0; l < n_levels; l++)
        for (guint end = i + lengths[l]; i < end; i++)
          values[i] += (l + c) % 2 ? cases[c / 2].by * NOISE : 0;
      g_autoptr (GArray) changes = poplens_levels_find (values, n, NULL);
      gboolean all = changes->len + 1 == n_levels;
      for (guint l = 0, at = 0; all && l + 1 < n_levels; l++) {
        const PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, l);
        at += lengths[l];
        all = change->at == at && !change->once &&
              (change->after > change->before) == ((l + c) % 2 == 0);
      }
      n_found += all;
    }
    g_test_message ("%u/%u/%u/%u by %g: %u", lengths[0], lengths[1], lengths[2], lengths[3],
                    cases[c / 2].by, n_found);
    g_assert_cmpuint (100 * n_found, >=, cases[c / 2].least * SEEDS);
  }
}

/* A line is told that is mended after it, by one value or by many. */
static void
test_line_comes_back (void)
{
  static const guint backs[] = {1, 2, 4, 8};
  double values[MOST];

  for (guint b = 0; b < G_N_ELEMENTS (backs); b++) {
    guint n_lines = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, 12 + backs[b], NORMAL, seed, MOST, 0);
      add_line (values, 12, 12);
      g_autoptr (GArray) changes = poplens_levels_find (values, 12 + backs[b], NULL);
      for (guint c = 0; c < changes->len; c++) {
        const PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, c);
        n_lines += change->over >= 11 && change->at <= 12 && change->after > change->before;
      }
    }
    g_test_message ("%u back: %u lines", backs[b], n_lines);
    g_assert_cmpuint (100 * n_lines, >=, 80 * SEEDS);
  }
}

/* What is found: lines that rise, and other changes. */
static void
count_lines (const double *values, guint n, guint *lines, guint *others)
{
  g_autoptr (GArray) changes = poplens_levels_find (values, n, NULL);
  gboolean line = FALSE, other = FALSE;

  for (guint c = 0; c < changes->len; c++) {
    const PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, c);
    line |= change->over && change->after > change->before;
    other |= !change->once && !change->over;
  }
  *lines += line;
  *others += other;
}

/* Values that rise bit by bit are told as that, and not as a step somewhere. @least, @most: percent
 * of series */
static void
test_line (void)
{
  static const struct {
    guint n;
    double by;
    guint least, most;
  } cases[] = {{8, 16, 98, 1},  {10, 8, 80, 12}, {10, 16, 98, 1}, {12, 16, 98, 1},
               {20, 8, 85, 15}, {20, 16, 98, 2}, {30, 8, 93, 6},  {50, 8, 96, 3}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n_lines = 0, n_others = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, cases[c].n, NORMAL, seed, MOST, 0);
      add_line (values, cases[c].n, cases[c].by);
      count_lines (values, cases[c].n, &n_lines, &n_others);
    }
    g_test_message ("%u values, %g: %u lines, %u others", cases[c].n, cases[c].by, n_lines,
                    n_others);
    g_assert_cmpuint (100 * n_lines, >=, cases[c].least * SEEDS);
    g_assert_cmpuint (100 * n_others, <=, cases[c].most * SEEDS);
  }
}

/* A line that begins among the values is told from there on, and where it begins is no step.
 * @lines,
 * @others, @placed: percent of series */
static void
test_late_line (void)
{
  static const struct {
    guint n, lines, others, placed;
  } cases[] = {{20, 68, 30, 60}, {50, 88, 25, 75}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n = cases[c].n, n_lines = 0, n_others = 0, n_placed = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, n, NORMAL, seed, MOST, 0);
      add_line (values + n / 2, n / 2, 16);
      g_autoptr (GArray) changes = poplens_levels_find (values, n, NULL);
      count_lines (values, n, &n_lines, &n_others);
      for (guint i = 0; i < changes->len; i++) {
        const PoplensLevelChange *change = &g_array_index (changes, PoplensLevelChange, i);
        n_placed += change->over && ABS ((int) change->previous - (int) n / 2) <= 4;
      }
    }
    g_test_message ("%u values: %u lines, %u others, %u placed", n, n_lines, n_others, n_placed);
    g_assert_cmpuint (100 * n_lines, >=, cases[c].lines * SEEDS);
    g_assert_cmpuint (100 * n_others, <=, cases[c].others * SEEDS);
    g_assert_cmpuint (100 * n_placed, >=, cases[c].placed * SEEDS);
  }
}

/* A step is told as a line in hardly any series, whether it is large enough to be found or not.
 * @most: in a thousand series */
static void
test_step_is_no_line (void)
{
  static const struct {
    guint n, at;
    double by;
    guint most;
  } cases[] = {{8, 4, 4, 40},   {10, 5, 3, 50},  {10, 5, 6, 5},  {12, 10, 6, 5},
               {20, 10, 2, 25}, {20, 10, 4, 10}, {50, 25, 3, 5}, {50, 40, 4, 5}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n_lines = 0, n_steps = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, cases[c].n, NORMAL, seed, cases[c].at, cases[c].by);
      count_lines (values, cases[c].n, &n_lines, &n_steps);
    }
    g_test_message ("%u of %u values, %g: %u lines", cases[c].at, cases[c].n, cases[c].by, n_lines);
    g_assert_cmpuint (1000 * n_lines, <=, cases[c].most * SEEDS);
  }
}

/* Where a line falls, all but that is as if it were level: its noise, and what that hides. A fall
 * is found as often as a rise. */
static void
test_fall (void)
{
  double values[20], turned[20], noise = 0, lasting = 0;
  guint n_differ = 0;

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    PoplensLevelHidden hidden;
    fill (values, G_N_ELEMENTS (values), NORMAL, seed, MOST, 0);
    add_line (values, G_N_ELEMENTS (values), -16);
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      turned[i] = 2 * LEVEL - values[i];
    g_autoptr (GArray) falls = poplens_levels_find (values, G_N_ELEMENTS (values), &hidden);
    g_autoptr (GArray) rises = poplens_levels_find (turned, G_N_ELEMENTS (values), NULL);
    g_assert_cmpuint (falls->len, >=, 1);
    noise += g_array_index (falls, PoplensLevelChange, 0).noise / NOISE / SEEDS;
    lasting += hidden.lasting / NOISE / SEEDS;
    n_differ += falls->len != rises->len;
  }
  g_test_message ("noise %g, hidden %g, %u differ", noise, lasting, n_differ);
  g_assert_cmpfloat (noise, >, 0.8);
  g_assert_cmpfloat (noise, <, 1.4);
  g_assert_cmpfloat (lasting, <, 4);
  g_assert_cmpuint (n_differ, ==, 0);
}

/* Noise of which each value keeps half of the last one's wanders from level to level. @most:
 * percent of series that have a change */
static void
test_wandering (void)
{
  static const struct {
    guint n, most;
  } cases[] = {{10, 6}, {20, 8}, {50, 6}, {200, 2}};
  double values[200];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n_lines = 0, n_steps = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      GRand *rand = g_rand_new_with_seed (seed);
      double value = normal (rand) / sqrt (0.75);
      for (guint i = 0; i < cases[c].n; i++) {
        values[i] = LEVEL + NOISE * value;
        value = value / 2 + normal (rand);
      }
      g_rand_free (rand);
      count_lines (values, cases[c].n, &n_lines, &n_steps);
    }
    g_test_message ("%u values: %u lines, %u steps", cases[c].n, n_lines, n_steps);
    g_assert_cmpuint (100 * (n_lines + n_steps), <=, cases[c].most * SEEDS);
  }
}

static gboolean
hide (const double *values, guint n, PoplensLevelHidden *hidden)
{
  g_array_unref (poplens_levels_find (values, n, hidden));
  return hidden->known;
}

/* Adds what is hidden to noise, and half of it: the one is found in nearly all series, the other in
 * hardly any. */
static void
test_hidden (void)
{
  static const struct {
    Sort sort;
    guint n;
    guint least, most; /* percent */
  } cases[] = {{NORMAL, 8, 95, 25},  {NORMAL, 12, 95, 25}, {NORMAL, 20, 95, 25},
               {NORMAL, 50, 93, 25}, {HEAVY, 12, 93, 30},  {HEAVY, 50, 85, 25},
               {TURNS, 20, 95, 85},  {TURNS, 50, 95, 85}};
  double values[MOST];

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    guint n = cases[c].n, n_known = 0, n_lasting = 0, n_latest = 0, n_half = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      PoplensLevelHidden hidden;
      gboolean found;
      fill (values, n, cases[c].sort, seed, MOST, 0);
      if (!hide (values, n, &hidden))
        continue;
      n_known++;
      fill (values, n, cases[c].sort, seed, n / 2, hidden.lasting / NOISE);
      count_others (values, n, n / 2, n / 10 + 1, &found);
      n_lasting += found;
      fill (values, n, cases[c].sort, seed, n - 1, hidden.latest / NOISE);
      count_others (values, n, n - 1, 0, &found);
      n_latest += found;
      fill (values, n, cases[c].sort, seed, n - 1, hidden.latest / 2 / NOISE);
      count_others (values, n, n - 1, 0, &found);
      n_half += found;
    }
    g_test_message ("sort %d, %u values, %u known: %u lasting, %u latest, %u half", cases[c].sort,
                    n, n_known, n_lasting, n_latest, n_half);
    g_assert_cmpuint (10 * n_known, >=, 9 * SEEDS);
    g_assert_cmpuint (100 * n_lasting, >=, cases[c].least * n_known);
    g_assert_cmpuint (100 * n_latest, >=, cases[c].least * n_known);
    g_assert_cmpuint (100 * n_half, <=, cases[c].most * n_known);
  }
}

/* Without noise nothing is hidden; a few values, or none, hide anything. */
static void
test_hidden_by_hand (void)
{
  const double same[] = {7000, 7000, 7000, 7000, 7000, 7000, 7000, 7000};
  const double few[] = {7000, 7100, 7050};
  /* What takes turns may be what the latest would have to be told from. */
  const double turns[] = {5000, 7000, 5000, 5000, 7000, 5000, 7000, 5000, 5000, 7000, 5000, 5000};
  PoplensLevelHidden hidden;

  g_assert_true (hide (same, G_N_ELEMENTS (same), &hidden));
  g_assert_cmpfloat (hidden.level, ==, 7000);
  g_assert_cmpfloat (hidden.lasting, ==, 0);
  g_assert_cmpfloat (hidden.latest, ==, 0);
  g_assert_false (hide (few, G_N_ELEMENTS (few), &hidden));
  g_assert_true (hide (turns, G_N_ELEMENTS (turns), &hidden));
  g_assert_cmpfloat (hidden.level, ==, 5000);
  g_assert_cmpfloat (hidden.latest, ==, 2000);
}

/* By tables, and by counting orders. */
static void
test_chance (void)
{
  static const struct {
    double t;
    guint degrees;
    double chance;
  } tables[] = {{12.706, 1, 0.05}, {4.303, 2, 0.05},  {9.925, 2, 0.01},
                {3.707, 6, 0.01},  {5.959, 6, 0.001}, {3.551, 60, 0.00076}};

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    double chance = poplens_chance_of_t (tables[i].t, tables[i].degrees);
    g_assert_cmpfloat (chance, >, 0.98 * tables[i].chance);
    g_assert_cmpfloat (chance, <, 1.6 * tables[i].chance);
  }
  g_assert_cmpfloat_with_epsilon (poplens_chance_of_runs (2, 3, 4), 2.0 / 35, 1e-9);
  g_assert_cmpfloat_with_epsilon (poplens_chance_of_runs (3, 8, 4), 12.0 / 495, 1e-9);
  g_assert_cmpfloat_with_epsilon (poplens_chance_of_runs (3, 9, 1), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (poplens_chance_of_runs (8, 4, 4), 1, 1e-9);
  g_assert_cmpfloat (poplens_chance_of_runs (3, 5000, 5000), <, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levels-simulated/false-alarms", test_false_alarms);
  g_test_add_func ("/levels-simulated/power", test_power);
  g_test_add_func ("/levels-simulated/several", test_several);
  g_test_add_func ("/levels-simulated/comes-back", test_comes_back);
  g_test_add_func ("/levels-simulated/line-comes-back", test_line_comes_back);
  g_test_add_func ("/levels-simulated/line", test_line);
  g_test_add_func ("/levels-simulated/late-line", test_late_line);
  g_test_add_func ("/levels-simulated/step-is-no-line", test_step_is_no_line);
  g_test_add_func ("/levels-simulated/fall", test_fall);
  g_test_add_func ("/levels-simulated/wandering", test_wandering);
  g_test_add_func ("/levels-simulated/hidden", test_hidden);
  g_test_add_func ("/levels-simulated/hidden-by-hand", test_hidden_by_hand);
  g_test_add_func ("/levels-simulated/chance", test_chance);
  return g_test_run ();
}
