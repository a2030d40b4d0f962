/* Columns of bytes for each selected tile, and their sum, for tables about the selected tiles.
 * Private to the tables. */
#pragma once

#include "derived/scope.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* Maximum number of tiles with a column of their own; for one tile, or more tiles, there is only
 * the sum. */
#define POPLENS_MOST_TILE_COLUMNS 16

typedef struct {
  const PoplensScope *scope;                /* (not owned) */
  guint n;                                  /* tiles with a column: 0, or 2 … 16 */
  guint n_fixed;                            /* number of other columns */
  guint sum;                                /* index of the sum among these */
  guint lead;                               /* number of other columns before the sum */
  guint64 bytes[POPLENS_MOST_TILE_COLUMNS]; /* of the current row */
} PoplensTileColumns;

/* Initializes the columns. The table has @n_fixed columns besides those of tiles, which follow
 * their sum. @lead: number of columns before the sum, few enough that sum and tiles are in view;
 * the others follow. @scope: (not owned) */
void poplens_tile_columns_init (PoplensTileColumns *self, const PoplensScope *scope, guint n_fixed,
                                guint sum, guint lead);
/* Creates records of @size bytes with all columns: @fixed ones, and those of tiles from an array of
 * POPLENS_MOST_TILE_COLUMNS gint64 at @offset. @doc: description of a tile's cell without the
 * tile's number: "Bytes of code on tile". (transfer full) */
PoplensRecords *poplens_tile_columns_new_records (const PoplensTileColumns *self,
                                                  const PoplensColumn *fixed, gsize size,
                                                  gsize offset, const char *doc);

/* Begins a row: sets its bytes to 0. */
void poplens_tile_columns_clear (PoplensTileColumns *self);
/* Adds a list's bytes on the selected tiles to the row, and returns their sum. @lists: (nullable).
 */
guint64 poplens_tile_columns_add (PoplensTileColumns *self, const PoplensLists *lists, gsize row);
/* Writes the row's bytes into a record's array. */
void poplens_tile_columns_write (const PoplensTileColumns *self, gint64 *cells);

/* Returns which of the fixed columns is the table's @column; n_fixed + i for tile i. */
guint poplens_tile_columns_at (const PoplensTileColumns *self, guint column);
/* Adds all columns to a table that has none yet. The table's function returns the cells. */
void poplens_tile_columns_describe (const PoplensTileColumns *self, PoplensTable *table,
                                    const PoplensColumn *fixed, const char *doc);
/* Returns the index of the sum in the table. */
guint poplens_tile_columns_sum (const PoplensTileColumns *self);
/* Returns a note on which tiles count: "3 of 1,472 tiles, one column per tile with code". @what:
 * (nullable): content of the tiles' columns, if that is not everything in the table. (transfer
 * full) */
char *poplens_tile_columns_note (const PoplensTileColumns *self, const char *what);

G_END_DECLS
