/* Blocks of 64 KiB of files that are far away: there (in memory), on their way, or absent. Whoever
 * reads waits for all blocks that it lacks at once; what will be read is fetched ahead as far as
 * the link has room. Nothing in here knows how bytes are fetched or where they are kept. For any
 * thread. */
#pragma once

#include "base/storage.h"

G_BEGIN_DECLS

#define POPLENS_BLOCK_BYTES 65536u
/* Conversations with one computer at once. */
#define POPLENS_MOST_LANES 4

typedef struct _PoplensBlockPool PoplensBlockPool; /* the memory, of all files together */
typedef struct _PoplensBlockLine PoplensBlockLine; /* what is asked of one computer */
typedef struct _PoplensBlocks PoplensBlocks;       /* one file */

/* ---- the memory --------------------------------------------------------------------------------
 */

/* Holds up to @most bytes, those that were read last. */
PoplensBlockPool *poplens_block_pool_new (gsize most);
PoplensBlockPool *poplens_block_pool_ref (PoplensBlockPool *self);
void poplens_block_pool_unref (PoplensBlockPool *self);
gsize poplens_block_pool_get_bytes (PoplensBlockPool *self);

/* ---- a computer --------------------------------------------------------------------------------
 */

PoplensBlockLine *poplens_block_line_new (PoplensBlockPool *pool);
PoplensBlockLine *poplens_block_line_ref (PoplensBlockLine *self);
void poplens_block_line_unref (PoplensBlockLine *self);
/* From now on @lane is another conversation. No file is open over it yet, and what the one before
 * still says of itself counts no more. Returns: its serial number. */
guint poplens_block_line_set_lane (PoplensBlockLine *self, guint lane);

typedef struct {
  guint64 waits;     /* times that a reader had to wait */
  guint64 requests;  /* that were sent */
  guint64 bytes;     /* that came */
  guint64 ahead;     /* of these, bytes that nobody waited for */
  guint64 unread;    /* of these, bytes that were forgotten before anybody read them */
  guint64 rate;      /* bytes a second over all lanes; 0: not known */
  gint64 round_trip; /* of the quickest request, µs; 0: not known */
  /* Monotonic time since when more than half of what fills the link is under way; 0: it is not. */
  gint64 full_since;
} PoplensBlockTraffic;

void poplens_block_line_get_traffic (PoplensBlockLine *self, PoplensBlockTraffic *traffic);

/* ---- a file ------------------------------------------------------------------------------------
 */

/* As PoplensSftpDone: called once for each time that something was asked for, from any thread. */
typedef void (*PoplensBlocksDone) (gpointer user_data, const guint8 *bytes, gsize n, int code);

/* Where the bytes of a file come from, and where they are kept. @file: as given to new (). */
typedef struct {
  /* Asks for @n bytes at @offset over @lane, and does not wait. */
  void (*ask) (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
               gpointer user_data);
  /* The disk: all three NULL where there is none. has () and put () are quick. */
  gboolean (*has) (gpointer file, guint64 block);
  gboolean (*get) (gpointer file, guint64 block, guint8 *out, gsize n);
  void (*put) (gpointer file, guint64 block, GBytes *bytes);
  /* (nullable): after all others, @file is needed no more. */
  void (*release) (gpointer file);
} PoplensBlockSource;

/* Of a file of @size bytes. @file has to live until release (). */
PoplensBlocks *poplens_blocks_new (PoplensBlockLine *line, const PoplensBlockSource *source,
                                   gpointer file, guint64 size);
/* Nothing is asked for or kept from now on. Frees it as soon as the last answer is there. Nobody
 * may be reading. */
void poplens_blocks_close (PoplensBlocks *self);
/* The file is open over @lane, which takes requests of up to @most bytes; does nothing where that
 * has another @serial number by now. */
void poplens_blocks_set_open (PoplensBlocks *self, guint lane, guint serial, gsize most);
/* Bytes from the start of the file, which came along with something else. */
void poplens_blocks_offer (PoplensBlocks *self, const guint8 *bytes, gsize n);
/* Puts what is in memory on the disk: what came before the disk took any. */
void poplens_blocks_keep (PoplensBlocks *self);

typedef enum {
  POPLENS_BLOCKS_READ,    /* somebody waits */
  POPLENS_BLOCKS_PATIENT, /* goes behind all others, and is not kept for them */
} PoplensBlocksUrgency;

/* @n bytes at @offset, fewer at the end of the file. 0 with @got; ECANCELED within 0.2 s; ENOLINK
 * where no lane has it open; ESTALE where the file is shorter than it was; or what the source said.
 */
int poplens_blocks_read (PoplensBlocks *self, gpointer out, gsize n, guint64 offset,
                         PoplensBlocksUrgency urgency, GCancellable *cancellable, gsize *got);
/* Bytes ahead of a place that are worth a hint: twice of what fills the link. Less would never show
 * how much that is, more would come no sooner. */
gsize poplens_blocks_get_ahead (PoplensBlocks *self);
/* A hint: this thread will read these, in this order. */
void poplens_blocks_will_need (PoplensBlocks *self, const PoplensByteRange *ranges, guint n,
                               PoplensBlocksUrgency urgency);
/* Nobody reads the file for now: what was not sent is forgotten, and it is open over no lane. */
void poplens_blocks_shut (PoplensBlocks *self);
/* When bytes came last over the link, monotonic µs; 0: none did. */
gint64 poplens_blocks_get_arrival (PoplensBlocks *self);
/* Bytes of @range that are not in memory and not on the disk. */
guint64 poplens_blocks_count_absent (PoplensBlocks *self, const PoplensByteRange *range);

G_END_DECLS
