/* Tests of the verdict on a finding that is above the threshold in only one of two reports. */
#include "analysis/compare/compare-time.h"

static const char *
became (double before, double least_before, double after, double least_after)
{
  const double shares[] = {before, after}, least[] = {least_before, least_after};
  PoplensTimeFinding of[POPLENS_N_SIDES] = {{0}};
  PoplensFindingChange change = {.kind = POPLENS_TIME_REARRANGEMENT};

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    of[s] = (PoplensTimeFinding){.state = shares[s] < least[s] ? POPLENS_CHECK_BELOW
                                                               : POPLENS_CHECK_FOUND,
                                 .share = shares[s],
                                 .saving = change.cycles[s] = 1000000 * shares[s],
                                 .least = least[s]};
    change.of[s] = &of[s];
  }
  return poplens_finding_change_became (&change);
}

static void
test_crossed (void)
{
  g_assert_cmpstr (became (0.009, 0.01, 0.011, 0.01), ==, "now above threshold");
  g_assert_cmpstr (became (0.011, 0.01, 0.009, 0.01), ==, "now below threshold");
  g_assert_cmpstr (became (0.016, 0.015, 0.009, 0.01), ==, "now below threshold");
}

/* The share hardly changed but the threshold did, so that it was crossed in either direction. */
static void
test_moved (void)
{
  g_assert_cmpstr (became (0.011, 0.01, 0.0112, 0.015), ==, "worse");
  g_assert_cmpstr (became (0.0112, 0.015, 0.011, 0.01), ==, "better");
  g_assert_cmpstr (became (0.013, 0.01, 0.011, 0.015), ==, "better");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-findings/crossed", test_crossed);
  g_test_add_func ("/compare-findings/moved", test_moved);
  return g_test_run ();
}
