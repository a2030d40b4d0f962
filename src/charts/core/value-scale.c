/* Chooses steps, units and decimals of value axes. */
#include "charts/core/value-scale.h"

#include <math.h>

#define FEWEST_TICKS 4
/* Maximum number of decimals in tick labels. Large values with a small step need decimals: "1.0005"
 * M cycles. */
#define MOST_DECIMALS 4u
#define MOST_BYTES 1e19

double
poplens_item_step (double least)
{
  static const double parts[] = {1, 2, 5};

  for (double power = 1; power < 1e300; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
      if (power * parts[i] >= least)
        return power * parts[i];
  return 1e300;
}

static double
value_step (gboolean binary, double least)
{
  return binary ? exp2 (MAX (0, ceil (log2 (MAX (least, 1))))) : poplens_item_step (least);
}

/* Returns the largest exponent, up to @most, for which the power of @base is not above @step. */
static guint
unit_power (double base, guint most, double step)
{
  guint power = 0;

  while (power < most && pow (base, power + 1) <= step)
    power++;
  return power;
}

static void
choose_unit (PoplensValueScale *self, PoplensChartUnit unit, PoplensByteUnit byte_unit)
{
  static const char *const binary[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  static const char *const si[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  static const char *const times[] = {"µs", "ms", "s"};
  static const char *const millions[] = {"", "M", "G", "T", "P", "E"};
  const char *name = "";
  double size = self->from > 0 ? self->top : self->step;
  guint power;

  if (unit == POPLENS_CHART_UNIT_BYTES && byte_unit != POPLENS_BYTE_UNIT_BYTES) {
    gboolean is_binary = byte_unit == POPLENS_BYTE_UNIT_BINARY;
    /* Use no larger unit than poplens_byte_power (), which other texts use for these values. */
    power = MIN (unit_power (is_binary ? 1024 : 1000, 6, size),
                 poplens_byte_power ((guint64) MIN (self->top, MOST_BYTES), byte_unit));
    self->unit_size = pow (is_binary ? 1024 : 1000, power);
    g_strlcpy (self->unit, is_binary ? binary[power] : si[power], sizeof self->unit);
    return;
  }
  if (unit == POPLENS_CHART_UNIT_MICROSECONDS) {
    power = unit_power (1000, 2, size);
    self->unit_size = pow (1000, power);
    g_strlcpy (self->unit, times[power], sizeof self->unit);
    return;
  }
  if (unit == POPLENS_CHART_UNIT_BYTES)
    name = "B";
  else if (unit == POPLENS_CHART_UNIT_CYCLES)
    name = "cycles";
  /* Do not abbreviate thousands: their digits fit beside the axis. */
  power = unit_power (1000, G_N_ELEMENTS (millions), size);
  power = power < 2 ? 0 : power - 1;
  self->unit_size = power ? pow (1000, power + 1) : 1;
  g_snprintf (self->unit, sizeof self->unit, "%s%s%s", millions[power], power && *name ? " " : "",
              name);
}

static guint
count_ticks (const PoplensValueScale *self)
{
  return self->first > self->top ? 0 : (guint) floor ((self->top - self->first) / self->step) + 1;
}

static void
set_step (PoplensValueScale *self, double step)
{
  self->step = step;
  self->first = ceil (self->from / step) * step;
}

void
poplens_value_scale_init_from (PoplensValueScale *self, PoplensChartUnit unit,
                               PoplensByteUnit byte_unit, double from, double max, guint most_ticks)
{
  gboolean binary = unit == POPLENS_CHART_UNIT_BYTES && byte_unit == POPLENS_BYTE_UNIT_BINARY;

  most_ticks = MAX (most_ticks, 2);
  self->from = from;
  self->top = isfinite (max) && max > from + 1 ? max : from + 1;
  set_step (self, value_step (binary, (self->top - from) / most_ticks));
  /* If rounding gives one tick too many, choose a larger step. */
  while (count_ticks (self) > most_ticks)
    set_step (self, value_step (binary, self->step * 1.01));
  self->n_ticks = count_ticks (self);
  if (from <= 0 && self->n_ticks < FEWEST_TICKS && most_ticks >= FEWEST_TICKS && self->step > 1) {
    self->n_ticks = FEWEST_TICKS;
    self->top = self->step * (FEWEST_TICKS - 1);
  }
  choose_unit (self, unit, byte_unit);
  double step = self->step / self->unit_size;
  guint n = 0;
  for (; n < MOST_DECIMALS && fabs (step - round (step)) > 1e-6; n++)
    step *= 10;
  self->decimals = n;
}

void
poplens_value_scale_init (PoplensValueScale *self, PoplensChartUnit unit, PoplensByteUnit byte_unit,
                          double max, guint most_ticks)
{
  poplens_value_scale_init_from (self, unit, byte_unit, 0, max, most_ticks);
}

const char *
poplens_value_scale_label (const PoplensValueScale *self, guint i, PoplensNumber buffer)
{
  double value = (self->first + self->step * i) / self->unit_size;

  return self->decimals ? poplens_format_fixed (buffer, value, self->decimals)
                        : poplens_format_count (buffer, (guint64) llround (value));
}
