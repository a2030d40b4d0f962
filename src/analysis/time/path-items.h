/* What a critical path spends its cycles on: compute, exchange and copies between IPUs by
 * operation, the host by stream, all else by class. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Cycles [from, to) of @time. */
typedef struct {
  const PoplensTime *time;
  const PoplensPrograms *programs; /* (nullable): of the same report */
  guint64 from, to;
} PoplensTimeSide;

typedef struct {
  PoplensBound bound;
  char *subject; /* operation key of name-parts.h, or streams; "": all of the class */
  guint64 cycles;
  guint64 n;       /* rows of steps_by_ipu on the path */
  guint64 longest; /* cycles of one stretch … */
  guint32 row;     /* … and its row; G_MAXUINT32: none */
} PoplensPathItem;

/* Their cycles are to − from in sum. (transfer full) GArray of PoplensPathItem */
GArray *poplens_path_items_new (const PoplensTimeSide *side);

/* "…/MatMul (exchange)", "inter-IPU exchange". (transfer full) */
char *poplens_path_title (PoplensBound bound, const char *subject);

G_END_DECLS
