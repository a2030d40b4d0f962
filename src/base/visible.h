/* Escapes texts from files for terminals and documents: characters that are invisible, or that
 * control a terminal. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TRUE for control characters, invisible or direction-changing characters, and U+FFFE and U+FFFF,
 * which XML forbids. */
gboolean poplens_is_hidden (gunichar c);
/* Escapes @text for one line. Control and direction-changing characters become \n, \x1b, \u202e …;
 * bytes that are not UTF-8 become U+FFFD. @length: bytes, or −1 for all up to the NUL. (transfer
 * full) */
char *poplens_visible_text (const char *text, gssize length);
/* Like poplens_visible_text (), but also escapes the markup characters of HTML, SVG and XML, for
 * texts and quoted attributes. (transfer full) */
char *poplens_visible_markup (const char *text, gssize length);
/* Returns @text with a no-break space between each number and its unit, for a label that wraps.
 * Text that is copied, printed or written keeps its plain spaces. (transfer full) */
char *poplens_wrapped_text (const char *text);
/* Splits @text where a line may break: at its spaces, but not between a number and its unit.
 * (transfer full) */
GStrv poplens_split_words (const char *text);
/* Quotes @text as one word of a shell command. The result is visible UTF-8; other bytes are written
 * as $'\ooo'. (transfer full) */
char *poplens_shell_word (const char *text);
/* Like poplens_shell_word (), but without quotes if @text needs none. (transfer full) */
char *poplens_shell_argument (const char *text);
/* Formats an error for a terminal: one visible line, which begins in lower case, has no full stop,
 * and uses ASCII quotes. Windows and documents show @message unchanged. (transfer full) */
char *poplens_visible_error (const char *message);

/* ---- shorten --------------------------------------------------------------------------------- */

/* Limits for text: files may contain names of megabytes, whose layout takes seconds. */

/* Maximum bytes of a line: more than fits on the widest screen */
#define POPLENS_LINE_BYTES 2000
#define POPLENS_CARD_BYTES 1000

/* Shortens a text of more than @most bytes to its beginning and end, with " … " between. Returns
 * @text or *@cut. @text: (nullable): UTF-8. @cut: (out) (transfer full) (nullable): the new text,
 * to be freed */
const char *poplens_shorten (const char *text, gsize most, char **cut);

G_END_DECLS
