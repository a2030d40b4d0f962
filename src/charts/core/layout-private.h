/* Contents of a layout, and functions that build it. Only for this library and its tests. */
#pragma once

#include <pango/pangocairo.h>

#include "charts/core/chart-private.h"
#include "charts/core/item-axis.h"
#include "charts/core/value-scale.h"

G_BEGIN_DECLS

#if !PANGO_VERSION_CHECK(1, 49, 4)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PangoLayout, g_object_unref)
#endif

/* Sizes of look.md 2 and 3, in logical pixels. */
#define POPLENS_TEXT_TICK 11
#define POPLENS_TEXT_LABEL 12
#define POPLENS_TEXT_TITLE 15
#define POPLENS_GUTTER 72
#define POPLENS_PADDING 12
#define POPLENS_GROUP_GAP 8
#define POPLENS_LEGEND_ROWS 2
#define POPLENS_FILL_ALPHA 0.80

/* A rectangle to draw. Uses float to save memory, since a layout has many. */
typedef struct {
  float x, y, width, height;
} PoplensBox;

typedef enum {
  POPLENS_DRAW_FILL,
  POPLENS_DRAW_HATCH,      /* diagonal lines on a tint, clipped to the boxes */
  POPLENS_DRAW_ROUNDED,    /* rounded corners of 2 px */
  POPLENS_DRAW_OUTLINE,    /* 1 px wide, inside, rounded corners of 2 px */
  POPLENS_DRAW_FRAME,      /* 1 px wide, inside, square corners */
  POPLENS_DRAW_DOTTED,     /* the top edge only, 2 px thick */
  POPLENS_DRAW_STRIPES,    /* the diagonal lines of HATCH without the tint */
  POPLENS_DRAW_DOTTED_BOX, /* all four edges, 1 px wide, inside */
  POPLENS_DRAW_IMAGE,      /* .first is an index into .images */
  POPLENS_DRAW_CURVES,     /* one curve: .points from .first on: the start, then three per Bézier
                              segment */
  POPLENS_DRAW_DOTTED_CURVES, /* as CURVES, but dotted */
  POPLENS_DRAW_SHAPE,         /* filled polygon with corners .points */
} PoplensDrawKind;

/* Content of the boxes of an operation. Decides how their edges are rounded; tests read it too. */
typedef enum {
  POPLENS_PART_FURNITURE,
  POPLENS_PART_LOW,  /* up to the lowest value of a pixel column */
  POPLENS_PART_HIGH, /* from the lowest to the highest value of a pixel column, paler */
  POPLENS_PART_EDGE, /* the edge at the highest value */
} PoplensDrawPart;

typedef struct {
  PoplensDrawKind kind;
  PoplensDrawPart part;
  int series; /* -1: none */
  PoplensColor color;
  guint first, n; /* range of .boxes, .points or .images */
  double tint;    /* HATCH: strength of the tint */
} PoplensDrawOp;

typedef struct {
  double x, y;
} PoplensDrawPoint;

/* An image whose pixels are scaled to boxes with hard edges. */
typedef struct {
  cairo_surface_t *surface;
  PoplensRect rect, clip; /* where the whole image is placed; which part of it is drawn */
} PoplensDrawImage;

typedef struct {
  PangoLayout *layout;
  double x, y; /* upper left corner; if .down, the upper right one */
  PoplensColor color;
  gboolean down;
} PoplensDrawText;

typedef struct {
  PoplensRect rect;
  PoplensChartHitArea area;
  int series;
} PoplensHitZone;

struct _PoplensChartLayout {
  PoplensChart *chart;
  PoplensChartView view;
  PoplensTheme theme;
  gboolean overview, empty;
  double width, height;
  double text_scale;       /* factor of the user's text size; 1 if the style has none */
  PoplensRect plot;        /* on whole pixels */
  PoplensRect signed_plot; /* AREAS: plot of the difference, below .plot; height 0: none */
  struct {
    PoplensRect plot;
    PoplensValueScale scale;
  } apart; /* AREAS: plot of lines that are far above the bands; height 0: none */
  PoplensItemAxis axis;
  gboolean down; /* items run down, not across */
  PoplensValueScale scale;
  PoplensRect window; /* overview: rectangle of the part that the chart shows */
  struct {
    guint boxes, ops, zones;
  } below; /* overview: numbers of boxes, ops and zones below the window and its handles */
  PangoContext *context;
  PangoFontDescription *font;
  PangoAttrList *tabular;
  GArray *boxes;              /* of PoplensBox */
  GArray *ops;                /* of PoplensDrawOp, in drawing order */
  GArray *texts;              /* of PoplensDrawText */
  GArray *zones;              /* of PoplensHitZone, later ones on top */
  GArray *images;             /* of PoplensDrawImage */
  GArray *points;             /* of PoplensDrawPoint */
  guint clip_ops, clip_texts; /* indices of the first op and text that are clipped to the plot */
  struct {
    guint ops, end_ops, texts, end_texts;
  } marks;       /* ranges of ops and texts that are dots and labels of marks */
  gpointer data; /* (nullable): owned by the kind; NULL in overviews */
};

/* ---- building (layout.c) --------------------------------------------------------------------- */

/* Starts a drawing operation. Boxes that are added next belong to it. */
void poplens_layout_begin (PoplensChartLayout *self, PoplensDrawKind kind, PoplensDrawPart part,
                           int series, PoplensColor color);
/* Adds a box to the current operation, or extends the previous box if both form one rectangle.
 * Ignores boxes without area. */
void poplens_layout_box (PoplensChartLayout *self, double x, double y, double width, double height);
/* Adds a curve or shape as an operation of its own. */
void poplens_layout_points (PoplensChartLayout *self, PoplensDrawKind kind, int series,
                            PoplensColor color, const PoplensDrawPoint *points, guint n);
/* Adds an image. @surface: (transfer full): ARGB32 or RGB24. */
void poplens_layout_image (PoplensChartLayout *self, cairo_surface_t *surface, PoplensRect rect,
                           PoplensRect clip);
void poplens_layout_zone (PoplensChartLayout *self, PoplensRect rect, PoplensChartHitArea area,
                          int series);
PoplensColor poplens_layout_color (const PoplensChartLayout *self, PoplensInk ink, double alpha);
PoplensColor poplens_layout_series_color (const PoplensChartLayout *self, guint series,
                                          double alpha);
/* Returns the strength of a waiting series' tint, 0 … 1. */
double poplens_layout_tint (const PoplensChartLayout *self, const PoplensSeries *series);
/* Returns the y of a value, on a whole pixel. */
double poplens_layout_value_to_y (const PoplensChartLayout *self, double value);
/* Returns the rectangle that contains .plot and .signed_plot. */
PoplensRect poplens_layout_whole_plot (const PoplensChartLayout *self);
/* Add the columns of an AREAS chart, and the names of its items under the axis (columns.c). */
void poplens_layout_columns (PoplensChartLayout *self);
void poplens_layout_ticks (PoplensChartLayout *self);
/* Adds a block of a series: work is solid, waiting a tint with an outline, unused a hatch between
 * hairlines. */
void poplens_layout_block (PoplensChartLayout *self, guint series, PoplensRect rect);
/* Makes the last added text bold, from byte @from on. */
void poplens_layout_bold (PoplensChartLayout *self, guint from);
/* Returns the width of a text that is bold from byte @from on. */
double poplens_layout_bold_width (const PoplensChartLayout *self, const char *text, guint size,
                                  guint from);
/* Gives lines a plot of their own, if they need one (layout-apart.c). TRUE if they got one. */
gboolean poplens_layout_place_apart (PoplensChartLayout *self);
/* Swaps .plot and .scale with those in .apart, so that functions draw in the plot of the lines.
 * Call again to swap back. */
void poplens_layout_swap_apart (PoplensChartLayout *self);
/* Adds a zigzag that says that the axis is broken. */
void poplens_layout_break_mark (PoplensChartLayout *self, double x, double y);
/* Label long constant stretches of lines, and the item that alone sets the scale. */
void poplens_layout_stretches (PoplensChartLayout *self);
void poplens_layout_spike (PoplensChartLayout *self);
/* Adds a dim sentence in the middle of the plot. */
void poplens_layout_say (PoplensChartLayout *self, const char *sentence);
/* Returns why there is nothing to draw. (transfer full) (nullable) */
char *poplens_layout_empty_reason (const PoplensChartLayout *self);

/* Adds dots and labels of the visible marks. */
void poplens_layout_marks (PoplensChartLayout *self);
void poplens_layout_overview (PoplensChartLayout *self);
/* Shades the parts of an overview that the chart does not show, and adds the two handles. */
void poplens_overview_add_window (PoplensChartLayout *self);
/* Computes .window, the part of an overview that the chart shows, from plot, axis and view. */
void poplens_overview_place_window (PoplensChartLayout *self);
/* Returns the width of the legend in one line, with normal or, if @close, least spacing; 0 without
 * a legend. */
double poplens_layout_legend_width (const PoplensChartLayout *self, gboolean close);
/* Adds the legend of bands and lines or, if @changes, of the parts of the difference. @indent:
 * pixels left free in the first row. Returns its height; 0 without a legend. */
double poplens_layout_legend (PoplensChartLayout *self, gboolean changes, double x, double y,
                              double width, double indent, guint most_rows);

/* ---- text (legend.c) ------------------------------------------------------------------------- */

typedef struct {
  double x, y;  /* anchor; .y is the middle of the line */
  double align; /* 0: .x is the left end; 0.5: the middle; 1: the right end */
  guint size;
  PoplensInk ink;
  double max_width;             /* 0: unlimited */
  PangoEllipsizeMode ellipsize; /* where a longer text is shortened */
} PoplensTextSpec;

void poplens_chart_text_init (PoplensChartLayout *self, const char *family);
/* Makes a Pango layout with tabular figures. (transfer full) */
PangoLayout *poplens_chart_text_new (const PoplensChartLayout *self, const char *text, guint size);
double poplens_chart_text_width (const PoplensChartLayout *self, const char *text, guint size);
/* Shortens a path from its start, since its last part says most: "…/attention/MatMul". If that is
 * still too long, Pango must ellipsize it. (transfer full) */
char *poplens_chart_shorten_path (const PoplensChartLayout *self, const char *path, double width);
/* Shortens a path but keeps its first part, the phase: "Fwd/…/attention/MatMul". Pango can then
 * ellipsize it in the middle. (transfer full) */
char *poplens_chart_shorten_middle (const PoplensChartLayout *self, const char *path, double width);
/* Adds a series' legend chip to the right of @x around @y (legend.c). Returns its width. */
double poplens_layout_swatch (PoplensChartLayout *self, guint series, double x, double y);
/* Adds a text. Returns its rectangle. */
PoplensRect poplens_layout_text (PoplensChartLayout *self, const char *text,
                                 const PoplensTextSpec *spec);

/* ---- envelope (bands.c) ---------------------------------------------------------------------- */

/* Whole pixels x0 … x1, and the items [from, to) that they show: one item, or several of one pixel.
 */
typedef struct {
  float x0, x1;
  gsize from, to;
} PoplensCell;

/* Lowest and highest value of a series by cell. Values of a band include the bands below it. */
typedef struct {
  double *low, *high;
  double *most; /* largest value of the series without the bands below; -1 if a line has no value */
} PoplensEnvelope;

/* Returns an array of PoplensCell, ascending. (transfer full) */
GArray *poplens_cells_new (const PoplensItemAxis *axis, gsize n_items);

/* Adds the boxes of all visible series (bands.c). */
void poplens_layout_bands (PoplensChartLayout *self, const GArray *cells);

/* ---- drawing (draw.c) ------------------------------------------------------------------------ */

/* Draws texts again, pale, where a veil hides them too much: those that begin in one of @rects (of
 * PoplensRect). */
void poplens_layout_draw_pale_texts (const PoplensChartLayout *self, cairo_t *cr,
                                     const GArray *rects);
/* Draws the dots and labels of marks within @within again, over what was drawn on them, on the
 * background colour. */
void poplens_layout_draw_marks (const PoplensChartLayout *self, cairo_t *cr, PoplensRect within);
void poplens_set_color (cairo_t *cr, PoplensColor color);
void poplens_rounded_path (cairo_t *cr, double x, double y, double width, double height,
                           double radius);

/* ---- hit tests of areas and bars (hit.c) ----------------------------------------------------- */

gboolean poplens_rect_contains (const PoplensRect *rect, double x, double y);
PoplensChartHit poplens_areas_hit (const PoplensChartLayout *self, double x, double y);
PoplensChartHit poplens_bars_hit (const PoplensChartLayout *self, double x, double y);
/* Returns the item's stripe across the plot, or its row. FALSE if it is out of view. */
gboolean poplens_item_stripe (const PoplensChartLayout *self, gsize item, PoplensRect *rect);

/* ---- overlays -------------------------------------------------------------------------------- */

void poplens_overlay_fill (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect rect,
                           PoplensInk ink, double alpha);
/* Strokes @path in @ink over a wider line of the background, so that it is visible on any colour.
 * @thick: pixels of the ink. */
void poplens_overlay_frame (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect path,
                            double thick, PoplensInk ink, double alpha);
/* Draws @text on a plate of the selection's ink, centred at @middle but within @low … @high: at the
 * top of @box or, if @centred, in its middle. */
void poplens_overlay_plate (const PoplensChartLayout *layout, cairo_t *cr, const char *text,
                            double middle, double low, double high, PoplensRect box,
                            gboolean centred);

G_END_DECLS
