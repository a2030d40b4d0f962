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

/* Measures an entry: adds its files, at .path, to @self. @name: name of the entry in the cache
 * folder. FALSE if the entry does not belong to the cache. */
typedef gboolean (*PoplensCacheMeasureFunc) (PoplensCacheEntry *self, const char *name);
/* Deletes the entry at @path. FALSE with errno. */
typedef gboolean (*PoplensCacheRemoveFunc) (const char *path);

/* Returns the disk space that entries in @folder take, in bytes. */
guint64 poplens_cache_folder_get_size (const char *folder, PoplensCacheMeasureFunc measure);
/* Removes all entries. FALSE with POPLENS_ERROR_NOT_FOUND if some cannot be removed. */
gboolean poplens_cache_folder_clear (const char *folder, PoplensCacheMeasureFunc measure,
                                     PoplensCacheRemoveFunc remove, GError **error);
/* Removes the least recently used entries until the rest is within two limits: @most bytes, and
 * half of the disk space that would be free without the cache. FALSE if the rest exceeds a limit
 * because entries cannot be removed. */
gboolean poplens_cache_folder_evict (const char *folder, guint64 most,
                                     PoplensCacheMeasureFunc measure,
                                     PoplensCacheRemoveFunc remove);

G_END_DECLS
