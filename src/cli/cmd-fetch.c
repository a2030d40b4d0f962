/* A report of another computer, copied to this one. */
#include "cli/cli.h"

#include "report/copy.h"

#include <stdio.h>
#include <unistd.h>

/* How far it is, on one line of the terminal that standard error is. */
typedef struct {
  guint64 bytes; /* of all files */
  gint64 shown;  /* when that was, µs; 0: never */
} Progress;

#define SHOW_EVERY (G_USEC_PER_SEC / 5)

static void
show (double fraction, const char *what, gpointer data)
{
  Progress *self = data;
  gint64 now = g_get_monotonic_time ();
  PoplensNumber done, all;

  if (now - self->shown < SHOW_EVERY)
    return;
  self->shown = now;
  poplens_format_bytes (done, (guint64) (fraction * (double) self->bytes),
                        POPLENS_BYTE_UNIT_BINARY);
  poplens_format_bytes (all, self->bytes, POPLENS_BYTE_UNIT_BINARY);
  fprintf (stderr, "\r\033[K%s of %s", done, all);
}

PoplensExit
poplens_cli_run_fetch (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  static const GOptionEntry entries[] = {{NULL}};
  g_autoptr (GError) error = NULL;
  Progress progress = {0};
  PoplensWork work = {.tell = isatty (STDERR_FILENO) ? show : NULL, .data = &progress, .to = 1};
  PoplensNumber bytes;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 2, &status))
    return status;
  poplens_cli_prepare_host (cli, argv[1]);
  gboolean is_done = poplens_report_copy (argv[1], argv[2], &work, &progress.bytes, &error);
  if (progress.shown)
    fputs ("\r\033[K", stderr);
  if (!is_done)
    return poplens_cli_fail (cli, error);
  poplens_text_sink_printf (cli->out, "%s: %s\n", argv[2],
                            poplens_format_bytes (bytes, progress.bytes, POPLENS_BYTE_UNIT_BINARY));
  return POPLENS_EXIT_GOOD;
}
