/* The critical path, and who waits for whom. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

/* Cycles [from, to) of an IPU (its place in PoplensTime.ipus). */
typedef struct {
  guint place;
  guint64 from, to;
} PoplensTimeStretch;

/* The IPU that comes last to the join at which the one at @place waits before @cycle, from its own
 * join before to @cycle; @place itself behind its last join. */
PoplensTimeStretch poplens_time_find_last (const PoplensTime *time, guint place, guint64 cycle);
/* Walked back from the end: at each join to the IPU that came last. In the order of time, without
 * gaps, from @from to @to. (transfer full) GArray of PoplensTimeStretch */
GArray *poplens_time_path (const PoplensTime *time, guint64 from, guint64 to);

/* The path bound by bound: neighbours of one IPU, bound and step are one. */
typedef struct {
  guint place;
  guint64 from, to;
  PoplensBound bound;
  guint32 row; /* of steps_by_ipu; G_MAXUINT32: none */
} PoplensTimePathSegment;

/* @path: of poplens_time_path (). (transfer full) GArray of PoplensTimePathSegment */
GArray *poplens_time_path_segments (const PoplensTime *time, const GArray *path);

/* What an IPU waited for another one, at the joins to which that one came last. */
typedef struct {
  guint place, last;             /* the one that waited, and the other; places */
  guint64 joins, cycles;         /* bound as IPU wait */
  guint64 did[POPLENS_N_BOUNDS]; /* what bound the other meanwhile; their sum is cycles */
  guint64 longest;               /* cycles of the longest wait at one join */
  guint32 longest_row;           /* the row of the IPU in its longest wait */
} PoplensTimeWait;

/* In cycles [from, to), waits at its ends clipped. Most cycles first; pairs that never waited are
 * left out. (transfer full) GArray of PoplensTimeWait */
GArray *poplens_time_waits (const PoplensTime *time, guint64 from, guint64 to);

/* ---- what the path is spent on --------------------------------------------------------------- */

/* What a critical path spends its cycles on: compute, exchange and copies between IPUs by
 * operation, the host by stream, all else by class. */

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
  guint64 longest; /* cycles of the longest stretch */
  guint32 row;     /* the row of that stretch; G_MAXUINT32: none */
} PoplensPathItem;

/* Returns what @side is spent on; the cycles add up to to − from. (transfer full) GArray of
 * PoplensPathItem */
GArray *poplens_path_items_new (const PoplensTimeSide *side);
/* Packs @items (nullable: none) for the disk cache (report/figure-store.h). (transfer floating) */
GVariant *poplens_path_items_pack (const GArray *items);
/* @items: of type POPLENS_PATH_ITEMS_PACKED. (transfer full) (nullable): NULL if this program did
 * not pack them */
GArray *poplens_path_items_unpack (GVariant *items);
#define POPLENS_PATH_ITEMS_PACKED "a(uaytttu)"
/* What @slow spends more cycles on than @fast, most more first: .cycles are those more. (transfer
 * full) GArray of PoplensPathItem */
GArray *poplens_path_items_longer (const PoplensTimeSide *slow, const PoplensTimeSide *fast);

G_END_DECLS
