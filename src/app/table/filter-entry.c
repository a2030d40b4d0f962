#include "app/table/filter-entry.h"

#include "base/shorten.h"
#include "pages/insights/changes.h"

/* What is typed has to rest so long (ms). */
#define REST 250
#define MOST 8

struct _PoplensFilterEntry {
  GtkWidget parent_instance;
  PoplensSession *session;
  GtkWidget *entry;
  GtkWidget *popover;
  GtkWidget *list;
  GCancellable *cancellable; /* of the question under way; NULL: none */
  guint rest;
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, GTK_TYPE_WIDGET)

const char *
poplens_filter_entry_get_text (PoplensFilterEntry *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

gboolean
poplens_filter_entry_has_focus (PoplensFilterEntry *self)
{
  return gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry))));
}

static void
stop_asking (PoplensFilterEntry *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
write_text (PoplensFilterEntry *self, const char *text)
{
  self->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  self->quiet = FALSE;
}

void
poplens_filter_entry_set_text (PoplensFilterEntry *self, const char *text)
{
  if (!g_str_equal (poplens_filter_entry_get_text (self), text))
    write_text (self, text);
}

static void
close_list (PoplensFilterEntry *self)
{
  stop_asking (self);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
tell (PoplensFilterEntry *self)
{
  g_clear_handle_id (&self->rest, g_source_remove);
  g_signal_emit_by_name (self, "filter-changed");
}

/* ---- suggestions -------------------------------------------------------------------------------
 */

static GtkWidget *
make_row (const PoplensScale *scale, PoplensByteUnit unit)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  g_autofree char *cut = NULL;
  GtkWidget *name = gtk_label_new (poplens_shorten (scale->filter, POPLENS_LINE_BYTES, &cut));
  PoplensNumber number;
  GtkWidget *bytes = gtk_label_new (poplens_format_bytes (number, scale->bytes, unit));

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_START);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 60);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (bytes, "dim-label");
  gtk_widget_add_css_class (bytes, "numeric");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), bytes);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "poplens-filter", g_strdup (scale->filter), g_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  scale->filter, -1);
  return row;
}

static void
show_list (PoplensFilterEntry *self, const GPtrArray *found)
{
  PoplensByteUnit unit = poplens_session_get_byte_unit (self->session);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)))
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < found->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (found->pdata[i], unit));
  if (found->len && poplens_filter_entry_has_focus (self))
    gtk_popover_popup (GTK_POPOVER (self->popover));
  else
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

typedef struct {
  PoplensReport *report;
  char *text;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->report);
  g_free (question->text);
  g_free (question);
}

static void
answer_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  GError *error = NULL;
  GPtrArray *found =
      poplens_changes_suggest (question->report, question->text, MOST, cancellable, &error);

  if (found)
    g_task_return_pointer (task, found, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensFilterEntry) self = data;
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (found)
    show_list (self, found);
}

static void
ask (PoplensFilterEntry *self)
{
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autoptr (GTask) task = NULL;
  Question *question;

  stop_asking (self);
  if (!report)
    return;
  question = g_new (Question, 1);
  *question = (Question){g_object_ref (report), g_strdup (poplens_filter_entry_get_text (self))};
  self->cancellable = g_cancellable_new ();
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. */
  task = g_task_new (NULL, self->cancellable, on_answer, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, answer_thread);
}

static void
choose_row (PoplensFilterEntry *self, GtkListBoxRow *row)
{
  close_list (self);
  write_text (self, g_object_get_data (G_OBJECT (row), "poplens-filter"));
  tell (self);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, gpointer data)
{
  choose_row (data, row);
}

/* ---- typing ------------------------------------------------------------------------------------
 */

static gboolean
on_rest (gpointer data)
{
  PoplensFilterEntry *self = data;

  self->rest = 0;
  tell (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (GtkEditable *editable, gpointer data)
{
  PoplensFilterEntry *self = data;

  if (self->quiet)
    return;
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST, on_rest, self);
  if (*poplens_filter_entry_get_text (self))
    ask (self);
  else
    close_list (self);
}

static void
move_row (PoplensFilterEntry *self, int by)
{
  GtkListBoxRow *now = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int index = now ? gtk_list_box_row_get_index (now) + by : by > 0 ? 0 : -1;
  GtkListBoxRow *next =
      index < 0 ? NULL : gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);

  if (next || index < 0)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), next);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer data)
{
  PoplensFilterEntry *self = data;
  gboolean open = gtk_widget_get_visible (self->popover);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (key == GDK_KEY_Down || key == GDK_KEY_Up) {
    if (open)
      move_row (self, key == GDK_KEY_Down ? 1 : -1);
    else
      ask (self);
    return TRUE;
  }
  if (key == GDK_KEY_Escape && open) {
    close_list (self);
    return TRUE;
  }
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_ISO_Enter)
    return FALSE;
  if (open && row) {
    choose_row (self, row);
  } else {
    close_list (self);
    tell (self);
  }
  return TRUE;
}

static void
on_leave (PoplensFilterEntry *self)
{
  close_list (self);
  if (self->rest)
    tell (self);
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_filter_entry_dispose (GObject *object)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (object);

  stop_asking (self);
  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_filter_entry_parent_class)->dispose (object);
}

static void
poplens_filter_entry_class_init (PoplensFilterEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = poplens_filter_entry_dispose;
  g_signal_new ("filter-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
poplens_filter_entry_init (PoplensFilterEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = gtk_entry_new ();
  g_object_set (self->entry, "placeholder-text", "Part of a variable name", NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 9);
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Variables to scale", -1);
  g_signal_connect (self->entry, "changed", G_CALLBACK (on_changed), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->entry, focus);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "suggestions");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Suggestions", -1);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (on_row_activated), self);
  self->popover = gtk_popover_new ();
  /* The keyboard stays in the field. */
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_can_focus (self->popover, FALSE);
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->list);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
}

GtkWidget *
poplens_filter_entry_new (PoplensSession *session)
{
  PoplensFilterEntry *self = g_object_new (POPLENS_TYPE_FILTER_ENTRY, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
