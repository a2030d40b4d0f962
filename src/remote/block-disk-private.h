/* What block-disk.c (a file) and block-store.c (the folder of all, and the thread that writes)
 * share. */
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
  pthread_mutex_t lock; /* over all below, and over all fields of its files that change */
  pthread_cond_t changed;
  pthread_t thread;
  gboolean has_thread, ends;
  GQueue jobs;
  gsize waiting;     /* bytes in jobs */
  guint64 unchecked; /* bytes written since there was looked for room; by the thread alone */
};

struct _PoplensBlockDisk {
  gint refs;
  PoplensBlockStore *store; /* (not owned): its thread lets go of files */
  char *prefix;             /* of its folder's name */
  char *meta;
  guint64 n_blocks;
  int folder_fd, blocks_fd, map_fd; /* -1 before begin (), and where nothing is kept */
  gboolean is_off;                  /* nothing more is written */
  GHashTable *sums;                 /* block (guint64 *) → checksum */
  guint n_jobs;
};

/* By the thread: FALSE where nothing more can be written. */
gboolean poplens_block_disk_write (PoplensBlockDisk *self, guint64 block, GBytes *bytes);
PoplensBlockDisk *poplens_block_disk_ref (PoplensBlockDisk *self);
void poplens_block_disk_unref (PoplensBlockDisk *self);
/* Takes @bytes; FALSE where too much waits already. With the lock held. */
gboolean poplens_block_store_queue (PoplensBlockStore *self, PoplensBlockDisk *disk, guint64 block,
                                    GBytes *bytes);
