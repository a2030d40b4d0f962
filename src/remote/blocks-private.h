/* State shared by blocks.c (files and their readers) and block-line.c (what is requested, and
 * when). The pool's lock protects all of it. */
#pragma once

#include "remote/blocks.h"

#include <pthread.h>

typedef enum {
  BLOCK_QUEUED, /* waits in a queue of PoplensBlockLine */
  BLOCK_SENT,
  BLOCK_THERE,  /* in memory, and in .blocks of the pool */
  BLOCK_FAILED, /* .code is the errno; the block stays until the waiting reader has seen it */
} BlockState;

typedef struct {
  PoplensBlocks *file;
  guint64 number;
  BlockState state;
  int code;
  gboolean is_patient; /* requested only by readers with POPLENS_BLOCKS_PATIENT */
  gboolean is_hinted;  /* a reader announced it with a hint */
  gboolean is_near;    /* read from the disk cache, not over the link */
  GQueue *queue; /* (nullable): queue that contains the block; pool's .blocks if it is in memory */
  GList link;
  GBytes *bytes; /* (nullable): NULL unless the block is in memory */
  /* Value of the pool's .epoch when the block was read ahead; 0: a reader requested or used it */
  guint epoch;
} Block;

struct _PoplensBlockPool {
  gint refs;
  pthread_mutex_t lock;
  gsize most, bytes;
  GQueue blocks; /* Block: in memory, most recently read first */
  /* Bytes of blocks that were read ahead in the current .epoch and not used yet. Read-ahead stops
   * at a quarter of .most, so that it does not evict its own blocks. write_off_hints () begins a
   * new .epoch: blocks that no reader uses then no longer count. */
  gsize unread;
  guint epoch;
};

/* Queue of the blocks that one thread announced with hints. The queues of all threads are served
 * round-robin, so that two threads that scan a table in parallel get equal shares. */
typedef struct {
  GThread *thread;
  GQueue blocks;
} Stream;

typedef struct {
  gsize most;   /* longest read in bytes; 0: the lane is not in use */
  guint serial; /* number of the lane's session, by which late replies to another session are
                   recognised */
  gsize in_flight, ahead_in_flight;
  guint n_in_flight;
  gsize window;
  /* Start of the current measurement of the rate, monotonic µs; .delivered: bytes since then. A
   * request on an idle lane restarts it. */
  gint64 since;
  gsize delivered;
  /* TRUE if a request had to wait for space in the window during the measurement */
  gboolean was_full;
  guint64 rate;
} Lane;

struct _PoplensBlockLine {
  gint refs;
  PoplensBlockPool *pool;
  Lane lanes[POPLENS_MOST_LANES];
  GQueue demand;      /* Block: blocks that a reader waits for */
  GPtrArray *streams; /* Stream */
  guint turn;         /* index of the next stream to serve */
  GQueue patient;     /* Block: requested with POPLENS_BLOCKS_PATIENT */
  guint n_waiting;
  GQueue files; /* PoplensBlocks that are not closed */
  PoplensBlockTraffic traffic;
};

/* A run of blocks that is read sequentially. */
typedef struct {
  guint64 next, length;
  guint64 ahead; /* block number after the last one that was read ahead */
  guint64 used;  /* value of PoplensBlocks.n_reads when the run was last read */
} Run;

#define N_RUNS 4

struct _PoplensBlocks {
  gint refs; /* 1 for the creator, 1 for each reader, 1 for each request */
  PoplensBlockLine *line;
  PoplensBlockSource source;
  gpointer file;
  guint64 size;
  guint lanes; /* bit mask of the lanes on which the file is open */
  gboolean is_closed;
  GList link;         /* link in .files of PoplensBlockLine */
  GHashTable *blocks; /* number → Block */
  pthread_cond_t changed;
  guint n_readers;
  gint64 arrived; /* when bytes last arrived, monotonic µs; 0: never */
  guint64 n_reads;
  Run runs[N_RUNS];
};

void poplens_block_lock (PoplensBlockPool *pool);
void poplens_block_unlock (PoplensBlockPool *pool);
/* The functions below are called with the lock held. */
Block *poplens_block_find (PoplensBlocks *file, guint64 number);
void poplens_block_remove (Block *block);
/* Moves the block from its queue to the end of @queue. @queue: (nullable): NULL only removes it. */
void poplens_block_enqueue (Block *block, GQueue *queue);
/* Stores the bytes of a block that arrived. @bytes: (transfer full) */
void poplens_block_set_bytes (Block *block, GBytes *bytes, gboolean was_ahead);
/* Returns the size of the block; the last one of a file is shorter. */
gsize poplens_block_size (PoplensBlocks *file, guint64 number);
void poplens_blocks_release (PoplensBlocks *file);

/* Returns how many bytes to read ahead: twice the windows of all lanes. */
gsize poplens_block_line_get_ahead (PoplensBlockLine *self);
GQueue *poplens_block_line_get_stream (PoplensBlockLine *self);
/* Sends the requests that fit the windows. Releases the lock while sending. */
void poplens_block_line_pump (PoplensBlockLine *self);
