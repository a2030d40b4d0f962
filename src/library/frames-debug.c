/* Frames of debug contexts: where things come from in the user's source. */
#include "library/frame-private.h"

#define CONTEXTS(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, PoplensDebugContexts, field, unit, FILE, absent, doc)

static const PoplensColumn contexts[] = {
    CONTEXTS (
        "id", U64, id, ID, NONE,
        "ID of the context: a debug_id of programs, compute sets and variables, in rising order"),
    CONTEXTS ("line", U32, line, NUMBER, NONE, "Line in the source file; 0: none"),
};

enum { LAYER, CATEGORY, NAME, FILE_NAME, FUNCTION, PARENT };

static const PoplensColumn cells[] = {
    [LAYER] = POPLENS_WORKED_OUT ("layer", TEXT, FILE,
                                  "Software layer: \"poplar\", \"poplibs\", \"popart\" or another"),
    [CATEGORY] =
        POPLENS_WORKED_OUT ("category", TEXT, FILE,
                            "Kind of the context within the layer: \"program\", \"var\" or "
                            "another; \"\" if none is recorded"),
    [NAME] = POPLENS_WORKED_OUT ("name", TEXT, FILE,
                                 "Name of the context, without the names of its parents"),
    [FILE_NAME] = POPLENS_WORKED_OUT ("file", TEXT, FILE, "Source file"),
    [FUNCTION] = POPLENS_WORKED_OUT ("function", TEXT, FILE, "Function of that line"),
    [PARENT] = POPLENS_WORKED_OUT ("parent", ROW, FILE, "Row of the parent context"),
};

static void
context_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  static const char *(*const texts[]) (const PoplensDebugContexts *, guint32) = {
      [LAYER] = poplens_debug_context_layer,       [CATEGORY] = poplens_debug_context_category,
      [NAME] = poplens_debug_context_name,         [FILE_NAME] = poplens_debug_context_file,
      [FUNCTION] = poplens_debug_context_function,
  };

  if (column == PARENT) {
    guint32 parent = poplens_debug_context_parent (data, row);
    value->type = parent == POPLENS_NO_CONTEXT ? POPLENS_VALUE_NULL : POPLENS_VALUE_INT;
    value->integer = parent;
    return;
  }
  value->text = texts[column](data, row);
  value->type = value->text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL;
}

static PoplensFrame *
build_contexts (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *data = poplens_report_load_debug (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, data->n, NULL, NULL);
  poplens_frame_describe (self, NULL, data->incomplete ? data->reason : NULL, data->incomplete);
  poplens_frame_add_arrays (self, contexts, G_N_ELEMENTS (contexts), data, NULL);
  for (guint c = 0; c < G_N_ELEMENTS (cells); c++)
    poplens_frame_add_cells (self, &cells[c], context_cell, data, c);
  return self;
}

PoplensFrameGroup
poplens_frames_of_debug (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "debug-contexts",
       .doc = "One row per debug context, by ID",
       .part = POPLENS_PART_DEBUG,
       .build = build_contexts},
      {.name = "debug-context",
       .doc = "One row per node of the contents of a debug context, in preorder, as in a JSON file",
       .key = "ID of a debug context",
       .part = POPLENS_PART_DEBUG,
       .build = poplens_frame_of_slice,
       .slice = POPLENS_SLICE_BODY,
       .record = sizeof (PoplensJsonNode),
       .columns = poplens_json_columns,
       .n_columns = POPLENS_N_JSON_COLUMNS},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
