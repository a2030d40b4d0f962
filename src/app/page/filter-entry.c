#include "app/page/filter-entry.h"

#include "pages/insights/changes.h"

/* What is typed has to rest so long (ms). */
#define REST 250
#define MOST 8
#define WIDTH_CHARS 9

struct _PoplensFilterEntry {
  PoplensSuggestionEntry parent_instance;
  PoplensSession *session;
  GCancellable *cancellable; /* of the question under way; NULL: none */
  guint rest;
};

G_DEFINE_FINAL_TYPE (PoplensFilterEntry, poplens_filter_entry, POPLENS_TYPE_SUGGESTION_ENTRY)

static void
stop_asking (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);

  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
tell (PoplensFilterEntry *self)
{
  g_clear_handle_id (&self->rest, g_source_remove);
  g_signal_emit_by_name (self, "filter-changed");
}

/* ---- suggestions -------------------------------------------------------------------------------
 */

static void
show_list (PoplensFilterEntry *self, const GPtrArray *found)
{
  PoplensSuggestionEntry *entry = POPLENS_SUGGESTION_ENTRY (self);
  PoplensByteUnit unit = poplens_session_get_byte_unit (self->session);

  poplens_suggestion_entry_clear (entry);
  for (guint i = 0; i < found->len && poplens_suggestion_entry_has_focus (entry); i++) {
    const PoplensScale *scale = found->pdata[i];
    PoplensNumber number;
    poplens_suggestion_entry_add (entry, scale->filter,
                                  poplens_format_bytes (number, scale->bytes, unit));
  }
  poplens_suggestion_entry_open (entry, NULL);
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
ask (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);
  PoplensReport *report = poplens_session_get_report (self->session);
  g_autoptr (GTask) task = NULL;
  Question *question;

  stop_asking (entry);
  if (!report)
    return;
  question = g_new (Question, 1);
  *question =
      (Question){g_object_ref (report), g_strdup (poplens_suggestion_entry_get_text (entry))};
  self->cancellable = g_cancellable_new ();
  /* Without a source: the worker may let go of the task last, and is not to finalize a widget. */
  task = g_task_new (NULL, self->cancellable, on_answer, g_object_ref (self));
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, answer_thread);
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
poplens_filter_entry_written (PoplensSuggestionEntry *entry)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (entry);

  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST, on_rest, self);
  if (*poplens_suggestion_entry_get_text (entry))
    ask (entry);
  else
    poplens_suggestion_entry_close (entry);
}

static void
poplens_filter_entry_taken (PoplensSuggestionEntry *entry, const char *suggestion)
{
  if (suggestion)
    poplens_suggestion_entry_set_text (entry, suggestion);
  tell (POPLENS_FILTER_ENTRY (entry));
}

static void
poplens_filter_entry_left (PoplensSuggestionEntry *entry)
{
  if (POPLENS_FILTER_ENTRY (entry)->rest)
    tell (POPLENS_FILTER_ENTRY (entry));
}

/* ---- life --------------------------------------------------------------------------------------
 */

static void
poplens_filter_entry_dispose (GObject *object)
{
  PoplensFilterEntry *self = POPLENS_FILTER_ENTRY (object);

  stop_asking (POPLENS_SUGGESTION_ENTRY (self));
  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (poplens_filter_entry_parent_class)->dispose (object);
}

static void
poplens_filter_entry_class_init (PoplensFilterEntryClass *klass)
{
  PoplensSuggestionEntryClass *entry_class = POPLENS_SUGGESTION_ENTRY_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_filter_entry_dispose;
  entry_class->written = poplens_filter_entry_written;
  entry_class->asked = ask;
  entry_class->taken = poplens_filter_entry_taken;
  entry_class->closed = stop_asking;
  entry_class->left = poplens_filter_entry_left;
  g_signal_new ("filter-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
poplens_filter_entry_init (PoplensFilterEntry *self)
{
  poplens_suggestion_entry_describe (POPLENS_SUGGESTION_ENTRY (self), "Part of a variable name",
                                     WIDTH_CHARS, "Variables to scale");
}

GtkWidget *
poplens_filter_entry_new (PoplensSession *session)
{
  PoplensFilterEntry *self = g_object_new (POPLENS_TYPE_FILTER_ENTRY, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
