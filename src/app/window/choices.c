#include "app/window/choices.h"

/* Whether the key has that value. */
static gboolean
is (PoplensSettings *settings, const char *key, const char *value)
{
  g_autofree char *text = poplens_settings_get_string (settings, "charts", key);

  return !g_strcmp0 (text, value);
}

PoplensByteUnit
poplens_choices_unit (PoplensSettings *settings)
{
  g_autofree char *name = poplens_settings_get_string (settings, "general", "unit");
  PoplensByteUnit unit;

  return name && poplens_byte_unit_parse (name, &unit) ? unit : POPLENS_BYTE_UNIT_BINARY;
}

PoplensPageDefaults
poplens_choices_page_defaults (PoplensSettings *settings)
{
  int clock = poplens_settings_get_int (settings, "charts", "clock", 0);

  return (PoplensPageDefaults){
      .unit = poplens_choices_unit (settings),
      .in_time = is (settings, "axis", "time"),
      .clock_hz = (guint64) CLAMP (clock, 0, POPLENS_MOST_CLOCK_MHZ) * 1000000,
  };
}

PoplensPalette
poplens_choices_palette (PoplensSettings *settings)
{
  g_autofree char *name = poplens_settings_get_string (settings, "charts", "colours");
  PoplensPalette palette;

  return name && poplens_palette_parse (name, &palette) ? palette : POPLENS_PALETTE_STANDARD;
}

gboolean
poplens_choices_wheel_zooms (PoplensSettings *settings)
{
  return is (settings, "wheel", "zoom");
}
