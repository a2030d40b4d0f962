/* Writes Chrome's Trace Event Format: a JSON object with complete events ("ph": "X"), and metadata
 * events that name and order processes and threads. With "axis=cycles", a timestamp of 1 µs is one
 * cycle. With "axis=time", timestamps are nominal microseconds with three decimals. */
#include "base/error.h"
#include "base/json-writer.h"
#include "derived/programs/program-location.h"
#include "tables/export/trace-export-private.h"

#include <math.h>

/* ---- arguments of an event ------------------------------------------------------------------- */

static void
find_exchange_bytes (const PoplensTraceExport *self, guint32 ipu, PoplensTraceArgs *args)
{
  guint32 row, program = self->programs && args->program != POPLENS_NO_PROGRAM
                             ? poplens_programs_find (self->programs, args->program)
                             : POPLENS_NO_ROW;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->programs, program, &row);

  if (!table)
    return;
  args->has_bytes = TRUE;
  args->received = poplens_exchange_value (table->received_by_ipu, row, ipu);
  args->sent = poplens_exchange_value (table->sent_by_ipu, row, ipu);
}

/* Returns the fields of the step in @row. Caches the last slice: rows are read nearly in order, so
 * the next row is mostly in the same slice. (transfer none) (nullable): NULL with .error */
static const PoplensStepRow *
read_step_fields (PoplensTraceExport *self, guint32 row)
{
  guint64 key = row / POPLENS_STEP_ROWS_PER_SLICE;
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;

  if (!self->slice || self->slice->key != key) {
    g_clear_pointer (&self->slice, poplens_slice_unref);
    self->slice = poplens_report_get_slice (self->report, POPLENS_SLICE_STEP_ROWS, key,
                                            self->work.cancellable, &self->error);
  }
  if (!self->slice)
    return NULL;
  if (at < self->slice->n)
    return &self->slice->step_rows[at];
  g_set_error (&self->error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s: steps_by_ipu lost rows while it was read" POPLENS_RELOAD,
               poplens_report_get_path (self->report));
  return NULL;
}

gboolean
poplens_trace_export_args (PoplensTraceExport *self, guint32 row, PoplensTraceArgs *args)
{
  const PoplensExecution *x = self->execution;
  guint32 step = x->row_step[row];
  const PoplensStepRow *fields = read_step_fields (self, row);

  if (!fields)
    return FALSE;
  *args = (PoplensTraceArgs){
      .step = poplens_execution_step_id (x, step),
      .program = x->step_program[step],
      .cycles = fields->cycles,
      .active_tiles = fields->active_tiles,
      .tile_balance = fields->tile_balance,
  };
  find_exchange_bytes (self, x->row_ipu[row], args);
  return TRUE;
}

/* ---- events ---------------------------------------------------------------------------------- */

typedef struct {
  PoplensTraceExport *export;
  PoplensTextSink *sink;
  PoplensJsonWriter *json;
} ChromeWriter;

/* Returns the process ID of an IPU. Not 0: readers treat that as the idle process. */
static guint32
process_of_ipu (guint16 ipu)
{
  return ipu + 1u;
}

static void
write_micro (ChromeWriter *self, const char *key, guint64 ticks)
{
  if (self->export->clock_hz)
    poplens_json_decimal (self->json, key, ticks, 3);
  else
    poplens_json_uint (self->json, key, ticks);
}

static void
begin_event (ChromeWriter *self, const char *phase, const char *name, guint32 pid, guint32 tid)
{
  poplens_text_sink_write (self->sink, "\n", 1);
  poplens_json_begin_object (self->json, NULL);
  poplens_json_string (self->json, "ph", phase);
  poplens_json_string (self->json, "name", name);
  poplens_json_uint (self->json, "pid", pid);
  poplens_json_uint (self->json, "tid", tid);
}

static void
write_bar (ChromeWriter *self, const char *name, const char *category, guint32 pid, guint32 tid,
           guint64 from, guint64 to)
{
  guint64 first = poplens_trace_export_tick (self->export, from);

  begin_event (self, "X", name, pid, tid);
  poplens_json_string (self->json, "cat", category);
  write_micro (self, "ts", first);
  write_micro (self, "dur", poplens_trace_export_tick (self->export, to) - first);
}

static void
write_name (ChromeWriter *self, const char *what, const char *name, guint32 pid, guint32 tid)
{
  begin_event (self, "M", what, pid, tid);
  poplens_json_begin_object (self->json, "args");
  poplens_json_string (self->json, "name", name);
  poplens_json_end_object (self->json);
  poplens_json_end_object (self->json);
}

static void
write_rank (ChromeWriter *self, const char *what, guint32 rank, guint32 pid, guint32 tid)
{
  begin_event (self, "M", what, pid, tid);
  poplens_json_begin_object (self->json, "args");
  poplens_json_uint (self->json, "sort_index", rank);
  poplens_json_end_object (self->json);
  poplens_json_end_object (self->json);
}

static void
chrome_write_process (ChromeWriter *self, const char *name, guint32 pid, guint32 tid, guint32 rank)
{
  write_name (self, "process_name", name, pid, tid);
  write_rank (self, "process_sort_index", rank, pid, tid);
}

static void
chrome_write_thread (ChromeWriter *self, const char *name, guint32 pid, guint32 tid)
{
  write_name (self, "thread_name", name, pid, tid);
  write_rank (self, "thread_sort_index", tid, pid, tid);
}

static void
chrome_write_lane (ChromeWriter *self, const char *what, guint32 lane, guint32 pid, guint32 tid)
{
  g_autofree char *name = poplens_trace_export_track_name (what, lane);

  chrome_write_thread (self, name, pid, tid);
}

static void
chrome_write_tracks (ChromeWriter *self)
{
  const PoplensTraceEvents *events = self->export->events;

  for (guint32 t = 0; t < events->n_tracks; t++) {
    const PoplensTraceTrack *track = &events->tracks[t];
    g_autofree char *name = poplens_trace_export_ipu_name (self->export, track->ipu);
    if (!track->lane)
      chrome_write_process (self, name, process_of_ipu (track->ipu), t + 1, track->ipu + 1u);
    chrome_write_lane (self, "Steps", track->lane, process_of_ipu (track->ipu), t + 1);
  }
}

/* Writes the runs, in a process of their own, which is shown above the IPUs. */
static void
chrome_write_runs (ChromeWriter *self)
{
  const PoplensTraceExport *export = self->export;
  guint32 pid = process_of_ipu ((guint16) MIN (export->execution->n_ipus, G_MAXUINT16));
  guint32 first = export->events->n_tracks + 1, n_lanes = 0;

  for (guint i = 0; i < export->runs->len; i++) {
    const PoplensTraceRunBar *run = &g_array_index (export->runs, PoplensTraceRunBar, i);
    if (!i)
      chrome_write_process (self, "Runs", pid, first, 0);
    for (; n_lanes <= run->lane; n_lanes++)
      chrome_write_lane (self, "Runs", n_lanes, pid, first + n_lanes);
    write_bar (self, run->name, "Run", pid, first + run->lane, run->from, run->to);
    poplens_json_end_object (self->json);
  }
}

static void
write_args (ChromeWriter *self, const PoplensTraceArgs *args)
{
  PoplensJsonWriter *json = self->json;

  poplens_json_begin_object (json, "args");
  poplens_json_uint (json, "step", args->step);
  if (args->program != POPLENS_NO_PROGRAM)
    poplens_json_uint (json, "program", args->program);
  poplens_json_uint (json, "cycles", args->cycles);
  poplens_json_uint (json, "active_tiles", args->active_tiles);
  if (!isnan (args->tile_balance))
    poplens_json_decimal (json, "tile_balance",
                          (guint64) (CLAMP (args->tile_balance, 0, 1) * 1e6 + 0.5), 6);
  if (args->has_bytes) {
    poplens_json_uint (json, "bytes", args->received + args->sent);
    poplens_json_uint (json, "received_bytes", args->received);
    poplens_json_uint (json, "sent_bytes", args->sent);
  }
  poplens_json_end_object (json);
}

static gboolean
chrome_on_step (const PoplensTraceEvent *event, gpointer data)
{
  ChromeWriter *self = data;
  const PoplensTraceExport *export = self->export;
  const PoplensExecution *x = export->execution;
  PoplensTraceArgs args;

  if (!poplens_trace_export_args (self->export, event->row, &args))
    return FALSE;
  write_bar (self, poplens_strings_get (export->events->frames, event->frame),
             poplens_execution_step_type (x, x->row_step[event->row]),
             process_of_ipu (x->row_ipu[event->row]), event->track + 1, event->from, event->to);
  write_args (self, &args);
  poplens_json_end_object (self->json);
  return poplens_trace_export_go_on (export);
}

static void
write_event (guint32 track, guint32 frame, guint64 from, guint64 to, gpointer data)
{
  ChromeWriter *self = data;
  const PoplensTraceEvents *events = self->export->events;

  write_bar (self, poplens_strings_get (events->frames, frame), "Group",
             process_of_ipu (events->tracks[track].ipu), track + 1, from, to);
  poplens_json_end_object (self->json);
}

/* ---- blocks of lightweight profiling --------------------------------------------------------- */

static void
chrome_write_tiles (ChromeWriter *self)
{
  const PoplensTraceLight *light = self->export->light;
  guint16 before = G_MAXUINT16;

  for (guint32 t = 0; t < poplens_trace_export_n_tracks (self->export); t++) {
    guint16 ipu = poplens_trace_light_ipu (light, t);
    g_autofree char *track = poplens_trace_light_track_name (light, t);
    g_autofree char *name = poplens_trace_export_ipu_name (self->export, ipu);
    if (ipu != before)
      chrome_write_process (self, name, process_of_ipu (ipu), t + 1, ipu + 1u);
    chrome_write_thread (self, track, process_of_ipu (ipu), t + 1);
    before = ipu;
  }
}

static gboolean
chrome_on_block (const PoplensTraceBlock *block, gpointer data)
{
  ChromeWriter *self = data;
  PoplensJsonWriter *json = self->json;

  write_bar (self, poplens_strings_get (poplens_trace_export_frames (self->export), block->frame),
             poplens_light_type_name (block->type), process_of_ipu (block->ipu), block->track + 1,
             block->from, block->to);
  poplens_json_begin_object (json, "args");
  poplens_json_uint (json, "block", block->row);
  poplens_json_uint (json, "tile", block->tile);
  if (block->id >= 0)
    poplens_json_int (json, "id", block->id);
  poplens_json_uint (json, "cycles", block->cycles);
  poplens_json_end_object (json);
  poplens_json_end_object (json);
  return poplens_trace_export_go_on (self->export);
}

static void
write_about (ChromeWriter *self)
{
  const PoplensTraceExport *export = self->export;

  poplens_json_begin_object (self->json, "otherData");
  poplens_json_string (self->json, "report", poplens_report_get_name (export->report));
  poplens_json_string (self->json, "writer", "Poplens " POPLENS_VERSION);
  poplens_json_string (self->json, "microsecond",
                       export->clock_hz ? "of nominal time" : "one cycle");
  if (export->clock_hz)
    poplens_json_uint (self->json, "clock_hz", export->clock_hz);
  poplens_json_end_object (self->json);
}

void
poplens_trace_write_chrome (PoplensTraceExport *export)
{
  static const PoplensTraceVisitor visitor = {.close = write_event, .step = chrome_on_step};
  g_autoptr (PoplensJsonWriter) json = poplens_json_writer_new (export->sink);
  ChromeWriter self = {export, export->sink, json};

  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "displayTimeUnit", "ns");
  write_about (&self);
  poplens_json_begin_array (json, "traceEvents");
  if (export->light) {
    chrome_write_tiles (&self);
    poplens_trace_light_walk (export, chrome_on_block, &self);
  } else {
    chrome_write_tracks (&self);
    chrome_write_runs (&self);
    poplens_trace_events_walk (export->events, &visitor, &export->work, &self);
  }
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  poplens_text_sink_write (export->sink, "\n", 1);
}
