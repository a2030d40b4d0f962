/* Where the tiles of an IPU are in time, and what a step makes of that. Private to the analysis.
 *
 * A step of a large trace is followed on each of 1,472 tiles: of numbers of 32 bits a processor
 * takes eight at a time, so they are kept less an origin as long as they fit. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Tiles so far apart, or a step so long, do not fit: a host that is waited for, say. Twice as much
 * is still below 2^31. */
#define POPLENS_CLOCK_WIDE ((guint64) 1 << 30)

typedef struct {
  guint64 max, min, sum;
} PoplensExtent;

/* Of the tiles that a step is on: where they start and end; and of those that take any time at all
 * where they start, how long they take and where they end. In cycles since the trace began. */
typedef struct {
  PoplensExtent start, all, from, cycles, to;
  guint64 active; /* tiles that take any time */
} PoplensExtents;

typedef struct {
  guint32 n;         /* tiles */
  gboolean is_wide;  /* .end is true, not .at */
  guint64 *end;      /* [n] where each tile is (not owned) */
  guint32 *at;       /* [n] the same, less .origin (not owned) */
  guint64 origin;    /* cycles since the trace began */
  PoplensExtent all; /* of .at with the origin, where it is true */
} PoplensClock;

/* Where the @i-th tile is. */
static inline guint64
poplens_clock_end (const PoplensClock *self, guint32 i)
{
  return self->is_wide ? self->end[i] : self->origin + self->at[i];
}

/* A step: tile @i takes @cycles[i], or @wide[i] where that is not NULL. */
PoplensExtents poplens_clock_step (PoplensClock *self, const guint32 *cycles, const guint64 *wide);
/* From here on .end is true. */
void poplens_clock_widen (PoplensClock *self);

G_END_DECLS
