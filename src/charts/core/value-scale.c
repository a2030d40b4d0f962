#include "charts/core/value-scale.h"

#include <math.h>

#define FEWEST_TICKS 4

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

/* The largest power of @base that is not above the step, so that ticks are whole numbers of it. */
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
  static const char *const millions[] = {"", "×10⁶", "×10⁹", "×10¹²", "×10¹⁵", "×10¹⁸"};
  const char *name = "";
  guint power;

  if (unit == POPLENS_CHART_UNIT_BYTES && byte_unit != POPLENS_BYTE_UNIT_BYTES) {
    gboolean is_binary = byte_unit == POPLENS_BYTE_UNIT_BINARY;
    power = unit_power (is_binary ? 1024 : 1000, 6, self->step);
    self->unit_size = pow (is_binary ? 1024 : 1000, power);
    g_strlcpy (self->unit, is_binary ? binary[power] : si[power], sizeof self->unit);
    return;
  }
  if (unit == POPLENS_CHART_UNIT_MICROSECONDS) {
    power = unit_power (1000, 2, self->step);
    self->unit_size = pow (1000, power);
    g_strlcpy (self->unit, times[power], sizeof self->unit);
    return;
  }
  if (unit == POPLENS_CHART_UNIT_BYTES)
    name = "B";
  else if (unit == POPLENS_CHART_UNIT_CYCLES)
    name = "cycles";
  /* Thousands are written out, as their figures still fit into the gutter. */
  power = unit_power (1000, G_N_ELEMENTS (millions), self->step);
  power = power < 2 ? 0 : power - 1;
  self->unit_size = power ? pow (1000, power + 1) : 1;
  g_snprintf (self->unit, sizeof self->unit, "%s%s%s", millions[power], power && *name ? " " : "",
              name);
}

void
poplens_value_scale_init (PoplensValueScale *self, PoplensChartUnit unit, PoplensByteUnit byte_unit,
                          double max, guint most_ticks)
{
  gboolean binary = unit == POPLENS_CHART_UNIT_BYTES && byte_unit == POPLENS_BYTE_UNIT_BINARY;

  most_ticks = MAX (most_ticks, 2);
  self->top = isfinite (max) && max > 1 ? max : 1;
  self->step = value_step (binary, self->top / most_ticks);
  /* Just below a power the quotient may round up to one tick too many. */
  while (floor (self->top / self->step) + 1 > most_ticks)
    self->step = value_step (binary, self->step * 1.01);
  self->n_ticks = (guint) floor (self->top / self->step) + 1;
  if (self->n_ticks < FEWEST_TICKS && most_ticks >= FEWEST_TICKS && self->step > 1) {
    self->n_ticks = FEWEST_TICKS;
    self->top = self->step * (FEWEST_TICKS - 1);
  }
  choose_unit (self, unit, byte_unit);
}

const char *
poplens_value_scale_label (const PoplensValueScale *self, guint i, PoplensNumber buffer)
{
  return poplens_format_count (buffer, (guint64) llround (self->step / self->unit_size * i));
}
