/* Cairo's SVG made fit to stand in a document beside others. */
#include "pages/share/share-private.h"

#include <math.h>
#include <string.h>

typedef struct {
  const char *prefix;
  GString *out;
} Writer;

/* Of a pixel: no eye sees more, and the file is half as large. */
#define FINEST 2 /* digits behind the point */

/* A path's numbers, as short as they may be. */
static void
write_path (const Writer *self, const char *value, gsize n)
{
  PoplensNumber buffer;

  for (const char *at = value; at < value + n;) {
    gsize length = strspn (at, "0123456789.-");
    const char *dot = memchr (at, '.', length);
    /* An exponent is for numbers that are nearly none; they stay as they are. */
    if (length > 1 && dot && (gsize) (at + length - dot) > 3 && at[length] != 'e') {
      poplens_format_fixed (buffer, g_ascii_strtod (at, NULL), FINEST);
      gsize end = strlen (buffer);
      while (buffer[end - 1] == '0')
        end--;
      g_string_append_len (self->out, buffer, (gssize) (end - (buffer[end - 1] == '.')));
      at += length;
    } else {
      g_string_append_len (self->out, at, (gssize) MAX (length, 1));
      at += MAX (length, 1);
    }
  }
}

/* A value that names others as url(#name). */
static void
write_references (const Writer *self, const char *value, gsize n)
{
  const char *end = value + n;

  for (const char *at = value; at < end;) {
    const char *found = g_strstr_len (at, end - at, "url(#");
    const char *stop = found ? found + strlen ("url(#") : end;
    g_string_append_len (self->out, at, stop - at);
    if (found)
      g_string_append (self->out, self->prefix);
    at = stop;
  }
}

static void
write_value (const Writer *self, const char *name, gsize n_name, const char *value, gsize n)
{
  gboolean names = n_name == 2 && !strncmp (name, "id", 2);
  gboolean links = n_name >= 4 && !strncmp (name + n_name - 4, "href", 4) && n && *value == '#';

  if (names)
    g_string_append (self->out, self->prefix);
  if (links)
    g_string_append_printf (self->out, "#%s", self->prefix);
  if (n_name == 1 && *name == 'd')
    write_path (self, value, n);
  else
    write_references (self, value + links, n - links);
}

/* What lies between "<" and ">", both of them with it. Returns: its end */
static const char *
write_tag (const Writer *self, const char *tag, const char *end)
{
  const char *at = tag;

  while (at < end && *at != '>') {
    const char *name = at, *quote, *close;
    while (at < end && *at != '=' && *at != '>')
      at++;
    if (at >= end || *at == '>' || at + 1 >= end || (at[1] != '"' && at[1] != '\''))
      break;
    quote = at + 1;
    close = memchr (quote + 1, *quote, (gsize) (end - quote - 1));
    if (!close)
      break;
    const char *word = at;
    while (word > name && !g_ascii_isspace (word[-1]) && word[-1] != '<')
      word--;
    g_string_append_len (self->out, name, quote + 1 - name);
    write_value (self, word, (gsize) (at - word), quote + 1, (gsize) (close - quote - 1));
    g_string_append_c (self->out, *quote);
    at = close + 1;
    tag = at;
  }
  const char *stop = memchr (tag, '>', (gsize) (end - tag));
  stop = stop ? stop + 1 : end;
  g_string_append_len (self->out, tag, stop - tag);
  return stop;
}

void
poplens_share_svg (const char *svg, gsize length, const char *prefix, GString *out)
{
  Writer writer = {prefix, out};
  const char *end = svg + length, *begin = g_strstr_len (svg, (gssize) length, "<svg");

  for (const char *at = begin ? begin : end; at < end;) {
    const char *open = memchr (at, '<', (gsize) (end - at));
    const char *stop = open ? open : end;
    g_string_append_len (out, at, stop - at);
    at = open ? write_tag (&writer, open, end) : end;
  }
}
