/* Writes and parses the range of a view as text. */
#include "charts/core/range-text.h"

#include "base/error.h"
#include "charts/core/chart-private.h"

#include <math.h>
#include <string.h>

#define MOST_DIGITS 40

static PoplensRangeAxis
axis_of (const PoplensChart *chart)
{
  PoplensRangeAxis axis = {.whole = TRUE};

  if (chart->kind->get_range_axis)
    chart->kind->get_range_axis (chart, &axis);
  return axis;
}

gboolean
poplens_chart_has_range (const PoplensChart *chart)
{
  return chart->n_items && !chart->kind->zoom && chart->kind->lay_out_overview;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Units of time, ascending. A time is written in the largest unit in which it is at least 1. The
 * two units after "s" are other spellings of "µs", and are only parsed. */
static const struct {
  const char *name;
  double seconds;
} times[] = {{"ns", 1e-9}, {"µs", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"us", 1e-6}, {"μs", 1e-6}};
#define N_WRITTEN 4

static char *
format_time (double from, double to)
{
  PoplensNumber a, b;
  guint unit = N_WRITTEN - 1;

  while (unit && to < times[unit].seconds)
    unit--;
  guint decimals = unit > 1 ? 6 : 3;
  return g_strdup_printf (
      "%s–%s %s", poplens_format_fixed (a, from / times[unit].seconds, decimals),
      poplens_format_fixed (b, to / times[unit].seconds, decimals), times[unit].name);
}

char *
poplens_chart_range_format (const PoplensChart *chart, const PoplensChartView *view)
{
  PoplensRangeAxis axis = axis_of (chart);
  double from = floor (view->from), to = ceil (view->to);
  PoplensNumber a, b;

  if (axis.is_address)
    return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x–0x%" G_GINT64_MODIFIER "x", (guint64) from,
                            (guint64) to);
  if (axis.in_time && axis.hz)
    return format_time (from / (double) axis.hz, to / (double) axis.hz);
  return g_strdup_printf ("%s–%s", poplens_format_count (a, (guint64) from),
                          poplens_format_count (b, (guint64) MAX (to - axis.whole, from)));
}

char *
poplens_chart_range_hint (const PoplensChart *chart)
{
  PoplensRangeAxis axis = axis_of (chart);

  if (axis.is_address)
    return g_strdup ("Addresses, for example 0x4c000-0x50000");
  if (axis.hz)
    return g_strdup ("Cycles or time, for example 1000-25000 or 1.5-2 ms");
  if (!axis.whole)
    return g_strdup ("Cycles, for example 1000-25000");
  /* If the numbers of items are not in order, the user must type positions. */
  if (chart->numbers && !chart->counts)
    return g_strdup ("Positions along the axis, for example 37-52");
  return g_strdup_printf ("%s, for example 37-52",
                          chart->axis_title ? chart->axis_title : "Numbers");
}

/* ---- parsing --------------------------------------------------------------------------------- */

static const char *
skip_spaces (const char *at)
{
  while (*at && g_unichar_isspace (g_utf8_get_char (at)))
    at = g_utf8_next_char (at);
  return at;
}

/* Parses a decimal number with thousands separators and a fraction, or a hexadecimal number, and
 * advances *@at past it. FALSE if there is no number. */
static gboolean
range_text_read_number (const char **at, double *value)
{
  char digits[MOST_DIGITS + 1];
  guint n = 0;

  *at = skip_spaces (*at);
  if (g_str_has_prefix (*at, "0x") || g_str_has_prefix (*at, "0X")) {
    char *end;
    if (!g_ascii_isxdigit ((*at)[2]))
      return FALSE;
    *value = (double) g_ascii_strtoull (*at, &end, 16);
    *at = end;
    return TRUE;
  }
  if (!g_ascii_isdigit (**at))
    return FALSE;
  for (;; (*at)++) {
    gboolean joins = (**at == '.' || **at == ',') && g_ascii_isdigit ((*at)[1]);
    if (!g_ascii_isdigit (**at) && !joins)
      break;
    if (**at == ',')
      continue;
    if (n == MOST_DIGITS)
      return FALSE;
    digits[n++] = **at;
  }
  digits[n] = '\0';
  *value = g_ascii_strtod (digits, NULL);
  return strchr (digits, '.') == strrchr (digits, '.');
}

/* Reads the letters of a unit, and advances *@at past them. Returns "" if there is no unit; the
 * word "to" is not a unit. (transfer full) */
static char *
read_unit (const char **at)
{
  const char *end = *at = skip_spaces (*at);

  while (g_unichar_isalpha (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  char *unit = g_strndup (*at, (gsize) (end - *at));
  if (!strcmp (unit, "to"))
    *unit = '\0';
  else
    *at = end;
  return unit;
}

static gboolean
read_separator (const char **at)
{
  static const char *const separators[] = {"...", "..", "…", "–", "—", "−", "-", ":", "to"};

  *at = skip_spaces (*at);
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (g_str_has_prefix (*at, separators[i])) {
      *at += strlen (separators[i]);
      return TRUE;
    }
  return FALSE;
}

static gboolean
apply_unit (const PoplensRangeAxis *axis, const char *unit, double *value, GError **error)
{
  if (!*unit || (!axis->whole && !axis->is_address && g_str_has_prefix (unit, "cycle")))
    return TRUE;
  for (guint i = 0; axis->hz && i < G_N_ELEMENTS (times); i++)
    if (!strcmp (unit, times[i].name)) {
      *value = round (*value * times[i].seconds * (double) axis->hz);
      return TRUE;
    }
  if (axis->hz)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "Unknown unit “%s”; use ns, µs, ms or s, or no unit for cycles", unit);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "Unknown unit “%s”; use numbers alone",
                 unit);
  return FALSE;
}

static gboolean
check_range (const PoplensChart *chart, const PoplensRangeAxis *axis, double from, double to,
             GError **error)
{
  PoplensChartView all = poplens_chart_view_all (chart);

  if (from >= to)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                         "Empty range; the second number must be larger");
  else if (from >= all.to || to <= all.from) {
    g_autofree char *text = poplens_chart_range_format (chart, &all);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "Outside the chart, which has %s",
                 text);
  } else
    return TRUE;
  return FALSE;
}

gboolean
poplens_chart_range_parse (const PoplensChart *chart, const char *text, PoplensChartView *view,
                           GError **error)
{
  PoplensRangeAxis axis = axis_of (chart);
  g_autofree char *unit = NULL, *last_unit = NULL;
  const char *at = text;
  double from, to;
  gboolean good = range_text_read_number (&at, &from);

  if (good)
    unit = read_unit (&at);
  good = good && read_separator (&at) && range_text_read_number (&at, &to);
  if (good)
    last_unit = read_unit (&at);
  if (!good || *skip_spaces (at)) {
    g_autofree char *hint = poplens_chart_range_hint (chart);
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "Not a range. %s", hint);
    return FALSE;
  }
  if (!apply_unit (&axis, *unit ? unit : last_unit, &from, error) ||
      !apply_unit (&axis, last_unit, &to, error))
    return FALSE;
  to += axis.whole;
  if (!check_range (chart, &axis, from, to, error))
    return FALSE;
  view->from = from;
  view->to = to;
  return TRUE;
}
