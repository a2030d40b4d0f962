/* Tests of PoplensBlocks, which reads and caches blocks of remote files, against a slow source. */
#include "remote/blocks.h"

#include "remote/slow-source.h"

#include <errno.h>
#include <string.h>

#define BLOCK ((guint64) POPLENS_BLOCK_BYTES)
#define MIB ((guint64) 1 << 20)
#define MOST 261120

typedef struct {
  SlowSource *source;
  PoplensBlockPool *pool;
  PoplensBlockLine *line;
  PoplensBlocks *blocks;
} Far;

static const PoplensBlockSource no_disk = {.ask = slow_source_ask};

static void
far_open (Far *far, guint delay_us, guint64 rate, guint64 size, gsize memory, gsize most)
{
  far->source = slow_source_new (delay_us, rate);
  far->pool = poplens_block_pool_new (memory);
  far->line = poplens_block_line_new (far->pool);
  far->blocks = poplens_blocks_new (far->line, &no_disk, far->source, size);
  poplens_blocks_set_open (far->blocks, 0, poplens_block_line_set_lane (far->line, 0), most);
}

static void
far_close (Far *far)
{
  poplens_blocks_close (far->blocks);
  slow_source_free (far->source);
  poplens_block_line_unref (far->line);
  poplens_block_pool_unref (far->pool);
}

static void
read_right (PoplensBlocks *blocks, guint64 offset, gsize n, gsize expected)
{
  g_autofree guint8 *out = g_malloc (n);
  gsize got;
  int code = poplens_blocks_read (blocks, out, n, offset, POPLENS_BLOCKS_READ, NULL, &got);

  g_assert_cmpint (code, ==, 0);
  g_assert_cmpuint (got, ==, expected);
  g_assert_true (slow_source_is_right (out, got, offset));
}

static PoplensBlockTraffic
far_traffic (Far *far)
{
  PoplensBlockTraffic traffic;

  poplens_block_line_get_traffic (far->line, &traffic);
  return traffic;
}

static void
test_blocks_read (void)
{
  Far far;
  guint64 size = 40 * BLOCK + 1000;

  far_open (&far, 100, 0, size, 64 * MIB, MOST);
  slow_source_shuffle (far.source);
  read_right (far.blocks, 0, 100, 100);
  read_right (far.blocks, BLOCK - 50, 100, 100);
  read_right (far.blocks, size - 10, 100, 10);
  read_right (far.blocks, size, 100, 0);
  read_right (far.blocks, size + BLOCK, 100, 0);
  read_right (far.blocks, 0, size, size);
  for (guint i = 0; i < 200; i++) {
    guint64 offset = (guint64) g_random_int_range (0, (gint32) size);
    gsize n = (gsize) g_random_int_range (1, 300000);
    read_right (far.blocks, offset, n, (gsize) MIN (n, size - offset));
  }
  /* Each byte was requested once. */
  g_assert_cmpuint (slow_source_count (far.source).bytes, ==, size);
  far_close (&far);
}

/* All blocks that a reader lacks are requested at once, in requests of maximal length. */
static void
test_one_wait (void)
{
  Far far;

  far_open (&far, 20000, 0, 100 * BLOCK, 64 * MIB, MOST);
  read_right (far.blocks, 30 * BLOCK + 5, 12 * BLOCK - 5, 12 * BLOCK - 5);
  g_assert_cmpuint (far_traffic (&far).waits, ==, 1);
  SlowSourceCount count = slow_source_count (far.source);
  g_assert_cmpuint (count.longest, ==, 3 * BLOCK);
  /* Two blocks at the end of a run may be read ahead, and nothing else. */
  g_assert_cmpuint (count.requests, <=, 4 + 4);
  far_close (&far);
}

/* A server that sends at most 32 KiB at a time. */
static void
test_short_requests (void)
{
  Far far;

  far_open (&far, 100, 0, 10 * BLOCK + 7, 64 * MIB, 32768);
  slow_source_shuffle (far.source);
  read_right (far.blocks, 0, 10 * BLOCK + 7, 10 * BLOCK + 7);
  g_assert_cmpuint (slow_source_count (far.source).longest, ==, 32768);
  g_assert_cmpuint (slow_source_count (far.source).bytes, ==, 10 * BLOCK + 7);
  far_close (&far);
}

static gpointer
blocks_cancel_soon (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_blocks_cancel (void)
{
  Far far;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint8 out[10];
  gsize got;

  far_open (&far, 0, 0, 1000 * BLOCK, 64 * MIB, MOST);
  slow_source_hold (far.source, TRUE);
  PoplensByteRange range = {0, 1000 * BLOCK};
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_READ);
  GThread *thread = g_thread_new ("cancel", blocks_cancel_soon, cancellable);
  int code = poplens_blocks_read (far.blocks, out, sizeof out, 900 * BLOCK, POPLENS_BLOCKS_READ,
                                  cancellable, &got);
  g_thread_join (thread);
  g_assert_cmpint (code, ==, ECANCELED);
  /* Requests that were not sent are dropped. */
  guint before = slow_source_count (far.source).requests;
  slow_source_hold (far.source, FALSE);
  read_right (far.blocks, 500 * BLOCK, 10, 10);
  g_assert_cmpuint (slow_source_count (far.source).requests, <=, before + 1);
  far_close (&far);
}

static gpointer
read_far_away (gpointer data)
{
  read_right (data, 1000 * BLOCK, 10, 10);
  return NULL;
}

/* A block that a reader waits for is requested next, before everything that is read ahead. */
static void
test_demand_first (void)
{
  Far far;
  PoplensByteRange range = {0, 600 * BLOCK};

  far_open (&far, 0, 0, 4000 * BLOCK, 256 * MIB, MOST);
  slow_source_hold (far.source, TRUE);
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_READ);
  GThread *thread = g_thread_new ("reader", read_far_away, far.blocks);
  while (far_traffic (&far).waits < 1)
    g_usleep (1000);
  guint n_asked = slow_source_count (far.source).requests, at = 0;
  g_assert_cmpuint (n_asked, <, 100);
  slow_source_hold (far.source, FALSE);
  g_thread_join (thread);
  g_autoptr (GArray) offsets = slow_source_get_offsets (far.source);
  while (at < offsets->len && g_array_index (offsets, guint64, at) != 1000 * BLOCK)
    at++;
  g_assert_cmpuint (at, <=, n_asked);
  far_close (&far);
}

/* Hints are read in order, hints of two threads alternately, and no block twice. */
static gpointer
hint_upper_half (gpointer data)
{
  PoplensByteRange range = {100 * BLOCK, 30 * BLOCK};

  poplens_blocks_will_need (data, &range, 1, POPLENS_BLOCKS_READ);
  return NULL;
}

static void
test_hints (void)
{
  Far far;
  PoplensByteRange ranges[] = {{0, 5 * BLOCK},
                               {4 * BLOCK, 2 * BLOCK},
                               {20 * BLOCK + 1, 1},
                               {10 * BLOCK, 20 * BLOCK},
                               {1000 * BLOCK, 5}};

  far_open (&far, 1000, 10000000, 200 * BLOCK, 64 * MIB, MOST);
  poplens_blocks_will_need (far.blocks, ranges, G_N_ELEMENTS (ranges), POPLENS_BLOCKS_READ);
  g_thread_join (g_thread_new ("hint", hint_upper_half, far.blocks));
  while (far_traffic (&far).bytes < 56 * BLOCK)
    g_usleep (1000);
  for (guint64 b = 0; b < 6; b++)
    read_right (far.blocks, b * BLOCK, BLOCK, BLOCK);
  read_right (far.blocks, 10 * BLOCK, 20 * BLOCK, 20 * BLOCK);
  read_right (far.blocks, 100 * BLOCK, 30 * BLOCK, 30 * BLOCK);
  g_assert_cmpuint (far_traffic (&far).waits, ==, 0);
  g_assert_cmpuint (slow_source_count (far.source).bytes, ==, 56 * BLOCK);
  far_close (&far);
}

/* Sequential reads are read ahead, at most twice the requested bytes. */
static void
test_runs (void)
{
  Far far;

  far_open (&far, 5000, 0, 4000 * BLOCK, 256 * MIB, MOST);
  for (guint64 at = 0; at < 200 * BLOCK; at += 4096)
    read_right (far.blocks, at, 4096, 4096);
  PoplensBlockTraffic traffic = far_traffic (&far);
  g_test_message ("200 blocks: %" G_GUINT64_FORMAT " waits, %" G_GUINT64_FORMAT " requests",
                  traffic.waits, traffic.requests);
  /* Each wait is for one of many requests under way. */
  g_assert_cmpuint (traffic.waits, <=, 70);
  g_assert_cmpuint (slow_source_count (far.source).bytes, <=, 270 * BLOCK);
  /* Scattered reads are not read ahead. */
  for (guint64 i = 0; i < 20; i++)
    read_right (far.blocks, (1000 + i * 17 % 20 * 50) * BLOCK, 10, 10);
  g_assert_cmpuint (slow_source_count (far.source).bytes, <=, (200 + 64 + 20) * BLOCK);
  far_close (&far);
}

static void
test_blocks_memory (void)
{
  Far far;

  far_open (&far, 0, 0, 400 * BLOCK, 64 * BLOCK, MOST);
  read_right (far.blocks, 0, 300 * BLOCK, 300 * BLOCK);
  g_assert_cmpuint (poplens_block_pool_get_bytes (far.pool), <=, 64 * BLOCK);
  /* The block that was read last is still cached. */
  guint64 waits = far_traffic (&far).waits;
  read_right (far.blocks, 299 * BLOCK, BLOCK, BLOCK);
  g_assert_cmpuint (far_traffic (&far).waits, ==, waits);
  /* A hint larger than the memory does not evict blocks that were not read yet. */
  PoplensByteRange range = {0, 200 * BLOCK};
  guint64 unread = far_traffic (&far).unread;
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_READ);
  for (guint64 b = 0; b < 200; b++)
    read_right (far.blocks, b * BLOCK, BLOCK, BLOCK);
  g_assert_cmpuint (far_traffic (&far).unread - unread, <=, 64 * BLOCK);
  /* Hinted blocks that are never read do not block others. */
  range.offset = 210 * BLOCK;
  range.size = 30 * BLOCK;
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_READ);
  g_usleep (20000);
  read_right (far.blocks, 300 * BLOCK, 90 * BLOCK, 90 * BLOCK);
  far_close (&far);
}

static void
test_failures (void)
{
  Far far;
  guint8 out[10];
  gsize got;

  far_open (&far, 100, 0, 100 * BLOCK, 64 * MIB, MOST);
  slow_source_fail (far.source, EIO);
  g_assert_cmpint (poplens_blocks_read (far.blocks, out, 10, 0, 0, NULL, &got), ==, EIO);
  slow_source_fail (far.source, 0);
  read_right (far.blocks, 0, 10, 10);
  slow_source_cut (far.source, 50 * BLOCK + 5);
  g_assert_cmpint (poplens_blocks_read (far.blocks, out, 10, 50 * BLOCK, 0, NULL, &got), ==,
                   ESTALE);
  slow_source_cut (far.source, G_MAXUINT64);
  /* The link is lost; another one resumes the hint. Blocks of it may arrive before: requests are
   * answered in order. */
  guint64 before = far_traffic (&far).bytes;
  slow_source_fail (far.source, ENOLINK);
  PoplensByteRange range = {60 * BLOCK, 30 * BLOCK};
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_READ);
  g_assert_cmpint (poplens_blocks_read (far.blocks, out, 10, 55 * BLOCK, 0, NULL, &got), ==,
                   ENOLINK);
  slow_source_fail (far.source, 0);
  g_assert_cmpint (poplens_blocks_read (far.blocks, out, 10, 55 * BLOCK, 0, NULL, &got), ==,
                   ENOLINK);
  poplens_blocks_set_open (far.blocks, 0, poplens_block_line_set_lane (far.line, 0), MOST);
  read_right (far.blocks, 55 * BLOCK, 10, 10);
  while (far_traffic (&far).bytes < before + 31 * BLOCK)
    g_usleep (1000);
  guint64 waits = far_traffic (&far).waits;
  read_right (far.blocks, 60 * BLOCK, 30 * BLOCK, 30 * BLOCK);
  g_assert_cmpuint (far_traffic (&far).waits, ==, waits);
  far_close (&far);
}

static void
ask_dead_lane (gpointer file, guint lane, guint64 offset, gsize n, PoplensBlocksDone done,
               gpointer user_data)
{
  if (lane)
    slow_source_ask (file, lane, offset, n, done, user_data);
  else
    done (user_data, NULL, 0, ENOLINK);
}

/* If one channel is lost and another one works, readers do not notice it, whatever was requested
 * over the lost one. */
static void
test_lost_lane (void)
{
  PoplensBlockSource source = {.ask = ask_dead_lane};
  Far far;

  far_open (&far, 100, 0, 200 * BLOCK, 64 * MIB, MOST);
  PoplensBlocks *blocks = poplens_blocks_new (far.line, &source, far.source, 200 * BLOCK);
  for (guint lane = 0; lane < 2; lane++)
    poplens_blocks_set_open (blocks, lane, poplens_block_line_set_lane (far.line, lane), MOST);
  read_right (blocks, 0, 200 * BLOCK, 200 * BLOCK);
  poplens_blocks_close (blocks);
  far_close (&far);
}

/* A read with POPLENS_BLOCKS_PATIENT gets its bytes, and caches none of them. */
static void
test_patient (void)
{
  Far far;
  PoplensByteRange range = {0, 100 * BLOCK};
  g_autofree guint8 *out = g_malloc (100 * BLOCK);
  gsize got;

  far_open (&far, 1000, 0, 100 * BLOCK, 64 * MIB, MOST);
  read_right (far.blocks, 7 * BLOCK, 10, 10);
  g_assert_cmpuint (poplens_blocks_count_absent (far.blocks, &range), ==, 99 * BLOCK);
  poplens_blocks_will_need (far.blocks, &range, 1, POPLENS_BLOCKS_PATIENT);
  int code =
      poplens_blocks_read (far.blocks, out, 100 * BLOCK, 0, POPLENS_BLOCKS_PATIENT, NULL, &got);
  g_assert_cmpint (code, ==, 0);
  g_assert_cmpuint (got, ==, 100 * BLOCK);
  g_assert_true (slow_source_is_right (out, got, 0));
  g_assert_cmpuint (poplens_block_pool_get_bytes (far.pool), ==, BLOCK);
  g_assert_cmpuint (slow_source_count (far.source).bytes, ==, 100 * BLOCK);
  far_close (&far);
}

static gpointer
read_much (gpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (GPOINTER_TO_UINT (g_thread_self ()));

  for (guint i = 0; i < 300; i++) {
    guint64 offset = (guint64) g_rand_int_range (random, 0, 390) * BLOCK;
    gsize n = (gsize) g_rand_int_range (random, 1, 5 * (gint32) BLOCK);
    PoplensByteRange range = {offset + 3 * BLOCK, 4 * BLOCK};
    poplens_blocks_will_need (data, &range, 1, POPLENS_BLOCKS_READ);
    read_right (data, offset, n, n);
  }
  return NULL;
}

static void
test_blocks_threads (void)
{
  Far far;
  GThread *threads[4];

  far_open (&far, 50, 0, 400 * BLOCK, 64 * BLOCK, MOST);
  slow_source_shuffle (far.source);
  for (guint t = 0; t < 4; t++)
    threads[t] = g_thread_new ("reader", read_much, far.blocks);
  for (guint t = 0; t < 4; t++)
    g_thread_join (threads[t]);
  far_close (&far);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blocks/read", test_blocks_read);
  g_test_add_func ("/blocks/one-wait", test_one_wait);
  g_test_add_func ("/blocks/short-requests", test_short_requests);
  g_test_add_func ("/blocks/cancel", test_blocks_cancel);
  g_test_add_func ("/blocks/demand-first", test_demand_first);
  g_test_add_func ("/blocks/hints", test_hints);
  g_test_add_func ("/blocks/runs", test_runs);
  g_test_add_func ("/blocks/memory", test_blocks_memory);
  g_test_add_func ("/blocks/failures", test_failures);
  g_test_add_func ("/blocks/lost-lane", test_lost_lane);
  g_test_add_func ("/blocks/patient", test_patient);
  g_test_add_func ("/blocks/threads", test_blocks_threads);
  return g_test_run ();
}
