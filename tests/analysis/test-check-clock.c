/* Tests of the clock that follows tiles from step to step: its 32-bit loop against the 64-bit
 * one. */
#include "analysis/check/check-steps.h"

#define TILES 200
#define STEPS 3000

static void
assert_extent (const PoplensExtent *a, const PoplensExtent *b)
{
  g_assert_cmpuint (a->max, ==, b->max);
  g_assert_cmpuint (a->min, ==, b->min);
  g_assert_cmpuint (a->sum, ==, b->sum);
}

static void
assert_extents (const PoplensExtents *a, const PoplensExtents *b)
{
  g_assert_cmpuint (a->active, ==, b->active);
  assert_extent (&a->start, &b->start);
  assert_extent (&a->all, &b->all);
  if (!a->active)
    return;
  assert_extent (&a->from, &b->from);
  assert_extent (&a->cycles, &b->cycles);
  assert_extent (&a->to, &b->to);
}

/* Makes the cycles of a step for each tile. Most steps are short; some are idle on most tiles, some
 * take a large part of 30 bits, so that the clock's origin moves, a few are as long as a wait for
 * the host, and a few end on all tiles together, as a sync does. TRUE if some cycles need @wide. */
static gboolean
make_step (guint32 *cycles, guint64 *wide, guint32 n, const guint64 *end, guint64 last)
{
  guint32 kind = (guint32) g_test_rand_int_range (0, 400);
  gint32 most = kind == 0 ? G_MAXINT32 : kind < 4 ? 1 << 29 : kind < 200 ? 4000 : 3;
  gboolean is_wide = FALSE;

  for (guint32 t = 0; t < n; t++) {
    wide[t] = kind > 395 ? last - end[t]
                         : (guint64) g_test_rand_int_range (0, most) << (kind == 0 ? 4 : 0);
    cycles[t] = (guint32) wide[t];
    is_wide |= wide[t] >= POPLENS_CLOCK_WIDE;
  }
  return is_wide;
}

static void
test_clock_steps (void)
{
  guint64 end[TILES] = {0}, brute_end[TILES] = {0}, wide[TILES], last = 0;
  guint32 at[TILES], cycles[TILES], n = TILES - 7, narrow = 0, widened = 0;
  PoplensClock clock = {.n = n, .is_wide = TRUE, .end = end, .at = at};
  PoplensClock brute = {.n = n, .is_wide = TRUE, .end = brute_end};

  for (guint32 s = 0; s < STEPS; s++) {
    gboolean is_wide = make_step (cycles, wide, n, brute_end, last);
    PoplensExtents a = poplens_clock_step (&clock, cycles, is_wide ? wide : NULL);
    PoplensExtents b = poplens_clock_step (&brute, cycles, wide);
    last = b.all.max;
    assert_extents (&a, &b);
    for (guint32 t = 0; t < n; t++)
      g_assert_cmpuint (poplens_clock_end (&clock, t), ==, brute_end[t]);
    narrow += !clock.is_wide;
    widened += clock.is_wide;
    if (s % 97 == 0)
      poplens_clock_widen (&clock);
  }
  g_assert_cmpuint (narrow, >, STEPS / 4);
  g_assert_cmpuint (widened, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/steps", test_clock_steps);
  return g_test_run ();
}
