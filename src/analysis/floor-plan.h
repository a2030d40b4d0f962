/* Places the tiles of an IPU on a grid. A Mk2 IPU (ipu2, ipu21) with 1,472 tiles has the layout of
 * its die: 23 rows of 64. Any other IPU has a plain grid, nearly square and filled row by row by
 * tile number. */
#pragma once

#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  guint32 tiles_per_ipu;
  guint32 n_ipus;        /* IPUs of one replica; tile numbers count over all IPUs */
  guint32 columns, rows; /* size of the grid of an IPU; has at least .tiles_per_ipu cells */
  gboolean physical;     /* TRUE: layout of the die; FALSE: plain grid */
} PoplensFloorPlan;

typedef struct {
  guint32 ipu, column, row;
  guint32 physical; /* index of the cell in the grid of its IPU: row × columns + column */
} PoplensFloorPlace;

/* Initialises the plan. @target: (nullable): without it, or if it has no tiles, all @n_tiles are in
 * one grid. */
void poplens_floor_plan_init (PoplensFloorPlan *self, const PoplensTarget *target, guint32 n_tiles);
/* Changes to a plain grid, even if the layout of the die is known. */
void poplens_floor_plan_make_logical (PoplensFloorPlan *self);
/* Finds the cell of a tile. FALSE if the plan has no such tile. */
gboolean poplens_floor_plan_find (const PoplensFloorPlan *self, guint32 tile,
                                  PoplensFloorPlace *cell);
/* Returns the tile in a cell, or POPLENS_NO_TILE. */
guint32 poplens_floor_plan_tile_at (const PoplensFloorPlan *self, guint32 ipu, guint32 column,
                                    guint32 row);
/* Converts a position to a tile number, or a tile number to a position. Positions count IPU by IPU,
 * and row by row in each IPU. POPLENS_NO_TILE: no tile is there. */
guint32 poplens_floor_plan_tile_of_position (const PoplensFloorPlan *self, guint32 position);
guint32 poplens_floor_plan_position_of_tile (const PoplensFloorPlan *self, guint32 tile);
/* Returns one sentence on the layout in use. Static. */
const char *poplens_floor_plan_rule (const PoplensFloorPlan *self);

G_END_DECLS
