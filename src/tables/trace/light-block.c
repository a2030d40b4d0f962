/* All that the file says of one block of lightweight profiling, the location's "block". */
#include "derived/trace/light-source.h"
#include "tables/trace/trace-step.h"

#include "base/error.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "tables/engine/builders.h"

/* What a block of the type is, in words. */
static const char *
meaning (PoplensLightType type)
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
add_cycles (PoplensStepFacts *self, const char *key, const char *what, guint64 value,
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
  add_cycles (self, "from", "From", from, "measured",
              "First cycle of the block. Each IPU counts from the load of the executable.");
  add_cycles (self, "to", "To", to, "measured", "Last cycle of the block");
  add_cycles (self, "cycles", "Cycles", to - from, "measured", "Length of the block");
  add_cycles (self, "since", "After first block", from - first, "derived",
              "Cycles from the begin of the first block of the IPU to the begin of this block");
}

static void
add_sum (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
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
    add_cycles (self, "mean", "Mean", (sum->cycles + sum->n / 2) / sum->n, "derived",
                "Mean cycles of these blocks, rounded");
    add_cycles (self, "shortest", "Shortest", sum->shortest, "measured",
                "Cycles of the shortest of these blocks");
    add_cycles (self, "longest", "Longest", sum->longest, "measured",
                "Cycles of the longest of these blocks");
  }
}

static void
add_program (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
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
add_all (PoplensStepFacts *self, const PoplensLightSource *source, guint32 row)
{
  const PoplensLightTile *tile = &g_array_index (source->tiles, PoplensLightTile,
                                                 poplens_light_blocks_tile (source->blocks, row));
  PoplensLightType type = poplens_light_blocks_type (source->blocks, row);

  self->program = poplens_light_program (source, source->blocks->id[row]);
  poplens_step_add_int (self, 0, "row", "Block", row, POPLENS_UNIT_ID, "derived",
                        "Number of the block by tile and begin, from 0");
  poplens_step_add_text (self, 1, "type", "Type", poplens_light_type_name (type), "recorded",
                         meaning (type));
  add_times (self, source, row, tile);
  add_program (self, source, row);
  add_sum (self, source, row);
  if (self->program != POPLENS_NO_ROW)
    poplens_step_add_content (self);
}

PoplensTable *
poplens_build_card_of_block (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  PoplensStepFacts self = {.report = report, .cancellable = cancellable, .measure = "measured"};
  g_autoptr (PoplensLightSource) source = poplens_light_source_get (report, cancellable, error);
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
  add_all (&self, source, row);
  return poplens_card_facts_finish (self.rows, "Block", report);
}
