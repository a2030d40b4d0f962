/* Where the level of a series changes: planted steps among generated noise are found and nothing
 * else is; series by hand. */
#include "analysis/reports/levels.h"

#include "support/work-time.h"

#include <math.h>

#define SEEDS 20
#define LEVEL 1200000.0

/* Normal noise of standard deviation 1 (Box and Muller). */
static double
noise (GRand *rand)
{
  return sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
}

static void
fill (double *values, guint n, double deviation, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++)
    values[i] = round (LEVEL + deviation * noise (rand));
  g_rand_free (rand);
}

static GArray *
find_steps (const double *values, guint n)
{
  GArray *changes = poplens_levels_find (values, n, NULL);

  for (guint c = changes->len; c--;)
    if (g_array_index (changes, PoplensLevelChange, c).once)
      g_array_remove_index (changes, c);
  return changes;
}

static const PoplensLevelChange *
change_at (const GArray *changes, guint c)
{
  return &g_array_index (changes, PoplensLevelChange, c);
}

/* A step of 3 % in noise of 0.3 %: 10 standard deviations. */
static void
test_planted (void)
{
  static const struct {
    guint n, at;
  } cases[] = {{50, 31}, {50, 10}, {50, 46}, {200, 100}, {1000, 700}};
  double *values = g_new (double, 1000);

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, cases[c].n, 0.003 * LEVEL, seed);
      for (guint i = cases[c].at; i < cases[c].n; i++)
        values[i] += 0.03 * LEVEL;
      g_autoptr (GArray) steps = find_steps (values, cases[c].n);
      g_assert_cmpuint (steps->len, ==, 1);
      const PoplensLevelChange *step = change_at (steps, 0);
      g_assert_cmpuint (step->at, ==, cases[c].at);
      g_assert_cmpuint (step->previous, ==, cases[c].at - 1);
      g_assert_cmpfloat (step->after - step->before, >, 0.02 * LEVEL);
      g_assert_cmpfloat (step->noise, <, 0.006 * LEVEL);
    }
  g_free (values);
}

/* The same noise without a step: nothing, at any length. */
static void
test_noise_alone (void)
{
  static const guint lengths[] = {1, 3, 12, 20, 50, 200, 1000};
  double *values = g_new (double, 1000);

  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, lengths[l], 0.003 * LEVEL, seed);
      g_autoptr (GArray) steps = find_steps (values, lengths[l]);
      g_assert_cmpuint (steps->len, ==, 0);
    }
  g_free (values);
}

/* Few values say little of their noise, and a step has to be larger for that: of a thousand series
 * of four values a handful have one. */
static void
test_short (void)
{
  guint n_steps = 0;

  for (guint32 seed = 1; seed <= 1000; seed++) {
    double values[POPLENS_LEVELS_FEWEST];
    fill (values, G_N_ELEMENTS (values), 0.003 * LEVEL, seed);
    g_autoptr (GArray) steps = find_steps (values, G_N_ELEMENTS (values));
    n_steps += steps->len;
  }
  g_assert_cmpuint (n_steps, <=, 5);
}

/* Six standard deviations: single values may be nearer to the other level, and yet the step is
 * named to the value. */
static void
test_small_step (void)
{
  double values[200];
  guint n_exact = 0;

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    fill (values, G_N_ELEMENTS (values), 0.003 * LEVEL, seed);
    for (guint i = 100; i < G_N_ELEMENTS (values); i++)
      values[i] += 0.018 * LEVEL;
    g_autoptr (GArray) steps = find_steps (values, G_N_ELEMENTS (values));
    n_exact += steps->len == 1 && change_at (steps, 0)->at == 100;
  }
  g_assert_cmpuint (n_exact, >=, SEEDS - 1);
}

/* Three standard deviations are too few for any five values, and plain once 23 keep them: whether
 * the series ends with them or they were mended. */
static void
test_lasting_step (void)
{
  static const guint ends[] = {41, 50};
  double values[50];

  for (guint e = 0; e < G_N_ELEMENTS (ends); e++) {
    guint n_found = 0;
    for (guint32 seed = 1; seed <= SEEDS; seed++) {
      fill (values, G_N_ELEMENTS (values), 0.003 * LEVEL, seed);
      for (guint i = 18; i < ends[e]; i++)
        values[i] += 0.009 * LEVEL;
      g_autoptr (GArray) steps = find_steps (values, G_N_ELEMENTS (values));
      n_found += steps->len && change_at (steps, 0)->at >= 17 && change_at (steps, 0)->at <= 19 &&
                 change_at (steps, 0)->after > change_at (steps, 0)->before;
    }
    g_assert_cmpuint (n_found, >=, SEEDS - 3);
  }
}

/* One in five is of another machine, which has a level of its own, but none of the series'. */
static void
test_two_machines (void)
{
  double values[200];

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    GRand *rand = g_rand_new_with_seed (seed);
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      values[i] = LEVEL * (g_rand_double (rand) < 0.2 ? 1.1 : 1);
    g_rand_free (rand);
    g_autoptr (GArray) changes = poplens_levels_find (values, G_N_ELEMENTS (values), NULL);
    g_assert_cmpuint (changes->len, ==, 0);
  }
}

/* Up and down again at places of each seed's own. */
static void
test_worse_and_better (void)
{
  double values[120];

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    guint up = 20 + seed, down = 70 + seed;
    fill (values, G_N_ELEMENTS (values), 0.002 * LEVEL, seed);
    for (guint i = up; i < down; i++)
      values[i] += 0.03 * LEVEL;
    g_autoptr (GArray) steps = find_steps (values, G_N_ELEMENTS (values));
    g_assert_cmpuint (steps->len, ==, 2);
    g_assert_cmpuint (change_at (steps, 0)->at, ==, up);
    g_assert_cmpuint (change_at (steps, 1)->at, ==, down);
    g_assert_cmpfloat (change_at (steps, 1)->after, <, change_at (steps, 1)->before);
  }
}

/* One value far out is told once, and is no step. */
static void
test_once (void)
{
  double values[60];

  for (guint32 seed = 1; seed <= SEEDS; seed++) {
    fill (values, G_N_ELEMENTS (values), 0.002 * LEVEL, seed);
    values[20 + seed] += 0.1 * LEVEL;
    g_autoptr (GArray) changes = poplens_levels_find (values, G_N_ELEMENTS (values), NULL);
    g_assert_cmpuint (changes->len, ==, 1);
    g_assert_true (change_at (changes, 0)->once);
    g_assert_false (change_at (changes, 0)->last);
    g_assert_cmpuint (change_at (changes, 0)->at, ==, 20 + seed);
  }
}

/* "100 100 112": values; "-": not known. Changes are "2:100>112" each, "2:once", "2:…last",
 * "9:100>190:over 10". */
static void
assert_changes (const char *series, const char *expected)
{
  g_auto (GStrv) words = g_strsplit (series, " ", -1);
  guint n = g_strv_length (words);
  g_autofree double *values = g_new (double, n);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    values[i] = *words[i] == '-' ? NAN : g_ascii_strtod (words[i], NULL);
  g_autoptr (GArray) changes = poplens_levels_find (values, n, NULL);
  for (guint c = 0; c < changes->len; c++) {
    const PoplensLevelChange *change = change_at (changes, c);
    g_string_append_printf (text, "%s%u", c ? " " : "", change->at);
    if (change->once)
      g_string_append (text, ":once");
    else
      g_string_append_printf (text, ":%g>%g", change->before, change->after);
    if (change->over)
      g_string_append_printf (text, ":over %u", change->over);
    g_string_append (text, change->last ? ":last" : "");
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_by_hand (void)
{
  /* What a compiler does is the same each time: any change is one, of more than 0.1 %. */
  assert_changes ("5000 5000 5000 5006", "3:5000>5006:last");
  assert_changes ("5000 5000 5000 5005", "");
  assert_changes ("10 10 10 11", "");
  assert_changes ("10 10 10 12", "3:10>12:last");
  assert_changes ("7 7 7 9 9 9 9", "3:7>9");
  assert_changes ("9 9 9 9 7 7 7", "4:9>7");
  assert_changes ("7 7 7 7 9 9 9 9 7 7 7 7", "4:7>9 8:9>7");
  assert_changes ("100 100 100 100 150 100 100 100 100 100", "4:once");
  assert_changes ("7 7 9 9 12", "2:7>9 4:9>12:last");
  /* What is not known is passed over. */
  assert_changes ("- 7 - 7 7 7 - 9 9 9 9 -", "7:7>9");
  assert_changes ("7 inf 7 7 7 inf 9 9 9 9", "6:7>9");
  /* Too few to know their noise. */
  assert_changes ("7 7 9", "");
  assert_changes ("7", "");
  assert_changes ("-", "");
  /* All differ: noise. */
  assert_changes ("100 130 90 120 105 140 95", "");
  /* Bit by bit, where each is too little to tell, and where each is told of. */
  assert_changes ("6000 6002 6004 6006 6008 6010 6012 6014 6016", "8:6000>6016:over 9");
  assert_changes ("190 180 170 160 - 150 140 130 120 110 100", "10:190>100:over 10");
  assert_changes ("1000 1011 1019 1032 1041 1050 1062 1070 1079 1091 1100 1400",
                  "10:1000.27>1100:over 11 11:1100>1400:last");
  assert_changes ("1000 1000 1000 1000 1000 1000 1011 1019 1032 1041 1050 1062 1070 1079 1091 1100 "
                  "1112 1119 1132 1141",
                  "19:1010.79>1141.05:over 14");
  assert_changes ("7000 7000 7000 7000 7000 7009 7009 7009 7009 7009", "5:7000>7009");
  assert_changes ("1000 1000 1000 1100 1100 1100 1300 1300 1300 1300", "3:1000>1100 6:1100>1300");
  /* Two that take turns are no changes of level. */
  assert_changes ("10 10 10 20 10 10 20 10 10 10 20 20 10 10 20 10 10 10 20 10", "");
  assert_changes ("0 0 0 0 0 0", "");
  /* The same where the two ways have noise of their own. */
  assert_changes ("42571 63603 63585 42609 63622 63641 63622 63641 63602 63603", "");
  assert_changes ("63604 63622 42571 42609 63585 63603 42592 63641 63602 63603", "");
  /* Worse for five runs, then mended. */
  assert_changes ("5000 5020 4990 5010 5000 5490 5520 5500 5480 5510 5010 4990 5000 5015",
                  "5:5000>5500 10:5500>5005");
  /* The same again and again, then noisy: what is left of a level without noise is no turn. */
  assert_changes ("6000 6000 6000 6000 6000 6000 6000 6000 6000 6000 7260 7014 7062 7260",
                  "10:6000>7161");
  assert_changes ("636416 636416 636416 636416 906848 874112 876976 909544", "4:636416>891912");
  /* On the way to the new level. */
  assert_changes ("6000 6010 5990 6000 6005 5995 6000 6010 5990 6000 6174 6360 6370 6350 6360 6365",
                  "10:6000>6360");
  /* What stood out before is not alike with what is new, and no turn of it. */
  assert_changes ("1050 1000 1000 1000 1000 1000 1000 1000 1105 1105", "0:once 8:1000>1105");
  assert_changes (
      "1000 1000 1000 1000 1050 1000 1000 1000 1000 1100 1000 1000 1200 1200 1200 1200 1200",
      "12:1000>1200");
  /* Both ways of a program may change. */
  assert_changes ("1000 800 1000 1000 800 1000 1000 1100 880 1100 1100 880 1100 1100",
                  "7:1000>1100");
  /* A change among them is that of the like: all are on the other side of it at once. */
  assert_changes ("618 498 615 617 623 619 495 616 621 618 620 635 637 634 636 635", "11:618>635");
}

static void
test_previous (void)
{
  const double values[] = {7, 7, 7, NAN, NAN, 9, 9, 9};
  g_autoptr (GArray) changes = poplens_levels_find (values, G_N_ELEMENTS (values), NULL);

  g_assert_cmpuint (changes->len, ==, 1);
  g_assert_cmpuint (change_at (changes, 0)->at, ==, 5);
  g_assert_cmpuint (change_at (changes, 0)->previous, ==, 2);
}

/* On a line, a value stands out from what the line has there. */
static void
test_once_on_line (void)
{
  const double values[] = {100, 110, 120, 130, 140, 400, 160, 170, 180, 190, 200};
  g_autoptr (GArray) changes = poplens_levels_find (values, G_N_ELEMENTS (values), NULL);

  g_assert_cmpuint (changes->len, ==, 2);
  g_assert_true (change_at (changes, 0)->once);
  g_assert_cmpuint (change_at (changes, 0)->at, ==, 5);
  g_assert_cmpuint (change_at (changes, 0)->previous, ==, 4);
  g_assert_cmpfloat (change_at (changes, 0)->after, ==, 400);
  g_assert_cmpfloat_with_epsilon (change_at (changes, 0)->before, 150, 11);
  g_assert_cmpuint (change_at (changes, 1)->at, ==, 10);
  g_assert_cmpuint (change_at (changes, 1)->over, ==, 11);
}

/* Thousands of reports of programs that are all unlike: the square of their number is too much. */
static void
test_unlike (void)
{
  static double values[5000];
  GRand *rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = LEVEL / (g_rand_double (rand) + 1e-9);
  g_rand_free (rand);
  gint64 start = work_time ();
  g_array_unref (poplens_levels_find (values, G_N_ELEMENTS (values), NULL));
  g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levels/planted", test_planted);
  g_test_add_func ("/levels/noise-alone", test_noise_alone);
  g_test_add_func ("/levels/short", test_short);
  g_test_add_func ("/levels/small-step", test_small_step);
  g_test_add_func ("/levels/lasting-step", test_lasting_step);
  g_test_add_func ("/levels/two-machines", test_two_machines);
  g_test_add_func ("/levels/worse-and-better", test_worse_and_better);
  g_test_add_func ("/levels/once", test_once);
  g_test_add_func ("/levels/by-hand", test_by_hand);
  g_test_add_func ("/levels/previous", test_previous);
  g_test_add_func ("/levels/once-on-line", test_once_on_line);
  g_test_add_func ("/levels/unlike", test_unlike);
  return g_test_run ();
}
