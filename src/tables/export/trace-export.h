/* Writes the trace in formats of other programs: Chrome's Trace Event JSON, Perfetto's protobuf
 * trace, folded stacks.
 *
 * IPUs are processes, and the tracks of an IPU are their threads (analysis/trace/trace-events.h);
 * folded stacks sum over the tracks. Each drawn block is written once, cut at the ends of the
 * range, so that the durations match those of the chart.
 *
 * For blocks of lightweight profiling the tiles are the threads, and cycles lost by a full buffer
 * are separate events. */
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
  const char *key;    /* "chrome" */
  const char *title;  /* "Chrome trace" */
  const char *ending; /* ".trace.json" */
  const char *cycles; /* unit of its numbers in cycles: "1 µs = 1 cycle" */
  const char *time;   /* unit in time: "nominal µs" */
} PoplensTraceFormatInfo;

extern const PoplensTraceFormatInfo poplens_trace_formats[POPLENS_N_TRACE_FORMATS];

gboolean poplens_trace_format_parse (const char *key, PoplensTraceFormat *format);
/* Returns the format for a file name extension. Other JSON files are Chrome's, all others
 * Perfetto's. */
PoplensTraceFormat poplens_trace_format_of_file (const char *path);

typedef struct {
  guint64 n_events; /* steps that were written, counted on each IPU that took part */
  guint32 n_tracks;
  guint64 n_undrawn; /* steps that were left out: no tile was active, so they have no position in
                        time */
  guint64 n_lost;    /* blocks: overflows among them */
  guint64 lost;      /* cycles that the overflows lost */
} PoplensTraceCount;

/* Writes the trace to @sink. @location: (nullable): "ipu", "range" (default: all), "view" ("flat";
 * "flame" groups steps by the paths in names; "blocks" of lightweight profiling, which are the
 * default if there is nothing else), "clock" (of blocks) and "axis" (cycles, or time: nanoseconds
 * of the target's nominal clock). Memory: the part and 16 bytes a row. @work: (nullable). @count:
 * (out) (nullable). FALSE with @error; errors of @sink are in the sink. */
gboolean poplens_trace_export (PoplensReport *report, const PoplensLocation *location,
                               PoplensTraceFormat format, PoplensTextSink *sink,
                               const PoplensWork *work, PoplensTraceCount *count, GError **error);
/* Writes the trace to a file, completely or not at all. @path must not be in the report. */
gboolean poplens_trace_export_file (PoplensReport *report, const PoplensLocation *location,
                                    PoplensTraceFormat format, const char *path,
                                    const PoplensWork *work, PoplensTraceCount *count,
                                    GError **error);
/* Returns @location (nullable) with a view that suits @format, if it names none: formats for stacks
 * get groups of steps; blocks have no groups. (transfer full) (nullable): NULL with @error */
PoplensLocation *poplens_trace_export_location (PoplensReport *report,
                                                const PoplensLocation *location,
                                                PoplensTraceFormat format,
                                                GCancellable *cancellable, GError **error);
/* Returns "62 blocks in 3 tracks, 1 µs = 1 cycle; left out: …". (transfer full) */
char *poplens_trace_count_describe (const PoplensTraceCount *count, PoplensTraceFormat format,
                                    const PoplensLocation *location);

G_END_DECLS
