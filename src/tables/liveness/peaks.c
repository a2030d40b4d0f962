/* Peaks: of each tile at its own worst step, and of the curve of live bytes. */
#include "analysis/insights/insights.h"
#include "base/error.h"
#include "derived/insights/insights-ground.h"
#include "derived/liveness/live-source.h"
#include "derived/parts.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"

/* ---- tiles ----------------------------------------------------------------------------- */

enum {
  TILE,
  IPU,
  STEP,
  PROGRAM,
  TYPE,
  NAME,
  ALWAYS_LIVE,
  NOT_ALWAYS_LIVE,
  BYTES,
  CAPACITY,
  SHARE,
  HEADROOM,
  WITH_GAPS,
  OVER,
  FIRST_OVER,
  FIRST_TYPE,
  FIRST_NAME,
};

static const PoplensColumn tile_columns[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED, "IPU of the tile"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
              "Peak step of the tile: the first with the most not-always-live bytes"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program of the step"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                     "Sum of the sizes of the tile's variables that are live at every step"},
    [NOT_ALWAYS_LIVE] =
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
  const PoplensLiveness *liveness; /* nullable: only what does not fit is known, not what is live */
  const PoplensPrograms *programs; /* nullable */
  const PoplensTarget *target;     /* nullable */
  const PoplensMemory *memory;
  GArray *peaks; /* in the order of the memory's tiles */
  PoplensScope scope;
} Peaks;

static guint32
position_of (const Peaks *self, guint32 row)
{
  return self->scope.selection.positions[row];
}

static const PoplensTilePeak *
peak_of (const Peaks *self, guint32 row)
{
  return &g_array_index (self->peaks, PoplensTilePeak, position_of (self, row));
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
step_cell (const Peaks *peaks, guint32 step, guint column, PoplensValue *value)
{
  guint32 program;

  if (step >= peaks->liveness->n_steps)
    return;
  program = peaks->liveness->program[step];
  if (column == PROGRAM)
    poplens_cell_int (value, program);
  else if (column == TYPE || column == FIRST_TYPE)
    poplens_cell_text (value, poplens_program_type_text (peaks->programs, program));
  else
    poplens_cell_text (value, poplens_program_name_text (peaks->programs, program));
}

static void
capacity_cell (const Peaks *peaks, guint32 row, guint column, PoplensValue *value)
{
  const PoplensTilePeak *peak = peak_of (peaks, row);
  guint64 capacity = peaks->target ? peaks->target->bytes_per_tile : 0;

  if (!capacity)
    return;
  if (column == CAPACITY)
    poplens_cell_int (value, (gint64) capacity);
  else if (column == OVER)
    poplens_cell_int (
        value, (gint64) poplens_memory_over (peaks->memory, position_of (peaks, row), capacity));
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
live_cell (const Peaks *peaks, guint32 row, guint column, PoplensValue *value)
{
  const PoplensTilePeak *peak = peak_of (peaks, row);

  switch (column) {
  case STEP:
    poplens_cell_int (value, peak->step);
    break;
  case ALWAYS_LIVE:
    poplens_cell_int (value, (gint64) peak->always_live);
    break;
  case NOT_ALWAYS_LIVE:
    poplens_cell_int (value, (gint64) peak->not_always_live);
    break;
  case BYTES:
    poplens_cell_int (value, (gint64) peak->bytes);
    break;
  case FIRST_TYPE:
  case FIRST_NAME:
    step_cell (peaks, peak->first_over, column, value);
    break;
  default:
    step_cell (peaks, peak->step, column, value);
  }
}

static void
tile_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const Peaks *peaks = data;
  guint32 tile = peak_of (peaks, row)->tile;

  switch (column) {
  case TILE:
    poplens_cell_int (value, tile);
    break;
  case IPU:
    if (peaks->target)
      poplens_cell_int (value, poplens_target_ipu_of_tile (peaks->target, tile));
    break;
  case WITH_GAPS:
    poplens_cell_int (value, peaks->memory->total_including_gaps[position_of (peaks, row)]);
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
      live_cell (peaks, row, column, value);
  }
}

static char *
tile_link (gconstpointer data, guint32 row)
{
  const PoplensTilePeak *peak = peak_of (data, row);

  if (!((const Peaks *) data)->liveness)
    return g_strdup_printf ("memory?tile=%u", peak->tile);
  return g_strdup_printf ("liveness?step=%u&tile=%u&tab=contents-chart", peak->step, peak->tile);
}

/* Without liveness the tiles that there are, each with nothing live. */
static GArray *
load_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory;
  gconstpointer liveness;
  GArray *out;

  if (!poplens_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable, error) ||
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
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
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
  table = poplens_table_new ("liveness-tiles", "Peaks by tile", peaks->scope.selection.n, tile_cell,
                             peaks, peaks_free, report);
  poplens_table_add_columns (table, tile_columns, G_N_ELEMENTS (tile_columns));
  poplens_table_set_link (table, tile_link);
  poplens_table_set_default_sort (table, BYTES, TRUE);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- the curve ------------------------------------------------------------------------- */

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

/* What is live at @step alone, of the tiles that @location shows; its part of the steps may be
 * another than one looks at by then. (transfer full) */
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
add_peak (PoplensRecords *rows, const PoplensLiveSource *source, const PoplensLiveCurve *curve,
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
    add_peak (rows, &source, curve, &g_array_index (peaks, PoplensLocalPeak, i), location);
  table = poplens_records_finish (rows, "liveness-peaks", "Peaks", report);
  note = g_strdup_printf ("%c%s. The %d most prominent peaks, highest first.",
                          g_ascii_toupper (*source.label), source.label + 1, MOST_PEAKS);
  poplens_table_set_note (table, note);
  return table;
}
