/* Disk cache for blocks of remote files, which lasts between sessions:
 *
 *  $XDG_CACHE_HOME/poplens/remote/<hash of destination, path, size, time>-<hash of first bytes>/
 *    meta.ini   description of the file, for people
 *    blocks     the blocks that were received, a sparse file
 *    map        a record of 16 bytes for each of these blocks, with its checksum
 *
 * A record is written after its block, and a block that does not match its record counts as absent:
 * an interruption or damage loses blocks, but never gives wrong ones. Several programs can write at
 * the same time. If the disk is full nothing is stored. For any thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensBlockStore
    PoplensBlockStore; /* the folder of all cached files, and a thread that writes to it */
typedef struct _PoplensBlockDisk PoplensBlockDisk; /* cached blocks of one remote file */

/* Returns $XDG_CACHE_HOME/poplens/remote. (transfer full) */
char *poplens_block_store_get_folder (void);
/* Creates a store that uses up to @most bytes in @folder, but at most half of the disk space that
 * would be free without it. The folder is created with the first block. (transfer full) */
PoplensBlockStore *poplens_block_store_new (const char *folder, guint64 most);
/* Frees the store after writing what is queued. */
void poplens_block_store_free (PoplensBlockStore *self);

/* Returns the disk space that @folder takes, in bytes. */
guint64 poplens_block_store_get_size (const char *folder);
/* Removes everything stored in @folder; open files continue without it. FALSE with @error. */
gboolean poplens_block_store_clear (const char *folder, GError **error);

#define POPLENS_BLOCK_HEAD_BYTES 100

typedef struct {
  const char *destination,
      *path; /* "kim@gc-01", and the file's path on it without symbolic links */
  guint64 size;
  gint64 seconds; /* modification time of the file */
} PoplensBlockKey;

/* Opens the cached blocks of a file, of which there may be none. @store must outlive the result.
 * (transfer full) */
PoplensBlockDisk *poplens_block_disk_open (PoplensBlockStore *store, const PoplensBlockKey *key);
/* TRUE if poplens_block_disk_begin () may find cached blocks. */
gboolean poplens_block_disk_is_known (PoplensBlockDisk *self);
/* Enables reading and writing of blocks. @head: the first bytes of the remote file as it is now, up
 * to POPLENS_BLOCK_HEAD_BYTES; blocks stored with other first bytes belong to another file. */
void poplens_block_disk_begin (PoplensBlockDisk *self, const guint8 *head, gsize n);
gboolean poplens_block_disk_has (PoplensBlockDisk *self, guint64 block);
gboolean poplens_block_disk_get (PoplensBlockDisk *self, guint64 block, guint8 *out, gsize n);
/* Queues the block; another thread writes it. */
void poplens_block_disk_put (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
/* Waits until everything is written, for half a second at most, and releases @self. */
void poplens_block_disk_close (PoplensBlockDisk *self);

G_END_DECLS
