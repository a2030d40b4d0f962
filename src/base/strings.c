/* Pool of interned strings. */
#include "base/strings.h"

#include <string.h>

#define CHUNK_BYTES 4096
/* Bytes of memory for each text besides its characters: entries in .ids, which is half full, and in
 * .texts. */
#define ENTRY_BYTES 48
/* Memory of an empty pool, without the chunk of texts. */
#define POOL_BYTES 512

struct _PoplensStrings {
  GStringChunk *chunk;
  gsize text_bytes; /* bytes of all texts in the chunk, each with its NUL */
  GHashTable *ids;  /* text → id */
  GPtrArray *texts; /* id → text */
};

PoplensStrings *
poplens_strings_new (void)
{
  PoplensStrings *self = g_new0 (PoplensStrings, 1);

  self->chunk = g_string_chunk_new (CHUNK_BYTES);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->texts = g_ptr_array_new ();
  poplens_strings_intern (self, "", 0);
  return self;
}

void
poplens_strings_free (PoplensStrings *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->texts);
  g_string_chunk_free (self->chunk);
  g_free (self);
}

guint32
poplens_strings_intern (PoplensStrings *self, const char *text, gssize length)
{
  g_autofree char *valid = NULL;
  gpointer id;

  if (!text)
    text = "", length = 0;
  /* A text with a @length can lack a final NUL, or contain NULs, which become U+FFFD. */
  if (length >= 0 || !g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, length);
  if (g_hash_table_lookup_extended (self->ids, text, NULL, &id))
    return GPOINTER_TO_UINT (id);

  char *kept = g_string_chunk_insert (self->chunk, text);
  self->text_bytes += strlen (kept) + 1;
  g_hash_table_insert (self->ids, kept, GUINT_TO_POINTER (self->texts->len));
  g_ptr_array_add (self->texts, kept);
  return self->texts->len - 1;
}

const char *
poplens_strings_get (const PoplensStrings *self, guint32 id)
{
  return id < self->texts->len ? g_ptr_array_index (self->texts, id) : "";
}

guint32
poplens_strings_count (const PoplensStrings *self)
{
  return self->texts->len;
}

gsize
poplens_strings_bytes (const PoplensStrings *self)
{
  return POOL_BYTES + MAX (self->text_bytes, CHUNK_BYTES) + self->texts->len * (gsize) ENTRY_BYTES;
}
