/* SHARES charts: the parts of a whole, as a thick bar with labelled blocks, and a legend in two
 * groups with values. Make one by poplens_chart_new (&poplens_shares_kind, …); all of
 * charts/core/chart.h applies, with these meanings:
 *
 *   item      a part of the whole, in stacking order; after all parts, thin bars ("IPU 0").
 *             Items can be clicked and reached by keys, parts by block and by legend row.
 *             poplens_chart_set_item_texts () names all items; for thin bars,
 *             poplens_chart_set_item_names () returns the text at their end ("50.5 %")
 *   series    the one with a part's index gives its style and, at the part's item, its value. At
 *             items of thin bars, series are stacked, and there can be more series than parts
 *   group     three: the first two are the groups of the legend, each with its sum; the last one
 *             has the thin bars, if any
 *   limit     a line across the bar; if the parts exceed it, the excess is framed
 *   top       least length of the bar; poplens_chart_set_shares (): values are in percent
 *   view      always all
 *
 * The height depends only on the width, so that a chart has its final size before it has values:
 * without series, it shows its empty text. In a wide chart, groups of the legend have two columns,
 * and thin bars are not shown. Without a legend (poplens_chart_set_legend ()) there is only the
 * bar, as wide as the chart. A group has at most POPLENS_SHARES_ROWS parts. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

extern const PoplensChartKind poplens_shares_kind;

#define POPLENS_SHARES_ROWS 6
/* Maximum number of thin bars: more are hard to read. */
#define POPLENS_SHARES_BARS 4

/* Adds a line below the legend. @left: text at its left end; @right: (nullable): text at its right
 * end, of constant width. */
void poplens_chart_set_shares_foot (PoplensChart *self, const char *left, const char *right);
/* Declares the thin bars to be other states of the same whole: they show the limit, and are also
 * shown in a wide chart. */
void poplens_chart_set_shares_states (PoplensChart *self);

G_END_DECLS
