/* The critical path, what it is spent on, and which IPU waits for which. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Cycles [from, to) of an IPU. .place: index in PoplensTime.ipus. */
typedef struct {
  guint place;
  guint64 from, to;
} PoplensTimeStretch;

/* Returns the IPU that arrives last at the join at which the IPU @place waits before @cycle, from
 * that IPU's previous join to @cycle. After its last join, returns @place itself. */
PoplensTimeStretch poplens_time_find_last (const PoplensTime *time, guint place, guint64 cycle);
/* Returns the critical path in the cycles [@from, @to), without gaps and in order of time. It is
 * found backwards from @to: at each join it continues on the IPU that arrived last. (transfer
 * full): GArray of PoplensTimeStretch */
GArray *poplens_time_path (const PoplensTime *time, guint64 from, guint64 to);

/* A part of the path with one IPU, bound and step. .place: index in PoplensTime.ipus. */
typedef struct {
  guint place;
  guint64 from, to;
  PoplensBound bound;
  guint32 row; /* row of steps_by_ipu; G_MAXUINT32: none */
} PoplensTimePathSegment;

/* Divides the path by bound and step. @path: of poplens_time_path (). (transfer full): GArray of
 * PoplensTimePathSegment */
GArray *poplens_time_path_segments (const PoplensTime *time, const GArray *path);

/* Waiting of one IPU for another, at the joins at which the other arrives last. */
typedef struct {
  guint place, last;     /* indices in PoplensTime.ipus of the waiting IPU and of the awaited one */
  guint64 joins, cycles; /* number of joins; cycles with the bound ANOTHER_IPU */
  guint64 did[POPLENS_N_BOUNDS]; /* cycles by bound of the awaited IPU meanwhile; their sum is
                                  * .cycles */
  guint64 longest;               /* cycles of the longest wait at one join */
  guint32 longest_row;           /* row of steps_by_ipu of the waiting IPU in that wait */
} PoplensTimeWait;

/* Returns the waits in the cycles [@from, @to), clipped to the range: most cycles first, without
 * pairs that never wait. (transfer full): GArray of PoplensTimeWait */
GArray *poplens_time_waits (const PoplensTime *time, guint64 from, guint64 to);

/* ---- items of the path ----------------------------------------------------------------------- */

/* Items sum the critical path: compute, exchange and inter-IPU exchange by operation, copies with
 * the host by streams, all else by bound. */

/* Cycles [from, to) of a report. */
typedef struct {
  const PoplensTime *time;
  const PoplensPrograms *programs; /* (nullable): of the same report */
  guint64 from, to;
} PoplensTimeSide;

/* Sum of parts of the critical path. */
typedef struct {
  PoplensBound bound;
  char *subject; /* operation key (name-parts.h) or streams; "": all of the bound */
  guint64 cycles;
  guint64 n;       /* number of rows of steps_by_ipu on the path */
  guint64 longest; /* cycles of the longest part */
  guint32 row;     /* row of the longest part; G_MAXUINT32: none */
} PoplensPathItem;

/* Returns the items of the critical path; their cycles add up to .to − .from. (transfer full):
 * GArray of PoplensPathItem */
GArray *poplens_path_items_new (const PoplensTimeSide *side);
/* Packs items for the disk cache (report/figure-store.h). @items: (nullable): NULL: none. (transfer
 * floating) */
GVariant *poplens_path_items_pack (const GArray *items);
/* Unpacks items of the type POPLENS_PATH_ITEMS_PACKED. NULL if a bound is invalid, so that this
 * version did not pack them. (transfer full) (nullable) */
GArray *poplens_path_items_unpack (GVariant *items);
#define POPLENS_PATH_ITEMS_PACKED "a(uaytttu)"
/* Returns the items on which @slow spends more cycles than @fast, largest difference first; .cycles
 * is the difference. (transfer full): GArray of PoplensPathItem */
GArray *poplens_path_items_longer (const PoplensTimeSide *slow, const PoplensTimeSide *fast);

G_END_DECLS
