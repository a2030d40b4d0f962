/* A signed number of each item of an AREAS chart: kept, laid out below the areas and told in words.
 * For the files of this room only. */
#pragma once

#include "charts/layout-private.h"

G_BEGIN_DECLS

struct _PoplensDifference {
  char *name;
  gint64 *values;    /* of each item; POPLENS_NO_DIFFERENCE: none */
  double less, more; /* the furthest below and above zero, both positive */
};

void poplens_difference_free (PoplensDifference *self);
/* "\nDifference\t+1.2 KiB (+1,234 B)"; nothing where the item has none. */
void poplens_difference_describe (const PoplensChart *chart, GString *out, gsize item);

/* Cuts the room for it off the lower end of the plot, where the plot is high enough for both. */
void poplens_difference_place (PoplensChartLayout *self);
/* Name, ticks, columns and the line of zero, in .signed_plot; nothing where that has no room. */
void poplens_difference_layout (PoplensChartLayout *self, const GArray *cells);

G_END_DECLS
