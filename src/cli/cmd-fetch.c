/* Command fetch: copies a report from another computer. */
#include "cli/cli.h"

#include "base/error.h"
#include "base/visible.h"
#include "remote/address.h"
#include "report/copy.h"

typedef struct {
  PoplensCliProgress *progress;
  const char *stopped; /* message that Ctrl+C prints once some bytes were copied */
  PoplensReportCopied copied;
} FetchProgress;

static void
show_fetched (double fraction, const char *what, gpointer data)
{
  FetchProgress *self = data;
  guint64 done = (guint64) (fraction * (double) self->copied.bytes);

  if (done)
    poplens_cli_progress_set_copied (self->progress, done, self->copied.bytes, self->stopped);
}

/* FALSE with POPLENS_ERROR_USAGE if @folder is on another computer ("host:path"). Without this
 * check, a local folder of that name would be created. */
static gboolean
check_folder (const char *folder, GError **error)
{
  if (!poplens_address_is_remote (folder))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "“%s” is on another computer; the destination is a folder of this one (for a folder "
               "of that name: “./%s”)",
               folder, folder);
  return FALSE;
}

PoplensExit
poplens_cli_run_fetch (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  static const GOptionEntry entries[] = {{NULL}};
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL, *stopped = NULL;
  FetchProgress fetch = {0};
  PoplensWork work = {.tell = show_fetched, .data = &fetch, .to = 1};
  PoplensNumber bytes;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 2, &status))
    return status;
  if (!check_folder (argv[2], &error))
    return poplens_cli_fail (cli, error);
  folder = poplens_visible_text (argv[2], -1);
  stopped = g_strdup_printf (
      "stopped; what was copied is kept in %s, and the same command continues there", folder);
  fetch.stopped = stopped;
  fetch.progress = cli->progress = poplens_cli_progress_new ();
  poplens_cli_prepare_host (cli, argv[1]);
  if (!poplens_report_copy (argv[1], argv[2], &work, &fetch.copied, &error))
    return poplens_cli_fail (cli, error);
  poplens_format_bytes (bytes, fetch.copied.bytes, POPLENS_BYTE_UNIT_BINARY);
  poplens_text_sink_printf (
      cli->out, fetch.copied.n_files ? "%s: %s\n" : "%s: already complete, %s\n", folder, bytes);
  return POPLENS_EXIT_GOOD;
}
