/* Blocks of lightweight profiling: all of them, by what they are, and by tile. */
#include "derived/trace/light-source.h"

#include "model/assumptions.h"
#include "tables/engine/builders.h"

/* ---- all ------------------------------------------------------------------------------- */

typedef struct {
  PoplensLightSource *source;
  PoplensLocation *location; /* nullable */
  guint32 first;             /* row of the part that comes first */
} Blocks;

enum {
  BLOCK_TILE,
  BLOCK_IPU,
  BLOCK_NAME,
  BLOCK_TYPE,
  BLOCK_FROM,
  BLOCK_TO,
  BLOCK_LENGTH,
  BLOCK_ID,
  BLOCK_ROW,
};

static const PoplensColumnSpec block_columns[] = {
    [BLOCK_TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [BLOCK_IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [BLOCK_NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_ASSUMED,
                    "Name of the program with the ID of the block, else type of the block. "
                    "Unverified: that the IDs are those of programs."},
    [BLOCK_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_ASSUMED,
                    "Type of the block, as numbered in the schema of the file. Unverified."},
    [BLOCK_FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                    "First cycle of the block, by the clock of the tile (blocks.cycles_from)"},
    [BLOCK_TO] = {"to", "To", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                  "Last cycle of the block, by the clock of the tile (blocks.cycles_to)"},
    [BLOCK_LENGTH] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                      "Length of the block; for an overflow, cycles in which nothing was recorded"},
    [BLOCK_ID] = {"block", "Block", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                  "ID of the measured program, if any (blocks.block_id)"},
    [BLOCK_ROW] = {"row", "Row", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                   "Number of the block by tile and begin, from 0"},
};

static void
block_cell (gconstpointer data, guint32 index, guint column, PoplensValue *value)
{
  const Blocks *self = data;
  const PoplensLightSource *source = self->source;
  const PoplensLightBlocks *blocks = source->blocks;
  guint32 row = self->first + index;

  value->type = POPLENS_VALUE_INT;
  if (column == BLOCK_NAME || column == BLOCK_TYPE) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = column == BLOCK_TYPE
                      ? poplens_light_type_name (blocks->type[row])
                      : poplens_light_name (source, blocks->type[row], blocks->id[row]);
  } else if (column == BLOCK_TILE || column == BLOCK_IPU) {
    const PoplensLightTile *tile =
        &g_array_index (source->tiles, PoplensLightTile, poplens_light_blocks_tile (blocks, row));
    value->integer = column == BLOCK_TILE ? tile->tile : tile->ipu;
  } else if (column == BLOCK_ID) {
    value->type = blocks->id[row] < 0 ? POPLENS_VALUE_NULL : POPLENS_VALUE_INT;
    value->integer = blocks->id[row];
  } else {
    guint64 from = blocks->from[row], to = poplens_light_blocks_to (blocks, row);
    value->integer = (gint64) (column == BLOCK_FROM  ? from
                               : column == BLOCK_TO  ? to
                               : column == BLOCK_ROW ? row
                                                     : to - from);
  }
}

static char *
block_link (gconstpointer data, guint32 index)
{
  const Blocks *self = data;

  return poplens_light_link (self->source, self->first + index, self->location);
}

static void
blocks_free (gpointer data)
{
  Blocks *self = data;

  poplens_light_source_unref (self->source);
  g_clear_pointer (&self->location, poplens_location_unref);
  g_free (self);
}

PoplensTable *
poplens_build_blocks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLightSource) source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;
  guint32 first, end;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  poplens_light_rows (source->blocks, source->tiles, wanted.ipu, &first, &end);
  Blocks *data = g_new (Blocks, 1);
  *data = (Blocks){poplens_light_source_ref (source),
                   location ? poplens_location_ref ((PoplensLocation *) location) : NULL, first};
  PoplensTable *table =
      poplens_table_new ("blocks", "Blocks", end - first, block_cell, data, blocks_free, report);
  poplens_table_add_columns (table, block_columns, G_N_ELEMENTS (block_columns));
  poplens_table_set_link (table, block_link);
  g_autofree char *note =
      poplens_assumptions_sentence (source->blocks->n ? POPLENS_ASSUMES (BLOCKS) : 0);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- by what they are ------------------------------------------------------------------ */

enum {
  SUM_NAME,
  SUM_TYPE,
  SUM_ID,
  SUM_N,
  SUM_TILES,
  SUM_CYCLES,
  SUM_SHARE,
  SUM_MEAN,
  SUM_MIN,
  SUM_MAX
};

static const PoplensColumnSpec sum_columns[] = {
    [SUM_NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_ASSUMED,
                  "Name of the program with the ID of the blocks, else type of the blocks"},
    [SUM_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_ASSUMED,
                  "Type of the blocks, as numbered in the schema of the file"},
    [SUM_ID] = {"block", "Block", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                "ID of the measured program (blocks.block_id)"},
    [SUM_N] = {"blocks", "Blocks", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
               "Number of blocks. Executions during an overflow are missing."},
    [SUM_TILES] = {"tiles", "Tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                   "Tiles that recorded these blocks"},
    [SUM_CYCLES] =
        {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
         "Cycles of the blocks in total, over all tiles; for a range, the cycles in the range"},
    [SUM_SHARE] = {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                   "Share of the cycles of all blocks. A nested block counts in both."},
    [SUM_MEAN] = {"mean", "Mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                  "Mean cycles of a block, rounded"},
    [SUM_MIN] = {"shortest", "Shortest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                 "Cycles of the shortest block"},
    [SUM_MAX] = {"longest", "Longest", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                 "Cycles of the longest block"},
};

static void
add_sum (PoplensRows *rows, const PoplensLightSource *source, const PoplensLightSum *sum,
         guint64 all, const PoplensLocation *location)
{
  g_autofree char *link = poplens_light_link (source, sum->longest_row, location);

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, SUM_NAME, poplens_light_name (source, sum->type, sum->id));
  poplens_rows_text (rows, SUM_TYPE, poplens_light_type_name (sum->type));
  if (sum->id >= 0)
    poplens_rows_int (rows, SUM_ID, sum->id);
  poplens_rows_int (rows, SUM_N, (gint64) sum->n);
  poplens_rows_int (rows, SUM_TILES, sum->tiles);
  poplens_rows_int (rows, SUM_CYCLES, (gint64) sum->cycles);
  if (all)
    poplens_rows_real (rows, SUM_SHARE, (double) sum->cycles / (double) all);
  poplens_rows_int (rows, SUM_MEAN, (gint64) ((sum->cycles + sum->n / 2) / sum->n));
  poplens_rows_int (rows, SUM_MIN, (gint64) sum->shortest);
  poplens_rows_int (rows, SUM_MAX, (gint64) sum->longest);
  poplens_rows_link (rows, link);
}

static char *
describe (const PoplensLightWanted *wanted)
{
  PoplensNumber from, to;
  g_autofree char *ipu = wanted->ipu < 0 ? NULL : g_strdup_printf ("IPU %d", wanted->ipu);
  const char *before = ipu ? ipu : "All IPUs";

  if (!wanted->has_range)
    return g_strdup_printf ("%s, all cycles", before);
  return g_strdup_printf ("%s, cycles %s to %s%s", before,
                          poplens_format_count (from, wanted->from),
                          poplens_format_count (to, wanted->to),
                          wanted->from_first ? " after the first block of each IPU" : "");
}

PoplensTable *
poplens_build_block_statistics (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLightSource) source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;
  guint64 all = 0;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  g_autoptr (GArray) sums = poplens_light_sums (source->blocks, source->tiles, &wanted);
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (sum_columns));
  for (guint i = 0; i < sums->len; i++)
    all += g_array_index (sums, PoplensLightSum, i).cycles;
  for (guint i = 0; i < sums->len; i++)
    add_sum (rows, source, &g_array_index (sums, PoplensLightSum, i), all, location);
  PoplensTable *table =
      poplens_rows_finish (rows, "block-statistics", "Blocks by program", report, FALSE);
  poplens_table_add_columns (table, sum_columns, G_N_ELEMENTS (sum_columns));
  poplens_table_add_total (table, SUM_N);
  poplens_table_add_total (table, SUM_CYCLES);
  poplens_table_set_bar (table, SUM_SHARE);
  g_autofree char *what = describe (&wanted);
  poplens_table_set_note (table, what);
  return table;
}

/* ---- by tile --------------------------------------------------------------------------- */

enum { TILE, IPU, BLOCKS, STREAMS, FLUSHES, OVERFLOWS, FROM, TO, RECORDED, LOST, LOST_SHARE };

static const PoplensColumnSpec tile_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [BLOCKS] = {"blocks", "Blocks", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                "Blocks of any type"},
    [STREAMS] =
        {"streams", "Stream copies", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
         "Stream copies (part of the previous column), recorded on every tile that runs one"},
    [FLUSHES] = {"flushes", "Flushes", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                 "Number of times that the buffer was written to the host, which costs cycles"},
    [OVERFLOWS] = {"overflows", "Overflows", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                   "Number of times that the buffer was full. Increase profiler.blocks.bufferSize "
                   "or narrow profiler.blocks.filter."},
    [FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
              "First cycle of the first block, by the clock of the tile"},
    [TO] = {"to", "To", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED, "Last cycle of the last block"},
    [RECORDED] = {"recorded", "Recorded", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                  "Cycles covered by any block, each counted once"},
    [LOST] = {"lost", "Lost", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Cycles in overflows, each counted once; nothing was recorded"},
    [LOST_SHARE] = {"lost_share", "Lost share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Lost cycles as a share of the cycles from the first to the last block"},
};

static void
add_tile (PoplensRows *rows, const PoplensLightTile *tile)
{
  guint64 n = 0;

  for (guint t = 0; t < POPLENS_N_LIGHT_TYPES; t++)
    n += tile->n[t];
  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, TILE, tile->tile);
  poplens_rows_int (rows, IPU, tile->ipu);
  poplens_rows_int (rows, BLOCKS, (gint64) n);
  poplens_rows_int (rows, STREAMS, (gint64) tile->n[POPLENS_LIGHT_STREAM_COPY]);
  poplens_rows_int (rows, FLUSHES, (gint64) tile->n[POPLENS_LIGHT_FLUSH]);
  poplens_rows_int (rows, OVERFLOWS, (gint64) tile->n[POPLENS_LIGHT_OVERFLOW]);
  poplens_rows_int (rows, FROM, (gint64) tile->from);
  poplens_rows_int (rows, TO, (gint64) tile->to);
  poplens_rows_int (rows, RECORDED, (gint64) tile->covered);
  poplens_rows_int (rows, LOST, (gint64) tile->lost);
  if (tile->to > tile->from)
    poplens_rows_real (rows, LOST_SHARE, (double) tile->lost / (double) (tile->to - tile->from));
}

PoplensTable *
poplens_build_block_tiles (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLightSource) source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;
  PoplensRows *rows;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (tile_columns));
  for (guint i = 0; i < source->tiles->len; i++) {
    const PoplensLightTile *tile = &g_array_index (source->tiles, PoplensLightTile, i);
    if (wanted.ipu < 0 || tile->ipu == (guint32) wanted.ipu)
      add_tile (rows, tile);
  }
  PoplensTable *table = poplens_rows_finish (rows, "block-tiles", "Blocks by tile", report, FALSE);
  static const guint totals[] = {BLOCKS, STREAMS, FLUSHES, OVERFLOWS, RECORDED, LOST};
  poplens_table_add_columns (table, tile_columns, G_N_ELEMENTS (tile_columns));
  for (guint i = 0; i < G_N_ELEMENTS (totals); i++)
    poplens_table_add_total (table, totals[i]);
  poplens_table_set_bar (table, LOST_SHARE);
  return table;
}
