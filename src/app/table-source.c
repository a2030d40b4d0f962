#include "app/table-source.h"

#include <string.h>

/* "model.py:34" without the line. */
static char *
without_line (const char *text)
{
  const char *colon = strrchr (text, ':');

  return colon && colon[1] && strspn (colon + 1, "0123456789") == strlen (colon + 1)
             ? g_strndup (text, (gsize) (colon - text))
             : g_strdup (text);
}

char *
poplens_table_source_file (const PoplensTable *table, guint32 row)
{
  static const char *const columns[] = {"location", "file"};

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    int column = poplens_table_find_column (table, columns[i]);
    if (column < 0)
      continue;
    PoplensValue value = poplens_table_get (table, row, (guint) column);
    if (value.type != POPLENS_VALUE_TEXT)
      continue;
    g_autofree char *path = without_line (value.text);
    /* A path within some project says nothing of where that is. */
    if (g_path_is_absolute (path) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  return NULL;
}

void
poplens_table_source_open (GtkWidget *widget, const char *path)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri)
    gtk_show_uri (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, uri, GDK_CURRENT_TIME);
}
