/** @file
 * Export of the trace to the formats of other programs. */
#pragma once

#include <poplens/report.h>

G_BEGIN_DECLS

/**
 * Writes the trace of the executed steps to a file, as `poplens-cli export` does. The file
 * is written completely or not at all. Items are cut at the ends of the range. The call needs
 * memory for the part "execution" and 16 bytes per step and IPU. It takes seconds for millions of
 * steps, so a program with a main loop should call it on a worker.
 *
 * @param self a report
 * @param path the file, in the encoding of file names; an existing file is replaced. Must be
 * outside the directory of the report
 * @param format (nullable): "chrome", "perfetto" or "folded". NULL: chrome for a path that ends in
 *   .json, folded for .folded, else perfetto
 * @param location (nullable): a location of the trace page, such as
 *   "trace?range=0..100000&ipu=1&axis=time". Its keys are "range" (cycles FROM..TO, end excluded),
 *   "ipu", "view", "axis" (cycles, or time) and "clock" (recorded, or first; only for blocks). The
 *   view is flat, flame (steps grouped by the paths in their names) or blocks (lightweight
 *   profiling); the default for folded is flame. NULL: the whole trace, in cycles
 * @param summary (out) (optional) (transfer full): a summary of the written data for people: "62
 *   blocks in 3 tracks, 1 µs = 1 cycle"; free with `g_free ()`
 * @param cancellable (nullable): stops the work; no file is written
 * @param error (nullable): USAGE for an unknown format, a location of another page, a range or an
 * IPU that the trace does not have, and a path in the report; ABSENT, also if nothing was executed
 * in the range; CHANGED; DAMAGED; NOT_FOUND if the file cannot be written; G_IO_ERROR_CANCELLED
 * @return FALSE with error set; the file is then unchanged
 */
POPLENS_EXPORT gboolean poplens_report_save_trace (PoplensReport *self, const char *path,
                                                   const char *format, const char *location,
                                                   char **summary, GCancellable *cancellable,
                                                   GError **error);

/**
 * Writes the trace to a stream: a socket, memory (GMemoryOutputStream), a compressor
 * (GConverterOutputStream) …
 *
 * @param self a report
 * @param stream written by the calling thread and flushed, but not closed
 * @param format "chrome", "perfetto" or "folded"
 * @param location (nullable): as poplens_report_save_trace ()
 * @param summary (out) (optional) (transfer full): as poplens_report_save_trace ()
 * @param cancellable (nullable): stops the work
 * @param error (nullable): as poplens_report_save_trace (), and the errors of the stream, unchanged
 * @return FALSE with error set; a part of the trace may be written then
 */
POPLENS_EXPORT gboolean poplens_report_write_trace (PoplensReport *self, GOutputStream *stream,
                                                    const char *format, const char *location,
                                                    char **summary, GCancellable *cancellable,
                                                    GError **error);

G_END_DECLS
