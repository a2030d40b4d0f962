/* speedscope's own format (file-format-schema.json): an evented profile a track, in which frames
 * open and close at rising values. Readers of JSON take keys in any order, so that the frames'
 * names, which are all known only at the end, stand there. */
#include "tables/export/trace-export-private.h"

#include "base/format.h"
#include "base/json-writer.h"

typedef struct {
  PoplensTraceExport *export;
  PoplensJsonWriter *json;
  guint32 track; /* whose profile is open; G_MAXUINT32: none */
  guint64 start, end;
} Writer;

static void
end_profile (Writer *self)
{
  if (self->track == G_MAXUINT32)
    return;
  poplens_json_end_array (self->json);
  poplens_json_end_object (self->json);
}

/* (transfer full) */
static char *
name_of (const PoplensTraceExport *export, guint32 t)
{
  const PoplensTraceTrack *track;

  if (export->light) {
    g_autofree char *tile = poplens_trace_light_track_name (export->light, t);
    g_autofree char *ipu =
        poplens_trace_export_ipu_name (export, poplens_trace_light_ipu (export->light, t));
    return g_strdup_printf ("%s · %s", ipu, tile);
  }
  track = &export->events->tracks[t];
  g_autofree char *ipu = poplens_trace_export_ipu_name (export, track->ipu);
  return track->lane ? g_strdup_printf ("%s · overlapping %u", ipu, track->lane)
                     : g_steal_pointer (&ipu);
}

/* speedscope's ruler begins with 0 at the profile's start, wherever that is. */
static void
write_name (Writer *self, guint32 t)
{
  g_autofree char *name = name_of (self->export, t);
  PoplensNumber number;
  g_autofree char *from =
      g_strdup_printf ("%s · from %s%s", name, poplens_format_count (number, self->start),
                       self->export->clock_hz ? " ns" : "");

  poplens_json_string (self->json, "name", self->start ? from : name);
}

static void
begin_profile (Writer *self, guint32 t)
{
  if (self->track == t)
    return;
  end_profile (self);
  self->track = t;
  poplens_json_begin_object (self->json, NULL);
  poplens_json_string (self->json, "type", "evented");
  write_name (self, t);
  poplens_json_string (self->json, "unit", self->export->clock_hz ? "nanoseconds" : "none");
  /* All profiles are as long as the whole, so that they can be compared. */
  poplens_json_uint (self->json, "startValue", self->start);
  poplens_json_uint (self->json, "endValue", self->end);
  poplens_json_begin_array (self->json, "events");
}

static void
write_event (Writer *self, const char *type, guint32 frame, guint64 at)
{
  poplens_text_sink_write (self->export->sink, "\n", 1);
  poplens_json_begin_object (self->json, NULL);
  poplens_json_string (self->json, "type", type);
  poplens_json_uint (self->json, "frame", frame);
  poplens_json_uint (self->json, "at", poplens_trace_export_tick (self->export, at));
  poplens_json_end_object (self->json);
}

static void
on_open (guint32 track, guint32 frame, guint64 at, gpointer data)
{
  begin_profile (data, track);
  write_event (data, "O", frame, at);
}

static void
on_close (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data)
{
  write_event (data, "C", frame, at);
}

static gboolean
on_step (const PoplensTraceEvent *event, gpointer data)
{
  begin_profile (data, event->track);
  write_event (data, "O", event->frame, event->from);
  write_event (data, "C", event->frame, event->to);
  return poplens_trace_export_go_on (((Writer *) data)->export);
}

static gboolean
on_block (const PoplensTraceBlock *block, gpointer data)
{
  begin_profile (data, block->track);
  write_event (data, "O", block->frame, block->from);
  write_event (data, "C", block->frame, block->to);
  return poplens_trace_export_go_on (((Writer *) data)->export);
}

static void
find_span (const PoplensTraceExport *export, guint64 *from, guint64 *to)
{
  const PoplensLightTracks *light =
      export->light ? poplens_trace_light_tracks (export->light) : NULL;

  *from = poplens_trace_export_tick (export, light ? light->from : export->events->of.from);
  *to = poplens_trace_export_tick (export, light ? light->to : export->events->end);
}

static void
write_frames (Writer *self)
{
  const PoplensStrings *frames = poplens_trace_export_frames (self->export);

  poplens_json_begin_object (self->json, "shared");
  poplens_json_begin_array (self->json, "frames");
  for (guint32 f = 0; f < poplens_strings_count (frames); f++) {
    poplens_json_begin_object (self->json, NULL);
    poplens_json_string (self->json, "name", poplens_strings_get (frames, f));
    poplens_json_end_object (self->json);
  }
  poplens_json_end_array (self->json);
  poplens_json_end_object (self->json);
}

void
poplens_trace_write_speedscope (PoplensTraceExport *export)
{
  static const PoplensTraceVisitor visitor = {
      .open = on_open, .close = on_close, .step = on_step, .by_track = TRUE};
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (export->sink);
  Writer self = {export, json, G_MAXUINT32, 0, 0};

  find_span (export, &self.start, &self.end);
  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "$schema", "https://www.speedscope.app/file-format-schema.json");
  poplens_json_string (json, "name", poplens_report_get_name (export->report));
  poplens_json_string (json, "exporter", "Poplens " POPLENS_VERSION);
  poplens_json_uint (json, "activeProfileIndex", 0);
  poplens_json_begin_array (json, "profiles");
  if (export->light)
    poplens_trace_light_walk (export, on_block, &self);
  else
    poplens_trace_events_walk (export->events, &visitor, &export->work, &self);
  end_profile (&self);
  poplens_json_end_array (json);
  write_frames (&self);
  poplens_json_end_object (json);
  poplens_text_sink_write (export->sink, "\n", 1);
}
