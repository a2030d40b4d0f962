/* Chart objects: building, series, scale, labels and groups of items. */
#include "charts/core/chart-private.h"

#include "base/search.h"

static void
series_clear (gpointer data)
{
  PoplensSeries *series = data;

  g_free (series->key);
  g_free (series->name);
  g_free (series->values);
  g_free (series->before);
  g_free (series->spread);
  g_free (series->absent);
}

static void
group_clear (gpointer data)
{
  g_free (((PoplensItemGroup *) data)->name);
}

static void
mark_clear (gpointer data)
{
  g_free (((PoplensMark *) data)->text);
}

PoplensChart *
poplens_chart_new (const PoplensChartKind *kind, const char *title, gsize n_items,
                   PoplensChartUnit unit, PoplensByteUnit byte_unit)
{
  PoplensChart *self = g_new0 (PoplensChart, 1);

  g_atomic_ref_count_init (&self->refs);
  self->kind = kind;
  self->title = g_strdup (title);
  self->n_items = n_items;
  self->unit = unit;
  self->byte_unit = byte_unit;
  self->item_name = g_strdup ("item");
  self->series = g_array_new (FALSE, TRUE, sizeof (PoplensSeries));
  self->groups = g_array_new (FALSE, TRUE, sizeof (PoplensItemGroup));
  self->marks = g_array_new (FALSE, TRUE, sizeof (PoplensMark));
  g_array_set_clear_func (self->series, series_clear);
  g_array_set_clear_func (self->marks, mark_clear);
  g_array_set_clear_func (self->groups, group_clear);
  self->data = kind->data_new ? kind->data_new () : NULL;
  return self;
}

PoplensChart *
poplens_chart_ref (PoplensChart *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

static void
item_texts_set (PoplensItemTexts *self, PoplensItemNameFunc text, gpointer data,
                GDestroyNotify free_data)
{
  if (self->free_data)
    self->free_data (self->data);
  *self = (PoplensItemTexts){text, data, free_data};
}

static void
free_texts (PoplensChart *self)
{
  for (gsize i = 0; self->texts && i < self->n_items; i++)
    g_free (self->texts[i]);
  g_clear_pointer (&self->texts, g_free);
}

void
poplens_chart_unref (PoplensChart *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->series);
  g_array_unref (self->groups);
  g_array_unref (self->marks);
  item_texts_set (&self->names, NULL, NULL, NULL);
  item_texts_set (&self->notes, NULL, NULL, NULL);
  free_texts (self);
  g_strfreev (self->ticks);
  g_free (self->title);
  g_free (self->limit_name);
  g_free (self->apart_title);
  g_free (self->bands_title);
  g_free (self->axis_title);
  g_free (self->source);
  g_free (self->empty_text);
  g_free (self->item_name);
  g_free (self->numbers);
  g_free (self->totals);
  if (self->data)
    self->kind->data_free (self->data);
  g_free (self);
}

/* Extends the scale by a series. The scale spans all items, not only those in view, so that it does
 * not change while panning. Uses doubles, as sums of bands can exceed 2^64. */
static void
add_to_scale (PoplensChart *self, const PoplensSeries *series)
{
  gboolean stacked = poplens_series_is_stacked (self, series);

  if (stacked && !self->totals)
    self->totals = g_new0 (double, self->n_items);
  for (gsize i = 0; i < self->n_items; i++) {
    double value = series->values[i];
    if (stacked)
      value = self->totals[i] += value;
    if (stacked)
      self->max_stack = MAX (self->max_stack, value);
    self->max_value = MAX (self->max_value, value);
  }
}

void
poplens_chart_add_series (PoplensChart *self, PoplensSeriesKind kind, const char *key,
                          const char *name, PoplensInk ink, guint shade, guint64 *values,
                          gboolean hidden)
{
  PoplensSeries series = {kind,   g_strdup (key), g_strdup (name ? name : key), ink, shade,
                          values, hidden};

  if (!series.values && !self->kind->get_value)
    series.values = g_new0 (guint64, self->n_items);
  g_array_append_val (self->series, series);
  if (hidden)
    return;
  self->n_visible++;
  if (self->n_items && self->kind->has_scale && !poplens_series_is_change (&series))
    add_to_scale (self, &series);
}

void
poplens_chart_set_absent (PoplensChart *self, guint8 *absent)
{
  PoplensSeries *series = &g_array_index (self->series, PoplensSeries, self->series->len - 1);

  g_free (series->absent);
  series->absent = absent;
}

void
poplens_chart_set_spread (PoplensChart *self, guint64 *spread)
{
  PoplensSeries *series = &g_array_index (self->series, PoplensSeries, self->series->len - 1);

  g_free (series->spread);
  series->spread = spread;
}

void
poplens_chart_set_limit (PoplensChart *self, const char *name, guint64 value)
{
  g_free (self->limit_name);
  self->limit_name = g_strdup (name ? name : "limit");
  self->limit = value;
  self->has_limit = TRUE;
}

void
poplens_chart_set_base (PoplensChart *self, guint64 base)
{
  self->base = base;
}

void
poplens_chart_set_apart (PoplensChart *self, const char *lines, const char *bands)
{
  g_free (self->apart_title);
  g_free (self->bands_title);
  self->apart_title = g_strdup (lines);
  self->bands_title = g_strdup (bands);
}

void
poplens_chart_set_top (PoplensChart *self, guint64 top)
{
  self->top = top;
}

void
poplens_chart_set_empty_text (PoplensChart *self, const char *text)
{
  g_free (self->empty_text);
  self->empty_text = g_strdup (text);
}

void
poplens_chart_set_source (PoplensChart *self, const char *source)
{
  g_free (self->source);
  self->source = g_strdup (source);
}

void
poplens_chart_set_legend (PoplensChart *self, gboolean legend)
{
  self->no_legend = !legend;
}

void
poplens_chart_set_shares (PoplensChart *self, gboolean shares)
{
  self->shares = shares;
}

void
poplens_chart_set_item_axis (PoplensChart *self, const char *axis_title, const char *item_name)
{
  g_free (self->axis_title);
  g_free (self->item_name);
  self->axis_title = g_strdup (axis_title);
  self->item_name = g_strdup (item_name ? item_name : "item");
}

void
poplens_chart_set_item_numbers (PoplensChart *self, guint32 *labels)
{
  g_free (self->numbers);
  self->numbers = labels;
  self->counts = labels && self->n_items > 0;
  for (gsize i = 1; self->counts && i < self->n_items; i++)
    self->counts = labels[i] - labels[0] == i;
}

void
poplens_chart_set_item_texts (PoplensChart *self, char **labels)
{
  free_texts (self);
  self->texts = labels;
}

void
poplens_chart_set_item_ticks (PoplensChart *self, GStrv ticks, gsize bold)
{
  g_strfreev (self->ticks);
  self->ticks = ticks;
  self->bold = bold;
}

void
poplens_chart_set_columns (PoplensChart *self)
{
  self->columns = TRUE;
  self->named = G_MAXUINT;
}

void
poplens_chart_name_blocks (PoplensChart *self, guint series, gsize item)
{
  self->named = series;
  self->named_from = item;
}

void
poplens_chart_add_group (PoplensChart *self, gsize first, const char *name)
{
  PoplensItemGroup group = {first, g_strdup (name ? name : "")};

  g_array_append_val (self->groups, group);
}

void
poplens_chart_add_mark (PoplensChart *self, gsize item, const char *text)
{
  PoplensMark mark = {item, g_strdup (text)};

  if (item < self->n_items)
    g_array_append_val (self->marks, mark);
  else
    g_free (mark.text);
}

void
poplens_chart_set_item_names (PoplensChart *self, PoplensItemNameFunc name, gpointer data,
                              GDestroyNotify free_data)
{
  item_texts_set (&self->names, name, data, free_data);
}

void
poplens_chart_set_item_notes (PoplensChart *self, PoplensItemNameFunc notes, gpointer data,
                              GDestroyNotify free_data)
{
  item_texts_set (&self->notes, notes, data, free_data);
}

const PoplensChartKind *
poplens_chart_get_kind (const PoplensChart *self)
{
  return self->kind;
}

const char *
poplens_chart_get_title (const PoplensChart *self)
{
  return self->title;
}

gsize
poplens_chart_get_n_items (const PoplensChart *self)
{
  return self->n_items;
}

const char *
poplens_chart_get_item_noun (const PoplensChart *self)
{
  return self->item_name;
}

gboolean
poplens_chart_has_overview (const PoplensChart *self)
{
  return self->kind->lay_out_overview != NULL;
}

double
poplens_chart_natural_height (const PoplensChart *self, double width)
{
  return self->kind->natural_height ? self->kind->natural_height (self, width) : 0;
}

double
poplens_chart_block_height (const PoplensChart *self, double usual, double width)
{
  double natural = poplens_chart_natural_height (self, width);

  return natural > 0 ? natural : usual + self->kind->more_height;
}

const char *
poplens_chart_get_empty_text (const PoplensChart *self)
{
  return self->series->len ? NULL : self->empty_text;
}

guint
poplens_chart_get_n_series (const PoplensChart *self)
{
  return self->series->len;
}

const char *
poplens_chart_get_series_key (const PoplensChart *self, guint series)
{
  return series < self->series->len ? poplens_chart_series (self, series)->key : NULL;
}

const char *
poplens_chart_get_series_name (const PoplensChart *self, guint series)
{
  return series < self->series->len ? poplens_chart_series (self, series)->name : NULL;
}

gboolean
poplens_chart_is_series_hidden (const PoplensChart *self, guint series)
{
  return series < self->series->len && poplens_chart_series (self, series)->hidden;
}

guint64
poplens_chart_get_value (const PoplensChart *self, guint series, gsize item)
{
  if (series >= self->series->len || item >= self->n_items)
    return 0;
  if (self->kind->get_value)
    return self->kind->get_value (self, series, item);
  return poplens_chart_series (self, series)->values[item];
}

const char *
poplens_chart_get_item_label (const PoplensChart *self, gsize item, PoplensNumber buffer)
{
  gsize number = item;

  if (self->texts && item < self->n_items && self->texts[item])
    return self->texts[item];
  if (self->numbers && item < self->n_items)
    number = self->numbers[item];
  /* Do not group digits: the user may type this name into a field. */
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%" G_GSIZE_FORMAT, number);
  return buffer;
}

const PoplensItemGroup *
poplens_chart_group_at (const PoplensChart *self, gsize item)
{
  guint low = 0, high = self->groups->len;

  POPLENS_SEARCH (low, high, at, g_array_index (self->groups, PoplensItemGroup, at).first <= item);
  return low ? &g_array_index (self->groups, PoplensItemGroup, low - 1) : NULL;
}

guint64
poplens_chart_total (const PoplensChart *self, gsize item)
{
  guint64 total = 0;

  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (poplens_series_is_stacked (self, series) &&
        !g_uint64_checked_add (&total, total, series->values[item]))
      return G_MAXUINT64;
  }
  return total;
}

guint
poplens_chart_count_stacked (const PoplensChart *self)
{
  guint n = 0;

  for (guint s = 0; s < self->series->len; s++)
    n += poplens_series_is_stacked (self, poplens_chart_series (self, s));
  return n;
}

double
poplens_chart_top (const PoplensChart *self, gsize item)
{
  double height = self->totals ? self->totals[item] : 0;

  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (poplens_series_is_drawn (series))
      height = MAX (height, (double) series->values[item]);
  }
  return height;
}
