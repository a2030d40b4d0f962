/* Cache of 64-KiB blocks of remote files. A block is in memory, requested, or absent. A reader
 * requests all blocks that it lacks at the same time; blocks that will be needed are read ahead as
 * far as the link allows. How bytes are fetched, and where they are stored on disk, is up to
 * PoplensBlockSource. For any thread. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define POPLENS_BLOCK_BYTES 65536u
/* Most lanes: SFTP sessions with one host at the same time. */
#define POPLENS_MOST_LANES 4

typedef struct _PoplensBlockPool
    PoplensBlockPool; /* cache of blocks in memory, which all files share */
typedef struct _PoplensBlockLine PoplensBlockLine; /* scheduler of the requests to one host */
typedef struct _PoplensBlocks PoplensBlocks;       /* blocks of one remote file */

/* ---- memory ---------------------------------------------------------------------------------- */

/* Creates a pool of up to @most bytes, which evicts the least recently used blocks. (transfer full)
 */
PoplensBlockPool *poplens_block_pool_new (gsize most);
PoplensBlockPool *poplens_block_pool_ref (PoplensBlockPool *self);
void poplens_block_pool_unref (PoplensBlockPool *self);
gsize poplens_block_pool_get_bytes (PoplensBlockPool *self);

/* ---- scheduler of a host --------------------------------------------------------------------- */

PoplensBlockLine *poplens_block_line_new (PoplensBlockPool *pool);
PoplensBlockLine *poplens_block_line_ref (PoplensBlockLine *self);
void poplens_block_line_unref (PoplensBlockLine *self);
/* Starts a new session on @lane, in which no file is open yet. Late replies to the session before
 * are ignored. Returns the number of the new session. */
guint poplens_block_line_set_lane (PoplensBlockLine *self, guint lane);

typedef struct {
  guint64 waits;     /* times that a reader had to wait */
  guint64 requests;  /* requests sent */
  guint64 bytes;     /* bytes received */
  guint64 ahead;     /* part of .bytes that was read ahead: no reader waited for it */
  guint64 unread;    /* part of .ahead that was evicted before it was read */
  guint64 rate;      /* bytes per second over all lanes; 0: unknown */
  gint64 round_trip; /* time from request to reply, of the fastest request, µs; 0: unknown */
  /* Monotonic µs since which more than half of the windows' bytes are in flight; 0: half or less */
  gint64 full_since;
} PoplensBlockTraffic;

void poplens_block_line_get_traffic (PoplensBlockLine *self, PoplensBlockTraffic *traffic);

/* ---- a file ---------------------------------------------------------------------------------- */

/* Called once for each ask (), from any thread. @code: 0 or an errno. */
typedef void (*PoplensBlocksDone) (gpointer user_data, const guint8 *bytes, gsize n, int code);

/* Source of the bytes of a file, and the disk cache that stores them. @file: as passed to
 * poplens_blocks_new (). */
typedef struct {
  /* Requests @n bytes at @offset on @lane, without waiting. */
  void (*ask) (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
               gpointer user_data);
  /* Functions of the disk cache; NULL without one. has () and put () must be fast. */
  gboolean (*has) (gpointer file, guint64 block);
  gboolean (*get) (gpointer file, guint64 block, guint8 *out, gsize n);
  void (*put) (gpointer file, guint64 block, GBytes *bytes);
  /* (nullable): called last, when @file is no longer used. */
  void (*release) (gpointer file);
} PoplensBlockSource;

/* Creates the blocks of a file of @size bytes. @file must live until release (). (transfer full) */
PoplensBlocks *poplens_blocks_new (PoplensBlockLine *line, const PoplensBlockSource *source,
                                   gpointer file, guint64 size);
/* Stops requesting and storing blocks, and frees @self after the last reply. No thread may be
 * reading. */
void poplens_blocks_close (PoplensBlocks *self);
/* Tells that the file was opened on @lane, where one request reads up to @most bytes. Ignored if
 * @serial is no longer the number of the lane's session. */
void poplens_blocks_set_open (PoplensBlocks *self, guint lane, guint serial, gsize most);
/* Stores the first block of the file, if @bytes has all of it. @bytes: first bytes of the file,
 * which were received when it was opened. */
void poplens_blocks_offer (PoplensBlocks *self, const guint8 *bytes, gsize n);
/* Writes the blocks in memory to the disk cache. For a disk cache that is enabled after blocks have
 * arrived. */
void poplens_blocks_keep (PoplensBlocks *self);

typedef enum {
  POPLENS_BLOCKS_READ,    /* a thread waits for the bytes */
  POPLENS_BLOCKS_PATIENT, /* lowest priority, such as a copy of the file; blocks are not kept for
                             other readers */
} PoplensBlocksUrgency;

/* Reads @n bytes at @offset, fewer at the end of the file. @got: (out): bytes read. Returns 0;
 * ECANCELED within 0.2 s of a cancellation; ENOLINK if no lane has the file open; ESTALE if the
 * file became shorter; or the error of the source. */
int poplens_blocks_read (PoplensBlocks *self, gpointer out, gsize n, guint64 offset,
                         PoplensBlocksUrgency urgency, GCancellable *cancellable, gsize *got);
/* Returns how many bytes a reader should announce with hints: twice the windows of all lanes. With
 * fewer, the capacity of the link could not be measured. With more, nothing would arrive earlier.
 */
gsize poplens_blocks_get_ahead (PoplensBlocks *self);
/* Announces with a hint that the calling thread will read @ranges, in this order. */
void poplens_blocks_will_need (PoplensBlocks *self, const PoplensByteRange *ranges, guint n,
                               PoplensBlocksUrgency urgency);
/* Drops queued blocks and closes the file on all lanes, as it has no readers for now. */
void poplens_blocks_shut (PoplensBlocks *self);
/* Returns when bytes last arrived over the link, monotonic µs; 0: never. */
gint64 poplens_blocks_get_arrival (PoplensBlocks *self);
/* Returns the bytes of @range that are neither in memory nor on disk. */
guint64 poplens_blocks_count_absent (PoplensBlocks *self, const PoplensByteRange *range);

G_END_DECLS
