/* Frames of what was executed. */
#include "library/frame-private.h"

#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-variation.h"

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

/* What the frame of steps owns. */
typedef struct {
  const PoplensExecution *execution;
  guint32 *run_of; /* NULL: not known */
} Steps;

static void
steps_free (gpointer data)
{
  g_free (((Steps *) data)->run_of);
  g_free (data);
}

static void
step_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensExecution *execution = ((const Steps *) data)->execution;

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
  Steps *own = g_new (Steps, 1);
  *own = (Steps){data, poplens_trace_find_runs (data)};
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

/* ---- steps by IPU ------------------------------------------------------------------------------
 */

static const PoplensColumn step_ipus[] = {
    STEP ("step", U32, row_step, ROW, NONE, "Row of the frame steps"),
    STEP ("ipu", U16, row_ipu, ID, NONE, "Number of the IPU"),
    POPLENS_COLUMN (
        "from", U64, PoplensExecution, row_from, CYCLES, ROW, MAX,
        "First drawn cycle: cycles_base + active_cycles_from_max; none if no tile was active"),
    POPLENS_WORKED_OUT ("to", CYCLES, ROW,
                        "End of the drawn cycles: cycles_base + active_cycles_to_max"),
    POPLENS_STEP_SOURCE,
};

/* Its number is the first row of the frame. */
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

void
poplens_frame_put_step_source (PoplensFrame *self, const PoplensExecution *execution, guint32 first)
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
    poplens_frame_put_step_source (self, poplens_report_peek (report, spec->part), 0);
  return self;
}

static const PoplensColumn ipus[] = {
    EXECUTION ("seen", GBOOLEAN, ipu_seen, BOOL, NONE, "Whether the IPU took part in any step"),
    EXECUTION ("end", U64, ipu_end, CYCLES, NONE, "End of the last tile of the IPU"),
    EXECUTION ("cycles", U64, ipu_cycles, CYCLES, NONE,
               "Cycles of the longest tile of each step, in total"),
};

static const PoplensColumn execution[] = {
    POPLENS_COLUMN ("cycles", U64, PoplensExecution, total_cycles, CYCLES, DERIVED, NONE,
                    "Cycles from the first start to the last end of a tile; 0 without steps"),
};

/* ---- runs --------------------------------------------------------------------------------------
 */

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

/* ---- lightweight profiling ---------------------------------------------------------------------
 */

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

/* Of blocks, and of tiles with blocks. */
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
      FRAME ("execution", "One row: cycles of the whole execution", execution,
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
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
