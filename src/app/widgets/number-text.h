/* Texts of numbers for labels in right-to-left locales. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text. In right-to-left locales, adds a left-to-right mark before a text without letters,
 * because a label would show "32.4 %" as "% 32.4". (transfer full) */
char *poplens_number_text (const char *text);

G_END_DECLS
