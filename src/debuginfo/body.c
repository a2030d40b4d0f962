/* Builds the columns of the index of debug.cbor. Also reads the data of one debug context (its
 * body) as a tree. */
#include "base/error.h"
#include "base/format.h"
#include "base/large.h"
#include "base/visible.h"
#include "debuginfo/cbor-reader.h"
#include "debuginfo/debuginfo.h"
#include "debuginfo/index-private.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts of the index ---------------------------------------------------------------------- */

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
hash_pair (guint32 a, guint32 b)
{
  return (guint32) (((guint64) a << 32 | b) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static guint32 *
find_slot (const PairTable *self, guint32 a, guint32 b)
{
  for (guint32 s = hash_pair (a, b) & self->mask;; s = (s + 1) & self->mask) {
    guint32 *slot = &self->slots[s];
    if (*slot == NO_SLOT || (pair_at (self, *slot)[0] == a && pair_at (self, *slot)[1] == b))
      return slot;
  }
}

static void
pair_table_grow (PairTable *self)
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
      pair_table_grow (self);
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
text_table_add (TextTable *self, const char *text, gsize length)
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
      text_table_add (self, reader->item.text, (gsize) reader->item.length);
      continue;
    }
    /* Add a row even if the value is not a text, because contexts refer to texts by row number. */
    if (!cbor_reader_gather (reader, scratch, &is_text))
      return FALSE;
    text_table_add (self, scratch->str, scratch->len);
  }
  return !reader->state && !self->full;
}

/* ---- columns of the index -------------------------------------------------------------------- */

/* Maps the IDs of contexts to rows: with an array if the IDs are dense, as in Poplar's files, else
 * by a binary search. */
typedef struct {
  guint32 *ranks; /* (nullable) [size]: row of the ID first + i, or POPLENS_NO_CONTEXT; NULL if the
                     IDs are not dense */
  guint64 first, size;
} ContextRows;

typedef struct {
  guint64 id;
  guint32 raw;
} IdOrder;

static int
compare_ids (const void *a, const void *b)
{
  const IdOrder *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->raw < y->raw ? -1 : x->raw > y->raw;
}

static void
context_rows_init (ContextRows *self, const RawContexts *raws)
{
  guint64 first = G_MAXUINT64, last = 0;

  for (guint32 i = 0; i < raws->n; i++) {
    first = MIN (first, raw_context (raws, i)->id);
    last = MAX (last, raw_context (raws, i)->id);
  }
  *self = (ContextRows){.first = first};
  if (raws->n && (last - first) / 4 <= raws->n) {
    self->size = last - first + 1;
    self->ranks = POPLENS_NEW_LARGE (guint32, self->size);
    memset (self->ranks, 0xff, self->size * sizeof (guint32));
  }
}

static guint32
context_rows_find (const ContextRows *self, const PoplensDebugContexts *contexts, guint64 id)
{
  if (!self->ranks)
    return poplens_debug_contexts_find (contexts, id);
  return id - self->first < self->size ? self->ranks[id - self->first] : POPLENS_NO_CONTEXT;
}

/* Returns the indices of @raws in the order of their IDs. If several contexts have the same ID,
 * only the first is included. @n: (out): number of indices. (transfer full) */
static guint32 *
order_dense (ContextRows *ranks, const RawContexts *raws, guint32 *n)
{
  guint32 *order = POPLENS_NEW_LARGE (guint32, MAX (raws->n, 1));

  for (guint32 i = 0; i < raws->n; i++) {
    guint32 *slot = &ranks->ranks[raw_context (raws, i)->id - ranks->first];
    if (*slot == POPLENS_NO_CONTEXT)
      *slot = i;
  }
  *n = 0;
  for (guint64 s = 0; s < ranks->size; s++)
    if (ranks->ranks[s] != POPLENS_NO_CONTEXT) {
      order[*n] = ranks->ranks[s];
      ranks->ranks[s] = (*n)++;
    }
  return order;
}

static guint32 *
order_sparse (const RawContexts *raws, guint32 *n)
{
  g_autofree IdOrder *sorted = g_new (IdOrder, raws->n ? raws->n : 1);
  guint32 *order = POPLENS_NEW_LARGE (guint32, MAX (raws->n, 1));

  for (guint32 i = 0; i < raws->n; i++)
    sorted[i] = (IdOrder){raw_context (raws, i)->id, i};
  if (raws->n)
    qsort (sorted, raws->n, sizeof *sorted, compare_ids);
  *n = 0;
  for (guint32 i = 0; i < raws->n; i++)
    if (!i || sorted[i].id != sorted[i - 1].id)
      order[(*n)++] = sorted[i].raw;
  return order;
}

static void
columns_alloc (PoplensDebugContexts *self, guint32 n)
{
  self->n = n;
  self->id = POPLENS_NEW_LARGE (guint64, n);
  self->offset_low = POPLENS_NEW_LARGE (guint32, n);
  self->offset_high = POPLENS_NEW_LARGE (guint8, n);
  self->length = POPLENS_NEW_LARGE (guint32, n);
  self->parent = POPLENS_NEW_LARGE (guint32, n);
  self->name = POPLENS_NEW_LARGE (PoplensDebugText, n);
  self->place = POPLENS_NEW_LARGE (guint32, n);
  self->line = POPLENS_NEW_LARGE (guint32, n);
  self->kind = POPLENS_NEW_LARGE (guint16, n);
}

/* Returns the row of the parent with @id, or a special value (POPLENS_PARENT_DANGLING …). */
static guint32
find_parent (PoplensDebugContexts *self, const ContextRows *rows, guint64 id)
{
  guint32 parent = id ? context_rows_find (rows, self, id) : POPLENS_NO_CONTEXT;

  if (!id || parent != POPLENS_NO_CONTEXT)
    return parent;
  self->n_dangling++;
  return POPLENS_PARENT_DANGLING;
}

static void
fill_row (PoplensDebugContexts *self, guint32 c, const RawContext *raw, const ContextRows *rows)
{
  self->offset_low[c] = raw->offset_low;
  self->offset_high[c] = raw->offset_high;
  self->length[c] = raw->length;
  self->parent[c] = find_parent (self, rows, raw->parent);
  self->name[c] = raw->name;
  self->place[c] = raw->place;
  self->line[c] = raw->line;
  self->kind[c] = raw->kind;
}

/* Fills the columns but .id, which is filled before, as parents are found in it. Frees each block
 * of @raws behind it: most files are sorted by id, so that columns grow as blocks go. */
static void
fill_columns (PoplensDebugContexts *self, RawContexts *raws, const guint32 *order,
              const ContextRows *rows)
{
  for (guint32 i = 0; i < raws->n; i++) {
    const RawContext *raw = raw_context (raws, i);
    guint32 c = context_rows_find (rows, self, raw->id);
    if (order[c] == i)
      fill_row (self, c, raw, rows);
    if (i % RAW_PER_BLOCK == RAW_PER_BLOCK - 1)
      g_clear_pointer (&raws->blocks->pdata[i / RAW_PER_BLOCK], g_free);
  }
}

/* Replaces the parents of contexts that form a cycle by POPLENS_PARENT_CYCLE. Takes linear time,
 * because each context is visited at most twice. */
static void
cut_cycles (PoplensDebugContexts *self)
{
  enum { UNSEEN, ON_PATH, DONE };
  g_autofree guint8 *states = g_malloc0 (self->n ? self->n : 1);

  for (guint32 c = 0; c < self->n; c++) {
    guint32 at = c;
    while (at < self->n && states[at] == UNSEEN) {
      states[at] = ON_PATH;
      at = self->parent[at];
    }
    while (at < self->n && states[at] == ON_PATH && self->parent[at] != POPLENS_PARENT_CYCLE) {
      guint32 next = self->parent[at];
      self->parent[at] = POPLENS_PARENT_CYCLE;
      self->n_cyclic++;
      at = next;
    }
    for (at = c; at < self->n && states[at] == ON_PATH; at = self->parent[at])
      states[at] = DONE;
  }
}

/* Cuts chains of parents that are longer than POPLENS_DEBUG_MOST_CHAIN contexts. Takes linear time,
 * because each context is visited twice. */
static void
cut_deep_chains (PoplensDebugContexts *self)
{
  /* [n]: depth of each context; a root has 1; 0: not known yet */
  g_autofree guint16 *levels = g_new0 (guint16, self->n ? self->n : 1);

  for (guint32 c = 0; c < self->n; c++) {
    guint64 level = 0;
    guint32 at = c;
    for (; at < self->n && !levels[at]; at = self->parent[at])
      level++;
    if (at < self->n)
      level += levels[at];
    for (at = c; at < self->n && !levels[at]; level--) {
      guint32 parent = self->parent[at];
      levels[at] = (guint16) ((level - 1) % POPLENS_DEBUG_MOST_CHAIN + 1);
      if (levels[at] == 1 && level > 1) {
        self->parent[at] = POPLENS_PARENT_DEEP;
        self->n_deep++;
      }
      at = parent;
    }
  }
}

/* Sorts the contexts into the columns, and finds the rows of parents. */
static void
sort_contexts (PoplensDebugContexts *contexts, RawContexts *raws)
{
  ContextRows rows;
  guint32 n;

  context_rows_init (&rows, raws);
  g_autofree guint32 *order = rows.ranks ? order_dense (&rows, raws, &n) : order_sparse (raws, &n);
  contexts->n_duplicate = raws->n - n;
  columns_alloc (contexts, n);
  for (guint32 c = 0; c < n; c++)
    contexts->id[c] = raw_context (raws, order[c])->id;
  fill_columns (contexts, raws, order, &rows);
  g_free (rows.ranks);
}

void
index_columns_fill (PoplensDebugContexts *contexts, RawContexts *raws)
{
  sort_contexts (contexts, raws);
  cut_cycles (contexts);
  cut_deep_chains (contexts);
}

/* ---- bodies of contexts ---------------------------------------------------------------------- */

#define MOST_HEX_BYTES 256

typedef struct {
  CborReader reader;
  const PoplensDebugContexts *contexts;
  PoplensStrings *strings;
  GArray *nodes; /* PoplensJsonNode */
  GString *scratch;
  guint64 n_left_out; /* values that were skipped because of POPLENS_DEBUG_MOST_NODES */
} BodyBuilder;

/* Position of a value in a debug context. Decides whether a number can be an index into the
 * stringTable. */
typedef enum {
  PLACE_ROOT,
  PLACE_CONTEXT, /* the value of a key in the context's map */
  PLACE_LOCATION,
  PLACE_ELSEWHERE,
} BodyPlace;

static gboolean add_value (BodyBuilder *self, guint32 depth, guint32 key, BodyPlace place);

static guint
body_add_node (BodyBuilder *self, guint32 depth, guint32 key, PoplensJsonType type,
               const char *value, gsize length)
{
  PoplensJsonNode node = {.key = key,
                          .value = poplens_strings_intern (self->strings, value, (gssize) length),
                          .depth = depth,
                          .type = type};

  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

static void
add_text_node (BodyBuilder *self, guint32 depth, guint32 key, PoplensJsonType type,
               const char *value)
{
  body_add_node (self, depth, key, type, value, strlen (value));
}

static void
format_negative (guint64 value, char *out, gsize size)
{
  /* The value −2^64 does not fit into 64 bits. */
  if (value == G_MAXUINT64)
    g_strlcpy (out, "-18446744073709551616", size);
  else
    g_snprintf (out, (gulong) size, "-%" G_GUINT64_FORMAT, value + 1);
}

static void
format_hex (const CborItem *item, GString *out)
{
  gsize n = item->text ? (gsize) MIN (item->length, MOST_HEX_BYTES) : 0;

  g_string_assign (out, "h'");
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (out, "%02x", (guint8) item->text[i]);
  g_string_append_c (out, '\'');
  if (item->length > n)
    g_string_append_printf (out, " (%" G_GSIZE_FORMAT " of %" G_GUINT64_FORMAT " bytes)", n,
                            item->length);
}

/* Writes the current item, a scalar, as text to @out. Returns its type. */
static PoplensJsonType
describe_scalar (const CborItem *item, GString *out)
{
  PoplensNumber number;

  switch (item->type) {
  case CBOR_ITEM_UINT:
    g_string_printf (out, "%" G_GUINT64_FORMAT, item->value);
    return POPLENS_JSON_NUMBER;
  case CBOR_ITEM_NEGATIVE:
    format_negative (item->value, number, sizeof number);
    g_string_assign (out, number);
    return POPLENS_JSON_NUMBER;
  case CBOR_ITEM_FLOAT:
    g_string_assign (out, poplens_format_exact (number, item->number));
    return POPLENS_JSON_NUMBER;
  case CBOR_ITEM_BOOL:
    g_string_assign (out, item->value ? "true" : "false");
    return POPLENS_JSON_BOOL;
  case CBOR_ITEM_BYTES:
    format_hex (item, out);
    return POPLENS_JSON_STRING;
  case CBOR_ITEM_UNDEFINED:
    g_string_assign (out, "undefined");
    return POPLENS_JSON_NULL;
  default:
    g_string_assign (out, "null");
    return POPLENS_JSON_NULL;
  }
}

/* Returns the text if the current item is an index into the stringTable. Only the context's "name"
 * and two keys of its "location" are such indices. (transfer none) (nullable): NULL for other
 * values */
static const char *
resolve_text_index (const BodyBuilder *self, guint32 key, BodyPlace place)
{
  const CborItem *item = &self->reader.item;
  const char *name = poplens_strings_get (self->strings, key);
  gboolean is_text =
      (place == PLACE_CONTEXT && !strcmp (name, "name")) ||
      (place == PLACE_LOCATION && (!strcmp (name, "fileName") || !strcmp (name, "functionName")));

  if (!is_text || item->type != CBOR_ITEM_UINT || item->value >= POPLENS_DEBUG_INLINE)
    return NULL;
  return poplens_debug_text (self->contexts, (PoplensDebugText) item->value);
}

static gboolean
add_scalar (BodyBuilder *self, guint32 depth, guint32 key, BodyPlace place)
{
  const char *text = resolve_text_index (self, key, place);
  gboolean is_text =
      self->reader.item.type == CBOR_ITEM_TEXT || self->reader.item.type == CBOR_ITEM_CHUNKS;

  if (text) {
    add_text_node (self, depth, key, POPLENS_JSON_STRING, text);
    return TRUE;
  }
  if (is_text) {
    if (!cbor_reader_gather (&self->reader, self->scratch, &is_text))
      return FALSE;
    body_add_node (self, depth, key, POPLENS_JSON_STRING, self->scratch->str, self->scratch->len);
    return TRUE;
  }
  PoplensJsonType type = describe_scalar (&self->reader.item, self->scratch);
  body_add_node (self, depth, key, type, self->scratch->str, self->scratch->len);
  return TRUE;
}

/* Reads the current item as the key of a map. Keys that are arrays or maps become "…". */
static gboolean
read_key (BodyBuilder *self, guint32 *key)
{
  CborReader *reader = &self->reader;
  gboolean is_text;

  if (reader->item.type == CBOR_ITEM_ARRAY || reader->item.type == CBOR_ITEM_MAP) {
    *key = poplens_strings_intern (self->strings, "…", -1);
    return cbor_reader_skip (reader);
  }
  if (reader->item.type == CBOR_ITEM_TEXT || reader->item.type == CBOR_ITEM_CHUNKS) {
    if (!cbor_reader_gather (reader, self->scratch, &is_text))
      return FALSE;
  } else {
    describe_scalar (&reader->item, self->scratch);
  }
  *key = poplens_strings_intern (self->strings, self->scratch->str, (gssize) self->scratch->len);
  return TRUE;
}

static guint32
index_key (BodyBuilder *self, guint32 i)
{
  char text[16];

  g_snprintf (text, sizeof text, "[%u]", i);
  return poplens_strings_intern (self->strings, text, -1);
}

static BodyPlace
place_inside (const BodyBuilder *self, guint32 key, BodyPlace place)
{
  if (place == PLACE_ROOT)
    return PLACE_CONTEXT;
  return place == PLACE_CONTEXT && !strcmp (poplens_strings_get (self->strings, key), "location")
             ? PLACE_LOCATION
             : PLACE_ELSEWHERE;
}

/* Skips an element that exceeds the limit of nodes, and counts it. @pair: TRUE in a map: also skips
 * the value of the key */
static gboolean
skip_element (BodyBuilder *self, gboolean pair)
{
  CborReader *reader = &self->reader;

  self->n_left_out++;
  return cbor_reader_skip (reader) &&
         (!pair || (cbor_reader_next_value (reader) && cbor_reader_skip (reader)));
}

static gboolean
add_container (BodyBuilder *self, guint32 depth, guint32 key, BodyPlace place)
{
  CborReader *reader = &self->reader;
  gboolean map = reader->item.type == CBOR_ITEM_MAP;
  guint64 left = reader->item.value;
  BodyPlace inside = place_inside (self, key, place);
  guint node =
      body_add_node (self, depth, key, map ? POPLENS_JSON_OBJECT : POPLENS_JSON_ARRAY, "", 0);
  guint32 n = 0;
  gboolean ok = TRUE;

  while (ok && cbor_reader_more (reader, &left)) {
    guint before = self->nodes->len;
    guint32 child = 0;
    if (before >= POPLENS_DEBUG_MOST_NODES) {
      ok = skip_element (self, map);
      continue;
    }
    if (map)
      ok = read_key (self, &child) && cbor_reader_next_value (reader);
    else
      child = index_key (self, n);
    ok = ok && add_value (self, depth + 1, child, inside);
    n += self->nodes->len > before;
  }
  /* Set the number of children after a failure, too, because the children added so far are shown.
   */
  g_array_index (self->nodes, PoplensJsonNode, node).n_children = n;
  return ok && !reader->state;
}

/* Adds a node for the current value and nodes for the values in it. */
static gboolean
add_value (BodyBuilder *self, guint32 depth, guint32 key, BodyPlace place)
{
  CborItemType type = self->reader.item.type;

  if (type == CBOR_ITEM_BREAK)
    return cbor_reader_refuse (&self->reader);
  if (type != CBOR_ITEM_ARRAY && type != CBOR_ITEM_MAP)
    return add_scalar (self, depth, key, place);
  if (depth < POPLENS_DEBUG_MOST_LEVELS)
    return add_container (self, depth, key, place);
  add_text_node (self, depth, key, POPLENS_JSON_STRING,
                 type == CBOR_ITEM_MAP ? "{…} (nested too deep)" : "[…] (nested too deep)");
  return cbor_reader_skip (&self->reader);
}

static void
add_note (BodyBuilder *self, const char *text)
{
  add_text_node (self, 1, poplens_strings_intern (self->strings, "…", -1), POPLENS_JSON_STRING,
                 text);
  g_array_index (self->nodes, PoplensJsonNode, 0).n_children++;
}

/* Adds notes to the tree that say which values it lacks. */
static void
add_notes (BodyBuilder *self)
{
  char text[64];

  if (self->n_left_out) {
    g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT " more values are not shown",
                self->n_left_out);
    add_note (self, text);
  }
  /* The CBOR can be invalid here, because the index was built without decoding most values. */
  if (self->reader.state)
    add_note (self, "invalid or unexpected CBOR follows");
}

/* Decodes the context into a tree. FALSE if the context is not a map, or with CBOR_STATE_STOPPED.
 */
static gboolean
read_tree (BodyBuilder *self)
{
  if (!cbor_reader_next_value (&self->reader) || self->reader.item.type != CBOR_ITEM_MAP)
    return FALSE;
  add_container (self, 0, 0, PLACE_ROOT);
  return self->reader.state != CBOR_STATE_STOPPED;
}

static PoplensSlice *
make_slice (BodyBuilder *self, guint64 id)
{
  guint32 n = self->nodes->len;
  gpointer rows = g_array_free (g_steal_pointer (&self->nodes), FALSE);
  PoplensSlice *slice =
      poplens_slice_new (POPLENS_SLICE_BODY, id, rows, n,
                         n * sizeof (PoplensJsonNode) + poplens_strings_bytes (self->strings));

  slice->strings = g_steal_pointer (&self->strings);
  return slice;
}

PoplensSlice *
poplens_debuginfo_read_body (PoplensFile *file, const PoplensDebugContexts *contexts, guint64 id,
                             GCancellable *cancellable, GError **error)
{
  guint32 context = poplens_debug_contexts_find (contexts, id);
  BodyBuilder self = {.contexts = contexts};
  PoplensSlice *slice = NULL;
  guint64 size;

  if (context == POPLENS_NO_CONTEXT)
    return poplens_slice_new (POPLENS_SLICE_BODY, id, NULL, 0, 0);
  if (!poplens_file_open (file, "debug.cbor", &size, error))
    return NULL;
  guint64 from = poplens_debug_context_offset (contexts, context);
  cbor_reader_init (&self.reader, file, from, MIN (size, from + contexts->length[context]),
                    cancellable);
  self.strings = poplens_strings_new ();
  self.nodes = g_array_new (FALSE, FALSE, sizeof (PoplensJsonNode));
  self.scratch = g_string_new (NULL);
  if (read_tree (&self)) {
    add_notes (&self);
    slice = make_slice (&self, id);
  } else if (!cbor_reader_take_error (&self.reader, error)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed: it no longer has debug context %" G_GUINT64_FORMAT POPLENS_RELOAD,
                 poplens_file_get_name (file), id);
  }
  cbor_reader_clear (&self.reader);
  if (self.nodes)
    g_array_unref (self.nodes);
  poplens_strings_free (self.strings);
  g_string_free (self.scratch, TRUE);
  return slice;
}
