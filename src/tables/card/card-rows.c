/* Rows of a card: numbers in words, and cells of other tables. */
#include "tables/card/card-private.h"

#include "base/error.h"
#include "tables/engine/registry.h"

#include <string.h>

void
poplens_card_take_error (PoplensCard *self, GError *error)
{
  if (error && !self->wrong && !poplens_error_is_lack (error))
    self->wrong = error;
  else
    g_clear_error (&error);
}

void
poplens_card_add (PoplensCard *self, const char *what, const char *value, gint64 bytes,
                  double share, char *location)
{
  PoplensCardRow *row = poplens_records_add (self->rows);
  g_autofree char *link = location;

  row->what = poplens_records_text (self->rows, what);
  row->value = poplens_records_text (self->rows, value);
  if (bytes > 0)
    row->bytes = bytes;
  if (share > 0)
    row->share = share;
  if (!link)
    return;
  row->location = poplens_records_text (self->rows, link);
  poplens_records_link (self->rows, "%s", link);
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

void
poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location)
{
  PoplensNumber text;

  if (number)
    poplens_card_add (self, what, poplens_format_count (text, number), 0, 0, location);
  else
    g_free (location);
}

void
poplens_card_add_items (PoplensCard *self, const char *what, guint64 n, const char *noun,
                        char *location)
{
  PoplensNumber text;

  if (n)
    poplens_card_add (self, what, poplens_format_items (text, n, noun), 0, 0, location);
  else
    g_free (location);
}

void
poplens_card_add_bytes (PoplensCard *self, const char *what, guint64 bytes, char *location)
{
  if (bytes)
    poplens_card_add (self, what, NULL, (gint64) bytes, 0, location);
  else
    g_free (location);
}

void
poplens_card_add_tile_bytes (PoplensCard *self, const char *what, const char *value, guint64 bytes,
                             char *location)
{
  double share = self->fit->capacity ? (double) bytes / (double) self->fit->capacity : 0;

  if (bytes)
    poplens_card_add (self, what, value, (gint64) bytes, share, location);
  else
    g_free (location);
}

/* ---- cells of other tables ---------------------------------------------------------------------
 */

static void
cells_init (PoplensCardCells *self, PoplensCard *card, const char *table, const char *location,
            gboolean compares)
{
  GError *error = NULL;
  g_autoptr (PoplensLocation) at = poplens_location_parse (location, &error);

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (at && !card->wrong)
    self->table = (compares ? poplens_tables_compare : poplens_tables_build) (
        table, card->report, at, card->cancellable, &error);
  poplens_card_take_error (card, error);
}

void
poplens_card_cells_init (PoplensCardCells *self, PoplensCard *card, const char *table,
                         const char *location)
{
  cells_init (self, card, table, location, FALSE);
}

void
poplens_card_cells_init_of_two (PoplensCardCells *self, PoplensCard *card, const char *table,
                                const char *location)
{
  cells_init (self, card, table, location, TRUE);
}

void
poplens_card_cells_clear (PoplensCardCells *self)
{
  g_clear_pointer (&self->table, poplens_table_unref);
  g_clear_pointer (&self->rows, g_array_unref);
}

static gboolean
is_value (const PoplensValue *value, const char *text, guint64 id)
{
  if (value->type == POPLENS_VALUE_TEXT)
    return text && !strcmp (value->text, text);
  return !text && value->type == POPLENS_VALUE_INT && (guint64) value->integer == id;
}

static void
choose (PoplensCardCells *self, const char *column, const char *text, guint64 id)
{
  g_autoptr (GArray) before = self->rows;
  int at = self->table ? poplens_table_find_column (self->table, column) : -1;
  guint32 n = before->len ? before->len : self->table ? poplens_table_n_rows (self->table) : 0;

  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; at >= 0 && i < n; i++) {
    guint32 row = before->len ? g_array_index (before, guint32, i) : i;
    PoplensValue value = poplens_table_get (self->table, row, (guint) at);
    if (is_value (&value, text, id))
      g_array_append_val (self->rows, row);
  }
}

void
poplens_card_cells_choose_text (PoplensCardCells *self, const char *column, const char *text)
{
  choose (self, column, text, 0);
}

void
poplens_card_cells_choose_id (PoplensCardCells *self, const char *column, guint64 id)
{
  choose (self, column, NULL, id);
}

static void
add_value (PoplensCard *self, const char *what, const PoplensValue *value, char *location)
{
  PoplensNumber text;

  if (value->type == POPLENS_VALUE_NULL ||
      (value->type == POPLENS_VALUE_TEXT ? !*value->text : !value->integer)) {
    g_free (location);
    return;
  }
  if (value->unit == POPLENS_UNIT_BYTES)
    poplens_card_add (self, what, NULL, value->integer, 0, location);
  else
    poplens_card_add (self, what, poplens_value_format (value, POPLENS_BYTE_UNIT_BINARY, text), 0,
                      0, location);
}

void
poplens_card_add_cell (PoplensCard *self, const PoplensCardCells *cells, const char *column,
                       const char *what, char *location)
{
  int at = cells->table ? poplens_table_find_column (cells->table, column) : -1;
  PoplensValue value = {0};

  if (at >= 0 && cells->rows->len) {
    value = poplens_table_get (cells->table, g_array_index (cells->rows, guint32, 0), (guint) at);
    if (cells->rows->len > 1 && value.type != POPLENS_VALUE_TEXT)
      value = poplens_table_sum (cells->table, (guint) at,
                                 (const guint32 *) (gpointer) cells->rows->data, cells->rows->len);
  }
  add_value (self, what, &value, location);
}
