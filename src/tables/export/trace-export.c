#include "tables/export/trace-export-private.h"

#include "analysis/trace/lanes.h"
#include "analysis/trace/trace-iterations.h"
#include "base/error.h"
#include "base/format.h"
#include "base/save-file.h"
#include "derived/parts.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"

#include <string.h>

/* How much of the work is done when the steps are in order. */
#define ORDERED 0.1

const PoplensTraceFormatInfo poplens_trace_formats[POPLENS_N_TRACE_FORMATS] = {
    {"chrome", "Chrome trace", ".trace.json", "1 µs = 1 cycle", "nominal µs"},
    {"perfetto", "Perfetto trace", ".pftrace", "1 ns = 1 cycle", "nominal ns"},
    {"folded", "Folded stacks", ".folded", "cycles", "nominal ns"},
};

static void (*const writers[POPLENS_N_TRACE_FORMATS]) (PoplensTraceExport *) = {
    poplens_trace_write_chrome,
    poplens_trace_write_perfetto,
    poplens_trace_write_folded,
};

gboolean
poplens_trace_format_parse (const char *key, PoplensTraceFormat *format)
{
  for (guint f = 0; f < POPLENS_N_TRACE_FORMATS; f++)
    if (!g_strcmp0 (key, poplens_trace_formats[f].key)) {
      *format = f;
      return TRUE;
    }
  return FALSE;
}

PoplensTraceFormat
poplens_trace_format_of_file (const char *path)
{
  for (guint f = 0; f < POPLENS_N_TRACE_FORMATS; f++)
    if (g_str_has_suffix (path, poplens_trace_formats[f].ending))
      return f;
  return g_str_has_suffix (path, ".json") ? POPLENS_TRACE_CHROME : POPLENS_TRACE_PERFETTO;
}

/* ---- what the writers share --------------------------------------------------------------------
 */

gboolean
poplens_trace_export_go_on (const PoplensTraceExport *self)
{
  return !self->error && !poplens_text_sink_failed (self->sink);
}

guint64
poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles)
{
  long double nanoseconds;

  if (!self->clock_hz)
    return cycles;
  nanoseconds = (long double) cycles * 1e9L / (long double) self->clock_hz + 0.5L;
  return (guint64) MIN (nanoseconds, (long double) G_MAXINT64);
}

char *
poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu)
{
  const PoplensTraceFormatInfo *info = &poplens_trace_formats[self->format];

  return g_strdup_printf ("IPU %u · %s", ipu, self->clock_hz ? "nominal time" : info->cycles);
}

char *
poplens_trace_export_track_name (const char *what, guint32 lane)
{
  return lane ? g_strdup_printf ("%s, overlapping %u", what, lane) : g_strdup (what);
}

const PoplensStrings *
poplens_trace_export_frames (const PoplensTraceExport *self)
{
  return self->light ? poplens_trace_light_frames (self->light) : self->events->frames;
}

guint32
poplens_trace_export_n_tracks (const PoplensTraceExport *self)
{
  return self->light ? poplens_trace_light_tracks (self->light)->tracks->len
                     : self->events->n_tracks;
}

/* ---- what is asked for -------------------------------------------------------------------------
 */

/* Without the cycles in view: taking the trace away means all of it, or what is selected. */
static gboolean
read_location (PoplensTraceExport *self, const PoplensLocation *location,
               PoplensTraceChoice *choice, GError **error)
{
  const char *view = location ? poplens_location_get (location, "view") : NULL;
  const char *range = location ? poplens_location_get (location, "range") : NULL;
  PoplensTraceWhich which;

  *choice = (PoplensTraceChoice){.execution = self->execution,
                                 .programs = self->programs,
                                 .to = G_MAXUINT64,
                                 .is_flame = !g_strcmp0 (view, "flame")};
  /* Both views of two traces draw their steps in order. */
  if (view && !choice->is_flame && strcmp (view, "flat") && strcmp (view, "traces") &&
      strcmp (view, "summary")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown view “%s”; use blocks, flat or flame", view);
    return FALSE;
  }
  return (!range || poplens_trace_location_range (location, self->execution, &choice->from,
                                                  &choice->to, &which, error)) &&
         poplens_trace_location_ipu (location, self->execution, &choice->ipu, error);
}

static gboolean
read_time (PoplensTraceExport *self, const PoplensLocation *location, GError **error)
{
  const char *time = location ? poplens_location_get (location, "axis") : NULL;
  gconstpointer target;

  if (!time || !strcmp (time, "cycles"))
    return TRUE;
  if (strcmp (time, "time")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown unit “%s”; use cycles or time",
                 time);
    return FALSE;
  }
  if (!poplens_load_optional (self->report, POPLENS_PART_TARGET, &target, self->work.cancellable,
                              error))
    return FALSE;
  self->clock_hz = target ? ((const PoplensTarget *) target)->clock_hz : 0;
  if (self->clock_hz)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s: no clock recorded; export the trace in cycles",
               poplens_report_get_name (self->report));
  return FALSE;
}

/* Runs may overlap where the first steps of one begin while others still run. */
static GArray *
make_runs (const PoplensExecution *x, const PoplensTraceEvents *events)
{
  g_autoptr (GArray) spans = poplens_trace_run_spans (x);
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (PoplensTraceRunBar));
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint i = 0; i < spans->len; i++) {
    const PoplensRunSpan *span = &g_array_index (spans, PoplensRunSpan, i);
    PoplensTraceRunBar bar = {poplens_strings_get (x->strings, x->runs[span->run].name),
                              MAX (span->from, events->of.from), MIN (span->to, events->of.to), 0};
    if (bar.from >= bar.to)
      continue;
    bar.lane = poplens_lane_fit_take (fit, bar.from, bar.to);
    g_array_append_val (runs, bar);
  }
  poplens_lane_fit_free (fit);
  return runs;
}

/* ---- writing -----------------------------------------------------------------------------------
 */

static void
export_clear (PoplensTraceExport *self)
{
  g_clear_pointer (&self->events, poplens_trace_events_free);
  g_clear_pointer (&self->light, poplens_trace_light_free);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->slice, poplens_slice_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTraceExport, export_clear)

static gboolean
order_events (PoplensTraceExport *self, const PoplensTraceChoice *choice, const PoplensWork *work,
              GError **error)
{
  PoplensWork share = poplens_work_share (work, 0, ORDERED);

  self->events = poplens_trace_events_new (choice, &share);
  if (!self->events) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return FALSE;
  }
  if (self->events->n) {
    self->runs = make_runs (self->execution, self->events);
    return TRUE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s: no executed steps in the selected part of the trace",
               poplens_report_get_name (self->report));
  return FALSE;
}

/* Steps, or where the location asks for them or there is nothing else blocks. */
static gboolean
order (PoplensTraceExport *self, const PoplensLocation *location, const PoplensWork *work,
       GError **error)
{
  const char *view = location ? poplens_location_get (location, "view") : NULL;
  PoplensTraceChoice choice;

  if (view ? !strcmp (view, "blocks") : !self->execution->n_steps && self->execution->light->n) {
    PoplensWork share = poplens_work_share (work, 0, ORDERED);
    self->runs = g_array_new (FALSE, FALSE, sizeof (PoplensTraceRunBar));
    return poplens_trace_light_open (self, location, &share, error);
  }
  return read_location (self, location, &choice, error) &&
         order_events (self, &choice, work, error);
}

static void
count_all (const PoplensTraceExport *self, PoplensTraceCount *count)
{
  const PoplensLightTracks *tracks = self->light ? poplens_trace_light_tracks (self->light) : NULL;

  if (tracks)
    *count = (PoplensTraceCount){.n_events = tracks->rows->len,
                                 .n_tracks = tracks->tracks->len,
                                 .n_lost = tracks->n_lost,
                                 .lost = tracks->lost};
  else
    *count = (PoplensTraceCount){.n_events = self->events->n,
                                 .n_tracks = self->events->n_tracks,
                                 .n_undrawn = self->events->n_undrawn};
}

static gboolean
finish (PoplensTraceExport *self, PoplensTraceCount *count, GError **error)
{
  if (count)
    count_all (self, count);
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    return FALSE;
  }
  if (g_cancellable_set_error_if_cancelled (self->work.cancellable, error))
    return FALSE;
  return poplens_text_sink_flush (self->sink, error);
}

gboolean
poplens_trace_export (PoplensReport *report, const PoplensLocation *location,
                      PoplensTraceFormat format, PoplensTextSink *sink, const PoplensWork *work,
                      PoplensTraceCount *count, GError **error)
{
  g_auto (PoplensTraceExport) self = {.report = report, .format = format, .sink = sink};
  gconstpointer programs, exchanges;

  self.work = poplens_work_share (work, ORDERED, 1);
  self.execution = poplens_report_load_execution (report, self.work.cancellable, error);
  if (!self.execution ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, self.work.cancellable,
                              error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, self.work.cancellable,
                              error))
    return FALSE;
  self.programs = programs;
  self.exchanges = exchanges;
  g_autoptr (PoplensLocation) at =
      location ? poplens_report_resolve_range (report, location, self.work.cancellable, error)
               : poplens_location_new (POPLENS_PAGE_TRACE);
  if (!at || !read_time (&self, at, error) || !order (&self, at, work, error))
    return FALSE;
  writers[format](&self);
  return finish (&self, count, error);
}

gboolean
poplens_trace_export_file (PoplensReport *report, const PoplensLocation *location,
                           PoplensTraceFormat format, const char *path, const PoplensWork *work,
                           PoplensTraceCount *count, GError **error)
{
  g_autoptr (PoplensSaveFile) file = NULL;
  g_autoptr (PoplensTextSink) sink = NULL;
  GError *cause = NULL;

  if (!poplens_report_may_write (report, path, error) ||
      !(file = poplens_save_file_new (path, error)))
    return FALSE;
  sink = poplens_text_sink_new (poplens_save_file_get_stream (file));
  if (poplens_trace_export (report, location, format, sink, work, count, &cause))
    return poplens_save_file_commit (file, error);
  if (poplens_text_sink_failed (sink))
    poplens_save_file_explain (file, cause, error);
  else
    g_propagate_error (error, cause);
  return FALSE;
}

PoplensLocation *
poplens_trace_export_location (PoplensReport *report, const PoplensLocation *location,
                               PoplensTraceFormat format, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) asked = location ? poplens_location_ref ((PoplensLocation *) location)
                                               : poplens_location_new (POPLENS_PAGE_TRACE);

  if (format != POPLENS_TRACE_FOLDED || poplens_location_get (asked, "view"))
    return g_steal_pointer (&asked);
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  if (!x)
    return NULL;
  return x->n_steps || !x->light->n ? poplens_location_with (asked, "view", "flame")
                                    : g_steal_pointer (&asked);
}

char *
poplens_trace_count_describe (const PoplensTraceCount *count, PoplensTraceFormat format,
                              const PoplensLocation *location)
{
  const PoplensTraceFormatInfo *info = &poplens_trace_formats[format];
  gboolean in_time = location && !g_strcmp0 (poplens_location_get (location, "axis"), "time");
  GString *text = g_string_new (NULL);
  PoplensNumber number, tracks;

  g_string_append_printf (
      text, "%s in %s, %s", poplens_format_items (number, count->n_events, "block"),
      poplens_format_items (tracks, count->n_tracks, "track"), in_time ? info->time : info->cycles);
  if (count->n_undrawn)
    g_string_append_printf (text, "; %s without active tiles omitted",
                            poplens_format_count (number, count->n_undrawn));
  if (count->n_lost)
    g_string_append_printf (text,
                            count->n_lost == 1 ? "; one buffer overflowed and lost %s cycles"
                                               : "; buffers overflowed and lost %s cycles",
                            poplens_format_count (number, count->lost));
  return g_string_free (text, FALSE);
}
