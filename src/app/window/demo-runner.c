/* Runs poplens-demo, and reports its progress and errors. */
#include "app/window/demo-runner.h"

#include "base/error.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#define PROGRAM "poplens-demo"

typedef struct {
  GSubprocess *process;
  GDataInputStream *lines;
  GString *said; /* output without the progress lines: the error message of poplens-demo */
  PoplensProgressFunc progress;
  gpointer progress_data;
  gulong cancelled;
} DemoRun;

static void
run_free (gpointer data)
{
  DemoRun *run = data;

  g_clear_object (&run->process);
  g_clear_object (&run->lines);
  g_string_free (run->said, TRUE);
  g_free (run);
}

char *
poplens_demo_directory (void)
{
  return g_build_filename (g_get_user_cache_dir (), "poplens", "demo", NULL);
}

char *
poplens_demo_find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);

  if (self) {
    g_autofree char *folder = g_path_get_dirname (self);
    g_autofree char *beside = g_build_filename (folder, PROGRAM, NULL);
    if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer (&beside);
  }
  return g_find_program_in_path (PROGRAM);
}

gboolean
poplens_demo_parse_progress (const char *line, double *fraction, const char **text)
{
  char *end;

  if (!g_str_has_prefix (line, "progress "))
    return FALSE;
  const char *number = line + strlen ("progress ");
  double value = g_ascii_strtod (number, &end);
  /* This form of the condition also rejects NaN. */
  if (end == number || (*end && *end != ' ') || !(value >= 0 && value <= 1))
    return FALSE;
  *fraction = value;
  *text = *end ? end + 1 : end;
  return TRUE;
}

static void
on_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  DemoRun *run = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  g_cancellable_disconnect (g_task_get_cancellable (task), run->cancelled);
  gboolean good = g_subprocess_wait_check_finish (run->process, result, &error);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (good) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_strstrip (run->said->str);
  g_task_return_new_error (task, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
                           "Cannot write the demo report: %s",
                           *run->said->str ? run->said->str : error->message);
}

static void read_line (GTask *task);

static void
on_line (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  DemoRun *run = g_task_get_task_data (task);
  g_autofree char *line =
      g_data_input_stream_read_line_finish_utf8 (run->lines, result, NULL, NULL);
  const char *text;
  double fraction;

  if (!line) {
    g_subprocess_wait_check_async (run->process, NULL, on_ended, g_steal_pointer (&task));
    return;
  }
  if (!poplens_demo_parse_progress (line, &fraction, &text))
    g_string_append_printf (run->said, "%s\n", line);
  else if (run->progress && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    run->progress (fraction, text, run->progress_data);
  read_line (task);
}

static void
read_line (GTask *task)
{
  DemoRun *run = g_task_get_task_data (task);

  g_data_input_stream_read_line_async (run->lines, G_PRIORITY_DEFAULT, NULL, on_line,
                                       g_object_ref (task));
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  /* Leave an incomplete report behind: the next run overwrites it. */
  g_subprocess_send_signal (data, SIGTERM);
}

void
poplens_demo_run_async (const char *program, const char *directory, PoplensProgressFunc progress,
                        gpointer progress_data, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GError) error = NULL;
  DemoRun *run = g_new0 (DemoRun, 1);

  run->said = g_string_new (NULL);
  run->progress = progress;
  run->progress_data = progress_data;
  g_task_set_task_data (task, run, run_free);
  if (!program) {
    g_task_return_new_error (
        task, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND,
        PROGRAM
        " not found beside this program or on the PATH. Install it, or open another report.");
    return;
  }
  /* Do not write the demo report again if it is newer than the program. */
  g_autofree char *profile = g_build_filename (directory, "profile.pop", NULL);
  GStatBuf of_profile, of_program;
  if (g_stat (profile, &of_profile) == 0 && g_stat (program, &of_program) == 0 &&
      of_profile.st_mtime >= of_program.st_mtime) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  const char *const arguments[] = {program, "--progress", directory, NULL};
  run->process = g_subprocess_newv (
      arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error);
  if (!run->process) {
    g_task_return_error (task, g_steal_pointer (&error));
    return;
  }
  run->lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (run->process));
  if (cancellable)
    run->cancelled = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                            g_object_ref (run->process), g_object_unref);
  read_line (task);
}

gboolean
poplens_demo_run_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
