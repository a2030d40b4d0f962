/* Disk cache for blocks of remote files, which lasts between sessions. Each file has a folder in
 * $XDG_CACHE_HOME/poplens/remote. The folder's name has a hash of PoplensBlockKey and a hash of the
 * file's first bytes. The folder has three files: "meta.ini" describes the remote file for people,
 * "blocks" is a sparse file with the blocks that were received, and "map" has a record with the
 * checksum of each block.
 *
 * A record is written after its block, and a block that does not match its record counts as absent.
 * So an interruption or damage loses blocks, but never gives wrong bytes. Several programs can
 * write at the same time. If the disk is full, nothing is stored. For any thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensBlockStore
    PoplensBlockStore; /* the folder of all cached files, and a thread that writes to it */
typedef struct _PoplensBlockDisk PoplensBlockDisk; /* cached blocks of one remote file */

/* Returns $XDG_CACHE_HOME/poplens/remote. (transfer full) */
char *poplens_block_store_get_folder (void);
/* Creates a store in @folder, which is created with the first block. Its limit is @most bytes, or
 * half of the disk space that is free or used by the store if that is less. (transfer full) */
PoplensBlockStore *poplens_block_store_new (const char *folder, guint64 most);
/* Frees the store after writing what is queued. */
void poplens_block_store_free (PoplensBlockStore *self);

/* Returns the disk space that @folder takes, in bytes. */
guint64 poplens_block_store_get_size (const char *folder);
/* Removes everything stored in @folder; open files continue without it. FALSE with @error. */
gboolean poplens_block_store_clear (const char *folder, GError **error);

#define POPLENS_BLOCK_HEAD_BYTES 100

typedef struct {
  /* .destination: "kim@gc-01"; .path: path of the file on that host, without symbolic links */
  const char *destination, *path;
  guint64 size;
  gint64 seconds; /* modification time of the file */
} PoplensBlockKey;

/* Opens the disk cache of a file, which may have no blocks yet. @store must outlive the result.
 * (transfer full) */
PoplensBlockDisk *poplens_block_disk_open (PoplensBlockStore *store, const PoplensBlockKey *key);
/* TRUE if poplens_block_disk_begin () may find cached blocks. */
gboolean poplens_block_disk_is_known (PoplensBlockDisk *self);
/* Enables reading and writing of blocks. @head: the current first bytes of the remote file, up to
 * POPLENS_BLOCK_HEAD_BYTES. Blocks that were stored for other first bytes are not used. */
void poplens_block_disk_begin (PoplensBlockDisk *self, const guint8 *head, gsize n);
gboolean poplens_block_disk_has (PoplensBlockDisk *self, guint64 block);
gboolean poplens_block_disk_get (PoplensBlockDisk *self, guint64 block, guint8 *out, gsize n);
/* Queues the block; another thread writes it. */
void poplens_block_disk_put (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
/* Waits until everything is written, for half a second at most, and releases @self. */
void poplens_block_disk_close (PoplensBlockDisk *self);

G_END_DECLS
