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

/* Maps positions @from … @to to pixels from @x on. @gap: pixels between two groups; less if there
 * are many groups, or if a border is near the edge. */
void poplens_item_axis_init (PoplensItemAxis *self, const PoplensChart *chart, double from,
                             double to, double x, double width, double gap);
void poplens_item_axis_clear (PoplensItemAxis *self);

/* Convert between positions and pixels, clamped. A @position on the border of two groups maps to
 * the pixel after the gap or, if @end, before it. */
double poplens_item_axis_to_x (const PoplensItemAxis *self, double position, gboolean end);
double poplens_item_axis_to_position (const PoplensItemAxis *self, double x);

G_END_DECLS
