/* What a chart holds, and what is asked of its kind; for the files of this room only. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Above this many series, those without a value are left out of an item's lines. */
#define POPLENS_MANY_SERIES 8

typedef struct {
  PoplensSeriesKind kind;
  char *key, *name;
  PoplensInk ink;
  guint shade;
  guint64 *values; /* n_items of them; NULL in a chart without items */
  gboolean hidden;
  guint8 *absent;  /* n_items: not 0 where there is no value; or NULL */
  guint64 *before; /* CHANGE: n_items of them */
  guint64 *spread; /* (nullable): LINE: n_items of them */
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

/* What positions along an axis are. */
typedef struct {
  gboolean whole; /* whole things: the last one of a range is in it */
  gboolean is_address;
  guint64 hz;       /* of cycles: of nominal time; 0: none */
  gboolean in_time; /* the axis is in it */
} PoplensRangeAxis;

/* A kind of chart. core calls these and knows none of them; where one is NULL, it does what its
 * comment says. A kind keeps in .data of its charts and of its layouts what no other knows: see
 * poplens_lanes () for how it gets at that. */
struct _PoplensChartKind {
  /* Its values are drawn from zero to one scale: a chart keeps .totals and .max_value. */
  gboolean has_scale;
  /* Every series is stacked, not bands alone. */
  gboolean stacks_all;
  /* What the legend fills the chip of a series with. NULL: its colour, as transparent as areas. */
  PoplensColor (*get_chip) (const PoplensChartLayout *layout, guint series);

  /* .data of a new chart; NULL: none at first. */
  gpointer (*data_new) (void);
  void (*data_free) (gpointer data); /* NULL: never any */
  /* NULL: its series have values, one an item. */
  guint64 (*get_value) (const PoplensChart *chart, guint series, gsize item);
  /* At a width. NULL: as high as there is room. */
  double (*natural_height) (const PoplensChart *chart, double width);
  double more_height; /* that it needs beyond what areas do */

  /* In words; of items that there are, and ranges that are not empty. */
  void (*describe_item) (const PoplensChart *chart, GString *out, gsize item);
  void (*describe_range) (const PoplensChart *chart, GString *out, PoplensItemRange range);
  /* NULL: as the range of the items that are touched. */
  void (*describe_span) (const PoplensChart *chart, GString *out, guint64 from, guint64 to);
  /* NULL: as the span from its begin to its end. */
  void (*describe_view) (const PoplensChart *chart, GString *out, const PoplensChartView *view);

  /* What positions are. NULL: items, by their noun. */
  void (*get_range_axis) (const PoplensChart *chart, PoplensRangeAxis *axis);
  /* The ends of the axis. NULL: all items. */
  void (*get_extent) (const PoplensChart *chart, double *from, double *to);
  /* FALSE, or NULL: a chart opens with all of it. */
  gboolean (*get_opening) (const PoplensChart *chart, double *from, double *to);
  /* To positions without what is folded away, and back: at a fold its begin, or with @behind its
   * end. NULL: nothing is ever. */
  double (*fold) (const PoplensChart *chart, double position);
  double (*unfold) (const PoplensChart *chart, double folded, gboolean behind);
  /* Positions of a range of items. NULL: items are positions. */
  void (*get_span) (const PoplensChart *chart, PoplensItemRange range, double *from, double *to);
  /* NULL: poplens_chart_clamp_to_axis () */
  PoplensChartView (*clamp_view) (const PoplensChart *chart, PoplensChartView view);
  /* NULL, all three: along the axis alone. */
  PoplensChartView (*zoom) (const PoplensChartLayout *layout, double factor, double x, double y);
  PoplensChartView (*pan) (const PoplensChartLayout *layout, double dx, double dy);
  PoplensChartView (*fit) (const PoplensChartLayout *layout, const PoplensItemRange *ranges,
                           guint n);

  void (*lay_out) (PoplensChartLayout *layout);
  /* The strip of the whole, which has no .data. NULL: the kind has none. */
  void (*lay_out_overview) (PoplensChartLayout *layout);
  void (*layout_free) (gpointer data);
  /* NULL: as high as the layout. */
  double (*content_height) (const PoplensChartLayout *layout);

  /* Of layouts that are not empty; the overview's too, and where no zone is. */
  PoplensChartHit (*hit) (const PoplensChartLayout *layout, double x, double y);
  /* Never of the overview. */
  gboolean (*item_rect) (const PoplensChartLayout *layout, gsize item, PoplensRect *rect);
  /* NULL: items as stripes across the plot, as over every overview. */
  void (*draw_overlay) (const PoplensChartLayout *layout, cairo_t *cr,
                        const PoplensChartOverlay *overlay);
};

/* Texts of items, asked for one by one. */
typedef struct {
  PoplensItemNameFunc text; /* (nullable) */
  gpointer data;
  GDestroyNotify free_data;
} PoplensItemTexts;

struct _PoplensChart {
  gatomicrefcount refs;
  const PoplensChartKind *kind;
  gpointer data; /* (nullable): of its kind */
  char *title;
  gsize n_items;
  PoplensChartUnit unit;
  PoplensByteUnit byte_unit;
  GArray *series; /* of PoplensSeries */
  GArray *groups; /* of PoplensItemGroup, rising */
  GArray *marks;  /* of PoplensMark, as added */
  guint64 base;   /* where the axis of values begins */
  guint64 top;    /* and how far it reaches at least */
  gboolean has_limit;
  char *limit_name;
  guint64 limit;
  char *apart_title, *bands_title; /* (nullable): of plots for lines and for bands */
  char *axis_title;                /* (nullable) */
  char *source;                    /* (nullable) where the numbers come from */
  char *empty_text;                /* nullable */
  gboolean shares;                 /* values are said with their share of the total */
  gboolean no_legend;
  char *item_name;  /* "item" until set */
  guint32 *numbers; /* (nullable): n_items of them */
  gboolean counts;  /* each number is one more than the last: the axis has numbers, not positions */
  char **texts;     /* (nullable): n_items of them, each (nullable) */
  GStrv ticks;      /* (nullable): n_items of them, "" for none */
  gsize bold;       /* the item whose tick comes first and is bold, or any other number */
  gboolean columns; /* AREAS: a stack an item, apart from one another */
  guint named;      /* … the series whose blocks have its name … */
  gsize named_from; /* … from this item on */
  PoplensItemTexts names, notes;
  double max_value; /* highest stack or line that is visible: the scale, kept while building */
  double max_stack; /* the same of the bands alone */
  double *totals;   /* (nullable): what the visible bands of each item add up to */
  guint n_visible;
};

static inline const PoplensSeries *
poplens_chart_series (const PoplensChart *self, guint series)
{
  return &g_array_index (self->series, PoplensSeries, series);
}

/* It is a tint within an outline. */
static inline gboolean
poplens_series_kind_waits (PoplensSeriesKind kind)
{
  return kind == POPLENS_SERIES_WAITING || kind == POPLENS_SERIES_QUIET;
}

/* Nothing is there. */
static inline gboolean
poplens_series_is_gap (const PoplensSeries *series)
{
  return series->kind == POPLENS_SERIES_GAP || series->ink == POPLENS_INK_GAPS;
}

/* A visible series that is drawn on those below it. */
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

/* Drawn with its values: neither hidden nor a part of the difference. */
static inline gboolean
poplens_series_is_drawn (const PoplensSeries *series)
{
  return !series->hidden && !poplens_series_is_change (series);
}

/* Adds "tile 5 · its name", as a description begins. */
void poplens_chart_append_name (const PoplensChart *self, GString *out, gsize item);
/* Adds what is noted of @item, each line after a line feed. */
void poplens_chart_append_notes (const PoplensChart *self, GString *out, gsize item);
/* "312 KiB (320,000 B)"; the exact number only where the short one rounds. */
void poplens_chart_append_exact (const PoplensChart *self, GString *out, guint64 value);
/* In the unit of the larger of both. */
void poplens_chart_append_beside (const PoplensChart *self, GString *out, guint64 value,
                                  guint64 other);
/* The group that @item lies in, or NULL. */
const PoplensItemGroup *poplens_chart_group_at (const PoplensChart *self, gsize item);
/* Exact sum of the item's visible bands, or G_MAXUINT64 where it is larger. */
guint64 poplens_chart_total (const PoplensChart *self, gsize item);
/* Where the item's picture ends: its visible stack, or a line above that. */
double poplens_chart_top (const PoplensChart *self, gsize item);
guint poplens_chart_count_stacked (const PoplensChart *self);
/* "312 KiB", "1,234 cycles": short, for labels. */
const char *poplens_chart_format_value (const PoplensChart *self, PoplensNumber buffer,
                                        guint64 value);

/* Brings a view's positions onto the axis (view.c). */
PoplensChartView poplens_chart_clamp_to_axis (const PoplensChart *self, PoplensChartView view);

/* Areas and bars in words (hit.c). */
void poplens_items_describe (const PoplensChart *self, GString *out, gsize item);
void poplens_items_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range);

G_END_DECLS
