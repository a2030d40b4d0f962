/* Builds the rows of a small table one by one, as C structs: for thousands of rows, not millions.
 * Private to the tables. */
#pragma once

#include "tables/engine/table.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensRecords PoplensRecords;

/* Creates an empty list of records of @size bytes. @columns: columns of the table, in order; each
 * describes a member of the record. Texts in @columns must live until the table is made. (transfer
 * full) */
PoplensRecords *poplens_records_new (const PoplensColumn *columns, guint n, gsize size);
/* Adds a column whose existence or name depends on the report. Call it before a record is added.
 * Copies its texts. */
void poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column);
void poplens_records_free (PoplensRecords *self);
#define POPLENS_RECORDS(Record, columns)                                                           \
  poplens_records_new (columns, G_N_ELEMENTS (columns), sizeof (Record))

/* Adds a record. Its members are initialized to "no value", or to 0 if their type has no such
 * value. The pointer is valid until the next record is added. */
gpointer poplens_records_add (PoplensRecords *self);
/* Adds a record at @depth in a tree. */
gpointer poplens_records_add_at (PoplensRecords *self, guint16 depth);
/* Returns the last record. */
gpointer poplens_records_last (PoplensRecords *self);
/* Returns a copy of @text (nullable) that lives as long as the table. */
const char *poplens_records_text (PoplensRecords *self, const char *text);
/* Sets the link of the last record: a location as text. */
void poplens_records_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
guint32 poplens_records_count (const PoplensRecords *self);

/* Makes the table of all records. @self: (transfer full). (transfer full) */
PoplensTable *poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                                      PoplensReport *report);
/* Makes a table that is a tree, from records with depths. @self: (transfer full). (transfer full)
 */
PoplensTable *poplens_records_finish_tree (PoplensRecords *self, const char *name,
                                           const char *title, PoplensReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRecords, poplens_records_free)

/* ---- cell texts ------------------------------------------------------------------------------ */

/* Texts of table cells, made when a cell is first read: of ten thousand rows, people see thirty. */

typedef struct _PoplensCellTexts PoplensCellTexts;

/* Makes the text of a cell. Called on any thread. (transfer full) (nullable): NULL for an empty
 * cell */
typedef char *(*PoplensCellTextFunc) (gconstpointer data, guint32 row, guint column);

/* Creates the cache of texts for a table. @data: for @make; must outlive the cache. (transfer full)
 */
PoplensCellTexts *poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                                          gconstpointer data);
void poplens_cell_texts_free (PoplensCellTexts *self);
/* Returns the text of a cell; makes it if necessary. It lives as long as @self. Any thread, without
 * a lock. (nullable): NULL for an empty cell */
const char *poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column);

/* ---- card facts ------------------------------------------------------------------------------ */

/* Facts about an item, such as a tile. Each fact is a row of the table "card". */

typedef struct {
  const char *what;
  PoplensValue value;
  const char *detail; /* (nullable): scope of the value */
  double share;       /* value as a share of the capacity of a tile */
  const char *source; /* (nullable): provenance: "recorded", "measured", "estimated" or "derived" */
  const char *doc;    /* (nullable): what the value means */
  const char *key;    /* (nullable): name of the fact for scripts */
  const char *location; /* (nullable): location that the fact links to */
} PoplensCardFact;

/* Creates an empty list of facts. (transfer full) */
PoplensRecords *poplens_card_facts_new (void);
/* Adds a fact at @depth in the tree. @what: title of the fact. Copies @what and the text of @value.
 * The pointer is valid until the next fact is added. */
PoplensCardFact *poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                                         const PoplensValue *value);
/* Sets the link of the last fact to a location that shows it. */
void poplens_card_facts_link (PoplensRecords *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Makes the table of the facts. @self: (transfer full). (transfer full) */
PoplensTable *poplens_card_facts_finish (PoplensRecords *self, const char *title,
                                         PoplensReport *report);

G_END_DECLS
