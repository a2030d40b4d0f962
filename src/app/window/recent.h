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
  char *path;         /* absolute, or an address */
  char *name;         /* name of the report; of a pair: "A → B" */
  char *other;        /* (nullable): path of the report that it was compared with */
  gint64 opened;      /* seconds since the epoch */
  gboolean is_folder; /* folder of several reports: shown as a list */
} PoplensRecentEntry;

#define POPLENS_TYPE_RECENT (poplens_recent_get_type ())
G_DECLARE_FINAL_TYPE (PoplensRecent, poplens_recent, POPLENS, RECENT, GObject)

/* Signal "changed" (): entries were added or removed. */

/* Returns the list of this display, shared by all windows. (transfer none) */
PoplensRecent *poplens_recent_get_default (void);
PoplensRecent *poplens_recent_new (const char *file);

/* Returns the entries: of PoplensRecentEntry, at most POPLENS_RECENT_MAX. (transfer none): valid
 * until "changed" */
GPtrArray *poplens_recent_get_entries (PoplensRecent *self);
/* Puts @path at the top. @now: seconds since the epoch. */
void poplens_recent_add (PoplensRecent *self, const char *path, const char *name, gint64 now);
/* As poplens_recent_add (), for a folder of several reports. */
void poplens_recent_add_folder (PoplensRecent *self, const char *path, const char *name,
                                gint64 now);
/* As poplens_recent_add (), for two compared reports, as one entry in either order. */
void poplens_recent_add_pair (PoplensRecent *self, const char *path, const char *name,
                              const char *other, const char *other_name, gint64 now);
/* Removes the entry of @path and @other (nullable). */
void poplens_recent_remove (PoplensRecent *self, const char *path, const char *other);
void poplens_recent_clear (PoplensRecent *self);

/* Formats a time: "just now", "5 minutes ago", "yesterday", "12 March 2024". (transfer full) */
char *poplens_recent_when (gint64 opened, gint64 now);

/* ---- rows of recent reports ------------------------------------------------------------------ */

/* Makes a button that offers to remove @name from the list; the caller handles "clicked".
 * (floating) */
GtkWidget *poplens_remove_button_new (const char *name);

/* ---- the menu of recent reports -------------------------------------------------------------- */

/* Maximum number of recent reports in the menu of reports to compare with. */

#define POPLENS_RECENT_MENU_MAX 12

/* Fills @menu with recent reports except the one at @path, newest first, or with an insensitive
 * item if there are none. @pair: FALSE: items activate "win.compare-with" with their path; TRUE:
 * "win.compare-pair" with @path and their path. */
void poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair);

G_END_DECLS
