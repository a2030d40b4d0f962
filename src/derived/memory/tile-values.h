/* Bytes of each tile for the values that a location names: those that colour the tile map (key
 * "colour"), and variables and categories that the user selected (key "plot"). */
#pragma once

#include "derived/operations/operations-source.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Values of a tile, in the order in which the menu of colours lists them. */
typedef enum {
  POPLENS_TILE_TOTAL,
  POPLENS_TILE_WITH_GAPS,
  POPLENS_TILE_GAPS,
  POPLENS_TILE_FREE,
  POPLENS_TILE_OVERFLOWED,
  POPLENS_TILE_NON_INTERLEAVED,
  POPLENS_TILE_INTERLEAVED,
  POPLENS_TILE_ALWAYS_LIVE,
  POPLENS_TILE_PEAK,
  POPLENS_N_TILE_VALUES,
} PoplensTileValue;

/* Value of "colour": the sum of what "plot" selects. */
#define POPLENS_TILE_CHOSEN "chosen"
#define POPLENS_TILE_CHOSEN_TITLE "Selected variables"
/* Value of "colour": bytes of the variables of the selected operation. */
#define POPLENS_TILE_OPERATION "operation"
#define POPLENS_TILE_OPERATION_TITLE "Variables of the operation"
/* Prefix of the names of categories: "category:message". */
#define POPLENS_TILE_CATEGORY "category:"
/* Value of a tile that is not recorded. */
#define POPLENS_TILE_UNKNOWN G_MAXUINT64

/* The data of a report. Parts are owned by the report, which must outlive this struct. */
typedef struct {
  PoplensReport *report;
  const PoplensMemory *memory;
  const PoplensTarget *target;       /* (nullable) */
  const PoplensVariables *variables; /* (nullable): NULL if there are none to select */
  const PoplensOperationBytes *only; /* (nullable): NULL if no operation is selected */
} PoplensTileValues;

const char *poplens_tile_value_key (PoplensTileValue value);   /* "with-gaps" */
const char *poplens_tile_value_title (PoplensTileValue value); /* "Need" */
/* FALSE if @value is POPLENS_TILE_UNKNOWN for every tile. */
gboolean poplens_tile_values_know (const PoplensTileValues *self, PoplensTileValue value);

/* Returns the bytes of each tile for @option: a key such as "with-gaps", "operation", or
 * "category:NAME". The array has the order of the tiles in the memory part. @title: (out): owned by
 * the report or static. (transfer full) (nullable): NULL if @option names no recorded value */
guint64 *poplens_tile_values_of (const PoplensTileValues *self, const char *option,
                                 const char **title);
/* Returns the bytes of each tile for one @name of the key "plot": "category:NAME", the id of a
 * variable, or the name of variables, which are summed. The array has the order of the tiles in the
 * memory part. @title: (out): owned by the report, or @name. (transfer full) (nullable): NULL with
 * @error, or without @error if @name matches nothing */
guint64 *poplens_tile_values_of_plot (const PoplensTileValues *self, const char *name,
                                      const char **title, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
