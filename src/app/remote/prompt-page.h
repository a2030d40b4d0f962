/* PoplensPromptPage: shows one question of ssh: for a secret, for trust in a host key, or a notice
 * that disappears by itself. Texts of the server are never interpreted as markup. */
#pragma once

#include <adwaita.h>

#include "app/remote/remote-prompter.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PROMPT_PAGE (poplens_prompt_page_get_type ())
/* Signal "answered" (): the user answered or refused the question. */
G_DECLARE_FINAL_TYPE (PoplensPromptPage, poplens_prompt_page, POPLENS, PROMPT_PAGE, AdwBin)

/* Shows @question, and moves the focus to the field or button to answer it. */
void poplens_prompt_page_ask (PoplensPromptPage *self, PoplensRemoteQuestion *question);
/* Drops the question and the text typed. */
void poplens_prompt_page_clear (PoplensPromptPage *self);

G_END_DECLS
