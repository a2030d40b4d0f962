/* Shows short messages by one AdwToast, which is reused; works around errors of libadwaita 1.2. */
#include "app/widgets/toaster.h"

#include "base/visible.h"

#define SECONDS 4
/* Seconds for which a toast with a button is shown. */
#define OFFER_SECONDS 8
/* Maximum number of characters in a line of a toast. The text is in a GtkLabel, which wraps,
 * because AdwToast would ellipsize its title. */
#define MOST_CHARS 60

/* State of the toasts; object data of the overlay. */
typedef struct {
  AdwToast *toast; /* (nullable): toast that is shown */
  GtkLabel *title; /* label in .toast, instead of its title */
  guint timer;
  guint tick;  /* id of the tick callback that waits until the previous toast has disappeared; 0:
                  none */
  char *text;  /* (nullable): text of the toast that waits to be shown */
  char *label; /* (nullable): button label of the toast that waits to be shown */
  void (*func) (gpointer data); /* (nullable): called when the button is clicked; NULL: the toast
                                   has no button */
  gpointer data;
  GDestroyNotify free_data;
} Toaster;

static void
withdraw_offer (Toaster *self)
{
  GDestroyNotify free_data = self->free_data;
  gpointer data = self->data;

  self->func = NULL;
  self->data = NULL;
  self->free_data = NULL;
  if (free_data)
    free_data (data);
}

static void
toaster_free (gpointer data)
{
  Toaster *self = data;

  if (self->toast)
    g_signal_handlers_disconnect_by_data (self->toast, self);
  g_clear_handle_id (&self->timer, g_source_remove);
  withdraw_offer (self);
  g_free (self->text);
  g_free (self->label);
  g_free (self);
}

static Toaster *
toaster_of (AdwToastOverlay *overlay)
{
  Toaster *self = g_object_get_data (G_OBJECT (overlay), "poplens-toaster");

  if (!self) {
    self = g_new0 (Toaster, 1);
    g_object_set_data_full (G_OBJECT (overlay), "poplens-toaster", self, toaster_free);
  }
  return self;
}

static void
on_dismissed (Toaster *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->toast = NULL;
  self->title = NULL;
  withdraw_offer (self);
}

/* The button was clicked; AdwToast dismisses itself then. */
static void
on_toast_button (Toaster *self)
{
  if (self->func)
    self->func (self->data);
}

static GtkWidget *
title_new (const char *text)
{
  g_autofree char *cut = NULL;
  GtkWidget *title = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (title), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (title), MOST_CHARS);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "heading");
  return title;
}

static gboolean
on_timer (gpointer data)
{
  Toaster *self = data;

  self->timer = 0;
  adw_toast_dismiss (self->toast);
  return G_SOURCE_REMOVE;
}

static void
toast_new (Toaster *self, const char *text)
{
  GtkWidget *title = title_new (text);

  self->title = GTK_LABEL (title);
  self->toast = adw_toast_new ("");
  adw_toast_set_custom_title (self->toast, title);
  adw_toast_set_timeout (self->toast, 0);
  g_signal_connect_swapped (self->toast, "dismissed", G_CALLBACK (on_dismissed), self);
  g_signal_connect_swapped (self->toast, "button-clicked", G_CALLBACK (on_toast_button), self);
}

/* Shows a toast. If one is visible, changes its contents instead of adding another: libadwaita 1.2
 * queues toasts, and crashes if one is dismissed while another disappears. */
static void
show_now (Toaster *self, AdwToastOverlay *overlay, const char *text, const char *label)
{
  gboolean is_new = !self->toast;

  if (is_new)
    toast_new (self, text);
  gtk_label_set_text (self->title, text);
  /* Do not wrap the text of a toast with a button: the label would be only as wide as its longest
   * word. */
  gtk_label_set_wrap (self->title, !label);
  adw_toast_set_button_label (self->toast, label);
  if (is_new)
    adw_toast_overlay_add_toast (overlay, self->toast);
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add_seconds (label ? OFFER_SECONDS : SECONDS, on_timer, self);
}

/* TRUE while a dismissed toast is still in the overlay: its animation has not ended. */
static gboolean
is_going (Toaster *self, AdwToastOverlay *overlay)
{
  return !self->toast &&
         gtk_widget_get_last_child (GTK_WIDGET (overlay)) != adw_toast_overlay_get_child (overlay);
}

static gboolean
on_toast_tick (GtkWidget *overlay, GdkFrameClock *clock, gpointer data)
{
  Toaster *self = data;

  if (is_going (self, ADW_TOAST_OVERLAY (overlay)))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  show_now (self, ADW_TOAST_OVERLAY (overlay), self->text, self->label);
  return G_SOURCE_REMOVE;
}

/* Shows a toast when the previous one has disappeared, in at most 0.3 s. In libadwaita 1.2, a toast
 * that was added earlier and dismissed at once would be used after it is freed. */
static void
show_next_toast (Toaster *self, AdwToastOverlay *overlay, const char *text, const char *label)
{
  if (!is_going (self, overlay)) {
    show_now (self, overlay, text, label);
    return;
  }
  g_free (self->text);
  g_free (self->label);
  self->text = g_strdup (text);
  self->label = g_strdup (label);
  if (!self->tick)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (overlay), on_toast_tick, self, NULL);
}

void
poplens_toaster_say (AdwToastOverlay *overlay, const char *text)
{
  Toaster *self = toaster_of (overlay);
  /* The text of an error can contain a file name, which need not be valid UTF-8. */
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  withdraw_offer (self);
  show_next_toast (self, overlay, valid, NULL);
}

void
poplens_toaster_offer (AdwToastOverlay *overlay, const char *text, const char *label,
                       void (*func) (gpointer data), gpointer data, GDestroyNotify free_data)
{
  Toaster *self = toaster_of (overlay);

  withdraw_offer (self);
  self->func = func;
  self->data = data;
  self->free_data = free_data;
  show_next_toast (self, overlay, text, label);
}
