#include "charts/core/ramp.h"

#include <math.h>

typedef struct {
  guint32 light, dark; /* 0xrrggbb */
} InkPair;

/* The inks of look.md 8. Totals, liveness and regions (look.md 8.3) keep 3:1 on both window
 * backgrounds, and the pairs that meet in one chart are 15 or more apart (CIEDE2000) in normal,
 * protan, deutan and tritan vision. */
static const InkPair inks[POPLENS_N_INKS] = {
    [POPLENS_INK_TENSORS] = {0x34674d, 0x55a07a},
    [POPLENS_INK_EXCHANGE_BUFFERS] = {0x1c99d1, 0x70c7f9},
    [POPLENS_INK_VERTEX_STATE] = {0xbd8375, 0xf9a9b4},
    [POPLENS_INK_VERTEX_CODE] = {0x80070d, 0xc04639},
    [POPLENS_INK_EXCHANGE_CODE] = {0x1f3498, 0x566ace},
    [POPLENS_INK_CONTROL_AND_STACK] = {0x817717, 0xd3cc65},
    [POPLENS_INK_PROFILING] = {0x523047, 0xa289ad},
    [POPLENS_INK_OTHER] = {0x7b7e88, 0x707276},
    [POPLENS_INK_SHARED] = {0x2b2b2b, 0xf2f2f2},
    [POPLENS_INK_GAPS] = {0x6b6b6b, 0xa5a5a5},
    [POPLENS_INK_OVERFLOW] = {0xc01c28, 0xff7b63},
    [POPLENS_INK_OPTIMISER] = {0x4088a1, 0xb2f7ed},
    [POPLENS_INK_WEIGHT_GRADIENT] = {0x898a4a, 0xe5f7c0},
    [POPLENS_INK_ACTIVATION] = {0x914200, 0xed7406},
    [POPLENS_INK_GRADIENT] = {0x8c4570, 0xb53f99},
    [POPLENS_INK_TEMPORARY] = {0x9e9227, 0xb89e5a},
    [POPLENS_INK_COMPUTE] = {0xbf3a30, 0xd65a4a},
    [POPLENS_INK_EXCHANGE] = {0x1c99d1, 0x70c7f9},
    [POPLENS_INK_LINKS] = {0x6a2f9c, 0x9a66c4},
    [POPLENS_INK_HOST] = {0xd27c0a, 0xfabc60},
    [POPLENS_INK_SYNC] = {0x7b7e88, 0x84868c},
    [POPLENS_INK_CONTROL] = {0x1e524c, 0xc7e7d7},
    [POPLENS_INK_TOTAL] = {0x2c7f93, 0x57b0c4},
    [POPLENS_INK_TOTAL_WITH_GAPS] = {0x123f4c, 0xd3eef5},
    [POPLENS_INK_ALWAYS_LIVE] = {0x4b6f9c, 0x7d9fcc},
    [POPLENS_INK_NOT_ALWAYS_LIVE] = {0xc9701c, 0xf0a45f},
    [POPLENS_INK_NON_INTERLEAVED] = {0x2f6f8f, 0x5aa5c9},
    [POPLENS_INK_INTERLEAVED] = {0xb08c10, 0xf3e9b0},
    [POPLENS_INK_LIMIT] = {0xc01c28, 0xff7b63},
    [POPLENS_INK_SELECTION] = {0x1c71d8, 0x78aeed},
    [POPLENS_INK_LESS] = {0x1a6fb5, 0x6fb1e8},
    [POPLENS_INK_MORE] = {0xb75217, 0xf08a4b},
    [POPLENS_INK_FOREGROUND] = {0x2b2b2b, 0xf2f2f2},
    [POPLENS_INK_DIM] = {0x6b6b6b, 0xa5a5a5},
    [POPLENS_INK_GRID] = {0xe6e6e6, 0x333333},
    [POPLENS_INK_BACKGROUND] = {0xffffff, 0x1e1e1e},
};

#define SHARED_ALPHA 0.30
#define SHADE_STEP 0.14
#define SHADE_MAX 5

static PoplensColor
color_of (guint32 rgb)
{
  return (PoplensColor){(rgb >> 16) / 255.0, ((rgb >> 8) & 0xff) / 255.0, (rgb & 0xff) / 255.0, 1};
}

PoplensColor
poplens_ink (PoplensInk ink, gboolean dark)
{
  guint i = (guint) ink < POPLENS_N_INKS ? ink : POPLENS_INK_OTHER;

  if (i >= POPLENS_INK_RAMP_0 && i <= POPLENS_INK_RAMP_4)
    return poplens_ramp ((i - POPLENS_INK_RAMP_0) / 4.0, dark);
  PoplensColor color = color_of (dark ? inks[i].dark : inks[i].light);

  if (i == POPLENS_INK_SHARED)
    color.alpha = SHARED_ALPHA;
  return color;
}

PoplensColor
poplens_ink_shade (PoplensInk ink, guint shade, gboolean dark)
{
  PoplensColor color = poplens_ink (ink, dark);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, dark);
  double part = SHADE_STEP * MIN (shade, SHADE_MAX);

  color.red += (background.red - color.red) * part;
  color.green += (background.green - color.green) * part;
  color.blue += (background.blue - color.blue) * part;
  return color;
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* WCAG's relative luminance. */
static double
luminance (PoplensColor c)
{
  return 0.2126 * linear (c.red) + 0.7152 * linear (c.green) + 0.0722 * linear (c.blue);
}

/* The better contrast of the two (look.md 8.4). On steps: white on compute, links and control in
 * light, black on every other step. */
PoplensColor
poplens_ink_shade_text (PoplensInk ink, guint shade, gboolean dark)
{
  double light = luminance (poplens_ink_shade (ink, shade, dark));
  double on_white = 1.05 / (light + 0.05), on_black = (light + 0.05) / 0.05;

  return on_white > on_black ? (PoplensColor){1, 1, 1, 1} : (PoplensColor){0, 0, 0, 1};
}

PoplensColor
poplens_ink_text (PoplensInk ink, gboolean dark)
{
  return poplens_ink_shade_text (ink, 0, dark);
}
