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
  pthread_mutex_t lock; /* protects everything below, and the changing fields of its files */
  pthread_cond_t changed;
  pthread_t thread;
  gboolean has_thread, ends;
  GQueue jobs;
  gsize waiting;     /* bytes in .jobs */
  guint64 unchecked; /* bytes written since free space was last checked; used by the thread only */
};

struct _PoplensBlockDisk {
  gint refs;
  PoplensBlockStore *store; /* (not owned): its thread releases files */
  char *prefix;             /* of the name of its folder */
  char *meta;
  guint64 n_blocks;
  int folder_fd, blocks_fd, map_fd; /* −1 before begin (), or if nothing is stored */
  gboolean is_off;                  /* writing failed: nothing more is written */
  GHashTable *sums;                 /* block (guint64 *) → checksum */
  guint n_jobs;
};

/* Writes a block; called by the thread. FALSE if no more can be written. */
gboolean poplens_block_disk_write (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
PoplensBlockDisk *poplens_block_disk_ref (PoplensBlockDisk *self);
void poplens_block_disk_unref (PoplensBlockDisk *self);
/* Queues a block for writing. @bytes: (transfer full). FALSE if too much is queued already. Called
 * with the lock held. */
gboolean poplens_block_store_queue (PoplensBlockStore *self, PoplensBlockDisk *disk, guint64 block,
                                    GBytes *bytes);
