/* Parses numbers as users type and paste them. */
#include "base/typed.h"

#include <string.h>

#define DIGITS "0123456789"

char *
poplens_typed_text (const char *text)
{
  static const struct {
    const char *typed, *plain;
  } signs[] = {{"\u00a0", " "}, {"\u202f", " "}, {"\u2212", "-"}};
  GString *out = g_string_new (text);

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    g_string_replace (out, signs[i].typed, signs[i].plain, 0);
  return g_string_free (out, FALSE);
}

char *
poplens_typed_number (const char *text)
{
  g_autofree char *plain = g_strstrip (poplens_typed_text (text));
  const char *at = plain + (*plain == '-' || *plain == '+');
  gsize digits = strspn (at, DIGITS);
  GString *out = g_string_new_len (plain, at - plain);

  g_string_append_len (out, at, (gssize) digits);
  at += digits;
  if (*at == ',' && digits >= 1 && digits <= 3)
    for (; *at == ',' && strspn (at + 1, DIGITS) == 3; at += 4)
      g_string_append_len (out, at + 1, 3);
  g_string_append (out, at);
  return g_string_free (out, *at == ',');
}

gboolean
poplens_typed_unsigned (const char *text, guint64 least, guint64 most, guint64 *value)
{
  g_autofree char *plain = poplens_typed_number (text);

  return plain && g_ascii_string_to_unsigned (plain, 10, least, most, value, NULL);
}
