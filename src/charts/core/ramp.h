/* Ramps of colours for heat maps (look.md 7): from dark to light in even steps of lightness, so
 * that they read the same in every colour vision and in grey. */
#pragma once

#include "charts/core/palette.h"

G_BEGIN_DECLS

/* @part: 0 … 1; outside the ends. Dark: the low end stands off the dark background. */
PoplensColor poplens_ramp (double part, PoplensTheme theme);
/* Black or white, whichever contrasts more with the colour. */
PoplensColor poplens_ramp_text (double part, PoplensTheme theme);

G_END_DECLS
