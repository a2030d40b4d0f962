/* Settings of Preferences, as typed values. Invalid values count as the default. */
#pragma once

#include "app/window/settings.h"
#include "pages/core/page.h"

G_BEGIN_DECLS

/* Maximum clock in MHz that the user can set instead of the report's clock. */
#define POPLENS_MOST_CLOCK_MHZ 10000

PoplensByteUnit poplens_choices_unit (PoplensSettings *settings);
/* Returns byte unit, axis and clock of traces, and the framework that was chosen last. */
PoplensPageDefaults poplens_choices_page_defaults (PoplensSettings *settings);
/* Saves the framework of @location, if it has one, as the one chosen last. */
void poplens_choices_keep_framework (PoplensSettings *settings, const PoplensLocation *location);
PoplensPalette poplens_choices_palette (PoplensSettings *settings);
/* TRUE if the mouse wheel zooms charts without Ctrl. */
gboolean poplens_choices_wheel_zooms (PoplensSettings *settings);

G_END_DECLS
