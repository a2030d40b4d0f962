/* Decides which blocks to request from a host, and when. First come blocks that a thread waits for,
 * then read-ahead, which threads share fairly, and last blocks for POPLENS_BLOCKS_PATIENT. The
 * window of a lane is the most bytes that it may have in flight: as many as the link carries in two
 * round trips. So an urgent request never waits for more than that. */
#include "remote/blocks-private.h"

#include <errno.h>
#include <string.h>

#define FIRST_WINDOW (1u << 20)
#define LEAST_WINDOW (512u << 10)
#define MOST_WINDOW (4u << 20)
#define MOST_REQUESTS 64
/* Shortest time over which the rate is measured, µs. */
#define MEASURE_US 50000

/* ---- requests -------------------------------------------------------------------------------- */

/* Request for adjacent blocks of a file. It is sent in several parts if the server limits the bytes
 * of a read. */
typedef struct {
  PoplensBlocks *file;
  guint lane, serial;
  guint64 first;
  guint n_blocks;
  gsize size, part_size;
  guint parts_left;
  gboolean is_ahead;
  int code;
  /* Monotonic µs when the request was sent on an idle lane, to measure the round trip; 0: the lane
   * was busy, so that the request had to wait */
  gint64 sent;
  guint8 *bytes;
} Request;

typedef struct {
  Request *request;
  gsize offset, n;
} RequestPart;

/* ---- lanes ----------------------------------------------------------------------------------- */

/* Ends the session of lane @l. Threads that wait for a file that is open on no other lane get
 * ENOLINK. */
static void
lane_end (PoplensBlockLine *self, guint l)
{
  Lane *lane = &self->lanes[l];

  *lane = (Lane){.serial = lane->serial + 1, .window = FIRST_WINDOW};
  for (GList *link = self->files.head; link; link = link->next) {
    PoplensBlocks *file = link->data;
    file->lanes &= ~(1u << l);
    pthread_cond_broadcast (&file->changed);
  }
}

static void
fit_window (PoplensBlockLine *self, Lane *lane)
{
  if (!lane->rate || !self->traffic.round_trip)
    return;
  guint64 two_trips = lane->rate * 2 * (guint64) self->traffic.round_trip / G_USEC_PER_SEC;
  lane->window = (gsize) CLAMP (two_trips, LEAST_WINDOW, MOST_WINDOW);
}

static void
measure_sent (PoplensBlockLine *self, Lane *lane, Request *request)
{
  gint64 now = g_get_monotonic_time ();

  if (!lane->n_in_flight) {
    lane->since = now;
    lane->delivered = 0;
    request->sent = now;
  }
  lane->in_flight += request->size;
  lane->n_in_flight++;
  if (request->is_ahead)
    lane->ahead_in_flight += request->size;
  self->traffic.requests++;
}

static void
measure_answer (PoplensBlockLine *self, Lane *lane, const Request *request)
{
  gint64 now = g_get_monotonic_time ();
  gint64 trip = request->sent ? now - request->sent : 0;

  lane->in_flight -= request->size;
  lane->n_in_flight--;
  if (request->is_ahead)
    lane->ahead_in_flight -= request->size;
  lane->delivered += request->size;
  if (trip > 0 && (!self->traffic.round_trip || trip < self->traffic.round_trip))
    self->traffic.round_trip = trip;
  if (now - lane->since >= MAX (MEASURE_US, 2 * self->traffic.round_trip)) {
    guint64 rate = lane->delivered * G_USEC_PER_SEC / (guint64) (now - lane->since);
    /* A full window tests the link, so the rate may fall, by an eighth at most. Otherwise the rate
     * can only rise. */
    if (lane->was_full)
      lane->rate = MAX (rate, lane->rate - lane->rate / 8);
    else
      lane->rate = MAX (rate, lane->rate);
    if (lane->was_full)
      fit_window (self, lane);
    lane->since = now;
    lane->delivered = 0;
    lane->was_full = FALSE;
  }
}

guint
poplens_block_line_set_lane (PoplensBlockLine *self, guint lane)
{
  g_return_val_if_fail (lane < POPLENS_MOST_LANES, 0);
  poplens_block_lock (self->pool);
  lane_end (self, lane);
  /* Start with the window of lane 0: all lanes share one network path. */
  if (lane)
    self->lanes[lane].window = self->lanes[0].window;
  guint serial = self->lanes[lane].serial;
  poplens_block_unlock (self->pool);
  return serial;
}

static gsize
get_window (const PoplensBlockLine *self)
{
  gsize window = 0;

  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    window += self->lanes[l].most ? self->lanes[l].window : 0;
  return window;
}

gsize
poplens_block_line_get_ahead (PoplensBlockLine *self)
{
  return 2 * get_window (self);
}

gsize
poplens_blocks_get_ahead (PoplensBlocks *self)
{
  poplens_block_lock (self->line->pool);
  gsize ahead = poplens_block_line_get_ahead (self->line);
  poplens_block_unlock (self->line->pool);
  return ahead;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void
fail_block (Request *request, Block *block)
{
  PoplensBlocks *file = request->file;

  /* After a lost link, keep read-ahead queued for the next connection. */
  if (request->code == ENOLINK && request->is_ahead) {
    block->state = BLOCK_QUEUED;
    poplens_block_enqueue (block, block->is_patient ? &file->line->patient
                                                    : poplens_block_line_get_stream (file->line));
  } else if (request->code != ENOLINK && file->n_readers) {
    block->state = BLOCK_FAILED;
    block->code = request->code;
  } else {
    /* A waiting reader requests the block again. If no lane is open, it gets ENOLINK, once. */
    poplens_block_remove (block);
  }
}

static void
take_blocks (Request *request)
{
  PoplensBlocks *file = request->file;

  for (guint b = 0; b < request->n_blocks; b++) {
    Block *block = poplens_block_find (file, request->first + b);
    gsize size = poplens_block_size (file, request->first + b);
    if (!block || block->state != BLOCK_SENT)
      continue;
    if (request->code) {
      fail_block (request, block);
      continue;
    }
    GBytes *bytes = g_bytes_new (request->bytes + b * (gsize) POPLENS_BLOCK_BYTES, size);
    if (file->source.put && !block->is_patient)
      file->source.put (file->file, block->number, bytes);
    poplens_block_set_bytes (block, bytes, request->is_ahead);
  }
}

void
poplens_blocks_keep (PoplensBlocks *self)
{
  GHashTableIter iter;
  gpointer value;

  poplens_block_lock (self->line->pool);
  g_hash_table_iter_init (&iter, self->blocks);
  while (self->source.put && g_hash_table_iter_next (&iter, NULL, &value)) {
    const Block *block = value;
    if (block->state == BLOCK_THERE && !block->is_patient)
      self->source.put (self->file, block->number, block->bytes);
  }
  poplens_block_unlock (self->line->pool);
}

/* Ends a request: stores its blocks, wakes the readers, and sends the next requests. Called with
 * the lock held; releases it while sending. */
static void
request_finish (Request *request)
{
  PoplensBlocks *file = request->file;
  PoplensBlockLine *line = poplens_block_line_ref (file->line);
  Lane *lane = &line->lanes[request->lane];

  if (!request->code) {
    line->traffic.bytes += request->size;
    line->traffic.ahead += request->is_ahead ? request->size : 0;
  }
  if (lane->serial == request->serial) {
    measure_answer (line, lane, request);
    if (request->code == ENOLINK)
      lane_end (line, request->lane);
  }
  if (!file->is_closed)
    take_blocks (request);
  pthread_cond_broadcast (&file->changed);
  g_free (request->bytes);
  g_free (request);
  poplens_blocks_release (file);
  poplens_block_line_pump (line);
  poplens_block_line_unref (line);
}

static void
part_done (gpointer user_data, const guint8 *bytes, gsize n, int code)
{
  RequestPart *part = user_data;
  Request *request = part->request;
  PoplensBlockPool *pool = poplens_block_pool_ref (request->file->line->pool);

  if (!code && n == part->n)
    memcpy (request->bytes + part->offset, bytes, n);
  poplens_block_lock (pool);
  request->file->arrived = g_get_monotonic_time ();
  /* Fewer bytes than requested: the file was truncated. */
  if (code || n != part->n)
    request->code = code ? code : ESTALE;
  if (!--request->parts_left)
    request_finish (request);
  poplens_block_unlock (pool);
  poplens_block_pool_unref (pool);
  g_free (part);
}

/* ---- what is next ---------------------------------------------------------------------------- */

static gboolean
may_go (Lane *lane, gsize size, gboolean is_ahead, gboolean somebody_waits)
{
  if (!lane->most || lane->n_in_flight >= MOST_REQUESTS)
    return FALSE;
  /* While a thread waits, read-ahead may fill three quarters of the window. With a limit of half
   * the window, which is the measured capacity of the link, the measured rate could never grow. */
  if (is_ahead && somebody_waits)
    return !lane->ahead_in_flight || lane->ahead_in_flight + size <= lane->window / 4 * 3;
  return !lane->n_in_flight || lane->in_flight + size <= lane->window;
}

/* Returns the lane with most free space that can take @size bytes of the file; −1: none. */
static int
choose_lane (PoplensBlockLine *self, PoplensBlocks *file, gsize size, gboolean is_ahead)
{
  gsize best = 0;
  int found = -1;

  for (guint l = 0; l < POPLENS_MOST_LANES; l++) {
    Lane *lane = &self->lanes[l];
    if (!(file->lanes & 1u << l))
      continue;
    if (!may_go (lane, size, is_ahead, self->n_waiting > 0)) {
      lane->was_full |= lane->in_flight + size > lane->window;
      continue;
    }
    gsize room = lane->window > lane->in_flight ? lane->window - lane->in_flight : 0;
    if (found < 0 || room > best) {
      found = (int) l;
      best = room;
    }
  }
  return found;
}

/* Removes @block and the adjacent blocks after it that are in the same queue, and makes them one
 * request on lane @l. */
static Request *
take_run (PoplensBlockLine *self, Block *block, guint l, gboolean is_ahead)
{
  PoplensBlocks *file = block->file;
  GQueue *queue = block->queue;
  guint64 first = block->number;
  Lane *lane = &self->lanes[l];
  guint most = MAX (1u, (guint) (lane->most / POPLENS_BLOCK_BYTES));
  Request *request = g_new0 (Request, 1);
  *request = (Request){.file = file,
                       .lane = l,
                       .serial = lane->serial,
                       .first = first,
                       .part_size = lane->most,
                       .is_ahead = is_ahead};
  g_atomic_int_inc (&file->refs);
  while (block && block->state == BLOCK_QUEUED && block->queue == queue &&
         request->n_blocks < most) {
    poplens_block_enqueue (block, NULL);
    block->state = BLOCK_SENT;
    request->size += poplens_block_size (file, block->number);
    request->n_blocks++;
    block = poplens_block_find (file, first + request->n_blocks);
  }
  request->parts_left = (guint) ((request->size + lane->most - 1) / lane->most);
  measure_sent (self, lane, request);
  return request;
}

/* Makes a request of the first blocks in @queue whose file is open. NULL if there are none, or no
 * lane has space for them. */
static Request *
take_from (PoplensBlockLine *self, GQueue *queue, gboolean is_ahead)
{
  for (GList *link = queue->head; link; link = link->next) {
    Block *block = link->data;
    if (!block->file->lanes)
      continue;
    int l = choose_lane (self, block->file, POPLENS_BLOCK_BYTES, is_ahead);
    return l < 0 ? NULL : take_run (self, block, (guint) l, is_ahead);
  }
  return NULL;
}

/* TRUE if blocks that were read ahead and not used yet fill a quarter of the memory. */
static gboolean
is_far_ahead (PoplensBlockLine *self)
{
  gsize ahead = self->pool->unread;

  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    ahead += self->lanes[l].ahead_in_flight;
  return ahead >= self->pool->most / 4;
}

static Request *
take_from_streams (PoplensBlockLine *self)
{
  Request *next = NULL;

  if (is_far_ahead (self))
    return NULL;
  for (guint i = 0; i < self->streams->len && !next; i++) {
    Stream *stream = self->streams->pdata[self->turn++ % self->streams->len];
    next = take_from (self, &stream->blocks, TRUE);
  }
  return next;
}

/* Updates .full_since, the time since which more than half of the windows' bytes are in flight. */
static void
note_full (PoplensBlockLine *self)
{
  gsize in_flight = 0;

  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    in_flight += self->lanes[l].in_flight;
  if (in_flight <= get_window (self) / 2)
    self->traffic.full_since = 0;
  else if (!self->traffic.full_since)
    self->traffic.full_since = g_get_monotonic_time ();
}

static Request *
take_next (PoplensBlockLine *self)
{
  Request *next = take_from (self, &self->demand, FALSE);

  if (!next)
    next = take_from_streams (self);
  if (!next)
    next = take_from (self, &self->patient, TRUE);
  if (!next)
    note_full (self);
  return next;
}

static void
request_send (Request *request)
{
  PoplensBlocks *file = request->file;
  guint64 start = request->first * POPLENS_BLOCK_BYTES;
  gsize size = request->size, step = request->part_size;
  guint lane = request->lane;

  request->bytes = g_malloc (size);
  /* The last reply frees @request, maybe before this loop ends: use the copies above. */
  for (gsize at = 0; at < size; at += step) {
    RequestPart *part = g_new (RequestPart, 1);
    *part = (RequestPart){request, at, MIN (step, size - at)};
    file->source.ask (file->file, lane, start + at, part->n, part_done, part);
  }
}

void
poplens_block_line_pump (PoplensBlockLine *self)
{
  Request *request;

  while ((request = take_next (self))) {
    poplens_block_unlock (self->pool);
    request_send (request);
    poplens_block_lock (self->pool);
  }
}

/* ---- the line -------------------------------------------------------------------------------- */

static void
stream_free (gpointer data)
{
  g_free (data);
}

/* Returns the calling thread's queue for hints. If the thread has none, assigns it an empty queue
 * of another thread, or a new one. */
GQueue *
poplens_block_line_get_stream (PoplensBlockLine *self)
{
  GThread *thread = g_thread_self ();
  Stream *free_one = NULL;

  for (guint i = 0; i < self->streams->len; i++) {
    Stream *stream = self->streams->pdata[i];
    if (stream->thread == thread)
      return &stream->blocks;
    if (!stream->blocks.length)
      free_one = stream;
  }
  if (!free_one) {
    free_one = g_new0 (Stream, 1);
    g_ptr_array_add (self->streams, free_one);
  }
  free_one->thread = thread;
  return &free_one->blocks;
}

PoplensBlockLine *
poplens_block_line_new (PoplensBlockPool *pool)
{
  PoplensBlockLine *self = g_new0 (PoplensBlockLine, 1);

  self->refs = 1;
  self->pool = poplens_block_pool_ref (pool);
  self->streams = g_ptr_array_new_with_free_func (stream_free);
  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    lane_end (self, l);
  return self;
}

PoplensBlockLine *
poplens_block_line_ref (PoplensBlockLine *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
poplens_block_line_unref (PoplensBlockLine *self)
{
  if (!self || !g_atomic_int_dec_and_test (&self->refs))
    return;
  g_ptr_array_unref (self->streams);
  poplens_block_pool_unref (self->pool);
  g_free (self);
}

void
poplens_block_line_get_traffic (PoplensBlockLine *self, PoplensBlockTraffic *traffic)
{
  poplens_block_lock (self->pool);
  *traffic = self->traffic;
  for (guint l = 0; l < POPLENS_MOST_LANES; l++)
    traffic->rate += self->lanes[l].rate;
  poplens_block_unlock (self->pool);
}
