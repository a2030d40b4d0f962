/* The inks of look.md 8, in light and dark, and in the palette that the user chose. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  /* memory groups, bottom to top */
  POPLENS_INK_TENSORS,
  POPLENS_INK_EXCHANGE_BUFFERS,
  POPLENS_INK_VERTEX_STATE,
  POPLENS_INK_VERTEX_CODE,
  POPLENS_INK_EXCHANGE_CODE,
  POPLENS_INK_CONTROL_AND_STACK,
  POPLENS_INK_PROFILING,
  POPLENS_INK_OTHER,
  POPLENS_INK_SHARED, /* foreground at 30 % */
  POPLENS_INK_GAPS,   /* hatch */
  POPLENS_INK_OVERFLOW,
  /* kinds of data, beside the groups of what the compiler makes */
  POPLENS_INK_OPTIMISER,
  POPLENS_INK_WEIGHT_GRADIENT,
  POPLENS_INK_ACTIVATION,
  POPLENS_INK_GRADIENT,
  POPLENS_INK_TEMPORARY,
  /* steps */
  POPLENS_INK_COMPUTE,
  POPLENS_INK_EXCHANGE,
  POPLENS_INK_LINKS,
  POPLENS_INK_HOST,
  POPLENS_INK_SYNC,
  POPLENS_INK_TILES, /* the other tiles, which are waited for alone */
  /* plain totals, liveness, regions: shades that do not clash with the groups */
  POPLENS_INK_TOTAL,
  POPLENS_INK_TOTAL_WITH_GAPS,
  POPLENS_INK_ALWAYS_LIVE,
  POPLENS_INK_NOT_ALWAYS_LIVE,
  POPLENS_INK_NON_INTERLEAVED,
  POPLENS_INK_INTERLEAVED,
  /* furniture */
  POPLENS_INK_LIMIT,
  POPLENS_INK_SELECTION,
  POPLENS_INK_LESS,
  POPLENS_INK_MORE,
  /* steps of a scale, low to high: poplens_ramp () */
  POPLENS_INK_RAMP_0,
  POPLENS_INK_RAMP_1,
  POPLENS_INK_RAMP_2,
  POPLENS_INK_RAMP_3,
  POPLENS_INK_RAMP_4,
  POPLENS_INK_FOREGROUND,
  POPLENS_INK_DIM,
  POPLENS_INK_GRID,
  POPLENS_INK_BACKGROUND,
  POPLENS_N_INKS,
} PoplensInk;

/* 0 … 1 each. */
typedef struct {
  double red, green, blue, alpha;
} PoplensColor;

/* Which inks series have; furniture, limits and signs are the same in all of them. */
typedef enum {
  POPLENS_PALETTE_STANDARD,
  POPLENS_PALETTE_OKABE_ITO,
  POPLENS_PALETTE_VIRIDIS,
  POPLENS_N_PALETTES,
} PoplensPalette;

/* "standard", "okabe-ito", "viridis" */
const char *poplens_palette_name (PoplensPalette palette);
/* FALSE where @name is none. */
gboolean poplens_palette_parse (const char *name, PoplensPalette *palette);

typedef struct {
  gboolean dark;
  PoplensPalette palette;
} PoplensTheme;

PoplensColor poplens_ink (PoplensInk ink, PoplensTheme theme);
/* @shade 0 is the ink, each further one a lighter (in dark: darker) tint, at most 5. */
PoplensColor poplens_ink_shade (PoplensInk ink, guint shade, PoplensTheme theme);
/* How strong the tint of what waits is (look.md 6); @quiet: of what has no hatch. */
double poplens_ink_tint (PoplensInk ink, gboolean quiet, PoplensTheme theme);
/* Black or white, whichever contrasts more with a fill of @ink, or of that tint (look.md 8.4). */
PoplensColor poplens_ink_text (PoplensInk ink, PoplensTheme theme);
PoplensColor poplens_ink_shade_text (PoplensInk ink, guint shade, PoplensTheme theme);

/* ---- ramps ----------------------------------------------------------------------------------- */

/* For heat maps (look.md 7): from dark to light in even steps of lightness, so that they read the
 * same in every colour vision and in grey. */

/* @part: 0 … 1; clamped. In the dark theme the low end contrasts with the background. */
PoplensColor poplens_ramp (double part, PoplensTheme theme);
/* Black or white, whichever contrasts more with the colour. */
PoplensColor poplens_ramp_text (double part, PoplensTheme theme);

G_END_DECLS
