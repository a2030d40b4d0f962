/* Command export: writes a report as an image, page, trace, table or SQLite database, by the ending
 * of the file name. */
#include "base/error.h"
#include "base/save-file.h"
#include "base/visible.h"
#include "cli/screen.h"
#include "cli/write.h"
#include "export/export.h"
#include "pages/picture/picture.h"
#include "pages/share/share.h"
#include "report/place.h"
#include "tables/export/trace-export.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* Options of the command. */
typedef struct {
  gboolean list, all, dark;
  char *output, *format, *tables, *location, *chart, *size, *title, *unit_name;
  const char *keys[5][2]; /* keys of the trace's location, each with its value or NULL */
  PoplensByteUnit unit;
  char *typed; /* whole command line, quoted for a shell */
} ExportOptions;

static void
export_options_clear (ExportOptions *self)
{
  char *const all[] = {self->output, self->format, self->tables,    self->location, self->chart,
                       self->size,   self->title,  self->unit_name, self->typed};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_free (all[i]);
  for (guint k = 0; k < G_N_ELEMENTS (self->keys); k++)
    g_free ((char *) self->keys[k][1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExportOptions, export_options_clear)

/* ---- database -------------------------------------------------------------------------------- */

static PoplensExit
export_list_tables (PoplensCli *cli)
{
  g_autoptr (GPtrArray) list = poplens_export_list ();
  g_autoptr (GString) lines = g_string_new (NULL);
  int width = 0;

  for (guint e = 0; e < list->len; e++)
    width = MAX (width, (int) strlen (((PoplensExportEntry *) g_ptr_array_index (list, e))->name));
  for (guint e = 0; e < list->len; e++) {
    const PoplensExportEntry *entry = g_ptr_array_index (list, e);
    const PoplensTableSpec *spec = poplens_tables_find (entry->table);
    static const char *const when[] = {"default", "--all", "never"};
    g_string_append_printf (lines, "%-*s  %-7s  %s\n", width, entry->name, when[entry->when],
                            entry->reason ? entry->reason : spec->doc);
  }
  poplens_cli_print_help (cli, lines->str);
  return POPLENS_EXIT_GOOD;
}

/* Prints "Exported 3 reports, 54 tables, 1,234,567 rows to runs.sqlite (45 MiB)." */
static void
export_print_summary (PoplensCli *cli, const char *output, const PoplensExportCount *count)
{
  g_autofree char *name = poplens_visible_text (output, -1);
  PoplensNumber reports, tables, rows, bytes, known;
  GStatBuf info;

  if (count->n_reports)
    poplens_text_sink_printf (
        cli->out, "Exported %s, %s, %s to %s (%s).\n",
        poplens_format_items (reports, count->n_reports, "report"),
        poplens_format_items (tables, g_hash_table_size (count->tables), "table"),
        poplens_format_items (rows, count->n_rows, "row"), name,
        g_stat (output, &info) < 0
            ? g_strerror (errno)
            : poplens_format_bytes (bytes, (guint64) info.st_size, POPLENS_BYTE_UNIT_BINARY));
  if (count->n_known)
    poplens_text_sink_printf (cli->out, "Already exported and unchanged: %s.\n",
                              poplens_format_items (known, count->n_known, "report"));
}

/* FALSE with POPLENS_ERROR_USAGE if @output is in the directory of a report. @paths:
 * NULL-terminated paths of the reports */
static gboolean
check_output (char **paths, const char *output, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (output);
  GStatBuf of_output, of_path;

  if (g_stat (folder, &of_output) < 0)
    return TRUE; /* no such folder: opening @output will report that */
  for (char **path = paths; *path; path++) {
    g_autofree char *above =
        g_file_test (*path, G_FILE_TEST_IS_DIR) ? g_strdup (*path) : g_path_get_dirname (*path);
    if (!g_file_test (*path, G_FILE_TEST_EXISTS) || g_stat (above, &of_path) < 0 ||
        of_path.st_dev != of_output.st_dev || of_path.st_ino != of_output.st_ino)
      continue;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s is in the report directory and reports are never modified; use another folder",
                 output);
    return FALSE;
  }
  return TRUE;
}

typedef struct {
  PoplensCli *cli;
  PoplensExportFile *file;
  const char *output;
  const GPtrArray *chosen;
  PoplensExportCount *count;
} DatabaseWriter;

/* Exports a report. FALSE if some of its data could not be exported. @report: (nullable): NULL if
 * opening it failed with @error. @error: (transfer full) (nullable) */
static gboolean
export_report (const DatabaseWriter *self, PoplensReport *report, const char *path, GError *error)
{
  g_autoptr (GError) wrong = error;
  GPtrArray *damaged = self->count->damaged, *notices = self->count->notices;

  g_ptr_array_set_size (damaged, 0);
  g_ptr_array_set_size (notices, 0);
  if (!report || !poplens_report_may_write (report, self->output, &wrong) ||
      !poplens_export_report (self->file, report, self->chosen, self->count, &wrong)) {
    poplens_cli_fail (self->cli, wrong);
    return FALSE;
  }
  for (guint d = 0; d < damaged->len; d++)
    poplens_cli_tell (self->cli, "%s: %s", path, (char *) g_ptr_array_index (damaged, d));
  for (guint n = 0; n < notices->len; n++)
    poplens_cli_tell (self->cli, "%s: %s", path, (char *) g_ptr_array_index (notices, n));
  return damaged->len == 0 && !poplens_report_get_profile_error (report);
}

static gboolean
export_path (const DatabaseWriter *self, const char *path)
{
  GError *error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (self->cli, path, &error);

  return export_report (self, report, path, error);
}

/* Finds the reports in the folder @path and its subfolders. @report: (nullable): the report opened
 * from @path. (transfer full) (nullable): NULL if @path itself is the directory of a report, or if
 * no report is found */
static GPtrArray *
find_reports_below (PoplensCli *cli, PoplensReport *report, const char *path)
{
  g_autofree char *folder = poplens_report_canonical_path (path);
  g_autoptr (PoplensStorage) storage = NULL;
  g_autoptr (GPtrArray) candidates = NULL, unsearched = NULL;

  if (report && !strcmp (poplens_report_get_directory (report), folder))
    return NULL;
  candidates = poplens_report_discover_below (path, &storage, &unsearched, NULL, NULL);
  for (guint i = 0; candidates && i < candidates->len; i++) {
    const PoplensReportCandidate *candidate = g_ptr_array_index (candidates, i);
    if (!strcmp (candidate->name, "."))
      return NULL;
  }
  poplens_cli_tell_unsearched (cli, unsearched);
  return g_steal_pointer (&candidates);
}

/* Exports the report at @path, or all reports in the folder @path and below. */
static gboolean
export_argument (const DatabaseWriter *self, const char *path)
{
  GError *error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (self->cli, path, &error);
  g_autoptr (GPtrArray) below = find_reports_below (self->cli, report, path);
  gboolean good = TRUE;

  if (!below)
    return export_report (self, report, path, error);
  g_clear_error (&error);
  g_clear_object (&report);
  for (guint i = 0; i < below->len && !poplens_export_file_failed (self->file); i++) {
    const PoplensReportCandidate *candidate = g_ptr_array_index (below, i);
    g_autofree char *one = g_build_filename (path, candidate->name, NULL);
    if (candidate->instead)
      poplens_cli_tell (self->cli, "%s: %s", one, candidate->instead);
    good = !candidate->instead && export_path (self, one) && good;
  }
  return good;
}

/* Makes SQLite store temporary sort data in the database's folder instead of /var/tmp. That folder
 * needs as much space for the index anyway. Does nothing if TMPDIR is set. */
static void
set_sort_folder (const char *output)
{
  g_autofree char *folder = g_path_get_dirname (output);

  if (!g_getenv ("TMPDIR"))
    g_setenv ("SQLITE_TMPDIR", folder, FALSE);
}

static PoplensExit
write_database (PoplensCli *cli, char **paths, const ExportOptions *options)
{
  g_autoptr (GPtrArray) list = poplens_export_list (), chosen = NULL;
  g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) damaged = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensExportFile) file = NULL;
  PoplensExportCount count = {.tables = tables, .damaged = damaged, .notices = notices};
  gboolean good = TRUE;

  set_sort_folder (options->output);
  chosen = poplens_export_choose (list, options->tables, options->all, &error);
  if (!chosen || !check_output (paths, options->output, &error) ||
      !(file = poplens_export_file_open (options->output, list, &error)))
    return poplens_cli_fail (cli, error);
  DatabaseWriter writer = {cli, file, options->output, chosen, &count};
  for (char **path = paths; *path && !poplens_export_file_failed (file); path++)
    good = export_argument (&writer, *path) && good;
  if (count.n_reports || count.n_known)
    export_print_summary (cli, options->output, &count);
  return good ? POPLENS_EXIT_GOOD : POPLENS_EXIT_UNREADABLE;
}

/* ---- report and location --------------------------------------------------------------------- */

/* Opens the first report and, if there is a second, compares them. (transfer full) (nullable): NULL
 * with an error */
static PoplensReport *
open_reports (PoplensCli *cli, char **paths, const PoplensLocation *location, GError **error)
{
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, paths[0], error);

  return report && poplens_cli_compare_location (cli, report, paths[1], location, TRUE, error)
             ? g_steal_pointer (&report)
             : NULL;
}

/* Builds the location of an export from the options. @page: page if there is no --location.
 * (transfer full) (nullable): NULL with an error */
static PoplensLocation *
make_export_location (const ExportOptions *options, PoplensPageId page, GError **error)
{
  return poplens_cli_make_location (options->location, page, options->keys,
                                    G_N_ELEMENTS (options->keys), error);
}

/* ---- picture --------------------------------------------------------------------------------- */

#define LARGEST 16384 /* pixels; maximum width and height of an image */

/* Parses "1000x700" or "1000x700x2". FALSE if invalid. */
static gboolean
parse_picture_size (const char *text, PoplensPictureSpec *spec)
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
save_picture (PoplensCli *cli, char **paths, const ExportOptions *options, PoplensPictureSpec *spec,
              GError **error)
{
  g_autoptr (PoplensLocation) location = make_export_location (options, POPLENS_PAGE_MEMORY, error);
  g_autoptr (PoplensReport) report = location ? open_reports (cli, paths, location, error) : NULL;
  const PoplensPageDefaults defaults = {.unit = options->unit};

  if (!report || !poplens_report_may_write (report, options->output, error))
    return FALSE;
  /* Build all tabs: any of them may have the chart that is exported. */
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
export_picture (PoplensCli *cli, char **paths, const ExportOptions *options, guint format,
                GError **error)
{
  PoplensPictureSpec spec = {.width = 1000,
                             .height = 700,
                             .scale = 1,
                             .dark = options->dark,
                             .chart = options->chart,
                             .format = format};

  if (options->size && !parse_picture_size (options->size, &spec)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid size “%s”; use WIDTHxHEIGHT, at most %d each, or WIDTHxHEIGHTxSCALE, "
                 "from 0.25 to 8",
                 options->size, LARGEST);
    return FALSE;
  }
  return save_picture (cli, paths, options, &spec, error);
}

/* ---- page, trace, tables --------------------------------------------------------------------- */

static gboolean
export_page (PoplensCli *cli, char **paths, const ExportOptions *options, guint format,
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

/* Writes the trace to standard output, or to a file completely or not at all. Prints a summary on
 * standard error. */
static gboolean
export_trace (PoplensCli *cli, char **paths, const ExportOptions *options, guint format,
              GError **error)
{
  g_autoptr (PoplensLocation) asked = make_export_location (options, POPLENS_PAGE_TRACE, error);
  g_autoptr (PoplensReport) report = asked ? poplens_cli_open (cli, paths[0], error) : NULL;
  g_autoptr (PoplensLocation) location =
      report ? poplens_trace_export_location (report, asked, format, NULL, error) : NULL;
  PoplensTraceCount count = {0};

  if (!location)
    return FALSE;
  poplens_report_set_cache_bytes (report, POPLENS_CLI_CACHE_BYTES);
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
check_tables (const ExportOptions *options, char *const *names, PoplensTableFormat format,
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
export_tables (PoplensCli *cli, char **paths, const ExportOptions *options, guint format,
               GError **error)
{
  g_auto (GStrv) names = g_strsplit (options->tables ? options->tables : "", ",", -1);
  const PoplensCliOutput output = {
      .format = format, .csv = format == POPLENS_TABLE_CSV, .json = format == POPLENS_TABLE_JSON};
  g_autoptr (PoplensLocation) location = NULL;
  PoplensCli to = *cli;

  if (!check_tables (options, names, format, error) ||
      !(location = make_export_location (options, POPLENS_PAGE_SUMMARY, error)))
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

/* ---- formats --------------------------------------------------------------------------------- */

typedef gboolean ExportFunc (PoplensCli *cli, char **paths, const ExportOptions *options,
                             guint format, GError **error);

/* Formats by the ending of the file name. The first match counts, so ".trace.json" is before
 * ".json". */
static const struct {
  const char *name, *ending;
  ExportFunc *write; /* NULL for the SQLite database */
  guint format;
  gboolean streams; /* can also be written to standard output */
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

/* Finds the format in formats[], by --format or the file name. −1, after printing an error, if
 * there is none. */
static int
find_format (const PoplensCliCommand *command, const ExportOptions *options)
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

/* Returns the command line, quoted for a shell. (transfer full) */
static char *
quote_command_line (int argc, char **argv)
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
              const ExportOptions *options)
{
  g_autoptr (GError) error = NULL;
  gboolean to_output = !strcmp (options->output, "-");

  if (to_output && !formats[f].streams)
    return poplens_cli_misuse (command, "%s cannot be written to standard output; name a file",
                               formats[f].name);
  if (!formats[f].write)
    return write_database (cli, argv + 1, options);
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
  g_auto (ExportOptions) options = {.typed = quote_command_line (argc, argv),
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
    return export_list_tables (cli);
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
