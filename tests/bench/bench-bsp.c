/* Benchmark of the trace with all tiles: reading the tiles, and frames at several zooms. */
#include "bench-bsp.h"

#include "bench-common.h"
#include "pages/core/page.h"

#include <stdio.h>

#define FRAMES 9
#define N_ZOOMS 7
#define WIDTH 1800
#define HEIGHT 1000

static PoplensChartLayout *
lay_out_tiles (const PoplensPage *page, const PoplensChartView *view)
{
  PoplensChartStyle style = {FALSE, "sans"};

  return poplens_chart_layout_new ((PoplensChart *) poplens_page_get_chart (page)->chart, view,
                                   &style, WIDTH, HEIGHT);
}

/* Lays out and draws a frame, as the window does. */
static void
draw_frame (const PoplensPage *page, const PoplensChartView *view, cairo_t *cr)
{
  PoplensChartLayout *layout = lay_out_tiles (page, view);

  poplens_chart_layout_draw (layout, cr);
  poplens_chart_layout_free (layout);
}

/* Returns the median time of frames, each panned a little further than the one before, in ms. */
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
  return bench_median (took, FRAMES);
}

/* Returns the longest time of zooms around the view, whose tiles were read: in and out, with higher
 * lines. */
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

/* Returns the milliseconds until the tiles in @view are read. */
static double
read_tiles (const PoplensPage *page, const PoplensLocation *location, const PoplensChartView *view)
{
  g_autoptr (GError) error = NULL;
  PoplensChartLayout *layout = lay_out_tiles (page, view);
  gint64 start = g_get_monotonic_time ();

  if (!poplens_page_fetch_fields (page, location, layout, NULL, &error))
    bench_die (error);
  poplens_chart_layout_free (layout);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

void
bench_bsp (const char *path, gboolean each)
{
  static const char *const names[] = {"whole run", "a tenth", "a step"};
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (PoplensLocation) location = poplens_location_parse ("trace?bsp=yes", NULL);
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);
  double longest = 0;

  if (!page)
    bench_die (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    PoplensChartView view = poplens_chart_view_all (poplens_page_get_chart (page)->chart);
    double width = view.to - view.from, reading, took;
    gint64 work, read;
    if (i) {
      view.from += width * 0.45;
      view.to = view.from + (i == 1 ? width / 10 : 20000);
    }
    read = bench_processor_time (CLOCK_PROCESS_CPUTIME_ID);
    reading = read_tiles (page, location, &view);
    work = bench_processor_time (CLOCK_PROCESS_CPUTIME_ID);
    read = work - read;
    took = time_zooms (page, &view);
    work = (bench_processor_time (CLOCK_PROCESS_CPUTIME_ID) - work) / (N_ZOOMS * FRAMES);
    longest = MAX (longest, took);
    if (each)
      printf ("%s: a frame %.1f (of the processor %.1f on the average), read in %.1f (%.1f)\n",
              names[i], took, (double) work / 1000, reading, (double) read / 1000);
  }
  printf ("%.1f\n", longest);
}
