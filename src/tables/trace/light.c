/* Tables of the blocks of lightweight profiling: all of them, sums by program, sums by tile, and
 * facts about one block. */
#include "base/error.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "derived/trace/light-source.h"
#include "model/assumptions.h"
#include "tables/engine/builders.h"
#include "tables/trace/trace-step.h"

/* ---- one block ------------------------------------------------------------------------------- */

/* Describes a block type. (static) */
static const char *
block_type_meaning (PoplensLightType type)
{
  static const char *const texts[POPLENS_N_LIGHT_TYPES] = {
      [POPLENS_LIGHT_COMMON] = "Measured part of a program",
      [POPLENS_LIGHT_STREAM_COPY] = "Stream copy, recorded on every tile that runs it",
      [POPLENS_LIGHT_OVERFLOW] =
          "Buffer of the tile was full; nothing was recorded in these cycles",
      [POPLENS_LIGHT_ANONYMOUS] = "Measured part without an ID",
      [POPLENS_LIGHT_FLUSH] =
          "Buffer of the tile was written to the host; cycles of the profiler itself",
      [POPLENS_LIGHT_UNKNOWN] = "Unknown type",
  };

  return texts[type];
}

static void
add_block_cycles (PoplensStepFacts *self, const char *key, const char *what, guint64 value,
                  const char *source, const char *doc)
{
  poplens_step_add_int (self, 1, key, what, value, POPLENS_UNIT_CYCLES, source, doc);
}

static void
add_times (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row,
           const PoplensLightTile *tile)
{
  guint64 from = source->blocks->from[row], to = poplens_light_blocks_to (source->blocks, row);
  guint64 first = poplens_light_origin (source->ipus, tile->ipu, TRUE);

  poplens_step_add_int (self, 0, "tile", "Tile", tile->tile, POPLENS_UNIT_ID, "recorded",
                        "Tile that recorded the block");
  poplens_step_add_int (self, 1, "ipu", "IPU", tile->ipu, POPLENS_UNIT_ID, "derived",
                        "IPU of the tile");
  add_block_cycles (self, "from", "From", from, "measured",
                    "First cycle of the block. Each IPU counts from the load of the executable.");
  add_block_cycles (self, "to", "To", to, "measured", "Last cycle of the block");
  add_block_cycles (self, "cycles", "Cycles", to - from, "measured", "Length of the block");
  add_block_cycles (
      self, "since", "After first block", from - first, "derived",
      "Cycles from the begin of the first block of the IPU to the begin of this block");
}

static void
add_block_sum (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
{
  const PoplensLightBlocks *blocks = source->blocks;
  PoplensLightWanted wanted = {.ipu = -1};
  g_autoptr (GArray) sums = poplens_light_sums (blocks, source->tiles, &wanted);

  for (guint i = 0; i < sums->len; i++) {
    const PoplensLightSum *sum = &g_array_index (sums, PoplensLightSum, i);
    if (sum->type != blocks->type[row] || sum->id != blocks->id[row])
      continue;
    poplens_step_add_int (self, 0, "alike", "Similar blocks", sum->n, POPLENS_UNIT_COUNT,
                          "measured", "Blocks of the same type and ID, including this block");
    add_block_cycles (self, "mean", "Mean", (sum->cycles + sum->n / 2) / sum->n, "derived",
                      "Mean cycles of these blocks, rounded");
    add_block_cycles (self, "shortest", "Shortest", sum->shortest, "measured",
                      "Cycles of the shortest of these blocks");
    add_block_cycles (self, "longest", "Longest", sum->longest, "measured",
                      "Cycles of the longest of these blocks");
  }
}

static void
add_block_program (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
{
  gint64 id = source->blocks->id[row];

  if (id < 0)
    return;
  poplens_step_add_int (
      self, 0, "block", "ID", (guint64) id, POPLENS_UNIT_ID, "recorded",
      "ID of the measured program (blocks.block_id). Unverified: that it is the ID of a program.");
  if (self->program == POPLENS_NO_ROW)
    return;
  poplens_card_facts_link (self->rows, "programs?program=%" G_GINT64_FORMAT, id);
  poplens_step_add_text (self, 1, "program_type", "Program type",
                         poplens_program_type_text (self->programs, (guint32) id), "recorded",
                         "Type of the program with that ID");
  poplens_step_add_text (self, 1, "name", "Name",
                         poplens_program_name_text (self->programs, (guint32) id), "recorded",
                         "Name of the program with that ID");
  poplens_step_add_chain (self, 1, self->programs->debug_id[self->program]);
  poplens_step_add_places (self, (guint32) id);
}

static void
add_block_facts (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
{
  const PoplensLightTile *tile = &g_array_index (source->tiles, PoplensLightTile,
                                                 poplens_light_blocks_tile (source->blocks, row));
  PoplensLightType type = poplens_light_blocks_type (source->blocks, row);

  self->program = poplens_light_program (source, source->blocks->id[row]);
  poplens_step_add_int (self, 0, "row", "Block", row, POPLENS_UNIT_ID, "derived",
                        "Number of the block by tile and begin, from 0");
  poplens_step_add_text (self, 1, "type", "Type", poplens_light_type_name (type), "recorded",
                         block_type_meaning (type));
  add_times (self, source, row, tile);
  add_block_program (self, source, row);
  add_block_sum (self, source, row);
  if (self->program != POPLENS_NO_ROW)
    poplens_step_add_content (self);
}

PoplensTable *
poplens_build_card_of_block (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  PoplensStepFacts self = {.report = report, .cancellable = cancellable, .measure = "measured"};
  const PoplensLightSource *source = poplens_light_source_get (report, cancellable, error);
  guint32 row;

  if (!source)
    return NULL;
  if (!poplens_light_place_row (source, location, &row)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no block “%s”; the report has %u, numbered from 0",
                 poplens_location_get (location, "block"), source->blocks->n);
    return NULL;
  }
  if (!poplens_step_load_parts (&self, error))
    return NULL;
  self.execution = source->execution;
  self.debug = poplens_debug_at_hand (report, cancellable);
  self.rows = poplens_card_facts_new ();
  add_block_facts (&self, source, row);
  return poplens_card_facts_finish (self.rows, "Block", report);
}

/* ---- all blocks ------------------------------------------------------------------------------ */

typedef struct {
  const PoplensLightSource *source;
  PoplensLocation *location; /* (nullable) */
  GArray *rows;              /* guint32: rows of the blocks, in the order of the table */
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

static const PoplensColumn block_columns[] = {
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
light_block_cell (gconstpointer data, guint32 index, guint column, PoplensValue *value)
{
  const Blocks *self = data;
  const PoplensLightSource *source = self->source;
  const PoplensLightBlocks *blocks = source->blocks;
  guint32 row = g_array_index (self->rows, guint32, index);

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
light_block_link (gconstpointer data, guint32 index)
{
  const Blocks *self = data;

  return poplens_light_link (self->source, g_array_index (self->rows, guint32, index),
                             self->location);
}

static void
blocks_free (gpointer data)
{
  Blocks *self = data;

  g_clear_pointer (&self->location, poplens_location_unref);
  g_array_unref (self->rows);
  g_free (self);
}

/* Returns the rows of the blocks that are on the selected IPU and overlap the range. (transfer
 * full): GArray of guint32 */
static GArray *
choose_blocks (const PoplensLightSource *source, const PoplensLightWanted *wanted)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 from, to;

  for (guint32 i = 0; i < source->tiles->len; i++) {
    guint32 ipu = g_array_index (source->tiles, PoplensLightTile, i).ipu;
    guint64 origin = poplens_light_origin (source->ipus, ipu, wanted->from_first);
    if (wanted->ipu >= 0 && ipu != (guint32) wanted->ipu)
      continue;
    for (guint32 row = source->blocks->first[i]; row < source->blocks->first[i + 1]; row++)
      if (poplens_light_cut (source->blocks, row, origin, wanted, &from, &to))
        g_array_append_val (rows, row);
  }
  return rows;
}

PoplensTable *
poplens_build_blocks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  const PoplensLightSource *source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  Blocks *data = g_new (Blocks, 1);
  *data = (Blocks){source, location ? poplens_location_ref ((PoplensLocation *) location) : NULL,
                   choose_blocks (source, &wanted)};
  PoplensTable *table = poplens_table_new ("blocks", "Blocks", data->rows->len, light_block_cell,
                                           data, blocks_free, report);
  poplens_table_add_columns (table, block_columns, G_N_ELEMENTS (block_columns));
  poplens_table_set_link (table, light_block_link);
  g_autofree char *note =
      poplens_assumptions_sentence (source->blocks->n ? POPLENS_ASSUMES (BLOCKS) : 0);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- by program ------------------------------------------------------------------------------ */

typedef struct {
  const char *name, *type;
  gint64 block, blocks, tiles, cycles;
  double share;
  gint64 mean, shortest, longest;
} SumRow;

static const PoplensColumn sum_columns[] = {
    POPLENS_CELL (SumRow, name, "Name", TEXT, ASSUMED,
                  "Name of the program with the ID of the blocks, else type of the blocks"),
    POPLENS_CELL (SumRow, type, "Type", TEXT, ASSUMED,
                  "Type of the blocks, as numbered in the schema of the file"),
    POPLENS_CELL (SumRow, block, "Block", ID, FILE, "ID of the measured program (blocks.block_id)"),
    POPLENS_CELL (SumRow, blocks, "Blocks", COUNT, MEASURED,
                  "Number of blocks. Executions during an overflow are missing.", .total = TRUE),
    POPLENS_CELL (SumRow, tiles, "Tiles", COUNT, MEASURED, "Tiles that recorded these blocks"),
    POPLENS_CELL (
        SumRow, cycles, "Cycles", CYCLES, MEASURED,
        "Cycles of the blocks in total, over all tiles; for a range, the cycles in the range",
        .total = TRUE),
    POPLENS_CELL (SumRow, share, "Share", RATIO, DERIVED,
                  "Share of the cycles of all blocks. A nested block counts in both."),
    POPLENS_CELL (SumRow, mean, "Mean", CYCLES, DERIVED, "Mean cycles of a block, rounded"),
    POPLENS_CELL (SumRow, shortest, "Shortest", CYCLES, MEASURED, "Cycles of the shortest block"),
    POPLENS_CELL (SumRow, longest, "Longest", CYCLES, MEASURED, "Cycles of the longest block"),
};

static void
add_block_kind (PoplensRecords *rows, const PoplensLightSource *source, const PoplensLightSum *sum,
                guint64 all, const PoplensLocation *location)
{
  g_autofree char *link = poplens_light_link (source, sum->longest_row, location);
  SumRow *row = poplens_records_add (rows);

  row->name = poplens_records_text (rows, poplens_light_name (source, sum->type, sum->id));
  row->type = poplens_light_type_name (sum->type);
  if (sum->id >= 0)
    row->block = sum->id;
  row->blocks = sum->n;
  row->tiles = sum->tiles;
  row->cycles = sum->cycles;
  if (all)
    row->share = (double) sum->cycles / (double) all;
  row->mean = (sum->cycles + sum->n / 2) / sum->n;
  row->shortest = sum->shortest;
  row->longest = sum->longest;
  poplens_records_link (rows, "%s", link);
}

static char *
describe_blocks (const PoplensLightWanted *wanted)
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
poplens_build_blocks_by_program (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensLightSource *source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;
  guint64 all = 0;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  g_autoptr (GArray) sums = poplens_light_sums (source->blocks, source->tiles, &wanted);
  PoplensRecords *rows = POPLENS_RECORDS (SumRow, sum_columns);
  for (guint i = 0; i < sums->len; i++)
    all += g_array_index (sums, PoplensLightSum, i).cycles;
  for (guint i = 0; i < sums->len; i++)
    add_block_kind (rows, source, &g_array_index (sums, PoplensLightSum, i), all, location);
  PoplensTable *table = poplens_records_finish (rows, "blocks", "Blocks by program", report);
  poplens_table_set_bar (table, (guint) poplens_table_find_column (table, "share"));
  g_autofree char *what = describe_blocks (&wanted);
  poplens_table_set_note (table, what);
  return table;
}

/* ---- by tile --------------------------------------------------------------------------------- */

typedef struct {
  gint64 tile, ipu, blocks, streams, flushes, overflows, from, to, recorded, lost;
  double lost_share;
} TileRow;

static const PoplensColumn block_tile_columns[] = {
    POPLENS_CELL (TileRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (TileRow, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
    POPLENS_CELL (TileRow, blocks, "Blocks", COUNT, MEASURED, "Blocks of any type", .total = TRUE),
    POPLENS_CELL (
        TileRow, streams, "Stream copies", COUNT, MEASURED,
        "Stream copies (part of the previous column), recorded on every tile that runs one",
        .total = TRUE),
    POPLENS_CELL (TileRow, flushes, "Flushes", COUNT, MEASURED,
                  "Number of times that the buffer was written to the host, which costs cycles",
                  .total = TRUE),
    POPLENS_CELL (TileRow, overflows, "Buffer full", COUNT, MEASURED,
                  "Number of times that the buffer was full. Increase "
                  "profiler.blocks.bufferSize or narrow profiler.blocks.filter.",
                  .total = TRUE),
    POPLENS_CELL (TileRow, from, "From", CYCLES, MEASURED,
                  "First cycle of the first block, by the clock of the tile"),
    POPLENS_CELL (TileRow, to, "To", CYCLES, MEASURED, "Last cycle of the last block"),
    POPLENS_CELL (TileRow, recorded, "Recorded", CYCLES, DERIVED,
                  "Cycles covered by any block, each counted once", .total = TRUE),
    POPLENS_CELL (TileRow, lost, "Lost", CYCLES, DERIVED,
                  "Cycles while the buffer was full, each counted once; nothing was recorded",
                  .total = TRUE),
    POPLENS_CELL (TileRow, lost_share, "Lost share", RATIO, DERIVED,
                  "Lost cycles as a share of the cycles from the first to the last block"),
};

static void
add_block_tile (PoplensRecords *rows, const PoplensLightTile *tile)
{
  guint64 n = 0;

  for (guint t = 0; t < POPLENS_N_LIGHT_TYPES; t++)
    n += tile->n[t];
  TileRow *row = poplens_records_add (rows);
  row->tile = tile->tile;
  row->ipu = tile->ipu;
  row->blocks = n;
  row->streams = tile->n[POPLENS_LIGHT_STREAM_COPY];
  row->flushes = tile->n[POPLENS_LIGHT_FLUSH];
  row->overflows = tile->n[POPLENS_LIGHT_OVERFLOW];
  row->from = tile->from;
  row->to = tile->to;
  row->recorded = tile->covered;
  row->lost = tile->lost;
  if (tile->to > tile->from)
    row->lost_share = (double) tile->lost / (double) (tile->to - tile->from);
}

PoplensTable *
poplens_build_blocks_by_tile (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const PoplensLightSource *source = poplens_light_source_get (report, cancellable, error);
  PoplensLightWanted wanted;
  PoplensRecords *rows;

  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return NULL;
  rows = POPLENS_RECORDS (TileRow, block_tile_columns);
  for (guint i = 0; i < source->tiles->len; i++) {
    const PoplensLightTile *tile = &g_array_index (source->tiles, PoplensLightTile, i);
    if (wanted.ipu < 0 || tile->ipu == (guint32) wanted.ipu)
      add_block_tile (rows, tile);
  }
  PoplensTable *table = poplens_records_finish (rows, "blocks", "Blocks by tile", report);
  poplens_table_set_bar (table, (guint) poplens_table_find_column (table, "lost_share"));
  return table;
}
