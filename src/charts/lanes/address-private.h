/* ADDRESS charts: what they have in addition to LANES. Only for this library and its tests. */
#pragma once

#include "charts/lanes/address.h"
#include "charts/lanes/lanes-private.h"

G_BEGIN_DECLS

/* Pixels between borders of memory elements from which they are drawn. */
#define POPLENS_ADDRESS_ELEMENTS_FROM 6

typedef struct {
  PoplensInk ink;
  guint64 element_size; /* 0: none */
} PoplensAddressRegion; /* Name and range are in the PoplensLaneRun of the same index. */

static inline gboolean
poplens_chart_is_address (const PoplensChart *self)
{
  return self->kind == &poplens_address_kind;
}

void poplens_address_describe_span (const PoplensChart *self, GString *out, guint64 from,
                                    guint64 to);
/* Draws below the blocks: tints of regions, borders of their elements, and a hatch beyond the
 * limit. */
void poplens_address_add_background (PoplensChartLayout *self);
/* Draws above the blocks: borders of regions, and the limit. */
void poplens_address_add_borders (PoplensChartLayout *self);
void poplens_address_add_ruler (PoplensChartLayout *self, double y, double height);
/* Says how many free bytes follow after the end of the view, if the chart has an initial view and
 * the end of that is in view. */
void poplens_address_add_rest (PoplensChartLayout *self, double y, double height);
/* Draws bars with the names of regions. */
void poplens_address_add_regions (PoplensChartLayout *self, double y, double height);

G_END_DECLS
