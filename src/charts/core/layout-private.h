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

/* Sizes of texts and spaces, in logical pixels (look.md 2 and 3). */
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
  POPLENS_DRAW_HATCH,   /* diagonal lines on a tint, clipped to the boxes */
  POPLENS_DRAW_ROUNDED, /* filled, with rounded corners of 2 px */
  POPLENS_DRAW_OUTLINE, /* line of 1 px along the inside of the box, with rounded corners of 2 px */
  POPLENS_DRAW_FRAME,   /* line of 1 px along the inside of the box, with square corners */
  POPLENS_DRAW_DOTTED,  /* dotted line of 2 px along the top edge */
  POPLENS_DRAW_STRIPES, /* the diagonal lines of HATCH without the tint */
  POPLENS_DRAW_DOTTED_BOX, /* dotted line of 1 px along the inside of all four edges */
  POPLENS_DRAW_IMAGE,      /* image; .first is an index into .images */
  POPLENS_DRAW_CURVES,     /* a curve; .points has its start, then two control points and the end of
                              each Bézier segment */
  POPLENS_DRAW_DOTTED_CURVES, /* as CURVES, but dotted */
  POPLENS_DRAW_SHAPE,         /* filled polygon with corners .points */
} PoplensDrawKind;

/* Content of boxes, such as a part of a band. snap_box () rounds boxes of FURNITURE differently. */
typedef enum {
  POPLENS_PART_FURNITURE,
  POPLENS_PART_LOW,  /* body of a band: ends at the lowest value in a pixel column */
  POPLENS_PART_HIGH, /* paler box from the lowest to the highest value in a pixel column */
  POPLENS_PART_EDGE, /* line along the highest values */
} PoplensDrawPart;

typedef struct {
  PoplensDrawKind kind;
  PoplensDrawPart part;
  int series; /* index of the series; -1: none */
  PoplensColor color;
  guint first, n; /* range of .boxes, .points or .images, depending on .kind */
  double tint;    /* HATCH: opacity of the tint below the lines */
} PoplensDrawOp;

typedef struct {
  double x, y;
} PoplensDrawPoint;

/* An image whose pixels are scaled to boxes with hard edges. */
typedef struct {
  cairo_surface_t *surface;
  PoplensRect rect, clip; /* rectangles of the whole image, and of the part of it that is drawn */
} PoplensDrawImage;

typedef struct {
  PangoLayout *layout;
  double x, y; /* upper left corner of the text; if .down, the upper right corner */
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
  PoplensRect plot;        /* rectangle inside the axes, on whole pixels */
  PoplensRect signed_plot; /* AREAS: plot of the difference, below .plot; height 0: none */
  struct {
    PoplensRect plot;
    PoplensValueScale scale;
  } apart; /* AREAS: separate plot of lines, above the plot of bands; height 0: none */
  PoplensItemAxis axis;
  gboolean down; /* items run down, not across */
  PoplensValueScale scale;
  PoplensRect window; /* overview: rectangle of the part that the chart shows */
  struct {
    guint boxes, ops, zones;
  } below; /* overview: number of .boxes, .ops and .zones before the window and its handles, which
              come last */
  PangoContext *context;
  PangoFontDescription *font;
  PangoAttrList *tabular;
  GArray *boxes;              /* of PoplensBox */
  GArray *ops;                /* of PoplensDrawOp, in drawing order */
  GArray *texts;              /* of PoplensDrawText */
  GArray *zones;              /* of PoplensHitZone, later ones on top */
  GArray *images;             /* of PoplensDrawImage */
  GArray *points;             /* of PoplensDrawPoint */
  guint clip_ops, clip_texts; /* indices from which .ops and .texts are clipped to the plot */
  struct {
    guint ops, end_ops, texts, end_texts;
  } marks; /* .ops [ops, end_ops) are the dots of marks, .texts [texts, end_texts) their labels */
  gpointer data; /* (nullable): private to the kind of chart; NULL in overviews */
};

/* ---- building (layout.c) --------------------------------------------------------------------- */

/* Starts a drawing operation. Boxes that are added next belong to it. */
void poplens_layout_begin (PoplensChartLayout *self, PoplensDrawKind kind, PoplensDrawPart part,
                           int series, PoplensColor color);
/* Adds a box to the current operation, or extends the previous box if both form one rectangle.
 * Ignores boxes without area. */
void poplens_layout_box (PoplensChartLayout *self, double x, double y, double width, double height);
/* Adds a drawing operation that consists of one curve or shape. */
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
/* Returns the opacity, 0 … 1, of the tint that fills a series of waiting time. */
double poplens_layout_tint (const PoplensChartLayout *self, const PoplensSeries *series);
/* Returns the y of a value, on a whole pixel. */
double poplens_layout_value_to_y (const PoplensChartLayout *self, double value);
/* Returns the rectangle that contains all plots of the layout. */
PoplensRect poplens_layout_whole_plot (const PoplensChartLayout *self);
/* Adds the columns of an AREAS chart (columns.c). */
void poplens_layout_columns (PoplensChartLayout *self);
/* Adds the names of items under the axis (columns.c). */
void poplens_layout_ticks (PoplensChartLayout *self);
/* Adds a block of a column, in the style of its series: solid, tinted with an outline, or
 * hatched. */
void poplens_layout_block (PoplensChartLayout *self, guint series, PoplensRect rect);
/* Makes the last added text bold, from byte @from on. */
void poplens_layout_bold (PoplensChartLayout *self, guint from);
/* Returns the width of a text that is bold from byte @from on. */
double poplens_layout_bold_width (const PoplensChartLayout *self, const char *text, guint size,
                                  guint from);
/* Makes a separate plot for lines that are much higher than the bands (layout-apart.c). FALSE if no
 * such plot is necessary. */
gboolean poplens_layout_place_apart (PoplensChartLayout *self);
/* Exchanges .plot and .scale with .apart, so that functions draw into the separate plot of lines. A
 * second call restores both. */
void poplens_layout_swap_apart (PoplensChartLayout *self);
/* Adds a zigzag that says that the axis is broken. */
void poplens_layout_break_mark (PoplensChartLayout *self, double x, double y);
/* Labels long constant stretches of lines. */
void poplens_layout_stretches (PoplensChartLayout *self);
/* Labels an item that is much higher than all others. */
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
/* Returns the width of the legend in one line; 0 without a legend. @close: TRUE: the entries are as
 * close together as possible. */
double poplens_layout_legend_width (const PoplensChartLayout *self, gboolean close);
/* Adds a legend, and returns its height; 0 without a legend. @changes: TRUE: legend of the CHANGE
 * series; FALSE: legend of all other series. @indent: pixels left free in the first row. */
double poplens_layout_legend (PoplensChartLayout *self, gboolean changes, double x, double y,
                              double width, double indent, guint most_rows);

/* ---- text (legend.c) ------------------------------------------------------------------------- */

typedef struct {
  double x, y;  /* .x: see .align; .y: vertical middle of the line */
  double align; /* 0: .x is the left end of the text; 0.5: its middle; 1: its right end */
  guint size;
  PoplensInk ink;
  double max_width;             /* 0: unlimited */
  PangoEllipsizeMode ellipsize; /* where a longer text is shortened */
} PoplensTextSpec;

void poplens_chart_text_init (PoplensChartLayout *self, const char *family);
/* Makes a Pango layout with tabular figures. (transfer full) */
PangoLayout *poplens_chart_text_new (const PoplensChartLayout *self, const char *text, guint size);
double poplens_chart_text_width (const PoplensChartLayout *self, const char *text, guint size);
/* Shortens a path at its start, because the last part is the most specific: "…/attention/MatMul".
 * The result can still be wider than @width. (transfer full) */
char *poplens_chart_shorten_path (const PoplensChartLayout *self, const char *path, double width);
/* Shortens a path after its first part, the phase: "Fwd/…/attention/MatMul". The result can still
 * be wider than @width. (transfer full) */
char *poplens_chart_shorten_middle (const PoplensChartLayout *self, const char *path, double width);
/* Adds the colour chip of a series' legend entry. @x: its left edge. @y: its middle. Returns its
 * width. */
double poplens_layout_swatch (PoplensChartLayout *self, guint series, double x, double y);
/* Adds a text. Returns its rectangle. */
PoplensRect poplens_layout_text (PoplensChartLayout *self, const char *text,
                                 const PoplensTextSpec *spec);

/* ---- envelope (bands.c) ---------------------------------------------------------------------- */

/* A cell: pixels x0 … x1, and the items [from, to) that they show. A cell has one item or, if items
 * are narrower than a pixel, all items of a pixel. */
typedef struct {
  float x0, x1;
  gsize from, to;
} PoplensCell;

/* Lowest and highest value of a series in each cell: [n_cells]. Values of a band include the bands
 * below it. */
typedef struct {
  double *low, *high;
  double *most; /* [n_cells]: largest value of the series, without the bands below it; −1 if a line
                   has no value */
} PoplensEnvelope;

/* Returns an array of PoplensCell, ascending. (transfer full) */
GArray *poplens_cells_new (const PoplensItemAxis *axis, gsize n_items);

/* Adds the boxes of all visible series (bands.c). */
void poplens_layout_bands (PoplensChartLayout *self, const GArray *cells);

/* ---- drawing (draw.c) ------------------------------------------------------------------------ */

/* Draws texts again in a pale colour, after an overlay has dimmed them. Draws only texts that start
 * in one of @rects (of PoplensRect). */
void poplens_layout_draw_pale_texts (const PoplensChartLayout *self, cairo_t *cr,
                                     const GArray *rects);
/* Draws marks and their labels again, after an overlay has covered them. Draws only inside @within.
 * */
void poplens_layout_draw_marks (const PoplensChartLayout *self, cairo_t *cr, PoplensRect within);
void poplens_set_color (cairo_t *cr, PoplensColor color);
void poplens_rounded_path (cairo_t *cr, double x, double y, double width, double height,
                           double radius);

/* ---- hit tests of areas and bars (hit.c) ----------------------------------------------------- */

gboolean poplens_rect_contains (const PoplensRect *rect, double x, double y);
PoplensChartHit poplens_areas_hit (const PoplensChartLayout *self, double x, double y);
PoplensChartHit poplens_bars_hit (const PoplensChartLayout *self, double x, double y);
/* Returns the rectangle of an item: a stripe across the plot, or a row. FALSE if the item is out of
 * view. */
gboolean poplens_item_stripe (const PoplensChartLayout *self, gsize item, PoplensRect *rect);

/* ---- overlays -------------------------------------------------------------------------------- */

void poplens_overlay_fill (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect rect,
                           PoplensInk ink, double alpha);
/* Draws a frame along @path. The frame lies on a wider one in the background colour, so that it is
 * visible on any colour. @thick: width of the upper frame in pixels. */
void poplens_overlay_frame (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect path,
                            double thick, PoplensInk ink, double alpha);
/* Draws @text on a rounded plate in the colour of the selection. @middle: x of the centre of the
 * plate. @low, @high: the plate stays between these x. @centred: TRUE: the plate is in the vertical
 * middle of @box; FALSE: at its top. */
void poplens_overlay_plate (const PoplensChartLayout *layout, cairo_t *cr, const char *text,
                            double middle, double low, double high, PoplensRect box,
                            gboolean centred);

G_END_DECLS
