/* SHARES charts: what one whole consists of, as a thick bar whose blocks label themselves, with a
 * legend of two groups below it that has the values. The kind is made with poplens_chart_new
 * (&poplens_shares_kind, …); everything of charts/core/chart.h holds, with these meanings:
 *
 *   item      a part of the whole, in stacking order, or behind all parts a thin bar
 *             ("IPU 0"): each is hit and reached by keys, a part by its block and its legend row.
 *             poplens_chart_set_item_texts() names all of them, and of a thin bar
 *             poplens_chart_set_item_names() is the text at its end ("50.5 %")
 *   series    that of the number of a part gives its look and, in the part's item, its value. In
 *             the items of thin bars series are stacked; there may be more series for these alone
 *   group     three of them: the first two are the groups of the legend, each with its sum, and
 *             the last one has the thin bars, maybe none
 *   limit     a line across the bar; where the parts are more, what is beyond is framed
 *   top       the bar is at least that long; poplens_chart_set_shares(): values are said in percent
 *   view      always all
 *
 * The height follows from the width alone, so that the chart has its place before it has values: a
 * chart without series says its empty text there. In a wide chart the groups of the legend have two
 * columns each, and thin bars have no place. poplens_chart_set_legend (): without one the bar alone
 * is left, as wide as the chart. A group has at most POPLENS_SHARES_ROWS parts. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

extern const PoplensChartKind poplens_shares_kind;

#define POPLENS_SHARES_ROWS 6
/* More thin bars are hard to read. */
#define POPLENS_SHARES_BARS 4

/* A line below the legend: @left and @right (nullable) of one width. */
void poplens_chart_set_shares_foot (PoplensChart *self, const char *left, const char *right);
/* Thin bars are other states of the same whole: they have the line of the limit, and a place in a
 * wide chart, too. */
void poplens_chart_set_shares_states (PoplensChart *self);

G_END_DECLS
