#include "app/reports/reports-charts.h"

#include "app/chart/chart-widget.h"
#include "pages/reports/series-chart.h"

#define HEIGHT 112
#define SPACE 12
/* Of one that can be read; in a window of 360 pixels the third one begins to show beside two. */
#define LEAST_WIDTH 140
/* Steps of one pixel a report are not seen; the eleven of most series fit into 1920 pixels. */
#define LEAST_TIME_WIDTH 156

/* In this order. */
static const PoplensReportMeasure shown[] = {POPLENS_MEASURE_ITERATION, POPLENS_MEASURE_PROGRAM,
                                             POPLENS_MEASURE_FULLEST, POPLENS_MEASURE_PEAK};

typedef struct {
  GtkWidget *box, *title, *chart;
} Small;

struct _PoplensReportsCharts {
  AdwBin parent;
  Small charts[G_N_ELEMENTS (shown)];
  GtkWidget *times_row;
  Small times[POPLENS_N_TIMES]; /* that which differs most first */
  PoplensReportList *list;      /* or NULL */
  PoplensByteUnit unit;
  const char *series; /* of the list; or NULL */
  GArray *reports;    /* of each item; or NULL */
  gboolean expected;  /* meanwhile there are empty charts */
  gboolean time;      /* those of time classes are wanted */
};

G_DEFINE_FINAL_TYPE (PoplensReportsCharts, poplens_reports_charts, ADW_TYPE_BIN)

/* ---- which series ------------------------------------------------------------------------------
 */

static const char *
longest_series (const PoplensReportList *list)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  const char *longest = NULL;
  guint most = 0;

  for (guint r = 0; r < list->reports->len; r++) {
    gpointer series = (gpointer) list->series[r];
    if (!series)
      continue;
    guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, series)) + 1;
    g_hash_table_insert (counts, series, GUINT_TO_POINTER (n));
    if (n > most) {
      most = n;
      longest = series;
    }
  }
  return longest;
}

static const char *
first_series (const PoplensReportList *list)
{
  PoplensReportPair next;

  return poplens_report_list_next (list, &next) ? list->series[next.after] : longest_series (list);
}

/* ---- what is shown -----------------------------------------------------------------------------
 */

static gboolean
has_others (PoplensReportsCharts *self)
{
  for (guint r = 0; r < self->list->reports->len; r++)
    if (self->list->series[r] != self->series)
      return TRUE;
  return FALSE;
}

/* "Cycles · bert/∗, 48 reports", where there are other series. */
static void
show_title (PoplensReportsCharts *self, Small *small, PoplensChart *chart, guint n)
{
  PoplensNumber number;
  const char *title = poplens_chart_get_title (chart);
  const char *count = poplens_format_items (number, n, "report");
  g_autofree char *text = has_others (self)
                              ? g_strdup_printf ("%s · %s, %s", title, self->series, count)
                              : g_strdup_printf ("%s · %s", title, count);

  gtk_label_set_label (GTK_LABEL (small->title), text);
}

/* Cycles are known, and where they went was not asked for yet; or nothing is known. */
static gboolean
is_time_to_come (PoplensReportsCharts *self)
{
  gboolean any = FALSE, all = TRUE;

  for (guint i = 0; self->reports && i < self->reports->len; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (self->list->reports, g_array_index (self->reports, guint32, i));
    any |= report->headline.has_cycles;
    all &= report->time_asked;
  }
  return self->reports ? any && !all : self->expected;
}

/* A first one keeps the place of all until they are read. */
static void
show_times (PoplensReportsCharts *self)
{
  gboolean to_come = self->time && is_time_to_come (self);
  g_autoptr (GPtrArray) charts = self->time && self->reports && !to_come
                                     ? poplens_series_chart_new_times (self->list, self->reports)
                                     : NULL;
  guint n = charts ? charts->len : 0;

  for (guint c = 0; c < POPLENS_N_TIMES; c++) {
    Small *small = &self->times[c];
    PoplensChart *chart = c < n ? g_ptr_array_index (charts, c) : NULL;
    gtk_widget_set_visible (small->box, chart || (to_come && !c));
    poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (small->chart), chart);
    gtk_label_set_label (GTK_LABEL (small->title), chart ? poplens_chart_get_title (chart) : NULL);
  }
  gtk_widget_set_visible (self->times_row, n || to_come);
}

/* TRUE if the charts of the series have room for one of @measure: beside the iteration, the program
 * is shown if it tells what the iteration does not. */
static gboolean
is_shown (const PoplensReportList *list, const char *series, PoplensReportMeasure measure)
{
  if (measure != POPLENS_MEASURE_PROGRAM)
    return TRUE;
  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (change->measure == measure && list->series[change->report] == series)
      return TRUE;
  }
  g_autoptr (PoplensReportSeries) iterations =
      poplens_report_list_series (list, series, POPLENS_MEASURE_ITERATION);
  return iterations->n < 2;
}

static void
show_series (PoplensReportsCharts *self, const char *series)
{
  gboolean any = FALSE;

  self->series = series;
  g_clear_pointer (&self->reports, g_array_unref);
  if (series)
    self->reports = poplens_series_chart_reports (self->list, series);
  for (guint c = 0; c < G_N_ELEMENTS (shown); c++) {
    Small *small = &self->charts[c];
    g_autoptr (PoplensChart) chart = NULL;
    guint n;
    if (series && is_shown (self->list, series, shown[c]))
      chart =
          poplens_series_chart_new (self->list, series, shown[c], self->unit, self->reports, &n);
    /* Most series show one of the two times. */
    gboolean has_place =
        chart || (self->expected && !self->list && shown[c] != POPLENS_MEASURE_PROGRAM);
    gtk_widget_set_visible (small->box, has_place);
    any |= has_place;
    poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (small->chart), chart);
    if (chart)
      show_title (self, small, chart, n);
  }
  show_times (self);
  gtk_widget_set_visible (GTK_WIDGET (self), any);
}

void
poplens_reports_charts_set_list (PoplensReportsCharts *self, PoplensReportList *list,
                                 PoplensByteUnit unit)
{
  g_clear_pointer (&self->list, poplens_report_list_unref);
  self->list = list ? poplens_report_list_ref (list) : NULL;
  self->unit = unit;
  show_series (self, list ? first_series (list) : NULL);
}

void
poplens_reports_charts_expect (PoplensReportsCharts *self, gboolean expected)
{
  if (self->expected == expected)
    return;
  self->expected = expected;
  if (!self->list)
    show_series (self, NULL);
}

void
poplens_reports_charts_set_time (PoplensReportsCharts *self, gboolean time)
{
  if (self->time == time)
    return;
  self->time = time;
  show_times (self);
}

/* (transfer full): of PoplensItemRange */
static GArray *
find_items (PoplensReportsCharts *self, const GArray *reports)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  guint r = 0;

  for (guint i = 0; self->reports && i < self->reports->len; i++) {
    guint32 report = g_array_index (self->reports, guint32, i);
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
  const char *series = NULL;

  for (guint r = 0; self->list && r < reports->len; r++) {
    guint32 report = g_array_index (reports, guint32, r);
    const char *of = report < self->list->reports->len ? self->list->series[report] : NULL;
    series = !r || series == of ? of : NULL;
  }
  if (series && series != self->series)
    show_series (self, series);
  g_autoptr (GArray) ranges = find_items (self, reports);
  for (guint c = 0; c < G_N_ELEMENTS (shown); c++)
    poplens_chart_widget_set_selected (POPLENS_CHART_WIDGET (self->charts[c].chart), ranges);
  for (guint c = 0; c < POPLENS_N_TIMES; c++)
    poplens_chart_widget_set_selected (POPLENS_CHART_WIDGET (self->times[c].chart), ranges);
}

/* ---- one of them -------------------------------------------------------------------------------
 */

static void
on_select_items (GtkWidget *chart, guint64 from, guint64 to, int mode, gpointer data)
{
  PoplensReportsCharts *self = data;

  if (to > from && self->reports && from < self->reports->len)
    g_signal_emit_by_name (self, "chosen", g_array_index (self->reports, guint32, (guint) from));
}

static void
add_small (PoplensReportsCharts *self, Small *small, int least_width, GtkWidget *row)
{
  small->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  small->title = gtk_label_new (NULL);
  small->chart = poplens_chart_widget_new ();
  gtk_label_set_xalign (GTK_LABEL (small->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (small->title), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (small->title, "reports-figure");
  gtk_widget_set_size_request (small->chart, least_width, HEIGHT);
  gtk_widget_set_hexpand (small->chart, TRUE);
  g_signal_connect_object (small->chart, "select-items", G_CALLBACK (on_select_items), self, 0);
  gtk_box_append (GTK_BOX (small->box), small->title);
  gtk_box_append (GTK_BOX (small->box), small->chart);
  gtk_box_append (GTK_BOX (row), small->box);
}

/* ---- side by side, none narrower than can be read ----------------------------------------------
 */

static int
count_shown (GtkWidget *row)
{
  int n = 0;

  for (GtkWidget *box = gtk_widget_get_first_child (row); box;
       box = gtk_widget_get_next_sibling (box))
    n += gtk_widget_get_visible (box);
  return MAX (n, 1);
}

static void
measure_row (GtkWidget *row, GtkOrientation orientation, int for_size, int *minimum, int *natural,
             int *minimum_baseline, int *natural_baseline)
{
  for (GtkWidget *box = gtk_widget_get_first_child (row); box;
       box = gtk_widget_get_next_sibling (box)) {
    int least, wished;
    if (!gtk_widget_get_visible (box))
      continue;
    gtk_widget_measure (box, orientation, -1, &least, &wished, NULL, NULL);
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  }
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    int n = count_shown (row);
    *minimum = n * *minimum + (n - 1) * SPACE;
    *natural = MAX (n * *natural + (n - 1) * SPACE, *minimum);
  }
}

/* Of one width. */
static void
allocate_row (GtkWidget *row, int width, int height, int baseline)
{
  gboolean mirrored = gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;
  int n = count_shown (row), i = 0, each = (width - (n - 1) * SPACE) / n;

  for (GtkWidget *box = gtk_widget_get_first_child (row); box;
       box = gtk_widget_get_next_sibling (box)) {
    if (!gtk_widget_get_visible (box))
      continue;
    int x = i++ * (each + SPACE);
    GtkAllocation at = {mirrored ? width - x - each : x, 0, each, height};
    gtk_widget_size_allocate (box, &at, -1);
  }
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_reports_charts_finalize (GObject *object)
{
  PoplensReportsCharts *self = POPLENS_REPORTS_CHARTS (object);

  g_clear_pointer (&self->reports, g_array_unref);
  g_clear_pointer (&self->list, poplens_report_list_unref);
  G_OBJECT_CLASS (poplens_reports_charts_parent_class)->finalize (object);
}

static void
poplens_reports_charts_class_init (PoplensReportsChartsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_reports_charts_finalize;
  g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
}

/* In a narrow window they are scrolled to. */
static GtkWidget *
row_new (PoplensReportsCharts *self, Small *charts, guint n, int least_width)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_widget_set_layout_manager (row, gtk_custom_layout_new (NULL, measure_row, allocate_row));
  gtk_widget_add_css_class (row, "reports-charts");
  for (guint c = 0; c < n; c++)
    add_small (self, &charts[c], least_width, row);
  gtk_widget_add_css_class (scrolled, "fades");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), row);
  return scrolled;
}

static void
poplens_reports_charts_init (PoplensReportsCharts *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->times_row = row_new (self, self->times, POPLENS_N_TIMES, LEAST_TIME_WIDTH);
  gtk_box_append (GTK_BOX (box), row_new (self, self->charts, G_N_ELEMENTS (shown), LEAST_WIDTH));
  gtk_box_append (GTK_BOX (box), self->times_row);
  adw_bin_set_child (ADW_BIN (self), box);
  show_series (self, NULL);
}
