/* Blocks of remote files in memory: a pool with eviction, read-ahead of sequential runs, and
 * readers that wait for missing blocks. */
#include "remote/blocks-private.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/* Most blocks in a queue of hints; the rest is dropped, and read when it is needed. */
#define MOST_QUEUED 16384
/* Longest time in which a cancellation can go unnoticed, ns. */
#define POLL_NS 50000000L

/* ---- the memory ------------------------------------------------------------------------------ */

PoplensBlockPool *
poplens_block_pool_new (gsize most)
{
  PoplensBlockPool *self = g_new0 (PoplensBlockPool, 1);

  self->refs = 1;
  self->most = most;
  self->epoch = 1;
  pthread_mutex_init (&self->lock, NULL);
  return self;
}

PoplensBlockPool *
poplens_block_pool_ref (PoplensBlockPool *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
poplens_block_pool_unref (PoplensBlockPool *self)
{
  if (!self || !g_atomic_int_dec_and_test (&self->refs))
    return;
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

void
poplens_block_lock (PoplensBlockPool *pool)
{
  pthread_mutex_lock (&pool->lock);
}

void
poplens_block_unlock (PoplensBlockPool *pool)
{
  pthread_mutex_unlock (&pool->lock);
}

gsize
poplens_block_pool_get_bytes (PoplensBlockPool *self)
{
  poplens_block_lock (self);
  gsize bytes = self->bytes;
  poplens_block_unlock (self);
  return bytes;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

gsize
poplens_block_size (PoplensBlocks *file, guint64 number)
{
  guint64 start = number * POPLENS_BLOCK_BYTES;

  return start < file->size ? (gsize) MIN (POPLENS_BLOCK_BYTES, file->size - start) : 0;
}

Block *
poplens_block_find (PoplensBlocks *file, guint64 number)
{
  return g_hash_table_lookup (file->blocks, &number);
}

static Block *
block_add (PoplensBlocks *file, guint64 number)
{
  Block *block = g_new0 (Block, 1);

  *block = (Block){.file = file, .number = number};
  block->link.data = block;
  g_hash_table_insert (file->blocks, &block->number, block);
  return block;
}

void
poplens_block_enqueue (Block *block, GQueue *queue)
{
  if (block->queue)
    g_queue_unlink (block->queue, &block->link);
  block->queue = queue;
  if (queue)
    g_queue_push_tail_link (queue, &block->link);
}

/* Updates the pool's count of unread bytes when @block is read or removed. */
static void
note_read_or_gone (PoplensBlockPool *pool, Block *block)
{
  if (block->epoch == pool->epoch)
    pool->unread -= g_bytes_get_size (block->bytes);
  block->epoch = 0;
}

void
poplens_block_remove (Block *block)
{
  PoplensBlockPool *pool = block->file->line->pool;

  if (block->bytes) {
    if (block->epoch)
      block->file->line->traffic.unread += g_bytes_get_size (block->bytes);
    note_read_or_gone (pool, block);
    pool->bytes -= g_bytes_get_size (block->bytes);
    g_bytes_unref (block->bytes);
  }
  poplens_block_enqueue (block, NULL);
  g_hash_table_remove (block->file->blocks, &block->number);
}

void
poplens_block_set_bytes (Block *block, GBytes *bytes, gboolean was_ahead)
{
  PoplensBlockPool *pool = block->file->line->pool;
  gsize size = g_bytes_get_size (bytes);

  block->state = BLOCK_THERE;
  block->bytes = bytes;
  pool->bytes += size;
  if (was_ahead && !block->is_patient) {
    block->epoch = pool->epoch;
    pool->unread += size;
  }
  poplens_block_enqueue (block, NULL);
  block->queue = &pool->blocks;
  g_queue_push_head_link (&pool->blocks, &block->link);
  while (pool->bytes > pool->most && pool->blocks.length > 1)
    poplens_block_remove (g_queue_peek_tail (&pool->blocks));
}

/* Adds a block that was not requested: @bytes came from the disk cache, or when the file was
 * opened. @bytes: (transfer full) */
static Block *
put_there (PoplensBlocks *self, guint64 number, GBytes *bytes)
{
  Block *block = poplens_block_find (self, number);

  if (!block)
    block = block_add (self, number);
  if (block->state == BLOCK_THERE)
    g_bytes_unref (bytes);
  else
    poplens_block_set_bytes (block, bytes, FALSE);
  return block;
}

static gboolean
is_on_disk (PoplensBlocks *self, guint64 number)
{
  return self->source.has && self->source.has (self->file, number);
}

/* Reads a block from the disk cache. Releases the lock meanwhile. (nullable): NULL if it is not
 * there */
static Block *
get_from_disk (PoplensBlocks *self, guint64 number)
{
  gsize size = poplens_block_size (self, number);
  guint8 *bytes;

  if (!is_on_disk (self, number))
    return NULL;
  poplens_block_unlock (self->line->pool);
  bytes = g_malloc (size);
  gboolean is_good = self->source.get (self->file, number, bytes, size);
  poplens_block_lock (self->line->pool);
  if (is_good && !self->is_closed) {
    Block *block = put_there (self, number, g_bytes_new_take (bytes, size));
    block->is_near = TRUE;
    return block;
  }
  g_free (bytes);
  return NULL;
}

/* ---- a file ---------------------------------------------------------------------------------- */

PoplensBlocks *
poplens_blocks_new (PoplensBlockLine *line, const PoplensBlockSource *source, gpointer file,
                    guint64 size)
{
  PoplensBlocks *self = g_new0 (PoplensBlocks, 1);
  pthread_condattr_t monotonic;

  self->refs = 1;
  self->line = poplens_block_line_ref (line);
  self->source = *source;
  self->file = file;
  self->size = size;
  self->blocks = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->link.data = self;
  pthread_condattr_init (&monotonic);
  pthread_condattr_setclock (&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &monotonic);
  pthread_condattr_destroy (&monotonic);
  poplens_block_lock (line->pool);
  g_queue_push_tail_link (&line->files, &self->link);
  poplens_block_unlock (line->pool);
  return self;
}

void
poplens_blocks_release (PoplensBlocks *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  pthread_cond_destroy (&self->changed);
  g_hash_table_unref (self->blocks);
  poplens_block_line_unref (self->line);
  if (self->source.release)
    self->source.release (self->file);
  g_free (self);
}

void
poplens_blocks_close (PoplensBlocks *self)
{
  PoplensBlockPool *pool = poplens_block_pool_ref (self->line->pool);
  g_autoptr (GList) blocks = NULL;

  poplens_block_lock (pool);
  self->is_closed = TRUE;
  self->lanes = 0;
  blocks = g_hash_table_get_values (self->blocks);
  for (GList *l = blocks; l; l = l->next)
    poplens_block_remove (l->data);
  g_queue_unlink (&self->line->files, &self->link);
  pthread_cond_broadcast (&self->changed);
  poplens_block_unlock (pool);
  poplens_blocks_release (self);
  poplens_block_pool_unref (pool);
}

void
poplens_blocks_set_open (PoplensBlocks *self, guint lane, guint serial, gsize most)
{
  poplens_block_lock (self->line->pool);
  if (self->line->lanes[lane].serial == serial) {
    self->line->lanes[lane].most = most;
    self->lanes |= 1u << lane;
    poplens_block_line_pump (self->line);
  }
  poplens_block_unlock (self->line->pool);
}

void
poplens_blocks_offer (PoplensBlocks *self, const guint8 *bytes, gsize n)
{
  gsize size = poplens_block_size (self, 0);

  if (!size || n < size)
    return;
  poplens_block_lock (self->line->pool);
  put_there (self, 0, g_bytes_new (bytes, size));
  poplens_block_unlock (self->line->pool);
}

/* ---- reading ahead --------------------------------------------------------------------------- */

static gboolean
queue_ahead (PoplensBlocks *self, guint64 number, GQueue *queue, gboolean is_hint)
{
  Block *block = poplens_block_find (self, number);

  if (queue->length >= MOST_QUEUED)
    return FALSE;
  if (!block && !is_on_disk (self, number)) {
    block = block_add (self, number);
    block->is_patient = queue == &self->line->patient;
    poplens_block_enqueue (block, queue);
  }
  if (block && is_hint)
    block->is_hinted = TRUE;
  return TRUE;
}

static void
queue_range (PoplensBlocks *self, const PoplensByteRange *range, GQueue *queue, gboolean is_hint)
{
  if (range->offset >= self->size || !range->size)
    return;
  guint64 most = MIN (range->size, self->size - range->offset);
  guint64 last = (range->offset + most - 1) / POPLENS_BLOCK_BYTES;
  for (guint64 b = range->offset / POPLENS_BLOCK_BYTES; b <= last; b++)
    if (!queue_ahead (self, b, queue, is_hint))
      return;
}

void
poplens_blocks_will_need (PoplensBlocks *self, const PoplensByteRange *ranges, guint n,
                          PoplensBlocksUrgency urgency)
{
  poplens_block_lock (self->line->pool);
  GQueue *queue = urgency == POPLENS_BLOCKS_PATIENT ? &self->line->patient
                                                    : poplens_block_line_get_stream (self->line);
  for (guint r = 0; r < n && !self->is_closed; r++)
    queue_range (self, &ranges[r], queue, TRUE);
  poplens_block_line_pump (self->line);
  poplens_block_unlock (self->line->pool);
}

static void
drop_queued (PoplensBlocks *self, gboolean demand, gboolean ahead)
{
  g_autoptr (GList) blocks = g_hash_table_get_values (self->blocks);

  for (GList *l = blocks; l; l = l->next) {
    Block *block = l->data;
    if (block->state == BLOCK_QUEUED && (block->queue == &self->line->demand ? demand : ahead))
      poplens_block_remove (block);
  }
}

void
poplens_blocks_shut (PoplensBlocks *self)
{
  poplens_block_lock (self->line->pool);
  drop_queued (self, TRUE, TRUE);
  self->lanes = 0;
  poplens_block_unlock (self->line->pool);
}

gint64
poplens_blocks_get_arrival (PoplensBlocks *self)
{
  poplens_block_lock (self->line->pool);
  gint64 arrived = self->arrived;
  poplens_block_unlock (self->line->pool);
  return arrived;
}

guint64
poplens_blocks_count_absent (PoplensBlocks *self, const PoplensByteRange *range)
{
  guint64 absent = 0;

  if (range->offset >= self->size || !range->size)
    return 0;
  guint64 last =
      (range->offset + MIN (range->size, self->size - range->offset) - 1) / POPLENS_BLOCK_BYTES;
  poplens_block_lock (self->line->pool);
  for (guint64 b = range->offset / POPLENS_BLOCK_BYTES; b <= last; b++) {
    Block *block = poplens_block_find (self, b);
    if ((!block || block->state != BLOCK_THERE) && !is_on_disk (self, b))
      absent += poplens_block_size (self, b);
  }
  poplens_block_unlock (self->line->pool);
  return absent;
}

/* Returns the run that a read of the blocks @first … @last continues. If there is none, restarts
 * the least recently used run. */
static Run *
find_run (PoplensBlocks *self, guint64 first, guint64 last)
{
  Run *oldest = &self->runs[0];

  for (guint r = 0; r < N_RUNS; r++) {
    Run *run = &self->runs[r];
    if (run->length && first <= run->next && last + 1 >= run->next)
      return run;
    if (run->used < oldest->used)
      oldest = run;
  }
  *oldest = (Run){.next = first};
  return oldest;
}

/* Reads ahead if reads are sequential: as much as the run has read so far, so that at most half of
 * the bytes are wasted. A block that was hinted or is cached on disk restarts the run, as hints
 * predict the next reads better. */
static void
follow_run (PoplensBlocks *self, guint64 first, guint64 last)
{
  Run *run = find_run (self, first, last);
  Block *block = poplens_block_find (self, last);

  run->used = ++self->n_reads;
  if (run->length && last + 1 == run->next)
    return;
  run->length += last + 1 - run->next;
  run->next = last + 1;
  if (block ? block->is_hinted || block->is_near : is_on_disk (self, last))
    run->length = 1;
  guint64 most = poplens_block_line_get_ahead (self->line) / POPLENS_BLOCK_BYTES;
  guint64 reach = MIN (run->length, most);
  /* Wait until half of the read-ahead is used: one long request is faster than many short ones. */
  if (run->length < 2 || run->ahead >= run->next + (reach + 1) / 2)
    return;
  PoplensByteRange range = {.offset = MAX (run->next, run->ahead) * POPLENS_BLOCK_BYTES};
  run->ahead = run->next + reach;
  range.size = run->ahead * POPLENS_BLOCK_BYTES - range.offset;
  queue_range (self, &range, poplens_block_line_get_stream (self->line), FALSE);
}

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct {
  PoplensBlocks *file;
  guint8 *out;
  guint64 offset, end; /* half-open range of the file that is still to be copied */
  gboolean is_patient;
  GCancellable *cancellable;
} BlockReader;

static void
copy_block (BlockReader *reader, Block *block)
{
  PoplensBlockPool *pool = reader->file->line->pool;
  guint64 start = block->number * POPLENS_BLOCK_BYTES;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (block->bytes, &size);
  gsize n = (gsize) (MIN (reader->end, start + size) - reader->offset);

  memcpy (reader->out, bytes + (reader->offset - start), n);
  reader->out += n;
  reader->offset += n;
  note_read_or_gone (pool, block);
  if (reader->is_patient && block->is_patient && reader->offset == start + size) {
    poplens_block_remove (block);
    return;
  }
  if (!reader->is_patient)
    block->is_patient = FALSE;
  if (pool->blocks.head != &block->link) {
    g_queue_unlink (&pool->blocks, &block->link);
    g_queue_push_head_link (&pool->blocks, &block->link);
  }
}

static void
want_block (BlockReader *reader, guint64 number)
{
  PoplensBlocks *self = reader->file;
  Block *block = poplens_block_find (self, number);

  if (!block) {
    block = block_add (self, number);
    block->is_patient = reader->is_patient;
  }
  if (!reader->is_patient)
    block->is_patient = FALSE;
  /* Only a queued block can change its queue: a block in memory is linked in the pool's list. */
  if (block->state != BLOCK_QUEUED || block->queue == &self->line->demand)
    return;
  if (!reader->is_patient)
    poplens_block_enqueue (block, &self->line->demand);
  else if (!block->queue)
    poplens_block_enqueue (block, &self->line->patient);
}

/* Copies the bytes up to the first missing block, and requests all missing blocks. Returns 0 or an
 * errno. */
static int
take_what_is_there (BlockReader *reader)
{
  PoplensBlocks *self = reader->file;
  guint64 last = (reader->end - 1) / POPLENS_BLOCK_BYTES;

  while (reader->offset < reader->end) {
    guint64 number = reader->offset / POPLENS_BLOCK_BYTES;
    Block *block = poplens_block_find (self, number);
    if (!block || block->state == BLOCK_QUEUED)
      block = get_from_disk (self, number);
    /* The block can arrive or disappear while the lock is released for the disk. */
    if (!block)
      block = poplens_block_find (self, number);
    if (self->is_closed)
      return ECANCELED;
    if (block && block->state == BLOCK_FAILED) {
      int code = block->code;
      poplens_block_remove (block);
      return code;
    }
    if (!block || block->state != BLOCK_THERE)
      break;
    copy_block (reader, block);
  }
  for (guint64 b = reader->offset / POPLENS_BLOCK_BYTES; reader->offset < reader->end && b <= last;
       b++)
    if (!is_on_disk (self, b) || b == reader->offset / POPLENS_BLOCK_BYTES)
      want_block (reader, b);
  return 0;
}

static void
wait_a_little (PoplensBlocks *self)
{
  struct timespec until;

  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_nsec += POLL_NS;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_cond_timedwait (&self->changed, &self->line->pool->lock, &until);
}

/* If unread blocks fill a quarter of the pool, stops counting them as read ahead. Otherwise hints
 * that readers do not follow would end all read-ahead. */
static void
write_off_hints (PoplensBlockPool *pool)
{
  if (pool->unread < pool->most / 4)
    return;
  pool->unread = 0;
  pool->epoch++;
}

static int
reader_read_all (BlockReader *reader)
{
  PoplensBlocks *self = reader->file;
  PoplensBlockLine *line = self->line;
  gboolean has_waited = FALSE;
  int code;

  while (!(code = take_what_is_there (reader)) && reader->offset < reader->end) {
    code = !self->lanes                                       ? ENOLINK
           : g_cancellable_is_cancelled (reader->cancellable) ? ECANCELED
                                                              : 0;
    if (code)
      break;
    if (!has_waited && !reader->is_patient) {
      has_waited = TRUE;
      line->n_waiting++;
      line->traffic.waits++;
      write_off_hints (line->pool);
    }
    poplens_block_line_pump (line);
    Block *block = poplens_block_find (self, reader->offset / POPLENS_BLOCK_BYTES);
    /* poplens_block_line_pump () releases the lock, so the block can have arrived meanwhile. */
    if (block && (block->state == BLOCK_QUEUED || block->state == BLOCK_SENT))
      wait_a_little (self);
  }
  if (has_waited)
    line->n_waiting--;
  return code;
}

int
poplens_blocks_read (PoplensBlocks *self, gpointer out, gsize n, guint64 offset,
                     PoplensBlocksUrgency urgency, GCancellable *cancellable, gsize *got)
{
  BlockReader reader = {.file = self,
                        .out = out,
                        .offset = offset,
                        .end = offset < self->size ? offset + MIN (n, self->size - offset) : offset,
                        .is_patient = urgency == POPLENS_BLOCKS_PATIENT,
                        .cancellable = cancellable};
  PoplensBlockPool *pool = self->line->pool;
  guint64 first = offset / POPLENS_BLOCK_BYTES;
  int code = 0;

  *got = 0;
  if (reader.end == offset)
    return 0;
  guint64 last = (reader.end - 1) / POPLENS_BLOCK_BYTES;
  poplens_block_lock (pool);
  if (!self->n_readers++)
    for (guint64 b = first; b <= last; b++) {
      Block *block = poplens_block_find (self, b);
      if (block && block->state == BLOCK_FAILED)
        poplens_block_remove (block);
    }
  if (!reader.is_patient)
    follow_run (self, first, last);
  code = self->is_closed ? ECANCELED : reader_read_all (&reader);
  /* If the last reader failed, drop its queued blocks. After a lost link keep its read-ahead, as
   * reading resumes. */
  if (!--self->n_readers && code && !self->is_closed)
    drop_queued (self, TRUE, code != ENOLINK);
  poplens_block_line_pump (self->line);
  poplens_block_unlock (pool);
  *got = (gsize) (reader.offset - offset);
  return code;
}
