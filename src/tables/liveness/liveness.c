/* Tables of live bytes by step, of the peaks of that curve, and of the worst step of each tile. */
#include "analysis/insights/insights.h"
#include "analysis/programs/program-tree.h"
#include "derived/insights/insights-source.h"
#include "derived/liveness/live-source.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

/* ---- tiles ----------------------------------------------------------------------------------- */

enum {
  TILE,
  IPU,
  BYTES,
  CAPACITY,
  SHARE,
  HEADROOM,
  PEAK_STEP,
  PEAK_PROGRAM,
  PEAK_TYPE,
  PEAK_NAME,
  ALWAYS_LIVE,
  PEAK_NOT_ALWAYS_LIVE,
  WITH_GAPS,
  OVER,
  FIRST_OVER,
  FIRST_TYPE,
  FIRST_NAME,
};

static const PoplensColumn tile_peak_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [PEAK_STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                   "Peak step of the tile: the first with the most not-always-live bytes"},
    [PEAK_PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                      "ID of the program of the step"},
    [PEAK_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    [PEAK_NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                     "Sum of the sizes of the tile's variables that are live at every step"},
    [PEAK_NOT_ALWAYS_LIVE] =
        {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
         "Sum of the sizes of the other variables that are live at the peak step (vars_info)"},
    [BYTES] = {"bytes", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Always-live and not-always-live bytes in total; the minimum that the tile needs"},
    [CAPACITY] = {"capacity", "Capacity", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Memory of one tile (target_info.bytes_per_tile)"},
    [SHARE] = {"share", "Share of capacity", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
               "Live bytes as a share of the capacity"},
    [HEADROOM] = {"headroom", "Headroom", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
                  "Capacity minus live bytes: upper bound of what can be added; negative if the "
                  "tile cannot fit"},
    [WITH_GAPS] = {"total_including_gaps", "Need", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                   "Bytes up to the end of the highest variable; must not exceed the capacity"},
    [OVER] = {"over", "Over by", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Bytes including gaps minus the capacity; 0 if the tile fits", .total = TRUE},
    [FIRST_OVER] =
        {"first_over", "Over at step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
         "First step at which live bytes alone exceed the capacity; empty if they never do"},
    [FIRST_TYPE] = {"first_over_type", "Type there", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                    "Type of the program of that step"},
    [FIRST_NAME] = {"first_over_name", "Name there", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                    "Name of the program of that step"},
};

typedef struct {
  const PoplensLiveness *liveness; /* (nullable): NULL if only capacity and excess are known */
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensTarget *target;     /* (nullable) */
  const PoplensMemory *memory;
  GArray *peaks; /* PoplensTilePeak, by index of the tile in the memory part */
  PoplensScope scope;
} Peaks;

static guint32
tile_position_at (const Peaks *self, guint32 row)
{
  return self->scope.selection.positions[row];
}

static const PoplensTilePeak *
tile_peak_at (const Peaks *self, guint32 row)
{
  return &g_array_index (self->peaks, PoplensTilePeak, tile_position_at (self, row));
}

static void
peaks_free (gpointer data)
{
  Peaks *self = data;

  g_clear_pointer (&self->peaks, g_array_unref);
  poplens_scope_clear (&self->scope);
  g_free (self);
}

static void
step_peak_cell (const Peaks *peaks, guint32 step, guint column, PoplensValue *value)
{
  guint32 program;

  if (step >= peaks->liveness->n_steps)
    return;
  program = peaks->liveness->program[step];
  if (column == PEAK_PROGRAM)
    poplens_cell_int (value, program);
  else if (column == PEAK_TYPE || column == FIRST_TYPE)
    poplens_cell_text (value, poplens_program_type_text (peaks->programs, program));
  else
    poplens_cell_text (value, poplens_program_name_text (peaks->programs, program));
}

static void
capacity_cell (const Peaks *peaks, guint32 row, guint column, PoplensValue *value)
{
  const PoplensTilePeak *peak = tile_peak_at (peaks, row);
  guint64 capacity = peaks->target ? peaks->target->bytes_per_tile : 0;

  if (!capacity)
    return;
  if (column == CAPACITY)
    poplens_cell_int (value, (gint64) capacity);
  else if (column == OVER)
    poplens_cell_int (value, (gint64) poplens_memory_over (
                                 peaks->memory, tile_position_at (peaks, row), capacity));
  else if (!peaks->liveness)
    return;
  else if (column == SHARE)
    poplens_cell_real (value, (double) peak->bytes / (double) capacity);
  else if (column == HEADROOM)
    poplens_cell_int (value, (gint64) (capacity - peak->bytes));
  else if (peak->first_over != G_MAXUINT32)
    poplens_cell_int (value, peak->first_over);
}

static void
tile_live_cell (const Peaks *peaks, guint32 row, guint column, PoplensValue *value)
{
  const PoplensTilePeak *peak = tile_peak_at (peaks, row);

  switch (column) {
  case PEAK_STEP:
    poplens_cell_int (value, peak->step);
    break;
  case ALWAYS_LIVE:
    poplens_cell_int (value, (gint64) peak->always_live);
    break;
  case PEAK_NOT_ALWAYS_LIVE:
    poplens_cell_int (value, (gint64) peak->not_always_live);
    break;
  case BYTES:
    poplens_cell_int (value, (gint64) peak->bytes);
    break;
  case FIRST_TYPE:
  case FIRST_NAME:
    step_peak_cell (peaks, peak->first_over, column, value);
    break;
  default:
    step_peak_cell (peaks, peak->step, column, value);
  }
}

static void
tile_peak_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Peaks *peaks = data;
  guint32 tile = tile_peak_at (peaks, row)->tile;

  switch (column) {
  case TILE:
    poplens_cell_int (value, tile);
    break;
  case IPU:
    if (peaks->target)
      poplens_cell_int (value, poplens_target_ipu_of_tile (peaks->target, tile));
    break;
  case WITH_GAPS:
    poplens_cell_int (value, peaks->memory->total_including_gaps[tile_position_at (peaks, row)]);
    break;
  case CAPACITY:
  case SHARE:
  case HEADROOM:
  case OVER:
  case FIRST_OVER:
    capacity_cell (peaks, row, column, value);
    break;
  default:
    if (peaks->liveness)
      tile_live_cell (peaks, row, column, value);
  }
}

static char *
tile_peak_link (gconstpointer data, guint32 row)
{
  const PoplensTilePeak *peak = tile_peak_at (data, row);

  if (!((const Peaks *) data)->liveness)
    return g_strdup_printf ("memory?tile=%u", peak->tile);
  return g_strdup_printf ("liveness?step=%u&tile=%u&tab=contents-chart", peak->step, peak->tile);
}

/* Returns the peak of each tile, with 0 live bytes if the report has no liveness. (transfer full)
 * (nullable): NULL with @error */
static GArray *
load_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory;
  gconstpointer liveness;
  GArray *out;

  if (!poplens_report_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable,
                                     error) ||
      !(memory = poplens_report_load_memory (report, cancellable, error)))
    return NULL;
  if (liveness)
    return poplens_report_tile_peaks (report, cancellable, error);
  out = g_array_new (FALSE, TRUE, sizeof (PoplensTilePeak));
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    PoplensTilePeak peak = {.tile = memory->tile[t], .first_over = G_MAXUINT32};
    g_array_append_val (out, peak);
  }
  return out;
}

static gboolean
peaks_load (Peaks *self, PoplensReport *report, const PoplensLocation *location,
            GCancellable *cancellable, GError **error)
{
  gconstpointer programs, target;

  if (!poplens_scope_init (&self->scope, report, location, cancellable, error) ||
      !(self->peaks = load_peaks (report, cancellable, error)) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  self->liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS);
  self->memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  self->programs = programs;
  self->target = target;
  return TRUE;
}

PoplensTable *
poplens_build_liveness_tiles (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  Peaks *peaks = g_new0 (Peaks, 1);
  g_autofree char *note = NULL;
  PoplensTable *table;

  if (!peaks_load (peaks, report, location, cancellable, error)) {
    peaks_free (peaks);
    return NULL;
  }
  note = poplens_scope_note (&peaks->scope,
                             peaks->liveness
                                 ? "Each tile is shown at its own peak step; the total is not a "
                                   "peak of all tiles."
                                 : "Live memory by step is not recorded.");
  table = poplens_table_new ("liveness-tiles", "Peaks by tile", peaks->scope.selection.n,
                             tile_peak_cell, peaks, peaks_free, report);
  poplens_table_add_columns (table, tile_peak_columns, G_N_ELEMENTS (tile_peak_columns));
  poplens_table_set_link (table, tile_peak_link);
  poplens_table_set_default_sort (table, BYTES, TRUE);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- the curve ------------------------------------------------------------------------------- */

#define MOST_PEAKS 20

typedef struct {
  gint64 step, last_step, program;
  const char *type, *name;
  gint64 not_always_live, total, rise;
} PeakRow;

static const PoplensColumn peak_columns[] = {
    POPLENS_CELL (PeakRow, step, "Step", ID, FILE, "First step of the peak"),
    POPLENS_CELL (PeakRow, last_step, "Last step", ID, FILE, "Last step with the same bytes"),
    POPLENS_CELL (PeakRow, program, "Program", ID, FILE, "ID of the program of the first step"),
    POPLENS_CELL (PeakRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (PeakRow, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (PeakRow, not_always_live, "Not always live", BYTES, FILE,
                  "Not-always-live bytes at the peak"),
    POPLENS_CELL (PeakRow, total, "Live", BYTES, DERIVED,
                  "Always-live and not-always-live bytes in total"),
    POPLENS_CELL (
        PeakRow, rise, "Rise", BYTES, DERIVED,
        "Height above the valleys that separate this peak from higher peaks (prominence)"),
};

/* Returns a link to the variables that are live at @step on the tiles of @location. The link leaves
 * out the zoom of @location, which may exclude @step. (transfer full) */
static char *
link_to_peak (guint32 step, const PoplensLocation *location)
{
  g_autofree char *number = g_strdup_printf ("%u", step);
  const char *const keys[][2] = {
      {"step", number}, {"from", NULL}, {"to", NULL}, {"tab", "live-variables"}};
  g_autoptr (PoplensLocation) page = poplens_location_on_page (location, POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) there = poplens_location_with_pairs (page, keys, G_N_ELEMENTS (keys));

  return poplens_location_to_string (there);
}

static void
add_peak_row (PoplensRecords *rows, const PoplensLiveSource *source, const PoplensLiveCurve *curve,
              const PoplensLocalPeak *peak, const PoplensLocation *location)
{
  guint32 program = source->liveness->program[peak->first];
  g_autofree char *link = link_to_peak (peak->first, location);
  PeakRow *row = poplens_records_add (rows);

  row->step = peak->first;
  row->last_step = peak->last;
  row->program = program;
  row->type = poplens_program_type_text (source->programs, program);
  row->name = poplens_program_name_text (source->programs, program);
  row->not_always_live = peak->bytes;
  row->total = peak->bytes + curve->always_live;
  row->rise = peak->rise;
  poplens_records_link (rows, "%s", link);
}

PoplensTable *
poplens_build_liveness_peaks (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveCurve) curve = NULL;
  g_autoptr (GArray) peaks = NULL;
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(curve = poplens_live_source_own_curve (&source, cancellable, error)))
    return NULL;
  peaks = poplens_local_peaks (curve->not_always_live, curve->n_steps, MOST_PEAKS);
  rows = POPLENS_RECORDS (PeakRow, peak_columns);
  for (guint i = 0; i < peaks->len; i++)
    add_peak_row (rows, &source, curve, &g_array_index (peaks, PoplensLocalPeak, i), location);
  table = poplens_records_finish (rows, "liveness-peaks", "Peaks", report);
  note = g_strdup_printf ("%c%s. The %d most prominent peaks, highest first.",
                          g_ascii_toupper (*source.label), source.label + 1, MOST_PEAKS);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static const char assumption[] =
    "Steps are program steps, not executed steps. Bytes are those of one replica.";

enum { STEP, PROGRAM, TYPE, NAME, NOT_ALWAYS_LIVE, TOTAL, DELTA, DEPTH };

static const PoplensColumn step_columns[] = {
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
              "Program step, numbered in preorder (depth_first_steps.id)"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program of the step (depth_first_steps.program_id)"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the program, as named in program_types"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else of the compute set or the streams"},
    [NOT_ALWAYS_LIVE] = {"not_always_live", "Not always live", POPLENS_UNIT_BYTES,
                         POPLENS_FROM_FILE,
                         "Not-always-live bytes at the step (all tiles: "
                         "memory_not_always_live_by_step_and_ipu; selected tiles: vars_info)"},
    [TOTAL] = {"total", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Always-live and not-always-live bytes in total"},
    [DELTA] = {"delta", "Change", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_FILE,
               "Bytes born minus bytes freed at the step"},
    [DEPTH] = {"depth", "Depth", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
               "Number of steps above in the program tree"},
};

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs; /* (nullable) */
  PoplensLiveCurve *curve;         /* live bytes of the selected tiles, by step */
  gboolean has_trace;              /* steps were recorded, so rows can link to the trace */
  guint16 *depths;
} LivenessSteps;

static void
liveness_steps_free (gpointer data)
{
  LivenessSteps *steps = data;

  poplens_live_curve_free (steps->curve);
  g_free (steps->depths);
  g_free (steps);
}

static void
set_program_text (const PoplensPrograms *programs, guint32 id, gboolean name, PoplensValue *value)
{
  poplens_cell_text (value, name ? poplens_program_name_text (programs, id)
                                 : poplens_program_type_text (programs, id));
}

/* Returns a link to the executions of the step's program. (transfer full) (nullable): NULL if no
 * steps were recorded, or if the trace has no steps of this type of program */
static char *
link_to_trace (gconstpointer data, guint32 step)
{
  const LivenessSteps *steps = data;
  guint32 id = steps->liveness->program[step];
  guint32 row = steps->has_trace && steps->programs ? poplens_programs_find (steps->programs, id)
                                                    : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return NULL;
  switch (steps->programs->kind[row]) {
  case POPLENS_PROGRAM_ON_TILE_EXECUTE:
  case POPLENS_PROGRAM_DO_EXCHANGE:
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
  case POPLENS_PROGRAM_STREAM_COPY_BEGIN:
  case POPLENS_PROGRAM_STREAM_COPY_MID:
  case POPLENS_PROGRAM_STREAM_COPY_END:
    return g_strdup_printf ("trace?program=%u", id);
  default:
    return NULL;
  }
}

static void
liveness_step_cell (gconstpointer data, guint32 step, guint column, PoplensValue *value)
{
  const LivenessSteps *steps = data;
  const PoplensLiveness *l = steps->liveness;
  const guint64 *live = steps->curve->not_always_live;
  gint64 here = (gint64) live[step];

  switch (column) {
  case STEP:
    poplens_cell_int (value, step);
    break;
  case PROGRAM:
    poplens_cell_int (value, l->program[step]);
    break;
  case TYPE:
  case NAME:
    set_program_text (steps->programs, l->program[step], column == NAME, value);
    break;
  case NOT_ALWAYS_LIVE:
    poplens_cell_int (value, here);
    break;
  case TOTAL:
    poplens_cell_int (value, here + (gint64) steps->curve->always_live);
    break;
  case DELTA:
    poplens_cell_int (value, here - (step ? (gint64) live[step - 1] : 0));
    break;
  case DEPTH:
    poplens_cell_int (value, steps->depths[step]);
    break;
  }
}

PoplensTable *
poplens_build_liveness_steps (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensLiveCurve) curve = NULL;
  g_autofree char *note = NULL;
  PoplensTable *table;
  LivenessSteps *steps;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(curve = poplens_live_source_own_curve (&source, cancellable, error)))
    return NULL;
  steps = g_new0 (LivenessSteps, 1);
  steps->liveness = source.liveness;
  steps->programs = source.programs;
  steps->has_trace = !poplens_report_get_absence (report, POPLENS_PART_EXECUTION);
  steps->curve = g_steal_pointer (&curve);
  steps->depths = poplens_liveness_depths (source.liveness);
  table = poplens_table_new ("liveness-steps", "Live memory by step", source.liveness->n_steps,
                             liveness_step_cell, steps, liveness_steps_free, report);
  poplens_table_add_columns (table, step_columns, G_N_ELEMENTS (step_columns));
  poplens_table_set_link (table, link_to_trace);
  note =
      source.tiles
          ? g_strdup_printf ("%c%s. %s", g_ascii_toupper (*source.label), source.label + 1,
                             assumption)
          : g_strconcat (assumption,
                         source.liveness->always_unknown
                             ? " Always-live memory is not recorded; the column Live excludes it."
                             : NULL,
                         NULL);
  poplens_table_set_note (table, note);
  return table;
}
