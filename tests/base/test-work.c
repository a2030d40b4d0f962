/* Tests of PoplensWork: progress over several parts of a computation, and cancelling. */
#include "base/work.h"

typedef struct {
  double fraction;
  guint n;
} ToldWork;

static void
check_progress (double fraction, const char *what, gpointer data)
{
  ToldWork *told = data;

  g_assert_cmpstr (what, ==, "Counting");
  /* The fraction never decreases. */
  g_assert_cmpfloat (fraction, >=, told->fraction);
  told->fraction = fraction;
  told->n++;
}

static void
test_shares (void)
{
  ToldWork told = {-1, 0};
  PoplensWork all = {check_progress, &told, NULL, 0, 1};
  PoplensWork half = poplens_work_share (&all, 0.5, 1);
  PoplensWork quarter = poplens_work_share (&half, 0.5, 1);

  g_assert_true (poplens_work_go_on (&half, "Counting", 0, 10));
  g_assert_cmpfloat_with_epsilon (told.fraction, 0.5, 1e-9);
  g_assert_true (poplens_work_go_on (&quarter, "Counting", 5, 10));
  g_assert_cmpfloat_with_epsilon (told.fraction, 0.875, 1e-9);
  /* A total of 0 does not cause a division by zero. */
  g_assert_true (poplens_work_go_on (&all, "Counting", 1, 0));
  g_assert_cmpfloat_with_epsilon (told.fraction, 1, 1e-9);
}

static void
test_cancelled_work (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  PoplensWork work = {.cancellable = cancellable, .to = 1};
  PoplensWork share = poplens_work_share (&work, 0, 0.5);

  g_assert_true (poplens_work_go_on (NULL, "Counting", 1, 2));
  g_assert_true (poplens_work_go_on (&share, "Counting", 1, 2));
  g_cancellable_cancel (cancellable);
  g_assert_false (poplens_work_go_on (&share, "Counting", 1, 2));
  share = poplens_work_share (NULL, 0, 0.5);
  g_assert_true (poplens_work_go_on (&share, "Counting", 1, 2));
}

static void
test_loop (void)
{
  ToldWork told = {-1, 0};
  PoplensWork work = {check_progress, &told, NULL, 0, 1};

  for (guint i = 0; i < 200000; i++)
    g_assert_true (POPLENS_WORK_GO_ON (&work, "Counting", i, 200000));
  g_assert_cmpuint (told.n, ==, 4);
}

static void
test_attached (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ToldWork told = {-1, 0};
  PoplensWork work = poplens_work_of (NULL);

  g_assert_true (poplens_work_go_on (&work, "Counting", 1, 2));
  work = poplens_work_of (cancellable);
  g_assert_null (work.tell);
  g_assert_true (poplens_work_go_on (&work, "Counting", 1, 2));
  poplens_work_attach (cancellable, check_progress, &told);
  work = poplens_work_of (cancellable);
  g_assert_true (poplens_work_go_on (&work, "Counting", 1, 2));
  g_assert_cmpfloat_with_epsilon (told.fraction, 0.5, 1e-9);
  g_cancellable_cancel (cancellable);
  g_assert_false (poplens_work_go_on (&work, "Counting", 2, 2));
}

static void
test_reading (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ToldWork told = {-1, 0};
  PoplensWork work;

  poplens_work_expect_reading (NULL, TRUE);
  poplens_work_has_read (NULL);
  poplens_work_expect_reading (cancellable, TRUE);
  poplens_work_attach (cancellable, check_progress, &told);
  /* Reading is reported although no amount was announced. */
  poplens_work_has_read (cancellable);
  work = poplens_work_of (cancellable);
  g_assert_true (poplens_work_go_on (&work, "Counting", 1, 4));
  g_assert_cmpfloat_with_epsilon (told.fraction, 0.25, 1e-9);
  for (guint round = 0; round < 2; round++) {
    told = (ToldWork){-1, 0};
    poplens_work_expect_reading (cancellable, TRUE);
    work = poplens_work_of (cancellable);
    g_assert_true (poplens_work_go_on (&work, "Counting", 1, 2));
    g_assert_cmpfloat_with_epsilon (told.fraction, 0.25, 1e-9);
    for (guint part = 0; part < 2; part++)
      poplens_work_has_read (cancellable);
    work = poplens_work_of (cancellable);
    g_assert_true (poplens_work_go_on (&work, "Counting", 1, 2));
    g_assert_cmpfloat_with_epsilon (told.fraction, 0.75, 1e-9);
  }
  told = (ToldWork){-1, 0};
  poplens_work_expect_reading (cancellable, FALSE);
  work = poplens_work_of (cancellable);
  g_assert_true (poplens_work_go_on (&work, "Counting", 1, 4));
  g_assert_cmpfloat_with_epsilon (told.fraction, 0.25, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/work/shares", test_shares);
  g_test_add_func ("/base/work/cancelled", test_cancelled_work);
  g_test_add_func ("/base/work/loop", test_loop);
  g_test_add_func ("/base/work/attached", test_attached);
  g_test_add_func ("/base/work/reading", test_reading);
  return g_test_run ();
}
