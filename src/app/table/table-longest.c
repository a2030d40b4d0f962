/* Estimates the longest text of each column from a sample of rows. */
#include "app/table/table-longest.h"

#include "app/table/table-cell.h"

#include <string.h>

/* Sampled rows: the first FIRST rows, and IN_PLACE adjacent rows at each of PLACES positions in the
 * rest. Adjacent rows are faster to read than scattered ones, because tables decode chunks of
 * neighbouring rows. */
#define FIRST 200
#define PLACES 10
#define IN_PLACE 20
/* Width of an average character: BREADTH in tenths of a character, LETTER in pixels. BREADTH /
 * LETTER converts pixels of indentation to tenths of a character. */
#define BREADTH 10
#define LETTER 8

/* Longest texts of all columns of a table; cached in the table and immutable. */
typedef struct {
  PoplensByteUnit unit;
  guint n;
  PoplensTableLongest columns[];
} LongestTexts;

void
poplens_table_longest_clear (PoplensTableLongest *self)
{
  g_clear_pointer (&self->text, g_free);
}

static void
kept_free (gpointer data)
{
  LongestTexts *kept = data;

  for (guint c = 0; c < kept->n; c++)
    poplens_table_longest_clear (&kept->columns[c]);
  g_free (kept);
}

/* Estimates the width of a text, in tenths of an average character. The number of characters is not
 * enough: "peak +182 KiB" is wider than "cycles +1.2 %". */
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

/* Finds the longest text of each column @first … @last in a sample of rows. Reads row by row,
 * because all columns of a row are decoded together. @found: [@last − @first + 1]: updated */
static void
sample_rows (PoplensTable *table, guint first, guint last, PoplensByteUnit unit,
             PoplensTableLongest *found)
{
  guint32 n = poplens_table_n_rows (table);

  for (guint32 row = 0; row < MIN (n, FIRST); row++)
    for (guint c = first; c <= last; c++)
      look_at (table, row, c, unit, &found[c - first]);
  if (n <= FIRST)
    return;
  for (guint sample = 1; sample <= PLACES; sample++) {
    guint32 end = FIRST + (guint32) ((guint64) (n - FIRST) * sample / PLACES);

    for (guint32 row = MAX (end, FIRST + IN_PLACE) - IN_PLACE; row < end; row++)
      for (guint c = first; c <= last; c++)
        look_at (table, row, c, unit, &found[c - first]);
  }
}

void
poplens_table_find_longest (PoplensTable *table, PoplensByteUnit unit)
{
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  LongestTexts *kept;

  if (poplens_table_get_kept (table))
    return;
  kept = g_malloc0 (sizeof (LongestTexts) + n * sizeof (PoplensTableLongest));
  kept->unit = unit;
  kept->n = n;
  if (n > 0)
    sample_rows (table, 0, n - 1, unit, kept->columns);
  poplens_table_keep (table, kept, kept_free);
}

PoplensTableLongest
poplens_table_get_longest (PoplensTable *table, guint column, PoplensByteUnit unit)
{
  const LongestTexts *kept = poplens_table_get_kept (table);

  PoplensTableLongest found = {0};

  if (!kept || kept->unit != unit || column >= kept->n) {
    sample_rows (table, column, column, unit, &found);
    return found;
  }
  found = kept->columns[column];
  found.text = g_strdup (found.text);
  return found;
}
