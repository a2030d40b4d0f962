/* Charts: pictures of series of numbers, for windows, files and tests.
 *
 *   chart (the data, immutable)  +  view (the visible part)  +  style and size
 *     → layout (all positions, computed once)  →  draw (cairo_t)  |  hit (x, y)
 *
 * Charts do not know IPUs, reports or GTK. A chart has items along its axis (0 … n−1: tiles,
 * steps), and series with one guint64 per item. LANES and ADDRESS charts have blocks instead
 * (charts/lanes/lanes.h, charts/lanes/address.h); in FLOOR charts items are cells of plans
 * (charts/floor/floor.h), in TREEMAP charts nodes of a tree (charts/treemap/treemap.h). A drawing
 * has no more primitives than pixels: a pixel column with several items shows the highest and,
 * paler, the lowest, never a mean or a sample. Objects are immutable after they are built, and can
 * be shared by threads. */
#pragma once

#include <cairo.h>

#include "base/format.h"
#include "charts/core/palette.h"

G_BEGIN_DECLS

typedef struct _PoplensChart PoplensChart;
typedef struct _PoplensChartLayout PoplensChartLayout;

/* A range of items: [from, to). */
typedef struct {
  gsize from, to;
} PoplensItemRange;

/* A kind of chart: a struct of functions that only this library sees (charts/core/chart-private.h).
 * Other kinds are poplens_lanes_kind, poplens_address_kind, poplens_floor_kind,
 * poplens_treemap_kind, poplens_graph_kind and poplens_shares_kind, each in its own header. */
typedef struct _PoplensChartKind PoplensChartKind;

/* Areas: stacked bands over items, lines above them, a limit. */
extern const PoplensChartKind poplens_areas_kind;
/* Bars: a horizontal bar per item, with its label and value. */
extern const PoplensChartKind poplens_bars_kind;

/* How a series is drawn. AREAS charts accept BAND, LINE and CHANGE; BARS, LANES and ADDRESS charts
 * accept all but LINE and CHANGE; BARS also accept a single CHANGE. */
typedef enum {
  POPLENS_SERIES_BAND,    /* stacked on the bands before it */
  POPLENS_SERIES_LINE,    /* a step line from zero, not stacked */
  POPLENS_SERIES_WAITING, /* waiting: a tint with an outline, hatched if it is wide enough */
  POPLENS_SERIES_QUIET,   /* nothing happens: a tint with an outline, never hatched */
  POPLENS_SERIES_GAP,     /* unused: a light hatch between hairlines */
  POPLENS_SERIES_BLANK,   /* BARS, LANES: not filled, dotted edge; not in the legend */
  POPLENS_SERIES_CHANGE,  /* a part of the difference: poplens_chart_add_change () */
} PoplensSeriesKind;

typedef enum {
  POPLENS_CHART_UNIT_BYTES, /* ticks at powers of two of the byte unit; 1-2-5 with SI units */
  POPLENS_CHART_UNIT_COUNT,
  POPLENS_CHART_UNIT_CYCLES,
  POPLENS_CHART_UNIT_MICROSECONDS,
} PoplensChartUnit;

/* ---- building; all texts are copied ---------------------------------------------------------- */

/* Makes a chart. @title: its name for screen readers: "Memory by tile". (transfer full) */
PoplensChart *poplens_chart_new (const PoplensChartKind *kind, const char *title, gsize n_items,
                                 PoplensChartUnit unit, PoplensByteUnit byte_unit);
PoplensChart *poplens_chart_ref (PoplensChart *self);
void poplens_chart_unref (PoplensChart *self);

/* Adds a series. @key: its name in locations ("category:message"). @name: its legend text. @shade:
 * 0: @ink itself; 1, 2, 3 …: increasingly lighter tints of it, for categories of one group.
 * @values: (transfer full): n_items values, allocated by g_malloc (). @hidden: shown greyed in the
 * legend, and neither drawn nor stacked. */
void poplens_chart_add_series (PoplensChart *self, PoplensSeriesKind kind, const char *key,
                               const char *name, PoplensInk ink, guint shade, guint64 *values,
                               gboolean hidden);

/* Sets the items for which the last added series has no value, as opposed to 0. A LINE has a gap
 * there. @absent: (transfer full): n_items bytes from g_malloc (), not 0 if there is no value. */
void poplens_chart_set_absent (PoplensChart *self, guint8 *absent);

/* Draws a pale band around the last added line. @spread: (transfer full): n_items half-widths from
 * g_malloc (). */
void poplens_chart_set_spread (PoplensChart *self, guint64 *spread);

/* Sets a limit: a horizontal line (AREAS) or a vertical one (BARS). It does not extend the scale:
 * if it is off scale, a text at the edge says so ("limit 624 KiB ↑"), with hit area
 * POPLENS_CHART_HIT_LIMIT. */
void poplens_chart_set_limit (PoplensChart *self, const char *name, guint64 value);

/* Starts the value axis of an AREAS chart near @base instead of at zero, for lines whose
 * differences are small relative to their values. Do not use with bands: they would be cut. */
void poplens_chart_set_base (PoplensChart *self, guint64 base);
/* Allows two plots in an AREAS chart. If its lines are more than twice as high as its bands, and
 * the view does not include the limit, lines get a plot of their own above that of the bands.
 * @lines, @bands: titles of the plots. */
void poplens_chart_set_apart (PoplensChart *self, const char *lines, const char *bands);
/* Extends the value axis, or the scale of BARS, to @top at least, so that charts side by side can
 * share a scale. */
void poplens_chart_set_top (PoplensChart *self, guint64 top);

#define POPLENS_NO_DIFFERENCE G_MININT64

/* Sets a signed difference per item of an AREAS chart, drawn in a plot of its own below the areas,
 * with its own scale: negative bars go down, positive ones up. @name: "Difference". @values:
 * (transfer full): n_items values from g_malloc (); POPLENS_NO_DIFFERENCE if an item has none. */
void poplens_chart_set_difference (PoplensChart *self, const char *name, gint64 *values);
/* Adds a part of the difference, whose parts add up to the whole. @before, @now: (transfer full):
 * n_items values each, as for poplens_chart_add_series (). In the plot of the difference, increases
 * are stacked up from zero and decreases down, with a line at the sum of the visible parts; it has
 * the legend of the parts, too. A BARS chart whose only series is a part shows signed bars:
 * decreases to the left of zero, increases to the right. */
void poplens_chart_add_change (PoplensChart *self, const char *key, const char *name,
                               PoplensInk ink, guint shade, guint64 *before, guint64 *now,
                               gboolean hidden);
/* Returns now − before; 0 if the series is not a part of a difference. */
gint64 poplens_chart_get_change (const PoplensChart *self, guint series, gsize item);
/* Returns the difference of an item. FALSE if it has none. */
gboolean poplens_chart_get_difference (const PoplensChart *self, gsize item, gint64 *value);

/* Sets the axis title, and the noun for one item: "tile" gives "tile 5" in the hover text. */
void poplens_chart_set_item_axis (PoplensChart *self, const char *axis_title,
                                  const char *item_name);

/* Sets the provenance of the numbers, in two or three words, for the last line of the hover text.
 */
void poplens_chart_set_source (PoplensChart *self, const char *source);

/* Adds each stacked value's share of the total to its description: "12 cycles (3.0 %)". */
void poplens_chart_set_shares (PoplensChart *self, gboolean shares);

/* @legend: FALSE: no legend, for a chart whose texts name its series. */
void poplens_chart_set_legend (PoplensChart *self, gboolean legend);

/* Sets the sentence that replaces a chart without series; it says what to do next. @text:
 * (nullable) */
void poplens_chart_set_empty_text (PoplensChart *self, const char *text);

/* Names items by numbers other than their positions (tiles sorted by use), or in BARS charts by
 * texts. @labels: (transfer full): n_items of them. */
void poplens_chart_set_item_numbers (PoplensChart *self, guint32 *labels);
void poplens_chart_set_item_texts (PoplensChart *self, char **labels);

/* Sets names under the axis of an AREAS chart, in place of positions: as many as fit, that of @bold
 * first. @ticks: (transfer full): n_items texts, "" for none. @bold: G_MAXSIZE: none. */
void poplens_chart_set_item_ticks (PoplensChart *self, GStrv ticks, gsize bold);

/* Draws an AREAS chart of few items as columns, each with its sum above it. Series of all kinds but
 * LINE and CHANGE are allowed. Call before adding series. */
void poplens_chart_set_columns (PoplensChart *self);
/* Writes the name of @series into its blocks of columns @item and later, if it fits. */
void poplens_chart_name_blocks (PoplensChart *self, guint series, gsize item);

/* Adds a group of items that starts at @first: "IPU 1". Call in ascending order; the first group
 * starts at 0. Groups are separated by a gap, and have their name above. */
void poplens_chart_add_group (PoplensChart *self, gsize first, const char *name);

/* Marks @item of an AREAS chart with a dot and, if there is space, @text above it. Marks that are
 * added first get space first. @text: (nullable) */
void poplens_chart_add_mark (PoplensChart *self, gsize item, const char *text);

/* Returns a text about an item besides its number, for the hover box: "OnTileExecute loopBody".
 * Called when it is needed, by the thread that shows the chart. (transfer full) (nullable). @data:
 * (transfer full): freed by @free_data. */
typedef char *(*PoplensItemNameFunc) (gconstpointer data, gsize item);
void poplens_chart_set_item_names (PoplensChart *self, PoplensItemNameFunc name, gpointer data,
                                   GDestroyNotify free_data);

/* Sets additional lines "name\tvalue" for the end of an item's description. @notes and @data: see
 * poplens_chart_set_item_names (). */
void poplens_chart_set_item_notes (PoplensChart *self, PoplensItemNameFunc notes, gpointer data,
                                   GDestroyNotify free_data);

/* ---- accessors ------------------------------------------------------------------------------- */

const PoplensChartKind *poplens_chart_get_kind (const PoplensChart *self);
const char *poplens_chart_get_title (const PoplensChart *self);
gsize poplens_chart_get_n_items (const PoplensChart *self);
/* Returns the noun for one item: "tile". */
const char *poplens_chart_get_item_noun (const PoplensChart *self);
/* TRUE if charts of this kind can have an overview. FALSE for BARS, which is a list, and for FLOOR
 * and TREEMAP, which have no axis. */
gboolean poplens_chart_has_overview (const PoplensChart *self);
guint poplens_chart_get_n_series (const PoplensChart *self);
/* Returns the sentence that replaces a chart without series. (nullable): NULL if it has series, or
 * no such text */
const char *poplens_chart_get_empty_text (const PoplensChart *self);
const char *poplens_chart_get_series_key (const PoplensChart *self, guint series);
const char *poplens_chart_get_series_name (const PoplensChart *self, guint series);
gboolean poplens_chart_is_series_hidden (const PoplensChart *self, guint series);
guint64 poplens_chart_get_value (const PoplensChart *self, guint series, gsize item);
/* Returns the number or text that names the item: "812". @buffer: used for numbers. */
const char *poplens_chart_get_item_label (const PoplensChart *self, gsize item,
                                          PoplensNumber buffer);
/* Returns the text of poplens_chart_set_item_names (). (transfer full) (nullable) */
char *poplens_chart_item_name (const PoplensChart *self, gsize item);

/* Describes an item for a hover box or a screen reader, with exact values: a title line ("tile 812
 * · IPU 0") and a line "name\tvalue" per series. (transfer full) */
char *poplens_chart_describe_item (const PoplensChart *self, gsize item);
/* Describes items [from, to) in one line, with sum, lowest and highest value: "tiles 0–99: 100
 * tiles, …". (transfer full) */
char *poplens_chart_describe_range (const PoplensChart *self, PoplensItemRange range);

/* Describes the range between two positions: "tiles 0–99: …", "cycles 10 to 20", "0x4c000 to
 * 0x50000 (16.0 KiB)". (transfer full) */
char *poplens_chart_describe_span (const PoplensChart *self, double from, double to);

/* ---- view ------------------------------------------------------------------------------------ */

/* The visible part. .from < .to: items, fractional while zooming; LANES: cycles; ADDRESS:
 * addresses; FLOOR: always all, and .zoom, .group, .column, .row define the visible part. */
typedef struct {
  double from, to;
  gboolean limit_to_scale; /* extend the value axis to the limit */
  double scroll;           /* LANES: pixels that rows are scrolled up; clamped by the layout */
  double line_zoom; /* LANES: height of a field's lines, relative to all lines fitting; 0 or 1: all
                       lines fit; clamped by the layout */
  double zoom;      /* FLOOR: magnification relative to fitting all; 0 or 1: all fits */
  guint group;      /* FLOOR: plan in the middle of the view */
  double column, row; /* FLOOR: column and row of that plan in the middle, from its upper left
                         corner; clamped by the layout */
  gsize root;         /* TREEMAP: the node whose contents are shown */
} PoplensChartView;

PoplensChartView poplens_chart_view_all (const PoplensChart *chart);
/* Returns the initial view: all, unless the chart has another one (charts/lanes/lanes.h). */
PoplensChartView poplens_chart_view_opening (const PoplensChart *chart);
/* Zooms by @factor; > 1 zooms in. The item at position @about stays in place. Never zooms in beyond
 * 4 items (or all, if there are fewer), nor out beyond the chart. */
PoplensChartView poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view,
                                          double factor, double about);
PoplensChartView poplens_chart_view_pan (const PoplensChart *chart, PoplensChartView view,
                                         double items);
PoplensChartView poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view,
                                         PoplensItemRange range);
/* Shows positions [@from, @to] with a small margin: items, or in LANES charts cycles. */
PoplensChartView poplens_chart_view_fit_span (const PoplensChart *chart, PoplensChartView view,
                                              double from, double to);
/* Clamps any view, such as one from a typed location, to the chart. */
PoplensChartView poplens_chart_view_clamp (const PoplensChart *chart, PoplensChartView view);
/* Describes the view in a sentence. (transfer full) */
char *poplens_chart_view_describe (const PoplensChart *chart, const PoplensChartView *view);

/* ---- layout ---------------------------------------------------------------------------------- */

typedef struct {
  gboolean dark;
  const char *font; /* (nullable): Pango family; NULL: the system's sans */
  PoplensPalette palette;
  /* Factor of the user's text size; 0: 1. The caller scales the drawing by this factor, so the
   * chart is laid out for a size divided by it, on whole device pixels. */
  double text_scale;
} PoplensChartStyle;

/* Lays out a chart. @width, @height: logical pixels. A chart without items gets an empty layout
 * with a sentence. Draw a layout in the thread that made it, because of Pango. (transfer full) */
PoplensChartLayout *poplens_chart_layout_new (PoplensChart *chart, const PoplensChartView *view,
                                              const PoplensChartStyle *style, double width,
                                              double height);
/* Lays out an overview: a strip with the whole chart, and the range of @view with two handles. */
PoplensChartLayout *poplens_chart_layout_new_overview (PoplensChart *chart,
                                                       const PoplensChartView *view,
                                                       const PoplensChartStyle *style, double width,
                                                       double height);
/* Moves the visible range of an overview, without laying out its chart again. */
void poplens_chart_layout_move_overview (PoplensChartLayout *self, const PoplensChartView *view);
/* Returns the height that BARS need for all rows, or SHARES at that width; 0 for other kinds, which
 * take any height. */
double poplens_chart_natural_height (const PoplensChart *chart, double width);
/* Returns the height to request in a page where area charts are @usual pixels high. */
double poplens_chart_block_height (const PoplensChart *chart, double usual, double width);
void poplens_chart_layout_free (PoplensChartLayout *self);

/* Returns changed views, in pixels of this layout, for all kinds with an axis or plans: zoomed by
 * @factor (> 1 zooms in) with (@x, @y) in place; panned by @dx, @dy; or fitted to the items of
 * @ranges. */
PoplensChartView poplens_chart_layout_zoom (const PoplensChartLayout *self, double factor, double x,
                                            double y);
PoplensChartView poplens_chart_layout_pan (const PoplensChartLayout *self, double dx, double dy);
PoplensChartView poplens_chart_layout_fit (const PoplensChartLayout *self,
                                           const PoplensItemRange *ranges, guint n);

/* Draws at (0, 0). The caller scales for high-density screens. Does not paint a background. */
void poplens_chart_layout_draw (const PoplensChartLayout *self, cairo_t *cr);

/* State that changes with the pointer and is drawn over a layout, so that nothing is laid out
 * again. */
typedef struct {
  const PoplensItemRange *selected; /* ascending, disjoint */
  guint n_selected;
  gboolean has_hover;
  gsize hover; /* item under the pointer */
  gboolean dragging;
  double drag_from, drag_to; /* ends of the drag, as item positions; FLOOR: x of two corners of the
                                rectangle, in pixels */
  gboolean focused;          /* draw the focus ring and the cursor */
  gsize cursor;              /* item of the keyboard cursor */
  const PoplensItemRange
      *found; /* search matches, ascending and disjoint: in AREAS, ticks above the plot */
  guint n_found;
  gboolean
      outlined; /* matches are occurrences of a finding: draw them in the ink of the selection */
  /* LANES: */
  gboolean has_span; /* a range of the axis is selected */
  double span_from, span_to;
  const struct _PoplensLaneFound *lane_found; /* (nullable): search matches, in place of .found */
  gboolean has_current;
  gsize current;                  /* item of the current search match */
  const PoplensItemRange *marked; /* positions to mark across all rows; ascending, disjoint */
  guint n_marked;
  /* FLOOR: */
  double drag_top, drag_bottom; /* y of these corners, in pixels */
  /* TREEMAP: */
  gboolean hover_more; /* the pointer is at a cell "12 more": .hover is its group */
} PoplensChartOverlay;
void poplens_chart_layout_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                        const PoplensChartOverlay *overlay);
/* Draws search matches as ticks at the foot of an overview, or flags at the top of an overview or
 * LANES chart. @positions: (array length=n): matches ascending. */
void poplens_chart_layout_draw_hits (const PoplensChartLayout *self, cairo_t *cr,
                                     const double *positions, gsize n);
void poplens_chart_layout_draw_flags (const PoplensChartLayout *self, cairo_t *cr,
                                      const double *positions, gsize n);

/* How a click or a drag changes the selection. */
typedef enum {
  POPLENS_SELECT_REPLACE,
  POPLENS_SELECT_TOGGLE,
  POPLENS_SELECT_ADD,
} PoplensSelectMode;

typedef enum {
  POPLENS_CHART_HIT_NONE,
  POPLENS_CHART_HIT_ITEM,        /* an item: .item; .series of the hit, or -1 */
  POPLENS_CHART_HIT_LEGEND,      /* legend entry of .series */
  POPLENS_CHART_HIT_LIMIT,       /* the limit line, or the note that it is off scale */
  POPLENS_CHART_HIT_HANDLE_FROM, /* overview: one of the two handles */
  POPLENS_CHART_HIT_HANDLE_TO,
  POPLENS_CHART_HIT_WINDOW,
  POPLENS_CHART_HIT_GROUP, /* LANES: name of a collapsible group: .item is the group */
  POPLENS_CHART_HIT_RUN,   /* LANES: bar of a run: .item is the run; ADDRESS: of a region */
  POPLENS_CHART_HIT_BREAK, /* LANES, ADDRESS: mark of a fold: .item is the break */
  POPLENS_CHART_HIT_AREA,  /* LANES: the area above the lanes: .item is the index of the value */
  POPLENS_CHART_HIT_PATH,  /* TREEMAP: name in the path: .item is its node */
  POPLENS_CHART_HIT_MORE,  /* TREEMAP: "12 more": .item is their group, .n_items their number */
  POPLENS_CHART_HIT_ROW,   /* LANES: the cross that removes a row: .item is the row */
  POPLENS_CHART_HIT_FIELD, /* LANES: line of a field: .item is its group, .n_items the number of the
                              line: charts/lanes/field.h */
} PoplensChartHitArea;

typedef struct {
  PoplensChartHitArea area;
  gsize item;
  int series;
  gsize n_items; /* LANES, FLOOR, TREEMAP: number of items in the box; else 0 */
} PoplensChartHit;

/* Returns the element at (@x, @y). If a pixel column has several items, .item is the highest of
 * them; if a box of a LANES chart has several, the visible one nearest to @x. */
PoplensChartHit poplens_chart_layout_hit (const PoplensChartLayout *self, double x, double y);

/* Convert between pixels and item positions (fractional, clamped to the view). In BARS charts,
 * items run down: pixels are y. */
double poplens_chart_layout_x_to_position (const PoplensChartLayout *self, double x);
double poplens_chart_layout_position_to_x (const PoplensChartLayout *self, double position);
/* Returns the rectangle of an item. FALSE if it is out of view. */
gboolean poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x,
                                         double *y, double *width, double *height);
/* Returns the height with all rows in view; for kinds other than LANES, the height of the layout.
 */
double poplens_chart_layout_get_content_height (const PoplensChartLayout *self);
/* Returns the rectangle of the plot, inside axes and legend. */
void poplens_chart_layout_get_plot (const PoplensChartLayout *self, double *x, double *y,
                                    double *width, double *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChart, poplens_chart_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChartLayout, poplens_chart_layout_free)

G_END_DECLS
