/* What a layout holds, and how it is put together; for the files of this room and its tests. */
#pragma once

#include <pango/pangocairo.h>

#include "charts/core/chart-private.h"
#include "charts/core/item-axis.h"
#include "charts/core/value-scale.h"

G_BEGIN_DECLS

#if !PANGO_VERSION_CHECK(1, 49, 4)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PangoLayout, g_object_unref)
#endif

/* look.md 2, 3; logical pixels. */
#define POPLENS_TEXT_TICK 11
#define POPLENS_TEXT_LABEL 12
#define POPLENS_TEXT_TITLE 15
#define POPLENS_GUTTER 72
#define POPLENS_PADDING 12
#define POPLENS_GROUP_GAP 8
#define POPLENS_LEGEND_ROWS 2
#define POPLENS_FILL_ALPHA 0.80

/* A rectangle to draw; float, as there are many. */
typedef struct {
  float x, y, width, height;
} PoplensBox;

typedef enum {
  POPLENS_DRAW_FILL,
  POPLENS_DRAW_HATCH,      /* diagonal lines on a tint, clipped to the boxes */
  POPLENS_DRAW_ROUNDED,    /* corners of 2 px */
  POPLENS_DRAW_OUTLINE,    /* 1 px inside, corners of 2 px */
  POPLENS_DRAW_FRAME,      /* 1 px inside, square */
  POPLENS_DRAW_DOTTED,     /* the top edge, 2 px thick */
  POPLENS_DRAW_STRIPES,    /* the diagonal lines of HATCH alone */
  POPLENS_DRAW_DOTTED_BOX, /* all four edges, 1 px inside */
  POPLENS_DRAW_IMAGE,      /* .first is one of .images */
  POPLENS_DRAW_CURVES, /* one line: .first … are .points: where it begins, and three a curve */
  POPLENS_DRAW_DOTTED_CURVES, /* the same */
  POPLENS_DRAW_SHAPE,         /* filled: corners of it are .points */
} PoplensDrawKind;

/* What a run of boxes stands for: the tests ask. */
typedef enum {
  POPLENS_PART_FURNITURE,
  POPLENS_PART_LOW,  /* up to the lowest value of a pixel column */
  POPLENS_PART_HIGH, /* from there to the highest, paler */
  POPLENS_PART_EDGE, /* the top edge, on the highest */
} PoplensDrawPart;

typedef struct {
  PoplensDrawKind kind;
  PoplensDrawPart part;
  int series; /* or -1 */
  PoplensColor color;
  guint first, n; /* in .boxes */
  double tint;    /* of HATCH */
} PoplensDrawOp;

typedef struct {
  double x, y;
} PoplensDrawPoint;

/* Pixels are blown up to boxes, with hard borders. */
typedef struct {
  cairo_surface_t *surface;
  PoplensRect rect, clip; /* where all of it goes; what of it is drawn */
} PoplensDrawImage;

typedef struct {
  PangoLayout *layout;
  double x, y; /* upper left corner; of a text that runs down, the upper right one */
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
  double text_scale;       /* that of the style; 1 without */
  PoplensRect plot;        /* whole pixels */
  PoplensRect signed_plot; /* AREAS: of the difference, below it; no height: there is none */
  struct {
    PoplensRect plot;
    PoplensValueScale scale;
  } apart; /* AREAS: of lines that are far above the bands; no height: there is none */
  PoplensItemAxis axis;
  gboolean down; /* that it goes, not across */
  PoplensValueScale scale;
  PoplensRect window; /* overview: the part in view */
  struct {
    guint boxes, ops, zones;
  } below; /* overview: how many of each lie below the window and its handles */
  PangoContext *context;
  PangoFontDescription *font;
  PangoAttrList *tabular;
  GArray *boxes;              /* of PoplensBox */
  GArray *ops;                /* of PoplensDrawOp, in drawing order */
  GArray *texts;              /* of PoplensDrawText */
  GArray *zones;              /* of PoplensHitZone, later ones on top */
  GArray *images;             /* of PoplensDrawImage */
  GArray *points;             /* of PoplensDrawPoint */
  guint clip_ops, clip_texts; /* from these on nothing is drawn outside of the plot */
  struct {
    guint ops, end_ops, texts, end_texts;
  } marks;       /* which of them are dots and names of marks */
  gpointer data; /* (nullable): of the chart's kind; none of the overview */
};

/* ---- putting together (layout.c) ------------------------------------------------------------- */

/* The boxes that are added next belong to one operation. */
void poplens_layout_begin (PoplensChartLayout *self, PoplensDrawKind kind, PoplensDrawPart part,
                           int series, PoplensColor color);
/* Grows the box before it where both make one rectangle. Boxes without area are left out. */
void poplens_layout_box (PoplensChartLayout *self, double x, double y, double width, double height);
/* A line or shape of points, an operation of its own. */
void poplens_layout_points (PoplensChartLayout *self, PoplensDrawKind kind, int series,
                            PoplensColor color, const PoplensDrawPoint *points, guint n);
/* @surface: (transfer full): ARGB32 or RGB24 */
void poplens_layout_image (PoplensChartLayout *self, cairo_surface_t *surface, PoplensRect rect,
                           PoplensRect clip);
void poplens_layout_zone (PoplensChartLayout *self, PoplensRect rect, PoplensChartHitArea area,
                          int series);
PoplensColor poplens_layout_color (const PoplensChartLayout *self, PoplensInk ink, double alpha);
PoplensColor poplens_layout_series_color (const PoplensChartLayout *self, guint series,
                                          double alpha);
/* How strong the tint of a series that waits is. */
double poplens_layout_tint (const PoplensChartLayout *self, const PoplensSeries *series);
/* Pixel row of a value, on a whole pixel. */
double poplens_layout_value_to_y (const PoplensChartLayout *self, double value);
/* The plot, with that of the difference. */
PoplensRect poplens_layout_whole_plot (const PoplensChartLayout *self);
/* Columns of an AREAS chart, and names of items under its axis (columns.c). */
void poplens_layout_columns (PoplensChartLayout *self);
void poplens_layout_ticks (PoplensChartLayout *self);
/* A block of the series: work is solid, waiting a tint with an outline, nothing a hatch between
 * hairlines. */
void poplens_layout_block (PoplensChartLayout *self, guint series, PoplensRect rect);
/* Makes the text bold that was added last, from byte @from on. */
void poplens_layout_bold (PoplensChartLayout *self, guint from);
/* How wide the text is with bold type from byte @from on. */
double poplens_layout_bold_width (const PoplensChartLayout *self, const char *text, guint size,
                                  guint from);
/* Takes the plot of lines off the plot where they are to have one (layout-apart.c). */
gboolean poplens_layout_place_apart (PoplensChartLayout *self);
/* .plot and .scale are those of lines, until it is called again. */
void poplens_layout_swap_apart (PoplensChartLayout *self);
/* That the scale of what lies over it goes on elsewhere. */
void poplens_layout_break_mark (PoplensChartLayout *self, double x, double y);
/* Names of what lines show of one value for long, and of the item that alone sets the scale. */
void poplens_layout_stretches (PoplensChartLayout *self);
void poplens_layout_spike (PoplensChartLayout *self);
/* One dim sentence in the middle of the plot. */
void poplens_layout_say (PoplensChartLayout *self, const char *sentence);
/* Why there is nothing to draw, or NULL. Returns: (transfer full) */
char *poplens_layout_empty_reason (const PoplensChartLayout *self);

/* Dots and names of the marks in view. */
void poplens_layout_marks (PoplensChartLayout *self);
void poplens_layout_overview (PoplensChartLayout *self);
/* What is out of view shaded, and two handles. */
void poplens_overview_add_window (PoplensChartLayout *self);
/* Where that is, as plot, axis and view are now. */
void poplens_overview_place_window (PoplensChartLayout *self);
/* Width of the legend in one line, or of the narrowest one (@close); 0 without one. */
double poplens_layout_legend_width (const PoplensChartLayout *self, gboolean close);
/* The legend of what is stacked or a line, or of the parts of the difference where @changes: from
 * @indent on in its first row, in @most_rows. Returns: how high it is, 0 without one. */
double poplens_layout_legend (PoplensChartLayout *self, gboolean changes, double x, double y,
                              double width, double indent, guint most_rows);

/* ---- text (legend.c) ------------------------------------------------------------------------- */

typedef struct {
  double x, y;  /* anchor; y is the middle of the line */
  double align; /* 0: x is the left end, 0.5 the middle, 1 the right end */
  guint size;
  PoplensInk ink;
  double max_width;             /* 0: any */
  PangoEllipsizeMode ellipsize; /* where a longer text is shortened */
} PoplensTextSpec;

void poplens_chart_text_init (PoplensChartLayout *self, const char *family);
/* Returns: (transfer full): laid out once; tabular figures */
PangoLayout *poplens_chart_text_new (const PoplensChartLayout *self, const char *text, guint size);
double poplens_chart_text_width (const PoplensChartLayout *self, const char *text, guint size);
/* A path loses parts from the start, as its last one says most: "…/attention/MatMul". What is still
 * too long is then cut by Pango. Returns: (transfer full) */
char *poplens_chart_shorten_path (const PoplensChartLayout *self, const char *path, double width);
/* The same, but its first part stays, which tells the phase: "Fwd/…/attention/MatMul"; for Pango to
 * cut in the middle. (transfer full) */
char *poplens_chart_shorten_middle (const PoplensChartLayout *self, const char *path, double width);
/* The look of a series in a legend, to the right of @x around @y (legend.c). Returns: its width */
double poplens_layout_swatch (PoplensChartLayout *self, guint series, double x, double y);
/* Returns: the rectangle that the text takes */
PoplensRect poplens_layout_text (PoplensChartLayout *self, const char *text,
                                 const PoplensTextSpec *spec);

/* ---- envelope (bands.c) ---------------------------------------------------------------------- */

/* Whole pixels x0 … x1 and the items [from, to) that they show: one item, or a pixel's several. */
typedef struct {
  float x0, x1;
  gsize from, to;
} PoplensCell;

/* Of each cell: where the series' upper border lies (a band's: on the bands below). */
typedef struct {
  double *low, *high;
  double *most; /* highest value of the series alone; -1 where a line has none */
} PoplensEnvelope;

/* Returns: (transfer full): array of PoplensCell, rising */
GArray *poplens_cells_new (const PoplensItemAxis *axis, gsize n_items);

/* Adds every visible series' boxes (bands.c). */
void poplens_layout_bands (PoplensChartLayout *self, const GArray *cells);

/* ---- drawing (draw.c) ------------------------------------------------------------------------ */

/* The texts that begin in one of @rects (PoplensRect) once more, pale: over a veil that leaves too
 * little of them. */
void poplens_layout_draw_pale_texts (const PoplensChartLayout *self, cairo_t *cr,
                                     const GArray *rects);
/* The marks once more, where they lie in @within, on the colour of the ground. */
void poplens_layout_draw_marks (const PoplensChartLayout *self, cairo_t *cr, PoplensRect within);
void poplens_set_color (cairo_t *cr, PoplensColor color);
void poplens_rounded_path (cairo_t *cr, double x, double y, double width, double height,
                           double radius);

/* ---- hits of areas and bars (hit.c) ------------------------------------------------------------
 */

gboolean poplens_rect_contains (const PoplensRect *rect, double x, double y);
PoplensChartHit poplens_areas_hit (const PoplensChartLayout *self, double x, double y);
PoplensChartHit poplens_bars_hit (const PoplensChartLayout *self, double x, double y);
/* The item's stripe across the plot, or its row. */
gboolean poplens_item_stripe (const PoplensChartLayout *self, gsize item, PoplensRect *rect);

/* ---- overlays -------------------------------------------------------------------------------- */

void poplens_overlay_fill (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect rect,
                           PoplensInk ink, double alpha);
/* Strokes @path in @ink on a line of the background that is a pixel wider at both sides, so that it
 * is seen on every colour. @thick: of the ink, in pixels. */
void poplens_overlay_frame (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect path,
                            double thick, PoplensInk ink, double alpha);
/* @text on a plate in the selection's ink, around @middle but within @low … @high: at the top of
 * @box, or halfway down it. */
void poplens_overlay_plate (const PoplensChartLayout *layout, cairo_t *cr, const char *text,
                            double middle, double low, double high, PoplensRect box,
                            gboolean centred);

G_END_DECLS
