/* Items of a page's chart that its search field finds: looked for on a worker, shown on the chart.
 */
#pragma once

#include "app/chart-widget.h"
#include "app/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageSearch PoplensPageSearch;

/* @chart: outlives it. */
PoplensPageSearch *poplens_page_search_new (PoplensChartWidget *chart);
void poplens_page_search_free (PoplensPageSearch *self);
/* Shows what @place's words find on the page of @bundle; the same words again cost nothing. */
void poplens_page_search_run (PoplensPageSearch *self, PoplensPageBundle *bundle,
                              const PoplensPlace *place);

G_END_DECLS
