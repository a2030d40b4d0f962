/* Suggestions for misspelt names: "did you mean …?". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the Levenshtein distance in bytes, ignoring the case of ASCII letters; G_MAXUINT if one
 * text has more than 64 bytes. */
guint poplens_near_distance (const char *a, const char *b);
/* Returns the most similar of @names (NULL-terminated), if at most a third of the letters of @word
 * differ. (transfer none) (nullable) */
const char *poplens_near (const char *word, const char *const *names);

G_END_DECLS
