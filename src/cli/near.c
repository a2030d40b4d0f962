#include "cli/near.h"

#include <string.h>

#define MOST_LETTERS 64

/* Letters put in, left out or changed between two words: the rows of Levenshtein's table, one at a
 * time. */
static guint
distance (const char *a, const char *b)
{
  guint row[MOST_LETTERS + 1];
  guint n = (guint) strlen (b);

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
poplens_cli_near (const char *word, const char *const *names)
{
  const char *best = NULL;
  guint least = (guint) strlen (word) / 3 + 1;

  if (strlen (word) > MOST_LETTERS)
    return NULL;
  for (guint i = 0; names[i]; i++) {
    guint far = strlen (names[i]) <= MOST_LETTERS ? distance (word, names[i]) : G_MAXUINT;
    if (far < least) {
      least = far;
      best = names[i];
    }
  }
  return best;
}
