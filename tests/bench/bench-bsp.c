#include "bench-bsp.h"

#include "pages/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define FRAMES 9
#define N_ZOOMS 7
#define WIDTH 1800
#define HEIGHT 1000

static void
die (const GError *error)
{
  fprintf (stderr, "bench: %s\n", error ? error->message : "cannot be done");
  exit (1);
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* Microseconds of it that this process has had. */
static gint64
processor_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static PoplensChartLayout *
lay_out (const PoplensPage *page, const PoplensChartView *view)
{
  PoplensChartStyle style = {FALSE, "sans"};

  return poplens_chart_layout_new ((PoplensChart *) poplens_page_get_chart (page)->chart, view,
                                   &style, WIDTH, HEIGHT);
}

/* As the window does it: laid out, and drawn into one picture. */
static void
draw_frame (const PoplensPage *page, const PoplensChartView *view, cairo_t *cr)
{
  PoplensChartLayout *layout = lay_out (page, view);

  poplens_chart_layout_draw (layout, cr);
  poplens_chart_layout_free (layout);
}

/* The median of frames that each lie a little further than the one before. */
static double
time_frames (const PoplensPage *page, PoplensChartView view, cairo_t *cr)
{
  double width = view.to - view.from;
  gint64 took[FRAMES];

  for (guint i = 0; i < FRAMES; i++) {
    gint64 start = g_get_monotonic_time ();
    draw_frame (page, &view, cr);
    took[i] = g_get_monotonic_time () - start;
    view.from += width / 150;
    view.to += width / 150;
  }
  qsort (took, FRAMES, sizeof *took, by_time);
  return (double) took[FRAMES / 2] / 1000;
}

/* The longest of zooms about the view, whose tiles were read: in and out, lines higher. */
static double
time_zooms (const PoplensPage *page, const PoplensChartView *view)
{
  static const struct {
    double cycles, lines;
  } zooms[N_ZOOMS] = {{1, 0}, {0.8, 0}, {0.4, 0}, {1.5, 0}, {1, 1.5}, {1, 3}, {0.5, 20}};
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double longest = 0;

  for (guint i = 0; i < N_ZOOMS; i++) {
    PoplensChartView other = *view;
    other.to = other.from + (view->to - view->from) * zooms[i].cycles;
    other.line_zoom = zooms[i].lines;
    longest = MAX (longest, time_frames (page, other, cr));
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return longest;
}

/* Milliseconds till the tiles in @view are there. */
static double
read_tiles (const PoplensPage *page, const PoplensPlace *place, const PoplensChartView *view)
{
  g_autoptr (GError) error = NULL;
  PoplensChartLayout *layout = lay_out (page, view);
  gint64 start = g_get_monotonic_time ();

  if (!poplens_page_fetch_fields (page, place, layout, NULL, &error))
    die (error);
  poplens_chart_layout_free (layout);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

void
bench_bsp (const char *path, gboolean each)
{
  static const char *const names[] = {"whole run", "a tenth", "a step"};
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (path, &error);
  g_autoptr (PoplensPlace) place = poplens_place_parse ("trace?bsp=yes", NULL);
  g_autoptr (PoplensPage) page =
      report ? poplens_page_build (report, place, POPLENS_BYTE_UNIT_BINARY, NULL, &error) : NULL;
  double longest = 0;

  if (!page)
    die (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    PoplensChartView view = poplens_chart_view_all (poplens_page_get_chart (page)->chart);
    double width = view.to - view.from, reading, took;
    gint64 work, read;
    if (i) {
      view.from += width * 0.45;
      view.to = view.from + (i == 1 ? width / 10 : 20000);
    }
    read = processor_time ();
    reading = read_tiles (page, place, &view);
    work = processor_time ();
    read = work - read;
    took = time_zooms (page, &view);
    work = (processor_time () - work) / (N_ZOOMS * FRAMES);
    longest = MAX (longest, took);
    if (each)
      printf ("%s: a frame %.1f (of the processor %.1f on the average), read in %.1f (%.1f)\n",
              names[i], took, (double) work / 1000, reading, (double) read / 1000);
  }
  printf ("%.1f\n", longest);
}
