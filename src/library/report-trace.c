/* The trace in formats of other programs. */
#define POPLENS_INSIDE
#include "base/error.h"
#include "tables/export/trace-export.h"

#include <poplens/export.h>

/* What of the trace is to be written, and how. */
typedef struct {
  PoplensTraceFormat format;
  PoplensLocation *location;
} Asked;

static void
asked_clear (Asked *self)
{
  g_clear_pointer (&self->location, poplens_location_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

static gboolean
read_format (const char *format, PoplensTraceFormat *found, GError **error)
{
  if (poplens_trace_format_parse (format, found))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown trace format \u201c%s\u201d; use chrome, perfetto or folded", format);
  return FALSE;
}

/* On other pages the keys mean something else, and all of the trace would be written. */
static gboolean
read_location (Asked *self, PoplensReport *report, const char *text, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (PoplensLocation) location = text ? poplens_location_parse (text, error) : NULL;

  if ((text && !location) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (location && poplens_location_get_page (location) != POPLENS_PAGE_TRACE) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid location \u201c%s\u201d; use trace?key=value", text);
    return FALSE;
  }
  self->location =
      poplens_trace_export_location (report, location, self->format, cancellable, error);
  return self->location != NULL;
}

static void
sum_up (const Asked *asked, const PoplensTraceCount *count, char **summary)
{
  if (summary)
    *summary = poplens_trace_count_describe (count, asked->format, asked->location);
}

gboolean
poplens_report_save_trace (PoplensReport *self, const char *path, const char *format,
                           const char *location, char **summary, GCancellable *cancellable,
                           GError **error)
{
  g_auto (Asked) asked = {0};
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTraceCount count = {0};

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (path && *path, "path", error))
    return FALSE;
  asked.format = poplens_trace_format_of_file (path);
  if ((format && !read_format (format, &asked.format, error)) ||
      !read_location (&asked, self, location, cancellable, error) ||
      !poplens_trace_export_file (self, asked.location, asked.format, path, &work, &count, error))
    return FALSE;
  sum_up (&asked, &count, summary);
  return TRUE;
}

gboolean
poplens_report_write_trace (PoplensReport *self, GOutputStream *stream, const char *format,
                            const char *location, char **summary, GCancellable *cancellable,
                            GError **error)
{
  g_auto (Asked) asked = {0};
  g_autoptr (PoplensTextSink) sink = NULL;
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTraceCount count = {0};

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (G_IS_OUTPUT_STREAM (stream), "stream", error) ||
      !poplens_error_require (format != NULL, "format", error) ||
      !read_format (format, &asked.format, error) ||
      !read_location (&asked, self, location, cancellable, error))
    return FALSE;
  sink = poplens_text_sink_new (stream);
  if (!poplens_trace_export (self, asked.location, asked.format, sink, &work, &count, error))
    return FALSE;
  sum_up (&asked, &count, summary);
  return TRUE;
}
