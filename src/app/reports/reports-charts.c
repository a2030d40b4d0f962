/* PoplensReportsCharts: makes a block of charts for each model with several reports, and one for
 * all other models; and arranges the charts in a block. */
#include "app/reports/reports-charts.h"

#include "app/chart/chart-widget.h"
#include "app/widgets/layouts.h"
#include "pages/reports/series-chart.h"

/* A model with at least this many reports is drawn as a series, with time as the axis. */
#define LEAST_SERIES 4
/* A series of up to this many reports is drawn as columns, a longer one as a line. */
#define MOST_COLUMNS 40
/* MOST_BLOCKS: maximum number of models that are drawn. MOST_ROWS: maximum number of reports in a
 * block of bars; the latest are drawn. */
#define MOST_BLOCKS 12
#define MOST_ROWS 40

typedef struct {
  GtkWidget *box, *title, *fact, *chart;
} ChartCard;

/* Charts of the reports of one model, or of all models that have a single report. */
typedef struct {
  GtkWidget *box, *head, *name, *fact;
  gboolean is_series;
  ChartCard cards[4]; /* the first shows program times; in a series, the others are small charts of
                         other measures; in a block of bars, the second shows the fullest tiles */
  const char *series; /* model, owned by the list; NULL: all models that have a single report */
  GArray *reports;    /* of guint32: for each chart item, its report's index in the list */
} ChartBlock;

static const PoplensReportMeasure small_measures[] = {
    POPLENS_MEASURE_ITERATION, POPLENS_MEASURE_FULLEST, POPLENS_MEASURE_PEAK};

#define N_SMALL G_N_ELEMENTS (small_measures)

struct _PoplensReportsCharts {
  AdwBin parent;
  GtkBox *box;
  GPtrArray *blocks;       /* of ChartBlock */
  PoplensReportList *list; /* (nullable): reports that are drawn */
};

G_DEFINE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, ADW_TYPE_BIN)

static void
block_free (gpointer data)
{
  ChartBlock *self = data;

  g_clear_pointer (&self->reports, g_array_unref);
  g_free (self);
}

/* ---- layout of a series ---------------------------------------------------------------------- */

/* Layout of a series: the columns, and the small charts to their right. With less space, the small
 * charts are in a row below the columns. In a narrow window, they are stacked. */

#define SPACE 12
#define SMALL_SPACE 6
#define WIDE 980
#define ROW 460
#define SMALL_WIDTH 400
#define HEIGHT 336
#define MAIN_HEIGHT 204
#define SMALL_HEIGHT 100

static int
count_small (GtkWidget *box)
{
  int n = 0;

  for (GtkWidget *card = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box)); card;
       card = gtk_widget_get_next_sibling (card))
    n += gtk_widget_get_visible (card);
  return n;
}

static GtkSizeRequestMode
charts_layout_get_request_mode (GtkWidget *box)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
charts_layout_measure (GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  int n = count_small (box);

  *minimum = *natural = 0;
  for (GtkWidget *card = gtk_widget_get_first_child (box); card;
       card = gtk_widget_get_next_sibling (card)) {
    int least;
    gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    *minimum = MAX (*minimum, least);
  }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, WIDE);
  else if (!n || for_size < 0 || for_size >= WIDE)
    *minimum = *natural = HEIGHT;
  else
    *minimum = *natural = MAIN_HEIGHT + (for_size < ROW ? n : 1) * (SPACE + SMALL_HEIGHT);
}

static void
charts_layout_allocate (GtkWidget *box, int width, int height, int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (box);
  int n = count_small (box), i = 0;
  gboolean wide = n && width >= WIDE, row = !wide && width >= ROW;
  int main_width = wide ? width - SMALL_WIDTH - SPACE : width;
  int each_height = wide ? (height - (n - 1) * SMALL_SPACE) / n : SMALL_HEIGHT;
  int each_width = wide ? SMALL_WIDTH : row && n ? (width - (n - 1) * SPACE) / n : width;

  poplens_place_child (box, first, 0, 0, main_width, !n || wide ? height : MAIN_HEIGHT);
  for (GtkWidget *card = gtk_widget_get_next_sibling (first); card;
       card = gtk_widget_get_next_sibling (card)) {
    if (!gtk_widget_get_visible (card))
      continue;
    int x = wide ? main_width + SPACE : row ? i * (each_width + SPACE) : 0;
    int y = wide  ? i * (each_height + SMALL_SPACE)
            : row ? MAIN_HEIGHT + SPACE
                  : MAIN_HEIGHT + SPACE + i * (SMALL_HEIGHT + SPACE);
    poplens_place_child (box, card, x, y, each_width, each_height);
    i++;
  }
}

/* ---- layout of bars -------------------------------------------------------------------------- */

/* Layout of a block of bars: bars of program time and, to their right, bars of the fullest tile.
 * With less space, the bars of the fullest tile are below the others. */

#define BARS_WIDE 720
#define TILE_WIDTH 340

static void
bars_layout_measure (GtkWidget *box, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean wide = for_size >= BARS_WIDE;
  int heights[2], i = 0;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *natural = BARS_WIDE;
    return;
  }
  for (GtkWidget *card = gtk_widget_get_first_child (box); card && i < 2;
       card = gtk_widget_get_next_sibling (card), i++)
    gtk_widget_measure (card, orientation,
                        !wide ? for_size
                        : i   ? TILE_WIDTH
                              : for_size - TILE_WIDTH - SPACE,
                        &heights[i], NULL, NULL, NULL);
  *minimum = *natural = wide ? MAX (heights[0], heights[1]) : heights[0] + heights[1];
}

static void
bars_layout_allocate (GtkWidget *box, int width, int height, int baseline)
{
  GtkWidget *time = gtk_widget_get_first_child (box), *tile = gtk_widget_get_last_child (box);
  gboolean wide = width >= BARS_WIDE;
  int time_width = wide ? width - TILE_WIDTH - SPACE : width;
  int tile_width = wide ? TILE_WIDTH : width, time_height, tile_height;

  gtk_widget_measure (time, GTK_ORIENTATION_VERTICAL, time_width, &time_height, NULL, NULL, NULL);
  gtk_widget_measure (tile, GTK_ORIENTATION_VERTICAL, tile_width, &tile_height, NULL, NULL, NULL);
  poplens_place_child (box, time, 0, wide ? height - time_height : 0, time_width, time_height);
  poplens_place_child (box, tile, width - tile_width, height - tile_height, tile_width,
                       tile_height);
}

/* ---- building -------------------------------------------------------------------------------- */

static void
on_select_items (GtkWidget *chart, guint64 from, guint64 to, int mode, gpointer data)
{
  PoplensReportsCharts *self = data;
  const ChartBlock *block = g_object_get_data (G_OBJECT (chart), "poplens-block");

  if (to > from && block->reports && from < block->reports->len)
    g_signal_emit_by_name (self, "chosen", g_array_index (block->reports, guint32, (guint) from));
}

static GtkWidget *
reports_label_new (const char *style, gboolean expand)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, expand);
  gtk_widget_add_css_class (label, style);
  return label;
}

static void
card_init (ChartCard *self, PoplensReportsCharts *charts, ChartBlock *block, GtkWidget *parent)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->title = reports_label_new ("reports-title", FALSE);
  self->fact = reports_label_new ("reports-figure", TRUE);
  /* Above a small chart, align the figure with the right end of the chart. */
  gtk_label_set_xalign (GTK_LABEL (self->fact),
                        block->is_series && gtk_widget_get_first_child (parent) ? 1 : 0);
  self->chart = poplens_chart_widget_new ();
  gtk_widget_add_css_class (head, "reports-card-head");
  gtk_widget_set_size_request (self->chart, 140, block->is_series ? 60 : -1);
  if (!block->is_series)
    poplens_chart_widget_set_usual_height (POPLENS_CHART_WIDGET (self->chart), 60);
  gtk_widget_set_hexpand (self->chart, TRUE);
  gtk_widget_set_vexpand (self->chart, block->is_series);
  g_object_set_data (G_OBJECT (self->chart), "poplens-block", block);
  g_signal_connect_object (self->chart, "select-items", G_CALLBACK (on_select_items), charts, 0);
  gtk_box_append (GTK_BOX (head), self->title);
  gtk_box_append (GTK_BOX (head), self->fact);
  gtk_box_append (GTK_BOX (self->box), head);
  gtk_box_append (GTK_BOX (self->box), self->chart);
  gtk_box_append (GTK_BOX (parent), self->box);
}

static void
add_series_cards (ChartBlock *self, PoplensReportsCharts *charts)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (row, gtk_custom_layout_new (charts_layout_get_request_mode,
                                                             charts_layout_measure,
                                                             charts_layout_allocate));
  for (guint c = 0; c <= N_SMALL; c++) {
    card_init (&self->cards[c], charts, self, row);
    gtk_widget_add_css_class (self->cards[c].box, "card");
    gtk_widget_add_css_class (self->cards[c].box, c ? "reports-small" : "reports-main");
  }
  gtk_box_append (GTK_BOX (self->box), row);
}

static void
add_bar_cards (ChartBlock *self, PoplensReportsCharts *charts)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (row,
                                 gtk_custom_layout_new (charts_layout_get_request_mode,
                                                        bars_layout_measure, bars_layout_allocate));
  for (guint c = 0; c < 2; c++) {
    card_init (&self->cards[c], charts, self, row);
    gtk_widget_hide (gtk_widget_get_first_child (self->cards[c].box));
  }
  gtk_box_append (GTK_BOX (self->box), row);
  gtk_widget_add_css_class (self->box, "card");
}

static ChartBlock *
block_new (PoplensReportsCharts *charts, gboolean is_series)
{
  ChartBlock *self = g_new0 (ChartBlock, 1);

  self->is_series = is_series;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->name = reports_label_new ("reports-title", FALSE);
  self->fact = reports_label_new ("reports-figure", TRUE);
  gtk_widget_add_css_class (self->head, "reports-card-head");
  gtk_box_append (GTK_BOX (self->head), self->name);
  gtk_box_append (GTK_BOX (self->head), self->fact);
  gtk_box_append (GTK_BOX (self->box), self->head);
  if (is_series)
    add_series_cards (self, charts);
  else
    add_bar_cards (self, charts);
  gtk_box_append (charts->box, self->box);
  return self;
}

static void
drop_blocks (PoplensReportsCharts *self, guint from)
{
  for (guint b = from; b < self->blocks->len; b++)
    gtk_box_remove (self->box, ((ChartBlock *) g_ptr_array_index (self->blocks, b))->box);
  g_ptr_array_set_size (self->blocks, (int) from);
}

/* Returns the block at index @at: a series or a block of bars. If the existing block is of that
 * kind, reuses it, so that nothing moves when charts are updated. */
static ChartBlock *
take_block (PoplensReportsCharts *self, guint at, gboolean is_series)
{
  ChartBlock *block = at < self->blocks->len ? g_ptr_array_index (self->blocks, at) : NULL;

  if (block && block->is_series == is_series)
    return block;
  drop_blocks (self, at);
  block = block_new (self, is_series);
  g_ptr_array_add (self->blocks, block);
  return block;
}

/* ---- contents -------------------------------------------------------------------------------- */

static void
card_show (ChartCard *self, PoplensChart *chart, const char *title, const char *fact)
{
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->fact), fact);
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (self->chart), chart);
}

static void
show_series (ChartBlock *self, PoplensReportsCharts *charts, const PoplensReportsHeadline *headline,
             PoplensByteUnit unit)
{
  static const char *const titles[] = {"Iteration", "Fullest Tile", "Peak Live"};
  PoplensReportList *list = charts->list;
  g_autoptr (PoplensChart) program = NULL;
  g_autofree char *outside = poplens_series_chart_outside (list, self->reports);

  if (self->reports->len <= MOST_COLUMNS)
    program = poplens_series_chart_new_columns (list, self->reports, headline);
  else
    program = poplens_series_chart_new (list, self->series, POPLENS_MEASURE_PROGRAM, unit,
                                        self->reports, headline);
  card_show (&self->cards[0], program, "Program Time", outside);
  for (guint c = 0; c < N_SMALL; c++) {
    ChartCard *card = &self->cards[c + 1];
    g_autoptr (PoplensChart) chart = poplens_series_chart_new (
        list, self->series, small_measures[c], unit, self->reports, headline);
    g_autofree char *fact = poplens_series_chart_fact (list, self->series, small_measures[c], unit);
    gtk_widget_set_visible (card->box, chart != NULL);
    card_show (card, chart, titles[c], fact);
  }
}

static void
show_bars (ChartBlock *self, PoplensReportsCharts *charts, gboolean legend, PoplensByteUnit unit)
{
  g_autoptr (PoplensChart) time =
      poplens_series_chart_new_time_bars (charts->list, self->reports, legend);
  g_autoptr (PoplensChart) tile =
      poplens_series_chart_new_tile_bars (charts->list, self->reports, unit);

  card_show (&self->cards[0], time, NULL, NULL);
  card_show (&self->cards[1], tile, NULL, NULL);
}

/* Shows the name of a block, such as "2 reports of one model, 2 IPUs of 1,472 tiles". */
static void
show_name (ChartBlock *self, PoplensReportsCharts *charts, guint n_all)
{
  const PoplensListedReport *first =
      g_ptr_array_index (charts->list->reports, g_array_index (self->reports, guint32, 0));
  PoplensNumber n, ipus, tiles, shown;
  g_autoptr (GString) fact = g_string_new (NULL);

  if (!self->series)
    g_string_append (fact, "one report each");
  else
    g_string_append_printf (fact, "%s of one model, %s of %s",
                            poplens_format_items (n, n_all, "report"),
                            poplens_format_items (ipus, first->ipus, "IPU"),
                            poplens_format_items (tiles, first->tiles, "tile"));
  if (self->reports->len < n_all && !self->is_series)
    g_string_append_printf (fact, "; the latest %s are drawn",
                            poplens_format_count (shown, self->reports->len));
  gtk_label_set_label (GTK_LABEL (self->name), self->series ? self->series : "Other Models");
  gtk_label_set_label (GTK_LABEL (self->fact), fact->str);
}

/* Returns the indices of the reports of the model @series that could be opened. @series: NULL: of
 * all models that have a single report. (transfer full) */
static GArray *
find_reports (const PoplensReportList *list, const char *series, GHashTable *counts)
{
  GArray *reports = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 r = 0; r < list->reports->len; r++) {
    const char *of = list->series[r];
    if (of && (series ? of == series : GPOINTER_TO_UINT (g_hash_table_lookup (counts, of)) == 1))
      g_array_append_val (reports, r);
  }
  return reports;
}

static void
show_block (PoplensReportsCharts *self, guint *at, const char *series, GHashTable *counts,
            const PoplensReportsHeadline *headline, PoplensByteUnit unit)
{
  guint n = series ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, series)) : 0;
  gboolean is_series = n >= LEAST_SERIES;
  g_autoptr (GArray) reports = is_series ? poplens_series_chart_reports (self->list, series)
                                         : find_reports (self->list, series, counts);
  guint n_all = series ? n : reports->len;

  if (!reports->len)
    return;
  if (!is_series && reports->len > MOST_ROWS)
    g_array_remove_range (reports, 0, reports->len - MOST_ROWS);
  ChartBlock *block = take_block (self, *at, is_series);
  block->series = series;
  g_clear_pointer (&block->reports, g_array_unref);
  block->reports = g_steal_pointer (&reports);
  show_name (block, self, n_all);
  gtk_widget_set_visible (block->head, !is_series || g_hash_table_size (counts) > 1);
  if (is_series)
    show_series (block, self, headline, unit);
  else
    show_bars (block, self, *at == 0, unit);
  (*at)++;
}

void
poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                 const PoplensReportsHeadline *headline, PoplensByteUnit unit)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL); /* model → its number of reports */
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  guint at = 0;

  poplens_report_list_ref (list);
  g_clear_pointer (&self->list, poplens_report_list_unref);
  self->list = list;
  for (guint r = 0; r < list->reports->len; r++) {
    gpointer series = (gpointer) list->series[r];
    guint n = series ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, series)) : 0;
    if (!series)
      continue;
    if (!n)
      g_ptr_array_add (order, series);
    g_hash_table_insert (counts, series, GUINT_TO_POINTER (n + 1));
  }
  for (guint s = 0; s < order->len && at < MOST_BLOCKS; s++)
    if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, order->pdata[s])) > 1)
      show_block (self, &at, order->pdata[s], counts, headline, unit);
  show_block (self, &at, NULL, counts, headline, unit);
  drop_blocks (self, at);
  gtk_widget_set_visible (GTK_WIDGET (self), at > 0);
}

void
poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected)
{
  if (self->list)
    return;
  if (expected) {
    gtk_widget_hide (take_block (self, 0, TRUE)->head);
    card_show (&((ChartBlock *) g_ptr_array_index (self->blocks, 0))->cards[0], NULL,
               "Program Time", "Loading…");
  } else {
    drop_blocks (self, 0);
  }
  gtk_widget_set_visible (GTK_WIDGET (self), expected);
}

/* Returns the ranges (PoplensItemRange) of chart items that show @reports. @reports: of guint32:
 * indices in the list, ascending. (transfer full) */
static GArray *
find_items (const ChartBlock *block, const GArray *reports)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  guint r = 0;

  for (guint i = 0; block->reports && i < block->reports->len; i++) {
    guint32 report = g_array_index (block->reports, guint32, i);
    while (r < reports->len && g_array_index (reports, guint32, r) < report)
      r++;
    if (r < reports->len && g_array_index (reports, guint32, r) == report) {
      const PoplensItemRange range = {i, i + 1};
      g_array_append_val (ranges, range);
    }
  }
  return ranges;
}

void
poplens_reports_charts_set_selected (PoplensReportsCharts *self, GArray *reports)
{
  for (guint b = 0; b < self->blocks->len; b++) {
    ChartBlock *block = g_ptr_array_index (self->blocks, b);
    g_autoptr (GArray) ranges = find_items (block, reports);
    for (guint c = 0; c < G_N_ELEMENTS (block->cards) && block->cards[c].chart; c++)
      poplens_chart_widget_set_selected (POPLENS_CHART_WIDGET (block->cards[c].chart), ranges);
  }
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_reports_charts_dispose (GObject *object)
{
  PoplensReportsCharts *self = POPLENS_REPORTS_CHARTS (object);

  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  G_OBJECT_CLASS (poplens_reports_charts_parent_class)->dispose (object);
}

static void
poplens_reports_charts_finalize (GObject *object)
{
  PoplensReportsCharts *self = POPLENS_REPORTS_CHARTS (object);

  g_clear_pointer (&self->list, poplens_report_list_unref);
  G_OBJECT_CLASS (poplens_reports_charts_parent_class)->finalize (object);
}

static void
poplens_reports_charts_class_init (PoplensReportsChartsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_reports_charts_dispose;
  G_OBJECT_CLASS (klass)->finalize = poplens_reports_charts_finalize;
  g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
poplens_reports_charts_init (PoplensReportsCharts *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACE);

  self->box = GTK_BOX (box);
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  gtk_widget_add_css_class (box, "reports-charts");
  adw_bin_set_child (ADW_BIN (self), box);
  gtk_widget_hide (GTK_WIDGET (self));
}
