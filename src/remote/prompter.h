/* Who answers what ssh asks: passphrases, passwords, one-time codes, whether a new host is the
 * right one. Nothing that is answered is kept. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_PROMPT_SECRET,  /* wants a text that is not shown */
  POPLENS_PROMPT_CONFIRM, /* wants "yes" or "no": an unknown host, with its fingerprint */
  POPLENS_PROMPT_NOTICE,  /* wants nothing but to be seen until it is over: "touch your key" */
} PoplensPromptKind;

typedef struct {
  PoplensPromptKind kind;
  const char *destination; /* ours: "kim@gc-01" */
  const char *text;        /* the server's or ssh's words: made visible, at most 500 characters */
  gboolean again;          /* the same ssh asked it before: that answer was not accepted */
} PoplensPrompt;

/* Called on a worker; on two at once where a notice is shown beside a question. The answer, which
 * is overwritten when it was sent; NULL: there is none, and ssh gives up. Returns when @cancellable
 * is cancelled: of a notice, when it is over. (transfer full) (nullable) */
typedef char *(*PoplensPromptFunc) (const PoplensPrompt *prompt, GCancellable *cancellable,
                                    gpointer user_data);

G_END_DECLS
