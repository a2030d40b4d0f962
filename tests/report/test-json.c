/* Tests of reading framework.json and app.json: any JSON becomes a tree, other text is an error. */
#include "report/json-reader.h"

#include "base/error.h"
#include "base/json-writer.h"
#include "support/local-file.h"
#include "support/temp-dir.h"

#include <string.h>
#include <unistd.h>

static PoplensJsonTree *
read_text (const char *text, gssize size, GError **error)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "app.json", text, size);
  PoplensJsonTree *tree = local_json_read (path, NULL, error);

  if (!tree)
    g_assert_nonnull (strstr ((*error)->message, path));
  temp_dir_remove (dir);
  return tree;
}

/* Returns the tree as text, with depth, type, key, value and number of children of each node.
 * (transfer full) */
static char *
dump_tree (const PoplensJsonTree *tree)
{
  static const char types[] = "oasnbz";
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tree->nodes->len; i++) {
    const PoplensJsonNode *node = poplens_json_tree_get (tree, i);
    g_string_append_printf (text, "%u%c %s=%s/%u;", node->depth, types[node->type],
                            poplens_strings_get (tree->strings, node->key),
                            poplens_strings_get (tree->strings, node->value), node->n_children);
  }
  return g_string_free (text, FALSE);
}

static void
test_shapes (void)
{
  static const char *const cases[][2] = {
      {"{}", "0o =/0;"},
      {"[]", "0a =/0;"},
      {"null", "0z =null/0;"},
      {"true", "0b =true/0;"},
      {" \"x\" \n", "0s =x/0;"},
      {"-12.50", "0n =-12.50/0;"},
      {"\xef\xbb\xbf{}", "0o =/0;"},
      {"{\"b\":1,\"a\":[true,null,{\"c\":\"\"}]}",
       "0o =/2;1n b=1/0;1a a=/3;2b [0]=true/0;2z [1]=null/0;2o [2]=/1;3s c=/0;"},
      {"{\"TensorFlow\": {\"Version\": \"2.6\"}, \"System\": {\"cpus\": 96}}",
       "0o =/2;1o TensorFlow=/1;2s Version=2.6/0;1o System=/1;2n cpus=96/0;"},
      {"[\"\\u00fc\\\\\\\"\\n\\ud83d\\ude00/\"]", "0a =/1;1s [0]=ü\\\"\n😀//0;"},
      {"[\"\\u0001n5\", \"\x01\", \"n5\", \"s\"]",
       "0a =/4;1s [0]=\x01n5/0;1s [1]=\x01/0;1s [2]=n5/0;1s [3]=s/0;"},
      /* Escapes that are not characters stay as written, and do not truncate the text. */
      {"{\"a\\u0000b\": \"x\\u0000y\", \"a\": 1}", "0o =/2;1s a\\u0000b=x\\u0000y/0;1n a=1/0;"},
      {"[\"<\\ud83d>\", \"\\ude00\\ud83dx\", \"\\ud83d\\ud83d\\ude00\"]",
       "0a =/3;1s [0]=<\\ud83d>/0;1s [1]=\\ude00\\ud83dx/0;1s [2]=\\ud83d😀/0;"},
      /* Equal keys are all listed, in order. */
      {"{\"a\": 1, \"b:c\": 2, \"a\": {\"a\": 3}}", "0o =/3;1n a=1/0;1n b:c=2/0;1o a=/1;2n a=3/0;"},
      {"[[[[]]],[]]", "0a =/2;1a [0]=/1;2a [0]=/1;3a [0]=/0;1a [1]=/0;"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensJsonTree) tree = read_text (cases[i][0], -1, &error);
    g_assert_no_error (error);
    g_autofree char *text = dump_tree (tree);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
}

/* Numbers stay as written, such as seeds of 64 bits and the NaN of Python. */
static void
test_json_numbers (void)
{
  static const char *const numbers[] = {"0",
                                        "-0",
                                        "18446744073709551615",
                                        "-9223372036854775809",
                                        "123456789012345678901234567890",
                                        "0.1",
                                        "0.30000000000000004",
                                        "1.50",
                                        "1e400",
                                        "-1.5E-7",
                                        "2e+3",
                                        "NaN",
                                        "Infinity",
                                        "-Infinity"};

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_autofree char *text =
        g_strdup_printf ("{\"seed\": %s, \"x\": \"%s\"}", numbers[i], numbers[i]);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensJsonTree) tree = read_text (text, -1, &error);
    g_assert_no_error (error);
    for (guint n = 1; n < 3; n++) {
      const PoplensJsonNode *node = poplens_json_tree_get (tree, n);
      g_assert_cmpint (node->type, ==, n == 1 ? POPLENS_JSON_NUMBER : POPLENS_JSON_STRING);
      g_assert_cmpstr (poplens_strings_get (tree->strings, node->value), ==, numbers[i]);
    }
  }
}

static void
test_broken (void)
{
  static const char *const cases[] = {
      "",           " \n",          "{",           "}",
      "[1,]",       "{\"a\":1,}",   "{\"a\"}",     "{a:1}",
      "[1 2]",      "1 2",          "[1] x",       "\"open",
      "nul",        "truefalse",    "01",          "1.",
      ".5",         "+1",           "0x10",        "1e",
      "-",          "['a']",        "// c\n1",     "/* c */ [1]",
      "var x = 1;", "{1:2}",        "{NaN:2}",     "{\"a\":1 \"b\":2}",
      "[1,,2]",     "[\"a\"\"b\"]", "undefined",   "\xc3\x28",
      "[\"\xff\"]", "{]",           "1x",          "\"a\" 1",
      "{}{}",       "[\"\\q\"]",    "[\"\\u12\"]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i]);
    g_assert_null (read_text (cases[i], -1, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  }
  g_autoptr (GError) error = NULL;
  g_assert_null (read_text ("[1,\0 2]", 7, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

static void
test_names_the_line (void)
{
  g_autoptr (GError) outside = NULL, inside = NULL;

  g_assert_null (read_text ("{\n \"a\": 1,\n \"b\": ?\n}", -1, &outside));
  g_assert_nonnull (strstr (outside->message, "line 3"));
  g_assert_null (read_text ("{\n \"a\": 1,\n \"b\" 2\n}", -1, &inside));
  g_assert_nonnull (strstr (inside->message, ":3:"));
}

/* Error messages for truncated files and for two documents in one file. */
static void
test_says_what (void)
{
  static const char *const cases[][2] = {
      {"[1,2", "it ends in line 1 with unclosed brackets (1)"},
      {"{\"a\":\n[1,\n", "it ends in line 3 with unclosed brackets (2)"},
      {"{\"a\": \"b", "line 1: an unterminated string"},
      {"{\"a\":1}\n{\"b\":2}", "line 2: more text after the end of the document"},
      {"[\"a\n\", \"\\q\"]", "line 2: an invalid escape sequence"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (read_text (cases[i][0], -1, &error));
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, cases[i][1]));
  }
}

static char *
nested_json (guint depth, const char *before)
{
  GString *text = g_string_new (before);

  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
test_json_deep (void)
{
  g_autofree char *fine = nested_json (512, "");
  g_autofree char *deep = nested_json (600, "");
  g_autofree char *very = nested_json (2000000, "");
  /* Text that is skipped by readers of comments or of other quotes must not hide the depth. */
  g_autofree char *comment = nested_json (2000000, "/* \" */");
  g_autofree char *quotes = nested_json (2000000, "['\"',");
  g_autofree char *in_text = nested_json (600, "");
  g_autofree char *string = g_strdup_printf ("\"%s\"", in_text);
  const char *refused[] = {deep, very, comment, quotes};

  g_autoptr (GError) none = NULL;

  g_autoptr (PoplensJsonTree) tree = read_text (fine, -1, &none);
  g_assert_no_error (none);
  g_assert_cmpuint (tree->nodes->len, ==, 512);
  g_autoptr (PoplensJsonTree) one = read_text (string, -1, &none);
  g_assert_no_error (none);
  g_assert_cmpuint (one->nodes->len, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (read_text (refused[i], -1, &error));
    g_assert_error (error, POPLENS_ERROR,
                    (i < 2 ? POPLENS_ERROR_UNSUPPORTED : POPLENS_ERROR_DAMAGED));
  }
}

static void
test_large (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "app.json", "[]", -1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (truncate (path, (off_t) 65 << 20), ==, 0);
  g_assert_null (local_json_read (path, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, path));
  temp_dir_remove (dir);
}

static void
test_gone_or_cancelled (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "app.json", "[]", -1);
  g_autofree char *missing = g_build_filename (dir, "framework.json", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) gone = NULL, cancelled = NULL;

  g_assert_null (local_json_read (missing, NULL, &gone));
  g_assert_error (gone, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_cancellable_cancel (cancellable);
  g_assert_null (local_json_read (path, cancellable, &cancelled));
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  temp_dir_remove (dir);
}

/* Writes a random value with the own writer. Returns the number of its nodes. */
static guint
write_random (PoplensJsonWriter *json, const char *key, guint depth)
{
  static const char *const texts[] = {"", "a", "\"\\/", "[{", "ü😀", "\n\t", "1"};
  guint nodes = 1, kind = g_test_rand_int_range (depth > 6 ? 2 : 0, 7);
  char name[16];

  if (kind == 0)
    poplens_json_begin_object (json, key);
  else if (kind == 1)
    poplens_json_begin_array (json, key);
  for (guint n = kind < 2 ? g_test_rand_int_range (0, 5) : 0; n; n--) {
    g_snprintf (name, sizeof name, "k\"%u", n);
    nodes += write_random (json, kind == 0 ? name : NULL, depth + 1);
  }
  if (kind == 0)
    poplens_json_end_object (json);
  else if (kind == 1)
    poplens_json_end_array (json);
  else if (kind == 2)
    poplens_json_null (json, key);
  else if (kind == 3)
    poplens_json_bool (json, key, g_test_rand_bit ());
  else if (kind == 4)
    poplens_json_double (json, key, g_test_rand_double ());
  else if (kind == 5)
    poplens_json_int (json, key, (gint32) g_test_rand_int ());
  else
    poplens_json_string (json, key, texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
  return nodes;
}

static void
test_json_random (void)
{
  for (guint i = 0; i < 200; i++) {
    g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
    g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
    g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (sink);
    g_autoptr (GError) error = NULL;
    guint nodes = write_random (json, NULL, 0);
    g_assert_true (poplens_text_sink_flush (sink, NULL));
    GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (stream);
    g_autoptr (PoplensJsonTree) tree =
        read_text (g_memory_output_stream_get_data (memory),
                   g_memory_output_stream_get_data_size (memory), &error);
    g_assert_no_error (error);
    g_assert_cmpuint (tree->nodes->len, ==, nodes);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/json/shapes", test_shapes);
  g_test_add_func ("/report/json/numbers", test_json_numbers);
  g_test_add_func ("/report/json/broken", test_broken);
  g_test_add_func ("/report/json/names-the-line", test_names_the_line);
  g_test_add_func ("/report/json/says-what", test_says_what);
  g_test_add_func ("/report/json/deep", test_json_deep);
  g_test_add_func ("/report/json/large", test_large);
  g_test_add_func ("/report/json/gone-or-cancelled", test_gone_or_cancelled);
  g_test_add_func ("/report/json/random", test_json_random);
  return g_test_run ();
}
