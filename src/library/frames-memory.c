/* Frames of memory by tile and category. */
#include "derived/trace/trace-sums.h"
#include "library/frame-private.h"

/* ---- cycles ---------------------------------------------------------------------------------- */

/* Frames of cycles, read piece by piece. */

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
    POPLENS_STEP_SOURCE,
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
    poplens_frame_put_step_source (self, data, (guint32) (key * per));
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
    POPLENS_STEP_SOURCE,
};

static PoplensFrame *
build_sums (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  const PoplensStepSums *kept =
      execution ? poplens_step_sums_get (report, cancellable, error) : NULL;
  Wide *data;

  if (!kept)
    return NULL;
  data = g_new (Wide, 1);
  *data = (Wide){widen (kept->cycles), widen (kept->tile_cycles)};
  PoplensFrame *self = poplens_frame_new (spec, report, kept->n, data, NULL);
  poplens_frame_own (self, data, wide_free);
  poplens_frame_put_step_source (self, execution, 0);
  return self;
}

/* ---- lists by tile ------------------------------------------------------------------------------
 */

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

PoplensFrameGroup
poplens_frames_of_cycles (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "step-cycles",
       .doc = "One row per executed step and IPU, as in step-ipus: cycles. Read at once, and kept",
       .part = POPLENS_PART_EXECUTION,
       .build = build_sums,
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

/* ---- memory by tile -------------------------------------------------------------------------- */

#define TILE(name, field, doc)                                                                     \
  POPLENS_COLUMN (name, U32, PoplensMemory, field, BYTES, FILE, NONE, doc)

#define TILE_NUMBER                                                                                \
  POPLENS_COLUMN ("tile", U32, PoplensMemory, tile, ID, FILE, NONE,                                \
                  "Number of the tile, over all IPUs")

static const PoplensColumn tiles[] = {
    TILE_NUMBER,
    TILE ("total", total, "Bytes that variables cover, each counted once"),
    TILE ("total_including_gaps", total_including_gaps,
          "Bytes up to the end of the highest variable"),
    TILE ("non_interleaved", non_interleaved,
          "Bytes outside the interleaved region (part of total)"),
    TILE (
        "non_interleaved_including_gaps", non_interleaved_including_gaps,
        "Bytes outside the interleaved region including gaps; does not equal total_including_gaps"),
    TILE ("interleaved", interleaved, "Bytes in the interleaved region (part of total)"),
    TILE ("interleaved_including_gaps", interleaved_including_gaps,
          "Bytes in the interleaved region including gaps"),
    TILE ("overflowed", overflowed, "Bytes past the end of the tile's memory (part of total)"),
    TILE ("overflowed_including_gaps", overflowed_including_gaps,
          "Bytes past the end of the tile's memory including gaps"),
    TILE ("always_live", always_live,
          "Sum of the sizes of variables that are live at every step; shared bytes count for each "
          "variable"),
    POPLENS_COLUMN ("not_always_live_max", U32, PoplensMemory, not_always_live_max, BYTES, FILE,
                    MAX, "Most not-always-live bytes at one step"),
    POPLENS_COLUMN ("shared", U32, PoplensMemory, shared, BYTES, DERIVED, NONE,
                    "Bytes that several variables use (part of total)"),
};

/* What archive.a alone does not tell is absent. */
static gboolean
is_known (const PoplensMemory *memory, gsize field)
{
  gboolean of_region = field >= G_STRUCT_OFFSET (PoplensMemory, non_interleaved) &&
                       field <= G_STRUCT_OFFSET (PoplensMemory, overflowed_including_gaps);

  return of_region
             ? !memory->regions_unknown
             : !memory->from_archive || (field != G_STRUCT_OFFSET (PoplensMemory, always_live) &&
                                         field != G_STRUCT_OFFSET (PoplensMemory, shared));
}

static PoplensFrame *
build_tiles (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);

  if (!memory)
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, memory->n_tiles, memory, NULL);
  if (memory->from_archive)
    poplens_frame_describe (self, NULL,
                            "From archive.a only: the total covers the images of the tiles and "
                            "includes gaps inside a segment.",
                            memory->incomplete);
  for (guint c = 0; c < G_N_ELEMENTS (tiles); c++)
    if (!is_known (memory, tiles[c].offset))
      poplens_frame_put_nothing (self, c);
  return self;
}

/* ---- categories --------------------------------------------------------------------------------
 */

#define OVERLAP(region, column)                                                                    \
  column (region "_non_overlapped", "Bytes of the region that no other variable uses"),            \
      column (region "_overlapped",                                                                \
              "Bytes of the region that other variables also use; they count for each variable")
/* By PoplensCategoryList. */
#define OVERLAPS(column)                                                                           \
  OVERLAP ("interleaved", column), OVERLAP ("non_interleaved", column),                            \
      OVERLAP ("overflowed", column)
#define SUM(name, doc) POPLENS_WORKED_OUT (name, BYTES, FILE, doc)
#define LIST(name, doc) POPLENS_VALUES (name, U32, BYTES, FILE, NONE, doc)

enum { CATEGORY_LISTS = 3 }; /* the first of the sums */

static const PoplensColumn categories[] = {
    POPLENS_WORKED_OUT (
        "name", TEXT, FILE,
        "Name of the category as recorded in the file, for example \"internalExchangeCode\""),
    POPLENS_WORKED_OUT ("title", TEXT, DERIVED, "Name of the category in tables and charts"),
    POPLENS_WORKED_OUT ("group", TEXT, DERIVED,
                        "Key of the category group, for example \"exchange-code\""),
    OVERLAPS (SUM),
};

static void
category_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensMemory *memory = data;
  const PoplensCategory *category = g_ptr_array_index (memory->categories, row);
  const char *texts[CATEGORY_LISTS] = {category->name, category->title,
                                       poplens_memory_group_key (category->group)};

  if (column < CATEGORY_LISTS) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = texts[column];
    return;
  }
  const guint32 *list = category->lists[column - CATEGORY_LISTS];
  value->type = POPLENS_VALUE_INT;
  for (guint32 t = 0; list && t < memory->n_tiles; t++)
    value->integer += list[t];
}

static PoplensFrame *
build_categories (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                  GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);

  return memory ? poplens_frame_new (spec, report, memory->categories->len, memory, NULL) : NULL;
}

static const PoplensColumn category_tiles[] = {TILE_NUMBER, OVERLAPS (LIST)};

/* A category's lists; those that are zero everywhere share one. */
static PoplensFrame *
build_category_tiles (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                      GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);

  if (!memory || !poplens_frame_check_key (spec, key, memory->categories->len,
                                           "a row of the frame categories", error))
    return NULL;
  const PoplensCategory *category = g_ptr_array_index (memory->categories, key);
  guint32 *zeros = g_new0 (guint32, MAX (memory->n_tiles, 1));
  PoplensFrame *self = poplens_frame_new (spec, report, memory->n_tiles, memory, NULL);
  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
    poplens_frame_put (self, 1 + l, category->lists[l] ? category->lists[l] : zeros, sizeof *zeros);
  poplens_frame_own (self, zeros, g_free);
  return self;
}

PoplensFrameGroup
poplens_frames_of_memory (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "tiles",
       .doc = "One row per tile that the file lists (the tiles of one replica), by number",
       .part = POPLENS_PART_MEMORY,
       .build = build_tiles,
       POPLENS_FRAME_COLUMNS (tiles)},
      {.name = "categories",
       .doc = "One row per category of memory: bytes of all tiles",
       .part = POPLENS_PART_MEMORY,
       .build = build_categories,
       .cell = category_cell,
       POPLENS_FRAME_COLUMNS (categories)},
      {.name = "category-tiles",
       .doc = "One row per tile, as in tiles: bytes of a category",
       .key = "row of the frame categories",
       .part = POPLENS_PART_MEMORY,
       .build = build_category_tiles,
       POPLENS_FRAME_COLUMNS (category_tiles)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
