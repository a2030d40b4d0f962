/* Frames of variables and of liveness. */
#include "analysis/liveness/peaks.h"
#include "base/error.h"
#include "base/search.h"
#include "derived/liveness/live-source.h"
#include "library/frame-private.h"

/* ---- variables ------------------------------------------------------------------------------- */

#define VARIABLES(name, holds, field, unit, absent, doc)                                           \
  POPLENS_COLUMN (name, holds, PoplensVariables, field, unit, FILE, absent, doc)

static const PoplensColumn variable_columns[] = {
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
    POPLENS_WORKED_OUT ("tile", ID, FILE, "Number of the tile"),
};

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensVariables *part = data;
  guint32 low = 1, high = part->n_tiles;

  /* Find the last tile whose rows begin at or before @row. */
  POPLENS_SEARCH (low, high, at, part->tile_first[at] <= row);
  value->type = POPLENS_VALUE_INT;
  value->integer = low - 1;
}

static const PoplensColumn tile_rows[] = {
    VARIABLES (
        "first", U32, tile_first, ROW, NONE,
        "Row of the frame variables of the first variable of the tile; the next row has the end"),
};

static PoplensFrame *
build_tile_rows (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  const PoplensVariables *data = poplens_report_load_variables (report, cancellable, error);

  if (!data)
    return NULL;
  return poplens_frame_new (spec, report, data->tile_first ? (gsize) data->n_tiles + 1 : 0, data,
                            NULL);
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

enum { CONSTRAINTS = 9 };

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
    [CONSTRAINTS] = POPLENS_VALUES (
        "element_constraints", LISTS, NUMBER, FILE, NONE,
        "List: variables that must not be in the same memory element, by number within the tile"),
};

static PoplensFrame *
build_tile_variables (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                      GCancellable *cancellable, GError **error)
{
  PoplensFrame *self = poplens_frame_of_slice (spec, report, key, cancellable, error);

  if (self)
    poplens_frame_put (self, CONSTRAINTS, poplens_frame_get_slice (self)->element_constraints, 0);
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

/* Builds a frame of the variables that a slice refers to. NULL with ABSENT if the report lacks
 * variables. */
static PoplensFrame *
build_named (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  return poplens_frame_check_part (report, POPLENS_PART_VARIABLES, error)
             ? poplens_frame_of_slice (spec, report, key, cancellable, error)
             : NULL;
}

static const PoplensColumn order[] = {
    POPLENS_NUMBERS ("variable", U64, ID, FILE, "ID of the lowered variable"),
};

#define VARIABLES_FRAME(title, says, count, list)                                                  \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_VARIABLES, POPLENS_FRAME_COLUMNS (list),      \
    POPLENS_FRAME_OF_PART (PoplensVariables, count, G_STRUCT_OFFSET (PoplensVariables, strings))   \
  }
#define OF_TILE(title, says, function, kind, Type, list)                                           \
  {                                                                                                \
    .name = title, .doc = says, .key = "number of a tile", .part = POPLENS_PART_VARIABLES,         \
    .build = function, .slice = kind, .record = sizeof (Type), POPLENS_FRAME_COLUMNS (list)        \
  }

/* ---- liveness -------------------------------------------------------------------------------- */

#define LIVENESS(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, PoplensLiveness, field, unit, FILE, absent, doc)

static const PoplensColumn steps[] = {
    LIVENESS ("program", U32, program, ID, NONE, "ID of the program of the step"),
    LIVENESS ("parent", U32, parent, ROW, MAX, "Row of the step of the parent program"),
    LIVENESS ("not_always_live", U64, not_always_live, BYTES, NONE,
              "Not-always-live bytes at the step, all tiles"),
};

static const PoplensColumn ipus[] = {
    LIVENESS ("ipu", U32, ipu, ID, NONE, "Number of the IPU: a key of liveness-ipu"),
};

static const PoplensColumn classes[] = {
    LIVENESS ("id", U32, class_id, ID, NONE, "ID of the class"),
    LIVENESS ("always_live", BOOL, class_always_live, BOOL, NONE,
              "Whether the variables of the class are live at every step"),
};

static const PoplensColumn ranges[] = {
    LIVENESS ("equivalence_class", U32, range_class, ID, NONE, "ID in the frame classes"),
    LIVENESS ("from", U32, range_from, ROW, NONE, "First step of the range"),
    LIVENESS ("to", U32, range_to, ROW, NONE, "Step after the last step of the range"),
};

static const PoplensColumn sums[] = {
    LIVENESS ("always_live", U64, always_live, BYTES, NONE,
              "Bytes that are live at every step; shared bytes count for each variable"),
    POPLENS_VALUES ("peak_step", U32, ROW, DERIVED, MAX, "First step with the most live memory"),
};

/* Builds the frame "liveness", which has one row. */
static PoplensFrame *
build_liveness_row (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                    GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);

  if (!data)
    return NULL;
  guint32 *step = g_new (guint32, 1);
  *step = poplens_liveness_peak_step (data);
  PoplensFrame *self = poplens_frame_new (spec, report, 1, data, NULL);
  if (data->always_unknown)
    poplens_frame_put_nothing (self, 0);
  poplens_frame_put (self, 1, step, sizeof *step);
  poplens_frame_own (self, step, g_free);
  return self;
}

#define NOT_ALWAYS_LIVE(from)                                                                      \
  POPLENS_VALUES ("not_always_live", U64, BYTES, from, NONE, "Not-always-live bytes at the step")

static const PoplensColumn ipu_steps[] = {NOT_ALWAYS_LIVE (FILE)};
static const PoplensColumn tile_steps[] = {NOT_ALWAYS_LIVE (DERIVED)};

static PoplensFrame *
build_ipu (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
           GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);
  const guint64 *values = NULL;

  if (!data)
    return NULL;
  for (guint32 i = 0; i < data->n_ipus; i++)
    if (data->ipu[i] == key)
      values = data->ipu_not_always_live[i];
  PoplensFrame *self = poplens_frame_new (spec, report, values ? data->n_steps : 0, NULL, NULL);
  poplens_frame_put (self, 0, values, sizeof *values);
  return self;
}

/* Loads the lowered variables. ABSENT if the file has none. (transfer none) */
static const PoplensVariables *
load_lowered (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autofree char *why = poplens_report_explain_no_lowered (report);

  if (!why)
    return poplens_report_load_variables (report, cancellable, error);
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, why);
  return NULL;
}

static PoplensFrame *
build_tile (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables = data ? load_lowered (report, cancellable, error) : NULL;

  if (!variables ||
      !poplens_frame_check_key (spec, key, variables->n_tiles, "a tile with variables", error))
    return NULL;
  PoplensTileRange range = {(guint32) key, (guint32) key};
  PoplensTileSet set = {1, &range};
  PoplensLiveCurve *curve = poplens_live_curve_new (data, variables, &set, cancellable);
  if (!curve) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  PoplensFrame *self = poplens_frame_new (spec, report, curve->n_steps, NULL, NULL);
  poplens_frame_put (self, 0, curve->not_always_live, sizeof (guint64));
  poplens_frame_own (self, curve, (GDestroyNotify) poplens_live_curve_free);
  return self;
}

/* ---- what is live at a step ------------------------------------------------------------------ */

typedef struct {
  const PoplensVariables *variables;
  PoplensLiveStep *step;
} LiveRows;

static void
live_rows_free (gpointer data)
{
  poplens_live_step_free (((LiveRows *) data)->step);
  g_free (data);
}

static void
name_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const LiveRows *rows = data;
  const char *name = poplens_variable_name (
      rows->variables, g_array_index (rows->step->variables, PoplensStepVariable, row).variable);

  value->type = name ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL;
  value->text = name;
}

#define STEP_VARIABLE(name, holds, field, unit, absent, doc)                                       \
  POPLENS_COLUMN (name, holds, PoplensStepVariable, field, unit, DERIVED, absent, doc)

static const PoplensColumn step_variables[] = {
    STEP_VARIABLE ("variable", U32, variable, ID, MAX, "ID in the frame unlowered-variables"),
    STEP_VARIABLE ("always_live", U64, always_live, BYTES, NONE,
                   "Bytes of the variable that are live at every step"),
    STEP_VARIABLE ("live", U64, live, BYTES, NONE,
                   "Not-always-live bytes of the variable at the step"),
    STEP_VARIABLE ("born", U64, born, BYTES, NONE, "Bytes born at this step (part of live)"),
    STEP_VARIABLE ("freed", U64, freed, BYTES, NONE, "Bytes live up to the step before"),
    POPLENS_WORKED_OUT ("name", TEXT, DERIVED, "Name of the variable; empty if none is recorded"),
};

static PoplensFrame *
live_frame (const PoplensFrameSpec *spec, PoplensReport *report, const PoplensVariables *variables,
            PoplensLiveStep *step)
{
  LiveRows *rows = g_new (LiveRows, 1);

  *rows = (LiveRows){variables, step};
  PoplensFrame *self =
      poplens_frame_new (spec, report, step->variables->len, step->variables->data, NULL);
  poplens_frame_own (self, rows, live_rows_free);
  return self;
}

static gpointer
make_class_bytes (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables =
      liveness ? poplens_report_load_variables (report, cancellable, error) : NULL;

  return variables ? poplens_class_bytes_new (liveness, variables) : NULL;
}

static PoplensFrame *
build_step (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-library-class-bytes", make_class_bytes,
                                         (GBoxedCopyFunc) poplens_class_bytes_ref,
                                         (GDestroyNotify) poplens_class_bytes_free};
  g_autoptr (PoplensClassBytes) bytes =
      poplens_report_derive (report, &derived, cancellable, error);
  const PoplensLiveness *data = poplens_report_peek (report, POPLENS_PART_LIVENESS);

  if (!bytes || !poplens_frame_check_key (spec, key, data->n_steps, "a program step", error))
    return NULL;
  return live_frame (spec, report, poplens_report_peek (report, POPLENS_PART_VARIABLES),
                     poplens_live_step_new (data, bytes, (guint32) key));
}

static PoplensFrame *
build_tile_step (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                 GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);
  const PoplensVariables *variables =
      data ? poplens_report_load_variables (report, cancellable, error) : NULL;

  if (!variables ||
      !poplens_frame_check_key (spec, key & G_MAXUINT32, data->n_steps, "a program step", error))
    return NULL;
  g_autoptr (PoplensSlice) slice = poplens_report_get_slice (report, POPLENS_SLICE_TILE_CLASS_BYTES,
                                                             key >> 32, cancellable, error);
  if (!slice)
    return NULL;
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new_tile (data, slice);
  return live_frame (spec, report, variables, poplens_live_step_new (data, bytes, (guint32) key));
}

/* Builds the frame of the variables that are live on IPU @key >> 32 at a step. Adds up lowered
 * variables, because the sums in the file would need a lookup for each tile. */
static PoplensFrame *
build_ipu_step (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  const PoplensTarget *target = poplens_report_load_target (report, cancellable, error);
  const PoplensLiveness *data =
      target ? poplens_report_load_liveness (report, cancellable, error) : NULL;
  const PoplensVariables *variables = data ? load_lowered (report, cancellable, error) : NULL;
  guint64 first = (key >> 32) * (target ? target->tiles_per_ipu : 0);

  if (!variables ||
      !poplens_frame_check_key (spec, key & G_MAXUINT32, data->n_steps, "a program step", error) ||
      !poplens_frame_check_key (spec, first, variables->n_tiles, "a tile with variables", error))
    return NULL;
  PoplensTileRange range = {(guint32) first, (guint32) first + target->tiles_per_ipu - 1};
  PoplensTileSet set = {1, &range};
  g_autoptr (PoplensClassBytes) bytes =
      poplens_live_cache_bytes (report, data, variables, &set, cancellable, error);
  if (!bytes)
    return NULL;
  return live_frame (spec, report, variables, poplens_live_step_new (data, bytes, (guint32) key));
}

#define FRAME(title, says, count, list)                                                            \
  {                                                                                                \
    .name = title, .doc = says, .part = POPLENS_PART_LIVENESS, POPLENS_FRAME_COLUMNS (list),       \
    POPLENS_FRAME_OF_PART (PoplensLiveness, count, POPLENS_NO_OFFSET)                              \
  }
#define KEYED(title, says, what, function, list, ...)                                              \
  {                                                                                                \
    .name = title, .doc = says, .key = what, .part = POPLENS_PART_LIVENESS, .build = function,     \
    POPLENS_FRAME_COLUMNS (list), __VA_ARGS__                                                      \
  }
#define LIVE(title, says, what, function)                                                          \
  KEYED (title, says, what, function, step_variables, .record = sizeof (PoplensStepVariable),      \
         .cell = name_cell)

PoplensFrameGroup
poplens_frames_of_liveness (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "variables",
       .doc = "One row per lowered variable, by tile and ID; none if not recorded",
       .part = POPLENS_PART_VARIABLES,
       POPLENS_FRAME_OF_PART (PoplensVariables, n, POPLENS_NO_OFFSET),
       .cell = tile_cell,
       POPLENS_FRAME_COLUMNS (variable_columns)},
      {.name = "variable-tiles",
       .doc = "One row per tile, by number, and one more: first variable of the tile",
       .part = POPLENS_PART_VARIABLES,
       .build = build_tile_rows,
       POPLENS_FRAME_COLUMNS (tile_rows)},
      VARIABLES_FRAME ("variable-categories", "One row per category of variables", n_categories,
                       categories),
      VARIABLES_FRAME ("unlowered-variables", "One row per variable of the program, by ID",
                       n_unlowered, unlowered),
      VARIABLES_FRAME ("variable-debug-ids",
                       "One row per variable of the program with debug contexts", n_debug,
                       debug_ids),
      VARIABLES_FRAME ("variable-class-bytes",
                       "One row per variable of the program and class: allocated bytes",
                       n_class_bytes, class_bytes),
      VARIABLES_FRAME ("class-interference", "One row per class: classes live at the same steps",
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
       POPLENS_FRAME_COLUMNS (named)},
      {.name = "region-variables",
       .doc = "One row per lowered variable of regions, by ID, with the name",
       .key = "source_regions, destination_regions or regions of an exchange or a stream",
       .part = POPLENS_PART_EXCHANGES,
       .build = build_named,
       .slice = POPLENS_SLICE_REGION_NAMES,
       .record = sizeof (PoplensNamedVariable),
       POPLENS_FRAME_COLUMNS (named)},
      {.name = "liveness",
       .doc = "One row: always-live bytes and the peak",
       .part = POPLENS_PART_LIVENESS,
       .build = build_liveness_row,
       .record = sizeof (PoplensLiveness),
       POPLENS_FRAME_COLUMNS (sums)},
      FRAME ("liveness-steps",
             "One row per program step, in preorder: livenessProgramSteps of libpva", n_steps,
             steps),
      FRAME ("liveness-ipus", "One row per IPU with recorded live memory", n_ipus, ipus),
      FRAME ("classes",
             "One row per equivalence class, by ID: variables that are live at the same steps",
             n_classes, classes),
      FRAME ("class-ranges", "One row per range of steps at which a class is live", n_ranges,
             ranges),
      KEYED ("liveness-ipu", "One row per program step: live memory of an IPU", "number of an IPU",
             build_ipu, ipu_steps),
      KEYED ("liveness-tile", "One row per program step: live memory of a tile", "number of a tile",
             build_tile, tile_steps),
      LIVE ("step-variables",
            "One row per variable of the program that is live at a step, or freed at it",
            "row of the frame liveness-steps", build_step),
      LIVE ("tile-step-variables",
            "One row per variable of the program that is live on a tile at a step, or freed at it",
            "number of a tile \u00d7 4294967296 + row of the frame liveness-steps",
            build_tile_step),
      LIVE ("ipu-step-variables",
            "One row per variable that is live on an IPU at a step, or freed at it, by the names "
            "of the lowered variables",
            "number of an IPU \u00d7 4294967296 + row of the frame liveness-steps", build_ipu_step),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
