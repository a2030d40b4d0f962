/* PoplensPageOffer: estimates the size of parts, then loads them or shows the bar. Also classifies
 * variables by kind on a worker. */
#include "app/page/page-offer.h"

#include "app/remote/link-cost.h"
#include "app/window/info-bar.h"
#include "base/error.h"
#include "base/work.h"
#include "derived/insights/kinds-source.h"

#include <string.h>

/* ---- classifying variables ------------------------------------------------------------------- */

typedef struct {
  PoplensPageKinds *kinds; /* member of .owner */
  GObject *owner;
  PoplensKindsReady ready;
} KindsRequest;

static void
make_kinds_thread (GTask *task, gpointer source, gpointer report, GCancellable *cancellable)
{
  poplens_lower_priority (POPLENS_NICE_LOADING);
  g_task_return_boolean (task, poplens_kinds_make (report, cancellable));
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree KindsRequest *request = data;
  g_autoptr (GObject) owner = request->owner;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  gboolean made = g_task_propagate_boolean (G_TASK (result), NULL);

  /* Ignore the result if the request was stopped or replaced. */
  if (request->kinds->making != cancellable)
    return;
  g_clear_object (&request->kinds->making);
  if (made)
    request->ready (owner);
}

void
poplens_page_kinds_begin (PoplensPageKinds *self, PoplensReport *report, GObject *owner,
                          PoplensKindsReady ready)
{
  g_autoptr (GTask) task = NULL;
  KindsRequest *request;
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);
  g_autoptr (PoplensReport) last = g_weak_ref_get (&self->other);

  if (self->report == report && last == other)
    return;
  poplens_page_kinds_stop (self);
  self->report = g_object_ref (report);
  g_weak_ref_set (&self->other, other);
  self->making = g_cancellable_new ();
  request = g_new (KindsRequest, 1);
  *request = (KindsRequest){self, g_object_ref (owner), ready};
  /* Pass no source object: the task would hold a reference to a widget, and a worker could drop the
   * last one. A widget must not be finalized on a worker. */
  task = g_task_new (NULL, self->making, on_made, request);
  g_task_set_task_data (task, g_object_ref (report), g_object_unref);
  g_task_run_in_thread (task, make_kinds_thread);
}

void
poplens_page_kinds_stop (PoplensPageKinds *self)
{
  if (self->making)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_object (&self->report);
  g_weak_ref_set (&self->other, NULL);
}

/* ---- the bar --------------------------------------------------------------------------------- */

struct _PoplensPageOffer {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkLabel *text;
  GtkWidget *button;

  PoplensReport *report; /* (nullable): report that has .parts */
  guint32 parts;
  guint64 bytes;         /* estimated bytes to read in order to load .parts */
  gboolean is_accepted;  /* the user asked to load .parts, even if they are large */
  GCancellable *costing; /* (nullable): cancels the running estimate */
  GCancellable *loading; /* (nullable): cancels the running load */
};

G_DEFINE_FINAL_TYPE (PoplensPageOffer, poplens_page_offer, ADW_TYPE_BIN)

/* Parts that are read from files of their own, not from profile.pop. */
static const PoplensPart sides[] = {POPLENS_PART_ARCHIVE, POPLENS_PART_DEBUG};

/* Parts that are read from profile.pop, and their names in the bar. */
static const struct {
  PoplensPart part;
  const char *name;
} inner[] = {
    {POPLENS_PART_VARIABLES, "variables"},
    {POPLENS_PART_LIVENESS, "liveness"},
};

static guint32
bits_of_files (void)
{
  guint32 bits = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    bits |= POPLENS_PART_BIT (sides[i]);
  return bits;
}

/* Returns the names of the parts to load: "Variables and liveness", "archive.a". (transfer full) */
static char *
name_parts (PoplensPageOffer *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    if (self->parts & POPLENS_PART_BIT (inner[i].part))
      g_string_append_printf (text, text->len ? " and %s" : "%s", inner[i].name);
  if (text->len)
    text->str[0] = g_ascii_toupper (text->str[0]);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (self->parts & POPLENS_PART_BIT (sides[i]) && !poplens_report_peek (self->report, sides[i]))
      g_string_append_printf (
          text, text->len ? " and %s" : "%s",
          poplens_report_get_file (self->report, poplens_part_file (sides[i]))->name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
show_offer (PoplensPageOffer *self)
{
  g_autofree char *name = name_parts (self);
  g_autofree char *cost = poplens_cost_describe (self->report, self->bytes);
  g_autofree char *text = self->loading ? g_strdup_printf ("Loading %s: %s", name, cost)
                                        : g_strdup_printf ("%s not loaded: %s", name, cost);

  if (self->loading)
    text[strlen ("Loading ")] = g_ascii_tolower (text[strlen ("Loading ")]);
  gtk_button_set_label (GTK_BUTTON (self->button), self->loading ? "_Cancel" : "_Load");
  gtk_label_set_text (self->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

/* ---- loading --------------------------------------------------------------------------------- */

static void
cancel_task (GCancellable **cancellable)
{
  if (*cancellable)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPageOffer) self = data;
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));

  if (cancellable != self->loading || g_cancellable_is_cancelled (cancellable))
    return;
  g_clear_object (&self->loading);
  gboolean done = poplens_report_load_finish (POPLENS_REPORT (source), result, &error) ||
                  g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  if (done)
    g_signal_emit_by_name (self, "loaded");
  /* Loading failed: show the button again, so that the user can try again. */
  else if (gtk_info_bar_get_revealed (self->bar))
    show_offer (self);
}

static void
load_parts (PoplensPageOffer *self)
{
  cancel_task (&self->loading);
  self->loading = g_cancellable_new ();
  poplens_report_load_async (self->report, self->parts, NULL, NULL, self->loading, on_loaded,
                             g_object_ref (self));
}

static void
on_costed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensPageOffer) self = data;
  guint64 bytes = poplens_cost_finish (result);

  if (g_task_get_cancellable (G_TASK (result)) != self->costing)
    return;
  g_clear_object (&self->costing);
  self->bytes = bytes;
  if (bytes <= POPLENS_COST_UNASKED)
    load_parts (self);
  else
    show_offer (self);
}

void
poplens_page_offer_begin (PoplensPageOffer *self, PoplensReport *report, guint32 parts)
{
  gboolean is_same = self->report == report && self->parts == parts;

  if (is_same && self->loading) {
    if (self->is_accepted)
      show_offer (self);
    return;
  }
  poplens_page_offer_stop (self);
  self->is_accepted &= is_same;
  g_set_object (&self->report, report);
  self->parts = parts;
  if (poplens_report_is_near (report)) {
    load_parts (self);
  } else if (self->is_accepted) {
    load_parts (self);
    show_offer (self);
  } else if (!(parts & ~bits_of_files ())) {
    guint64 bytes = 0;
    for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
      if (self->parts & POPLENS_PART_BIT (sides[i]) &&
          !poplens_report_peek (self->report, sides[i]))
        bytes += poplens_report_get_file (self->report, poplens_part_file (sides[i]))->size;
    self->bytes = bytes;
    show_offer (self);
  } else {
    self->costing = g_cancellable_new ();
    poplens_cost_async (report, parts, self->costing, on_costed, g_object_ref (self));
  }
}

void
poplens_page_offer_hide (PoplensPageOffer *self)
{
  cancel_task (&self->costing);
  gtk_info_bar_set_revealed (self->bar, FALSE);
}

void
poplens_page_offer_stop (PoplensPageOffer *self)
{
  cancel_task (&self->costing);
  cancel_task (&self->loading);
}

/* ---- response -------------------------------------------------------------------------------- */

static void
on_offer_response (PoplensPageOffer *self, int response)
{
  gboolean begins = response == GTK_RESPONSE_ACCEPT && !self->loading;

  if (response != GTK_RESPONSE_ACCEPT) {
    poplens_page_offer_hide (self);
    return;
  }
  self->is_accepted = begins;
  if (begins)
    load_parts (self);
  else
    poplens_page_offer_stop (self);
  show_offer (self);
}

static void
poplens_page_offer_dispose (GObject *object)
{
  PoplensPageOffer *self = POPLENS_PAGE_OFFER (object);

  poplens_page_offer_stop (self);
  g_clear_object (&self->report);
  G_OBJECT_CLASS (poplens_page_offer_parent_class)->dispose (object);
}

static void
poplens_page_offer_class_init (PoplensPageOfferClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_page_offer_dispose;
  g_signal_new ("loaded", POPLENS_TYPE_PAGE_OFFER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
poplens_page_offer_init (PoplensPageOffer *self)
{
  self->bar = GTK_INFO_BAR (gtk_info_bar_new ());
  self->text = GTK_LABEL (gtk_label_new (NULL));
  poplens_info_bar_come_at_once (self->bar);
  gtk_info_bar_set_message_type (self->bar, GTK_MESSAGE_OTHER);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_info_bar_set_show_close_button (self->bar, TRUE);
  self->button = gtk_info_bar_add_button (self->bar, "_Load", GTK_RESPONSE_ACCEPT);
  gtk_widget_add_css_class (GTK_WIDGET (self->bar), "report-bar");
  gtk_label_set_wrap (self->text, TRUE);
  gtk_label_set_xalign (self->text, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->text), TRUE);
  gtk_info_bar_add_child (self->bar, GTK_WIDGET (self->text));
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (on_offer_response), self);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->bar));
}
