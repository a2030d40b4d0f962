/* Frames of analyses: headline, peaks and findings. */
#include "library/frame-private.h"

#include "analysis/liveness/peaks.h"
#include "analysis/summary/headline.h"
#include "base/error.h"
#include "derived/headline.h"
#include "tables/engine/registry.h"

/* ---- headline -------------------------------------------------------------------------------- */

/* Data that must be known to compute a figure of the headline. */
typedef enum {
  NEEDS_MEMORY,
  NEEDS_FIT,
  NEEDS_TOTAL,
  NEEDS_PEAK,
  NEEDS_ALWAYS,
  NEEDS_PROGRAM,
  NEEDS_ITERATION,
  NEEDS_CYCLES,
  NEEDS_TILE_CYCLES,
} FigureNeeds;

/* The only row of the frame headline. */
typedef struct {
  PoplensHeadline of;
  PoplensProgramTime time;
} HeadlineRow;

#define HEADLINE(name, holds, field, unit, absent, doc)                                            \
  POPLENS_COLUMN (name, holds, HeadlineRow, of.field, unit, DERIVED, absent, doc)
#define TIME(name, field, doc)                                                                     \
  POPLENS_COLUMN (name, U64, HeadlineRow, time.field, CYCLES, DERIVED, NONE, doc)

static const struct {
  FigureNeeds needs;
  PoplensColumn plan;
} headline[] = {
    {NEEDS_FIT,
     HEADLINE ("fits", GBOOLEAN, fits, BOOL, NONE,
               "Whether every tile fits: its memory including gaps is within its capacity")},
    {NEEDS_MEMORY, HEADLINE ("tiles_over", U32, tiles_over, COUNT, NONE, "Tiles over capacity")},
    {NEEDS_MEMORY, HEADLINE ("over_bytes", U64, over_bytes, BYTES, NONE,
                             "Bytes over capacity of the fullest tile")},
    {NEEDS_TOTAL,
     HEADLINE ("total", U64, total, BYTES, NONE, "Bytes used on all tiles, excluding gaps")},
    {NEEDS_MEMORY, HEADLINE ("memory_bytes", U64, total_including_gaps, BYTES, NONE,
                             "Bytes used on all tiles, including gaps")},
    {NEEDS_MEMORY,
     HEADLINE ("capacity", U64, capacity, BYTES, NONE, "Memory of all tiles; 0 if not recorded")},
    {NEEDS_MEMORY, HEADLINE ("tiles", U32, n_tiles, COUNT, NONE, "Tiles that the file lists")},
    {NEEDS_MEMORY, HEADLINE ("fullest_tile", U32, fullest_tile, ID, NONE,
                             "Tile with the most bytes including gaps")},
    {NEEDS_MEMORY, HEADLINE ("tile_bytes", U64, fullest_bytes, BYTES, NONE,
                             "Bytes including gaps on the fullest tile")},
    {NEEDS_PEAK, HEADLINE ("peak_step", U32, peak_step, ROW, NONE,
                           "Row of the frame liveness-steps with the most live memory")},
    {NEEDS_PEAK,
     HEADLINE ("peak_program", U32, peak_program, ID, NONE, "ID of the program of the peak step")},
    {NEEDS_PEAK, HEADLINE ("peak_bytes", U64, peak_bytes, BYTES, NONE,
                           "Live bytes of all tiles at the peak step; excludes always-live bytes "
                           "if they are not recorded")},
    {NEEDS_ALWAYS, HEADLINE ("always_live_bytes", U64, always_live, BYTES, NONE,
                             "Always-live bytes (part of peak_bytes)")},
    {NEEDS_ITERATION, TIME ("iteration_cycles", iteration, "Cycles of the median iteration")},
    {NEEDS_PROGRAM, TIME ("program_cycles", program, "Program time: the trace without outside")},
    {NEEDS_PROGRAM, TIME ("outside_cycles", outside, "Cycles before the host started the runs")},
    {NEEDS_CYCLES, HEADLINE ("trace_cycles", U64, cycles, CYCLES, NONE,
                             "Cycles from the first start to the last end of a tile")},
    {NEEDS_CYCLES, HEADLINE ("nominal_seconds", DOUBLE, nominal_seconds, NUMBER, NONE,
                             "trace_cycles ÷ nominal clock; 0 if the clock is not recorded")},
    {NEEDS_TILE_CYCLES, HEADLINE ("tile_cycles", U64, tile_cycles, CYCLES, NONE,
                                  "Cycles of all tiles and steps in total")},
    {NEEDS_TILE_CYCLES, HEADLINE ("waiting_or_outside", U64, idle_tile_cycles, CYCLES, NONE,
                                  "Part of tile_cycles without work; time-ipus has it by cause")},
};

static gboolean
figure_is_known (const HeadlineRow *row, FigureNeeds needs)
{
  const PoplensHeadline *self = &row->of;

  switch (needs) {
  case NEEDS_MEMORY:
    return self->has_memory && self->n_tiles && !self->memory_incomplete;
  case NEEDS_FIT:
    return self->has_memory && self->fit_known;
  case NEEDS_TOTAL:
    return self->has_memory && self->total_known && !self->memory_incomplete;
  case NEEDS_PEAK:
    return self->has_peak;
  case NEEDS_ALWAYS:
    return self->has_peak && !self->always_unknown;
  case NEEDS_PROGRAM:
    return row->time.known && !row->time.incomplete;
  case NEEDS_ITERATION:
    return row->time.n_iterations && !row->time.incomplete;
  case NEEDS_CYCLES:
    return self->has_cycles && !self->cycles_incomplete;
  case NEEDS_TILE_CYCLES:
    return self->tile_cycles > 0;
  default:
    return FALSE;
  }
}

static HeadlineRow *
make_headline (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensHeadlineParts parts;
  g_autoptr (GError) wrong = NULL;

  if (!poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, cancellable, error))
    return NULL;
  g_autofree HeadlineRow *self = g_new0 (HeadlineRow, 1);
  poplens_headline_compute (&self->of, parts.target, parts.memory, parts.peak, parts.execution);
  if (parts.execution &&
      !poplens_report_program_time (report, TRUE, &self->time, cancellable, &wrong) &&
      !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return NULL;
  }
  return g_steal_pointer (&self);
}

static PoplensColumn
headline_column (guint number)
{
  return headline[number].plan;
}

static PoplensFrame *
build_headline (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  HeadlineRow *data = make_headline (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (spec, report, 1, data, NULL);
  poplens_frame_own (self, data, g_free);
  for (guint h = 0; h < G_N_ELEMENTS (headline); h++)
    if (!figure_is_known (data, headline[h].needs))
      poplens_frame_put_nothing (self, h);
  return self;
}

/* ---- peaks ----------------------------------------------------------------------------------- */

#define MOST_PEAKS 16

static const PoplensColumn peaks[] = {
    POPLENS_COLUMN ("first", U32, PoplensLocalPeak, first, ROW, DERIVED, NONE,
                    "Row of the frame liveness-steps: first step of the peak"),
    POPLENS_COLUMN ("last", U32, PoplensLocalPeak, last, ROW, DERIVED, NONE,
                    "Row of the last step with the same bytes"),
    POPLENS_COLUMN ("not_always_live", U64, PoplensLocalPeak, bytes, BYTES, DERIVED, NONE,
                    "Not-always-live bytes of all tiles at the peak"),
    POPLENS_COLUMN (
        "rise", U64, PoplensLocalPeak, rise, BYTES, DERIVED, NONE,
        "Height above the valleys that separate this peak from higher peaks (prominence)"),
};

static PoplensFrame *
build_peaks (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
             GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *data = poplens_report_load_liveness (report, cancellable, error);

  if (!data)
    return NULL;
  GArray *found = poplens_local_peaks (data->not_always_live, data->n_steps,
                                       key ? (guint) MIN (key, G_MAXUINT16) : MOST_PEAKS);
  PoplensFrame *self = poplens_frame_new (spec, report, found->len, found->data, NULL);
  poplens_frame_own (self, found, (GDestroyNotify) g_array_unref);
  return self;
}

/* ---- findings -------------------------------------------------------------------------------- */

static PoplensFrame *
build_findings (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  PoplensTable *table = poplens_tables_build ("findings", report, NULL, cancellable, error);

  return table ? poplens_frame_new_of_table (table) : NULL;
}

PoplensFrameGroup
poplens_frames_of_analysis (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "headline",
       .doc = "One row: memory fit, fullest tile, peak and cycles",
       .part = POPLENS_PART_TARGET,
       .build = build_headline,
       .record = sizeof (HeadlineRow),
       .n_more = G_N_ELEMENTS (headline),
       .more = headline_column},
      {.name = "peaks",
       .doc = "One row per local peak of live memory, highest first",
       .key = "maximum number of peaks, the most prominent; 0: 16",
       .part = POPLENS_PART_LIVENESS,
       .build = build_peaks,
       .record = sizeof (PoplensLocalPeak),
       POPLENS_FRAME_COLUMNS (peaks)},
      {.name = "findings",
       .doc = "One row per finding: where memory goes and what would reduce it",
       .part = POPLENS_PART_MEMORY,
       .build = build_findings},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
