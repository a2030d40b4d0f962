/* PoplensPromptPage: shows one message of ssh: a request for a secret, a question whether to trust
 * a host key, or a notice without an answer. Texts of the server are never interpreted as markup.
 */
#pragma once

#include <adwaita.h>

#include "app/remote/remote-prompter.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PROMPT_PAGE (poplens_prompt_page_get_type ())
/* Signal "answered" (): the user answered the question, or refused to. */
G_DECLARE_FINAL_TYPE (PoplensPromptPage, poplens_prompt_page, POPLENS, PROMPT_PAGE, AdwBin)

/* Shows @question, and focuses the field or button for the answer. */
void poplens_prompt_page_ask (PoplensPromptPage *self, PoplensRemoteQuestion *question);
/* Drops the question and the typed text, which can be a secret. */
void poplens_prompt_page_clear (PoplensPromptPage *self);

G_END_DECLS
