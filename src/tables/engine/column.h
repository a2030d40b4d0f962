/* Description of a column, and of how its values are stored in memory. Tables, frames of the
 * library, and all output formats use it. */
#pragma once

#include "base/format.h"
#include "base/json-writer.h"
#include "base/strings.h"

G_BEGIN_DECLS

/* Name of columns of variable kinds. In these, filters find both spellings of "optimiser". */
#define POPLENS_KIND_COLUMN "kind"

typedef enum {
  POPLENS_UNIT_TEXT,
  POPLENS_UNIT_ID, /* a number that identifies something: right-aligned, no thousands separators */
  POPLENS_UNIT_COUNT,
  POPLENS_UNIT_BYTES,
  POPLENS_UNIT_CYCLES,
  POPLENS_UNIT_MICROSECONDS,
  POPLENS_UNIT_RATIO,        /* 0 … 1, shown as percent */
  POPLENS_UNIT_NUMBER,       /* any double */
  POPLENS_UNIT_BOOL,         /* "yes" / "no" */
  POPLENS_UNIT_MIXED,        /* each cell has its own unit: see PoplensValue.unit */
  POPLENS_UNIT_SIGNED_BYTES, /* a difference: shown with its sign */
  POPLENS_UNIT_HERTZ,        /* shown as GHz */
  POPLENS_UNIT_ADDRESS,      /* address of a byte in a tile's memory: shown as 0x4c010 */
  POPLENS_UNIT_SIGNED_COUNT, /* a difference: shown with its sign */
  POPLENS_UNIT_SIGNED_CYCLES,
  POPLENS_UNIT_SIGNED_RATIO, /* shown as percent, with its sign */
  POPLENS_UNIT_ROW,          /* number of a row in the frame that .doc names; only in frames */
} PoplensUnit;

/* Origin of the numbers in a column (formats.md 8.2). */
typedef enum {
  POPLENS_FROM_FILE,      /* recorded by the compiler */
  POPLENS_FROM_MEASURED,  /* measured on the device */
  POPLENS_FROM_ESTIMATED, /* estimated by the compiler */
  POPLENS_FROM_DERIVED,   /* computed by Poplens */
  POPLENS_FROM_ASSUMED, /* based on an assumption about the file that no real file has confirmed */
  POPLENS_FROM_ROW,     /* differs from row to row: the column "source" has it */
} PoplensProvenance;

const char *poplens_unit_name (PoplensUnit unit); /* name for scripts: "bytes" */
gboolean poplens_unit_is_numeric (PoplensUnit unit);
/* Returns the name of a provenance for scripts: "recorded", "measured", "estimated", "derived",
 * "assumed", "row". */
const char *poplens_provenance_name (PoplensProvenance provenance);
/* Returns a provenance as text for people: "Measured on the device". */
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
  PoplensUnit unit; /* set by poplens_table_get () to the column's unit; in a MIXED column set by
                       the cell function */
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

/* Makes a text value, or NULL. @text: (nullable): must live as long as the table. */
static inline PoplensValue
poplens_value_text (const char *text)
{
  return (PoplensValue){.type = text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL, .text = text};
}

/* Formats a cell for people; bytes in @unit. Returns the text of a text cell. */
const char *poplens_value_format (const PoplensValue *value, PoplensByteUnit unit,
                                  PoplensNumber buffer);
/* Formats a cell for scripts: plain numbers, "true" or "false", "" for NULL. */
const char *poplens_value_plain (const PoplensValue *value, PoplensNumber buffer);
/* Writes a cell as member @key of a JSON object: a number, text or boolean, or null. */
void poplens_value_write_json (const PoplensValue *value, const char *key, PoplensJsonWriter *json);
/* Formats a cell for people with more digits, and with its unit: "37,352,056 bytes", "−3.65 %",
 * "yes" or "no". */
const char *poplens_value_exact (const PoplensValue *value, PoplensNumber buffer);

/* ---- the description ------------------------------------------------------------------------- */

/* How a value is stored in memory. A double NaN or a text NULL means "no value". */
typedef enum {
  POPLENS_HOLDS_NOTHING, /* no memory: a function computes the cells */
  POPLENS_HOLDS_U8,
  POPLENS_HOLDS_U16,
  POPLENS_HOLDS_U32,
  POPLENS_HOLDS_U64,
  POPLENS_HOLDS_I64,
  POPLENS_HOLDS_BOOL, /* guint8 */
  POPLENS_HOLDS_DOUBLE,
  POPLENS_HOLDS_NAME,     /* guint32: ID of a string in the part's PoplensStrings */
  POPLENS_HOLDS_TEXT,     /* char *; only in records */
  POPLENS_HOLDS_GBOOLEAN, /* gboolean; only in records */
  POPLENS_HOLDS_VALUE,    /* PoplensValue; only in records: for MIXED columns, or cells of different
                             types */
  POPLENS_HOLDS_LISTS,    /* PoplensLists *: only in frames */
} PoplensHolds;

/* Integer that means "no value" in a column. */
typedef enum {
  POPLENS_ABSENT_NONE,
  POPLENS_ABSENT_MAX,       /* highest value of the type */
  POPLENS_ABSENT_MINUS_ONE, /* −1; only I64 */
  POPLENS_ABSENT_MIN,       /* lowest value; only I64 */
} PoplensAbsent;

typedef struct {
  const char *name;  /* name for scripts: "total_including_gaps" */
  const char *title; /* for people: "With gaps"; NULL: the name */
  PoplensUnit unit;
  PoplensProvenance provenance;
  const char *doc; /* a sentence on meaning, unit and origin */
  PoplensHolds holds;
  PoplensAbsent absent;
  /* For a record: offset of the value in it. For a structure of arrays: offset of the pointer to
   * the array. */
  gsize offset;
  gboolean total;       /* tables show the sum: see poplens_table_add_total () */
  gboolean for_scripts; /* identifies rows for scripts; hidden in a window by default */
  /* (nullable): set if the cells are keys for scripts. Returns the name of @key for people, or @key
   * if it has no name. */
  const char *(*name_of) (const char *key);
} PoplensColumn;

/* Returns @text, a cell of the column, as text for people: if it is a key, its name. */
static inline const char *
poplens_column_text (const PoplensColumn *self, const char *text)
{
  return self->name_of ? self->name_of (text) : text;
}

/* Returns −1, 0 or 1: the sign of a difference; 0 for a value that is not a difference. */
int poplens_value_difference_sign (const PoplensValue *value, const PoplensColumn *column);

/* Returns the longest text that a cell of the column can have, to reserve space for it. (nullable):
 * NULL except for the column "kind", whose texts may arrive after its rows are shown */
const char *poplens_column_longest (const PoplensColumn *self);

/* Initializers of a PoplensColumn for values in a member of a structure: type, absent value and
 * offset. In a gint64 member, G_MININT64 means "no value". */
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

/* Describes the column @key, whose values are in @member of a record. Its documentation is the last
 * argument; more initializers such as ".total = TRUE" may follow. */
#define POPLENS_CELL_NAMED(Record, member, key, heading, what, from, ...)                          \
  {                                                                                                \
    .name = key, .title = heading, .unit = POPLENS_UNIT_##what, .provenance = POPLENS_FROM_##from, \
    POPLENS_MEMBER (Record, member), .doc = __VA_ARGS__                                            \
  }
/* As POPLENS_CELL_NAMED, for a column with the name of the member. */
#define POPLENS_CELL(Record, member, heading, what, from, ...)                                     \
  POPLENS_CELL_NAMED (Record, member, #member, heading, what, from, __VA_ARGS__)

/* ---- reading values -------------------------------------------------------------------------- */

/* The values of a column in memory. */
typedef struct {
  PoplensHolds holds;
  PoplensAbsent absent;
  gconstpointer values; /* (nullable): pointer to the first value */
  gsize stride;
  const PoplensStrings *strings; /* for HOLDS_NAME: texts of the IDs in .values */
} PoplensStored;

/* Describes the values of @column in an array of records. @records: first record. @size: bytes of a
 * record. @strings: (nullable): for HOLDS_NAME: texts of the IDs */
PoplensStored poplens_stored_in_records (const PoplensColumn *column, gconstpointer records,
                                         gsize size, const PoplensStrings *strings);
/* Describes the values of @column in an array. A pointer to the array is in the structure @base, at
 * the offset of the column. @strings: (nullable): for HOLDS_NAME: texts of the IDs */
PoplensStored poplens_stored_in_arrays (const PoplensColumn *column, gconstpointer base,
                                        const PoplensStrings *strings);
/* Returns the value of a row; not for HOLDS_LISTS. If .values is NULL, returns the row number for a
 * U32 column without an absent value, and no value for other columns. */
PoplensValue poplens_stored_get (const PoplensStored *self, gsize row);
/* Gets the integer that means "no value". @absent: (out). FALSE if every integer is a value. */
gboolean poplens_stored_get_absent (const PoplensStored *self, gint64 *absent);

G_END_DECLS
