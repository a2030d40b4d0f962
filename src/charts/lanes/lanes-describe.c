/* Blocks in words: for the hover box, and for those who do not see them. */
#include "charts/lanes/address-private.h"

#include <string.h>

const char *
poplens_lane_format_length (const PoplensChart *self, char buffer[96], guint64 cycles)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  PoplensNumber count, time;

  if (poplens_chart_is_address (self)) {
    GString *exact = g_string_new (NULL);
    poplens_chart_append_exact (self, exact, cycles);
    g_strlcpy (buffer, exact->str, 96);
    g_string_free (exact, TRUE);
    return buffer;
  }
  poplens_format_items (count, cycles, lanes->noun ? lanes->noun : "cycle");
  poplens_format_cycles_as_time (time, cycles, lanes->noun ? 0 : lanes->hz);
  if (*time)
    g_snprintf (buffer, 96, "%s (nominal time %s)", count, time);
  else
    g_strlcpy (buffer, count, 96);
  return buffer;
}

static const char *
group_name (const PoplensChart *self, guint row)
{
  for (guint i = 0; i < poplens_lanes (self)->groups->len; i++) {
    const PoplensLaneGroup *group =
        &g_array_index (poplens_lanes (self)->groups, PoplensLaneGroup, i);
    if (row >= group->first_row && row < group->first_row + group->n_rows)
      return group->name;
  }
  return "";
}

static void
append_place (GString *out, const PoplensChart *self, guint64 from, guint64 to)
{
  PoplensNumber number;

  if (poplens_chart_is_address (self)) {
    g_string_append_printf (out, "\nFrom\t%s", poplens_format_address (number, from));
    g_string_append_printf (out, "\nTo before\t%s", poplens_format_address (number, to));
    return;
  }
  if (poplens_lanes (self)->noun) {
    g_string_append_printf (out, "\nFrom %s\t%s", poplens_lanes (self)->noun,
                            poplens_format_count (number, from));
    g_string_append_printf (out, "\nTo before\t%s", poplens_format_count (number, to));
    return;
  }
  g_string_append_printf (out, "\nFrom cycle\t%s", poplens_format_count (number, from));
  g_string_append_printf (out, "\nTo cycle\t%s", poplens_format_count (number, to));
}

/* A line for each series of what a group holds, the largest first. */
static void
append_inside (GString *out, const PoplensChart *self, gsize item)
{
  double shares[POPLENS_LANE_MIX];
  PoplensNumber percent;

  if (!poplens_lane_inside (poplens_lanes (self)->blocks, item, shares))
    return;
  for (;;) {
    guint most = 0;
    for (guint s = 1; s < self->series->len; s++)
      if (shares[s] > shares[most])
        most = s;
    if (!(shares[most] > 0))
      return;
    g_string_append_printf (out, "\n%s\t%s", poplens_chart_series (self, most)->name,
                            poplens_format_percent (percent, shares[most]));
    shares[most] = 0;
  }
}

void
poplens_lane_describe_item (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  g_autofree char *label = NULL;
  PoplensNumber number;
  char length[96];
  guint64 from, to;
  guint row;
  gsize slot;

  if (!poplens_chart_get_lane_item (self, item, &from, &to, &row))
    return;
  slot = poplens_lane_slot (lanes->blocks, item);
  label = poplens_chart_item_name (self, item);
  if (label && *label)
    g_string_append (out, label);
  else
    g_string_append_printf (out, "%s %s", self->item_name, poplens_format_count (number, item));
  if (*group_name (self, row))
    g_string_append_printf (out, " · %s", group_name (self, row));
  if (lanes->sizes) {
    poplens_chart_append_notes (self, out, item);
    return;
  }
  if (poplens_lane_series (lanes->blocks, slot) < self->series->len)
    g_string_append_printf (
        out, "\n%s\t%s",
        poplens_chart_series (self, poplens_lane_series (lanes->blocks, slot))->name,
        poplens_lane_format_length (self, length, to - from));
  else
    g_string_append_printf (out, "\nLength\t%s",
                            poplens_lane_format_length (self, length, to - from));
  append_place (out, self, from, to);
  append_inside (out, self, item);
  if (poplens_lane_has_flag (lanes->blocks, slot, POPLENS_LANE_ESTIMATED))
    g_string_append (out, "\nSource\testimated by the compiler");
  if (poplens_lane_level (self, slot) != POPLENS_LANE_WHOLE)
    g_string_append_printf (out, "\n%s\t%u %%", lanes->level_name, poplens_lane_level (self, slot));
  poplens_chart_append_notes (self, out, item);
}

/* "cycles", "steps" */
static char *
positions_of (const PoplensChart *self)
{
  const char *noun = poplens_lanes (self)->noun;

  return poplens_format_plural (noun ? noun : "cycle");
}

void
poplens_lane_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  guint64 first = G_MAXUINT64, last = 0, sum = 0;
  g_autofree char *plural = positions_of (self);
  PoplensNumber items, begin, end;
  char length[96];

  for (gsize i = range.from; i < range.to; i++) {
    guint64 from, to;
    if (!poplens_chart_get_lane_item (self, i, &from, &to, NULL))
      continue;
    first = MIN (first, from);
    last = MAX (last, to);
    sum += to - from;
  }
  poplens_format_items (items, range.to - range.from, self->item_name);
  poplens_lane_format_length (self, length, sum);
  if (poplens_chart_is_address (self))
    g_string_append_printf (out, "%s: sum %s, %s–%s", items, length,
                            poplens_format_address (begin, first),
                            poplens_format_address (end, last));
  else
    g_string_append_printf (out, "%s: sum %s, %s %s–%s", items, length, plural,
                            poplens_format_count (begin, first), poplens_format_count (end, last));
}

void
poplens_lane_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to)
{
  g_autofree char *plural = positions_of (self);
  PoplensNumber a, b;

  if (poplens_lanes (self)->sizes)
    g_string_append_printf (out, "%s %s wide", poplens_format_count (a, to - from), plural);
  else
    g_string_append_printf (out, "%s %s to %s", plural, poplens_format_count (a, from),
                            poplens_format_count (b, to));
}
