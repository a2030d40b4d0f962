/* Tests of the inks of look.md 8: values, tints, and contrast in light and dark in each palette. */
#include <math.h>

#include "charts/core/palette.h"

/* Window backgrounds of libadwaita, and the least contrast of marks and texts on them and on the
 * chart's background (WCAG 2, 1.4.11 and 1.4.3). */
#define MARKS 3.0
#define TEXTS 4.5
static const PoplensColor windows[2] = {{0xfa / 255.0, 0xfa / 255.0, 0xfa / 255.0, 1},
                                        {0x24 / 255.0, 0x24 / 255.0, 0x24 / 255.0, 1}};

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
contrast (PoplensColor a, PoplensColor b)
{
  double la = 0.2126 * linear (a.red) + 0.7152 * linear (a.green) + 0.0722 * linear (a.blue);
  double lb = 0.2126 * linear (b.red) + 0.7152 * linear (b.green) + 0.0722 * linear (b.blue);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

/* Returns the visible colour of a translucent @color on the background @background. */
static PoplensColor
on (PoplensColor color, PoplensColor background)
{
  return (PoplensColor){background.red + (color.red - background.red) * color.alpha,
                        background.green + (color.green - background.green) * color.alpha,
                        background.blue + (color.blue - background.blue) * color.alpha, 1};
}

static guint32
rgb_of (PoplensColor c)
{
  return (guint32) lround (c.red * 255) << 16 | (guint32) lround (c.green * 255) << 8 |
         (guint32) lround (c.blue * 255);
}

static void
assert_ink (PoplensInk ink, PoplensTheme theme, guint32 rgb)
{
  g_assert_cmphex (rgb_of (poplens_ink (ink, theme)), ==, rgb);
}

static void
test_ink_values (void)
{
  const PoplensTheme light = {FALSE}, dark = {TRUE};

  assert_ink (POPLENS_INK_TENSORS, light, 0x34674d);
  assert_ink (POPLENS_INK_VERTEX_CODE, dark, 0xc04639);
  assert_ink (POPLENS_INK_SELECTION, light, 0x1c71d8);
  assert_ink (POPLENS_INK_LIMIT, dark, 0xff7b63);
  assert_ink (POPLENS_INK_GRID, dark, 0x333333);
  g_assert_cmpfloat (poplens_ink (POPLENS_INK_SHARED, light).alpha, ==, 0.3);
}

/* Asserts the contrast of a mark on both backgrounds: that of the window, and that of the chart. */
static void
assert_contrast (PoplensInk ink, PoplensTheme theme, double least)
{
  PoplensColor color = poplens_ink (ink, theme);
  double window = contrast (color, windows[theme.dark]);
  double chart = contrast (color, poplens_ink (POPLENS_INK_BACKGROUND, theme));

  g_test_message ("ink %u of %s in %s: %.2f on the window, %.2f on the chart", ink,
                  poplens_palette_name (theme.palette), theme.dark ? "dark" : "light", window,
                  chart);
  g_assert_cmpfloat (window, >=, least);
  g_assert_cmpfloat (chart, >=, least);
}

static void
check_contrast (PoplensTheme theme)
{
  static const PoplensInk texts[] = {POPLENS_INK_FOREGROUND, POPLENS_INK_DIM, POPLENS_INK_LESS,
                                     POPLENS_INK_MORE, POPLENS_INK_LIMIT};

  for (guint ink = 0; ink < POPLENS_N_INKS; ink++) {
    /* One end of a ramp is always near the background, and the legend shows it; shared memory is
     * translucent; lines of the grid are behind everything. */
    if ((ink >= POPLENS_INK_RAMP_0 && ink <= POPLENS_INK_RAMP_4) || ink == POPLENS_INK_SHARED ||
        ink == POPLENS_INK_GRID || ink == POPLENS_INK_BACKGROUND)
      continue;
    assert_contrast (ink, theme, MARKS);
  }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_contrast (texts[i], theme, TEXTS);
}

/* Labels in blocks of every ink and tint, and on shared memory, have enough contrast. */
static void
check_labels (PoplensTheme theme)
{
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, theme);

  for (guint ink = 0; ink < POPLENS_INK_GRID; ink++)
    for (guint shade = 0; shade <= 5; shade++) {
      PoplensColor fill = on (poplens_ink_shade (ink, shade, theme), background);
      PoplensColor label = ink == POPLENS_INK_SHARED ? poplens_ink (POPLENS_INK_FOREGROUND, theme)
                                                     : poplens_ink_shade_text (ink, shade, theme);
      g_assert_cmpfloat (contrast (label, fill), >=, TEXTS);
    }
}

/* Labels on the tints of waiting have enough contrast; the tints of tiles are strong. */
static void
check_tints (PoplensTheme theme)
{
  PoplensColor background = poplens_ink (POPLENS_INK_BACKGROUND, theme);

  for (guint ink = POPLENS_INK_COMPUTE; ink <= POPLENS_INK_TILES; ink++)
    for (int quiet = 0; quiet < 2; quiet++) {
      PoplensColor tint = poplens_ink (ink, theme);
      tint.alpha = poplens_ink_tint (ink, quiet, theme);
      g_assert_cmpfloat (
          contrast (poplens_ink (POPLENS_INK_FOREGROUND, theme), on (tint, background)), >=, TEXTS);
    }
}

static void
test_contrast (void)
{
  for (guint palette = 0; palette < POPLENS_N_PALETTES; palette++)
    for (int dark = 0; dark < 2; dark++) {
      check_contrast ((PoplensTheme){dark, palette});
      check_labels ((PoplensTheme){dark, palette});
      check_tints ((PoplensTheme){dark, palette});
    }
}

/* Inks with a fixed meaning have the same colour in each palette; inks that distinguish series
 * differ. */
static void
test_palettes (void)
{
  static const PoplensInk same[] = {POPLENS_INK_LIMIT, POPLENS_INK_SELECTION,  POPLENS_INK_LESS,
                                    POPLENS_INK_MORE,  POPLENS_INK_FOREGROUND, POPLENS_INK_OVERFLOW,
                                    POPLENS_INK_OTHER, POPLENS_INK_SYNC};
  PoplensPalette parsed;

  g_assert_false (poplens_palette_parse ("rainbow", &parsed));
  for (guint palette = 0; palette < POPLENS_N_PALETTES; palette++) {
    g_assert_true (poplens_palette_parse (poplens_palette_name (palette), &parsed));
    g_assert_cmpuint (parsed, ==, palette);
    for (int dark = 0; dark < 2; dark++) {
      const PoplensTheme theme = {dark, palette}, standard = {dark};
      for (guint i = 0; i < G_N_ELEMENTS (same); i++)
        assert_ink (same[i], theme, rgb_of (poplens_ink (same[i], standard)));
      for (guint ink = POPLENS_INK_COMPUTE; palette && ink <= POPLENS_INK_TILES; ink++)
        if (ink != POPLENS_INK_SYNC)
          g_assert_cmphex (rgb_of (poplens_ink (ink, theme)), !=,
                           rgb_of (poplens_ink (ink, standard)));
    }
  }
}

static void
test_shades_and_text (void)
{
  const PoplensTheme light = {FALSE}, dark = {TRUE};
  PoplensColor last = poplens_ink (POPLENS_INK_TENSORS, light);

  for (guint shade = 1; shade <= 5; shade++) {
    PoplensColor c = poplens_ink_shade (POPLENS_INK_TENSORS, shade, light);
    g_assert_cmpfloat (c.red, >, last.red);
    last = c;
  }
  g_assert_cmpfloat (poplens_ink_shade (POPLENS_INK_TENSORS, 99, light).red, ==, last.red);
  g_assert_cmpfloat (poplens_ink_shade (POPLENS_INK_TENSORS, 2, dark).red, <,
                     poplens_ink (POPLENS_INK_TENSORS, dark).red);
  /* look.md 8.4: text is white on compute, links and tiles in the light theme, black everywhere
   * else. */
  for (int d = 0; d < 2; d++)
    for (guint step = POPLENS_INK_COMPUTE; step <= POPLENS_INK_TILES; step++) {
      gboolean white = !d && (step == POPLENS_INK_COMPUTE || step == POPLENS_INK_LINKS ||
                              step == POPLENS_INK_TILES);
      g_assert_cmpfloat (poplens_ink_text (step, (PoplensTheme){d}).red, ==, white ? 1 : 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/charts/inks/values", test_ink_values);
  g_test_add_func ("/charts/inks/contrast", test_contrast);
  g_test_add_func ("/charts/inks/palettes", test_palettes);
  g_test_add_func ("/charts/inks/shades-and-text", test_shades_and_text);
  return g_test_run ();
}
