/* Divides the height of blocks in high lanes by series: working tiles at the bottom, waiting tiles
 * above them. */
#include "charts/lanes/lanes-private.h"

#include <string.h>

/* Number of slots between two stored sums. */
#define FAN 32

void
poplens_lane_parts_clear (PoplensLaneData *self)
{
  g_clear_pointer (&self->parts.used, g_free);
  g_clear_pointer (&self->part_sums, g_free);
}

/* Series that share the height of a block. Series .own is at the bottom, up to .level percent.
 * Series .middle ends at .used percent, and .top fills the rest. */
typedef struct {
  guint8 own, middle, top; /* indices of series */
  guint8 level, used;
} BlockDivision;

static BlockDivision
divide_block (const PoplensLaneData *self, gsize slot)
{
  guint8 own = poplens_lane_series (self->blocks, slot);
  gsize item = poplens_lane_item (self->blocks, slot);
  BlockDivision whole = {own, own, own, 100, 100};

  if (own >= POPLENS_LANE_MOST_SERIES || !self->levels ||
      self->parts.middle[own] == POPLENS_LANE_GROUP || self->levels[item] >= 100)
    return whole;
  return (BlockDivision){own, self->parts.middle[own], self->parts.top[own], self->levels[item],
                         CLAMP (self->parts.used[item], self->levels[item], 100)};
}

gboolean
poplens_lane_part (const PoplensChart *self, gsize slot, guint8 series, guint8 *from, guint8 *to)
{
  BlockDivision at = divide_block (poplens_lanes (self), slot);

  if (series == at.own) {
    *from = 0;
    *to = at.level;
  } else if (series == at.middle) {
    *from = at.level;
    *to = at.used;
  } else if (series == at.top) {
    *from = at.used;
    *to = 100;
  } else {
    return FALSE;
  }
  return *from < *to;
}

/* Adds the cycles of the blocks in slots [@from, @end) to @mix. Divides the cycles of a block among
 * the series that share its height. Skips groups, which are not in high lanes. */
static void
lane_parts_add (const PoplensLaneData *self, gsize from, gsize end, double *mix)
{
  for (gsize s = from; s < end; s++) {
    BlockDivision at = divide_block (self, s);
    double percent = (double) MAX (poplens_lane_length (self->blocks, s), 1) / 100;
    if (at.own >= POPLENS_LANE_MOST_SERIES)
      continue;
    mix[at.own] += percent * at.level;
    mix[at.middle] += percent * (at.used - at.level);
    mix[at.top] += percent * (100 - at.used);
  }
}

static void
build_sums (PoplensLaneData *self)
{
  double mix[POPLENS_LANE_MIX] = {0}, *out;
  guint n = 1;

  for (guint s = 0; s < POPLENS_LANE_MOST_SERIES; s++)
    if (self->parts.middle[s] != POPLENS_LANE_GROUP)
      n = MAX (n, MAX (self->parts.middle[s], self->parts.top[s]) + 1u);
  for (gsize s = 0; s < self->blocks->n; s++)
    if (poplens_lane_series (self->blocks, s) < POPLENS_LANE_MOST_SERIES)
      n = MAX (n, poplens_lane_series (self->blocks, s) + 1u);
  self->n_part_sums = n;
  out = self->part_sums = g_new (double, (self->blocks->n / FAN + 1) * n);
  for (gsize s = 0; s <= self->blocks->n; s += FAN, out += n) {
    memcpy (out, mix, n * sizeof (double));
    lane_parts_add (self, s, MIN (s + FAN, self->blocks->n), mix);
  }
}

void
poplens_chart_set_lane_parts (PoplensChart *self, const PoplensLaneParts *parts)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && lanes->blocks && lanes->levels && parts->used);
  poplens_lane_parts_clear (lanes);
  lanes->parts = *parts;
  build_sums (lanes);
}

void
poplens_lane_add_part_mix (const PoplensChart *self, gsize from, gsize end,
                           double mix[POPLENS_LANE_MIX])
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  gsize first = (from + FAN - 1) / FAN, last = end / FAN;

  if (last <= first) {
    lane_parts_add (lanes, from, end, mix);
    return;
  }
  lane_parts_add (lanes, from, first * FAN, mix);
  lane_parts_add (lanes, last * FAN, end, mix);
  for (guint m = 0; m < lanes->n_part_sums; m++)
    mix[m] += lanes->part_sums[last * lanes->n_part_sums + m] -
              lanes->part_sums[first * lanes->n_part_sums + m];
}
