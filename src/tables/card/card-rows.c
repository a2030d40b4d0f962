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

static void
add_fact (PoplensCard *self, const char *what, const PoplensValue *value, const char *detail,
          double share, char *location)
{
  PoplensCardFact *fact = poplens_card_facts_add (self->rows, 0, what, value);
  g_autofree char *link = location;

  fact->detail = poplens_records_text (self->rows, detail);
  fact->source = "derived";
  if (share > 0)
    fact->share = share;
  if (link)
    poplens_card_facts_link (self->rows, "%s", link);
}

void
poplens_card_add (PoplensCard *self, const char *what, const char *text, gint64 bytes, double share,
                  char *location)
{
  PoplensValue value = bytes > 0 ? poplens_value_int (bytes, POPLENS_UNIT_BYTES)
                       : text    ? poplens_value_text (text)
                                 : (PoplensValue){0};

  add_fact (self, what, &value, bytes > 0 ? text : NULL, share, location);
}

void
poplens_card_add_value (PoplensCard *self, const char *what, guint64 number, PoplensUnit unit,
                        const char *detail, char *location)
{
  PoplensValue value = poplens_value_int ((gint64) number, unit);

  add_fact (self, what, &value, detail, 0, location);
}

/* ---- numbers -----------------------------------------------------------------------------------
 */

void
poplens_card_add_number (PoplensCard *self, const char *what, guint64 number, char *location)
{
  if (number)
    poplens_card_add_value (self, what, number, POPLENS_UNIT_COUNT, NULL, location);
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
  if (value->type == POPLENS_VALUE_NULL ||
      (value->type == POPLENS_VALUE_TEXT ? !*value->text : !value->integer))
    g_free (location);
  else
    add_fact (self, what, value, NULL, 0, location);
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

void
poplens_card_add_recorded (PoplensCard *self, const char *location, const char *const *but)
{
  enum { WHAT, VALUE, SOURCE, DOC, KEY, PLACE, N_COLUMNS };
  static const char *const names[N_COLUMNS] = {"what", "value", "source", "doc", "key", "location"};
  g_auto (PoplensCardCells) cells = {0};
  guint16 above = 1; /* the level of the first fact is left out for those below it */

  poplens_card_cells_init (&cells, self, "card", location);
  for (guint32 row = 1; cells.table && row < poplens_table_n_rows (cells.table); row++) {
    PoplensValue values[N_COLUMNS];
    guint16 depth = (guint16) poplens_table_get_depth (cells.table, row);
    above = depth ? above : 0;
    for (guint c = 0; c < N_COLUMNS; c++)
      values[c] = poplens_table_get (cells.table, row,
                                     (guint) poplens_table_find_column (cells.table, names[c]));
    if (but && values[KEY].type == POPLENS_VALUE_TEXT && g_strv_contains (but, values[KEY].text))
      continue;
    PoplensCardFact *fact =
        poplens_card_facts_add (self->rows, depth - above, values[WHAT].text, &values[VALUE]);
    fact->doc = poplens_records_text (self->rows, values[DOC].text);
    fact->key = poplens_records_text (self->rows, values[KEY].text);
    fact->source = poplens_records_text (self->rows, values[SOURCE].text);
    poplens_card_facts_link (
        self->rows, "%s", values[PLACE].type == POPLENS_VALUE_TEXT ? values[PLACE].text : location);
  }
}
