/* Implements the CBOR reader: decodes items, buffers the file, and skips values. */
#include "debuginfo/cbor-reader.h"

#include "base/error.h"
#include "debuginfo/debuginfo.h"

#include <string.h>

#define BUFFER_BYTES ((gsize) 1 << 18)
/* Maximum number of nesting levels (8 bytes each) that cbor_reader_skip () stores. */
#define MOST_SKIPPED_LEVELS (1u << 20)

/* ---- libcbor's side -------------------------------------------------------------------------- */

static void
set_value_item (void *context, CborItemType type, guint64 value)
{
  CborItem *item = &((CborReader *) context)->item;

  item->type = type;
  item->value = value;
}

static void
set_text_item (void *context, CborItemType type, cbor_data text, size_t length)
{
  CborItem *item = &((CborReader *) context)->item;

  item->type = type;
  item->text = (const char *) text;
  item->length = length;
}

static void
set_float_item (void *context, double number)
{
  CborItem *item = &((CborReader *) context)->item;

  item->type = CBOR_ITEM_FLOAT;
  item->number = number;
}

#define ON_VALUE(name, Type, ITEM)                                                                 \
  static void on_##name (void *context, Type value)                                                \
  {                                                                                                \
    set_value_item (context, CBOR_ITEM_##ITEM, (guint64) value);                                   \
  }
#define ON_PLAIN(name, ITEM, value)                                                                \
  static void on_##name (void *context)                                                            \
  {                                                                                                \
    set_value_item (context, CBOR_ITEM_##ITEM, value);                                             \
  }
ON_VALUE (uint8, guint8, UINT)
ON_VALUE (uint16, guint16, UINT)
ON_VALUE (uint32, guint32, UINT)
ON_VALUE (uint64, guint64, UINT)
ON_VALUE (negative8, guint8, NEGATIVE)
ON_VALUE (negative16, guint16, NEGATIVE)
ON_VALUE (negative32, guint32, NEGATIVE)
ON_VALUE (negative64, guint64, NEGATIVE)
ON_VALUE (array, size_t, ARRAY)
ON_VALUE (map, size_t, MAP)
ON_VALUE (tag, guint64, TAG)
ON_VALUE (boolean, bool, BOOL)
ON_PLAIN (chunks, CHUNKS, CBOR_INDEFINITE)
ON_PLAIN (open_array, ARRAY, CBOR_INDEFINITE)
ON_PLAIN (open_map, MAP, CBOR_INDEFINITE)
ON_PLAIN (null, NULL, 0)
ON_PLAIN (undefined, UNDEFINED, 0)
ON_PLAIN (break, BREAK, 0)

static void
on_bytes (void *context, cbor_data bytes, size_t length)
{
  set_text_item (context, CBOR_ITEM_BYTES, bytes, length);
}

static void
on_text (void *context, cbor_data text, size_t length)
{
  set_text_item (context, CBOR_ITEM_TEXT, text, length);
}

static void
on_float (void *context, float number)
{
  set_float_item (context, (double) number);
}

static const struct cbor_callbacks callbacks = {
    .uint8 = on_uint8,
    .uint16 = on_uint16,
    .uint32 = on_uint32,
    .uint64 = on_uint64,
    .negint8 = on_negative8,
    .negint16 = on_negative16,
    .negint32 = on_negative32,
    .negint64 = on_negative64,
    .byte_string_start = on_chunks,
    .byte_string = on_bytes,
    .string = on_text,
    .string_start = on_chunks,
    .indef_array_start = on_open_array,
    .array_start = on_array,
    .indef_map_start = on_open_map,
    .map_start = on_map,
    .tag = on_tag,
    .float2 = on_float,
    .float4 = on_float,
    .float8 = set_float_item,
    .undefined = on_undefined,
    .null = on_null,
    .boolean = on_boolean,
    .indef_break = on_break,
};

/* ---- the file -------------------------------------------------------------------------------- */

void
cbor_reader_init (CborReader *self, PoplensFile *file, guint64 from, guint64 to,
                  GCancellable *cancellable)
{
  *self =
      (CborReader){.file = file, .base = from, .end = MAX (from, to), .cancellable = cancellable};
  self->capacity = (gsize) CLAMP (self->end - from, 64, BUFFER_BYTES);
  self->buffer = g_malloc (self->capacity);
  self->levels = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
cbor_reader_clear (CborReader *self)
{
  g_clear_pointer (&self->buffer, g_free);
  g_clear_pointer (&self->levels, g_array_unref);
  g_clear_error (&self->error);
}

gboolean
cbor_reader_take_error (CborReader *self, GError **error)
{
  if (self->state != CBOR_STATE_STOPPED)
    return FALSE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return TRUE;
}

static gboolean
reader_stop (CborReader *self, CborState state)
{
  self->state = state;
  return FALSE;
}

gboolean
cbor_reader_refuse (CborReader *self)
{
  return reader_stop (self, CBOR_STATE_MALFORMED);
}

/* Reads up to @n bytes at offset @at. Also hints to the storage which bytes are needed next. */
static gssize
read_with_hint (CborReader *self, guint8 *out, gsize n, guint64 at)
{
  PoplensByteRange next = {at, MIN (poplens_file_get_ahead (self->file), self->end - at)};

  poplens_file_will_need (self->file, &next, 1);
  return poplens_file_read_at (self->file, out, n, at, self->cancellable, &self->error);
}

/* Moves the unread bytes to the start of the buffer and reads more bytes after them. FALSE with a
 * state if no byte could be read. */
static gboolean
reader_fill_buffer (CborReader *self)
{
  gsize left = self->filled - self->at;
  guint64 next = self->base + self->filled;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
    return reader_stop (self, CBOR_STATE_STOPPED);
  memmove (self->buffer, self->buffer + self->at, left);
  self->base += self->at;
  self->at = 0;
  self->filled = left;
  gsize room = (gsize) MIN (self->capacity - left, self->end - next);
  gssize got = room ? read_with_hint (self, self->buffer + left, room, next) : 0;
  if (got <= 0)
    return reader_stop (self, poplens_error_is_interruption (self->error) ? CBOR_STATE_STOPPED
                                                                          : CBOR_STATE_END);
  self->filled += (gsize) got;
  return TRUE;
}

/* Returns the length of the CBOR string at @head. @head_size: (out): bytes of its head. All of them
 * must be in the buffer. */
static guint64
string_length (const guint8 *head, gsize *head_size)
{
  guint width = head[0] & 31;
  guint64 length = 0;

  if (width < 24) {
    *head_size = 1;
    return width;
  }
  *head_size = 1 + ((gsize) 1 << (width & 3));
  for (gsize i = 1; i < *head_size; i++)
    length = length << 8 | head[i];
  return length;
}

/* Skips a string that is longer than the buffer, or enlarges the buffer for it. TRUE if skipped:
 * .item.text is NULL. FALSE if enlarged, or with a state. */
static gboolean
handle_long_string (CborReader *self)
{
  const guint8 *head = self->buffer + self->at;
  guint major = head[0] >> 5;
  gsize head_size;

  if (major != 2 && major != 3)
    return reader_stop (self, CBOR_STATE_MALFORMED);
  guint64 length = string_length (head, &head_size);
  guint64 start = cbor_reader_position (self) + head_size;
  if (length > self->end - start)
    return reader_stop (self, CBOR_STATE_END);
  if (!self->skim && length <= POPLENS_DEBUG_MOST_TEXT) {
    self->capacity = head_size + (gsize) length;
    self->buffer = g_realloc (self->buffer, self->capacity);
    return FALSE;
  }
  set_text_item (self, major == 2 ? CBOR_ITEM_BYTES : CBOR_ITEM_TEXT, NULL, length);
  self->base = start + length;
  self->at = self->filled = 0;
  return TRUE;
}

static gboolean
next_item_slowly (CborReader *self)
{
  for (;;) {
    struct cbor_decoder_result result =
        cbor_stream_decode (self->buffer + self->at, self->filled - self->at, &callbacks, self);
    if (result.status == CBOR_DECODER_FINISHED) {
      self->at += result.read;
      return TRUE;
    }
    if (result.status == CBOR_DECODER_ERROR)
      return reader_stop (self, CBOR_STATE_MALFORMED);
    if (self->filled - self->at == self->capacity) {
      if (handle_long_string (self))
        return TRUE;
      if (self->state)
        return FALSE;
    }
    if (!reader_fill_buffer (self))
      return FALSE;
  }
}

/* Bytes that must be in the buffer to decode a short item without libcbor, whose calls take longer.
 */
#define SHORT_ITEM 24
static inline gboolean
next_short_item (CborReader *self)
{
  const guint8 *head = self->buffer + self->at;
  CborItem *item = &self->item;
  guint low = head[0] & 31;

  if (low > 25)
    return FALSE;
  if (low < 24) {
    if (head[0] >= 0xc0 || (head[0] & 0xe0) == 0x20 || (head[0] & 0xe0) == 0x40)
      return FALSE;
    item->value = low;
    self->at++;
    switch (head[0] >> 5) {
    case 0:
      item->type = CBOR_ITEM_UINT;
      break;
    case 3:
      item->type = CBOR_ITEM_TEXT;
      item->text = (const char *) head + 1;
      item->length = low;
      self->at += low;
      break;
    case 4:
      item->type = CBOR_ITEM_ARRAY;
      break;
    default:
      item->type = CBOR_ITEM_MAP;
    }
    return TRUE;
  }
  if (head[0] >= 0x20)
    return FALSE;
  item->type = CBOR_ITEM_UINT;
  item->value = low == 24 ? head[1] : (guint64) head[1] << 8 | head[2];
  self->at += low - 22;
  return TRUE;
}

static inline gboolean
next_item (CborReader *self)
{
  if (G_UNLIKELY (self->state))
    return FALSE;
  if (self->filled - self->at >= SHORT_ITEM && next_short_item (self))
    return TRUE;
  struct cbor_decoder_result result =
      cbor_stream_decode (self->buffer + self->at, self->filled - self->at, &callbacks, self);
  if (G_LIKELY (result.status == CBOR_DECODER_FINISHED)) {
    self->at += result.read;
    return TRUE;
  }
  return next_item_slowly (self);
}

gboolean
cbor_reader_next (CborReader *self)
{
  return next_item (self);
}

gboolean
cbor_reader_next_value (CborReader *self)
{
  do
    if (!next_item (self))
      return FALSE;
  while (self->item.type == CBOR_ITEM_TAG);
  return TRUE;
}

/* Returns the number of items in the current array, map or sequence of chunks. 0 for other types.
 */
static inline guint64
count_inner_items (const CborItem *item)
{
  switch (item->type) {
  case CBOR_ITEM_CHUNKS:
  case CBOR_ITEM_ARRAY:
    return item->value;
  case CBOR_ITEM_MAP:
    /* Do not double a huge count, which could become CBOR_INDEFINITE. No real file has so many
     * pairs. */
    return item->value > G_MAXUINT64 / 4 ? item->value : item->value * 2;
  default:
    return 0;
  }
}

static gboolean
skip_levels (CborReader *self)
{
  guint64 left = 1;

  g_array_set_size (self->levels, 0);
  for (;;) {
    guint64 inside = count_inner_items (&self->item);
    if (self->item.type == CBOR_ITEM_BREAK) {
      if (left != CBOR_INDEFINITE)
        return reader_stop (self, CBOR_STATE_MALFORMED);
      left = 0;
    } else if (self->item.type != CBOR_ITEM_TAG && left != CBOR_INDEFINITE) {
      left--;
    }
    if (inside) {
      /* Store only levels with items left, so that deep nesting of last items needs no memory. */
      if (left)
        g_array_append_val (self->levels, left);
      left = inside;
    }
    if (!left) {
      if (!self->levels->len)
        return TRUE;
      left = g_array_index (self->levels, guint64, self->levels->len - 1);
      g_array_set_size (self->levels, self->levels->len - 1);
    }
    if (self->levels->len > MOST_SKIPPED_LEVELS)
      return reader_stop (self, CBOR_STATE_DEEP);
    if (!next_item (self))
      return FALSE;
  }
}

gboolean
cbor_reader_skip (CborReader *self)
{
  gboolean skim = self->skim, ok;

  /* Return early for scalars, the most frequent values. */
  if (self->item.type < CBOR_ITEM_CHUNKS ||
      (self->item.type > CBOR_ITEM_TAG && self->item.type < CBOR_ITEM_BREAK))
    return TRUE;
  self->skim = TRUE;
  ok = skip_levels (self);
  self->skim = skim;
  return ok;
}

gboolean
cbor_reader_more (CborReader *self, guint64 *left)
{
  if (!*left || !cbor_reader_next_value (self))
    return FALSE;
  if (self->item.type == CBOR_ITEM_BREAK)
    return *left == CBOR_INDEFINITE ? FALSE : cbor_reader_refuse (self);
  if (*left != CBOR_INDEFINITE)
    --*left;
  return TRUE;
}

gboolean
cbor_reader_gather (CborReader *self, GString *out, gboolean *is_text)
{
  guint64 left = CBOR_INDEFINITE;

  g_string_truncate (out, 0);
  *is_text = self->item.type == CBOR_ITEM_TEXT || self->item.type == CBOR_ITEM_CHUNKS;
  if (self->item.type == CBOR_ITEM_TEXT && self->item.text)
    g_string_append_len (out, self->item.text, (gssize) self->item.length);
  else if (self->item.type == CBOR_ITEM_TEXT)
    g_string_append_printf (out, "(%" G_GUINT64_FORMAT " bytes left out)", self->item.length);
  if (self->item.type != CBOR_ITEM_CHUNKS)
    return cbor_reader_skip (self);
  while (cbor_reader_more (self, &left)) {
    if (self->item.type != CBOR_ITEM_TEXT && self->item.type != CBOR_ITEM_BYTES)
      return cbor_reader_refuse (self);
    if (self->item.text && out->len + self->item.length <= POPLENS_DEBUG_MOST_TEXT)
      g_string_append_len (out, self->item.text, (gssize) self->item.length);
  }
  return !self->state;
}
