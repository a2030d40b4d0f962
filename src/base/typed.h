/* Numbers as users type and paste them, with the no-break spaces, minus signs and commas that the
 * window and other programs write. All parsers of user input use these functions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text with a plain space for each no-break space (U+00A0, U+202F) and "-" for each minus
 * sign (U+2212). (transfer full) */
char *poplens_typed_text (const char *text);
/* Like poplens_typed_text (), for @text that begins with a number. Removes spaces around @text, and
 * commas between groups of three digits: "−1,472 KiB" → "-1472 KiB". (transfer full) (nullable):
 * NULL for any other comma: "1,5" must not become 15 */
char *poplens_typed_number (const char *text);
/* TRUE if @text is a whole number from @least to @most. @value: (out) (optional) */
gboolean poplens_typed_unsigned (const char *text, guint64 least, guint64 most, guint64 *value);

G_END_DECLS
