/* One context's body as a tree. */
#include "debuginfo/debuginfo.h"

#include "base/error.h"
#include "base/format.h"
#include "debuginfo/cbor-reader.h"

#include <string.h>

#define MOST_HEX_BYTES 256

typedef struct {
  CborReader reader;
  const PoplensDebugContexts *contexts;
  PoplensStrings *strings;
  GArray *nodes; /* PoplensJsonNode */
  GString *scratch;
  guint64 n_left_out; /* values past the limit of nodes */
} Body;

/* Where in the context the value at hand stands. */
typedef enum {
  PLACE_ROOT,
  PLACE_CONTEXT, /* a value of the context's own map */
  PLACE_LOCATION,
  PLACE_ELSEWHERE,
} BodyPlace;

static gboolean add_value (Body *self, guint32 depth, guint32 key, BodyPlace place);

static guint
add_node (Body *self, guint32 depth, guint32 key, PoplensJsonType type, const char *value,
          gsize length)
{
  PoplensJsonNode node = {.key = key,
                          .value = poplens_strings_intern (self->strings, value, (gssize) length),
                          .depth = depth,
                          .type = type};

  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

static void
add_text_node (Body *self, guint32 depth, guint32 key, PoplensJsonType type, const char *value)
{
  add_node (self, depth, key, type, value, strlen (value));
}

static void
format_negative (guint64 value, char *out, gsize size)
{
  /* −1 − (2^64 − 1) is one more than 64 bits hold. */
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

/* The scalar at hand as text. */
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

/* "name": 12 is the twelfth text of stringTable, in the context's map and in its location. */
static const char *
resolve (const Body *self, guint32 key, BodyPlace place)
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
add_scalar (Body *self, guint32 depth, guint32 key, BodyPlace place)
{
  const char *text = resolve (self, key, place);
  gboolean is_text =
      self->reader.item.type == CBOR_ITEM_TEXT || self->reader.item.type == CBOR_ITEM_CHUNKS;

  if (text) {
    add_text_node (self, depth, key, POPLENS_JSON_STRING, text);
    return TRUE;
  }
  if (is_text) {
    if (!cbor_reader_gather (&self->reader, self->scratch, &is_text))
      return FALSE;
    add_node (self, depth, key, POPLENS_JSON_STRING, self->scratch->str, self->scratch->len);
    return TRUE;
  }
  PoplensJsonType type = describe_scalar (&self->reader.item, self->scratch);
  add_node (self, depth, key, type, self->scratch->str, self->scratch->len);
  return TRUE;
}

/* The key at hand as a string; what is no scalar is called "…". */
static gboolean
read_key (Body *self, guint32 *key)
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
index_key (Body *self, guint32 i)
{
  char text[16];

  g_snprintf (text, sizeof text, "[%u]", i);
  return poplens_strings_intern (self->strings, text, -1);
}

static BodyPlace
place_inside (const Body *self, guint32 key, BodyPlace place)
{
  if (place == PLACE_ROOT)
    return PLACE_CONTEXT;
  return place == PLACE_CONTEXT && !strcmp (poplens_strings_get (self->strings, key), "location")
             ? PLACE_LOCATION
             : PLACE_ELSEWHERE;
}

/* Past the limit of nodes: the element at hand, or the pair whose key it is. */
static gboolean
pass_element (Body *self, gboolean pair)
{
  CborReader *reader = &self->reader;

  self->n_left_out++;
  return cbor_reader_skip (reader) &&
         (!pair || (cbor_reader_next_value (reader) && cbor_reader_skip (reader)));
}

static gboolean
add_container (Body *self, guint32 depth, guint32 key, BodyPlace place)
{
  CborReader *reader = &self->reader;
  gboolean map = reader->item.type == CBOR_ITEM_MAP;
  guint64 left = reader->item.value;
  BodyPlace inside = place_inside (self, key, place);
  guint node = add_node (self, depth, key, map ? POPLENS_JSON_OBJECT : POPLENS_JSON_ARRAY, "", 0);
  guint32 n = 0;
  gboolean ok = TRUE;

  while (ok && cbor_reader_more (reader, &left)) {
    guint before = self->nodes->len;
    guint32 child = 0;
    if (before >= POPLENS_DEBUG_MOST_NODES) {
      ok = pass_element (self, map);
      continue;
    }
    if (map)
      ok = read_key (self, &child) && cbor_reader_next_value (reader);
    else
      child = index_key (self, n);
    ok = ok && add_value (self, depth + 1, child, inside);
    n += self->nodes->len > before;
  }
  /* Also where it broke off: what was added counts. */
  g_array_index (self->nodes, PoplensJsonNode, node).n_children = n;
  return ok && !reader->state;
}

/* The value whose first item is at hand. */
static gboolean
add_value (Body *self, guint32 depth, guint32 key, BodyPlace place)
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
add_note (Body *self, const char *text)
{
  add_text_node (self, 1, poplens_strings_intern (self->strings, "…", -1), POPLENS_JSON_STRING,
                 text);
  g_array_index (self->nodes, PoplensJsonNode, 0).n_children++;
}

/* What is not shown, and why. */
static void
add_notes (Body *self)
{
  char text[64];

  if (self->n_left_out) {
    g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT " more values are not shown",
                self->n_left_out);
    add_note (self, text);
  }
  /* The index passes over what this takes apart, and is not as strict. */
  if (self->reader.state)
    add_note (self, "invalid or unexpected CBOR follows");
}

/* Decodes it; FALSE where there is no context at all. */
static gboolean
read_tree (Body *self)
{
  if (!cbor_reader_next_value (&self->reader) || self->reader.item.type != CBOR_ITEM_MAP)
    return FALSE;
  add_container (self, 0, 0, PLACE_ROOT);
  return self->reader.state != CBOR_STATE_STOPPED;
}

static PoplensSlice *
make_slice (Body *self, guint64 id)
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
  Body self = {.contexts = contexts};
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
