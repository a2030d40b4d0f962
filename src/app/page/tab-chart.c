/* PoplensTabChartView: shows a chart with its controls, facts or a summary of the selected step,
 * and a slider over steps. */
#include "app/page/tab-chart.h"

#include "app/chart/chart-widget.h"
#include "app/page/page-control.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-actions.h"
#include "app/widgets/concept.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number-text.h"
#include "app/widgets/bins.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"
#include "model/step-list.h"

#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

/* ---- layout of chart and facts --------------------------------------------------------------- */

/* PoplensBesideLayout: places a main child and a side child side by side, with a separator between
 * them. If the width is too small, the side child is below. With .in_halves, the side child comes
 * first, and both get half of the width. */

#define POPLENS_TYPE_BESIDE_LAYOUT (poplens_beside_layout_get_type ())

G_DECLARE_FINAL_TYPE (PoplensBesideLayout, poplens_beside_layout, POPLENS, BESIDE_LAYOUT,
                      GtkLayoutManager)

/* Minimum width in pixels of the main child. If less would be left, the side child is below. */
#define LEAST 280
/* Minimum width in pixels of each child with .in_halves. If there is less, one child is above the
 * other. */
#define LEAST_HALF 320

struct _PoplensBesideLayout {
  GtkLayoutManager parent_instance;
  gboolean in_halves;
};

G_DEFINE_FINAL_TYPE (PoplensBesideLayout, poplens_beside_layout, GTK_TYPE_LAYOUT_MANAGER)

static int
minimum_size (GtkWidget *child, GtkOrientation orientation, int for_size)
{
  int minimum = 0;

  if (gtk_widget_should_layout (child))
    gtk_widget_measure (child, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
beside_layout_measure (GtkLayoutManager *manager, GtkWidget *widget, GtkOrientation orientation,
                       int for_size, int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *last = gtk_widget_get_last_child (widget);

  gtk_widget_measure (first, orientation, -1, minimum, natural, NULL, NULL);
  *minimum = MAX (*minimum, minimum_size (last, orientation, -1));
  *natural = MAX (*natural, *minimum);
}

static void
place_child (GtkWidget *widget, GtkWidget *child, int x, int y, int width, int height)
{
  if (gtk_widget_should_layout (child))
    poplens_place_child (widget, child, x, y, width, height);
}

static void
place_beside (GtkWidget *widget, GtkWidget *children[3], int width, int height, int wide)
{
  int line = minimum_size (children[1], GTK_ORIENTATION_HORIZONTAL, -1), rest = width - wide - line;

  place_child (widget, children[0], 0, 0, rest, height);
  place_child (widget, children[1], rest, 0, line, height);
  place_child (widget, children[2], rest + line, 0, wide, height);
}

/* Places @children[2] below @children[0]. The upper child gets half of the height, or its minimum
 * height if that is more. */
static void
place_below (GtkWidget *widget, GtkWidget *children[3], int width, int height)
{
  int line = minimum_size (children[1], GTK_ORIENTATION_VERTICAL, -1);
  int top = MAX (height / 2, minimum_size (children[0], GTK_ORIENTATION_VERTICAL, width));

  top = MIN (top, height - line - minimum_size (children[2], GTK_ORIENTATION_VERTICAL, width));
  place_child (widget, children[0], 0, 0, width, top);
  place_child (widget, children[1], 0, top, width, line);
  place_child (widget, children[2], 0, top + line, width, height - top - line);
}

/* Places both children side by side in halves of the width. If the halves are too small, places one
 * child above the other. */
static void
place_halves (GtkWidget *widget, GtkWidget *children[3], int width, int height)
{
  GtkWidget *swapped[3] = {children[2], children[1], children[0]};

  if (width >= 2 * LEAST_HALF)
    place_beside (widget, swapped, width, height, width / 2);
  else
    place_below (widget, swapped, width, height);
}

static void
beside_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height,
                        int baseline)
{
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *children[3] = {first, gtk_widget_get_next_sibling (first),
                            gtk_widget_get_last_child (widget)};
  int wide = minimum_size (children[2], GTK_ORIENTATION_HORIZONTAL, -1);

  if (!gtk_widget_should_layout (children[2]))
    place_child (widget, children[0], 0, 0, width, height);
  else if (POPLENS_BESIDE_LAYOUT (manager)->in_halves)
    place_halves (widget, children, width, height);
  else if (width - wide >= LEAST)
    place_beside (widget, children, width, height, wide);
  else
    place_below (widget, children, width, height);
}

static void
poplens_beside_layout_class_init (PoplensBesideLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->measure = beside_layout_measure;
  manager_class->allocate = beside_layout_allocate;
}

static void
poplens_beside_layout_init (PoplensBesideLayout *self)
{
}

/* ---- the tab --------------------------------------------------------------------------------- */

/* Number of visible rows of .details; more rows scroll. */
#define MOST_DETAILS 20
/* Size in pixels of a chart in the column beside the page's chart. A chart of bars gets the height
 * that its number of bars requires. */
#define COLUMN_WIDTH 368
#define COLUMN_CHART 190

struct _PoplensTabChartView {
  GtkWidget parent_instance;
  PoplensSession *session;
  PoplensTabChart *content;      /* (nullable): chart and facts that are shown */
  PoplensPageBundle *bundle;     /* (nullable): page of .section */
  const PoplensSection *section; /* section that is shown; owned by .bundle */
  GtkWidget *box;
  GtkWidget *left; /* box of chart and slider */
  GtkWidget *tools;
  GPtrArray *controls; /* of PoplensPageControl, in .tools */
  GtkWidget *count;  /* label in .tools: title of the chart; visible if the chart shares the axis of
                        the page's chart */
  GtkWidget *row;    /* (nullable): controls that do not fit into .tools, above the chart */
  GtkWidget *misuse; /* box above the chart: warning about a choice of the location that the chart
                        cannot show */
  GtkWidget *chart;
  GtkWidget *chart_title, *chart_note; /* labels above the chart of a summary (PoplensTabDigest) */
  GtkWidget *beside;                   /* scrolled window with .facts, beside the chart */
  GtkWidget *facts;                    /* facts about the selection */
  GtkWidget *head, *rest;              /* .is_column: boxes above and below the chart */
  GtkWidget *details;                  /* (nullable): table of a summary (PoplensTabDigest) */
  gboolean is_column;                  /* in the column beside the page's chart, not in a tab */
  gboolean is_open;                    /* .details is expanded */
  GtkWidget *slider;
  GtkWidget *at_step; /* check button; active if the location has a step */
  GtkWidget *scale;
  GtkWidget *step_label;
  char *shown; /* (nullable): selection that was last scrolled into view */
  guint show_ticks;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensTabChartView, poplens_tab_chart_view, GTK_TYPE_WIDGET)

/* ---- facts ----------------------------------------------------------------------------------- */

static void
on_fact_follow (GtkButton *button, gpointer data)
{
  PoplensTabChartView *self = data;

  poplens_page_follow (GTK_WIDGET (self), self->session,
                       g_object_get_data (G_OBJECT (button), "poplens-link"));
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  /* In GTK 4.8, Tab would end at a selectable label; see poplens_page_notice_new (). */
  gtk_widget_set_can_focus (label, FALSE);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_link (PoplensTabChartView *self, const PoplensFact *fact)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (fact->value);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), 2);
  /* Ellipsize the start of a path: paths differ most at their end. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
  gtk_button_set_child (GTK_BUTTON (button), label);
  poplens_tooltip_set (button, fact->value);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "fact-link");
  g_object_set_data_full (G_OBJECT (button), "poplens-link", g_strdup (fact->link), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_fact_follow), self, 0);
  return button;
}

static void
add_fact (PoplensTabChartView *self, GtkWidget *grid, int row, const PoplensFact *fact)
{
  GtkWidget *value = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *text = poplens_number_text (fact->value);

  gtk_widget_set_hexpand (value, TRUE);
  gtk_box_append (GTK_BOX (value),
                  fact->link ? make_link (self, fact) : make_label (text, "numeric"));
  if (fact->detail) {
    g_autofree char *wrapped = poplens_wrapped_text (fact->detail);
    GtkWidget *detail = make_label (wrapped, "dim-label");
    gtk_widget_add_css_class (detail, "caption");
    gtk_box_append (GTK_BOX (value), detail);
  }
  gtk_grid_attach (GTK_GRID (grid), poplens_concept_wrap (make_label (fact->label, "dim-label")), 0,
                   row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 1, row, 1, 1);
}

static void
empty_box (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

static GtkWidget *
facts_grid_new (PoplensTabChartView *self)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  for (guint i = 0; i < self->content->facts->len; i++)
    add_fact (self, grid, (int) i, g_ptr_array_index (self->content->facts, i));
  return grid;
}

/* ---- digest of a step ------------------------------------------------------------------------ */

static void
append_title (GtkWidget *box, const char *title, const char *note)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *label = make_label (title, "heading");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (line), label);
  if (note) {
    GtkWidget *dim = make_label (note, "dim-label");
    gtk_widget_add_css_class (dim, "caption");
    gtk_box_append (GTK_BOX (line), dim);
  }
  gtk_box_append (GTK_BOX (box), line);
}

static void
append_figures (GtkWidget *box, GPtrArray *figures)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);

  for (guint i = 0; i < figures->len; i++) {
    const PoplensFact *fact = figures->pdata[i];
    GtkWidget *figure = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *value = make_label (fact->value, "fact-value");
    gtk_widget_add_css_class (value, "numeric");
    gtk_widget_set_hexpand (figure, TRUE);
    gtk_box_append (GTK_BOX (figure), value);
    gtk_box_append (GTK_BOX (figure), make_label (fact->label, "fact-label"));
    gtk_box_append (GTK_BOX (row), figure);
  }
  gtk_box_append (GTK_BOX (box), row);
}

static void
append_bar (GtkWidget *box, const PoplensTabDigest *digest)
{
  GtkWidget *chart;

  if (!digest->bar)
    return;
  append_title (box, digest->bar_title, digest->bar_note);
  chart = poplens_chart_widget_new ();
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (chart), digest->bar);
  gtk_widget_set_size_request (chart, -1, (int) poplens_chart_natural_height (digest->bar, 0));
  gtk_box_append (GTK_BOX (box), poplens_text_scale_bin_new (chart));
}

/* Adds the links of the facts to @box. In the column, the links form a grid. In a tab, they form a
 * wrapping line with short texts. */
static void
append_links (PoplensTabChartView *self, GtkWidget *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  if (self->is_column) {
    append_title (box, "Go To", NULL);
    gtk_box_append (GTK_BOX (box), facts_grid_new (self));
    return;
  }
  gtk_widget_set_layout_manager (line, poplens_wrap_layout_new ());
  for (guint i = 0; i < self->content->facts->len; i++) {
    const PoplensFact *fact = self->content->facts->pdata[i];
    if (!fact->link)
      continue;
    GtkWidget *link = make_link (self, fact);
    if (strlen (fact->label) <= strlen (fact->value))
      gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (link))), fact->label);
    gtk_box_append (GTK_BOX (line), link);
  }
  gtk_box_append (GTK_BOX (box), line);
}

static void
show_details (PoplensTabChartView *self)
{
  PoplensTabDigest *digest = self->content->digest;

  if (self->is_open && !self->details) {
    self->details = poplens_page_table_new (self->session, MOST_DETAILS);
    gtk_box_append (GTK_BOX (self->rest), self->details);
  }
  if (!self->details)
    return;
  gtk_widget_set_visible (self->details, self->is_open);
  if (self->is_open)
    poplens_page_table_put (self->details, self->bundle, self->section, digest->details, NULL,
                            poplens_session_get_location (self->session));
}

static void
on_details_toggled (GtkToggleButton *button, gpointer data)
{
  PoplensTabChartView *self = data;
  GtkWidget *arrow = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));

  self->is_open = gtk_toggle_button_get_active (button);
  gtk_image_set_from_icon_name (GTK_IMAGE (arrow),
                                self->is_open ? "pan-down-symbolic" : "pan-end-symbolic");
  show_details (self);
}

static void
append_details (PoplensTabChartView *self)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  PoplensNumber rows;

  gtk_box_append (GTK_BOX (inside), gtk_image_new_from_icon_name ("pan-end-symbolic"));
  gtk_box_append (GTK_BOX (inside), gtk_label_new ("All Details"));
  poplens_format_items (rows, poplens_table_n_rows (self->content->digest->details), "row");
  GtkWidget *count = gtk_label_new (rows);
  gtk_widget_set_hexpand (count, TRUE);
  gtk_label_set_xalign (GTK_LABEL (count), 1);
  gtk_widget_add_css_class (count, "dim-label");
  gtk_widget_add_css_class (count, "caption");
  gtk_box_append (GTK_BOX (inside), count);
  gtk_button_set_child (GTK_BUTTON (button), inside);
  gtk_widget_add_css_class (button, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "All Details", -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_details_toggled), self, 0);
  gtk_box_append (GTK_BOX (self->rest), button);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), self->is_open);
}

static void
show_digest (PoplensTabChartView *self)
{
  const PoplensTabDigest *digest = self->content->digest;
  const char *why = poplens_chart_get_empty_text (self->content->chart);
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (self->box);

  if (POPLENS_IS_BESIDE_LAYOUT (layout))
    POPLENS_BESIDE_LAYOUT (layout)->in_halves = TRUE;
  if (digest->name)
    gtk_box_append (GTK_BOX (self->head), make_label (digest->name, NULL));
  append_figures (self->head, digest->figures);
  if (self->is_column)
    append_bar (self->head, digest);
  append_links (self, self->rest);
  if (!self->is_column)
    append_bar (self->rest, digest);
  if (digest->advice) {
    append_title (self->rest, "Advice", NULL);
    gtk_box_append (GTK_BOX (self->rest), make_label (digest->advice, NULL));
  }
  if (digest->details)
    append_details (self);
  gtk_label_set_label (GTK_LABEL (self->chart_title), digest->chart_title);
  gtk_label_set_label (GTK_LABEL (self->chart_note), why                  ? why
                                                     : digest->chart_note ? digest->chart_note
                                                                          : "");
  gtk_widget_set_visible (gtk_widget_get_parent (self->chart_title), TRUE);
  gtk_widget_set_visible (gtk_widget_get_parent (self->chart), !why);
  double natural = poplens_chart_natural_height (self->content->chart, COLUMN_WIDTH);
  if (self->is_column)
    gtk_widget_set_size_request (self->chart, -1, natural > 0 ? (int) natural : COLUMN_CHART);
}

static void
show_facts (PoplensTabChartView *self)
{
  const PoplensTabChart *content = self->content;

  self->details = NULL;
  empty_box (self->head);
  empty_box (self->rest);
  gtk_widget_set_visible (self->beside, !content->shares_axis);
  if (content->shares_axis)
    return;
  if (content->lead)
    gtk_box_append (GTK_BOX (self->head), make_label (content->lead, NULL));
  gtk_box_append (GTK_BOX (self->head), make_label (content->title, "heading"));
  if (content->misuse)
    gtk_box_append (GTK_BOX (self->head),
                    poplens_page_notice_new (POPLENS_TONE_WARNING, content->misuse));
  if (content->text)
    gtk_box_append (GTK_BOX (self->head), make_label (content->text, NULL));
  if (content->digest)
    show_digest (self);
  else
    gtk_box_append (GTK_BOX (self->rest), facts_grid_new (self));
}

/* If the chart shares the axis of the page's chart, shows its title in the tools and its warning
 * above the chart. Such a chart has the full width, without space beside it. */
static void
show_step_count (PoplensTabChartView *self)
{
  gboolean wide = self->content->shares_axis;
  GtkWidget *child;

  gtk_widget_set_visible (self->count, wide);
  gtk_label_set_label (GTK_LABEL (self->count), wide ? self->content->title : "");
  poplens_tooltip_set (self->count, wide ? self->content->text : NULL);
  while ((child = gtk_widget_get_first_child (self->misuse)))
    gtk_box_remove (GTK_BOX (self->misuse), child);
  if (wide && self->content->misuse)
    gtk_box_append (GTK_BOX (self->misuse),
                    poplens_page_notice_new (POPLENS_TONE_WARNING, self->content->misuse));
}

/* ---- steps ----------------------------------------------------------------------------------- */

static void
set_step (PoplensTabChartView *self, gboolean chosen)
{
  PoplensNumber step;

  poplens_format_fixed (step, round (gtk_range_get_value (GTK_RANGE (self->scale))), 0);
  poplens_page_set_key (self->session, "step", chosen ? step : NULL, FALSE);
}

static void
on_step_moved (PoplensTabChartView *self)
{
  if (!self->quiet)
    set_step (self, TRUE);
}

static void
on_at_step (PoplensTabChartView *self)
{
  if (!self->quiet)
    set_step (self, gtk_check_button_get_active (GTK_CHECK_BUTTON (self->at_step)));
}

/* Shows the selection of @location. If the chart shares the axis of the page's chart, also shows
 * the same range of the axis. */
static void
show_items (PoplensTabChartView *self, const PoplensLocation *location)
{
  PoplensChartWidget *chart = POPLENS_CHART_WIDGET (self->chart);
  g_autoptr (GArray) selected = poplens_page_selected_in_tab (self->content, location);

  if (self->content->shares_axis) {
    PoplensChartView view = poplens_chart_widget_get_view (chart);
    PoplensChartView shared = poplens_page_chart_view (self->bundle->page, location);
    g_autoptr (GArray) marked = poplens_page_selected_items (self->bundle->page, location);
    view.from = shared.from;
    view.to = shared.to;
    poplens_chart_widget_set_view (chart, view);
    poplens_chart_widget_set_marked (chart, marked);
  }
  poplens_chart_widget_set_selected (chart, selected);
}

void
poplens_tab_chart_view_follow_location (PoplensTabChartView *self, const PoplensLocation *location)
{
  const char *text = poplens_location_get (location, "step");
  guint32 n = self->content ? self->content->n_steps : 0;
  PoplensStepList steps;
  gboolean chosen = poplens_step_list_parse (&steps, text) && steps.n && steps.highest < n;

  self->quiet = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->at_step), chosen);
  if (chosen)
    gtk_range_set_value (GTK_RANGE (self->scale), (double) steps.step[0]);
  for (guint i = 0; i < self->controls->len; i++)
    poplens_page_control_set_location (self->controls->pdata[i], location);
  if (self->row)
    poplens_page_toolbar_set_location (POPLENS_PAGE_TOOLBAR (self->row), location);
  self->quiet = FALSE;
  if (self->content)
    show_items (self, location);
}

static void
show_steps (PoplensTabChartView *self)
{
  guint32 n = self->content->n_steps;

  gtk_widget_set_visible (self->slider, n > 1);
  if (n < 2)
    return;
  self->quiet = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scale), 0, n - 1);
  gtk_range_set_increments (GTK_RANGE (self->scale), 1, MAX (n / 50, 1));
  self->quiet = FALSE;
  gtk_label_set_label (GTK_LABEL (self->step_label), self->content->step_label
                                                         ? self->content->step_label
                                                         : "Variables live at a step");
}

/* ---- the chart ------------------------------------------------------------------------------- */

static void
on_tab_select_items (GtkWidget *chart, guint64 from, guint64 to, int mode, gpointer data)
{
  PoplensTabChartView *self = data;
  g_autoptr (PoplensLocation) location = NULL;

  if (!self->content)
    return;
  location =
      poplens_page_select_in_tab (self->content, poplens_session_get_location (self->session),
                                  from < to ? (gsize) from : G_MAXSIZE,
                                  poplens_chart_widget_get_clicked (POPLENS_CHART_WIDGET (chart)));
  /* Show the selection at once, before the page of the new location is built. */
  show_items (self, location);
  poplens_session_go (self->session, location);
}

static void
on_tab_show_card (PoplensTabChartView *self, guint64 item)
{
  g_autoptr (PoplensLocation) without = NULL, with = NULL;
  g_autofree char *name = NULL;

  if (!self->content)
    return;
  without = poplens_page_select_in_tab (self->content, poplens_session_get_location (self->session),
                                        G_MAXSIZE, -1);
  with = poplens_page_select_in_tab (self->content, without, (gsize) item, -1);
  name = poplens_chart_item_name (self->content->chart, (gsize) item);
  poplens_page_open_card (self->chart, poplens_session_get_report (self->session), with, without,
                          name);
}

static void
on_row_removed (GtkWidget *chart, guint row, gpointer data)
{
  PoplensTabChartView *self = data;
  g_autoptr (PoplensLocation) location =
      poplens_page_remove_in_tab (self->content, poplens_session_get_location (self->session), row);

  poplens_session_go (self->session, location);
}

static void
on_view_changed (PoplensTabChartView *self)
{
  if (self->content && self->content->shares_axis)
    poplens_page_zoom_write (self->session, self->bundle->page,
                             poplens_chart_widget_get_view (POPLENS_CHART_WIDGET (self->chart)));
}

static void
on_copy_details (GtkWidget *chart, guint64 item, gpointer data)
{
  PoplensTabChartView *self = data;
  g_autofree char *text = poplens_chart_describe_item (self->content->chart, (gsize) item);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (chart), text);
  poplens_page_toast (chart, "Copied details");
}

static void
on_toggle_series (GtkWidget *chart, const char *key, gpointer data)
{
  poplens_page_toggle_series (((PoplensTabChartView *) data)->session, key);
}

/* The user selected a span of the axis: shows its length, and a button to zoom to it. The location
 * does not change. */
static void
on_select_span (GtkWidget *chart, double from, double to, gpointer data)
{
  poplens_chart_widget_set_span (POPLENS_CHART_WIDGET (chart), from, to);
}

/* The user clicked the note that says what is out of view: shows all. */
static void
on_limit_clicked (GtkWidget *chart)
{
  gtk_widget_activate_action (chart, "chart.fit", NULL);
}

static gboolean
on_show_tick (GtkWidget *chart, GdkFrameClock *clock, gpointer data)
{
  PoplensTabChartView *self = data;

  if (!poplens_chart_widget_get_layout (POPLENS_CHART_WIDGET (chart)))
    return G_SOURCE_CONTINUE;
  self->show_ticks = 0;
  if (self->content->selected->len)
    poplens_chart_widget_show_item (
        POPLENS_CHART_WIDGET (chart),
        g_array_index (self->content->selected, PoplensItemRange, 0).from,
        !self->content->shares_axis);
  return G_SOURCE_REMOVE;
}

/* Scrolls to the selection if it has changed. A link or the history can select an item that is out
 * of view. */
static void
show_selected (PoplensTabChartView *self)
{
  const PoplensLocation *location = poplens_session_get_location (self->session);
  const char *what = self->content->shares_axis ? poplens_location_get (location, "variable")
                                                : self->content->title;
  g_autofree char *now = self->content->selected->len ? g_strdup (what) : NULL;

  if (now && g_strcmp0 (now, self->shown) && !self->show_ticks)
    self->show_ticks = gtk_widget_add_tick_callback (self->chart, on_show_tick, self, NULL);
  g_free (self->shown);
  self->shown = g_steal_pointer (&now);
}

/* ---- controls -------------------------------------------------------------------------------- */

static void
on_tab_choice (GtkWidget *control, const char *key, const char *value, gpointer data)
{
  PoplensTabChartView *self = data;

  g_autoptr (PoplensLocation) location = NULL;

  if (self->quiet)
    return;
  location = poplens_page_choose (self->bundle->page, poplens_session_get_location (self->session),
                                  key, value);
  if (g_str_equal (key, "plot"))
    poplens_session_go (self->session, location);
  else
    poplens_session_adjust (self->session, location);
}

/* Removes controls from @index to the last one. */
static void
drop_controls (PoplensTabChartView *self, guint index)
{
  for (guint i = index; i < self->controls->len; i++)
    gtk_box_remove (GTK_BOX (self->tools), self->controls->pdata[i]);
  g_ptr_array_set_size (self->controls, MIN (index, self->controls->len));
}

static void
show_row (PoplensTabChartView *self, const PoplensPage *page, const PoplensSection *section)
{
  if (!section->tab.has_row)
    return;
  if (!self->row) {
    self->row = poplens_page_toolbar_new_of_section (section->key);
    g_signal_connect_object (self->row, "choice", G_CALLBACK (on_tab_choice), self, 0);
    gtk_box_prepend (GTK_BOX (self->left), self->row);
  }
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (self->row), page);
}

static void
show_controls (PoplensTabChartView *self, const PoplensPage *page, const PoplensSection *section)
{
  guint n = 0;

  show_row (self, page, section);

  for (guint i = 0; i < page->controls->len; i++) {
    const PoplensControl *control = page->controls->pdata[i];
    if (g_strcmp0 (control->section, section->key) || section->tab.has_row ||
        g_str_equal (control->key, "tab"))
      continue;
    if (n++ < self->controls->len &&
        poplens_page_control_matches (self->controls->pdata[n - 1], control)) {
      poplens_page_control_set_current (self->controls->pdata[n - 1], control->current);
      continue;
    }
    drop_controls (self, n - 1);
    GtkWidget *widget = poplens_page_control_new (control);
    g_signal_connect_object (widget, "choice", G_CALLBACK (on_tab_choice), self, 0);
    gtk_box_append (GTK_BOX (self->tools), widget);
    g_ptr_array_add (self->controls, widget);
  }
  drop_controls (self, n);
}

void
poplens_tab_chart_view_show (PoplensTabChartView *self, PoplensPageBundle *bundle,
                             const PoplensSection *section, PoplensTabChart *chart)
{
  poplens_tab_chart_ref (chart);
  g_clear_pointer (&self->content, poplens_tab_chart_unref);
  self->content = chart;
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  self->section = section;
  show_controls (self, bundle->page, section);
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (self->chart), chart->chart);
  show_selected (self);
  show_facts (self);
  show_step_count (self);
  show_steps (self);
  poplens_tab_chart_view_follow_location (self, poplens_session_get_location (self->session));
}

GtkWidget *
poplens_tab_chart_view_get_tools (PoplensTabChartView *self)
{
  return self->tools;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_tab_chart_view_dispose (GObject *object)
{
  PoplensTabChartView *self = POPLENS_TAB_CHART_VIEW (object);

  if (self->show_ticks)
    gtk_widget_remove_tick_callback (self->chart, self->show_ticks);
  self->show_ticks = 0;
  g_clear_pointer (&self->shown, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->tools);
  g_clear_pointer (&self->controls, g_ptr_array_unref);
  g_clear_pointer (&self->content, poplens_tab_chart_unref);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_tab_chart_view_parent_class)->dispose (object);
}

static void
poplens_tab_chart_view_class_init (PoplensTabChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_tab_chart_view_dispose;
  g_type_ensure (POPLENS_TYPE_BESIDE_LAYOUT);
  g_type_ensure (POPLENS_TYPE_CHART_WIDGET);
  g_type_ensure (POPLENS_TYPE_TEXT_SCALE_BIN);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/tab-chart.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensTabChartView, child)
  BIND (box);
  BIND (left);
  BIND (misuse);
  BIND (chart);
  BIND (slider);
  BIND (at_step);
  BIND (scale);
  BIND (step_label);
  BIND (beside);
  BIND (facts);
  BIND (head);
  BIND (rest);
  BIND (chart_title);
  BIND (chart_note);
  BIND (tools);
  BIND (count);
#undef BIND
#define CALL(handler) gtk_widget_class_bind_template_callback (widget_class, handler)
  CALL (on_tab_select_items);
  CALL (on_select_span);
  CALL (on_toggle_series);
  CALL (on_limit_clicked);
  CALL (on_row_removed);
  CALL (on_tab_show_card);
  CALL (on_copy_details);
  CALL (on_view_changed);
  CALL (on_at_step);
  CALL (on_step_moved);
#undef CALL
}

static void
poplens_tab_chart_view_init (PoplensTabChartView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->controls = g_ptr_array_new ();
  /* Hold a reference to the tools: the caller will move them out of this widget, into the row of
   * tabs. */
  g_object_ref_sink (self->tools);
  poplens_tooltip_set (self->at_step, "Dim variables not live at this step");
}

PoplensTabChart *
poplens_tab_chart_view_get_content (PoplensTabChartView *self)
{
  return self->content;
}

/* Rearranges the widgets for the column beside the page's chart: moves this chart between the boxes
 * of facts, and removes the separator. */
static void
make_column (PoplensTabChartView *self)
{
  self->is_column = TRUE;
  g_object_ref (self->left);
  gtk_box_remove (GTK_BOX (self->box), self->left);
  gtk_box_insert_child_after (GTK_BOX (self->facts), self->left, self->head);
  g_object_unref (self->left);
  gtk_widget_set_layout_manager (self->box, gtk_bin_layout_new ());
  gtk_box_remove (GTK_BOX (self->box), gtk_widget_get_first_child (self->box));
  gtk_widget_set_vexpand (self->chart, FALSE);
}

GtkWidget *
poplens_tab_chart_view_new (PoplensSession *session, gboolean beside)
{
  PoplensTabChartView *self = g_object_new (POPLENS_TYPE_TAB_CHART_VIEW, NULL);

  self->session = g_object_ref (session);
  if (beside)
    make_column (self);
  return GTK_WIDGET (self);
}
