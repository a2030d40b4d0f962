/* PoplensPageFields: fills the fields of a chart. When the view has settled, reads what the layout
 * shows of each field on a worker, and redraws when a field is read. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFields PoplensPageFields;

PoplensPageFields *poplens_page_fields_new (PoplensChartWidget *chart);
void poplens_page_fields_free (PoplensPageFields *self);
/* Reads the fields for the chart of @bundle's page at @location. */
void poplens_page_fields_follow (PoplensPageFields *self, PoplensPageBundle *bundle,
                                 const PoplensLocation *location);

G_END_DECLS
