/* PoplensFindingBar: builds the bar, computes the finding on a worker, and steps through its
 * occurrences. */
#include "app/page/finding-bar.h"

#include "app/page/page-actions.h"
#include "app/widgets/bins.h"
#include "pages/core/finding.h"

/* Minimum window width, in pixels, for showing the shortcut on the Clear button. */
#define KEY_WIDTH 1100
/* Minimum window width, in pixels, for showing the finding's sentence and the selected item. */
#define TEXT_WIDTH 900
/* The chart zooms in if an occurrence is narrower than this, in pixels. */
#define LEAST_SEEN 24.0
#define TEXT_CHARS 70

struct _PoplensFindingBar {
  AdwBin parent_instance;
  PoplensSession *session;
  GtkWidget *view;
  PoplensPageShownFunc get_shown;
  GtkWidget *title, *text, *steps, *previous, *count, *next, *selected, *advice, *clear, *escape;
  GtkWidget *sentence;   /* label in .text */
  GtkWidget *whole[2];   /* labels with the whole texts, in the popovers of .text and .advice */
  PoplensPageId page;    /* page on the screen; POPLENS_N_PAGES: none */
  PoplensByteUnit unit;  /* byte unit of the numbers in .finding */
  char *name;            /* (nullable): name of the finding that is shown or computed */
  PoplensReport *report; /* (nullable): report that .finding is about */
  PoplensPageFinding *finding; /* (nullable): NULL while the finding is being computed */
  GCancellable *cancellable;   /* (nullable): cancels the running computation */
  const char *lifted; /* (nullable, static): text that names the filter which the bar removed,
                         because it hid the occurrence */
};

G_DEFINE_FINAL_TYPE (PoplensFindingBar, poplens_finding_bar, ADW_TYPE_BIN)

/* ---- texts ----------------------------------------------------------------------------------- */

static guint
get_at (PoplensFindingBar *self)
{
  return self->finding
             ? poplens_page_finding_at (self->finding, poplens_session_get_location (self->session))
             : G_MAXUINT;
}

static void
say_count (PoplensFindingBar *self, guint at)
{
  PoplensNumber number, all;
  g_autofree char *text = NULL;

  if (!self->finding)
    text = g_strdup ("…");
  else if (at != G_MAXUINT)
    text = g_strdup_printf ("%s of %s", poplens_format_count (number, at + 1),
                            poplens_format_count (all, self->finding->occurrences->len));
  gtk_label_set_label (GTK_LABEL (self->count), text ? text : "");
  gtk_widget_set_sensitive (self->previous, at != G_MAXUINT);
  gtk_widget_set_sensitive (self->next, at != G_MAXUINT);
}

static void
say_text (PoplensFindingBar *self)
{
  const PoplensPageFinding *finding = self->finding;
  g_autofree char *name = self->name ? poplens_finding_name_title (self->name) : g_strdup ("");
  const char *text = !finding ? "" : finding->text ? finding->text : "Not found in this report";
  const char *advice = finding ? finding->advice : NULL;
  const char *brief = finding && finding->brief ? finding->brief : text;
  g_autofree char *shown =
      self->lifted ? g_strdup_printf ("%s. %s", self->lifted, brief) : g_strdup (brief);
  const char *title = finding ? finding->title : name;
  g_autofree char *all =
      g_strdup_printf ("%s%s%s", text, advice ? "\n\n" : "", advice ? advice : "");

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->sentence), shown);
  gtk_label_set_label (GTK_LABEL (self->whole[0]), all);
  gtk_label_set_label (GTK_LABEL (self->whole[1]), advice ? advice : "");
  gtk_widget_set_tooltip_text (self->text, text);
  gtk_widget_set_sensitive (self->text, *text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
}

/* Shows the widgets that have contents and for which the window is wide enough. */
static void
arrange (PoplensFindingBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  int width = root ? gtk_widget_get_width (GTK_WIDGET (root)) : 0;
  gboolean is_lost = self->finding && !self->finding->text;
  gboolean leads = !self->finding || self->finding->occurrences->len > 0;
  gboolean advises = self->finding && self->finding->advice;

  gtk_widget_set_visible (self->steps, !is_lost && leads);
  gtk_widget_set_visible (self->selected, width >= TEXT_WIDTH && self->finding && leads);
  gtk_widget_set_visible (self->text, is_lost || width >= TEXT_WIDTH);
  gtk_widget_set_visible (self->advice, !is_lost && (advises || !self->finding));
  gtk_widget_set_sensitive (self->advice, advises);
  gtk_widget_set_visible (self->escape, width >= KEY_WIDTH);
}

static void
update_texts (PoplensFindingBar *self)
{
  guint at = get_at (self);

  say_text (self);
  say_count (self, at);
  if (at != G_MAXUINT) {
    g_autofree char *selected = poplens_page_finding_selected (self->finding, at);
    gtk_button_set_label (GTK_BUTTON (self->selected), selected);
    /* A step or a tile has a card. A span of cycles has no card. */
    gtk_widget_set_sensitive (self->selected, poplens_page_finding_has_card (self->finding, at));
  }
  arrange (self);
}

/* ---- occurrences ----------------------------------------------------------------------------- */

static void
show_occurrence (PoplensFindingBar *self, const PoplensLocation *location, guint at)
{
  PoplensPageShown shown;
  PoplensChartView view = {0};
  const PoplensOperationSource *source = NULL;
  double least = 0;

  if (self->get_shown (self->view, &shown) && poplens_page_get_chart (shown.bundle->page)) {
    source = poplens_page_operation_source (shown.bundle->page);
    PoplensChartWidget *chart = poplens_page_widget_get_chart (shown.widget);
    view = poplens_page_chart_view (shown.bundle->page, location);
    least = chart ? LEAST_SEEN / MAX (gtk_widget_get_width (GTK_WIDGET (chart)), 1) : 0;
  }
  g_autoptr (PoplensLocation) there = poplens_page_finding_show (
      self->finding, location, at, source, view.from, view.to, least, &self->lifted);
  poplens_session_adjust (self->session, there);
}

/* TRUE if the location selects an occurrence completely. On the pages Programs and Operations, the
 * key "program" or "operation" must be set, too: going to another page removes this key, but not
 * "at". */
static gboolean
is_settled (const PoplensLocation *location)
{
  PoplensPageId page = poplens_location_get_page (location);
  const char *key = page == POPLENS_PAGE_PROGRAMS     ? "program"
                    : page == POPLENS_PAGE_OPERATIONS ? "operation"
                                                      : "at";

  return poplens_location_get (location, "at") && poplens_location_get (location, key);
}

static void
settle_location (PoplensFindingBar *self)
{
  PoplensLocation *location = poplens_session_get_location (self->session);
  guint at = get_at (self);
  PoplensPageShown shown;

  if (at == G_MAXUINT || is_settled (location) || !poplens_page_shows_finding (location) ||
      !self->get_shown (self->view, &shown) ||
      shown.bundle->page->id != poplens_location_get_page (location))
    return;
  show_occurrence (self, location, at);
}

gboolean
poplens_finding_bar_step (PoplensFindingBar *self, int by)
{
  guint at = get_at (self), n;

  if (at == G_MAXUINT || !gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  n = self->finding->occurrences->len;
  show_occurrence (self, poplens_session_get_location (self->session),
                   (at + (by > 0 ? 1 : n - 1)) % n);
  return TRUE;
}

gboolean
poplens_finding_bar_clear (PoplensFindingBar *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return FALSE;
  poplens_session_clear_finding (self->session);
  return TRUE;
}

/* ---- computing the finding ------------------------------------------------------------------- */

typedef struct {
  PoplensReport *report;
  char *name;
  PoplensByteUnit unit;
} FindingRequest;

static void
wanted_free (gpointer data)
{
  FindingRequest *self = data;

  g_object_unref (self->report);
  g_free (self->name);
  g_free (self);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const FindingRequest *wanted = data;
  GError *error = NULL;
  PoplensPageFinding *finding =
      poplens_page_finding_new (wanted->report, wanted->name, wanted->unit, cancellable, &error);

  if (finding)
    g_task_return_pointer (task, finding, (GDestroyNotify) poplens_page_finding_free);
  else
    g_task_return_error (task, error);
}

static void
on_finding_computed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFindingBar) self = data;
  g_autoptr (PoplensPageFinding) finding = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  self->finding = g_steal_pointer (&finding);
  update_texts (self);
  settle_location (self);
}

static void
drop_finding (PoplensFindingBar *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->finding, poplens_page_finding_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_object (&self->report);
  self->lifted = NULL;
}

static void
start_finding (PoplensFindingBar *self, PoplensReport *report, const char *name)
{
  g_autoptr (GTask) task = NULL;
  FindingRequest *wanted;

  drop_finding (self);
  self->name = g_strdup (name);
  self->report = g_object_ref (report);
  self->unit = poplens_session_get_byte_unit (self->session);
  self->cancellable = g_cancellable_new ();
  wanted = g_new (FindingRequest, 1);
  *wanted = (FindingRequest){g_object_ref (report), g_strdup (name), self->unit};
  task = g_task_new (NULL, self->cancellable, on_finding_computed, g_object_ref (self));
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_run_in_thread (task, find_in_thread);
}

/* Computes the finding of the location if the page can show the finding. On other pages, keeps the
 * last finding, which the user may return to. */
static void
follow (PoplensFindingBar *self)
{
  PoplensLocation *location = poplens_session_get_location (self->session);
  PoplensReport *report = poplens_session_get_report (self->session);
  const char *name = poplens_location_get (location, "finding");
  gboolean is_shown = poplens_page_shows_finding (location);

  if (!name)
    drop_finding (self);
  else if (is_shown && report &&
           (g_strcmp0 (name, self->name) || report != self->report ||
            self->unit != poplens_session_get_byte_unit (self->session)))
    start_finding (self, report, name);
  if (self->page == poplens_location_get_page (location))
    gtk_widget_set_visible (GTK_WIDGET (self), is_shown && self->name);
  if (!is_shown)
    return;
  update_texts (self);
  settle_location (self);
}

void
poplens_finding_bar_set_page (PoplensFindingBar *self, PoplensPageId page)
{
  self->page = page;
  follow (self);
}

/* ---- buttons --------------------------------------------------------------------------------- */

static void
on_previous (PoplensFindingBar *self)
{
  poplens_finding_bar_step (self, -1);
}

static void
on_next (PoplensFindingBar *self)
{
  poplens_finding_bar_step (self, 1);
}

static void
on_clear_clicked (PoplensFindingBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "finding.clear", NULL);
}

static void
on_occurrence_selected (PoplensFindingBar *self)
{
  PoplensLocation *location = poplens_session_get_location (self->session);
  static const char *const pairs[][2] = {{"executed", NULL}, {"tile", NULL}, {"range", NULL}};

  /* The Trace page has a tab for the selected step; other pages open a card. */
  if (poplens_location_get_page (location) == POPLENS_PAGE_TRACE) {
    g_autoptr (PoplensLocation) selection = poplens_location_with (location, "tab", NULL);
    show_occurrence (self, selection, get_at (self));
    return;
  }
  g_autoptr (PoplensLocation) without =
      poplens_location_with_pairs (location, pairs, G_N_ELEMENTS (pairs));
  poplens_page_open_card (self->view, self->report, location, without,
                          gtk_button_get_label (GTK_BUTTON (self->selected)));
}

static gboolean
on_finding_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_activate_action (widget, "finding.clear", NULL);
}

/* ---- construction ---------------------------------------------------------------------------- */

static GtkWidget *
finding_label_new (const char *class, gboolean cuts)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, class);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), cuts ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  return label;
}

static GtkWidget *
button_new (PoplensFindingBar *self, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = icon ? gtk_button_new_from_icon_name (icon) : gtk_button_new ();

  if (name) {
    gtk_widget_set_tooltip_text (button, name);
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
  }
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

/* Makes a menu button with a popover. @whole: (out): the label in the popover. */
static GtkWidget *
menu_new (GtkWidget *child, GtkWidget **whole)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();

  *whole = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (*whole), TRUE);
  gtk_label_set_xalign (GTK_LABEL (*whole), 0);
  gtk_label_set_selectable (GTK_LABEL (*whole), TRUE);
  /* A focusable label would take the focus when the popover opens, and select all of its text. */
  gtk_widget_set_focusable (*whole, FALSE);
  gtk_label_set_max_width_chars (GTK_LABEL (*whole), TEXT_CHARS);
  gtk_label_set_width_chars (GTK_LABEL (*whole), TEXT_CHARS);
  gtk_widget_add_css_class (*whole, "finding-whole");
  gtk_popover_set_child (GTK_POPOVER (popover), *whole);
  /* Align the popover with the button's end, because the bar ends at the window's edge. */
  gtk_widget_set_halign (popover, GTK_ALIGN_END);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), child);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

static GtkWidget *
steps_new (PoplensFindingBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->previous = button_new (self, "go-previous-symbolic", "Previous Occurrence (Shift+N)",
                               G_CALLBACK (on_previous));
  self->next = button_new (self, "go-next-symbolic", "Next Occurrence (N)", G_CALLBACK (on_next));
  self->count = finding_label_new ("finding-count", FALSE);
  gtk_label_set_width_chars (GTK_LABEL (self->count), 8);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0.5);
  gtk_widget_add_css_class (box, "finding-steps");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->previous);
  gtk_box_append (GTK_BOX (box), self->count);
  gtk_box_append (GTK_BOX (box), self->next);
  return box;
}

static GtkWidget *
clear_new (PoplensFindingBar *self)
{
  GtkWidget *button = button_new (self, NULL, "Clear Finding (Esc)", G_CALLBACK (on_clear_clicked));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->escape = finding_label_new ("finding-key", FALSE);
  gtk_label_set_label (GTK_LABEL (self->escape), "Esc");
  gtk_box_append (GTK_BOX (box), gtk_label_new ("Clear"));
  gtk_box_append (GTK_BOX (box), self->escape);
  gtk_button_set_child (GTK_BUTTON (button), box);
  return button;
}

static void
build_bar (PoplensFindingBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *bin;
  GtkWidget *icon = gtk_image_new_from_icon_name ("poplens-insights-symbolic");
  GtkWidget *advice = gtk_label_new ("Advice"),
            *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->title = finding_label_new ("finding-title", TRUE);
  self->sentence = finding_label_new ("finding-text", TRUE);
  self->text = menu_new (self->sentence, &self->whole[0]);
  gtk_widget_add_css_class (self->text, "finding-sentence");
  self->advice = menu_new (advice, &self->whole[1]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->advice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Advice", -1);
  self->steps = steps_new (self);
  self->selected = button_new (self, NULL, NULL, G_CALLBACK (on_occurrence_selected));
  self->clear = clear_new (self);
  gtk_widget_add_css_class (self->selected, "finding-selected");
  gtk_widget_set_hexpand (space, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), self->title);
  gtk_box_append (GTK_BOX (box), self->text);
  gtk_box_append (GTK_BOX (box), space);
  gtk_box_append (GTK_BOX (box), self->steps);
  gtk_box_append (GTK_BOX (box), self->selected);
  gtk_box_append (GTK_BOX (box), self->advice);
  gtk_box_append (GTK_BOX (box), self->clear);
  gtk_widget_add_css_class (box, "finding-bar");
  bin = poplens_sized_bin_new (box);
  g_signal_connect_object (bin, "sized", G_CALLBACK (arrange), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), bin);
}

static void
poplens_finding_bar_dispose (GObject *object)
{
  PoplensFindingBar *self = POPLENS_FINDING_BAR (object);

  drop_finding (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_finding_bar_parent_class)->dispose (object);
}

static void
poplens_finding_bar_class_init (PoplensFindingBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_finding_bar_dispose;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, on_finding_escape,
                                NULL);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
poplens_finding_bar_init (PoplensFindingBar *self)
{
  self->page = POPLENS_N_PAGES;
  build_bar (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, "Finding",
                                  -1);
}

GtkWidget *
poplens_finding_bar_new (PoplensSession *session, GtkWidget *view, PoplensPageShownFunc get_shown)
{
  PoplensFindingBar *self = g_object_new (POPLENS_TYPE_FINDING_BAR, NULL);

  self->session = g_object_ref (session);
  self->view = view;
  self->get_shown = get_shown;
  g_signal_connect_swapped (session, "notify::location", G_CALLBACK (follow), self);
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (follow), self);
  g_signal_connect_swapped (session, "notify::defaults", G_CALLBACK (follow), self);
  follow (self);
  return GTK_WIDGET (self);
}
