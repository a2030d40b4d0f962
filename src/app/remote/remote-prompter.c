/* PoplensRemotePrompter: passes questions from a worker to the main thread, and the answers back.
 */
#include "app/remote/remote-prompter.h"

#include <string.h>

struct _PoplensRemoteQuestion {
  PoplensRemotePrompter *prompter;
  PoplensPromptKind kind;
  char *destination;
  char *text;
  gboolean again;
  GMutex lock;
  GCond told;
  gboolean is_answered; /* protected by .lock */
  char *answer;         /* (nullable): protected by .lock */
};

struct _PoplensRemotePrompter {
  GObject parent;
  GMutex lock;
  gboolean is_closed; /* all questions are answered with NULL from now on; protected by .lock */
  GPtrArray
      *open; /* of PoplensRemoteQuestion: questions that a worker waits for; protected by .lock */
};

G_DEFINE_BOXED_TYPE (PoplensRemoteQuestion, poplens_remote_question, poplens_remote_question_ref,
                     poplens_remote_question_unref)
G_DEFINE_FINAL_TYPE (PoplensRemotePrompter, poplens_remote_prompter, G_TYPE_OBJECT)

/* ---- questions ------------------------------------------------------------------------------- */

static void
question_clear (gpointer data)
{
  PoplensRemoteQuestion *self = data;

  g_object_unref (self->prompter);
  g_free (self->destination);
  g_free (self->text);
  if (self->answer)
    explicit_bzero (self->answer, strlen (self->answer));
  g_free (self->answer);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->told);
}

PoplensRemoteQuestion *
poplens_remote_question_ref (PoplensRemoteQuestion *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_remote_question_unref (PoplensRemoteQuestion *self)
{
  g_atomic_rc_box_release_full (self, question_clear);
}

PoplensPromptKind
poplens_remote_question_get_kind (PoplensRemoteQuestion *self)
{
  return self->kind;
}

const char *
poplens_remote_question_get_destination (PoplensRemoteQuestion *self)
{
  return self->destination;
}

const char *
poplens_remote_question_get_text (PoplensRemoteQuestion *self)
{
  return self->text;
}

gboolean
poplens_remote_question_is_again (PoplensRemoteQuestion *self)
{
  return self->again;
}

void
poplens_remote_question_answer (PoplensRemoteQuestion *self, const char *answer)
{
  g_mutex_lock (&self->lock);
  if (!self->is_answered)
    self->answer = g_strdup (answer);
  self->is_answered = TRUE;
  g_cond_broadcast (&self->told);
  g_mutex_unlock (&self->lock);
}

/* ---- the prompter ---------------------------------------------------------------------------- */

static void
poplens_remote_prompter_finalize (GObject *object)
{
  PoplensRemotePrompter *self = POPLENS_REMOTE_PROMPTER (object);

  g_ptr_array_unref (self->open);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (poplens_remote_prompter_parent_class)->finalize (object);
}

static void
poplens_remote_prompter_class_init (PoplensRemotePrompterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_remote_prompter_finalize;
  for (guint i = 0; i < 2; i++)
    g_signal_new (i ? "over" : "asked", POPLENS_TYPE_REMOTE_PROMPTER, G_SIGNAL_RUN_LAST, 0, NULL,
                  NULL, NULL, G_TYPE_NONE, 1, POPLENS_TYPE_REMOTE_QUESTION);
}

static void
poplens_remote_prompter_init (PoplensRemotePrompter *self)
{
  g_mutex_init (&self->lock);
  self->open = g_ptr_array_new ();
}

PoplensRemotePrompter *
poplens_remote_prompter_new (void)
{
  return g_object_new (POPLENS_TYPE_REMOTE_PROMPTER, NULL);
}

void
poplens_remote_prompter_close (PoplensRemotePrompter *self)
{
  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  for (guint i = 0; i < self->open->len; i++)
    poplens_remote_question_answer (self->open->pdata[i], NULL);
  g_mutex_unlock (&self->lock);
}

static gboolean
on_asked (gpointer data)
{
  PoplensRemoteQuestion *question = data;

  g_signal_emit_by_name (question->prompter, "asked", question);
  return G_SOURCE_REMOVE;
}

static gboolean
on_over (gpointer data)
{
  PoplensRemoteQuestion *question = data;

  g_signal_emit_by_name (question->prompter, "over", question);
  return G_SOURCE_REMOVE;
}

static void
tell_on_main (GSourceFunc func, PoplensRemoteQuestion *question)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, func, poplens_remote_question_ref (question),
                   (GDestroyNotify) poplens_remote_question_unref);
}

static PoplensRemoteQuestion *
question_new (PoplensRemotePrompter *self, const PoplensPrompt *prompt)
{
  PoplensRemoteQuestion *question = g_atomic_rc_box_new0 (PoplensRemoteQuestion);

  question->prompter = g_object_ref (self);
  question->kind = prompt->kind;
  question->again = prompt->again;
  question->destination = g_strdup (prompt->destination ? prompt->destination : "");
  question->text = g_utf8_make_valid (prompt->text ? prompt->text : "", -1);
  g_mutex_init (&question->lock);
  g_cond_init (&question->told);
  return question;
}

static gboolean
add_question (PoplensRemotePrompter *self, PoplensRemoteQuestion *question)
{
  g_mutex_lock (&self->lock);
  gboolean is_open = !self->is_closed;
  if (is_open)
    g_ptr_array_add (self->open, question);
  g_mutex_unlock (&self->lock);
  return is_open;
}

static void
remove_question (PoplensRemotePrompter *self, PoplensRemoteQuestion *question)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove_fast (self->open, question);
  g_mutex_unlock (&self->lock);
}

static void
on_cancelled (GCancellable *cancellable, gpointer question)
{
  poplens_remote_question_answer (question, NULL);
}

/* Waits until the user answers or refuses @question, or @cancellable is cancelled. (transfer full)
 * (nullable): NULL if there is no answer. */
static char *
wait_for_answer (PoplensRemoteQuestion *question, GCancellable *cancellable)
{
  /* Connect without the lock: if @cancellable is already cancelled, the handler runs inside this
   * call, and takes the lock. */
  gulong handler =
      cancellable ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), question, NULL)
                  : 0;

  g_mutex_lock (&question->lock);
  while (!question->is_answered)
    g_cond_wait (&question->told, &question->lock);
  char *answer = g_steal_pointer (&question->answer);
  g_mutex_unlock (&question->lock);
  g_cancellable_disconnect (cancellable, handler);
  return answer;
}

char *
poplens_remote_prompter_ask (const PoplensPrompt *prompt, GCancellable *cancellable,
                             gpointer prompter)
{
  g_autoptr (PoplensRemoteQuestion) question = question_new (prompter, prompt);

  if (!add_question (prompter, question))
    return NULL;
  tell_on_main (on_asked, question);
  char *answer = wait_for_answer (question, cancellable);
  remove_question (prompter, question);
  tell_on_main (on_over, question);
  return answer;
}
