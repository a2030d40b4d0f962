#include "tables/engine/column.h"

#include <math.h>

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

/* ---- values in memory --------------------------------------------------------------------------
 */

static gsize
size_of (PoplensHolds holds)
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
                         .stride = size_of (column->holds),
                         .strings = strings};
}

/* The bits of an integer at its place. */
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

/* What is absent is a value of zeros, whatever stands there: nobody can take that for a number. */
static PoplensValue
value_at (const PoplensStored *self, gconstpointer at)
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
    return value_at (self, (const char *) self->values + row * self->stride);
  if (self->holds == POPLENS_HOLDS_U32 && self->absent == POPLENS_ABSENT_NONE)
    return poplens_value_int ((gint64) row, POPLENS_UNIT_ID);
  return (PoplensValue){0};
}
