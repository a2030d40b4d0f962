/* State shared by block-disk.c (one file) and block-store.c (the folder of all files, and the
 * thread that writes). */
#pragma once

#include "remote/block-disk.h"

#include "remote/crc32c.h"

#include <pthread.h>

typedef struct {
  PoplensBlockDisk *disk;
  guint64 block;
  GBytes *bytes;
} Job;

struct _PoplensBlockStore {
  char *folder;
  guint64 most;
  PoplensCrc32c crc;
  /* Protects everything below, and the fields of PoplensBlockDisk that change */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  gboolean has_thread, ends;
  GQueue jobs;
  gsize waiting;     /* bytes in .jobs */
  guint64 unchecked; /* bytes written since free space was last checked; used by the writing thread
                        only */
};

struct _PoplensBlockDisk {
  gint refs;
  PoplensBlockStore *store; /* (not owned): outlives this object */
  char *prefix; /* start of the name of the file's folder: hash of the PoplensBlockKey */
  char *meta;
  guint64 n_blocks;
  /* All −1 before poplens_block_disk_begin (), or if nothing can be stored */
  int folder_fd, blocks_fd, map_fd;
  gboolean is_off;  /* writing failed: nothing more is written */
  GHashTable *sums; /* block number (guint64 *) → checksum */
  guint n_jobs;
};

/* Writes a block to the disk; called by the store's thread. FALSE if no more can be written. */
gboolean poplens_block_disk_write (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
PoplensBlockDisk *poplens_block_disk_ref (PoplensBlockDisk *self);
void poplens_block_disk_unref (PoplensBlockDisk *self);
/* Queues a block for writing. @bytes: (transfer full). FALSE if too much is queued already. Called
 * with the lock held. */
gboolean poplens_block_store_queue (PoplensBlockStore *self, PoplensBlockDisk *disk, guint64 block,
                                    GBytes *bytes);
