/* Cycles of the executed steps by type of step: reads every row of steps_by_ipu piece by piece, and
 * can be stopped by Ctrl+C while it does. */
#include <glib-unix.h>
#include <poplens/poplens.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE 4096

/* Adds the `cycles` of rows first … of the frame step-ipus to the sum of their steps' type. */
static gboolean
add_piece (PoplensReport *report, PoplensFrame *rows, PoplensFrame *steps, guint64 piece,
           guint64 *sums, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFrame) details =
      poplens_report_get_frame (report, "step-details", piece, cancellable, error);
  guint cycles = details ? (guint) poplens_frame_find_column (details, "cycles") : 0;
  guint step = (guint) poplens_frame_find_column (rows, "step");
  guint type = (guint) poplens_frame_find_column (steps, "type");
  gint64 row, kind, value;

  for (gsize i = 0; details && i < poplens_frame_n_rows (details); i++)
    if (poplens_frame_get_int (rows, step, piece * PIECE + i, &row) &&
        poplens_frame_get_int (steps, type, (gsize) row, &kind) &&
        poplens_frame_get_int (details, cycles, i, &value))
      sums[kind] += (guint64) value;
  return details != NULL;
}

static gboolean
print_cycles (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFrame) types =
      poplens_report_get_frame (report, "step-types", 0, cancellable, error);
  g_autoptr (PoplensFrame) steps =
      types ? poplens_report_get_frame (report, "steps", 0, cancellable, error) : NULL;
  g_autoptr (PoplensFrame) rows =
      steps ? poplens_report_get_frame (report, "step-ipus", 0, cancellable, error) : NULL;
  guint64 sums[256] = {0}; /* a type is a byte */

  if (!rows)
    return FALSE;
  for (guint64 piece = 0; piece * PIECE < poplens_frame_n_rows (rows); piece++)
    if (!add_piece (report, rows, steps, piece, sums, cancellable, error))
      return FALSE;
  for (gsize t = 0; t < poplens_frame_n_rows (types); t++)
    printf ("%-20s %20" G_GUINT64_FORMAT "\n", poplens_frame_get_text (types, 0, t), sums[t]);
  return TRUE;
}

/* ---- the work on a thread, so that a signal can stop it -------------------------------------- */

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  GMainLoop *loop;
  gboolean good;
  GError *error;
} Job;

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gpointer
work (gpointer data)
{
  Job *job = data;

  job->good = print_cycles (job->report, job->cancellable, &job->error);
  /* From the loop itself, which may not run yet. */
  g_idle_add (quit, job->loop);
  return NULL;
}

static gboolean
stop (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_CONTINUE;
}

int
main (int argc, char **argv)
{
  Job job = {.cancellable = g_cancellable_new (), .loop = g_main_loop_new (NULL, FALSE)};

  job.report = argc == 2 ? poplens_report_open (argv[1], &job.error) : NULL;
  if (job.report) {
    g_unix_signal_add (SIGINT, stop, job.cancellable);
    GThread *thread = g_thread_new ("cycles", work, &job);
    g_main_loop_run (job.loop);
    g_thread_join (thread);
  }
  if (!job.good)
    fprintf (stderr, "%s\n", job.error ? job.error->message : "Usage: cycles REPORT");
  g_clear_error (&job.error);
  g_clear_object (&job.report);
  g_object_unref (job.cancellable);
  g_main_loop_unref (job.loop);
  return job.good ? EXIT_SUCCESS : EXIT_FAILURE;
}
