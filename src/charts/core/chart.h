/* Charts: a picture from a series of numbers, for a window, a file and a test alike.
 *
 *   chart (what is shown, immutable)  +  view (which part)  +  style and size
 *     → layout (every position, computed once)  →  draw (cairo_t)  |  hit (x, y)
 *
 * Charts know nothing of IPUs, reports or GTK. A chart has items along its axis (0 … n−1: tiles,
 * steps), and series of one guint64 per item; LANES and ADDRESS charts have blocks instead
 * (charts/lanes/lanes.h, charts/lanes/address.h), in FLOOR charts items lie on plans
 * (charts/floor/floor.h), and in TREEMAP charts they are the nodes of a tree
 * (charts/treemap/treemap.h). Never more primitives than pixels: a pixel column that holds several
 * items shows the highest and, paler, the lowest: never a mean or a sample. Objects are immutable
 * after they are built and may be shared by threads. */
#pragma once

#include <cairo.h>

#include "base/format.h"
#include "charts/core/palette.h"

G_BEGIN_DECLS

typedef struct _PoplensChart PoplensChart;
typedef struct _PoplensChartLayout PoplensChartLayout;

/* Half-open range of items [from, to). */
typedef struct {
  gsize from, to;
} PoplensItemRange;

/* How a chart is drawn and asked: a struct of functions, into which this room alone looks
 * (charts/core/chart-private.h). Besides these two there are poplens_lanes_kind,
 * poplens_address_kind, poplens_floor_kind, poplens_treemap_kind and poplens_shares_kind, each in
 * its own header. */
typedef struct _PoplensChartKind PoplensChartKind;

/* Stacked bands over items, lines above them, a limit. */
extern const PoplensChartKind poplens_areas_kind;
/* A horizontal bar per item, with its label and value. */
extern const PoplensChartKind poplens_bars_kind;

/* How a series is drawn: the first two and the last in AREAS charts, all but LINE and CHANGE in
 * BARS, LANES and ADDRESS charts; CHANGE also alone in BARS. */
typedef enum {
  POPLENS_SERIES_BAND,    /* stacked on the bands before it */
  POPLENS_SERIES_LINE,    /* a step line from zero, not stacked */
  POPLENS_SERIES_WAITING, /* a tint with an outline, hatched where it is wide enough */
  POPLENS_SERIES_QUIET,   /* the same, plain: nothing happens there */
  POPLENS_SERIES_GAP,     /* nothing is there: a light hatch between hairlines */
  POPLENS_SERIES_BLANK,   /* BARS, LANES: not filled, within a dotted edge; not in the legend */
  POPLENS_SERIES_CHANGE,  /* a part of the difference: poplens_chart_add_change() */
} PoplensSeriesKind;

typedef enum {
  POPLENS_CHART_UNIT_BYTES, /* ticks at powers of two of the byte unit, or 1-2-5 for SI */
  POPLENS_CHART_UNIT_COUNT,
  POPLENS_CHART_UNIT_CYCLES,
  POPLENS_CHART_UNIT_MICROSECONDS,
} PoplensChartUnit;

/* ---- building; every text is copied ---------------------------------------------------------- */

/* @title: names the chart for a screen reader, "Memory by tile". */
PoplensChart *poplens_chart_new (const PoplensChartKind *kind, const char *title, gsize n_items,
                                 PoplensChartUnit unit, PoplensByteUnit byte_unit);
PoplensChart *poplens_chart_ref (PoplensChart *self);
void poplens_chart_unref (PoplensChart *self);

/* @key: what a location calls the series ("category:message"), @name: its legend text.
 * @shade: 0 the ink itself, 1, 2, 3 … ever lighter tints of it, for categories of one group.
 * @values: (transfer full): n_items values from g_malloc.
 * @hidden: it stays in the legend, greyed, and is neither drawn nor stacked. */
void poplens_chart_add_series (PoplensChart *self, PoplensSeriesKind kind, const char *key,
                               const char *name, PoplensInk ink, guint shade, guint64 *values,
                               gboolean hidden);

/* Of which items the series that was added last has no value, so that it is not said to be 0; a
 * LINE has a gap there.
 * @absent: (transfer full): n_items from g_malloc, not 0 where there is none. */
void poplens_chart_set_absent (PoplensChart *self, guint8 *absent);

/* How far about the line that was added last its values may lie, as a pale band.
 * @spread: (transfer full): n_items from g_malloc. */
void poplens_chart_set_spread (PoplensChart *self, guint64 *spread);

/* A horizontal limit (AREAS) or vertical one (BARS). It does not stretch the scale: off scale it is
 * a line of text at the edge ("limit 624 KiB ↑"), whose hit is POPLENS_CHART_HIT_LIMIT. */
void poplens_chart_set_limit (PoplensChart *self, const char *name, guint64 value);

/* The axis of values of an AREAS chart begins about there, not at zero: of lines whose differences
 * are small beside their values. Bands would be cut. */
void poplens_chart_set_base (PoplensChart *self, guint64 base);
/* The names of the plots of an AREAS chart whose lines may be far above its bands: twice as high,
 * and they have a plot of their own, over that of the bands, where the view is not to the limit. */
void poplens_chart_set_apart (PoplensChart *self, const char *lines, const char *bands);
/* Makes the value axis, or the longest of BARS, reach to @top at least: charts side by side can
 * have one scale. */
void poplens_chart_set_top (PoplensChart *self, guint64 top);

#define POPLENS_NO_DIFFERENCE G_MININT64

/* A signed number of each item of an AREAS chart, in its unit, drawn in a plot of its own below the
 * areas with a scale of its own: less hangs down, more stands up. @name: "Difference". @values:
 * (transfer full): n_items from g_malloc; POPLENS_NO_DIFFERENCE where there is none. */
void poplens_chart_set_difference (PoplensChart *self, const char *name, gint64 *values);
/* A part of the difference, which parts add up to: what each item has @before and @now, (transfer
 * full) as of add_series(). In the plot of the difference, parts that are more are stacked up from
 * zero and those that are less down, with a line at the sum of what is visible. The legend of parts
 * stands there, too. A BARS chart whose only series is one shows it as signed bars: less to the
 * left of zero, more to the right. */
void poplens_chart_add_change (PoplensChart *self, const char *key, const char *name,
                               PoplensInk ink, guint shade, guint64 *before, guint64 *now,
                               gboolean hidden);
/* Now minus before; 0 where the series is no part of a difference. */
gint64 poplens_chart_get_change (const PoplensChart *self, guint series, gsize item);
/* FALSE where the item has none. */
gboolean poplens_chart_get_difference (const PoplensChart *self, gsize item, gint64 *value);

/* Axis title, and what one item is called: "tile" gives "tile 5" in the hover text. */
void poplens_chart_set_item_axis (PoplensChart *self, const char *axis_title,
                                  const char *item_name);

/* Where the numbers come from, in two or three words: the last line of the hover text. */
void poplens_chart_set_source (PoplensChart *self, const char *source);

/* Values of what is stacked are said with their share of the total: "12 cycles (3.0 %)". */
void poplens_chart_set_shares (PoplensChart *self, gboolean shares);

/* FALSE: there is no legend, as texts in the chart say what its series are. */
void poplens_chart_set_legend (PoplensChart *self, gboolean legend);

/* What is said in place of a chart that has no series, or NULL: what to do next. */
void poplens_chart_set_empty_text (PoplensChart *self, const char *text);

/* @labels: (transfer full): for each item the number that names it, where that is not its position
 * (tiles sorted by use). BARS charts take texts instead, (transfer full). */
void poplens_chart_set_item_numbers (PoplensChart *self, guint32 *labels);
void poplens_chart_set_item_texts (PoplensChart *self, char **labels);

/* Names under the axis of an AREAS chart, in place of positions: as many as there is room for, that
 * of @bold first. @ticks: (transfer full): n_items texts, "" for none. @bold: G_MAXSIZE: none */
void poplens_chart_set_item_ticks (PoplensChart *self, GStrv ticks, gsize bold);

/* An AREAS chart of few items: a column an item with its sum above, of series of all kinds but LINE
 * and CHANGE. Call before series are added. */
void poplens_chart_set_columns (PoplensChart *self);
/* Blocks of @series in columns from @item on have its name, where it fits. */
void poplens_chart_name_blocks (PoplensChart *self, guint series, gsize item);

/* Sets items apart: group @name starts at item @first ("IPU 1"). Call in rising order; the first
 * group starts at 0. A gap and the name divide groups. */
void poplens_chart_add_group (PoplensChart *self, gsize first, const char *name);

/* Marks @item of an AREAS chart with a dot, and @text above it where there is room: marks added
 * first have it first. */
void poplens_chart_add_mark (PoplensChart *self, gsize item, const char *text);

/* What an item is besides its number, for the hover box: "OnTileExecute loopBody"; asked for when
 * it is wanted, by the thread that shows the chart. (nullable) (transfer full) result. @data:
 * (transfer full): freed with @free_data. */
typedef char *(*PoplensItemNameFunc) (gconstpointer data, gsize item);
void poplens_chart_set_item_names (PoplensChart *self, PoplensItemNameFunc name, gpointer data,
                                   GDestroyNotify free_data);

/* What else is known of an item: lines "name\tvalue", for the end of its description; otherwise as
 * poplens_chart_set_item_names(). */
void poplens_chart_set_item_notes (PoplensChart *self, PoplensItemNameFunc notes, gpointer data,
                                   GDestroyNotify free_data);

/* ---- asking ---------------------------------------------------------------------------------- */

const PoplensChartKind *poplens_chart_get_kind (const PoplensChart *self);
const char *poplens_chart_get_title (const PoplensChart *self);
gsize poplens_chart_get_n_items (const PoplensChart *self);
/* What one item is called: "tile". */
const char *poplens_chart_get_item_noun (const PoplensChart *self);
/* BARS, FLOOR and TREEMAP have none: the first is a list, the others have no axis. */
gboolean poplens_chart_has_overview (const PoplensChart *self);
guint poplens_chart_get_n_series (const PoplensChart *self);
/* What is said instead of the chart, where it has no series; else NULL. */
const char *poplens_chart_get_empty_text (const PoplensChart *self);
const char *poplens_chart_get_series_key (const PoplensChart *self, guint series);
const char *poplens_chart_get_series_name (const PoplensChart *self, guint series);
gboolean poplens_chart_is_series_hidden (const PoplensChart *self, guint series);
guint64 poplens_chart_get_value (const PoplensChart *self, guint series, gsize item);
/* The number or text that names the item: "812"; @buffer is used for numbers. */
const char *poplens_chart_get_item_label (const PoplensChart *self, gsize item,
                                          PoplensNumber buffer);
/* What poplens_chart_set_item_names() calls it. (nullable) (transfer full) */
char *poplens_chart_item_name (const PoplensChart *self, gsize item);

/* Exact values of one item for a hover box or a screen reader: a title line ("tile 812 · IPU 0")
 * and a line per series, "name\tvalue". Returns: (transfer full). */
char *poplens_chart_describe_item (const PoplensChart *self, gsize item);
/* Sum, lowest and highest over [from, to), one line: "tiles 0–99: 100 tiles, …". (transfer full) */
char *poplens_chart_describe_range (const PoplensChart *self, PoplensItemRange range);

/* What is between two positions, in words: "tiles 0–99: …", "cycles 10 to 20", "0x4c000 to 0x50000
 * (16.0 KiB)". (transfer full) */
char *poplens_chart_describe_span (const PoplensChart *self, double from, double to);

/* ---- view ------------------------------------------------------------------------------------ */

/* The visible items, fractional while zooming; from < to. In LANES charts: cycles, in ADDRESS
 * charts: addresses. In FLOOR charts always all, and the last four say what is in view. */
typedef struct {
  double from, to;
  gboolean limit_to_scale; /* stretch the value axis to the limit */
  double scroll;           /* LANES: pixels that rows are scrolled up; a layout clamps it */
  double line_zoom;        /* LANES: how many times higher the lines of fields are than all of them
                            * at once; 0 or 1: all of them; a layout clamps it */
  double zoom;             /* FLOOR: how many times larger than all; 0 or 1: all of it … */
  guint group;             /* … around this place: a plan, and columns and rows from its … */
  double column, row;      /* … upper left corner; a layout clamps them */
  gsize root;              /* TREEMAP: the node whose inside is shown */
} PoplensChartView;

PoplensChartView poplens_chart_view_all (const PoplensChart *chart);
/* What is shown before anybody chose: all, but where the chart was told better
 * (charts/lanes/lanes.h). */
PoplensChartView poplens_chart_view_opening (const PoplensChart *chart);
/* @factor > 1 shows less; the item at @about stays where it is. Never less than 4 items (or all
 * there are), never outside. */
PoplensChartView poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view,
                                          double factor, double about);
PoplensChartView poplens_chart_view_pan (const PoplensChart *chart, PoplensChartView view,
                                         double items);
PoplensChartView poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view,
                                         PoplensItemRange range);
/* Positions from … to with a little room beside them: of items, or in LANES charts cycles. */
PoplensChartView poplens_chart_view_fit_span (const PoplensChart *chart, PoplensChartView view,
                                              double from, double to);
/* Brings any view, a hand-written one too, into the chart. */
PoplensChartView poplens_chart_view_clamp (const PoplensChart *chart, PoplensChartView view);
/* What it shows, in a sentence. (transfer full) */
char *poplens_chart_view_describe (const PoplensChart *chart, const PoplensChartView *view);

/* ---- layout ---------------------------------------------------------------------------------- */

typedef struct {
  gboolean dark;
  const char *font; /* (nullable): Pango family; NULL: the system's sans */
  PoplensPalette palette;
  /* Where text is so much larger a chart is laid out as much smaller, and blown up by who draws it:
   * edges lie on whole pixels of that. 0: 1. */
  double text_scale;
} PoplensChartStyle;

/* @width, @height in logical pixels. NULL never; a chart without items lays out its empty state. A
 * layout is drawn by the thread that made it, as its texts are Pango's. */
PoplensChartLayout *poplens_chart_layout_new (PoplensChart *chart, const PoplensChartView *view,
                                              const PoplensChartStyle *style, double width,
                                              double height);
/* The strip that shows the whole chart with @view's range and its two handles. */
PoplensChartLayout *poplens_chart_layout_new_overview (PoplensChart *chart,
                                                       const PoplensChartView *view,
                                                       const PoplensChartStyle *style, double width,
                                                       double height);
/* The same strip with another range: what lies below it is not laid out again. */
void poplens_chart_layout_move_overview (PoplensChartLayout *self, const PoplensChartView *view);
/* How high a BARS chart has to be for all its rows, or a SHARES chart of that width; 0 for the
 * others, which take any height. */
double poplens_chart_natural_height (const PoplensChart *chart, double width);
/* How high it wants to be among other blocks, where areas are @usual high. */
double poplens_chart_block_height (const PoplensChart *chart, double usual, double width);
void poplens_chart_layout_free (PoplensChartLayout *self);

/* Views from pixels of this layout, for every kind that has an axis or plans: zoomed by @factor (>
 * 1 shows less) about (x, y), which stays; moved by so many pixels; with the items of @ranges in
 * it. */
PoplensChartView poplens_chart_layout_zoom (const PoplensChartLayout *self, double factor, double x,
                                            double y);
PoplensChartView poplens_chart_layout_pan (const PoplensChartLayout *self, double dx, double dy);
PoplensChartView poplens_chart_layout_fit (const PoplensChartLayout *self,
                                           const PoplensItemRange *ranges, guint n);

/* Draws at (0, 0); the caller scales for hi-dpi. Background is left as it is. */
void poplens_chart_layout_draw (const PoplensChartLayout *self, cairo_t *cr);

/* What lies on top and changes with the pointer; cheap. */
typedef struct {
  const PoplensItemRange *selected; /* rising, disjoint */
  guint n_selected;
  gboolean has_hover;
  gsize hover; /* item under the pointer */
  gboolean dragging;
  double drag_from, drag_to;     /* item positions; FLOOR: x, of the rectangle's corners … */
  gboolean focused;              /* keyboard focus ring and cursor */
  gsize cursor;                  /* item the keyboard stands on */
  const PoplensItemRange *found; /* by a search: ticks above the plot of AREAS; rising, disjoint */
  guint n_found;
  gboolean outlined; /* what is found is what a finding speaks of, in the ink of the selection */
  /* LANES: */
  gboolean has_span; /* a stretch of the axis is chosen */
  double span_from, span_to;
  const struct _PoplensLaneFound *lane_found; /* (nullable): by a search, instead of @found */
  gboolean has_current;
  gsize current;                  /* the item of the hit that one stands on */
  const PoplensItemRange *marked; /* positions, across all rows; rising, disjoint */
  guint n_marked;
  /* FLOOR: */
  double drag_top, drag_bottom; /* … and y, in pixels */
  /* TREEMAP: */
  gboolean hover_more; /* @hover is the group of a cell "12 more" */
} PoplensChartOverlay;
void poplens_chart_layout_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                        const PoplensChartOverlay *overlay);
/* Over a strip: ticks at its foot; over a strip or LANES: flags from its top. @positions: (array
 * length=n), of hits rising. */
void poplens_chart_layout_draw_hits (const PoplensChartLayout *self, cairo_t *cr,
                                     const double *positions, gsize n);
void poplens_chart_layout_draw_flags (const PoplensChartLayout *self, cairo_t *cr,
                                      const double *positions, gsize n);

/* What a click or a drag makes of the selection that is there. */
typedef enum {
  POPLENS_SELECT_REPLACE,
  POPLENS_SELECT_TOGGLE,
  POPLENS_SELECT_ADD,
} PoplensSelectMode;

typedef enum {
  POPLENS_CHART_HIT_NONE,
  POPLENS_CHART_HIT_ITEM,        /* .item, and .series or -1 */
  POPLENS_CHART_HIT_LEGEND,      /* .series */
  POPLENS_CHART_HIT_LIMIT,       /* the off-scale note, or the limit line */
  POPLENS_CHART_HIT_HANDLE_FROM, /* overview */
  POPLENS_CHART_HIT_HANDLE_TO,
  POPLENS_CHART_HIT_WINDOW,
  POPLENS_CHART_HIT_GROUP, /* LANES: the name of a group that can be collapsed: .item is the group
                            */
  POPLENS_CHART_HIT_RUN,   /* … a run's bar: .item is the run; ADDRESS: a region's */
  POPLENS_CHART_HIT_BREAK, /* … a fold's mark: .item is the break */
  POPLENS_CHART_HIT_AREA,  /* … the area: .item is the value's index */
  POPLENS_CHART_HIT_PATH,  /* TREEMAP: a name of the path above: .item is its node */
  POPLENS_CHART_HIT_MORE,  /* … "12 more": .item is the group they are in, .n_items how many */
  POPLENS_CHART_HIT_ROW,   /* … the cross that takes a row away: .item is the row */
  POPLENS_CHART_HIT_FIELD, /* LANES: a line of a field: .item is its group, .n_items the line's
                            * number: charts/lanes/field.h */
} PoplensChartHitArea;

typedef struct {
  PoplensChartHitArea area;
  gsize item;
  int series;
  gsize n_items; /* LANES, FLOOR, TREEMAP: how many items the box holds; else 0 */
} PoplensChartHit;

/* Where a pixel column holds several items, .item is the one drawn highest in it; where a box of a
 * LANES chart does, the one that is nearest to @x and not hidden. */
PoplensChartHit poplens_chart_layout_hit (const PoplensChartLayout *self, double x, double y);

/* Between pixels and item positions (fractional, clamped to the view). In BARS charts items run
 * down: these take and give y. */
double poplens_chart_layout_x_to_position (const PoplensChartLayout *self, double x);
double poplens_chart_layout_position_to_x (const PoplensChartLayout *self, double position);
/* Where an item is drawn; FALSE where it is out of view. */
gboolean poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x,
                                         double *y, double *width, double *height);
/* How high the chart would be with all rows in view; other kinds than LANES: as high as it is. */
double poplens_chart_layout_get_content_height (const PoplensChartLayout *self);
/* The plot's rectangle inside axes and legend. */
void poplens_chart_layout_get_plot (const PoplensChartLayout *self, double *x, double *y,
                                    double *width, double *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChart, poplens_chart_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChartLayout, poplens_chart_layout_free)

G_END_DECLS
