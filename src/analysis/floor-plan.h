/* Where the tiles of an IPU lie. For Mk2 (ipu2, ipu21) with 1,472 tiles an IPU by the rule of the
 * die, 23 rows of 64; for anything else a plain grid, as nearly square as the number allows, filled
 * row by row in the order of the tiles' numbers. */
#pragma once

#include "model/target.h"

G_BEGIN_DECLS

typedef struct {
  guint32 tiles_per_ipu;
  guint32 n_ipus;        /* of one replica; tiles are numbered over all of them */
  guint32 columns, rows; /* of each IPU's grid: columns × rows ≥ tiles_per_ipu */
  gboolean physical;     /* the rule of the die; FALSE: a plain grid */
} PoplensFloorPlan;

typedef struct {
  guint32 ipu, column, row;
  guint32 physical; /* row × columns + column, within the IPU; in a plain grid the tile's number
                       within the IPU */
} PoplensFloorPlace;

/* @target: (nullable): without it, or where it has no tiles, @n_tiles make one grid. */
void poplens_floor_plan_init (PoplensFloorPlan *self, const PoplensTarget *target, guint32 n_tiles);
/* A plain grid instead, whatever is known of the die. */
void poplens_floor_plan_make_logical (PoplensFloorPlan *self);
/* FALSE where the plan has no such tile. */
gboolean poplens_floor_plan_find (const PoplensFloorPlan *self, guint32 tile,
                                  PoplensFloorPlace *cell);
/* The tile in a cell, or POPLENS_NO_TILE: the inverse. */
guint32 poplens_floor_plan_tile_at (const PoplensFloorPlan *self, guint32 ipu, guint32 column,
                                    guint32 row);
/* The tile that is at @position when all are in physical order (IPU by IPU, row by row), and the
 * position of a tile; POPLENS_NO_TILE where there is none. */
guint32 poplens_floor_plan_tile_of_position (const PoplensFloorPlan *self, guint32 position);
guint32 poplens_floor_plan_position_of_tile (const PoplensFloorPlan *self, guint32 tile);
/* One sentence on which rule holds. */
const char *poplens_floor_plan_rule (const PoplensFloorPlan *self);

G_END_DECLS
