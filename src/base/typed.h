/* Numbers as users type and paste them: with the no-break spaces, minus signs and commas that the
 * window and other programs write. Every parser of a user's number reads them by these functions.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text with a plain space for each no-break space (U+00A0, U+202F) and "-" for each minus
 * sign (U+2212). (transfer full) */
char *poplens_typed_text (const char *text);
/* The same for @text that begins with a number: without spaces around it, and without the commas
 * between groups of three digits, "−1,472 KiB" → "-1472 KiB". NULL if the digits have other commas:
 * "1,5" is not a number, and certainly not 15. (transfer full) (nullable) */
char *poplens_typed_number (const char *text);
/* TRUE if @text is a whole number of @least to @most, which *@value (nullable) receives. */
gboolean poplens_typed_unsigned (const char *text, guint64 least, guint64 most, guint64 *value);

G_END_DECLS
