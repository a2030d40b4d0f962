/* A chart of a page as a picture. */
#include "cli/cli.h"

#include "pages/picture/picture.h"

#include <string.h>

typedef struct {
  char *location, *output, *size, *unit, *chart, *format, *with;
  gboolean dark;
  double scale;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->location);
  g_free (self->output);
  g_free (self->size);
  g_free (self->unit);
  g_free (self->chart);
  g_free (self->format);
  g_free (self->with);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

#define LARGEST 16384

/* "1000x700" */
static gboolean
parse_size (const char *text, int *width, int *height)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", -1);
  guint64 w, h;

  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[0], 10, 1, LARGEST, &w, NULL) ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, LARGEST, &h, NULL))
    return FALSE;
  *width = (int) w;
  *height = (int) h;
  return TRUE;
}

/* By --format, else by the file's ending; what has none (a pipe) is PNG. FALSE has been said. */
static gboolean
choose_format (const Options *options, const PoplensCliCommand *command,
               PoplensPictureFormat *format)
{
  *format = POPLENS_PICTURE_PNG;
  if (!options->format) {
    g_autofree char *name = g_path_get_basename (options->output);
    if (poplens_picture_of_file (name, format) || !strchr (name, '.'))
      return TRUE;
    poplens_cli_misuse (command,
                        "cannot tell the format of “%s”; use .png, .svg or .pdf, or --format",
                        options->output);
    return FALSE;
  }
  if (poplens_picture_parse (options->format, format))
    return TRUE;
  poplens_cli_misuse (command, "unknown format “%s”; use png, svg or pdf", options->format);
  return FALSE;
}

PoplensExit
poplens_cli_run_render (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {.scale = 1};
  const GOptionEntry entries[] = {
      {"location", 0, 0, G_OPTION_ARG_STRING, &options.location,
       "page of the chart and what it shows, for example 'memory?tile=5'", "LOCATION"},
      {"place", 0, 0, G_OPTION_ARG_STRING, &options.location, "same as --location", "LOCATION"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
       "output file; its extension selects the format", "FILE.png|.svg|.pdf"},
      {"chart", 0, 0, G_OPTION_ARG_STRING, &options.chart,
       "chart (default: the first of the page); an unknown KEY lists all keys", "KEY"},
      {"size", 0, 0, G_OPTION_ARG_STRING, &options.size, "size in pixels (default: 1000x700)",
       "WxH"},
      {"scale", 0, 0, G_OPTION_ARG_DOUBLE, &options.scale, "scale factor, 0.25 to 8 (default: 1)",
       "FACTOR"},
      {"format", 0, 0, G_OPTION_ARG_STRING, &options.format,
       "format, if the extension does not tell", "png|svg|pdf"},
      {"with", 0, 0, G_OPTION_ARG_FILENAME, &options.with, "compare with this report", "REPORT"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, "use dark colours", NULL},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensByteUnit unit = POPLENS_BYTE_UNIT_BINARY;
  int width = 1000, height = 700;
  g_autoptr (GError) error = NULL;
  PoplensExit status;

  if (!poplens_cli_parse_words (cli, command, entries, &argc, &argv, 1, &status))
    return status;
  if (!options.output || !options.location)
    return poplens_cli_misuse (command, "missing argument: render needs %s", command->arguments);
  if (options.size && !parse_size (options.size, &width, &height))
    return poplens_cli_misuse (command, "invalid size “%s”; use WIDTHxHEIGHT, at most %d each",
                               options.size, LARGEST);
  if (!poplens_cli_parse_unit (cli, command, options.unit, &unit))
    return POPLENS_EXIT_USAGE;
  g_autoptr (PoplensLocation) location = poplens_cli_parse_location (options.location, &error);
  if (!location)
    return poplens_cli_misuse (command, "%s", error->message);

  PoplensPictureSpec spec = {.width = width,
                             .height = height,
                             .scale = options.scale,
                             .dark = options.dark,
                             .chart = options.chart};
  g_autoptr (PoplensPage) page = NULL;
  g_autoptr (PoplensReport) report = NULL;
  if (!choose_format (&options, command, &spec.format))
    return POPLENS_EXIT_USAGE;
  report = poplens_cli_open (cli, argv[1], &error);
  if (report && !poplens_cli_compare_location (cli, report, options.with, location, &error))
    g_clear_object (&report);
  if (report && poplens_report_may_write (report, options.output, &error))
    /* The chart may be in a tab. */
    page = poplens_page_build_whole (report, location, (PoplensPageDefaults){.unit = unit}, TRUE,
                                     NULL, &error);
  if (page && page->misuse) {
    poplens_cli_progress_end (cli->progress);
    return poplens_cli_misuse (command, "%s", page->misuse);
  }
  if (page)
    spec.report_name = poplens_report_get_name (report);
  if (!page || !poplens_page_save_picture (page, &spec, options.output, &error))
    return poplens_cli_fail (cli, error);
  return POPLENS_EXIT_GOOD;
}
