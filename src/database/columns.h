/* Tables as columns: what is read of their rows, and where it goes.
 *
 *   PoplensReading readings[] = {{"eq_classes", "id", &part->n_classes,
 *                                 {{"id!", POPLENS_U32, &part->class_id},
 *                                  {"is_always_live!", POPLENS_FLAG, &part->class_always_live}}}};
 *   return poplens_read_columns (database, readings, G_N_ELEMENTS (readings), strings, error);
 *
 * Who has more to say of a row goes through them:
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
  POPLENS_NOT_KEPT, /* asked for alone */
  POPLENS_ROOM,     /* for values of .length bytes that who takes the row puts there */
  POPLENS_U32,
  POPLENS_U64,
  POPLENS_I64,
  POPLENS_DOUBLE, /* NaN for NULL */
  POPLENS_FLAG,   /* guint8: 1 where it is not 0 */
  POPLENS_TEXT,   /* guint32: an interned string */
  POPLENS_PLAIN,  /* PoplensLists, in one of the encodings */
  POPLENS_RLE,
  POPLENS_DIFF_RLE,
} PoplensColumnKind;

typedef struct {
  const char *name; /* as poplens_query_new_rows () takes it: "id!" */
  PoplensColumnKind kind;
  gpointer to;  /* (transfer full): guint32 **, guint64 ** … PoplensLists **; NULL for no rows */
  gint64 null;  /* the value for NULL, of _U32 and _I64 */
  gsize length; /* of each list: how many values it has, or POPLENS_ANY_LENGTH */
  gpointer value; /* private */
} PoplensColumn;

typedef struct {
  const char *table, *order; /* as poplens_query_new_rows () takes them */
  guint32 *n;                /* (out): rows */
  PoplensColumn columns[16]; /* a name of NULL behind the last */
} PoplensReading;

/* @strings: (nullable): of the columns that are texts. Where it fails, what columns hold is no more
 * than to be freed. */
gboolean poplens_read_columns (PoplensDatabase *database, PoplensReading *readings, guint n,
                               PoplensStrings *strings, GError **error);

typedef struct {
  PoplensQuery *query; /* at the row, for who looks at more of it */
  PoplensReading *reading;
  PoplensStrings *strings;
  guint32 n, room;
} PoplensRows;

PoplensRows poplens_rows_begin (PoplensDatabase *database, PoplensReading *reading,
                                PoplensStrings *strings);
void poplens_rows_clear (PoplensRows *self);
gboolean poplens_rows_next (PoplensRows *self);
/* Appends the row to all columns, as number .n; they grow in place. */
void poplens_rows_take (PoplensRows *self);
gboolean poplens_rows_end (PoplensRows *self, GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensRows, poplens_rows_clear)

/* Growing columns: POPLENS_PUSH (array, guint32, value) … steal (&array). */
#define POPLENS_PUSH(array, Type, value)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Type pushed_ = (value);                                                                        \
    g_array_append_val (array, pushed_);                                                           \
  }                                                                                                \
  G_STMT_END
#define POPLENS_COLUMN(Type) g_array_new (FALSE, FALSE, sizeof (Type))
/* The values of a column, shrunk to fit; NULL for none. Frees the array. */
gpointer poplens_column_steal (GArray **array);
/* For how many rows there is to be room next. */
guint32 poplens_room_grown (guint32 room);

G_END_DECLS
