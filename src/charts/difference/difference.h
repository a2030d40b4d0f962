/* A signed number of each item of an AREAS chart: kept, laid out below the areas and told in words.
 * Its parts are series of kind CHANGE. For the files of this room only. */
#pragma once

#include "charts/core/layout-private.h"

G_BEGIN_DECLS

typedef struct {
  char *name;
  gint64 *values;    /* of each item; POPLENS_NO_DIFFERENCE: none */
  double less, more; /* the furthest below and above zero, both positive */
} PoplensDifference;

void poplens_difference_free (gpointer data);
/* NULL: the chart has none. */
static inline const PoplensDifference *
poplens_difference (const PoplensChart *chart)
{
  return chart->kind == &poplens_areas_kind ? chart->data : NULL;
}
/* "\nDifference\t+1.2 KiB (+1,234 B)", after a line for each part with what it was and is; nothing
 * where the item has none. */
void poplens_difference_describe (const PoplensChart *chart, GString *out, gsize item);
/* ", difference +1.2 KiB" of the sum over the items; nothing without a difference. */
void poplens_difference_describe_range (const PoplensChart *chart, GString *out,
                                        PoplensItemRange range);

/* Cuts the room for it, and for the legend of its parts, off the lower end of the plot, where the
 * plot is high enough for both. */
void poplens_difference_place (PoplensChartLayout *self);
/* Name, ticks, columns and the line of zero, in .signed_plot; nothing where that has no room. */
void poplens_difference_layout (PoplensChartLayout *self, const GArray *cells);

/* ---- parts ----------------------------------------------------------------------------------- */

gboolean poplens_difference_has_parts (const PoplensChart *chart);
/* How far the visible parts are stacked at most, below zero and above. */
void poplens_difference_reach (const PoplensChart *chart, double *less, double *more);

/* ---- bars ------------------------------------------------------------------------------------ */

/* Rows [first, end) of a BARS chart, each bar @height high, the first at @y. */
typedef struct {
  gsize first, end;
  double y, pitch, height;
} PoplensBarRows;

const char *poplens_difference_format_bar (const PoplensChart *chart, PoplensNumber buffer,
                                           gsize item);
/* Returns the pixel column of zero. */
double poplens_difference_add_bars (PoplensChartLayout *self, PoplensBarRows rows);

G_END_DECLS
