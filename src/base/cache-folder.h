/* Folder of cached entries; an entry is a file or a folder of files. Adds up their sizes, and
 * removes the least recently used ones. For any thread and several processes. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  char *path;
  guint64 bytes; /* disk space in bytes, which is less than the length of a sparse file */
  gint64 used;   /* time of last use in µs since 1970 */
} PoplensCacheEntry;

/* Adds size and last use of the file at @path to the entry. FALSE if it is not a regular file. */
gboolean poplens_cache_entry_add_file (PoplensCacheEntry *self, const char *path);

/* Adds the files of the entry at .path to @self. FALSE if it does not belong to the cache. @name:
 * its name in the folder */
typedef gboolean (*PoplensCacheMeasureFunc) (PoplensCacheEntry *self, const char *name);
/* Deletes the entry at @path. FALSE with errno. */
typedef gboolean (*PoplensCacheRemoveFunc) (const char *path);

/* Returns the disk space that entries in @folder take, in bytes. */
guint64 poplens_cache_folder_get_size (const char *folder, PoplensCacheMeasureFunc measure);
/* Removes all entries. FALSE with POPLENS_ERROR_NOT_FOUND if some cannot be removed. */
gboolean poplens_cache_folder_clear (const char *folder, PoplensCacheMeasureFunc measure,
                                     PoplensCacheRemoveFunc remove, GError **error);
/* Removes the least recently used entries until the rest takes at most @most bytes, and at most
 * half of the disk space that would be free without the cache. FALSE if too many entries cannot be
 * removed. */
gboolean poplens_cache_folder_evict (const char *folder, guint64 most,
                                     PoplensCacheMeasureFunc measure,
                                     PoplensCacheRemoveFunc remove);

G_END_DECLS
