/* A large table as columns: read in ranges of its row ids by two threads (crew.h), each range
 * straight into its place of the columns; or, where that cannot be had, all in one go, which says
 * what is wrong.
 *
 * Columns are those of a struct that begins with a PoplensRange. What a range needs besides (sums,
 * names), begin () makes, join () takes over in the order of the ranges, and end () frees. */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

/* A column: where its pointer is in the caller's struct, and how many bytes a value has. */
typedef struct {
  gsize at, width;
} PoplensKept;

#define POPLENS_KEPT(Struct, column)                                                               \
  {                                                                                                \
    G_STRUCT_OFFSET (Struct, column), sizeof *((Struct *) NULL)->column                            \
  }

/* How a table is read. The functions get the caller's struct. */
typedef struct {
  const char *table, *columns; /* as poplens_query_new_rows () takes them */
  const char *orders[2]; /* in one go: of the rows; and of those that turn out not to rise by it */
  guint32 rows;          /* row ids of a range */
  gsize size;            /* of the caller's struct, which begins with its PoplensRange */
  gboolean numbered;     /* ids are row ids and 0 … n − 1 in all real files */
  PoplensKept kept[7];   /* a width of 0 behind the last */
  void (*begin) (gpointer range); /* (nullable): makes what it needs besides columns */
  void (*read) (PoplensQuery *q, gpointer range);
  /* (nullable): takes over what @range has besides columns, which @whole gets then. FALSE where the
   * two do not follow one another. */
  gboolean (*join) (gpointer whole, gpointer range);
  void (*end) (gpointer range); /* (nullable): frees what begin () made; more than once */
} PoplensRangeKind;

typedef struct _PoplensRange {
  const PoplensRangeKind *kind;
  PoplensRowSpan span; /* 0 to −1 where all is read in one go */
  guint32 n, room;     /* rows that there are, and that columns have room for */
  GArray *ids; /* (nullable) (element-type guint32) (length n): NULL where they are 0 … n − 1 */
  gboolean unsorted;           /* rows turned out not to rise as they should */
  struct _PoplensRange *parts; /* private: the ranges, each as large as the caller's struct */
  guint n_parts;
} PoplensRange;

/* All of it, into @self, whose fields besides those of the range each range gets a copy of. Tells
 * @what (static), as @from … @to of the whole. Columns are shrunk to fit, but are never NULL. */
gboolean poplens_range_read (PoplensRange *self, PoplensDatabase *database, const char *what,
                             double from, double to, GError **error);
/* The same in pieces, for who reads several tables with one crew: adds to @jobs (GArray of
 * PoplensJob); once they all are done, joins; reads in one go where one of both failed. */
void poplens_range_add_jobs (PoplensRange *self, PoplensDatabase *database, GArray *jobs);
gboolean poplens_range_join (PoplensRange *self);
gboolean poplens_range_read_whole (PoplensRange *self, PoplensDatabase *database, GError **error);
/* The first @most rows alone (G_MAXUINT32: all), on this thread. FALSE where that fails: reading
 * all of it says why. */
gboolean poplens_range_read_first (PoplensRange *self, PoplensDatabase *database, guint32 most);
/* Frees what nobody took of it. */
void poplens_range_clear (PoplensRange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRange, poplens_range_clear)

/* For read (). */

/* Keeps @id of the next row, as it, or one before it, is not the number of its row. If only a part
 * of the table is read, @q fails. */
void poplens_range_keep_id (PoplensRange *self, PoplensQuery *q, guint32 id);
gboolean poplens_range_grow (PoplensRange *self, PoplensQuery *q);

/* FALSE where all is read in one go, and columns grow. */
static inline gboolean
poplens_range_is_part (const PoplensRange *self)
{
  return self->span.last >= 0;
}

/* TRUE where there is room for another row, or it grows; else @q fails. */
static inline gboolean
poplens_range_has_room (PoplensRange *self, PoplensQuery *q)
{
  return G_LIKELY (self->n < self->room) || poplens_range_grow (self, q);
}

/* The id of row n, which is about to be added, of a table that is numbered. */
static inline void
poplens_range_take_id (PoplensRange *self, PoplensQuery *q, guint32 id)
{
  if (G_UNLIKELY (self->ids || id != self->span.first + self->n))
    poplens_range_keep_id (self, q, id);
}

/* Rows do not rise: no more of them are wanted. */
static inline void
poplens_range_stop (PoplensRange *self, PoplensQuery *q)
{
  self->unsorted = TRUE;
  poplens_query_stop (q);
}

G_END_DECLS
