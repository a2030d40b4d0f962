#include "cli/markdown.h"

#include "cli/cli.h"

#include "base/visible.h"

#include <string.h>

char *
poplens_markdown_escape (const char *text)
{
  g_autofree char *visible = poplens_visible_text (text, -1);
  GString *out = g_string_sized_new (strlen (visible));

  for (const char *c = visible; *c; c++)
    if (strchr ("&<>|@:", *c))
      g_string_append_printf (out, "&#%d;", *c);
    else if (strchr ("\\`*_{}[]()#+-!~=^$\"'", *c))
      g_string_append_printf (out, "\\%c", *c);
    else
      g_string_append_c (out, *c);
  return g_string_free (out, FALSE);
}

static void
write_cell (const PoplensTable *table, guint32 row, guint column, PoplensByteUnit unit,
            PoplensTextSink *out)
{
  PoplensNumber buffer;
  PoplensValue value = poplens_table_get (table, row, column);
  g_autofree char *text = poplens_markdown_escape (poplens_value_format (&value, unit, buffer));

  poplens_text_sink_printf (out, " %s |", text);
}

static void
write_header (const PoplensTable *table, const guint *columns, guint n, PoplensTextSink *out)
{
  poplens_text_sink_write (out, "\n|", 2);
  for (guint c = 0; c < n; c++) {
    g_autofree char *title =
        poplens_markdown_escape (poplens_table_get_column (table, columns[c])->title);
    poplens_text_sink_printf (out, " %s |", title);
  }
  poplens_text_sink_write (out, "\n|", 2);
  for (guint c = 0; c < n; c++) {
    PoplensUnit unit = poplens_table_get_column (table, columns[c])->unit;
    gboolean right = poplens_unit_is_numeric (unit) || unit == POPLENS_UNIT_MIXED;
    poplens_text_sink_write (out, right ? " ---: |" : " --- |", -1);
  }
  poplens_text_sink_write (out, "\n", 1);
}

void
poplens_markdown_table (const PoplensTable *table, const char *const *columns, guint32 most,
                        PoplensByteUnit unit, PoplensTextSink *out)
{
  guint32 n = poplens_table_n_rows (table), shown = most ? MIN (n, most) : n;
  guint n_columns = g_strv_length ((char **) columns);
  g_autofree guint *chosen = g_new (guint, MAX (n_columns, 1));

  for (guint c = 0; c < n_columns; c++)
    chosen[c] = (guint) MAX (poplens_table_find_column (table, columns[c]), 0);
  write_header (table, chosen, n_columns, out);
  for (guint32 row = 0; row < shown; row++) {
    poplens_text_sink_write (out, "|", 1);
    for (guint c = 0; c < n_columns; c++)
      write_cell (table, row, chosen[c], unit, out);
    poplens_text_sink_write (out, "\n", 1);
  }
  if (shown < n) {
    PoplensNumber more;
    poplens_text_sink_printf (out, "\nand %s more\n", poplens_format_count (more, n - shown));
  }
}
