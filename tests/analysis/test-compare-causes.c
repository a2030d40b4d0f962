/* Tests of the causes that are named for a change: rows of the critical path, or whole classes of
 * it. */
#include "analysis/compare/compare-causes.h"

#include "analysis/trace/name-parts.h"
#include "support/work-time.h"

#include <stdarg.h>
#include <string.h>

/* Returns a row for each subject with its change, up to NULL. (transfer full) */
static GPtrArray *
changes_new (PoplensBound bound, ...)
{
  GPtrArray *self = g_ptr_array_new_with_free_func (g_free);
  va_list rows;

  va_start (rows, bound);
  for (const char *subject; (subject = va_arg (rows, const char *));) {
    PoplensPathChange *change = g_new0 (PoplensPathChange, 1);
    int cycles = va_arg (rows, int);
    *change = (PoplensPathChange){.bound = bound,
                                  .subject = (char *) subject,
                                  .cycles = {1000000, (guint64) (1000000 + cycles)},
                                  .n = {1, 1}};
    g_ptr_array_add (self, change);
  }
  va_end (rows);
  return self;
}

/* @more: (transfer full) */
static void
add_changes (GPtrArray *self, GPtrArray *more)
{
  g_ptr_array_extend_and_steal (self, more);
}

/* Asserts the causes as text, "+60 a, +40 sync of 3": a class has the number of its rows. */
static void
check_causes (const GPtrArray *changes, const PoplensCauseRule *rule, const char *expected)
{
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, rule);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint c = 0; c < causes->len; c++) {
    const PoplensChangeCause *cause = &g_array_index (causes, PoplensChangeCause, c);
    g_string_append_printf (text, "%s%+d ", c ? ", " : "", (int) cause->amount);
    if (!cause->n)
      g_string_append (text, cause->change->subject);
    else
      g_string_append_printf (text, "%s of %u%s", poplens_bound_title (cause->change->bound),
                              cause->n,
                              cause->ties   ? ""
                              : cause->main ? ": "
                                            : ", ");
    if (cause->n && !cause->ties)
      g_string_append (text, cause->change->subject);
  }
  g_assert_cmpstr (text->str, ==, expected);
}

static const PoplensCauseRule diff = {.most = 3}, list = {.most = 1, .outside = TRUE};

/* The program waits for another stream, which changes the total little: a list of reports names the
 * class, and a comparison of two reports names both streams. */
static void
test_cancelled_changes (void)
{
  g_autoptr (GPtrArray) changes =
      changes_new (POPLENS_BOUND_HOST_WAIT, "one", 24000, "other", -23500, NULL);

  check_causes (changes, &diff, "+24000 one, -23500 other");
  check_causes (changes, &list, "+500 host wait of 1: one");
  add_changes (changes, changes_new (POPLENS_BOUND_SYNC, "", 6000, NULL));
  check_causes (changes, &diff, "+6000 ");
  check_causes (changes, &list, "+6000 ");
}

/* Two rows rose nearly equally: a list of reports names the class, and a comparison of two reports
 * names both rows. */
static void
test_equal (void)
{
  g_autoptr (GPtrArray) changes =
      changes_new (POPLENS_BOUND_INTER_IPU, "there", 72004, "back", 72000, "little", 100, NULL);

  check_causes (changes, &diff, "+72004 there, +72000 back");
  check_causes (changes, &list, "+144104 inter-IPU exchange of 3, there");
  add_changes (changes, changes_new (POPLENS_BOUND_SYNC, "", 100000, NULL));
  check_causes (changes, &diff, "+72004 there, +72000 back, +100000 ");
}

/* A comparison names the largest rows as long as there is space. A list of reports names a row
 * alone if the other rows are less than a third of its class. */
static void
test_one_large_change (void)
{
  g_autoptr (GPtrArray) changes =
      changes_new (POPLENS_BOUND_EXCHANGE, "a", 500, "b", 300, "c", 90, "d", 10, "e", -60, NULL);
  g_autoptr (GPtrArray) planted =
      changes_new (POPLENS_BOUND_COMPUTE, "a", 500, "b", 60, "c", -70, "d", 10, NULL);

  check_causes (changes, &diff, "+500 a, +300 b, +90 c");
  check_causes (changes, &list, "+840 exchange of 4: a");
  check_causes (planted, &list, "+500 a");
  /* Another class with a tenth of the change is named before the third row. */
  add_changes (changes, changes_new (POPLENS_BOUND_SYNC, "", 85, NULL));
  check_causes (changes, &diff, "+500 a, +300 b, +85 ");
}

/* Many rows changed a little each: none is named, only their class. */
static void
test_many_small_changes (void)
{
  g_autoptr (GPtrArray) changes = changes_new (POPLENS_BOUND_COMPUTE, "a", 11, "b", 10, "c", 10,
                                               "d", 10, "e", 10, "f", 10, "g", 9, NULL);

  check_causes (changes, &diff, "+70 compute of 7, a");
  check_causes (changes, &list, "+70 compute of 7, a");
}

/* Names the rows that rose and those that fell, if the latter explain why the total rose by
 * less. */
static void
test_other_way (void)
{
  g_autoptr (GPtrArray) changes = changes_new (POPLENS_BOUND_SYNC, "", -12551, NULL);

  add_changes (changes, changes_new (POPLENS_BOUND_COMPUTE, "a", 4000, "b", 3000, "c", -826, NULL));
  add_changes (changes, changes_new (POPLENS_BOUND_EXCHANGE, "x", 2786, NULL));
  check_causes (changes, &diff, "-12551 , +6174 compute of 2: a");
  check_causes (changes, &list, "-12551 , +6174 compute of 2: a");
}

static void
test_outside (void)
{
  g_autoptr (GPtrArray) changes = changes_new (POPLENS_BOUND_OUTSIDE, "", 9000, NULL);

  add_changes (changes, changes_new (POPLENS_BOUND_SYNC, "", 2000, NULL));
  check_causes (changes, &diff, "+2000 ");
  check_causes (changes, &list, "+9000 ");
}

/* The total did not change: one row rose by as much as another fell. */
static void
test_noise_of_causes (void)
{
  g_autoptr (GPtrArray) changes =
      changes_new (POPLENS_BOUND_COMPUTE, "a", 500, "b", -480, "c", 20, "d", -60, NULL);
  const PoplensCauseRule rule = {.most = 3, .noise = 50};

  check_causes (changes, &rule, "+500 a, -480 b, -60 d");
  /* Rows of several classes: the whole change is named, no row is left out of the sum. */
  g_autoptr (GPtrArray) copies = changes_new (POPLENS_BOUND_INTER_IPU, "1", 36, "2", 36, "3", 36,
                                              "4", 36, "5", 36, "6", 36, NULL);
  const PoplensCauseRule of_copies = {.most = 3, .noise = 30};
  add_changes (copies, changes_new (POPLENS_BOUND_EXCHANGE, "e", -108, "f", -108, NULL));
  check_causes (copies, &of_copies, "+216 inter-IPU exchange of 6, -108 e, -108 f");
}

/* Operations whose names have thousands of parts are compared by the first parts of their path, in
 * linear time. */
static void
test_many_parts (void)
{
  g_autoptr (GArray) before = g_array_new (FALSE, TRUE, sizeof (PoplensPathItem));
  g_autoptr (GArray) after = g_array_new (FALSE, TRUE, sizeof (PoplensPathItem));
  g_autoptr (GString) name = g_string_new ("a");
  gint64 start = work_time ();

  for (guint i = 1; i < 20000; i++)
    g_string_append_printf (name, "/%c", 'a' + i % 26);
  g_autofree char *first = g_strconcat (name->str, "/x", NULL);
  g_autofree char *second = g_strconcat (name->str, "/y", NULL);
  PoplensPathItem items[] = {{.subject = first, .cycles = 7, .n = 1},
                             {.subject = second, .cycles = 9, .n = 1}};
  g_array_append_val (before, items[0]);
  g_array_append_val (after, items[1]);
  g_autoptr (GPtrArray) changes = poplens_compare_path_items ((const GArray *[]){before, after});
  g_assert_cmpuint (changes->len, ==, 1);
  const PoplensPathChange *change = changes->pdata[0];
  g_assert_cmpint (change->match, ==, POPLENS_MATCHED_ANCESTOR);
  g_assert_cmpint (poplens_path_change (change), ==, 2);
  /* A slash after each part, and "…" for the parts that are left out. */
  g_assert_cmpuint (strlen (change->subject), ==, 2 * (POPLENS_NAME_MOST_PARTS - 1) + strlen ("…"));
  g_assert_cmpint (work_time () - start, <, G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare-causes/cancelled", test_cancelled_changes);
  g_test_add_func ("/compare-causes/equal", test_equal);
  g_test_add_func ("/compare-causes/one", test_one_large_change);
  g_test_add_func ("/compare-causes/many", test_many_small_changes);
  g_test_add_func ("/compare-causes/other-way", test_other_way);
  g_test_add_func ("/compare-causes/outside", test_outside);
  g_test_add_func ("/compare-causes/noise", test_noise_of_causes);
  g_test_add_func ("/compare-causes/many-parts", test_many_parts);
  return g_test_run ();
}
