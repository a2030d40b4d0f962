/* Frames of memory by tile and category. */
#include "library/frame-private.h"

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

/* TRUE if the column has values. Some columns are unknown if the report has only archive.a. */
static gboolean
column_is_known (const PoplensMemory *memory, gsize field)
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
    if (!column_is_known (memory, tiles[c].offset))
      poplens_frame_put_nothing (self, c);
  return self;
}

/* ---- categories ------------------------------------------------------------------------------ */

#define OVERLAP(region, column)                                                                    \
  column (region "_non_overlapped", "Bytes of the region that no other variable uses"),            \
      column (region "_overlapped",                                                                \
              "Bytes of the region that other variables also use; they count for each variable")
/* The columns are in the order of PoplensCategoryList. */
#define OVERLAPS(column)                                                                           \
  OVERLAP ("interleaved", column), OVERLAP ("non_interleaved", column),                            \
      OVERLAP ("overflowed", column)
#define SUM(name, doc) POPLENS_WORKED_OUT (name, BYTES, FILE, doc)
#define LIST(name, doc) POPLENS_VALUES (name, U32, BYTES, FILE, NONE, doc)

enum { CATEGORY_LISTS = 3 }; /* number of columns before those of OVERLAPS () */

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

/* Builds a frame with a row per tile from the lists of a category. A missing list becomes a column
 * of zeros. */
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
