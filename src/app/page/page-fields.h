/* PoplensPageFields: reads the data of a chart's fields (charts/lanes/field.h) on workers, for the
 * visible part of the chart. Begins when the view has stopped changing. A field is drawn as soon as
 * its data are read. */
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
