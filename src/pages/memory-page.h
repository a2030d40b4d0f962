/* The Memory page from the inside; for the files memory-page*.c. */
#pragma once

#include "analysis/floor-plan.h"
#include "analysis/memory-analysis.h"
#include "pages/page-private.h"

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
  int ipu;         /* whose tiles are in the graph; −1: all */
  guint n_ipus;
  const PoplensVariables *variables; /* VARIABLES: nullable */
  guint32 *positions; /* of all tiles in the order of the graph; those in it come first … */
  guint32 n;          /* … and are so many */
} PoplensMemoryPage;

/* Adds the page's controls, and reads what they say. */
gboolean poplens_memory_page_add_controls (PoplensMemoryPage *self, GError **error);
/* The kinds of graph. @memory: (nullable) */
void poplens_memory_page_graph_views (GPtrArray *views, const PoplensMemory *memory);
/* What can be selected at a stroke: the fullest tiles, those that do not fit, those like one. */
void poplens_memory_page_add_tile_choices (PoplensMemoryPage *self);

/* The graph's block: its items are tiles, in the page's order. */
PoplensBlock *poplens_memory_page_add_graph (PoplensMemoryPage *self, PoplensChartKind kind,
                                             const char *key, const char *title);
gboolean poplens_memory_page_is_hidden (const PoplensMemoryPage *self, const char *key);

void poplens_memory_page_add_total (PoplensMemoryPage *self);
void poplens_memory_page_add_floor (PoplensMemoryPage *self);
gboolean poplens_memory_page_add_variables (PoplensMemoryPage *self, GError **error);
/* The field that adds a variable, with the names that there are. */
gboolean poplens_memory_page_add_plot (PoplensMemoryPage *self, GError **error);
/* The drop-down of what colours the plan; before the graph. */
void poplens_memory_page_add_floor_value (PoplensMemoryPage *self);

/* The tab with what lies where in the memory of the selected tiles. */
PoplensTabChart *poplens_memory_map_new (const PoplensPageContext *context, GError **error);
PoplensPlace *poplens_memory_map_select (const PoplensTabChart *tab, const PoplensPlace *place,
                                         gsize item);

G_END_DECLS
