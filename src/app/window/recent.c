/* PoplensRecent: reads and writes the list of recently opened reports, and fills a menu with it. */
#include "app/window/recent.h"

#include "app/remote/report-link.h"
#include "base/format.h"
#include "report/user-file.h"

#include <gtk/gtk.h>
#include <string.h>

/* ---- the menu of recent reports -------------------------------------------------------------- */

/* TRUE if another entry has the same name as @entry. The label of @entry must then show its folder
 * too. */
static gboolean
is_named_twice (GPtrArray *entries, const PoplensRecentEntry *entry)
{
  for (guint i = 0; i < entries->len; i++) {
    const PoplensRecentEntry *other = g_ptr_array_index (entries, i);
    if (other != entry && !other->other && !strcmp (other->name, entry->name))
      return TRUE;
  }
  return FALSE;
}

/* Returns the label of a menu item for @entry. Doubles underscores, because a single underscore
 * marks a mnemonic. (transfer full) */
static char *
label_of (GPtrArray *entries, const PoplensRecentEntry *entry)
{
  g_autofree char *folder = g_path_get_dirname (entry->path);
  g_autofree char *shown = g_filename_display_name (folder);
  g_autoptr (GString) label = g_string_new (entry->name);

  if (is_named_twice (entries, entry))
    g_string_append_printf (label, " (%s)", shown);
  g_string_replace (label, "_", "__", 0);
  return g_string_free (g_steal_pointer (&label), FALSE);
}

/* Returns the action target of a menu item: the paths, as byte strings because they need not be
 * UTF-8. (floating) */
static GVariant *
target_of (const char *path, const char *other)
{
  return path ? g_variant_new ("(^ay^ay)", path, other) : g_variant_new ("^ay", other);
}

void
poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair)
{
  GPtrArray *entries = poplens_recent_get_entries (recent);
  int n = 0;

  g_menu_remove_all (menu);
  for (guint i = 0; i < entries->len && n < POPLENS_RECENT_MENU_MAX; i++) {
    const PoplensRecentEntry *entry = g_ptr_array_index (entries, i);
    if (entry->other || entry->is_folder || !g_strcmp0 (entry->path, path))
      continue;
    g_autofree char *label = label_of (entries, entry);
    g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
    g_menu_item_set_action_and_target_value (item, pair ? "win.compare-pair" : "win.compare-with",
                                             target_of (pair ? path : NULL, entry->path));
    g_menu_append_item (menu, item);
    n++;
  }
  if (!n)
    g_menu_append (menu, "No Other Recent Reports", "win.nothing");
}

/* ---- rows of recent reports ------------------------------------------------------------------ */

GtkWidget *
poplens_remove_button_new (const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *tip = g_strdup_printf ("Remove %s from the list", name);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tip, -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  return button;
}

/* ---- recent reports -------------------------------------------------------------------------- */

struct _PoplensRecent {
  GObject parent;
  char *file;
  GPtrArray *entries;
  gboolean is_lost; /* the file could not be read: it must not be overwritten */
};

G_DEFINE_FINAL_TYPE (PoplensRecent, poplens_recent, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  PoplensRecentEntry *entry = data;

  g_free (entry->path);
  g_free (entry->name);
  g_free (entry->other);
  g_free (entry);
}

static void
poplens_recent_finalize (GObject *object)
{
  PoplensRecent *self = POPLENS_RECENT (object);

  g_free (self->file);
  g_ptr_array_unref (self->entries);
  G_OBJECT_CLASS (poplens_recent_parent_class)->finalize (object);
}

static void
poplens_recent_class_init (PoplensRecentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = poplens_recent_finalize;
  g_signal_new ("changed", POPLENS_TYPE_RECENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
poplens_recent_init (PoplensRecent *self)
{
  self->entries = g_ptr_array_new_with_free_func (entry_free);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Reads an entry of the list from @group of the file. The groups are named "report-0", "report-1"
 * …, newest first. The file stores paths as URIs, because a path need not be UTF-8. (transfer full)
 * (nullable): NULL if the group has no valid URI. */
static PoplensRecentEntry *
entry_read (GKeyFile *keys, const char *group)
{
  g_autofree char *uri = g_key_file_get_string (keys, group, "uri", NULL);
  g_autofree char *name = g_key_file_get_string (keys, group, "name", NULL);
  g_autofree char *other = g_key_file_get_string (keys, group, "with", NULL);
  g_autofree char *path = uri ? poplens_report_path_from_uri (uri) : NULL;

  if (!path)
    return NULL;
  PoplensRecentEntry *entry = g_new0 (PoplensRecentEntry, 1);
  entry->name = name && *name ? g_steal_pointer (&name) : g_filename_display_basename (path);
  entry->path = g_steal_pointer (&path);
  entry->other = other ? poplens_report_path_from_uri (other) : NULL;
  entry->opened = g_key_file_get_int64 (keys, group, "opened", NULL);
  entry->is_folder = g_key_file_get_boolean (keys, group, "folder", NULL);
  return entry;
}

/* TRUE if @entry lists the report at @path alone. With @other: TRUE if @entry lists the comparison
 * of the two reports, in either order. @other: (nullable) */
static gboolean
recent_entry_matches (const PoplensRecentEntry *entry, const char *path, const char *other)
{
  return (!strcmp (entry->path, path) && !g_strcmp0 (entry->other, other)) ||
         (other && !strcmp (entry->path, other) && !g_strcmp0 (entry->other, path));
}

static gboolean
recent_find (PoplensRecent *self, const char *path, const char *other, guint *position)
{
  for (guint i = 0; i < self->entries->len; i++) {
    if (recent_entry_matches (g_ptr_array_index (self->entries, i), path, other)) {
      *position = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
recent_load (PoplensRecent *self)
{
  g_autoptr (GKeyFile) keys = poplens_user_file_read (self->file, NULL);
  guint seen;

  self->is_lost = !keys;
  if (!keys)
    return;
  g_ptr_array_set_size (self->entries, 0);
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);
  for (guint i = 0; groups[i] && self->entries->len < POPLENS_RECENT_MAX; i++) {
    PoplensRecentEntry *entry = entry_read (keys, groups[i]);
    if (entry && !recent_find (self, entry->path, entry->other, &seen))
      g_ptr_array_add (self->entries, entry);
    else if (entry)
      entry_free (entry);
  }
}

static void
recent_save (PoplensRecent *self)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) error = NULL;

  if (self->is_lost) {
    g_message ("Cannot save recent reports: the list cannot be read");
    return;
  }
  for (guint i = 0; i < self->entries->len; i++) {
    PoplensRecentEntry *entry = g_ptr_array_index (self->entries, i);
    g_autofree char *group = g_strdup_printf ("report-%u", i);
    g_autofree char *uri = poplens_report_path_to_uri (entry->path);
    if (!uri)
      continue;
    g_key_file_set_string (keys, group, "uri", uri);
    g_key_file_set_string (keys, group, "name", entry->name);
    g_autofree char *other = entry->other ? poplens_report_path_to_uri (entry->other) : NULL;
    if (other)
      g_key_file_set_string (keys, group, "with", other);
    g_key_file_set_int64 (keys, group, "opened", entry->opened);
    if (entry->is_folder)
      g_key_file_set_boolean (keys, group, "folder", TRUE);
  }
  g_autofree char *directory = g_path_get_dirname (self->file);
  g_mkdir_with_parents (directory, 0700);
  if (!g_key_file_save_to_file (keys, self->file, &error))
    g_message ("Cannot save recent reports: %s", error->message);
}

/* ---- the list -------------------------------------------------------------------------------- */

PoplensRecent *
poplens_recent_new (const char *file)
{
  PoplensRecent *self = g_object_new (POPLENS_TYPE_RECENT, NULL);

  self->file = g_strdup (file);
  recent_load (self);
  return self;
}

PoplensRecent *
poplens_recent_get_default (void)
{
  GObject *host = G_OBJECT (gtk_settings_get_default ());
  PoplensRecent *self = g_object_get_data (host, "poplens-recent");

  if (!self) {
    g_autofree char *file =
        g_build_filename (g_get_user_state_dir (), "poplens", "recent.ini", NULL);
    self = poplens_recent_new (file);
    g_object_set_data_full (host, "poplens-recent", self, g_object_unref);
  }
  return self;
}

GPtrArray *
poplens_recent_get_entries (PoplensRecent *self)
{
  return self->entries;
}

static void
save_and_notify (PoplensRecent *self)
{
  recent_save (self);
  g_signal_emit_by_name (self, "changed");
}

/* Adds an entry at the top of the list, and removes an older entry for the same reports. @name:
 * (transfer full) */
static void
recent_add (PoplensRecent *self, const char *path, const char *other, char *name,
            gboolean is_folder, gint64 now)
{
  PoplensRecentEntry *entry = g_new0 (PoplensRecentEntry, 1);
  guint position;

  *entry = (PoplensRecentEntry){g_strdup (path), name, g_strdup (other), now, is_folder};
  recent_load (self);
  if (recent_find (self, path, other, &position))
    g_ptr_array_remove_index (self->entries, position);
  g_ptr_array_insert (self->entries, 0, entry);
  if (self->entries->len > POPLENS_RECENT_MAX)
    g_ptr_array_set_size (self->entries, POPLENS_RECENT_MAX);
  save_and_notify (self);
}

void
poplens_recent_add (PoplensRecent *self, const char *path, const char *name, gint64 now)
{
  recent_add (self, path, NULL, g_utf8_make_valid (name, -1), FALSE, now);
}

void
poplens_recent_add_folder (PoplensRecent *self, const char *path, const char *name, gint64 now)
{
  recent_add (self, path, NULL, g_utf8_make_valid (name, -1), TRUE, now);
}

void
poplens_recent_add_pair (PoplensRecent *self, const char *path, const char *name, const char *other,
                         const char *other_name, gint64 now)
{
  g_autofree char *first = g_utf8_make_valid (name, -1);
  g_autofree char *second = g_utf8_make_valid (other_name, -1);

  recent_add (self, path, other, poplens_format_reports (first, second), FALSE, now);
}

void
poplens_recent_remove (PoplensRecent *self, const char *path, const char *other)
{
  /* Copy both strings: the caller may pass those of an entry, and recent_load () frees all entries.
   */
  g_autofree char *copy = g_strdup (path);
  g_autofree char *with = g_strdup (other);
  guint position;

  recent_load (self);
  if (recent_find (self, copy, with, &position))
    g_ptr_array_remove_index (self->entries, position);
  save_and_notify (self);
}

void
poplens_recent_clear (PoplensRecent *self)
{
  /* Save the empty list even if the old file could not be read: the user asked to remove all
   * entries. */
  self->is_lost = FALSE;
  g_ptr_array_set_size (self->entries, 0);
  save_and_notify (self);
}

/* ---- time as text ---------------------------------------------------------------------------- */

static char *
format_ago (gint64 n, const char *unit)
{
  PoplensNumber text;

  return g_strdup_printf ("%s ago", poplens_format_items (text, (guint64) n, unit));
}

static gint64
julian_day (GDateTime *time)
{
  GDate date;

  g_date_set_dmy (&date, g_date_time_get_day_of_month (time), g_date_time_get_month (time),
                  g_date_time_get_year (time));
  return g_date_get_julian (&date);
}

char *
poplens_recent_when (gint64 opened, gint64 now)
{
  static const char *const months[] = {"January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December"};
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (opened);
  g_autoptr (GDateTime) today = g_date_time_new_from_unix_local (now);

  if (!then || !today || opened <= 0)
    return g_strdup ("");
  gint64 days = julian_day (today) - julian_day (then);
  if (now - opened < 60)
    return g_strdup ("just now");
  if (now - opened < 3600)
    return format_ago ((now - opened) / 60, "minute");
  if (days <= 0)
    return format_ago ((now - opened) / 3600, "hour");
  if (days == 1)
    return g_strdup ("yesterday");
  if (days < 7)
    return format_ago (days, "day");
  return g_strdup_printf ("%d %s %d", g_date_time_get_day_of_month (then),
                          months[g_date_time_get_month (then) - 1], g_date_time_get_year (then));
}
