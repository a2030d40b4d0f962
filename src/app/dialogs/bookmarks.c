/* Saves the user's bookmarks, and restores deleted ones. */
#include "app/dialogs/bookmarks.h"

#include "app/widgets/toaster.h"

#include <string.h>

/* Maximum number of characters of a note. */
#define MOST_NOTE 1000

PoplensSettings *
poplens_bookmarks_get_default (void)
{
  GObject *host = G_OBJECT (gtk_settings_get_default ());
  PoplensSettings *self = g_object_get_data (host, "poplens-bookmarks");

  if (!self) {
    g_autofree char *path = poplens_bookmarks_path ();
    self = poplens_settings_new (path);
    g_object_set_data_full (host, "poplens-bookmarks", self, g_object_unref);
  }
  return self;
}

GPtrArray *
poplens_bookmarks_list (PoplensSettings *self, const char *group)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) names = poplens_settings_list_keys (self, group);

  for (guint i = 0; names[i]; i++) {
    g_autofree char *note = poplens_settings_get_string (self, group, names[i]);
    if (note)
      g_key_file_set_string (file, group, names[i], note);
  }
  return poplens_bookmarks_of (file, group);
}

void
poplens_bookmarks_set (PoplensSettings *self, const char *group, const char *name, const char *note)
{
  g_autofree char *line =
      note ? g_utf8_substring (note, 0, MIN (g_utf8_strlen (note, -1), MOST_NOTE)) : NULL;

  poplens_settings_set_string (self, group, name, line);
}

/* ---- saving ---------------------------------------------------------------------------------- */

typedef struct {
  GdkClipboard *clipboard;
  char *note;
} UnsavedNote;

static void
unsaved_free (gpointer data)
{
  UnsavedNote *unsaved = data;

  g_object_unref (unsaved->clipboard);
  g_free (unsaved->note);
  g_free (unsaved);
}

static void
copy_unsaved (gpointer data)
{
  const UnsavedNote *unsaved = data;

  gdk_clipboard_set_text (unsaved->clipboard, unsaved->note);
}

gboolean
poplens_bookmarks_save (PoplensSettings *self, GtkWidget *widget, const char *note)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autoptr (GError) error = NULL;
  UnsavedNote *unsaved;

  if (poplens_settings_flush (self, &error))
    return TRUE;
  if (!toasts)
    return FALSE;
  /* Keep only the system's message, without the path that GLib writes before it. The toast has one
   * line, which also contains a button. */
  const char *reason = strrchr (error->message, ':');
  g_autofree char *text = g_strdup_printf ("Cannot save bookmarks.ini%s", reason ? reason : "");
  if (!note || !*note) {
    poplens_toaster_say (ADW_TOAST_OVERLAY (toasts), text);
    return FALSE;
  }
  unsaved = g_new (UnsavedNote, 1);
  *unsaved = (UnsavedNote){g_object_ref (gtk_widget_get_clipboard (widget)), g_strdup (note)};
  poplens_toaster_offer (ADW_TOAST_OVERLAY (toasts), text, "Copy", copy_unsaved, unsaved,
                         unsaved_free);
  return FALSE;
}

/* ---- deleted bookmarks ----------------------------------------------------------------------- */

typedef struct {
  char *group, *name, *note;
} DeletedEntry;

static void
deleted_free (gpointer data)
{
  DeletedEntry *deleted = data;

  g_free (deleted->group);
  g_free (deleted->name);
  g_free (deleted->note);
  g_free (deleted);
}

/* Returns the deleted bookmarks. They are object data of the settings, which outlive the pages and
 * toasts that offer Undo. (transfer none) */
static GPtrArray *
deleted_of (PoplensSettings *self)
{
  GPtrArray *list = g_object_get_data (G_OBJECT (self), "poplens-deleted");

  if (!list) {
    list = g_ptr_array_new_with_free_func (deleted_free);
    g_object_set_data_full (G_OBJECT (self), "poplens-deleted", list,
                            (GDestroyNotify) g_ptr_array_unref);
  }
  return list;
}

gboolean
poplens_bookmarks_delete (PoplensSettings *self, const char *group, const char *name)
{
  char *note = poplens_settings_get_string (self, group, name);
  DeletedEntry *deleted;

  if (!note)
    return FALSE;
  deleted = g_new (DeletedEntry, 1);
  *deleted = (DeletedEntry){g_strdup (group), g_strdup (name), note};
  g_ptr_array_add (deleted_of (self), deleted);
  poplens_bookmarks_set (self, group, name, NULL);
  return TRUE;
}

gboolean
poplens_bookmarks_restore (PoplensSettings *self, const char *group, const char *name)
{
  GPtrArray *list = deleted_of (self);

  for (guint i = list->len; i-- > 0;) {
    const DeletedEntry *deleted = list->pdata[i];
    if (!g_str_equal (deleted->group, group) || (name && !g_str_equal (deleted->name, name)))
      continue;
    /* If the user has added a bookmark of the same name since, keep that one. */
    g_autofree char *newer = poplens_settings_get_string (self, group, deleted->name);
    if (!newer)
      poplens_bookmarks_set (self, group, deleted->name, deleted->note);
    g_ptr_array_remove_index (list, i);
    if (!newer)
      return TRUE;
  }
  return FALSE;
}
