/* Frames of cycles, read piece by piece. */
#include "library/frame-private.h"

#include "derived/trace/trace-sums.h"

#define ROW(name, holds, field, unit, gap, doc)                                                    \
  POPLENS_COLUMN (name, holds, PoplensStepRow, field, unit, gap, doc)
#define CYCLES(name, field, doc) ROW (name, U64, field, "cycles", NONE, doc)

static const PoplensPlan details[] = {
    ROW ("step", U32, step_id, "id", NONE, "Id of the step."),
    ROW ("ipu", U32, ipu, "id", NONE, "The IPU."),
    CYCLES ("cycles_base", base, "When its first tile begins; the next nine count from there."),
    CYCLES ("active_cycles_from_max", active_from_max, "Last begin of the tiles that work."),
    CYCLES ("active_cycles_from_mean", active_from_mean, "Mean of their begins."),
    CYCLES ("active_cycles_from_min", active_from_min, "First of their begins."),
    CYCLES ("active_cycles_to_max", active_to_max, "Last of their ends."),
    CYCLES ("active_cycles_to_mean", active_to_mean, "Mean of their ends."),
    CYCLES ("active_cycles_to_min", active_to_min, "First of their ends."),
    CYCLES ("all_cycles_to_max", all_to_max, "Last end of all tiles."),
    CYCLES ("all_cycles_to_mean", all_to_mean, "Mean of all ends."),
    CYCLES ("all_cycles_to_min", all_to_min, "First of all ends."),
    CYCLES ("cycles", cycles, "Of the tile that takes longest."),
    ROW ("active_tiles", U64, active_tiles, "count", NONE, "Tiles with more than 0 cycles."),
    ROW ("active_tile_balance", DOUBLE, active_tile_balance, "ratio", MAX,
         "Mean over the tiles that work, by cycles."),
    ROW ("thread_balance", DOUBLE, thread_balance, "ratio", MAX, "Of the threads of the tiles."),
    ROW ("tile_balance", DOUBLE, tile_balance, "ratio", MAX, "Mean over all tiles, by cycles."),
    ROW ("tile_cycles_id", I64, tile_cycles_id, "id", MINUS_ONE, "Key of the frame cycles."),
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
  return poplens_frame_of_slice (spec, report, key, cancellable, error);
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

#define SUMS(name, field, gap, doc) POPLENS_COLUMN (name, U64, Wide, field, "cycles", gap, doc)

static const PoplensPlan sums[] = {
    SUMS ("cycles", cycles, NONE, "Of the tile that takes longest."),
    SUMS ("tile_cycles", tile_cycles, MAX, "\u03a3 over the IPU's tiles."),
};

static PoplensFrame *
build_sums (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensStepSums) kept = poplens_step_sums_get (report, cancellable, error);
  Wide *data;

  if (!kept)
    return NULL;
  data = g_new (Wide, 1);
  *data = (Wide){widen (kept->cycles), widen (kept->tile_cycles)};
  PoplensFrame *self = poplens_frame_new (report, spec->name, kept->n, data, wide_free);
  poplens_frame_set_provenance (self, spec->provenance);
  poplens_frame_add_columns (self, sums, G_N_ELEMENTS (sums), data, NULL);
  return self;
}

/* ---- lists by tile ------------------------------------------------------------------------------
 */

static const PoplensPlan cycles[] = {
    {.name = "cycles", .holds = POPLENS_HOLDS_U64, .unit = "cycles", .doc = "Of the tile."},
};

static PoplensFrame *
build_marker (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
              GCancellable *cancellable, GError **error)
{
  static const PoplensPlan step = {.name = "step",
                                   .holds = POPLENS_HOLDS_U64,
                                   .unit = "id",
                                   .doc =
                                       "Id of the first step whose end is not before the marker."};
  static const PoplensPlan left = {.name = "cycles",
                                   .holds = POPLENS_HOLDS_U64,
                                   .unit = "cycles",
                                   .doc = "From the marker to that end."};
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
  poplens_frame_set_provenance (self, "measured");
  poplens_frame_add_values (self, &step, slice->values, sizeof (guint64), NULL);
  poplens_frame_add_values (self, &left, slice->values + slice->n / 2, sizeof (guint64), NULL);
  return self;
}

PoplensFrameGroup
poplens_frames_of_cycles (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "step-cycles",
       .doc =
           "A row an executed step on an IPU, as in step-ipus: its cycles. Read at once, and kept.",
       .part = POPLENS_PART_EXECUTION,
       .provenance = "measured",
       .build = build_sums},
      {.name = "step-details",
       .doc = "A row an executed step on an IPU, with all that the file says: rows key \u00d7 4096 "
              "\u2026 of "
              "the frame step-ipus.",
       .key = "row of the frame step-ipus / 4096",
       .part = POPLENS_PART_EXECUTION,
       .provenance = "measured",
       .build = build_details,
       .slice = POPLENS_SLICE_STEP_ROWS,
       .record = sizeof (PoplensStepRow),
       .plans = details,
       .n_plans = G_N_ELEMENTS (details)},
      {.name = "cycles",
       .doc = "A row a tile of one IPU: what was measured there.",
       .key = "id of a list of cycles: tile_cycles_id, cycle_ids \u2026",
       .part = POPLENS_PART_EXECUTION,
       .provenance = "measured",
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_CYCLES,
       .record = sizeof (guint64),
       .plans = cycles,
       .n_plans = G_N_ELEMENTS (cycles)},
      {.name = "estimates",
       .doc = "A row a tile of one IPU: what the compiler estimates.",
       .key = "id of a list of estimates: estimate_ids",
       .part = POPLENS_PART_PROGRAMS,
       .provenance = "estimated",
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_ESTIMATES,
       .record = sizeof (guint64),
       .plans = cycles,
       .n_plans = G_N_ELEMENTS (cycles)},
      {.name = "marker",
       .doc = "A row a tile: where it is at a marker.",
       .key = "row of the frame markers",
       .part = POPLENS_PART_EXECUTION,
       .provenance = "measured",
       .build = build_marker},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
