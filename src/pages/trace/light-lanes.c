/* Blocks of lightweight profiling in lanes: a tile's in one row, and those that run within or
 * beside them in rows below. */
#include "pages/trace/light.h"

#include "analysis/trace/lanes.h"

#include <string.h>

#define WORK "Loading blocks"

static void
lanes_clear (gpointer data)
{
  PoplensLightLanes *self = data;

  poplens_light_source_unref (self->source);
  g_array_unref (self->groups);
  poplens_lane_blocks_unref (self->blocks);
}

PoplensLightLanes *
poplens_light_lanes_ref (PoplensLightLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_light_lanes_unref (PoplensLightLanes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, lanes_clear);
}

/* ---- blocks ------------------------------------------------------------------------------------
 */

PoplensLightSeries
poplens_light_series_of (PoplensLightType type)
{
  static const PoplensLightSeries series[POPLENS_N_LIGHT_TYPES] = {
      [POPLENS_LIGHT_COMMON] = POPLENS_LIGHT_SERIES_BLOCK,
      [POPLENS_LIGHT_STREAM_COPY] = POPLENS_LIGHT_SERIES_STREAM,
      [POPLENS_LIGHT_OVERFLOW] = POPLENS_LIGHT_SERIES_OVERFLOW,
      [POPLENS_LIGHT_ANONYMOUS] = POPLENS_LIGHT_SERIES_ANONYMOUS,
      [POPLENS_LIGHT_FLUSH] = POPLENS_LIGHT_SERIES_FLUSH,
      [POPLENS_LIGHT_UNKNOWN] = POPLENS_LIGHT_SERIES_OTHER,
  };

  return series[type];
}

/* Those that are there, in their order. */
static void
place_series (PoplensLightLanes *self)
{
  guint32 seen = 0;

  for (guint32 i = 0; i < self->n; i++)
    seen |= 1u << poplens_light_series_of (
                poplens_light_blocks_type (self->source->blocks, self->first + i));
  for (guint s = 0; s < POPLENS_N_LIGHT_SERIES; s++) {
    self->location[s] = (guint8) self->n_series;
    if (seen & 1u << s)
      self->seen[self->n_series++] = s;
  }
}

typedef struct {
  PoplensLightLanes *self;
  guint64 *from, *to;
  guint32 *row;
  guint8 *series;
  guint n_rows;
} Builder;

/* FALSE where it is not wanted any more. */
static gboolean
add_tile (Builder *b, guint32 index, const PoplensWork *work)
{
  PoplensLightLanes *self = b->self;
  const PoplensLightBlocks *blocks = self->source->blocks;
  const PoplensLightTile *tile = &g_array_index (self->source->tiles, PoplensLightTile, index);
  PoplensLightGroup group = {.tile = tile->tile, .ipu = tile->ipu};
  guint64 origin = poplens_light_origin (self->source->ipus, tile->ipu, self->wanted.from_first);
  PoplensLaneFit *fit = poplens_lane_fit_new ();
  gboolean wanted = TRUE;

  for (guint32 row = blocks->first[index]; wanted && row < blocks->first[index + 1]; row++) {
    guint32 i = row - self->first;
    PoplensLightType type = poplens_light_blocks_type (blocks, row);
    b->from[i] = blocks->from[row] - origin;
    b->to[i] = poplens_light_blocks_to (blocks, row) - origin;
    b->row[i] = b->n_rows + poplens_lane_fit_take (fit, b->from[i], b->to[i]);
    b->series[i] = self->location[poplens_light_series_of (type)];
    wanted = POPLENS_WORK_GO_ON (work, WORK, i, self->n);
  }
  group.n_rows = poplens_lane_fit_free (fit);
  b->n_rows += group.n_rows;
  self->from = self->groups->len ? MIN (self->from, tile->from - origin) : tile->from - origin;
  self->to = MAX (self->to, tile->to - origin);
  g_array_append_val (self->groups, group);
  return wanted;
}

static void
add_blocks (PoplensLightLanes *self, const PoplensWork *work)
{
  const GArray *tiles = self->source->tiles;
  gsize n = MAX (self->n, 1);
  Builder b = {self, g_new0 (guint64, n), g_new0 (guint64, n), g_new0 (guint32, n),
               g_new0 (guint8, n)};

  for (guint32 i = 0; i < tiles->len; i++)
    if (self->wanted.ipu < 0 ||
        g_array_index (tiles, PoplensLightTile, i).ipu == (guint32) self->wanted.ipu)
      if (!add_tile (&b, i, work))
        break;
  self->blocks = poplens_lane_blocks_new (self->n, b.from, b.to, b.row, b.series, NULL);
}

/* ---- kept with the report ----------------------------------------------------------------------
 */

static gpointer
ref_lanes (gpointer lanes, gpointer user_data)
{
  return lanes ? poplens_light_lanes_ref (lanes) : NULL;
}

PoplensLightLanes *
poplens_light_lanes_get (PoplensReport *report, PoplensLightSource *source,
                         const PoplensLightWanted *wanted, const PoplensWork *work, GError **error)
{
  static const char name[] = "poplens-light-lanes";
  PoplensLightLanes *self = g_object_dup_data (G_OBJECT (report), name, ref_lanes, NULL);
  guint32 end;

  if (self && self->wanted.ipu == wanted->ipu && self->wanted.from_first == wanted->from_first)
    return self;
  poplens_light_lanes_unref (self);
  self = g_atomic_rc_box_new0 (PoplensLightLanes);
  self->source = poplens_light_source_ref (source);
  self->wanted = *wanted;
  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensLightGroup));
  poplens_light_rows (source->blocks, source->tiles, wanted->ipu, &self->first, &end);
  self->n = end - self->first;
  place_series (self);
  add_blocks (self, work);
  if (work && g_cancellable_set_error_if_cancelled (work->cancellable, error)) {
    poplens_light_lanes_unref (self);
    return NULL;
  }
  g_object_set_data_full (G_OBJECT (report), name, poplens_light_lanes_ref (self),
                          (GDestroyNotify) poplens_light_lanes_unref);
  return self;
}
