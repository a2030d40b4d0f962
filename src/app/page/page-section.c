/* PoplensPageSection: makes the header and, by kind of section, the contents; collapses and expands
 * them. */
#include "app/page/page-section.h"

#include "app/chart/chart-widget.h"
#include "app/page/changes-view.h"
#include "app/page/facts-view.h"
#include "app/page/findings-view.h"
#include "app/page/page-actions.h"
#include "app/page/page-control.h"
#include "app/page/page-tables.h"
#include "app/widgets/bins.h"
#include "app/widgets/layouts.h"

#include <math.h>

/* Maximum number of table rows that a document shows without an inner scrollbar. */
#define MAX_ROWS 14
#define CHART_HEIGHT 260
/* Width in pixels of the title in a collapsed row. All rows use it, so that the texts after their
 * titles are aligned. */
#define ROW_TITLE 180

struct _PoplensPageSection {
  GtkWidget parent_instance;
  PoplensSession *session;
  GtkWidget *box;
  GtkWidget *header; /* row with .fold or .heading, and with the tools of a table */
  GtkWidget *fold;
  GtkWidget *arrow;
  GtkWidget *title, *answer; /* labels in .fold, the button that collapses the section */
  GtkWidget *heading;        /* replaces .fold if the section cannot be collapsed */
  GtkWidget *heading_title, *heading_answer; /* labels in .heading */
  GtkWidget *links;                          /* buttons for the links of findings */
  GtkWidget *content;                        /* widget that shows the section, depending on .kind */
  GtkWidget *holder;                         /* child of .box: .content, or a card around it */
  GtkWidget *tools;                          /* (nullable): filter field and buttons of a table */
  GtkWidget *choices;                        /* box of the section's controls, such as drop-downs */
  GStrv item_links;                          /* (nullable): links of a chart's items */
  PoplensPageBundle *bundle;                 /* (nullable): page of .section */
  const PoplensSection *section;             /* section that is shown; owned by .bundle */
  int kind;       /* kind of the section that is shown; WHY_NOT: a notice instead; −1: nothing */
  gboolean shown; /* a section was shown before: keep it collapsed or expanded */
  gboolean open;
};

/* Value of .kind if .content shows the reason why there is no table. */
#define WHY_NOT 100

G_DEFINE_FINAL_TYPE (PoplensPageSection, poplens_page_section, GTK_TYPE_WIDGET)

/* ---- collapsing ------------------------------------------------------------------------------ */

static void
page_section_set_open (PoplensPageSection *self, gboolean open)
{
  self->open = open;
  if (self->content)
    gtk_widget_set_visible (self->content, open);
  if (self->tools)
    gtk_widget_set_visible (self->tools, open);
  gtk_widget_set_visible (self->choices, open && gtk_widget_get_first_child (self->choices));
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_STATE_EXPANDED, open,
                               -1);
  if (open)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "folded");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "folded");
}

static void
on_fold_clicked (PoplensPageSection *self)
{
  page_section_set_open (self, !self->open);
}

/* ---- contents -------------------------------------------------------------------------------- */

static void
on_toggle_series (GtkWidget *chart, const char *key, gpointer data)
{
  poplens_page_toggle_series (data, key);
}

/* Returns the link of item @item of the chart. In some charts, each series of an item also has a
 * link. @series: index of the series; −1: the item as a whole. (nullable) */
static const char *
link_of_item (PoplensPageSection *self, guint64 item, int series)
{
  const PoplensChart *shown = self->section->chart;
  gsize n = self->item_links ? g_strv_length (self->item_links) : 0, at = item;

  if (shown && n > poplens_chart_get_n_items (shown))
    at = item * (poplens_chart_get_n_series (shown) + 1) + (gsize) (series + 1);
  return at < n ? self->item_links[at] : NULL;
}

static void
on_section_select_items (GtkWidget *chart, guint64 from, guint64 to, int mode, gpointer data)
{
  PoplensPageSection *self = data;
  int series = (int) poplens_chart_widget_get_clicked (POPLENS_CHART_WIDGET (chart));
  const char *link = to == from + 1 ? link_of_item (self, from, series) : NULL;

  if (link)
    poplens_page_follow (chart, self->session, link);
}

static void
on_section_show_card (GtkWidget *chart, guint64 item, gpointer data)
{
  PoplensPageSection *self = data;
  PoplensNumber number;

  poplens_page_open_card_of_link (
      chart, link_of_item (self, item, -1),
      poplens_chart_get_item_label (self->section->chart, (gsize) item, number));
}

static void
on_limit_clicked (GtkWidget *chart)
{
  PoplensChartView view = poplens_chart_widget_get_view (POPLENS_CHART_WIDGET (chart));

  view.limit_to_scale = !view.limit_to_scale;
  poplens_chart_widget_set_view (POPLENS_CHART_WIDGET (chart), view);
}

static void
on_facts_follow (GtkWidget *facts, const char *link, gpointer data)
{
  poplens_page_follow (facts, data, link);
}

static void
on_dismiss (GtkWidget *findings, const char *name, const char *reason, gpointer session)
{
  poplens_finding_dismiss (findings, session, name, reason);
}

static void
on_facts_toast (GtkWidget *facts, const char *text, gpointer data)
{
  poplens_page_toast (facts, text);
}

static void
on_open_groups (GtkWidget *findings, const char *words, gpointer session)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_with (poplens_session_get_location (session), "open", words);

  poplens_session_adjust (session, location);
}

/* Writes the changes of the what-if view to the location. */
static void
on_changes (GtkWidget *view, gpointer changes, gboolean remember, gpointer data)
{
  PoplensSession *session = data;
  g_autoptr (PoplensLocation) changed =
      poplens_changes_to_location (changes, poplens_session_get_location (session));
  g_autoptr (PoplensLocation) location = poplens_location_with (changed, "view", "what-if");

  if (remember)
    poplens_session_go (session, location);
  else
    poplens_session_adjust (session, location);
}

static GtkWidget *
make_content (PoplensPageSection *self, int kind)
{
  GtkWidget *content = NULL;

  if (kind == POPLENS_SECTION_FACTS) {
    content = poplens_facts_view_new ();
    g_signal_connect_object (content, "follow", G_CALLBACK (on_facts_follow), self->session, 0);
    g_signal_connect (content, "toast", G_CALLBACK (on_facts_toast), NULL);
  } else if (kind == POPLENS_SECTION_CHART) {
    content = poplens_chart_widget_new ();
    poplens_chart_widget_set_usual_height (POPLENS_CHART_WIDGET (content), CHART_HEIGHT);
    poplens_chart_widget_set_stays (POPLENS_CHART_WIDGET (content), TRUE);
    g_signal_connect_object (content, "toggle-series", G_CALLBACK (on_toggle_series), self->session,
                             0);
    g_signal_connect_object (content, "select-items", G_CALLBACK (on_section_select_items), self,
                             0);
    g_signal_connect_object (content, "show-card", G_CALLBACK (on_section_show_card), self, 0);
    g_signal_connect (content, "limit-clicked", G_CALLBACK (on_limit_clicked), NULL);
  } else if (kind == POPLENS_SECTION_FINDINGS) {
    content = poplens_findings_view_new ();
    g_signal_connect_object (content, "follow", G_CALLBACK (on_facts_follow), self->session, 0);
    g_signal_connect_object (content, "dismiss", G_CALLBACK (on_dismiss), self->session, 0);
    g_signal_connect_object (content, "open", G_CALLBACK (on_open_groups), self->session, 0);
    g_signal_connect (content, "toast", G_CALLBACK (on_facts_toast), NULL);
  } else if (kind == POPLENS_SECTION_CHANGES) {
    content = poplens_changes_view_new (self->session);
    g_signal_connect_object (content, "changes", G_CALLBACK (on_changes), self->session, 0);
    g_signal_connect (content, "toast", G_CALLBACK (on_facts_toast), NULL);
  } else if (kind == POPLENS_SECTION_TABLE) {
    content = poplens_page_table_new (self->session, MAX_ROWS);
    self->tools = poplens_table_widget_get_tools (POPLENS_TABLE_WIDGET (content));
    gtk_box_append (GTK_BOX (self->header), self->tools);
  } else {
    content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  }
  return content;
}

static void
set_kind (PoplensPageSection *self, int kind)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (kind == self->kind)
    return;
  if (self->tools)
    gtk_box_remove (GTK_BOX (self->header), self->tools);
  if (self->content)
    gtk_box_remove (GTK_BOX (self->box), self->holder);
  self->tools = self->content = self->holder = NULL;
  self->kind = kind;
  self->content = make_content (self, kind);
  self->holder =
      kind == POPLENS_SECTION_CHART ? poplens_text_scale_bin_new (self->content) : self->content;
  gtk_box_append (GTK_BOX (self->box), self->holder);
  gtk_widget_remove_css_class (widget, "card");
  gtk_widget_remove_css_class (widget, "page-section");
  /* Put the content into a card. Facts are cards themselves, and notices need no card. */
  if (kind != POPLENS_SECTION_FACTS && kind != POPLENS_SECTION_NOTICE) {
    gtk_widget_add_css_class (widget, "card");
    gtk_widget_add_css_class (widget, "page-section");
  }
}

static void
show_chart (PoplensPageSection *self, const PoplensSection *section)
{
  PoplensChart *chart = section->chart;
  PoplensChartView view = poplens_chart_view_all (chart);

  view.limit_to_scale = section->plot.to_limit;
  poplens_chart_widget_set_chart (POPLENS_CHART_WIDGET (self->content), chart);
  poplens_chart_widget_set_view (POPLENS_CHART_WIDGET (self->content), view);
  g_strfreev (self->item_links);
  self->item_links = g_strdupv (section->plot.links);
}

/* Shows a notice, or the reason why a section is empty. Reserves the height of the contents that
 * will replace it. */
static void
show_text (PoplensPageSection *self, const PoplensSection *section)
{
  GtkWidget *child = gtk_widget_get_first_child (self->content);
  double room = section->room * poplens_text_scale (GTK_WIDGET (self));

  if (child)
    gtk_box_remove (GTK_BOX (self->content), child);
  child = section->kind == POPLENS_SECTION_NOTICE && section->title
              ? poplens_page_verdict_new (section->notice.tone, section->title, section->text)
              : poplens_page_notice_new (section->notice.tone, section->text);
  gtk_box_append (GTK_BOX (self->content), child);
  gtk_widget_set_size_request (self->content, -1, room > 0 ? (int) ceil (room) : -1);
  if (section->notice.links && section->kind == POPLENS_SECTION_NOTICE)
    poplens_page_notice_add_links (child, self->session, section->notice.links);
}

static void
on_header_link (GtkWidget *button, gpointer session)
{
  poplens_page_follow (button, session, g_object_get_data (G_OBJECT (button), "poplens-link"));
}

/* Shows the links of all findings as buttons. Keeps buttons whose links have not changed. */
static void
show_links (PoplensPageSection *self, const PoplensSection *section)
{
  const GPtrArray *links = section->kind == POPLENS_SECTION_FINDINGS ? section->notice.links : NULL;
  GtkWidget *child = gtk_widget_get_first_child (self->links);

  for (guint i = 0; links && i < links->len; i++) {
    const PoplensPageLink *link = links->pdata[i];
    if (!child) {
      child = gtk_button_new ();
      gtk_box_append (GTK_BOX (self->links), child);
      g_signal_connect_object (child, "clicked", G_CALLBACK (on_header_link), self->session, 0);
    }
    gtk_button_set_label (GTK_BUTTON (child), link->title);
    if (link->is_likely)
      gtk_widget_add_css_class (child, "suggested-action");
    else
      gtk_widget_add_css_class (child, "flat");
    g_object_set_data_full (G_OBJECT (child), "poplens-link", g_strdup (link->location), g_free);
    child = gtk_widget_get_next_sibling (child);
  }
  while (child) {
    GtkWidget *next = gtk_widget_get_next_sibling (child);
    gtk_box_remove (GTK_BOX (self->links), child);
    child = next;
  }
  gtk_widget_set_visible (self->links, gtk_widget_get_first_child (self->links) != NULL);
}

static void
show_header (PoplensPageSection *self, const PoplensSection *section)
{
  const char *title = section->title ? section->title : "";
  const char *answer = section->answer ? section->answer : "";
  g_autofree char *said = *answer ? g_strdup_printf ("%s: %s", title, answer) : g_strdup (title);

  gtk_widget_set_visible (self->header, section->title && section->kind != POPLENS_SECTION_NOTICE);
  gtk_widget_set_visible (self->fold, !section->stays_open);
  gtk_widget_set_visible (self->heading, section->stays_open);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->heading_title), title);
  gtk_label_set_label (GTK_LABEL (self->answer), answer);
  gtk_label_set_label (GTK_LABEL (self->heading_answer), answer);
  /* Align the answer at the end of the row. If buttons or drop-downs are there, put it beside the
   * title. */
  gboolean is_last = !section->notice.links && !gtk_widget_get_first_child (self->choices);
  gtk_label_set_xalign (GTK_LABEL (self->heading_answer),
                        section->kind == POPLENS_SECTION_CHART || is_last ? 1 : 0);
  gtk_widget_set_size_request (self->title, section->collapsed ? ROW_TITLE : -1, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->fold), GTK_ACCESSIBLE_PROPERTY_LABEL, said,
                                  -1);
  show_links (self, section);
  if (!self->shown)
    page_section_set_open (self, !section->title || !section->collapsed);
  else
    page_section_set_open (self, self->open || !section->title);
  self->shown = TRUE;
}

void
poplens_page_section_show (PoplensPageSection *self, PoplensPageBundle *bundle, guint index)
{
  const PoplensSection *section = poplens_page_bundle_get_section (bundle, index);
  gboolean missing = section->state == POPLENS_ABSENT;

  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  self->bundle = bundle;
  self->section = section;
  set_kind (self, missing ? WHY_NOT : (int) section->kind);
  if (missing)
    show_text (self, section);
  else if (section->kind == POPLENS_SECTION_FACTS)
    poplens_facts_view_set_facts (POPLENS_FACTS_VIEW (self->content), section->facts);
  else if (section->kind == POPLENS_SECTION_FINDINGS)
    poplens_findings_view_set_findings (POPLENS_FINDINGS_VIEW (self->content), section->facts);
  else if (section->kind == POPLENS_SECTION_CHANGES)
    poplens_changes_view_set_changes (POPLENS_CHANGES_VIEW (self->content), section->changes,
                                      bundle->defaults.unit);
  else if (section->kind == POPLENS_SECTION_NOTICE)
    show_text (self, section);
  else if (section->kind == POPLENS_SECTION_CHART)
    show_chart (self, section);
  else
    poplens_page_table_show (self->content, self->session, bundle, index);
  poplens_page_controls_show (self->choices, self->session, bundle->page, section->key);
  show_header (self, section);
  /* Hide a notice about the whole report: it is shown in the header bar of the window. */
  gtk_widget_set_visible (GTK_WIDGET (self), !section->notice.is_standing);
}

gboolean
poplens_page_section_show_more (PoplensPageSection *self)
{
  if (self->kind == POPLENS_SECTION_FACTS)
    return poplens_facts_view_show_more (POPLENS_FACTS_VIEW (self->content));
  return self->kind == POPLENS_SECTION_FINDINGS &&
         poplens_findings_view_show_more (POPLENS_FINDINGS_VIEW (self->content));
}

void
poplens_page_section_follow_location (PoplensPageSection *self, const PoplensLocation *location)
{
  if (self->kind == POPLENS_SECTION_TABLE)
    poplens_page_table_follow_location (self->content, location);
  if (self->kind == POPLENS_SECTION_FINDINGS)
    poplens_findings_view_follow_location (POPLENS_FINDINGS_VIEW (self->content), location);
  if (self->kind == POPLENS_SECTION_CHART) {
    g_autoptr (GArray) marks = poplens_page_section_marks (self->section, location);
    poplens_chart_widget_set_selected (POPLENS_CHART_WIDGET (self->content), marks);
  }
  for (GtkWidget *child = gtk_widget_get_first_child (self->choices); child;
       child = gtk_widget_get_next_sibling (child))
    poplens_page_control_set_location (POPLENS_PAGE_CONTROL (child), location);
}

/* Focuses the filter of a section that was just expanded. Called in an idle source, because the
 * page cannot scroll to the section before it has a position. */
static gboolean
on_opened (gpointer data)
{
  PoplensPageSection *self = data;

  if (self->kind == POPLENS_SECTION_TABLE)
    poplens_table_widget_focus_filter (POPLENS_TABLE_WIDGET (self->content));
  return G_SOURCE_REMOVE;
}

void
poplens_page_section_count_findings (PoplensPageSection *self, guint *shown, guint *all)
{
  if (self->kind == POPLENS_SECTION_FINDINGS)
    poplens_findings_view_count (POPLENS_FINDINGS_VIEW (self->content), shown, all);
}

gboolean
poplens_page_section_focus_search (PoplensPageSection *self)
{
  if (self->kind != POPLENS_SECTION_TABLE || !self->section->rows.filterable)
    return FALSE;
  if (self->open)
    return poplens_table_widget_focus_filter (POPLENS_TABLE_WIDGET (self->content));
  page_section_set_open (self, TRUE);
  g_idle_add_full (G_PRIORITY_LOW, on_opened, g_object_ref (self), g_object_unref);
  return TRUE;
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_page_section_dispose (GObject *object)
{
  PoplensPageSection *self = POPLENS_PAGE_SECTION (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  self->content = self->holder = self->tools = NULL;
  self->kind = -1;
  g_clear_pointer (&self->item_links, g_strfreev);
  g_clear_pointer (&self->bundle, poplens_page_bundle_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_page_section_parent_class)->dispose (object);
}

static void
poplens_page_section_class_init (PoplensPageSectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_section_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

/* Adds labels for title and answer to @box. @title, @answer: (out) */
static void
add_titles (GtkWidget *box, GtkWidget **title, GtkWidget **answer)
{
  *title = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (*title), 0);
  gtk_label_set_wrap (GTK_LABEL (*title), TRUE);
  gtk_widget_add_css_class (*title, "section-title");
  *answer = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (*answer), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (*answer), 0);
  gtk_widget_set_hexpand (*answer, TRUE);
  gtk_widget_add_css_class (*answer, "section-answer");
  gtk_widget_add_css_class (*answer, "numeric");
  gtk_box_append (GTK_BOX (box), *title);
  gtk_box_append (GTK_BOX (box), *answer);
}

static void
poplens_page_section_init (PoplensPageSection *self)
{
  GtkWidget *inside = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->kind = -1;
  self->open = TRUE;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->header, poplens_wrap_layout_new ());
  gtk_widget_add_css_class (self->header, "section-header");
  self->arrow = gtk_image_new_from_icon_name ("pan-down-symbolic");
  gtk_box_append (GTK_BOX (inside), self->arrow);
  add_titles (inside, &self->title, &self->answer);
  self->fold = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->fold), inside);
  gtk_widget_set_hexpand (self->fold, TRUE);
  gtk_widget_add_css_class (self->fold, "flat");
  gtk_widget_add_css_class (self->fold, "section-fold");
  g_signal_connect_object (self->fold, "clicked", G_CALLBACK (on_fold_clicked), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->header), self->fold);
  self->heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_add_css_class (self->heading, "section-heading");
  gtk_widget_set_hexpand (self->heading, TRUE);
  add_titles (self->heading, &self->heading_title, &self->heading_answer);
  gtk_box_append (GTK_BOX (self->header), self->heading);
  self->links = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_box_append (GTK_BOX (self->header), self->links);
  self->choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_visible (self->choices, FALSE);
  gtk_box_append (GTK_BOX (self->header), self->choices);
  gtk_box_append (GTK_BOX (self->box), self->header);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
poplens_page_section_new (PoplensSession *session)
{
  PoplensPageSection *self = g_object_new (POPLENS_TYPE_PAGE_SECTION, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
