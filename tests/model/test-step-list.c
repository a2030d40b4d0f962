/* Tests of PoplensStepList: parsing and writing lists of steps, as in "0-5,9". */
#include "model/location.h"
#include "model/step-list.h"

static void
expect_steps (const char *text, const char *kept, guint64 named, guint32 highest)
{
  PoplensStepList steps;

  g_assert_true (poplens_step_list_parse (&steps, text));
  g_autofree char *written = poplens_step_list_to_string (&steps);
  g_assert_cmpstr (written, ==, kept);
  g_assert_cmpuint (steps.named, ==, named);
  g_assert_cmpuint (steps.highest, ==, highest);
}

static void
test_parse (void)
{
  expect_steps (NULL, NULL, 0, 0);
  expect_steps ("", NULL, 0, 0);
  expect_steps ("7", "7", 1, 7);
  expect_steps ("34,14", "34,14", 2, 34);
  expect_steps ("3, 9;40-42", "3,9,40,41,42", 5, 42);
  expect_steps ("5-3,4", "5,4,3", 3, 5);
  expect_steps ("5\u22123,\u00a04", "5,4,3", 3, 5);
  expect_steps ("4294967294", "4294967294", 1, G_MAXUINT32 - 1);
}

/* A long list stores only its first steps, but counts all and knows the highest. */
static void
test_long_step_list (void)
{
  PoplensStepList steps;

  g_assert_true (poplens_step_list_parse (&steps, "0-4294967294"));
  g_assert_cmpuint (steps.n, ==, POPLENS_KEPT_STEPS);
  g_assert_cmpuint (steps.step[POPLENS_KEPT_STEPS - 1], ==, POPLENS_KEPT_STEPS - 1);
  g_assert_cmpuint (steps.named, ==, G_MAXUINT32);
  g_assert_cmpuint (steps.highest, ==, G_MAXUINT32 - 1);
}

static void
test_invalid_step_list (void)
{
  static const char *const texts[] = {"x",          "1x",  "-1",  "1-",   "1--2", "1-2-3", "1.5",
                                      "4294967295", "1,x", "0x2", "1 -2", " , ",  "\n"};
  PoplensStepList steps;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_assert_false (poplens_step_list_parse (&steps, texts[i]));
    g_assert_cmpuint (steps.n, ==, 0);
  }
}

static void
test_change_step_list (void)
{
  PoplensStepList steps;

  g_assert_true (poplens_step_list_parse (&steps, "9,3"));
  poplens_step_list_add (&steps, 3);
  poplens_step_list_add (&steps, 5);
  g_assert_true (poplens_step_list_contains (&steps, 5));
  poplens_step_list_remove (&steps, 9);
  poplens_step_list_remove (&steps, 8);
  g_autofree char *written = poplens_step_list_to_string (&steps);
  g_assert_cmpstr (written, ==, "3,5");
  g_assert_cmpuint (steps.named, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/step-list/parse", test_parse);
  g_test_add_func ("/model/step-list/long", test_long_step_list);
  g_test_add_func ("/model/step-list/wrong", test_invalid_step_list);
  g_test_add_func ("/model/step-list/change", test_change_step_list);
  return g_test_run ();
}
