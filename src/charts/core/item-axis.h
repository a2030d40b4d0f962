/* Maps item positions to pixels: linear, except for the gaps between groups. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Items without a gap between them: positions p0 … p1 at pixels x0 … x1. */
typedef struct {
  double p0, p1;
  double x0, x1;
} PoplensAxisRun;

typedef struct {
  double scale; /* pixels per item */
  GArray *runs; /* of PoplensAxisRun, ascending, at least one */
} PoplensItemAxis;

/* Maps positions @from … @to to pixels, starting at @x. @gap: pixels between two groups. Gaps are
 * narrower if there are many groups, and near the edge of the view. */
void poplens_item_axis_init (PoplensItemAxis *self, const PoplensChart *chart, double from,
                             double to, double x, double width, double gap);
void poplens_item_axis_clear (PoplensItemAxis *self);

/* Converts a position to a pixel, clamped to the axis. A position on the border between two groups
 * becomes the pixel before their gap if @end, else the pixel after it. */
double poplens_item_axis_to_x (const PoplensItemAxis *self, double position, gboolean end);
/* Converts a pixel to a position, clamped to the axis. */
double poplens_item_axis_to_position (const PoplensItemAxis *self, double x);

G_END_DECLS
