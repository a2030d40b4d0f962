/* Computes where tiles are shown: on the die of a Mk2 IPU, or in a plain grid. */
#include "analysis/floor-plan.h"

#include <string.h>

/* Number of tiles on the die of a Mk2 IPU. Tile numbers go up a column of 23 tile pairs and down
 * the next column. The tiles of a pair are two columns apart. */
#define MK2_TILES 1472
#define MK2_ROWS 23
#define MK2_COLUMNS 64

static gboolean
is_mk2 (const PoplensTarget *target)
{
  return target && target->tiles_per_ipu == MK2_TILES && target->architecture &&
         (!strcmp (target->architecture, "ipu2") || !strcmp (target->architecture, "ipu21"));
}

/* Returns the number of columns of the smallest square grid that has space for @n tiles. */
static guint32
grid_columns (guint32 n)
{
  guint32 columns = 1;

  while ((guint64) columns * columns < n)
    columns++;
  return columns;
}

void
poplens_floor_plan_init (PoplensFloorPlan *self, const PoplensTarget *target, guint32 n_tiles)
{
  guint32 of_ipu = target && target->tiles_per_ipu ? target->tiles_per_ipu : n_tiles;

  *self = (PoplensFloorPlan){.tiles_per_ipu = MAX (of_ipu, 1),
                             .physical = is_mk2 (target),
                             .columns = MK2_COLUMNS,
                             .rows = MK2_ROWS};
  self->n_ipus = (guint32) (((guint64) n_tiles + self->tiles_per_ipu - 1) / self->tiles_per_ipu);
  self->n_ipus = MAX (self->n_ipus, target ? target->ipus_per_replica : 1);
  if (!self->physical)
    poplens_floor_plan_make_logical (self);
}

void
poplens_floor_plan_make_logical (PoplensFloorPlan *self)
{
  self->physical = FALSE;
  self->columns = grid_columns (self->tiles_per_ipu);
  self->rows = (self->tiles_per_ipu - 1) / self->columns + 1;
}

/* Finds row and column on the die. @tile: number within its IPU */
static void
find_on_die (guint32 tile, PoplensFloorPlace *cell)
{
  guint32 pair = tile / 2, lane = tile % 2;
  guint32 block = pair / MK2_ROWS, up = pair % MK2_ROWS;

  cell->row = block % 2 ? MK2_ROWS - 1 - up : up;
  cell->column = block / 2 * 4 + block % 2 + 2 * lane;
}

/* Returns the number, within its IPU, of the tile at a position on the die. */
static guint32
tile_on_die (guint32 column, guint32 row)
{
  guint32 block = column / 4 * 2 + column % 2, lane = column % 4 / 2;
  guint32 up = block % 2 ? MK2_ROWS - 1 - row : row;

  return 2 * (block * MK2_ROWS + up) + lane;
}

gboolean
poplens_floor_plan_find (const PoplensFloorPlan *self, guint32 tile, PoplensFloorPlace *cell)
{
  guint32 number = tile % self->tiles_per_ipu;

  cell->ipu = tile / self->tiles_per_ipu;
  if (cell->ipu >= self->n_ipus)
    return FALSE;
  if (self->physical) {
    find_on_die (number, cell);
  } else {
    cell->row = number / self->columns;
    cell->column = number % self->columns;
  }
  cell->physical = cell->row * self->columns + cell->column;
  return TRUE;
}

guint32
poplens_floor_plan_tile_at (const PoplensFloorPlan *self, guint32 ipu, guint32 column, guint32 row)
{
  guint64 number;

  if (ipu >= self->n_ipus || column >= self->columns || row >= self->rows)
    return POPLENS_NO_TILE;
  number = self->physical ? tile_on_die (column, row) : (guint64) row * self->columns + column;
  return number < self->tiles_per_ipu ? (guint32) (ipu * (guint64) self->tiles_per_ipu + number)
                                      : POPLENS_NO_TILE;
}

guint32
poplens_floor_plan_tile_of_position (const PoplensFloorPlan *self, guint32 position)
{
  guint32 place = position % self->tiles_per_ipu;

  /* Each position has a tile: the die has no empty cell, and a plain grid has its empty cells at
   * the end. */
  return poplens_floor_plan_tile_at (self, position / self->tiles_per_ipu, place % self->columns,
                                     place / self->columns);
}

guint32
poplens_floor_plan_position_of_tile (const PoplensFloorPlan *self, guint32 tile)
{
  PoplensFloorPlace cell;

  if (!poplens_floor_plan_find (self, tile, &cell))
    return POPLENS_NO_TILE;
  return cell.ipu * self->tiles_per_ipu + cell.physical;
}

const char *
poplens_floor_plan_rule (const PoplensFloorPlan *self)
{
  return self->physical ? "Tiles are placed as on the die of a Mk2 IPU: 23 rows of 64."
                        : "Tiles are placed in a grid by number: their position on the die is "
                          "known only for Mk2 with 1,472 tiles per IPU.";
}
