/* Bookmarks of the user in the trace of a compilation, with what ran there. */
#include "analysis/trace/trace-costs.h"
#include "derived/parts.h"
#include "derived/programs/program-location.h"
#include "derived/trace/light-source.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "tables/engine/builders.h"

typedef struct {
  gint64 number;
  const char *note;
  gint64 from, to, cycles, step, ipu;
  const char *type, *name;
  gint64 next;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, number, "Number", ID, DERIVED, "Number of the bookmark along the trace"),
    POPLENS_CELL (Row, note, "Note", TEXT, ASSUMED, "Note of the user; stored outside the report"),
    POPLENS_CELL (Row, from, "From", CYCLES, DERIVED,
                  "Cycle of the bookmark; the first cycle of a range"),
    POPLENS_CELL (Row, to, "To", CYCLES, DERIVED, "End of the range, excluded"),
    POPLENS_CELL (Row, cycles, "Cycles", CYCLES, DERIVED, "Cycles of the range"),
    POPLENS_CELL (Row, step, "Step", ID, FILE,
                  "ID of the step in that cycle, on the shown IPU or on any; work steps "
                  "before waits, then the longest"),
    POPLENS_CELL (Row, ipu, "IPU", ID, FILE, "IPU of the step"),
    POPLENS_CELL (Row, type, "Type", TEXT, FILE, "Type of the step, as named in steps.type"),
    POPLENS_CELL (Row, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (Row, next, "To next", CYCLES, DERIVED, "Cycles from this bookmark to the next"),
};

/* ---- what ran there ---------------------------------------------------------------------------
 */

/* First of @list at @cycle or behind it. */
static guint
first_at (const GPtrArray *list, guint64 cycle)
{
  guint low = 0, high = list->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (((PoplensBookmark *) list->pdata[middle])->from < cycle)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static guint64
length_of (const PoplensExecution *x, guint32 row)
{
  return poplens_execution_row_to (x, row) - x->row_from[row];
}

static gboolean
is_better (const PoplensExecution *x, guint32 row, guint32 than)
{
  gboolean waits;

  if (than == G_MAXUINT32)
    return TRUE;
  waits = poplens_trace_row_waits (x, row);
  if (waits != poplens_trace_row_waits (x, than))
    return !waits;
  return length_of (x, row) > length_of (x, than);
}

/* Of each bookmark a row of steps_by_ipu, or G_MAXUINT32. @ipu: -1: any. One pass. (transfer
 * full) */
static guint32 *
find_rows (const PoplensExecution *x, const GPtrArray *list, gint ipu)
{
  guint32 *found = g_new (guint32, MAX (list->len, 1));

  for (guint i = 0; i < list->len; i++)
    found[i] = G_MAXUINT32;
  for (guint32 row = 0; list->len && row < x->n_rows; row++) {
    if (x->row_from[row] == G_MAXUINT64 || (ipu >= 0 && x->row_ipu[row] != ipu))
      continue;
    /* One without length is drawn as one cycle. */
    guint64 end = MAX (poplens_execution_row_to (x, row), x->row_from[row] + 1);
    for (guint i = first_at (list, x->row_from[row]);
         i < list->len && ((PoplensBookmark *) list->pdata[i])->from < end; i++)
      if (is_better (x, row, found[i]))
        found[i] = row;
  }
  return found;
}

/* ---- rows -------------------------------------------------------------------------------------
 */

/* With the cycles around it in view: as much beside it as it is long, or as its step is. */
static char *
link_of (const PoplensBookmark *mark, const PoplensExecution *x, guint32 row,
         const PoplensLocation *location)
{
  guint64 length = mark->to > mark->from ? mark->to - mark->from
                   : row != G_MAXUINT32  ? length_of (x, row)
                                         : 0;
  guint64 beside = MAX (length, 100);
  g_autoptr (PoplensLocation) page = poplens_trace_chart_location (location);
  PoplensNumber range;
  poplens_trace_range_format (range, mark->from, mark->to);
  const char *const keys[][2] = {{"range", mark->to > mark->from ? range : NULL},
                                 {"tab", "bookmarks"}};
  g_autoptr (PoplensLocation) tab = poplens_location_with_pairs (page, keys, G_N_ELEMENTS (keys));
  g_autoptr (PoplensLocation) begins = poplens_location_with_double (
      tab, "from", (double) (mark->from > beside ? mark->from - beside : 0));
  g_autoptr (PoplensLocation) ends =
      poplens_location_with_double (begins, "to", (double) (mark->to + beside));

  return poplens_location_to_string (ends);
}

static void
add_step (PoplensRecords *rows, Row *record, const PoplensExecution *x,
          const PoplensPrograms *programs, guint32 row)
{
  guint32 step = x->row_step[row], program = x->step_program[step];

  record->step = poplens_execution_step_id (x, step);
  record->ipu = x->row_ipu[row];
  record->type = poplens_execution_step_type (x, step);
  if (program != POPLENS_NO_PROGRAM)
    record->name = poplens_program_name_text (programs, program);
}

static Row *
add_row (PoplensRecords *rows, const GPtrArray *list, guint i, const PoplensExecution *x,
         guint32 row, const PoplensLocation *location)
{
  const PoplensBookmark *mark = list->pdata[i];
  g_autofree char *link = link_of (mark, x, row, location);
  Row *record = poplens_records_add (rows);

  record->number = i + 1;
  record->note = poplens_records_text (rows, mark->note);
  record->from = mark->from;
  if (mark->to > mark->from) {
    record->to = mark->to;
    record->cycles = mark->to - mark->from;
  }
  if (i + 1 < list->len)
    record->next = ((PoplensBookmark *) list->pdata[i + 1])->from - mark->from;
  poplens_records_link (rows, "%s", link);
  return record;
}

/* Behind the note, where cycles are not those of the steps: of these nothing is said then. */
static const char *const clocks[] = {[POPLENS_BOOKMARKS_STEPS] = "",
                                     [POPLENS_BOOKMARKS_BLOCKS] =
                                         " Cycles are counted by the clock of each IPU.",
                                     [POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST] =
                                         " Cycles are counted from the first block of each IPU."};

PoplensTable *
poplens_build_bookmarks (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  gconstpointer target, programs;
  gint ipu;

  /* By the id in it they go. */
  if (!x || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_trace_location_ipu (location, x, &ipu, error))
    return NULL;
  PoplensBookmarkClock clock = poplens_trace_clock (location, x);
  g_autoptr (GPtrArray) list = poplens_bookmarks_read (report, clock);
  g_autofree guint32 *found = find_rows (x, list, ipu);
  g_autofree char *note =
      list->len ? g_strconcat ("Stored outside the report, by compilation ID. In the window F2 "
                               "edits a note and Delete removes a bookmark.",
                               clocks[clock], NULL)
                : g_strdup ("No bookmarks. Press K on the trace to add one.");
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < list->len; i++) {
    Row *record = add_row (rows, list, i, x, found[i], location);
    if (clock == POPLENS_BOOKMARKS_STEPS && found[i] != G_MAXUINT32)
      add_step (rows, record, x, programs, found[i]);
  }
  PoplensTable *table = poplens_records_finish (rows, "bookmarks", "Bookmarks", report);
  poplens_table_set_note (table, note);
  return table;
}
