/* bench REPORT: how long Poplens takes for the work that users wait for, beside a baseline of the
 * same run that does the least that could be done: stepping through the same rows, adding up the
 * same numbers. The best of several runs counts: what is slower is the machine's doing. */
#include "charts/lanes.h"
#include "pages/page.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 5

typedef struct {
  const char *path;    /* of the report */
  const char *profile; /* of profile.pop */
  PoplensPart part;    /* for the parts */
  const char *tables;  /* "a,b": what the baseline steps through */
  PoplensChart *chart;
  PoplensTable *table;
  guint32 n;
  guint64 *values;
} Job;

typedef void (*Work) (Job *job);

static double
best_of (Work work, Job *job)
{
  double best = INFINITY;

  for (guint r = 0; r < RUNS; r++) {
    gint64 start = g_get_monotonic_time ();
    work (job);
    best = MIN (best, (double) (g_get_monotonic_time () - start));
  }
  return best / 1000;
}

static void
print (const char *name, Work ours, Work baseline, const char *baseline_name, Job *job)
{
  double a = best_of (ours, job), b = best_of (baseline, job);

  printf ("%-34s %10.2f ms %10.2f ms %8.2f  %s\n", name, a, b, b > 0 ? a / b : NAN, baseline_name);
  fflush (stdout);
}

static PoplensReport *
open_or_die (const char *path)
{
  g_autoptr (GError) error = NULL;
  PoplensReport *report = poplens_report_open (path, &error);

  if (!report) {
    fprintf (stderr, "bench: %s\n", error->message);
    exit (1);
  }
  return report;
}

static void
open_report (Job *job)
{
  g_object_unref (open_or_die (job->path));
}

static void
open_sqlite (Job *job)
{
  sqlite3 *db;

  sqlite3_open_v2 (job->profile, &db, SQLITE_OPEN_READONLY, NULL);
  sqlite3_exec (db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
  sqlite3_close (db);
}

static void
load_part (Job *job)
{
  g_autoptr (PoplensReport) report = open_or_die (job->path);

  poplens_report_load (report, job->part, NULL, NULL);
}

/* Every column of every row, as SQLite gives it. */
static void
step_tables (Job *job)
{
  g_auto (GStrv) tables = g_strsplit (job->tables, ",", -1);
  sqlite3 *db;
  volatile gint64 sum = 0;

  sqlite3_open_v2 (job->profile, &db, SQLITE_OPEN_READONLY, NULL);
  for (guint t = 0; tables[t]; t++) {
    g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", tables[t]);
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
      continue;
    while (sqlite3_step (statement) == SQLITE_ROW)
      for (int c = 0; c < sqlite3_column_count (statement); c++)
        sum += sqlite3_column_type (statement, c) == SQLITE_INTEGER
                   ? sqlite3_column_int64 (statement, c)
                   : sqlite3_column_bytes (statement, c);
    sqlite3_finalize (statement);
  }
  sqlite3_close (db);
}

static void
build_memory_page (Job *job)
{
  g_autoptr (PoplensReport) report = open_or_die (job->path);
  g_autoptr (PoplensPlace) place = poplens_place_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, place, POPLENS_BYTE_UNIT_BINARY, NULL, NULL);
}

static void
lay_out (Job *job)
{
  PoplensChartView view = poplens_chart_view_all (job->chart);
  PoplensChartStyle style = {0};

  poplens_chart_layout_free (poplens_chart_layout_new (job->chart, &view, &style, 1500, 500));
}

static void
add_up (Job *job)
{
  volatile guint64 sum = 0;

  for (guint32 i = 0; i < job->n; i++)
    sum += job->values[i];
}

static void
random_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->type = POPLENS_VALUE_INT;
  value->integer = ((const guint64 *) data)[row];
}

static void
sort_table (Job *job)
{
  poplens_table_view_free (poplens_table_view_new (job->table, NULL, 0, TRUE, NULL));
}

static int
compare (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
sort_array (Job *job)
{
  g_autofree guint64 *copy = g_memdup2 (job->values, job->n * sizeof (guint64));

  qsort (copy, job->n, sizeof (guint64), compare);
}

static void
bench_parts (Job *job)
{
  static const struct {
    PoplensPart part;
    const char *tables;
  } parts[] = {
      {POPLENS_PART_MEMORY, "memory_by_tile,memory_by_category"},
      {POPLENS_PART_VERTICES, "vertex_types,compute_sets,vertex_instances,memory_by_compute_set,"
                              "memory_by_vertex_type"},
      {POPLENS_PART_PROGRAMS, "programs"},
      {POPLENS_PART_EXCHANGES, "program_type_do_exchange,program_type_stream_copy_mid"},
      {POPLENS_PART_VARIABLES, "vars_info,var_bytes_by_eq_class,unlowered_vars"},
      {POPLENS_PART_LIVENESS,
       "depth_first_steps,memory_not_always_live_by_step_and_ipu,eq_class_step"},
      {POPLENS_PART_EXECUTION, "steps,steps_by_ipu,cycles_by_tile"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *name = g_strdup_printf ("load %s", poplens_part_name (parts[i].part));
    job->part = parts[i].part;
    job->tables = parts[i].tables;
    print (name, load_part, step_tables, "stepping through its rows", job);
  }
}

static void
bench_large (Job *job)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  job->n = 1000000;
  job->values = g_new (guint64, job->n);
  for (guint32 i = 0; i < job->n; i++)
    job->values[i] = g_rand_int (random);
  job->chart = poplens_chart_new (POPLENS_CHART_KIND_AREAS, "bench", job->n,
                                  POPLENS_CHART_UNIT_BYTES, POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_TENSORS, 0,
                            g_memdup2 (job->values, job->n * sizeof (guint64)), FALSE);
  job->table = poplens_table_new ("bench", "bench", job->n, random_cell, job->values, NULL, NULL);
  poplens_table_add_column (job->table, "a", "a", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED, "");
  print ("lay out a chart of 10^6 items", lay_out, add_up, "adding them up", job);
  print ("sort a table of 10^6 rows", sort_table, sort_array, "qsort of the numbers", job);
  poplens_table_unref (job->table);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

/* Ten rows of 10^7 blocks, one behind the other; what is measured is a whole layout. */
static void
bench_trace (Job *job)
{
  const guint32 rows = 10, n = 10000000;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (PoplensLaneBlocks) blocks = NULL;
  guint64 *from = g_new (guint64, n), *to = g_new (guint64, n);
  guint32 *row = g_new (guint32, n);
  guint8 *series = g_new (guint8, n);

  job->n = n;
  job->values = g_new (guint64, n);
  for (guint32 i = 0; i < n; i++) {
    row[i] = i / (n / rows);
    from[i] = i % (n / rows) ? to[i - 1] : 0;
    job->values[i] = (guint64) g_rand_int_range (random, 1, 300);
    to[i] = from[i] + job->values[i];
    series[i] = i % 2;
  }
  blocks = poplens_lane_blocks_new (n, from, to, row, series, NULL);
  job->chart = poplens_chart_new (POPLENS_CHART_KIND_LANES, "bench", 0, POPLENS_CHART_UNIT_BYTES,
                                  POPLENS_BYTE_UNIT_BINARY);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_BAND, "a", "a", POPLENS_INK_COMPUTE, 0, NULL,
                            FALSE);
  poplens_chart_add_series (job->chart, POPLENS_SERIES_WAITING, "b", "b", POPLENS_INK_SYNC, 0, NULL,
                            FALSE);
  poplens_chart_add_lane_group (job->chart, "IPU 0", rows, FALSE, FALSE);
  poplens_chart_set_lane_blocks (job->chart, blocks);
  print ("lay out a trace of 10^7 blocks", lay_out, add_up, "adding up their lengths", job);
  poplens_chart_unref (job->chart);
  g_free (job->values);
}

int
main (int argc, char **argv)
{
  if (argc != 2) {
    fprintf (stderr, "usage: bench REPORT\n");
    return 2;
  }
  Job job = {.path = argv[1]};
  g_autoptr (PoplensReport) report = open_or_die (job.path);
  const PoplensReportFile *file = poplens_report_get_file (report, POPLENS_FILE_PROFILE);

  job.profile = file->path;
  printf ("%s, %.1f MB; the best of %d runs\n", file->name, (double) file->size / 1e6, RUNS);
  printf ("%-34s %13s %13s %8s  %s\n", "", "Poplens", "baseline", "ratio", "baseline is");
  print ("open", open_report, open_sqlite, "SQLite opening the file", &job);
  bench_parts (&job);
  job.tables = "memory_by_tile,memory_by_category";
  print ("open, load and build Memory", build_memory_page, step_tables,
         "stepping through memory_by_*", &job);
  bench_large (&job);
  bench_trace (&job);
  return 0;
}
