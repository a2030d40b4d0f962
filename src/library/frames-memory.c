/* Frames of memory by tile and category. */
#include "library/frame-private.h"

#define TILE(name, field, doc) POPLENS_COLUMN (name, U32, PoplensMemory, field, "bytes", NONE, doc)

static const PoplensPlan tiles[] = {
    POPLENS_COLUMN ("tile", U32, PoplensMemory, tile, "id", NONE, "Its number, over all IPUs."),
    TILE ("total", total, "Bytes that variables use, each counted once."),
    TILE ("total_including_gaps", total_including_gaps, "From the first byte to the highest end."),
    TILE ("non_interleaved", non_interleaved, "Of total: not in the interleaved region."),
    TILE ("non_interleaved_including_gaps", non_interleaved_including_gaps,
          "The same region with gaps; does not equal the total with gaps."),
    TILE ("interleaved", interleaved, "Of total: in the interleaved region."),
    TILE ("interleaved_including_gaps", interleaved_including_gaps, "The same region with gaps."),
    TILE ("overflowed", overflowed, "Of total: past the end of the tile's memory."),
    TILE ("overflowed_including_gaps", overflowed_including_gaps, "The same with gaps."),
    TILE ("always_live", always_live,
          "\u03a3 sizes of the variables that are always live; counts shared bytes for each."),
    POPLENS_COLUMN ("not_always_live_max", U32, PoplensMemory, not_always_live_max, "bytes", MAX,
                    "Highest \u03a3 sizes of other variables that are live at one step."),
    {"shared", POPLENS_HOLDS_U32, G_STRUCT_OFFSET (PoplensMemory, shared), "bytes",
     POPLENS_GAP_NONE, "Of total: bytes that several variables use.", "derived"},
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
  PoplensFrame *self = poplens_frame_new (report, spec->name, memory->n_tiles, NULL, NULL);
  if (memory->from_archive)
    poplens_frame_describe (self, NULL,
                            "Of archive.a alone: the total is what the tiles' images cover, gaps "
                            "inside a segment included.",
                            memory->incomplete);
  for (guint p = 0; p < G_N_ELEMENTS (tiles); p++)
    if (is_known (memory, tiles[p].offset))
      poplens_frame_add_columns (self, &tiles[p], 1, memory, NULL);
    else
      poplens_frame_add_absent (self, &tiles[p]);
  return self;
}

/* ---- categories --------------------------------------------------------------------------------
 */

static void
category_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensMemory *memory = data;
  const PoplensCategory *category = g_ptr_array_index (memory->categories, row);
  const char *texts[] = {category->name, category->title,
                         poplens_memory_group_key (category->group)};

  if (column < G_N_ELEMENTS (texts)) {
    value->type = POPLENS_VALUE_TEXT;
    value->text = texts[column];
    return;
  }
  const guint32 *list = category->lists[column - G_N_ELEMENTS (texts)];
  value->type = POPLENS_VALUE_INT;
  for (guint32 t = 0; list && t < memory->n_tiles; t++)
    value->integer += list[t];
}

static const PoplensPlan category_texts[] = {
    {.name = "name", .unit = "text", .doc = "As the file spells it: \"internalExchangeCode\"."},
    {.name = "title", .unit = "text", .doc = "For a person.", .provenance = "derived"},
    {.name = "group",
     .unit = "text",
     .doc = "Key of the group it is shown in: \"exchange-code\".",
     .provenance = "derived"},
};

/* By PoplensCategoryList. */
#define OVERLAP(region)                                                                            \
  {.name = region "_non_overlapped",                                                               \
   .unit = "bytes",                                                                                \
   .holds = POPLENS_HOLDS_U32,                                                                     \
   .doc = "Bytes of that region that no other variable covers."},                                  \
  {                                                                                                \
    .name = region "_overlapped", .unit = "bytes", .holds = POPLENS_HOLDS_U32,                     \
    .doc = "Bytes of that region that others cover too, counted once a variable."                  \
  }

static const PoplensPlan category_lists[POPLENS_N_CATEGORY_LISTS] = {
    OVERLAP ("interleaved"), OVERLAP ("non_interleaved"), OVERLAP ("overflowed")};

static PoplensFrame *
build_categories (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                  GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  guint column = 0;

  if (!memory)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, memory->categories->len, NULL, NULL);
  for (guint p = 0; p < G_N_ELEMENTS (category_texts); p++)
    poplens_frame_add_cells (self, &category_texts[p], category_cell, memory, column++);
  for (guint p = 0; p < G_N_ELEMENTS (category_lists); p++)
    poplens_frame_add_cells (self, &category_lists[p], category_cell, memory, column++);
  return self;
}

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
  PoplensFrame *self = poplens_frame_new (report, spec->name, memory->n_tiles, zeros, g_free);
  poplens_frame_add_columns (self, tiles, 1, memory, NULL);
  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
    poplens_frame_add_values (self, &category_lists[l],
                              category->lists[l] ? category->lists[l] : zeros, sizeof (guint32),
                              NULL);
  return self;
}

PoplensFrameGroup
poplens_frames_of_memory (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "tiles",
       .doc = "A row a tile that the file lists (those of one replica), by number.",
       .part = POPLENS_PART_MEMORY,
       .build = build_tiles},
      {.name = "categories",
       .doc = "A row a category of memory, summed over the tiles.",
       .part = POPLENS_PART_MEMORY,
       .build = build_categories},
      {.name = "category-tiles",
       .doc = "A row a tile, as in tiles: what a category takes there.",
       .key = "row of the frame categories",
       .part = POPLENS_PART_MEMORY,
       .build = build_category_tiles},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
