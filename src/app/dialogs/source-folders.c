/* Finds the source file that a table row names, and shows the source folders in Preferences. */
#include "app/dialogs/source-folders.h"

#include "app/dialogs/file-dialog.h"
#include "app/window/recent.h"
#include "app/window/settings.h"
#include "base/error.h"
#include "report/source-map.h"

#include <string.h>

/* Returns the pairs "PREFIX=FOLDER" in the settings. (transfer full) */
static GStrv
source_folders_list (void)
{
  g_autofree char *text =
      poplens_settings_get_string (poplens_settings_get_default (), "sources", "folders");

  return g_strsplit (text ? text : "", "\n", -1);
}

/* ---- source file of a table row -------------------------------------------------------------- */

/* Returns @text without its line number: "model.py" for "model.py:34". (transfer full) */
static char *
without_line (const char *text)
{
  const char *colon = strrchr (text, ':');

  return colon && colon[1] && strspn (colon + 1, "0123456789") == strlen (colon + 1)
             ? g_strndup (text, (gsize) (colon - text))
             : g_strdup (text);
}

/* Returns @file with the line number of column "line": "model.py:34". Without such a column,
 * returns @file. (transfer full) */
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
  g_auto (GStrv) pairs = source_folders_list ();
  char *mapped = path ? poplens_source_map_find ((const char *const *) pairs, path, NULL) : NULL;

  if (mapped)
    return mapped;
  /* Use the recorded path only if it is absolute: a relative one does not say in which folder the
   * project was. */
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

/* ---- the settings ---------------------------------------------------------------------------- */

static gboolean
has_prefix (const char *pair, const char *prefix, gsize length)
{
  return !strncmp (pair, prefix, length) && pair[length] == '=';
}

/* Removes the pairs that have the same prefix as @pair from the settings. @added: TRUE: then adds
 * @pair. Writes the settings to their file at once, because worker threads read the file. */
static void
write_pairs (const char *pair, gboolean added)
{
  PoplensSettings *settings = poplens_settings_get_default ();
  g_auto (GStrv) pairs = source_folders_list ();
  g_autoptr (GStrvBuilder) left = g_strv_builder_new ();
  g_auto (GStrv) result = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; pairs[i]; i++)
    if (*pairs[i] && !has_prefix (pairs[i], pair, strcspn (pair, "=")))
      g_strv_builder_add (left, pairs[i]);
  if (added)
    g_strv_builder_add (left, pair);
  result = g_strv_builder_end (left);
  text = g_strjoinv ("\n", result);
  poplens_settings_set_string (settings, "sources", "folders", *text ? text : NULL);
  poplens_settings_flush (settings, NULL);
}

/* ---- rows of the preferences ----------------------------------------------------------------- */

static void
on_remove (GtkWidget *button, const char *pair)
{
  /* Copy the pair: removing its row frees it. */
  g_autofree char *gone = g_strdup (pair);

  write_pairs (gone, FALSE);
}

static GtkWidget *
row_new (const char *pair)
{
  GtkWidget *row = adw_action_row_new (), *button;
  g_autofree char *prefix = g_strndup (pair, strcspn (pair, "="));
  const char *folder = pair + strlen (prefix) + 1;

  g_object_set (row, "use-markup", FALSE, "title", prefix, "subtitle", folder, NULL);
  button = poplens_remove_button_new (prefix);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_remove), g_strdup (pair),
                         (GClosureNotify) (GCallback) g_free, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

/* Replaces the rows of @group by one row for each pair. The object data "poplens-rows" of @group
 * lists its rows. */
static void
fill (AdwPreferencesGroup *group)
{
  GPtrArray *rows = g_object_get_data (G_OBJECT (group), "poplens-rows");
  g_auto (GStrv) pairs = source_folders_list ();

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, rows->pdata[i]);
  g_ptr_array_set_size (rows, 0);
  for (guint i = 0; pairs[i]; i++)
    if (strchr (pairs[i], '='))
      g_ptr_array_add (rows, row_new (pairs[i]));
  if (!rows->len) {
    GtkWidget *row = adw_action_row_new ();
    g_object_set (row, "title", "No folders", "subtitle",
                  "Choose Source Folder in the menu of a row of source code", NULL);
    g_ptr_array_add (rows, row);
  }
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_add (group, rows->pdata[i]);
}

void
poplens_source_folders_show (AdwPreferencesGroup *group)
{
  g_object_set_data_full (G_OBJECT (group), "poplens-rows", g_ptr_array_new (),
                          (GDestroyNotify) g_ptr_array_unref);
  g_signal_connect_object (poplens_settings_get_default (), "changed::sources", G_CALLBACK (fill),
                           group, G_CONNECT_SWAPPED);
  fill (group);
}

/* ---- choosing -------------------------------------------------------------------------------- */

typedef struct {
  char *file;
  guint32 line;
  PoplensSourceFolderFunc done;
  GObject *user_data;
} SourceChoice;

static void
choice_free (gpointer data)
{
  SourceChoice *self = data;

  g_free (self->file);
  g_object_unref (self->user_data);
  g_free (self);
}

static void
on_proposed (GObject *source, GAsyncResult *result, gpointer data)
{
  SourceChoice *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *pair = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *text = NULL;

  if (pair) {
    /* Add the pair; it replaces one with the same prefix. */
    write_pairs (pair, TRUE);
    text = g_strdup_printf ("Source folder added: %s", strchr (pair, '=') + 1);
  }
  self->done (pair ? text : error->message, self->user_data);
  choice_free (self);
}

/* Input of the worker: copies from SourceChoice, which only the main thread may use. */
typedef struct {
  char *file, *folder;
  guint32 line;
} SourceRequest;

static void
source_request_free (gpointer data)
{
  SourceRequest *self = data;

  g_free (self->file);
  g_free (self->folder);
  g_free (self);
}

static void
propose_folder (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const SourceRequest *q = data;
  GError *error = NULL;
  char *pair = poplens_source_map_propose (q->file, q->line, q->folder, cancellable, &error);

  if (pair)
    g_task_return_pointer (task, pair, g_free);
  else
    g_task_return_error (task, error);
}

/* The user chose the folder @path: looks for the source file there, on a worker. @data: GObject
 * with the SourceChoice as object data. */
static void
on_folder (const char *path, gpointer data)
{
  SourceChoice *self = g_object_steal_data (G_OBJECT (data), "poplens-choice");
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_proposed, self);
  SourceRequest *q = g_new (SourceRequest, 1);

  *q = (SourceRequest){g_strdup (self->file), g_strdup (path), self->line};
  g_task_set_task_data (task, q, source_request_free);
  g_task_run_in_thread (task, propose_folder);
}

void
poplens_source_folders_choose (GtkWindow *parent, const char *file, guint32 line,
                               PoplensSourceFolderFunc done, gpointer user_data)
{
  g_autoptr (GObject) holder = g_object_new (G_TYPE_OBJECT, NULL);
  SourceChoice *self = g_new0 (SourceChoice, 1);

  self->file = g_strdup (file);
  self->line = line;
  self->done = done;
  self->user_data = g_object_ref (user_data);
  g_object_set_data_full (holder, "poplens-choice", self, choice_free);
  poplens_file_dialog_source (parent, on_folder, holder);
}
