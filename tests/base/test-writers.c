/* Tests of the streaming writers: JSON is parsed by json-glib, CSV by a reader of RFC 4180. */
#include "base/csv-writer.h"
#include "base/json-writer.h"
#include "base/visible.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

typedef struct {
  GOutputStream *stream;
  PoplensTextSink *sink;
  PoplensJsonWriter *json;
} WritersFixture;

static void
writers_set_up (WritersFixture *f, gconstpointer data)
{
  f->stream = g_memory_output_stream_new_resizable ();
  f->sink = poplens_text_sink_new (f->stream);
  f->json = poplens_json_writer_new (f->sink);
}

static void
writers_tear_down (WritersFixture *f, gconstpointer data)
{
  poplens_json_writer_free (f->json);
  poplens_text_sink_free (f->sink);
  g_object_unref (f->stream);
}

static char *
written (WritersFixture *f)
{
  GMemoryOutputStream *memory = G_MEMORY_OUTPUT_STREAM (f->stream);
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_text_sink_flush (f->sink, &error));
  g_assert_no_error (error);
  return g_strndup (g_memory_output_stream_get_data (memory),
                    g_memory_output_stream_get_data_size (memory));
}

static JsonNode *
parsed (WritersFixture *f)
{
  g_autofree char *text = written (f);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return node;
}

static void
test_json_exact (WritersFixture *f, gconstpointer data)
{
  poplens_json_begin_object (f->json, NULL);
  poplens_json_null (f->json, "null");
  poplens_json_bool (f->json, "yes", TRUE);
  poplens_json_bool (f->json, "no", FALSE);
  poplens_json_int (f->json, "least", G_MININT64);
  poplens_json_uint (f->json, "most", G_MAXUINT64);
  poplens_json_double (f->json, "half", 0.5);
  poplens_json_double (f->json, "whole", 3);
  poplens_json_double (f->json, "nan", NAN);
  poplens_json_double (f->json, "inf", -INFINITY);
  poplens_json_string (f->json, "none", NULL);
  poplens_json_begin_array (f->json, "list");
  poplens_json_int (f->json, NULL, 1);
  poplens_json_begin_object (f->json, NULL);
  poplens_json_end_object (f->json);
  poplens_json_begin_array (f->json, NULL);
  poplens_json_end_array (f->json);
  poplens_json_string (f->json, NULL, "x");
  poplens_json_end_array (f->json);
  poplens_json_int (f->json, "after", 2);
  poplens_json_end_object (f->json);
  g_autofree char *text = written (f);
  g_assert_cmpstr (text, ==,
                   "{\"null\":null,\"yes\":true,\"no\":false,\"least\":-9223372036854775808,"
                   "\"most\":18446744073709551615,\"half\":0.5,\"whole\":3.0,\"nan\":null,"
                   "\"inf\":null,\"none\":null,\"list\":[1,{},[],\"x\"],\"after\":2}");
  g_autoptr (JsonNode) node = parsed (f);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
}

static void
test_json_strings (WritersFixture *f, gconstpointer data)
{
  GString *all = g_string_new ("");

  for (int c = 1; c < 0x250; c++)
    g_string_append_unichar (all, c);
  g_string_append (all, "\U0001F600\\\"/end");
  poplens_json_begin_object (f->json, NULL);
  poplens_json_string (f->json, all->str, all->str);
  poplens_json_string (f->json, "bad", "a\xff\xfez");
  poplens_json_string (f->json, "empty", "");
  poplens_json_end_object (f->json);
  g_autoptr (JsonNode) node = parsed (f);
  JsonObject *object = json_node_get_object (node);
  g_assert_cmpstr (json_object_get_string_member (object, all->str), ==, all->str);
  g_assert_cmpstr (json_object_get_string_member (object, "bad"), ==, "a\uFFFD\uFFFDz");
  g_assert_cmpstr (json_object_get_string_member (object, "empty"), ==, "");
  g_string_free (all, TRUE);
}

static double
random_double (void)
{
  guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static void
test_json_doubles (WritersFixture *f, gconstpointer data)
{
  double values[2003] = {0.1, 1.0 / 3, 4.9406564584124654e-324};

  poplens_json_begin_array (f->json, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    while (i > 2 && (values[i] = random_double (), !isfinite (values[i])))
      ;
    poplens_json_double (f->json, NULL, values[i]);
  }
  poplens_json_end_array (f->json);
  g_autofree char *text = written (f);
  g_auto (GStrv) pieces = g_strsplit_set (text, "[,]", -1);
  g_assert_cmpstr (pieces[1], ==, "0.1");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    char *end;
    double read = g_ascii_strtod (pieces[i + 1], &end);
    g_assert_cmpmem (&read, sizeof read, &values[i], sizeof read);
    g_assert_cmpint (*end, ==, 0);
  }
}

/* More than the sink's buffer, so that it is flushed in between. */
static void
test_json_long (WritersFixture *f, gconstpointer data)
{
  poplens_json_begin_array (f->json, NULL);
  for (guint i = 0; i < 50000; i++)
    poplens_json_uint (f->json, NULL, i);
  poplens_json_end_array (f->json);
  g_autoptr (JsonNode) node = parsed (f);
  JsonArray *array = json_node_get_array (node);
  g_assert_cmpuint (json_array_get_length (array), ==, 50000);
  g_assert_cmpint (json_array_get_int_element (array, 49999), ==, 49999);
}

static void
test_csv_exact (WritersFixture *f, gconstpointer data)
{
  PoplensCsvWriter csv = {f->sink, FALSE};

  poplens_csv_cell (&csv, "plain");
  poplens_csv_cell (&csv, "a,b");
  poplens_csv_cell (&csv, NULL);
  poplens_csv_cell (&csv, "");
  poplens_csv_cell (&csv, "say \"hi\"");
  poplens_csv_end_row (&csv);
  poplens_csv_cell (&csv, "two\nlines");
  poplens_csv_cell (&csv, "\"");
  poplens_csv_end_row (&csv);
  g_autofree char *text = written (f);
  g_assert_cmpstr (text, ==, "plain,\"a,b\",,,\"say \"\"hi\"\"\"\r\n\"two\nlines\",\"\"\"\"\r\n");
}

/* Returns one cell of RFC 4180 at @text, and moves @text after the cell and its separator.
 * (transfer full) */
static char *
read_cell (const char **text)
{
  GString *cell = g_string_new (NULL);
  const char *p = *text;

  if (*p == '"') {
    for (p++; *p != '"' || p[1] == '"'; p++) {
      g_assert_cmpint (*p, !=, 0);
      p += *p == '"';
      g_string_append_c (cell, *p);
    }
    p++;
  } else {
    for (; *p && !strchr (",\r\n\"", *p); p++)
      g_string_append_c (cell, *p);
  }
  if (*p == ',')
    p++;
  else
    g_assert_true (g_str_has_prefix (p, "\r\n"));
  *text = p;
  return g_string_free (cell, FALSE);
}

static void
test_csv_round_trip (WritersFixture *f, gconstpointer data)
{
  static const char letters[] = "ab,\"\r\n ;'é";
  PoplensCsvWriter csv = {f->sink, FALSE};
  char cells[300][8];

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++) {
    guint n = g_test_rand_int_range (0, 8);
    for (guint c = 0; c < n; c++)
      cells[i][c] = letters[g_test_rand_int_range (0, 9)];
    cells[i][n] = '\0';
    poplens_csv_cell (&csv, cells[i]);
    if (i % 3 == 2)
      poplens_csv_end_row (&csv);
  }
  g_autofree char *text = written (f);
  const char *p = text;
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++) {
    g_autofree char *cell = read_cell (&p);
    g_assert_cmpstr (cell, ==, cells[i]);
    if (i % 3 == 2)
      p += 2;
  }
  g_assert_cmpstr (p, ==, "");
}

static void
test_sink_discard (WritersFixture *f, gconstpointer data)
{
  g_autofree char *much = g_strnfill (100000, 'x');

  poplens_text_sink_write (f->sink, "{", 1);
  poplens_text_sink_discard (f->sink);
  g_assert_true (poplens_text_sink_flush (f->sink, NULL));
  g_assert_cmpuint (g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (f->stream)), ==,
                    0);
  /* Output that was already flushed cannot be discarded: writing continues. */
  poplens_text_sink_write (f->sink, much, -1);
  poplens_text_sink_write (f->sink, "{", 1);
  poplens_text_sink_discard (f->sink);
  g_assert_true (poplens_text_sink_flush (f->sink, NULL));
  g_assert_cmpuint (g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (f->stream)), ==,
                    100001);
}

/* The reader goes away: the first error is kept and reported at the end. */
static void
test_sink_error (void)
{
  char room[16];
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new (room, sizeof room, NULL, NULL);
  g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
  g_autoptr (GError) error = NULL, again = NULL;
  g_autofree char *line = g_strnfill (1000, 'x');

  g_assert_false (poplens_text_sink_failed (sink));
  for (guint i = 0; i < 200; i++)
    poplens_text_sink_printf (sink, "%s\n", line);
  g_assert_true (poplens_text_sink_failed (sink));
  g_assert_false (poplens_text_sink_flush (sink, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  poplens_text_sink_write (sink, "more", -1);
  g_assert_false (poplens_text_sink_flush (sink, &again));
  g_assert_error (again, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_false (poplens_text_sink_flush (sink, NULL));
}

/* ---- output for a terminal ---- */

static void
test_terminal_exact (WritersFixture *f, gconstpointer data)
{
  static const char said[] = "a\033[31mb\x7f\xc2\x9b"
                             "5n\t\r\n\re\xe2\x80\xae"
                             "d\xff\xe2\x80 \xc3\xa9\n";

  poplens_text_sink_for_terminal (f->sink, TRUE);
  poplens_text_sink_style (f->sink, "1");
  poplens_text_sink_write (f->sink, said, -1);
  poplens_text_sink_style (f->sink, "0");
  poplens_text_sink_write (f->sink, "\0", 1);
  g_autofree char *text = written (f);
  g_assert_cmpstr (
      text, ==,
      "\033[1ma\\u001b[31mb\\u007f\\u009b5n\\u0009\r\n\\u000de\\u202ed\uFFFD\uFFFD\uFFFD é\n"
      "\033[0m\\u0000");
}

static void
test_terminal_without_colour (WritersFixture *f, gconstpointer data)
{
  poplens_text_sink_for_terminal (f->sink, FALSE);
  poplens_text_sink_style (f->sink, "1");
  poplens_text_sink_write (f->sink, "plain\r", -1);
  g_autofree char *text = written (f);
  g_assert_cmpstr (text, ==, "plain\\u000d");
}

/* Files get the bytes unchanged. */
static void
test_file (WritersFixture *f, gconstpointer data)
{
  static const char bytes[] = "\033[31m\xc2\x9b\xe2\x80\xae\xff\r";

  poplens_text_sink_style (f->sink, "1");
  poplens_text_sink_write (f->sink, bytes, -1);
  g_autofree char *text = written (f);
  g_assert_cmpstr (text, ==, bytes);
}

static char *
in_pieces (const GString *bytes, GRand *random)
{
  WritersFixture f;

  writers_set_up (&f, NULL);
  poplens_text_sink_for_terminal (f.sink, FALSE);
  for (gsize at = 0; at < bytes->len;) {
    gsize n = random ? (gsize) g_rand_int_range (random, 0, 4) : bytes->len;
    n = MIN (n, bytes->len - at);
    poplens_text_sink_write (f.sink, bytes->str + at, (gssize) n);
    at += n;
  }
  char *text = written (&f);
  writers_tear_down (&f, NULL);
  return text;
}

/* Any bytes, cut anywhere, give valid UTF-8 without control characters other than line ends. */
static void
test_terminal_random (void)
{
  static const char *const parts[] = {
      "a",  "\033", "\xc2\x9b", "\xe2\x80\xae",     "\xe2\x80", "\xff", "\r",
      "\n", "\t",   "\xc3\xa9", "\xf0\x9f\x98\x80", "\xf8\x88", "\x7f"};

  for (guint seed = 0; seed < 300; seed++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (seed);
    g_autoptr (GString) bytes = g_string_new (NULL);
    for (int n = g_rand_int_range (random, 1, 40); n; n--)
      g_string_append (bytes, parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))]);
    g_autofree char *whole = in_pieces (bytes, NULL);
    g_autofree char *cut = in_pieces (bytes, random);
    g_assert_cmpstr (cut, ==, whole);
    g_assert_true (g_utf8_validate (whole, -1, NULL));
    for (const char *c = whole; *c; c = g_utf8_next_char (c))
      g_assert_true (!poplens_is_hidden (g_utf8_get_char (c)) || *c == '\n' ||
                     (*c == '\r' && c[1] == '\n'));
  }
}

/* JSON on a terminal is the same JSON as in a file. */
static void
test_terminal_json (WritersFixture *f, gconstpointer data)
{
  static const char name[] = "a\x7f\xc2\x9b\xe2\x80\xaeg\xe2\x80\x8b\033\"\\\n\xc3\xa9";

  poplens_text_sink_for_terminal (f->sink, TRUE);
  poplens_json_begin_object (f->json, NULL);
  poplens_json_string (f->json, "name", name);
  poplens_json_end_object (f->json);
  g_autofree char *text = written (f);
  for (const char *c = text; *c; c = g_utf8_next_char (c))
    g_assert_false (poplens_is_hidden (g_utf8_get_char (c)));
  g_autoptr (JsonNode) node = json_from_string (text, NULL);
  g_assert_nonnull (node);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "name"), ==, name);
}

#define ADD(path, func)                                                                            \
  g_test_add (path, WritersFixture, NULL, writers_set_up, func, writers_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/base/json/exact", test_json_exact);
  ADD ("/base/json/strings", test_json_strings);
  ADD ("/base/json/doubles", test_json_doubles);
  ADD ("/base/json/long", test_json_long);
  ADD ("/base/csv/exact", test_csv_exact);
  ADD ("/base/csv/round-trip", test_csv_round_trip);
  ADD ("/base/sink/discard", test_sink_discard);
  g_test_add_func ("/base/sink/error", test_sink_error);
  ADD ("/base/terminal/exact", test_terminal_exact);
  ADD ("/base/terminal/colour", test_terminal_without_colour);
  ADD ("/base/terminal/json", test_terminal_json);
  ADD ("/base/terminal/file", test_file);
  g_test_add_func ("/base/terminal/random", test_terminal_random);
  return g_test_run ();
}
