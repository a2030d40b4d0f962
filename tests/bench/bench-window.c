/* Measures when a window is on screen, and how long its main loop is blocked.
 *
 *   bench-window empty          an empty GTK 4 window: milliseconds until its first frame is drawn
 *   bench-window paint          the first frame of Poplens' start page
 *   bench-window report REPORT  the first frame of a window that opens REPORT
 *   bench-window memory REPORT  milliseconds until Memory's graph is drawn
 *   bench-window trace REPORT   milliseconds until the trace is drawn
 *   bench-window time REPORT    milliseconds until the time classes on Summary are drawn
 *   bench-window flame REPORT   the same of the flame graph, or of the chart shown before it
 *   bench-window stall REPORT [PLACE…]
 *                               opens each page, or each PLACE, in turn while its parts load.
 *                               Prints the longest stretches in which the main loop did not
 *                               return to poll, in ms, each with its processor time in brackets
 *                               (the rest went to other programs and to our own workers), and in
 *                               square brackets the longest processor times
 *   bench-window tree REPORT    the stretches of each operation in the Program Tree
 *   bench-window list FOLDER    the stretches of the reports of a folder: while they are read, and
 *                               while all rows are scrolled, some forty of 10,000 in each frame
 *
 * The last three end with "empty": the start page, which is resized in each frame, for as many
 * frames as the page or operation with most stretches had.
 *
 *   bench-window tiles REPORT PLACE
 *                               selects tile after tile at PLACE, "memory?tab=vertex-types":
 *                               the stretches, and the fewest and most rows of the table in a frame
 *
 * Times count from $BENCH_START (microseconds of the monotonic clock), if it is set. $BENCH_PAGE:
 * milliseconds for each page. $BENCH_MARKS: prints the begins and ends of stretches on that clock,
 * to find them in the output of `perf record -k CLOCK_MONOTONIC`. */
#include "app/chart/chart-widget.h"
#include "app/reports/reports-table.h"
#include "app/window/application.h"
#include "bench-empty.h"
#include "bench-tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_STRETCHES 4096
#define SETTLED_MILLISECONDS 1500
/* Mode "tiles": milliseconds for the first tile, and for each of the others. */
#define FIRST_TILE 6000
#define NEXT_TILE 700
#define N_TILES 24
/* Mode "list": milliseconds of a frame, and frames for all rows. */
#define FRAME 16
#define N_FRAMES 240

/* A stretch of the main loop, in microseconds. */
typedef struct {
  gint64 wall, processor;
  gint64 end; /* on the monotonic clock */
} Stretch;

typedef struct {
  gint64 start; /* of the program */
  Stretch woke; /* when poll () last returned */
  Stretch stretches[MOST_STRETCHES];
  guint n_stretches, most; /* since the last printing; the most at any printing */
  gboolean watching;
} Loop;

typedef struct {
  PoplensApplication *application;
  GtkWidget *window;
  const char *mode, *path, *place;
  const char *const *pages; /* NULL-terminated: mode "stall" */
  guint page;
  guint tile, fewest, most; /* next tile; fewest and most rows of the table in a frame */
  gint64 shown;
} Bench;

/* Returns the only loop: the poll function of a main context takes no data. */
static Loop *
the_loop (void)
{
  static Loop loop;

  return &loop;
}

static Stretch
now (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (Stretch){g_get_monotonic_time (),
                   (gint64) used.tv_sec * G_USEC_PER_SEC + used.tv_nsec / 1000, 0};
}

static gint
timed_poll (GPollFD *fds, guint n, gint timeout)
{
  Loop *loop = the_loop ();
  Stretch end = now (),
          length = {end.wall - loop->woke.wall, end.processor - loop->woke.processor, end.wall};

  if (loop->watching && loop->woke.wall && loop->n_stretches < MOST_STRETCHES && length.wall > 1000)
    loop->stretches[loop->n_stretches++] = length;
  gint ready = g_poll (fds, n, timeout);
  loop->woke = now ();
  return ready;
}

static int
longest_first (const void *a, const void *b)
{
  const Stretch *x = a, *y = b;

  return x->wall > y->wall ? -1 : x->wall < y->wall;
}

static int
busiest_first (const void *a, const void *b)
{
  const Stretch *x = a, *y = b;

  return x->processor > y->processor ? -1 : x->processor < y->processor;
}

static void
print_busiest (Loop *loop)
{
  gboolean marks = g_getenv ("BENCH_MARKS") != NULL;

  qsort (loop->stretches, loop->n_stretches, sizeof (Stretch), busiest_first);
  printf (" [");
  for (guint i = 0; i < MIN (loop->n_stretches, 5); i++) {
    const Stretch *one = &loop->stretches[i];
    printf ("%s%.1f", i ? " " : "", (double) one->processor / 1e3);
    if (marks)
      printf ("@%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, one->end - one->wall, one->end);
  }
  printf ("]");
}

static void
print_stretches (const char *what)
{
  Loop *loop = the_loop ();

  qsort (loop->stretches, loop->n_stretches, sizeof (Stretch), longest_first);
  printf ("%s", what);
  for (guint i = 0; i < MIN (loop->n_stretches, 5); i++)
    printf (" %.1f (%.1f)", (double) loop->stretches[i].wall / 1e3,
            (double) loop->stretches[i].processor / 1e3);
  print_busiest (loop);
  printf ("\n");
  loop->most = MAX (loop->most, loop->n_stretches);
  loop->n_stretches = 0;
  fflush (stdout);
}

static void
forget_stretches (void)
{
  the_loop ()->n_stretches = 0;
}

static void
print_empty (void)
{
  print_stretches ("empty");
  _exit (0);
}

/* Prints milliseconds since the start and the processor time of the main thread, and exits. */
static void
finish (void)
{
  Stretch end = now ();

  printf ("%.1f (%.1f)\n", (double) (end.wall - the_loop ()->start) / 1e3,
          (double) end.processor / 1e3);
  fflush (stdout);
  _exit (0);
}

/* TRUE if @widget shows a chart; in the mode "time", the chart of program time with its numbers,
 * before which an empty chart is shown. */
static gboolean
widget_shows_chart (PoplensChartWidget *widget, const char *mode)
{
  PoplensChart *chart = poplens_chart_widget_get_chart (widget);

  return poplens_chart_widget_get_layout (widget) &&
         (!g_str_equal (mode, "time") ||
          (g_str_equal (poplens_chart_get_title (chart), "Program time") &&
           poplens_chart_get_n_series (chart)));
}

static GtkWidget *
find_chart (GtkWidget *widget, const char *mode)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (POPLENS_IS_CHART_WIDGET (widget))
    return widget_shows_chart (POPLENS_CHART_WIDGET (widget), mode) ? widget : NULL;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c)) {
    GtkWidget *found = find_chart (c, mode);
    if (found)
      return found;
  }
  return NULL;
}

/* Returns the page that the mode opens and waits for. (nullable) */
static const char *
page_of (const char *mode)
{
  if (g_str_equal (mode, "flame"))
    return "trace?view=flame";
  if (g_str_equal (mode, "time"))
    return "summary";
  return g_str_equal (mode, "memory") || g_str_equal (mode, "trace") ? mode : NULL;
}

static void
after_paint (GdkFrameClock *clock, Bench *bench)
{
  if (!page_of (bench->mode) || find_chart (bench->window, bench->mode))
    finish ();
}

static void
measure_empty (gpointer data)
{
  Bench *bench = data;

  poplens_bench_empty (bench->window, the_loop ()->most, forget_stretches, print_empty);
}

static gboolean
next_page (gpointer data)
{
  Bench *bench = data;

  if (bench->page)
    print_stretches (bench->pages[bench->page - 1]);
  if (!bench->pages[bench->page]) {
    measure_empty (bench);
    return G_SOURCE_REMOVE;
  }
  poplens_window_follow (POPLENS_WINDOW (bench->window), bench->pages[bench->page++]);
  return G_SOURCE_CONTINUE;
}

/* ---- tile after tile ---- */

static GtkWidget *
find_mapped (GtkWidget *widget, GType type)
{
  if (!gtk_widget_get_mapped (widget) || G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return gtk_widget_get_mapped (widget) ? widget : NULL;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c; c = gtk_widget_get_next_sibling (c)) {
    GtkWidget *found = find_mapped (c, type);
    if (found)
      return found;
  }
  return NULL;
}

static void
count_frame_rows (GdkFrameClock *clock, Bench *bench)
{
  GtkWidget *view = find_mapped (bench->window, GTK_TYPE_COLUMN_VIEW);
  GtkWidget *list = view ? gtk_widget_get_last_child (view) : NULL;
  guint n = 0;

  for (GtkWidget *c = list ? gtk_widget_get_first_child (list) : NULL; c;
       c = gtk_widget_get_next_sibling (c))
    n++;
  bench->fewest = MIN (bench->fewest, n);
  bench->most = MAX (bench->most, n);
}

static gboolean
next_tile (gpointer data)
{
  Bench *bench = data;
  g_autofree char *place = g_strdup_printf ("%s%ctile=%u", bench->place,
                                            strchr (bench->place, '?') ? '&' : '?', bench->tile);

  if (bench->tile == 1) {
    the_loop ()->n_stretches = 0;
    bench->most = 0;
  }
  if (bench->tile == N_TILES) {
    print_stretches (bench->place);
    printf ("rows in a frame: %u to %u\n", bench->fewest, bench->most);
    fflush (stdout);
    _exit (0);
  }
  bench->fewest = bench->tile > 1 ? bench->fewest : G_MAXUINT;
  poplens_window_follow (POPLENS_WINDOW (bench->window), place);
  g_timeout_add (bench->tile++ ? NEXT_TILE : FIRST_TILE, next_tile, bench);
  return G_SOURCE_REMOVE;
}

/* ---- the reports of a folder ---- */

static gboolean
next_rows (gpointer data)
{
  Bench *bench = data;
  GtkWidget *reports = find_mapped (bench->window, POPLENS_TYPE_REPORTS_TABLE);
  GtkWidget *view = reports ? find_mapped (reports, GTK_TYPE_COLUMN_VIEW) : NULL;

  if (!view || !poplens_reports_table_get_list (POPLENS_REPORTS_TABLE (reports)))
    return G_SOURCE_CONTINUE;
  if (!bench->tile)
    print_stretches ("read");
  if (bench->tile++ == N_FRAMES) {
    print_stretches ("scrolled");
    measure_empty (bench);
    return G_SOURCE_REMOVE;
  }
  GtkAdjustment *rows = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  gtk_adjustment_set_value (rows, gtk_adjustment_get_upper (rows) * bench->tile / N_FRAMES);
  return G_SOURCE_CONTINUE;
}

static void
first_frame (GdkFrameClock *clock, Bench *bench)
{
  g_signal_handlers_disconnect_by_func (clock, first_frame, bench);
  the_loop ()->watching = TRUE;
  if (g_str_equal (bench->mode, "tree")) {
    poplens_bench_tree (bench->window, (PoplensTreeBench){print_stretches, measure_empty, bench});
    return;
  }
  if (g_str_equal (bench->mode, "list")) {
    g_timeout_add (FRAME, next_rows, bench);
    return;
  }
  if (bench->place) {
    g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame_rows), bench);
    g_timeout_add (SETTLED_MILLISECONDS, next_tile, bench);
    return;
  }
  g_timeout_add (atoi (g_getenv ("BENCH_PAGE") ? g_getenv ("BENCH_PAGE") : "8000"), next_page,
                 bench);
}

static gboolean
is_watched (const Bench *bench)
{
  return g_str_equal (bench->mode, "stall") || g_str_equal (bench->mode, "tree") ||
         g_str_equal (bench->mode, "list") || bench->place;
}

static void
on_map (GtkWidget *window, Bench *bench)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect (clock, "after-paint",
                    is_watched (bench) ? G_CALLBACK (first_frame) : G_CALLBACK (after_paint),
                    bench);
}

static void
on_window (GtkApplication *application, GtkWindow *window, Bench *bench)
{
  /* The empty window at the end belongs to bench-empty.c. */
  if (bench->window)
    return;
  bench->window = GTK_WIDGET (window);
  if (gtk_widget_get_mapped (bench->window))
    on_map (bench->window, bench);
  else
    g_signal_connect_after (window, "map", G_CALLBACK (on_map), bench);
}

static void
on_activate (GtkApplication *application, Bench *bench)
{
  GtkWidget *window = gtk_application_window_new (application);

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  gtk_window_present (GTK_WINDOW (window));
}

static int
run_empty (Bench *bench)
{
  g_autoptr (GtkApplication) application =
      gtk_application_new ("org.poplens.Bench", G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "window-added", G_CALLBACK (on_window), bench);
  g_signal_connect (application, "activate", G_CALLBACK (on_activate), bench);
  return g_application_run (G_APPLICATION (application), 0, NULL);
}

static int
run_poplens (Bench *bench, char *program)
{
  const char *page = page_of (bench->mode);
  g_autofree char *place = g_strconcat ("--location=", page, NULL);
  char *arguments[] = {program, place, (char *) bench->path, NULL};

  if (!page) {
    arguments[1] = arguments[2];
    arguments[2] = NULL;
  }
  bench->application = poplens_application_new ();
  g_signal_connect (bench->application, "window-added", G_CALLBACK (on_window), bench);
  return g_application_run (G_APPLICATION (bench->application), (int) g_strv_length (arguments),
                            arguments);
}

int
main (int argc, char **argv)
{
  static const char *const all[] = {"summary",  "insights",   "memory", "liveness",
                                    "programs", "operations", "trace",  NULL};
  const char *start = g_getenv ("BENCH_START");
  Bench bench = {.mode = argc > 1 ? argv[1] : "", .path = argc > 2 ? argv[2] : NULL};

  the_loop ()->start = start ? g_ascii_strtoll (start, NULL, 10) : g_get_monotonic_time ();
  g_setenv ("POPLENS_TEST", "1", TRUE);
  bench.pages = argc > 3 ? (const char *const *) argv + 3 : all;
  bench.place = g_str_equal (bench.mode, "tiles") && argc > 3 ? argv[3] : NULL;
  if (is_watched (&bench))
    g_main_context_set_poll_func (NULL, timed_poll);
  if (g_str_equal (bench.mode, "empty"))
    return run_empty (&bench);
  return run_poplens (&bench, argv[0]);
}
