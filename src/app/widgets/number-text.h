/* Number texts for labels in right-to-left languages. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text, in right-to-left languages preceded by a left-to-right mark if it has no letters:
 * otherwise a label would show "32.4 %" as "% 32.4". (transfer full) */
char *poplens_number_text (const char *text);

G_END_DECLS
