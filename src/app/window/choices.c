/* Reads the settings of Preferences, and converts them to the types of pages and charts. */
#include "app/window/choices.h"

#include "analysis/insights/fit.h"
#include "model/location-keys.h"

/* TRUE if @key of the group "charts" is set to @value. */
static gboolean
setting_is (PoplensSettings *settings, const char *key, const char *value)
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

static guint
read_framework (PoplensSettings *settings)
{
  g_autofree char *key = poplens_settings_get_string (settings, "general", "framework");
  guint f = poplens_framework_find (key);

  return f < POPLENS_N_FRAMEWORKS ? f : 0;
}

void
poplens_choices_keep_framework (PoplensSettings *settings, const PoplensLocation *location)
{
  const char *key = poplens_location_get (location, "framework");

  if (key && poplens_location_key_knows ("framework", key))
    poplens_settings_set_string (settings, "general", "framework", key);
}

PoplensPageDefaults
poplens_choices_page_defaults (PoplensSettings *settings)
{
  int clock = poplens_settings_get_int (settings, "charts", "clock", 0);

  return (PoplensPageDefaults){
      .unit = poplens_choices_unit (settings),
      .in_time = setting_is (settings, "axis", "time"),
      .clock_hz = (guint64) CLAMP (clock, 0, POPLENS_MOST_CLOCK_MHZ) * 1000000,
      .framework = read_framework (settings),
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
  return setting_is (settings, "wheel", "zoom");
}
