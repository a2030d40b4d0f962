/* Tables of findings, of capacity, of the balance of tiles with its histogram, and of checks of the
 * report. */
#include "analysis/insights/insights.h"
#include "analysis/programs/program-tree.h"
#include "base/format.h"
#include "derived/check/check-report.h"
#include "derived/insights/insights-source.h"
#include "derived/insights/insights-input.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "report/bookmarks.h"
#include "tables/engine/builders.h"

/* ---- checks ---------------------------------------------------------------------------------- */

typedef struct {
  const char *key, *title, *result;
  gint64 cases, failed;
  const char *reason, *where, *expected, *found, *exceptions;
} CheckRow;

static const PoplensColumn check_columns[] = {
    POPLENS_CELL (CheckRow, key, "Key", TEXT, DERIVED, "Key of the check"),
    POPLENS_CELL (CheckRow, title, "Title", TEXT, DERIVED,
                  "Rule that every report must satisfy; expandable to the first failures"),
    POPLENS_CELL (CheckRow, result, "Result", TEXT, DERIVED, "pass, fail or not-applicable"),
    POPLENS_CELL (CheckRow, cases, "Cases", COUNT, DERIVED, "Number of cases checked"),
    POPLENS_CELL (CheckRow, failed, "Failed", COUNT, DERIVED, "Number of failed cases"),
    POPLENS_CELL (CheckRow, reason, "Why not applicable", TEXT, DERIVED,
                  "Reason why no case was found; empty if the check applies"),
    POPLENS_CELL (CheckRow, where, "Where", TEXT, DERIVED,
                  "Item that breaks the rule, in the row of a failure"),
    POPLENS_CELL (CheckRow, expected, "Expected", TEXT, DERIVED,
                  "Expected value, in the row of a failure"),
    POPLENS_CELL (CheckRow, found, "Found", TEXT, FILE,
                  "Value in the file, in the row of a failure"),
    POPLENS_CELL (CheckRow, exceptions, "Accepted exceptions", TEXT, DERIVED,
                  "Cases that are accepted, and assumptions"),
};

static void
add_failures (PoplensRecords *rows, const PoplensCheck *check)
{
  for (guint f = 0; f < check->failures->len; f++) {
    const PoplensCheckFailure *failure = g_ptr_array_index (check->failures, f);
    CheckRow *row = poplens_records_add_at (rows, 1);
    row->key = poplens_records_text (rows, check->key);
    row->title = poplens_records_text (rows, check->title);
    row->where = poplens_records_text (rows, failure->where);
    row->expected = poplens_records_text (rows, failure->expected);
    row->found = poplens_records_text (rows, failure->found);
    if (failure->location)
      poplens_records_link (rows, "%s", failure->location);
  }
}

static void
add_check (PoplensRecords *rows, const PoplensCheck *check)
{
  CheckRow *row = poplens_records_add_at (rows, 0);

  row->key = poplens_records_text (rows, check->key);
  row->title = poplens_records_text (rows, check->title);
  row->result = poplens_check_result_name (check->result);
  row->cases = check->cases;
  row->failed = check->failed;
  row->reason = poplens_records_text (rows, check->reason);
  row->exceptions = poplens_records_text (rows, check->exceptions);
  add_failures (rows, check);
}

PoplensTable *
poplens_build_checks (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) checks = poplens_report_check (report, NULL, NULL, cancellable, error);
  PoplensRecords *rows;

  if (!checks)
    return NULL;
  rows = POPLENS_RECORDS (CheckRow, check_columns);
  /* List failed checks first. */
  for (guint passed = 0; passed < 2; passed++)
    for (guint i = 0; i < checks->len; i++) {
      const PoplensCheck *check = g_ptr_array_index (checks, i);
      if ((check->result != POPLENS_CHECK_FAIL) == passed)
        add_check (rows, check);
    }
  g_autofree char *summary = poplens_checks_summary (checks);
  g_autofree char *note =
      g_strdup_printf ("%s. At most %d failures of each check are listed, of archive.a all.",
                       summary, POPLENS_CHECK_MOST_FAILURES);
  PoplensTable *table = poplens_records_finish_tree (rows, "checks", "Consistency checks", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- balance --------------------------------------------------------------------------------- */

typedef struct {
  const char *what;
  gint64 excess, fullest, mean, most, most_tile;
  double most_by_mean;
  gint64 unused, total;
} ImbalanceRow;

static const PoplensColumn balance_columns[] = {
    POPLENS_CELL (ImbalanceRow, what, "Memory", TEXT, FILE,
                  "Memory including gaps, or a category of memory"),
    POPLENS_CELL (ImbalanceRow, excess, "Above mean", SIGNED_BYTES, DERIVED,
                  "Bytes on the fullest tile minus the mean"),
    POPLENS_CELL (ImbalanceRow, fullest, "Fullest tile", BYTES, FILE,
                  "Bytes on the fullest tile, or on the one that is selected"),
    POPLENS_CELL (ImbalanceRow, mean, "Mean", BYTES, DERIVED, "Mean bytes per tile, rounded down"),
    POPLENS_CELL (ImbalanceRow, most, "Maximum", BYTES, DERIVED, "Largest bytes on one tile"),
    POPLENS_CELL (ImbalanceRow, most_tile, "On tile", ID, DERIVED, "Tile with the most bytes"),
    POPLENS_CELL (ImbalanceRow, most_by_mean, "Max ÷ mean", NUMBER, DERIVED,
                  "Maximum divided by mean; 1 if spread evenly"),
    POPLENS_CELL (ImbalanceRow, unused, "Below maximum", BYTES, DERIVED,
                  "Maximum minus the bytes of each tile, summed over all tiles"),
    POPLENS_CELL (ImbalanceRow, total, "Total", BYTES, FILE, "Bytes over all tiles"),
};

PoplensTable *
poplens_build_memory_imbalance (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autoptr (GArray) balance = NULL;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  PoplensRecords *rows;
  PoplensTable *table;
  guint32 fullest;

  if (!memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  gboolean is_one = scope.tiles && scope.selection.n == 1;
  balance =
      poplens_insights_balance (memory, scope.selection.positions, scope.selection.n, &fullest);
  rows = POPLENS_RECORDS (ImbalanceRow, balance_columns);
  for (guint i = 0; i < balance->len; i++) {
    const PoplensBalance *b = &g_array_index (balance, PoplensBalance, i);
    gint64 mean = (gint64) b->mean;
    ImbalanceRow *row = poplens_records_add (rows);
    row->what =
        poplens_records_text (rows, b->category ? b->category->title : "Total, including gaps");
    row->excess = (gint64) b->fullest - mean;
    row->fullest = b->fullest;
    row->mean = mean;
    row->most = b->most;
    row->most_tile = b->most_tile;
    row->most_by_mean = (double) b->most / b->mean;
    row->unused = b->unused;
    row->total = b->total;
    poplens_records_link (rows, "memory?tile=%u", b->most_tile);
  }
  table = poplens_records_finish (rows, "memory-imbalance", "Memory imbalance", report);
  text =
      fullest == G_MAXUINT32
          ? NULL
          : g_strdup_printf (
                is_one ? "Tile %u against all tiles. Shared bytes count in the category of each "
                         "variable."
                       : "Fullest tile: %u. Shared bytes count in the category of each variable.",
                fullest);
  note = is_one ? g_steal_pointer (&text) : poplens_scope_note (&scope, text);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- findings -------------------------------------------------------------------------------- */

typedef struct {
  const char *key, *title, *area;
  gboolean actionable;
  const char *sentence, *cause, *subject;
  gint64 bytes, saves, tile, tile_saves, cycles;
  double share;
  const char *command, *dismissed, *location;
} FindingRow;

static const PoplensColumn finding_columns[] = {
    POPLENS_CELL (FindingRow, key, "Key", TEXT, DERIVED, "Identifier of the finding, for scripts"),
    POPLENS_CELL (FindingRow, title, "Title", TEXT, DERIVED, "Title of the finding"),
    POPLENS_CELL (FindingRow, area, "Area", TEXT, DERIVED, "memory or time"),
    POPLENS_CELL (FindingRow, actionable, "Can be changed", BOOL, DERIVED,
                  "Whether a change would save something or is necessary"),
    POPLENS_CELL (FindingRow, sentence, "Finding", TEXT, DERIVED,
                  "The finding in one sentence; bytes in binary units"),
    POPLENS_CELL (FindingRow, cause, "How to fix", TEXT, DERIVED, "Cause or remedy"),
    POPLENS_CELL (FindingRow, subject, "Subject", TEXT, FILE,
                  "Name of the variable, vertex type or exchange"),
    POPLENS_CELL (FindingRow, bytes, "Bytes", BYTES, DERIVED, "Bytes of the finding"),
    POPLENS_CELL (
        FindingRow, saves, "Saves at most", BYTES, DERIVED,
        "Maximum bytes freed over all tiles; empty for facts, and if bytes would only move"),
    POPLENS_CELL (FindingRow, tile, "On tile", ID, DERIVED, "Tile with the largest saving"),
    POPLENS_CELL (FindingRow, tile_saves, "On that tile", BYTES, DERIVED,
                  "Bytes freed on that tile"),
    POPLENS_CELL (FindingRow, cycles, "Saves cycles at most", CYCLES, DERIVED,
                  "Cycles that the program saves at most; those outside of it for a fact; empty "
                  "for findings on memory"),
    POPLENS_CELL (FindingRow, share, "Share of program", RATIO, DERIVED,
                  "These cycles as a share of the program time; empty for those outside of it"),
    POPLENS_CELL (FindingRow, command, "Command", TEXT, DERIVED,
                  "Command that prints these figures"),
    POPLENS_CELL (FindingRow, dismissed, "Dismissed", TEXT, ASSUMED,
                  "Reason for which the user dismissed the finding; stored outside the report"),
    POPLENS_CELL (FindingRow, location, "Location", TEXT, DERIVED, "Location that shows it"),
};

static void
add_memory_finding (PoplensRecords *rows, const PoplensFinding *finding, PoplensReport *report,
                    GHashTable *dismissed)
{
  g_autofree char *sentence = poplens_finding_sentence (finding, POPLENS_BYTE_UNIT_BINARY);
  g_autofree char *command = poplens_finding_command (finding, poplens_report_get_path (report));
  FindingRow *row = poplens_records_add (rows);

  row->key = poplens_records_text (rows, finding->key);
  row->title = poplens_records_text (rows, finding->title);
  row->sentence = poplens_records_text (rows, sentence);
  row->cause = poplens_records_text (rows, finding->cause);
  row->subject = poplens_records_text (rows, finding->subject);
  row->area = finding->cycles ? "time" : "memory";
  row->actionable = finding->kind == POPLENS_FINDING_SAVING || finding->kind == POPLENS_FINDING_BAD;
  if (finding->tile != G_MAXUINT32) {
    row->tile = finding->tile;
    row->tile_saves = finding->there;
  }
  if (finding->cycles) {
    row->cycles = (gint64) finding->cycles;
    if (!poplens_finding_is_outside (finding))
      row->share = finding->share;
  } else if (finding->bytes) {
    row->bytes = (gint64) finding->bytes;
  }
  if (finding->saves)
    row->saves = finding->saves;
  row->command = poplens_records_text (rows, command);
  row->dismissed = poplens_records_text (
      rows, poplens_dismissed_reason (dismissed, finding->key, finding->subject));
  row->location = poplens_records_text (rows, finding->location);
  poplens_records_link (rows, "%s", finding->location);
}

PoplensTable *
poplens_build_findings (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeFindings) time = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  PoplensInsightsInput input;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!poplens_insights_load (report, 0, &input, cancellable, error) ||
      !poplens_insights_load_time (report, &input, &time, cancellable, error) ||
      !poplens_insights_load_fit (report, &input, cancellable, error))
    return NULL;
  findings = poplens_insights_findings (&input);
  g_autoptr (GHashTable) dismissed = poplens_dismissed_read (report, cancellable);
  rows = POPLENS_RECORDS (FindingRow, finding_columns);
  for (guint i = 0; i < findings->len; i++)
    add_memory_finding (rows, g_ptr_array_index (findings, i), report, dismissed);
  table = poplens_records_finish (rows, "findings", "Findings", report);
  g_autofree char *said =
      poplens_scope_note_all (location, "Largest single saving first. Savings overlap and do not "
                                        "add up. Bytes are those of one replica.");
  poplens_table_set_note (table, said);
  return table;
}

/* ---- capacity -------------------------------------------------------------------------------- */

typedef struct {
  const char *of;
  gint64 ipu, tiles, used, used_including_gaps, capacity;
  double share, share_including_gaps;
  gint64 free, tiles_over, over_bytes, not_always_live_peak, step, program;
  const char *type, *name;
} CapacityRow;

static const PoplensColumn capacity_columns[] = {
    POPLENS_CELL (CapacityRow, of, "Scope", TEXT, DERIVED, "Replica, IPU or fullest tile"),
    POPLENS_CELL (CapacityRow, ipu, "IPU", ID, FILE, "Number of the IPU; empty for other rows",
                  .for_scripts = TRUE),
    POPLENS_CELL (CapacityRow, tiles, "Tiles", COUNT, FILE, "Number of tiles recorded"),
    POPLENS_CELL (CapacityRow, used, "Excl. gaps", BYTES, FILE,
                  "Bytes that variables cover, each counted once (memory_by_tile.total)"),
    POPLENS_CELL (CapacityRow, used_including_gaps, "Need", BYTES, FILE,
                  "Bytes up to the end of the highest variable of each tile"),
    POPLENS_CELL (CapacityRow, capacity, "Capacity", BYTES, DERIVED,
                  "Memory of these tiles (tiles × target_info.bytes_per_tile)"),
    POPLENS_CELL (CapacityRow, share, "Used", RATIO, DERIVED,
                  "Bytes excluding gaps as a share of the capacity"),
    POPLENS_CELL (CapacityRow, share_including_gaps, "Need, share", RATIO, DERIVED,
                  "Bytes including gaps as a share of the capacity"),
    POPLENS_CELL (CapacityRow, free, "Free", SIGNED_BYTES, DERIVED,
                  "Capacity minus bytes including gaps; negative for a tile over capacity"),
    POPLENS_CELL (CapacityRow, tiles_over, "Tiles over", COUNT, DERIVED,
                  "Number of tiles over capacity"),
    POPLENS_CELL (CapacityRow, over_bytes, "Over by", BYTES, DERIVED,
                  "Bytes that these tiles need beyond their capacity"),
    POPLENS_CELL (CapacityRow, not_always_live_peak, "Not-always-live peak", BYTES, FILE,
                  "Most not-always-live bytes at one step, all tiles of the IPU"),
    POPLENS_CELL (CapacityRow, step, "Step", ID, DERIVED, "First step with that peak"),
    POPLENS_CELL (CapacityRow, program, "Program", ID, FILE, "ID of the program of the step"),
    POPLENS_CELL (CapacityRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (CapacityRow, name, "Name", TEXT, FILE, "Name of the program"),
};

typedef struct {
  const PoplensLiveness *liveness; /* (nullable) */
  const PoplensPrograms *programs; /* (nullable) */
} CapacityParts;

/* Sets the cells about the peak of IPU @number. */
static void
add_ipu_peak (CapacityRow *row, guint32 number, const CapacityParts *parts)
{
  const PoplensLiveness *l = parts->liveness;
  guint32 step;

  row->ipu = number;
  for (guint32 i = 0; l && l->n_steps && i < l->n_ipus; i++) {
    if (l->ipu[i] != number)
      continue;
    row->not_always_live_peak = (gint64) poplens_liveness_ipu_peak (l, i, &step);
    row->step = step;
    row->program = l->program[step];
    row->type = poplens_program_type_text (parts->programs, l->program[step]);
    row->name = poplens_program_name_text (parts->programs, l->program[step]);
  }
}

/* Adds a row. @sums: FALSE if the file lacks some tiles: sums over tiles are then unknown */
static void
add_capacity_row (PoplensRecords *rows, const PoplensCapacity *c, gboolean sums,
                  const CapacityParts *peaks)
{
  g_autofree char *of = c->of == POPLENS_CAPACITY_REPLICA ? g_strdup ("Replica")
                        : c->of == POPLENS_CAPACITY_IPU
                            ? g_strdup_printf ("IPU %u", c->number)
                            : g_strdup_printf ("Fullest tile, %u", c->number);
  g_autofree char *link = c->of == POPLENS_CAPACITY_TILE
                              ? g_strdup_printf ("memory?tile=%u", c->number)
                              : g_strdup ("memory");
  CapacityRow *row = poplens_records_add (rows);

  row->of = poplens_records_text (rows, of);
  poplens_records_link (rows, "%s", link);
  if (c->of == POPLENS_CAPACITY_IPU)
    add_ipu_peak (row, c->number, peaks);
  if (!sums && c->of != POPLENS_CAPACITY_TILE)
    return;
  row->tiles = c->tiles;
  if (c->used_known)
    row->used = c->used;
  row->used_including_gaps = c->used_including_gaps;
  if (c->capacity) {
    row->capacity = c->capacity;
    if (c->used_known)
      row->share = (double) c->used / (double) c->capacity;
    row->share_including_gaps = (double) c->used_including_gaps / (double) c->capacity;
    row->free = c->capacity - c->used_including_gaps;
  }
  row->tiles_over = c->tiles_over;
  row->over_bytes = c->over_bytes;
}

PoplensTable *
poplens_build_memory_ipus (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  g_autoptr (GArray) capacity = NULL;
  gconstpointer target, liveness, programs;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!memory ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_LIVENESS, &liveness, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  const CapacityParts peaks = {liveness, programs};
  capacity = poplens_insights_capacity (memory, target);
  rows = POPLENS_RECORDS (CapacityRow, capacity_columns);
  for (guint i = 0; i < capacity->len; i++)
    add_capacity_row (rows, &g_array_index (capacity, PoplensCapacity, i), !memory->incomplete,
                      &peaks);
  table = poplens_records_finish (rows, "memory-ipus", "Capacity", report);
  g_autofree char *said = poplens_scope_note_all (
      location, "A tile fits if its memory including gaps is within its capacity.");
  const char *caveat = poplens_memory_caveat (memory);
  g_autofree char *note = g_strjoin (" ", said, caveat, NULL);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- histogram ------------------------------------------------------------------------------- */

typedef struct {
  gint64 from, to, tiles;
  double share;
  gint64 bytes;
} BinRow;

static const PoplensColumn bin_columns[] = {
    POPLENS_CELL (BinRow, from, "From", BYTES, DERIVED, "Lower bound of the range, included"),
    POPLENS_CELL (BinRow, to, "To", BYTES, DERIVED, "Upper bound of the range, excluded"),
    POPLENS_CELL (BinRow, tiles, "Tiles", COUNT, DERIVED, "Number of tiles in the range",
                  .total = TRUE),
    POPLENS_CELL (BinRow, share, "Share", RATIO, DERIVED, "Share of all tiles", .total = TRUE),
    POPLENS_CELL (BinRow, bytes, "Bytes", BYTES, FILE, "Total memory of these tiles",
                  .total = TRUE),
};

PoplensTable *
poplens_build_memory_histogram (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  gboolean gaps;
  g_autoptr (GArray) bins = NULL;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!memory)
    return NULL;
  /* If memory comes from archive.a, only bytes including gaps are known. */
  gaps = memory->from_archive || (location && poplens_location_get_bool (location, "gaps", FALSE));
  bins = poplens_insights_histogram (memory, gaps);
  rows = POPLENS_RECORDS (BinRow, bin_columns);
  for (guint i = 0; i < bins->len; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    BinRow *row = poplens_records_add (rows);
    row->from = bin->from;
    row->to = bin->to;
    row->tiles = bin->tiles;
    row->share = (double) bin->tiles / memory->n_tiles;
    row->bytes = bin->bytes;
    poplens_records_link (rows, "memory?order=use");
  }
  table = poplens_records_finish (rows, "memory-histogram", "Tiles by memory use", report);
  g_autofree char *said =
      poplens_scope_note_all (location, memory->from_archive ? "Bytes including gaps"
                                        : gaps               ? "Bytes including gaps"
                                                             : "Bytes excluding gaps");
  poplens_table_set_note (table, said);
  return table;
}
