/* Frames of the execution: steps, runs, cycles and lightweight-profiling blocks. */
#include "library/frame-private.h"

#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-variation.h"
#include "derived/trace/trace-sums.h"

#define EXECUTION(name, holds, field, unit, absent, doc)                                           \
  POPLENS_COLUMN (name, holds, PoplensExecution, field, unit, MEASURED, absent, doc)

#define STEP(name, holds, field, unit, absent, doc)                                                \
  POPLENS_COLUMN (name, holds, PoplensExecution, field, unit, FILE, absent, doc)

enum { TYPE_NAME = 3, STEP_RUN = 5 };

static const PoplensColumn steps[] = {
    STEP ("id", U32, step_id, ID, NONE, "ID of the step"),
    STEP ("type", U8, step_type, ROW, NONE, "Row of the frame step-types"),
    STEP ("program", U32, step_program, ID, MAX, "ID of the program; none for an implicit sync"),
    [TYPE_NAME] = POPLENS_WORKED_OUT ("type_name", TEXT, FILE,
                                      "Type of the step: \"OnTileExecute\", \"Sync\" or another"),
    POPLENS_WORKED_OUT ("sync_type", TEXT, FILE, "Kind of the sync; \"\" for other steps"),
    [STEP_RUN] = POPLENS_VALUES ("run", U32, ROW, DERIVED, MAX,
                                 "Row of the frame runs, found by counting programs; none if "
                                 "several runs cannot be told apart"),
};

/* Data that the frame "steps" owns. */
typedef struct {
  const PoplensExecution *execution;
  guint32 *run_of; /* (nullable) [n_steps]: row of each step's run; NULL if unknown */
} StepsData;

static void
steps_free (gpointer data)
{
  g_free (((StepsData *) data)->run_of);
  g_free (data);
}

static void
step_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensExecution *execution = ((const StepsData *) data)->execution;

  value->type = POPLENS_VALUE_TEXT;
  value->text = column == TYPE_NAME ? poplens_execution_step_type (execution, row)
                                    : poplens_execution_step_sync (execution, row);
}

static PoplensFrame *
build_steps (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  StepsData *own = g_new (StepsData, 1);
  *own = (StepsData){data, poplens_trace_find_runs (data)};
  PoplensFrame *self = poplens_frame_new (spec, report, data->n_steps, data, data->strings);
  poplens_frame_put (self, STEP_RUN, own->run_of, sizeof *own->run_of);
  poplens_frame_own (self, own, steps_free);
  return self;
}

static const PoplensColumn step_types[] = {
    POPLENS_VALUES ("name", NAME, TEXT, FILE, NONE, "Type of the step, as named in the file"),
    POPLENS_COLUMN ("tile_cycles", U64, PoplensExecution, type_tile_cycles, CYCLES, DERIVED, MAX,
                    "Cycles of all tiles and all steps of the type"),
};

static PoplensFrame *
build_types (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, data->n_types, data, data->strings);
  poplens_frame_put (self, 0, data->type_name, sizeof *data->type_name);
  return self;
}

/* ---- steps by IPU ---------------------------------------------------------------------------- */

/* Last column of frames with a row per step and IPU: says how the cycles of the row were obtained.
 */
#define STEP_SOURCE                                                                                \
  POPLENS_WORKED_OUT ("source", TEXT, DERIVED,                                                     \
                      "Where the cycles of the row are from: measured, estimated by the "          \
                      "compiler, or derived by Poplar for steps without a program")

static const PoplensColumn step_ipus[] = {
    STEP ("step", U32, row_step, ROW, NONE, "Row of the frame steps"),
    STEP ("ipu", U16, row_ipu, ID, NONE, "Number of the IPU"),
    POPLENS_COLUMN (
        "from", U64, PoplensExecution, row_from, CYCLES, ROW, MAX,
        "First drawn cycle: cycles_base + active_cycles_from_max; none if no tile was active"),
    POPLENS_WORKED_OUT ("to", CYCLES, ROW,
                        "End of the drawn cycles: cycles_base + active_cycles_to_max"),
    STEP_SOURCE,
};

/* Computes a cell of the column "source". @first: row of PoplensExecution that is row 0 of the
 * frame */
static void
source_cell (gconstpointer data, guint32 row, guint first, PoplensValue *value)
{
  const PoplensExecution *execution = data;

  if (first + row >= execution->n_rows)
    return;
  value->type = POPLENS_VALUE_TEXT;
  value->text =
      poplens_step_source_name (poplens_step_source (execution, execution->row_step[first + row]));
}

static void
put_step_source (PoplensFrame *self, const PoplensExecution *execution, guint32 first)
{
  poplens_frame_put_cells (self, poplens_frame_n_columns (self) - 1, source_cell, execution, first);
}

static void
to_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensExecution *execution = data;

  if (execution->row_from[row] == G_MAXUINT64)
    return;
  value->type = POPLENS_VALUE_INT;
  value->integer = (gint64) poplens_execution_row_to (execution, row);
}

static PoplensFrame *
build_step_ipus (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  PoplensFrame *self = poplens_frame_of_part (spec, report, key, cancellable, error);

  if (self)
    put_step_source (self, poplens_report_peek (report, spec->part), 0);
  return self;
}

static const PoplensColumn ipus[] = {
    EXECUTION ("seen", GBOOLEAN, ipu_seen, BOOL, NONE, "Whether the IPU took part in any step"),
    EXECUTION ("end", U64, ipu_end, CYCLES, NONE, "End of the last tile of the IPU"),
    EXECUTION ("cycles", U64, ipu_cycles, CYCLES, NONE,
               "Cycles of the longest tile of each step, in total"),
};

static const PoplensColumn execution_total[] = {
    POPLENS_COLUMN ("cycles", U64, PoplensExecution, total_cycles, CYCLES, DERIVED, NONE,
                    "Cycles from the first start to the last end of a tile; 0 without steps"),
};

/* ---- runs ------------------------------------------------------------------------------------ */

#define RUN(name, holds, field, unit, absent, doc)                                                 \
  POPLENS_COLUMN (name, holds, PoplensRunInfo, field, unit, MEASURED, absent, doc)

static const PoplensColumn runs[] = {
    RUN ("id", I64, id, ID, NONE, "ID of the run"),
    RUN ("name", NAME, name, TEXT, NONE, "Name of the run"),
    RUN ("start", U64, start_epoch_microseconds, MICROSECONDS, NONE,
         "Start of the run since 1970-01-01 UTC"),
    RUN ("elapsed", I64, elapsed_microseconds, MICROSECONDS, MIN, "Measured time of the run"),
    RUN ("num_programs", U64, n_programs, COUNT, MAX, "Programs executed in the run"),
    RUN ("num_steps", U64, n_steps, COUNT, MAX, "Number of steps as recorded; usually one too low"),
};

static const PoplensColumn trace[] = {
    EXECUTION ("program", U32, trace_program, ID, NONE, "ID of the program"),
};

static const PoplensColumn file_totals[] = {
    EXECUTION ("name", NAME, total_name, TEXT, NONE, "Column of execution_cycle_totals"),
    EXECUTION ("value", U64, total_value, CYCLES, NONE, "Value of the column"),
};

static const PoplensColumn markers[] = {
    EXECUTION ("from", U64, marker_from, CYCLES, NONE, "Cycle of the marker"),
    EXECUTION ("length", U64, marker_length, CYCLES, NONE, "Cycles to the next marker"),
};

/* ---- cycles, piece by piece ----------------------------------------------------------------- */

#define FROM(name, holds, field, unit, from, absent, doc)                                          \
  POPLENS_COLUMN (name, holds, PoplensStepRow, field, unit, from, absent, doc)
#define ROW(name, holds, field, unit, absent, doc) FROM (name, holds, field, unit, ROW, absent, doc)
#define CYCLES(name, field, doc) ROW (name, U64, field, CYCLES, NONE, doc)

static const PoplensColumn details[] = {
    FROM ("step", U32, step_id, ID, FILE, NONE, "ID of the step"),
    FROM ("ipu", U32, ipu, ID, FILE, NONE, "Number of the IPU"),
    CYCLES ("cycles_base", base,
            "Cycle at which the first tile begins; the next nine columns count from it"),
    CYCLES ("active_cycles_from_max", active_from_max, "Start of the last active tile"),
    CYCLES ("active_cycles_from_mean", active_from_mean, "Mean start of the active tiles"),
    CYCLES ("active_cycles_from_min", active_from_min, "Start of the first active tile"),
    CYCLES ("active_cycles_to_max", active_to_max, "End of the last active tile"),
    CYCLES ("active_cycles_to_mean", active_to_mean, "Mean end of the active tiles"),
    CYCLES ("active_cycles_to_min", active_to_min, "End of the first active tile"),
    CYCLES ("all_cycles_to_max", all_to_max, "End of the last of all tiles"),
    CYCLES ("all_cycles_to_mean", all_to_mean, "Mean end of all tiles"),
    CYCLES ("all_cycles_to_min", all_to_min, "End of the first of all tiles"),
    CYCLES ("cycles", cycles, "Cycles of the longest tile"),
    ROW ("active_tiles", U64, active_tiles, COUNT, NONE, "Tiles with any cycles in the step"),
    ROW ("active_tile_balance", DOUBLE, active_tile_balance, RATIO, MAX,
         "Mean cycles of the active tiles ÷ cycles of the longest tile"),
    ROW ("thread_balance", DOUBLE, thread_balance, RATIO, MAX,
         "Balance of the threads of the tiles, as recorded"),
    ROW ("tile_balance", DOUBLE, tile_balance, RATIO, MAX,
         "Mean cycles of all tiles ÷ cycles of the longest tile"),
    FROM ("tile_cycles_id", I64, tile_cycles_id, ID, FILE, MINUS_ONE, "Key of the frame cycles"),
    STEP_SOURCE,
};

/* Builds a frame of one batch (slice) of the rows of steps_by_ipu. A batch has
 * POPLENS_STEP_ROWS_PER_SLICE rows. */
static PoplensFrame *
build_details (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
               GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);
  guint64 per = POPLENS_STEP_ROWS_PER_SLICE;

  if (!data || !poplens_frame_check_key (spec, key, data->n_rows / per + 1,
                                         "a piece of the frame step-ipus", error))
    return NULL;
  PoplensFrame *self = poplens_frame_of_slice (spec, report, key, cancellable, error);
  if (self)
    put_step_source (self, data, (guint32) (key * per));
  return self;
}

/* ---- all rows at once ------------------------------------------------------------------------ */

/* Cycles as 64-bit numbers, the type of the frame in every report. The report caches narrower
 * numbers. */
typedef struct {
  guint64 *cycles, *tile_cycles;
} WideSums;

static void
wide_free (gpointer data)
{
  WideSums *self = data;

  g_free (self->cycles);
  g_free (self->tile_cycles);
  g_free (self);
}

/* Copies a column of cycles to 64-bit numbers. (transfer full) */
static guint64 *
widen_cycles (const PoplensCycleColumn *column)
{
  guint64 *wide = g_new (guint64, MAX (column->n, 1));

  for (guint32 row = 0; row < column->n; row++)
    wide[row] = poplens_cycles_at (column, row);
  return wide;
}

#define SUMS(name, field, absent, doc)                                                             \
  POPLENS_COLUMN (name, U64, WideSums, field, CYCLES, ROW, absent, doc)

static const PoplensColumn sums[] = {
    SUMS ("cycles", cycles, NONE, "Cycles of the longest tile"),
    SUMS ("tile_cycles", tile_cycles, MAX, "Cycles of all tiles of the IPU"),
    STEP_SOURCE,
};

static PoplensFrame *
build_step_sums (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  const PoplensStepSums *kept =
      execution ? poplens_step_sums_get (report, cancellable, error) : NULL;
  WideSums *data;

  if (!kept)
    return NULL;
  data = g_new (WideSums, 1);
  *data = (WideSums){widen_cycles (kept->cycles), widen_cycles (kept->tile_cycles)};
  PoplensFrame *self = poplens_frame_new (spec, report, kept->n, data, NULL);
  poplens_frame_own (self, data, wide_free);
  put_step_source (self, execution, 0);
  return self;
}

/* ---- lists by tile --------------------------------------------------------------------------- */

static const PoplensColumn cycles[] = {
    POPLENS_NUMBERS ("cycles", U64, CYCLES, MEASURED, "Cycles of the tile"),
};

static const PoplensColumn estimates[] = {
    POPLENS_NUMBERS ("cycles", U64, CYCLES, ESTIMATED, "Cycles of the tile"),
};

static const PoplensColumn marker[] = {
    POPLENS_VALUES ("step", U64, ID, MEASURED, NONE,
                    "ID of the first step that ends at or after the marker"),
    POPLENS_VALUES ("cycles", U64, CYCLES, MEASURED, NONE, "Cycles from the marker to that end"),
};

static PoplensFrame *
build_marker (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data ||
      !poplens_frame_check_key (spec, key, data->n_markers, "a row of the frame markers", error))
    return NULL;
  PoplensSlice *slice =
      poplens_report_get_slice (report, POPLENS_SLICE_MARKER, key, cancellable, error);
  if (!slice)
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, slice->n / 2, NULL, NULL);
  poplens_frame_put (self, 0, slice->values, sizeof (guint64));
  poplens_frame_put (self, 1, slice->values + slice->n / 2, sizeof (guint64));
  poplens_frame_own (self, slice, (GDestroyNotify) poplens_slice_unref);
  return self;
}

/* ---- lightweight profiling ------------------------------------------------------------------- */

static void
block_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensLightBlocks *blocks = data;

  value->type = POPLENS_VALUE_INT;
  value->integer = column ? (gint64) poplens_light_blocks_to (blocks, row)
                          : blocks->tile[poplens_light_blocks_tile (blocks, row)];
}

static const PoplensColumn blocks[] = {
    POPLENS_WORKED_OUT ("tile", ID, MEASURED, "Tile that recorded the block"),
    POPLENS_WORKED_OUT ("to", CYCLES, MEASURED, "End of the block, by the clock of the tile"),
    POPLENS_COLUMN ("from", U64, PoplensLightBlocks, from, CYCLES, MEASURED, NONE,
                    "Begin of the block, by the clock of the tile"),
    POPLENS_COLUMN ("id", I64, PoplensLightBlocks, id, ID, MEASURED, MINUS_ONE,
                    "ID of the measured program; none for an anonymous block"),
    POPLENS_COLUMN ("type", U8, PoplensLightBlocks, type, ID, MEASURED, NONE,
                    "0 common, 1 stream copy, 2 overflow, 3 anonymous, 4 block flush"),
};

static const PoplensColumn block_tiles[] = {
    POPLENS_COLUMN ("tile", U32, PoplensLightBlocks, tile, ID, FILE, NONE, "Number of the tile"),
    POPLENS_COLUMN ("first", U32, PoplensLightBlocks, first, ROW, FILE, NONE,
                    "Row of the frame blocks of the first block of the tile"),
};

/* Builds the frames "blocks" and "block-tiles". */
static PoplensFrame *
build_blocks (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  guint32 n = spec->columns == blocks ? data->light->n : data->light->n_tiles;
  return poplens_frame_new (spec, report, n, data->light, NULL);
}

#define FRAME(title, says, list, ...)                                                              \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_EXECUTION, POPLENS_FRAME_COLUMNS (list),      \
    __VA_ARGS__                                                                                    \
  }
#define COUNT(count)                                                                               \
  .n_rows = G_STRUCT_OFFSET (PoplensExecution, count),                                             \
  .strings = G_STRUCT_OFFSET (PoplensExecution, strings)
#define ROWS(count) .build = poplens_frame_of_part, COUNT (count)

PoplensFrameGroup
poplens_frames_of_execution (void)
{
  static const PoplensFrameSpec specs[] = {
      FRAME ("execution", "One row: cycles of the whole execution", execution_total,
             .build = poplens_frame_of_part, .n_rows = POPLENS_NO_OFFSET,
             .record = sizeof (PoplensExecution)),
      FRAME ("steps", "One row per executed step, by ID", steps, .build = build_steps,
             .cell = step_cell),
      FRAME ("step-types", "One row per type of executed step", step_types, .build = build_types),
      FRAME ("step-ipus", "One row per executed step and IPU that took part, by step and IPU",
             step_ipus, COUNT (n_rows), .build = build_step_ipus, .cell = to_cell),
      FRAME ("execution-ipus", "One row per IPU, by number", ipus, ROWS (n_ipus)),
      FRAME ("runs", "One row per run of the engine", runs, ROWS (n_runs),
             .base = G_STRUCT_OFFSET (PoplensExecution, runs), .record = sizeof (PoplensRunInfo)),
      FRAME ("program-trace", "One row per executed program, in order", trace, ROWS (n_trace)),
      FRAME ("execution-totals", "One row per total of cycles, as recorded", file_totals,
             ROWS (n_totals)),
      FRAME ("markers", "One row per marker, at regular distances in cycles", markers,
             ROWS (n_markers)),
      FRAME ("blocks", "One row per block of lightweight profiling, by tile and begin", blocks,
             .build = build_blocks, .cell = block_cell),
      FRAME ("block-tiles", "One row per tile with blocks", block_tiles, .build = build_blocks),
      {.name = "step-cycles",
       .doc = "One row per executed step and IPU, as in step-ipus: cycles. Read at once, and kept",
       .part = POPLENS_PART_EXECUTION,
       .build = build_step_sums,
       POPLENS_FRAME_COLUMNS (sums)},
      {.name = "step-details",
       .doc = "One row per executed step and IPU with all recorded values: rows key × 4096 to key "
              "× 4096 + 4095 of the frame step-ipus",
       .key = "row of the frame step-ipus / 4096",
       .part = POPLENS_PART_EXECUTION,
       .build = build_details,
       .slice = POPLENS_SLICE_STEP_ROWS,
       .record = sizeof (PoplensStepRow),
       POPLENS_FRAME_COLUMNS (details)},
      {.name = "cycles",
       .doc = "One row per tile of an IPU: measured cycles",
       .key = "ID of a list of cycles: tile_cycles_id, cycle_ids, exchange_cycle_ids or "
              "sync_cycle_ids",
       .part = POPLENS_PART_EXECUTION,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_CYCLES,
       .record = sizeof (guint64),
       POPLENS_FRAME_COLUMNS (cycles)},
      {.name = "estimates",
       .doc = "One row per tile of an IPU: the compiler's cycle estimate",
       .key = "ID of a list of estimates: estimate_ids",
       .part = POPLENS_PART_PROGRAMS,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_ESTIMATES,
       .record = sizeof (guint64),
       POPLENS_FRAME_COLUMNS (estimates)},
      {.name = "marker",
       .doc = "One row per tile: position at a marker",
       .key = "row of the frame markers",
       .part = POPLENS_PART_EXECUTION,
       .build = build_marker,
       POPLENS_FRAME_COLUMNS (marker)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
