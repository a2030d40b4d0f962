/* A ramp of colours for heat maps (look.md 7): blue to yellow through grey, even steps of
 * lightness, so that it reads the same in every colour vision and in grey. */
#pragma once

#include "charts/core/palette.h"

G_BEGIN_DECLS

/* @part: 0 … 1; outside the ends. Dark: the low end stands off the dark background. */
PoplensColor poplens_ramp (double part, gboolean dark);
/* Black or white, whichever contrasts more with the colour. */
PoplensColor poplens_ramp_text (double part, gboolean dark);

G_END_DECLS
