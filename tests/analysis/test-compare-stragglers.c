/* Tests of the tiles that explain a change between two executions, on made-up executions with an
 * obvious answer. */
#include "analysis/time-fixture.h"

#include "analysis/compare/compare-stragglers.h"

#define STEPS 40

/* Returns the cycles of @tile in step @step. Even steps are of FIXTURE_WIDE, odd ones of
 * FIXTURE_NARROW. */
typedef guint64 (*CyclesOf) (guint step, guint tile);

static TimeFixture *
make_execution_of (CyclesOf cycles_of)
{
  TimeFixture *fixture = time_fixture_new (1);

  for (guint s = 0; s < STEPS; s++) {
    guint64 cycles[8][FIXTURE_TILES] = {{0}};
    for (guint t = 0; t < FIXTURE_TILES; t++)
      cycles[0][t] = cycles_of (s, t);
    time_fixture_add (fixture, POPLENS_STEP_ON_TILE_EXECUTE, NULL,
                      s % 2 ? FIXTURE_NARROW : FIXTURE_WIDE, cycles, 0);
    time_fixture_join (fixture, "Internal", 1);
  }
  time_fixture_end (fixture);
  return fixture;
}

static guint64
even (guint step, guint tile)
{
  return 100;
}

static guint64
slow_in_one (guint step, guint tile)
{
  return tile == 3 && step % 2 == 0 ? 150 : 100;
}

static guint64
slow_in_all (guint step, guint tile)
{
  return tile == 3 ? step % 2 ? 160 : 150 : 100;
}

static guint64
other_slow (guint step, guint tile)
{
  return tile == 2 ? 130 : 100;
}

static guint64
both_slow (guint step, guint tile)
{
  return tile == 3 ? 180 : other_slow (step, tile);
}

/* As slow as slow_in_all (), but another tile in each step. */
static guint64
slow_in_turn (guint step, guint tile)
{
  return (tile + step) % FIXTURE_TILES ? 100 : 155;
}

static const struct {
  const char *name;
  CyclesOf before, after;
  guint n, tile, operations;
  gint64 change;
  const char *most;
} cases[] = {
    {"one-operation", even, slow_in_one, 1, 3, 1, 50 * STEPS / 2, "Fwd/layer.*/wide"},
    {"all", even, slow_in_all, 1, 3, 2, 55 * STEPS, "Bwd/layer.*/narrow"},
    {"faster", slow_in_all, even, 1, 3, 2, -55 * STEPS, "Bwd/layer.*/narrow"},
    /* Without tile 3, tile 2 is the slowest again, as before. Both operations have half of the
     * change. */
    {"one-more", other_slow, both_slow, 1, 3, 2, 50 * STEPS, NULL},
    {"as-slow", other_slow, other_slow, 0, 0, 0, 0, NULL},
    {"in-turn", even, slow_in_turn, 0, 0, 0, 0, NULL},
    /* The total falls, although one tile is slower than before. */
    {"against", slow_in_all, other_slow, 1, 3, 2, -55 * STEPS, "Bwd/layer.*/narrow"},
};

static void
test_straggler_case (gconstpointer data)
{
  guint c = GPOINTER_TO_UINT (data);
  g_autoptr (TimeFixture) first = make_execution_of (cases[c].before);
  g_autoptr (TimeFixture) second = make_execution_of (cases[c].after);
  g_autoptr (PoplensTime) before = time_fixture_make (first);
  g_autoptr (PoplensTime) after = time_fixture_make (second);
  const PoplensTimeSide of[] = {{before, first->programs, 0, before->total},
                                {after, second->programs, 0, after->total}};
  g_auto (PoplensStragglerChange) slow = {0};

  poplens_compare_stragglers (of, (gint64) after->total - (gint64) before->total, &slow);
  g_assert_cmpuint (slow.n, ==, cases[c].n);
  g_assert_cmpstr (slow.most, ==, cases[c].most);
  g_assert_cmpuint (slow.operations, ==, cases[c].operations);
  if (!slow.n)
    return;
  g_assert_cmpuint (slow.tile[0], ==, cases[c].tile);
  g_assert_cmpuint (slow.ipu, ==, 0);
  g_assert_cmpint (slow.change, ==, cases[c].change);
  g_assert_cmpint (slow.saving, ==, cases[c].change);
  /* Among so few tiles, at most one counts as slow. */
  g_assert_cmpint (slow.others, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autofree char *path = g_strconcat ("/analysis/compare-stragglers/", cases[c].name, NULL);
    g_test_add_data_func (path, GUINT_TO_POINTER (c), test_straggler_case);
  }
  return g_test_run ();
}
