/* Fields of a chart, and the functions that a kind of chart implements. Private to the folder
 * charts. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* In charts with more series than this, descriptions of items omit series whose value is 0. */
#define POPLENS_MANY_SERIES 8

typedef struct {
  PoplensSeriesKind kind;
  char *key, *name;
  PoplensInk ink;
  guint shade;
  guint64 *values; /* [n_items]; NULL in a chart without items */
  gboolean hidden;
  guint8 *absent;  /* (nullable): [n_items]: not 0 if there is no value */
  guint64 *before; /* [n_items]: old values, if .kind is CHANGE; .values then has the new values */
  guint64
      *spread; /* (nullable): [n_items]: half the height of the pale band around a LINE series */
} PoplensSeries;

typedef struct {
  gsize first;
  char *name;
} PoplensItemGroup;

typedef struct {
  gsize item;
  char *text; /* (nullable) */
} PoplensMark;

typedef struct {
  double x, y, width, height;
} PoplensRect;

/* Meaning and unit of positions along an axis. */
typedef struct {
  gboolean
      whole; /* TRUE: positions are indices of items, so a written range includes its last number */
  gboolean is_address;
  guint64 hz;       /* cycles per second, for converting cycles to nominal time; 0: unknown */
  gboolean in_time; /* the axis shows time instead of cycles */
} PoplensRangeAxis;

/* A kind of chart, as a table of functions that charts/core calls. The comment of each function
 * says what NULL means. .data of a chart or layout has the type that its kind defines. */
struct _PoplensChartKind {
  /* TRUE: values are drawn from zero on one scale, so the chart maintains .totals and
   * .max_value. */
  gboolean has_scale;
  /* TRUE: all visible series are stacked. FALSE: only series of kind POPLENS_SERIES_BAND are
   * stacked. */
  gboolean stacks_all;
  /* Returns the fill colour of the chip of a series in the legend. NULL: swatch_fill () in legend.c
   * chooses the colour. */
  PoplensColor (*get_chip) (const PoplensChartLayout *layout, guint series);

  /* Creates .data of a new chart. NULL: .data is NULL at first. */
  gpointer (*data_new) (void);
  void (*data_free) (gpointer data); /* (nullable): NULL for charts without .data */
  /* Returns the value of an item in a series. NULL: reads it from .values of the series. */
  guint64 (*get_value) (const PoplensChart *chart, guint series, gsize item);
  /* Returns the natural height of a chart for a width, pixels. NULL: the chart fits any height. */
  double (*natural_height) (const PoplensChart *chart, double width);
  double more_height; /* extra height in a page, compared with an area chart, pixels */

  /* Append the description of an item, or of a range of items, to @out. @item must exist, @range
   * must not be empty. */
  void (*describe_item) (const PoplensChart *chart, GString *out, gsize item);
  void (*describe_range) (const PoplensChart *chart, GString *out, PoplensItemRange range);
  /* Describes positions @from … @to. NULL: describes the range of items at these positions. */
  void (*describe_span) (const PoplensChart *chart, GString *out, guint64 from, guint64 to);
  /* Describes the visible part of a chart. NULL: describes the span from start to end of the view.
   */
  void (*describe_view) (const PoplensChart *chart, GString *out, const PoplensChartView *view);

  /* Sets the meaning of positions on the axis. NULL: a position is the number of an item. */
  void (*get_range_axis) (const PoplensChart *chart, PoplensRangeAxis *axis);
  /* Returns the first and last position of the axis. NULL: the axis spans all items. */
  void (*get_extent) (const PoplensChart *chart, double *from, double *to);
  /* Returns the initial view. NULL, or result FALSE: the initial view is the whole chart. */
  gboolean (*get_opening) (const PoplensChart *chart, double *from, double *to);
  /* Converts a position to the axis without the folded ranges. NULL: charts of this kind have no
   * folds. */
  double (*fold) (const PoplensChart *chart, double position);
  /* Converts a position on the axis without folded ranges back to the full axis. A position at a
   * fold becomes the start of the folded range or, if @behind, its end. */
  double (*unfold) (const PoplensChart *chart, double folded, gboolean behind);
  /* Returns the positions of a range of items. NULL: an item's position is its index. */
  void (*get_span) (const PoplensChart *chart, PoplensItemRange range, double *from, double *to);
  /* Clamps a view to the chart. NULL: charts call poplens_chart_clamp_to_axis () instead. */
  PoplensChartView (*clamp_view) (const PoplensChart *chart, PoplensChartView view);
  /* Return a zoomed, panned or fitted view. NULL: the view changes only along the axis. */
  PoplensChartView (*zoom) (const PoplensChartLayout *layout, double factor, double x, double y);
  PoplensChartView (*pan) (const PoplensChartLayout *layout, double dx, double dy);
  PoplensChartView (*fit) (const PoplensChartLayout *layout, const PoplensItemRange *ranges,
                           guint n);

  void (*lay_out) (PoplensChartLayout *layout);
  /* Lays out the overview. The layout of an overview has no .data. NULL: the kind has no overview.
   */
  void (*lay_out_overview) (PoplensChartLayout *layout);
  void (*layout_free) (gpointer data);
  /* Returns the height of all rows in pixels. NULL: the height of the layout. */
  double (*content_height) (const PoplensChartLayout *layout);

  /* Returns what is at a point that is outside of all hit zones. Called also for overviews, but not
   * for empty layouts. */
  PoplensChartHit (*hit) (const PoplensChartLayout *layout, double x, double y);
  /* Returns the rectangle of an item. Not called for overviews. */
  gboolean (*item_rect) (const PoplensChartLayout *layout, gsize item, PoplensRect *rect);
  /* Draws selection, cursor and search matches. NULL: draws stripes across the plot. Overviews
   * always have stripes. */
  void (*draw_overlay) (const PoplensChartLayout *layout, cairo_t *cr,
                        const PoplensChartOverlay *overlay);
};

/* A function that returns texts of items on demand. */
typedef struct {
  PoplensItemNameFunc text; /* (nullable) */
  gpointer data;
  GDestroyNotify free_data;
} PoplensItemTexts;

struct _PoplensChart {
  gatomicrefcount refs;
  const PoplensChartKind *kind;
  gpointer data; /* (nullable): owned by the kind */
  char *title;
  gsize n_items;
  PoplensChartUnit unit;
  PoplensByteUnit byte_unit;
  GArray *series; /* of PoplensSeries */
  GArray *groups; /* of PoplensItemGroup, ascending */
  GArray *marks;  /* of PoplensMark, in the order added */
  guint64 base;   /* start of the value axis */
  guint64 top;    /* the value axis extends to this value at least */
  gboolean has_limit;
  char *limit_name;
  guint64 limit;
  /* (nullable): titles of the two plots of a chart that shows lines and bands separately. */
  char *apart_title, *bands_title;
  char *axis_title; /* (nullable) */
  char *source;     /* (nullable): provenance of the numbers */
  char *empty_text; /* (nullable) */
  gboolean shares;  /* show values with their share of the total */
  gboolean no_legend;
  char *item_name;  /* default: "item" */
  guint32 *numbers; /* (nullable): [n_items]: numbers that name the items */
  gboolean
      counts; /* TRUE: .numbers are consecutive; the axis then shows these numbers, not positions */
  char **texts; /* (nullable): [n_items], each (nullable): texts that name the items */
  GStrv ticks;  /* (nullable): [n_items]: names under the axis, "" for none */
  gsize bold;   /* index of the item whose tick label is bold and is placed first; n_items or more:
                   none */
  gboolean columns; /* AREAS: one separate column per item */
  guint named; /* charts of columns: index of the series whose blocks contain its name; G_MAXUINT:
                  none */
  gsize
      named_from; /* charts of columns: first item whose block contains the name of series .named */
  PoplensItemTexts names, notes;
  double max_value; /* largest visible stack or line, which sets the scale; updated as series are
                       added */
  double max_stack; /* largest visible stack of bands, without lines */
  double *totals;   /* (nullable): [n_items]: sum of the visible bands */
  guint n_visible;
};

static inline const PoplensSeries *
poplens_chart_series (const PoplensChart *self, guint series)
{
  return &g_array_index (self->series, PoplensSeries, series);
}

/* TRUE if series of this kind show waiting or idle time, drawn as a tint with an outline. */
static inline gboolean
poplens_series_kind_waits (PoplensSeriesKind kind)
{
  return kind == POPLENS_SERIES_WAITING || kind == POPLENS_SERIES_QUIET;
}

/* TRUE if the series shows unused space or time. */
static inline gboolean
poplens_series_is_gap (const PoplensSeries *series)
{
  return series->kind == POPLENS_SERIES_GAP || series->ink == POPLENS_INK_GAPS;
}

/* TRUE if the series is visible and stacked. */
static inline gboolean
poplens_series_is_stacked (const PoplensChart *self, const PoplensSeries *series)
{
  return !series->hidden &&
         (series->kind == POPLENS_SERIES_BAND || self->kind->stacks_all || self->columns);
}

static inline gboolean
poplens_series_is_change (const PoplensSeries *series)
{
  return series->kind == POPLENS_SERIES_CHANGE;
}

static inline gboolean
poplens_series_is_absent (const PoplensSeries *series, gsize item)
{
  return series->absent && series->absent[item];
}

/* TRUE if the series is visible, and not of kind CHANGE. */
static inline gboolean
poplens_series_is_drawn (const PoplensSeries *series)
{
  return !series->hidden && !poplens_series_is_change (series);
}

/* Appends the label and name of an item, the start of a description: "Tile 5 · name". */
void poplens_chart_append_name (const PoplensChart *self, GString *out, gsize item);
/* Appends the notes of @item, each line after a newline. */
void poplens_chart_append_notes (const PoplensChart *self, GString *out, gsize item);
/* Appends a value, and its exact number if the value is rounded: "312 KiB (320,000 B)". */
void poplens_chart_append_exact (const PoplensChart *self, GString *out, guint64 value);
/* Appends @value, formatted in the unit that suits the larger of @value and @other. */
void poplens_chart_append_beside (const PoplensChart *self, GString *out, guint64 value,
                                  guint64 other);
/* Returns the group of @item. (nullable) */
const PoplensItemGroup *poplens_chart_group_at (const PoplensChart *self, gsize item);
/* Returns the exact sum of the item's visible bands, saturated at G_MAXUINT64. */
guint64 poplens_chart_total (const PoplensChart *self, gsize item);
/* Returns the highest value drawn for @item: the top of the stack, or of a line above the stack. */
double poplens_chart_top (const PoplensChart *self, gsize item);
guint poplens_chart_count_stacked (const PoplensChart *self);
/* Formats a value in short form, for labels: "312 KiB", "1,234 cycles". */
const char *poplens_chart_format_value (const PoplensChart *self, PoplensNumber buffer,
                                        guint64 value);

/* Clamps the positions of a view to the axis (view.c). */
PoplensChartView poplens_chart_clamp_to_axis (const PoplensChart *self, PoplensChartView view);

/* Describe items of areas and bars (hit.c). */
void poplens_items_describe (const PoplensChart *self, GString *out, gsize item);
void poplens_items_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range);

G_END_DECLS
