/* What tiles do while their IPU is bound so: one walk over the cycles by tile of the steps. The
 * timelines of tiles have no gaps, so a tile begins a step where it ended the one before. */
#include "analysis/time/time-private.h"

/* What encoded lists take at most. */
#define MOST_BYTES ((gsize) 64 << 20)

/* ---- lists of cycles ---------------------------------------------------------------------------
 */

/* Pieces of cycles_by_tile as they were read, encoded: least recently used ones give way. Steps of
 * a loop go through a few places of the table side by side, and a list may be of many steps. */
typedef struct {
  PoplensTimeMaking *making;
  GHashTable *pieces; /* key → GList of `used` */
  GQueue used;        /* PoplensSlice: least recently used first */
  gsize bytes;
} Lists;

static void
lists_clear (Lists *self)
{
  g_hash_table_unref (self->pieces);
  g_queue_clear_full (&self->used, (GDestroyNotify) poplens_slice_unref);
}

static void
make_room (Lists *self)
{
  while (self->bytes > MOST_BYTES && self->used.length > 1) {
    PoplensSlice *slice = g_queue_pop_head (&self->used);
    self->bytes -= poplens_lists_bytes (slice->lists);
    g_hash_table_remove (self->pieces, GUINT_TO_POINTER ((guint) slice->key));
    poplens_slice_unref (slice);
  }
}

/* (transfer none); NULL with @error. */
static const PoplensSlice *
get_piece (Lists *self, guint64 key, GError **error)
{
  const PoplensTimeInput *input = self->making->input;
  GList *link = g_hash_table_lookup (self->pieces, GUINT_TO_POINTER ((guint) key));

  if (link) {
    g_queue_unlink (&self->used, link);
    g_queue_push_tail_link (&self->used, link);
    return link->data;
  }
  PoplensSlice *slice = input->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, input->slice_data, error);
  if (!slice)
    return NULL;
  g_queue_push_tail (&self->used, slice);
  g_hash_table_insert (self->pieces, GUINT_TO_POINTER ((guint) key), self->used.tail);
  self->bytes += poplens_lists_bytes (slice->lists);
  make_room (self);
  return slice;
}

/* The row of a list in its piece, whose ids rise; G_MAXUINT32: it is not there. */
static guint32
find_list (const PoplensSlice *slice, guint64 id)
{
  guint32 low = 0, high = slice->n;

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (slice->values[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < slice->n && slice->values[low] == id ? low : G_MAXUINT32;
}

/* ---- work of a step ----------------------------------------------------------------------------
 */

typedef struct {
  Lists lists;
  guint64 *cycles;        /* of a list: as many as all tiles have */
  gsize room;             /* of `cycles` */
  guint64 *ends;          /* [IPUs][tiles] where each tile has ended its last step */
  guint64 *from, *length; /* of the tiles that are active in a step */
  guint n_left;           /* IPUs that have had all of their lists until now */
  gboolean found;         /* a list */
} Tiles;

static void
add_cycles (PoplensTimeIpu *ipu, guint segment, PoplensTileWork work, guint64 cycles)
{
  PoplensTimeSegment *at = poplens_time_segment (ipu, segment);

  at->work += cycles;
  if (work == POPLENS_WORK_COMPUTE)
    at->compute += cycles;
  ipu->work[at->bound][work] += cycles;
}

/* Tile cycles of @n tiles before @at. */
static guint64
cycles_before (const guint64 *from, const guint64 *length, guint32 n, guint64 at)
{
  guint64 sum = 0;

  for (guint32 t = 0; t < n; t++)
    sum += MIN (MAX (at, from[t]) - from[t], length[t]);
  return sum;
}

/* The tiles' cycles are divided among the segments that they touch; most touch one or two. */
static void
divide (const PoplensTime *time, PoplensTimeIpu *ipu, const Tiles *self, guint32 n,
        PoplensTileWork work)
{
  guint64 first = G_MAXUINT64, last = 0, sum = 0, told = 0;

  for (guint32 t = 0; t < n; t++) {
    first = MIN (first, self->from[t]);
    last = MAX (last, self->from[t] + self->length[t]);
    sum += self->length[t];
  }
  if (!n || first >= time->total)
    return;
  for (guint s = poplens_time_find_segment (ipu, first); s < ipu->segments->len; s++) {
    guint64 to = poplens_time_segment_to (time, ipu, s);
    guint64 before = to >= last ? sum : cycles_before (self->from, self->length, n, to);
    add_cycles (ipu, s, work, before - told);
    told = before;
    if (to >= last)
      return;
  }
}

static void
add_list (const PoplensTime *time, Tiles *self, guint32 place, PoplensTileWork work,
          const guint64 *cycles)
{
  guint64 *ends = self->ends + (gsize) place * time->tiles;
  guint32 n = 0;

  for (guint32 t = 0; t < time->tiles; t++) {
    if (cycles[t] && work != POPLENS_NO_WORK) {
      self->from[n] = ends[t];
      self->length[n++] = cycles[t];
    }
    ends[t] += cycles[t];
  }
  divide (time, &time->ipus[place], self, n, work);
}

/* A list is of the tiles of one IPU; one over all tiles is told by its length. NULL: it is not
 * there, or of another length. */
static const guint64 *
read_list (Tiles *self, const PoplensTime *time, const PoplensScanStepList *fields, GError **error)
{
  const PoplensSlice *slice =
      get_piece (&self->lists, (guint64) fields->list >> POPLENS_SCAN_CYCLES_SHIFT, error);
  guint32 row = slice ? find_list (slice, (guint64) fields->list) : G_MAXUINT32;
  gsize n = row == G_MAXUINT32 ? 0 : poplens_lists_length (slice->lists, row);
  gsize first = n == time->tiles ? 0 : (gsize) fields->ipu * time->tiles;

  if (!n || n < first + time->tiles || n > self->room)
    return NULL;
  poplens_lists_read (slice->lists, row, self->cycles, n);
  return self->cycles + first;
}

static gboolean
add_row (guint32 row, gconstpointer data, gpointer tiles, GError **error)
{
  Tiles *self = tiles;
  PoplensTimeMaking *making = self->lists.making;
  const PoplensScanStepList *fields = data;
  const PoplensExecution *x = making->input->execution;
  guint32 place = making->time->place[fields->ipu];
  PoplensTimeIpu *ipu = &making->time->ipus[place];
  g_autoptr (GError) wrong = NULL;

  if (!ipu->by_tile)
    return TRUE;
  const guint64 *cycles = fields->list < 0 ? NULL : read_list (self, making->time, fields, &wrong);
  if (wrong) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  /* Without one nobody knows where its tiles are from here on. */
  if (!cycles) {
    ipu->by_tile = FALSE;
    self->n_left--;
    return TRUE;
  }
  PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[row]);
  add_list (making->time, self, place, poplens_time_work_of (kind), cycles);
  return TRUE;
}

/* ---- all steps ---------------------------------------------------------------------------------
 */

static void
forget (PoplensTimeIpu *ipu)
{
  for (guint s = 0; s < ipu->segments->len; s++) {
    PoplensTimeSegment *segment = poplens_time_segment (ipu, s);
    segment->compute = segment->work = 0;
  }
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    for (guint w = 0; w < POPLENS_N_WORKS; w++)
      ipu->work[b][w] = 0;
}

gboolean
poplens_time_add_tiles (PoplensTimeMaking *making, GError **error)
{
  PoplensTime *time = making->time;
  gsize all = (gsize) making->input->execution->n_ipus * time->tiles;
  Tiles self = {
      .lists = {.making = making, .pieces = g_hash_table_new (NULL, NULL)},
      .cycles = g_new (guint64, all),
      .room = all,
      .ends = g_new0 (guint64, (gsize) time->n_ipus * time->tiles),
      .from = g_new (guint64, time->tiles),
      .length = g_new (guint64, time->tiles),
      .n_left = time->n_ipus,
  };

  for (guint i = 0; i < time->n_ipus; i++)
    time->ipus[i].by_tile = making->input->tiles > 0;
  gboolean done =
      !making->input->tiles || poplens_time_each_row (making, POPLENS_SLICE_SCAN_STEP_LISTS, 0.3,
                                                      0.9, add_row, &self, error);
  for (guint i = 0; i < time->n_ipus; i++)
    if (!time->ipus[i].by_tile)
      forget (&time->ipus[i]);
  lists_clear (&self.lists);
  g_free (self.cycles);
  g_free (self.ends);
  g_free (self.from);
  g_free (self.length);
  return done;
}
