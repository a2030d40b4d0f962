/* PoplensCardPane: reads the table "card" on a worker thread, and shows each of its rows as a row
 * of a list. */
#include "app/card/card-pane.h"

#include "app/remote/link-cost.h"
#include "app/widgets/tooltip.h"
#include "base/visible.h"
#include "report/report.h"
#include "tables/engine/registry.h"
#include "tables/engine/table.h"
#include "tables/find/find.h"

#include <gtk/gtk.h>
#include <string.h>

/* ---- rows ------------------------------------------------------------------------------------ */

/* Key of the object data of a GtkListBoxRow: the location that the row leads to. */

#define LOCATION "poplens-location"

/* Returns the text of a cell as it is shown. (transfer full) (nullable): NULL if the cell is empty,
 * or the table has no such column. */
static char *
card_text (const PoplensTable *table, guint32 row, const char *column, PoplensByteUnit unit)
{
  int at = poplens_table_find_column (table, column);
  PoplensValue value = at < 0 ? (PoplensValue){0} : poplens_table_get (table, row, (guint) at);
  PoplensNumber number;

  return value.type == POPLENS_VALUE_NULL ? NULL
                                          : g_strdup (poplens_value_format (&value, unit, number));
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  g_autofree char *cut = NULL;
  GtkWidget *label = gtk_label_new (poplens_shorten (text, POPLENS_CARD_BYTES, &cut));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
share_new (const char *share, const PoplensTable *table)
{
  g_autofree char *text = g_strdup_printf ("%s of capacity", share);
  GtkWidget *label = label_new (text, "card-share");
  int at = poplens_table_find_column (table, "share");

  poplens_tooltip_set (label, poplens_table_get_column (table, (guint) at)->doc);
  return label;
}

/* Makes a line with the name @what and, at its end, @share and @number (both nullable). @is_alone:
 * TRUE: the row has no second line, so @what does not get the style of a fact's name. */
static GtkWidget *
line_new (const char *what, const char *number, GtkWidget *share, gboolean is_alone)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = label_new (what, is_alone ? NULL : "card-fact");

  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (line), name);
  if (share)
    gtk_box_append (GTK_BOX (line), share);
  if (number)
    gtk_box_append (GTK_BOX (line), label_new (number, "numeric"));
  return line;
}

/* Makes a GtkListBoxRow. @texts: (transfer floating): its contents. @spoken: accessible label.
 * @location: (nullable): location to go to when the row is activated. */
static GtkWidget *
card_row_of (GtkWidget *texts, const char *spoken, const char *location)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), texts);
  /* A row without a location has an invisible arrow, so that all numbers end at the same position.
   */
  gtk_widget_set_opacity (arrow, location ? 0.7 : 0);
  gtk_box_append (GTK_BOX (box), arrow);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), location != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data_full (G_OBJECT (row), LOCATION, g_strdup (location), g_free);
  return row;
}

static void
add_word (GString *spoken, const char *word)
{
  if (word)
    g_string_append_printf (spoken, "%s%s", spoken->len ? ", " : "", word);
}

/* Makes a GtkListBoxRow for @row of @table. Its object data LOCATION is the location to go to. */
static GtkWidget *
card_row_new (const PoplensTable *table, guint32 row, PoplensByteUnit unit)
{
  g_autofree char *what = card_text (table, row, "what", unit);
  int at = poplens_table_find_column (table, "value");
  gboolean is_text = poplens_table_get (table, row, (guint) at).type == POPLENS_VALUE_TEXT;
  g_autofree char *value = card_text (table, row, "value", unit);
  g_autofree char *detail = card_text (table, row, "detail", unit);
  g_autofree char *share = card_text (table, row, "share", unit);
  g_autofree char *doc = card_text (table, row, "doc", unit);
  g_autofree char *location = card_text (table, row, "location", unit);
  const char *below = is_text ? value : detail;
  g_autoptr (GString) spoken = g_string_new (what);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  add_word (spoken, value);
  add_word (spoken, share);
  add_word (spoken, detail);
  gtk_box_append (GTK_BOX (texts), line_new (what ? what : "", is_text ? NULL : value,
                                             share ? share_new (share, table) : NULL, !below));
  if (below) {
    GtkWidget *label = label_new (below, NULL);
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
    gtk_box_append (GTK_BOX (texts), label);
  }
  if (doc)
    poplens_tooltip_set (texts, doc);
  gtk_widget_set_margin_start (texts, 12 * (int) poplens_table_get_depth (table, row));
  return card_row_of (texts, spoken->str, location);
}

/* ---- reading a card -------------------------------------------------------------------------- */

/* A job that reads the card of an item on a worker thread. */

typedef struct {
  PoplensReport *report;
  char *ref;
  gboolean is_wanted;
  guint64 bytes; /* (out): 0 if the card was read; else number of bytes that reading it would
                    transfer */
} CardRequest;

static void
card_request_free (gpointer data)
{
  CardRequest *question = data;

  g_object_unref (question->report);
  g_free (question->ref);
  g_free (question);
}

static void
card_read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  CardRequest *question = data;
  PoplensTable *table = NULL;
  GError *error = NULL;

  if (!question->is_wanted && !poplens_report_is_near (question->report)) {
    /* Estimate only the parts that finding the item needs: its card needs no other parts. */
    guint64 cost = poplens_report_estimate (question->report, poplens_finder_parts (), cancellable);
    question->bytes = cost > POPLENS_COST_UNASKED ? cost : 0;
  }
  if (!question->bytes) {
    g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_SUMMARY);
    g_autoptr (PoplensLocation) location = poplens_location_with (page, "thing", question->ref);
    table = poplens_tables_build ("card", question->report, location, cancellable, &error);
  }
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, table, (GDestroyNotify) poplens_table_unref);
}

/* Reads a card. @ref: words that find the item (tables/card/card.h). @is_wanted: TRUE: reads it
 * even if much data must be transferred from a remote host. */
static void
card_ask_async (PoplensReport *report, const char *ref, gboolean is_wanted,
                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  CardRequest *question = g_new (CardRequest, 1);

  *question = (CardRequest){g_object_ref (report), g_strdup (ref), is_wanted, 0};
  g_task_set_task_data (task, question, card_request_free);
  g_task_run_in_thread (task, card_read_thread);
}

/* Returns the table "card". @bytes: (out): 0 if the card was read; else number of bytes that
 * reading it would transfer. (transfer full) (nullable): NULL with @error, or if @bytes is not 0.
 */
static PoplensTable *
card_ask_finish (GAsyncResult *result, guint64 *bytes, GError **error)
{
  *bytes = ((CardRequest *) g_task_get_task_data (G_TASK (result)))->bytes;
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- the pane -------------------------------------------------------------------------------- */

/* Milliseconds for which the previous card stays visible while the next one is being read. */
#define BUSY_AFTER 200

struct _PoplensCardPane {
  AdwBin parent;
  GtkLabel *kind;
  GtkStack *stack; /* children "busy", "question", "message" and "card" */
  PoplensPageQuestion *question;
  AdwStatusPage *message;
  GtkLabel *title, *details, *note;
  GtkListBox *list;
  GtkWidget *copy;

  PoplensSession *session;
  char *ref;            /* (nullable): words that find the item whose card is shown or being read */
  PoplensTable *table;  /* (nullable): table of the card that is shown */
  GCancellable *asking; /* (nullable): cancels reading a card; NULL if no card is being read */
  guint busy_later;
  gboolean wants_focus;
};

G_DEFINE_FINAL_TYPE (PoplensCardPane, poplens_card_pane, ADW_TYPE_BIN)

/* ---- contents -------------------------------------------------------------------------------- */

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text && *text);
}

static void
set_head (PoplensCardPane *self, const char *kind, const char *name)
{
  gtk_label_set_text (self->kind, kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
clear_list (PoplensCardPane *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, row);
}

/* Adds the first row of the card, which leads to the page of the item. */
static void
add_head (PoplensCardPane *self)
{
  g_autofree char *place = card_text (self->table, 0, "location", POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensLocation) location = place ? poplens_location_parse (place, NULL) : NULL;

  if (!location)
    return;
  g_autofree char *title =
      g_strdup_printf ("Show in %s", poplens_page_id_title (poplens_location_get_page (location)));
  gtk_list_box_append (self->list, card_row_of (line_new (title, NULL, NULL, TRUE), title, place));
}

/* TRUE if @row is the second row of a card and is named "Details". This row describes the item, and
 * is not shown as a fact. */
static gboolean
is_details (const PoplensTable *table, guint32 row)
{
  g_autofree char *what = card_text (table, row, "what", POPLENS_BYTE_UNIT_BINARY);

  return row == 1 && !g_strcmp0 (what, "Details");
}

static void
show_head (PoplensCardPane *self, PoplensByteUnit unit)
{
  g_autofree char *kind = card_text (self->table, 0, "what", unit);
  g_autofree char *title = card_text (self->table, 0, "value", unit);
  g_autofree char *details = poplens_table_n_rows (self->table) > 1 && is_details (self->table, 1)
                                 ? card_text (self->table, 1, "value", unit)
                                 : NULL;
  g_autofree char *name = g_strdup_printf ("Card: %s", title ? title : "");

  set_head (self, kind ? kind : "Card", name);
  set_text (self->title, title);
  set_text (self->details, details);
  set_text (self->note, poplens_table_get_note (self->table));
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
      gtk_list_box_append (self->list, card_row_new (self->table, row, unit));
  gtk_stack_set_visible_child_name (self->stack, "card");
  gtk_widget_set_sensitive (self->copy, TRUE);
  if (self->wants_focus) {
    GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self->list));
    self->wants_focus = FALSE;
    if (first)
      gtk_widget_grab_focus (first);
  }
}

/* Shows @page, a child of .stack, instead of the card. */
static void
show_other (PoplensCardPane *self, const char *page)
{
  set_head (self, "Card", "Card");
  gtk_widget_set_sensitive (self->copy, FALSE);
  gtk_stack_set_visible_child_name (self->stack, page);
}

static gboolean
on_busy_later (gpointer data)
{
  PoplensCardPane *self = data;

  self->busy_later = 0;
  show_other (self, "busy");
  return G_SOURCE_REMOVE;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void
stop_asking (PoplensCardPane *self)
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
  g_autoptr (PoplensTable) table = card_ask_finish (result, &bytes, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->asking)
    return;
  stop_asking (self);
  g_clear_pointer (&self->table, poplens_table_unref);
  self->table = g_steal_pointer (&table);
  show_answer (self, bytes, error);
}

static void
request_card (PoplensCardPane *self, gboolean is_wanted)
{
  stop_asking (self);
  self->asking = g_cancellable_new ();
  self->busy_later = g_timeout_add (BUSY_AFTER, on_busy_later, self);
  card_ask_async (poplens_session_get_report (self->session), self->ref, is_wanted, self->asking,
                  on_answered, g_object_ref (self));
}

static void
on_accepted (PoplensCardPane *self)
{
  request_card (self, TRUE);
}

/* The report was reloaded: reads the card again. */
static void
on_report_changed (PoplensCardPane *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    request_card (self, FALSE);
}

static void
on_unit_changed (PoplensCardPane *self)
{
  if (self->table && !self->asking)
    show_card (self);
}

/* ---- user actions ---------------------------------------------------------------------------- */

static void
on_card_row_activated (PoplensCardPane *self, GtkListBoxRow *row)
{
  const char *location = g_object_get_data (G_OBJECT (row), LOCATION);

  if (location)
    g_signal_emit_by_name (self, "follow", location);
}

/* Returns the card as text, as `poplens-cli show` prints it. (transfer full) */
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
on_card_close (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_card_pane_close (POPLENS_CARD_PANE (widget));
}

/* ---- opening and closing --------------------------------------------------------------------- */

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
  request_card (self, FALSE);
}

void
poplens_card_pane_close (PoplensCardPane *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  stop_asking (self);
  g_signal_emit_by_name (self, "closed");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  clear_list (self);
  g_clear_pointer (&self->table, poplens_table_unref);
  show_other (self, "busy");
}

/* ---- construction and destruction ------------------------------------------------------------ */

static void
poplens_card_pane_dispose (GObject *object)
{
  PoplensCardPane *self = POPLENS_CARD_PANE (object);

  stop_asking (self);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->ref, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), POPLENS_TYPE_CARD_PANE);
  G_OBJECT_CLASS (poplens_card_pane_parent_class)->dispose (object);
}

static void
poplens_card_pane_class_init (PoplensCardPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_card_pane_dispose;
  GType type = G_TYPE_FROM_CLASS (klass);
  static const char *const names[] = {"follow", "toast"};
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                  G_TYPE_STRING);
  g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (POPLENS_TYPE_PAGE_QUESTION);
  gtk_widget_class_install_action (widget_class, "card.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "card.close", NULL, on_card_close);
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
  gtk_widget_class_bind_template_callback (widget_class, on_card_row_activated);
}

static void
poplens_card_pane_init (PoplensCardPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_page_question_set_small (self->question);
}
