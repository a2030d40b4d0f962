/* What somebody may have meant who wrote a name wrong. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of @names (NULL-terminated) the one that takes fewest letters put in, left out or changed to
 * become
 * @word, if they are a third of its letters at most; upper and lower case are the same. Else NULL.
 */
const char *poplens_cli_near (const char *word, const char *const *names);

G_END_DECLS
