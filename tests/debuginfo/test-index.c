/* Tests of the index of debug contexts: columns, look-ups, chains of parents and layers, in any
 * order and encoding. */
#include "debuginfo/cbor-text.h"

#include <string.h>

static PoplensDebugContexts *
read_whole (GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  PoplensDebugContexts *contexts = c_read (bytes, &error);

  g_assert_no_error (error);
  if (contexts->incomplete)
    g_test_message ("%s", contexts->reason);
  g_assert_false (contexts->incomplete);
  return contexts;
}

/* Returns contexts whose children come before their parents, with unsorted ids. */
static GByteArray *
family (void)
{
  GByteArray *out = c_begin ();

  c_context (out, 7, 3, "poplar", 2);
  c_context (out, 9, 3, "poplar", 1);
  c_context (out, 3, 2, "poplibs", 1);
  c_context (out, 2, 1, "popart", 0);
  c_context (out, 5, 1, "popart", 2);
  c_context (out, 6, 5, "poplar", 0);
  c_context (out, 1, 0, "xla_op", 2);
  c_end (out);
  return out;
}

static void
test_index_columns (void)
{
  static const guint64 ids[] = {1, 2, 3, 5, 6, 7, 9};
  g_autoptr (GByteArray) bytes = family ();
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);

  g_assert_cmpuint (c->n, ==, 7);
  g_assert_cmpuint (c->n_texts, ==, 3);
  g_assert_cmpuint (c->stopped_at, ==, bytes->len);
  for (guint32 i = 0; i < c->n; i++) {
    g_assert_cmpuint (c->id[i], ==, ids[i]);
    g_assert_cmpuint (poplens_debug_contexts_find (c, ids[i]), ==, i);
    /* The offset is that of the context's map; the length reaches to the next context. */
    guint64 at = poplens_debug_context_offset (c, i);
    g_assert_cmphex (bytes->data[at] >> 5, ==, 5);
    g_assert_cmphex (bytes->data[at + 4], ==, ids[i]);
    g_assert_true (bytes->data[at + c->length[i]] >> 5 == 5 ||
                   bytes->data[at + c->length[i]] == 0xff);
  }
  g_assert_cmpuint (poplens_debug_contexts_find (c, 4), ==, POPLENS_NO_CONTEXT);
  g_assert_cmpuint (poplens_debug_contexts_find (c, 0), ==, POPLENS_NO_CONTEXT);
  g_assert_cmpuint (poplens_debug_contexts_find (c, G_MAXUINT64), ==, POPLENS_NO_CONTEXT);
  g_assert_cmpstr (poplens_debug_context_name (c, 5), ==, "two");
  g_assert_cmpstr (poplens_debug_context_layer (c, 2), ==, "poplibs");
  g_assert_cmpstr (poplens_debug_context_category (c, 2), ==, "");
  g_assert_null (poplens_debug_context_file (c, 2));
}

static void
test_family (void)
{
  g_autoptr (GByteArray) bytes = family ();
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  guint32 seven = poplens_debug_contexts_find (c, 7);
  g_autoptr (GArray) chain = poplens_debug_context_chain (c, seven);
  g_autofree char *path = poplens_debug_context_path (c, seven);
  const guint64 up[] = {7, 3, 2, 1};

  g_assert_cmpuint (chain->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (c->id[g_array_index (chain, guint32, i)], ==, up[i]);
  g_assert_cmpstr (path, ==, "two/zero/one/two");
}

static guint64
id_of (const PoplensDebugContexts *c, guint32 context)
{
  return context == POPLENS_NO_CONTEXT ? 0 : c->id[context];
}

/* Layers follow the rules of formats.md 8.9. */
static void
test_layers (void)
{
  static const struct {
    guint64 ids[3];
    gsize n;
    const char *layer;
    guint64 common;
  } cases[] = {
      {{7, 9}, 2, "poplibs", 3}, {{7, 9}, 2, "poplar", 0},    {{7}, 1, "poplar", 7},
      {{7, 6}, 2, "popart", 0},  {{7, 6}, 2, "xla_op", 1},    {{7, 3}, 2, "poplibs", 3},
      {{7, 3}, 2, "popart", 2},  {{7, 9, 6}, 3, "xla_op", 1}, {{7, 0}, 2, "xla_op", 0},
      {{7, 4}, 2, "xla_op", 0},  {{0}, 0, "xla_op", 0},       {{7}, 1, "no such layer", 0},
      {{1, 1}, 2, "xla_op", 1},  {{9, 7, 9}, 3, "popart", 2},
  };
  g_autoptr (GByteArray) bytes = family ();
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (
        id_of (c, poplens_debug_contexts_common (c, cases[i].ids, cases[i].n, cases[i].layer)), ==,
        cases[i].common);
}

/* Reads equal contexts in other encodings: other order, open maps and arrays, texts in chunks,
 * tags, wide numbers. */
static void
test_encodings (void)
{
  static const char *const files[] = {
      /* {"stringTable": (_ [zero]), "more": {}, "contexts": [{id: 5, layer, name}]} */
      "a3 6b 737472696e675461626c65 9f 647a65726f ff 646d6f7265 a0"
      "68 636f6e7465787473 81 a3 626964 05 656c61796572 63 6f6e65 646e616d65 00",
      /* self-described tag; open map; id as 64 bits; layer in chunks; name as 16 bits */
      "d9d9f7 bf 68 636f6e7465787473 81 bf 626964 1b0000000000000005 656c61796572 7f 626f6e 6165 ff"
      "646e616d65 190000 ff 6b 737472696e675461626c65 81 647a65726f ff",
      /* unknown keys of every kind before, between and after; tags on values */
      "a2 68 636f6e7465787473 9f a9 01 02 f6 f7 6161 f93c00 6162 83 20 3863 fb3ff8000000000000"
      "626964 c1 05 6163 bf 6178 5f 4101 42ffff ff ff 656c61796572 63 6f6e65 6164 c2 4101"
      "646e616d65 00 ff 6b 737472696e675461626c65 9f 647a65726f ff",
  };

  for (guint f = 0; f < G_N_ELEMENTS (files); f++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    c_hex (bytes, files[f]);
    g_test_message ("file %u", f);
    g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
    g_assert_cmpuint (c->n, ==, 1);
    g_assert_cmpuint (c->id[0], ==, 5);
    g_assert_cmpstr (poplens_debug_context_layer (c, 0), ==, "one");
    g_assert_cmpstr (poplens_debug_context_name (c, 0), ==, "zero");
  }
}

static void
test_location (void)
{
  g_autoptr (GByteArray) bytes = c_begin ();

  c_map (bytes, 5);
  c_pair_text (bytes, "category", "op");
  c_pair (bytes, "id", 1);
  c_pair_text (bytes, "layer", "popart");
  c_text (bytes, "location");
  c_map (bytes, 3);
  c_pair (bytes, "fileName", 1);
  c_pair_text (bytes, "functionName", "in place");
  c_pair (bytes, "lineNumber", 70000);
  c_pair_text (bytes, "name", "in place too");
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  g_assert_cmpstr (poplens_debug_context_file (c, 0), ==, "one");
  g_assert_cmpstr (poplens_debug_context_function (c, 0), ==, "in place");
  g_assert_cmpuint (c->line[0], ==, 70000);
  g_assert_cmpstr (poplens_debug_context_name (c, 0), ==, "in place too");
  g_assert_cmpstr (poplens_debug_context_category (c, 0), ==, "op");
}

static void
test_ids (void)
{
  static const guint64 ids[] = {G_MAXUINT64 - 1, 1, G_MAXUINT64 - 2, 1 + ((guint64) 1 << 40), 2};
  g_autoptr (GByteArray) bytes = c_begin ();

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    c_context (bytes, ids[i], i ? ids[i - 1] : 0, "l", i);
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  g_assert_cmpuint (c->n, ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    guint32 at = poplens_debug_contexts_find (c, ids[i]);
    g_assert_cmpuint (c->name[at], ==, i);
    g_assert_cmpuint (id_of (c, poplens_debug_context_parent (c, at)), ==, i ? ids[i - 1] : 0);
  }
}

/* The first of equal ids is kept; contexts without an id, and items that are not maps, are
 * counted. */
static void
test_duplicates (void)
{
  g_autoptr (GByteArray) bytes = c_begin ();

  c_context (bytes, 4, 0, "first", 0);
  c_context (bytes, 4, 0, "second", 1);
  c_context (bytes, 4, 0, "third", 1);
  c_context (bytes, 0, 0, "none", 1);
  c_hex (bytes, "a1 626964 20");
  c_hex (bytes, "83 01 02 03");
  c_hex (bytes, "f6");
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  g_assert_cmpuint (c->n, ==, 1);
  g_assert_cmpuint (c->n_contexts, ==, 7);
  g_assert_cmpuint (c->n_duplicate, ==, 2);
  g_assert_cmpuint (c->n_without_id, ==, 4);
  g_assert_cmpstr (poplens_debug_context_layer (c, 0), ==, "first");
}

static void
test_broken_parents (void)
{
  static const struct {
    guint64 id, parent;
    guint32 kind; /* expected reason in .parent; 0: the parent exists */
  } contexts[] = {
      {1, 0, POPLENS_NO_CONTEXT},
      {2, 77, POPLENS_PARENT_DANGLING},
      {3, 3, POPLENS_PARENT_CYCLE},
      {4, 5, POPLENS_PARENT_CYCLE},
      {5, 6, POPLENS_PARENT_CYCLE},
      {6, 4, POPLENS_PARENT_CYCLE},
      {7, 4, 0},
      {8, 7, 0},
      {9, 2, 0},
      {10, 3, 0},
  };
  g_autoptr (GByteArray) bytes = c_begin ();

  for (guint i = 0; i < G_N_ELEMENTS (contexts); i++)
    c_context (bytes, contexts[i].id, contexts[i].parent, "l", 0);
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  g_assert_cmpuint (c->n_dangling, ==, 1);
  g_assert_cmpuint (c->n_cyclic, ==, 4);
  for (guint32 i = 0; i < c->n; i++) {
    if (contexts[i].kind)
      g_assert_cmpuint (c->parent[i], ==, contexts[i].kind);
    else
      g_assert_cmpuint (c->id[c->parent[i]], ==, contexts[i].parent);
    g_autoptr (GArray) chain = poplens_debug_context_chain (c, i);
    g_assert_cmpuint (chain->len, <=, 3);
  }
}

/* One cycle of all contexts, and one chain of all: a quadratic algorithm would take minutes. A
 * chain is cut into pieces, so that code that follows it is linear too. */
static void
test_long_ways (void)
{
  const guint32 n = 200000;

  for (guint ring = 0; ring < 2; ring++) {
    g_autoptr (GByteArray) bytes = c_begin ();
    for (guint32 i = 1; i <= n; i++)
      c_context (bytes, i, i < n ? i + 1 : ring, i == n ? "top" : "l", 0);
    c_end (bytes);
    g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
    g_assert_cmpuint (c->n, ==, n);
    g_assert_cmpuint (c->n_cyclic, ==, ring ? n : 0);
    g_assert_cmpuint (c->n_deep, ==, ring ? 0 : (n - 1) / POPLENS_DEBUG_MOST_CHAIN);
    g_assert_true (c->incomplete == !ring);
    g_assert_cmpuint (poplens_debug_context_in_layer (c, 0, "top"), ==, POPLENS_NO_CONTEXT);
    g_assert_cmpuint (poplens_debug_context_in_layer (c, n - POPLENS_DEBUG_MOST_CHAIN, "top"), ==,
                      ring ? POPLENS_NO_CONTEXT : n - 1);
    for (guint32 i = 0; i < n; i += 997) {
      g_autoptr (GArray) chain = poplens_debug_context_chain (c, i);
      g_assert_cmpuint (chain->len, <=, POPLENS_DEBUG_MOST_CHAIN);
    }
  }
}

/* Kinds beyond the limit become the last kind, and are counted. */
static void
test_many_kinds (void)
{
  const guint32 most = POPLENS_DEBUG_MOST_KINDS, n = most + 3;
  g_autoptr (GByteArray) bytes = c_begin ();

  for (guint32 i = 1; i <= n; i++) {
    g_autofree char *layer = g_strdup_printf ("layer %u", i);
    c_context (bytes, i, 0, layer, 0);
  }
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
  g_assert_cmpuint (c->n, ==, n);
  g_assert_true (c->incomplete);
  g_assert_cmpuint (c->n_kinds_lost, ==, 3);
  g_assert_cmpstr (poplens_debug_context_layer (c, 6), ==, "layer 7");
  g_assert_cmpuint (c->kind[n - 1], ==, most - 1);
}

/* Names of megabytes, and paths of many such names, are shortened in the middle. */
static void
test_long_names (void)
{
  const guint32 n = 2 * POPLENS_DEBUG_MOST_CHAIN;
  g_autofree char *inside = g_strnfill (1000000, 'x');
  g_autofree char *name = g_strconcat ("begin", inside, "end", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  c_map (bytes, 2);
  c_text (bytes, "contexts");
  c_array (bytes, n);
  for (guint32 i = 1; i <= n; i++)
    c_context (bytes, i, i - 1, i == 1 ? name : "l", 0);
  c_text (bytes, "stringTable");
  c_array (bytes, 1);
  c_text (bytes, name);
  g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
  g_autofree char *path = poplens_debug_context_path (c, n - 1);
  const char *texts[] = {poplens_debug_context_name (c, n - 1), poplens_debug_context_layer (c, 0),
                         path};
  for (guint t = 0; t < G_N_ELEMENTS (texts); t++) {
    g_assert_cmpuint (strlen (texts[t]), <=, POPLENS_DEBUG_MOST_PATH + 16);
    g_assert_true (g_str_has_prefix (texts[t], "begin"));
    g_assert_true (g_str_has_suffix (texts[t], "end"));
  }
}

/* The header promises at most 36 bytes for each context, not counting strings, kinds and places. */
static void
test_index_memory (void)
{
  g_autoptr (GByteArray) bytes = c_begin ();

  for (guint i = 1; i <= 1000; i++)
    c_context (bytes, i, i % 100 ? i + 1 : 0, "l", i % 3);
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = read_whole (bytes);
  g_assert_cmpuint (sizeof *c->id + sizeof *c->offset_low + sizeof *c->offset_high +
                        sizeof *c->length + sizeof *c->parent + sizeof *c->name + sizeof *c->place +
                        sizeof *c->line + sizeof *c->kind,
                    ==, POPLENS_DEBUG_CONTEXT_BYTES);
  g_assert_cmpuint (POPLENS_DEBUG_CONTEXT_BYTES, <=, 36);
  g_assert_cmpuint (poplens_debug_contexts_bytes (c), <=, 36 * 1000 + 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debuginfo/index/columns", test_index_columns);
  g_test_add_func ("/debuginfo/index/family", test_family);
  g_test_add_func ("/debuginfo/index/layers", test_layers);
  g_test_add_func ("/debuginfo/index/encodings", test_encodings);
  g_test_add_func ("/debuginfo/index/location", test_location);
  g_test_add_func ("/debuginfo/index/ids", test_ids);
  g_test_add_func ("/debuginfo/index/duplicates", test_duplicates);
  g_test_add_func ("/debuginfo/index/broken-parents", test_broken_parents);
  g_test_add_func ("/debuginfo/index/long-ways", test_long_ways);
  g_test_add_func ("/debuginfo/index/many-kinds", test_many_kinds);
  g_test_add_func ("/debuginfo/index/long-names", test_long_names);
  g_test_add_func ("/debuginfo/index/memory", test_index_memory);
  return g_test_run ();
}
