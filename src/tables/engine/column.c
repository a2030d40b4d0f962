/* Formats the values of columns, and reads them from memory. */
#include "tables/engine/column.h"

#include <math.h>

/* ---- a cell ---------------------------------------------------------------------------------- */

gboolean
poplens_unit_is_numeric (PoplensUnit unit)
{
  return unit != POPLENS_UNIT_TEXT && unit != POPLENS_UNIT_BOOL && unit != POPLENS_UNIT_MIXED;
}

/* TRUE if the value is a difference, which is coloured by its sign. Bytes that become live or free
 * at a step are signed, but are not differences. */
static gboolean
value_is_difference (const PoplensColumn *column, const PoplensValue *value)
{
  switch (value->unit) {
  case POPLENS_UNIT_SIGNED_COUNT:
  case POPLENS_UNIT_SIGNED_CYCLES:
  case POPLENS_UNIT_SIGNED_RATIO:
    return TRUE;
  case POPLENS_UNIT_SIGNED_BYTES:
    return g_str_has_prefix (column->name, "difference") ||
           g_str_has_suffix (column->name, "_change");
  default:
    return FALSE;
  }
}

static double
as_real (const PoplensValue *value)
{
  return value->type == POPLENS_VALUE_INT ? (double) value->integer : value->real;
}

static gint64
as_integer (const PoplensValue *value)
{
  if (value->type == POPLENS_VALUE_INT)
    return value->integer;
  if (!isfinite (value->real) || fabs (value->real) >= 9.2e18)
    return 0;
  return (gint64) llround (value->real);
}

/* Formats an integer with thousands separators. */
static const char *
format_count (PoplensNumber buffer, gint64 value)
{
  return value < 0 ? poplens_format_signed (buffer, value) : poplens_format_count (buffer, value);
}

/* Formats a difference with a sign: "+1,234". */
static const char *
format_gain (PoplensNumber buffer, gint64 value)
{
  PoplensNumber number;

  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "+%s", poplens_format_count (number, (guint64) value));
  return buffer;
}

static const char *
format_bytes (PoplensNumber buffer, gint64 bytes, PoplensByteUnit unit)
{
  return bytes < 0 ? poplens_format_signed_bytes (buffer, bytes, unit)
                   : poplens_format_bytes (buffer, bytes, unit);
}

/* Formats a fraction with @digits significant digits. */
static const char *
format_real_number (PoplensNumber buffer, const PoplensValue *value, guint digits)
{
  if (value->type == POPLENS_VALUE_INT)
    return format_count (buffer, value->integer);
  if (!isfinite (value->real))
    return "–";
  if (value->real == trunc (value->real) && fabs (value->real) < 1e15)
    return format_count (buffer, (gint64) value->real);
  /* A large number looks like the counts next to it: with separators and without a fraction. */
  if (fabs (value->real) >= 1000 && fabs (value->real) < 1e15)
    return format_count (buffer, (gint64) llround (value->real));
  return poplens_format_digits (buffer, value->real, digits);
}

static const char *
format_microseconds (PoplensNumber buffer, double microseconds)
{
  PoplensNumber positive;

  if (!(microseconds < 0))
    return poplens_format_seconds (buffer, microseconds / 1e6);
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "\u2212%s",
              poplens_format_seconds (positive, -microseconds / 1e6));
  return buffer;
}

const char *
poplens_value_format (const PoplensValue *value, PoplensByteUnit unit, PoplensNumber buffer)
{
  if (value->type == POPLENS_VALUE_NULL)
    return "–";
  if (value->type == POPLENS_VALUE_TEXT)
    return value->text;
  switch (value->unit) {
  case POPLENS_UNIT_ID:
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "%" G_GINT64_FORMAT, as_integer (value));
    return buffer;
  case POPLENS_UNIT_ADDRESS:
    g_snprintf (buffer, POPLENS_NUMBER_SIZE, "0x%" G_GINT64_MODIFIER "x",
                (guint64) as_integer (value));
    return buffer;
  case POPLENS_UNIT_BYTES:
    return format_bytes (buffer, as_integer (value), unit);
  case POPLENS_UNIT_SIGNED_BYTES:
    return poplens_format_signed_bytes (buffer, as_integer (value), unit);
  case POPLENS_UNIT_SIGNED_COUNT:
  case POPLENS_UNIT_SIGNED_CYCLES:
    return as_integer (value) > 0 ? format_gain (buffer, as_integer (value))
                                  : format_count (buffer, as_integer (value));
  case POPLENS_UNIT_SIGNED_RATIO:
    return poplens_format_signed_percent (buffer, as_real (value));
  case POPLENS_UNIT_MICROSECONDS:
    return format_microseconds (buffer, as_real (value));
  case POPLENS_UNIT_HERTZ:
    poplens_format_digits (buffer, as_real (value) / 1e9, 4);
    g_strlcat (buffer, " GHz", POPLENS_NUMBER_SIZE);
    return buffer;
  case POPLENS_UNIT_RATIO:
    return poplens_format_percent (buffer, as_real (value));
  case POPLENS_UNIT_BOOL:
    return as_integer (value) ? "yes" : "no";
  case POPLENS_UNIT_COUNT:
  case POPLENS_UNIT_CYCLES:
    return format_count (buffer, as_integer (value));
  case POPLENS_UNIT_TEXT:
  case POPLENS_UNIT_NUMBER:
  case POPLENS_UNIT_MIXED:
  default:
    return format_real_number (buffer, value, 4);
  }
}

const char *
poplens_value_plain (const PoplensValue *value, PoplensNumber buffer)
{
  switch (value->type) {
  case POPLENS_VALUE_TEXT:
    return value->text;
  case POPLENS_VALUE_INT:
    if (value->unit == POPLENS_UNIT_BOOL)
      return value->integer ? "true" : "false";
    return poplens_format_plain (buffer, value->integer);
  case POPLENS_VALUE_REAL:
    if (!isfinite (value->real))
      return "";
    return g_ascii_dtostr (buffer, POPLENS_NUMBER_SIZE, value->real);
  case POPLENS_VALUE_NULL:
  default:
    return "";
  }
}

void
poplens_value_write_json (const PoplensValue *value, const char *key, PoplensJsonWriter *json)
{
  if (value->type == POPLENS_VALUE_TEXT)
    poplens_json_string (json, key, value->text);
  else if (value->type == POPLENS_VALUE_REAL)
    poplens_json_double (json, key, value->real);
  else if (value->type == POPLENS_VALUE_NULL)
    poplens_json_null (json, key);
  else if (value->unit == POPLENS_UNIT_BOOL)
    poplens_json_bool (json, key, value->integer != 0);
  else
    poplens_json_int (json, key, value->integer);
}

/* Formats a value with its unit: "37,352,056 bytes". Has more digits than in a table, and no plus
 * sign. */
static const char *
format_exact_value (PoplensNumber buffer, const PoplensValue *value)
{
  switch (value->unit) {
  case POPLENS_UNIT_BYTES:
  case POPLENS_UNIT_SIGNED_BYTES:
    return poplens_format_signed_items (buffer, as_integer (value), "byte");
  case POPLENS_UNIT_CYCLES:
  case POPLENS_UNIT_SIGNED_CYCLES:
    return poplens_format_signed_items (buffer, as_integer (value), "cycle");
  case POPLENS_UNIT_RATIO:
  case POPLENS_UNIT_SIGNED_RATIO:
    return poplens_format_fine_percent (buffer, as_real (value));
  case POPLENS_UNIT_MICROSECONDS:
    format_real_number (buffer, value, 6);
    g_strlcat (buffer, " µs", POPLENS_NUMBER_SIZE);
    return buffer;
  case POPLENS_UNIT_HERTZ:
    format_count (buffer, as_integer (value));
    g_strlcat (buffer, " Hz", POPLENS_NUMBER_SIZE);
    return buffer;
  case POPLENS_UNIT_BOOL:
    return as_integer (value) ? "yes" : "no";
  case POPLENS_UNIT_ID:
    return poplens_value_format (value, POPLENS_BYTE_UNIT_BYTES, buffer);
  case POPLENS_UNIT_ADDRESS:
  case POPLENS_UNIT_COUNT:
  case POPLENS_UNIT_SIGNED_COUNT:
    return format_count (buffer, as_integer (value));
  case POPLENS_UNIT_TEXT:
  case POPLENS_UNIT_NUMBER:
  case POPLENS_UNIT_MIXED:
  default:
    return format_real_number (buffer, value, 6);
  }
}

static gboolean
is_signed (PoplensUnit unit)
{
  return unit == POPLENS_UNIT_SIGNED_BYTES || unit == POPLENS_UNIT_SIGNED_COUNT ||
         unit == POPLENS_UNIT_SIGNED_CYCLES || unit == POPLENS_UNIT_SIGNED_RATIO;
}

const char *
poplens_value_exact (const PoplensValue *value, PoplensNumber buffer)
{
  PoplensNumber number;

  if (value->type == POPLENS_VALUE_TEXT || value->type == POPLENS_VALUE_NULL)
    return poplens_value_plain (value, buffer);
  if (!is_signed (value->unit) || !(as_real (value) > 0))
    return format_exact_value (buffer, value);
  g_snprintf (buffer, POPLENS_NUMBER_SIZE, "+%s", format_exact_value (number, value));
  return buffer;
}

int
poplens_value_difference_sign (const PoplensValue *value, const PoplensColumn *column)
{
  double number = value->type == POPLENS_VALUE_INT    ? (double) value->integer
                  : value->type == POPLENS_VALUE_REAL ? value->real
                                                      : 0;

  return value_is_difference (column, value) ? (number > 0) - (number < 0) : 0;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *
poplens_provenance_name (PoplensProvenance provenance)
{
  static const char *const names[] = {"recorded", "measured", "estimated",
                                      "derived",  "assumed",  "row"};

  return names[provenance];
}

const char *
poplens_provenance_text (PoplensProvenance provenance)
{
  static const char *const texts[] = {"Recorded by the compiler",  "Measured on the device",
                                      "Estimated by the compiler", "Derived by Poplens",
                                      "Unverified assumption",     "Differs by row; see Source"};

  return texts[provenance];
}

const char *
poplens_unit_name (PoplensUnit unit)
{
  static const char *const names[] = {
      "text",  "id",    "count", "bytes",   "cycles", "microseconds", "ratio", "number", "bool",
      "mixed", "bytes", "hertz", "address", "count",  "cycles",       "ratio", "row"};

  return names[unit];
}

/* ---- values in memory ------------------------------------------------------------------------ */

static gsize
size_in_memory (PoplensHolds holds)
{
  static const gsize sizes[] = {
      [POPLENS_HOLDS_U8] = 1,
      [POPLENS_HOLDS_U16] = 2,
      [POPLENS_HOLDS_U32] = 4,
      [POPLENS_HOLDS_U64] = 8,
      [POPLENS_HOLDS_I64] = 8,
      [POPLENS_HOLDS_BOOL] = 1,
      [POPLENS_HOLDS_DOUBLE] = 8,
      [POPLENS_HOLDS_NAME] = 4,
      [POPLENS_HOLDS_TEXT] = sizeof (char *),
      [POPLENS_HOLDS_GBOOLEAN] = sizeof (gboolean),
      [POPLENS_HOLDS_VALUE] = sizeof (PoplensValue),
      [POPLENS_HOLDS_LISTS] = 0,
  };

  return sizes[holds];
}

PoplensStored
poplens_stored_in_records (const PoplensColumn *column, gconstpointer records, gsize size,
                           const PoplensStrings *strings)
{
  return (PoplensStored){.holds = column->holds,
                         .absent = column->absent,
                         .values = records ? (const char *) records + column->offset : NULL,
                         .stride = size,
                         .strings = strings};
}

PoplensStored
poplens_stored_in_arrays (const PoplensColumn *column, gconstpointer base,
                          const PoplensStrings *strings)
{
  return (PoplensStored){.holds = column->holds,
                         .absent = column->absent,
                         .values = *(const gconstpointer *) ((const char *) base + column->offset),
                         .stride = size_in_memory (column->holds),
                         .strings = strings};
}

/* Returns the integer at @at. A guint64 above G_MAXINT64 becomes negative. */
static gint64
integer_at (PoplensHolds holds, gconstpointer at)
{
  switch (holds) {
  case POPLENS_HOLDS_U8:
    return *(const guint8 *) at;
  case POPLENS_HOLDS_BOOL:
    return *(const guint8 *) at != 0;
  case POPLENS_HOLDS_U16:
    return *(const guint16 *) at;
  case POPLENS_HOLDS_U32:
    return *(const guint32 *) at;
  case POPLENS_HOLDS_GBOOLEAN:
    return *(const gboolean *) at != 0;
  default:
    return *(const gint64 *) at;
  }
}

gboolean
poplens_stored_get_absent (const PoplensStored *self, gint64 *absent)
{
  static const gint64 highest[] = {
      [POPLENS_HOLDS_U8] = G_MAXUINT8,   [POPLENS_HOLDS_U16] = G_MAXUINT16,
      [POPLENS_HOLDS_U32] = G_MAXUINT32, [POPLENS_HOLDS_U64] = -1,
      [POPLENS_HOLDS_I64] = G_MAXINT64,
  };

  if (self->absent == POPLENS_ABSENT_NONE || self->holds >= G_N_ELEMENTS (highest))
    return FALSE;
  *absent = self->absent == POPLENS_ABSENT_MAX         ? highest[self->holds]
            : self->absent == POPLENS_ABSENT_MINUS_ONE ? -1
                                                       : G_MININT64;
  return TRUE;
}

/* Returns the value at @at. An absent value has the type POPLENS_VALUE_NULL. */
static PoplensValue
get_value_at (const PoplensStored *self, gconstpointer at)
{
  gint64 integer, absent;

  switch (self->holds) {
  case POPLENS_HOLDS_NAME:
    return poplens_value_text (poplens_strings_get (self->strings, *(const guint32 *) at));
  case POPLENS_HOLDS_TEXT:
    return poplens_value_text (*(char *const *) at);
  case POPLENS_HOLDS_VALUE:
    return *(const PoplensValue *) at;
  case POPLENS_HOLDS_DOUBLE:
    return isnan (*(const double *) at) ? (PoplensValue){0}
                                        : poplens_value_real (*(const double *) at, 0);
  default:
    integer = integer_at (self->holds, at);
    return poplens_stored_get_absent (self, &absent) && integer == absent
               ? (PoplensValue){0}
               : poplens_value_int (integer, 0);
  }
}

PoplensValue
poplens_stored_get (const PoplensStored *self, gsize row)
{
  if (self->values)
    return get_value_at (self, (const char *) self->values + row * self->stride);
  if (self->holds == POPLENS_HOLDS_U32 && self->absent == POPLENS_ABSENT_NONE)
    return poplens_value_int ((gint64) row, POPLENS_UNIT_ID);
  return (PoplensValue){0};
}
