/* Escapes and shortens texts of files for terminals, documents and shells. */
#include "base/visible.h"

#include <string.h>

/* ---- shorten --------------------------------------------------------------------------------- */

const char *
poplens_shorten (const char *text, gsize most, char **cut)
{
  *cut = NULL;
  if (!text || strnlen (text, most + 1) <= most)
    return text;
  const char *end = text + strlen (text) - most / 2;
  gsize head = most / 2;
  /* Do not cut inside a UTF-8 character. */
  while (head && ((guchar) text[head] & 0xc0) == 0x80)
    head--;
  while (((guchar) *end & 0xc0) == 0x80)
    end++;
  *cut = g_strdup_printf ("%.*s … %s", (int) head, text, end);
  return *cut;
}

/* ---- visible text ---------------------------------------------------------------------------- */

gboolean
poplens_is_hidden (gunichar c)
{
  return g_unichar_iscntrl (c) || c == 0x061c || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfffe || c == 0xffff;
}

char *
poplens_visible_text (const char *text, gssize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, length);
  GString *out = g_string_new (NULL);

  for (const char *at = valid; *at; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);
    if (c == '\n')
      g_string_append (out, "\\n");
    else if (c == '\t')
      g_string_append (out, "\\t");
    else if (g_unichar_iscntrl (c))
      g_string_append_printf (out, "\\x%02x", c);
    else if (poplens_is_hidden (c))
      g_string_append_printf (out, "\\u%04x", c);
    else
      g_string_append_unichar (out, c);
  }
  return g_string_free (out, FALSE);
}

char *
poplens_visible_markup (const char *text, gssize length)
{
  g_autofree char *visible = poplens_visible_text (text, length);

  return g_markup_escape_text (visible, -1);
}

static gboolean
is_visible (const char *text)
{
  if (!g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (; *text; text = g_utf8_next_char (text))
    if (poplens_is_hidden (g_utf8_get_char (text)))
      return FALSE;
  return TRUE;
}

char *
poplens_shell_word (const char *text)
{
  if (is_visible (text))
    return g_shell_quote (text);
  g_autoptr (GString) out = g_string_new ("$'");
  for (const guchar *c = (const guchar *) text; *c; c++)
    if (g_ascii_isprint (*c) && *c != '\'' && *c != '\\')
      g_string_append_c (out, (char) *c);
    else
      g_string_append_printf (out, "\\%03o", *c);
  g_string_append_c (out, '\'');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
poplens_shell_argument (const char *text)
{
  static const char plain[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_=+,./:@%";

  return *text && !text[strspn (text, plain)] ? g_strdup (text) : poplens_shell_word (text);
}

/* TRUE if @text begins with an ordinary capitalized word and a space. FALSE for names whose capital
 * must stay, such as "IPU" and "DoExchange". */
static gboolean
starts_with_plain_word (const char *text)
{
  gsize small = g_ascii_isupper (*text) ? strspn (text + 1, "abcdefghijklmnopqrstuvwxyz") : 0;

  return small && text[1 + small] == ' ';
}

char *
poplens_visible_error (const char *message)
{
  g_autofree char *visible = poplens_visible_text (message, -1);
  GString *text = g_string_new (visible);

  g_string_replace (text, "\u201c", "\"", 0);
  g_string_replace (text, "\u201d", "\"", 0);
  if (starts_with_plain_word (text->str))
    *text->str = g_ascii_tolower (*text->str);
  if (text->len > 1 && text->str[text->len - 1] == '.' &&
      g_ascii_isalnum (text->str[text->len - 2]))
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

char *
poplens_wrapped_text (const char *text)
{
  g_autoptr (GRegex) regex =
      g_regex_new ("(?<=\\d) (?=(?:[KMGTPE]i?B|kB|B|[mµn]?s|min|[GM]?Hz|%)(?:\\W|$))", 0, 0, NULL);

  return g_regex_replace_literal (regex, text, -1, 0, "\u00a0", 0, NULL);
}

GStrv
poplens_split_words (const char *text)
{
  g_autofree char *wrapped = poplens_wrapped_text (text);
  GStrv words = g_strsplit (wrapped, " ", -1);

  for (guint i = 0; words[i]; i++) {
    g_auto (GStrv) parts = g_strsplit (words[i], "\u00a0", -1);
    g_free (words[i]);
    words[i] = g_strjoinv (" ", parts);
  }
  return words;
}
