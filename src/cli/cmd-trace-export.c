/* trace --export: the trace in a format that other programs open. */
#include "cli/cli.h"

#include "tables/export/trace-export.h"

#include <stdio.h>
#include <string.h>

#define CACHE_BYTES ((gsize) 32 << 20)

typedef struct {
  char *format, *range, *ipu, *view, *unit, *clock;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->format);
  g_free (self->range);
  g_free (self->ipu);
  g_free (self->view);
  g_free (self->unit);
  g_free (self->clock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static PoplensLocation *
make_location (const Options *options, GError **error)
{
  const char *const pairs[][2] = {{"range", options->range},
                                  {"ipu", options->ipu},
                                  {"view", options->view},
                                  {"time", options->unit},
                                  {"clock", options->clock}};
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_TRACE);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    PoplensLocation *next = poplens_location_with (location, pairs[i][0], pairs[i][1]);
    poplens_location_unref (location);
    location = next;
  }
  /* Read as --location would be: it knows what a value may be. */
  g_autofree char *text = poplens_location_to_string (location);
  return poplens_location_parse (text, error);
}

/* To standard output, or whole into the file. What is written is said where no data goes. */
static gboolean
write_trace (PoplensCli *cli, PoplensReport *report, const PoplensLocation *location,
             PoplensTraceFormat format, const char *path, GError **error)
{
  PoplensTraceCount count = {0};
  gboolean good;

  /* Each slice is read once. */
  poplens_report_set_cache_bytes (report, CACHE_BYTES);
  good = strcmp (path, "-")
             ? poplens_trace_export_file (report, location, format, path, NULL, &count, error)
             : poplens_trace_export (report, location, format, cli->out, NULL, &count, error);
  if (good) {
    g_autofree char *said = poplens_trace_count_describe (&count, format, location);
    poplens_cli_tell (cli, "%s", said);
  }
  return good;
}

static PoplensExit
run_export (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"export", 0, 0, G_OPTION_ARG_STRING, &options.format,
       "write the trace to FILE (-: standard output)", "chrome|perfetto|folded"},
      {"range", 0, 0, G_OPTION_ARG_STRING, &options.range,
       "export only this range of cycles, end excluded", "FROM..TO"},
      {"ipu", 0, 0, G_OPTION_ARG_STRING, &options.ipu, "export only this IPU", "N"},
      {"view", 0, 0, G_OPTION_ARG_STRING, &options.view,
       "flat, flame or blocks (default: flame for folded)", "flat|flame|blocks"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit, "cycles, or time at the nominal clock",
       "cycles|time"},
      {"clock", 0, 0, G_OPTION_ARG_STRING, &options.clock,
       "clock of blocks: recorded, or first (each IPU starts at its first block)",
       "recorded|first"},
      {NULL},
  };
  g_autoptr (PoplensReport) report = NULL;
  g_autoptr (PoplensLocation) asked = NULL, location = NULL;
  g_autoptr (GError) error = NULL;
  PoplensTraceFormat format;
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return poplens_cli_misuse (command,
                               "missing argument: trace --export needs FORMAT, REPORT and FILE");
  if (!poplens_trace_format_parse (options.format, &format))
    return poplens_cli_misuse (command, "unknown trace format “%s”; use chrome, perfetto or folded",
                               options.format);
  if ((report = poplens_cli_open (cli, argv[1], &error)) &&
      (asked = make_location (&options, &error)) &&
      (location = poplens_trace_export_location (report, asked, format, NULL, &error)) &&
      write_trace (cli, report, location, format, argv[2], &error))
    return POPLENS_EXIT_GOOD;
  return poplens_cli_fail (cli, error);
}

PoplensExit
poplens_cli_run_trace (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--"); i++)
    if (!strcmp (argv[i], "--export") || g_str_has_prefix (argv[i], "--export="))
      return run_export (cli, command, argc, argv);
  return poplens_cli_run_report (cli, command, argc, argv);
}
