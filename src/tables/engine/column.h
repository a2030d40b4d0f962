/* What a column is, and where its values lie: the one description that tables, frames of the
 * library and all that is written of them read. */
#pragma once

#include "base/format.h"
#include "base/json-writer.h"
#include "base/strings.h"

G_BEGIN_DECLS

/* Name of a column of kinds, which is filtered by both spellings of "optimiser". */
#define POPLENS_KIND_COLUMN "kind"

typedef enum {
  POPLENS_UNIT_TEXT,
  POPLENS_UNIT_ID, /* a number that names something: right-aligned, no thousands separators */
  POPLENS_UNIT_COUNT,
  POPLENS_UNIT_BYTES,
  POPLENS_UNIT_CYCLES,
  POPLENS_UNIT_MICROSECONDS,
  POPLENS_UNIT_RATIO,        /* 0 … 1, shown as percent */
  POPLENS_UNIT_NUMBER,       /* any double */
  POPLENS_UNIT_BOOL,         /* "yes" / "no" */
  POPLENS_UNIT_MIXED,        /* the cell says itself: see PoplensValue.unit */
  POPLENS_UNIT_SIGNED_BYTES, /* a difference: shown with its sign */
  POPLENS_UNIT_HERTZ,        /* shown as GHz */
  POPLENS_UNIT_ADDRESS,      /* of a byte of a tile's memory: shown as 0x4c010 */
  POPLENS_UNIT_SIGNED_COUNT, /* differences, as are the two that follow */
  POPLENS_UNIT_SIGNED_CYCLES,
  POPLENS_UNIT_SIGNED_RATIO, /* shown as percent, with its sign */
  POPLENS_UNIT_ROW,          /* of the frame that the sentence names: of frames only */
} PoplensUnit;

/* Where a number comes from (formats.md 8.2). */
typedef enum {
  POPLENS_FROM_FILE,      /* the compiler's own account */
  POPLENS_FROM_MEASURED,  /* measured on the device */
  POPLENS_FROM_ESTIMATED, /* estimated by the compiler */
  POPLENS_FROM_DERIVED,   /* computed by Poplens */
  POPLENS_FROM_ASSUMED,   /* rests on an assumption that no real file has confirmed */
  POPLENS_FROM_ROW,       /* differs by row: the column "source" has the name of each row's */
} PoplensProvenance;

const char *poplens_unit_name (PoplensUnit unit); /* "bytes": for scripts */
gboolean poplens_unit_is_numeric (PoplensUnit unit);
/* "recorded", "measured", "estimated", "derived", "assumed", "row": for scripts. */
const char *poplens_provenance_name (PoplensProvenance provenance);
/* "Measured on the device": for a person. */
const char *poplens_provenance_text (PoplensProvenance provenance);

/* ---- a cell ---------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_VALUE_NULL, /* not recorded: shown as "–", null in JSON, empty in CSV */
  POPLENS_VALUE_TEXT,
  POPLENS_VALUE_INT,
  POPLENS_VALUE_REAL,
} PoplensValueType;

typedef struct {
  PoplensValueType type;
  PoplensUnit unit; /* filled by poplens_table_get(); the cell's own only in a MIXED column */
  union {
    const char *text; /* lives as long as the table */
    gint64 integer;
    double real;
  };
} PoplensValue;

static inline PoplensValue
poplens_value_int (gint64 integer, PoplensUnit unit)
{
  return (PoplensValue){.type = POPLENS_VALUE_INT, .unit = unit, .integer = integer};
}

static inline PoplensValue
poplens_value_real (double real, PoplensUnit unit)
{
  return (PoplensValue){.type = POPLENS_VALUE_REAL, .unit = unit, .real = real};
}

/* @text: (nullable): lives as long as the table. */
static inline PoplensValue
poplens_value_text (const char *text)
{
  return (PoplensValue){.type = text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL, .text = text};
}

/* A cell as a person reads it, in @unit for bytes; text cells are returned as they are. */
const char *poplens_value_format (const PoplensValue *value, PoplensByteUnit unit,
                                  PoplensNumber buffer);
/* A cell as a script reads it: plain numbers, "true" or "false", "" for NULL. */
const char *poplens_value_plain (const PoplensValue *value, PoplensNumber buffer);
/* Writes a cell as a member of an object; numbers as they are, null for NULL. */
void poplens_value_write_json (const PoplensValue *value, const char *key, PoplensJsonWriter *json);
/* A cell as a person reads it who wants more digits, and the unit: "37,352,056 bytes", "−3.65 %",
 * "yes" or "no". */
const char *poplens_value_exact (const PoplensValue *value, PoplensNumber buffer);

/* ---- the description ------------------------------------------------------------------------- */

/* What stands at the place of a value. A NaN and a NULL text are no value. */
typedef enum {
  POPLENS_HOLDS_NOTHING, /* a function gives the cells */
  POPLENS_HOLDS_U8,
  POPLENS_HOLDS_U16,
  POPLENS_HOLDS_U32,
  POPLENS_HOLDS_U64,
  POPLENS_HOLDS_I64,
  POPLENS_HOLDS_BOOL, /* guint8 */
  POPLENS_HOLDS_DOUBLE,
  POPLENS_HOLDS_NAME,     /* guint32: an id in the strings of the part */
  POPLENS_HOLDS_TEXT,     /* char *: of records only, as are the two that follow */
  POPLENS_HOLDS_GBOOLEAN, /* gboolean */
  POPLENS_HOLDS_VALUE,    /* PoplensValue: of a MIXED column, or of numbers of any type */
  POPLENS_HOLDS_LISTS,    /* PoplensLists *: of frames only */
} PoplensHolds;

/* Which integer stands for "no value". */
typedef enum {
  POPLENS_ABSENT_NONE,
  POPLENS_ABSENT_MAX,       /* the highest value of the type */
  POPLENS_ABSENT_MINUS_ONE, /* I64 */
  POPLENS_ABSENT_MIN,       /* I64: the lowest */
} PoplensAbsent;

typedef struct {
  const char *name;  /* key: "total_including_gaps" */
  const char *title; /* "With gaps"; NULL: the name */
  PoplensUnit unit;
  PoplensProvenance provenance;
  const char *doc; /* one sentence: what it is, in which unit, where it comes from */
  PoplensHolds holds;
  PoplensAbsent absent;
  /* In a record: where the value is. In a structure of arrays: where the pointer to its values is.
   */
  gsize offset;
  gboolean total;       /* tables show the sum of its rows: see poplens_table_add_total() */
  gboolean for_scripts; /* it tells scripts which row it is: a window leaves it out at first */
  /* (nullable) The cells are keys, which scripts read: returns the name of @key for people, or @key
   * if it has none. */
  const char *(*name_of) (const char *key);
} PoplensColumn;

/* The text of a cell for people: the name of a key. */
static inline const char *
poplens_column_text (const PoplensColumn *self, const char *text)
{
  return self->name_of ? self->name_of (text) : text;
}

/* −1, 0 or 1 of a difference; 0 of what is none. */
int poplens_value_difference_sign (const PoplensValue *value, const PoplensColumn *column);

/* The longest text of a column whose cells may come after the rows have been shown, so that it has
 * its width before: kinds of variables. NULL of every other column. */
const char *poplens_column_longest (const PoplensColumn *self);

/* What a member of a record holds, which may be an element of an array. One of 64 bits with a sign
 * has no value until it is set. */
#define POPLENS_MEMBER(Record, member)                                                             \
  .holds = _Generic (((Record *) NULL)->member,                                                    \
      gint64: POPLENS_HOLDS_I64,                                                                   \
      guint64: POPLENS_HOLDS_U64,                                                                  \
      guint32: POPLENS_HOLDS_U32,                                                                  \
      guint16: POPLENS_HOLDS_U16,                                                                  \
      gboolean: POPLENS_HOLDS_GBOOLEAN,                                                            \
      double: POPLENS_HOLDS_DOUBLE,                                                                \
      char *: POPLENS_HOLDS_TEXT,                                                                  \
      const char *: POPLENS_HOLDS_TEXT,                                                            \
      PoplensValue: POPLENS_HOLDS_VALUE),                                                          \
  .absent = _Generic (((Record *) NULL)->member,                                                   \
      gint64: POPLENS_ABSENT_MIN,                                                                  \
      default: POPLENS_ABSENT_NONE),                                                               \
  .offset = G_STRUCT_OFFSET (Record, member)

/* A column that is a member of a record: the line of a table's list. Behind the sentence may come
 * ".total = TRUE". */
#define POPLENS_CELL_NAMED(Record, member, key, heading, what, from, ...)                          \
  {                                                                                                \
    .name = key, .title = heading, .unit = POPLENS_UNIT_##what, .provenance = POPLENS_FROM_##from, \
    POPLENS_MEMBER (Record, member), .doc = __VA_ARGS__                                            \
  }
/* The same, where the member has the column's name. */
#define POPLENS_CELL(Record, member, heading, what, from, ...)                                     \
  POPLENS_CELL_NAMED (Record, member, #member, heading, what, from, __VA_ARGS__)

/* ---- reading it ------------------------------------------------------------------------------ */

/* Where the values of a column lie: described by it, found in memory. */
typedef struct {
  PoplensHolds holds;
  PoplensAbsent absent;
  gconstpointer values; /* the first; NULL: nowhere */
  gsize stride;
  const PoplensStrings *strings; /* of NAME */
} PoplensStored;

/* In records of @size bytes, the first of which is at @records. @strings: (nullable) */
PoplensStored poplens_stored_in_records (const PoplensColumn *column, gconstpointer records,
                                         gsize size, const PoplensStrings *strings);
/* In arrays that the structure at @base points to. */
PoplensStored poplens_stored_in_arrays (const PoplensColumn *column, gconstpointer base,
                                        const PoplensStrings *strings);
/* The value of a row. A column of ids (U32 that are never absent) that lies nowhere is 0, 1, 2 …;
 * others that lie nowhere have no values. Not for lists. */
PoplensValue poplens_stored_get (const PoplensStored *self, gsize row);
/* TRUE with the integer that stands for no value. */
gboolean poplens_stored_get_absent (const PoplensStored *self, gint64 *absent);

G_END_DECLS
