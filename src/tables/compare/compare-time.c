/* Compares the time of two reports: their waterfalls by bar, and their critical paths by operation.
 */
#include "analysis/compare/compare-work.h"
#include "derived/compare/compare-time.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-location.h"
#include "tables/compare/compare-table.h"

static gboolean
load_compared_time (PoplensReport *report, const PoplensLocation *location,
                    PoplensCompareSource *source, PoplensComparedTime *time,
                    GCancellable *cancellable, GError **error)
{
  return poplens_compare_source_init (source, report, error) &&
         poplens_compared_time_load (source, location, time, cancellable, error);
}

/* ---- waterfall ------------------------------------------------------------------------------- */

typedef struct {
  const char *title, *bar, *what;
  gint64 cycles;
} BarRow;

static const PoplensColumn bar_columns[] = {
    POPLENS_CELL (BarRow, title, "Cause", TEXT, DERIVED, "Name of the bar"),
    POPLENS_CELL (BarRow, cycles, "Bar cycles", CYCLES, DERIVED,
                  "Cycles that the run saves without the cause, once causes removed before it are "
                  "gone; rounded so that bars add up to the total"),
    POPLENS_CELL (BarRow, what, "Meaning", TEXT, DERIVED, "Meaning of the bar"),
    POPLENS_CELL (BarRow, bar, "Key", TEXT, DERIVED, "Key of the bar", .for_scripts = TRUE),
};

static PoplensTable *
build_bars (const PoplensTimeSide *side, PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (BarRow, bar_columns);
  gint64 bars[POPLENS_N_BARS];

  poplens_compare_bars (side, bars);
  for (guint b = 0; b < POPLENS_N_BARS; b++) {
    BarRow *row = poplens_records_add (rows);
    row->title = poplens_time_bar_title (b);
    row->bar = poplens_time_bar_key (b);
    row->what = poplens_time_bar_doc (b);
    row->cycles = bars[b];
  }
  return poplens_records_finish (rows, "base", "Base", report);
}

static PoplensTable *
build_causes (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autofree char *scope = poplens_compared_time_scope_note (location);
  const char *caveat = NULL;
  PoplensComparedTime time;

  if (!load_compared_time (report, location, &source, &time, cancellable, error))
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    bases.of[s] = build_bars (&time.of[s], source.of[s]);
    caveat = caveat ? caveat : poplens_time_caveat (time.of[s].time);
  }
  g_autofree char *remark = g_strconcat (
      scope ? scope : "", " A bar is what the run saves without its cause, once others are gone.",
      caveat ? " " : "", caveat ? caveat : "", NULL);
  return poplens_compare_table_new (join, &bases, NULL, &source, location, remark);
}

const PoplensJoin poplens_join_time_causes = {.name = "time-causes",
                                              .title = "Causes of time",
                                              .things = "causes",
                                              .keys = "range",
                                              .build = build_causes,
                                              .shown = "title cycles what bar",
                                              .match = "bar",
                                              .adds = TRUE};

/* ---- critical path --------------------------------------------------------------------------- */

typedef struct {
  const char *cause, *class, *matched, *subject;
  gint64 cycles, executions, counts, speed, own;
  gint64 change; /* index of the change in the list of all changes */
} PathRow;

static const PoplensColumn path_columns[] = {
    POPLENS_CELL (
        PathRow, cause, "Cause", TEXT, DERIVED,
        "Operation or copy between IPUs, with numbers of layers as *, stream, or a class of "
        "time as a whole"),
    POPLENS_CELL (PathRow, class, "Class", TEXT, DERIVED,
                  "Class of time that binds the IPU meanwhile"),
    POPLENS_CELL (PathRow, cycles, "Path cycles", CYCLES, DERIVED,
                  "Cycles on the critical path: those that the cause held the run up"),
    POPLENS_CELL (PathRow, executions, "Executions", COUNT, DERIVED,
                  "Executed steps on the critical path, counted on each IPU"),
    POPLENS_CELL (PathRow, counts, "From executions", SIGNED_CYCLES, DERIVED,
                  "Part of the change from more or fewer executions, at the cycles of each before; "
                  "all of it for added, removed and ancestor",
                  .total = TRUE),
    POPLENS_CELL (PathRow, speed, "From speed", SIGNED_CYCLES, DERIVED,
                  "Part of the change from faster or slower executions; with From executions the "
                  "whole change",
                  .total = TRUE),
    POPLENS_CELL (PathRow, own, "Own change", SIGNED_CYCLES, DERIVED,
                  "Change of the cycles of all its executions on all IPUs, on the critical path or "
                  "not: 0 where only the path changed; empty for streams and classes, for several "
                  "operations (pattern, ancestor), and for one that another took the place of"),
    POPLENS_CELL (PathRow, matched, "Matched by", TEXT, DERIVED,
                  "exact: the same name; pattern: the same but for numbers; ancestor: the longest "
                  "common beginning of the path"),
    POPLENS_CELL (PathRow, subject, "Subject", TEXT, DERIVED,
                  "Operation, copy between IPUs or stream; empty for a class as a whole"),
    POPLENS_CELL (PathRow, change, "Number", ID, DERIVED, "Number of the cause, for the match"),
};

static void
link_path_step (PoplensRecords *rows, const PoplensTimeSide *side, guint32 row)
{
  const PoplensExecution *x = side->time->execution;
  g_autofree char *link =
      row == G_MAXUINT32 ? NULL : poplens_trace_step_link (x, x->row_step[row], NULL, TRUE);

  if (link)
    poplens_records_link (rows, "%s", link);
}

static void
add_path_change (PoplensRecords *rows, const PoplensPathChange *change, gint64 number,
                 const PoplensComparedWork *work, const PoplensTimeSide *side, guint s)
{
  gint64 own;
  PathRow *row = poplens_records_add (rows);

  row->class = poplens_bound_title (change->bound);
  if (*change->subject)
    row->subject = poplens_records_text (rows, change->subject);
  row->cause = row->subject ? row->subject : row->class;
  if (change->match != POPLENS_MATCHED_NOT)
    row->matched = poplens_path_match_key (change->match);
  row->cycles = (gint64) change->cycles[s];
  row->executions = (gint64) change->n[s];
  poplens_path_change_parts (change, &row->counts, &row->speed);
  if (poplens_compared_work_own (work, change, &own))
    row->own = own;
  row->change = number;
  link_path_step (rows, side, change->row[s]);
}

static PoplensTable *
build_path (const GPtrArray *changes, const PoplensComparedWork *work, const PoplensTimeSide *side,
            guint s, PoplensReport *report)
{
  PoplensRecords *rows = POPLENS_RECORDS (PathRow, path_columns);

  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    if (change->n[s])
      add_path_change (rows, change, c, work, side, s);
  }
  return poplens_records_finish (rows, "base", "Base", report);
}

static PoplensTable *
build_critical_path (const PoplensJoin *join, PoplensReport *report,
                     const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autofree char *scope = poplens_compared_time_scope_note (location);
  PoplensComparedTime time;

  if (!load_compared_time (report, location, &source, &time, cancellable, error))
    return NULL;
  g_autoptr (GPtrArray) changes = poplens_compare_paths (time.of);
  g_autoptr (PoplensComparedWork) work = poplens_compare_work (time.of);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_path (changes, work, &time.of[s], s, source.of[s]);
  g_autofree char *remark =
      g_strconcat (scope ? scope : "", " A cause has the cycles that it held the run up.", NULL);
  return poplens_compare_table_new (join, &bases, NULL, &source, location, remark);
}

const PoplensJoin poplens_join_critical_path = {
    .name = "critical-path",
    .title = "Critical path",
    .things = "causes",
    .keys = "range",
    .build = build_critical_path,
    .shown = "cause class cycles counts speed own executions matched subject",
    .match = "change",
    .adds = TRUE};
