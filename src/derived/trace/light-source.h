/* The data for tables and pages of lightweight profiling, computed once and owned by the report.
 * Immutable. */
#pragma once

#include "analysis/trace/light.h"
#include "model/execution.h"
#include "model/location.h"
#include "model/programs.h"
#include "report/bookmarks.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensExecution *execution;
  const PoplensLightBlocks *blocks; /* blocks of .execution */
  const PoplensPrograms *programs;  /* (nullable) */
  GArray *tiles;                    /* PoplensLightTile */
  GArray *ipus;                     /* PoplensLightIpu */
  guint64 from, to;                 /* earliest start and latest end of all blocks */
} PoplensLightSource;

/* TRUE if the trace page shows blocks of lightweight profiling: the key "view" is "blocks" or,
 * without this key, no steps are recorded. FALSE if there are no blocks. */
gboolean poplens_light_is_asked (const PoplensLocation *location,
                                 const PoplensExecution *execution);
/* Returns the clock by which the trace page at @location (nullable) counts cycles. */
PoplensBookmarkClock poplens_trace_clock (const PoplensLocation *location,
                                          const PoplensExecution *execution);

/* Returns the data. NULL with @error. */
const PoplensLightSource *poplens_light_source_get (PoplensReport *report,
                                                    GCancellable *cancellable, GError **error);

/* Returns the name of a block's program. The id of a block is assumed to be the id of its program.
 * Without such a program, returns the type of the block: "Overflow". (transfer none) */
const char *poplens_light_name (const PoplensLightSource *self, guint8 type, gint64 id);
/* Returns the row of the program with the id of a block, POPLENS_NO_ROW if there is none. */
guint32 poplens_light_program (const PoplensLightSource *self, gint64 id);

/* Reads what the keys "ipu", "clock" and "range" of @location (nullable) select; on pages other
 * than the trace they have no effect. FALSE with POPLENS_ERROR_USAGE if they are invalid. */
gboolean poplens_light_wanted (const PoplensLightSource *self, const PoplensLocation *location,
                               PoplensLightWanted *wanted, GError **error);
/* Finds the row of the block that the location's key "block" names. The key numbers the blocks of
 * all tiles. FALSE if there is no such block. */
gboolean poplens_light_place_row (const PoplensLightSource *self, const PoplensLocation *location,
                                  guint32 *row);
/* Returns "trace?view=blocks&block=7" with the chart's keys of @location (nullable). The link shows
 * the cycles around the block. (transfer full) */
char *poplens_light_link (const PoplensLightSource *self, guint32 row,
                          const PoplensLocation *location);

G_END_DECLS
