/* Parts of ADDRESS charts that LANES charts do not have. Only for this library and its tests. */
#pragma once

#include "charts/lanes/address.h"
#include "charts/lanes/lanes-private.h"

G_BEGIN_DECLS

/* Borders of memory elements are drawn if they are at least this many pixels apart. */
#define POPLENS_ADDRESS_ELEMENTS_FROM 6

typedef struct {
  PoplensInk ink;
  guint64 element_size; /* bytes of a memory element; 0: the region has no elements */
} PoplensAddressRegion; /* A region of an address map. The PoplensLaneRun with the same index has
                           its name and range. */

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
/* Adds a note on the free bytes after the end of the view, such as "12.0 KiB free →". Adds nothing
 * if the view ends before the end of the initial view. */
void poplens_address_add_rest (PoplensChartLayout *self, double y, double height);
/* Draws bars with the names of regions. */
void poplens_address_add_regions (PoplensChartLayout *self, double y, double height);

G_END_DECLS
