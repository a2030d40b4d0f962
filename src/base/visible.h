/* Names as a file holds them, for people who read them in a terminal or a document: nothing in them
 * that the reader obeys, or does not see. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Control characters, those that are not seen or turn the text about them round, and two that XML
 * refuses. */
gboolean poplens_is_hidden (gunichar c);
/* @text on one line: control characters and those that turn text round become \n, \x1b, \u202e …
 * and what is not UTF-8 U+FFFD. @length: bytes, or -1 to the NUL. (transfer full) */
char *poplens_visible_text (const char *text, gssize length);
/* The same as text of HTML, SVG or XML, or the value of an attribute in quotes. (transfer full) */
char *poplens_visible_markup (const char *text, gssize length);
/* Returns @text with a no-break space between each number and its unit, for a label that wraps.
 * Text that is copied, printed or written keeps its plain spaces. (transfer full) */
char *poplens_wrapped_text (const char *text);
/* Splits @text where a line may break: at its spaces, but not between a number and its unit.
 * (transfer full) */
GStrv poplens_split_words (const char *text);
/* @text as one word of a shell's command. It is UTF-8 and visible whatever @text is: other bytes
 * are written as $'\ooo'. (transfer full) */
char *poplens_shell_word (const char *text);
/* The same, without quotes around what needs none. (transfer full) */
char *poplens_shell_argument (const char *text);
/* An error as a terminal shows it: one visible line in lower case without a full stop, with quotes
 * that a shell takes back. Windows and documents have @message as it is. (transfer full) */
char *poplens_visible_error (const char *message);

/* ---- shorten --------------------------------------------------------------------------------- */

/* Text that is too long for any screen: a file may hold names of megabytes, and laying out one
 * takes seconds. */

/* More than fits on a line of the widest screen, and than anybody reads in a card or a tooltip. */
#define POPLENS_LINE_BYTES 2000
#define POPLENS_CARD_BYTES 1000

/* @text (UTF-8, nullable) itself, or where it has more than @most bytes its beginning and its end
 * with " … " between them, about that long; then *@cut is what to free, else NULL. */
const char *poplens_shorten (const char *text, gsize most, char **cut);

G_END_DECLS
