/* Shows the progress of workers in tabs and pages, and passes it from a worker to the main thread.
 */
#include "app/page/page-progress.h"

#include "app/remote/link-cost.h"
#include "base/format.h"
#include "base/work.h"

/* ---- progress of a worker -------------------------------------------------------------------- */

#define WATCH "poplens-work-watch"

/* Progress of a worker, stored as object data of the worker's GCancellable. */
typedef struct {
  GCancellable *cancellable; /* (not owned) */
  PoplensProgressFunc func;  /* main thread only; NULL after poplens_work_unwatch () */
  gpointer data;
  GMutex lock;
  double fraction;
  const char *what; /* (static): text that says what the worker does */
  gboolean on_its_way;
} WorkWatch;

static void
watch_free (gpointer data)
{
  WorkWatch *self = data;

  g_mutex_clear (&self->lock);
  g_free (self);
}

static gboolean
on_told (gpointer data)
{
  WorkWatch *self = g_object_get_data (data, WATCH);
  const char *what;
  double fraction;

  g_mutex_lock (&self->lock);
  self->on_its_way = FALSE;
  fraction = self->fraction;
  what = self->what;
  g_mutex_unlock (&self->lock);
  if (self->func && !g_cancellable_is_cancelled (data))
    self->func (fraction, what, self->data);
  return G_SOURCE_REMOVE;
}

/* Stores the progress, and schedules a report to the main thread. Called on the worker. */
static void
on_watched_work (double fraction, const char *what, gpointer data)
{
  WorkWatch *self = data;
  gboolean on_its_way;

  g_mutex_lock (&self->lock);
  self->fraction = MAX (self->fraction, fraction);
  self->what = what;
  on_its_way = self->on_its_way;
  self->on_its_way = TRUE;
  g_mutex_unlock (&self->lock);
  if (!on_its_way)
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_told, g_object_ref (self->cancellable),
                     g_object_unref);
}

void
poplens_work_watch (GCancellable *cancellable, PoplensProgressFunc func, gpointer data)
{
  WorkWatch *self = g_new0 (WorkWatch, 1);

  self->cancellable = cancellable;
  self->func = func;
  self->data = data;
  g_mutex_init (&self->lock);
  g_object_set_data_full (G_OBJECT (cancellable), WATCH, self, watch_free);
  poplens_work_attach (cancellable, on_watched_work, self);
}

void
poplens_work_unwatch (GCancellable *cancellable)
{
  WorkWatch *self = g_object_get_data (G_OBJECT (cancellable), WATCH);

  if (self)
    self->func = NULL;
}

/* ---- progress in a tab ----------------------------------------------------------------------- */

#define WIDTH 260

/* Widgets of the progress in a tab; stored as object data of the overlay. */
typedef struct {
  GtkWidget *box, *label, *bar;
} ProgressWidgets;

static GtkWidget *
box_new (ProgressWidgets *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->label = gtk_label_new (NULL);
  self->bar = gtk_progress_bar_new ();
  gtk_widget_set_size_request (self->bar, WIDTH, -1);
  gtk_widget_set_halign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->box, GTK_ALIGN_END);
  gtk_widget_set_can_target (self->box, FALSE);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_widget_add_css_class (self->box, "tab-progress");
  gtk_box_append (GTK_BOX (self->box), self->label);
  gtk_box_append (GTK_BOX (self->box), self->bar);
  return self->box;
}

GtkWidget *
poplens_tab_progress_new (GtkWidget *child)
{
  GtkWidget *overlay = gtk_overlay_new ();
  ProgressWidgets *self = g_new (ProgressWidgets, 1);

  gtk_overlay_set_child (GTK_OVERLAY (overlay), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), box_new (self));
  g_object_set_data_full (G_OBJECT (overlay), "poplens-tab-progress", self, g_free);
  return overlay;
}

void
poplens_tab_progress_tell (GtkWidget *overlay, double fraction, const char *what)
{
  ProgressWidgets *self = g_object_get_data (G_OBJECT (overlay), "poplens-tab-progress");

  if (what) {
    int percent = (int) (CLAMP (fraction, 0, 1) * 100);
    g_autofree char *text = g_strdup_printf ("%s: %d %%", what, percent);
    gtk_label_set_text (GTK_LABEL (self->label), text);
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), percent / 100.0);
  }
  gtk_widget_set_visible (self->box, what != NULL);
}

/* ---- progress of a page ---------------------------------------------------------------------- */

/* Progress is shown if building a page takes longer than this number of milliseconds. */
#define DELAY 200
/* Milliseconds between pulses of the bar while the fraction of the work is unknown. */
#define PULSE 60

static GtkWidget *
add_progress_label (PoplensPageProgress *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, style);
  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static GtkWidget *
build_empty (PoplensPageProgress *self)
{
  GtkWidget *outside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_size_request (self->spinner, 32, 32);
  gtk_box_append (GTK_BOX (self->box), self->spinner);
  self->title = add_progress_label (self, "heading");
  self->text = add_progress_label (self, "dim-label");
  self->bytes = add_progress_label (self, "dim-label");
  self->cancel = gtk_button_new_with_mnemonic ("_Cancel");
  gtk_widget_add_css_class (self->cancel, "pill");
  gtk_widget_set_halign (self->cancel, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (self->cancel, 6);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cancel), "page.cancel");
  gtk_box_append (GTK_BOX (self->box), self->cancel);
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  gtk_widget_set_vexpand (self->box, TRUE);
  gtk_widget_set_visible (self->box, FALSE);
  gtk_box_append (GTK_BOX (outside), self->box);
  /* If the previous page had the focus, this box takes the focus until the next page is shown. */
  gtk_widget_set_focusable (outside, TRUE);
  return outside;
}

void
poplens_page_progress_init (PoplensPageProgress *self, GtkStack *stack)
{
  self->stack = stack;
  self->empty = build_empty (self);
  gtk_stack_add_named (stack, self->empty, "empty");
  self->bar = gtk_progress_bar_new ();
  gtk_widget_add_css_class (self->bar, "osd");
  gtk_widget_set_valign (self->bar, GTK_ALIGN_START);
  gtk_widget_set_visible (self->bar, FALSE);
}

static void
show_bytes (PoplensPageProgress *self)
{
  guint64 received = poplens_cost_received (self->report) - self->before;
  PoplensNumber read, all;

  if (!received)
    return;
  poplens_format_bytes (read, received, POPLENS_BYTE_UNIT_BINARY);
  poplens_format_bytes (all, self->expected, POPLENS_BYTE_UNIT_BINARY);
  /* The expected number is an estimate. If more bytes were received, show only the received
   * number. */
  g_autofree char *text = received <= self->expected ? g_strdup_printf ("%s of %s", read, all)
                                                     : g_strdup_printf ("%s read", read);
  gtk_label_set_label (GTK_LABEL (self->bytes), text);
}

/* Pulses the bar if the fraction is unknown, and updates the text with the bytes. */
static gboolean
on_pulse (gpointer data)
{
  PoplensPageProgress *self = data;

  if (!self->has_fraction)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->bar));
  if (self->report && gtk_widget_get_visible (self->box))
    show_bytes (self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_delay (gpointer data)
{
  PoplensPageProgress *self = data;
  gboolean empty = !self->page || gtk_stack_get_visible_child (self->stack) != self->page;

  self->delay = 0;
  if (!self->pulse)
    self->pulse = g_timeout_add (PULSE, on_pulse, self);
  gtk_widget_set_visible (self->bar, TRUE);
  gtk_widget_set_visible (self->box, empty);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), empty);
  if (empty)
    gtk_stack_set_visible_child (self->stack, self->empty);
  return G_SOURCE_REMOVE;
}

static void
set_words (PoplensPageProgress *self, PoplensReport *report, const char *title)
{
  g_autofree char *destination = poplens_cost_destination (report);
  g_autofree char *text = destination ? g_strdup_printf ("Loading %s from %s…", title, destination)
                                      : g_strdup_printf ("Loading %s…", title);

  self->expected = 0;
  g_clear_object (&self->report);
  if (destination) {
    self->report = g_object_ref (report);
    self->before = poplens_cost_received (report);
  }
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), 0);
  gtk_label_set_label (GTK_LABEL (self->title), text);
  /* Empty texts reserve their lines, so that nothing moves later. */
  gtk_label_set_label (GTK_LABEL (self->text), "");
  gtk_label_set_label (GTK_LABEL (self->bytes), "");
  gtk_widget_set_visible (self->bytes, destination != NULL);
  gtk_widget_set_visible (self->cancel, destination != NULL);
}

void
poplens_page_progress_begin (PoplensPageProgress *self, PoplensReport *report, const char *title,
                             GtkWidget *page, GtkWidget *before)
{
  gboolean goes_on =
      (self->delay || self->pulse) && gtk_stack_get_visible_child (self->stack) == self->empty;

  /* If the texts of an earlier request are still shown, keep them: hiding them for a moment would
   * flicker. */
  if (!goes_on)
    poplens_page_progress_end (self);
  if (gtk_stack_get_visible_child (self->stack) != before)
    gtk_stack_set_visible_child (self->stack, page ? page : self->empty);
  self->has_fraction = FALSE;
  self->page = page;
  set_words (self, report, title);
  if (!goes_on)
    self->delay = g_timeout_add (DELAY, on_delay, self);
}

void
poplens_page_progress_expect (PoplensPageProgress *self, guint64 bytes)
{
  self->expected = bytes;
}

void
poplens_page_progress_tell (PoplensPageProgress *self, double fraction, const char *what)
{
  g_autofree char *text = fraction > 0 && fraction < 1
                              ? g_strdup_printf ("%s… %d %%", what, (int) (fraction * 100))
                              : g_strdup_printf ("%s…", what);

  self->has_fraction = fraction < 1;
  if (self->has_fraction)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->bar), MAX (fraction, 0));
  gtk_label_set_label (GTK_LABEL (self->text), text);
}

void
poplens_page_progress_end (PoplensPageProgress *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  g_clear_handle_id (&self->pulse, g_source_remove);
  g_clear_object (&self->report);
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), FALSE);
  gtk_widget_set_visible (self->box, FALSE);
}
