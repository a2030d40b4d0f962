/* Passes ssh's questions to the user: ssh runs poplens-askpass (src/askpass), which connects to a
 * socket that only this user can access. An answer is in these messages only, and stored nowhere.
 */
#pragma once

#include "remote/prompter.h"

G_BEGIN_DECLS

typedef struct _PoplensAskpass PoplensAskpass;

/* Starts listening for questions. @destination: host that is named in prompts. @prompt: called on
 * worker threads, also while another call runs. @destroy: (nullable): frees @data, also on failure,
 * and maybe after poplens_askpass_free (). NULL with @error. (transfer full) */
PoplensAskpass *poplens_askpass_new (const char *destination, PoplensPromptFunc prompt,
                                     gpointer data, GDestroyNotify destroy, GError **error);
/* Returns @environment with added variables that make ssh ask through @self. @environment:
 * (transfer full). (transfer full) */
char **poplens_askpass_extend (PoplensAskpass *self, char **environment);
/* TRUE if ssh repeated its last question for a passphrase or password, and the user answered it
 * again. */
gboolean poplens_askpass_was_in_vain (PoplensAskpass *self);
/* Cancels open questions and returns at once. */
void poplens_askpass_free (PoplensAskpass *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensAskpass, poplens_askpass_free)

G_END_DECLS
