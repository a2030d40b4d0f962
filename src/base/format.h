/* Numbers and units for users. Functions write to a buffer of the caller and return it, so that
 * drawing allocates nothing. Output does not depend on the locale. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_NUMBER_SIZE 48
typedef char PoplensNumber[POPLENS_NUMBER_SIZE];

/**
 * PoplensByteUnit: how bytes are written
 * @POPLENS_BYTE_UNIT_BINARY: 1.0 KiB (1,024 B); the default
 * @POPLENS_BYTE_UNIT_SI: 1.0 kB (1,000 B)
 * @POPLENS_BYTE_UNIT_BYTES: 1,024 B, always exact
 */
typedef enum {
  POPLENS_BYTE_UNIT_BINARY,
  POPLENS_BYTE_UNIT_SI,
  POPLENS_BYTE_UNIT_BYTES,
} PoplensByteUnit;

/* 12345 → "12,345" */
const char *poplens_format_count (PoplensNumber buffer, guint64 value);
/* Writes digits without grouping, for scripts: "-1234567". Returns a pointer into @buffer. */
const char *poplens_format_plain (PoplensNumber buffer, gint64 value);
/* -12345 → "−12,345" with a real minus sign */
const char *poplens_format_signed (PoplensNumber buffer, gint64 value);
/* Writes @bytes with at least three significant digits: "512 B", "32.0 KiB", "1,129 KiB", "1,794
 * MiB". A larger unit is used only above 9,999. */
const char *poplens_format_bytes (PoplensNumber buffer, guint64 bytes, PoplensByteUnit unit);
/* Returns the power of 1,024 or 1,000 in which @bytes are written: 0 for B, 1 for KiB, 2 for MiB …
 */
guint poplens_byte_power (guint64 bytes, PoplensByteUnit unit);
/* Writes @bytes in the unit of the larger of @bytes and @other: "5.91 MiB" beside "1,152 MiB".
 * Below 0.1 of that unit, uses a smaller unit. */
const char *poplens_format_bytes_beside (PoplensNumber buffer, guint64 bytes, guint64 other,
                                         PoplensByteUnit unit);
/* Returns "33.4 KiB of 624 KiB", or only "33.4 KiB" if @of is 0 (unknown). (transfer full) */
char *poplens_bytes_of (guint64 bytes, guint64 of, PoplensByteUnit unit);
/* Writes @bytes in the unit of @largest, the largest number of the column: "0.4 MiB", "< 0.1
 * MiB". */
const char *poplens_format_bytes_in_column (PoplensNumber buffer, guint64 bytes, guint64 largest,
                                            PoplensByteUnit unit);
const char *poplens_format_signed_bytes (PoplensNumber buffer, gint64 bytes, PoplensByteUnit unit);
/* Writes @decimals digits after the point, without grouping, for scripts and drawings: "0.50". */
const char *poplens_format_fixed (PoplensNumber buffer, double value, guint decimals);
/* Writes at most @digits significant digits: "1.53", "0.00012", "1e+20". */
const char *poplens_format_digits (PoplensNumber buffer, double value, guint digits);
/* Writes the shortest text that parses to the same number. */
const char *poplens_format_exact (PoplensNumber buffer, double value);
/* 0.4976 → "49.8 %"; tiny ratios give "< 0.1 %", and ratios just below 1 "> 99.9 %". */
const char *poplens_format_percent (PoplensNumber buffer, double ratio);
/* Writes a relative change: 0.053 → "+5.3 %", −0.0001 → "−0.0 %", whose sign shows that it is not
 * 0. */
const char *poplens_format_signed_percent (PoplensNumber buffer, double ratio);
/* Writes a ratio with more digits than a cell of a table: "−3.65 %". Below 1 % it has three
 * significant digits: "0.00123 %". */
const char *poplens_format_fine_percent (PoplensNumber buffer, double ratio);
/* Writes a duration: "9.55 ms", "1.50 s", "497 µs", "3 min 20 s". */
const char *poplens_format_seconds (PoplensNumber buffer, double seconds);
/* Writes a remaining time without false precision: "a few seconds", "about 50 seconds", "about 1
 * minute", "about 3 hours". */
const char *poplens_format_estimate (PoplensNumber buffer, double seconds);
/* Writes cycles for charts and facts: "1 cycle", "718,477 cycles". From a million on, writes
 * millions: "5.32 M cycles", "1,908 M cycles". */
const char *poplens_format_cycles (PoplensNumber buffer, guint64 cycles);
/* Writes the nominal time of @cycles at @hz cycles per second; "" if @hz is 0. */
const char *poplens_format_cycles_as_time (PoplensNumber buffer, guint64 cycles, guint64 hz);

/* Returns the plural of @noun: "tiles", "categories". A noun that ends in "s" stays unchanged.
 * (transfer full) */
char *poplens_format_plural (const char *noun);
/* Writes "1 tile" or "1,472 tiles". @noun: as in poplens_format_plural(), short enough for
 * @buffer */
const char *poplens_format_items (PoplensNumber buffer, guint64 n, const char *noun);
/* Writes "−1 byte" or "37,352,056 bytes". */
const char *poplens_format_signed_items (PoplensNumber buffer, gint64 n, const char *noun);

const char *poplens_byte_unit_name (PoplensByteUnit unit);
gboolean poplens_byte_unit_parse (const char *name, PoplensByteUnit *unit);

/* Returns "A → B" for a comparison of two reports. @after: (nullable): if NULL, returns @before.
 * (transfer full) */
char *poplens_format_reports (const char *before, const char *after);

G_END_DECLS
