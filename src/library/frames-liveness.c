/* Frames of liveness. */
#include "library/frame-private.h"

#include "analysis/liveness/peaks.h"
#include "base/error.h"
#include "derived/liveness/live-source.h"

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

#define NOT_ALWAYS_LIVE(from)                                                                      \
  POPLENS_VALUES ("not_always_live", U64, BYTES, from, NONE, "Not-always-live bytes at the step")

/* A row, of all steps. */
static PoplensFrame *
build_sums (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
            GCancellable *cancellable, GError **error)
{
  static const PoplensColumn always =
      LIVENESS ("always_live", U64, always_live, BYTES, NONE,
                "Bytes that are live at every step; shared bytes count for each variable");
  static const PoplensColumn peak =
      POPLENS_VALUES ("peak_step", U32, ROW, DERIVED, MAX, "First step with the most live memory");
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);

  if (!data)
    return NULL;
  guint32 *step = g_new (guint32, 1);
  *step = poplens_liveness_peak_step (data);
  PoplensFrame *self = poplens_frame_new (report, spec->name, 1, step, g_free);
  if (data->always_unknown)
    poplens_frame_add_absent (self, &always);
  else
    poplens_frame_add_records (self, &always, 1, data, sizeof *data, NULL);
  poplens_frame_add_values (self, &peak, step, sizeof *step, NULL);
  return self;
}

static PoplensFrame *
build_ipu (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
           GCancellable *cancellable, GError **error)
{
  static const PoplensColumn not_always_live = NOT_ALWAYS_LIVE (FILE);
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);
  const guint64 *values = NULL;

  if (!data)
    return NULL;
  for (guint32 i = 0; i < data->n_ipus; i++)
    if (data->ipu[i] == key)
      values = data->ipu_not_always_live[i];
  PoplensFrame *self =
      poplens_frame_new (report, spec->name, values ? data->n_steps : 0, NULL, NULL);
  poplens_frame_add_values (self, &not_always_live, values, sizeof (guint64), NULL);
  return self;
}

/* The lowered variables; ABSENT where the file has none. */
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
  static const PoplensColumn not_always_live = NOT_ALWAYS_LIVE (DERIVED);
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
  PoplensFrame *self = poplens_frame_new (report, spec->name, curve->n_steps, curve,
                                          (GDestroyNotify) poplens_live_curve_free);
  poplens_frame_add_values (self, &not_always_live, curve->not_always_live, sizeof (guint64), NULL);
  return self;
}

/* ---- what is live at a step --------------------------------------------------------------------
 */

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
};

static PoplensFrame *
live_frame (const PoplensFrameSpec *spec, PoplensReport *report, const PoplensVariables *variables,
            PoplensLiveStep *step)
{
  static const PoplensColumn name =
      POPLENS_WORKED_OUT ("name", TEXT, DERIVED, "Name of the variable; empty if none is recorded");
  LiveRows *rows = g_new (LiveRows, 1);

  *rows = (LiveRows){variables, step};
  PoplensFrame *self =
      poplens_frame_new (report, spec->name, step->variables->len, rows, live_rows_free);
  poplens_frame_add_records (self, step_variables, G_N_ELEMENTS (step_variables),
                             step->variables->data, sizeof (PoplensStepVariable), NULL);
  poplens_frame_add_cells (self, &name, name_cell, rows, 0);
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

/* From the lowered variables: the file's own sums by tile would be looked through once a tile. */
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
    .name = title, .doc = says, .part = POPLENS_PART_LIVENESS, .build = poplens_frame_of_part,     \
    .n_rows = G_STRUCT_OFFSET (PoplensLiveness, count), .strings = POPLENS_NO_OFFSET,              \
    .columns = list, .n_columns = G_N_ELEMENTS (list)                                              \
  }
#define KEYED(title, says, what, function)                                                         \
  {                                                                                                \
    .name = title, .doc = says, .key = what, .part = POPLENS_PART_LIVENESS, .build = function      \
  }

PoplensFrameGroup
poplens_frames_of_liveness (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "liveness",
       .doc = "One row: always-live bytes and the peak",
       .part = POPLENS_PART_LIVENESS,
       .build = build_sums},
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
             build_ipu),
      KEYED ("liveness-tile", "One row per program step: live memory of a tile", "number of a tile",
             build_tile),
      KEYED ("step-variables",
             "One row per variable of the program that is live at a step, or freed at it",
             "row of the frame liveness-steps", build_step),
      KEYED ("tile-step-variables",
             "One row per variable of the program that is live on a tile at a step, or freed at it",
             "number of a tile \u00d7 4294967296 + row of the frame liveness-steps",
             build_tile_step),
      KEYED ("ipu-step-variables",
             "One row per variable that is live on an IPU at a step, or freed at it, by the names "
             "of the lowered variables",
             "number of an IPU \u00d7 4294967296 + row of the frame liveness-steps",
             build_ipu_step),
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
