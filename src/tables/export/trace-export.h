/* Exports the trace to formats of other programs: Chrome's Trace Event JSON, Perfetto's protobuf
 * format, and folded stacks. IPUs become processes, and tracks of an IPU become threads
 * (analysis/trace/trace-events.h). Folded stacks sum over tracks. Steps are cut at the ends of the
 * exported range, as in the chart. In lightweight profiling, tiles become threads, and lost cycles
 * are events. */
#pragma once

#include "base/text-sink.h"
#include "base/work.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_TRACE_CHROME,
  POPLENS_TRACE_PERFETTO,
  POPLENS_TRACE_FOLDED,
  POPLENS_N_TRACE_FORMATS,
} PoplensTraceFormat;

typedef struct {
  const char *key;    /* "chrome": name for options */
  const char *title;  /* "Chrome trace" */
  const char *ending; /* file name extension ".trace.json" */
  const char *cycles; /* what the numbers mean if the export is in cycles: "1 µs = 1 cycle" */
  const char *time;   /* what the numbers mean if the export is in time: "nominal µs" */
} PoplensTraceFormatInfo;

extern const PoplensTraceFormatInfo poplens_trace_formats[POPLENS_N_TRACE_FORMATS];

gboolean poplens_trace_format_parse (const char *key, PoplensTraceFormat *format);
/* Returns the format for a file name, by its extension: Chrome's format for ".json", Perfetto's for
 * unknown extensions. */
PoplensTraceFormat poplens_trace_format_of_file (const char *path);

typedef struct {
  guint64 n_events; /* written steps or blocks; a step counts once for each IPU that took part */
  guint32 n_tracks;
  guint64 n_undrawn; /* steps that were not written: no tile was active, so they have no time */
  guint64 n_lost;    /* for blocks: number of written events that report a buffer overflow */
  guint64 lost;      /* cycles lost by buffer overflows */
} PoplensTraceCount;

/* Writes the trace to @sink. Needs 16 bytes of memory for each row, besides the loaded parts.
 * @location: (nullable): selects what to write:
 * - "ipu" and "range" select steps. The default is all.
 * - "view" is "flat", "flame" (steps grouped by the paths in their names), or "blocks" (of
 *   lightweight profiling). The default is "blocks" if no steps were recorded.
 * - "clock" is the clock of blocks.
 * - "axis" is "cycles" or "time" (nominal nanoseconds).
 * @work: (nullable). @count: (out) (nullable). FALSE with @error; errors in writing are in @sink */
gboolean poplens_trace_export (PoplensReport *report, const PoplensLocation *location,
                               PoplensTraceFormat format, PoplensTextSink *sink,
                               const PoplensWork *work, PoplensTraceCount *count, GError **error);
/* Writes the trace to a file; if that fails, there is no file. @path must not be in the report's
 * directory. */
gboolean poplens_trace_export_file (PoplensReport *report, const PoplensLocation *location,
                                    PoplensTraceFormat format, const char *path,
                                    const PoplensWork *work, PoplensTraceCount *count,
                                    GError **error);
/* Returns @location (nullable) with the default "view" of @format: "flame" if the format is folded
 * stacks and steps were recorded. Does not replace a view that is set. (transfer full) (nullable):
 * NULL with @error */
PoplensLocation *poplens_trace_export_location (PoplensReport *report,
                                                const PoplensLocation *location,
                                                PoplensTraceFormat format,
                                                GCancellable *cancellable, GError **error);
/* Describes what was written: "62 blocks in 3 tracks, 1 µs = 1 cycle; left out: …". (transfer full)
 */
char *poplens_trace_count_describe (const PoplensTraceCount *count, PoplensTraceFormat format,
                                    const PoplensLocation *location);

G_END_DECLS
