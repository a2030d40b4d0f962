/* Frames of variables, lowered and unlowered. */
#include "library/frame-private.h"

#define VARIABLES(name, holds, field, unit, absent, doc)                                           \
  POPLENS_COLUMN (name, holds, PoplensVariables, field, unit, FILE, absent, doc)

static const PoplensColumn variables[] = {
    VARIABLES ("id", U32, id, ID, NONE, "ID of the lowered variable (var_id)"),
    VARIABLES ("size", U32, size, BYTES, NONE, "Bytes of the variable; 0 if not allocated"),
    VARIABLES ("offset", U32, offset, BYTES, NONE,
               "Offset of the variable in the memory of the tile"),
    VARIABLES ("equivalence_class", U32, equivalence_class, ID, NONE,
               "ID of the class in the frame classes; 0: not allocated"),
    VARIABLES ("unlowered", U32, unlowered, ID, MAX,
               "unlowered_var_id, numbered separately; 3 to 8 % of the variables have one"),
    VARIABLES ("bits", U16, bits, NUMBER, NONE,
               "1 allocated (if clear, ignore all other bits), 2 constant, 4 always live (do not "
               "use; the class decides), 8 executable, 16 vertex code, 32 low memory, 64 start of "
               "a section, 128 interleaved, 256 used in vertices (inferred)"),
    VARIABLES ("category", U8, category, ROW, NONE, "Row of the frame variable-categories"),
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
  static const PoplensColumn tile = POPLENS_WORKED_OUT ("tile", ID, FILE, "Number of the tile");
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
  static const PoplensColumn first = VARIABLES (
      "first", U32, tile_first, ROW, NONE,
      "Row of the frame variables of the first variable of the tile; the next row has the end");
  const PoplensVariables *data = poplens_report_load_variables (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (
      report, spec->name, data->tile_first ? (gsize) data->n_tiles + 1 : 0, NULL, NULL);
  poplens_frame_add_arrays (self, &first, 1, data, NULL);
  return self;
}

static const PoplensColumn categories[] = {
    VARIABLES ("id", U32, category_id, ID, NONE, "ID of the category in the file"),
    VARIABLES ("name", NAME, category_name, TEXT, NONE,
               "Name of the category, for example \"variable\" or \"message\""),
    VARIABLES ("description", NAME, category_description, TEXT, NONE,
               "Description of the category, as recorded"),
};

static const PoplensColumn unlowered[] = {
    VARIABLES ("id", U32, unlowered_id, ID, NONE, "ID of the variable, as in variable-class-bytes"),
    VARIABLES ("name", NAME, unlowered_name, TEXT, NONE, "Name of the variable"),
};

static const PoplensColumn debug_ids[] = {
    VARIABLES ("variable", U32, debug_variable, ID, NONE, "ID in the frame unlowered-variables"),
    VARIABLES ("debug_ids", LISTS, debug_ids, ID, NONE,
               "List: IDs of the debug contexts; 0 for a context that is not recorded"),
};

static const PoplensColumn class_bytes[] = {
    VARIABLES ("variable", U32, class_bytes_variable, ID, NONE,
               "ID in the frame unlowered-variables"),
    VARIABLES ("equivalence_class", U32, class_bytes_class, ID, NONE, "ID in the frame classes"),
    VARIABLES ("bytes", U64, class_bytes, BYTES, NONE, "Bytes on all tiles"),
};

static const PoplensColumn interference[] = {
    VARIABLES ("equivalence_class", U32, interference_class, ID, NONE, "ID in the frame classes"),
    VARIABLES ("interferes", LISTS, interference, ID, NONE,
               "List: classes that are live at some of the same steps, including this class"),
};

#define TILE_VARIABLE(name, holds, field, unit, absent, doc)                                       \
  POPLENS_COLUMN (name, holds, PoplensTileVariable, field, unit, FILE, absent, doc)

static const PoplensColumn tile_variables[] = {
    TILE_VARIABLE ("id", U32, id, ID, NONE, "ID of the lowered variable (var_id)"),
    TILE_VARIABLE ("name", NAME, name, TEXT, NONE, "Name of the variable, composed as Poplar does"),
    TILE_VARIABLE ("size", U32, size, BYTES, NONE, "Bytes of the variable; 0 if not allocated"),
    TILE_VARIABLE ("offset", U32, offset, BYTES, NONE,
                   "Offset of the variable in the memory of the tile"),
    TILE_VARIABLE ("alignment", U32, alignment, BYTES, NONE, "Alignment of the offset in bytes"),
    TILE_VARIABLE ("category_id", U32, category, ID, NONE, "ID in the frame variable-categories"),
    TILE_VARIABLE ("equivalence_class", U32, equivalence_class, ID, NONE,
                   "ID in the frame classes"),
    TILE_VARIABLE ("unlowered", U32, unlowered, ID, MAX, "unlowered_var_id."),
    TILE_VARIABLE ("bits", U32, bits, NUMBER, NONE, "Bits as in the frame variables"),
};

static PoplensFrame *
build_tile_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                      GCancellable *cancellable, GError **error)
{
  static const PoplensColumn constraints = POPLENS_WORKED_OUT (
      "element_constraints", NUMBER, FILE,
      "List: variables that must not be in the same memory element, by number within the tile");
  PoplensFrame *self = poplens_frame_of_slice (spec, report, key, cancellable, error);

  if (self)
    poplens_frame_add_lists (self, &constraints,
                             poplens_frame_get_slice (self)->element_constraints);
  return self;
}

static const PoplensColumn tile_class_bytes[] = {
    POPLENS_COLUMN ("variable", U32, PoplensTileClassBytes, variable, ID, FILE, NONE,
                    "ID in the frame unlowered-variables"),
    POPLENS_COLUMN ("equivalence_class", U32, PoplensTileClassBytes, equivalence_class, ID, FILE,
                    NONE, "ID in the frame classes"),
    POPLENS_COLUMN ("bytes", U64, PoplensTileClassBytes, bytes, BYTES, FILE, NONE,
                    "Bytes on the tile"),
};

#define NAMED(name, holds, field, unit, doc)                                                       \
  POPLENS_COLUMN (name, holds, PoplensNamedVariable, field, unit, FILE, NONE, doc)

static const PoplensColumn named[] = {
    NAMED ("id", U32, id, ID, "ID of the lowered variable (var_id)"),
    NAMED ("tile", U32, tile, ID, "Number of the tile"),
    NAMED ("name", NAME, name, TEXT, "Name of the variable, composed as Poplar does"),
    NAMED ("size", U32, size, BYTES, "Bytes of the variable"),
    NAMED ("bits", U32, bits, NUMBER, "Bits as in the frame variables"),
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

static const PoplensColumn order[] = {
    POPLENS_VALUES ("variable", U64, ID, FILE, NONE, "ID of the lowered variable"),
};

#define FRAME(title, says, count, list)                                                            \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VARIABLES, .build = poplens_frame_of_part,    \
    .n_rows = G_STRUCT_OFFSET (PoplensVariables, count),                                           \
    .strings = G_STRUCT_OFFSET (PoplensVariables, strings), .columns = list,                       \
    .n_columns = G_N_ELEMENTS (list)                                                               \
  }
#define OF_TILE(title, says, function, kind, Type, list)                                           \
  {                                                                                                \
    .name = title, .doc = says, .key = "number of a tile", .part = POPLENS_PART_VARIABLES,         \
    .build = function, .slice = kind, .record = sizeof (Type), .columns = list,                    \
    .n_columns = G_N_ELEMENTS (list)                                                               \
  }

PoplensFrameGroup
poplens_frames_of_variables (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "variables",
       .doc = "One row per lowered variable, by tile and ID; none if not recorded",
       .part = POPLENS_PART_VARIABLES,
       .build = build_variables,
       .n_rows = G_STRUCT_OFFSET (PoplensVariables, n),
       .strings = POPLENS_NO_OFFSET,
       .columns = variables,
       .n_columns = G_N_ELEMENTS (variables)},
      {.name = "variable-tiles",
       .doc = "One row per tile, by number, and one more: first variable of the tile",
       .part = POPLENS_PART_VARIABLES,
       .build = build_tile_rows},
      FRAME ("variable-categories", "One row per category of variables", n_categories, categories),
      FRAME ("unlowered-variables", "One row per variable of the program, by ID", n_unlowered,
             unlowered),
      FRAME ("variable-debug-ids", "One row per variable of the program with debug contexts",
             n_debug, debug_ids),
      FRAME ("variable-class-bytes",
             "One row per variable of the program and class: allocated bytes", n_class_bytes,
             class_bytes),
      FRAME ("class-interference", "One row per class: classes live at the same steps",
             n_interference, interference),
      OF_TILE ("tile-variables", "One row per lowered variable of a tile, with the name",
               build_tile_variables, POPLENS_SLICE_TILE_VARIABLES, PoplensTileVariable,
               tile_variables),
      OF_TILE ("tile-class-bytes", "One row per variable of the program and class: bytes on a tile",
               poplens_frame_of_slice, POPLENS_SLICE_TILE_CLASS_BYTES, PoplensTileClassBytes,
               tile_class_bytes),
      OF_TILE ("allocation-order", "One row per variable of a tile, in the order of allocation",
               poplens_frame_of_slice, POPLENS_SLICE_ALLOCATION_ORDER, guint64, order),
      {.name = "compute-set-variables",
       .doc = "One row per lowered variable that a compute set uses, in its order, with the name",
       .key = "ID of a compute set",
       .part = POPLENS_PART_VERTICES,
       .build = build_named,
       .slice = POPLENS_SLICE_COMPUTE_SET_NAMES,
       .record = sizeof (PoplensNamedVariable),
       .columns = named,
       .n_columns = G_N_ELEMENTS (named)},
      {.name = "region-variables",
       .doc = "One row per lowered variable of regions, by ID, with the name",
       .key = "source_regions, destination_regions or regions of an exchange or a stream",
       .part = POPLENS_PART_EXCHANGES,
       .build = build_named,
       .slice = POPLENS_SLICE_REGION_NAMES,
       .record = sizeof (PoplensNamedVariable),
       .columns = named,
       .n_columns = G_N_ELEMENTS (named)},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
