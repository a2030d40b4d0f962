/* Paints a chart of a page on a canvas. Used within src/pages only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/picture/canvas.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCanvas *canvas;
  const PoplensPage *page;
  const PoplensLocation *location; /* its selection and view are drawn */
  PoplensTheme theme;
  const PoplensWork *work; /* (nullable) */
  GError **error;          /* first error of reading while painting */
} PoplensPainter;

/* Returns the page background: libadwaita's window background. */
PoplensColor poplens_page_ground (PoplensTheme theme);

/* Paints the chart without a title in the box. Returns the height in pixels that is missing to show
 * all rows. */
double poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section, double x,
                                double y, double width, double height);
/* Paints the chart with its title over the whole image, and a note if some of its rows do not fit.
 */
void poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                                const char *report_name, double width, double height);

G_END_DECLS
