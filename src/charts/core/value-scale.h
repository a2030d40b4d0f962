/* Chooses round ticks of value axes, and round distances of item axes. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

typedef struct {
  double from;  /* value at the lower end */
  double top;   /* value at the upper end */
  double first; /* the lowest tick */
  double step;  /* between ticks */
  guint n_ticks;
  double unit_size; /* values per .unit */
  char unit[24];    /* "KiB", "M cycles", or "" */
  guint decimals;   /* of the labels of ticks */
} PoplensValueScale;

/* Chooses ticks for values 0 … @max: at most @most_ticks (look.md 4: 4 to 6), and at least 4 if
 * they fit and units stay whole; then .top exceeds @max. */
void poplens_value_scale_init (PoplensValueScale *self, PoplensChartUnit unit,
                               PoplensByteUnit byte_unit, double max, guint most_ticks);
/* As poplens_value_scale_init (), for values @from … @max. */
void poplens_value_scale_init_from (PoplensValueScale *self, PoplensChartUnit unit,
                                    PoplensByteUnit byte_unit, double from, double max,
                                    guint most_ticks);
/* Formats the label of tick @i, without unit: "1,024", "5.25". */
const char *poplens_value_scale_label (const PoplensValueScale *self, guint i,
                                       PoplensNumber buffer);

/* Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least @least. */
double poplens_item_step (double least);

G_END_DECLS
