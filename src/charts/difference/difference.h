/* Data, layout and description of the signed difference per item, which an AREAS chart draws below
 * its areas. Only for this library. */
#pragma once

#include "charts/core/layout-private.h"

G_BEGIN_DECLS

typedef struct {
  char *name;
  gint64 *values;    /* [n_items]; POPLENS_NO_DIFFERENCE: none */
  double less, more; /* largest decrease and largest increase, both positive */
} PoplensDifference;

void poplens_difference_free (gpointer data);
/* Returns the difference of a chart. (nullable): NULL if the chart has none. */
static inline const PoplensDifference *
poplens_difference (const PoplensChart *chart)
{
  return chart->kind == &poplens_areas_kind ? chart->data : NULL;
}
/* Appends a line per part with its old and new values, then the difference of the item:
 * "\nDifference\t+1.2 KiB (+1,234 B)". The difference is "–" if the item has none. */
void poplens_difference_describe (const PoplensChart *chart, GString *out, gsize item);
/* Appends the sum of the differences of all items in a range: ", Difference +1.2 KiB". Appends
 * nothing if the chart has no difference. */
void poplens_difference_describe_range (const PoplensChart *chart, GString *out,
                                        PoplensItemRange range);

/* Reserves space at the lower end of the plot for the difference and the legend of its parts, if
 * the plot is high enough. */
void poplens_difference_place (PoplensChartLayout *self);
/* Adds name, ticks, columns and zero line of the difference. Does nothing if .signed_plot has no
 * height. */
void poplens_difference_layout (PoplensChartLayout *self, const GArray *cells);

/* ---- parts ----------------------------------------------------------------------------------- */

gboolean poplens_difference_has_parts (const PoplensChart *chart);
/* Finds the highest stack of decreases (@less) and of increases (@more) among all items. Stacks
 * consist of visible parts. Both results are positive. */
void poplens_difference_reach (const PoplensChart *chart, double *less, double *more);

/* ---- bars ------------------------------------------------------------------------------------ */

/* Rows [first, end) of a BARS chart, in pixels. .y: top of the first bar. .pitch: distance between
 * rows. .height: height of a bar. */
typedef struct {
  gsize first, end;
  double y, pitch, height;
} PoplensBarRows;

const char *poplens_difference_format_bar (const PoplensChart *chart, PoplensNumber buffer,
                                           gsize item);
/* Adds the bars of all @rows. Returns the x of the zero line, in pixels. */
double poplens_difference_add_bars (PoplensChartLayout *self, PoplensBarRows rows);

G_END_DECLS
