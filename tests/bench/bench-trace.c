/* Benchmark of the lanes and the flame graph of a trace: time of a frame, and memory of the
 * page. */
#include "bench-trace.h"

#include "bench-common.h"
#include "pages/core/page.h"

#include <malloc.h>
#include <stdio.h>

#define FRAMES 9
#define WIDTH 1800
#define HEIGHT 1000

static PoplensPage *
build_trace_page (PoplensReport *report, gboolean is_flame)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location =
      poplens_location_parse (is_flame ? "trace?view=flame" : "trace", NULL);
  PoplensPage *page = poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  if (!page)
    bench_die (error);
  return page;
}

/* ---- frames ---- */

/* Returns the median time of frames, each panned a little further than the one before, in ms. */
static double
time_view (PoplensChart *chart, PoplensChartView view, cairo_t *cr)
{
  PoplensChartStyle style = {FALSE, "sans"};
  double step = (view.to - view.from) / 150;
  gint64 took[FRAMES];

  for (guint i = 0; i < FRAMES; i++) {
    gint64 start = bench_processor_time (CLOCK_THREAD_CPUTIME_ID);
    PoplensChartLayout *layout = poplens_chart_layout_new (chart, &view, &style, WIDTH, HEIGHT);
    poplens_chart_layout_draw (layout, cr);
    poplens_chart_layout_free (layout);
    took[i] = bench_processor_time (CLOCK_THREAD_CPUTIME_ID) - start;
    view.from += step;
    view.to += step;
  }
  return bench_median (took, FRAMES);
}

void
bench_frame (const char *path, gboolean is_flame, gboolean each)
{
  g_autoptr (PoplensReport) report = bench_open (path);
  g_autoptr (PoplensPage) page = build_trace_page (report, is_flame);
  PoplensChart *chart = poplens_page_get_chart (page)->chart;
  PoplensChartView all = poplens_chart_view_all (chart);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double longest = 0, middle = (all.from + all.to) / 2;

  for (double part = 1; part > 1e-7; part /= 10) {
    PoplensChartView view = all;
    double took;
    view.from = middle - (all.to - all.from) * part / 2;
    view.to = middle + (all.to - all.from) * part / 2;
    took = time_view (chart, view, cr);
    longest = MAX (longest, took);
    if (each)
      printf ("%g of the run: %.2f\n", part, took);
  }
  printf ("%.2f\n", longest);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* ---- memory ---- */

/* Returns the bytes that the C library has allocated. */
static gsize
bytes_in_use (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

void
bench_blocks (const char *path, gboolean each)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = bench_open (path);
  const PoplensExecution *execution;
  gsize empty = bytes_in_use (), before;

  if (!poplens_report_load_parts (report, poplens_page_parts (POPLENS_PAGE_TRACE), NULL, &error))
    bench_die (error);
  execution = poplens_report_load_execution (report, NULL, &error);
  before = bytes_in_use ();
  g_autoptr (PoplensPage) page = build_trace_page (report, FALSE);
  if (each) {
    gsize page_end = bytes_in_use ();
    const PoplensSection *section = poplens_page_find_section (page, "trace-types");
    g_autoptr (PoplensTable) table =
        poplens_page_make_table (report, page, section, page->location, NULL, NULL, &error);
    if (!table)
      bench_die (error);
    printf ("parts: %.1f\nStatistics: %.1f\n", (double) (before - empty) / execution->n_rows,
            (double) (bytes_in_use () - page_end) / execution->n_rows);
    printf ("%.1f\n", (double) (page_end - before) / execution->n_rows);
    return;
  }
  printf ("%.1f\n", (double) (bytes_in_use () - before) / execution->n_rows);
}
