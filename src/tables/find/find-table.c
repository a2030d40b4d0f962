/* What was found as a table: for the terminal and for programs. */
#include "tables/find/find.h"

#include "base/visible.h"
#include "tables/engine/builders.h"

enum { KIND, ID, TITLE, DETAIL, LOCATION };

static const PoplensColumn columns[] = {
    [KIND] =
        {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
         "Kind of the result: tile, ipu, step (program step), executed-step, program, compute-set, "
         "vertex-type, variable (unlowered), tile-variable (lowered), operation, layer, kind (of "
         "variables), source (file or line), or view (of a page)"},
    [ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
            "ID as recorded, or position in the program tree for a step; empty for several of one "
            "pattern, a view, an operation, a layer, a kind and source code"},
    [TITLE] = {"title", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name, else kind and number"},
    [DETAIL] = {"detail", "Detail", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Type, ID, bytes or tiles, to tell results of the same name apart"},
    [LOCATION] = {"location", "Location", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                  "Location that shows the result"},
};

static void
cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const PoplensFinds *finds = data;
  const PoplensFound *found = finds->results->pdata[row];

  if (column != ID)
    poplens_cell_text (value, column == KIND     ? poplens_found_kind_name (found->kind)
                              : column == TITLE  ? found->title
                              : column == DETAIL ? found->detail
                                                 : found->location);
  else if (found->kind < POPLENS_FOUND_OPERATION && !found->is_pattern)
    poplens_cell_int (value, (gint64) found->id);
}

/* "20 of 312 found. Type a number: tile 0 to 2,943" (transfer full) (nullable) */
static char *
write_note (const PoplensFinds *finds)
{
  g_autofree char *hint = finds->hint ? poplens_visible_text (finds->hint, -1) : NULL;
  PoplensNumber some, all;

  if (finds->results->len == finds->total)
    return g_steal_pointer (&hint);
  return g_strdup_printf ("%s of %s found%s%s", poplens_format_count (some, finds->results->len),
                          poplens_format_count (all, finds->total), hint ? ". " : "",
                          hint ? hint : "");
}

PoplensTable *
poplens_finds_table (PoplensFinds *finds, PoplensReport *report)
{
  g_autofree char *note = write_note (finds);
  PoplensTable *table = poplens_table_new ("find", "Found", finds->results->len, cell, finds,
                                           (GDestroyNotify) poplens_finds_free, report);

  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_set_note (table, note);
  poplens_table_set_partial (table, finds->results->len < finds->total);
  return table;
}
