/* Text that is too long for any screen: a file may hold names of megabytes, and laying out one
 * takes seconds. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* More than fits on a line of the widest screen, and than anybody reads in a card or a tooltip. */
#define POPLENS_LINE_BYTES 2000
#define POPLENS_CARD_BYTES 1000

/* @text (UTF-8, nullable) itself, or where it has more than @most bytes its beginning and its end
 * with " … " between them, about that long; then *@cut is what to free, else NULL. */
const char *poplens_shorten (const char *text, gsize most, char **cut);

G_END_DECLS
