/* Bytes of each tile by the names that a location has for them: what colours the tile map
 * ("colour"), and variables and categories that somebody chose ("plot"). Private to tables and
 * pages. */
#pragma once

#include "derived/operations/operations-source.h"
#include "report/report.h"

G_BEGIN_DECLS

/* In the order in which they are offered. */
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

/* "colour" of what "plot" adds up to. */
#define POPLENS_TILE_CHOSEN "chosen"
#define POPLENS_TILE_CHOSEN_TITLE "Selected variables"
/* "colour" of what the variables of the one operation hold that is asked for alone. */
#define POPLENS_TILE_OPERATION "operation"
#define POPLENS_TILE_OPERATION_TITLE "Variables of the operation"
/* What a name begins with that is a category's: "category:message". */
#define POPLENS_TILE_CATEGORY "category:"
/* Of a tile of which the file does not say it. */
#define POPLENS_TILE_UNKNOWN G_MAXUINT64

/* Where they are from; the report's own, which outlives it. */
typedef struct {
  PoplensReport *report;
  const PoplensMemory *memory;
  const PoplensTarget *target;       /* nullable */
  const PoplensVariables *variables; /* nullable: then there are none to choose */
  const PoplensOperationBytes *only; /* nullable: no operation is asked for alone */
} PoplensTileValues;

const char *poplens_tile_value_key (PoplensTileValue value);   /* "with-gaps" */
const char *poplens_tile_value_title (PoplensTileValue value); /* "With gaps" */
/* FALSE where it would be nothing but POPLENS_TILE_UNKNOWN. */
gboolean poplens_tile_values_know (const PoplensTileValues *self, PoplensTileValue value);

/* Bytes by position of the memory part, of a value by its key or of category:NAME. *@title: what it
 * is called; of the report. NULL where there is no such thing. (transfer full) */
guint64 *poplens_tile_values_of (const PoplensTileValues *self, const char *option,
                                 const char **title);
/* The same of what "plot" chooses: category:NAME, or a variable by its name (all that have it) or
 * id, as var_bytes_by_eq_class has its bytes. *@title: of the report, or @name. NULL with @error,
 * or without one where there is no such thing. (transfer full) */
guint64 *poplens_tile_values_of_plot (const PoplensTileValues *self, const char *name,
                                      const char **title, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
