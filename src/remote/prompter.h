/* Interface for asking the user what ssh asks: passphrases, passwords, one-time codes, and whether
 * a new host key is right. Answers are not stored. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_PROMPT_SECRET,  /* asks for a text, which is not shown while it is typed */
  POPLENS_PROMPT_CONFIRM, /* asks "yes" or "no": whether to trust an unknown host with this
                             fingerprint */
  POPLENS_PROMPT_NOTICE,  /* asks nothing; shown until ssh continues: "touch your key" */
} PoplensPromptKind;

typedef struct {
  PoplensPromptKind kind;
  const char *destination; /* user and host to show: "kim@gc-01" */
  const char *text; /* message of the server or of ssh: made printable, at most 500 characters */
  gboolean again;   /* TRUE: ssh asks again, because it did not accept the last answer */
} PoplensPrompt;

/* Asks the user, on a worker thread. A notice and a question may be shown at the same time. Returns
 * the answer, which the caller overwrites after sending it. NULL means no answer, and ssh gives up.
 * Returns once @cancellable is cancelled, which also ends a notice. (transfer full) (nullable) */
typedef char *(*PoplensPromptFunc) (const PoplensPrompt *prompt, GCancellable *cancellable,
                                    gpointer user_data);

G_END_DECLS
