/* The rows of a small table as C structs, put together one by one: for tables of thousands of rows,
 * not of millions. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensRecords PoplensRecords;

/* Records of @size bytes whose members @columns describe: the columns of the table, in its order.
 * Their texts have to live until the table is made. */
PoplensRecords *poplens_records_new (const PoplensColumn *columns, guint n, gsize size);
/* One more column, before any record: of those whose number and names a report decides. Its texts
 * are copied. */
void poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column);
void poplens_records_free (PoplensRecords *self);
#define POPLENS_RECORDS(Record, columns)                                                           \
  poplens_records_new (columns, G_N_ELEMENTS (columns), sizeof (Record))

/* A record in which nothing has a value yet; but members that have no way to say so are 0. It may
 * move when the next one is added. */
gpointer poplens_records_add (PoplensRecords *self);
/* The same, @depth levels down in a tree. */
gpointer poplens_records_add_at (PoplensRecords *self, guint16 depth);
/* The record that was added last. */
gpointer poplens_records_last (PoplensRecords *self);
/* A copy of a text (nullable) that lives as long as the table. */
const char *poplens_records_text (PoplensRecords *self, const char *text);
/* The link of the last record: a location as text. */
void poplens_records_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
guint32 poplens_records_count (const PoplensRecords *self);

/* Makes the table with all its columns of the records, which are taken. */
PoplensTable *poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                                      PoplensReport *report);
/* The same of a tree. */
PoplensTable *poplens_records_finish_tree (PoplensRecords *self, const char *name,
                                           const char *title, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRecords, poplens_records_free)

G_END_DECLS
