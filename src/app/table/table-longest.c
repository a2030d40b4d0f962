#include "app/table/table-longest.h"

#include "app/table/table-cell.h"

#include <string.h>

/* Rows that are looked at: the first ones, and as many again in places spread over all others.
 * Rows of one place stand side by side, as cells of a long table are read from the file by
 * neighbours: 200 rows far apart would be 200 pieces of a file to decode. */
#define FIRST 200
#define PLACES 10
#define IN_PLACE 20
/* Of most letters, and pixels of an indent that are as wide. */
#define BREADTH 10
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

/* How wide a text is about: of "cycles +1.2 %" and "peak +182 KiB", which have as many letters, the
 * second is wider. */
static glong
breadth_of (const char *text)
{
  static const char narrow[] = " !'(),.:;I[]fijlrt|", wide[] = "%@MWmw";
  glong breadth = 0;

  for (const char *c = text; *c; c = g_utf8_next_char (c))
    breadth += strchr (narrow, *c)                         ? BREADTH / 2
               : g_ascii_isupper (*c) || strchr (wide, *c) ? BREADTH * 13 / 10
                                                           : BREADTH;
  return breadth;
}

static void
look_at (PoplensTable *table, guint32 row, guint column, PoplensByteUnit unit,
         PoplensTableLongest *found)
{
  gboolean tree = column == 0 && poplens_table_is_tree (table);
  PoplensNumber buffer;
  g_autofree char *cut = NULL;
  const char *text = poplens_table_cell_text (table, row, column, unit, buffer, &cut);
  int indent = column == 0 && poplens_table_has_looks (table) ? POPLENS_TABLE_SWATCH : 0;
  glong breadth;

  if (tree)
    indent += POPLENS_TABLE_ARROW + POPLENS_TABLE_INDENT * poplens_table_get_depth (table, row);
  found->indent = MAX (found->indent, indent);
  breadth = breadth_of (text) + indent * BREADTH / LETTER;
  if (breadth <= found->breadth)
    return;
  found->breadth = breadth;
  found->length = g_utf8_strlen (text, -1) + indent / LETTER;
  g_free (found->text);
  found->text = g_strdup (text);
}

/* Row by row, and in each all columns: they are of the same piece of a file.
 * @found: of the columns from @first to @last */
static void
look (PoplensTable *table, guint first, guint last, PoplensByteUnit unit,
      PoplensTableLongest *found)
{
  guint32 n = poplens_table_n_rows (table);

  for (guint32 row = 0; row < MIN (n, FIRST); row++)
    for (guint c = first; c <= last; c++)
      look_at (table, row, c, unit, &found[c - first]);
  if (n <= FIRST)
    return;
  for (guint location = 1; location <= PLACES; location++) {
    guint32 end = FIRST + (guint32) ((guint64) (n - FIRST) * location / PLACES);

    for (guint32 row = MAX (end, FIRST + IN_PLACE) - IN_PLACE; row < end; row++)
      for (guint c = first; c <= last; c++)
        look_at (table, row, c, unit, &found[c - first]);
  }
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
  if (n > 0)
    look (table, 0, n - 1, unit, kept->columns);
  poplens_table_keep (table, kept, kept_free);
}

PoplensTableLongest
poplens_table_get_longest (PoplensTable *table, guint column, PoplensByteUnit unit)
{
  const Kept *kept = poplens_table_get_kept (table);

  PoplensTableLongest found = {0};

  if (!kept || kept->unit != unit || column >= kept->n) {
    look (table, column, column, unit, &found);
    return found;
  }
  found = kept->columns[column];
  found.text = g_strdup (found.text);
  return found;
}
