/* Interface for asking the user what ssh asks: passphrases, passwords, one-time codes, and whether
 * a new host key is right. Answers are not stored. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_PROMPT_SECRET,  /* asks for a text, which is not shown while it is typed */
  POPLENS_PROMPT_CONFIRM, /* asks for "yes" or "no": whether to trust an unknown host, with its
                             fingerprint */
  POPLENS_PROMPT_NOTICE,  /* asks nothing; shown until ssh continues: "touch your key" */
} PoplensPromptKind;

typedef struct {
  PoplensPromptKind kind;
  const char *destination; /* as Poplens names it: "kim@gc-01" */
  const char *text; /* message of the server or of ssh: made printable, at most 500 characters */
  gboolean again;   /* the same ssh asked this before: the answer was not accepted */
} PoplensPrompt;

/* Asks the user. Called on worker threads, at the same time if a notice is shown during a question.
 * Returns the answer, which is overwritten after it was sent; NULL: no answer, so that ssh gives
 * up. Must return once @cancellable is cancelled, which ends a notice too. (transfer full)
 * (nullable) */
typedef char *(*PoplensPromptFunc) (const PoplensPrompt *prompt, GCancellable *cancellable,
                                    gpointer user_data);

G_END_DECLS
