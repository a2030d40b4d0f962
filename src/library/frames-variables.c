/* Frames of variables, lowered and unlowered. */
#include "library/frame-private.h"

#define VARIABLES(name, holds, field, unit, gap, doc)                                              \
  POPLENS_COLUMN (name, holds, PoplensVariables, field, unit, gap, doc)

static const PoplensPlan variables[] = {
    VARIABLES ("id", U32, id, "id", NONE, "Its id (var_id)."),
    VARIABLES ("size", U32, size, "bytes", NONE, "Its bytes; 0 where it is not allocated."),
    VARIABLES ("offset", U32, offset, "bytes", NONE, "Its place in the tile's memory."),
    VARIABLES ("equivalence_class", U32, equivalence_class, "id", NONE,
               "Id of its class in the frame classes; 0: not allocated."),
    VARIABLES ("unlowered", U32, unlowered, "id", MAX,
               "unlowered_var_id, in a numbering of its own; 3 to 8 % have one."),
    VARIABLES (
        "bits", U16, bits, "number", NONE,
        "1 allocated (where it is clear the rest says nothing), 2 constant, 4 always live "
        "(not to be used: the class decides), 8 executable, 16 vertex code, 32 low memory, 64 "
        "start of a section, 128 interleaved, 256 used in vertices (inferred)."),
    VARIABLES ("category", U8, category, "row", NONE, "Row of the frame variable-categories."),
};

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensVariables *part = data;
  guint32 low = 0, high = part->n_tiles;

  /* The last tile that begins at or before the row. */
  while (low + 1 < high) {
    guint32 middle = low + (high - low) / 2;
    if (part->tile_first[middle] <= row)
      low = middle;
    else
      high = middle;
  }
  value->type = POPLENS_VALUE_INT;
  value->integer = low;
}

static PoplensFrame *
build_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  static const PoplensPlan tile = {.name = "tile", .unit = "id", .doc = "Its tile."};
  PoplensFrame *self = poplens_frame_of_part (spec, report, key, cancellable, error);

  if (self)
    poplens_frame_add_cells (self, &tile, tile_cell,
                             poplens_report_peek (report, POPLENS_PART_VARIABLES), 0);
  return self;
}

static PoplensFrame *
build_tile_rows (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  static const PoplensPlan first = VARIABLES (
      "first", U32, tile_first, "row", NONE,
      "Row of the frame variables with which the tile's begin: they end before the next row's.");
  const PoplensVariables *data = poplens_report_load_variables (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (
      report, spec->name, data->tile_first ? (gsize) data->n_tiles + 1 : 0, NULL, NULL);
  poplens_frame_add_columns (self, &first, 1, data, NULL);
  return self;
}

static const PoplensPlan categories[] = {
    VARIABLES ("id", U32, category_id, "id", NONE, "Its id in the file."),
    VARIABLES ("name", NAME, category_name, "text", NONE, "\"variable\", \"message\" \u2026"),
    VARIABLES ("description", NAME, category_description, "text", NONE, "What the file says."),
};

static const PoplensPlan unlowered[] = {
    VARIABLES ("id", U32, unlowered_id, "id", NONE, "Its id: that of variable-class-bytes."),
    VARIABLES ("name", NAME, unlowered_name, "text", NONE, "Its name."),
};

static const PoplensPlan debug_ids[] = {
    VARIABLES ("variable", U32, debug_variable, "id", NONE, "Id in the frame unlowered-variables."),
    VARIABLES ("debug_ids", LISTS, debug_ids, "id", NONE,
               "List: its debug contexts; 0: of one that is not recorded."),
};

static const PoplensPlan class_bytes[] = {
    VARIABLES ("variable", U32, class_bytes_variable, "id", NONE,
               "Id in the frame unlowered-variables."),
    VARIABLES ("equivalence_class", U32, class_bytes_class, "id", NONE, "Id in the frame classes."),
    VARIABLES ("bytes", U64, class_bytes, "bytes", NONE, "Of all tiles."),
};

static const PoplensPlan interference[] = {
    VARIABLES ("equivalence_class", U32, interference_class, "id", NONE,
               "Id in the frame classes."),
    VARIABLES ("interferes", LISTS, interference, "id", NONE,
               "List: classes that are live at a step at which it is, itself among them."),
};

#define TILE_VARIABLE(name, holds, field, unit, gap, doc)                                          \
  POPLENS_COLUMN (name, holds, PoplensTileVariable, field, unit, gap, doc)

static const PoplensPlan tile_variables[] = {
    TILE_VARIABLE ("id", U32, id, "id", NONE, "Its id (var_id)."),
    TILE_VARIABLE ("name", NAME, name, "text", NONE, "Its name, put together as poplar does it."),
    TILE_VARIABLE ("size", U32, size, "bytes", NONE, "Its bytes; 0 where it is not allocated."),
    TILE_VARIABLE ("offset", U32, offset, "bytes", NONE, "Its place in the tile's memory."),
    TILE_VARIABLE ("alignment", U32, alignment, "bytes", NONE, "What its offset divides by."),
    TILE_VARIABLE ("category_id", U32, category, "id", NONE,
                   "Id in the frame variable-categories."),
    TILE_VARIABLE ("equivalence_class", U32, equivalence_class, "id", NONE,
                   "Id in the frame classes."),
    TILE_VARIABLE ("unlowered", U32, unlowered, "id", MAX, "unlowered_var_id."),
    TILE_VARIABLE ("bits", U32, bits, "number", NONE, "As in the frame variables."),
};

static PoplensFrame *
build_tile_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                      GCancellable *cancellable, GError **error)
{
  static const PoplensPlan constraints = {
      .name = "element_constraints",
      .unit = "number",
      .doc = "List: variables that may not lie in the same element of memory, by number within the "
             "tile."};
  PoplensFrame *self = poplens_frame_of_slice (spec, report, key, cancellable, error);

  if (self)
    poplens_frame_add_lists (self, &constraints,
                             poplens_frame_get_slice (self)->element_constraints);
  return self;
}

static const PoplensPlan tile_class_bytes[] = {
    POPLENS_COLUMN ("variable", U32, PoplensTileClassBytes, variable, "id", NONE,
                    "Id in the frame unlowered-variables."),
    POPLENS_COLUMN ("equivalence_class", U32, PoplensTileClassBytes, equivalence_class, "id", NONE,
                    "Id in the frame classes."),
    POPLENS_COLUMN ("bytes", U64, PoplensTileClassBytes, bytes, "bytes", NONE, "On that tile."),
};

#define NAMED(name, holds, field, unit, doc)                                                       \
  POPLENS_COLUMN (name, holds, PoplensNamedVariable, field, unit, NONE, doc)

static const PoplensPlan named[] = {
    NAMED ("id", U32, id, "id", "Its id (var_id)."),
    NAMED ("tile", U32, tile, "id", "Its tile."),
    NAMED ("name", NAME, name, "text", "Its name, put together as poplar does it."),
    NAMED ("size", U32, size, "bytes", "Its bytes."),
    NAMED ("bits", U32, bits, "number", "As in the frame variables."),
};

/* Named by another part, and there only with the variables. */
static PoplensFrame *
build_named (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  return poplens_frame_check_part (report, POPLENS_PART_VARIABLES, error)
             ? poplens_frame_of_slice (spec, report, key, cancellable, error)
             : NULL;
}

static const PoplensPlan order[] = {
    {.name = "variable", .holds = POPLENS_HOLDS_U64, .unit = "id", .doc = "A lowered variable."},
};

#define FRAME(title, says, count, columns)                                                         \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VARIABLES, .build = poplens_frame_of_part,    \
    .n_rows = G_STRUCT_OFFSET (PoplensVariables, count),                                           \
    .strings = G_STRUCT_OFFSET (PoplensVariables, strings), .plans = columns,                      \
    .n_plans = G_N_ELEMENTS (columns)                                                              \
  }
#define OF_TILE(title, says, function, kind, Type, columns)                                        \
  {                                                                                                \
    .name = title, .doc = says, .key = "number of a tile", .part = POPLENS_PART_VARIABLES,         \
    .build = function, .slice = kind, .record = sizeof (Type), .plans = columns,                   \
    .n_plans = G_N_ELEMENTS (columns)                                                              \
  }

PoplensFrameGroup
poplens_frames_of_variables (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "variables",
       .doc = "A row a lowered variable, by tile and id; none where they were not recorded.",
       .part = POPLENS_PART_VARIABLES,
       .build = build_variables,
       .n_rows = G_STRUCT_OFFSET (PoplensVariables, n),
       .strings = POPLENS_NO_OFFSET,
       .plans = variables,
       .n_plans = G_N_ELEMENTS (variables)},
      {.name = "variable-tiles",
       .doc = "A row a tile by number, and one more: where its variables begin.",
       .part = POPLENS_PART_VARIABLES,
       .build = build_tile_rows},
      FRAME ("variable-categories", "A row a category of variables.", n_categories, categories),
      FRAME ("unlowered-variables", "A row a variable of the program, by id.", n_unlowered,
             unlowered),
      FRAME ("variable-debug-ids", "A row a variable of the program with debug contexts.", n_debug,
             debug_ids),
      FRAME ("variable-class-bytes",
             "A row a variable of the program and class: all its allocated bytes.", n_class_bytes,
             class_bytes),
      FRAME ("class-interference", "A row a class: which it shares steps with.", n_interference,
             interference),
      OF_TILE ("tile-variables", "A row a lowered variable of a tile, with its name.",
               build_tile_variables, POPLENS_SLICE_TILE_VARIABLES, PoplensTileVariable,
               tile_variables),
      OF_TILE ("tile-class-bytes", "A row a variable of the program and class, on a tile.",
               poplens_frame_of_slice, POPLENS_SLICE_TILE_CLASS_BYTES, PoplensTileClassBytes,
               tile_class_bytes),
      OF_TILE ("allocation-order", "A row a variable of a tile, in the order of allocation.",
               poplens_frame_of_slice, POPLENS_SLICE_ALLOCATION_ORDER, guint64, order),
      {.name = "compute-set-variables",
       .doc = "A row a lowered variable that a compute set touches, in its order, with its name.",
       .key = "id of a compute set",
       .part = POPLENS_PART_VERTICES,
       .build = build_named,
       .slice = POPLENS_SLICE_COMPUTE_SET_NAMES,
       .record = sizeof (PoplensNamedVariable),
       .plans = named,
       .n_plans = G_N_ELEMENTS (named)},
      {.name = "region-variables",
       .doc = "A row a lowered variable of regions, by id, with its name.",
       .key = "source_regions, destination_regions or regions of an exchange or a stream",
       .part = POPLENS_PART_EXCHANGES,
       .build = build_named,
       .slice = POPLENS_SLICE_REGION_NAMES,
       .record = sizeof (PoplensNamedVariable),
       .plans = named,
       .n_plans = G_N_ELEMENTS (named)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
