/* SHARES charts: the parts of a whole, as a thick bar with labelled blocks. A legend in two groups
 * gives their values. Create one by poplens_chart_new (&poplens_shares_kind, …). The functions of
 * charts/core/chart.h use these terms:
 *
 *   item      a part of the whole, in stacking order; the last items are thin bars ("IPU 0").
 *             poplens_chart_set_item_texts () names all items. For a thin bar,
 *             poplens_chart_set_item_names () returns the text at its end ("50.5 %").
 *   series    series i gives the style and the value of part i. In a thin bar, all series are
 *             stacked.
 *   group     the first two groups are those of the legend; the third one has the thin bars
 *   limit     a line across the bar; if the parts exceed it, the excess is framed
 *   top       least length of the bar
 *
 * The height depends only on the width, so that a chart keeps its size when its values arrive. In
 * a wide chart, each group of the legend has two columns. A wide chart shows thin bars only after
 * a call of poplens_chart_set_shares_states (). Without a legend (poplens_chart_set_legend ())
 * there is only the bar. A group of the legend has at most POPLENS_SHARES_ROWS parts. */
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
/* Declares that thin bars show other states of the same whole. They then have the limit line, and
 * are also shown in a wide chart. */
void poplens_chart_set_shares_states (PoplensChart *self);

G_END_DECLS
