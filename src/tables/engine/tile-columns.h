/* Columns of bytes for each selected tile, and for their sum, in tables about the selected tiles.
 * Private to the tables. */
#pragma once

#include "derived/scope.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* Maximum number of selected tiles that get a column each. For a single tile, and for more tiles,
 * there is only the sum. */
#define POPLENS_MOST_TILE_COLUMNS 16

typedef struct {
  const PoplensScope *scope; /* (not owned) */
  guint n;                   /* number of tiles with columns: 0, or 2 … 16 */
  guint n_fixed;             /* number of fixed columns: all columns except those of single tiles */
  guint sum;                 /* index of the sum among the fixed columns */
  guint lead;                /* number of fixed columns that are shown before the sum */
  guint64 bytes[POPLENS_MOST_TILE_COLUMNS]; /* by tile column: bytes in the current row */
} PoplensTileColumns;

/* Initializes the columns. @scope: (not owned): the selected tiles. @n_fixed: number of columns
 * that are not of a single tile. @sum: index of the sum among these columns. @lead: number of these
 * columns that are shown before the sum and the tile columns */
void poplens_tile_columns_init (PoplensTileColumns *self, const PoplensScope *scope, guint n_fixed,
                                guint sum, guint lead);
/* Creates records of @size bytes with the columns @fixed and the tile columns. @offset: offset in
 * the record of an array of POPLENS_MOST_TILE_COLUMNS gint64, for the tile columns. @doc:
 * description of a tile column without the number: "Bytes of code on tile". (transfer full) */
PoplensRecords *poplens_tile_columns_new_records (const PoplensTileColumns *self,
                                                  const PoplensColumn *fixed, gsize size,
                                                  gsize offset, const char *doc);

/* Begins a row: sets the bytes of all tile columns to 0. */
void poplens_tile_columns_clear (PoplensTileColumns *self);
/* Adds the bytes in list @row of @lists to the tile columns of the current row. @lists: (nullable).
 * Returns the sum of the list over all selected tiles. */
guint64 poplens_tile_columns_add (PoplensTileColumns *self, const PoplensLists *lists, gsize row);
/* Copies the tile columns of the current row into @cells, the array in a record. */
void poplens_tile_columns_write (const PoplensTileColumns *self, gint64 *cells);

/* Returns the index of the table's @column among the fixed columns. For the column of the selected
 * tile with index i, returns .n_fixed + i. */
guint poplens_tile_columns_at (const PoplensTileColumns *self, guint column);
/* Adds all columns to a table without columns. Its PoplensCellFunc computes the cells. */
void poplens_tile_columns_describe (const PoplensTileColumns *self, PoplensTable *table,
                                    const PoplensColumn *fixed, const char *doc);
/* Returns the number of the sum's column in the table. */
guint poplens_tile_columns_sum (const PoplensTileColumns *self);
/* Returns a note on the tiles that the table covers: "3 of 1,472 tiles, one column per tile with
 * code". @what: (nullable): content of the tile columns: "code". (transfer full) */
char *poplens_tile_columns_note (const PoplensTileColumns *self, const char *what);

G_END_DECLS
