/* Bookmarks of the user in the trace of a compilation, with what ran there. */
#include "analysis/trace/trace-costs.h"
#include "derived/parts.h"
#include "derived/programs/program-text.h"
#include "derived/trace/light-source.h"
#include "derived/trace/trace-location.h"
#include "tables/engine/builders.h"

enum { NUMBER, NOTE, FROM, TO, CYCLES, STEP, IPU, TYPE, NAME, NEXT };

static const PoplensColumnSpec columns[] = {
    [NUMBER] = {"number", "Number", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                "Number of the bookmark along the trace"},
    [NOTE] = {"note", "Note", POPLENS_UNIT_TEXT, POPLENS_FROM_ASSUMED,
              "Note of the user; stored outside the report"},
    [FROM] = {"from", "Cycle", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Cycle of the bookmark; the first cycle of a range"},
    [TO] = {"to", "To", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED, "End of the range, excluded"},
    [CYCLES] = {"cycles", "Length", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                "Cycles of the range"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
              "ID of the step in that cycle, on the shown IPU or on any; work steps before waits, "
              "then the longest"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "IPU of the step"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the program"},
    [NEXT] = {"next", "To next", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
              "Cycles from this bookmark to the next"},
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
  g_autofree char *range =
      mark->to > mark->from ? poplens_bookmark_name (mark->from, mark->to) : NULL;
  g_autoptr (PoplensLocation) selected = poplens_location_with (page, "range", range);
  g_autoptr (PoplensLocation) tab = poplens_location_with (selected, "tab", "trace-bookmarks");
  g_autoptr (PoplensLocation) begins = poplens_location_with_double (
      tab, "from", (double) (mark->from > beside ? mark->from - beside : 0));
  g_autoptr (PoplensLocation) ends =
      poplens_location_with_double (begins, "to", (double) (mark->to + beside));

  return poplens_location_to_string (ends);
}

static void
add_step (PoplensRows *rows, const PoplensExecution *x, const PoplensPrograms *programs,
          guint32 row)
{
  guint32 step = x->row_step[row], program = x->step_program[step];

  poplens_rows_int (rows, STEP, poplens_execution_step_id (x, step));
  poplens_rows_int (rows, IPU, x->row_ipu[row]);
  poplens_rows_text (rows, TYPE, poplens_execution_step_type (x, step));
  if (program != POPLENS_NO_PROGRAM)
    poplens_rows_text (rows, NAME, poplens_program_name_text (programs, program));
}

static void
add_row (PoplensRows *rows, const GPtrArray *list, guint i, const PoplensExecution *x, guint32 row,
         const PoplensLocation *location)
{
  const PoplensBookmark *mark = list->pdata[i];
  g_autofree char *link = link_of (mark, x, row, location);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, NUMBER, i + 1);
  poplens_rows_text (rows, NOTE, mark->note);
  poplens_rows_int (rows, FROM, (gint64) mark->from);
  if (mark->to > mark->from) {
    poplens_rows_int (rows, TO, (gint64) mark->to);
    poplens_rows_int (rows, CYCLES, (gint64) (mark->to - mark->from));
  }
  if (i + 1 < list->len)
    poplens_rows_int (rows, NEXT,
                      (gint64) (((PoplensBookmark *) list->pdata[i + 1])->from - mark->from));
  poplens_rows_link (rows, link);
}

/* Behind the note, where cycles are not those of the steps: of these nothing is said then. */
static const char *const clocks[] = {[POPLENS_BOOKMARKS_STEPS] = "",
                                     [POPLENS_BOOKMARKS_BLOCKS] =
                                         " Cycles are counted by the clock of each IPU.",
                                     [POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST] =
                                         " Cycles are counted from the first block of each IPU."};

PoplensTable *
poplens_build_trace_bookmarks (PoplensReport *report, const PoplensLocation *location,
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
  PoplensRows *rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < list->len; i++) {
    add_row (rows, list, i, x, found[i], location);
    if (clock == POPLENS_BOOKMARKS_STEPS && found[i] != G_MAXUINT32)
      add_step (rows, x, programs, found[i]);
  }
  PoplensTable *table = poplens_rows_finish (rows, "trace-bookmarks", "Bookmarks", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_set_note (table, note);
  return table;
}
