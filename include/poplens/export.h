/** @file
 * The trace in formats that other programs open. */
#pragma once

#include <poplens/report.h>

G_BEGIN_DECLS

/**
 * Writes the trace of the executed steps into a file, as `poplens-cli trace --export` does: whole,
 * or not at all. Every block that is drawn is written once, cut at the ends of the range. Takes
 * memory for the part "execution" and 16 bytes a step and IPU, and seconds for millions of steps:
 * call it on a worker where a main loop runs.
 *
 * @param self a report
 * @param path the file, in the encoding of file names; one that is there is replaced. Not in the
 *   report's directory
 * @param format (nullable): "chrome", "perfetto", "speedscope" or "folded"; NULL: by the file's
 *   ending: .trace.json and any other .json, .speedscope.json, .folded, else perfetto
 * @param place (nullable): what of the trace, a location of that page: "range" (cycles FROM-TO, the
 *   last one not included), "ipu", "view" (flat, flame: groups of steps by the paths in their
 * names, or blocks of lightweight profiling), "time" (cycles, or time: nominal, of the target's
 * clock) and "clock" (of blocks: recorded, or first). "trace?range=0-100000&ipu=1&time=time". NULL:
 * all of it, in cycles; in groups where the format is for stacks (speedscope, folded)
 * @param summary (out) (optional) (transfer full): what was written and what was not, for a person:
 *   "62 blocks in 3 tracks, 1 µs = 1 cycle"; free with `g_free ()`
 * @param cancellable (nullable): stops the work; no file is made
 * @param error (nullable): USAGE for an unknown format, a location that is none of the trace's, a
 * range or an IPU that the trace does not have, and a path in the report; ABSENT, also where
 * nothing was executed in that range; CHANGED; DAMAGED; NOT_FOUND where the file cannot be written;
 *   G_IO_ERROR_CANCELLED
 * @return FALSE with error set, and the file as it was
 */
POPLENS_EXPORT gboolean poplens_report_save_trace (PoplensReport *self, const char *path,
                                                   const char *format, const char *place,
                                                   char **summary, GCancellable *cancellable,
                                                   GError **error);

/**
 * The same into a stream: a socket, memory (GMemoryOutputStream), a compressor
 * (GConverterOutputStream) …
 *
 * @param self a report
 * @param stream is written to from the calling thread, and flushed; not closed
 * @param format "chrome", "perfetto", "speedscope" or "folded"
 * @param place (nullable): as poplens_report_save_trace ()
 * @param summary (out) (optional) (transfer full): as poplens_report_save_trace ()
 * @param cancellable (nullable): stops the work
 * @param error (nullable): as poplens_report_save_trace (); and what the stream failed with, as it
 *   says it
 * @return FALSE with error set; part of it may be written then
 */
POPLENS_EXPORT gboolean poplens_report_write_trace (PoplensReport *self, GOutputStream *stream,
                                                    const char *format, const char *place,
                                                    char **summary, GCancellable *cancellable,
                                                    GError **error);

G_END_DECLS
