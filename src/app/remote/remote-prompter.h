/* PoplensRemotePrompter: what ssh asks on a worker, asked in the window. A question comes to the
 * main thread by signal "asked", and "over" says that nobody waits for its answer any more. */
#pragma once

#include "remote/prompter.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_REMOTE_PROMPTER (poplens_remote_prompter_get_type ())
/* Signals, on the main thread: "asked" (PoplensRemoteQuestion *), "over" (the same). */
G_DECLARE_FINAL_TYPE (PoplensRemotePrompter, poplens_remote_prompter, POPLENS, REMOTE_PROMPTER,
                      GObject)

#define POPLENS_TYPE_REMOTE_QUESTION (poplens_remote_question_get_type ())
typedef struct _PoplensRemoteQuestion PoplensRemoteQuestion;
GType poplens_remote_question_get_type (void);

PoplensRemotePrompter *poplens_remote_prompter_new (void);
/* From here on nothing is asked: whoever asks, or waits, gets no answer. */
void poplens_remote_prompter_close (PoplensRemotePrompter *self);
/* A PoplensPromptFunc; @prompter: one of these. */
char *poplens_remote_prompter_ask (const PoplensPrompt *prompt, GCancellable *cancellable,
                                   gpointer prompter);

PoplensRemoteQuestion *poplens_remote_question_ref (PoplensRemoteQuestion *self);
void poplens_remote_question_unref (PoplensRemoteQuestion *self);
PoplensPromptKind poplens_remote_question_get_kind (PoplensRemoteQuestion *self);
const char *poplens_remote_question_get_destination (PoplensRemoteQuestion *self);
const char *poplens_remote_question_get_text (PoplensRemoteQuestion *self);
gboolean poplens_remote_question_is_again (PoplensRemoteQuestion *self); /* PoplensPrompt.again */
/* @answer: (nullable): NULL: none. Only the first counts. */
void poplens_remote_question_answer (PoplensRemoteQuestion *self, const char *answer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRemoteQuestion, poplens_remote_question_unref)

G_END_DECLS
