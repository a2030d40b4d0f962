/* PoplensRemotePrompter: passes questions of ssh from a worker thread to the window. The worker
 * waits in poplens_remote_prompter_ask () while the main thread shows the question. */
#pragma once

#include "remote/prompter.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REMOTE_PROMPTER (poplens_remote_prompter_get_type ())
/* Signals, on the main thread: "asked" (PoplensRemoteQuestion *): show this question; "over"
 * (PoplensRemoteQuestion *): the worker no longer waits for its answer. */
G_DECLARE_FINAL_TYPE (PoplensRemotePrompter, poplens_remote_prompter, POPLENS, REMOTE_PROMPTER,
                      GObject)

#define POPLENS_TYPE_REMOTE_QUESTION (poplens_remote_question_get_type ())
typedef struct _PoplensRemoteQuestion PoplensRemoteQuestion;
GType poplens_remote_question_get_type (void);

PoplensRemotePrompter *poplens_remote_prompter_new (void);
/* Answers all questions with NULL: those that are waiting, and all that come later. */
void poplens_remote_prompter_close (PoplensRemotePrompter *self);
/* Asks the user a question, on a worker thread, and waits for the answer. A PoplensPromptFunc:
 * @prompter is a PoplensRemotePrompter. */
char *poplens_remote_prompter_ask (const PoplensPrompt *prompt, GCancellable *cancellable,
                                   gpointer prompter);

PoplensRemoteQuestion *poplens_remote_question_ref (PoplensRemoteQuestion *self);
void poplens_remote_question_unref (PoplensRemoteQuestion *self);
PoplensPromptKind poplens_remote_question_get_kind (PoplensRemoteQuestion *self);
const char *poplens_remote_question_get_destination (PoplensRemoteQuestion *self);
const char *poplens_remote_question_get_text (PoplensRemoteQuestion *self);
gboolean poplens_remote_question_is_again (
    PoplensRemoteQuestion
        *self); /* TRUE if ssh asks again because the last answer was wrong (PoplensPrompt.again) */
/* Answers the question. If it was answered before, does nothing. @answer: (nullable): NULL: the
 * user refused. */
void poplens_remote_question_answer (PoplensRemoteQuestion *self, const char *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRemoteQuestion, poplens_remote_question_unref)

G_END_DECLS
