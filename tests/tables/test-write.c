/* Tests of writing values and tables as text, CSV and JSON. */
#include "tables/engine/table-text.h"
#include "tables/engine/table-where.h"
#include "tables/fixtures.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define NONE G_MININT64

static const FixtureRow rows[] = {{"plain", 1234567, 0.5, 0},
                                  {"quotes \"and\", comma\nline", -3, -1, 1},
                                  {"宽 wide", NONE, 1, 1},
                                  {NULL, 0, NAN, 0}};

/* ---- values --------------------------------------------------------------------------- */

static void
assert_value (PoplensUnit unit, gint64 integer, PoplensByteUnit byte_unit, const char *shown,
              const char *plain)
{
  PoplensValue value = {.type = POPLENS_VALUE_INT, .unit = unit, .integer = integer};
  PoplensNumber buffer;

  g_assert_cmpstr (poplens_value_format (&value, byte_unit, buffer), ==, shown);
  g_assert_cmpstr (poplens_value_plain (&value, buffer), ==, plain);
}

static void
assert_exact (PoplensUnit unit, double number, const char *text)
{
  PoplensValue value = {.type = POPLENS_VALUE_REAL, .unit = unit, .real = number};
  PoplensNumber buffer;

  g_assert_cmpstr (poplens_value_exact (&value, buffer), ==, text);
}

static void
test_write_values (void)
{
  PoplensValue value = {.type = POPLENS_VALUE_NULL, .unit = POPLENS_UNIT_BYTES};
  PoplensNumber buffer;

  g_assert_cmpstr (poplens_value_format (&value, 0, buffer), ==, "–");
  g_assert_cmpstr (poplens_value_plain (&value, buffer), ==, "");
  assert_value (POPLENS_UNIT_ID, 12345, 0, "12345", "12345");
  assert_value (POPLENS_UNIT_COUNT, 12345, 0, "12,345", "12345");
  assert_value (POPLENS_UNIT_CYCLES, -12345, 0, "\u221212,345", "-12345");
  assert_value (POPLENS_UNIT_BYTES, 32768, POPLENS_BYTE_UNIT_BINARY, "32.0 KiB", "32768");
  assert_value (POPLENS_UNIT_BYTES, 32768, POPLENS_BYTE_UNIT_BYTES, "32,768 B", "32768");
  assert_value (POPLENS_UNIT_BYTES, -512, POPLENS_BYTE_UNIT_BINARY, "\u2212512 B", "-512");
  assert_value (POPLENS_UNIT_SIGNED_BYTES, 512, POPLENS_BYTE_UNIT_BINARY, "+512 B", "512");
  assert_value (POPLENS_UNIT_SIGNED_CYCLES, 1234, 0, "+1,234", "1234");
  assert_value (POPLENS_UNIT_SIGNED_COUNT, -1234, 0, "\u22121,234", "-1234");
  assert_value (POPLENS_UNIT_SIGNED_COUNT, 0, 0, "0", "0");
  assert_value (POPLENS_UNIT_BOOL, 1, 0, "yes", "true");
  assert_value (POPLENS_UNIT_BOOL, 0, 0, "no", "false");
  value = (PoplensValue){.type = POPLENS_VALUE_INT, .unit = POPLENS_UNIT_BOOL, .integer = 0};
  g_assert_cmpstr (poplens_value_exact (&value, buffer), ==, "no");
  value.integer = 1;
  g_assert_cmpstr (poplens_value_exact (&value, buffer), ==, "yes");
  assert_exact (POPLENS_UNIT_ID, 12345, "12345");
  assert_exact (POPLENS_UNIT_COUNT, 2944, "2,944");
  assert_exact (POPLENS_UNIT_SIGNED_COUNT, 2944, "+2,944");
  assert_exact (POPLENS_UNIT_BYTES, 37352056, "37,352,056 bytes");
  assert_exact (POPLENS_UNIT_SIGNED_BYTES, 1, "+1 byte");
  assert_exact (POPLENS_UNIT_SIGNED_BYTES, 0, "0 bytes");
  assert_exact (POPLENS_UNIT_SIGNED_CYCLES, -1234, "\u22121,234 cycles");
  assert_exact (POPLENS_UNIT_ADDRESS, 311296, "311,296");
  assert_exact (POPLENS_UNIT_RATIO, 0.49758, "49.76 %");
  assert_exact (POPLENS_UNIT_RATIO, 0.0000123, "0.00123 %");
  assert_exact (POPLENS_UNIT_SIGNED_RATIO, -0.036487987753813816, "\u22123.65 %");
  assert_exact (POPLENS_UNIT_SIGNED_RATIO, 29.343, "+2,934.30 %");
  assert_exact (POPLENS_UNIT_MICROSECONDS, 1530.25, "1,530 µs");
  assert_exact (POPLENS_UNIT_HERTZ, 1.85e9, "1,850,000,000 Hz");
  assert_exact (POPLENS_UNIT_NUMBER, 1.35954321, "1.35954");
  assert_value (POPLENS_UNIT_MICROSECONDS, 1500000, 0, "1.50 s", "1500000");
  value = (PoplensValue){.type = POPLENS_VALUE_REAL, .unit = POPLENS_UNIT_RATIO, .real = 0.1};
  g_assert_cmpstr (poplens_value_format (&value, 0, buffer), ==, "10.0 %");
  g_assert_cmpstr (poplens_value_plain (&value, buffer), ==, "0.10000000000000001");
  value.unit = POPLENS_UNIT_NUMBER;
  g_assert_cmpstr (poplens_value_format (&value, 0, buffer), ==, "0.1");
  const struct {
    double value;
    const char *text;
  } numbers[] = {
      {1.083976, "1.084"},         {58.5516, "58.55"}, {999.94, "999.9"}, {6890.333, "6,890"},
      {-1234.5678, "\u22121,235"}, {1e20, "1e+20"},    {7, "7"},          {1e7, "10,000,000"}};
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    value.real = numbers[i].value;
    g_assert_cmpstr (poplens_value_format (&value, 0, buffer), ==, numbers[i].text);
  }
  value.real = 1e300;
  value.unit = POPLENS_UNIT_COUNT; /* outside the range of integers: the result must be defined */
  poplens_value_format (&value, 0, buffer);
}

static void
test_null_text_is_null (void)
{
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);

  g_assert_cmpint (poplens_table_get (table, 3, 0).type, ==, POPLENS_VALUE_NULL);
  g_assert_cmpint (poplens_table_find_column (table, "share"), ==, 2);
  g_assert_cmpint (poplens_table_find_column (table, "nothing"), ==, -1);
}

static void
test_totals (void)
{
  g_autoptr (PoplensTable) flat = fixture_table (rows, 3, FALSE);
  g_autoptr (PoplensTable) tree = fixture_table (rows, 3, TRUE);
  PoplensValue total;

  g_assert_false (poplens_table_get_total (flat, 1, &total));
  poplens_table_add_total (flat, 1);
  poplens_table_add_total (flat, 2);
  poplens_table_add_total (tree, 1);
  g_assert_true (poplens_table_get_total (flat, 1, &total));
  g_assert_cmpint (total.integer, ==, 1234564);
  g_assert_true (poplens_table_get_total (flat, 2, &total));
  g_assert_cmpfloat (total.real, ==, 1.5);
  g_assert_true (poplens_table_get_total (tree, 1, &total)); /* parents include their children */
  g_assert_cmpint (total.integer, ==, 1234567);
}

/* ---- CSV and JSON --------------------------------------------------------------------- */

static void
test_csv (void)
{
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_CSV, NULL);

  g_assert_cmpstr (text, ==,
                   "name,value,share\r\n"
                   "plain,1234567,0.5\r\n"
                   "\"quotes \"\"and\"\", comma\nline\",-3,\r\n"
                   "宽 wide,,1\r\n"
                   ",0,\r\n");
}

static void
test_csv_of_a_view (void)
{
  static const guint columns[] = {1, 0};
  const PoplensTableOutput output = {.columns = columns, .n_columns = 2, .limit = 1};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), TRUE);
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, "wide", -1, FALSE, NULL);
  g_autofree char *text = fixture_write (table, view, POPLENS_TABLE_CSV, &output);

  /* Ancestors of the matching row are not rows of the CSV. */
  g_assert_cmpstr (text, ==, "value,name,depth\r\n,宽 wide,1\r\n");
}

static JsonArray *
parse_array (JsonParser *parser, const char *text)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonObject *tables = json_object_get_object_member (root, "tables");
  g_autoptr (GList) names = json_object_get_members (tables);
  JsonObject *table = json_object_get_object_member (tables, names->data);
  return json_object_get_array_member (table, "rows");
}

static void
test_json (void)
{
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), TRUE);
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_JSON, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *array = parse_array (parser, text);
  JsonObject *first = json_array_get_object_element (array, 0);
  JsonObject *second = json_array_get_object_element (array, 1);

  g_assert_cmpuint (json_array_get_length (array), ==, G_N_ELEMENTS (rows));
  g_assert_cmpint (json_object_get_int_member (first, "value"), ==, 1234567);
  g_assert_cmpfloat (json_object_get_double_member (first, "share"), ==, 0.5);
  g_assert_cmpstr (json_object_get_string_member (second, "name"), ==, rows[1].name);
  g_assert_true (json_object_get_null_member (second, "share"));
  g_assert_cmpint (json_object_get_int_member (second, "depth"), ==, 1);
  g_assert_true (json_object_get_null_member (json_array_get_object_element (array, 3), "name"));
}

static void
test_json_of_nothing (void)
{
  g_autoptr (PoplensTable) table = fixture_table (rows, 0, FALSE);
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_JSON, NULL);

  g_assert_nonnull (strstr (text, "\"rows\":[],\"shown\":0,\"of\":0"));
}

/* ---- text ----------------------------------------------------------------------------- */

static void
test_text (void)
{
  const PoplensTableOutput output = {.totals = TRUE};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), TRUE);
  g_autofree char *text = NULL;

  poplens_table_add_total (table, 1);
  poplens_table_set_note (table, "A note.");
  text = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &output);
  g_assert_cmpstr (text, ==,
                   "A note.\n"
                   "Name                            Value    Share\n"
                   "plain                       1,234,567   50.0 %\n"
                   "  quotes \"and\", comma line         \u22123        –\n"
                   "  宽 wide                           –  100.0 %\n"
                   "–                                   0        –\n"
                   "──────────────────────────────────────────────\n"
                   "Total                       1,234,567\n");
}

static void
test_text_is_cut (void)
{
  static const FixtureRow long_rows[] = {
      {"a rather long name of a thing that goes on and on", 1, 0, 0},
      {"model/layer/block/Conv_1/Convolve/Reduce/cs2", 2, 0, 0},
      {"\033[31mred\u202e", 3, 0, 0}};
  static const guint columns[] = {0, 1};
  const PoplensTableOutput output = {.columns = columns, .n_columns = 2, .max_width = 47};
  g_autoptr (PoplensTable) table = fixture_table (long_rows, 3, FALSE);
  poplens_table_set_note (table, "Of three rows, as many lines as the width takes: in "
                                 "model/layer/block/Conv_1/Convolve/Reduce/compute_set_2.");
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &output);

  /* 40 columns for the name, 2 between, 5 for the value. Escape sequences reach no terminal.
   */
  g_assert_cmpstr (text, ==,
                   "Of three rows, as many lines as the width\n"
                   "takes: in\n"
                   "model/layer/block/Conv_…e/Reduce/compute_set_2.\n"
                   "Name                                      Value\n"
                   "a rather long name of a thing that goes…      1\n"
                   "model/layer/block/C…/Convolve/Reduce/cs2      2\n"
                   "\ufffd[31mred\ufffd                                     3\n");
}

/* A number is written with its unit, or not at all. */
static void
test_numbers_are_not_cut (void)
{
  static const FixtureRow long_rows[] = {
      {"488 KiB used · 489 KiB including gaps · IPU 0", 1, 0, 0},
      {"OnTileExecute · compute of #55 · step 158 of 210", 2, 0, 0},
      {"a variable that takes all of these 37.7 KiB here", 3, 0, 0},
      {"Fwd/embedding/table#132 of 12,345,678,901 B, the largest", 4, 0, 0},
      {"12345678901234567890123456789012345678901234567890", 5, 0, 0},
      {"DoExchange · receives bytes of step 123 · 4 B", 6, 0, 0},
      {"DoExchange · receives bytes of tile #1 · 4 B", 7, 0, 0}};
  static const guint columns[] = {0, 1};
  const PoplensTableOutput output = {.columns = columns, .n_columns = 2, .max_width = 47};
  g_autoptr (PoplensTable) table = fixture_table (long_rows, G_N_ELEMENTS (long_rows), FALSE);
  g_autofree char *text = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &output);

  g_assert_cmpstr (text, ==,
                   "Name                                      Value\n"
                   "488 KiB used · 489 KiB including gaps…        1\n"
                   "OnTileExecute · compute of #55 · step…        2\n"
                   "a variable that takes all of these…           3\n"
                   "Fwd/embedding/table#132 of… the largest       4\n"
                   "…                                             5\n"
                   "DoExchange · receives bytes of step…          6\n"
                   "DoExchange · receives bytes of tile #1 …      7\n");
}

static void
test_columns_that_do_not_fit (void)
{
  const PoplensTableOutput output = {.max_width = 20, .limit = 1, .totals = TRUE};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);
  g_autofree char *text = NULL;

  poplens_table_add_total (table, 1);
  text = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &output);
  g_assert_cmpstr (text, ==,
                   "Name       Value\n"
                   "plain  1,234,567\n"
                   "────────────────\n"
                   "Total  1,234,564\n"
                   "2 of 3 columns fit\n"
                   "1 of 4 rows\n");
}

static void
test_text_says_what_is_missing (void)
{
  const PoplensTableOutput one = {.limit = 1};
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);
  g_autoptr (PoplensTableView) view = poplens_table_view_new (table, "a", -1, FALSE, NULL);
  g_autofree char *cut = fixture_write (table, NULL, POPLENS_TABLE_TEXT, &one);
  g_autofree char *filtered = fixture_write (table, view, POPLENS_TABLE_TEXT, NULL);
  g_autofree char *both = fixture_write (table, view, POPLENS_TABLE_TEXT, &one);

  g_assert_true (g_str_has_suffix (cut, "\n1 of 4 rows\n"));
  g_assert_true (g_str_has_suffix (filtered, "\n2 of 4 rows match\n"));
  g_assert_true (g_str_has_suffix (both, "\n1 of 2 rows that match, of 4\n"));
}

static void
test_write_fails (void)
{
  g_autoptr (PoplensTable) table = fixture_table (rows, G_N_ELEMENTS (rows), FALSE);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new (g_malloc (8), 8, NULL, g_free);

  for (PoplensTableFormat format = 0; format <= POPLENS_TABLE_JSON; format++) {
    g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
    g_autoptr (GError) error = NULL;
    g_assert_false (poplens_table_write (table, NULL, format, NULL, sink, &error));
    g_assert_nonnull (error);
  }
}

/* The provenance of numbers is written with them. */
static void
test_provenance (void)
{
  static const FixtureRow one[] = {{"a", 1, 0.5, 0}};
  g_autoptr (PoplensTable) table = fixture_table (one, 1, FALSE);
  g_autofree char *json = fixture_write (table, NULL, POPLENS_TABLE_JSON, NULL);

  g_assert_nonnull (strstr (json, "\"columns\":[{\"name\":\"name\",\"title\":"));
  g_assert_nonnull (strstr (json, "\"source\":\"recorded\""));
  g_assert_nonnull (strstr (json, "\"rows\":[\n{\"name\":\"a\",\"value\":1,\"share\":0.5}\n]"));
  g_assert_nonnull (strstr (json, "\"shown\":1,\"of\":1"));
}

/* ---- series ---------------------------------------------------------------------------- */

#define N_SERIES 23

typedef struct {
  FixtureRow rows[N_SERIES];
  guint at, fails_at;
} Pieces;

static void
fill_rows (FixtureRow *out)
{
  static const char *const names[] = {"wide", "of\"x\"", "宽", "a,b", "plain"};

  for (guint i = 0; i < N_SERIES; i++)
    out[i] = (FixtureRow){names[i % 5], i % 7 ? (gint64) i * 1000 : NONE, i / 50.0, 0};
}

static PoplensTable *
series_table (const FixtureRow *of, guint32 n)
{
  PoplensTable *table = fixture_table (of, n, FALSE);

  poplens_table_add_total (table, 1);
  poplens_table_set_note (table, "All of them.");
  return table;
}

/* Returns a chunk of 0, 1, 2 … rows. (transfer full) */
static PoplensTable *
next_piece (gpointer data, GCancellable *cancellable, GError **error)
{
  Pieces *pieces = data;
  guint from = pieces->at * (pieces->at - 1) / 2,
        n = MIN (pieces->at, N_SERIES - MIN (from, N_SERIES));

  if (pieces->fails_at && pieces->at == pieces->fails_at) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "gone");
    return NULL;
  }
  if (pieces->at++ && !n)
    return NULL;
  return series_table (pieces->rows + from, n);
}

static PoplensTableSeries *
new_series (guint fails_at)
{
  g_autoptr (GError) error = NULL;
  Pieces *pieces = g_new0 (Pieces, 1);
  PoplensTableSeries *series;

  pieces->fails_at = fails_at;
  fill_rows (pieces->rows);
  series =
      poplens_table_series_new (next_piece, pieces, g_free, N_SERIES, "All of them.", NULL, &error);
  g_assert_no_error (error);
  return series;
}

/* Removes a line's alignment, which depends on the widths of earlier chunks. (transfer full)
 */
static char *
squeeze_line (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text; text = g_utf8_next_char (text))
    if (*text != ' ' && g_utf8_get_char (text) != 0x2500)
      g_string_append_len (out, text, g_utf8_next_char (text) - text);
  return g_string_free (out, FALSE);
}

static void
check_series (const PoplensSeriesQuery *wish, guint32 limit)
{
  static const guint some[] = {2, 0};
  FixtureRow all[N_SERIES];

  fill_rows (all);
  g_autoptr (PoplensTable) whole = series_table (all, N_SERIES);
  g_autoptr (PoplensWhere) where =
      wish->where ? poplens_where_new (whole, wish->where, NULL) : NULL;
  PoplensTableQuery query = {.filter = wish->filter, .where = where};
  g_autoptr (PoplensTableView) view =
      wish->where || wish->filter ? poplens_table_view_query (whole, &query, NULL) : NULL;

  for (guint f = POPLENS_TABLE_TEXT; f <= POPLENS_TABLE_JSON; f++)
    for (guint columns = 0; columns < 2; columns++) {
      PoplensTableCount count = {0}, expected = {0};
      g_autoptr (PoplensTableSeries) series = new_series (0);
      PoplensTableOutput output = {.columns = columns ? some : NULL,
                                   .n_columns = columns ? 2 : 0,
                                   .limit = limit,
                                   .totals = TRUE,
                                   .count = &expected};
      g_autofree char *one = fixture_write (whole, view, f, &output);
      output.count = &count;
      g_autofree char *many = fixture_write_series (series, wish, f, &output);
      g_autofree char *short_one = f == POPLENS_TABLE_TEXT ? squeeze_line (one) : g_strdup (one);
      g_autofree char *short_many = f == POPLENS_TABLE_TEXT ? squeeze_line (many) : g_strdup (many);
      g_assert_cmpstr (short_many, ==, short_one);
      if (f != POPLENS_TABLE_TEXT) {
        g_assert_cmpuint (count.written, ==, expected.written);
        g_assert_cmpuint (count.of, ==, expected.of);
      }
    }
}

/* A condition can have the commas and no-break spaces that other programs write. */
static void
test_typed_condition (void)
{
  static const char *const plain[] = {"value > 5000", NULL};
  static const char *const typed[] = {"value\u00a0>\u202f5,000", NULL};
  FixtureRow all[N_SERIES];
  guint n = 0;

  fill_rows (all);
  g_autoptr (PoplensTable) table = series_table (all, N_SERIES);
  g_autoptr (PoplensWhere) one = poplens_where_new (table, plain, NULL);
  g_autoptr (PoplensWhere) same = poplens_where_new (table, typed, NULL);
  g_assert_nonnull (same);
  for (guint32 r = 0; r < N_SERIES; r++) {
    g_assert_cmpint (poplens_where_matches (one, r), ==, poplens_where_matches (same, r));
    n += poplens_where_matches (one, r);
  }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, N_SERIES);
}

static void
test_series (void)
{
  static const char *const where[] = {"value > 5000", NULL};
  const guint32 limits[] = {0, 1, 4, N_SERIES, 100};

  for (guint l = 0; l < G_N_ELEMENTS (limits); l++) {
    check_series (&(PoplensSeriesQuery){NULL, NULL}, limits[l]);
    check_series (&(PoplensSeriesQuery){NULL, where}, limits[l]);
    check_series (&(PoplensSeriesQuery){"a", NULL}, limits[l]);
    check_series (&(PoplensSeriesQuery){"wide", where}, limits[l]);
    check_series (&(PoplensSeriesQuery){"none such", NULL}, limits[l]);
  }
}

#define N_GROWING 3

/* Returns a chunk with longer names and numbers than the one before. (transfer full) */
static PoplensTable *
next_growing (gpointer data, GCancellable *cancellable, GError **error)
{
  static const FixtureRow growing[N_GROWING][2] = {
      {{"a", 1, 0.5, 0}, {"bc", 20, 0.25, 0}},
      {{"some name of a variable", 300000, 0.5, 0}, {"d", 4, 0.125, 0}},
      {{"the longest of all names that there are here", 5, 0.5, 0}, {"宽", 6000000000, 0.75, 0}},
  };
  guint *at = data;

  return *at < N_GROWING ? series_table (growing[(*at)++], 2) : NULL;
}

/* Returns the lines of a series as text. @width: maximal width in columns; 0: unlimited. (transfer
 * full) */
static GStrv
growing_lines (guint width)
{
  const PoplensSeriesQuery all = {NULL, NULL};
  g_autoptr (PoplensTableSeries) series = poplens_table_series_new (
      next_growing, g_new0 (guint, 1), g_free, 2 * N_GROWING, NULL, NULL, NULL);
  const PoplensTableOutput output = {.max_width = width};
  g_autofree char *text = fixture_write_series (series, &all, POPLENS_TABLE_TEXT, &output);

  return g_strsplit (text, "\n", -1);
}

/* If later rows need more space than the first, columns grow from there on; on a terminal texts are
 * truncated instead. */
static void
test_series_grows (void)
{
  g_auto (GStrv) lines = growing_lines (0);
  g_auto (GStrv) cut = growing_lines (64);

  for (guint piece = 0, before = 0; piece < N_GROWING; piece++) {
    const char *one = lines[1 + 2 * piece], *two = lines[2 + 2 * piece];
    g_assert_cmpuint (poplens_text_width (one), ==, poplens_text_width (two));
    g_assert_cmpuint (poplens_text_width (one), >=, before);
    before = poplens_text_width (one);
  }
  g_assert_true (g_str_has_prefix (lines[5], "the longest of all names that there are here "));
  for (guint l = 0; cut[l]; l++)
    g_assert_cmpuint (poplens_text_width (cut[l]), <=, 64);
  g_assert_nonnull (strstr (cut[5], "…"));
}

static void
test_series_fails (void)
{
  static const char *const wrong[] = {"no such > 1", NULL};
  const PoplensSeriesQuery all = {NULL, NULL}, bad = {NULL, wrong};
  PoplensTableOutput output = {0};

  for (guint f = POPLENS_TABLE_TEXT; f <= POPLENS_TABLE_JSON; f++) {
    g_autoptr (PoplensTableSeries) series = new_series (3);
    g_autoptr (PoplensTableSeries) fine = new_series (0);
    g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
    g_autoptr (PoplensTextSink) sink = poplens_text_sink_new (stream);
    g_autoptr (GError) error = NULL, misuse = NULL;
    g_assert_false (poplens_table_series_write (series, &all, f, &output, sink, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
    g_assert_false (poplens_table_series_write (fine, &bad, f, &output, sink, &misuse));
    g_assert_nonnull (misuse);
  }
}

static void
sized_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const gint64 *bytes = data;

  *value = (PoplensValue){.type = POPLENS_VALUE_INT, .integer = bytes[row]};
}

/* Cells of a column have the same unit, unless a value would become 0 in it. */
static void
test_one_unit (void)
{
  static const gint64 bytes[] = {31 << 20, 6611 << 10, 300 << 10, 536, 0};
  static const char *const texts[] = {"31.0 MiB", "6.46 MiB", "0.293 MiB", "536 B", "0 B"};
  g_autoptr (PoplensTable) table = poplens_table_new ("sized", "Sized", G_N_ELEMENTS (bytes),
                                                      sized_cell, (gpointer) bytes, NULL, NULL);
  PoplensNumber buffer;

  poplens_table_add_column (table, "size", "Size", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Size");
  for (guint32 row = 0; row < G_N_ELEMENTS (bytes); row++)
    g_assert_cmpstr (poplens_table_format (table, row, 0, POPLENS_BYTE_UNIT_BINARY, buffer), ==,
                     texts[row]);
  g_assert_cmpstr (poplens_table_format (table, 0, 0, POPLENS_BYTE_UNIT_BYTES, buffer), ==,
                   "32,505,856 B");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tables/values", test_write_values);
  g_test_add_func ("/tables/one-unit", test_one_unit);
  g_test_add_func ("/tables/null-text", test_null_text_is_null);
  g_test_add_func ("/tables/totals", test_totals);
  g_test_add_func ("/tables/write/csv", test_csv);
  g_test_add_func ("/tables/write/csv-view", test_csv_of_a_view);
  g_test_add_func ("/tables/write/json", test_json);
  g_test_add_func ("/tables/write/json-empty", test_json_of_nothing);
  g_test_add_func ("/tables/write/text", test_text);
  g_test_add_func ("/tables/write/series-grows", test_series_grows);
  g_test_add_func ("/tables/write/cut", test_text_is_cut);
  g_test_add_func ("/tables/write/cut-numbers", test_numbers_are_not_cut);
  g_test_add_func ("/tables/write/columns", test_columns_that_do_not_fit);
  g_test_add_func ("/tables/write/counts", test_text_says_what_is_missing);
  g_test_add_func ("/tables/write/fails", test_write_fails);
  g_test_add_func ("/tables/write/provenance", test_provenance);
  g_test_add_func ("/tables/write/series", test_series);
  g_test_add_func ("/tables/write/typed-condition", test_typed_condition);
  g_test_add_func ("/tables/write/series-fails", test_series_fails);
  return g_test_run ();
}
