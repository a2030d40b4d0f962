#include "derived/compare/compare-headline.h"

#include "derived/headline.h"

void
poplens_compared_headlines (const PoplensCompareSource *source, PoplensHeadline of[POPLENS_N_SIDES],
                            GCancellable *cancellable)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    PoplensHeadlineParts parts;
    poplens_headline_load (source->of[s],
                           POPLENS_PART_BIT (POPLENS_PART_MEMORY) |
                               POPLENS_PART_BIT (POPLENS_PART_LIVENESS),
                           &parts, cancellable, NULL);
    poplens_headline_compute (&of[s], parts.target, parts.memory, parts.peak, NULL);
  }
}

char *
poplens_compared_fit (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  PoplensNumber first, second, over_first, over_second, capacity;

  if (!a->has_memory || !b->has_memory || !a->fit_known || !b->fit_known || (a->fits && b->fits))
    return NULL;
  gboolean same = a->fullest_bytes == b->fullest_bytes;
  const char *verdict = a->fits   ? "The program no longer fits"
                        : b->fits ? "The program fits now"
                                  : "The program still does not fit";
  gboolean one_capacity = b->tile_capacity && a->tile_capacity == b->tile_capacity;
  g_autofree char *over =
      a->tiles_over == b->tiles_over
          ? g_strdup_printf ("%s over capacity as before",
                             poplens_format_items (over_first, b->tiles_over, "tile"))
          : g_strdup_printf ("tiles over capacity %s → %s",
                             poplens_format_count (over_first, a->tiles_over),
                             poplens_format_count (over_second, b->tiles_over));
  return g_strdup_printf (
      "%s: fullest tile %s%s%s, %s%s%s%s.", verdict,
      same ? "unchanged at "
           : poplens_format_bytes_beside (first, a->fullest_bytes, b->fullest_bytes, unit),
      same ? "" : " → ",
      poplens_format_bytes_beside (second, b->fullest_bytes, a->fullest_bytes, unit), over,
      one_capacity ? " (capacity " : "",
      one_capacity ? poplens_format_bytes (capacity, b->tile_capacity, unit) : "",
      one_capacity ? ")" : "");
}

char *
poplens_compared_peak (const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                       PoplensAmount *peak)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  PoplensNumber first, second, change;

  *peak = (PoplensAmount){0};
  if (!a->has_peak || !b->has_peak || a->always_unknown || b->always_unknown)
    return NULL;
  PoplensAmount amount = poplens_amount_of ((gint64) MIN (a->peak_bytes, POPLENS_MOST_AMOUNT),
                                            (gint64) MIN (b->peak_bytes, POPLENS_MOST_AMOUNT));
  *peak = amount;
  if (!amount.change)
    return NULL;
  poplens_format_bytes_beside (first, a->peak_bytes, b->peak_bytes, unit);
  poplens_format_bytes_beside (second, b->peak_bytes, a->peak_bytes, unit);
  if (poplens_amount_is_noise (amount))
    return g_strdup_printf ("Peak live memory is the same within 0.1 %% (%s%s%s).", first,
                            g_str_equal (first, second) ? "" : " → ",
                            g_str_equal (first, second) ? "" : second);
  GString *text = g_string_new (NULL);
  g_string_printf (text, "Peak live memory %s by %s", amount.change > 0 ? "rose" : "fell",
                   poplens_format_bytes (change, (guint64) ABS (amount.change), unit));
  poplens_amount_append_part (amount, text);
  g_string_append_printf (text, ": %s → %s.", first, second);
  return g_string_free (text, FALSE);
}
