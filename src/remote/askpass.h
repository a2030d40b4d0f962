/* The way from ssh's questions to who answers them: ssh runs poplens-askpass (src/askpass), which
 * asks over a socket that only this user can reach. An answer is nowhere but in these messages. */
#pragma once

#include "remote/prompter.h"

G_BEGIN_DECLS

typedef struct _PoplensAskpass PoplensAskpass;

/* @destination: for prompts. @prompt: called on workers, several at once where a notice is shown.
 * @destroy: (nullable): when @data is no longer used, which may be after poplens_askpass_free ().
 * Called in any case. */
PoplensAskpass *poplens_askpass_new (const char *destination, PoplensPromptFunc prompt,
                                     gpointer data, GDestroyNotify destroy, GError **error);
/* @environment with what makes ssh ask here. (transfer full) */
char **poplens_askpass_extend (PoplensAskpass *self, char **environment);
/* Whether what was asked for last, a passphrase or a password, was answered, again and again. */
gboolean poplens_askpass_was_in_vain (PoplensAskpass *self);
/* Cancels what is asked and returns. */
void poplens_askpass_free (PoplensAskpass *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAskpass, poplens_askpass_free)

G_END_DECLS
