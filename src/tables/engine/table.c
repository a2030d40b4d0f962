/* PoplensTable: columns, cells, the tree of rows, totals, links and notes. */
#include "tables/engine/table.h"

#include "base/error.h"

#include <string.h>

struct _PoplensTable {
  gatomicrefcount refs;
  char *name, *title, *note, *names, *lacks;
  const char *total_label; /* (static): first cell of the totals row */
  guint32 n_rows;
  PoplensCellFunc cell;
  gpointer data;
  GDestroyNotify free_data;
  PoplensReport *report; /* (nullable): kept alive for .data */
  GArray *columns;       /* Column, by number */
  GArray *totals;        /* guint: numbers of columns with a total */
  guint16 *depths;       /* (nullable): depth in the tree, by row */
  guint16 initial_depth;
  PoplensLinkFunc link;
  PoplensLookFunc look;
  PoplensLostFunc lost;
  guint64 bars;    /* bit N is set if column N is drawn as a bar */
  guint label;     /* column whose text is shown after that of the first column; 0: none */
  int sort_column; /* column that the table is sorted by at first; −1: none */
  gboolean sort_descending;
  gboolean partial;
  gpointer kept; /* (nullable): atomic: data that poplens_table_keep () attached */
};

/* Rows that are sampled to choose the unit of bytes in a column. */
#define MOST_MEASURED 1024
#define MOST_BESIDE (G_MAXSIZE - 1)

typedef struct {
  gpointer data;
  GDestroyNotify free_data;
} AttachedData;

typedef struct {
  PoplensColumn info;   /* its texts are owned by the table */
  PoplensStored stored; /* its values in memory; HOLDS_NOTHING: .cell computes them */
  gsize beside; /* for bytes: largest sampled value + 1, which decides the unit of the column; 0:
                   not yet computed */
} Column;

static void
clear_column (gpointer data)
{
  Column *column = data;

  g_free ((char *) column->info.name);
  g_free ((char *) column->info.title);
  g_free ((char *) column->info.doc);
}

static const Column *
table_column_at (const PoplensTable *self, guint column)
{
  return &g_array_index (self->columns, Column, column);
}

PoplensTable *
poplens_table_new (const char *name, const char *title, guint32 n_rows, PoplensCellFunc cell,
                   gpointer data, GDestroyNotify free_data, PoplensReport *report)
{
  PoplensTable *self = g_new0 (PoplensTable, 1);

  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->title = g_strdup (title);
  self->n_rows = n_rows;
  self->cell = cell;
  self->data = data;
  self->free_data = free_data;
  self->report = report ? g_object_ref (report) : NULL;
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_array_set_clear_func (self->columns, clear_column);
  self->totals = g_array_new (FALSE, FALSE, sizeof (guint));
  self->initial_depth = G_MAXUINT16;
  self->sort_column = -1;
  return self;
}

PoplensTable *
poplens_table_ref (PoplensTable *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
kept_data_free (AttachedData *kept)
{
  if (!kept)
    return;
  kept->free_data (kept->data);
  g_free (kept);
}

void
poplens_table_keep (PoplensTable *self, gpointer kept, GDestroyNotify free_kept)
{
  AttachedData *mine = g_new (AttachedData, 1);

  *mine = (AttachedData){kept, free_kept};
  if (!g_atomic_pointer_compare_and_exchange (&self->kept, NULL, mine))
    kept_data_free (mine);
}

gpointer
poplens_table_get_kept (PoplensTable *self)
{
  const AttachedData *kept = g_atomic_pointer_get (&self->kept);

  return kept ? kept->data : NULL;
}

void
poplens_table_unref (PoplensTable *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  if (self->free_data)
    self->free_data (self->data);
  kept_data_free (self->kept);
  g_clear_object (&self->report);
  g_array_unref (self->columns);
  g_array_unref (self->totals);
  g_free (self->depths);
  g_free (self->name);
  g_free (self->title);
  g_free (self->names);
  g_free (self->note);
  g_free (self->lacks);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

static void
table_append_column (PoplensTable *self, const PoplensColumn *info, PoplensStored stored)
{
  Column column = {*info, stored, 0};

  column.info.name = g_strdup (info->name);
  column.info.title = g_strdup (info->title ? info->title : info->name);
  column.info.doc = g_strdup (info->doc);
  g_array_append_val (self->columns, column);
  if (info->total)
    poplens_table_add_total (self, self->columns->len - 1);
}

void
poplens_table_add_columns (PoplensTable *self, const PoplensColumn *columns, guint n)
{
  for (guint c = 0; c < n; c++)
    table_append_column (self, &columns[c], (PoplensStored){.holds = POPLENS_HOLDS_NOTHING});
}

void
poplens_table_add_column (PoplensTable *self, const char *name, const char *title, PoplensUnit unit,
                          PoplensProvenance provenance, const char *doc)
{
  PoplensColumn column = {
      .name = name, .title = title, .unit = unit, .provenance = provenance, .doc = doc};

  poplens_table_add_columns (self, &column, 1);
}

void
poplens_table_add_records (PoplensTable *self, const PoplensColumn *columns, guint n,
                           gconstpointer records, gsize size)
{
  for (guint c = 0; c < n; c++)
    table_append_column (self, &columns[c],
                         poplens_stored_in_records (&columns[c], records, size, NULL));
}

void
poplens_table_set_depths (PoplensTable *self, guint16 *depths)
{
  g_free (self->depths);
  self->depths = depths;
}

void
poplens_table_set_initial_depth (PoplensTable *self, guint16 depth)
{
  self->initial_depth = depth;
}

void
poplens_table_add_total (PoplensTable *self, guint column)
{
  g_return_if_fail (column < self->columns->len);
  g_array_append_val (self->totals, column);
}

void
poplens_table_set_link (PoplensTable *self, PoplensLinkFunc link)
{
  self->link = link;
}

void
poplens_table_set_bar (PoplensTable *self, guint column)
{
  g_return_if_fail (column < MIN (self->columns->len, 64));
  self->bars |= (guint64) 1 << column;
}

void
poplens_table_set_label (PoplensTable *self, guint column)
{
  g_return_if_fail (column > 0 && column < self->columns->len);
  self->label = column;
}

int
poplens_table_get_label (const PoplensTable *self)
{
  return self->label ? (int) self->label : -1;
}

gboolean
poplens_table_is_bar (const PoplensTable *self, guint column)
{
  return column < 64 && self->bars >> column & 1;
}

void
poplens_table_set_look (PoplensTable *self, PoplensLookFunc look)
{
  self->look = look;
}

void
poplens_table_set_lost (PoplensTable *self, PoplensLostFunc lost)
{
  self->lost = lost;
}

gboolean
poplens_table_check_lost (const PoplensTable *self, GError **error)
{
  GError *wrong = self->lost ? self->lost (self->data) : NULL;

  if (wrong)
    g_propagate_error (error, wrong);
  return !wrong;
}

gboolean
poplens_table_has_looks (const PoplensTable *self)
{
  return self->look != NULL;
}

PoplensRowLook
poplens_table_get_look (const PoplensTable *self, guint32 row)
{
  PoplensRowLook look = {POPLENS_SWATCH_NONE, FALSE, FALSE};

  if (self->look)
    self->look (self->data, row, &look);
  return look;
}

void
poplens_table_set_note (PoplensTable *self, const char *note)
{
  char *copy = g_strdup (note);

  g_free (self->note);
  self->note = copy;
}

void
poplens_table_set_names (PoplensTable *self, const char *names)
{
  g_free (self->names);
  self->names = g_strdup (names);
}

void
poplens_table_set_lacks (PoplensTable *self, const char *lacks)
{
  char *copy = g_strdup (lacks);

  g_free (self->lacks);
  self->lacks = copy;
}

void
poplens_table_set_partial (PoplensTable *self, gboolean partial)
{
  self->partial = partial;
}

gboolean
poplens_table_is_partial (const PoplensTable *self)
{
  return self->partial;
}

void
poplens_table_set_default_sort (PoplensTable *self, guint column, gboolean descending)
{
  g_return_if_fail (column < self->columns->len);
  self->sort_column = column;
  self->sort_descending = descending;
}

void
poplens_table_set_total_label (PoplensTable *self, const char *label)
{
  self->total_label = label;
}

/* ---- asking ---------------------------------------------------------------------------------- */

const char *
poplens_table_get_total_label (const PoplensTable *self)
{
  return self->total_label ? self->total_label : "Total";
}

const char *
poplens_table_get_name (const PoplensTable *self)
{
  return self->name;
}

PoplensReport *
poplens_table_get_report (const PoplensTable *self)
{
  return self->report;
}

const char *
poplens_table_get_title (const PoplensTable *self)
{
  return self->title;
}

const char *
poplens_table_get_note (const PoplensTable *self)
{
  return self->note;
}

const char *
poplens_table_get_names (const PoplensTable *self)
{
  return self->names;
}

char *
poplens_table_note_without_names (const PoplensTable *self)
{
  const char *at = self->note && self->names ? strstr (self->note, self->names) : NULL;
  GString *text = g_string_new (self->note);

  if (at)
    g_string_erase (text, at - self->note, (gssize) strlen (self->names));
  g_string_replace (text, "  ", " ", 0);
  return g_strstrip (g_string_free (text, FALSE));
}

const char *
poplens_table_get_lacks (const PoplensTable *self)
{
  return self->lacks;
}

guint32
poplens_table_n_rows (const PoplensTable *self)
{
  return self->n_rows;
}

guint
poplens_table_n_columns (const PoplensTable *self)
{
  return self->columns->len;
}

const PoplensColumn *
poplens_table_get_column (const PoplensTable *self, guint column)
{
  g_return_val_if_fail (column < self->columns->len, NULL);
  return &table_column_at (self, column)->info;
}

int
poplens_table_find_column (const PoplensTable *self, const char *name)
{
  for (guint c = 0; c < self->columns->len; c++)
    if (!strcmp (table_column_at (self, c)->info.name, name))
      return c;
  return -1;
}

static guint64
find_largest_bytes (const PoplensTable *self, guint column)
{
  guint32 step = self->n_rows / MOST_MEASURED + 1;
  gint64 largest = 0;

  for (guint64 row = 0; row < self->n_rows; row += step) {
    PoplensValue value = poplens_table_get (self, (guint32) row, column);
    if (value.type == POPLENS_VALUE_INT)
      largest = MAX (largest, value.integer);
  }
  return MIN ((guint64) largest, MOST_BESIDE);
}

const char *
poplens_table_format (const PoplensTable *self, guint32 row, guint column, PoplensByteUnit unit,
                      PoplensNumber buffer)
{
  Column *c = &g_array_index (self->columns, Column, column);
  PoplensValue value = poplens_table_get (self, row, column);

  if (value.type == POPLENS_VALUE_TEXT)
    return poplens_column_text (&c->info, value.text);
  if (c->info.unit != POPLENS_UNIT_BYTES || value.type != POPLENS_VALUE_INT || value.integer < 0)
    return poplens_value_format (&value, unit, buffer);
  if (g_once_init_enter (&c->beside))
    g_once_init_leave (&c->beside, (gsize) find_largest_bytes (self, column) + 1);
  return poplens_format_bytes_beside (buffer, (guint64) value.integer, c->beside - 1, unit);
}

PoplensProvenance
poplens_table_get_provenance (const PoplensTable *self, guint32 row, guint column)
{
  PoplensProvenance provenance = poplens_table_get_column (self, column)->provenance;
  int source = provenance == POPLENS_FROM_ROW ? poplens_table_find_column (self, "source") : -1;
  PoplensValue value =
      source < 0 ? (PoplensValue){0} : poplens_table_get (self, row, (guint) source);

  for (int p = 0; p < POPLENS_FROM_ROW && value.type == POPLENS_VALUE_TEXT; p++)
    if (!strcmp (value.text, poplens_provenance_name ((PoplensProvenance) p)))
      return (PoplensProvenance) p;
  return provenance;
}

gboolean
poplens_table_require_column (const PoplensTable *self, const char *name, guint *column,
                              GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);
  int found = poplens_table_find_column (self, name);

  *column = (guint) MAX (found, 0);
  if (found >= 0)
    return TRUE;
  for (guint c = 0; c < poplens_table_n_columns (self); c++)
    g_string_append_printf (all, "%s%s", c ? ", " : "", poplens_table_get_column (self, c)->name);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "table %s has no column \u201c%s\u201d; columns: %s", poplens_table_get_name (self),
               name, all->str);
  return FALSE;
}

/* Rows that are read to decide whether a MIXED column is right-aligned. Tables with a MIXED column
 * are short. */
#define ROWS_THAT_TELL 200

gboolean
poplens_table_column_is_numeric (const PoplensTable *self, guint column)
{
  PoplensUnit unit = poplens_table_get_column (self, column)->unit;
  gboolean any = FALSE;

  if (unit != POPLENS_UNIT_MIXED)
    return poplens_unit_is_numeric (unit);
  for (guint32 row = 0; row < MIN (self->n_rows, ROWS_THAT_TELL); row++) {
    PoplensValue value = poplens_table_get (self, row, column);
    if (value.type != POPLENS_VALUE_NULL && value.type != POPLENS_VALUE_INT &&
        value.type != POPLENS_VALUE_REAL)
      return FALSE;
    any |= value.type != POPLENS_VALUE_NULL;
  }
  return any;
}

PoplensValue
poplens_table_get (const PoplensTable *self, guint32 row, guint column)
{
  PoplensValue value = {.type = POPLENS_VALUE_NULL};

  g_return_val_if_fail (row < self->n_rows && column < self->columns->len, value);
  const Column *c = table_column_at (self, column);
  if (c->stored.holds != POPLENS_HOLDS_NOTHING)
    value = poplens_stored_get (&c->stored, row);
  else
    self->cell (self->data, row, column, &value);
  if (c->info.unit != POPLENS_UNIT_MIXED)
    value.unit = c->info.unit;
  if (value.type == POPLENS_VALUE_TEXT && !value.text)
    value.type = POPLENS_VALUE_NULL;
  return value;
}

gboolean
poplens_table_is_tree (const PoplensTable *self)
{
  return self->depths != NULL;
}

guint16
poplens_table_get_depth (const PoplensTable *self, guint32 row)
{
  return self->depths && row < self->n_rows ? self->depths[row] : 0;
}

guint16
poplens_table_get_initial_depth (const PoplensTable *self)
{
  return self->initial_depth;
}

gboolean
poplens_table_column_has_total (const PoplensTable *self, guint column)
{
  for (guint i = 0; i < self->totals->len; i++)
    if (g_array_index (self->totals, guint, i) == column)
      return TRUE;
  return FALSE;
}

gboolean
poplens_table_has_totals (const PoplensTable *self)
{
  return self->totals->len > 0;
}

PoplensValue
poplens_table_sum (const PoplensTable *self, guint column, const guint32 *rows, guint32 n)
{
  PoplensValue sum = {.unit = table_column_at (self, column)->info.unit};
  guint64 integers = 0; /* unsigned, because a sum of damaged values may overflow */
  double reals = 0;
  gboolean any = FALSE, any_real = FALSE;

  for (guint32 i = 0; i < (rows ? n : self->n_rows); i++) {
    if (!rows && self->depths && self->depths[i])
      continue;
    PoplensValue value = poplens_table_get (self, rows ? rows[i] : i, column);
    any = any || value.type == POPLENS_VALUE_INT || value.type == POPLENS_VALUE_REAL;
    if (value.type == POPLENS_VALUE_INT) {
      integers += (guint64) value.integer;
    } else if (value.type == POPLENS_VALUE_REAL) {
      reals += value.real;
      any_real = TRUE;
    }
  }
  sum.type = POPLENS_VALUE_NULL;
  if (any && any_real) {
    sum.type = POPLENS_VALUE_REAL;
    sum.real = reals + (double) (gint64) integers;
  } else if (any) {
    sum.type = POPLENS_VALUE_INT;
    sum.integer = (gint64) integers;
  }
  return sum;
}

gboolean
poplens_table_get_total (const PoplensTable *self, guint column, PoplensValue *total)
{
  *total = (PoplensValue){.type = POPLENS_VALUE_NULL};
  if (!poplens_table_column_has_total (self, column))
    return FALSE;
  *total = poplens_table_sum (self, column, NULL, 0);
  return TRUE;
}

char *
poplens_table_get_link (const PoplensTable *self, guint32 row)
{
  return self->link && row < self->n_rows ? self->link (self->data, row) : NULL;
}

gboolean
poplens_table_get_default_sort (const PoplensTable *self, guint *column, gboolean *descending)
{
  if (self->sort_column < 0)
    return FALSE;
  *column = self->sort_column;
  *descending = self->sort_descending;
  return TRUE;
}
