/* PoplensPageFields: reads the data of a chart's fields (charts/lanes/field.h). When the view has
 * settled, workers read what the layout shows of each field; each is drawn when it has been read.
 */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-bundle.h"

G_BEGIN_DECLS

typedef struct _PoplensPageFields PoplensPageFields;

PoplensPageFields *poplens_page_fields_new (PoplensChartWidget *chart);
void poplens_page_fields_free (PoplensPageFields *self);
/* Reads the fields for the chart of @bundle's page as seen at @location. */
void poplens_page_fields_follow (PoplensPageFields *self, PoplensPageBundle *bundle,
                                 const PoplensLocation *location);

G_END_DECLS
