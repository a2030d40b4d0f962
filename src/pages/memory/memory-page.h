/* State and functions that the files memory-page*.c of the page Memory share. */
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
  POPLENS_MEMORY_BY_PLACE, /* by position on the die */
} PoplensMemoryOrder;

/* Which values the two ends of the tile map's colours have. */
typedef enum {
  POPLENS_MEMORY_RAMP_LARGEST, /* 0 and the largest */
  POPLENS_MEMORY_RAMP_SPREAD,  /* the smallest and the largest */
  POPLENS_MEMORY_RAMP_LIMIT,   /* 0 and the capacity of a tile */
} PoplensMemoryRamp;

/* A variable or category that "plot" names. */
typedef struct {
  char *key;       /* "plot:NAME" */
  char *name;      /* title in the legend */
  guint64 *values; /* [n] bytes, in the order of the graph */
} PoplensMemoryPlot;

/* State of one build of the page. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* (nullable) */
  PoplensFloorPlan plan;
  PoplensMemoryGraph graph;
  PoplensBreakdown breakdown;
  gboolean gaps;
  PoplensMemoryOrder order;
  gboolean on_die; /* MAP: tiles are placed as on the die, not in a grid by number */
  PoplensMemoryRamp ramp;
  int ipu;               /* the IPU that the location names; −1: none */
  gboolean is_part;      /* only tiles of one IPU or replica are in the graph */
  PoplensTileRange part; /* these tiles, if .is_part */
  int replica;           /* the replica that the location names; −1: none */
  gboolean stands_in;    /* the file lists one replica, which represents .replica */
  guint n_ipus;
  PoplensOperationBytes
      *only; /* (nullable): bytes of the operation that the page is restricted to */
  const PoplensVariables *variables; /* (nullable): loaded if variables are chosen */
  guint32 *
      positions; /* [n_tiles] positions of all tiles in the order of the graph, those in it first */
  guint32 n;     /* number of tiles in the graph */
} PoplensMemoryPage;

/* TRUE if a tile is in the graph. */
static inline gboolean
poplens_memory_page_shows (const PoplensMemoryPage *self, guint32 tile)
{
  return !self->is_part || (tile >= self->part.first && tile <= self->part.last);
}

/* Returns the ink of a band. @group: PoplensMemoryGroup, or −1: by role */
PoplensInk poplens_memory_band_ink (int group, PoplensBandRole role);

/* Adds the page's controls, and reads their values into @self. FALSE with @error. */
gboolean poplens_memory_page_add_controls (PoplensMemoryPage *self, GError **error);
/* Adds the kinds of graph as views. @memory: (nullable) */
void poplens_memory_page_graph_views (GPtrArray *views, const PoplensMemory *memory);
/* Adds the sets of tiles that can be selected with one click: the fullest, those that do not fit,
 * those like the selected one. */
void poplens_memory_page_add_tile_choices (PoplensMemoryPage *self);

/* Adds a section with an empty graph, whose items are the tiles in the page's order. (transfer
 * none) */
PoplensSection *poplens_memory_page_add_graph (PoplensMemoryPage *self,
                                               const PoplensChartKind *kind, const char *key,
                                               const char *title);

gboolean poplens_memory_page_add_total (PoplensMemoryPage *self, GError **error);
gboolean poplens_memory_page_add_floor (PoplensMemoryPage *self, GError **error);
/* Adds a notice on how tiles are placed, unless the user chose a grid although the die is known. */
void poplens_memory_page_add_plan_rule (PoplensMemoryPage *self);
gboolean poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error);
/* Adds the field that adds variables, with completions. FALSE with @error. */
gboolean poplens_memory_page_add_plot (PoplensMemoryPage *self, GError **error);
/* Add the choices of what colours the map, and of the range of colours. Call them before the graph
 * is added. */
void poplens_memory_page_add_floor_value (PoplensMemoryPage *self);
void poplens_memory_page_add_ramp (PoplensMemoryPage *self);
/* TRUE if chosen variables colour the map. */
gboolean poplens_memory_page_is_chosen (const PoplensMemoryPage *self);
void poplens_memory_page_add_replicas (PoplensMemoryPage *self);

/* The tab with the memory map of the selected tiles. */
extern const PoplensTabKind poplens_memory_map_kind;

G_END_DECLS
