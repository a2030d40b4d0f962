#include "app/table/table-figures.h"

#include "app/table/cell-text.h"

#include <string.h>

gboolean
poplens_table_is_figures (const PoplensTable *table)
{
  return !strcmp (poplens_table_get_name (table), "card");
}

static PoplensValue
get_cell (const PoplensTable *table, guint32 row, const char *column)
{
  return poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));
}

static const char *
figure_text (const PoplensTable *table, guint32 row, const char *column)
{
  PoplensValue value = get_cell (table, row, column);

  return value.type == POPLENS_VALUE_TEXT ? value.text : "";
}

char *
poplens_table_describe_figure (const PoplensTable *table, guint32 row)
{
  const char *source = figure_text (table, row, "source"), *doc = figure_text (table, row, "doc"),
             *key = figure_text (table, row, "key");
  PoplensValue value = get_cell (table, row, "value");
  GString *text = g_string_new (NULL);
  PoplensNumber buffer;

  if (value.type == POPLENS_VALUE_TEXT) {
    g_autofree char *cut = poplens_cut_text (value.text, POPLENS_MAX_TOOLTIP);
    g_string_append (text, cut ? cut : value.text);
  } else if (value.type != POPLENS_VALUE_NULL) {
    g_string_append (text, poplens_value_exact (&value, buffer));
  }
  if (*doc)
    g_string_append_printf (text, "%s%s", text->len ? "\n" : "", doc);
  for (guint p = POPLENS_FROM_FILE; p < POPLENS_FROM_ROW; p++)
    if (!strcmp (source, poplens_provenance_name (p)))
      g_string_append_printf (text, "\n%s", poplens_provenance_text (p));
  if (*key)
    g_string_append_printf (text, "\nKey: %s", key);
  return g_string_free (text, FALSE);
}
