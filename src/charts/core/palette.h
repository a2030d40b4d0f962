/* Colours (inks) of look.md 8, for light and dark themes and the palettes of Preferences. */
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
  POPLENS_INK_SHARED, /* foreground colour with an opacity of 30 % */
  POPLENS_INK_GAPS,   /* drawn as a hatch */
  POPLENS_INK_OVERFLOW,
  /* kinds of data (tensors) */
  POPLENS_INK_OPTIMISER,
  POPLENS_INK_WEIGHT_GRADIENT,
  POPLENS_INK_ACTIVATION,
  POPLENS_INK_GRADIENT,
  POPLENS_INK_TEMPORARY,
  /* kinds of steps */
  POPLENS_INK_COMPUTE,
  POPLENS_INK_EXCHANGE,
  POPLENS_INK_LINKS,
  POPLENS_INK_HOST,
  POPLENS_INK_SYNC,
  POPLENS_INK_TILES, /* time in which a tile waits for other tiles */
  /* totals, liveness, memory regions; their colours differ from those of the memory groups */
  POPLENS_INK_TOTAL,
  POPLENS_INK_TOTAL_WITH_GAPS,
  POPLENS_INK_ALWAYS_LIVE,
  POPLENS_INK_NOT_ALWAYS_LIVE,
  POPLENS_INK_NON_INTERLEAVED,
  POPLENS_INK_INTERLEAVED,
  /* axes, limits, signs */
  POPLENS_INK_LIMIT,
  POPLENS_INK_SELECTION,
  POPLENS_INK_LESS,
  POPLENS_INK_MORE,
  /* five steps of poplens_ramp (), from low to high values */
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

/* A colour. Each component is 0 … 1. */
typedef struct {
  double red, green, blue, alpha;
} PoplensColor;

/* Colours of series. Axes, limits and signs have the same colours in all palettes. */
typedef enum {
  POPLENS_PALETTE_STANDARD,
  POPLENS_PALETTE_OKABE_ITO,
  POPLENS_PALETTE_VIRIDIS,
  POPLENS_N_PALETTES,
} PoplensPalette;

/* Returns the name: "standard", "okabe-ito", "viridis". */
const char *poplens_palette_name (PoplensPalette palette);
/* Parses the name of a palette. FALSE if @name is unknown. */
gboolean poplens_palette_parse (const char *name, PoplensPalette *palette);

typedef struct {
  gboolean dark;
  PoplensPalette palette;
} PoplensTheme;

PoplensColor poplens_ink (PoplensInk ink, PoplensTheme theme);
/* Returns a tint of an ink. @shade: 0 for the ink itself, 1 … 5 for tints that are increasingly
 * close to the background. */
PoplensColor poplens_ink_shade (PoplensInk ink, guint shade, PoplensTheme theme);
/* Returns the opacity, 0 … 1, of a box that shows waiting time (look.md 6). @quiet: TRUE: opacity
 * of a box without a hatch. */
double poplens_ink_tint (PoplensInk ink, gboolean quiet, PoplensTheme theme);
/* Return the colour of text on a box that is filled with @ink or a shade of @ink: black or white,
 * whichever contrasts more. */
PoplensColor poplens_ink_text (PoplensInk ink, PoplensTheme theme);
PoplensColor poplens_ink_shade_text (PoplensInk ink, guint shade, PoplensTheme theme);

/* ---- ramps ----------------------------------------------------------------------------------- */

/* A colour ramp of heat maps goes from dark to light in even steps. It reads equally in grey and in
 * all forms of colour vision (look.md 7). */

/* Returns the colour of the ramp at @part, which is clamped to 0 … 1. */
PoplensColor poplens_ramp (double part, PoplensTheme theme);
/* Returns the colour of text on the ramp colour at @part: black or white, whichever contrasts
 * more. */
PoplensColor poplens_ramp_text (double part, PoplensTheme theme);

G_END_DECLS
