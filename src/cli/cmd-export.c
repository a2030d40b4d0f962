/* export: a report in a file of another program's format, which the file's name says. */
#include "cli/export.h"

#include "cli/write.h"

#include "base/error.h"
#include "base/save-file.h"
#include "base/visible.h"
#include "pages/picture/picture.h"
#include "pages/share/share.h"
#include "tables/export/trace-export.h"

#include <string.h>

#define CACHE_BYTES ((gsize) 32 << 20)
#define LARGEST 16384 /* pixels of a picture's side */

static void
export_clear (PoplensCliExport *self)
{
  char *const all[] = {self->output, self->format, self->tables,    self->location, self->chart,
                       self->size,   self->title,  self->unit_name, self->typed};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_free (all[i]);
  for (guint k = 0; k < G_N_ELEMENTS (self->keys); k++)
    g_free ((char *) self->keys[k][1]);
}

typedef PoplensCliExport Options;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, export_clear)

/* The first report, compared with the second where there are two. (transfer full) */
static PoplensReport *
open_reports (PoplensCli *cli, char **paths, const PoplensLocation *location, GError **error)
{
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, paths[0], error);

  return report && poplens_cli_compare_location (cli, report, paths[1], location, TRUE, error)
             ? g_steal_pointer (&report)
             : NULL;
}

/* @page: without --location. (transfer full) */
static PoplensLocation *
make_location (const PoplensCliExport *options, PoplensPageId page, GError **error)
{
  return poplens_cli_make_location (options->location, page, options->keys,
                                    G_N_ELEMENTS (options->keys), error);
}

/* ---- picture -----------------------------------------------------------------------------------
 */

/* "1000x700", "1000x700x2" */
static gboolean
parse_size (const char *text, PoplensPictureSpec *spec)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", -1);
  guint n = g_strv_length (parts);
  guint64 side[2] = {0};
  char *end = NULL;

  for (guint i = 0; i < 2; i++)
    if (n < 2 || !g_ascii_string_to_unsigned (parts[i], 10, 1, LARGEST, &side[i], NULL))
      return FALSE;
  spec->width = (int) side[0];
  spec->height = (int) side[1];
  spec->scale = n == 3 ? g_ascii_strtod (parts[2], &end) : 1;
  return n == 2 || (n == 3 && *parts[2] && !*end && spec->scale >= 0.25 && spec->scale <= 8);
}

static gboolean
save_picture (PoplensCli *cli, char **paths, const PoplensCliExport *options,
              PoplensPictureSpec *spec, GError **error)
{
  g_autoptr (PoplensLocation) location = make_location (options, POPLENS_PAGE_MEMORY, error);
  g_autoptr (PoplensReport) report = location ? open_reports (cli, paths, location, error) : NULL;
  const PoplensPageDefaults defaults = {.unit = options->unit};

  if (!report || !poplens_report_may_write (report, options->output, error))
    return FALSE;
  /* The chart may be in a tab. */
  g_autoptr (PoplensPage) page =
      poplens_page_build_whole (report, location, defaults, TRUE, NULL, error);
  if (!page)
    return FALSE;
  if (page->misuse) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s", page->misuse);
    return FALSE;
  }
  spec->report_name = poplens_report_get_name (report);
  return poplens_page_save_picture (page, spec, options->output, error);
}

static gboolean
export_picture (PoplensCli *cli, char **paths, const PoplensCliExport *options, guint format,
                GError **error)
{
  PoplensPictureSpec spec = {.width = 1000,
                             .height = 700,
                             .scale = 1,
                             .dark = options->dark,
                             .chart = options->chart,
                             .format = format};

  if (options->size && !parse_size (options->size, &spec)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid size “%s”; use WIDTHxHEIGHT, at most %d each, or WIDTHxHEIGHTxSCALE, "
                 "from 0.25 to 8",
                 options->size, LARGEST);
    return FALSE;
  }
  return save_picture (cli, paths, options, &spec, error);
}

/* ---- page, trace, tables -----------------------------------------------------------------------
 */

static gboolean
export_page (PoplensCli *cli, char **paths, const PoplensCliExport *options, guint format,
             GError **error)
{
  const PoplensShareSpec spec = {.title = options->title,
                                 .program = "poplens-cli " POPLENS_VERSION,
                                 .command = options->typed,
                                 .unit = options->unit};
  g_autoptr (PoplensLocation) nowhere = poplens_location_new (POPLENS_PAGE_SUMMARY);
  g_autoptr (PoplensReport) report = open_reports (cli, paths, nowhere, error);

  return report && poplens_share_save (report, &spec, options->output, error);
}

/* To standard output, or whole into the file. What is written is said where no data goes. */
static gboolean
export_trace (PoplensCli *cli, char **paths, const PoplensCliExport *options, guint format,
              GError **error)
{
  g_autoptr (PoplensLocation) asked = make_location (options, POPLENS_PAGE_TRACE, error);
  g_autoptr (PoplensReport) report = asked ? poplens_cli_open (cli, paths[0], error) : NULL;
  g_autoptr (PoplensLocation) location =
      report ? poplens_trace_export_location (report, asked, format, NULL, error) : NULL;
  PoplensTraceCount count = {0};

  if (!location)
    return FALSE;
  /* Each slice is read once. */
  poplens_report_set_cache_bytes (report, CACHE_BYTES);
  if (!(strcmp (options->output, "-")
            ? poplens_trace_export_file (report, location, format, options->output, NULL, &count,
                                         error)
            : poplens_trace_export (report, location, format, cli->out, NULL, &count, error)))
    return FALSE;
  g_autofree char *said = poplens_trace_count_describe (&count, format, location);
  poplens_cli_tell (cli, "%s", said);
  return TRUE;
}

static gboolean
fill_tables (PoplensCliAnswer *answer, char *const *names, GError **error)
{
  for (guint t = 0; names[t]; t++) {
    const PoplensCliTable look = {g_strstrip (names[t])};
    if (!poplens_cli_answer_build (answer, &look, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_tables (const PoplensCliExport *options, char *const *names, PoplensTableFormat format,
              GError **error)
{
  if (names[0] && (format == POPLENS_TABLE_JSON || !names[1]))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               names[0] ? "CSV holds one table; name one of --tables %s, or write .json"
                        : "name what to export: --tables NAME",
               options->tables);
  return FALSE;
}

static gboolean
export_tables (PoplensCli *cli, char **paths, const PoplensCliExport *options, guint format,
               GError **error)
{
  g_auto (GStrv) names = g_strsplit (options->tables ? options->tables : "", ",", -1);
  const PoplensCliOutput output = {
      .format = format, .csv = format == POPLENS_TABLE_CSV, .json = format == POPLENS_TABLE_JSON};
  g_autoptr (PoplensLocation) location = NULL;
  PoplensCli to = *cli;

  if (!check_tables (options, names, format, error) ||
      !(location = make_location (options, POPLENS_PAGE_SUMMARY, error)))
    return FALSE;
  g_autoptr (PoplensReport) report = open_reports (cli, paths, location, error);
  g_autoptr (PoplensCliAnswer) answer =
      report ? poplens_cli_answer_new (report, location, &output) : NULL;
  g_autoptr (PoplensReport) after = report ? poplens_report_ref_other (report) : NULL;
  if (answer)
    answer->reports[1] = after;
  if (!answer || !fill_tables (answer, names, error))
    return FALSE;
  poplens_cli_tell_damage (cli, report);
  if (after)
    poplens_cli_tell_damage (cli, after);
  if (!strcmp (options->output, "-"))
    return poplens_cli_output_write (cli, "export", &output, answer, error);
  g_autoptr (PoplensSaveFile) file = poplens_report_may_write (report, options->output, error)
                                         ? poplens_save_file_new (options->output, error)
                                         : NULL;
  g_autoptr (PoplensTextSink) sink =
      file ? poplens_text_sink_new (poplens_save_file_get_stream (file)) : NULL;
  to.out = sink;
  return file && poplens_cli_output_write (&to, "export", &output, answer, error) &&
         poplens_text_sink_flush (sink, error) && poplens_save_file_commit (file, error);
}

/* ---- formats -----------------------------------------------------------------------------------
 */

typedef gboolean ExportFunc (PoplensCli *cli, char **paths, const PoplensCliExport *options,
                             guint format, GError **error);

/* The first row whose ending a name has is its format, so ".trace.json" is before ".json". */
static const struct {
  const char *name, *ending;
  ExportFunc *write; /* NULL: the database */
  guint format;
  gboolean streams; /* also to standard output */
} formats[] = {
    {"png", ".png", export_picture, POPLENS_PICTURE_PNG},
    {"svg", ".svg", export_picture, POPLENS_PICTURE_SVG},
    {"pdf", ".pdf", export_picture, POPLENS_PICTURE_PDF},
    {"html", ".html", export_page, 0},
    {"sqlite", ".sqlite", NULL, 0},
    {"sqlite", ".db", NULL, 0},
    {"perfetto", ".pftrace", export_trace, POPLENS_TRACE_PERFETTO, TRUE},
    {"chrome", ".trace.json", export_trace, POPLENS_TRACE_CHROME, TRUE},
    {"folded", ".folded", export_trace, POPLENS_TRACE_FOLDED, TRUE},
    {"csv", ".csv", export_tables, POPLENS_TABLE_CSV, TRUE},
    {"json", ".json", export_tables, POPLENS_TABLE_JSON, TRUE},
};
#define FORMATS "png, svg, pdf, html, sqlite, perfetto, chrome, folded, csv or json"
#define ENDINGS ".png, .svg, .pdf, .html, .sqlite, .db, .pftrace, .trace.json, .folded, .csv, .json"

/* Index in formats[]; −1, after an error, where neither option nor name gives a format. */
static int
find_format (const PoplensCliCommand *command, const PoplensCliExport *options)
{
  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    if (options->format ? !strcmp (options->format, formats[f].name)
                        : g_str_has_suffix (options->output, formats[f].ending))
      return (int) f;
  if (options->format)
    poplens_cli_misuse (command, "unknown format “%s”; use " FORMATS, options->format);
  else
    poplens_cli_misuse (command, "cannot tell the format of “%s”; use " ENDINGS ", or --format",
                        options->output);
  return -1;
}

/* The command as it would be typed again. (transfer full) */
static char *
quote (int argc, char **argv)
{
  GString *out = g_string_new ("poplens-cli");

  for (int i = 0; i < argc; i++) {
    g_autofree char *quoted = poplens_shell_argument (argv[i]);
    g_string_append_printf (out, " %s", quoted);
  }
  return g_string_free (out, FALSE);
}

static PoplensExit
write_format (PoplensCli *cli, const PoplensCliCommand *command, guint f, int argc, char **argv,
              const PoplensCliExport *options)
{
  g_autoptr (GError) error = NULL;
  gboolean to_output = !strcmp (options->output, "-");

  if (to_output && !formats[f].streams)
    return poplens_cli_misuse (command, "%s cannot be written to standard output; name a file",
                               formats[f].name);
  if (!formats[f].write)
    return poplens_cli_export_database (cli, argv + 1, options);
  if (argc > 3)
    return poplens_cli_misuse (command,
                               "unexpected argument “%s”; only a database holds several "
                               "reports",
                               argv[3]);
  if (formats[f].write (cli, argv + 1, options, formats[f].format, &error))
    return POPLENS_EXIT_GOOD;
  poplens_cli_progress_end (cli->progress);
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_USAGE)
             ? poplens_cli_misuse (command, "%s", error->message)
             : poplens_cli_fail (cli, error);
}

PoplensExit
poplens_cli_run_export (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {.typed = quote (argc, argv),
                              .keys = {{"range"}, {"ipu"}, {"view"}, {"axis"}, {"clock"}}};
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
       "file to write; its ending says the format: " ENDINGS, "FILE"},
      {"format", 0, 0, G_OPTION_ARG_STRING, &options.format, "format, if the ending does not tell",
       "FORMAT"},
      {"location", 0, 0, G_OPTION_ARG_STRING, &options.location,
       "what Copy Location of the window gives", "LOCATION"},
      {"tables", 0, 0, G_OPTION_ARG_STRING, &options.tables,
       "these tables: one as .csv, several as .json or in a database", "NAME,…"},
      {"all", 0, 0, G_OPTION_ARG_NONE, &options.all,
       "all tables, also by tile, step and program: of a database", NULL},
      {"list", 0, 0, G_OPTION_ARG_NONE, &options.list,
       "list tables: exported by default, with --all or never", NULL},
      {"chart", 0, 0, G_OPTION_ARG_STRING, &options.chart,
       "chart (default: the first of the page); an unknown KEY lists all keys", "KEY"},
      {"size", 0, 0, G_OPTION_ARG_STRING, &options.size,
       "size of an image in pixels (default: 1000x700)", "WxH[xN]"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options.dark, "dark colours, of an image", NULL},
      {"title", 0, 0, G_OPTION_ARG_STRING, &options.title,
       "title of the page (default: name of the report)", "TEXT"},
      {"range", 0, 0, G_OPTION_ARG_STRING, &options.keys[0][1], "these cycles of the trace",
       "FROM..TO"},
      {"ipu", 0, 0, G_OPTION_ARG_STRING, &options.keys[1][1], "this IPU of the trace", "I"},
      {"view", 0, 0, G_OPTION_ARG_STRING, &options.keys[2][1],
       "of the trace: flat, flame or blocks (default: flame for folded)", "VIEW"},
      {"axis", 0, 0, G_OPTION_ARG_STRING, &options.keys[3][1],
       "of the trace: cycles, or time at the nominal clock", "cycles|time"},
      {"clock", 0, 0, G_OPTION_ARG_STRING, &options.keys[4][1],
       "of blocks: recorded, or first (each IPU starts at its first block)", "recorded|first"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options.unit_name,
       "unit for bytes: binary, si or bytes (default: binary)", "binary|si|bytes"},
      {NULL},
  };
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (options.list && argc == 1)
    return poplens_cli_export_list (cli);
  if (options.list || argc < 2 || !options.output)
    return poplens_cli_misuse (command, "missing argument: export needs %s", command->arguments);
  if (options.tables && options.all)
    return poplens_cli_misuse (command, "--tables and --all exclude each other");
  if (!poplens_cli_parse_unit (command, options.unit_name, &options.unit))
    return POPLENS_EXIT_USAGE;
  int format = find_format (command, &options);
  return format < 0 ? POPLENS_EXIT_USAGE
                    : write_format (cli, command, (guint) format, argc, argv, &options);
}
