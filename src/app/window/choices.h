/* What the user chose in Preferences, as the settings have it: what cannot be read is the default.
 */
#pragma once

#include "app/window/settings.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

/* A clock in MHz that can be chosen in place of the report's. */
#define POPLENS_MOST_CLOCK_MHZ 10000

PoplensByteUnit poplens_choices_unit (PoplensSettings *settings);
/* The unit, the axis and the clock of traces, and the framework that was chosen last. */
PoplensPageDefaults poplens_choices_page_defaults (PoplensSettings *settings);
/* Keeps the framework that @location names, if it names one. */
void poplens_choices_keep_framework (PoplensSettings *settings, const PoplensLocation *location);
PoplensPalette poplens_choices_palette (PoplensSettings *settings);
/* The wheel of a mouse zooms a chart without Ctrl, too. */
gboolean poplens_choices_wheel_zooms (PoplensSettings *settings);

G_END_DECLS
