/* Tables of a shared report. A cell has a formatted text for the reader, and the plain value for
 * the script that sorts. */
#include "pages/share/share-private.h"

#include "base/error.h"
#include "tables/engine/table-where.h"

#include <math.h>
#include <string.h>

typedef struct {
  PoplensShare *share;
  const PoplensTable *table;
  const PoplensTableView *view;
  guint *columns;
  gboolean *numbers; /* [n_columns] TRUE if all cells of the column are numbers, which are aligned
                        right */
  guint n_columns;
  guint32 n; /* number of rows to write */
} Sheet;

static void
sheet_put (const Sheet *self, const char *text)
{
  poplens_text_sink_write (self->share->out, text, -1);
}

static void
write_head (const Sheet *self)
{
  sheet_put (self, "<thead><tr>");
  for (guint i = 0; i < self->n_columns; i++) {
    const PoplensColumn *column = poplens_table_get_column (self->table, self->columns[i]);
    sheet_put (self, self->numbers[i] ? "<th scope=\"col\" class=\"n\" title=\""
                                      : "<th scope=\"col\" title=\"");
    poplens_share_text (self->share, column->doc);
    sheet_put (self, " (");
    poplens_share_text (self->share, poplens_provenance_text (column->provenance));
    sheet_put (self, ")\">");
    /* Cells with cycles have no unit: name the unit in the header. */
    g_autofree char *lower = g_utf8_strdown (column->title, -1);
    poplens_share_text (self->share, column->title);
    if (column->unit == POPLENS_UNIT_CYCLES && !strstr (lower, "cycles"))
      sheet_put (self, " (cycles)");
    sheet_put (self, "</th>");
  }
  sheet_put (self, "</tr></thead>\n");
}

static void
write_cell (const Sheet *self, guint32 row, guint i, const PoplensRowLook *look)
{
  PoplensValue value = poplens_table_get (self->table, row, self->columns[i]);
  const PoplensColumn *column = poplens_table_get_column (self->table, self->columns[i]);
  guint depth = i ? 0 : poplens_table_get_depth (self->table, row);
  PoplensNumber buffer;

  sheet_put (self, "<td");
  if (self->numbers[i]) {
    /* Colour a difference by its sign. */
    int sign = poplens_value_difference_sign (&value, column);
    poplens_text_sink_printf (self->share->out, " class=\"n%s\"",
                              sign < 0   ? " less"
                              : sign > 0 ? " more"
                                         : "");
  }
  if (value.unit != POPLENS_UNIT_BOOL &&
      (value.type == POPLENS_VALUE_INT || value.type == POPLENS_VALUE_REAL)) {
    sheet_put (self, " data-v=\"");
    sheet_put (self, poplens_value_plain (&value, buffer));
    sheet_put (self, "\"");
  }
  if (depth)
    poplens_text_sink_printf (self->share->out, " style=\"padding-left:%upx\"",
                              9 + 14 * MIN (depth, 40));
  sheet_put (self, ">");
  if (!i && look->swatch != POPLENS_SWATCH_NONE)
    poplens_text_sink_printf (self->share->out, "<i class=\"mark s%d%s\"></i>", (int) look->swatch,
                              look->waits ? " waits" : "");
  if (value.type == POPLENS_VALUE_REAL && poplens_table_is_bar (self->table, self->columns[i]))
    poplens_text_sink_printf (self->share->out, "<i class=\"bar\" style=\"width:%dpx\"></i>",
                              (int) lround (CLAMP (value.real, 0, 1) * 64));
  poplens_share_path (self->share, poplens_table_format (self->table, row, self->columns[i],
                                                         self->share->spec->unit, buffer));
  sheet_put (self, "</td>");
}

static void
write_rows (const Sheet *self)
{
  gboolean looks = poplens_table_has_looks (self->table);

  sheet_put (self, "<tbody>\n");
  for (guint32 r = 0; r < self->n; r++) {
    guint32 row = self->view->rows[r];
    PoplensRowLook look = {POPLENS_SWATCH_NONE, FALSE, FALSE};
    if (looks)
      look = poplens_table_get_look (self->table, row);
    sheet_put (self, look.strong ? "<tr class=\"strong\">" : "<tr>");
    for (guint i = 0; i < self->n_columns; i++)
      write_cell (self, row, i, &look);
    sheet_put (self, "</tr>\n");
  }
  sheet_put (self, "</tbody>\n");
}

static void
write_totals (const Sheet *self)
{
  gboolean any = FALSE;
  PoplensNumber all;

  for (guint i = 0; i < self->n_columns; i++)
    any |= poplens_table_column_has_total (self->table, self->columns[i]);
  if (!any)
    return;
  sheet_put (self, "<tfoot><tr>");
  for (guint i = 0; i < self->n_columns; i++) {
    PoplensNumber buffer;
    PoplensValue total;
    sheet_put (self, self->numbers[i] ? "<td class=\"n\">" : "<td>");
    if (poplens_table_get_total (self->table, self->columns[i], &total))
      poplens_share_text (self->share,
                          poplens_value_format (&total, self->share->spec->unit, buffer));
    else if (!i && self->n == self->view->n)
      sheet_put (self, poplens_table_get_total_label (self->table));
    else if (!i)
      poplens_text_sink_printf (self->share->out, "Total of all %s rows",
                                poplens_format_count (all, self->view->n));
    sheet_put (self, "</td>");
  }
  sheet_put (self, "</tr></tfoot>\n");
}

/* If rows are left out, writes their number, and the command that prints all rows. */
static void
write_count (const Sheet *self, const PoplensShareTable *what)
{
  PoplensNumber shown, all;
  guint32 rows = what->where ? self->view->n : poplens_table_n_rows (self->table);

  if (self->n >= rows)
    return;
  poplens_text_sink_printf (self->share->out, "<p class=\"dim\">%s of %s rows; all rows: <code>",
                            poplens_format_count (shown, self->n),
                            poplens_format_count (all, rows));
  const PoplensShare *share = self->share;
  g_autofree char *location = what->location ? g_shell_quote (what->location) : NULL;
  g_autofree char *before =
      what->compares ? poplens_report_name_beside (share->before, share->report) : NULL;
  g_autofree char *name = g_shell_quote (before ? before : share->name);
  g_autofree char *after = before ? g_shell_quote (share->name) : NULL;
  g_autofree char *command = g_strdup_printf (
      "poplens-cli table %s %s%s%s%s%s", what->name, name, after ? " " : "", after ? after : "",
      location ? " --location " : "", location ? location : "");
  poplens_share_text (self->share, command);
  sheet_put (self, "</code></p>\n");
}

/* Returns the indices of the columns that @list names. @list: (nullable), NULL for all columns; @n:
 * (out): their number. (transfer full) */
static guint *
choose_columns (const PoplensTable *table, const char *list, guint *n)
{
  g_auto (GStrv) names = g_strsplit (list ? list : "", ",", -1);
  guint all = poplens_table_n_columns (table);
  guint *columns = g_new (guint, MAX (all, g_strv_length (names)) + 1);

  *n = 0;
  for (guint c = 0; !list && c < all; c++)
    columns[(*n)++] = c;
  for (guint i = 0; list && names[i]; i++) {
    int column = poplens_table_find_column (table, names[i]);
    if (column >= 0)
      columns[(*n)++] = (guint) column;
    else
      g_critical ("the table %s lacks the column %s", poplens_table_get_name (table), names[i]);
  }
  return columns;
}

/* Returns the rows to write: those that meet the condition, sorted. NULL with @error. (transfer
 * full) */
static PoplensTableView *
share_table_choose_rows (PoplensShare *self, const PoplensTable *table,
                         const PoplensShareTable *what, GError **error)
{
  const char *const texts[] = {what->where, NULL};
  g_autoptr (PoplensWhere) where = what->where ? poplens_where_new (table, texts, error) : NULL;
  PoplensSortKey key = {0, what->sort && *what->sort == '-'};
  guint n_keys = 0;

  if (what->where && !where)
    return NULL;
  if (what->sort) {
    if (!poplens_table_require_column (table, what->sort + key.descending, &key.column, error))
      return NULL;
    n_keys = 1;
  } else if (poplens_table_get_default_sort (table, &key.column, &key.descending)) {
    n_keys = 1;
  }
  PoplensTableQuery query = {.where = where, .keys = &key, .n_keys = n_keys};
  PoplensTableView *view = poplens_table_view_query (table, &query, self->cancellable);
  if (!view)
    g_cancellable_set_error_if_cancelled (self->cancellable, error);
  return view;
}

/* Returns the id of the <table> element. Appends "-2", "-3" … to the id if the file has the same
 * table already. (transfer full) */
static char *
make_id (const Sheet *self, const PoplensShareTable *what)
{
  g_autofree char *first = g_strdup_printf ("t-%s%s", what->name, what->folded ? "-all" : "");
  char *id = g_strdup (first);

  for (guint n = 2; !g_hash_table_add (self->share->ids, g_strdup (id)); n++) {
    g_free (id);
    id = g_strdup_printf ("%s-%u", first, n);
  }
  return id;
}

static void
sheet_write_table (const Sheet *self, const PoplensShareTable *what)
{
  g_autofree char *id = make_id (self, what);

  sheet_put (self, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
  poplens_share_text (self->share, poplens_table_get_title (self->table));
  poplens_text_sink_printf (self->share->out, "\"><table id=\"%s\"%s>\n", id,
                            poplens_table_is_tree (self->table) ? "" : " class=\"sorts\"");
  write_head (self);
  write_rows (self);
  if (!what->where)
    write_totals (self);
  sheet_put (self, "</table></div>\n");
  write_count (self, what);
}

/* TRUE if all cells of column @i are numbers. If cells have different units, checks only the rows
 * that are written. */
static gboolean
is_numbers (const Sheet *self, guint i)
{
  PoplensUnit unit = poplens_table_get_column (self->table, self->columns[i])->unit;
  gboolean any = FALSE;

  if (unit != POPLENS_UNIT_MIXED)
    return poplens_unit_is_numeric (unit);
  for (guint32 r = 0; r < self->n; r++) {
    PoplensValue value = poplens_table_get (self->table, self->view->rows[r], self->columns[i]);
    if (value.type == POPLENS_VALUE_TEXT)
      return FALSE;
    any |= value.type != POPLENS_VALUE_NULL;
  }
  return any;
}

/* Writes the table's note and its chosen rows. FALSE with @error. */
static gboolean
write_sheet (PoplensShare *share, const PoplensTable *table, const PoplensShareTable *what,
             GError **error)
{
  Sheet self = {.share = share, .table = table};
  g_autoptr (PoplensTableView) view = share_table_choose_rows (share, table, what, error);
  g_autofree guint *columns = choose_columns (table, what->columns, &self.n_columns);
  g_autofree gboolean *numbers = g_new0 (gboolean, self.n_columns + 1);
  const char *note = poplens_table_get_note (table);

  if (!view)
    return FALSE;
  self.view = view;
  self.columns = columns;
  self.numbers = numbers;
  self.n = what->most ? MIN (what->most, view->n) : view->n;
  for (guint i = 0; i < self.n_columns; i++)
    numbers[i] = is_numbers (&self, i);
  poplens_share_element (share, "p", "dim", note);
  if (view->n)
    sheet_write_table (&self, what);
  else if (what->none || !note)
    poplens_share_element (share, "p", "dim", what->none ? what->none : "None.");
  return TRUE;
}

gboolean
poplens_share_table (PoplensShare *self, const PoplensShareTable *what, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (what->name);
  g_autoptr (PoplensLocation) location = what->location
                                             ? poplens_location_parse (what->location, error)
                                             : poplens_location_new (spec->page);
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensTable) table = NULL;

  if (!location)
    return FALSE;
  table = (what->compares ? poplens_tables_compare : poplens_tables_build) (
      what->name, what->compares ? self->before : self->report, location, self->cancellable,
      &local);
  if (!table && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (what->folded)
    poplens_text_sink_write (self->out, "<details><summary>", -1);
  else
    poplens_text_sink_write (self->out, "<h3>", -1);
  g_autofree char *heading = poplens_page_heading (what->title ? what->title : spec->title);
  poplens_share_text (self, heading);
  poplens_text_sink_write (self->out, what->folded ? "</summary>\n" : "</h3>\n", -1);
  if (table) {
    if (!write_sheet (self, table, what, error))
      return FALSE;
  } else {
    poplens_share_element (self, "p", "absent", local->message);
  }
  poplens_text_sink_write (self->out, what->folded ? "</details>\n" : "\n", -1);
  return TRUE;
}
