/* A column of bytes for each of 2 to 16 selected tiles, and one for their sum. */
#include "tables/engine/tile-columns.h"

#include "base/format.h"
#include "derived/scope.h"

void
poplens_tile_columns_init (PoplensTileColumns *self, const PoplensScope *scope, guint n_fixed,
                           guint sum, guint lead)
{
  guint n = scope->selection.n;
  gboolean each = scope->tiles && !scope->is_part && n > 1 && n <= POPLENS_MOST_TILE_COLUMNS;

  *self = (PoplensTileColumns){
      .scope = scope, .n = each ? n : 0, .n_fixed = n_fixed, .sum = sum, .lead = lead};
}

guint
poplens_tile_columns_sum (const PoplensTileColumns *self)
{
  return self->lead;
}

guint
poplens_tile_columns_at (const PoplensTileColumns *self, guint column)
{
  if (column < self->lead)
    return column;
  if (column == self->lead)
    return self->sum;
  if (column <= self->lead + self->n)
    return self->n_fixed + column - self->lead - 1;
  /* Skip the tile columns. Fixed columns from .lead up to .sum are one position later, because the
   * sum is shown before them. */
  column -= self->n;
  return column <= self->sum ? column - 1 : column;
}

void
poplens_tile_columns_clear (PoplensTileColumns *self)
{
  for (guint i = 0; i < self->n; i++)
    self->bytes[i] = 0;
}

guint64
poplens_tile_columns_add (PoplensTileColumns *self, const PoplensLists *lists, gsize row)
{
  const PoplensSelection *selection = &self->scope->selection;

  /* Read the list once for all tiles. */
  if (self->n && lists && row < poplens_lists_n_rows (lists))
    return poplens_lists_pick (lists, row, selection->positions, self->n, self->bytes);
  return poplens_selection_sum (selection, lists, row);
}

void
poplens_tile_columns_write (const PoplensTileColumns *self, gint64 *cells)
{
  for (guint i = 0; i < self->n; i++)
    cells[i] = (gint64) self->bytes[i];
}

/* ---- descriptions of columns ----------------------------------------------------------------- */

typedef void (*AddFunc) (gpointer to, const PoplensColumn *column);

static void
add_to_table (gpointer to, const PoplensColumn *column)
{
  poplens_table_add_columns (to, column, 1);
}

static void
add_to_records (gpointer to, const PoplensColumn *column)
{
  poplens_records_add_column (to, column);
}

static void
add_tile_column (const PoplensTileColumns *self, guint i, gsize offset, const char *doc,
                 AddFunc add, gpointer to)
{
  guint32 tile = self->scope->selection.tiles[i];
  g_autofree char *name = g_strdup_printf ("tile_%u", tile);
  g_autofree char *title = g_strdup_printf ("Tile %u", tile);
  g_autofree char *sentence = g_strdup_printf ("%s %u.", doc, tile);
  PoplensColumn column = {.name = name,
                          .title = title,
                          .unit = POPLENS_UNIT_BYTES,
                          .provenance = POPLENS_FROM_FILE,
                          .doc = sentence,
                          .holds = POPLENS_HOLDS_I64,
                          .absent = POPLENS_ABSENT_MIN,
                          .offset = offset + i * sizeof (gint64),
                          .total = TRUE};

  add (to, &column);
}

static void
add_columns_of_tiles (const PoplensTileColumns *self, const PoplensColumn *fixed, gsize offset,
                      const char *doc, AddFunc add, gpointer to)
{
  for (guint c = 0; c < self->n_fixed + self->n; c++) {
    guint at = poplens_tile_columns_at (self, c);
    if (at < self->n_fixed)
      add (to, &fixed[at]);
    else
      add_tile_column (self, at - self->n_fixed, offset, doc, add, to);
  }
}

PoplensRecords *
poplens_tile_columns_new_records (const PoplensTileColumns *self, const PoplensColumn *fixed,
                                  gsize size, gsize offset, const char *doc)
{
  PoplensRecords *records = poplens_records_new (NULL, 0, size);

  add_columns_of_tiles (self, fixed, offset, doc, add_to_records, records);
  return records;
}

void
poplens_tile_columns_describe (const PoplensTileColumns *self, PoplensTable *table,
                               const PoplensColumn *fixed, const char *doc)
{
  add_columns_of_tiles (self, fixed, 0, doc, add_to_table, table);
}

char *
poplens_tile_columns_note (const PoplensTileColumns *self, const char *what)
{
  g_autofree char *tiles = poplens_scope_tiles (self->scope);
  PoplensNumber n;

  if (self->n)
    return g_strdup_printf (what ? "%s, one column per tile with %s" : "%s, one column per tile",
                            tiles, what);
  if (!tiles)
    return g_strdup_printf ("All %s tiles in total",
                            poplens_format_count (n, self->scope->selection.n_all));
  return self->scope->selection.n > 1
             ? g_strdup_printf ("%s in total; one column per tile for 2 to %u tiles", tiles,
                                POPLENS_MOST_TILE_COLUMNS)
             : g_steal_pointer (&tiles);
}
