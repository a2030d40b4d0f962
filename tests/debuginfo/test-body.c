/* Tests of bodies of debug contexts: every kind of CBOR item, as a tree. */
#include "debuginfo/cbor-text.h"

#include <string.h>

/* Returns the body of { "contexts": [{"id": 1, "v": VALUE}], "stringTable": … } as text. (transfer
 * full) */
static char *
body_of_value (GByteArray *value)
{
  g_autoptr (GByteArray) bytes = c_begin ();

  c_map (bytes, 2);
  c_pair (bytes, "id", 1);
  c_text (bytes, "v");
  g_byte_array_append (bytes, value->data, value->len);
  c_end (bytes);
  return c_body (bytes, 1);
}

static void
test_body_values (void)
{
  static const char *const cases[][2] = {
      {"00", " v=0\n"},
      {"1bffffffffffffffff", " v=18446744073709551615\n"},
      {"20", " v=-1\n"},
      {"3903e7", " v=-1000\n"},
      {"3b7fffffffffffffff", " v=-9223372036854775808\n"},
      {"3bffffffffffffffff", " v=-18446744073709551616\n"},
      {"f93e00", " v=1.5\n"},
      {"f90001", " v=5.9604644775390625e-08\n"},
      {"fa3fc00000", " v=1.5\n"},
      {"fb3fb999999999999a", " v=0.1\n"},
      {"fb3fd3333333333334", " v=0.30000000000000004\n"},
      {"f97c00", " v=inf\n"},
      {"f4", " v=false\n"},
      {"f5", " v=true\n"},
      {"f6", " v=null\n"},
      {"f7", " v=undefined\n"},
      {"60", " v=\n"},
      {"63e282ac", " v=€\n"},
      {"7f 6161 6162 ff", " v=ab\n"},
      {"43 0a00ff", " v=h'0a00ff'\n"},
      {"c2 43 0a00ff", " v=h'0a00ff'\n"},
      {"d9d9f7 c1 05", " v=5\n"},
      {"80", " v=[0\n"},
      {"9f ff", " v=[0\n"},
      {"82 01 81 02", " v=[2\n  [0]=1\n  [1]=[1\n   [0]=2\n"},
      {"a0", " v={0\n"},
      {"bf 6161 01 ff", " v={1\n  a=1\n"},
      {"a2 01 02 20 f6", " v={2\n  1=2\n  -1=null\n"},
      {"a1 8101 02", " v={1\n  …=2\n"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GByteArray) value = g_byte_array_new ();
    c_hex (value, cases[i][0]);
    g_autofree char *body = body_of_value (value);
    g_autofree char *expected = g_strconcat ("={2\n id=1\n", cases[i][1], NULL);
    g_assert_cmpstr (body, ==, expected);
  }
}

static void
test_resolved (void)
{
  g_autoptr (GByteArray) bytes = c_begin ();

  c_map (bytes, 4);
  c_pair (bytes, "id", 3);
  c_text (bytes, "location");
  c_map (bytes, 3);
  c_pair (bytes, "fileName", 1);
  c_pair (bytes, "functionName", 2);
  c_pair (bytes, "lineNumber", 1);
  c_pair (bytes, "name", 0);
  c_text (bytes, "args");
  c_map (bytes, 1);
  c_pair (bytes, "name", 0);
  c_end (bytes);
  g_autofree char *body = c_body (bytes, 3);
  g_autofree char *none = c_body (bytes, 4);
  g_assert_cmpstr (body, ==,
                   "={4\n id=3\n location={3\n  fileName=one\n  functionName=two\n  lineNumber=1\n"
                   " name=zero\n args={1\n  name=0\n");
  g_assert_cmpstr (none, ==, "");
}

/* Levels beyond the limit are reported and not read; the items after them are read. */
static void
test_deep_body (void)
{
  static const guint depths[] = {200, 255, 256, 1000, 300000};

  for (guint d = 0; d < G_N_ELEMENTS (depths); d++)
    for (guint wide = 0; wide < 2; wide++) {
      g_autoptr (GByteArray) bytes = c_begin ();
      c_map (bytes, 3);
      c_pair (bytes, "id", 1);
      c_text (bytes, "v");
      for (guint i = 0; i < depths[d]; i++)
        c_array (bytes, 1 + wide);
      c_uint (bytes, 5);
      for (guint i = 0; wide && i < depths[d]; i++)
        c_uint (bytes, 6);
      c_pair (bytes, "after", 7);
      c_end (bytes);
      g_autofree char *body = c_body (bytes, 1);
      g_assert_nonnull (strstr (body, "\n after=7\n"));
      g_assert_cmpint (strstr (body, "too deep") != NULL, ==, depths[d] > 255);
    }
}

/* Texts longer than the buffer, and longer than the part that is stored. */
static void
test_long_texts (void)
{
  static const gsize sizes[] = {23, 24, 255, 256, 65536, 262143, 262144, 1000000};

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    g_autoptr (GByteArray) value = g_byte_array_new ();
    g_autofree char *text = g_strnfill (sizes[s], 'x');
    c_text (value, text);
    g_autofree char *body = body_of_value (value);
    g_autofree char *expected = g_strdup_printf ("={2\n id=1\n v=%s\n", text);
    g_assert_true (!strcmp (body, expected));
  }
}

static void
test_too_long (void)
{
  g_autoptr (GByteArray) bytes = c_begin ();
  gsize size = POPLENS_DEBUG_MOST_TEXT + 1;

  c_map (bytes, 3);
  c_pair (bytes, "id", 1);
  c_text (bytes, "layer");
  c_head (bytes, 3, size);
  g_byte_array_set_size (bytes, bytes->len + (guint) size);
  memset (bytes->data + bytes->len - size, 'x', size);
  c_pair (bytes, "after", 7);
  c_context (bytes, 2, 0, "l", 1);
  c_end (bytes);
  g_autoptr (PoplensDebugContexts) c = c_read (bytes, NULL);
  g_autofree char *body = c_body (bytes, 1);
  g_assert_false (c->incomplete);
  g_assert_cmpuint (c->n, ==, 2);
  g_assert_cmpstr (body, ==, "={3\n id=1\n layer=(67108865 bytes left out)\n after=7\n");
  g_assert_cmpstr (poplens_debug_context_layer (c, 0), ==, "(67108865 bytes left out)");
}

static void
test_many_nodes (void)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  c_array (value, 2 * POPLENS_DEBUG_MOST_NODES);
  for (guint i = 0; i < 2 * POPLENS_DEBUG_MOST_NODES; i++)
    c_uint (value, 0);
  g_autofree char *body = body_of_value (value);
  /* The limit also counts the map, its id and the array. */
  g_assert_nonnull (strstr (body, "…=1048579 more values are not shown\n"));
  g_assert_true (g_str_has_prefix (body, "={3\n"));
}

/* Invalid UTF-8, and a NUL. */
static void
test_texts (void)
{
  g_autoptr (GByteArray) value = g_byte_array_new ();

  c_hex (value, "84 62 fffe 63 610062 66 e280ae 1b5b6d 63 3c623e");
  g_autofree char *body = body_of_value (value);
  g_assert_true (g_utf8_validate (body, -1, NULL));
  g_assert_nonnull (strstr (body, "[3]=<b>"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/debuginfo/body/values", test_body_values);
  g_test_add_func ("/debuginfo/body/resolved", test_resolved);
  g_test_add_func ("/debuginfo/body/deep", test_deep_body);
  g_test_add_func ("/debuginfo/body/long-texts", test_long_texts);
  g_test_add_func ("/debuginfo/body/too-long", test_too_long);
  g_test_add_func ("/debuginfo/body/many-nodes", test_many_nodes);
  g_test_add_func ("/debuginfo/body/texts", test_texts);
  return g_test_run ();
}
