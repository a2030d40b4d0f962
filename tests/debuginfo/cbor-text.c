/* Writes CBOR by hand, also invalid CBOR, and reads it back (see the header). */
#include "debuginfo/cbor-text.h"
#include "support/local-file.h"

#include <string.h>

void
c_head (GByteArray *out, guint major, guint64 value)
{
  guint8 bytes[9] = {(guint8) (major << 5)};
  guint width = value < 24            ? 0
                : value <= 0xff       ? 1
                : value <= 0xffff     ? 2
                : value <= 0xffffffff ? 4
                                      : 8;

  if (value == OPEN) {
    bytes[0] |= 31;
    width = 0;
  } else if (!width) {
    bytes[0] |= (guint8) value;
  } else {
    bytes[0] |= (guint8) (width == 1 ? 24 : width == 2 ? 25 : width == 4 ? 26 : 27);
    for (guint i = 0; i < width; i++)
      bytes[1 + i] = (guint8) (value >> 8 * (width - 1 - i));
  }
  g_byte_array_append (out, bytes, 1 + width);
}

void
c_uint (GByteArray *out, guint64 value)
{
  c_head (out, 0, value);
}

void
c_text (GByteArray *out, const char *text)
{
  c_head (out, 3, strlen (text));
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
}

void
c_array (GByteArray *out, guint64 n)
{
  c_head (out, 4, n);
}

void
c_map (GByteArray *out, guint64 n)
{
  c_head (out, 5, n);
}

void
c_break (GByteArray *out)
{
  c_hex (out, "ff");
}

void
c_hex (GByteArray *out, const char *hex)
{
  for (; *hex; hex++)
    if (*hex != ' ') {
      guint8 byte = (guint8) (g_ascii_xdigit_value (hex[0]) << 4 | g_ascii_xdigit_value (hex[1]));
      g_byte_array_append (out, &byte, 1);
      hex++;
    }
}

void
c_pair (GByteArray *out, const char *key, guint64 value)
{
  c_text (out, key);
  c_uint (out, value);
}

void
c_pair_text (GByteArray *out, const char *key, const char *value)
{
  c_text (out, key);
  c_text (out, value);
}

void
c_context (GByteArray *out, guint64 id, guint64 parent, const char *layer, guint64 name)
{
  c_map (out, parent ? 4 : 3);
  c_pair (out, "id", id);
  c_pair_text (out, "layer", layer);
  c_pair (out, "name", name);
  if (parent)
    c_pair (out, "parentId", parent);
}

GByteArray *
c_begin (void)
{
  GByteArray *out = g_byte_array_new ();

  c_map (out, 2);
  c_text (out, "contexts");
  c_array (out, OPEN);
  return out;
}

void
c_end (GByteArray *out)
{
  c_break (out);
  c_text (out, "stringTable");
  c_array (out, 3);
  c_text (out, "zero");
  c_text (out, "one");
  c_text (out, "two");
}

PoplensDebugContexts *
c_read (GByteArray *bytes, GError **error)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path =
      temp_dir_write (dir, "debug.cbor", (const char *) bytes->data, bytes->len);
  PoplensDebugContexts *contexts = local_debuginfo_read (path, NULL, error);

  g_assert_true (contexts || !error || strstr ((*error)->message, path));
  temp_dir_remove (dir);
  return contexts;
}

char *
c_body (GByteArray *bytes, guint64 id)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path =
      temp_dir_write (dir, "debug.cbor", (const char *) bytes->data, bytes->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDebugContexts) contexts = local_debuginfo_read (path, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensSlice) slice = local_debuginfo_read_body (path, contexts, id, NULL, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  /* A body costs the cache at least the smallest pool of texts, however small its texts are. */
  g_assert_true (!slice->n || slice->bytes > 4096);
  for (guint i = 0; i < slice->n; i++) {
    const PoplensJsonNode *node = &slice->nodes[i];
    gboolean container = node->type <= POPLENS_JSON_ARRAY;
    g_string_append_printf (text, "%*s%s=", (int) node->depth, "",
                            poplens_strings_get (slice->strings, node->key));
    if (container)
      g_string_append_printf (text, "%c%u\n", node->type == POPLENS_JSON_ARRAY ? '[' : '{',
                              node->n_children);
    else
      g_string_append_printf (text, "%s\n", poplens_strings_get (slice->strings, node->value));
  }
  temp_dir_remove (dir);
  return g_string_free (text, FALSE);
}
