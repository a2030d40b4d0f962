/* PoplensPageChart: keeps chart, overview and tables of a page in step with the location, and
 * writes clicks and zooms to it. */
#include "app/page/page-chart.h"

#include "app/chart/chart-overview.h"
#include "app/page/page-bookmarks.h"
#include "app/page/page-bundle.h"
#include "app/page/page-divider.h"
#include "app/page/page-fields.h"
#include "app/page/page-search.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-actions.h"
#include "app/widgets/frame-turn.h"
#include "app/widgets/bins.h"
#include "app/widgets/toaster.h"
#include "app/window/session.h"
#include "base/visible.h"
#include "charts/lanes/lanes.h"
#include "pages/core/finding.h"
#include "pages/core/look.h"

#include <gtk/gtk.h>

/* ---- revealing hidden steps ------------------------------------------------------------------ */

/* If the legend of the trace hides a kind of steps, and the user selects such a step, shows the
 * kind again. */

/* Maximum length of the names in the toast, in bytes. The toast has one line with an Undo
 * button. */
#define NAMES_BYTES 40

/* Data of the Undo button: .keys are the series that were shown again, separated by commas. */
typedef struct {
  PoplensSession *session;
  char *keys;
} RevealedSeries;

static void
revealed_free (gpointer data)
{
  RevealedSeries *self = data;

  g_object_unref (self->session);
  g_free (self->keys);
  g_free (self);
}

static void
set_hidden (const RevealedSeries *self, gboolean hidden)
{
  g_auto (GStrv) keys = g_strsplit (self->keys, ",", -1);

  for (guint i = 0; keys[i]; i++)
    if (poplens_page_hides (poplens_session_get_location (self->session), keys[i]) != hidden)
      poplens_page_toggle_series (self->session, keys[i]);
}

/* Undo of the toast: hides the series again, unless the user has gone to another page. */
static void
hide_again (gpointer data)
{
  const RevealedSeries *self = data;

  if (poplens_location_get_page (poplens_session_get_location (self->session)) ==
      POPLENS_PAGE_TRACE)
    set_hidden (self, TRUE);
}

/* If the legend hides the kind of the selected step, shows that kind, with a toast that offers
 * Undo. Does nothing for a partial page, which is still being built. @page: the widget that shows
 * @bundle. */
static void
page_reveal (GtkWidget *page, PoplensSession *session, const PoplensPageBundle *bundle)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (page, ADW_TYPE_TOAST_OVERLAY);
  const PoplensLocation *location = poplens_session_get_location (session);
  g_autofree char *names = NULL;
  g_autofree char *cut = NULL;
  char *keys;

  if (!bundle || bundle->page->state == POPLENS_PARTIAL ||
      poplens_location_get_page (location) != bundle->page->id)
    return;
  keys = poplens_page_hides_selected (bundle->page, location, &names);
  if (!keys)
    return;
  RevealedSeries *revealed = g_new (RevealedSeries, 1);
  *revealed = (RevealedSeries){g_object_ref (session), keys};
  g_autofree char *text =
      g_strdup_printf ("Now shown: %s", poplens_shorten (names, NAMES_BYTES, &cut));
  set_hidden (revealed, FALSE);
  if (toasts)
    poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), text, "Undo", hide_again, revealed,
                           revealed_free);
  else
    revealed_free (revealed);
}

/* ---- layout of overview and chart ------------------------------------------------------------ */

/* PoplensSpareLayout: two children, one above the other. Hides the upper child if the lower child
 * would get less than its wanted height. */

#define POPLENS_TYPE_SPARE_LAYOUT (poplens_spare_layout_get_type ())

G_DECLARE_FINAL_TYPE (PoplensSpareLayout, poplens_spare_layout, POPLENS, SPARE_LAYOUT,
                      GtkLayoutManager)

struct _PoplensSpareLayout {
  GtkLayoutManager parent_instance;
  int enough;
};

G_DEFINE_FINAL_TYPE (PoplensSpareLayout, poplens_spare_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
least_height (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

/* Requests the height of the lower child only, because the upper child can be hidden. */
static void
spare_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                      int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  int least, wished;

  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, &least, &wished,
                      NULL, NULL);
  gtk_widget_measure (gtk_widget_get_last_child (widget), orientation, for_size, minimum, natural,
                      NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = MAX (*minimum, least);
    *natural = MAX (*natural, wished);
  } else {
    *natural += wished;
  }
}

static void
spare_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                       int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget),
            *last = gtk_widget_get_last_child (widget);
  int above = least_height (first, width);
  int needed = MAX (POPLENS_SPARE_LAYOUT (manager)->enough, least_height (last, width));

  if (height - above < needed)
    above = 0;
  gtk_widget_set_child_visible (first, above > 0);
  if (above)
    gtk_widget_size_allocate (first, &(GtkAllocation){0, 0, width, above}, -1);
  gtk_widget_size_allocate (last, &(GtkAllocation){0, above, width, height - above}, -1);
}

static void
poplens_spare_layout_class_init (PoplensSpareLayoutClass *klass)
{
  GTK_LAYOUT_MANAGER_CLASS (klass)->measure = spare_layout_measure;
  GTK_LAYOUT_MANAGER_CLASS (klass)->allocate = spare_layout_allocate;
}

static void
poplens_spare_layout_init (PoplensSpareLayout *self)
{
}

/* Sets the wanted height of the lower child, in pixels. @enough: 0: its minimum height. */
static void
spare_layout_set_enough (PoplensSpareLayout *self, int enough)
{
  if (enough == self->enough)
    return;
  self->enough = enough;
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Milliseconds after the last Enter in the search field until the current match is selected. */
#define STAY 200
/* Minimum height of the chart, in pixels. If less would be left, the overview is hidden. */
#define ENOUGH_CHART 200

struct _PoplensPageChart {
  PoplensPageWidget base;
  GtkWidget *divider;
  PoplensSpareLayout *layout; /* (not owned): layout of .overview and .chart */
  GtkWidget *overview;
  GtkWidget *chart;
  PoplensPageSearch *search; /* search matches in the chart */
  PoplensPageFields *fields; /* fields below the rows of the chart */
  PoplensPageBookmarks *bookmarks;
  PoplensItemRange step_hit; /* search match that .step_timeout will select */
  guint step_timeout;
  char *executed;   /* (nullable): selected step or block that was last scrolled into view */
  guint show_ticks; /* id of the tick callback that scrolls the chart; 0: none */
  gboolean shows_executed, shows_fields; /* what .show_ticks scrolls to: the step; the fields */
  gboolean follows_finding;              /* the location was reached from a finding */
  double scroll_before; /* scroll position, in pixels, before the user followed the finding */
  guint turn; /* id of the tick callback that will make new controls in the tool bar; 0: none */
};

G_DEFINE_FINAL_TYPE (PoplensPageChart, poplens_page_chart, POPLENS_TYPE_PAGE_WIDGET)

/* ---- from the location ----------------------------------------------------------------------- */

static gboolean
is_trace (PoplensPageChart *self)
{
  const PoplensSection *chart =
      self->base.bundle ? poplens_page_get_chart (self->base.bundle->page) : NULL;

  return chart && chart->plot.selects == POPLENS_SELECTS_CYCLES;
}

static void
follow_selection (PoplensPageChart *self, const PoplensLocation *location)
{
  g_autoptr (GArray) selected = poplens_page_selected_items (self->base.bundle->page, location);
  g_autoptr (PoplensLocation) none = poplens_page_select_items (
      self->base.bundle->page, location, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  PoplensChartWidget *chart = POPLENS_CHART_WIDGET (self->chart);
  double from = 0, to = 0;

  poplens_chart_widget_set_selected (chart, selected);
  poplens_chart_widget_set_stays (chart, poplens_location_equal (none, location));
  if (!is_trace (self) ||
      !poplens_page_selected_span (self->base.bundle->page, location, &from, &to))
    from = to = 0;
  poplens_chart_widget_set_span (chart, from, to);
}

/* Scrolls to the selected step or the fields, in the first frame in which the chart has a size. If
 * the location has a range of cycles, scrolls only vertically. */
static gboolean
on_show_tick (GtkWidget *chart, GdkFrameClock *clock, gpointer data)
{
  PoplensPageChart *self = data;
  PoplensLocation *location = poplens_session_get_location (self->base.session);
  gboolean across =
      !poplens_location_get (location, "from") && !poplens_location_get (location, "to");
  g_autoptr (GArray) selected = NULL;

  if (!poplens_chart_widget_get_layout (POPLENS_CHART_WIDGET (chart)))
    return G_SOURCE_CONTINUE;
  self->show_ticks = 0;
  if (self->shows_fields)
    poplens_chart_widget_show_fields (POPLENS_CHART_WIDGET (chart));
  selected = poplens_page_selected_items (self->base.bundle->page, location);
  if (self->shows_executed && selected->len)
    poplens_chart_widget_show_item (POPLENS_CHART_WIDGET (chart),
                                    g_array_index (selected, PoplensItemRange, 0).from, across);
  self->shows_executed = self->shows_fields = FALSE;
  return G_SOURCE_REMOVE;
}

static void
show_soon (PoplensPageChart *self)
{
  if (!self->show_ticks)
    self->show_ticks = gtk_widget_add_tick_callback (self->chart, on_show_tick, self, NULL);
}

/* Returns the selected step or block of the location. (nullable) */
static const char *
get_selected_block (const PoplensLocation *location)
{
  const char *executed = poplens_location_get (location, "executed");

  return executed ? executed : poplens_location_get (location, "block");
}

static void
remember_executed (PoplensPageChart *self, const PoplensLocation *location)
{
  g_free (self->executed);
  self->executed = g_strdup (get_selected_block (location));
}

/* Scrolls to the selected step if it has changed. A link, a search result or the history can select
 * a step that is out of view. */
static void
show_executed (PoplensPageChart *self, const PoplensLocation *location)
{
  const char *executed = get_selected_block (location);

  if (!is_trace (self) || !g_strcmp0 (executed, self->executed))
    return;
  remember_executed (self, location);
  if (!executed)
    return;
  self->shows_executed = TRUE;
  show_soon (self);
}

/* Returns the scroll position for the new page. Usually this is the present one. When the user
 * leaves a finding, it is the position from before the finding. */
static double
keep_scroll (PoplensPageChart *self, const PoplensLocation *location)
{
  gboolean follows = poplens_page_shows_finding (location);
  double scroll = poplens_chart_widget_get_view (POPLENS_CHART_WIDGET (self->chart)).scroll;

  if (follows && !self->follows_finding)
    self->scroll_before = scroll;
  if (!follows && self->follows_finding) {
    scroll = self->scroll_before;
    remember_executed (self, location);
  }
  self->follows_finding = follows;
  return scroll;
}

static void
follow_location (PoplensPageWidget *base, const PoplensLocation *location)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (base);
  PoplensChartView view = poplens_page_chart_view (self->base.bundle->page, location);
  view.scroll = keep_scroll (self, location);
  poplens_chart_widget_set_view (POPLENS_CHART_WIDGET (self->chart), view);
  poplens_chart_overview_set_view (POPLENS_CHART_OVERVIEW (self->overview), view);
  follow_selection (self, location);
  gboolean steps = g_strcmp0 (get_selected_block (location), self->executed) != 0 &&
                   poplens_page_shows_finding (location);
  show_executed (self, location);
  poplens_page_search_run (self->search, self->base.bundle, location);
  poplens_page_fields_follow (self->fields, self->base.bundle, location);
  if (steps || poplens_session_is_visit (self->base.session))
    page_reveal (GTK_WIDGET (self), self->base.session, self->base.bundle);
}

static void
show_controls (GtkWidget *widget)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (widget);
  const PoplensLocation *location = poplens_session_get_location (self->base.session);

  self->turn = 0;
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (self->base.toolbar),
                                 self->base.bundle->page);
  poplens_page_toolbar_set_location (POPLENS_PAGE_TOOLBAR (self->base.toolbar), location);
}

/* Divides the height of the page between chart and tables. A chart of lanes gets only the height of
 * its lanes. */
static void
divide_page (PoplensPageChart *self, const PoplensChart *chart, gboolean is_new)
{
  double height = chart ? poplens_chart_get_lane_compact_height (chart) : 0;
  double scale = poplens_text_scale (self->chart);
  int overview = 0;

  spare_layout_set_enough (self->layout, height > 0 ? 0 : (int) (scale * ENOUGH_CHART));
  if (height > 0)
    gtk_widget_measure (self->overview, GTK_ORIENTATION_VERTICAL, -1, &overview, NULL, NULL, NULL);
  const PoplensPage *page = self->base.bundle->page;
  const char *tab = poplens_location_get (poplens_session_get_location (self->base.session), "tab");
  const char *front = tab ? tab : poplens_page_default_tab (page);
  const PoplensSection *section = front ? poplens_page_find_section (page, front) : NULL;
  poplens_page_divider_set_chart_first (self->divider, is_trace (self));
  poplens_page_divider_set_table (self->divider, section ? section->table : NULL, is_new);
  poplens_page_divider_set_height (self->divider, (int) (scale * (ceil (height) + overview)));
}

static void
page_chart_show (PoplensPageWidget *base, PoplensPageBundle *before)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (base);
  PoplensPageBundle *bundle = base->bundle;
  const PoplensSection *chart = poplens_page_get_chart (bundle->page);
  gboolean had_fields = before && poplens_page_n_fields (before->page) > 0;

  /* Do not select the match later: it is an item of the old chart. */
  g_clear_handle_id (&self->step_timeout, g_source_remove);
  /* If the controls have changed, show the chart first, and make the new controls in a later
   * frame. */
  if (poplens_page_toolbar_matches (POPLENS_PAGE_TOOLBAR (self->base.toolbar),
                                    self->base.bundle->page))
    poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (self->base.toolbar),
                                   self->base.bundle->page);
  else if (!self->turn)
    self->turn = poplens_frame_wait (GTK_WIDGET (self), show_controls);
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (self->chart), chart ? chart->chart : NULL);
  poplens_chart_overview_set_chart (POPLENS_CHART_OVERVIEW (self->overview),
                                    chart ? chart->chart : NULL);
  gtk_widget_set_visible (
      gtk_paned_get_start_child (poplens_page_divider_get_paned (self->divider)), chart != NULL);
  gtk_widget_set_visible (self->overview, chart && poplens_chart_has_overview (chart->chart));
  divide_page (self, chart ? chart->chart : NULL, before && before->other != bundle->other);
  poplens_page_bookmarks_follow (self->bookmarks, is_trace (self));
  if (had_fields || !poplens_page_n_fields (bundle->page))
    return;
  self->shows_fields = TRUE;
  show_soon (self);
}

/* ---- to the location ------------------------------------------------------------------------- */

static void
write_view (PoplensPageChart *self, PoplensChartView view)
{
  poplens_page_zoom_write (self->base.session, self->base.bundle ? self->base.bundle->page : NULL,
                           view);
}

static void
on_chart_view_changed (PoplensPageChart *self)
{
  write_view (self, poplens_chart_widget_get_view (POPLENS_CHART_WIDGET (self->chart)));
}

static void
on_overview_changed (PoplensPageChart *self)
{
  write_view (self, poplens_chart_overview_get_view (POPLENS_CHART_OVERVIEW (self->overview)));
}

static void
on_chart_select_items (PoplensChartWidget *chart, guint64 from, guint64 to, int mode, gpointer data)
{
  PoplensPageChart *self = data;
  g_autoptr (PoplensLocation) location = NULL;

  if (!self->base.bundle)
    return;
  location = poplens_page_select_items (
      self->base.bundle->page, poplens_session_get_location (self->base.session),
      (PoplensItemRange){(gsize) from, (gsize) to}, (PoplensSelectMode) mode);
  /* The clicked item is in view: remember it as shown, so that nothing scrolls to it. */
  remember_executed (self, location);
  poplens_session_go (self->base.session, location);
}

static void
on_chart_show_card (PoplensPageChart *self, guint64 item)
{
  const PoplensPage *page = self->base.bundle ? self->base.bundle->page : NULL;
  PoplensLocation *here = poplens_session_get_location (self->base.session);
  PoplensItemRange one = {(gsize) item, (gsize) item + 1};
  g_autofree char *name =
      page ? poplens_chart_item_name (poplens_page_get_chart (page)->chart, (gsize) item) : NULL;

  if (!page)
    return;
  g_autoptr (PoplensLocation) without =
      poplens_page_select_items (page, here, (PoplensItemRange){0, 0}, POPLENS_SELECT_REPLACE);
  g_autoptr (PoplensLocation) with =
      poplens_page_select_items (page, without, one, POPLENS_SELECT_REPLACE);
  poplens_page_open_card (self->chart, poplens_session_get_report (self->base.session), with,
                          without, name);
}

static void
on_select_ranges (PoplensChartWidget *chart, GArray *ranges, int mode, gpointer data)
{
  PoplensPageChart *self = data;
  g_autoptr (PoplensLocation) location = NULL;

  if (!self->base.bundle)
    return;
  location = poplens_location_ref (poplens_session_get_location (self->base.session));
  for (guint i = 0; i < ranges->len; i++) {
    PoplensLocation *next = poplens_page_select_items (
        self->base.bundle->page, location, g_array_index (ranges, PoplensItemRange, i),
        i ? POPLENS_SELECT_ADD : (PoplensSelectMode) mode);
    poplens_location_unref (location);
    location = next;
  }
  poplens_session_go (self->base.session, location);
}

/* Goes to @location, with a history entry. @location: (transfer full) */
static void
go_to_location (PoplensPageChart *self, PoplensLocation *location)
{
  poplens_session_go (self->base.session, location);
  poplens_location_unref (location);
}

static void
on_select_span (PoplensChartWidget *chart, double from, double to, gpointer data)
{
  PoplensPageChart *self = data;

  if (is_trace (self))
    go_to_location (self, poplens_page_select_span (
                              self->base.bundle->page,
                              poplens_session_get_location (self->base.session), from, to));
}

static void
on_group_clicked (PoplensChartWidget *chart, guint group, gpointer data)
{
  PoplensPageChart *self = data;

  if (self->base.bundle && self->base.bundle->page)
    go_to_location (
        self, poplens_page_toggle_group (self->base.bundle->page,
                                         poplens_session_get_location (self->base.session), group));
}

static void
on_break_clicked (PoplensChartWidget *chart, guint index, gpointer data)
{
  PoplensPageChart *self = data;

  if (is_trace (self))
    go_to_location (
        self, poplens_page_open_break (self->base.bundle->page,
                                       poplens_session_get_location (self->base.session), index));
}

static void
on_line_clicked (PoplensChartWidget *chart, guint group, guint line, guint64 cycle, gpointer data)
{
  PoplensPageChart *self = data;
  g_autoptr (PoplensLocation) location = NULL;

  if (!is_trace (self))
    return;
  location = poplens_page_select_line (self->base.bundle->page,
                                       poplens_session_get_location (self->base.session), group,
                                       line, cycle);
  remember_executed (self, location);
  poplens_session_go (self->base.session, location);
}

static void
on_details (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPageChart) self = data;
  g_autofree char *text = poplens_page_details_finish (result);

  if (!text || !gtk_widget_get_root (GTK_WIDGET (self)))
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  poplens_page_toast (GTK_WIDGET (self), "Copied details");
}

static void
on_copy_details (PoplensChartWidget *chart, guint64 item, gpointer data)
{
  PoplensPageChart *self = data;

  if (is_trace (self))
    poplens_page_details_async (self->base.bundle,
                                poplens_session_get_location (self->base.session), (gsize) item,
                                on_details, g_object_ref (self));
}

static void
on_toggle_series (PoplensChartWidget *chart, const char *key, gpointer data)
{
  poplens_page_toggle_series (((PoplensPageWidget *) data)->session, key);
}

static void
on_limit_clicked (PoplensPageChart *self)
{
  gboolean scaled =
      poplens_chart_widget_get_view (POPLENS_CHART_WIDGET (self->chart)).limit_to_scale;

  poplens_page_set_key (self->base.session, "axis", scaled ? NULL : "limit", FALSE);
}

static void
on_chart_action (GtkWidget *toolbar, const char *name, gpointer data)
{
  gtk_widget_activate_action (((PoplensPageChart *) data)->chart, name, NULL);
}

/* ---- search ---------------------------------------------------------------------------------- */

static gboolean
on_step_timeout (gpointer data)
{
  PoplensPageChart *self = data;
  g_autoptr (PoplensLocation) location = NULL;

  self->step_timeout = 0;
  location = poplens_page_select_items (self->base.bundle->page,
                                        poplens_session_get_location (self->base.session),
                                        self->step_hit, POPLENS_SELECT_REPLACE);
  poplens_session_adjust (self->base.session, location);
  page_reveal (GTK_WIDGET (self), self->base.session, self->base.bundle);
  return G_SOURCE_REMOVE;
}

/* Selects the current match after a delay. If Enter is held down, only the last match is
 * selected. */
static void
select_soon (PoplensPageChart *self)
{
  g_clear_handle_id (&self->step_timeout, g_source_remove);
  self->step_timeout = g_timeout_add (STAY, on_step_timeout, self);
}

static void
on_toolbar_search_step (GtkWidget *widget, int by, gpointer data)
{
  PoplensPageChart *self = data;

  g_autofree char *count = poplens_page_search_count (self->search);

  g_clear_handle_id (&self->step_timeout, g_source_remove);
  if (!count)
    gtk_widget_activate_action (GTK_WIDGET (self), "finding.step", "i", by);
  else if (poplens_page_search_step (self->search, by, &self->step_hit))
    select_soon (self);
}

static void
on_search_state (gpointer data)
{
  PoplensPageChart *self = data;
  g_autofree char *count = poplens_page_search_count (self->search);

  poplens_page_toolbar_set_count (POPLENS_PAGE_TOOLBAR (self->base.toolbar), count);
  poplens_chart_overview_set_hits (POPLENS_CHART_OVERVIEW (self->overview),
                                   poplens_page_search_places (self->search));
  if (poplens_page_search_reach (self->search, &self->step_hit))
    select_soon (self);
}

/* Continues the search after the user changed control @key. */
static void
on_toolbar_choice (GtkWidget *toolbar, const char *key, const char *value, gpointer data)
{
  poplens_page_search_type (((PoplensPageChart *) data)->search, key);
}

static void
on_search_left (PoplensPageChart *self)
{
  gtk_widget_grab_focus (self->chart);
}

static gboolean
end_finding (PoplensPageChart *self)
{
  gboolean is_there =
      poplens_page_shows_finding (poplens_session_get_location (self->base.session));

  return is_there && gtk_widget_activate_action (GTK_WIDGET (self), "finding.clear", NULL);
}

/* Ends the search: removes its words or its program from the location. If there is no search,
 * removes the finding from the location. FALSE if there is neither. */
static gboolean
on_search_end (PoplensChartWidget *chart, gpointer data)
{
  PoplensPageChart *self = data;
  g_autofree char *count = poplens_page_search_count (self->search);
  const char *key = poplens_page_search_key (self->search);

  if (!count)
    return end_finding (self);
  if (key)
    g_signal_emit_by_name (self->base.toolbar, "choice", key, NULL);
  if (is_trace (self) &&
      poplens_location_get (poplens_session_get_location (self->base.session), "program"))
    poplens_page_set_key (self->base.session, "program", NULL, TRUE);
  return TRUE;
}

/* ---- accessors ------------------------------------------------------------------------------- */

static gboolean
focus_chart (PoplensPageWidget *self)
{
  return gtk_widget_grab_focus (POPLENS_PAGE_CHART (self)->chart);
}

static gboolean
focus_search (PoplensPageWidget *base)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (base);

  if (self->turn) {
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->turn);
    show_controls (GTK_WIDGET (self));
  }
  return POPLENS_PAGE_WIDGET_CLASS (poplens_page_chart_parent_class)->focus_search (base);
}

static PoplensChartWidget *
get_chart (PoplensPageWidget *self)
{
  return POPLENS_CHART_WIDGET (POPLENS_PAGE_CHART (self)->chart);
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
build_chart (PoplensPageChart *self, GtkWidget *parent)
{
  self->overview = poplens_chart_overview_new ();
  self->chart = poplens_chart_widget_new ();
  gtk_widget_set_vexpand (self->chart, TRUE);
  gtk_box_append (GTK_BOX (parent), poplens_text_scale_bin_new (self->overview));
  gtk_box_append (GTK_BOX (parent), poplens_text_scale_bin_new (self->chart));
  self->search =
      poplens_page_search_new (POPLENS_CHART_WIDGET (self->chart), on_search_state, self);
  g_signal_connect_swapped (self->chart, "view-changed", G_CALLBACK (on_chart_view_changed), self);
  g_signal_connect (self->chart, "select-items", G_CALLBACK (on_chart_select_items), self);
  g_signal_connect_swapped (self->chart, "show-card", G_CALLBACK (on_chart_show_card), self);
  g_signal_connect (self->chart, "select-ranges", G_CALLBACK (on_select_ranges), self);
  g_signal_connect (self->chart, "toggle-series", G_CALLBACK (on_toggle_series), self);
  g_signal_connect (self->chart, "select-span", G_CALLBACK (on_select_span), self);
  g_signal_connect (self->chart, "group-clicked", G_CALLBACK (on_group_clicked), self);
  self->fields = poplens_page_fields_new (POPLENS_CHART_WIDGET (self->chart));
  g_signal_connect (self->chart, "line-clicked", G_CALLBACK (on_line_clicked), self);
  g_signal_connect (self->chart, "break-clicked", G_CALLBACK (on_break_clicked), self);
  g_signal_connect (self->chart, "search-step", G_CALLBACK (on_toolbar_search_step), self);
  g_signal_connect (self->chart, "search-end", G_CALLBACK (on_search_end), self);
  g_signal_connect (self->chart, "copy-details", G_CALLBACK (on_copy_details), self);
  g_signal_connect_swapped (self->chart, "limit-clicked", G_CALLBACK (on_limit_clicked), self);
  g_signal_connect_swapped (self->overview, "view-changed", G_CALLBACK (on_overview_changed), self);
}

static void
poplens_page_chart_constructed (GObject *object)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (object);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  G_OBJECT_CLASS (poplens_page_chart_parent_class)->constructed (object);
  gtk_widget_set_layout_manager (top, g_object_new (POPLENS_TYPE_SPARE_LAYOUT, NULL));
  self->layout = POPLENS_SPARE_LAYOUT (gtk_widget_get_layout_manager (top));
  self->divider = poplens_page_divider_new (top);
  build_chart (self, top);
  poplens_page_widget_build (&self->base, TRUE, self->divider);
  g_signal_connect (self->base.toolbar, "chart-action", G_CALLBACK (on_chart_action), self);
  g_signal_connect (self->base.toolbar, "search-step", G_CALLBACK (on_toolbar_search_step), self);
  g_signal_connect_after (self->base.toolbar, "choice", G_CALLBACK (on_toolbar_choice), self);
  g_signal_connect_swapped (self->base.toolbar, "search-left", G_CALLBACK (on_search_left), self);
  self->bookmarks =
      poplens_page_bookmarks_new (self->base.session, POPLENS_CHART_WIDGET (self->chart),
                                  POPLENS_CHART_OVERVIEW (self->overview), self->base.follow);
}

static void
poplens_page_chart_dispose (GObject *object)
{
  PoplensPageChart *self = POPLENS_PAGE_CHART (object);

  g_clear_handle_id (&self->step_timeout, g_source_remove);
  if (self->show_ticks)
    gtk_widget_remove_tick_callback (self->chart, self->show_ticks);
  self->show_ticks = 0;
  if (self->turn)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->turn);
  self->turn = 0;
  g_clear_pointer (&self->executed, g_free);
  g_clear_pointer (&self->bookmarks, poplens_page_bookmarks_free);
  g_clear_pointer (&self->search, poplens_page_search_free);
  g_clear_pointer (&self->fields, poplens_page_fields_free);
  G_OBJECT_CLASS (poplens_page_chart_parent_class)->dispose (object);
}

static void
on_bookmarks (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_page_bookmarks_do (POPLENS_PAGE_CHART (widget)->bookmarks, action, parameter);
}

static void
poplens_page_chart_class_init (PoplensPageChartClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = poplens_page_chart_constructed;
  G_OBJECT_CLASS (klass)->dispose = poplens_page_chart_dispose;
  POPLENS_PAGE_WIDGET_CLASS (klass)->show = page_chart_show;
  POPLENS_PAGE_WIDGET_CLASS (klass)->follow_location = follow_location;
  POPLENS_PAGE_WIDGET_CLASS (klass)->focus = focus_chart;
  POPLENS_PAGE_WIDGET_CLASS (klass)->focus_search = focus_search;
  POPLENS_PAGE_WIDGET_CLASS (klass)->get_chart = get_chart;
  poplens_page_bookmarks_install (GTK_WIDGET_CLASS (klass), on_bookmarks);
}

static void
poplens_page_chart_init (PoplensPageChart *self)
{
}
