/* Blocks of several, as those of one chart. */
#include "charts/lanes/lanes-private.h"

PoplensLaneBlocks *
poplens_lane_blocks_join (const PoplensLaneJoin *parts, guint n_parts)
{
  gsize n = 0, at = 0;

  for (guint p = 0; p < n_parts; p++)
    n += parts[p].n;
  guint64 *from = g_new (guint64, MAX (n, 1)), *to = g_new (guint64, MAX (n, 1));
  guint32 *row = g_new (guint32, MAX (n, 1));
  guint8 *series = g_new (guint8, MAX (n, 1)), *flags = g_new (guint8, MAX (n, 1));
  for (guint p = 0; p < n_parts; p++) {
    const PoplensLaneJoin *part = &parts[p];
    for (gsize i = part->first; i < part->first + part->n; i++, at++) {
      gsize slot = poplens_lane_slot (part->blocks, i);
      guint8 own = poplens_lane_series (part->blocks, slot);
      from[at] = poplens_lane_from (part->blocks, slot) + part->shift;
      to[at] = from[at] + poplens_lane_length (part->blocks, slot);
      row[at] = (guint32) poplens_lane_row (part->blocks, slot) - part->from_row + part->to_row;
      series[at] = own >= POPLENS_LANE_MOST_SERIES ? POPLENS_LANE_GROUP : part->series[own];
      flags[at] = part->blocks->look[slot] >> POPLENS_LANE_SERIES_BITS;
    }
  }
  return poplens_lane_blocks_new (n, from, to, row, series, flags);
}
