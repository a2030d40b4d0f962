/* PoplensRecent: the reports opened last, newest first, in recent.ini of the user's state folder.
 * Read again before each change and written atomically, so that two programs keep each other's
 * entries; a damaged file counts as empty. Main thread only. */
#pragma once

#include <glib-object.h>

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

G_END_DECLS
