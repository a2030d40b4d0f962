/* The Memory page from the inside; for the files memory-page*.c. */
#pragma once

#include "analysis/floor-plan.h"
#include "analysis/memory/memory-analysis.h"
#include "derived/memory/tile-values.h"
#include "derived/operations/operations-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_MEMORY_GRAPH_TOTAL,
  POPLENS_MEMORY_GRAPH_VARIABLES,
  POPLENS_MEMORY_GRAPH_MAP,
} PoplensMemoryGraph;

typedef enum {
  POPLENS_MEMORY_BY_NUMBER,
  POPLENS_MEMORY_BY_USE,
  POPLENS_MEMORY_BY_PLACE, /* on the die */
} PoplensMemoryOrder;

/* What the ends of the tile map's colours stand for. */
typedef enum {
  POPLENS_MEMORY_RAMP_LARGEST, /* 0 and the largest */
  POPLENS_MEMORY_RAMP_SPREAD,  /* the least and the largest */
  POPLENS_MEMORY_RAMP_LIMIT,   /* 0 and the memory of a tile */
} PoplensMemoryRamp;

/* A variable or category that "plot" chooses. */
typedef struct {
  char *key;       /* "plot:NAME" */
  char *name;      /* what it is called */
  guint64 *values; /* bytes, in the order of the graph */
} PoplensMemoryPlot;

/* What one build works with. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* nullable */
  PoplensFloorPlan plan;
  PoplensMemoryGraph graph;
  PoplensBreakdown breakdown;
  gboolean gaps;
  PoplensMemoryOrder order;
  gboolean on_die; /* MAP: where the tiles lie on the die, not a plain grid */
  PoplensMemoryRamp ramp;
  int ipu;               /* that was asked for; −1: none */
  gboolean is_part;      /* tiles of an IPU or a replica alone are in the graph … */
  PoplensTileRange part; /* … these */
  int replica;        /* that was asked for; −1: none. The tiles may be another's: .stands_in */
  gboolean stands_in; /* the file lists one replica, which stands for .replica */
  guint n_ipus;
  PoplensOperationBytes *only;       /* (nullable) of the operation that is asked for alone */
  const PoplensVariables *variables; /* where variables are chosen: nullable */
  guint32 *positions; /* of all tiles in the order of the graph; those in it come first … */
  guint32 n;          /* … and are so many */
} PoplensMemoryPage;

/* Whether a tile is in the graph. */
static inline gboolean
poplens_memory_page_shows (const PoplensMemoryPage *self, guint32 tile)
{
  return !self->is_part || (tile >= self->part.first && tile <= self->part.last);
}

/* What a band is drawn in. @group: PoplensMemoryGroup, or −1 */
PoplensInk poplens_memory_band_ink (int group, PoplensBandRole role);

/* Adds the page's controls, and reads what they say. */
gboolean poplens_memory_page_add_controls (PoplensMemoryPage *self, GError **error);
/* The kinds of graph. @memory: (nullable) */
void poplens_memory_page_graph_views (GPtrArray *views, const PoplensMemory *memory);
/* What can be selected at a stroke: the fullest tiles, those that do not fit, those like one. */
void poplens_memory_page_add_tile_choices (PoplensMemoryPage *self);

/* The graph's section: its items are tiles, in the page's order. */
PoplensSection *poplens_memory_page_add_graph (PoplensMemoryPage *self,
                                               const PoplensChartKind *kind, const char *key,
                                               const char *title);

gboolean poplens_memory_page_add_total (PoplensMemoryPage *self, GError **error);
gboolean poplens_memory_page_add_floor (PoplensMemoryPage *self, GError **error);
/* A notice on what the map takes to be where, unless that was told. */
void poplens_memory_page_add_plan_rule (PoplensMemoryPage *self);
gboolean poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error);
/* The field that adds a variable, with the names that there are. */
gboolean poplens_memory_page_add_plot (PoplensMemoryPage *self, GError **error);
/* The drop-downs of what colours the plan, and of its range; before the graph. */
void poplens_memory_page_add_floor_value (PoplensMemoryPage *self);
void poplens_memory_page_add_ramp (PoplensMemoryPage *self);
/* Whether chosen variables colour it. */
gboolean poplens_memory_page_is_chosen (const PoplensMemoryPage *self);
void poplens_memory_page_add_replicas (PoplensMemoryPage *self);

/* The tab with what lies where in the memory of the selected tiles. */
extern const PoplensTabKind poplens_memory_map_kind;

G_END_DECLS
