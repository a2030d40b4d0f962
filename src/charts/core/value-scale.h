/* Chooses round ticks of value axes, and round distances of item axes. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

typedef struct {
  double from;  /* value at the lower end */
  double top;   /* value at the upper end */
  double first; /* value at the lowest tick */
  double step;  /* difference between two ticks */
  guint n_ticks;
  double unit_size; /* size of one .unit: 1,024 bytes for "KiB" */
  char unit[24];    /* "KiB", "M cycles", or "" */
  guint decimals;   /* decimals of tick labels */
} PoplensValueScale;

/* Chooses ticks for values 0 … @max: at most @most_ticks, and at least 4 if possible. Raises .top
 * above @max if this is necessary for 4 ticks. */
void poplens_value_scale_init (PoplensValueScale *self, PoplensChartUnit unit,
                               PoplensByteUnit byte_unit, double max, guint most_ticks);
/* Chooses ticks for values @from … @max. See poplens_value_scale_init (). */
void poplens_value_scale_init_from (PoplensValueScale *self, PoplensChartUnit unit,
                                    PoplensByteUnit byte_unit, double from, double max,
                                    guint most_ticks);
/* Formats the label of tick @i, without unit: "1,024", "5.25". */
const char *poplens_value_scale_label (const PoplensValueScale *self, guint i,
                                       PoplensNumber buffer);

/* Returns the smallest of 1, 2, 5, 10, 20, 50 … that is at least @least. */
double poplens_item_step (double least);

G_END_DECLS
