/* Items of a page's chart that its search field finds: looked for on a worker, shown on the chart,
 * counted and stepped through. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageSearch PoplensPageSearch;

/* Other hits were found, or another one is stood on. */
typedef void (*PoplensPageSearchFunc) (gpointer data);

/* @chart: outlives it. */
PoplensPageSearch *poplens_page_search_new (PoplensChartWidget *chart,
                                            PoplensPageSearchFunc changed, gpointer data);
void poplens_page_search_free (PoplensPageSearch *self);
/* Shows what @location's words find on the page of @bundle; the same words again cost nothing. */
void poplens_page_search_run (PoplensPageSearch *self, PoplensPageBundle *bundle,
                              const PoplensLocation *location);
/* To the next (@by 1) or the last (−1) hit, around at the ends; at first to that which begins in
 * view. It is brought into view. FALSE where nothing is found. */
gboolean poplens_page_search_step (PoplensPageSearch *self, int by, PoplensItemRange *hit);
/* Somebody types into the control @key, and the words are searched. Of a search field the first hit
 * is gone to once it is there. It is the first that begins in the view that there was before the
 * first letter, so that each letter moves on from there. */
void poplens_page_search_type (PoplensPageSearch *self, const char *key);
/* To that hit: TRUE once, as soon as it is there. Where nothing is found the view stays. */
gboolean poplens_page_search_reach (PoplensPageSearch *self, PoplensItemRange *hit);
/* The key of the location that has the words; NULL: none are searched. (static) */
const char *poplens_page_search_key (PoplensPageSearch *self);
/* "3 of 1,204", "1,204 hits", "No hits", or what is wrong with an expression; NULL where nothing is
 * searched. (transfer full) */
char *poplens_page_search_count (PoplensPageSearch *self);
/* Of a LANES chart: where on the axis hits are, for its strip: of double, rising. (nullable) */
const GArray *poplens_page_search_places (PoplensPageSearch *self);

G_END_DECLS
