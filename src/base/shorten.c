#include "base/shorten.h"

#include <string.h>

const char *
poplens_shorten (const char *text, gsize most, char **cut)
{
  *cut = NULL;
  if (!text || strnlen (text, most + 1) <= most)
    return text;
  const char *end = text + strlen (text) - most / 2;
  gsize head = most / 2;
  /* Not within a letter. */
  while (head && ((guchar) text[head] & 0xc0) == 0x80)
    head--;
  while (((guchar) *end & 0xc0) == 0x80)
    end++;
  *cut = g_strdup_printf ("%.*s … %s", (int) head, text, end);
  return *cut;
}
