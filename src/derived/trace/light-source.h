/* What tables and pages of lightweight profiling are made of: worked out once a report, and
 * living as long as it; immutable. */
#pragma once

#include "analysis/trace/light.h"
#include "model/execution.h"
#include "model/location.h"
#include "model/programs.h"
#include "report/bookmarks.h"

G_BEGIN_DECLS

typedef struct {
  const PoplensExecution *execution;
  const PoplensLightBlocks *blocks; /* of that */
  const PoplensPrograms *programs;  /* nullable */
  GArray *tiles;                    /* of PoplensLightTile */
  GArray *ipus;                     /* of PoplensLightIpu */
  guint64 from, to;                 /* the first begin, the last end of all */
} PoplensLightSource;

/* Whether the location, or what there is, asks for blocks. */
gboolean poplens_light_is_asked (const PoplensLocation *location,
                                 const PoplensExecution *execution);
/* What the page of the trace counts cycles by at @location. */
PoplensBookmarkClock poplens_trace_clock (const PoplensLocation *location,
                                          const PoplensExecution *execution);

/* NULL with an error. */
const PoplensLightSource *poplens_light_source_get (PoplensReport *report,
                                                    GCancellable *cancellable, GError **error);

/* Assumed: the id of a block is that of its program, whose name it has. Without
 * one, or without that program, what the block is: "Overflow". Lives as long as the parts. */
const char *poplens_light_name (const PoplensLightSource *self, guint8 type, gint64 id);
guint32 poplens_light_program (const PoplensLightSource *self, gint64 id); /* or POPLENS_NO_ROW */

/* What the keys "ipu", "clock" and "range" of @location (nullable) ask for; others than on the page
 * of the trace say nothing. FALSE with POPLENS_ERROR_USAGE where that cannot be. */
gboolean poplens_light_wanted (const PoplensLightSource *self, const PoplensLocation *location,
                               PoplensLightWanted *wanted, GError **error);
/* The row that "block" names: of the table blocks of all IPUs. FALSE where there is none. */
gboolean poplens_light_place_row (const PoplensLightSource *self, const PoplensLocation *location,
                                  guint32 *row);
/* "trace?view=blocks&block=7", with what @location (nullable) says of the chart and the cycles
 * around the block in view. (transfer full) */
char *poplens_light_link (const PoplensLightSource *self, guint32 row,
                          const PoplensLocation *location);

G_END_DECLS
