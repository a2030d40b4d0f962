/* Frames of what was executed. */
#include "library/frame-private.h"

#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-variation.h"

#define EXECUTION(name, holds, field, unit, absent, doc)                                           \
  POPLENS_COLUMN (name, holds, PoplensExecution, field, unit, MEASURED, absent, doc)

#define STEP(name, holds, field, unit, absent, doc)                                                \
  POPLENS_COLUMN (name, holds, PoplensExecution, field, unit, FILE, absent, doc)

static const PoplensColumn steps[] = {
    STEP ("id", U32, step_id, ID, NONE, "ID of the step"),
    STEP ("type", U8, step_type, ROW, NONE, "Row of the frame step-types"),
    STEP ("program", U32, step_program, ID, MAX, "ID of the program; none for an implicit sync"),
};

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
  value->text = column ? poplens_execution_step_sync (execution, row)
                       : poplens_execution_step_type (execution, row);
}

static PoplensFrame *
build_steps (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  static const PoplensColumn texts[] = {
      POPLENS_WORKED_OUT ("type_name", TEXT, FILE,
                          "Type of the step: \"OnTileExecute\", \"Sync\" or another"),
      POPLENS_WORKED_OUT ("sync_type", TEXT, FILE, "Kind of the sync; \"\" for other steps"),
  };
  static const PoplensColumn run =
      POPLENS_VALUES ("run", U32, ROW, DERIVED, MAX,
                      "Row of the frame runs, found by counting programs; none if several runs "
                      "cannot be told apart");
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  Steps *own = g_new (Steps, 1);
  *own = (Steps){data, poplens_trace_find_runs (data)};
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->n_steps, own, steps_free);
  poplens_frame_add_arrays (self, steps, G_N_ELEMENTS (steps), data, data->strings);
  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    poplens_frame_add_cells (self, &texts[t], step_cell, own, t);
  poplens_frame_add_values (self, &run, own->run_of, sizeof *own->run_of, NULL);
  return self;
}

static PoplensFrame *
build_types (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  static const PoplensColumn name =
      POPLENS_VALUES ("name", NAME, TEXT, FILE, NONE, "Type of the step, as named in the file");
  static const PoplensColumn cycles = POPLENS_VALUES (
      "tile_cycles", U64, CYCLES, DERIVED, MAX, "Cycles of all tiles and all steps of the type");
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->n_types, NULL, NULL);
  poplens_frame_add_values (self, &name, data->type_name, sizeof *data->type_name, data->strings);
  poplens_frame_add_values (self, &cycles, data->type_tile_cycles, sizeof (guint64), NULL);
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
poplens_frame_add_step_source (PoplensFrame *self, const PoplensExecution *execution, guint32 first)
{
  static const PoplensColumn source =
      POPLENS_WORKED_OUT ("source", TEXT, DERIVED,
                          "Where the cycles of the row are from: measured, estimated by the "
                          "compiler, or derived by Poplar for steps without a program");

  poplens_frame_add_cells (self, &source, source_cell, execution, first);
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
  static const PoplensColumn to = POPLENS_WORKED_OUT (
      "to", CYCLES, ROW, "End of the drawn cycles: cycles_base + active_cycles_to_max");
  PoplensFrame *self = poplens_frame_of_part (spec, report, key, cancellable, error);

  if (self) {
    const PoplensExecution *data = poplens_report_peek (report, POPLENS_PART_EXECUTION);
    poplens_frame_add_cells (self, &to, to_cell, data, 0);
    poplens_frame_add_step_source (self, data, 0);
  }
  return self;
}

static const PoplensColumn ipus[] = {
    EXECUTION ("seen", GBOOLEAN, ipu_seen, BOOL, NONE, "Whether the IPU took part in any step"),
    EXECUTION ("end", U64, ipu_end, CYCLES, NONE, "End of the last tile of the IPU"),
    EXECUTION ("cycles", U64, ipu_cycles, CYCLES, NONE,
               "Cycles of the longest tile of each step, in total"),
};

static PoplensFrame *
build_totals (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  static const PoplensColumn cycles =
      POPLENS_COLUMN ("cycles", U64, PoplensExecution, total_cycles, CYCLES, DERIVED, NONE,
                      "Cycles from the first start to the last end of a tile; 0 without steps");
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, 1, NULL, NULL);
  poplens_frame_add_records (self, &cycles, 1, data, sizeof *data, NULL);
  return self;
}

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

static PoplensFrame *
build_runs (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->n_runs, NULL, NULL);
  poplens_frame_add_records (self, runs, G_N_ELEMENTS (runs), data->runs, sizeof (PoplensRunInfo),
                             data->strings);
  return self;
}

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

static PoplensFrame *
build_blocks (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  static const PoplensColumn cells[] = {
      POPLENS_WORKED_OUT ("tile", ID, MEASURED, "Tile that recorded the block"),
      POPLENS_WORKED_OUT ("to", CYCLES, MEASURED, "End of the block, by the clock of the tile"),
  };
  static const PoplensColumn columns[] = {
      POPLENS_COLUMN ("from", U64, PoplensLightBlocks, from, CYCLES, MEASURED, NONE,
                      "Begin of the block, by the clock of the tile"),
      POPLENS_COLUMN ("id", I64, PoplensLightBlocks, id, ID, MEASURED, MINUS_ONE,
                      "ID of the measured program; none for an anonymous block"),
      POPLENS_COLUMN ("type", U8, PoplensLightBlocks, type, ID, MEASURED, NONE,
                      "0 common, 1 stream copy, 2 overflow, 3 anonymous, 4 block flush"),
  };
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->light->n, NULL, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], block_cell, data->light, c);
  poplens_frame_add_arrays (self, columns, G_N_ELEMENTS (columns), data->light, NULL);
  return self;
}

static PoplensFrame *
build_block_tiles (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                   GCancellable *cancellable, GError **error)
{
  static const PoplensColumn columns[] = {
      POPLENS_COLUMN ("tile", U32, PoplensLightBlocks, tile, ID, FILE, NONE, "Number of the tile"),
      POPLENS_COLUMN ("first", U32, PoplensLightBlocks, first, ROW, FILE, NONE,
                      "Row of the frame blocks of the first block of the tile"),
  };
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->light->n_tiles, NULL, NULL);
  poplens_frame_add_arrays (self, columns, G_N_ELEMENTS (columns), data->light, NULL);
  return self;
}

#define PART .part = POPLENS_PART_EXECUTION
#define FRAME(title, says, function, count, list)                                                  \
  {                                                                                                \
    .name = title, .doc = says, PART, .build = function,                                           \
    .n_rows = G_STRUCT_OFFSET (PoplensExecution, count),                                           \
    .strings = G_STRUCT_OFFSET (PoplensExecution, strings), .columns = list,                       \
    .n_columns = G_N_ELEMENTS (list)                                                               \
  }
#define OTHER(title, says, function)                                                               \
  {                                                                                                \
    .name = title, .doc = says, PART, .build = function                                            \
  }

PoplensFrameGroup
poplens_frames_of_execution (void)
{
  static const PoplensFrameSpec specs[] = {
      OTHER ("execution", "One row: cycles of the whole execution", build_totals),
      OTHER ("steps", "One row per executed step, by ID", build_steps),
      OTHER ("step-types", "One row per type of executed step", build_types),
      FRAME ("step-ipus", "One row per executed step and IPU that took part, by step and IPU",
             build_step_ipus, n_rows, step_ipus),
      FRAME ("execution-ipus", "One row per IPU, by number", poplens_frame_of_part, n_ipus, ipus),
      OTHER ("runs", "One row per run of the engine", build_runs),
      FRAME ("program-trace", "One row per executed program, in order", poplens_frame_of_part,
             n_trace, trace),
      FRAME ("execution-totals", "One row per total of cycles, as recorded", poplens_frame_of_part,
             n_totals, file_totals),
      FRAME ("markers", "One row per marker, at regular distances in cycles", poplens_frame_of_part,
             n_markers, markers),
      OTHER ("blocks", "One row per block of lightweight profiling, by tile and begin",
             build_blocks),
      OTHER ("block-tiles", "One row per tile with blocks", build_block_tiles),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
