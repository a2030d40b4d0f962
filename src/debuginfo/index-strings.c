#include "debuginfo/index-private.h"

#include "base/shorten.h"

#include <string.h>

#define NO_SLOT G_MAXUINT32

void
pair_table_init (PairTable *self)
{
  self->pairs = g_array_new (FALSE, FALSE, 2 * sizeof (guint32));
  self->mask = 255;
  self->slots = g_new (guint32, self->mask + 1);
  memset (self->slots, 0xff, (self->mask + 1) * sizeof (guint32));
  self->last = NO_SLOT;
}

void
pair_table_clear (PairTable *self)
{
  g_clear_pointer (&self->pairs, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

static const guint32 *
pair_at (const PairTable *self, guint32 i)
{
  return (const guint32 *) (gpointer) self->pairs->data + 2 * (gsize) i;
}

static guint32
hash (guint32 a, guint32 b)
{
  return (guint32) (((guint64) a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static guint32 *
find_slot (const PairTable *self, guint32 a, guint32 b)
{
  for (guint32 s = hash (a, b) & self->mask;; s = (s + 1) & self->mask) {
    guint32 *slot = &self->slots[s];
    if (*slot == NO_SLOT || (pair_at (self, *slot)[0] == a && pair_at (self, *slot)[1] == b))
      return slot;
  }
}

static void
grow (PairTable *self)
{
  self->mask = self->mask * 2 + 1;
  self->slots = g_renew (guint32, self->slots, (gsize) self->mask + 1);
  memset (self->slots, 0xff, ((gsize) self->mask + 1) * sizeof (guint32));
  for (guint32 i = 0; i < self->pairs->len; i++)
    *find_slot (self, pair_at (self, i)[0], pair_at (self, i)[1]) = i;
}

guint32
pair_table_add (PairTable *self, guint32 a, guint32 b)
{
  const guint32 pair[2] = {a, b};

  if (self->last != NO_SLOT && pair_at (self, self->last)[0] == a &&
      pair_at (self, self->last)[1] == b)
    return self->last;
  guint32 *slot = find_slot (self, a, b);
  if (*slot == NO_SLOT) {
    *slot = self->pairs->len;
    g_array_append_vals (self->pairs, pair, 1);
    if (self->pairs->len > self->mask / 2) {
      self->last = self->pairs->len - 1;
      grow (self);
      return self->last;
    }
  }
  return self->last = *slot;
}

guint32
text_memo_intern (TextMemo *self, PoplensStrings *strings, const char *text, gsize length)
{
  guint at = (guint) (length + (length ? (guint8) text[0] * 5u + (guint8) text[length - 1] : 0)) %
             MEMO_ENTRIES;

  if (length > MEMO_BYTES)
    return poplens_strings_intern (strings, text, (gssize) length);
  if (self->entries[at].id && self->entries[at].length == length &&
      !memcmp (self->entries[at].bytes, text, length))
    return self->entries[at].id;
  guint32 id = poplens_strings_intern (strings, text, (gssize) length);
  self->entries[at].id = id;
  self->entries[at].length = (guint32) length;
  memcpy (self->entries[at].bytes, text, length);
  return id;
}

char *
valid_text (const char *text, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  char *cut;

  poplens_shorten (valid, POPLENS_DEBUG_MOST_NAME, &cut);
  return cut ? cut : g_steal_pointer (&valid);
}

static void
add_text (TextTable *self, const char *text, gsize length)
{
  g_autofree char *valid = NULL;
  guint64 at = self->text->len;

  if (length > POPLENS_DEBUG_MOST_NAME || !g_utf8_validate_len (text, length, NULL)) {
    text = valid = valid_text (text, length);
    length = strlen (text);
  }
  if (at + length + 1 > POPLENS_DEBUG_MOST_TEXTS) {
    self->full = TRUE;
    return;
  }
  g_byte_array_append (self->text, (const guint8 *) text, (guint) length);
  g_byte_array_append (self->text, (const guint8 *) "", 1);
  g_array_append_val (self->at, at);
}

gboolean
text_table_read (TextTable *self, CborReader *reader, GString *scratch)
{
  guint64 left = reader->item.value;
  gboolean is_text;

  while (!self->full && self->at->len < POPLENS_DEBUG_INLINE - 1 &&
         cbor_reader_more (reader, &left)) {
    if (reader->item.type == CBOR_ITEM_TEXT && reader->item.text) {
      add_text (self, reader->item.text, (gsize) reader->item.length);
      continue;
    }
    /* What is no text keeps its place: names are positions. */
    if (!cbor_reader_gather (reader, scratch, &is_text))
      return FALSE;
    add_text (self, scratch->str, scratch->len);
  }
  return !reader->state && !self->full;
}
