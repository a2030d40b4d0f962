/* Questions to a map of a tile's memory. */
#include "analysis/memory/address-map.h"

#include "analysis/liveness/live-step.h"
#include "base/format.h"

static const PoplensAddressBlock *
block_at (const PoplensAddressMap *self, guint32 block)
{
  return &g_array_index (self->blocks, PoplensAddressBlock, block);
}

const PoplensTileVariable *
poplens_address_map_variable (const PoplensAddressMap *self, guint32 block)
{
  return &self->slice->variables[block_at (self, block)->variable];
}

const char *
poplens_address_map_name (const PoplensAddressMap *self, guint32 block)
{
  return poplens_strings_get (self->slice->strings,
                              poplens_address_map_variable (self, block)->name);
}

guint32
poplens_address_map_find (const PoplensAddressMap *self, guint32 id)
{
  guint32 low = 0, high = self->slice->n;

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (self->slice->variables[middle].id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < self->slice->n && self->slice->variables[low].id == id ? self->block_of[low]
                                                                      : G_MAXUINT32;
}

GArray *
poplens_address_map_sharing (const PoplensAddressMap *self, guint32 block)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensAddressShare));
  const PoplensAddressBlock *b = block_at (self, block);

  for (guint32 i = 0; i < self->blocks->len && block_at (self, i)->from < b->to; i++) {
    const PoplensAddressBlock *other = block_at (self, i);
    PoplensAddressShare share = {i, MAX (b->from, other->from), MIN (b->to, other->to)};
    if (i != block && share.from < share.to)
      g_array_append_val (out, share);
  }
  return out;
}

/* ---- life ------------------------------------------------------------------------------ */

guint32
poplens_address_map_ranges (const PoplensAddressMap *self, guint32 block, guint32 *first)
{
  const PoplensLiveness *l = self->liveness;
  guint32 row = block_at (self, block)->class_row, n = 0;

  *first = 0;
  if (!l || row == POPLENS_NO_CLASS)
    return 0;
  *first = self->class_ranges[row];
  /* Behind them may come those of a class that eq_classes lacks. */
  while (*first + n < l->n_ranges && l->range_class[*first + n] == l->class_id[row])
    n++;
  return n;
}

guint8 *
poplens_address_map_live_at (const PoplensAddressMap *self, guint32 step)
{
  guint8 *live = g_new0 (guint8, MAX (self->blocks->len, 1));
  g_autofree guint8 *classes =
      self->liveness ? poplens_liveness_classes_at (self->liveness, step) : NULL;

  for (guint32 i = 0; classes && i < self->blocks->len; i++) {
    guint32 row = block_at (self, i)->class_row;
    live[i] = row != POPLENS_NO_CLASS &&
              (classes[row] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS)) != 0;
  }
  return live;
}

char *
poplens_address_map_describe_life (const PoplensAddressMap *self, guint32 block, guint most)
{
  guint32 first, n = poplens_address_map_ranges (self, block, &first);
  g_autoptr (GString) out = g_string_new (NULL);

  if (block_at (self, block)->always_live)
    return g_strdup ("always");
  if (!n)
    return g_strdup ("never");
  for (guint32 r = 0; r < n && r < most; r++) {
    guint32 from = self->liveness->range_from[first + r], to = self->liveness->range_to[first + r];
    g_string_append_printf (out, "%s%u", r ? ", " : "", from);
    if (to > from + 1)
      g_string_append_printf (out, "-%u", to - 1);
  }
  if (n > most)
    g_string_append_printf (out, " and %u more", n - most);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* ---- words ----------------------------------------------------------------------------- */

/* “name” (category, 16 bytes); some have no name. (transfer full) */
static char *
title_of (const PoplensAddressMap *self, guint32 id)
{
  guint32 block = poplens_address_map_find (self, id);

  if (block == G_MAXUINT32)
    return g_strdup_printf ("variable %u", id);
  const PoplensAddressBlock *b = block_at (self, block);
  const char *category = poplens_address_map_category (self, block);
  const char *name = poplens_address_map_name (self, block);
  g_autofree char *title =
      *name ? g_strdup_printf ("\u201c%s\u201d", name) : g_strdup_printf ("variable %u", id);
  PoplensNumber size;

  return g_strdup_printf ("%s (%s%s%s)", title, category, *category ? ", " : "",
                          poplens_format_items (size, b->to - b->from, "byte"));
}

static char *
explain_element (const PoplensAddressMap *self, const PoplensGap *gap, const char *next)
{
  g_autofree char *other = title_of (self, gap->other);
  g_autofree char *more =
      gap->n_others > 1 ? g_strdup_printf (" and %u more", gap->n_others - 1) : g_strdup ("");
  g_autofree char *then =
      gap->cause == POPLENS_GAP_ELEMENT_ALIGNED
          ? g_strdup_printf (", at a multiple of its alignment of %u", gap->alignment)
          : g_strdup ("");

  return g_strdup_printf ("%s cannot share a memory element with %s%s (element_constraints), in "
                          "element %u; it starts in the next one, from 0x%" G_GINT64_MODIFIER
                          "x on%s.",
                          next, other, more, gap->element, self->base + gap->boundary, then);
}

static char *
explain_region (const PoplensAddressMap *self, const PoplensGap *gap, const char *next)
{
  g_autofree char *then =
      gap->cause == POPLENS_GAP_REGION_ALIGNED
          ? g_strdup_printf (", at a multiple of its alignment of %u", gap->alignment)
          : g_strdup ("");

  return g_strdup_printf ("%s must be in interleaved memory, which starts at 0x%" G_GINT64_MODIFIER
                          "x%s.",
                          next, self->base + gap->boundary, then);
}

char *
poplens_address_map_explain (const PoplensAddressMap *self, guint32 row)
{
  const PoplensGap *gap = &g_array_index (self->gaps, PoplensGap, row);
  g_autofree char *next = title_of (self, gap->next);

  switch (gap->cause) {
  case POPLENS_GAP_START:
    return g_strdup_printf ("The image starts at byte 16 of the memory, with %s.", next);
  case POPLENS_GAP_ELEMENT:
  case POPLENS_GAP_ELEMENT_ALIGNED:
    return explain_element (self, gap, next);
  case POPLENS_GAP_REGION:
  case POPLENS_GAP_REGION_ALIGNED:
    return explain_region (self, gap, next);
  case POPLENS_GAP_ALIGNMENT:
    return g_strdup_printf ("%s must start at a multiple of %u.", next, gap->alignment);
  default:
    return g_strdup_printf (
        "No recorded constraint, region or alignment (%u) explains the gap before %s.",
        gap->alignment, next);
  }
}
