#include "app/table/table-source.h"

#include "app/dialogs/source-folders.h"
#include "base/error.h"
#include "report/source-map.h"

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

/* The line may stand in a column of its own. */
static char *
with_line (const PoplensTable *table, guint32 row, const char *file)
{
  int column = poplens_table_find_column (table, "line");
  PoplensValue line = {0};

  if (column >= 0)
    line = poplens_table_get (table, row, (guint) column);
  return line.type == POPLENS_VALUE_INT
             ? g_strdup_printf ("%s:%" G_GINT64_FORMAT, file, line.integer)
             : g_strdup (file);
}

char *
poplens_table_source_location (const PoplensTable *table, guint32 row)
{
  static const char *const columns[] = {"location", "file"};

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    int column = poplens_table_find_column (table, columns[i]);
    PoplensValue value = {0};
    if (column >= 0)
      value = poplens_table_get (table, row, (guint) column);
    if (column >= 0 && value.type == POPLENS_VALUE_TEXT && *value.text)
      return with_line (table, row, value.text);
  }
  return NULL;
}

char *
poplens_table_source_recorded (const PoplensTable *table, guint32 row, guint32 *line)
{
  g_autofree char *location = poplens_table_source_location (table, row);
  char *file = location ? without_line (location) : NULL;

  *line = 0;
  if (file && strlen (file) < strlen (location))
    *line = (guint32) MIN (g_ascii_strtoull (location + strlen (file) + 1, NULL, 10), G_MAXUINT32);
  return file;
}

char *
poplens_table_source_file (const PoplensTable *table, guint32 row, GError **error)
{
  guint32 line;
  g_autofree char *path = poplens_table_source_recorded (table, row, &line);
  g_auto (GStrv) pairs = poplens_source_folders_list ();
  char *mapped = path ? poplens_source_map_find ((const char *const *) pairs, path, NULL) : NULL;

  if (mapped)
    return mapped;
  /* A path within some project says nothing of where that is. */
  if (path && g_path_is_absolute (path) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               path && !g_path_is_absolute (path) ? "%s: folder not recorded"
               : path                             ? "%s: not found on this computer"
                                                  : "No source file in this row%s",
               path ? path : "");
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
