/* A column of bytes for each selected tile, beside the column that adds them up: for tables whose
 * rows are over the selected tiles. Private to the tables. */
#pragma once

#include "derived/scope.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

/* Tables over the selected tiles have a column for each of 2 to so many; of more only the sum. */
#define POPLENS_MOST_TILE_COLUMNS 16

typedef struct {
  const PoplensScope *scope;                /* not owned */
  guint n;                                  /* tiles with a column: 0, or 2 … 16 */
  guint n_fixed;                            /* the other columns */
  guint sum;                                /* of them the one that adds the tiles up */
  guint lead;                               /* of the others those in front of it */
  guint64 bytes[POPLENS_MOST_TILE_COLUMNS]; /* of the row under way */
} PoplensTileColumns;

/* @scope: stays the caller's. The table has @n_fixed columns besides those of tiles, which
 * follow their sum. @lead: so few columns stand before the sum, that it and tiles are in sight; the
 * others come behind. */
void poplens_tile_columns_init (PoplensTileColumns *self, const PoplensScope *scope, guint n_fixed,
                                guint sum, guint lead);
/* Records of @size bytes with all columns: the @fixed ones, and behind their sum those of tiles, in
 * an array of POPLENS_MOST_TILE_COLUMNS gint64 at @offset. @doc: what a tile's cell is, without the
 * tile's number: "Bytes of code on tile". (transfer full) */
PoplensRecords *poplens_tile_columns_new_records (const PoplensTileColumns *self,
                                                  const PoplensColumn *fixed, gsize size,
                                                  gsize offset, const char *doc);

/* The row under way has no bytes yet. */
void poplens_tile_columns_clear (PoplensTileColumns *self);
/* Adds a list's bytes on the selected tiles; returns their sum. @lists: (nullable). */
guint64 poplens_tile_columns_add (PoplensTileColumns *self, const PoplensLists *lists, gsize row);
/* Writes the bytes into a record's array. */
void poplens_tile_columns_write (const PoplensTileColumns *self, gint64 *cells);

/* Which of the fixed columns the table's @column is; from n_fixed on a tile's. */
guint poplens_tile_columns_at (const PoplensTileColumns *self, guint column);
/* Adds all columns to a table that has none yet, whose function gives the cells. */
void poplens_tile_columns_describe (const PoplensTileColumns *self, PoplensTable *table,
                                    const PoplensColumn *fixed, const char *doc);
/* Where the sum stands in the table. */
guint poplens_tile_columns_sum (const PoplensTileColumns *self);
/* Which tiles count and how: "3 of 1,472 tiles, one column per tile with code". @what: what the
 * column of a tile holds, if that is not everything in the table; or NULL. (transfer full) */
char *poplens_tile_columns_note (const PoplensTileColumns *self, const char *what);

G_END_DECLS
