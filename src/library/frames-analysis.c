/* Analyses as frames: the headline, peaks, findings and operations. */
#include "library/frame-private.h"

#include "analysis/liveness/peaks.h"
#include "analysis/summary/headline.h"
#include "base/error.h"
#include "tables/engine/registry.h"

/* ---- headline ----------------------------------------------------------------------------------
 */

/* What a figure of the headline rests on. */
typedef enum { NEEDS_MEMORY, NEEDS_FIT, NEEDS_TOTAL, NEEDS_PEAK, NEEDS_ALWAYS, NEEDS_CYCLES } Needs;

#define HEADLINE(name, holds, field, unit, gap, doc)                                               \
  POPLENS_COLUMN (name, holds, PoplensHeadline, field, unit, gap, doc)

static const struct {
  Needs needs;
  PoplensPlan plan;
} headline[] = {
    {NEEDS_FIT, HEADLINE ("fits", GBOOLEAN, fits, "bool", NONE,
                          "Whether every tile, gaps included, lies within its memory.")},
    {NEEDS_MEMORY,
     HEADLINE ("tiles_over", U32, tiles_over, "count", NONE, "Tiles that do not fit.")},
    {NEEDS_MEMORY, HEADLINE ("over_bytes", U64, over_bytes, "bytes", NONE,
                             "What the worst of them needs beyond its memory.")},
    {NEEDS_TOTAL, HEADLINE ("total", U64, total, "bytes", NONE, "Used on all tiles.")},
    {NEEDS_MEMORY, HEADLINE ("total_including_gaps", U64, total_including_gaps, "bytes", NONE,
                             "The same with gaps.")},
    {NEEDS_MEMORY,
     HEADLINE ("capacity", U64, capacity, "bytes", NONE, "Memory of all tiles; 0: not known.")},
    {NEEDS_MEMORY, HEADLINE ("tiles", U32, n_tiles, "count", NONE, "Tiles that the file lists.")},
    {NEEDS_MEMORY, HEADLINE ("fullest_tile", U32, fullest_tile, "id", NONE,
                             "The tile with most bytes, gaps included.")},
    {NEEDS_MEMORY, HEADLINE ("fullest_bytes", U64, fullest_bytes, "bytes", NONE, "Its bytes.")},
    {NEEDS_PEAK, HEADLINE ("peak_step", U32, peak_step, "row", NONE,
                           "Row of the frame liveness-steps at which most is live.")},
    {NEEDS_PEAK, HEADLINE ("peak_program", U32, peak_program, "id", NONE, "Its program.")},
    {NEEDS_PEAK,
     HEADLINE ("peak_bytes", U64, peak_bytes, "bytes", NONE,
               "Live there on all tiles; without always_live where that is not known.")},
    {NEEDS_ALWAYS, HEADLINE ("always_live", U64, always_live, "bytes", NONE, "Of these: always.")},
    {NEEDS_CYCLES, HEADLINE ("cycles", U64, cycles, "cycles", NONE,
                             "From the first tile's start to the last one's end.")},
    {NEEDS_CYCLES, HEADLINE ("nominal_seconds", DOUBLE, nominal_seconds, "number", NONE,
                             "The same at the target's clock; 0: that is not known.")},
    {NEEDS_CYCLES,
     HEADLINE ("tile_cycles", U64, tile_cycles, "cycles", NONE, "\u03a3 over tiles and steps.")},
    {NEEDS_CYCLES, HEADLINE ("waiting_tile_cycles", U64, waiting_tile_cycles, "cycles", NONE,
                             "Of these, in steps that wait.")},
};

static gboolean
is_known (const PoplensHeadline *self, Needs needs)
{
  switch (needs) {
  case NEEDS_MEMORY:
    return self->has_memory && self->n_tiles;
  case NEEDS_FIT:
    return self->has_memory && self->fit_known;
  case NEEDS_TOTAL:
    return self->has_memory && self->total_known;
  case NEEDS_PEAK:
    return self->has_peak;
  case NEEDS_ALWAYS:
    return self->has_peak && !self->always_unknown;
  case NEEDS_CYCLES:
    return self->has_cycles;
  default:
    return FALSE;
  }
}

/* @found (nullable) with @wrong, of a part that may be missing. FALSE with @error otherwise. */
static gboolean
may_lack (gconstpointer found, GError *wrong, GError **error)
{
  if (found || g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_clear_error (&wrong);
    return TRUE;
  }
  g_propagate_error (error, wrong);
  return FALSE;
}

static PoplensHeadline *
make_headline (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  GError *wrong = NULL;
  const PoplensTarget *target = poplens_report_load_target (report, cancellable, &wrong);

  if (!may_lack (target, wrong, error))
    return NULL;
  wrong = NULL;
  const PoplensMemory *memory = poplens_report_load_memory_brief (report, cancellable, &wrong);
  if (!may_lack (memory, wrong, error))
    return NULL;
  wrong = NULL;
  const PoplensPeak *peak = poplens_report_load_peak (report, cancellable, &wrong);
  if (!may_lack (peak, wrong, error))
    return NULL;
  wrong = NULL;
  const PoplensExecution *execution =
      poplens_report_load_execution_brief (report, cancellable, &wrong);
  if (!may_lack (execution, wrong, error))
    return NULL;
  PoplensHeadline *self = g_new0 (PoplensHeadline, 1);
  poplens_headline_compute (self, target, memory, peak, execution);
  return self;
}

static PoplensFrame *
build_headline (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  PoplensHeadline *data = make_headline (report, cancellable, error);

  if (!data)
    return NULL;
  PoplensFrame *self = poplens_frame_new (report, spec->name, 1, data, g_free);
  poplens_frame_set_provenance (self, "derived");
  for (guint h = 0; h < G_N_ELEMENTS (headline); h++)
    if (is_known (data, headline[h].needs))
      poplens_frame_add_records (self, &headline[h].plan, 1, data, sizeof *data, NULL);
    else
      poplens_frame_add_absent (self, &headline[h].plan);
  return self;
}

/* ---- peaks -------------------------------------------------------------------------------------
 */

#define MOST_PEAKS 16

static const PoplensPlan peaks[] = {
    POPLENS_COLUMN ("first", U32, PoplensLocalPeak, first, "row", NONE,
                    "Row of the frame liveness-steps: the first step of its plateau."),
    POPLENS_COLUMN ("last", U32, PoplensLocalPeak, last, "row", NONE, "The last step of it."),
    POPLENS_COLUMN ("not_always_live", U64, PoplensLocalPeak, bytes, "bytes", NONE,
                    "Live there, and not at all steps; of all tiles."),
    POPLENS_COLUMN ("rise", U64, PoplensLocalPeak, rise, "bytes", NONE,
                    "How much that is above the higher of the valleys beside it."),
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
  PoplensFrame *self =
      poplens_frame_new (report, spec->name, found->len, found, (GDestroyNotify) g_array_unref);
  poplens_frame_set_provenance (self, "derived");
  poplens_frame_add_records (self, peaks, G_N_ELEMENTS (peaks), found->data,
                             sizeof (PoplensLocalPeak), NULL);
  return self;
}

/* ---- findings ----------------------------------------------------------------------------------
 */

static PoplensFrame *
build_findings (const PoplensFrameSpec *spec, PoplensReport *report, guint64 key,
                GCancellable *cancellable, GError **error)
{
  PoplensTable *table = poplens_tables_build ("insights", report, NULL, cancellable, error);

  return table ? poplens_frame_new_of_table (table) : NULL;
}

PoplensFrameGroup
poplens_frames_of_analysis (void)
{
  static const PoplensFrameSpec specs[] = {
      {.name = "headline",
       .doc = "One row: does it fit, where is it fullest, when is the peak, how long did it run.",
       .part = POPLENS_PART_TARGET,
       .build = build_headline},
      {.name = "peaks",
       .doc = "A row a local peak of what is live, highest first.",
       .key = "how many at most, those that rise most; 0: 16",
       .part = POPLENS_PART_LIVENESS,
       .build = build_peaks},
      {.name = "findings",
       .doc = "A row a finding: what the memory is spent on, and what could be had back.",
       .part = POPLENS_PART_MEMORY,
       .build = build_findings},
  };

  return (PoplensFrameGroup){specs, G_N_ELEMENTS (specs)};
}
