#include "demo/cbor.h"

#include <cbor.h>
#include <string.h>

void
demo_cbor_init (DemoCbor *self, DemoOutput *out)
{
  self->out = out;
  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->string_id = g_hash_table_new (g_str_hash, g_str_equal);
}

void
demo_cbor_clear (DemoCbor *self)
{
  g_hash_table_unref (self->string_id);
  g_ptr_array_unref (self->strings);
}

/* An item's head is at most nine bytes. */
#define HEAD(self, call)                                                                           \
  do {                                                                                             \
    unsigned char head[9];                                                                         \
    gsize n_bytes = call;                                                                          \
    demo_output_write ((self)->out, head, n_bytes);                                                \
  } while (0)

void
demo_cbor_map (DemoCbor *self, gsize n)
{
  HEAD (self, cbor_encode_map_start (n, head, sizeof head));
}

void
demo_cbor_array (DemoCbor *self, gsize n)
{
  HEAD (self, cbor_encode_array_start (n, head, sizeof head));
}

void
demo_cbor_open_array (DemoCbor *self)
{
  HEAD (self, cbor_encode_indef_array_start (head, sizeof head));
}

void
demo_cbor_break (DemoCbor *self)
{
  HEAD (self, cbor_encode_break (head, sizeof head));
}

void
demo_cbor_text (DemoCbor *self, const char *text)
{
  gsize n = strlen (text);

  HEAD (self, cbor_encode_string_start (n, head, sizeof head));
  demo_output_write (self->out, text, n);
}

void
demo_cbor_number (DemoCbor *self, gint64 number)
{
  if (number < 0)
    HEAD (self, cbor_encode_negint ((guint64) (-1 - number), head, sizeof head));
  else
    HEAD (self, cbor_encode_uint ((guint64) number, head, sizeof head));
}

void
demo_cbor_bool (DemoCbor *self, gboolean value)
{
  HEAD (self, cbor_encode_bool (value, head, sizeof head));
}

void
demo_cbor_key_text (DemoCbor *self, const char *key, const char *text)
{
  demo_cbor_text (self, key);
  demo_cbor_text (self, text);
}

void
demo_cbor_key_number (DemoCbor *self, const char *key, gint64 number)
{
  demo_cbor_text (self, key);
  demo_cbor_number (self, number);
}

void
demo_cbor_key_string (DemoCbor *self, const char *key, const char *string)
{
  gpointer known = g_hash_table_lookup (self->string_id, string);

  if (!known) {
    char *copy = g_strdup (string);
    g_ptr_array_add (self->strings, copy);
    known = GUINT_TO_POINTER (self->strings->len);
    g_hash_table_insert (self->string_id, copy, known);
  }
  demo_cbor_key_number (self, key, GPOINTER_TO_UINT (known) - 1);
}

void
demo_cbor_strings (DemoCbor *self)
{
  demo_cbor_array (self, self->strings->len);
  for (guint i = 0; i < self->strings->len; i++)
    demo_cbor_text (self, g_ptr_array_index (self->strings, i));
}
