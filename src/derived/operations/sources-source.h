/* Bytes and cycles of a report by source file and line, computed once and owned by the report. */
#pragma once

#include "analysis/operations/source-lines.h"
#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Returns bytes and cycles by source line. The key "frame" of @location (nullable) says which frame
 * of a call chain gives the line: "caller" (the default) or "innermost". Bytes or cycles are
 * unknown if the report lacks the parts for them. The first call scans exchange_regions, and needs
 * the kinds of all variables. NULL with ABSENT if there are no programs, USAGE for another frame.
 */
const PoplensSourceLines *poplens_report_sources (PoplensReport *report,
                                                  const PoplensLocation *location,
                                                  GCancellable *cancellable, GError **error);

/* Returns the value of the location's key "line" for a row: "/src/encoder.py:42", the file of the
 * toolchain, or "(stack)". (transfer full) */
char *poplens_source_row_key (const PoplensSourceRow *row);
/* Returns the first row with @key, "/src/encoder.py:42". If there is none, returns the row of the
 * only key that ends with @key after a "/": "encoder.py:42". G_MAXUINT32 with USAGE if no key or
 * several keys match. @error: (nullable) */
guint32 poplens_source_lines_find (const PoplensSourceLines *lines, const char *key,
                                   GError **error);

typedef enum {
  POPLENS_SOURCE_BY_CYCLES, /* tile cycles */
  POPLENS_SOURCE_BY_BYTES,
  POPLENS_SOURCE_BY_PEAK,
  POPLENS_N_SOURCE_MEASURES,
} PoplensSourceMeasure;

const char *poplens_source_measure_key (PoplensSourceMeasure measure);   /* "cycles" */
const char *poplens_source_measure_title (PoplensSourceMeasure measure); /* "Tile cycles" */
/* TRUE if the report recorded @measure. */
gboolean poplens_source_lines_know (const PoplensSourceLines *lines, PoplensSourceMeasure measure);
gint64 poplens_source_row_value (const PoplensSourceRow *row, PoplensSourceMeasure measure);
/* Returns the sum over the rows, without cycles outside the program. Shares are relative to this
 * sum. */
gint64 poplens_source_lines_total (const PoplensSourceLines *lines, PoplensSourceMeasure measure);
/* Finds the measure that the location's key "measure" names. The default is the first recorded one
 * of cycles, peak and bytes. FALSE with USAGE if there is no such measure, ABSENT if it was not
 * recorded. */
gboolean poplens_source_measure_of (const PoplensSourceLines *lines,
                                    const PoplensLocation *location, PoplensSourceMeasure *measure,
                                    GError **error);

G_END_DECLS
