/* Fills the fields of a chart: reads on a worker what its layout shows of them, once the view has
 * rested a moment, field by field; each is shown as soon as it is there. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFields PoplensPageFields;

PoplensPageFields *poplens_page_fields_new (PoplensChartWidget *chart);
void poplens_page_fields_free (PoplensPageFields *self);
/* The chart of @bundle's page is shown as @location has it. */
void poplens_page_fields_follow (PoplensPageFields *self, PoplensPageBundle *bundle,
                                 const PoplensLocation *location);

G_END_DECLS
