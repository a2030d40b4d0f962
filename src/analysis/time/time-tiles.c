/* What tiles do while their IPU is bound so: one walk over the cycles by tile of the steps. The
 * timelines of tiles have no gaps, so a tile begins a step where it ended the one before. */
#include "analysis/time/time-lists.h"
#include "analysis/time/time-private.h"

/* The tiles of an IPU. */
typedef struct {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  PoplensTimeLists *lists; /* of all IPUs */
  guint64 *ends;           /* [tiles] where each tile has ended its last step */
  guint near;              /* segment */
  /* Of the tiles that are active in a step: which they are, when they begin it, and how long they
   * take. */
  guint32 *tile;
  guint64 *from, *length;
  guint64 *all; /* a list over the tiles of all IPUs */
} Tiles;

/* When the tiles of a step are active. */
typedef struct {
  guint64 first, latest;  /* of their begins … */
  guint64 earliest, last; /* … and ends */
  guint64 begins, sum;    /* added up: their begins, counted from the first one, and cycles */
} Extent;

static Extent
find_extent (const Tiles *self, gsize n)
{
  Extent all = {G_MAXUINT64, 0, G_MAXUINT64, 0, 0, 0};

  for (gsize i = 0; i < n; i++) {
    guint64 from = self->from[i], to = from + self->length[i];
    all.first = MIN (all.first, from);
    all.latest = MAX (all.latest, from);
    all.earliest = MIN (all.earliest, to);
    all.last = MAX (all.last, to);
    all.begins += from;
    all.sum += self->length[i];
  }
  all.begins -= n * all.first;
  return all;
}

/* Tile cycles of the @n tiles before @at. */
static guint64
cycles_before (const Tiles *self, const Extent *all, gsize n, guint64 at)
{
  guint64 sum = 0;

  if (at <= all->first)
    return 0;
  if (at >= all->last)
    return all->sum;
  /* All have begun, and none has ended. */
  if (at >= all->latest && at <= all->earliest)
    return n * (at - all->first) - all->begins;
  for (gsize i = 0; i < n; i++)
    sum += MIN (MAX (at, self->from[i]) - self->from[i], self->length[i]);
  return sum;
}

/* The tiles' cycles are divided among the segments that they touch. */
static void
divide (Tiles *self, gsize n, PoplensTileWork work)
{
  const PoplensTime *time = self->making->time;
  Extent all = find_extent (self, n);
  guint64 told = 0;

  if (!n || all.first >= time->total)
    return;
  self->near = poplens_time_find_near (self->ipu, self->near, all.first);
  for (guint s = self->near; s < self->ipu->segments->len; s++) {
    guint64 to = poplens_time_segment_to (time, self->ipu, s);
    guint64 before = cycles_before (self, &all, n, to);
    poplens_time_add_work (self->ipu, s, work, before - told);
    told = before;
    if (to >= all.last)
      return;
  }
}

/* ---- steps -------------------------------------------------------------------------------------
 */

static void
add_wait (Tiles *self, const PoplensTimeList *list)
{
  guint32 tiles = self->making->time->tiles;

  if (!list->first) {
    poplens_lists_accumulate (list->slice->lists, list->row, self->ends, tiles);
    return;
  }
  poplens_lists_read (list->slice->lists, list->row, self->all, list->first + tiles);
  for (guint32 t = 0; t < tiles; t++)
    self->ends[t] += self->all[list->first + t];
}

static void
add_work (Tiles *self, const PoplensTimeList *list, PoplensTileWork work)
{
  gsize n = poplens_lists_find_nonzero (list->slice->lists, list->row, list->first,
                                        self->making->time->tiles, self->tile, self->length);

  for (gsize i = 0; i < n; i++) {
    guint64 *end = &self->ends[self->tile[i]];
    self->from[i] = *end;
    *end += self->length[i];
  }
  divide (self, n, work);
}

static gboolean
add_row (guint32 row, const PoplensScanStepTimes *fields, gpointer tiles, GError **error)
{
  Tiles *self = tiles;
  const PoplensExecution *x = self->making->input->execution;
  PoplensTimeList list;

  if (!self->ipu->by_tile)
    return TRUE;
  if (!poplens_time_lists_get (self->lists, fields, &list, error))
    return FALSE;
  /* Without one nobody knows where its tiles are from here on. */
  if (!list.slice) {
    self->ipu->by_tile = FALSE;
    return TRUE;
  }
  PoplensTileWork work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]));
  if (work == POPLENS_NO_WORK)
    add_wait (self, &list);
  else
    add_work (self, &list, work);
  poplens_slice_unref (list.slice);
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
  g_array_set_size (ipu->others, 0);
}

static void
begin_tiles (const PoplensTimeMaking *making, Tiles *self, PoplensTimeIpu *ipu,
             PoplensTimeLists *lists)
{
  guint32 tiles = making->time->tiles;

  *self = (Tiles){
      .making = making,
      .ipu = ipu,
      .lists = lists,
      .ends = g_new0 (guint64, tiles),
      .tile = g_new (guint32, tiles),
      .from = g_new (guint64, tiles),
      .length = g_new (guint64, tiles),
      .all = g_new (guint64, (gsize) making->input->execution->n_ipus * tiles),
  };
}

static void
end_tiles (Tiles *self)
{
  if (!self->ipu->by_tile)
    forget (self->ipu);
  g_free (self->ends);
  g_free (self->tile);
  g_free (self->from);
  g_free (self->length);
  g_free (self->all);
}

gboolean
poplens_time_add_tiles (PoplensTimeMaking *making, GError **error)
{
  PoplensTime *time = making->time;
  gboolean recorded = poplens_time_has_lists (making);

  for (guint i = 0; i < time->n_ipus; i++)
    time->ipus[i].by_tile = recorded;
  if (!recorded)
    return TRUE;
  g_autoptr (PoplensTimeLists) lists = poplens_time_lists_new (making->input);
  g_autofree Tiles *tiles = g_new0 (Tiles, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++)
    begin_tiles (making, &tiles[i], &time->ipus[i], lists);
  gboolean done = poplens_time_each_row (making->input, making->time, making->work, 0.4, 0.9,
                                         add_row, tiles, sizeof *tiles, error);
  for (guint i = 0; i < time->n_ipus; i++)
    end_tiles (&tiles[i]);
  return done;
}
