/* Writes a report into an exported SQLite file: its tables, its row in "reports", and notices about
 * its files. */
#include "export/export-private.h"

#include "analysis/summary/headline.h"
#include "base/error.h"
#include "base/name-apart.h"
#include "derived/headline.h"

#include <string.h>

#define CACHE_BYTES ((gsize) 32 << 20)

typedef struct {
  PoplensExportFile *file;
  PoplensReport *report;
  gint64 id;
  PoplensExportAhead *ahead;
  const PoplensExportEntry *entry;
  PoplensExportTable *table; /* (nullable): current SQL table; NULL before its first rows */
  PoplensExportCount *count;
} ReportWriter;

/* ---- a table --------------------------------------------------------------------------------- */

static gboolean
write_table_piece (ReportWriter *self, const PoplensExportPiece *piece, GError **error)
{
  if (!self->table)
    self->table = poplens_export_table_new (self->file, self->entry, self->id, piece, error);
  return self->table && poplens_export_table_add (self->table, piece, error);
}

/* Writes all pieces of an SQL table. After an error it only receives the remaining pieces. @note:
 * (out) (transfer full) (nullable): note of the table. */
static gboolean
write_rows (ReportWriter *self, char **note, GError **error)
{
  gboolean good = TRUE;

  for (;;) {
    g_auto (PoplensExportPiece) piece = {0};
    poplens_export_ahead_next (self->ahead, &piece);
    if (piece.table) {
      good = good && write_table_piece (self, &piece, error);
      if (!self->entry->key && !*note)
        *note = g_strdup (poplens_table_get_note (piece.table));
    } else if (piece.error && good) {
      g_propagate_error (error, g_steal_pointer (&piece.error));
      return FALSE;
    } else
      return good;
    if (poplens_export_file_failed (self->file))
      return FALSE;
  }
}

/* Records in poplens_exported how many rows of a table were written, or why none. */
static gboolean
record_table (ReportWriter *self, guint64 n_rows, const char *state, const char *note,
              GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file,
      "INSERT OR REPLACE INTO poplens_exported (report, table_name, \"rows\", state, note)"
      " VALUES (?, ?, ?, ?, ?)",
      error);

  if (!statement)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, self->id);
  sqlite3_bind_text (statement, 2, self->entry->name, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 3, (gint64) n_rows);
  sqlite3_bind_text (statement, 4, state, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 5, note, -1, SQLITE_STATIC);
  return poplens_export_file_step (self->file, statement, error) == 0;
}

/* Removes the rows of an absent or damaged table, and records the reason. */
static gboolean
record_lack (ReportWriter *self, const GError *lack, GError **error)
{
  gboolean absent = g_error_matches (lack, POPLENS_ERROR, POPLENS_ERROR_ABSENT);

  if (!absent)
    g_ptr_array_add (self->count->damaged,
                     g_strdup_printf ("%s: %s", self->entry->table, lack->message));
  return poplens_export_file_run (self->file, "ROLLBACK TO one_table", error) &&
         record_table (self, 0, absent ? "absent" : "damaged", lack->message, error);
}

static gboolean
write_table (ReportWriter *self, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *note = NULL;
  guint64 n_rows = 0;
  gboolean good, done;

  if (!poplens_export_file_run (self->file, "SAVEPOINT one_table", error))
    return FALSE;
  good = write_rows (self, &note, &local);
  if (self->table) {
    good = good && poplens_export_table_end (self->table, &local);
    n_rows = poplens_export_table_n_rows (self->table);
  }
  g_clear_pointer (&self->table, poplens_export_table_free);
  if (!good && (poplens_export_file_failed (self->file) || !poplens_error_is_lack (local))) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  done = good ? record_table (self, n_rows, "exported", note, error)
              : record_lack (self, local, error);
  if (done && good) {
    self->count->n_rows += n_rows;
    g_hash_table_add (self->count->tables, self->entry->name);
  }
  return done && poplens_export_file_run (self->file, "RELEASE one_table", error);
}

static gboolean
write_tables (ReportWriter *self, const GPtrArray *entries, GError **error)
{
  g_autoptr (PoplensExportAhead) ahead = poplens_export_ahead_new (self->report, entries);

  self->ahead = ahead;
  for (guint e = 0; e < entries->len; e++) {
    self->entry = g_ptr_array_index (entries, e);
    if (!write_table (self, error))
      return FALSE;
  }
  return TRUE;
}

/* ---- the report ------------------------------------------------------------------------------ */

/* Describes the report's files by name, size and time: "profile.pop 1234 1700000000.000000000; …".
 * The text changes if a file changes. (transfer full) */
static char *
describe_report_files (PoplensReport *report)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (report, f);
    if (file->path)
      g_string_append_printf (out, "%s%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT ".%09d",
                              out->len ? "; " : "", file->name, file->size, file->info.seconds,
                              (int) file->info.nanoseconds);
  }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Looks for the report in the file, and sets self->id if found. @same: (out): TRUE if the exported
 * rows are up to date: same files and Poplens version. FALSE with @error. */
static gboolean
find_report (ReportWriter *self, const char *files, gboolean *same, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "SELECT report, files = ? AND poplens_version = ? FROM reports WHERE path = ?",
      error);
  int step;

  if (!statement)
    return FALSE;
  sqlite3_bind_text (statement, 1, files, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 2, POPLENS_VERSION, -1, SQLITE_STATIC);
  sqlite3_bind_text (statement, 3, poplens_report_get_origin (self->report), -1, SQLITE_STATIC);
  step = poplens_export_file_step (self->file, statement, error);
  if (step > 0) {
    self->id = sqlite3_column_int64 (statement, 0);
    *same = sqlite3_column_int (statement, 1);
  }
  return step >= 0;
}

/* Returns the names of the report's tables that are already written or known to be absent. Damaged
 * tables are tried again. NULL with @error. */
static GHashTable *
list_written (ReportWriter *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "SELECT table_name FROM poplens_exported WHERE report = ? AND state <> 'damaged'",
      error);

  if (!statement)
    return NULL;
  sqlite3_bind_int64 (statement, 1, self->id);
  return poplens_export_file_list (self->file, statement, error);
}

/* Deletes all rows of the report, which were exported from older files. @written: names of the
 * tables with such rows; emptied. */
static gboolean
remove_rows (ReportWriter *self, GHashTable *written, GError **error)
{
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &name, NULL)) {
    g_autofree char *sql = g_strdup_printf ("DELETE FROM \"%s\" WHERE report = %" G_GINT64_FORMAT,
                                            (char *) name, self->id);
    /* A recorded table has no SQL table if no report has rows for it. */
    int there = poplens_export_file_has_table (self->file, name, error);
    if (there < 0 || (there && !poplens_export_file_run (self->file, sql, error)))
      return FALSE;
  }
  g_autofree char *sql =
      g_strdup_printf ("DELETE FROM poplens_exported WHERE report = %" G_GINT64_FORMAT ";"
                       "DELETE FROM poplens_notices WHERE report = %" G_GINT64_FORMAT,
                       self->id, self->id);
  g_hash_table_remove_all (written);
  return poplens_export_file_run (self->file, sql, error);
}

static gboolean
rename_report (ReportWriter *self, gint64 id, const char *name, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "UPDATE reports SET name = ? WHERE report = ?", error);

  if (!statement)
    return FALSE;
  sqlite3_bind_text (statement, 1, name, -1, SQLITE_STATIC);
  sqlite3_bind_int64 (statement, 2, id);
  return poplens_export_file_step (self->file, statement, error) == 0;
}

/* Lists the reports of the file except the one at @path: names to @others, with their texts in
 * @texts, and numbers to @ids. FALSE with @error. */
static gboolean
list_others (ReportWriter *self, const char *path, GStringChunk *texts, GArray *others, GArray *ids,
             GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "SELECT report, name, path FROM reports WHERE path <> ?", error);
  int step = -1;

  if (!statement)
    return FALSE;
  sqlite3_bind_text (statement, 1, path, -1, SQLITE_STATIC);
  while ((step = poplens_export_file_step (self->file, statement, error)) > 0) {
    const char *of[] = {(const char *) sqlite3_column_text (statement, 1),
                        (const char *) sqlite3_column_text (statement, 2)};
    const PoplensNamed other = {g_string_chunk_insert (texts, of[0] ? of[0] : ""),
                                g_string_chunk_insert (texts, of[1] ? of[1] : "")};
    gint64 id = sqlite3_column_int64 (statement, 0);
    g_array_append_val (others, other);
    g_array_append_val (ids, id);
  }
  return step == 0;
}

/* Returns a name for @added that no other report of the file has. Also renames reports whose name
 * is no longer unique. (transfer full) (nullable): NULL with @error */
static char *
find_unique_name (ReportWriter *self, const PoplensNamed *added, GError **error)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (PoplensNamed));
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GStringChunk) texts = g_string_chunk_new (4096);

  if (!list_others (self, added->path, texts, others, ids, error))
    return NULL;
  for (guint i = 0; i < others->len; i++) {
    const PoplensNamed *other = &g_array_index (others, PoplensNamed, i);
    g_autofree char *name = poplens_name_apart (other, added, 1);
    if (strcmp (name, other->name) &&
        !rename_report (self, g_array_index (ids, gint64, i), name, error))
      return NULL;
  }
  return poplens_name_apart (added, (const PoplensNamed *) (void *) others->data, others->len);
}

static void
load_figures (PoplensReport *report, gint64 figures[POPLENS_N_FIGURES])
{
  PoplensHeadlineParts parts;
  PoplensHeadline h;
  PoplensProgramTime time;

  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, NULL, NULL);
  poplens_headline_compute (&h, parts.target, parts.memory, parts.peak, parts.execution);
  poplens_report_program_time (report, TRUE, &time, NULL, NULL);
  poplens_figures_compute (figures, &h, &time);
}

/* Returns a list for an INSERT statement. @names: TRUE: column names: ", fits, tiles_over, …";
 * FALSE: parameters: ", ?, ?, …". (transfer full) */
static char *
figure_columns (gboolean names)
{
  GString *text = g_string_new (NULL);

  for (PoplensFigure f = 0; f < POPLENS_N_FIGURES; f++)
    g_string_append_printf (text, ", %s", names ? poplens_figure_spec (f)->key : "?");
  return g_string_free (text, FALSE);
}

/* Writes the row of the report in "reports". Sets self->id to a new number if it is 0. */
static gboolean
write_report_row (ReportWriter *self, const char *files, GError **error)
{
  g_autofree char *names = figure_columns (TRUE);
  g_autofree char *places = figure_columns (FALSE);
  g_autofree char *sql = g_strdup_printf (
      "INSERT OR REPLACE INTO reports (report, name, path, profile_bytes, poplar_version,"
      " compiled_at, exported_at, poplens_version, files%s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?%s)",
      names, places);
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (self->file, sql, error);
  const PoplensReportFile *profile = poplens_report_get_file (self->report, POPLENS_FILE_PROFILE);
  const PoplensTarget *target = poplens_report_load_target (self->report, NULL, NULL);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ");
  g_autofree char *path = g_utf8_make_valid (poplens_report_get_origin (self->report), -1);
  const PoplensNamed named = {poplens_report_get_name (self->report), path};
  g_autofree char *name = find_unique_name (self, &named, error);
  const char *texts[] = {name,
                         path,
                         NULL,
                         target ? target->poplar_version : NULL,
                         target ? target->timestamp : NULL,
                         time,
                         POPLENS_VERSION,
                         files};

  gint64 figures[POPLENS_N_FIGURES];

  if (!statement || !name)
    return FALSE;
  load_figures (self->report, figures);
  for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
    if (figures[f] != POPLENS_NO_FIGURE)
      sqlite3_bind_int64 (statement, 10 + (int) f, figures[f]);
  if (self->id)
    sqlite3_bind_int64 (statement, 1, self->id);
  for (guint t = 0; t < G_N_ELEMENTS (texts); t++) {
    /* SQLite gets the text itself: if it could not allocate a copy, it would bind NULL. */
    char *valid = texts[t] ? g_utf8_make_valid (texts[t], -1) : NULL;
    sqlite3_bind_text (statement, (int) t + 2, valid, -1, g_free);
  }
  if (profile->path)
    sqlite3_bind_int64 (statement, 4, (gint64) profile->size);
  if (poplens_export_file_step (self->file, statement, error) < 0)
    return FALSE;
  self->id = sqlite3_last_insert_rowid (poplens_export_file_get_handle (self->file));
  return TRUE;
}

/* Adds the notices about the report's files to the file. Keeps notices of earlier exports, which
 * may have read other files. */
static gboolean
write_notices (ReportWriter *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "INSERT OR IGNORE INTO poplens_notices (report, notice) VALUES (?, ?)", error);
  g_autoptr (GPtrArray) notices = poplens_report_list_notices (self->report);
  gboolean good = statement != NULL;

  for (guint n = 0; n < notices->len && good; n++) {
    g_autofree char *valid = g_utf8_make_valid (notices->pdata[n], -1);
    sqlite3_bind_int64 (statement, 1, self->id);
    sqlite3_bind_text (statement, 2, valid, -1, SQLITE_STATIC);
    good = poplens_export_file_step (self->file, statement, error) == 0;
    sqlite3_reset (statement);
  }
  return good;
}

static gint
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static gboolean
list_notices (ReportWriter *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = poplens_export_file_prepare (
      self->file, "SELECT notice FROM poplens_notices WHERE report = ?", error);

  if (!statement)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, self->id);
  g_autoptr (GHashTable) notices = poplens_export_file_list (self->file, statement, error);
  if (!notices)
    return FALSE;
  GHashTableIter iter;
  gpointer notice;
  g_hash_table_iter_init (&iter, notices);
  while (g_hash_table_iter_next (&iter, &notice, NULL))
    g_ptr_array_add (self->count->notices, g_strdup (notice));
  g_ptr_array_sort (self->count->notices, by_text);
  return TRUE;
}

/* Writes the tables of @chosen that the file does not have yet for this report, and counts them.
 * Called in a transaction. */
static gboolean
write_report (ReportWriter *self, const GPtrArray *chosen, GError **error)
{
  g_autofree char *files = describe_report_files (self->report);
  g_autoptr (GHashTable) written = NULL;
  g_autoptr (GPtrArray) order = poplens_export_order (chosen);
  g_autoptr (GPtrArray) missing = g_ptr_array_new ();
  gboolean same = FALSE;

  if (!find_report (self, files, &same, error) || !(written = list_written (self, error)))
    return FALSE;
  if (!same && (!remove_rows (self, written, error) || !write_report_row (self, files, error)))
    return FALSE;
  for (guint e = 0; e < order->len; e++) {
    PoplensExportEntry *entry = g_ptr_array_index (order, e);
    if (!g_hash_table_contains (written, entry->name))
      g_ptr_array_add (missing, entry);
  }
  if (!write_tables (self, missing, error) || !write_notices (self, error) ||
      !list_notices (self, error))
    return FALSE;
  if (missing->len || !same)
    self->count->n_reports++;
  else
    self->count->n_known++;
  return poplens_report_is_whole_since (self->report, 0, error);
}

gboolean
poplens_export_report (PoplensExportFile *file, PoplensReport *report, const GPtrArray *chosen,
                       PoplensExportCount *count, GError **error)
{
  PoplensExportCount before = *count;
  ReportWriter writing = {.file = file, .report = report, .count = count};
  gboolean good, known;

  /* A small cache is enough, because each slice is read only once. */
  poplens_report_set_cache_bytes (report, CACHE_BYTES);
  good = poplens_export_file_begin (file, error) && write_report (&writing, chosen, error);
  known = count->n_known > before.n_known;
  good = good && (known || poplens_export_file_commit (file, error));
  if (!good || known)
    poplens_export_file_roll_back (file);
  if (good)
    return TRUE;
  count->n_reports = before.n_reports;
  count->n_known = before.n_known;
  count->n_rows = before.n_rows;
  return FALSE;
}
