/* Table of all facts about one program, which the location's key "program" selects. */
#include "analysis/programs/program-links.h"
#include "analysis/programs/program-tree.h"
#include "analysis/trace/trace-range.h"
#include "base/search.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-sums.h"
#include "report/report.h"
#include "tables/trace/trace-step.h"

/* ---- rows ------------------------------------------------------------------------------------ */

/* Maximum number of callers and of parents that are listed. If there are more, another row has
 * their number. */
#define MOST_LISTED 16

static void
add_linked_program (PoplensStepFacts *self, const char *key, const char *what, guint32 row,
                    const char *doc)
{
  guint32 id = self->programs->id[row];
  g_autofree char *link = poplens_program_link (self->programs, id);
  g_autofree char *title = poplens_program_title (self->programs, id);
  g_autofree char *text = g_strdup_printf ("%u, %s", id, title);

  poplens_step_add_text (self, 1, key, what, text, "recorded", doc);
  poplens_card_facts_link (self->rows, "%s", link);
}

/* ---- identity -------------------------------------------------------------------------------- */

static void
add_root_facts (PoplensStepFacts *self)
{
  const PoplensPrograms *p = self->programs;

  for (guint32 e = 0; e < p->n_control; e++)
    if (p->control_program[e] == p->id[self->program])
      poplens_step_add_int (self, 1, "entry_point", "Entry point", p->control_id[e],
                            POPLENS_UNIT_ID, "recorded",
                            "Number by which the engine starts the program");
  for (guint32 f = 0; f < p->n_functions; f++)
    if (p->function_program[f] == p->id[self->program])
      poplens_step_add_int (self, 1, "function", "Function", p->function_id[f], POPLENS_UNIT_ID,
                            "recorded", "Number by which calls refer to the program");
}

/* Adds facts on the programs that contain this program, and on those that call it. */
static void
add_above (PoplensStepFacts *self, const PoplensProgramLinks *links)
{
  guint32 n_parents, n_callers;
  const guint32 *parents = poplens_program_links_parents (links, self->program, &n_parents);
  const guint32 *callers = poplens_program_links_callers (links, self->program, &n_callers);

  for (guint32 i = 0; i < MIN (n_parents, MOST_LISTED); i++)
    add_linked_program (self, "parent", "Part of", parents[i],
                        "Program that contains this program");
  if (n_parents > MOST_LISTED)
    poplens_step_add_int (self, 1, "parents", "Parents", n_parents, POPLENS_UNIT_COUNT, "recorded",
                          "Number of programs that contain this program");
  for (guint32 i = 0; i < MIN (n_callers, MOST_LISTED); i++)
    add_linked_program (self, "caller", "Called by", callers[i], "Program that calls this program");
  if (n_callers > MOST_LISTED)
    poplens_step_add_int (self, 1, "callers", "Callers", n_callers, POPLENS_UNIT_COUNT, "recorded",
                          "Number of programs that call this program");
}

/* Sorts tile numbers, and returns them as a set. @values: guint64. (transfer full) */
static PoplensTileSet *
tile_set_of_values (GArray *values)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  g_array_sort (values, poplens_compare_u64);
  for (guint i = 0; i < values->len; i++) {
    guint32 tile = (guint32) MIN (g_array_index (values, guint64, i), G_MAXUINT32 - 1);
    PoplensTileRange *last =
        ranges->len ? &g_array_index (ranges, PoplensTileRange, ranges->len - 1) : NULL;
    PoplensTileRange range = {tile, tile};
    if (last && tile <= last->last + 1)
      last->last = MAX (last->last, tile);
    else
      g_array_append_val (ranges, range);
  }
  return poplens_tile_set_new ((const PoplensTileRange *) (gpointer) ranges->data, ranges->len);
}

static void
add_tiles_fact (PoplensStepFacts *self)
{
  g_autoptr (GArray) values = poplens_lists_values (self->programs->tiles, self->program);
  g_autoptr (PoplensTileSet) tiles = tile_set_of_values (values);
  g_autofree char *text = poplens_tile_set_to_string (tiles);
  poplens_step_add_int (self, 1, "tiles", "Tiles", values->len, POPLENS_UNIT_COUNT, "recorded",
                        "Number of tiles that take part");
  poplens_step_add_text (self, 1, "tile_list", "Tile numbers", text, "recorded",
                         "Numbers of these tiles");
}

static void
add_kind_facts (PoplensStepFacts *self)
{
  const PoplensPrograms *p = self->programs;
  guint32 row = self->program, callee = poplens_program_callee (p, row, NULL);

  switch ((PoplensProgramKind) p->kind[row]) {
  case POPLENS_PROGRAM_REPEAT:
    if (p->detail[row] >= 0)
      poplens_step_add_int (self, 1, "repeat_count", "Repeats", (guint64) p->detail[row],
                            POPLENS_UNIT_COUNT, "recorded",
                            "Number of repetitions of its contents");
    else
      poplens_step_add_text (self, 1, "repeat_count", "Repeats", "decided at run time", "recorded",
                             "Number of repetitions of its contents");
    break;
  case POPLENS_PROGRAM_CALL:
    if (p->detail[row] >= 0)
      poplens_step_add_int (self, 1, "calls", "Calls function", (guint64) p->detail[row],
                            POPLENS_UNIT_ID, "recorded", "Number of the called function");
    if (callee != POPLENS_NO_ROW)
      add_linked_program (self, "callee", "Called program", callee,
                          "Program of the called function");
    break;
  case POPLENS_PROGRAM_SYNC:
    poplens_step_add_text (self, 1, "sync", "Sync",
                           poplens_strings_get (p->strings, p->detail_text[row]), "recorded",
                           "Kind of the sync");
    break;
  case POPLENS_PROGRAM_SANS:
  case POPLENS_PROGRAM_SYNC_ANS:
    add_tiles_fact (self);
    break;
  default:
    break;
  }
}

/* ---- costs ----------------------------------------------------------------------------------- */

static void
add_code_facts (PoplensStepFacts *self)
{
  const PoplensPrograms *p = self->programs;
  g_autoptr (GArray) children = poplens_lists_values (p->children, self->program);
  g_autoptr (GArray) tiles = poplens_lists_values (p->control_code, self->program);
  guint64 most = 0;

  for (guint t = 0; t < tiles->len; t++)
    most = MAX (most, g_array_index (tiles, guint64, t));
  if (children->len)
    poplens_step_add_int (self, 1, "children", "Children", children->len, POPLENS_UNIT_COUNT,
                          "recorded", "Number of direct children");
  if (poplens_lists_is_absent (p->control_code, self->program))
    return;
  poplens_step_add_int (self, 1, "control_code_bytes", "Control code",
                        poplens_lists_sum (p->control_code, self->program), POPLENS_UNIT_BYTES,
                        "recorded",
                        "Bytes of control code of the program and its children on all tiles");
  poplens_step_add_int (self, 2, "own_control_code_bytes", "Own",
                        poplens_program_own_code (p, self->program), POPLENS_UNIT_BYTES, "derived",
                        "Bytes of control code without the children");
  poplens_step_add_int (self, 2, "most_control_code_bytes", "Largest on one tile", most,
                        POPLENS_UNIT_BYTES, "recorded", "Largest bytes on one tile");
}

/* Adds facts on the compiler's estimates of cycles. FALSE with @error. */
static gboolean
add_estimate_facts (PoplensStepFacts *self, GError **error)
{
  g_autoptr (PoplensProgramEstimates) estimates =
      poplens_program_estimates_of (self->report, self->programs, self->cancellable, error);

  if (!estimates)
    return FALSE;
  if (estimates->tile_cycles[self->program] == POPLENS_NOT_ESTIMATED)
    return TRUE;
  poplens_step_add_int (self, 1, "estimated_tile_cycles", "Estimated tile cycles",
                        estimates->tile_cycles[self->program], POPLENS_UNIT_CYCLES, "estimated",
                        "Compiler's cycle estimate for one execution, all tiles");
  poplens_step_add_int (self, 1, "estimated_cycles", "Estimated cycles",
                        estimates->longest[self->program], POPLENS_UNIT_CYCLES, "estimated",
                        "Compiler's cycle estimate for the longest tile of each IPU");
  return TRUE;
}

/* Adds facts on executions and their measured cycles. FALSE with @error. */
static gboolean
add_execution_facts (PoplensStepFacts *self, const PoplensProgramLinks *links, GError **error)
{
  const PoplensProgramSums *sums = NULL;
  g_autofree char *all = g_strdup_printf ("trace?program=%u", self->programs->id[self->program]);
  guint64 below;

  if (poplens_report_get_absence (self->report, POPLENS_PART_EXECUTION))
    return TRUE;
  if (!(sums = poplens_program_sums_get (self->report, self->cancellable, error)))
    return FALSE;
  guint32 row = self->program, first = sums->first[row];
  poplens_step_add_int (self, 1, "executions", "Executed", sums->executed[row], POPLENS_UNIT_COUNT,
                        "recorded", "Number of executed steps of this program");
  if (first != POPLENS_NEVER_EXECUTED)
    poplens_card_facts_link (self->rows, "%s", all);
  if ((below = poplens_program_links_sum_below (links, row)) > 0) {
    poplens_step_add_int (self, 1, "executions_below", "Executed below", below, POPLENS_UNIT_COUNT,
                          "recorded",
                          "Number of executed steps of everything that the program holds");
    poplens_card_facts_link (self->rows, "%s", all);
  }
  if (first == POPLENS_NEVER_EXECUTED)
    return TRUE;
  const PoplensExecution *x =
      poplens_report_load_execution (self->report, self->cancellable, error);
  if (!x)
    return FALSE;
  guint32 id = poplens_execution_step_id (x, first);
  const char *measure = poplens_step_source_name (poplens_step_source (x, first));
  poplens_step_add_int (self, 2, "first_execution", "First execution", id, POPLENS_UNIT_ID,
                        "recorded", "First executed step of this program");
  poplens_card_facts_link (self->rows, "trace?executed=%u", id);
  poplens_step_add_int (self, 2, "tile_cycles", "Tile cycles", sums->tile_cycles[row],
                        POPLENS_UNIT_CYCLES, measure, "Cycles of all tiles in all executions");
  poplens_step_add_int (self, 2, "cycles", "Cycles", sums->cycles[row], POPLENS_UNIT_CYCLES,
                        measure, "Cycles of the longest tile of each IPU in all executions");
  return TRUE;
}

static void
add_bytes_fact (PoplensStepFacts *self, const PoplensLists *lists, guint32 row, const char *key,
                const char *what, const char *doc)
{
  g_autofree char *most_key = g_strconcat ("most_", key, NULL);

  if (!lists || row >= poplens_lists_n_rows (lists) || poplens_lists_is_absent (lists, row))
    return;
  g_autoptr (GArray) tiles = poplens_lists_values (lists, row);
  guint64 most = 0, taking = 0;
  for (guint t = 0; t < tiles->len; t++) {
    most = MAX (most, g_array_index (tiles, guint64, t));
    taking += g_array_index (tiles, guint64, t) > 0;
  }
  poplens_step_add_int (self, 1, key, what, poplens_lists_sum (lists, row), POPLENS_UNIT_BYTES,
                        "recorded", doc);
  poplens_step_add_int (self, 2, most_key, "Largest on one tile", most, POPLENS_UNIT_BYTES,
                        "recorded", "Largest bytes on one tile");
  poplens_step_add_int (self, 2, "tiles", "Tiles", taking, POPLENS_UNIT_COUNT, "recorded",
                        "Number of tiles with any");
}

static void
add_exchanged (PoplensStepFacts *self)
{
  guint32 row;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->programs, self->program, &row);

  if (!table)
    return;
  add_bytes_fact (self, table->sent, row, "sent_bytes", "Sent per execution",
                  "Bytes that tiles send in the exchange");
  add_bytes_fact (self, table->received, row, "received_bytes", "Received per execution",
                  "Bytes that tiles receive in the exchange");
}

/* ---- the table ------------------------------------------------------------------------------- */

static gboolean
add_program_facts (PoplensStepFacts *self, GError **error)
{
  const PoplensPrograms *p = self->programs;
  guint32 row = self->program;
  g_autoptr (PoplensProgramLinksKept) kept =
      poplens_program_links_of (self->report, p, self->cancellable, error);

  if (!kept)
    return FALSE;
  poplens_step_add_int (self, 0, "program", "Program", p->id[row], POPLENS_UNIT_ID, "recorded",
                        "ID of the program (programs.id)");
  poplens_step_add_text (self, 1, "type", "Type",
                         poplens_strings_get (p->strings, p->type_name[row]), "recorded",
                         "Type of the program, as named in program_types");
  poplens_step_add_text (self, 1, "name", "Name", poplens_programs_name (p, row), "recorded",
                         "Name of the program, else of the compute set or the streams");
  poplens_step_add_chain (self, 1, p->debug_id[row]);
  add_kind_facts (self);
  add_root_facts (self);
  add_above (self, kept->links);
  add_code_facts (self);
  if (!add_estimate_facts (self, error) ||
      (!p->is_other && !add_execution_facts (self, kept->links, error)))
    return FALSE;
  if (!p->is_other)
    poplens_step_add_places (self, p->id[row]);
  poplens_step_add_content (self);
  add_exchanged (self);
  return TRUE;
}

PoplensTable *
poplens_build_card_of_program (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  PoplensStepFacts self = {.report = report, .cancellable = cancellable};

  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, error);

  if (!programs || !poplens_step_load_parts (&self, error))
    return NULL;
  self.programs = programs;
  if (!poplens_program_of_location (self.programs, location, &self.program, error))
    return NULL;
  /* Use debug.cbor only if it is loaded. The table of debug contexts waits until it is. */
  self.debug = poplens_debug_at_hand (report, cancellable);
  self.rows = poplens_card_facts_new ();
  if (self.program != POPLENS_NO_ROW && !add_program_facts (&self, error)) {
    poplens_records_free (self.rows);
    return NULL;
  }
  g_autofree char *note = poplens_program_note (self.programs, location, self.program);
  PoplensTable *table = poplens_card_facts_finish (self.rows, "Program", report);
  poplens_table_set_note (table, note);
  return table;
}
