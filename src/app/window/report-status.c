/* PoplensReportStatus: collects notices about the report, shows an icon for the worst of them, and
 * checks the report. */
#include "app/window/report-status.h"

#include "app/dialogs/check-runner.h"
#include "app/help/help-window.h"
#include "app/page/facts-view.h"
#include "app/page/page-tables.h"
#include "model/assumptions.h"

/* Size of the popover in pixels; small enough for the smallest window. */
#define WIDTH 330
#define MOST_HEIGHT 420

struct _PoplensReportStatus {
  AdwBin parent;
  GtkMenuButton *button;
  GtkListBox *list;
  PoplensCheckRunner *checks;  /* widget with the result of the checks, below .list */
  GtkScrolledWindow *scrolled; /* scrolled window around .list and .checks */
  PoplensSession *session;
  PoplensPageView *view; /* (nullable): weak pointer: .list also has the notices of its pages */
  guint n, n_wrong;      /* number of rows in .list, and how many of them are warnings */
  GHashTable *texts;     /* set of the texts in .list, to show each only once */
};

G_DEFINE_FINAL_TYPE (PoplensReportStatus, poplens_report_status, ADW_TYPE_BIN)

/* ---- the list -------------------------------------------------------------------------------- */

static gboolean
is_wrong (PoplensTone tone)
{
  return tone == POPLENS_TONE_WARNING || tone == POPLENS_TONE_BAD;
}

/* Adds a notice to the list, unless the list contains its text already. */
static void
add_notice (PoplensReportStatus *self, PoplensTone tone, const char *text, const char *detail)
{
  GtkWidget *row, *notice;
  g_autofree char *name = g_strjoin (". ", text, detail, NULL);

  if (!g_hash_table_add (self->texts, g_strdup (text)))
    return;
  row = gtk_list_box_row_new ();
  notice = poplens_page_notice_new (tone, text);
  if (detail)
    poplens_page_notice_add_detail (notice, detail);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), notice);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_list_box_append (self->list, row);
  self->n++;
  self->n_wrong += is_wrong (tone);
}

static void
add_pages (PoplensReportStatus *self, guint32 *assumes)
{
  for (guint p = 0; self->view && p < POPLENS_N_PAGES; p++) {
    PoplensPageBundle *bundle = poplens_page_view_get_bundle (self->view, p);
    for (guint i = 0; bundle && i < bundle->page->sections->len; i++) {
      const PoplensSection *section = bundle->page->sections->pdata[i];
      if (section->notice.is_standing && g_strcmp0 (section->key, "assumption"))
        add_notice (self, section->notice.tone, section->text, NULL);
    }
    *assumes |= bundle ? bundle->page->assumes : 0;
  }
}

/* ---- the icon -------------------------------------------------------------------------------- */

static void
show_icon (PoplensReportStatus *self)
{
  gboolean says = gtk_widget_get_visible (GTK_WIDGET (self->checks));
  guint n = self->n + says;
  guint wrong = self->n_wrong + (says && is_wrong (poplens_check_runner_get_tone (self->checks)));
  g_autofree char *notices =
      g_strdup_printf (n == 1 ? "%u notice on this report" : "%u notices on this report", n);
  g_autofree char *name =
      wrong ? g_strdup_printf (wrong == 1 ? "%s, %u warning" : "%s, %u warnings", notices, wrong)
            : g_strdup (notices);

  gtk_menu_button_set_icon_name (self->button, wrong ? poplens_tone_icon (POPLENS_TONE_WARNING)
                                                     : "poplens-notices-symbolic");
  if (wrong)
    gtk_widget_add_css_class (GTK_WIDGET (self->button), "warning");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->button), "warning");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->list), self->n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  /* Set the height explicitly: a GtkScrolledWindow would request the height that its texts have
   * without wrapping. */
  int height;
  gtk_widget_measure (gtk_widget_get_parent (GTK_WIDGET (self->checks)), GTK_ORIENTATION_VERTICAL,
                      WIDTH, NULL, &height, NULL, NULL);
  gtk_scrolled_window_set_min_content_height (self->scrolled, MIN (height, MOST_HEIGHT));
}

static void
fill (PoplensReportStatus *self)
{
  PoplensReport *report = poplens_session_get_home (self->session);
  GPtrArray *notices = poplens_report_get_notices (report);
  guint32 assumes = 0;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, row);
  g_hash_table_remove_all (self->texts);
  self->n = self->n_wrong = 0;
  for (guint i = 0; i < notices->len; i++)
    add_notice (self, POPLENS_TONE_WARNING, notices->pdata[i], NULL);
  add_pages (self, &assumes);
  for (guint a = 0; a < POPLENS_N_ASSUMPTIONS; a++)
    if (assumes & 1u << a) {
      g_autofree char *title = poplens_assumption_title (a);
      add_notice (self, POPLENS_TONE_NEUTRAL, title, poplens_assumption_consequence (a));
    }
  show_icon (self);
}

void
poplens_report_status_begin (PoplensReportStatus *self, PoplensSession *session,
                             PoplensPageView *view)
{
  g_set_object (&self->session, session);
  if (view && g_set_weak_pointer (&self->view, view))
    g_signal_connect_object (view, "built", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  fill (self);
  poplens_check_runner_begin (self->checks, session);
}

/* ---- construction and destruction ------------------------------------------------------------ */

/* Shows the result of the checks as a toast if the popover is closed. An open popover shows the
 * result itself. */
static void
on_answer (PoplensReportStatus *self, const char *text)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->checks)))
    g_signal_emit_by_name (self, "toast", text);
}

static void
on_help (PoplensReportStatus *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gtk_menu_button_popdown (self->button);
  if (GTK_IS_WINDOW (root))
    poplens_help_window_present (gtk_window_get_application (GTK_WINDOW (root)),
                                 POPLENS_HELP_NOTICES);
}

static void
poplens_report_status_dispose (GObject *object)
{
  PoplensReportStatus *self = POPLENS_REPORT_STATUS (object);

  /* End the thread that runs the checks: the thread holds a reference to .checks. */
  if (self->checks)
    poplens_check_runner_end (self->checks);
  self->checks = NULL;
  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->session);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  G_OBJECT_CLASS (poplens_report_status_parent_class)->dispose (object);
}

static void
poplens_report_status_class_init (PoplensReportStatusClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_report_status_dispose;
  g_signal_new ("toast", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *
make_list (PoplensReportStatus *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Notices", -1);
  self->checks = g_object_new (POPLENS_TYPE_CHECK_RUNNER, NULL);
  g_signal_connect_object (self->checks, "changed", G_CALLBACK (show_icon), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->checks, "answer", G_CALLBACK (on_answer), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->checks));
  gtk_widget_set_size_request (box, WIDTH, -1);
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, box);
  return GTK_WIDGET (self->scrolled);
}

static void
poplens_report_status_init (PoplensReportStatus *self)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *help = gtk_button_new_with_label ("About Notices");

  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_box_append (GTK_BOX (box), make_list (self));
  gtk_widget_set_halign (help, GTK_ALIGN_START);
  gtk_widget_add_css_class (help, "flat");
  g_signal_connect_swapped (help, "clicked", G_CALLBACK (on_help), self);
  gtk_box_append (GTK_BOX (box), help);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_add_css_class (popover, "report-status");
  gtk_menu_button_set_popover (self->button, popover);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->button));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
