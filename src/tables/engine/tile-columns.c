#include "tables/engine/tile-columns.h"

#include "analysis/memory/memory-analysis.h"
#include "base/format.h"
#include "derived/selection.h"

void
poplens_tile_columns_init (PoplensTileColumns *self, const PoplensScope *scope, guint n_fixed,
                           guint sum, guint lead)
{
  guint n = scope->selection.n;
  gboolean each = scope->tiles && !scope->is_part && n > 1 && n <= POPLENS_MOST_TILE_COLUMNS;

  *self = (PoplensTileColumns){
      .scope = scope, .n = each ? n : 0, .n_fixed = n_fixed, .sum = sum, .lead = each ? lead : sum};
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
  /* Behind the tiles: what stood before the sum is one earlier than it was. */
  column -= self->n;
  return column <= self->sum ? column - 1 : column;
}

PoplensRows *
poplens_tile_columns_new_rows (const PoplensTileColumns *self)
{
  guint n = self->n_fixed + self->n;
  PoplensRows *rows = poplens_rows_new (n);
  guint *order = g_new (guint, n);

  for (guint c = 0; c < n; c++)
    order[c] = poplens_tile_columns_at (self, c);
  poplens_rows_set_order (rows, order);
  return rows;
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

  /* One walk finds all tiles. */
  if (self->n && lists && row < poplens_lists_n_rows (lists))
    return poplens_lists_pick (lists, row, selection->positions, self->n, self->bytes);
  return poplens_selection_sum (selection, lists, row);
}

void
poplens_tile_columns_write (const PoplensTileColumns *self, PoplensRows *rows)
{
  for (guint i = 0; i < self->n; i++)
    poplens_rows_int (rows, self->n_fixed + i, (gint64) self->bytes[i]);
}

static void
describe_tile (const PoplensTileColumns *self, PoplensTable *table, guint32 tile, const char *doc)
{
  g_autofree char *name = g_strdup_printf ("tile_%u", tile);
  g_autofree char *title = g_strdup_printf ("Tile %u", tile);
  g_autofree char *sentence = g_strdup_printf ("%s %u.", doc, tile);

  poplens_table_add_column (table, name, title, POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, sentence);
}

void
poplens_tile_columns_describe (const PoplensTileColumns *self, PoplensTable *table,
                               const PoplensColumnSpec *fixed, guint32 totals, const char *doc)
{
  for (guint c = 0; c < self->n_fixed + self->n; c++) {
    guint at = poplens_tile_columns_at (self, c);
    if (at >= self->n_fixed)
      describe_tile (self, table, self->scope->selection.tiles[at - self->n_fixed], doc);
    else
      poplens_table_add_columns (table, &fixed[at], 1);
    if (at >= self->n_fixed || totals & 1u << at)
      poplens_table_add_total (table, c);
  }
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
