/* Functions of the public interface other than frames: trace formats, search, budgets, and the
 * parts of a report. */
#include "base/error.h"
#include "library/frame-private.h"
#include "report/report.h"
#include "tables/budget/budget.h"
#include "tables/export/trace-export.h"
#include "tables/find/find.h"

#include <poplens/export.h>
#include <poplens/report.h>
#include <string.h>

/* ---- the trace ------------------------------------------------------------------------------- */

/* Part of the trace to write, and its format. */
typedef struct {
  PoplensTraceFormat format;
  PoplensLocation *location;
} TraceRequest;

static void
trace_request_clear (TraceRequest *self)
{
  g_clear_pointer (&self->location, poplens_location_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TraceRequest, trace_request_clear)

static gboolean
read_trace_format (const char *format, PoplensTraceFormat *found, GError **error)
{
  if (poplens_trace_format_parse (format, found))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown trace format \u201c%s\u201d; use chrome, perfetto or folded", format);
  return FALSE;
}

/* Parses @text as a location of the trace page. Refuses other pages, because their keys would
 * select nothing in the trace. */
static gboolean
trace_request_read_location (TraceRequest *self, PoplensReport *report, const char *text,
                             GCancellable *cancellable, GError **error)
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
trace_request_summarize (const TraceRequest *asked, const PoplensTraceCount *count, char **summary)
{
  if (summary)
    *summary = poplens_trace_count_describe (count, asked->format, asked->location);
}

gboolean
poplens_report_save_trace (PoplensReport *self, const char *path, const char *format,
                           const char *location, char **summary, GCancellable *cancellable,
                           GError **error)
{
  g_auto (TraceRequest) asked = {0};
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTraceCount count = {0};

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (path && *path, "path", error))
    return FALSE;
  asked.format = poplens_trace_format_of_file (path);
  if ((format && !read_trace_format (format, &asked.format, error)) ||
      !trace_request_read_location (&asked, self, location, cancellable, error) ||
      !poplens_trace_export_file (self, asked.location, asked.format, path, &work, &count, error))
    return FALSE;
  trace_request_summarize (&asked, &count, summary);
  return TRUE;
}

gboolean
poplens_report_write_trace (PoplensReport *self, GOutputStream *stream, const char *format,
                            const char *location, char **summary, GCancellable *cancellable,
                            GError **error)
{
  g_auto (TraceRequest) asked = {0};
  g_autoptr (PoplensTextSink) sink = NULL;
  PoplensWork work = poplens_work_of (cancellable);
  PoplensTraceCount count = {0};

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (G_IS_OUTPUT_STREAM (stream), "stream", error) ||
      !poplens_error_require (format != NULL, "format", error) ||
      !read_trace_format (format, &asked.format, error) ||
      !trace_request_read_location (&asked, self, location, cancellable, error))
    return FALSE;
  sink = poplens_text_sink_new (stream);
  if (!poplens_trace_export (self, asked.location, asked.format, sink, &work, &count, error))
    return FALSE;
  trace_request_summarize (&asked, &count, summary);
  return TRUE;
}

/* ---- names and limits ------------------------------------------------------------------------ */

PoplensFrame *
poplens_report_find (PoplensReport *self, const char *query, guint limit, GCancellable *cancellable,
                     GError **error)
{
  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error) ||
      !poplens_error_require (query != NULL, "query", error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_autoptr (PoplensFinder) finder = poplens_finder_of (self, cancellable, error);
  PoplensFinds *finds = finder ? poplens_finder_find (finder, query, limit ? limit : G_MAXINT32,
                                                      POPLENS_BYTE_UNIT_BINARY, cancellable, error)
                               : NULL;
  return finds ? poplens_frame_new_of_table (poplens_finds_table (finds, self)) : NULL;
}

PoplensFrame *
poplens_report_check_budget (PoplensReport *self, const char *file, const char *const *rules,
                             GCancellable *cancellable, GError **error)
{
  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error))
    return NULL;
  const char *const files[] = {file, NULL};
  g_autoptr (GPtrArray) all = poplens_budget_collect (files, rules, FALSE, error);
  if (!all || !poplens_error_require (all->len, "rule", error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !poplens_budget_judge (all, self, cancellable, error))
    return NULL;
  return poplens_frame_new_of_table (poplens_budget_table (g_steal_pointer (&all), self));
}

/* ---- parts ----------------------------------------------------------------------------------- */

const char *
poplens_get_version (void)
{
  return POPLENS_VERSION;
}

GStrv
poplens_report_find_all (const char *path, GError **error)
{
  g_autoptr (GPtrArray) found = poplens_error_require (path && *path, "path", error)
                                    ? poplens_report_discover (path, error)
                                    : NULL;

  if (!found)
    return NULL;
  GStrv paths = g_new0 (char *, found->len + 1);
  for (guint i = 0; i < found->len; i++)
    paths[i] = g_strdup (((PoplensReportCandidate *) g_ptr_array_index (found, i))->path);
  return paths;
}

const char *
poplens_report_get_file_path (PoplensReport *self, const char *name)
{
  g_return_val_if_fail (POPLENS_IS_REPORT (self) && name, NULL);
  for (guint f = 0; f < POPLENS_N_FILES; f++) {
    const PoplensReportFile *file = poplens_report_get_file (self, f);
    if (!strcmp (file->name, name))
      return file->path;
  }
  return NULL;
}

const char *const *
poplens_report_list_parts (void)
{
  static const char *const names[POPLENS_N_PARTS + 1] = {
      "target",    "options",    "compilation",    "memory",   "vertices",
      "programs",  "exchanges",  "variables",      "liveness", "execution",
      "archive.a", "debug.cbor", "framework.json", "app.json"};

  return names;
}

static gboolean
find_part (const char *name, PoplensPart *part)
{
  for (guint p = 0; p < POPLENS_N_PARTS; p++)
    if (!g_strcmp0 (poplens_part_name (p), name)) {
      *part = p;
      return TRUE;
    }
  return FALSE;
}

#define NO_PART "Unknown part; poplens_report_list_parts () lists all parts."

const char *
poplens_report_explain_part (PoplensReport *self, const char *part)
{
  PoplensPart found;

  g_return_val_if_fail (POPLENS_IS_REPORT (self), NULL);
  return find_part (part, &found) ? poplens_report_get_absence (self, found) : NO_PART;
}

gboolean
poplens_report_read_parts (PoplensReport *self, const char *const *parts, GCancellable *cancellable,
                           GError **error)
{
  guint32 bits = parts ? 0 : (1u << POPLENS_N_PARTS) - 1;
  PoplensPart part;

  if (!poplens_error_require (POPLENS_IS_REPORT (self), "report", error))
    return FALSE;
  for (guint i = 0; parts && parts[i]; i++) {
    if (!find_part (parts[i], &part)) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "unknown part \u201c%s\u201d; poplens_report_list_parts () lists all parts",
                   parts[i]);
      return FALSE;
    }
    bits |= POPLENS_PART_BIT (part);
  }
  return poplens_report_load_parts (self, bits, cancellable, error);
}
