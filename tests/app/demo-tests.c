/* Tests of running poplens-demo from the window: its progress, failures and cancelling. */
#include "app/app-test.h"

#include "app/window/demo-runner.h"

#include <glib/gstdio.h>
#include <string.h>

static void
test_progress_lines (void)
{
  double fraction = -1;
  const char *text = NULL;

  g_assert_true (poplens_demo_parse_progress ("progress 0.25 Writing variables", &fraction, &text));
  g_assert_cmpfloat (fraction, ==, 0.25);
  g_assert_cmpstr (text, ==, "Writing variables");
  g_assert_true (poplens_demo_parse_progress ("progress 1", &fraction, &text));
  g_assert_cmpstr (text, ==, "");
  g_assert_false (poplens_demo_parse_progress ("progress", &fraction, &text));
  g_assert_false (poplens_demo_parse_progress ("progress x", &fraction, &text));
  g_assert_false (poplens_demo_parse_progress ("progress nan x", &fraction, &text));
  g_assert_false (poplens_demo_parse_progress ("progress 2 x", &fraction, &text));
  g_assert_false (poplens_demo_parse_progress ("poplens-demo: no room", &fraction, &text));
}

typedef struct {
  gboolean done;
  gboolean good;
  GError *error;
  GString *seen;
} Run;

static void
on_progress (double fraction, const char *text, gpointer data)
{
  g_string_append_printf (((Run *) data)->seen, "%.2f %s;", fraction, text);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;

  run->good = poplens_demo_run_finish (result, &run->error);
  run->done = TRUE;
}

static gboolean
is_done (gpointer data)
{
  return ((Run *) data)->done;
}

/* Runs @script in place of poplens-demo. */
static void
run_stand_in (const char *script, GCancellable *cancellable, Run *run)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *program = g_build_filename (folder, "poplens-demo", NULL);
  g_autofree char *report = g_build_filename (folder, "report", NULL);

  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  run->seen = g_string_new (NULL);
  poplens_demo_run_async (program, report, on_progress, run, cancellable, on_done, run);
  if (cancellable)
    g_cancellable_cancel (cancellable);
  wait_until (is_done, run);
  g_unlink (program);
  g_rmdir (folder);
}

static void
test_run (void)
{
  Run good = {0}, bad = {0}, cancelled = {0};
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  run_stand_in ("#!/bin/sh\necho progress 0.5 half\necho progress 1 all\n", NULL, &good);
  g_assert_no_error (good.error);
  g_assert_true (good.good);
  g_assert_cmpstr (good.seen->str, ==, "0.50 half;1.00 all;");

  run_stand_in ("#!/bin/sh\necho no room on the disk >&2\nexit 1\n", NULL, &bad);
  g_assert_false (bad.good);
  g_assert_nonnull (strstr (bad.error->message, "no room on the disk"));

  run_stand_in ("#!/bin/sh\nexec sleep 60\n", cancellable, &cancelled);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&bad.error);
  g_clear_error (&cancelled.error);
  g_string_free (good.seen, TRUE);
  g_string_free (bad.seen, TRUE);
  g_string_free (cancelled.seen, TRUE);
}

static void
test_no_program (void)
{
  Run run = {.seen = NULL};

  poplens_demo_run_async (NULL, "/nowhere", NULL, NULL, NULL, on_done, &run);
  wait_until (is_done, &run);
  g_assert_nonnull (strstr (run.error->message, "poplens-demo"));
  g_clear_error (&run.error);
}

void
add_demo_tests (void)
{
  g_test_add_func ("/app/demo/progress-lines", test_progress_lines);
  g_test_add_func ("/app/demo/run", test_run);
  g_test_add_func ("/app/demo/no-program", test_no_program);
}
