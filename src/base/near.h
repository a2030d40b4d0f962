/* What somebody may have meant who wrote a name wrong. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Letters put in, left out or changed to make one of the other; upper and lower case are the same.
 * G_MAXUINT where one has more than 64. */
guint poplens_near_distance (const char *a, const char *b);
/* Of @names (NULL-terminated) the one that is nearest to @word, where that is a third of its
 * letters away at most. Else NULL. */
const char *poplens_near (const char *word, const char *const *names);

G_END_DECLS
