/* Blocks of files on other computers, kept on this one's disk from one session to the next:
 *
 *   $XDG_CACHE_HOME/poplens/remote/<hash of destination, path, size, time>-<hash of first bytes>/
 *     meta.ini   what the file is, for people
 *     blocks     the file as far as it is here, sparse
 *     map        which blocks are: a record of 16 bytes for each, with a checksum of the block
 *
 * A record is written after its block, and a block that is not as its record says is absent: what
 * interrupts the program or damages a file costs blocks and never gives wrong ones. Several
 * programs may write at once. Where the disk is full nothing is kept. For any thread. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _PoplensBlockStore PoplensBlockStore; /* the folder, with a thread that writes */
typedef struct _PoplensBlockDisk PoplensBlockDisk;   /* one file */

/* $XDG_CACHE_HOME/poplens/remote. (transfer full) */
char *poplens_block_store_get_folder (void);
/* Keeps up to @most bytes in @folder, which is made when something is kept, and never more than
 * half of what would be free without it. */
PoplensBlockStore *poplens_block_store_new (const char *folder, guint64 most);
/* After what waits is written. */
void poplens_block_store_free (PoplensBlockStore *self);

/* Bytes of the disk that @folder takes. */
guint64 poplens_block_store_get_size (const char *folder);
/* Removes all that is kept there; files that are open go on without. */
gboolean poplens_block_store_clear (const char *folder, GError **error);

#define POPLENS_BLOCK_HEAD_BYTES 100

typedef struct {
  const char *destination, *path; /* "kim@gc-01", without links */
  guint64 size;
  gint64 seconds; /* of the last change */
} PoplensBlockKey;

/* What is kept of that file, if anything. The store has to outlive it. */
PoplensBlockDisk *poplens_block_disk_open (PoplensBlockStore *store, const PoplensBlockKey *key);
/* Whether begin () may find blocks. */
gboolean poplens_block_disk_is_known (PoplensBlockDisk *self);
/* From here on blocks are kept and given. @head: the first bytes of the file as it is now, up to
 * POPLENS_BLOCK_HEAD_BYTES; what is there of a file with others is another file's. */
void poplens_block_disk_begin (PoplensBlockDisk *self, const guint8 *head, gsize n);
gboolean poplens_block_disk_has (PoplensBlockDisk *self, guint64 block);
gboolean poplens_block_disk_get (PoplensBlockDisk *self, guint64 block, guint8 *out, gsize n);
/* Written later, by another thread. */
void poplens_block_disk_put (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
/* Waits until all is written, half a second at most. */
void poplens_block_disk_close (PoplensBlockDisk *self);

G_END_DECLS
