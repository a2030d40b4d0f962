/* The critical path (the chain of activities that determines the total time), what it consists of,
 * and which IPU waits for which. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Cycles [from, to) of an IPU. .place: index in PoplensTime.ipus. */
typedef struct {
  guint place;
  guint64 from, to;
} PoplensTimeStretch;

/* Finds the IPU that determines when @place reaches @cycle: the IPU that arrives last at the next
 * join of @place. After its last join, that is @place itself. Returns the cycles of the found IPU
 * from its previous join to @cycle. */
PoplensTimeStretch poplens_time_find_last (const PoplensTime *time, guint place, guint64 cycle);
/* Returns the critical path in the cycles [@from, @to), in order of time and without gaps. It is
 * followed backwards from @to: at each join it continues on the IPU that arrived last. (transfer
 * full): GArray of PoplensTimeStretch */
GArray *poplens_time_path (const PoplensTime *time, guint64 from, guint64 to);

/* A part of the critical path on one IPU, with one bound (the activity that limits the IPU) and one
 * step. .place: index in PoplensTime.ipus. */
typedef struct {
  guint place;
  guint64 from, to;
  PoplensBound bound;
  guint32 row; /* row of steps_by_ipu; G_MAXUINT32: none */
} PoplensTimePathSegment;

/* Divides a critical path at each change of the bound or of the step. @path: of poplens_time_path
 * (). (transfer full): GArray of PoplensTimePathSegment */
GArray *poplens_time_path_segments (const PoplensTime *time, const GArray *path);

/* Sums of the waits of IPU .place for IPU .last, over all joins at which .last arrives last. */
typedef struct {
  /* The IPU that waits, and the IPU for which it waits; indices in PoplensTime.ipus. */
  guint place, last;
  guint64 joins, cycles; /* number of joins at which .place waits; cycles that .place waits */
  guint64 did[POPLENS_N_BOUNDS]; /* cycles of the waits, by the bound that IPU .last has meanwhile;
                                    their sum is .cycles */
  guint64 longest;               /* cycles of the longest wait */
  guint32 longest_row;           /* row of steps_by_ipu in which the waiting IPU waits longest */
} PoplensTimeWait;

/* Returns the waits between IPUs in the cycles [@from, @to), clipped to the range, most cycles
 * first. Leaves out pairs of IPUs that never wait. (transfer full): GArray of PoplensTimeWait */
GArray *poplens_time_waits (const PoplensTime *time, guint64 from, guint64 to);

/* ---- items of the path ----------------------------------------------------------------------- */

/* Items are sums over the critical path. Compute, exchange and inter-IPU exchange are summed by
 * operation, copies with the host by streams, and everything else by bound. */

/* A range of cycles [from, to) of a report. */
typedef struct {
  const PoplensTime *time;
  const PoplensPrograms *programs; /* (nullable): of the same report */
  guint64 from, to;
} PoplensTimeSide;

/* A sum of parts of the critical path that have the same bound and subject. */
typedef struct {
  PoplensBound bound;
  /* Operation key (name-parts.h), or streams of a copy; "" for other bounds, such as sync. */
  char *subject;
  guint64 cycles;
  guint64 n;       /* number of rows of steps_by_ipu that are on the path */
  guint64 longest; /* cycles of the longest part */
  guint32 row;     /* row of the longest part; G_MAXUINT32: none */
} PoplensPathItem;

/* Returns the items of the critical path; their cycles add up to .to − .from. (transfer full):
 * GArray of PoplensPathItem */
GArray *poplens_path_items_new (const PoplensTimeSide *side);
/* Packs items for the disk cache (report/figure-store.h). @items: (nullable): NULL: no items.
 * (transfer floating) */
GVariant *poplens_path_items_pack (const GArray *items);
/* Unpacks items of the type POPLENS_PATH_ITEMS_PACKED. NULL if a bound is invalid, because another
 * version of Poplens packed the items. (transfer full) (nullable) */
GArray *poplens_path_items_unpack (GVariant *items);
#define POPLENS_PATH_ITEMS_PACKED "a(uaytttu)"
/* Returns the items of @slow that have more cycles than in @fast, largest difference first. Their
 * .cycles are the difference. (transfer full): GArray of PoplensPathItem */
GArray *poplens_path_items_longer (const PoplensTimeSide *slow, const PoplensTimeSide *fast);

G_END_DECLS
