/* All tables of reports in one file of SQLite, for other programs. */
#include "cli/cli.h"

#include "base/error.h"
#include "base/visible.h"
#include "export/export.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  gboolean list, all;
  char *output, *tables;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->output);
  g_free (self->tables);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static PoplensExit
list_tables (PoplensCli *cli)
{
  g_autoptr (GPtrArray) list = poplens_export_list ();
  int width = 0;

  for (guint e = 0; e < list->len; e++)
    width = MAX (width, (int) strlen (((PoplensExportEntry *) g_ptr_array_index (list, e))->name));
  for (guint e = 0; e < list->len; e++) {
    const PoplensExportEntry *entry = g_ptr_array_index (list, e);
    const PoplensTableSpec *spec = poplens_tables_find (entry->table);
    static const char *const when[] = {"default", "--all", "never"};
    poplens_text_sink_printf (cli->out, "%-*s  %-7s  %s\n", width, entry->name, when[entry->when],
                              entry->reason ? entry->reason : spec->doc);
  }
  return POPLENS_EXIT_GOOD;
}

/* "3 reports, 54 tables, 1,234,567 rows to runs.sqlite (45 MiB)." */
static void
say_count (PoplensCli *cli, const char *output, const PoplensExportCount *count)
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

/* FALSE with USAGE where writing @output would touch a report: before anything is written, and
 * before one of them is opened. */
static gboolean
check_output (char **paths, const char *output, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (output);
  GStatBuf of_output, of_path;

  if (g_stat (folder, &of_output) < 0)
    return TRUE; /* opening it tells */
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

/* FALSE where something of the report is missing in the file. */
static gboolean
export_report (PoplensCli *cli, PoplensExportFile *file, const char *path, const char *output,
               const GPtrArray *chosen, PoplensExportCount *count)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (cli, path, &error);

  g_ptr_array_set_size (count->damaged, 0);
  if (!report || !poplens_report_may_write (report, output, &error) ||
      !poplens_export_report (file, report, chosen, count, &error)) {
    poplens_cli_fail (cli, error);
    return FALSE;
  }
  for (guint d = 0; d < count->damaged->len; d++)
    poplens_cli_tell (cli, "%s: %s", path, (char *) g_ptr_array_index (count->damaged, d));
  return count->damaged->len == 0;
}

static PoplensExit
export_all (PoplensCli *cli, char **paths, const Options *options)
{
  g_autoptr (GPtrArray) list = poplens_export_list (), chosen = NULL;
  g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) damaged = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensExportFile) file = NULL;
  PoplensExportCount count = {.tables = tables, .damaged = damaged};
  gboolean good = TRUE;

  chosen = poplens_export_choose (list, options->tables, options->all, &error);
  if (!chosen || !check_output (paths, options->output, &error) ||
      !(file = poplens_export_file_open (options->output, list, &error)))
    return poplens_cli_fail (cli, error);
  for (char **path = paths; *path && !poplens_export_file_failed (file); path++)
    good = export_report (cli, file, *path, options->output, chosen, &count) && good;
  if (count.n_reports || count.n_known)
    say_count (cli, options->output, &count);
  return good ? POPLENS_EXIT_GOOD : POPLENS_EXIT_UNREADABLE;
}

PoplensExit
poplens_cli_run_export (PoplensCli *cli, const PoplensCliCommand *command, int argc, char **argv)
{
  g_auto (Options) options = {0};
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
       "database to write, or to add the reports to", "FILE"},
      {"tables", 0, 0, G_OPTION_ARG_STRING, &options.tables,
       "export only these tables (default: see --list)", "NAME,…"},
      {"all", 0, 0, G_OPTION_ARG_NONE, &options.all,
       "export all tables, also by tile, step and program", NULL},
      {"list", 0, 0, G_OPTION_ARG_NONE, &options.list,
       "list tables: exported by default, with --all or never", NULL},
      {NULL},
  };
  PoplensExit status;

  if (!poplens_cli_parse (cli, command, entries, &argc, &argv, &status))
    return status;
  if (options.list && argc == 1)
    return list_tables (cli);
  if (options.list || argc < 2)
    return poplens_cli_misuse (command, "missing argument: export needs %s", command->arguments);
  if (!options.output)
    return poplens_cli_misuse (command, "missing --output");
  if (options.tables && options.all)
    return poplens_cli_misuse (command, "--tables and --all exclude each other");
  return export_all (cli, argv + 1, &options);
}
