/* Frames of cycles, read piece by piece. */
#include "library/frame-private.h"

#include "derived/trace/trace-sums.h"

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
};

/* The pieces are of so many rows each, all of steps_by_ipu together. */
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
    poplens_frame_add_step_source (self, data, (guint32) (key * per));
  return self;
}

/* ---- all rows at once -------------------------------------------------------------------------
 */

/* Numbers of 64 bits, as in every report: those that are kept are shorter. */
typedef struct {
  guint64 *cycles, *tile_cycles;
} Wide;

static void
wide_free (gpointer data)
{
  Wide *self = data;

  g_free (self->cycles);
  g_free (self->tile_cycles);
  g_free (self);
}

/* (transfer full) */
static guint64 *
widen (const PoplensCycleColumn *column)
{
  guint64 *wide = g_new (guint64, MAX (column->n, 1));

  for (guint32 row = 0; row < column->n; row++)
    wide[row] = poplens_cycles_at (column, row);
  return wide;
}

#define SUMS(name, field, absent, doc)                                                             \
  POPLENS_COLUMN (name, U64, Wide, field, CYCLES, ROW, absent, doc)

static const PoplensColumn sums[] = {
    SUMS ("cycles", cycles, NONE, "Cycles of the longest tile"),
    SUMS ("tile_cycles", tile_cycles, MAX, "Cycles of all tiles of the IPU"),
};

static PoplensFrame *
build_sums (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensStepSums) kept =
      execution ? poplens_step_sums_get (report, cancellable, error) : NULL;
  Wide *data;

  if (!kept)
    return NULL;
  data = g_new (Wide, 1);
  *data = (Wide){widen (kept->cycles), widen (kept->tile_cycles)};
  PoplensFrame *self = poplens_frame_new (report, spec->name, kept->n, data, wide_free);
  poplens_frame_add_arrays (self, sums, G_N_ELEMENTS (sums), data, NULL);
  poplens_frame_add_step_source (self, execution, 0);
  return self;
}

/* ---- lists by tile ------------------------------------------------------------------------------
 */

static const PoplensColumn cycles[] = {
    POPLENS_VALUES ("cycles", U64, CYCLES, MEASURED, NONE, "Cycles of the tile"),
};

static const PoplensColumn estimates[] = {
    POPLENS_VALUES ("cycles", U64, CYCLES, ESTIMATED, NONE, "Cycles of the tile"),
};

static PoplensFrame *
build_marker (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  static const PoplensColumn step = POPLENS_VALUES (
      "step", U64, ID, MEASURED, NONE, "ID of the first step that ends at or after the marker");
  static const PoplensColumn left =
      POPLENS_VALUES ("cycles", U64, CYCLES, MEASURED, NONE, "Cycles from the marker to that end");
  const PoplensExecution *data = poplens_report_load_execution (report, cancellable, error);

  if (!data ||
      !poplens_frame_check_key (spec, key, data->n_markers, "a row of the frame markers", error))
    return NULL;
  PoplensSlice *slice =
      poplens_report_get_slice (report, POPLENS_SLICE_MARKER, key, cancellable, error);
  if (!slice)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, slice->n / 2, slice,
                                          (GDestroyNotify) poplens_slice_unref);
  poplens_frame_add_values (self, &step, slice->values, sizeof (guint64), NULL);
  poplens_frame_add_values (self, &left, slice->values + slice->n / 2, sizeof (guint64), NULL);
  return self;
}

PoplensFrameGroup
poplens_frames_of_cycles (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "step-cycles",
       .doc = "One row per executed step and IPU, as in step-ipus: cycles. Read at once, and kept",
       .part = POPLENS_PART_EXECUTION,
       .build = build_sums},
      {.name = "step-details",
       .doc = "One row per executed step and IPU with all recorded values: rows key × 4096 to key "
              "× 4096 + 4095 of the frame step-ipus",
       .key = "row of the frame step-ipus / 4096",
       .part = POPLENS_PART_EXECUTION,
       .build = build_details,
       .slice = POPLENS_SLICE_STEP_ROWS,
       .record = sizeof (PoplensStepRow),
       .columns = details,
       .n_columns = G_N_ELEMENTS (details)},
      {.name = "cycles",
       .doc = "One row per tile of an IPU: measured cycles",
       .key = "ID of a list of cycles: tile_cycles_id, cycle_ids, exchange_cycle_ids or "
              "sync_cycle_ids",
       .part = POPLENS_PART_EXECUTION,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_CYCLES,
       .record = sizeof (guint64),
       .columns = cycles,
       .n_columns = G_N_ELEMENTS (cycles)},
      {.name = "estimates",
       .doc = "One row per tile of an IPU: the compiler's cycle estimate",
       .key = "ID of a list of estimates: estimate_ids",
       .part = POPLENS_PART_PROGRAMS,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_ESTIMATES,
       .record = sizeof (guint64),
       .columns = estimates,
       .n_columns = G_N_ELEMENTS (estimates)},
      {.name = "marker",
       .doc = "One row per tile: position at a marker",
       .key = "row of the frame markers",
       .part = POPLENS_PART_EXECUTION,
       .build = build_marker},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
