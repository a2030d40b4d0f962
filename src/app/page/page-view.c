/* PoplensPageView: builds and shows pages, asks the user before reading much over a link, and has
 * the actions of pages. Also PoplensPageSplit. */
#include "app/page/page-view.h"

#include "app/dialogs/bookmarks.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/save-job.h"
#include "app/window/session.h"
#include "app/page/finding-bar.h"
#include "app/page/page-chart.h"
#include "app/page/page-divider.h"
#include "app/page/page-document.h"
#include "app/page/page-actions.h"
#include "app/page/page-keys.h"
#include "app/page/page-offer.h"
#include "app/page/page-progress.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-widget.h"
#include "app/remote/link-cost.h"
#include "app/table/table-choice.h"
#include "app/window/settings.h"
#include "base/error.h"
#include "report/bookmarks.h"

#include <adwaita.h>

/* ---- a page with a table above its tabs ------------------------------------------------------ */

/* PoplensPageSplit: a page of layout TABLE. It has controls, notices, a table in which the user
 * chooses a row and, below it, tabs with tables about that row. */

#define POPLENS_TYPE_PAGE_SPLIT (poplens_page_split_get_type ())

G_DECLARE_FINAL_TYPE (PoplensPageSplit, poplens_page_split, POPLENS, PAGE_SPLIT, PoplensPageWidget)

struct _PoplensPageSplit {
  PoplensPageWidget base;
  GtkWidget *top;   /* GtkStack with the children .table and .why_not */
  GtkWidget *table; /* PoplensTableWidget in .top */
  GtkWidget *why_not;
  PoplensTableChoice *choice;
  gboolean is_new; /* a new page was shown, and its chosen row is not selected yet */
};

G_DEFINE_FINAL_TYPE (PoplensPageSplit, poplens_page_split, POPLENS_TYPE_PAGE_WIDGET)

/* ---- from the location ----------------------------------------------------------------------- */

/* Returns the model that the column view shows. Unlike poplens_table_widget_get_model (), returns
 * the new model while the view changes its model. (nullable) */
static PoplensTableModel *
shown_model (PoplensPageSplit *self)
{
  GtkColumnView *view = poplens_table_widget_get_view (POPLENS_TABLE_WIDGET (self->table));
  GtkSelectionModel *model = view ? gtk_column_view_get_model (view) : NULL;

  return model ? POPLENS_TABLE_MODEL (model) : NULL;
}

/* Shows the number of rows that match the search: "12 of 275". */
static void
show_split_count (PoplensPageSplit *self)
{
  PoplensTableModel *model = shown_model (self);
  const PoplensTableView *view = model ? poplens_table_model_get_view (model) : NULL;
  g_autofree char *text = NULL;
  PoplensNumber a, b;

  /* Do nothing while the widget is being disposed. */
  if (!self->choice)
    return;
  if (view && view->totals)
    text = g_strdup_printf (
        "%s of %s", poplens_format_count (a, view->n_matches),
        poplens_format_count (b, poplens_table_n_rows (poplens_table_model_get_table (model))));
  poplens_page_toolbar_set_count (POPLENS_PAGE_TOOLBAR (self->base.toolbar), text);
}

static void
follow_location (PoplensPageWidget *base, const PoplensLocation *location)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (base);
  const PoplensSection *top = poplens_page_get_top (base->bundle->page);

  if (top && top->table) {
    poplens_page_table_follow_location (self->table, location);
    poplens_table_choice_set (self->choice, poplens_page_chosen_row (top, location));
  }
  show_split_count (self);
  if (self->is_new)
    poplens_table_choice_renew (self->choice);
  self->is_new = FALSE;
}

static void
show_top (PoplensPageSplit *self)
{
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  gboolean has_table = top && top->table;

  if (has_table) {
    guint index = 0;
    g_ptr_array_find (self->base.bundle->page->sections, top, &index);
    poplens_page_table_show (self->table, self->base.session, self->base.bundle, index);
  } else
    gtk_label_set_label (GTK_LABEL (self->why_not), top && top->text ? top->text : "Not recorded");
  gtk_stack_set_visible_child (GTK_STACK (self->top), has_table ? self->table : self->why_not);
}

static void
page_split_show (PoplensPageWidget *base, PoplensPageBundle *before)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (base);

  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (base->toolbar), base->bundle->page);
  show_top (self);
  self->is_new = TRUE;
}

/* ---- to the location ------------------------------------------------------------------------- */

/* Writes the chosen row to the location, without a history entry, because arrow keys pass many
 * rows. */
static void
on_split_row_chosen (guint32 row, gpointer data)
{
  PoplensPageSplit *self = data;
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  g_autoptr (PoplensLocation) location =
      poplens_page_choose_row (top, poplens_session_get_location (self->base.session), row);

  poplens_session_adjust (self->base.session, location);
}

/* Returns the row after (@by 1) or before (−1) the chosen row, wrapping around. Skips rows that do
 * not match the search. G_MAXUINT32 if no row matches. */
static guint32
step_row (PoplensPageSplit *self, int by)
{
  PoplensTableModel *model = shown_model (self);
  const PoplensTableView *view = model ? poplens_table_model_get_view (model) : NULL;
  const PoplensSection *top = poplens_page_get_top (self->base.bundle->page);
  guint32 chosen, at = G_MAXUINT32;

  if (!view || !view->n_matches || !top)
    return G_MAXUINT32;
  chosen = poplens_page_chosen_row (top, poplens_session_get_location (self->base.session));
  for (guint32 i = 0; i < view->n; i++)
    if (view->rows[i] == chosen)
      at = i;
  if (at == G_MAXUINT32)
    at = by > 0 ? view->n - 1 : 0;
  do
    at = (at + view->n + (by > 0 ? 1 : view->n - 1)) % view->n;
  while (!poplens_table_view_matches (view, view->rows[at]));
  return view->rows[at];
}

static void
on_split_search_step (GtkWidget *widget, int by, gpointer data)
{
  PoplensPageSplit *self = data;
  guint32 row = step_row (self, by);

  if (row != G_MAXUINT32)
    on_split_row_chosen (row, self);
}

static gboolean
focus (PoplensPageWidget *self)
{
  PoplensTableWidget *table = POPLENS_TABLE_WIDGET (POPLENS_PAGE_SPLIT (self)->table);

  return gtk_widget_grab_focus (GTK_WIDGET (poplens_table_widget_get_view (table)));
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
build_top (PoplensPageSplit *self)
{
  self->top = gtk_stack_new ();
  self->table = poplens_page_table_new (self->base.session, 0);
  self->why_not = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->why_not), TRUE);
  gtk_widget_add_css_class (self->why_not, "dim-label");
  gtk_stack_add_child (GTK_STACK (self->top), self->table);
  gtk_stack_add_child (GTK_STACK (self->top), self->why_not);
  self->choice =
      poplens_table_choice_new (POPLENS_TABLE_WIDGET (self->table), on_split_row_chosen, self);
  /* Update the count when the view gets a new model, which knows the matching rows. */
  g_signal_connect_object (poplens_table_widget_get_view (POPLENS_TABLE_WIDGET (self->table)),
                           "notify::model", G_CALLBACK (show_split_count), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
poplens_page_split_constructed (GObject *object)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (object);

  G_OBJECT_CLASS (poplens_page_split_parent_class)->constructed (object);
  build_top (self);
  poplens_page_widget_build (&self->base, FALSE, poplens_page_divider_new (self->top));
  g_signal_connect (self->base.toolbar, "search-step", G_CALLBACK (on_split_search_step), self);
  g_signal_connect_swapped (self->base.toolbar, "search-left", G_CALLBACK (focus), self);
}

static void
poplens_page_split_dispose (GObject *object)
{
  PoplensPageSplit *self = POPLENS_PAGE_SPLIT (object);

  g_clear_pointer (&self->choice, poplens_table_choice_free);
  G_OBJECT_CLASS (poplens_page_split_parent_class)->dispose (object);
}

static void
poplens_page_split_class_init (PoplensPageSplitClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = poplens_page_split_constructed;
  G_OBJECT_CLASS (klass)->dispose = poplens_page_split_dispose;
  POPLENS_PAGE_WIDGET_CLASS (klass)->show = page_split_show;
  POPLENS_PAGE_WIDGET_CLASS (klass)->follow_location = follow_location;
  POPLENS_PAGE_WIDGET_CLASS (klass)->focus = focus;
}

static void
poplens_page_split_init (PoplensPageSplit *self)
{
}

/* ---- in place of a page that failed ---------------------------------------------------------- */

/* Makes the page for an error: the reason, and a button that tries again. */

static GtkWidget *
page_failure_new (void)
{
  GtkWidget *status = adw_status_page_new (), *button = gtk_button_new ();

  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  adw_status_page_set_icon_name (ADW_STATUS_PAGE (status), "dialog-error-symbolic");
  adw_status_page_set_child (ADW_STATUS_PAGE (status), button);
  return status;
}

/* Shows an error, and a button that reloads the report or, if the connection was lost, reconnects.
 */
static void
page_failure_set (GtkWidget *failure, const char *title, const GError *error)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (failure);
  GtkWidget *again = adw_status_page_get_child (status);
  gboolean is_lost = g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_autofree char *head = g_strdup_printf ("Cannot Show %s", title);
  /* The message can contain a file name, which need not be valid UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (error->message, -1);
  g_autofree char *text = g_markup_escape_text (valid, -1);

  gtk_button_set_label (GTK_BUTTON (again), is_lost ? "_Try Again" : "_Reload");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again),
                                  is_lost ? "report.reconnect" : "win.reload");
  adw_status_page_set_title (status, head);
  adw_status_page_set_description (status, text);
}

/* ---- the view -------------------------------------------------------------------------------- */

/* State of one page. Its widget is kept while other pages are shown, and so keeps collapsed
 * sections and scroll positions. */
typedef struct {
  PoplensPageWidget *widget; /* (nullable): child of the stack; NULL: never shown */
  PoplensPageBundle *bundle;
  gboolean is_stale;  /* rebuild the page: its input has changed, or a file that failed may be
                         readable now */
  gboolean is_wanted; /* the user agreed to load the page, even if much must be read over a link */
} ShownBundle;

struct _PoplensPageView {
  GtkWidget parent_instance;
  PoplensSession *session;
  GtkWidget *overlay;
  GtkWidget *finding; /* PoplensFindingBar; while it is visible, .answer is hidden */
  GtkWidget *answer;  /* label with the answer of the page on the screen */
  GtkWidget *stack;   /* children: one per page, and "error", "question" and "empty" */
  GtkWidget *failure;
  PoplensPageOffer *offer;
  PoplensPageQuestion *question;
  PoplensPageProgress progress;
  PoplensPageKinds kinds;
  ShownBundle pages[POPLENS_N_PAGES];

  GCancellable *cancellable; /* (nullable): cancels the running build */
  PoplensLocation *pending;  /* (nullable): location of the running build */
  gboolean wants_focus;      /* focus the page when it is ready */
  gboolean keeps_focus;      /* see poplens_page_view_set_keeps_focus () */
};

G_DEFINE_FINAL_TYPE (PoplensPageView, poplens_page_view, GTK_TYPE_WIDGET)

/* ---- showing --------------------------------------------------------------------------------- */

static void
focus_page (PoplensPageView *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  self->wants_focus = FALSE;
  if (POPLENS_IS_PAGE_WIDGET (page))
    poplens_page_widget_focus (POPLENS_PAGE_WIDGET (page));
  else
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

void
poplens_page_view_focus_content (PoplensPageView *self)
{
  if (self->pending)
    self->wants_focus = TRUE;
  else
    focus_page (self);
}

static void
ensure_widget (PoplensPageView *self, ShownBundle *shown, PoplensPageLayout layout)
{
  GType type = layout == POPLENS_LAYOUT_CHART   ? POPLENS_TYPE_PAGE_CHART
               : layout == POPLENS_LAYOUT_TABLE ? POPLENS_TYPE_PAGE_SPLIT
                                                : POPLENS_TYPE_PAGE_DOCUMENT;

  if (shown->widget && G_OBJECT_TYPE (shown->widget) == type)
    return;
  if (shown->widget)
    gtk_stack_remove (GTK_STACK (self->stack), GTK_WIDGET (shown->widget));
  shown->widget = g_object_new (type, "session", self->session, NULL);
  gtk_stack_add_child (GTK_STACK (self->stack), GTK_WIDGET (shown->widget));
}

/* Shows the answer of the page on the screen, if the finding bar is hidden. */
static void
show_built_page (PoplensPageView *self)
{
  GtkWidget *child = gtk_stack_get_visible_child (GTK_STACK (self->stack));
  const PoplensPageBundle *bundle =
      POPLENS_IS_PAGE_WIDGET (child) ? POPLENS_PAGE_WIDGET (child)->bundle : NULL;
  const char *text = bundle ? bundle->page->answer : NULL;

  gtk_label_set_label (GTK_LABEL (self->answer), text ? text : "");
  gtk_widget_set_tooltip_text (self->answer, text);
  gtk_widget_set_visible (self->answer, text && !gtk_widget_get_visible (self->finding));
}

/* Shows a page that was built. Enables the action that exports a trace on the Trace page only. */
static void
show_child (PoplensPageView *self, const ShownBundle *shown)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.export-trace",
                                 shown == &self->pages[POPLENS_PAGE_TRACE]);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), GTK_WIDGET (shown->widget));
  self->progress.page = GTK_WIDGET (shown->widget);
  poplens_page_offer_hide (self->offer);
  poplens_finding_bar_set_page (POPLENS_FINDING_BAR (self->finding),
                                (PoplensPageId) (shown - self->pages));
  show_built_page (self);
}

static void
show_bundle (PoplensPageView *self, PoplensPageBundle *bundle)
{
  ShownBundle *shown = &self->pages[bundle->page->id];

  ensure_widget (self, shown, bundle->page->layout);
  poplens_page_bundle_ref (bundle);
  g_clear_pointer (&shown->bundle, poplens_page_bundle_unref);
  shown->bundle = bundle;
  shown->is_stale = FALSE;
  poplens_page_widget_show (shown->widget, bundle);
  show_child (self, shown);
  g_signal_emit_by_name (self, "built");
  if (self->wants_focus)
    focus_page (self);
}

/* ---- building -------------------------------------------------------------------------------- */

static void build (PoplensPageView *self);

/* Builds a partial page again, when its missing parts are loaded. If loading failed, the new page
 * says so. */
static void
on_later (gpointer view)
{
  PoplensPageView *self = view;

  if (!self->cancellable)
    build (self);
}

/* Starts loading the parts that a partial page lacks. */
static void
make_rest (PoplensPageView *self, PoplensPageBundle *bundle)
{
  if (bundle->page->kinds_later)
    poplens_page_kinds_begin (&self->kinds, bundle->report, G_OBJECT (self), on_later);
  if (bundle->page->later)
    poplens_page_offer_begin (self->offer, bundle->report, poplens_page_bundle_next_parts (bundle));
  else if (!bundle->page->kinds_later)
    build (self);
}

static void
on_built (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPageView) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = NULL;
  g_autoptr (PoplensPageBundle) bundle = poplens_page_bundle_build_finish (result, &error);

  /* Ignore the result if a newer build was started. */
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  location = g_steal_pointer (&self->pending);
  poplens_page_progress_end (&self->progress);
  if (bundle)
    show_bundle (self, bundle);
  if (bundle && poplens_location_get (location, "jump") &&
      poplens_location_equal (location, poplens_session_get_location (self->session)))
    poplens_page_end_jump (GTK_WIDGET (self), self->session, bundle->page);
  if (bundle && bundle->page->state == POPLENS_PARTIAL)
    make_rest (self, bundle);
  if (bundle)
    return;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    const char *title = poplens_page_id_title (poplens_location_get_page (location));
    page_failure_set (self->failure, title, error);
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "error");
  }
}

static void
stop_build (PoplensPageView *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->pending, poplens_location_unref);
}

static void
cancel_build (PoplensPageView *self)
{
  stop_build (self);
  poplens_page_progress_end (&self->progress);
}

/* TRUE if @shown was built from the reports of the session. It may be of another location. */
static gboolean
shows_reports (PoplensPageView *self, const ShownBundle *shown)
{
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autoptr (PoplensReport) other = report ? poplens_report_ref_other (report) : NULL;

  return shown->bundle && shown->bundle->report == report && shown->bundle->other == other;
}

/* Returns the widget of the page that is being built, if it shows an older state of the same
 * reports. It may then stay visible during the build. (nullable) */
static GtkWidget *
pending_page (PoplensPageView *self)
{
  const ShownBundle *shown = &self->pages[poplens_location_get_page (self->pending)];

  return shows_reports (self, shown) ? GTK_WIDGET (shown->widget) : NULL;
}

static const char *
pending_title (PoplensPageView *self)
{
  return poplens_page_id_title (poplens_location_get_page (self->pending));
}

static void
on_bundle_progress (double fraction, const char *what, gpointer data)
{
  poplens_page_progress_tell (&((PoplensPageView *) data)->progress, fraction, what);
}

/* Shows a partial page; the build and its progress bar continue. */
static void
on_partial (PoplensPageBundle *bundle, gpointer data)
{
  show_bundle (data, bundle);
}

static void
begin_build (PoplensPageView *self)
{
  ShownBundle *shown = &self->pages[poplens_location_get_page (self->pending)];
  PoplensBundleListener listener = {on_bundle_progress, pending_page (self) ? NULL : on_partial,
                                    self};

  poplens_page_bundle_build_async (poplens_session_get_report (self->session), self->pending,
                                   poplens_session_get_defaults (self->session),
                                   shown->is_stale ? NULL : shown->bundle, &listener,
                                   self->cancellable, on_built, g_object_ref (self));
}

/* Shows a question in place of the page. The page is loaded only if the user accepts. @bytes:
 * number of bytes to read over a link; 0: unknown. */
static void
show_question (PoplensPageView *self, guint64 bytes)
{
  poplens_page_question_set (self->question, poplens_session_get_report (self->session),
                             pending_title (self), bytes);
  cancel_build (self);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), GTK_WIDGET (self->question));
  poplens_page_offer_hide (self->offer);
  if (self->wants_focus)
    focus_page (self);
}

static void
on_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);

  if (self->pending)
    show_question (self, self->progress.expected);
}

static void
on_estimated (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPageView) self = data;
  guint64 bytes = poplens_cost_finish (result);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  poplens_page_progress_expect (&self->progress, bytes);
  if (bytes <= POPLENS_COST_UNASKED ||
      self->pages[poplens_location_get_page (self->pending)].is_wanted)
    begin_build (self);
  else
    show_question (self, bytes);
}

static void
on_question_accepted (PoplensPageView *self)
{
  PoplensLocation *location = poplens_session_get_location (self->session);

  self->pages[poplens_location_get_page (location)].is_wanted = TRUE;
  self->wants_focus = TRUE;
  build (self);
}

static void
build (PoplensPageView *self)
{
  PoplensReport *report = poplens_session_get_report (self->session);

  stop_build (self);
  if (!report)
    return;
  self->cancellable = g_cancellable_new ();
  self->pending = poplens_location_ref (poplens_session_get_location (self->session));
  poplens_page_progress_begin (
      &self->progress, report, pending_title (self), pending_page (self),
      (GtkWidget *) self->pages[poplens_location_get_page (self->pending)].widget);
  if (self->progress.report)
    poplens_cost_async (report, poplens_page_parts_of_location (self->pending), self->cancellable,
                        on_estimated, g_object_ref (self));
  else
    begin_build (self);
}

void
poplens_page_view_retry (PoplensPageView *self)
{
  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    self->pages[i].is_stale = self->pages[i].widget != NULL;
  build (self);
}

/* Rebuilds the pages after findings of this report were dismissed or restored. Writes the settings
 * first, because pages read them from the file. */
static void
on_kept_changed (PoplensSettings *kept, const char *group, const char *key, PoplensPageView *self)
{
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autofree char *findings = report ? poplens_dismissed_group (report) : NULL;

  if (g_strcmp0 (group, findings))
    return;
  poplens_settings_flush (kept, NULL);
  poplens_page_view_retry (self);
}

/* Rebuilds the pages after the folders of source code were changed: pages read them from the
 * settings file. */
static void
on_sources_changed (PoplensPageView *self)
{
  if (poplens_session_get_report (self->session))
    poplens_page_view_retry (self);
}

/* TRUE if @shown, a page of the session's reports, must be rebuilt even for the same location. */
static gboolean
is_due (PoplensPageView *self, const ShownBundle *shown)
{
  return shown->is_stale ||
         !poplens_page_defaults_equal (shown->bundle->defaults,
                                       poplens_session_get_defaults (self->session)) ||
         poplens_page_bundle_is_behind (shown->bundle);
}

/* TRUE if the page that is being built can be used for @location: at most the view differs. */
static gboolean
is_pending (PoplensPageView *self, const PoplensLocation *location)
{
  return self->pending && poplens_location_compare (self->pending, location) <= POPLENS_CHANGE_VIEW;
}

static void
on_location_changed (PoplensPageView *self)
{
  PoplensLocation *location = poplens_session_get_location (self->session);
  ShownBundle *shown = &self->pages[poplens_location_get_page (location)];
  PoplensLocationChange change =
      shows_reports (self, shown)
          ? poplens_location_compare (shown->bundle->page->location, location)
          : POPLENS_CHANGE_PAGE;

  /* Focus the page if it is not on the screen yet, and either the previous page had the focus or
   * the user followed a link. */
  self->wants_focus =
      !self->keeps_focus &&
      (gtk_widget_get_focus_child (self->stack) || poplens_session_is_visit (self->session)) &&
      gtk_stack_get_visible_child (GTK_STACK (self->stack)) != (GtkWidget *) shown->widget;
  if (change <= POPLENS_CHANGE_VIEW && !is_due (self, shown)) {
    const PoplensPage *page = shown->bundle->page;
    gboolean partial = page->state == POPLENS_PARTIAL;
    gboolean goes_on = partial && !page->later && is_pending (self, location);
    if (!goes_on)
      cancel_build (self);
    poplens_page_widget_follow_location (shown->widget, location);
    show_child (self, shown);
    if (self->wants_focus)
      focus_page (self);
    if (partial && !goes_on)
      make_rest (self, shown->bundle);
    return;
  }
  /* Show view and selection of the new location on the old page at once. The page is also rebuilt,
   * which updates its tables. */
  if (change <= POPLENS_CHANGE_SELECTION)
    poplens_page_widget_follow_location (shown->widget, location);
  else if (shown->widget)
    poplens_page_widget_follow_choices (shown->widget, location);
  if (!is_pending (self, location))
    build (self);
}

gboolean
poplens_page_view_focus_search (PoplensPageView *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  return POPLENS_IS_PAGE_WIDGET (page) &&
         poplens_page_widget_focus_search (POPLENS_PAGE_WIDGET (page));
}

/* ---- page actions ---------------------------------------------------------------------------- */

/* Returns the bundle of the page on the screen. (nullable) */
static PoplensPageBundle *
shown_bundle (PoplensPageView *self)
{
  GtkWidget *child = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  for (guint i = 0; i < POPLENS_N_PAGES; i++)
    if ((GtkWidget *) self->pages[i].widget == child)
      return self->pages[i].bundle;
  return NULL;
}

/* Shows all operations again, if the location restricts the page to an operation or layer. */
static void
on_show_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);
  PoplensLocation *location = poplens_session_get_location (self->session);

  if (!poplens_page_can_restrict (poplens_location_get_page (location)))
    return;
  g_autoptr (PoplensLocation) any = poplens_location_with (location, "operation", NULL);
  g_autoptr (PoplensLocation) all = poplens_location_with (any, "layer", NULL);
  poplens_session_go (self->session, all);
}

/* TRUE if the page has a chart: at the top, or in a tab whose chart was made. */
static gboolean
has_chart (const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++)
    if (((const PoplensSection *) g_ptr_array_index (page->sections, i))->chart)
      return TRUE;
  return FALSE;
}

static void
on_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);
  PoplensPageBundle *bundle = shown_bundle (self);
  PoplensLocation *location = poplens_session_get_location (self->session);

  if (!bundle || !has_chart (bundle->page))
    poplens_page_toast (widget, "No chart on this page; Export HTML Report… saves its tables");
  else if (g_str_has_suffix (action, "copy-picture"))
    poplens_export_copy (widget, bundle, location);
  else
    gtk_window_present (GTK_WINDOW (poplens_export_dialog_new (widget, bundle, location)));
}

static void
on_export_trace (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);

  poplens_trace_save (widget, poplens_session_get_report (self->session),
                      poplens_session_get_location (self->session));
}

static void
on_jump (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_page_set_key (POPLENS_PAGE_VIEW (widget)->session, "jump",
                        g_variant_get_string (parameter, NULL), TRUE);
}

/* Steps to another occurrence of the finding, or stops following it. Called by the buttons of the
 * finding bar and by the keys N and Escape. */
static void
on_finding (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);
  PoplensFindingBar *bar = POPLENS_FINDING_BAR (self->finding);
  gboolean had_focus = gtk_widget_get_focus_child (self->finding) != NULL;

  if (parameter)
    poplens_finding_bar_step (bar, g_variant_get_int32 (parameter));
  else if (poplens_finding_bar_clear (bar) && had_focus)
    poplens_page_view_focus_content (self);
}

/* Action for widgets on a page: emits "toast" with the message. */
static void
on_page_toast (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "toast", g_variant_get_string (parameter, NULL));
}

static gboolean
get_shown (GtkWidget *widget, PoplensPageShown *shown)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);
  PoplensPageId id = poplens_location_get_page (poplens_session_get_location (self->session));

  *shown = (PoplensPageShown){id, self->session, self->pages[id].widget, self->pages[id].bundle};
  return shown->bundle && gtk_widget_get_mapped (widget);
}

/* ---- construction and destruction ------------------------------------------------------------ */

/* Cancels the build when the window is closed: the build holds a reference to the view. */
static void
poplens_page_view_unroot (GtkWidget *widget)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (widget);

  cancel_build (self);
  poplens_page_offer_stop (self->offer);
  poplens_page_kinds_stop (&self->kinds);
  GTK_WIDGET_CLASS (poplens_page_view_parent_class)->unroot (widget);
}

static void
poplens_page_view_dispose (GObject *object)
{
  PoplensPageView *self = POPLENS_PAGE_VIEW (object);

  if (self->overlay)
    cancel_build (self);
  poplens_page_kinds_stop (&self->kinds);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    self->pages[i].widget = NULL;
    g_clear_pointer (&self->pages[i].bundle, poplens_page_bundle_unref);
  }
  g_clear_object (&self->offer);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_page_view_parent_class)->dispose (object);
}

static void
poplens_page_view_class_init (PoplensPageViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_view_dispose;
  GTK_WIDGET_CLASS (klass)->unroot = poplens_page_view_unroot;
  g_signal_new ("toast", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("built", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.export", NULL, on_export);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.show-all", NULL, on_show_all);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.copy-picture", NULL, on_export);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.export-trace", NULL,
                                   on_export_trace);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.jump", "s", on_jump);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "finding.step", "i", on_finding);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "finding.clear", NULL, on_finding);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.cancel", NULL, on_cancel);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "page.toast", "s", on_page_toast);
}

static void
poplens_page_view_init (PoplensPageView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->stack = g_object_new (GTK_TYPE_STACK, "vhomogeneous", FALSE, "hhomogeneous", FALSE, NULL);
  gtk_widget_set_vexpand (self->stack, TRUE);
  self->answer = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->answer), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->answer), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (self->answer), TRUE);
  gtk_widget_add_css_class (self->answer, "page-answer");
  gtk_box_append (GTK_BOX (box), self->answer);
  gtk_box_append (GTK_BOX (box), self->stack);
  self->overlay = g_object_new (GTK_TYPE_OVERLAY, "child", box, NULL);
  poplens_page_progress_init (&self->progress, GTK_STACK (self->stack));
  self->failure = page_failure_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), self->failure, "error");
  self->question = g_object_new (POPLENS_TYPE_PAGE_QUESTION, NULL);
  g_signal_connect_object (self->question, "accepted", G_CALLBACK (on_question_accepted), self,
                           G_CONNECT_SWAPPED);
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->question), "question");
  self->offer = g_object_ref_sink (g_object_new (POPLENS_TYPE_PAGE_OFFER, NULL));
  g_signal_connect_object (self->offer, "loaded", G_CALLBACK (on_later), self, G_CONNECT_SWAPPED);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->progress.bar);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  poplens_page_keys_add (GTK_WIDGET (self), get_shown);
}

PoplensPageBundle *
poplens_page_view_get_bundle (PoplensPageView *self, PoplensPageId page)
{
  return shows_reports (self, &self->pages[page]) ? self->pages[page].bundle : NULL;
}

void
poplens_page_view_set_keeps_focus (PoplensPageView *self, gboolean keeps)
{
  self->keeps_focus = keeps;
}

GtkWidget *
poplens_page_view_get_finding (PoplensPageView *self)
{
  return self->finding;
}

GtkWidget *
poplens_page_view_get_offer (PoplensPageView *self)
{
  return GTK_WIDGET (self->offer);
}

GtkWidget *
poplens_page_view_new (PoplensSession *session)
{
  PoplensPageView *self = g_object_new (POPLENS_TYPE_PAGE_VIEW, NULL);

  self->session = g_object_ref (session);
  self->finding = poplens_finding_bar_new (session, GTK_WIDGET (self), get_shown);
  gtk_box_prepend (GTK_BOX (gtk_overlay_get_child (GTK_OVERLAY (self->overlay))), self->finding);
  g_signal_connect_object (self->finding, "notify::visible", G_CALLBACK (show_built_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (show_built_page), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (session, "notify::location", G_CALLBACK (on_location_changed), self);
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (build), self);
  g_signal_connect_swapped (session, "notify::other", G_CALLBACK (build), self);
  g_signal_connect_swapped (session, "notify::defaults", G_CALLBACK (build), self);
  g_signal_connect_object (poplens_bookmarks_get_default (), "changed",
                           G_CALLBACK (on_kept_changed), self, 0);
  g_signal_connect_object (poplens_settings_get_default (), "changed::sources",
                           G_CALLBACK (on_sources_changed), self, G_CONNECT_SWAPPED);
  build (self);
  return GTK_WIDGET (self);
}
