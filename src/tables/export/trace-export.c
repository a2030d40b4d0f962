/* Exports the trace: selects and orders steps or blocks by the keys of a location, and writes
 * folded stacks. Other files write the other formats. */
#include "tables/export/trace-export.h"

#include "analysis/trace/lanes.h"
#include "analysis/trace/trace-variation.h"
#include "base/error.h"
#include "base/format.h"
#include "base/save-file.h"
#include "derived/time/time-source.h"
#include "derived/trace/light-source.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"
#include "tables/export/trace-export-private.h"

#include <string.h>

/* ---- blocks of lightweight profiling --------------------------------------------------------- */

/* Name of events for cycles of lightweight profiling that were lost because a buffer was full. */
#define LOST "Lost: the buffer was full"

struct _PoplensTraceLight {
  const PoplensLightSource *source;
  PoplensLightWanted wanted;
  PoplensLightTracks *tracks;
  PoplensStrings *frames;
};

static void
trace_light_free (PoplensTraceLight *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->tracks, poplens_light_tracks_free);
  poplens_strings_free (self->frames);
  g_free (self);
}

/* Selects the blocks that @location asks for. FALSE with @error, also if there are no such blocks.
 */
static gboolean
trace_light_open (PoplensTraceExport *self, const PoplensLocation *location,
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
               "%s: no blocks in the selected part of the trace",
               poplens_report_get_name (self->report));
  return FALSE;
}

static const PoplensLightTile *
track_tile (const PoplensTraceLight *self, guint32 track)
{
  guint32 tile = g_array_index (self->tracks->tracks, PoplensLightTrack, track).tile;

  return &g_array_index (self->source->tiles, PoplensLightTile, tile);
}

/* Limits the IPU number to the range of guint16, because a damaged file may contain any number. */
guint16
poplens_trace_light_ipu (const PoplensTraceLight *self, guint32 track)
{
  return (guint16) MIN (track_tile (self, track)->ipu, G_MAXUINT16 - 1);
}

char *
poplens_trace_light_track_name (const PoplensTraceLight *self, guint32 track)
{
  g_autofree char *tile = g_strdup_printf ("Tile %u", track_tile (self, track)->tile);

  return poplens_trace_export_track_name (
      tile, g_array_index (self->tracks->tracks, PoplensLightTrack, track).lane);
}

/* ---- reading blocks -------------------------------------------------------------------------- */

static void
read_block (const PoplensTraceLight *self, guint32 track, guint32 row, PoplensTraceBlock *block)
{
  const PoplensLightBlocks *blocks = self->source->blocks;
  const PoplensLightTile *tile = track_tile (self, track);
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

/* ---- folded stacks --------------------------------------------------------------------------- */

/* Writes folded stacks for flamegraph.pl and similar tools: a line for each path of names with its
 * cycles, such as "IPU 0;a;b 1234". Steps have few different names, so all paths fit in memory. */

#define ROOT G_MAXUINT32

typedef struct {
  guint32 parent; /* index of the parent node, or ROOT */
  guint32 frame;  /* index of the node's name in the frames; for an IPU, its number */
  guint64 cycles; /* cycles of steps at this node, excluding its children */
  gboolean has_steps;
} StackNode;

typedef struct {
  PoplensTraceExport *export;
  GArray *nodes;     /* StackNode; parents come before their children */
  GHashTable *known; /* (parent << 32 | frame) as gint64 * → index of the node in .nodes, plus 1 */
  guint32 at;        /* node of the group that is open on the current track */
  guint32 track;
} FoldedWriter;

/* Hashes a key of .known. g_int64_hash () XORs both halves, so pairs of small numbers would
 * collide. */
static guint
hash_node_key (gconstpointer data)
{
  return (guint) (*(const guint64 *) data * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/* Returns the child of @parent with that frame; adds it if there is none. @frame: index of a name;
 * if @parent is ROOT, number of an IPU */
static guint32
folded_get_child (FoldedWriter *self, guint32 parent, guint32 frame)
{
  gint64 key = (gint64) ((guint64) parent << 32 | frame);
  guint32 node = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, &key));
  StackNode made = {.parent = parent, .frame = frame};

  if (node)
    return node - 1;
  g_array_append_val (self->nodes, made);
  g_hash_table_insert (self->known, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->nodes->len));
  return self->nodes->len - 1;
}

static void
enter_track (FoldedWriter *self, guint32 track)
{
  if (self->at != ROOT && self->track == track)
    return;
  self->track = track;
  self->at = folded_get_child (self, ROOT, self->export->events->tracks[track].ipu);
}

static void
folded_on_open (guint32 track, guint32 frame, guint64 at, gpointer data)
{
  FoldedWriter *self = data;

  enter_track (self, track);
  self->at = folded_get_child (self, self->at, frame);
}

static void
write_folded_frame (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data)
{
  FoldedWriter *self = data;

  self->at = g_array_index (self->nodes, StackNode, self->at).parent;
}

static void
add_leaf (FoldedWriter *self, guint32 parent, guint32 frame, guint64 cycles)
{
  guint32 leaf = folded_get_child (self, parent, frame);
  StackNode *node = &g_array_index (self->nodes, StackNode, leaf);

  node->cycles += cycles;
  node->has_steps = TRUE;
}

/* Adds a block to the stack "IPU 0;Tile 5;name". Cycles of a nested block also count in the block
 * around it. */
static gboolean
folded_on_block (const PoplensTraceBlock *block, gpointer data)
{
  FoldedWriter *self = data;
  g_autofree char *name = g_strdup_printf ("Tile %u", block->tile);
  guint32 tile = poplens_strings_intern (self->export->light->frames, name, -1);

  add_leaf (self, folded_get_child (self, folded_get_child (self, ROOT, block->ipu), tile),
            block->frame, block->to - block->from);
  return poplens_trace_export_go_on (self->export);
}

static gboolean
folded_on_step (const PoplensTraceEvent *event, gpointer data)
{
  FoldedWriter *self = data;

  enter_track (self, event->track);
  add_leaf (self, self->at, event->frame, event->to - event->from);
  return poplens_trace_export_go_on (self->export);
}

/* Appends a name. Replaces ";", which separates frames, by ":", and control characters by blanks.
 */
static void
append_frame_name (GString *line, const char *name)
{
  gsize from = line->len;

  g_string_append (line, name);
  for (gsize i = from; i < line->len; i++)
    if (line->str[i] == ';')
      line->str[i] = ':';
    else if ((guchar) line->str[i] < 0x20 || line->str[i] == 0x7f)
      line->str[i] = ' ';
}

static void
append_stack (const FoldedWriter *self, GString *line, guint32 node)
{
  const StackNode *n = &g_array_index (self->nodes, StackNode, node);

  if (n->parent == ROOT) {
    g_string_append_printf (line, "IPU %u", n->frame);
    return;
  }
  append_stack (self, line, n->parent);
  g_string_append_c (line, ';');
  append_frame_name (line,
                     poplens_strings_get (poplens_trace_export_frames (self->export), n->frame));
}

static void
write_stacks (const FoldedWriter *self)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint32 i = 0; i < self->nodes->len; i++) {
    const StackNode *node = &g_array_index (self->nodes, StackNode, i);
    if (!node->has_steps)
      continue;
    g_string_truncate (line, 0);
    append_stack (self, line, i);
    poplens_text_sink_write (self->export->sink, line->str, (gssize) line->len);
    poplens_text_sink_write (self->export->sink, " ", 1);
    poplens_text_sink_uint (self->export->sink,
                            poplens_trace_export_tick (self->export, node->cycles));
    poplens_text_sink_write (self->export->sink, "\n", 1);
  }
}

static void
trace_write_folded (PoplensTraceExport *export)
{
  static const PoplensTraceVisitor visitor = {.open = folded_on_open,
                                              .close = write_folded_frame,
                                              .step = folded_on_step,
                                              .by_track = TRUE};
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (StackNode));
  g_autoptr (GHashTable) known = g_hash_table_new_full (hash_node_key, g_int64_equal, g_free, NULL);
  FoldedWriter self = {export, nodes, known, ROOT, 0};

  if (export->light)
    poplens_trace_light_walk (export, folded_on_block, &self);
  if (export->light || poplens_trace_events_walk (export->events, &visitor, &export->work, &self))
    write_stacks (&self);
}

/* ---- formats --------------------------------------------------------------------------------- */

/* Fraction of the progress that ordering the steps takes; writing takes the rest. */
#define ORDERED 0.1

const PoplensTraceFormatInfo poplens_trace_formats[POPLENS_N_TRACE_FORMATS] = {
    {"chrome", "Chrome trace", ".trace.json", "1 µs = 1 cycle", "nominal µs"},
    {"perfetto", "Perfetto trace", ".pftrace", "1 ns = 1 cycle", "nominal ns"},
    {"folded", "Folded stacks", ".folded", "cycles", "nominal ns"},
};

static void (*const writers[POPLENS_N_TRACE_FORMATS]) (PoplensTraceExport *) = {
    poplens_trace_write_chrome,
    poplens_trace_write_perfetto,
    trace_write_folded,
};

gboolean
poplens_trace_format_parse (const char *key, PoplensTraceFormat *format)
{
  for (guint f = 0; f < POPLENS_N_TRACE_FORMATS; f++)
    if (!g_strcmp0 (key, poplens_trace_formats[f].key)) {
      *format = f;
      return TRUE;
    }
  return FALSE;
}

PoplensTraceFormat
poplens_trace_format_of_file (const char *path)
{
  for (guint f = 0; f < POPLENS_N_TRACE_FORMATS; f++)
    if (g_str_has_suffix (path, poplens_trace_formats[f].ending))
      return f;
  return g_str_has_suffix (path, ".json") ? POPLENS_TRACE_CHROME : POPLENS_TRACE_PERFETTO;
}

/* ---- shared by the writers ------------------------------------------------------------------- */

gboolean
poplens_trace_export_go_on (const PoplensTraceExport *self)
{
  return !self->error && !poplens_text_sink_failed (self->sink);
}

guint64
poplens_trace_export_tick (const PoplensTraceExport *self, guint64 cycles)
{
  long double nanoseconds;

  if (!self->clock_hz)
    return cycles;
  nanoseconds = (long double) cycles * 1e9L / (long double) self->clock_hz + 0.5L;
  return (guint64) MIN (nanoseconds, (long double) G_MAXINT64);
}

char *
poplens_trace_export_ipu_name (const PoplensTraceExport *self, guint16 ipu)
{
  const PoplensTraceFormatInfo *info = &poplens_trace_formats[self->format];

  return g_strdup_printf ("IPU %u · %s", ipu, self->clock_hz ? "nominal time" : info->cycles);
}

char *
poplens_trace_export_track_name (const char *what, guint32 lane)
{
  return lane ? g_strdup_printf ("%s, overlapping %u", what, lane) : g_strdup (what);
}

const PoplensStrings *
poplens_trace_export_frames (const PoplensTraceExport *self)
{
  return self->light ? self->light->frames : self->events->frames;
}

guint32
poplens_trace_export_n_tracks (const PoplensTraceExport *self)
{
  return self->light ? self->light->tracks->tracks->len : self->events->n_tracks;
}

/* ---- location -------------------------------------------------------------------------------- */

/* Reads which steps to export. Ignores the zoom ("from", "to"), because exports contain the whole
 * trace or the selected range. */
static gboolean
read_export_choice (PoplensTraceExport *self, const PoplensLocation *location,
                    PoplensTraceChoice *choice, GError **error)
{
  const char *view = location ? poplens_location_get (location, "view") : NULL;
  const char *range = location ? poplens_location_get (location, "range") : NULL;
  PoplensTraceWhich which;

  *choice = (PoplensTraceChoice){.execution = self->execution,
                                 .programs = self->programs,
                                 .to = G_MAXUINT64,
                                 .is_flame = !g_strcmp0 (view, "flame")};
  /* Accept the views of comparisons, too: "traces" and "summary" show steps as "flat" does. */
  if (view && !choice->is_flame && strcmp (view, "flat") && strcmp (view, "traces") &&
      strcmp (view, "summary")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown view “%s”; use blocks, flat or flame", view);
    return FALSE;
  }
  return (!range || poplens_trace_location_range (location, self->execution, &choice->from,
                                                  &choice->to, &which, error)) &&
         poplens_trace_location_ipu (location, self->execution, &choice->ipu, error);
}

static gboolean
read_export_axis (PoplensTraceExport *self, const PoplensLocation *location, GError **error)
{
  const char *time = location ? poplens_location_get (location, "axis") : NULL;
  gconstpointer target;

  if (!time || !strcmp (time, "cycles"))
    return TRUE;
  if (strcmp (time, "time")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown unit “%s”; use cycles or time",
                 time);
    return FALSE;
  }
  if (!poplens_report_load_optional (self->report, POPLENS_PART_TARGET, &target,
                                     self->work.cancellable, error))
    return FALSE;
  self->clock_hz = target ? ((const PoplensTarget *) target)->clock_hz : 0;
  if (self->clock_hz)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s: no clock recorded; export the trace in cycles",
               poplens_report_get_name (self->report));
  return FALSE;
}

/* Lists the runs to draw. Each gets a lane where it overlaps no other run. (transfer full): GArray
 * of PoplensTraceRunBar */
static GArray *
make_run_bars (const PoplensExecution *x, const PoplensTraceEvents *events)
{
  g_autoptr (GArray) spans = poplens_trace_run_spans (x);
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (PoplensTraceRunBar));
  PoplensLaneFit *fit = poplens_lane_fit_new ();

  for (guint i = 0; i < spans->len; i++) {
    const PoplensRunSpan *span = &g_array_index (spans, PoplensRunSpan, i);
    PoplensTraceRunBar bar = {poplens_strings_get (x->strings, x->runs[span->run].name),
                              MAX (span->from, events->of.from), MIN (span->to, events->of.to), 0};
    if (bar.from >= bar.to)
      continue;
    bar.lane = poplens_lane_fit_take (fit, bar.from, bar.to);
    g_array_append_val (runs, bar);
  }
  poplens_lane_fit_free (fit);
  return runs;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void
export_clear (PoplensTraceExport *self)
{
  g_clear_pointer (&self->events, poplens_trace_events_free);
  g_clear_pointer (&self->light, trace_light_free);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->slice, poplens_slice_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTraceExport, export_clear)

static gboolean
order_events (PoplensTraceExport *self, const PoplensTraceChoice *choice, const PoplensWork *work,
              GError **error)
{
  PoplensWork share = poplens_work_share (work, 0, ORDERED);

  self->events = poplens_trace_events_new (choice, &share);
  if (!self->events) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return FALSE;
  }
  if (self->events->n) {
    self->runs = make_run_bars (self->execution, self->events);
    return TRUE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "%s: no executed steps in the selected part of the trace",
               poplens_report_get_name (self->report));
  return FALSE;
}

/* Selects and orders the steps to write. Selects blocks instead if the location asks for them, or
 * if only blocks were recorded. FALSE with @error. */
static gboolean
order_export (PoplensTraceExport *self, const PoplensLocation *location, const PoplensWork *work,
              GError **error)
{
  const char *view = location ? poplens_location_get (location, "view") : NULL;
  PoplensTraceChoice choice;

  if (view ? !strcmp (view, "blocks") : !self->execution->n_steps && self->execution->light->n) {
    PoplensWork share = poplens_work_share (work, 0, ORDERED);
    self->runs = g_array_new (FALSE, FALSE, sizeof (PoplensTraceRunBar));
    return trace_light_open (self, location, &share, error);
  }
  return read_export_choice (self, location, &choice, error) &&
         order_events (self, &choice, work, error);
}

static void
count_all (const PoplensTraceExport *self, PoplensTraceCount *count)
{
  const PoplensLightTracks *tracks = self->light ? self->light->tracks : NULL;

  if (tracks)
    *count = (PoplensTraceCount){.n_events = tracks->rows->len,
                                 .n_tracks = tracks->tracks->len,
                                 .n_lost = tracks->n_lost,
                                 .lost = tracks->lost};
  else
    *count = (PoplensTraceCount){.n_events = self->events->n,
                                 .n_tracks = self->events->n_tracks,
                                 .n_undrawn = self->events->n_undrawn};
}

static gboolean
finish_export (PoplensTraceExport *self, PoplensTraceCount *count, GError **error)
{
  if (count)
    count_all (self, count);
  if (self->error) {
    g_propagate_error (error, g_steal_pointer (&self->error));
    return FALSE;
  }
  if (g_cancellable_set_error_if_cancelled (self->work.cancellable, error))
    return FALSE;
  return poplens_text_sink_flush (self->sink, error);
}

gboolean
poplens_trace_export (PoplensReport *report, const PoplensLocation *location,
                      PoplensTraceFormat format, PoplensTextSink *sink, const PoplensWork *work,
                      PoplensTraceCount *count, GError **error)
{
  g_auto (PoplensTraceExport) self = {.report = report, .format = format, .sink = sink};
  gconstpointer programs, exchanges;

  self.work = poplens_work_share (work, ORDERED, 1);
  self.execution = poplens_report_load_execution (report, self.work.cancellable, error);
  if (!self.execution ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs,
                                     self.work.cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges,
                                     self.work.cancellable, error))
    return FALSE;
  self.programs = programs;
  self.exchanges = exchanges;
  g_autoptr (PoplensLocation) at =
      location ? poplens_report_resolve_range (report, location, self.work.cancellable, error)
               : poplens_location_new (POPLENS_PAGE_TRACE);
  if (!at || !read_export_axis (&self, at, error) || !order_export (&self, at, work, error))
    return FALSE;
  writers[format](&self);
  return finish_export (&self, count, error);
}

gboolean
poplens_trace_export_file (PoplensReport *report, const PoplensLocation *location,
                           PoplensTraceFormat format, const char *path, const PoplensWork *work,
                           PoplensTraceCount *count, GError **error)
{
  g_autoptr (PoplensSaveFile) file = NULL;
  g_autoptr (PoplensTextSink) sink = NULL;
  GError *cause = NULL;

  if (!poplens_report_may_write (report, path, error) ||
      !(file = poplens_save_file_new (path, error)))
    return FALSE;
  sink = poplens_text_sink_new (poplens_save_file_get_stream (file));
  if (poplens_trace_export (report, location, format, sink, work, count, &cause))
    return poplens_save_file_commit (file, error);
  if (poplens_text_sink_failed (sink))
    poplens_save_file_explain (file, cause, error);
  else
    g_propagate_error (error, cause);
  return FALSE;
}

PoplensLocation *
poplens_trace_export_location (PoplensReport *report, const PoplensLocation *location,
                               PoplensTraceFormat format, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) asked = location ? poplens_location_ref ((PoplensLocation *) location)
                                               : poplens_location_new (POPLENS_PAGE_TRACE);

  if (format != POPLENS_TRACE_FOLDED || poplens_location_get (asked, "view"))
    return g_steal_pointer (&asked);
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  if (!x)
    return NULL;
  return x->n_steps || !x->light->n ? poplens_location_with (asked, "view", "flame")
                                    : g_steal_pointer (&asked);
}

char *
poplens_trace_count_describe (const PoplensTraceCount *count, PoplensTraceFormat format,
                              const PoplensLocation *location)
{
  const PoplensTraceFormatInfo *info = &poplens_trace_formats[format];
  gboolean in_time = location && !g_strcmp0 (poplens_location_get (location, "axis"), "time");
  GString *text = g_string_new (NULL);
  PoplensNumber number, tracks;

  g_string_append_printf (
      text, "%s in %s, %s", poplens_format_items (number, count->n_events, "block"),
      poplens_format_items (tracks, count->n_tracks, "track"), in_time ? info->time : info->cycles);
  if (count->n_undrawn)
    g_string_append_printf (text, "; %s without active tiles omitted",
                            poplens_format_count (number, count->n_undrawn));
  if (count->n_lost)
    g_string_append_printf (text,
                            count->n_lost == 1 ? "; one buffer overflowed and lost %s cycles"
                                               : "; buffers overflowed and lost %s cycles",
                            poplens_format_count (number, count->lost));
  return g_string_free (text, FALSE);
}
