/* PoplensPromptPage: one question of ssh: a secret, whether a computer is the right one, or a
 * notice that goes by itself. The words of the other side are text, and never more. */
#pragma once

#include <adwaita.h>

#include "app/remote/remote-prompter.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PROMPT_PAGE (poplens_prompt_page_get_type ())
/* Signal "answered" (): the question shown has its answer, or none. */
G_DECLARE_FINAL_TYPE (PoplensPromptPage, poplens_prompt_page, POPLENS, PROMPT_PAGE, AdwBin)

/* Shows @question, with the keyboard where the answer begins. */
void poplens_prompt_page_ask (PoplensPromptPage *self, PoplensRemoteQuestion *question);
/* Forgets it and what was typed. */
void poplens_prompt_page_clear (PoplensPromptPage *self);

G_END_DECLS
