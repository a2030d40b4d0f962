/* Round ticks along the value axis, and round distances along the item axis. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

typedef struct {
  double from;  /* value at the lower end of the axis */
  double top;   /* value at the upper end */
  double first; /* the lowest tick */
  double step;  /* between ticks: first, first + step … */
  guint n_ticks;
  double unit_size; /* values in one of @unit */
  char unit[24];    /* "KiB", "M cycles", or "" */
  guint decimals;   /* of the figures at ticks */
} PoplensValueScale;

/* Ticks for values of 0 to @max, at most @most_ticks of them (look.md 4: 4 to 6) and never fewer
 * than 4 where there is room for that many and whole units allow it: then @top is above @max. */
void poplens_value_scale_init (PoplensValueScale *self, PoplensChartUnit unit,
                               PoplensByteUnit byte_unit, double max, guint most_ticks);
/* The same for values of @from to @max. */
void poplens_value_scale_init_from (PoplensValueScale *self, PoplensChartUnit unit,
                                    PoplensByteUnit byte_unit, double from, double max,
                                    guint most_ticks);
/* The figures at tick @i, in units: "1,024", "5.25". */
const char *poplens_value_scale_label (const PoplensValueScale *self, guint i,
                                       PoplensNumber buffer);

/* The least of 1, 2, 5, 10, 20, 50 … that is not below @least. */
double poplens_item_step (double least);

G_END_DECLS
