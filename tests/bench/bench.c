/* Runs one of the things that script/bench times, in a process of its own, without warm caches:
 *
 *   bench empty                nothing, with the same libraries
 *   bench page REPORT PAGE…    the data of a page, or of several in turn
 *   bench parts REPORT [PART]  all parts of profile.pop, or one
 *   bench tiles REPORT         each tile at its own worst step
 *   bench tree REPORT          prints the milliseconds of a search in the program tree, once loaded
 *   bench sort REPORT          prints the milliseconds of sorting the program tree by the column
 * that takes longest bench contents REPORT [all] prints the milliseconds for the contents of a
 * tile, or of all bench what-if REPORT       prints the milliseconds of an evaluation over all
 * tiles, once loaded bench layers REPORT        prints the most milliseconds of the page Operations
 * for another layer, once loaded; with "-v" after it, those of each bench sources REPORT       the
 * same of Liveness for another source bench steps REPORT         the same of Liveness for one, two
 * and sixteen selected steps bench map REPORT           prints the milliseconds of a tile's memory
 * map, once loaded bench bsp REPORT           prints the most milliseconds of a frame of the trace
 * with all tiles: of the whole run, a tenth of it and a step; "-v": each, and reading bench frame
 * REPORT         prints the most milliseconds of a frame of the trace's lanes: from the whole run
 * to a millionth; "flame": the flame graph; "-v": each bench blocks REPORT        prints the bytes
 * that the trace's page holds besides the part, for each row of steps_by_ipu bench sql REPORT
 * [PAGE]    prints the statements of all parts or of PAGE, one on each line bench sql REPORT parts
 * PART  prints the statements of PART bench loop PROFILE SQL     runs the statements in the file
 * SQL on one connection, reads each value and decodes the lists of cycles: the least possible work
 *   bench limit PROFILE SQL    reads the same rows from the leaves of their tables, on one thread,
 *                              with every value decoded and nothing stored
 *   bench debug REPORT         the index of debug.cbor
 *   bench cbor FILE            a bare loop of cbor_stream_decode ()
 */
#include "bench-bsp.h"
#include "bench-common.h"
#include "bench-trace.h"

#include "database/query.h"
#include "derived/insights/insights-source.h"
#include "derived/memory/address-source.h"
#include "pages/core/page.h"
#include "tables/engine/registry.h"

#include <cbor.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_BYTES ((gsize) 1 << 18)
#define PROFILE_PARTS (POPLENS_PART_BIT (POPLENS_PART_ARCHIVE) - 1)

static void
build_page (PoplensReport *report, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (name, &error);
  g_autoptr (PoplensPage) page =
      location ? poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error)
               : NULL;

  if (!page)
    bench_die (error);
}

static void
load_pages (const char *path, char **names, int n)
{
  g_autoptr (PoplensReport) report = bench_open (path);

  for (int i = 0; i < n; i++)
    build_page (report, names[i]);
}

static void
parts_loaded (GObject *report, GAsyncResult *result, gpointer loop)
{
  g_autoptr (GError) error = NULL;

  if (!poplens_report_load_finish (POPLENS_REPORT (report), result, &error))
    bench_die (error);
  g_main_loop_quit (loop);
}

/* Returns the bit of the part with that name. */
static guint32
part_bit (const char *name)
{
  for (PoplensPart p = 0; p < POPLENS_N_PARTS; p++)
    if (g_str_equal (poplens_part_name (p), name))
      return POPLENS_PART_BIT (p);
  bench_die (NULL);
  return 0;
}

static void
load_parts (const char *path, guint32 parts)
{
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);

  poplens_report_load_async (report, parts, NULL, NULL, NULL, parts_loaded, loop);
  g_main_loop_run (loop);
}

static void
find_tile_peaks (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (GArray) peaks = poplens_report_tile_peaks (report, NULL, &error);

  if (!peaks)
    bench_die (error);
}

/* Prints the longest time of some what-if evaluations: every variable scaled, and no
 * instrumentation. */
static void
time_what_if (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  gint64 longest = 0;

  for (int i = 0; i < 6; i++) {
    /* Another factor each time, as the last result is cached. */
    g_autofree char *text =
        g_strdup_printf ("insights?scale=%%3D1.%d&change=no-instrumentation", i + 1);
    g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
    gint64 start = g_get_monotonic_time ();
    g_autoptr (PoplensWhatIfResult) result =
        location ? poplens_what_if_of_location (report, location, NULL, &error) : NULL;
    if (!result)
      bench_die (error);
    /* The first evaluation includes loading. */
    longest = i ? MAX (longest, g_get_monotonic_time () - start) : 0;
  }
  printf ("%.1f\n", (double) longest / 1000);
}

/* Prints the longest time for the contents of a tile, another one each time, or of @all tiles
 * together. */
static void
time_contents (const char *path, gboolean all)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  gint64 longest = 0;

  for (int i = 0; i < 9; i++) {
    g_autofree char *text =
        all ? g_strdup ("liveness?scope=all") : g_strdup_printf ("liveness?tile=%d", i);
    g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
    gint64 start = g_get_monotonic_time ();
    g_autoptr (PoplensTable) table =
        location ? poplens_tables_build ("contents", report, location, NULL, &error) : NULL;
    if (!table)
      bench_die (error);
    /* The first one includes loading. */
    longest = i ? MAX (longest, g_get_monotonic_time () - start) : 0;
  }
  printf ("%.1f\n", (double) longest / 1000);
}

/* @layer: (nullable): NULL: the default. (transfer full) */
static PoplensPage *
build_layer (PoplensReport *report, const char *layer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) page = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) location = poplens_location_with (page, "layer", layer);
  PoplensPage *built =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  if (!built)
    bench_die (error);
  return built;
}

static void
time_layers (const char *path, gboolean each)
{
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (PoplensPage) first = build_layer (report, NULL);
  const PoplensControl *layers = poplens_page_find_control (first, "layer");
  gint64 longest = 0;

  for (guint i = 0; layers && i < layers->n_options; i++) {
    gint64 start = g_get_monotonic_time (), work = bench_processor_time (CLOCK_PROCESS_CPUTIME_ID);
    poplens_page_free (build_layer (report, layers->options[i]));
    gint64 took = g_get_monotonic_time () - start;
    longest = MAX (longest, took);
    if (each)
      printf ("%s %.1f, of the processor %.1f\n", layers->options[i], (double) took / 1000,
              (double) (bench_processor_time (CLOCK_PROCESS_CPUTIME_ID) - work) / 1000);
  }
  printf ("%.1f\n", (double) longest / 1000);
}

/* Returns the milliseconds until the page at @text and its current tab are built. The report caches
 * the parts that the first call loads. */
static double
time_location (PoplensReport *report, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (PoplensPage) page =
      location ? poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error)
               : NULL;

  if (!page)
    bench_die (error);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* Prints the longest time of @locations, after all tiles have been shown once. */
static void
time_locations (const char *path, const char *const *locations, guint n, gboolean each)
{
  g_autoptr (PoplensReport) report = bench_open (path);
  double longest = 0;

  time_location (report, "liveness");
  for (guint i = 0; i < n; i++) {
    gint64 work = bench_processor_time (CLOCK_PROCESS_CPUTIME_ID);
    double took = time_location (report, locations[i]);
    longest = MAX (longest, took);
    if (each)
      printf ("%s %.1f, of the processor %.1f\n", locations[i], took,
              (double) (bench_processor_time (CLOCK_PROCESS_CPUTIME_ID) - work) / 1000);
  }
  printf ("%.1f\n", longest);
}

static void
time_sources (const char *path, gboolean each)
{
  static const char *const locations[] = {"liveness?scope=tile&tile=5",
                                          "liveness?scope=replica&replica=0", "liveness?scope=all",
                                          "liveness?scope=fullest"};

  time_locations (path, locations, G_N_ELEMENTS (locations), each);
}

/* Times one, two and sixteen selected steps. */
static void
time_steps (const char *path, gboolean each)
{
  static const char *const locations[] = {
      "liveness?step=5", "liveness?step=5,60",
      "liveness?step=5,10,15,20,25,30,35,40,45,50,55,60,65,70,75,80"};

  time_locations (path, locations, G_N_ELEMENTS (locations), each);
}

/* Prints the milliseconds of the slowest of a few searches in the program tree, which keep the
 * ancestors of matches, or, if @sorts, of sorting it by each column. */
static void
time_tree (const char *path, gboolean sorts)
{
  static const char *const words[] = {"e", "OnTileExecute", "matmul", "layer.1 matmul", "12"};
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (PoplensTable) table = poplens_tables_build ("programs", report, NULL, NULL, &error);
  gint64 longest = 0;

  if (!table)
    bench_die (error);
  for (guint i = 0; i < (sorts ? poplens_table_n_columns (table) : G_N_ELEMENTS (words)); i++) {
    const char *filter = sorts ? NULL : words[i];
    int column = sorts ? (int) i : -1;
    /* A column may load its numbers when it is first sorted. */
    if (sorts)
      poplens_table_view_free (poplens_table_view_new (table, filter, column, TRUE, NULL));
    gint64 start = g_get_monotonic_time ();
    poplens_table_view_free (poplens_table_view_new (table, filter, column, FALSE, NULL));
    longest = MAX (longest, g_get_monotonic_time () - start);
  }
  printf ("%.1f\n", (double) longest / 1000);
}

#define MAPS 40

/* Prints the median time for the memory map of tiles that were not read before, and for the
 * variables that are live at a step. */
static void
time_map (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  const PoplensVariables *variables = poplens_report_load_variables (report, NULL, &error);
  gint64 took[MAPS];

  if (!variables)
    bench_die (error);
  for (guint i = 0; i <= MAPS; i++) {
    guint32 tile = (guint32) ((guint64) i * (variables->n_tiles - 1) / MAPS);
    gint64 start = g_get_monotonic_time ();
    g_autoptr (PoplensAddressMap) map = poplens_report_address_map (report, tile, NULL, &error);
    if (!map)
      bench_die (error);
    g_free (poplens_address_map_live_at (map, i));
    /* The first one includes loading. */
    if (i)
      took[i - 1] = g_get_monotonic_time () - start;
  }
  printf ("%.1f\n", bench_median (took, MAPS));
}

/* ---- SQL statements ---- */

static int
on_statement (unsigned event, void *data, void *statement, void *text)
{
  char *sql = sqlite3_expanded_sql (statement);

  if (sql && g_str_has_prefix (sql, "SELECT \""))
    printf ("%s;\n", sql);
  sqlite3_free (sql);
  return 0;
}

static int
on_connection (sqlite3 *db, const char **message, const sqlite3_api_routines *api)
{
  return sqlite3_trace_v2 (db, SQLITE_TRACE_STMT, on_statement, NULL);
}

/* Prints rows that are read from leaves as the statement that would read them. */
static void
on_told (const char *line)
{
  static const char leaves[] = "reader: leaves: ";

  if (g_str_has_prefix (line, leaves))
    printf ("%s", line + strlen (leaves));
}

static void
trace_statements (void)
{
  g_setenv ("POPLENS_DEBUG", "reader", TRUE);
  g_set_printerr_handler (on_told);
  sqlite3_auto_extension ((void (*) (void)) (gpointer) on_connection);
}

/* ---- baselines ---- */

static inline guint64
number (const guint8 **at, const guint8 *end)
{
  guint64 value = 0;

  while (*at < end) {
    value = value << 7 | (**at & 0x7f);
    if (*(*at)++ & 0x80)
      break;
  }
  return value;
}

/* Returns the sum of a run-length list. */
static guint64
decode (const guint8 *at, gsize size)
{
  const guint8 *end = at + size;
  guint64 sum = 0;

  while (at < end) {
    guint64 head = number (&at, end);
    if (head & 1)
      for (guint64 n = head >> 1; n && at < end; n--)
        sum += number (&at, end);
    else
      sum += (head >> 1) * number (&at, end);
  }
  return sum;
}

static guint64
take (sqlite3_stmt *statement, int column, gboolean cycles)
{
  switch (sqlite3_column_type (statement, column)) {
  case SQLITE_INTEGER:
    return (guint64) sqlite3_column_int64 (statement, column);
  case SQLITE_NULL:
    return 0;
  case SQLITE_FLOAT:
    return (guint64) sqlite3_column_double (statement, column);
  case SQLITE_BLOB: {
    const guint8 *data = sqlite3_column_blob (statement, column);
    gsize size = sqlite3_column_bytes (statement, column);
    return cycles && data ? decode (data, size) : size;
  }
  default:
    return strlen ((const char *) sqlite3_column_text (statement, column));
  }
}

static void
step_through (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement;
  volatile guint64 sum = 0;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return;
  int n = sqlite3_column_count (statement);
  g_autofree gboolean *cycles = g_new (gboolean, n + 1);
  for (int c = 0; c < n; c++)
    cycles[c] = g_str_equal (sqlite3_column_name (statement, c), "cycles_by_tile_rle");
  while (sqlite3_step (statement) == SQLITE_ROW)
    for (int c = 0; c < n; c++)
      sum += take (statement, c, cycles[c]);
  sqlite3_finalize (statement);
}

static void
run_loop (const char *profile, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  sqlite3 *db;

  if (!g_file_get_contents (file, &text, NULL, &error))
    bench_die (error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  if (sqlite3_open_v2 (profile, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL))
    bench_die (NULL);
  for (guint i = 0; lines[i]; i++)
    step_through (db, lines[i]);
  sqlite3_close (db);
}

/* Reads the rows of @sql, as printed by bench sql, from the leaves of its table. */
static void
walk_leaves (PoplensDatabase *database, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensQuery) q = NULL;
  const char *from = strstr (sql, " FROM \""), *rows = strstr (sql, " BETWEEN ");
  PoplensRowSpan span = {G_MININT64, G_MAXINT64};

  if (!from)
    return;
  g_autofree char *list = g_strndup (sql + strlen ("SELECT "), from - sql - strlen ("SELECT "));
  g_auto (GStrv) table = g_strsplit (from, "\"", 3);
  g_auto (GStrv) columns = g_strsplit (list, ", ", -1);
  for (guint c = 0; columns[c]; c++)
    g_strdelimit (columns[c], "\"", ' ');
  g_autofree char *names = g_strjoinv (",", columns);
  if (rows && sscanf (rows, " BETWEEN %" G_GINT64_FORMAT " AND %" G_GINT64_FORMAT, &span.first,
                      &span.last) != 2)
    return;
  q = poplens_query_new_span (database, table[1], names, span);
  while (poplens_query_next (q))
    ;
  if (!poplens_query_end (q, &error))
    bench_die (error);
}

/* Runs the statements in @file on one thread: every value is decoded, and nothing is stored. */
static void
run_limit (const char *profile, const char *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensFile) of_profile = poplens_file_new_local (profile);
  g_autoptr (PoplensDatabase) database = poplens_database_open (of_profile, NULL, NULL, &error);
  g_autoptr (PoplensSchema) schema =
      database ? poplens_database_read_schema (database, &error) : NULL;
  g_autofree char *text = NULL;

  if (!schema || !g_file_get_contents (file, &text, NULL, &error))
    bench_die (error);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  database->schema = schema;
  for (guint i = 0; lines[i]; i++) {
    poplens_database_begin (database, NULL);
    walk_leaves (database, lines[i]);
    poplens_database_end (database);
  }
}

static void
load_debug (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);

  if (!poplens_report_load_debug (report, NULL, &error))
    bench_die (error);
}

static void
run_cbor (const char *path)
{
  int fd = open (path, O_RDONLY);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  gsize filled = 0, at = 0;

  if (fd < 0)
    bench_die (NULL);
  for (;;) {
    struct cbor_decoder_result r =
        cbor_stream_decode (buffer + at, filled - at, &cbor_empty_callbacks, NULL);
    if (r.status == CBOR_DECODER_FINISHED) {
      at += r.read;
      continue;
    }
    memmove (buffer, buffer + at, filled - at);
    filled -= at;
    at = 0;
    ssize_t got = read (fd, buffer + filled, BUFFER_BYTES - filled);
    if (got <= 0)
      break;
    filled += (gsize) got;
  }
  close (fd);
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";

  if (g_str_equal (mode, "empty"))
    return 0;
  if (g_str_equal (mode, "page") && argc >= 4)
    load_pages (argv[2], argv + 3, argc - 3);
  else if (g_str_equal (mode, "parts") && argc >= 3)
    load_parts (argv[2], argc > 3 ? part_bit (argv[3]) : PROFILE_PARTS);
  else if (g_str_equal (mode, "tiles") && argc == 3)
    find_tile_peaks (argv[2]);
  else if (g_str_equal (mode, "what-if") && argc == 3)
    time_what_if (argv[2]);
  else if (g_str_equal (mode, "contents") && argc >= 3)
    time_contents (argv[2], argc > 3);
  else if (g_str_equal (mode, "layers") && argc >= 3)
    time_layers (argv[2], argc > 3);
  else if (g_str_equal (mode, "sources") && argc >= 3)
    time_sources (argv[2], argc > 3);
  else if (g_str_equal (mode, "steps") && argc >= 3)
    time_steps (argv[2], argc > 3);
  else if (g_str_equal (mode, "bsp") && argc >= 3)
    bench_bsp (argv[2], argc > 3);
  else if (g_str_equal (mode, "frame") && argc >= 3)
    bench_frame (argv[2], argc > 3 && g_str_equal (argv[3], "flame"),
                 g_str_equal (argv[argc - 1], "-v"));
  else if (g_str_equal (mode, "blocks") && argc >= 3)
    bench_blocks (argv[2], argc > 3);
  else if (g_str_equal (mode, "sort") && argc == 3)
    time_tree (argv[2], TRUE);
  else if (g_str_equal (mode, "tree") && argc == 3)
    time_tree (argv[2], FALSE);
  else if (g_str_equal (mode, "map") && argc == 3)
    time_map (argv[2]);
  else if (g_str_equal (mode, "sql") && argc >= 3) {
    trace_statements ();
    if (argc > 4)
      load_parts (argv[2], part_bit (argv[4]));
    else if (argc > 3)
      load_pages (argv[2], argv + 3, 1);
    else
      load_parts (argv[2], PROFILE_PARTS);
  } else if (g_str_equal (mode, "loop") && argc == 4)
    run_loop (argv[2], argv[3]);
  else if (g_str_equal (mode, "limit") && argc == 4)
    run_limit (argv[2], argv[3]);
  else if (g_str_equal (mode, "debug") && argc == 3)
    load_debug (argv[2]);
  else if (g_str_equal (mode, "cbor") && argc == 3)
    run_cbor (argv[2]);
  else {
    fprintf (stderr, "usage: bench MODE …, see the top of bench.c\n");
    return 2;
  }
  return 0;
}
