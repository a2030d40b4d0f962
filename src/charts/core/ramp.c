#include "charts/core/ramp.h"

#include <math.h>

#define N_ANCHORS 9

/* Equal distances in CIELAB: lightness 19 to 89 (dark: 31 to 92), from blue (b* −40) to yellow
 * (66), through a grey whose red and green are those of the middle: 16 ± 0.7 (15.3 ± 0.7) from each
 * to the next, 12.7 or more in protan and 15.2 (13) in deutan vision. The low end keeps 1.8:1
 * against the dark background, the high one 1.3:1 against the light. */
static const guint32 anchors[2][N_ANCHORS] = {
    {0x002c67, 0x2c3f68, 0x4f536a, 0x6c696a, 0x887f6a, 0xa49668, 0xc1ae66, 0xdec661, 0xfbdf5b},
    {0x1b4888, 0x4a5a87, 0x696d85, 0x848182, 0x9f957f, 0xb9aa7b, 0xd2bf76, 0xedd56f, 0xffea66},
};

/* Matplotlib's viridis: in light all of it (the second a little darker, for even steps), in dark
 * from 0.2, where it begins to stand off the background. */
static const guint32 viridis[2][N_ANCHORS] = {
    {0x440154, 0x472a7a, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725},
    {0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725},
};

static double
channel (guint32 rgb, guint shift)
{
  return (rgb >> shift & 0xff) / 255.0;
}

PoplensColor
poplens_ramp (double part, PoplensTheme theme)
{
  const guint32 (*ramps)[N_ANCHORS] = theme.palette == POPLENS_PALETTE_VIRIDIS ? viridis : anchors;
  const guint32 *ramp = ramps[theme.dark ? 1 : 0];
  double at = isfinite (part) ? CLAMP (part, 0, 1) * (N_ANCHORS - 1) : 0, rest;
  guint i = MIN ((guint) at, N_ANCHORS - 2);
  PoplensColor color = {0, 0, 0, 1};

  rest = at - i;
  color.red = channel (ramp[i], 16) * (1 - rest) + channel (ramp[i + 1], 16) * rest;
  color.green = channel (ramp[i], 8) * (1 - rest) + channel (ramp[i + 1], 8) * rest;
  color.blue = channel (ramp[i], 0) * (1 - rest) + channel (ramp[i + 1], 0) * rest;
  return color;
}

PoplensColor
poplens_ramp_text (double part, PoplensTheme theme)
{
  return poplens_color_text (poplens_ramp (part, theme));
}
