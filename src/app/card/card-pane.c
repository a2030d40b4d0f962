#include "app/card/card-pane.h"

#include "app/card/card-ask.h"
#include "app/card/card-row.h"
#include "app/page/page-question.h"
#include "app/widgets/tooltip.h"

#include <string.h>

/* The card before this one stays so long (ms). */
#define BUSY_AFTER 200

struct _PoplensCardPane {
  AdwBin parent;
  GtkLabel *kind;
  GtkStack *stack; /* "busy", "question", "message", "card" */
  PoplensPageQuestion *question;
  AdwStatusPage *message;
  GtkLabel *title, *details, *note;
  GtkListBox *list;
  GtkWidget *copy;

  PoplensSession *session;
  char *ref;            /* of what is shown, or being read; NULL: nothing yet */
  PoplensTable *table;  /* what is shown; or NULL */
  GCancellable *asking; /* NULL: nothing is under way */
  guint busy_later;
  gboolean wants_focus;
};

G_DEFINE_FINAL_TYPE (PoplensCardPane, poplens_card_pane, ADW_TYPE_BIN)

/* ---- what is shown -----------------------------------------------------------------------------
 */

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text && *text);
}

static void
clear_list (PoplensCardPane *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, row);
}

/* The place that the thing's own name leads to. */
static void
add_head (PoplensCardPane *self)
{
  g_autofree char *place = poplens_card_text (self->table, 0, "location", POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLocation) location = place ? poplens_location_parse (place, NULL) : NULL;

  if (!location)
    return;
  g_autofree char *title =
      g_strdup_printf ("Show in %s", poplens_page_id_title (poplens_location_get_page (location)));
  gtk_list_box_append (self->list, poplens_card_row_new_link (title, place));
}

/* The second row may be no fact, but tell more of the first. */
static gboolean
is_details (const PoplensTable *table, guint32 row)
{
  g_autofree char *what = poplens_card_text (table, row, "what", POPLENS_BYTE_UNIT_BINARY);

  return row == 1 && !g_strcmp0 (what, "Details");
}

static void
show_head (PoplensCardPane *self, PoplensByteUnit unit)
{
  g_autofree char *kind = poplens_card_text (self->table, 0, "what", unit);
  g_autofree char *title = poplens_card_text (self->table, 0, "value", unit);
  g_autofree char *details = poplens_table_n_rows (self->table) > 1 && is_details (self->table, 1)
                                 ? poplens_card_text (self->table, 1, "value", unit)
                                 : NULL;
  g_autofree char *name = g_strdup_printf ("Card: %s", title ? title : "");

  gtk_label_set_text (self->kind, kind ? kind : "Card");
  set_text (self->title, title);
  set_text (self->details, details);
  set_text (self->note, poplens_table_get_note (self->table));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
focus_first (PoplensCardPane *self)
{
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self->list));

  self->wants_focus = FALSE;
  if (first)
    gtk_widget_grab_focus (first);
}

static void
show_card (PoplensCardPane *self)
{
  PoplensByteUnit unit = poplens_session_get_byte_unit (self->session);
  guint32 n = poplens_table_n_rows (self->table);

  clear_list (self);
  if (!n)
    return;
  show_head (self, unit);
  add_head (self);
  for (guint32 row = 1; row < n; row++)
    if (!is_details (self->table, row))
      gtk_list_box_append (self->list, poplens_card_row_new (self->table, row, unit));
  gtk_stack_set_visible_child_name (self->stack, "card");
  gtk_widget_set_sensitive (self->copy, TRUE);
  if (self->wants_focus)
    focus_first (self);
}

/* In place of a card. */
static void
show_other (PoplensCardPane *self, const char *page)
{
  gtk_widget_set_sensitive (self->copy, FALSE);
  gtk_stack_set_visible_child_name (self->stack, page);
}

static gboolean
on_busy_later (gpointer data)
{
  PoplensCardPane *self = data;

  self->busy_later = 0;
  gtk_label_set_text (self->kind, "Card");
  show_other (self, "busy");
  return G_SOURCE_REMOVE;
}

/* ---- asking ------------------------------------------------------------------------------------
 */

static void
stop (PoplensCardPane *self)
{
  if (self->asking)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_handle_id (&self->busy_later, g_source_remove);
}

static void
show_answer (PoplensCardPane *self, guint64 bytes, const GError *error)
{
  if (self->table) {
    show_card (self);
  } else if (bytes) {
    poplens_page_question_set (self->question, poplens_session_get_report (self->session), "Card",
                               bytes);
    show_other (self, "question");
  } else {
    g_autofree char *valid = error ? g_utf8_make_valid (error->message, -1) : NULL;
    adw_status_page_set_description (self->message, valid);
    show_other (self, "message");
  }
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensCardPane) self = data;
  g_autoptr (GError) error = NULL;
  guint64 bytes;
  g_autoptr (PoplensTable) table = poplens_card_ask_finish (result, &bytes, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  stop (self);
  g_clear_pointer (&self->table, poplens_table_unref);
  self->table = g_steal_pointer (&table);
  show_answer (self, bytes, error);
}

static void
ask (PoplensCardPane *self, gboolean is_wanted)
{
  stop (self);
  self->asking = g_cancellable_new ();
  self->busy_later = g_timeout_add (BUSY_AFTER, on_busy_later, self);
  poplens_card_ask_async (poplens_session_get_report (self->session), self->ref, is_wanted,
                          self->asking, on_answered, g_object_ref (self));
}

static void
on_accepted (PoplensCardPane *self)
{
  ask (self, TRUE);
}

/* Reloaded: what is shown is of the report that was. */
static void
on_report_changed (PoplensCardPane *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    ask (self, FALSE);
}

static void
on_unit_changed (PoplensCardPane *self)
{
  if (self->table && !self->asking)
    show_card (self);
}

/* ---- what the user does ------------------------------------------------------------------------
 */

static void
on_row_activated (PoplensCardPane *self, GtkListBoxRow *row)
{
  const char *location = poplens_card_row_get_location (row);

  if (location)
    g_signal_emit_by_name (self, "follow", location);
}

/* As `poplens-cli show` prints it. (transfer full) */
static char *
write_text (PoplensCardPane *self)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  const PoplensTableOutput output = {.byte_unit = poplens_session_get_byte_unit (self->session)};

  poplens_table_write (self->table, NULL, POPLENS_TABLE_TEXT, &output, sink, NULL);
  poplens_text_sink_write (sink, "", 1);
  poplens_text_sink_flush (sink, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

static void
on_copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PoplensCardPane *self = POPLENS_CARD_PANE (widget);
  g_autofree char *text = NULL;

  if (!self->table || !gtk_widget_get_sensitive (self->copy))
    return;
  text = write_text (self);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  g_signal_emit_by_name (self, "toast", "Copied the card");
}

static void
on_close (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_card_pane_close (POPLENS_CARD_PANE (widget));
}

/* ---- opening and closing -----------------------------------------------------------------------
 */

void
poplens_card_pane_set_session (PoplensCardPane *self, PoplensSession *session)
{
  g_return_if_fail (!self->session);
  self->session = g_object_ref (session);
  g_signal_connect_swapped (session, "notify::report", G_CALLBACK (on_report_changed), self);
  g_signal_connect_swapped (session, "notify::defaults", G_CALLBACK (on_unit_changed), self);
}

void
poplens_card_pane_open (PoplensCardPane *self, const char *ref, gboolean focus)
{
  char *copy = g_strdup (ref);

  g_free (self->ref);
  self->ref = copy;
  self->wants_focus = focus;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  ask (self, FALSE);
}

void
poplens_card_pane_close (PoplensCardPane *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  stop (self);
  g_signal_emit_by_name (self, "closed");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  clear_list (self);
  g_clear_pointer (&self->table, poplens_table_unref);
  show_other (self, "busy");
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_card_pane_dispose (GObject *object)
{
  PoplensCardPane *self = POPLENS_CARD_PANE (object);

  stop (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->ref, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_CARD_PANE);
  G_OBJECT_CLASS (poplens_card_pane_parent_class)->dispose (object);
}

static void
add_signals (GType type)
{
  static const char *const names[] = {"follow", "toast"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                  G_TYPE_STRING);
  g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
poplens_card_pane_class_init (PoplensCardPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_card_pane_dispose;
  add_signals (G_TYPE_FROM_CLASS (klass));
  g_type_ensure (POPLENS_TYPE_PAGE_QUESTION);
  gtk_widget_class_install_action (widget_class, "card.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "card.close", NULL, on_close);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "card.copy",
                                       NULL);
  gtk_widget_class_set_css_name (widget_class, "poplenscard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/poplens/Poplens/ui/card-pane.ui");
#define BIND(child) gtk_widget_class_bind_template_child (widget_class, PoplensCardPane, child)
  BIND (kind);
  BIND (stack);
  BIND (question);
  BIND (message);
  BIND (title);
  BIND (details);
  BIND (note);
  BIND (list);
  BIND (copy);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_accepted);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
poplens_card_pane_init (PoplensCardPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_page_question_set_small (self->question);
}
