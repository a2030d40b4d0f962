/* The trace in formats of other programs: Chrome's Trace Event JSON, Perfetto's protobuf trace,
 * folded stacks.
 *
 * IPUs are processes, and the tracks of an IPU their threads (analysis/trace/trace-events.h);
 * folded stacks add the tracks up. Every block that is drawn is written once, cut at the ends of
 * the range, so that what is written lasts what the blocks last.
 *
 * Of blocks of lightweight profiling the tiles are the threads; what a full buffer lost are events
 * of their own. */
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
  const char *cycles; /* what its numbers are in cycles, "1 µs = 1 cycle" … */
  const char *time;   /* … and in time: "nominal µs" */
} PoplensTraceFormatInfo;

extern const PoplensTraceFormatInfo poplens_trace_formats[POPLENS_N_TRACE_FORMATS];

gboolean poplens_trace_format_parse (const char *key, PoplensTraceFormat *format);
/* By its ending; another one of JSON is Chrome's, and what says nothing Perfetto's. */
PoplensTraceFormat poplens_trace_format_of_file (const char *path);

typedef struct {
  guint64 n_events; /* steps that were written, on each IPU that took part */
  guint32 n_tracks;
  guint64 n_undrawn; /* left out: no tile was active in them, so they have no place in time */
  guint64 n_lost;    /* of blocks: overflows among them … */
  guint64 lost;      /* … and the cycles of which nothing is known */
} PoplensTraceCount;

/* What @location (nullable) says of the trace: "ipu", "range" (else all of it), "view" (flat;
 * flame: groups by the paths in names; or blocks of lightweight profiling, which are written too
 * where there is nothing else), "clock" (of blocks) and "axis" (cycles, or time: nanoseconds at the
 * target's nominal clock). Memory: the part and 16 bytes a row. @work: (nullable). @count: (out)
 * (nullable). FALSE with an error; what @sink failed with is its own to say. */
gboolean poplens_trace_export (PoplensReport *report, const PoplensLocation *location,
                               PoplensTraceFormat format, PoplensTextSink *sink,
                               const PoplensWork *work, PoplensTraceCount *count, GError **error);
/* Into a file, whole or not at all; @path may not lie in the report. */
gboolean poplens_trace_export_file (PoplensReport *report, const PoplensLocation *location,
                                    PoplensTraceFormat format, const char *path,
                                    const PoplensWork *work, PoplensTraceCount *count,
                                    GError **error);
/* @location (nullable), with the view that suits @format where it names none: groups of steps in
 * what is for looking at stacks; blocks have none. NULL with an error. (transfer full) */
PoplensLocation *poplens_trace_export_location (PoplensReport *report,
                                                const PoplensLocation *location,
                                                PoplensTraceFormat format,
                                                GCancellable *cancellable, GError **error);
/* "62 blocks in 3 tracks, 1 µs = 1 cycle; left out: …" (transfer full) */
char *poplens_trace_count_describe (const PoplensTraceCount *count, PoplensTraceFormat format,
                                    const PoplensLocation *location);

G_END_DECLS
