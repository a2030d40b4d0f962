/* Judges the rows of a table that compares two reports: how much they changed, and whether that is
 * worse. Chooses the columns to show. */
#include "tables/compare/compare-judge.h"

#include "analysis/compare/compare.h"
#include "analysis/time/time-replay.h"

#include <string.h>

/* Suffixes of the columns of a measure ("cycles_change"), in the order to show them. */
static const char *const suffixes[] = {"_change", "_ratio", "_before", "_after"};

/* Returns the column "MEASURE_change" of @measure (nullable); −1 if there is none. */
static int
find_change_column (const PoplensTable *table, const char *measure)
{
  g_autofree char *name = measure ? g_strconcat (measure, "_change", NULL) : NULL;

  return name ? poplens_table_find_column (table, name) : -1;
}

/* Returns another column of the measure whose change is in column @change. For "cycles_change" and
 * @suffix "_before", that is "cycles_before". −1 if there is no such column. */
static int
column_beside (const PoplensTable *table, guint change, const char *suffix)
{
  const char *name = poplens_table_get_column (table, change)->name;
  g_autofree char *stem = NULL;
  g_autofree char *other = NULL;

  if (!g_str_has_suffix (name, "_change"))
    return -1;
  stem = g_strndup (name, strlen (name) - strlen ("_change"));
  other = g_strconcat (stem, suffix, NULL);
  return poplens_table_find_column (table, other);
}

/* TRUE if the change in @column exceeds @percent of the value before, in column @first. FALSE if
 * the change is unknown, because one report does not record the value. */
static gboolean
change_exceeds (const PoplensTable *table, guint32 row, guint column, guint first, double percent)
{
  PoplensValue change = poplens_table_get (table, row, column);
  PoplensValue a = poplens_table_get (table, row, first);

  return change.type == POPLENS_VALUE_INT &&
         poplens_change_exceeds (
             change.integer, a.type == POPLENS_VALUE_INT ? a.integer : POPLENS_NO_AMOUNT, percent);
}

/* TRUE if a measure of the row changed by more than @percent of its value before. TRUE for any row
 * if @percent is POPLENS_NO_THRESHOLD. Changes from 0, and added and removed rows, exceed any
 * percentage. FALSE for a row without measures. */
static gboolean
compare_row_exceeds (const PoplensTable *table, guint32 row, double percent)
{
  if (percent < 0)
    return TRUE;
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    int first = column_beside (table, c, "_before");
    if (first >= 0 && change_exceeds (table, row, c, (guint) first, percent))
      return TRUE;
  }
  return FALSE;
}

/* Returns the text in @column. (nullable): NULL if the table lacks the column, or the cell is not a
 * text */
static const char *
text_in (const PoplensTable *table, guint32 row, const char *column)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);

  return value.type == POPLENS_VALUE_TEXT ? value.text : NULL;
}

static gboolean
row_says (const PoplensTable *table, guint32 row, const char *column, const char *text)
{
  return !g_strcmp0 (text_in (table, row, column), text);
}

guint32
poplens_compare_count_changed (const PoplensTable *table)
{
  static const char *const states[] = {"changed", "added", "removed", NULL};
  guint32 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    const char *state = text_in (table, row, "state");
    n += state && g_strv_contains (states, state);
  }
  return n;
}

/* ---- some rows ------------------------------------------------------------------------------- */

/* Returns the column that shows whether a row got worse: "verdict" or, without such a column, the
 * change of the main measure in bytes or cycles. −1: there is no such column. */
static int
find_direction (const PoplensTable *table)
{
  int verdict = poplens_table_find_column (table, "verdict");
  g_autofree char *measure = poplens_compare_main_measure (table);

  if (verdict >= 0 || !measure)
    return verdict;
  int change = find_change_column (table, measure);
  PoplensUnit unit = poplens_table_get_column (table, (guint) change)->unit;
  return unit == POPLENS_UNIT_SIGNED_BYTES || unit == POPLENS_UNIT_SIGNED_CYCLES ? change : -1;
}

/* TRUE if the finding has more of the main measure than before. FALSE if only its share of the
 * program time rose, because the program time fell. */
static gboolean
has_grown (const PoplensTable *table, guint32 row)
{
  g_autofree char *measure = poplens_compare_main_measure (table);
  int change = find_change_column (table, measure);

  return change >= 0 && poplens_table_get (table, row, (guint) change).integer > 0;
}

/* TRUE if the row is about the stream with which the host starts a run. */
static gboolean
starts_run (const PoplensTable *table, guint32 row)
{
  const char *name = text_in (table, row, "name");

  return name && poplens_time_is_start_stream (name);
}

/* TRUE if the row is about time outside the program, or about steps without an operation, which
 * only wait. Such a row is neither better nor worse, because changes of the program do not affect
 * its time. */
static gboolean
is_row_outside_program (const PoplensTable *table, guint32 row)
{
  return row_says (table, row, "bar", poplens_time_bar_key (POPLENS_BAR_OUTSIDE)) ||
         row_says (table, row, "class", poplens_bound_title (POPLENS_BOUND_OUTSIDE)) ||
         row_says (table, row, "id_before", "no-program") ||
         row_says (table, row, "id_before", "unattributed") || starts_run (table, row);
}

static gboolean
is_row_worse (const PoplensTable *table, guint32 row, int direction)
{
  PoplensValue value =
      direction < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) direction);

  if (value.type == POPLENS_VALUE_TEXT)
    return g_str_equal (value.text, "worse") || g_str_equal (value.text, "new") ||
           (g_str_has_prefix (value.text, "now ") && has_grown (table, row));
  return value.type == POPLENS_VALUE_INT && value.integer > 0 &&
         !(value.unit == POPLENS_UNIT_SIGNED_CYCLES && is_row_outside_program (table, row));
}

typedef struct {
  PoplensTable *table;
  GArray *rows; /* guint32: rows of .table to show */
} KeptRows;

static void
some_free (gpointer data)
{
  KeptRows *self = data;

  poplens_table_unref (self->table);
  g_array_unref (self->rows);
  g_free (self);
}

static void
some_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const KeptRows *self = data;

  *value = poplens_table_get (self->table, g_array_index (self->rows, guint32, row), column);
}

static char *
some_link (gconstpointer data, guint32 row)
{
  const KeptRows *self = data;

  return poplens_table_get_link (self->table, g_array_index (self->rows, guint32, row));
}

/* Lists the rows that poplens_compare_rows_beyond () returns. In a tree, only the rows at the top
 * are judged. Descendants stay with their row. (transfer full): GArray of guint32 */
static GArray *
list_rows (const PoplensTable *table, gboolean worse, double percent)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  int direction = find_direction (table);
  gboolean keeps = FALSE;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    if (!poplens_table_get_depth (table, row))
      keeps = (!worse || is_row_worse (table, row, direction)) &&
              compare_row_exceeds (table, row, percent);
    if (keeps)
      g_array_append_val (rows, row);
  }
  return rows;
}

static void
copy_row_depths (PoplensTable *kept, const PoplensTable *table, const GArray *rows)
{
  guint16 *depths = g_new (guint16, MAX (rows->len, 1));

  for (guint i = 0; i < rows->len; i++)
    depths[i] = poplens_table_get_depth (table, g_array_index (rows, guint32, i));
  poplens_table_set_depths (kept, depths);
  poplens_table_set_initial_depth (kept, poplens_table_get_initial_depth (table));
}

PoplensTable *
poplens_compare_rows_beyond (PoplensTable *table, gboolean worse, double percent)
{
  KeptRows *some = g_new (KeptRows, 1);

  *some = (KeptRows){poplens_table_ref (table), list_rows (table, worse, percent)};
  PoplensTable *kept = poplens_table_new (
      poplens_table_get_name (table), poplens_table_get_title (table), some->rows->len, some_cell,
      some, some_free, poplens_table_get_report (table));
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    PoplensColumn column = *poplens_table_get_column (table, c);
    column.holds = POPLENS_HOLDS_NOTHING;
    poplens_table_add_columns (kept, &column, 1);
  }
  if (poplens_table_is_tree (table))
    copy_row_depths (kept, table, some->rows);
  poplens_table_set_link (kept, some_link);
  poplens_table_set_note (kept, poplens_table_get_note (table));
  poplens_table_set_names (kept, poplens_table_get_names (table));
  poplens_table_set_lacks (kept, poplens_table_get_lacks (table));
  return kept;
}

/* ---- the measure ----------------------------------------------------------------------------- */

static gboolean
column_has_change (const PoplensTable *table, guint column)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, column);
    if (value.type == POPLENS_VALUE_INT && value.integer)
      return TRUE;
  }
  return FALSE;
}

char *
poplens_compare_main_measure (const PoplensTable *table)
{
  int chosen = -1;

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    if (column_beside (table, c, "_before") < 0)
      continue;
    if (chosen < 0)
      chosen = (int) c;
    if (column_has_change (table, c)) {
      chosen = (int) c;
      break;
    }
  }
  if (chosen < 0)
    return NULL;
  const char *name = poplens_table_get_column (table, (guint) chosen)->name;
  return g_strndup (name, strlen (name) - strlen ("_change"));
}

GStrv
poplens_compare_columns (const PoplensTable *table, const char *measure)
{
  g_autoptr (GStrvBuilder) columns = g_strv_builder_new ();
  g_autofree char *main = poplens_compare_main_measure (table);
  const char *chosen = find_change_column (table, measure) >= 0 ? measure : main;
  gboolean judged = poplens_table_find_column (table, "verdict") >= 0;
  /* Findings have a name and a subject. On the critical path, the subject is the name. */
  gboolean has_subject = judged && poplens_table_find_column (table, "subject") >= 0;

  if (!chosen) {
    for (guint c = 0; c < poplens_table_n_columns (table); c++)
      g_strv_builder_add (columns, poplens_table_get_column (table, c)->name);
    return g_strv_builder_end (columns);
  }
  /* The table of figures begins with the column "section". Show the name instead. */
  g_strv_builder_add (
      columns, g_str_equal (chosen, "value") ? "name" : poplens_table_get_column (table, 0)->name);
  /* If each tile has several rows, one for each kind of bytes, show the kind. */
  if (g_str_equal (poplens_table_get_column (table, 0)->name, "tile") &&
      poplens_table_find_column (table, "kind") >= 0)
    g_strv_builder_add (columns, "kind");
  if (has_subject)
    g_strv_builder_add (columns, "subject");
  if (judged)
    g_strv_builder_add (columns, "verdict");
  /* Show the class: compute and exchange of one operation have the same name. */
  if (poplens_table_find_column (table, "class") >= 0)
    g_strv_builder_add (columns, "class");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++) {
    g_autofree char *name = g_strconcat (chosen, suffixes[i], NULL);
    /* Leave out the ratio of a finding: it is mostly 100 %, and the subject needs the space. */
    if (!has_subject || !g_str_equal (suffixes[i], "_ratio"))
      g_strv_builder_add (columns, name);
  }
  /* The state comes last, because narrow lines leave out columns at the end. */
  if (!judged)
    g_strv_builder_add (columns, "state");
  return g_strv_builder_end (columns);
}

gboolean
poplens_compare_find_sorted (const PoplensTable *table, const char *name, PoplensSortKey *key)
{
  int change = poplens_table_find_column (table, name);

  if (change < 0)
    change = find_change_column (table, name);
  if (change < 0 || column_beside (table, (guint) change, "_before") < 0)
    return FALSE;
  *key = (PoplensSortKey){.column = (guint) change, .by_size = TRUE};
  return TRUE;
}
