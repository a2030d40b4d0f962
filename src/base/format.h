/* Numbers and units as people read them. All functions write into a buffer of the caller's and
 * return it, so that drawing allocates nothing; output does not depend on the locale. */
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
/* Digits alone, as scripts read them: "-1234567". */
const char *poplens_format_plain (PoplensNumber buffer, gint64 value);
/* -12345 → "−12,345" with a real minus sign */
const char *poplens_format_signed (PoplensNumber buffer, gint64 value);
/* Three significant figures or more: "0 B", "512 B", "32.0 KiB", "1,129 KiB", "897 MiB",
 * "1,794 MiB": up to 9,999 of a unit. */
const char *poplens_format_bytes (PoplensNumber buffer, guint64 bytes, PoplensByteUnit unit);
/* The power of 1,024 or 1,000 in which so many bytes are written: 0 B, 1 KiB, 2 MiB … */
guint poplens_byte_power (guint64 bytes, PoplensByteUnit unit);
/* In the unit of the larger of both, where that leaves a tenth of it: "1,152 MiB", "5.91 MiB". */
const char *poplens_format_bytes_beside (PoplensNumber buffer, guint64 bytes, guint64 other,
                                         PoplensByteUnit unit);
/* "33.4 KiB of 624 KiB"; only the first if @of is 0: not known. (transfer full) */
char *poplens_bytes_of (guint64 bytes, guint64 of, PoplensByteUnit unit);
/* The same in the unit of @largest, the largest number of a column, whatever @bytes are: "0.4 MiB",
 * "< 0.1 MiB". */
const char *poplens_format_bytes_in_column (PoplensNumber buffer, guint64 bytes, guint64 largest,
                                            PoplensByteUnit unit);
const char *poplens_format_signed_bytes (PoplensNumber buffer, gint64 bytes, PoplensByteUnit unit);
/* With so many digits behind the point, ungrouped, as scripts and drawings read numbers: "0.50". */
const char *poplens_format_fixed (PoplensNumber buffer, double value, guint decimals);
/* With so many significant digits at most: "1.53", "0.00012", "1e+20". */
const char *poplens_format_digits (PoplensNumber buffer, double value, guint digits);
/* The shortest text that reads back as the same number. */
const char *poplens_format_exact (PoplensNumber buffer, double value);
/* 0.4976 → "49.8 %"; what is not zero but rounds to it gives "< 0.1 %". */
const char *poplens_format_percent (PoplensNumber buffer, double ratio);
/* A difference as a part of what it is of: 0.053 → "+5.3 %", −0.0001 → "−0.0 %": its sign says
 * that it is not "0.0 %". */
const char *poplens_format_signed_percent (PoplensNumber buffer, double ratio);
/* Finer than a cell shows it: two decimals, and three digits of what is less than 1 %:
 * −0.036488 → "−3.65 %", 0.0000123 → "0.00123 %". */
const char *poplens_format_fine_percent (PoplensNumber buffer, double ratio);
/* Seconds as "9.55 ms", "1.50 s", "497 µs", "3 min 20 s". */
const char *poplens_format_seconds (PoplensNumber buffer, double seconds);
/* A time to come, no finer than it can be known: "a few seconds", "about 50 seconds", "about 1
 * minute", "about 3 hours". */
const char *poplens_format_estimate (PoplensNumber buffer, double seconds);
/* Three figures from a million on, as charts and facts have them: "1 cycle", "718,477 cycles",
 * "5.32 M cycles", "1,908 M cycles". */
const char *poplens_format_cycles (PoplensNumber buffer, guint64 cycles);
/* The nominal time of @cycles at @hz cycles a second; "" where @hz is 0. */
const char *poplens_format_cycles_as_time (PoplensNumber buffer, guint64 cycles, guint64 hz);

/* @noun in the singular, or a noun that has only a plural, as more than one of its things are
 * called: "tiles", "categories", "cycles". (transfer full) */
char *poplens_format_plural (const char *noun);
/* "1 tile", "1,472 tiles"; @noun as in poplens_format_plural(), short enough for @buffer. */
const char *poplens_format_items (PoplensNumber buffer, guint64 n, const char *noun);
/* "−1 byte", "37,352,056 bytes". */
const char *poplens_format_signed_items (PoplensNumber buffer, gint64 n, const char *noun);

const char *poplens_byte_unit_name (PoplensByteUnit unit);
gboolean poplens_byte_unit_parse (const char *name, PoplensByteUnit *unit);

/* "A → B": a comparison by the names of its reports; @after: (nullable): of one report its name.
 * (transfer full) */
char *poplens_format_reports (const char *before, const char *after);

G_END_DECLS
