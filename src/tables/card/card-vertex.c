/* The card of a vertex type. */
#include "tables/card/card-private.h"

#include "base/format.h"

#define MOST_USERS 4

/* Compute sets with vertices of the type, those with most first, as the table of uses has them. */
static void
add_users (PoplensCard *self, guint64 id)
{
  g_auto (PoplensCardCells) uses = {0};
  guint n = 0;

  poplens_card_cells_init (&uses, self, "vertex-types", "memory?by=compute-set");
  guint32 rows = uses.table ? poplens_table_n_rows (uses.table) : 0;
  int name = rows ? poplens_table_find_column (uses.table, "name") : -1;
  int number = rows ? poplens_table_find_column (uses.table, "id") : -1;
  gboolean is_its = FALSE;
  for (guint32 row = 0; row < rows; row++) {
    guint64 at = (guint64) poplens_table_get (uses.table, row, (guint) number).integer;
    const char *text = poplens_table_get (uses.table, row, (guint) name).text;
    if (!poplens_table_get_depth (uses.table, row))
      is_its = at == id;
    else if (is_its && n++ < MOST_USERS)
      poplens_card_add (self, "Used by", text, 0, 0, poplens_card_set_location (text, at));
  }
  if (n > MOST_USERS)
    poplens_card_add_items (
        self, "Used by", n, "compute set",
        poplens_finder_location ("memory?tab=compute-sets", "filter.compute-sets", NULL));
}

void
poplens_card_add_vertex_type (PoplensCard *self)
{
  static const struct {
    const char *column, *what;
  } facts[] = {{"instances", "Vertices"},
               {"state_bytes", "Own state"},
               {"size", "State per vertex"},
               {"code_bytes", "Code with functions called"}};
  g_auto (PoplensCardCells) types = {0};

  poplens_card_cells_init (&types, self, "vertex-types", "memory");
  poplens_card_cells_choose_text (&types, "vertex_type", self->found->title);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    poplens_card_add_cell (self, &types, facts[i].column, facts[i].what,
                           g_strdup (self->found->location));
  add_users (self, self->found->id);
}
