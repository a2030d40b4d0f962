/* Edit distance, to suggest a name for a misspelt one. */
#include "base/near.h"

#include <string.h>

#define MOST_LETTERS 64

/* Computes the rows of Levenshtein's table, storing one at a time. */
guint
poplens_near_distance (const char *a, const char *b)
{
  guint row[MOST_LETTERS + 1];
  gsize n = strlen (b);

  if (n > MOST_LETTERS || strlen (a) > MOST_LETTERS)
    return G_MAXUINT;
  for (guint j = 0; j <= n; j++)
    row[j] = j;
  for (guint i = 0; a[i]; i++) {
    guint diagonal = row[0];
    row[0] = i + 1;
    for (guint j = 1; j <= n; j++) {
      guint other = diagonal + (g_ascii_tolower (a[i]) != g_ascii_tolower (b[j - 1]));
      diagonal = row[j];
      row[j] = MIN (other, MIN (row[j - 1], row[j]) + 1);
    }
  }
  return row[n];
}

const char *
poplens_near (const char *word, const char *const *names)
{
  const char *best = NULL;
  guint least = (guint) strlen (word) / 3 + 1;

  for (guint i = 0; names[i]; i++) {
    guint far = poplens_near_distance (word, names[i]);
    if (far < least) {
      least = far;
      best = names[i];
    }
  }
  return best;
}
