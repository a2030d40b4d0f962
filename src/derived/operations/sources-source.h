/* Bytes and cycles of a report by file and line, worked out once; they live as long as the report.
 */
#pragma once

#include "analysis/operations/source-lines.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* By the key "frame" of the location: "caller" (without it) or "innermost". Bytes and cycles are
 * each there where the report has their parts. Cost at the first call: the kinds of all variables,
 * a pass over exchange_regions, and the names of the buffers that no exchange writes.
 *
 * @location: (nullable). NULL with ABSENT where there are no programs, USAGE for another frame. */
const PoplensSourceLines *poplens_report_sources (PoplensReport *report,
                                                  const PoplensLocation *location,
                                                  GCancellable *cancellable, GError **error);

/* What a location's key "line" says for a row: "/src/encoder.py:42", the file of the toolchain, or
 * "(stack)". (transfer full) */
char *poplens_source_row_key (const PoplensSourceRow *row);
/* The first row with that key, or with the one key that ends so behind a "/": "encoder.py:42".
 * G_MAXUINT32 with USAGE where there is none, or several. @error: (nullable) */
guint32 poplens_source_lines_find (const PoplensSourceLines *lines, const char *key,
                                   GError **error);

typedef enum {
  POPLENS_SOURCE_BY_CYCLES, /* of all tiles */
  POPLENS_SOURCE_BY_BYTES,
  POPLENS_SOURCE_BY_PEAK,
  POPLENS_N_SOURCE_MEASURES,
} PoplensSourceMeasure;

const char *poplens_source_measure_key (PoplensSourceMeasure measure);   /* "cycles" */
const char *poplens_source_measure_title (PoplensSourceMeasure measure); /* "Tile cycles" */
gboolean poplens_source_lines_know (const PoplensSourceLines *lines, PoplensSourceMeasure measure);
gint64 poplens_source_row_value (const PoplensSourceRow *row, PoplensSourceMeasure measure);
/* Σ over the rows, without what passes outside of the program: what shares are of. */
gint64 poplens_source_lines_total (const PoplensSourceLines *lines, PoplensSourceMeasure measure);
/* The measure that the key "measure" names, else the first that is known of cycles, peak and bytes.
 * FALSE with USAGE for another one, with ABSENT where it was not recorded. */
gboolean poplens_source_measure_of (const PoplensSourceLines *lines,
                                    const PoplensLocation *location, PoplensSourceMeasure *measure,
                                    GError **error);

G_END_DECLS
