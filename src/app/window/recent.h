/* PoplensRecent: recently opened reports, newest first, in recent.ini of the user's state folder.
 * The file is read again before each change and written atomically, so that two running programs
 * keep each other's entries; a damaged file counts as empty. Main thread only. */
#pragma once

#include <gio/gio.h>
#include <glib-object.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_RECENT_MAX 64

typedef struct {
  char *path;         /* absolute path of the report, or address if it is on another computer */
  char *name;         /* name of the report; for two compared reports, "A → B" */
  char *other;        /* (nullable): path of the report that .path was compared with */
  gint64 opened;      /* time of the last opening, in seconds since the epoch */
  gboolean is_folder; /* .path is a folder of several reports */
} PoplensRecentEntry;

#define POPLENS_TYPE_RECENT (poplens_recent_get_type ())
G_DECLARE_FINAL_TYPE (PoplensRecent, poplens_recent, POPLENS, RECENT, GObject)

/* Signal "changed" (): entries were added or removed. */

/* Returns the list of this display, shared by all windows. (transfer none) */
PoplensRecent *poplens_recent_get_default (void);
PoplensRecent *poplens_recent_new (const char *file);

/* Returns at most POPLENS_RECENT_MAX entries of type PoplensRecentEntry. (transfer none): valid
 * until "changed" */
GPtrArray *poplens_recent_get_entries (PoplensRecent *self);
/* Puts the report at @path at the top of the list. @now: seconds since the epoch. */
void poplens_recent_add (PoplensRecent *self, const char *path, const char *name, gint64 now);
/* Puts a folder of several reports at the top of the list; see poplens_recent_add (). */
void poplens_recent_add_folder (PoplensRecent *self, const char *path, const char *name,
                                gint64 now);
/* Puts two compared reports at the top of the list as one entry. An older entry for the same two
 * reports, in either order, is replaced. See poplens_recent_add (). */
void poplens_recent_add_pair (PoplensRecent *self, const char *path, const char *name,
                              const char *other, const char *other_name, gint64 now);
/* Removes the entry of the report at @path or, with @other, of the two compared reports. @other:
 * (nullable) */
void poplens_recent_remove (PoplensRecent *self, const char *path, const char *other);
void poplens_recent_clear (PoplensRecent *self);

/* Formats the time @opened as seen at @now, both in seconds since the epoch: "just now", "5 minutes
 * ago", "yesterday", "12 March 2024". (transfer full) */
char *poplens_recent_when (gint64 opened, gint64 now);

/* ---- rows of recent reports ------------------------------------------------------------------ */

/* Makes a button that offers to remove @name from the list; the caller handles "clicked".
 * (floating) */
GtkWidget *poplens_remove_button_new (const char *name);

/* ---- the menu of recent reports -------------------------------------------------------------- */

/* Maximum number of recent reports in a menu for comparing. */

#define POPLENS_RECENT_MENU_MAX 12

/* Fills @menu with the recent reports, newest first, except the report at @path. If there are none,
 * adds an insensitive item. @pair: FALSE: the items compare a recent report with the open report
 * ("win.compare-with"). TRUE: the items compare it with the report at @path ("win.compare-pair").
 */
void poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair);

G_END_DECLS
