/* Reads tables as columns. A PoplensReading lists the columns, and where to store each of them.
 *
 *   PoplensReading readings[] = {{"eq_classes", "id", &part->n_classes,
 *                                 {{"id!", POPLENS_U32, &part->class_id},
 *                                  {"is_always_live!", POPLENS_FLAG, &part->class_always_live}}}};
 *   return poplens_read_columns (database, readings, G_N_ELEMENTS (readings), strings, error);
 *
 * A caller that skips rows, or computes values itself, reads row by row:
 *
 *   g_auto (PoplensRows) rows = poplens_rows_begin (database, &reading, strings);
 *   while (poplens_rows_next (&rows))
 *     if (is_wanted (rows.query))
 *       poplens_rows_take (&rows);
 *   return poplens_rows_end (&rows, error); */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_NOT_KEPT, /* not stored: the caller reads the value from .query */
  POPLENS_ROOM,     /* allocates .length bytes for each row; the caller fills them in */
  POPLENS_U32,
  POPLENS_U64,
  POPLENS_I64,
  POPLENS_DOUBLE, /* NaN for NULL */
  POPLENS_FLAG,   /* guint8: 1 if the value is not 0, else 0 */
  POPLENS_TEXT,   /* guint32: index of an interned string */
  POPLENS_PLAIN,  /* PoplensLists of plain values; RLE and DIFF_RLE: PoplensLists of encoded values
                   */
  POPLENS_RLE,
  POPLENS_DIFF_RLE,
} PoplensColumnKind;

typedef struct {
  const char *name; /* name of the column in the table; "id!": the column must exist (query.h) */
  PoplensColumnKind kind;
  gpointer to;    /* the caller's pointer to the array: guint32 **, guint64 ** … PoplensLists **
                     (transfer full); without rows, the array is NULL */
  gint64 null;    /* value to store for NULL; only POPLENS_U32 and POPLENS_I64 use it */
  gsize length;   /* for lists: values of each list, or POPLENS_ANY_LENGTH; for POPLENS_ROOM: bytes
                     for each row */
  gpointer value; /* private */
} PoplensColumn;

typedef struct {
  const char *table, *order; /* as for poplens_query_new_rows () */
  guint32 *n;                /* (out): number of rows */
  PoplensColumn columns[16]; /* ends with a name of NULL */
} PoplensReading;

/* Reads all rows of @n tables. @strings: (nullable): interns the values of text columns. FALSE with
 * @error: the caller still has to free the columns, whose values are unspecified. */
gboolean poplens_read_columns (PoplensDatabase *database, PoplensReading *readings, guint n,
                               PoplensStrings *strings, GError **error);

typedef struct {
  PoplensQuery *query; /* query at the current row; the caller may read further columns from it */
  PoplensReading *reading;
  PoplensStrings *strings;
  guint32 n, room;
} PoplensRows;

PoplensRows poplens_rows_begin (PoplensDatabase *database, PoplensReading *reading,
                                PoplensStrings *strings);
void poplens_rows_clear (PoplensRows *self);
gboolean poplens_rows_next (PoplensRows *self);
/* Appends the current row to all columns, and enlarges their arrays if necessary. */
void poplens_rows_take (PoplensRows *self);
gboolean poplens_rows_end (PoplensRows *self, GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensRows, poplens_rows_clear)

/* Appends to a column that grows: POPLENS_PUSH (array, guint32, value). See poplens_column_steal
 * (). */
#define POPLENS_PUSH(array, Type, value)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Type pushed_ = (value);                                                                        \
    g_array_append_val (array, pushed_);                                                           \
  }                                                                                                \
  G_STMT_END
#define POPLENS_COLUMN(Type) g_array_new (FALSE, FALSE, sizeof (Type))
/* Frees @array and returns its values, shrunk to fit. (transfer full) (nullable): NULL if @array is
 * empty */
gpointer poplens_column_steal (GArray **array);
/* Returns the next capacity, in rows, of columns whose capacity @room is used up. */
guint32 poplens_room_grown (guint32 room);

G_END_DECLS
