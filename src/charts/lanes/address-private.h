/* ADDRESS charts, for the files of this room and its tests: what they have beside LANES. */
#pragma once

#include "charts/lanes/address.h"
#include "charts/lanes/lanes-private.h"

G_BEGIN_DECLS

/* Element borders nearer than this are not drawn. */
#define POPLENS_ADDRESS_ELEMENTS_FROM 6

typedef struct {
  PoplensInk ink;
  guint64 element_size; /* 0: none */
} PoplensAddressRegion; /* the run of the same index has its name and place */

static inline gboolean
poplens_chart_is_address (const PoplensChart *self)
{
  return self->kind == &poplens_address_kind;
}

void poplens_address_describe_span (const PoplensChart *self, GString *out, guint64 from,
                                    guint64 to);
/* Below the blocks: tints and borders of regions, of their elements, what is beyond the limit. */
void poplens_address_add_ground (PoplensChartLayout *self);
/* Above them: strong borders and the limit. */
void poplens_address_add_borders (PoplensChartLayout *self);
void poplens_address_add_ruler (PoplensChartLayout *self, double y, double height);
/* How much lies behind the view, where that is nothing but free memory. */
void poplens_address_add_rest (PoplensChartLayout *self, double y, double height);
/* Bars with the names of regions. */
void poplens_address_add_regions (PoplensChartLayout *self, double y, double height);

G_END_DECLS
