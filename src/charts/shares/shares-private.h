/* Data and functions of SHARES charts. Only for this folder. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/shares/shares.h"

G_BEGIN_DECLS

typedef struct {
  char *left, *right;  /* (nullable): texts at both ends of the line below the legend */
  gboolean has_states; /* thin bars show other states of the same whole */
} PoplensSharesData;

/* Rectangles of each item. */
typedef struct {
  PoplensRect *block; /* [n_items]: block of a part, or a thin bar */
  PoplensRect *row;   /* [n_items]: legend row of a part, or the row of a thin bar */
} PoplensSharesLayout;

static inline const PoplensSharesData *
poplens_shares (const PoplensChart *self)
{
  return self->data;
}

static inline const PoplensSharesLayout *
poplens_shares_layout (const PoplensChartLayout *self)
{
  return self->data;
}

/* Returns the first item of @group (0 … 2). If @group is 3, returns the number of items. */
gsize poplens_shares_first (const PoplensChart *self, guint group);
guint64 poplens_shares_value (const PoplensChart *self, gsize part);
/* Returns the sum of a group of the legend. */
guint64 poplens_shares_sum (const PoplensChart *self, guint group);
/* Returns the sum of both groups of the legend. */
guint64 poplens_shares_total (const PoplensChart *self);
/* Formats a value as a share of the bar, "20.4 %", or as an amount, "254 KiB". */
const char *poplens_shares_format (const PoplensChart *self, PoplensNumber buffer, guint64 value);

double poplens_shares_height (const PoplensChart *self, double width);
void poplens_shares_lay_out (PoplensChartLayout *self);
void poplens_shares_layout_free (gpointer data);

G_END_DECLS
