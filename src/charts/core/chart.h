/* Charts: pictures of series of numbers, for windows, files and tests.
 *
 * A chart has items along an axis, such as tiles or steps, and series with one number per item.
 * LANES, ADDRESS, FLOOR, TREEMAP and GRAPH charts have other items, which their headers describe. A
 * view is the visible part of a chart. A layout has all positions of a chart, for one view and
 * size. A layout can be drawn on cairo, and finds the item at a point.
 *
 * If several items share a pixel column, the column is opaque up to their lowest value, and pale up
 * to their highest. A chart is immutable after it is built, so threads can share it. */
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

/* A kind of chart: a table of functions (charts/core/chart-private.h). Each kind is a constant,
 * such as poplens_areas_kind or poplens_lanes_kind. */
typedef struct _PoplensChartKind PoplensChartKind;

/* Areas: stacked bands, lines drawn over the bands, and a limit. */
extern const PoplensChartKind poplens_areas_kind;
/* Bars: a horizontal bar per item, with its label and value. */
extern const PoplensChartKind poplens_bars_kind;

/* How a series is drawn. AREAS charts accept only BAND, LINE and CHANGE. BARS charts accept all
 * kinds except LINE; a CHANGE series must be the only one. LANES and ADDRESS charts accept all
 * kinds except LINE and CHANGE. */
typedef enum {
  POPLENS_SERIES_BAND,    /* stacked on the bands before it */
  POPLENS_SERIES_LINE,    /* a step line from zero, not stacked */
  POPLENS_SERIES_WAITING, /* waiting time: drawn as a tint with an outline, and with a hatch if wide
                           */
  POPLENS_SERIES_QUIET,   /* time in which nothing happens: drawn as a tint with an outline */
  POPLENS_SERIES_GAP,     /* unused space or time: drawn as a light hatch between hairlines */
  POPLENS_SERIES_BLANK,   /* drawn as a dotted edge without a fill; not in the legend */
  POPLENS_SERIES_CHANGE,  /* a part of a signed difference: see poplens_chart_add_change () */
} PoplensSeriesKind;

typedef enum {
  POPLENS_CHART_UNIT_BYTES, /* bytes; with binary units, the step between ticks is a power of two */
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

/* Adds a series. @key: identifies the series in locations ("category:message"). @name: text in the
 * legend. @shade: 0 for the colour @ink; 1, 2, 3 … for lighter tints of it, which distinguish
 * categories of one group. @values: (transfer full): n_items values, allocated by g_malloc ().
 * @hidden: TRUE: the legend shows the series greyed, and the plot omits it. */
void poplens_chart_add_series (PoplensChart *self, PoplensSeriesKind kind, const char *key,
                               const char *name, PoplensInk ink, guint shade, guint64 *values,
                               gboolean hidden);

/* Sets the items for which the last added series has no value, which differs from the value 0. A
 * LINE series has a gap at these items. @absent: (transfer full): n_items bytes from g_malloc (),
 * not 0 for an item without a value. */
void poplens_chart_set_absent (PoplensChart *self, guint8 *absent);

/* Draws a pale band around the last added LINE series, from value − spread to value + spread.
 * @spread: (transfer full): n_items values from g_malloc (). */
void poplens_chart_set_spread (PoplensChart *self, guint64 *spread);

/* Sets a limit, which is drawn as a line across the plot. The scale extends to the limit only if
 * .limit_to_scale of the view is TRUE. A limit above the scale is shown as a text: "limit 624 KiB
 * ↑". */
void poplens_chart_set_limit (PoplensChart *self, const char *name, guint64 value);

/* Starts the value axis of an AREAS chart at @base instead of at zero, so that small differences
 * between large values are visible. Do not use it in a chart with bands: their lower ends would be
 * cut off. */
void poplens_chart_set_base (PoplensChart *self, guint64 base);
/* Lets an AREAS chart draw its lines in a separate plot above the bands, if the lines are more than
 * twice as high. A view that includes the limit has only one plot. @lines, @bands: titles of the
 * two plots. */
void poplens_chart_set_apart (PoplensChart *self, const char *lines, const char *bands);
/* Makes the value axis of an AREAS or BARS chart reach at least @top, so that charts side by side
 * can have the same scale. */
void poplens_chart_set_top (PoplensChart *self, guint64 top);

#define POPLENS_NO_DIFFERENCE G_MININT64

/* Sets a signed difference for each item of an AREAS chart. A separate plot below the areas draws
 * negative values downwards and positive values upwards. @name: "Difference". @values: (transfer
 * full): n_items values from g_malloc (); POPLENS_NO_DIFFERENCE for an item without a
 * difference. */
void poplens_chart_set_difference (PoplensChart *self, const char *name, gint64 *values);
/* Adds a series that is one part of each item's difference, such as a memory category. @before,
 * @now: (transfer full): [n_items]: old and new values of the part. AREAS charts stack the
 * increases of all parts above zero, and the decreases below zero. BARS charts accept only one
 * part. */
void poplens_chart_add_change (PoplensChart *self, const char *key, const char *name,
                               PoplensInk ink, guint shade, guint64 *before, guint64 *now,
                               gboolean hidden);
/* Returns the new value minus the old value of an item in a series of kind CHANGE; 0 in a series of
 * another kind. */
gint64 poplens_chart_get_change (const PoplensChart *self, guint series, gsize item);
/* Returns the difference of an item. FALSE if it has none. */
gboolean poplens_chart_get_difference (const PoplensChart *self, gsize item, gint64 *value);

/* Sets the axis title, and the noun for one item: "tile" gives "tile 5" in the hover text. */
void poplens_chart_set_item_axis (PoplensChart *self, const char *axis_title,
                                  const char *item_name);

/* Sets the provenance of the numbers, in two or three words, for the last line of the hover text.
 */
void poplens_chart_set_source (PoplensChart *self, const char *source);

/* Sets whether descriptions of items show each stacked value's share of the total: "12 cycles (3.0
 * %)". */
void poplens_chart_set_shares (PoplensChart *self, gboolean shares);

/* Sets whether the chart has a legend. @legend: FALSE for a chart whose texts name its series. */
void poplens_chart_set_legend (PoplensChart *self, gboolean legend);

/* Sets the sentence that replaces a chart without series; it says what to do next. @text:
 * (nullable) */
void poplens_chart_set_empty_text (PoplensChart *self, const char *text);

/* Sets a number that names each item, in place of its position: for example the numbers of tiles
 * that are sorted by use. @labels: (transfer full): [n_items] */
void poplens_chart_set_item_numbers (PoplensChart *self, guint32 *labels);
/* Sets a text that names each item of a BARS chart, in place of its position. @labels: (transfer
 * full): [n_items] */
void poplens_chart_set_item_texts (PoplensChart *self, char **labels);

/* Sets texts below the axis of an AREAS chart, in place of positions. A text that does not fit is
 * omitted. @ticks: (transfer full): [n_items], "" for none. @bold: item whose text is bold and is
 * placed first; G_MAXSIZE: none. */
void poplens_chart_set_item_ticks (PoplensChart *self, GStrv ticks, gsize bold);

/* Draws an AREAS chart of few items as separate columns, with the sum above each column. Such a
 * chart accepts all kinds of series except LINE and CHANGE. Call before adding series. */
void poplens_chart_set_columns (PoplensChart *self);
/* In a chart of columns, writes the name of @series into the blocks of that series, from the column
 * of @item on. A block that is too small gets no name. */
void poplens_chart_name_blocks (PoplensChart *self, guint series, gsize item);

/* Adds a group of items, with @name above it: "IPU 1". The group starts at item @first, and ends
 * where the next group starts. Add groups in ascending order; the first must start at 0. */
void poplens_chart_add_group (PoplensChart *self, gsize first, const char *name);

/* Marks @item of an AREAS chart with a dot and, if there is space, @text above it. Add the most
 * important mark first, since it gets space first. @text: (nullable) */
void poplens_chart_add_mark (PoplensChart *self, gsize item, const char *text);

/* Returns a text about an item, for the hover box. The thread that shows the chart calls this
 * function when the text is needed. (transfer full) (nullable) */
typedef char *(*PoplensItemNameFunc) (gconstpointer data, gsize item);
/* Sets a function that returns the name of an item: "OnTileExecute loopBody". The hover box shows
 * the name after the number of the item. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_item_names (PoplensChart *self, PoplensItemNameFunc name, gpointer data,
                                   GDestroyNotify free_data);

/* Sets a function that returns lines "name\tvalue", which are appended to the description of an
 * item. @notes and @data: see poplens_chart_set_item_names (). */
void poplens_chart_set_item_notes (PoplensChart *self, PoplensItemNameFunc notes, gpointer data,
                                   GDestroyNotify free_data);

/* ---- accessors ------------------------------------------------------------------------------- */

const PoplensChartKind *poplens_chart_get_kind (const PoplensChart *self);
const char *poplens_chart_get_title (const PoplensChart *self);
gsize poplens_chart_get_n_items (const PoplensChart *self);
/* Returns the noun for one item: "tile". */
const char *poplens_chart_get_item_noun (const PoplensChart *self);
/* TRUE if charts of this kind can have an overview: a strip that shows the whole axis. */
gboolean poplens_chart_has_overview (const PoplensChart *self);
guint poplens_chart_get_n_series (const PoplensChart *self);
/* Returns the sentence that replaces a chart without series. (nullable): NULL if the chart has
 * series, or no sentence is set */
const char *poplens_chart_get_empty_text (const PoplensChart *self);
const char *poplens_chart_get_series_key (const PoplensChart *self, guint series);
const char *poplens_chart_get_series_name (const PoplensChart *self, guint series);
gboolean poplens_chart_is_series_hidden (const PoplensChart *self, guint series);
guint64 poplens_chart_get_value (const PoplensChart *self, guint series, gsize item);
/* Returns the number or text that names the item: "812". @buffer: storage for a number. */
const char *poplens_chart_get_item_label (const PoplensChart *self, gsize item,
                                          PoplensNumber buffer);
/* Returns the name of an item: "OnTileExecute loopBody". (transfer full) (nullable): NULL if the
 * item has no name */
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

/* The visible part of a chart: positions .from … .to on its axis. A position is an item (fractional
 * while zooming), in LANES charts a cycle, in ADDRESS charts an address. FLOOR, GRAPH and TREEMAP
 * charts have no axis: .zoom and the fields after it describe their view. */
typedef struct {
  double from, to;
  gboolean limit_to_scale; /* extend the value axis to the limit */
  double scroll;           /* LANES: pixels by which the rows are scrolled up */
  double line_zoom; /* LANES: magnification of the thin rows of fields; at 0 and 1, all of them fit
                       into the plot */
  double zoom;      /* FLOOR, GRAPH: magnification; at 0 and 1, everything fits into the plot */
  guint group;      /* FLOOR: index of the floor plan in the middle of the view */
  double column, row; /* FLOOR: column and row in the middle of the view; GRAPH: x and y in the
                         middle, in pixels of the graph */
  gsize root;         /* TREEMAP: the node whose contents are shown */
} PoplensChartView;

PoplensChartView poplens_chart_view_all (const PoplensChart *chart);
/* Returns the view of a chart when it is opened: a range that the chart's kind chooses, or the
 * whole chart. */
PoplensChartView poplens_chart_view_opening (const PoplensChart *chart);
/* Zooms in if @factor is above 1, else out. The item at position @about stays in place. The view
 * shows at least 4 items, or all items of a smaller chart. */
PoplensChartView poplens_chart_view_zoom (const PoplensChart *chart, PoplensChartView view,
                                          double factor, double about);
PoplensChartView poplens_chart_view_pan (const PoplensChart *chart, PoplensChartView view,
                                         double items);
PoplensChartView poplens_chart_view_fit (const PoplensChart *chart, PoplensChartView view,
                                         PoplensItemRange range);
/* Shows positions @from to @to, with a small margin. A position is an item, in LANES charts a
 * cycle. */
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
  /* Magnification of the chart for the user's text size; 0 means 1. The caller divides the width
   * and height of the layout by this factor, and draws the layout scaled by it. */
  double text_scale;
} PoplensChartStyle;

/* Lays out a chart. @width, @height: logical pixels. A chart without items gets an empty layout
 * with a sentence. Draw a layout in the thread that made it, because of Pango. (transfer full) */
PoplensChartLayout *poplens_chart_layout_new (PoplensChart *chart, const PoplensChartView *view,
                                              const PoplensChartStyle *style, double width,
                                              double height);
/* Lays out an overview: a strip that shows the whole chart, with two handles at the ends of the
 * range of @view. */
PoplensChartLayout *poplens_chart_layout_new_overview (PoplensChart *chart,
                                                       const PoplensChartView *view,
                                                       const PoplensChartStyle *style, double width,
                                                       double height);
/* Moves the visible range of an overview, without laying out its chart again. */
void poplens_chart_layout_move_overview (PoplensChartLayout *self, const PoplensChartView *view);
/* Returns the height in pixels that all content of a BARS or SHARES chart needs at @width. Returns
 * 0 for other kinds, which fit any height. */
double poplens_chart_natural_height (const PoplensChart *chart, double width);
/* Returns the height in pixels that a page requests for a chart. @usual: height of an area chart in
 * that page. */
double poplens_chart_block_height (const PoplensChart *chart, double usual, double width);
void poplens_chart_layout_free (PoplensChartLayout *self);

/* Returns the view after magnification by @factor. The point (@x, @y) stays in place. */
PoplensChartView poplens_chart_layout_zoom (const PoplensChartLayout *self, double factor, double x,
                                            double y);
/* Returns the view after a move by (@dx, @dy) pixels. */
PoplensChartView poplens_chart_layout_pan (const PoplensChartLayout *self, double dx, double dy);
/* Returns the view that shows all items of @ranges. */
PoplensChartView poplens_chart_layout_fit (const PoplensChartLayout *self,
                                           const PoplensItemRange *ranges, guint n);

/* Draws at (0, 0). The caller scales for high-density screens. Does not paint a background. */
void poplens_chart_layout_draw (const PoplensChartLayout *self, cairo_t *cr);

/* State that changes with the pointer and is drawn over a layout, so that nothing is laid out
 * again. */
typedef struct {
  const PoplensItemRange *selected; /* selected ranges, ascending and disjoint */
  guint n_selected;
  gboolean has_hover;
  gsize hover; /* item under the pointer */
  gboolean dragging;
  double drag_from, drag_to;     /* start and end of a drag, as positions; FLOOR: x in pixels */
  gboolean focused;              /* draw the focus ring and the cursor */
  gsize cursor;                  /* item of the keyboard cursor */
  const PoplensItemRange *found; /* search matches, ascending and disjoint; AREAS charts draw them
                                    as ticks above the plot */
  guint n_found;
  gboolean outlined; /* .found are occurrences of a finding: drawn in the colour of the selection */
  /* From here to .n_marked: fields for LANES charts. FLOOR charts use .has_current and .current,
   * too. */
  gboolean has_span; /* a range of the axis is selected */
  double span_from, span_to;
  const struct _PoplensLaneFound *lane_found; /* (nullable): search matches of LANES charts */
  gboolean has_current;
  gsize current; /* item of the current search match */
  const PoplensItemRange
      *marked; /* ranges of positions to mark, across all rows; ascending, disjoint */
  guint n_marked;
  /* Fields of FLOOR charts. */
  double drag_top, drag_bottom; /* y of the start and end of a drag, in pixels */
  /* A field of TREEMAP charts. */
  gboolean hover_more; /* the pointer is over a cell "12 more"; .hover is the group that contains
                          the 12 items */
} PoplensChartOverlay;
void poplens_chart_layout_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                        const PoplensChartOverlay *overlay);
/* Draws search matches as ticks at the foot of an overview. @positions: [n], ascending. */
void poplens_chart_layout_draw_hits (const PoplensChartLayout *self, cairo_t *cr,
                                     const double *positions, gsize n);
/* Draws flags at the top of an overview or LANES chart. @positions: [n], ascending. */
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
  POPLENS_CHART_HIT_ITEM, /* an item: .item is its index, .series is the series at the point, or -1
                           */
  POPLENS_CHART_HIT_LEGEND,      /* legend entry of .series */
  POPLENS_CHART_HIT_LIMIT,       /* the limit line, or the text that shows a limit off scale */
  POPLENS_CHART_HIT_HANDLE_FROM, /* overview: handle at the start of the visible range */
  POPLENS_CHART_HIT_HANDLE_TO,
  POPLENS_CHART_HIT_WINDOW,
  POPLENS_CHART_HIT_GROUP, /* LANES: name of a collapsible group: .item is the group */
  POPLENS_CHART_HIT_RUN,   /* LANES: bar of a run; ADDRESS: bar of a region; .item is its index */
  POPLENS_CHART_HIT_BREAK, /* LANES, ADDRESS: mark of a folded range of the axis; .item is the index
                              of the range */
  POPLENS_CHART_HIT_AREA,  /* LANES: area plot above the lanes; .item is the index of the value at
                              the point */
  POPLENS_CHART_HIT_PATH,  /* TREEMAP: a name in the path above the cells; .item is the node with
                              that name */
  POPLENS_CHART_HIT_MORE,  /* TREEMAP: a cell "12 more"; .item is the group that contains the 12
                              items, .n_items is 12 */
  POPLENS_CHART_HIT_ROW,   /* LANES: the cross that removes a row; .item is the index of the row */
  POPLENS_CHART_HIT_FIELD, /* LANES: a line of a field; .item is the group of the field, .n_items
                              the index of the line */
} PoplensChartHitArea;

typedef struct {
  PoplensChartHitArea area;
  gsize item;
  int series;
  gsize n_items; /* number of items in the drawn box at the point; 0 if this kind of chart does not
                    count them */
} PoplensChartHit;

/* Returns the element at (@x, @y). If several items share a pixel column, .item is the item with
 * the highest value. If several blocks share a box of a LANES chart, .item is the visible block
 * nearest to @x. */
PoplensChartHit poplens_chart_layout_hit (const PoplensChartLayout *self, double x, double y);

/* Converts a pixel to a position on the axis, clamped to the view. The position can be fractional.
 * The axis of a BARS chart is vertical, so @x is a y coordinate there. */
double poplens_chart_layout_x_to_position (const PoplensChartLayout *self, double x);
/* Converts a position on the axis, clamped to the view, to a pixel. */
double poplens_chart_layout_position_to_x (const PoplensChartLayout *self, double position);
/* Returns the rectangle of an item. FALSE if it is out of view. */
gboolean poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x,
                                         double *y, double *width, double *height);
/* Returns the height in pixels of all rows of a LANES chart, including rows out of view. For other
 * kinds, returns the height of the layout. */
double poplens_chart_layout_get_content_height (const PoplensChartLayout *self);
/* Returns the rectangle of the plot, inside axes and legend. */
void poplens_chart_layout_get_plot (const PoplensChartLayout *self, double *x, double *y,
                                    double *width, double *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChart, poplens_chart_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensChartLayout, poplens_chart_layout_free)

G_END_DECLS
