/* The store of what tiles did, for the files trace-bsp*.c. */
#pragma once

#include "analysis/floor-plan.h"
#include "pages/trace/trace-bsp.h"

#include <pthread.h>

G_BEGIN_DECLS

/* What was read of an IPU at once. */
typedef struct {
  PoplensBspGrid *grid;
  PoplensFieldCells *cells; /* of it, in .order */
  PoplensTileOrder order;
} PoplensTraceBspLayer;

/* Who reads, and how far that is. */
typedef struct {
  PoplensTraceBsp *bsp;
  const PoplensWork *work; /* (nullable): is told too */
  guint16 ipu;
  gint64 since; /* monotonic time */
  double fraction;
} PoplensTraceBspReader;

typedef struct {
  GPtrArray *layers;                   /* of Layer, the last read last */
  const PoplensTraceBspReader *reader; /* (nullable): the last that began */
  guint32 *by_waiting;
  PoplensBspExtent *extent; /* (nullable) */
  guint32 extent_step;      /* what it was asked for; G_MAXUINT32: nothing */
} PoplensTraceBspIpu;

struct _PoplensTraceBsp {
  gatomicrefcount refs;
  pthread_mutex_t lock; /* of .ipus' contents */
  PoplensTraceModel *model;
  PoplensFloorPlan plan;
  PoplensBspInput input; /* but for slices */
  guint8 *series;
  guint32 waiting; /* bits of series */
  guint n_ipus;
  PoplensTraceBspIpu *ipus;
};

/* The tile on @line, counted within the IPU; with the lock held. */
guint32 poplens_trace_bsp_tile_on_line (const PoplensTraceBsp *self, guint16 ipu,
                                        PoplensTileOrder order, guint line);

G_END_DECLS
