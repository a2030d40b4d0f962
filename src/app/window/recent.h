/* PoplensRecent: the reports opened last, newest first, in recent.ini of the user's state folder.
 * Read again before each change and written atomically, so that two programs keep each other's
 * entries; a damaged file counts as empty. Main thread only. */
#pragma once

#include <gio/gio.h>
#include <glib-object.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_RECENT_MAX 64

typedef struct {
  char *path;         /* absolute, or an address */
  char *name;         /* the report's name; of a pair "A → B" */
  char *other;        /* (nullable): as @path: the report that it was compared with */
  gint64 opened;      /* seconds since the epoch */
  gboolean is_folder; /* of several reports: to be listed, not compared */
} PoplensRecentEntry;

#define POPLENS_TYPE_RECENT (poplens_recent_get_type ())
G_DECLARE_FINAL_TYPE (PoplensRecent, poplens_recent, POPLENS, RECENT, GObject)

/* Signal "changed" (): the list is another one. */

/* The list of this display, the same for all windows. (transfer none) */
PoplensRecent *poplens_recent_get_default (void);
PoplensRecent *poplens_recent_new (const char *file);

/* (transfer none): GPtrArray of PoplensRecentEntry, at most POPLENS_RECENT_MAX; valid until
 * "changed". */
GPtrArray *poplens_recent_get_entries (PoplensRecent *self);
/* Puts @path on top; @now in seconds since the epoch. */
void poplens_recent_add (PoplensRecent *self, const char *path, const char *name, gint64 now);
/* The same of a folder of several reports. */
void poplens_recent_add_folder (PoplensRecent *self, const char *path, const char *name,
                                gint64 now);
/* The same of two reports that were compared, as an entry of its own: one, whichever comes first.
 */
void poplens_recent_add_pair (PoplensRecent *self, const char *path, const char *name,
                              const char *other, const char *other_name, gint64 now);
/* @other: (nullable): as the entry has it. */
void poplens_recent_remove (PoplensRecent *self, const char *path, const char *other);
void poplens_recent_clear (PoplensRecent *self);

/* "just now", "5 minutes ago", "yesterday", "12 March 2024". (transfer full) */
char *poplens_recent_when (gint64 opened, gint64 now);

/* ---- rows in a list of recent things --------------------------------------------------------- */

/* A button that offers to remove @name from the list; the caller does so on "clicked". (floating)
 */
GtkWidget *poplens_remove_button_new (const char *name);

/* ---- the menu of recent reports -------------------------------------------------------------- */

/* The reports opened last, as a menu of those that another one can be compared with. */

#define POPLENS_RECENT_MENU_MAX 12

/* Fills @menu anew with recent reports but the one at @path, newest first; with one item that
 * cannot be chosen where there are none. With @pair an item starts the action "win.compare-pair"
 * with @path and its own path, else "win.compare-with" with its own. */
void poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair);

G_END_DECLS
