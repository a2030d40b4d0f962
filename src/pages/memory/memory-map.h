/* What lies where in the memory of some tiles, as a chart in a tab; for the files memory-map*.c. */
#pragma once

#include "analysis/liveness/live-step.h"
#include "derived/memory/address-source.h"
#include "pages/memory/memory-page.h"

G_BEGIN_DECLS

/* A block of the chart: a variable, or a gap between variables. */
typedef struct {
  guint map;     /* in source.maps */
  guint32 index; /* in its blocks, or its gaps */
  gboolean is_gap;
} PoplensMapItem;

/* Immutable once it is made; counted, and shared with the chart, which asks it for names. */
typedef struct {
  PoplensReport *report;
  PoplensAddressSource source;
  const PoplensPrograms *programs; /* nullable */
  GArray *items;                   /* PoplensMapItem, as the chart numbers them */
  guint8 used[POPLENS_N_GROUPS];   /* whether a block has that colour */
  gboolean by_life;                /* coloured by it, not by category */
  guint32 step;                    /* what is not live there is dimmed; POPLENS_NO_STEP: no step */
  gsize selected;                  /* item, or G_MAXSIZE */
} PoplensMemoryMap;

const PoplensAddressMap *poplens_memory_map_of_item (const PoplensMemoryMap *self, gsize item,
                                                     const PoplensMapItem **found);
/* Title, text and facts of @tab: on what is selected, else on the tiles. */
void poplens_memory_map_describe (const PoplensMemoryMap *self, const PoplensPageContext *context,
                                  PoplensTabChart *tab);

G_END_DECLS
