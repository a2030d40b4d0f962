/* What lightweight profiling would have recorded: on one tile of each IPU a block a program, stream
 * copies wherever they run, and what becomes of both when the buffer is full. */
#include "demo/write.h"

#include "demo/prng.h"

/* Blocks that the buffer holds; lost ones until the tile gets to write it. */
#define BUFFER 60
#define LOST 5
/* A flush takes so many cycles, but never more than half of the time that is lost. */
#define FLUSH_CYCLES 400
/* The counter runs since the executable was loaded, on each IPU from another moment. */
#define LOADED G_GUINT64_CONSTANT (2000000000)
#define APART 100003

/* blocks.type */
enum { COMMON, STREAM_COPY, OVERFLOW, ANONYMOUS, FLUSH };

/* A tile's buffer. */
typedef struct {
  guint n, lost;
  guint64 lost_from;
} Buffer;

typedef struct {
  const DemoModel *m;
  DemoDb *db;
  GHashTable *buffers; /* tile -> Buffer */
} Writer;

static void
write_block (const Writer *w, const DemoStretch *s, guint64 from, guint64 to, gint64 id, guint type)
{
  guint ipu = s->tile / w->m->tiles_per_ipu;
  guint64 clock = LOADED + (guint64) ipu * APART + demo_hash (w->m->seed, 4400, ipu) % 5000;

  demo_db_row (w->db, "blocks", "iiioi", DEMO_I (s->tile), DEMO_I (clock + from),
               DEMO_I (clock + to), id, DEMO_I (type));
}

static Buffer *
buffer_of (const Writer *w, guint tile)
{
  Buffer *buffer = g_hash_table_lookup (w->buffers, GUINT_TO_POINTER (tile));

  if (!buffer) {
    buffer = g_new0 (Buffer, 1);
    g_hash_table_insert (w->buffers, GUINT_TO_POINTER (tile), buffer);
  }
  return buffer;
}

/* The last of those that are lost. */
static void
end_overflow (const Writer *w, const DemoStretch *s, Buffer *buffer)
{
  guint64 flush = MIN (FLUSH_CYCLES, (s->to - buffer->lost_from) / 2);

  write_block (w, s, buffer->lost_from, s->to - flush, -1, OVERFLOW);
  write_block (w, s, s->to - flush, s->to, -1, FLUSH);
  *buffer = (Buffer){0};
}

static void
record (const Writer *w, const DemoStretch *s)
{
  gboolean stream = s->kind >= DEMO_STEP_STREAM && s->kind <= DEMO_STEP_STREAM_END;
  gboolean named = s->kind == DEMO_STEP_COMPUTE || stream;
  Buffer *buffer = buffer_of (w, s->tile);

  /* Only the first tile records more than stream copies. */
  if (s->kind == DEMO_STEP_SYNC || (!stream && s->tile % w->m->tiles_per_ipu != 0))
    return;
  if (buffer->n < BUFFER) {
    buffer->n++;
    write_block (w, s, s->from, s->to, named ? s->program : -1,
                 stream  ? STREAM_COPY
                 : named ? COMMON
                         : ANONYMOUS);
    return;
  }
  if (buffer->lost++ == 0)
    buffer->lost_from = s->from;
  if (buffer->lost == LOST)
    end_overflow (w, s, buffer);
}

/* All buffers are written when a run ends: @s is the tile's last stretch of it. */
static void
end_run (const Writer *w, const DemoStretch *s)
{
  Buffer *buffer = buffer_of (w, s->tile);

  if (buffer->lost > 0)
    end_overflow (w, s, buffer);
  else if (buffer->n > 0)
    write_block (w, s, MAX (s->from, s->to - MIN (s->to, FLUSH_CYCLES)), s->to, -1, FLUSH);
  *buffer = (Buffer){0};
}

void
demo_write_light (const DemoModel *m, DemoDb *db, const GArray *stretches)
{
  g_autoptr (GHashTable) buffers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* tile -> its last stretch + 1 */
  Writer w = {m, db, buffers};

  for (guint i = 0; i < stretches->len; i++) {
    const DemoStretch *s = &g_array_index (stretches, DemoStretch, i);
    guint before = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (s->tile)));
    const DemoStretch *old = before ? &g_array_index (stretches, DemoStretch, before - 1) : NULL;
    if (old && old->run != s->run)
      end_run (&w, old);
    record (&w, s);
    g_hash_table_insert (last, GUINT_TO_POINTER (s->tile), GUINT_TO_POINTER (i + 1));
  }
  /* In the order of the file's own tiles, so that the same seed writes the same bytes. */
  for (guint tile = 0; tile < m->n_tiles; tile++) {
    guint i = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (tile)));
    if (i > 0)
      end_run (&w, &g_array_index (stretches, DemoStretch, i - 1));
  }
}
