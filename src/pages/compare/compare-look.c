/* Series, colours and texts of charts that show changes between two reports. */
#include "pages/compare/compare-look.h"

#include <math.h>

/* Limits on relative changes: at least LARGE is shown in full colour, at least SMALL in a tint. */
#define LARGE 0.10
#define SMALL 0.01

/* Shade of small changes: two steps from the full colour towards the background. */
#define PALE 2

static const struct {
  const char *key, *name;
  PoplensInk ink;
  guint shade;
} looks[] = {
    {"less", "−10 % or more", POPLENS_INK_LESS, 0},
    {"slightly-less", "−1 to −10 %", POPLENS_INK_LESS, PALE},
    {"same", "Within 1 %", POPLENS_INK_OTHER, PALE},
    {"slightly-more", "+1 to +10 %", POPLENS_INK_MORE, PALE},
    {"more", "+10 % or more", POPLENS_INK_MORE, 0},
};

enum { LESS, SLIGHTLY_LESS, SAME, SLIGHTLY_MORE, MORE };

void
poplens_compare_look_add_series (PoplensChart *chart, const PoplensLocation *location)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, looks[i].key, looks[i].name, looks[i].ink,
                              looks[i].shade, NULL, poplens_page_hides (location, looks[i].key));
}

guint8
poplens_compare_look_of (PoplensAmount amount)
{
  double part = amount.has_part ? amount.part : amount.change ? 1 : 0;

  if (fabs (part) < SMALL)
    return SAME;
  if (fabs (part) < LARGE)
    return part < 0 ? SLIGHTLY_LESS : SLIGHTLY_MORE;
  return part < 0 ? LESS : MORE;
}

static const char *
look_format_amount (PoplensNumber buffer, gint64 value, PoplensUnit unit, PoplensByteUnit bytes)
{
  PoplensValue cell = {.type = POPLENS_VALUE_INT, .unit = unit, .integer = value};

  return poplens_value_format (&cell, bytes, buffer);
}

static PoplensUnit
signed_unit (PoplensUnit unit)
{
  return unit == POPLENS_UNIT_BYTES ? POPLENS_UNIT_SIGNED_BYTES : POPLENS_UNIT_SIGNED_COUNT;
}

char *
poplens_compare_look_change (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes)
{
  PoplensNumber change;

  if (!amount.change)
    return g_strdup ("unchanged");
  look_format_amount (change, amount.change, signed_unit (unit), bytes);
  if (!amount.of[POPLENS_FIRST])
    return g_strdup_printf ("added %s", change);
  if (!amount.of[POPLENS_SECOND])
    return g_strdup_printf ("removed %s", change);
  return g_strdup (change);
}

char *
poplens_compare_look_amounts (PoplensAmount amount, PoplensUnit unit, PoplensByteUnit bytes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  PoplensNumber first, second;

  poplens_compare_format_beside (first, amount.of[POPLENS_FIRST], amount.of[POPLENS_SECOND], unit,
                                 bytes);
  poplens_compare_format_beside (second, amount.of[POPLENS_SECOND], amount.of[POPLENS_FIRST], unit,
                                 bytes);
  if (!amount.change)
    return g_strdup_printf ("%s, unchanged", first);
  g_string_printf (out, "%s → %s", first, second);
  poplens_amount_append_part (amount, out);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
poplens_compare_look_notes (PoplensAmount amount, gint64 own, PoplensUnit unit,
                            PoplensByteUnit bytes)
{
  g_autofree char *change = poplens_compare_look_change (amount, unit, bytes);
  g_autoptr (GString) out = g_string_new (NULL);
  PoplensNumber first, second;

  g_string_printf (out, "Before\t%s\nAfter\t%s\nChange\t%s",
                   look_format_amount (first, amount.of[POPLENS_FIRST], unit, bytes),
                   look_format_amount (second, amount.of[POPLENS_SECOND], unit, bytes), change);
  poplens_amount_append_part (amount, out);
  if (own && own != amount.change)
    g_string_append_printf (out, "\nNot in a part\t%s",
                            look_format_amount (first, own, signed_unit (unit), bytes));
  return g_string_free (g_steal_pointer (&out), FALSE);
}
