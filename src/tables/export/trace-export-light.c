/* Blocks of lightweight profiling, for the writers of a trace: tiles as threads below their IPU,
 * each block once, and what overflows lost as events of their own. */
#include "tables/export/trace-export-private.h"

#include "base/error.h"
#include "derived/trace/light-source.h"

#define LOST "Lost: the buffer was full"

struct _PoplensTraceLight {
  PoplensLightSource *source;
  PoplensLightWanted wanted;
  PoplensLightTracks *tracks;
  PoplensStrings *frames;
};

void
poplens_trace_light_free (PoplensTraceLight *self)
{
  if (!self)
    return;
  poplens_light_source_unref (self->source);
  g_clear_pointer (&self->tracks, poplens_light_tracks_free);
  poplens_strings_free (self->frames);
  g_free (self);
}

gboolean
poplens_trace_light_open (PoplensTraceExport *self, const PoplensLocation *location,
                          const PoplensWork *work, GError **error)
{
  PoplensTraceLight *light = self->light = g_new0 (PoplensTraceLight, 1);

  light->frames = poplens_strings_new ();
  light->source = poplens_light_source_get (self->report, self->work.cancellable, error);
  if (!light->source || !poplens_light_wanted (light->source, location, &light->wanted, error))
    return FALSE;
  light->tracks = poplens_light_tracks_new (light->source->blocks, light->source->tiles,
                                            light->source->ipus, &light->wanted, work);
  if (!light->tracks) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return FALSE;
  }
  if (light->tracks->rows->len)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s: no block of lightweight profiling is in that part of the trace",
               poplens_report_get_name (self->report));
  return FALSE;
}

const PoplensLightTracks *
poplens_trace_light_tracks (const PoplensTraceLight *self)
{
  return self->tracks;
}

PoplensStrings *
poplens_trace_light_frames (const PoplensTraceLight *self)
{
  return self->frames;
}

static const PoplensLightTile *
tile_of (const PoplensTraceLight *self, guint32 track)
{
  guint32 tile = g_array_index (self->tracks->tracks, PoplensLightTrack, track).tile;

  return &g_array_index (self->source->tiles, PoplensLightTile, tile);
}

/* Of a damaged file it may be any. */
guint16
poplens_trace_light_ipu (const PoplensTraceLight *self, guint32 track)
{
  return (guint16) MIN (tile_of (self, track)->ipu, G_MAXUINT16 - 1);
}

char *
poplens_trace_light_track_name (const PoplensTraceLight *self, guint32 track)
{
  g_autofree char *tile = g_strdup_printf ("Tile %u", tile_of (self, track)->tile);

  return poplens_trace_export_track_name (
      tile, g_array_index (self->tracks->tracks, PoplensLightTrack, track).lane);
}

/* ---- walking them ------------------------------------------------------------------------------
 */

static void
read_block (const PoplensTraceLight *self, guint32 track, guint32 row, PoplensTraceBlock *block)
{
  const PoplensLightBlocks *blocks = self->source->blocks;
  const PoplensLightTile *tile = tile_of (self, track);
  const char *name;

  *block = (PoplensTraceBlock){.track = track,
                               .row = row,
                               .tile = tile->tile,
                               .ipu = poplens_trace_light_ipu (self, track),
                               .type = poplens_light_blocks_type (blocks, row),
                               .id = blocks->id[row]};
  block->cycles = poplens_light_blocks_to (blocks, row) - blocks->from[row];
  poplens_light_cut (blocks, row,
                     poplens_light_origin (self->source->ipus, tile->ipu, self->wanted.from_first),
                     &self->wanted, &block->from, &block->to);
  name = block->type == POPLENS_LIGHT_OVERFLOW
             ? LOST
             : poplens_light_name (self->source, blocks->type[row], block->id);
  block->frame = poplens_strings_intern (self->frames, *name ? name : "?", -1);
}

void
poplens_trace_light_walk (PoplensTraceExport *export,
                          gboolean (*visit) (const PoplensTraceBlock *block, gpointer data),
                          gpointer data)
{
  const PoplensTraceLight *self = export->light;
  guint32 n = self->tracks->rows->len;

  for (guint32 t = 0; t < self->tracks->tracks->len; t++) {
    const PoplensLightTrack *track = &g_array_index (self->tracks->tracks, PoplensLightTrack, t);
    for (guint32 i = track->first; i < track->end; i++) {
      PoplensTraceBlock block;
      if (!POPLENS_WORK_GO_ON (&export->work, "Writing the blocks", i, n))
        return;
      read_block (self, t, g_array_index (self->tracks->rows, guint32, i), &block);
      if (!visit (&block, data))
        return;
    }
  }
}
