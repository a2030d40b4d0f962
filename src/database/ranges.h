/* Reads a large table into columns with two threads (crew.h). Each thread reads ranges of row IDs,
 * directly into their place in the columns. If a range fails, one query reads the whole table and
 * reports the error.
 *
 * The caller's struct begins with a PoplensRange and has the columns. It may have further data
 * (sums, names): begin () creates the data of a range, join () merges them in the order of the
 * ranges, and end () frees them. */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

/* A column: offset of its pointer in the caller's struct, and bytes of a value. */
typedef struct {
  gsize at, width;
} PoplensKept;

#define POPLENS_KEPT(Struct, column)                                                               \
  {                                                                                                \
    G_STRUCT_OFFSET (Struct, column), sizeof *((Struct *) NULL)->column                            \
  }

/* How to read a table. The functions get the caller's struct. */
typedef struct {
  const char *table, *columns; /* as for poplens_query_new_rows () */
  const char *orders[2]; /* sort orders of the query for the whole table; [1] is used if the rows of
                            [0] are not sorted */
  guint32 rows;          /* number of row IDs in a range */
  gsize size;            /* bytes of the caller's struct, which begins with a PoplensRange */
  gboolean numbered; /* TRUE: row IDs should be 0 … n − 1; if they are not, .ids has the IDs */
  PoplensKept kept[7];            /* ends with a width of 0 */
  void (*begin) (gpointer range); /* (nullable): creates further data of a range */
  void (*read) (PoplensQuery *q, gpointer range);
  /* (nullable): moves the further data of @range to @whole. FALSE if the rows of @range cannot
   * follow the rows of @whole. */
  gboolean (*join) (gpointer whole, gpointer range);
  void (*end) (gpointer range); /* (nullable): frees the data of begin (); may be called twice */
} PoplensRangeKind;

typedef struct _PoplensRange {
  const PoplensRangeKind *kind;
  PoplensRowSpan span; /* row IDs to read; 0 … −1: one query reads the whole table */
  guint32 n, room;     /* .n: rows that were read; .room: rows that fit into the columns */
  GArray *ids; /* (nullable) (element-type guint32) (length n): NULL if IDs are 0 … n − 1 */
  gboolean unsorted;           /* TRUE if rows are not in the expected order */
  struct _PoplensRange *parts; /* private: the ranges, each with the size of the caller's struct */
  guint n_parts;
} PoplensRange;

/* Reads the whole table into @self. Each range begins as a copy of @self. Reports progress as @what
 * (static), from @from to @to (0 … 1). Columns are shrunk to fit, and never NULL. FALSE with
 * @error. */
gboolean poplens_range_read (PoplensRange *self, PoplensDatabase *database, const char *what,
                             double from, double to, GError **error);
/* Steps of poplens_range_read (), for reading several tables with one thread pool. add_jobs ()
 * appends to @jobs (GArray of PoplensJob). join () merges the ranges after all jobs have run. If a
 * job failed, read_whole () reads the table instead. */
void poplens_range_add_jobs (PoplensRange *self, PoplensDatabase *database, GArray *jobs);
gboolean poplens_range_join (PoplensRange *self);
gboolean poplens_range_read_whole (PoplensRange *self, PoplensDatabase *database, GError **error);
/* Reads the first @most rows (G_MAXUINT32: all) on the caller's thread. FALSE if that fails;
 * poplens_range_read_whole () then reports why. */
gboolean poplens_range_read_first (PoplensRange *self, PoplensDatabase *database, guint32 most);
/* Frees the columns and further data that the caller has not stolen. */
void poplens_range_clear (PoplensRange *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRange, poplens_range_clear)

/* Call the functions below in .read () of a PoplensRangeKind. */

/* Stores @id of the next row, if any ID so far differs from its row number. If @self is a range of
 * a larger table, fails @q instead. */
void poplens_range_keep_id (PoplensRange *self, PoplensQuery *q, guint32 id);
gboolean poplens_range_grow (PoplensRange *self, PoplensQuery *q);

/* FALSE if one query reads the whole table, so that columns have to grow. */
static inline gboolean
poplens_range_is_part (const PoplensRange *self)
{
  return self->span.last >= 0;
}

/* TRUE if the columns have space for another row; enlarges them if necessary. FALSE if @q failed.
 */
static inline gboolean
poplens_range_has_room (PoplensRange *self, PoplensQuery *q)
{
  return G_LIKELY (self->n < self->room) || poplens_range_grow (self, q);
}

/* Call it with the ID of the next row, in a table with .numbered. Does nothing if all IDs are row
 * numbers so far. */
static inline void
poplens_range_take_id (PoplensRange *self, PoplensQuery *q, guint32 id)
{
  if (G_UNLIKELY (self->ids || id != self->span.first + self->n))
    poplens_range_keep_id (self, q, id);
}

/* Stops reading, because rows are out of order. */
static inline void
poplens_range_stop (PoplensRange *self, PoplensQuery *q)
{
  self->unsorted = TRUE;
  poplens_query_stop (q);
}

G_END_DECLS
