/* Paints a chart of a page on a canvas. Used within src/pages only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/picture/canvas.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCanvas *canvas;
  const PoplensPage *page;
  const PoplensLocation *location; /* selection and view to draw */
  PoplensTheme theme;
  const PoplensWork *work; /* (nullable) */
  GError **error;          /* set to the first error of reading fields while painting */
} PoplensPainter;

/* Returns the background colour of images, which is that of libadwaita's windows. */
PoplensColor poplens_page_background (PoplensTheme theme);

/* Paints the section's chart in the box, without a title. Returns the number of pixels by which the
 * box is too low to show all rows. */
double poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section, double x,
                                double y, double width, double height);
/* Paints the section's chart with its title over the whole image. If some rows do not fit, adds a
 * note. */
void poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                                const char *report_name, double width, double height);

G_END_DECLS
