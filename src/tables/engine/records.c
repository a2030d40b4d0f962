/* Builds the rows of small tables and of the table "card". Caches texts of cells, which are made
 * when a cell is first read. */
#include "tables/engine/records.h"

#include <math.h>

/* ---- records --------------------------------------------------------------------------------- */

struct _PoplensRecords {
  GArray *columns; /* PoplensColumn: describes a member of a record */
  GArray *records;
  GArray *depths;      /* guint16: depth in the tree, by record */
  GPtrArray *links;    /* char * (nullable), by record */
  GStringChunk *texts; /* owns the texts in records and in descriptions of added columns */
};

PoplensRecords *
poplens_records_new (const PoplensColumn *columns, guint n, gsize size)
{
  PoplensRecords *self = g_new0 (PoplensRecords, 1);

  self->columns = g_array_new (FALSE, FALSE, sizeof (PoplensColumn));
  g_array_append_vals (self->columns, columns, n);
  self->records = g_array_new (FALSE, TRUE, (guint) size);
  self->depths = g_array_new (FALSE, FALSE, sizeof (guint16));
  self->links = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
poplens_records_free (PoplensRecords *self)
{
  if (!self)
    return;
  g_array_unref (self->columns);
  g_array_unref (self->records);
  g_array_unref (self->depths);
  g_ptr_array_unref (self->links);
  g_string_chunk_free (self->texts);
  g_free (self);
}

void
poplens_records_add_column (PoplensRecords *self, const PoplensColumn *column)
{
  PoplensColumn copy = *column;

  copy.name = poplens_records_text (self, column->name);
  copy.title = poplens_records_text (self, column->title);
  copy.doc = poplens_records_text (self, column->doc);
  g_array_append_val (self->columns, copy);
}

gpointer
poplens_records_add (PoplensRecords *self)
{
  return poplens_records_add_at (self, 0);
}

gpointer
poplens_records_add_at (PoplensRecords *self, guint16 depth)
{
  g_array_append_val (self->depths, depth);
  g_ptr_array_add (self->links, NULL);
  g_array_set_size (self->records, self->depths->len);
  char *record = poplens_records_last (self);
  for (guint c = 0; c < self->columns->len; c++) {
    const PoplensColumn *column = &g_array_index (self->columns, PoplensColumn, c);
    gpointer member = record + column->offset;
    if (column->holds == POPLENS_HOLDS_I64)
      *(gint64 *) member = G_MININT64;
    else if (column->holds == POPLENS_HOLDS_DOUBLE)
      *(double *) member = NAN;
  }
  return record;
}

gpointer
poplens_records_last (PoplensRecords *self)
{
  return self->records->data +
         (gsize) (self->records->len - 1) * g_array_get_element_size (self->records);
}

const char *
poplens_records_text (PoplensRecords *self, const char *text)
{
  return text ? g_string_chunk_insert_const (self->texts, text) : NULL;
}

void
poplens_records_link (PoplensRecords *self, const char *format, ...)
{
  gpointer *link = &g_ptr_array_index (self->links, self->links->len - 1);
  va_list arguments;

  g_free (*link);
  va_start (arguments, format);
  *link = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

guint32
poplens_records_count (const PoplensRecords *self)
{
  return self->depths->len;
}

static char *
record_link (gconstpointer data, guint32 row)
{
  const PoplensRecords *self = data;

  return g_strdup (g_ptr_array_index (self->links, row));
}

PoplensTable *
poplens_records_finish (PoplensRecords *self, const char *name, const char *title,
                        PoplensReport *report)
{
  PoplensTable *table = poplens_table_new (name, title, self->depths->len, NULL, self,
                                           (GDestroyNotify) poplens_records_free, report);

  poplens_table_add_records (table, (const PoplensColumn *) (gpointer) self->columns->data,
                             self->columns->len, self->records->data,
                             g_array_get_element_size (self->records));
  poplens_table_set_link (table, record_link);
  return table;
}

PoplensTable *
poplens_records_finish_tree (PoplensRecords *self, const char *name, const char *title,
                             PoplensReport *report)
{
  PoplensTable *table = poplens_records_finish (self, name, title, report);

  poplens_table_set_depths (table,
                            g_memdup2 (self->depths->data, self->depths->len * sizeof (guint16)));
  return table;
}

/* ---- cell texts ------------------------------------------------------------------------------ */

struct _PoplensCellTexts {
  gsize n;
  guint n_columns;
  PoplensCellTextFunc make;
  gconstpointer data;
  char **texts; /* by cell, accessed atomically: text; NULL: not made yet; .none: empty cell */
  char none[1];
};

PoplensCellTexts *
poplens_cell_texts_new (guint32 n_rows, guint n_columns, PoplensCellTextFunc make,
                        gconstpointer data)
{
  PoplensCellTexts *self = g_new0 (PoplensCellTexts, 1);

  self->n = (gsize) n_rows * n_columns;
  self->n_columns = n_columns;
  self->make = make;
  self->data = data;
  self->texts = g_new0 (char *, MAX (self->n, 1));
  return self;
}

void
poplens_cell_texts_free (PoplensCellTexts *self)
{
  if (!self)
    return;
  for (gsize i = 0; i < self->n; i++)
    if (self->texts[i] != self->none)
      g_free (self->texts[i]);
  g_free (self->texts);
  g_free (self);
}

const char *
poplens_cell_texts_get (PoplensCellTexts *self, guint32 row, guint column)
{
  char **at = &self->texts[(gsize) row * self->n_columns + column];
  char *text = g_atomic_pointer_get (at);

  if (!text) {
    char *made = self->make (self->data, row, column);
    text = made ? made : self->none;
    /* If two threads make the text at the same time, keep the first one. */
    if (!g_atomic_pointer_compare_and_exchange (at, NULL, text)) {
      g_free (made);
      text = g_atomic_pointer_get (at);
    }
  }
  return text == self->none ? NULL : text;
}

/* ---- card facts ------------------------------------------------------------------------------ */

static const PoplensColumn fact_columns[] = {
    POPLENS_CELL (PoplensCardFact, what, "Fact", TEXT, DERIVED, "Place or property"),
    POPLENS_CELL (PoplensCardFact, value, "Value", MIXED, FILE,
                  "Value: a number with its unit, or text"),
    POPLENS_CELL (PoplensCardFact, detail, "Detail", TEXT, DERIVED, "Scope of the value"),
    POPLENS_CELL (PoplensCardFact, share, "Share of capacity", RATIO, DERIVED,
                  "Bytes as a share of the capacity of a tile"),
    POPLENS_CELL (PoplensCardFact, source, "Source", TEXT, DERIVED,
                  "recorded: by the compiler; measured: on the device; estimated: by the compiler; "
                  "derived: by Poplens"),
    POPLENS_CELL (PoplensCardFact, doc, "Meaning", TEXT, DERIVED, "Meaning of the value"),
    POPLENS_CELL (PoplensCardFact, key, "Key", TEXT, DERIVED,
                  "Identifier of the fact, for scripts; empty for some", .for_scripts = TRUE),
    POPLENS_CELL (PoplensCardFact, location, "Location", TEXT, DERIVED,
                  "Location that shows it, as --location takes it", .for_scripts = TRUE),
};

PoplensRecords *
poplens_card_facts_new (void)
{
  return POPLENS_RECORDS (PoplensCardFact, fact_columns);
}

PoplensCardFact *
poplens_card_facts_add (PoplensRecords *self, guint16 depth, const char *what,
                        const PoplensValue *value)
{
  PoplensCardFact *fact = poplens_records_add_at (self, depth);

  fact->what = poplens_records_text (self, what);
  fact->value = *value;
  if (value->type == POPLENS_VALUE_TEXT)
    fact->value.text = poplens_records_text (self, value->text);
  return fact;
}

void
poplens_card_facts_link (PoplensRecords *self, const char *format, ...)
{
  PoplensCardFact *fact = poplens_records_last (self);
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *location = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  fact->location = poplens_records_text (self, location);
  poplens_records_link (self, "%s", location);
}

PoplensTable *
poplens_card_facts_finish (PoplensRecords *self, const char *title, PoplensReport *report)
{
  return poplens_records_finish_tree (self, "card", title, report);
}
