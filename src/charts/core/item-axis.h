/* Where items lie along their axis: linear, but for the gaps that set groups apart. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* A run of items without a gap: positions p0 … p1 at pixels x0 … x1. */
typedef struct {
  double p0, p1;
  double x0, x1;
} PoplensAxisRun;

typedef struct {
  double scale; /* pixels an item */
  GArray *runs; /* of PoplensAxisRun, rising, at least one */
} PoplensItemAxis;

/* @gap: pixels between two groups when they are wholly in view; narrower where groups are many. */
void poplens_item_axis_init (PoplensItemAxis *self, const PoplensChart *chart, double from,
                             double to, double x, double width, double gap);
void poplens_item_axis_clear (PoplensItemAxis *self);

/* @position on the border of two groups lies behind the gap, with @end before it. Both ways clamp.
 */
double poplens_item_axis_to_x (const PoplensItemAxis *self, double position, gboolean end);
double poplens_item_axis_to_position (const PoplensItemAxis *self, double x);

G_END_DECLS
