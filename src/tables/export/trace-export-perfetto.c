/* Writes Perfetto's trace format: a Trace message of TracePackets with TrackEvents (fields:
 * protos/perfetto/trace/ in its source). The first packet that uses a name interns the name. With
 * "axis=cycles", a timestamp of 1 ns is one cycle. With "axis=time", timestamps are nominal
 * nanoseconds. */
#include "tables/export/trace-export-private.h"

#include <math.h>
#include <string.h>

/* ---- Protocol Buffers ------------------------------------------------------------------------ */

/* Writes Protocol Buffers (protobuf.dev, "Encoding") by appending fields to a buffer. A nested
 * message is first written to a buffer of its own, because its length comes before it. */

/* Buffer of a message. All zeros: an empty message. */
typedef struct {
  guint8 *data;
  gsize length, room;
} Proto;

static void
proto_reset (Proto *self)
{
  self->length = 0;
}

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2 };

#define MOST_VARINT 10

static void
proto_clear (Proto *self)
{
  g_free (self->data);
  *self = (Proto){0};
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Proto, proto_clear)

static void
proto_reserve (Proto *self, gsize more)
{
  if (self->room - self->length >= more)
    return;
  self->room = MAX (2 * self->room, self->length + more + 64);
  self->data = g_realloc (self->data, self->room);
}

/* Appends a varint with its least significant bits first, unlike the lists of profile.pop. The
 * caller has reserved space in the buffer. */
static void
add_varint (Proto *self, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    self->data[self->length++] = (guint8) (value | 0x80);
  self->data[self->length++] = (guint8) value;
}

static void
proto_add_bytes (Proto *self, guint field, const void *bytes, gsize length)
{
  proto_reserve (self, 2 * MOST_VARINT + length);
  add_varint (self, (guint64) field << 3 | LENGTH);
  add_varint (self, length);
  if (length)
    memcpy (self->data + self->length, bytes, length);
  self->length += length;
}

/* Adds a field of type uint32, uint64, bool or enum, or a non-negative int32 or int64. */
static void
proto_uint (Proto *self, guint field, guint64 value)
{
  proto_reserve (self, 2 * MOST_VARINT);
  add_varint (self, (guint64) field << 3 | VARINT);
  add_varint (self, value);
}

static void
proto_double (Proto *self, guint field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  proto_reserve (self, MOST_VARINT + sizeof bits);
  add_varint (self, (guint64) field << 3 | FIXED64);
  memcpy (self->data + self->length, &bits, sizeof bits);
  self->length += sizeof bits;
}

/* Adds a field of type string (UTF-8) or bytes. @length: in bytes; −1: up to the NUL. */
static void
proto_text (Proto *self, guint field, const char *text, gssize length)
{
  proto_add_bytes (self, field, text, length < 0 ? strlen (text) : (gsize) length);
}

static void
proto_message (Proto *self, guint field, const Proto *message)
{
  proto_add_bytes (self, field, message->data, message->length);
}

/* ---- the writer ------------------------------------------------------------------------------ */

enum { TRACE_PACKET = 1 };
enum {
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_INTERNED = 12,
  PACKET_FLAGS = 13,
  PACKET_TRACK = 60,
  PACKET_FIRST = 87,
};
enum { FLAG_CLEARED = 1, FLAG_NEEDS_STATE = 2 };
enum { INTERNED_CATEGORY = 1, INTERNED_NAME = 2, INTERNED_ANNOTATION = 3 };
enum { ENTRY_IID = 1, ENTRY_NAME = 2 };
enum {
  EVENT_CATEGORY = 3,
  EVENT_ANNOTATION = 4,
  EVENT_TYPE = 9,
  EVENT_NAME = 10,
  EVENT_TRACK = 11,
};
enum { SLICE_BEGIN = 1, SLICE_END = 2 };
enum { ANNOTATION_NAME = 1, ANNOTATION_UINT = 3, ANNOTATION_DOUBLE = 5 };
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

#define SEQUENCE 1

/* Arguments of events. Each number is also the interning ID of the argument's name. */
enum {
  STEP = 1,
  PROGRAM,
  CYCLES,
  ACTIVE_TILES,
  TILE_BALANCE,
  BYTES,
  RECEIVED,
  SENT,
  BLOCK,
  TILE,
  ID,
  N_ARGS
};
static const char *const arg_names[N_ARGS] = {
    [STEP] = "step",       [PROGRAM] = "program",
    [CYCLES] = "cycles",   [ACTIVE_TILES] = "active_tiles",
    [BYTES] = "bytes",     [TILE_BALANCE] = "tile_balance",
    [SENT] = "sent_bytes", [RECEIVED] = "received_bytes",
    [BLOCK] = "block",     [TILE] = "tile",
    [ID] = "id",
};

typedef struct {
  PoplensTraceExport *export;
  Proto file, packet, event, entry, interned; /* buffers, each reused for every packet */
  guint8 *brought;    /* [.n_brought]: by frame number: 1 if the name of the frame is interned */
  guint32 n_brought;  /* length of .brought */
  guint32 group, run; /* interning IDs of the categories "Group" and "Run" */
} PerfettoWriter;

static void
writer_clear (PerfettoWriter *self)
{
  proto_clear (&self->file);
  proto_clear (&self->packet);
  proto_clear (&self->event);
  proto_clear (&self->entry);
  proto_clear (&self->interned);
  g_free (self->brought);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PerfettoWriter, writer_clear)

/* ---- packets --------------------------------------------------------------------------------- */

static void
perfetto_send (PerfettoWriter *self, guint64 flags)
{
  proto_uint (&self->packet, PACKET_SEQUENCE, SEQUENCE);
  if (flags)
    proto_uint (&self->packet, PACKET_FLAGS, flags);
  if (self->interned.length)
    proto_message (&self->packet, PACKET_INTERNED, &self->interned);
  proto_reset (&self->file);
  proto_message (&self->file, TRACE_PACKET, &self->packet);
  poplens_text_sink_write (self->export->sink, (const char *) self->file.data,
                           (gssize) self->file.length);
  proto_reset (&self->packet);
  proto_reset (&self->interned);
}

static void
perfetto_intern (PerfettoWriter *self, guint kind, guint64 iid, const char *name)
{
  proto_reset (&self->entry);
  proto_uint (&self->entry, ENTRY_IID, iid);
  proto_text (&self->entry, ENTRY_NAME, name, -1);
  proto_message (&self->interned, kind, &self->entry);
}

/* Returns the interning ID of the name of @frame. Interns the name first if necessary. Never 0,
 * because Perfetto treats 0 as invalid. */
static guint64
name_iid (PerfettoWriter *self, guint32 frame)
{
  if (frame >= self->n_brought) {
    guint32 n = 2 * frame + 64;
    self->brought = g_realloc (self->brought, n);
    memset (self->brought + self->n_brought, 0, n - self->n_brought);
    self->n_brought = n;
  }
  if (!self->brought[frame]) {
    self->brought[frame] = 1;
    perfetto_intern (self, INTERNED_NAME, frame + 1ull,
                     poplens_strings_get (poplens_trace_export_frames (self->export), frame));
  }
  return frame + 1ull;
}

/* Writes the first packet. It interns the names of arguments and of categories: the step types of
 * the file, then "Group" and "Run", then block types. */
static void
perfetto_write_first (PerfettoWriter *self)
{
  const PoplensExecution *x = self->export->execution;

  self->group = x->n_types + 1;
  self->run = x->n_types + 2;
  for (guint32 t = 0; t < x->n_types; t++)
    perfetto_intern (self, INTERNED_CATEGORY, t + 1,
                     poplens_strings_get (x->strings, x->type_name[t]));
  perfetto_intern (self, INTERNED_CATEGORY, self->group, "Group");
  perfetto_intern (self, INTERNED_CATEGORY, self->run, "Run");
  for (guint t = 0; self->export->light && t < POPLENS_N_LIGHT_TYPES; t++)
    perfetto_intern (self, INTERNED_CATEGORY, self->run + 1 + t, poplens_light_type_name (t));
  for (guint a = STEP; a < N_ARGS; a++)
    perfetto_intern (self, INTERNED_ANNOTATION, a, arg_names[a]);
  proto_uint (&self->packet, PACKET_FIRST, TRUE);
  perfetto_send (self, FLAG_CLEARED);
}

/* ---- tracks ---------------------------------------------------------------------------------- */

/* Returns the UUID of a process: at least 2^40, because the UUIDs of threads are below 2^32. */
static guint64
process_uuid (const PerfettoWriter *self, guint32 pid)
{
  return (1ull << 40) + pid;
}

static void
perfetto_write_process (PerfettoWriter *self, guint32 pid, const char *name)
{
  proto_reset (&self->entry);
  proto_uint (&self->entry, PROCESS_PID, pid);
  proto_text (&self->entry, PROCESS_NAME, name, -1);
  proto_reset (&self->event);
  proto_uint (&self->event, TRACK_UUID, process_uuid (self, pid));
  proto_text (&self->event, TRACK_NAME, name, -1);
  proto_message (&self->event, TRACK_PROCESS, &self->entry);
  proto_message (&self->packet, PACKET_TRACK, &self->event);
  perfetto_send (self, 0);
}

static void
perfetto_write_thread (PerfettoWriter *self, guint32 pid, guint32 tid, const char *name)
{
  proto_reset (&self->entry);
  proto_uint (&self->entry, THREAD_PID, pid);
  proto_uint (&self->entry, THREAD_TID, tid);
  proto_text (&self->entry, THREAD_NAME, name, -1);
  proto_reset (&self->event);
  proto_uint (&self->event, TRACK_UUID, tid);
  proto_uint (&self->event, TRACK_PARENT, process_uuid (self, pid));
  proto_text (&self->event, TRACK_NAME, name, -1);
  proto_message (&self->event, TRACK_THREAD, &self->entry);
  proto_message (&self->packet, PACKET_TRACK, &self->event);
  perfetto_send (self, 0);
}

static void
perfetto_write_lane (PerfettoWriter *self, guint32 pid, guint32 tid, const char *what, guint32 lane)
{
  g_autofree char *name = poplens_trace_export_track_name (what, lane);

  perfetto_write_thread (self, pid, tid, name);
}

static void
perfetto_write_tiles (PerfettoWriter *self)
{
  const PoplensTraceLight *light = self->export->light;
  guint16 before = G_MAXUINT16;

  for (guint32 t = 0; t < poplens_trace_export_n_tracks (self->export); t++) {
    guint16 ipu = poplens_trace_light_ipu (light, t);
    g_autofree char *track = poplens_trace_light_track_name (light, t);
    g_autofree char *name = poplens_trace_export_ipu_name (self->export, ipu);
    if (ipu != before)
      perfetto_write_process (self, ipu + 1u, name);
    perfetto_write_thread (self, ipu + 1u, t + 1, track);
    before = ipu;
  }
}

/* Writes a track for each process and thread. Numbers begin with 1, because readers treat process 0
 * and thread 0 as idle. */
static void
perfetto_write_tracks (PerfettoWriter *self)
{
  const PoplensTraceEvents *events = self->export->events;

  for (guint32 t = 0; t < events->n_tracks; t++) {
    const PoplensTraceTrack *track = &events->tracks[t];
    g_autofree char *name = poplens_trace_export_ipu_name (self->export, track->ipu);
    if (!track->lane)
      perfetto_write_process (self, track->ipu + 1u, name);
    perfetto_write_lane (self, track->ipu + 1u, t + 1, "Steps", track->lane);
  }
}

/* ---- events ---------------------------------------------------------------------------------- */

/* Writes .event as a packet. @at: time of the event in cycles. */
static void
send_event (PerfettoWriter *self, guint64 at)
{
  proto_uint (&self->packet, PACKET_TIMESTAMP, poplens_trace_export_tick (self->export, at));
  proto_message (&self->packet, PACKET_EVENT, &self->event);
  perfetto_send (self, FLAG_NEEDS_STATE);
}

static void
begin_slice (PerfettoWriter *self, guint64 track, guint64 category)
{
  proto_reset (&self->event);
  proto_uint (&self->event, EVENT_TYPE, SLICE_BEGIN);
  proto_uint (&self->event, EVENT_TRACK, track);
  proto_uint (&self->event, EVENT_CATEGORY, category);
}

static void
end_slice (PerfettoWriter *self, guint64 track, guint64 at)
{
  proto_reset (&self->event);
  proto_uint (&self->event, EVENT_TYPE, SLICE_END);
  proto_uint (&self->event, EVENT_TRACK, track);
  send_event (self, at);
}

/* Writes the runs. There are few, so their names are not interned. */
static void
perfetto_write_runs (PerfettoWriter *self)
{
  const PoplensTraceExport *export = self->export;
  guint32 pid = export->execution->n_ipus + 1, first = export->events->n_tracks + 1, n_lanes = 0;
  const guint event_own_name = 23;

  for (guint i = 0; i < export->runs->len; i++) {
    const PoplensTraceRunBar *run = &g_array_index (export->runs, PoplensTraceRunBar, i);
    if (!i)
      perfetto_write_process (self, pid, "Runs");
    for (; n_lanes <= run->lane; n_lanes++)
      perfetto_write_lane (self, pid, first + n_lanes, "Runs", n_lanes);
    begin_slice (self, first + run->lane, self->run);
    proto_text (&self->event, event_own_name, run->name, -1);
    send_event (self, run->from);
    end_slice (self, first + run->lane, run->to);
  }
}

static void
perfetto_annotate (PerfettoWriter *self, guint name, guint64 value)
{
  proto_reset (&self->entry);
  proto_uint (&self->entry, ANNOTATION_NAME, name);
  proto_uint (&self->entry, ANNOTATION_UINT, value);
  proto_message (&self->event, EVENT_ANNOTATION, &self->entry);
}

static void
annotate_all (PerfettoWriter *self, const PoplensTraceArgs *args)
{
  perfetto_annotate (self, STEP, args->step);
  if (args->program != POPLENS_NO_PROGRAM)
    perfetto_annotate (self, PROGRAM, args->program);
  perfetto_annotate (self, CYCLES, args->cycles);
  perfetto_annotate (self, ACTIVE_TILES, args->active_tiles);
  if (!isnan (args->tile_balance)) {
    proto_reset (&self->entry);
    proto_uint (&self->entry, ANNOTATION_NAME, TILE_BALANCE);
    proto_double (&self->entry, ANNOTATION_DOUBLE, args->tile_balance);
    proto_message (&self->event, EVENT_ANNOTATION, &self->entry);
  }
  if (args->has_bytes) {
    perfetto_annotate (self, BYTES, args->received + args->sent);
    perfetto_annotate (self, RECEIVED, args->received);
    perfetto_annotate (self, SENT, args->sent);
  }
}

static void
perfetto_on_open (guint32 track, guint32 frame, guint64 at, gpointer data)
{
  PerfettoWriter *self = data;
  guint64 name = name_iid (self, frame);

  begin_slice (self, track + 1, self->group);
  proto_uint (&self->event, EVENT_NAME, name);
  send_event (self, at);
}

static void
close_slice (guint32 track, guint32 frame, guint64 from, guint64 at, gpointer data)
{
  end_slice (data, track + 1, at);
}

static gboolean
perfetto_on_step (const PoplensTraceEvent *event, gpointer data)
{
  PerfettoWriter *self = data;
  const PoplensExecution *x = self->export->execution;
  guint64 name = name_iid (self, event->frame);
  PoplensTraceArgs args;

  if (!poplens_trace_export_args (self->export, event->row, &args))
    return FALSE;
  begin_slice (self, event->track + 1, x->step_type[x->row_step[event->row]] + 1u);
  proto_uint (&self->event, EVENT_NAME, name);
  annotate_all (self, &args);
  send_event (self, event->from);
  end_slice (self, event->track + 1, event->to);
  return poplens_trace_export_go_on (self->export);
}

static gboolean
perfetto_on_block (const PoplensTraceBlock *block, gpointer data)
{
  PerfettoWriter *self = data;
  guint64 name = name_iid (self, block->frame);

  begin_slice (self, block->track + 1, self->run + 1ull + block->type);
  proto_uint (&self->event, EVENT_NAME, name);
  perfetto_annotate (self, BLOCK, block->row);
  perfetto_annotate (self, TILE, block->tile);
  if (block->id >= 0)
    perfetto_annotate (self, ID, (guint64) block->id);
  perfetto_annotate (self, CYCLES, block->cycles);
  send_event (self, block->from);
  end_slice (self, block->track + 1, block->to);
  return poplens_trace_export_go_on (self->export);
}

void
poplens_trace_write_perfetto (PoplensTraceExport *export)
{
  static const PoplensTraceVisitor visitor = {
      .open = perfetto_on_open, .close = close_slice, .step = perfetto_on_step};
  g_auto (PerfettoWriter) self = {.export = export};

  perfetto_write_first (&self);
  if (export->light) {
    perfetto_write_tiles (&self);
    poplens_trace_light_walk (export, perfetto_on_block, &self);
    return;
  }
  perfetto_write_tracks (&self);
  perfetto_write_runs (&self);
  poplens_trace_events_walk (export->events, &visitor, &export->work, &self);
}
