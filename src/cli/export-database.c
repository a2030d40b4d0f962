/* All tables of reports in one file of SQLite, for other programs. */
#include "cli/export.h"
#include "cli/screen.h"

#include "base/error.h"
#include "base/visible.h"
#include "export/export.h"
#include "report/place.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

PoplensExit
poplens_cli_export_list (PoplensCli *cli)
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

typedef struct {
  PoplensCli *cli;
  PoplensExportFile *file;
  const char *output;
  const GPtrArray *chosen;
  PoplensExportCount *count;
} Writer;

/* FALSE where something of the report is missing in the file. @report: (nullable): NULL with why it
 * cannot be opened in @error, which is freed. */
static gboolean
export_report (const Writer *self, PoplensReport *report, const char *path, GError *error)
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
export_path (const Writer *self, const char *path)
{
  GError *error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (self->cli, path, &error);

  return export_report (self, report, path, error);
}

/* The reports below a folder that is none itself, as list finds them; NULL where @report, which was
 * opened by that name, is what is meant, or nothing is there. */
static GPtrArray *
find_below (PoplensCli *cli, PoplensReport *report, const char *path)
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

/* A report, or all of a folder. */
static gboolean
export_argument (const Writer *self, const char *path)
{
  GError *error = NULL;
  g_autoptr (PoplensReport) report = poplens_cli_open (self->cli, path, &error);
  g_autoptr (GPtrArray) below = find_below (self->cli, report, path);
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

/* What SQLite sorts for the index of a long table is put beside the database, where there has to be
 * room anyway, and not on the disk of /var/tmp, unless the user chose another place. */
static void
sort_beside (const char *output)
{
  g_autofree char *folder = g_path_get_dirname (output);

  if (!g_getenv ("TMPDIR"))
    g_setenv ("SQLITE_TMPDIR", folder, FALSE);
}

PoplensExit
poplens_cli_export_database (PoplensCli *cli, char **paths, const PoplensCliExport *options)
{
  g_autoptr (GPtrArray) list = poplens_export_list (), chosen = NULL;
  g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) damaged = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensExportFile) file = NULL;
  PoplensExportCount count = {.tables = tables, .damaged = damaged, .notices = notices};
  gboolean good = TRUE;

  sort_beside (options->output);
  chosen = poplens_export_choose (list, options->tables, options->all, &error);
  if (!chosen || !check_output (paths, options->output, &error) ||
      !(file = poplens_export_file_open (options->output, list, &error)))
    return poplens_cli_fail (cli, error);
  Writer writer = {cli, file, options->output, chosen, &count};
  for (char **path = paths; *path && !poplens_export_file_failed (file); path++)
    good = export_argument (&writer, *path) && good;
  if (count.n_reports || count.n_known)
    say_count (cli, options->output, &count);
  return good ? POPLENS_EXIT_GOOD : POPLENS_EXIT_UNREADABLE;
}
