/* What groups hold, by series: as shares, so that those of millions of groups take 30 bytes each.
 */
#include "charts/lanes/lanes-private.h"

#define WHOLE 65535

struct _PoplensLaneInsides {
  guint n_series;
  GArray *items;  /* guint32, rising */
  GArray *shares; /* guint16, of WHOLE: n_series for each of them */
};

PoplensLaneInsides *
poplens_lane_insides_new (guint n_series)
{
  PoplensLaneInsides *self = g_new0 (PoplensLaneInsides, 1);

  self->n_series = MIN (n_series, POPLENS_LANE_MOST_SERIES);
  self->items = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->shares = g_array_new (FALSE, FALSE, sizeof (guint16));
  return self;
}

void
poplens_lane_insides_free (PoplensLaneInsides *self)
{
  if (!self)
    return;
  g_array_unref (self->items);
  g_array_unref (self->shares);
  g_free (self);
}

void
poplens_lane_insides_add (PoplensLaneInsides *self, gsize item, const float *cycles)
{
  guint32 number = (guint32) item;
  double sum = 0;

  for (guint s = 0; s < self->n_series; s++)
    sum += (double) cycles[s];
  if (!(sum > 0))
    return;
  g_array_append_val (self->items, number);
  for (guint s = 0; s < self->n_series; s++) {
    /* What is there at all is not lost. */
    double share = cycles[s] > 0 ? MAX ((double) cycles[s] / sum * WHOLE + 0.5, 1) : 0;
    guint16 kept = (guint16) MIN (share, WHOLE);
    g_array_append_val (self->shares, kept);
  }
}

/* The place of @item; FALSE where nothing is known of it. */
static gboolean
find_item (const PoplensLaneInsides *self, gsize item, guint *place)
{
  guint low = 0, high = self->items->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index (self->items, guint32, middle) < item)
      low = middle + 1;
    else
      high = middle;
  }
  *place = low;
  return low < self->items->len && g_array_index (self->items, guint32, low) == item;
}

gboolean
poplens_lane_inside (const PoplensLaneBlocks *blocks, gsize item, double shares[POPLENS_LANE_MIX])
{
  const PoplensLaneInsides *self = blocks->insides;
  guint place;

  if (!self || !find_item (self, item, &place))
    return FALSE;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    shares[m] = m < self->n_series ? (double) g_array_index (self->shares, guint16,
                                                             (gsize) place * self->n_series + m) /
                                         WHOLE
                                   : 0;
  return TRUE;
}
