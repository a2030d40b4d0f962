/* Painting a chart of a page on a canvas; for the files of this room only. */
#pragma once

#include "pages/core/page-private.h"
#include "pages/picture/canvas.h"

G_BEGIN_DECLS

typedef struct {
  PoplensCanvas *canvas;
  const PoplensPage *page;
  const PoplensLocation *location; /* what it selects and zooms to */
  PoplensTheme theme;
  const PoplensWork *work; /* (nullable) */
  GError **error;          /* the first thing that could not be read while painting */
} PoplensPainter;

/* What a page lies on: libadwaita's window background. */
PoplensColor poplens_page_ground (PoplensTheme theme);

/* The chart without a title, in the box. Returns: pixels that it lacks to show all rows */
double poplens_paint_chart_box (const PoplensPainter *self, const PoplensSection *section, double x,
                                double y, double width, double height);
/* The chart under its title, over the whole picture; says so where not all its rows are on it. */
void poplens_paint_chart_alone (const PoplensPainter *self, const PoplensSection *section,
                                const char *report_name, double width, double height);

G_END_DECLS
