/* What blocks.c (a file, and who reads it) and block-line.c (what is asked for, and when) share.
 * One lock, of the pool, is held over all of it. */
#pragma once

#include "remote/blocks.h"

#include <pthread.h>

typedef enum {
  BLOCK_QUEUED, /* its link is in a queue of the line */
  BLOCK_SENT,
  BLOCK_THERE,  /* its link is in the pool */
  BLOCK_FAILED, /* with a code, until who waits for it has seen that */
} BlockState;

typedef struct {
  PoplensBlocks *file;
  guint64 number;
  BlockState state;
  int code;
  gboolean is_patient; /* fetched for a patient reader alone */
  gboolean is_hinted;  /* who reads it said so */
  gboolean is_near;    /* came from the disk */
  GQueue *queue;       /* (nullable): which its link is in */
  GList link;
  GBytes *bytes; /* (nullable) */
  guint epoch;   /* fetched ahead in that epoch of the pool, and not read since; 0: no */
} Block;

struct _PoplensBlockPool {
  gint refs;
  pthread_mutex_t lock;
  gsize most, bytes;
  GQueue blocks; /* there; those read last first */
  /* Fetched ahead and not yet read: bounded, so that what is fetched ahead cannot drive out what
   * was. Hints that nobody followed are written off by beginning another epoch. */
  gsize unread;
  guint epoch;
};

/* What one thread said that it will read: its own queue, so that two threads that scan a table side
 * by side are served in turns. */
typedef struct {
  GThread *thread;
  GQueue blocks;
} Stream;

typedef struct {
  gsize most;   /* 0: there is none */
  guint serial; /* counts conversations, so that late answers are known */
  gsize in_flight, ahead_in_flight;
  guint n_in_flight;
  gsize window;
  /* Measured since then, or since the lane was last idle. */
  gint64 since;
  gsize delivered;
  gboolean was_full; /* something had to wait for room */
  guint64 rate;
} Lane;

struct _PoplensBlockLine {
  gint refs;
  PoplensBlockPool *pool;
  Lane lanes[POPLENS_MOST_LANES];
  GQueue demand;      /* Block */
  GPtrArray *streams; /* Stream */
  guint turn;         /* which stream is next */
  GQueue patient;     /* Block */
  guint n_waiting;
  GQueue files; /* PoplensBlocks that are not closed */
  PoplensBlockTraffic traffic;
};

/* A run of blocks that is read in order. */
typedef struct {
  guint64 next, length;
  guint64 ahead; /* up to where it was read ahead */
  guint64 used;  /* when, in reads of the file */
} Run;

#define N_RUNS 4

struct _PoplensBlocks {
  gint refs; /* 1 of who made it, 1 of each reader and request */
  PoplensBlockLine *line;
  PoplensBlockSource source;
  gpointer file;
  guint64 size;
  guint lanes; /* bits */
  gboolean is_closed;
  GList link;         /* in the line's files */
  GHashTable *blocks; /* number → Block */
  pthread_cond_t changed;
  guint n_readers;
  gint64 arrived; /* when bytes came last, monotonic µs; 0: none did */
  guint64 n_reads;
  Run runs[N_RUNS];
};

void poplens_block_lock (PoplensBlockPool *pool);
void poplens_block_unlock (PoplensBlockPool *pool);
/* The rest is called with the lock held. */
Block *poplens_block_find (PoplensBlocks *file, guint64 number);
void poplens_block_remove (Block *block);
/* Moves its link. @queue: (nullable) */
void poplens_block_enqueue (Block *block, GQueue *queue);
/* Has come. Takes @bytes. */
void poplens_block_set_bytes (Block *block, GBytes *bytes, gboolean was_ahead);
/* Bytes of the block: the last one of a file is shorter. */
gsize poplens_block_size (PoplensBlocks *file, guint64 number);
void poplens_blocks_release (PoplensBlocks *file);

/* Bytes in flight that fill the link. */
gsize poplens_block_line_get_ahead (PoplensBlockLine *self);
GQueue *poplens_block_line_get_stream (PoplensBlockLine *self);
/* Sends what there is room for. Lets go of the lock while it asks. */
void poplens_block_line_pump (PoplensBlockLine *self);
