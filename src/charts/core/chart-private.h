/* What a chart holds; for the files of this room only. */
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
} PoplensSeries;

typedef struct {
  gsize first;
  char *name;
} PoplensItemGroup;

typedef struct {
  gsize item;
  char *text; /* (nullable) */
} PoplensMark;

typedef struct _PoplensDifference PoplensDifference;
typedef struct _PoplensLaneData PoplensLaneData;
typedef struct _PoplensFloorData PoplensFloorData;
typedef struct _PoplensTreemapData PoplensTreemapData;

/* Texts of items, asked for one by one. */
typedef struct {
  PoplensItemNameFunc text; /* (nullable) */
  gpointer data;
  GDestroyNotify free_data;
} PoplensItemTexts;

struct _PoplensChart {
  gatomicrefcount refs;
  PoplensChartKind kind;
  char *title;
  gsize n_items;
  PoplensChartUnit unit;
  PoplensByteUnit byte_unit;
  GArray *series; /* of PoplensSeries */
  GArray *groups; /* of PoplensItemGroup, rising */
  GArray *marks;  /* of PoplensMark, as added */
  gboolean has_limit;
  char *limit_name;
  guint64 limit;
  char *axis_title; /* (nullable) */
  char *source;     /* (nullable) where the numbers come from */
  char *empty_text; /* nullable */
  char *item_name;  /* "item" until set */
  guint32 *numbers; /* (nullable): n_items of them */
  gboolean counts;  /* each number is one more than the last: the axis has numbers, not positions */
  char **texts;     /* (nullable): n_items of them, each (nullable) */
  PoplensItemTexts names, notes;
  PoplensDifference *difference; /* (nullable): charts/difference/difference.h */
  double max_value; /* highest stack or line that is visible: the scale, kept while building */
  double *totals;   /* (nullable): what the visible bands of each item add up to */
  guint n_visible;
  PoplensLaneData *lanes;      /* LANES and ADDRESS only */
  PoplensFloorData *floor;     /* FLOOR only */
  PoplensTreemapData *treemap; /* TREEMAP only */
};

static inline const PoplensSeries *
poplens_chart_series (const PoplensChart *self, guint series)
{
  return &g_array_index (self->series, PoplensSeries, series);
}

/* A series that is drawn on those below it; in BARS charts every visible one. */
static inline gboolean
poplens_series_is_stacked (const PoplensChart *self, const PoplensSeries *series)
{
  return !series->hidden &&
         (series->kind == POPLENS_SERIES_BAND || self->kind == POPLENS_CHART_KIND_BARS);
}

static inline gboolean
poplens_series_is_change (const PoplensSeries *series)
{
  return series->kind == POPLENS_SERIES_CHANGE;
}

/* Drawn with its values: neither hidden nor a part of the difference. */
static inline gboolean
poplens_series_is_drawn (const PoplensSeries *series)
{
  return !series->hidden && !poplens_series_is_change (series);
}

/* (nullable) (transfer full) */
char *poplens_chart_item_name (const PoplensChart *self, gsize item);
/* Adds what is noted of @item, each line after a line feed. */
void poplens_chart_append_notes (const PoplensChart *self, GString *out, gsize item);
/* "312 KiB (320,000 B)"; the exact number only where the short one rounds. */
void poplens_chart_append_exact (const PoplensChart *self, GString *out, guint64 value);
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

G_END_DECLS
