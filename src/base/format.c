/* Numbers, sizes, times and percentages as text. */
#include "base/format.h"

#include <math.h>
#include <string.h>

#define MINUS "\u2212"
#define MILLION 1000000

/* Writes the @n characters of @digits to @out, with a comma between groups of three. */
static void
group_digits (char *out, const char *digits, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    if (i && (n - i) % 3 == 0)
      *out++ = ',';
    *out++ = digits[i];
  }
  *out = '\0';
}

const char *
poplens_format_count (PoplensNumber buffer, guint64 value)
{
  char digits[24];
  int n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, value);

  group_digits (buffer, digits, n);
  return buffer;
}

char *
poplens_format_plural (const char *noun)
{
  gsize length = strlen (noun);

  if (g_str_has_suffix (noun, "s"))
    return g_strdup (noun);
  if (length > 1 && noun[length - 1] == 'y' && !strchr ("aeiou", noun[length - 2]))
    return g_strdup_printf ("%.*sies", (int) length - 1, noun);
  return g_strconcat (noun, "s", NULL);
}

static guint64
magnitude (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

const char *
poplens_format_items (PoplensNumber buffer, guint64 n, const char *noun)
{
  g_autofree char *plural = poplens_format_plural (noun);
  PoplensNumber count;

  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%s %s", poplens_format_count (count, n),
              n == 1 ? noun : plural);
  return buffer;
}

const char *
poplens_format_signed_items (PoplensNumber buffer, gint64 n, const char *noun)
{
  PoplensNumber items;

  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%s%s", n < 0 ? MINUS : "",
              poplens_format_items (items, magnitude (n), noun));
  return buffer;
}

static const char *
prepend_sign (PoplensNumber buffer, gint64 value, const char *text)
{
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%s%s", value < 0 ? MINUS : value > 0 ? "+" : "", text);
  return buffer;
}

const char *
poplens_format_plain (PoplensNumber buffer, gint64 value)
{
  char *at = buffer + POPLENS_NUMBER_SIZE;
  guint64 left = value < 0 ? -(guint64) value : (guint64) value;

  *--at = '\0';
  do
    *--at = (char) ('0' + left % 10);
  while (left /= 10);
  if (value < 0)
    *--at = '-';
  return at;
}

const char *
poplens_format_fixed (PoplensNumber buffer, double value, guint decimals)
{
  char format[8];

  g_snprintf (format, sizeof format, "%%.%uf", MIN (decimals, 20));
  return g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, format, value);
}

const char *
poplens_format_digits (PoplensNumber buffer, double value, guint digits)
{
  char format[8];

  g_snprintf (format, sizeof format, "%%.%ug", MIN (digits, 20));
  return g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, format, value);
}

const char *
poplens_format_exact (PoplensNumber buffer, double value)
{
  /* Find the fewest digits that parse to the same number: 17 always suffice, most numbers need
   * fewer. */
  for (guint digits = 15; digits <= 17; digits++)
    if (g_ascii_strtod (poplens_format_digits (buffer, value, digits), NULL) == value)
      break;
  return buffer;
}

const char *
poplens_format_signed (PoplensNumber buffer, gint64 value)
{
  PoplensNumber text;

  return prepend_sign (buffer, value, poplens_format_count (text, magnitude (value)));
}

/* Writes @value with at least three significant digits, grouped: 9.55, 32.0, 897, 1,794. */
static void
format_three_digits (PoplensNumber buffer, double value)
{
  if (value < 0.9995) {
    g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, "%.3f", value);
  } else if (value < 9.995) {
    g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, "%.2f", value);
  } else if (value < 99.95) {
    g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, "%.1f", value);
  } else if (value < 1e15) {
    poplens_format_count (buffer, (guint64) llround (value));
  } else {
    g_ascii_formatd (buffer, POPLENS_NUMBER_SIZE, "%.3g", value);
  }
}

static double
unit_base (PoplensByteUnit unit)
{
  return unit == POPLENS_BYTE_UNIT_SI ? 1000 : 1024;
}

/* A larger unit is used only above 9,999, so that related sizes have the same unit: 1,129 KiB of
 * 624 KiB; 897 MiB and 1,794 MiB. */
guint
poplens_byte_power (guint64 bytes, PoplensByteUnit unit)
{
  double value = bytes;
  guint power = 0;

  if (unit == POPLENS_BYTE_UNIT_BYTES || value < unit_base (unit))
    return 0;
  while (power == 0 || (value >= 9999.5 && power < 6)) {
    value /= unit_base (unit);
    power++;
  }
  return power;
}

static double
scale_bytes (guint64 bytes, guint power, PoplensByteUnit unit)
{
  double value = bytes;

  while (power-- > 0)
    value /= unit_base (unit);
  return value;
}

static const char *
format_bytes_in_unit (PoplensNumber buffer, guint64 bytes, guint power, PoplensByteUnit unit)
{
  static const char *const names[2][7] = {
      {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"},
      {"B", "kB", "MB", "GB", "TB", "PB", "EB"},
  };

  if (power)
    format_three_digits (buffer, scale_bytes (bytes, power, unit));
  else
    poplens_format_count (buffer, bytes);
  g_strlcat (buffer, " ", POPLENS_NUMBER_SIZE);
  g_strlcat (buffer, names[unit == POPLENS_BYTE_UNIT_SI][power], POPLENS_NUMBER_SIZE);
  return buffer;
}

const char *
poplens_format_bytes (PoplensNumber buffer, guint64 bytes, PoplensByteUnit unit)
{
  return format_bytes_in_unit (buffer, bytes, poplens_byte_power (bytes, unit), unit);
}

const char *
poplens_format_bytes_beside (PoplensNumber buffer, guint64 bytes, guint64 other,
                             PoplensByteUnit unit)
{
  guint power = poplens_byte_power (MAX (bytes, other), unit);

  return scale_bytes (bytes, power, unit) < 0.1 ? poplens_format_bytes (buffer, bytes, unit)
                                                : format_bytes_in_unit (buffer, bytes, power, unit);
}

char *
poplens_bytes_of (guint64 bytes, guint64 of, PoplensByteUnit unit)
{
  PoplensNumber a, b;

  return of ? g_strdup_printf ("%s of %s", poplens_format_bytes_beside (a, bytes, of, unit),
                               poplens_format_bytes_beside (b, of, bytes, unit))
            : g_strdup (poplens_format_bytes (a, bytes, unit));
}

const char *
poplens_format_bytes_in_column (PoplensNumber buffer, guint64 bytes, guint64 largest,
                                PoplensByteUnit unit)
{
  guint power = poplens_byte_power (MAX (bytes, largest), unit);
  PoplensNumber text;

  if (!bytes || !power || scale_bytes (bytes, power, unit) >= 0.1)
    return format_bytes_in_unit (buffer, bytes, power, unit);
  format_bytes_in_unit (text, bytes, power, unit);
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "< 0.1%s", strchr (text, ' '));
  return buffer;
}

const char *
poplens_format_signed_bytes (PoplensNumber buffer, gint64 bytes, PoplensByteUnit unit)
{
  PoplensNumber text;

  return prepend_sign (buffer, bytes, poplens_format_bytes (text, magnitude (bytes), unit));
}

/* Appends the percentage to @buffer: "2,934.3 %", with at most fifteen digits before the point.
 * @format: printf format with a decimal point */
static void
append_percent (PoplensNumber buffer, double percent, const char *format)
{
  char number[POPLENS_NUMBER_SIZE - 4];
  PoplensNumber whole;

  g_ascii_formatd (number, sizeof number, format, percent);
  if (percent >= 0 && percent < 1e15) {
    int n_whole = (int) (strchr (number, '.') - number);
    group_digits (whole, number, n_whole);
    g_strlcat (buffer, whole, POPLENS_NUMBER_SIZE);
    g_strlcat (buffer, number + n_whole, POPLENS_NUMBER_SIZE);
  } else {
    g_strlcat (buffer, number, POPLENS_NUMBER_SIZE);
  }
  g_strlcat (buffer, " %", POPLENS_NUMBER_SIZE);
}

const char *
poplens_format_percent (PoplensNumber buffer, double ratio)
{
  double percent = ratio * 100;

  /* The ratio may differ from 1 only by rounding errors of a sum of shares. */
  if (fabs (ratio - 1) < 1e-12)
    percent = 100;
  if (!isfinite (percent))
    g_strlcpy (buffer, "–", POPLENS_NUMBER_SIZE);
  else if (percent > 0 && percent < 0.05)
    g_strlcpy (buffer, "< 0.1 %", POPLENS_NUMBER_SIZE);
  else if (percent < 100 && percent >= 99.95)
    g_strlcpy (buffer, "> 99.9 %", POPLENS_NUMBER_SIZE);
  else
    *buffer = 0, append_percent (buffer, percent, "%.1f");
  return buffer;
}

const char *
poplens_format_signed_percent (PoplensNumber buffer, double ratio)
{
  double percent = fabs (ratio * 100);

  if (!isfinite (percent))
    g_strlcpy (buffer, "–", POPLENS_NUMBER_SIZE);
  else if (percent >= 1e6)
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%s %%", ratio > 0 ? "> +999,999" : "< \u2212999,999");
  else {
    g_strlcpy (buffer, percent == 0 ? "" : ratio > 0 ? "+" : "\u2212", POPLENS_NUMBER_SIZE);
    append_percent (buffer, percent, "%.1f");
  }
  return buffer;
}

const char *
poplens_format_fine_percent (PoplensNumber buffer, double ratio)
{
  double percent = fabs (ratio * 100);

  if (!isfinite (percent))
    return g_strlcpy (buffer, "–", POPLENS_NUMBER_SIZE), buffer;
  g_strlcpy (buffer, ratio < 0 ? MINUS : "", POPLENS_NUMBER_SIZE);
  append_percent (buffer, percent, percent < 1 ? "%#.3g" : "%.2f");
  return buffer;
}

const char *
poplens_format_seconds (PoplensNumber buffer, double seconds)
{
  static const struct {
    double scale;
    const char *name;
  } units[] = {{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}};

  if (!isfinite (seconds) || seconds < 0)
    return g_strlcpy (buffer, "–", POPLENS_NUMBER_SIZE), buffer;
  if (seconds >= 120 && seconds < 1e15) {
    guint64 whole = (guint64) llround (seconds);
    PoplensNumber minutes;
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%s min %u s",
                poplens_format_count (minutes, whole / 60), (guint) (whole % 60));
    return buffer;
  }
  guint u = 0;
  while (u + 1 < G_N_ELEMENTS (units) && seconds < units[u].scale * 0.9995)
    u++;
  if (seconds == 0)
    u = 0, g_strlcpy (buffer, "0", POPLENS_NUMBER_SIZE);
  else
    format_three_digits (buffer, seconds / units[u].scale);
  g_strlcat (buffer, units[u].name, POPLENS_NUMBER_SIZE);
  return buffer;
}

const char *
poplens_format_estimate (PoplensNumber buffer, double seconds)
{
  PoplensNumber number;

  if (!isfinite (seconds) || seconds < 0)
    g_strlcpy (buffer, "–", POPLENS_NUMBER_SIZE);
  else if (seconds < 10)
    g_strlcpy (buffer, "a few seconds", POPLENS_NUMBER_SIZE);
  else if (seconds < 55)
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "about %.0f seconds", round (seconds / 10) * 10);
  else if (seconds < 59.5 * 60)
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "about %s",
                poplens_format_items (number, (guint64) llround (seconds / 60), "minute"));
  else
    g_snprintf (
        buffer, POPLENS_NUMBER_SIZE, "about %s",
        poplens_format_items (number, (guint64) llround (MIN (seconds / 3600, 1e15)), "hour"));
  return buffer;
}

const char *
poplens_format_cycles (PoplensNumber buffer, guint64 cycles)
{
  if (cycles < MILLION)
    return poplens_format_items (buffer, cycles, "cycle");
  format_three_digits (buffer, (double) cycles / MILLION);
  g_strlcat (buffer, " M cycles", POPLENS_NUMBER_SIZE);
  return buffer;
}

const char *
poplens_format_cycles_as_time (PoplensNumber buffer, guint64 cycles, guint64 hz)
{
  if (!hz)
    return g_strlcpy (buffer, "", POPLENS_NUMBER_SIZE), buffer;
  return poplens_format_seconds (buffer, (double) cycles / (double) hz);
}

static const char *const byte_units[] = {"binary", "si", "bytes"};

const char *
poplens_byte_unit_name (PoplensByteUnit unit)
{
  return byte_units[unit];
}

gboolean
poplens_byte_unit_parse (const char *name, PoplensByteUnit *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (byte_units); i++)
    if (!strcmp (name, byte_units[i])) {
      *unit = i;
      return TRUE;
    }
  return FALSE;
}

char *
poplens_format_reports (const char *before, const char *after)
{
  return after ? g_strdup_printf ("%s → %s", before, after) : g_strdup (before);
}
