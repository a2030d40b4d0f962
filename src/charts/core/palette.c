/* Colours (inks) of light and dark themes in each palette, and colour ramps of heat maps. */
#include "charts/core/palette.h"

#include <math.h>
#include <string.h>

/* ---- text colours ---------------------------------------------------------------------------- */

static double
linear_channel (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* Returns black or white, whichever contrasts more with the opaque @background (look.md 8.4). */
static PoplensColor
color_text (PoplensColor background)
{
  /* Relative luminance, as defined by WCAG. */
  double light = 0.2126 * linear_channel (background.red) +
                 0.7152 * linear_channel (background.green) +
                 0.0722 * linear_channel (background.blue);
  double on_white = 1.05 / (light + 0.05), on_black = (light + 0.05) / 0.05;

  return on_white > on_black ? (PoplensColor){1, 1, 1, 1} : (PoplensColor){0, 0, 0, 1};
}

/* ---- ramp ------------------------------------------------------------------------------------ */

#define N_ANCHORS 9

/* [dark theme][step]: colour ramp from blue through grey to yellow. Neighbouring colours have equal
 * distances in CIELAB, and also differ for colour-blind users (look.md 7). */
static const guint32 anchors[2][N_ANCHORS] = {
    {0x002c67, 0x2c3f68, 0x4f536a, 0x6c696a, 0x887f6a, 0xa49668, 0xc1ae66, 0xdec661, 0xfbdf5b},
    {0x1b4888, 0x4a5a87, 0x696d85, 0x848182, 0x9f957f, 0xb9aa7b, 0xd2bf76, 0xedd56f, 0xffea66},
};

/* [dark theme][step]: ramp of matplotlib's viridis. Light themes use all of it, with a slightly
 * darker second colour for even steps. Dark themes start at 0.2, because darker colours do not
 * contrast with the background. */
static const guint32 viridis_ramp[2][N_ANCHORS] = {
    {0x440154, 0x472a7a, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725},
    {0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725},
};

static double
get_channel (guint32 rgb, guint shift)
{
  return (rgb >> shift & 0xff) / 255.0;
}

PoplensColor
poplens_ramp (double part, PoplensTheme theme)
{
  const guint32 (*ramps)[N_ANCHORS] =
      theme.palette == POPLENS_PALETTE_VIRIDIS ? viridis_ramp : anchors;
  const guint32 *ramp = ramps[theme.dark ? 1 : 0];
  double at = isfinite (part) ? CLAMP (part, 0, 1) * (N_ANCHORS - 1) : 0, rest;
  guint i = MIN ((guint) at, N_ANCHORS - 2);
  PoplensColor color = {0, 0, 0, 1};

  rest = at - i;
  color.red = get_channel (ramp[i], 16) * (1 - rest) + get_channel (ramp[i + 1], 16) * rest;
  color.green = get_channel (ramp[i], 8) * (1 - rest) + get_channel (ramp[i + 1], 8) * rest;
  color.blue = get_channel (ramp[i], 0) * (1 - rest) + get_channel (ramp[i + 1], 0) * rest;
  return color;
}

PoplensColor
poplens_ramp_text (double part, PoplensTheme theme)
{
  return color_text (poplens_ramp (part, theme));
}

/* ---- inks ------------------------------------------------------------------------------------ */

typedef struct {
  guint32 light, dark; /* 0xrrggbb */
} InkPair;

/* Colours of the standard palette (look.md 8). Other palettes replace some of them. Colours that
 * occur in one chart differ by at least 15 (CIEDE2000), also for colour-blind users. */
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
    [POPLENS_INK_COMPUTE] = {0x33706a, 0x4f968b},
    [POPLENS_INK_EXCHANGE] = {0x1c99d1, 0x70c7f9},
    [POPLENS_INK_LINKS] = {0x6a2f9c, 0x9a66c4},
    [POPLENS_INK_HOST] = {0xd27c0a, 0xfabc60},
    [POPLENS_INK_SYNC] = {0x7b7e88, 0x84868c},
    [POPLENS_INK_TILES] = {0xbf3a30, 0xd65a4a},
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

/* Colours with the hues of Okabe and Ito ("Color Universal Design", 2008). Their lightness follows
 * the limits of look.md 8.8. Colours without an entry here are those of inks[]. */
static const InkPair okabe_ito[POPLENS_N_INKS] = {
    [POPLENS_INK_TENSORS] = {0x20563e, 0x1fa170},
    [POPLENS_INK_EXCHANGE_BUFFERS] = {0x029ad9, 0x25baff},
    [POPLENS_INK_VERTEX_STATE] = {0x754767, 0xcd86ac},
    [POPLENS_INK_VERTEX_CODE] = {0xa54b05, 0xd35f10},
    [POPLENS_INK_EXCHANGE_CODE] = {0x146ea8, 0x3172a7},
    [POPLENS_INK_CONTROL_AND_STACK] = {0x9f9318, 0xf0e23e},
    [POPLENS_INK_PROFILING] = {0x1e2120, 0xf8f8f8},
    [POPLENS_INK_OPTIMISER] = {0xba1b8f, 0xbad8fc},
    [POPLENS_INK_WEIGHT_GRADIENT] = {0x69997e, 0xab6f91},
    [POPLENS_INK_ACTIVATION] = {0xa07639, 0xe39e0b},
    [POPLENS_INK_GRADIENT] = {0x581e4f, 0xdfa8bc},
    [POPLENS_INK_TEMPORARY] = {0x342c08, 0xcdce97},
    [POPLENS_INK_COMPUTE] = {0x27835d, 0x1d9c68},
    [POPLENS_INK_EXCHANGE] = {0x029ad9, 0x25baff},
    [POPLENS_INK_LINKS] = {0x7a4167, 0xe7a7c2},
    [POPLENS_INK_HOST] = {0xc28501, 0xc6c249},
    [POPLENS_INK_TILES] = {0xaf480b, 0xd06213},
    [POPLENS_INK_TOTAL] = {0x2d99d8, 0x59b8ec},
    [POPLENS_INK_TOTAL_WITH_GAPS] = {0x0e6296, 0x2075af},
    [POPLENS_INK_ALWAYS_LIVE] = {0x0b71af, 0x0874b4},
    [POPLENS_INK_NOT_ALWAYS_LIVE] = {0xc68300, 0xe9a106},
    [POPLENS_INK_NON_INTERLEAVED] = {0x399aca, 0x51b6ee},
    [POPLENS_INK_INTERLEAVED] = {0xa59114, 0xfff432},
};

/* Colours with the hues of matplotlib's viridis, from violet to yellow. Their contrasts and
 * distances follow look.md 8.8. */
static const InkPair viridis[POPLENS_N_INKS] = {
    [POPLENS_INK_TENSORS] = {0x3d8454, 0x3ab478},
    [POPLENS_INK_EXCHANGE_BUFFERS] = {0x0c9ad4, 0x31e5fa},
    [POPLENS_INK_VERTEX_STATE] = {0x500774, 0x98559d},
    [POPLENS_INK_VERTEX_CODE] = {0x7c41b6, 0xaa92ab},
    [POPLENS_INK_EXCHANGE_CODE] = {0x1b132a, 0x7073fc},
    [POPLENS_INK_CONTROL_AND_STACK] = {0x9d9312, 0xfbe429},
    [POPLENS_INK_PROFILING] = {0x0f2719, 0xe6fef6},
    [POPLENS_INK_OPTIMISER] = {0x82417d, 0xdbe6c4},
    [POPLENS_INK_WEIGHT_GRADIENT] = {0x2d4f45, 0xc4be1e},
    [POPLENS_INK_ACTIVATION] = {0xab84ab, 0xa49afa},
    [POPLENS_INK_GRADIENT] = {0x58552d, 0x83821e},
    [POPLENS_INK_TEMPORARY] = {0x7e6d0e, 0x8e7794},
    [POPLENS_INK_COMPUTE] = {0x268354, 0x33b679},
    [POPLENS_INK_EXCHANGE] = {0x0c9ad4, 0x31e5fa},
    [POPLENS_INK_LINKS] = {0x440255, 0x8c5d92},
    [POPLENS_INK_HOST] = {0x9b9405, 0xfae822},
    [POPLENS_INK_TILES] = {0x2b568b, 0x9839ff},
    [POPLENS_INK_TOTAL] = {0x1b8290, 0x488185},
    [POPLENS_INK_TOTAL_WITH_GAPS] = {0x4a2678, 0x7b54da},
    [POPLENS_INK_ALWAYS_LIVE] = {0x125fbb, 0x466cb7},
    [POPLENS_INK_NOT_ALWAYS_LIVE] = {0x12a662, 0x35b678},
    [POPLENS_INK_NON_INTERLEAVED] = {0x2d698f, 0x417299},
    [POPLENS_INK_INTERLEAVED] = {0x8a9577, 0xe4fc34},
};

static const struct {
  const char *name;
  const InkPair *own; /* (nullable): [POPLENS_N_INKS]: colours that replace those of inks[] */
} palettes[POPLENS_N_PALETTES] = {
    [POPLENS_PALETTE_STANDARD] = {"standard", NULL},
    [POPLENS_PALETTE_OKABE_ITO] = {"okabe-ito", okabe_ito},
    [POPLENS_PALETTE_VIRIDIS] = {"viridis", viridis},
};

#define SHARED_ALPHA 0.30
#define SHADE_STEP 0.14
#define SHADE_MAX 5
#define WAITING_TINT 0.22

const char *
poplens_palette_name (PoplensPalette palette)
{
  return palettes[MIN ((guint) palette, POPLENS_N_PALETTES - 1)].name;
}

gboolean
poplens_palette_parse (const char *name, PoplensPalette *palette)
{
  for (guint i = 0; i < POPLENS_N_PALETTES; i++)
    if (!strcmp (name, palettes[i].name)) {
      *palette = i;
      return TRUE;
    }
  return FALSE;
}

PoplensColor
poplens_ink (PoplensInk ink, PoplensTheme theme)
{
  guint i = (guint) ink < POPLENS_N_INKS ? ink : POPLENS_INK_OTHER;
  const InkPair *own = palettes[MIN ((guint) theme.palette, POPLENS_N_PALETTES - 1)].own;

  if (i >= POPLENS_INK_RAMP_0 && i <= POPLENS_INK_RAMP_4)
    return poplens_ramp ((i - POPLENS_INK_RAMP_0) / 4.0, theme);
  /* Use inks[] for an ink that the palette does not set: its dark colour is 0. */
  const InkPair *pair = own && own[i].dark ? &own[i] : &inks[i];
  guint32 rgb = theme.dark ? pair->dark : pair->light;
  PoplensColor color =
      (PoplensColor){(rgb >> 16) / 255.0, ((rgb >> 8) & 0xff) / 255.0, (rgb & 0xff) / 255.0, 1};

  if (i == POPLENS_INK_SHARED)
    color.alpha = SHARED_ALPHA;
  return color;
}

PoplensColor
poplens_ink_shade (PoplensInk ink, guint shade, PoplensTheme theme)
{
  PoplensColor color = poplens_ink (ink, theme);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, theme);
  double part = SHADE_STEP * MIN (shade, SHADE_MAX);

  color.red += (background.red - color.red) * part;
  color.green += (background.green - color.green) * part;
  color.blue += (background.blue - color.blue) * part;
  return color;
}

double
poplens_ink_tint (PoplensInk ink, gboolean quiet, PoplensTheme theme)
{
  /* [quiet][dark theme]: opacity of time in which a tile waits for other tiles */
  static const double tiles[2][2] = {{0.48, 0.64}, {0.16, 0.20}};

  return ink == POPLENS_INK_TILES ? tiles[quiet ? 1 : 0][theme.dark ? 1 : 0] : WAITING_TINT;
}

PoplensColor
poplens_ink_shade_text (PoplensInk ink, guint shade, PoplensTheme theme)
{
  PoplensColor color = poplens_ink_shade (ink, shade, theme);
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, theme);

  color.red = background.red + (color.red - background.red) * color.alpha;
  color.green = background.green + (color.green - background.green) * color.alpha;
  color.blue = background.blue + (color.blue - background.blue) * color.alpha;
  return color_text (color);
}

PoplensColor
poplens_ink_text (PoplensInk ink, PoplensTheme theme)
{
  return poplens_ink_shade_text (ink, 0, theme);
}
