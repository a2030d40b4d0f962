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
  POPLENS_MEMORY_BY_PLACE, /* sorted by position on the die */
} PoplensMemoryOrder;

/* Range of the colour scale of the tile map: the values of its two ends. */
typedef enum {
  POPLENS_MEMORY_RAMP_LARGEST, /* from 0 to the largest value */
  POPLENS_MEMORY_RAMP_SPREAD,  /* from the smallest to the largest value */
  POPLENS_MEMORY_RAMP_LIMIT,   /* from 0 to the capacity of a tile */
} PoplensMemoryRamp;

/* A variable or category that the location's key "plot" names. */
typedef struct {
  char *key;       /* "plot:NAME" */
  char *name;      /* title of the variable or category in the legend */
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
  gboolean on_die; /* TRUE: the tile map shows the die; FALSE: a grid of tiles by number */
  PoplensMemoryRamp ramp;
  int ipu;               /* the IPU that the location names; −1: none */
  gboolean is_part;      /* only tiles of one IPU or replica are in the graph */
  PoplensTileRange part; /* the tiles in the graph, if .is_part */
  int replica;           /* the replica that the location names; −1: none */
  gboolean stands_in;    /* the tiles of .replica are not recorded: show those of another replica */
  guint n_ipus;
  PoplensOperationBytes *only;       /* (nullable) bytes of the operation that restricts the page */
  const PoplensVariables *variables; /* (nullable) NULL: the graph needs no variables */
  guint32 *positions; /* [n_tiles] indices in .memory: first those of the .n tiles in the graph */
  guint32 n;          /* number of tiles in the graph */
} PoplensMemoryPage;

/* TRUE if a tile is in the graph. */
static inline gboolean
poplens_memory_page_shows (const PoplensMemoryPage *self, guint32 tile)
{
  return !self->is_part || (tile >= self->part.first && tile <= self->part.last);
}

/* Returns the ink of a series of the memory graph. @group: a PoplensMemoryGroup; −1: use the ink of
 * @role */
PoplensInk poplens_memory_band_ink (int group, PoplensBandRole role);

/* Adds the page's controls, and reads their values into @self. FALSE with @error. */
gboolean poplens_memory_page_add_controls (PoplensMemoryPage *self, GError **error);
/* Appends the kinds of graph of the Memory page to @views. @memory: (nullable) */
void poplens_memory_page_graph_views (GPtrArray *views, const PoplensMemory *memory);
/* Adds sets of tiles that can be selected with one click: the fullest, those over capacity, those
 * similar to the selected tile. */
void poplens_memory_page_add_tile_choices (PoplensMemoryPage *self);

/* Adds a section with a graph that has no series yet. The items of the graph are the tiles, in the
 * order of the page. (transfer none) */
PoplensSection *poplens_memory_page_add_graph (PoplensMemoryPage *self,
                                               const PoplensChartKind *kind, const char *key,
                                               const char *title);

gboolean poplens_memory_page_add_total (PoplensMemoryPage *self, GError **error);
gboolean poplens_memory_page_add_floor (PoplensMemoryPage *self, GError **error);
/* Adds a notice on how the map places tiles. Adds none if the user chose to place tiles in a
 * grid. */
void poplens_memory_page_add_plan_rule (PoplensMemoryPage *self);
gboolean poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error);
/* Adds the field in which the user types names of variables to draw, with completion. FALSE with
 * @error. */
gboolean poplens_memory_page_add_plot (PoplensMemoryPage *self, GError **error);
/* The two functions below add controls of the tile map: the value that colours it, and the range of
 * its colours. Call them before the graph is added. */
void poplens_memory_page_add_floor_value (PoplensMemoryPage *self);
void poplens_memory_page_add_ramp (PoplensMemoryPage *self);
/* TRUE if chosen variables colour the map. */
gboolean poplens_memory_page_is_chosen (const PoplensMemoryPage *self);
void poplens_memory_page_add_replicas (PoplensMemoryPage *self);

/* The tab with the memory map of the selected tiles. */
extern const PoplensTabKind poplens_memory_map_kind;

G_END_DECLS
