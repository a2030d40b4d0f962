#include "app/table-longest.h"

#include "app/table-cell.h"
#include "app/table-columns.h"

#define SAMPLES 400
/* Pixels of an indent that count as one letter. */
#define LETTER 8

/* What is kept with a table; immutable. */
typedef struct {
  PoplensByteUnit unit;
  guint n;
  PoplensTableLongest columns[];
} Kept;

void
poplens_table_longest_clear (PoplensTableLongest *self)
{
  g_clear_pointer (&self->text, g_free);
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  for (guint c = 0; c < kept->n; c++)
    poplens_table_longest_clear (&kept->columns[c]);
  g_free (kept);
}

static PoplensTableLongest
look (PoplensTable *table, guint column, PoplensByteUnit unit)
{
  guint32 n = poplens_table_n_rows (table), step = MAX (1, n / SAMPLES);
  gboolean tree = column == 0 && poplens_table_is_tree (table);
  int swatch = column == 0 && poplens_table_has_looks (table) ? POPLENS_TABLE_SWATCH : 0;
  PoplensTableLongest found = {0};
  glong length = 0;

  for (guint32 i = 0, row = 0; row < n; i++, row += i < SAMPLES / 2 ? 1 : step) {
    PoplensNumber buffer;
    g_autofree char *cut = NULL;
    const char *text = poplens_table_cell_text (table, row, column, unit, buffer, &cut);
    int indent =
        tree ? POPLENS_TABLE_ARROW + POPLENS_TABLE_INDENT * poplens_table_get_depth (table, row)
             : 0;
    indent += swatch;
    glong here = g_utf8_strlen (text, -1) + indent / LETTER;
    found.indent = MAX (found.indent, indent);
    if (here <= length)
      continue;
    length = here;
    g_free (found.text);
    found.text = g_strdup (text);
  }
  return found;
}

void
poplens_table_find_longest (PoplensTable *table, PoplensByteUnit unit)
{
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  Kept *kept;

  if (poplens_table_get_kept (table))
    return;
  kept = g_malloc0 (sizeof (Kept) + n * sizeof (PoplensTableLongest));
  kept->unit = unit;
  kept->n = n;
  for (guint c = 0; c < n; c++)
    kept->columns[c] = look (table, c, unit);
  poplens_table_keep (table, kept, kept_free);
}

PoplensTableLongest
poplens_table_get_longest (PoplensTable *table, guint column, PoplensByteUnit unit)
{
  const Kept *kept = poplens_table_get_kept (table);

  if (!kept || kept->unit != unit || column >= kept->n)
    return look (table, column, unit);
  return (PoplensTableLongest){g_strdup (kept->columns[column].text), kept->columns[column].indent};
}
