/* Reads debug.cbor once, from start to end, into the index of contexts. */
#include "debuginfo/debuginfo.h"

#include "base/error.h"
#include "base/large.h"
#include "debuginfo/index-private.h"

#include <string.h>

#define MOST_OFFSET ((guint64) 1 << 40)

typedef struct {
  CborReader reader;
  PoplensDebugContexts *contexts;
  RawContexts raws;
  PairTable kinds, places;
  TextMemo memo;
  TextTable texts;
  GString *scratch;
  gboolean past_limit; /* too many contexts, or a context at too large an offset */
} IndexReader;

static void
index_init (IndexReader *self, PoplensFile *file, guint64 size, GCancellable *cancellable)
{
  memset (self, 0, sizeof *self);
  cbor_reader_init (&self->reader, file, 0, size, cancellable);
  self->contexts = poplens_debug_contexts_new ();
  self->raws.blocks = g_ptr_array_new_with_free_func (g_free);
  pair_table_init (&self->kinds);
  pair_table_init (&self->places);
  self->texts.text = g_byte_array_ref (self->contexts->text);
  self->texts.at = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->scratch = g_string_new (NULL);
}

static void
index_clear (IndexReader *self)
{
  cbor_reader_clear (&self->reader);
  poplens_debug_contexts_free (self->contexts);
  g_ptr_array_unref (self->raws.blocks);
  pair_table_clear (&self->kinds);
  pair_table_clear (&self->places);
  g_byte_array_unref (self->texts.text);
  if (self->texts.at)
    g_array_unref (self->texts.at);
  g_string_free (self->scratch, TRUE);
}

static gboolean
is_key (const CborItem *item, const char *key, gsize length)
{
  return item->length == length && !memcmp (item->text, key, length);
}
#define IS_KEY(item, key) is_key (item, key, sizeof key - 1)

typedef enum {
  KEY_OTHER,
  KEY_ID,
  KEY_PARENT,
  KEY_LAYER,
  KEY_CATEGORY,
  KEY_NAME,
  KEY_LOCATION,
  KEY_FILE,
  KEY_FUNCTION,
  KEY_LINE,
} ContextKey;

static ContextKey
find_context_key (const char *text, gsize length)
{
#define OR(word, KEY) (memcmp (text, word, sizeof word - 1) ? KEY_OTHER : KEY)
  switch (length) {
  case 2:
    return OR ("id", KEY_ID);
  case 4:
    return OR ("name", KEY_NAME);
  case 5:
    return OR ("layer", KEY_LAYER);
  case 8:
    return text[0] == 'c'   ? OR ("category", KEY_CATEGORY)
           : text[0] == 'p' ? OR ("parentId", KEY_PARENT)
           : text[0] == 'l' ? OR ("location", KEY_LOCATION)
                            : OR ("fileName", KEY_FILE);
  case 10:
    return OR ("lineNumber", KEY_LINE);
  case 12:
    return OR ("functionName", KEY_FUNCTION);
  default:
    return KEY_OTHER;
  }
#undef OR
}

/* Reads the current item as a key of a context. Sets KEY_OTHER for an unknown key; skips a key that
 * is not a simple text. */
static gboolean
read_context_key (CborReader *reader, ContextKey *key)
{
  const CborItem *item = &reader->item;

  *key = KEY_OTHER;
  if (item->type != CBOR_ITEM_TEXT || !item->text)
    return cbor_reader_skip (reader);
  *key = find_context_key (item->text, (gsize) item->length);
  return TRUE;
}

/* Reads the current item into @value. Skips the item and keeps @value if it is not a number. */
static gboolean
index_read_number (CborReader *reader, guint64 *value)
{
  if (reader->item.type == CBOR_ITEM_UINT)
    *value = reader->item.value;
  return cbor_reader_skip (reader);
}

/* Reads a short text, such as a layer, and sets @string to its ID in the string pool. Skips other
 * values. */
static gboolean
read_word (IndexReader *self, guint32 *string)
{
  CborReader *reader = &self->reader;
  PoplensStrings *strings = self->contexts->strings;
  gboolean is_text;

  if (reader->item.type == CBOR_ITEM_TEXT && reader->item.text &&
      reader->item.length <= POPLENS_DEBUG_MOST_NAME) {
    *string =
        text_memo_intern (&self->memo, strings, reader->item.text, (gsize) reader->item.length);
    return TRUE;
  }
  if (!cbor_reader_gather (reader, self->scratch, &is_text))
    return FALSE;
  if (is_text) {
    g_autofree char *valid = valid_text (self->scratch->str, self->scratch->len);
    *string = poplens_strings_intern (strings, valid, -1);
  }
  return TRUE;
}

/* Reads a text that is an index into the stringTable or is written out in place. */
static gboolean
index_read_text (IndexReader *self, PoplensDebugText *text)
{
  guint32 string = G_MAXUINT32;

  if (self->reader.item.type == CBOR_ITEM_UINT) {
    *text = self->reader.item.value < POPLENS_DEBUG_INLINE ? (guint32) self->reader.item.value
                                                           : POPLENS_DEBUG_NO_TEXT;
    return TRUE;
  }
  if (!read_word (self, &string))
    return FALSE;
  if (string < POPLENS_DEBUG_INLINE - 1)
    *text = string | POPLENS_DEBUG_INLINE;
  return TRUE;
}

static gboolean
read_location (IndexReader *self, RawContext *raw)
{
  CborReader *reader = &self->reader;
  PoplensDebugText file = POPLENS_DEBUG_NO_TEXT, function = POPLENS_DEBUG_NO_TEXT;
  guint64 left = reader->item.value, line = 0;
  ContextKey key;

  if (reader->item.type != CBOR_ITEM_MAP)
    return cbor_reader_skip (reader);
  while (cbor_reader_more (reader, &left)) {
    if (!read_context_key (reader, &key) || !cbor_reader_next_value (reader))
      return FALSE;
    gboolean ok = key == KEY_FILE       ? index_read_text (self, &file)
                  : key == KEY_FUNCTION ? index_read_text (self, &function)
                  : key == KEY_LINE     ? index_read_number (reader, &line)
                                        : cbor_reader_skip (reader);
    if (!ok)
      return FALSE;
  }
  if (file != POPLENS_DEBUG_NO_TEXT || function != POPLENS_DEBUG_NO_TEXT)
    raw->place = pair_table_add (&self->places, file, function);
  raw->line = (guint32) MIN (line, G_MAXUINT32);
  return !reader->state;
}

static void
set_kind (IndexReader *self, RawContext *raw, guint32 layer, guint32 category)
{
  guint32 kind = pair_table_add (&self->kinds, layer, category);

  self->contexts->n_kinds_lost += kind >= POPLENS_DEBUG_MOST_KINDS;
  raw->kind = (guint16) MIN (kind, POPLENS_DEBUG_MOST_KINDS - 1);
}

static gboolean
read_pairs (IndexReader *self, RawContext *raw)
{
  CborReader *reader = &self->reader;
  guint64 left = reader->item.value;
  guint32 layer = 0, category = 0;
  ContextKey key;

  while (cbor_reader_more (reader, &left)) {
    gboolean ok;
    if (!read_context_key (reader, &key) || !cbor_reader_next_value (reader))
      return FALSE;
    switch (key) {
    case KEY_ID:
      ok = index_read_number (reader, &raw->id);
      break;
    case KEY_PARENT:
      ok = index_read_number (reader, &raw->parent);
      break;
    case KEY_LAYER:
      ok = read_word (self, &layer);
      break;
    case KEY_CATEGORY:
      ok = read_word (self, &category);
      break;
    case KEY_NAME:
      ok = index_read_text (self, &raw->name);
      break;
    case KEY_LOCATION:
      ok = read_location (self, raw);
      break;
    default:
      ok = cbor_reader_skip (reader);
    }
    if (!ok)
      return FALSE;
  }
  set_kind (self, raw, layer, category);
  return !reader->state;
}

static void
index_add_context (IndexReader *self, const RawContext *raw)
{
  RawContexts *raws = &self->raws;

  if (raws->n % RAW_PER_BLOCK == 0)
    g_ptr_array_add (raws->blocks, POPLENS_NEW_LARGE (RawContext, RAW_PER_BLOCK));
  *raw_context (raws, raws->n++) = *raw;
}

static gboolean
read_contexts (IndexReader *self)
{
  CborReader *reader = &self->reader;
  guint64 left = reader->item.value, offset = cbor_reader_position (reader);

  while (cbor_reader_more (reader, &left)) {
    RawContext raw = {.name = POPLENS_DEBUG_NO_TEXT,
                      .place = G_MAXUINT32,
                      .offset_low = (guint32) offset,
                      .offset_high = (guint8) (offset >> 32)};
    if (self->raws.n >= POPLENS_MOST_CONTEXTS || offset >= MOST_OFFSET) {
      self->past_limit = TRUE;
      return FALSE;
    }
    gboolean is_map = reader->item.type == CBOR_ITEM_MAP;
    if (!(is_map ? read_pairs (self, &raw) : cbor_reader_skip (reader)))
      return FALSE;
    self->contexts->n_contexts++;
    raw.length = (guint32) MIN (cbor_reader_position (reader) - offset, G_MAXUINT32);
    offset = cbor_reader_position (reader);
    if (is_map && raw.id)
      index_add_context (self, &raw);
    else
      self->contexts->n_without_id++;
  }
  return !reader->state;
}

static gboolean
read_string_table (IndexReader *self)
{
  gboolean again = self->contexts->has_string_table;

  if (again || self->reader.item.type != CBOR_ITEM_ARRAY)
    return cbor_reader_skip (&self->reader);
  /* Set the flag before reading, because a truncated table contains names, too. */
  self->contexts->has_string_table = TRUE;
  return text_table_read (&self->texts, &self->reader, self->scratch);
}

static gboolean
read_file (IndexReader *self)
{
  CborReader *reader = &self->reader;
  guint64 left = reader->item.value;

  while (cbor_reader_more (reader, &left)) {
    const CborItem *item = &reader->item;
    gboolean text = item->type == CBOR_ITEM_TEXT && item->text;
    gboolean contexts = text && IS_KEY (item, "contexts");
    gboolean strings = text && IS_KEY (item, "stringTable");
    if (!cbor_reader_skip (reader) || !cbor_reader_next_value (reader))
      return FALSE;
    if (contexts && item->type == CBOR_ITEM_ARRAY) {
      if (!read_contexts (self))
        return FALSE;
    } else if (!(strings ? read_string_table (self) : cbor_reader_skip (reader))) {
      return FALSE;
    }
  }
  return !reader->state;
}

/* ---- the end --------------------------------------------------------------------------------- */

static char *
describe_stop (const IndexReader *self)
{
  const CborReader *reader = &self->reader;
  guint64 at = cbor_reader_position (reader), n = self->contexts->n_contexts;
  const char *what = self->texts.full   ? "the strings exceed the limit of Poplens"
                     : self->past_limit ? "the number of contexts exceeds the limit of Poplens"
                     : reader->state == CBOR_STATE_END  ? "the file is truncated"
                     : reader->state == CBOR_STATE_DEEP ? "a value is nested too deep"
                                                        : "invalid or unexpected CBOR";

  if (reader->state == CBOR_STATE_END && !self->contexts->has_string_table)
    return g_strdup_printf ("the file is truncated after %" G_GUINT64_FORMAT
                            " contexts; names are missing. Let the run finish and record again",
                            n);
  return g_strdup_printf (
      "%s, at byte %" G_GUINT64_FORMAT ", after %" G_GUINT64_FORMAT " contexts%s", what, at, n,
      self->contexts->has_string_table
          ? ""
          : "; names are missing, because the string table comes last");
}

/* Describes what the limits of Poplens removed from the index of a complete file. (transfer full)
 * (nullable): NULL if nothing */
static char *
describe_limits (const PoplensDebugContexts *contexts)
{
  if (contexts->n_deep)
    return g_strdup_printf ("chains of more than %u contexts are cut", POPLENS_DEBUG_MOST_CHAIN);
  if (contexts->n_kinds_lost)
    return g_strdup_printf ("contexts have more than %u kinds; the others count as the last",
                            POPLENS_DEBUG_MOST_KINDS);
  return NULL;
}

static PoplensDebugContexts *
index_fill_contexts (IndexReader *self, gboolean whole)
{
  PoplensDebugContexts *contexts = self->contexts;

  for (guint32 k = 0; k < MIN (self->kinds.pairs->len, POPLENS_DEBUG_MOST_KINDS); k++) {
    const guint32 *pair = (const guint32 *) (gpointer) self->kinds.pairs->data + 2 * (gsize) k;
    PoplensDebugKind kind = {pair[0], pair[1]};
    g_array_append_val (contexts->kinds, kind);
  }
  for (guint32 p = 0; p < self->places.pairs->len; p++) {
    const guint32 *pair = (const guint32 *) (gpointer) self->places.pairs->data + 2 * (gsize) p;
    PoplensDebugPlace place = {pair[0], pair[1]};
    g_array_append_val (contexts->places, place);
  }
  contexts->n_texts = self->texts.at->len;
  contexts->text_at =
      (guint64 *) (gpointer) g_array_free (g_steal_pointer (&self->texts.at), FALSE);
  contexts->stopped_at = cbor_reader_position (&self->reader);
  index_columns_fill (contexts, &self->raws);
  contexts->reason = !whole                       ? describe_stop (self)
                     : contexts->has_string_table ? describe_limits (contexts)
                                                  : g_strdup ("no string table: names are unknown");
  contexts->incomplete = contexts->reason != NULL;
  return g_steal_pointer (&self->contexts);
}

PoplensDebugContexts *
poplens_debuginfo_read (PoplensFile *file, GCancellable *cancellable, GError **error)
{
  const char *path = poplens_file_get_name (file);
  PoplensDebugContexts *contexts = NULL;
  IndexReader index;
  guint64 size;

  if (!poplens_file_open (file, "debug.cbor", &size, error))
    return NULL;
  index_init (&index, file, size, cancellable);
  gboolean map = cbor_reader_next_value (&index.reader) && index.reader.item.type == CBOR_ITEM_MAP;
  /* Accept the file before reading the rest, which may not fit in memory. Only accepted files are
   * cached on the disk. */
  if (map)
    poplens_file_accept (file);
  gboolean whole = map && read_file (&index);
  gboolean stopped = cbor_reader_take_error (&index.reader, error);
  if (!stopped && !size)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is empty: the run ended before it was written; run the program again", path);
  else if (!stopped && !map)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not debug information: it does not begin with a CBOR map; copy it again",
                 path);
  else if (!stopped)
    contexts = index_fill_contexts (&index, whole);
  index_clear (&index);
  return contexts;
}
