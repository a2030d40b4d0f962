/* Rows of the cards of programs, compute sets and vertex types; rows on the cycles of programs. */
#include "analysis/liveness/live-step.h"
#include "analysis/programs/program-tree.h"
#include "base/format.h"
#include "derived/programs/program-sums.h"
#include "tables/card/card-private.h"

/* ---- work of some programs ------------------------------------------------------------------- */

guint64
poplens_card_own_code (const PoplensPrograms *programs, const guint8 *in)
{
  guint64 bytes = 0;

  for (guint32 p = 0; p < programs->n; p++)
    if (in[p])
      bytes += poplens_program_own_code (programs, p);
  return bytes;
}

/* ---- executed -------------------------------------------------------------------------------- */

typedef struct {
  guint64 executed, tile_cycles, cycles;
  guint64 all_tile_cycles; /* sum over all programs of the report */
  guint32 first;           /* row of the first executed step */
} ProgramWork;

/* Returns how many executed steps the sums cover, and on how many IPUs: "4 steps on 2 IPUs". @in:
 * [programs]: TRUE for the programs of these steps. (transfer full) */
static char *
describe_work_steps (const PoplensExecution *x, const PoplensPrograms *programs, const guint8 *in,
                     guint64 executed)
{
  g_autofree guint8 *seen = g_new0 (guint8, MAX (x->n_ipus, 1));
  PoplensNumber steps, ipus;
  guint64 n = 0;

  for (guint32 r = 0; r < x->n_rows && n < x->n_ipus; r++) {
    guint32 id = x->step_program[x->row_step[r]];
    if (seen[x->row_ipu[r]] || id == POPLENS_NO_PROGRAM)
      continue;
    guint32 row = poplens_programs_find (programs, id);
    seen[x->row_ipu[r]] = row != POPLENS_NO_ROW && in[row];
    n += seen[x->row_ipu[r]];
  }
  poplens_format_items (steps, executed, "step");
  return n > 1 ? g_strdup_printf ("%s on %s", steps, poplens_format_items (ipus, n, "IPU"))
               : g_strdup (steps);
}

static ProgramWork
sum_programs (const PoplensProgramSums *sums, const guint8 *in)
{
  ProgramWork work = {.first = POPLENS_NEVER_EXECUTED};

  for (guint32 p = 0; p < sums->n; p++) {
    work.all_tile_cycles += sums->tile_cycles[p];
    if (!in[p])
      continue;
    work.executed += sums->executed[p];
    work.tile_cycles += sums->tile_cycles[p];
    work.cycles += sums->cycles[p];
    work.first = MIN (work.first, sums->first[p]);
  }
  return work;
}

static guint32
find_last_step (const PoplensExecution *x, const PoplensPrograms *programs, const guint8 *in)
{
  for (guint32 step = x->n_steps; step--;) {
    guint32 row = x->step_program[step] == G_MAXUINT32
                      ? POPLENS_NO_ROW
                      : poplens_programs_find (programs, x->step_program[step]);
    if (row != POPLENS_NO_ROW && in[row])
      return step;
  }
  return POPLENS_NEVER_EXECUTED;
}

static void
add_executed_step (PoplensCard *self, const PoplensExecution *x, guint32 step, const char *what)
{
  guint32 id = step < x->n_steps ? poplens_execution_step_id (x, step) : 0;
  g_autofree char *name = g_strdup_printf ("step %u", id);

  if (step < x->n_steps)
    poplens_card_add (self, what, name, 0, 0, g_strdup_printf ("trace?executed=%u", id));
}

/* Adds a row with tile cycles and the detail "in 4 steps on 2 IPUs, 7.1 % of all programs". */
static void
add_tile_cycles (PoplensCard *self, const ProgramWork *work, const char *steps, const char *what,
                 const char *where)
{
  double all = (double) work->all_tile_cycles;
  PoplensNumber share;
  g_autofree char *detail =
      g_strdup_printf ("in %s, %s of all programs", steps,
                       poplens_format_percent (share, (double) work->tile_cycles / MAX (all, 1)));

  if (work->tile_cycles)
    poplens_card_add_value (self, what, work->tile_cycles, POPLENS_UNIT_CYCLES, detail,
                            g_strdup (where));
}

static void
add_executed_work (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
                   const char *trace, const char *cycles)
{
  GError *error = NULL;
  const PoplensProgramSums *sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);

  poplens_card_take_error (self, error);
  if (!sums || !x)
    return;
  ProgramWork work = sum_programs (sums, in);
  if (!work.executed)
    return;
  g_autofree char *first =
      g_strdup_printf ("trace?executed=%u", poplens_execution_step_id (x, work.first));
  g_autofree char *steps = describe_work_steps (x, programs, in, work.executed);
  poplens_card_add (self, "Executed", steps, 0, 0, g_strdup (trace ? trace : first));
  add_executed_step (self, x, work.first, "First executed");
  if (work.executed > 1)
    add_executed_step (self, x, find_last_step (x, programs, in), "Last executed");
  add_tile_cycles (self, &work, steps, "Own tile cycles", cycles);
  if (work.cycles) {
    g_autofree char *detail = g_strdup_printf ("in %s", steps);
    poplens_card_add_value (self, "Own cycles", work.cycles, POPLENS_UNIT_CYCLES, detail,
                            g_strdup (cycles));
  }
}

/* ---- estimated ------------------------------------------------------------------------------- */

static void
add_estimates (PoplensCard *self, const guint8 *in, const char *where)
{
  GError *error = NULL;
  g_autoptr (PoplensProgramEstimates) estimates =
      poplens_program_estimates_get (self->report, self->cancellable, &error);
  guint64 cycles = 0;

  poplens_card_take_error (self, error);
  for (guint32 p = 0; estimates && p < estimates->n; p++)
    if (in[p] && estimates->tile_cycles[p] != POPLENS_NOT_ESTIMATED)
      cycles += estimates->tile_cycles[p];
  if (cycles)
    poplens_card_add_value (self, "Estimated tile cycles", cycles, POPLENS_UNIT_CYCLES,
                            "per execution", g_strdup (where));
}

/* Adds a row: the bytes that the program at @row exchanges in all its executed steps. If no steps
 * were recorded, the row shows @bytes. @bytes: bytes in one execution. */
static void
card_add_exchanged (PoplensCard *self, const PoplensPrograms *programs, guint32 row,
                    const char *what, guint64 bytes, const char *where)
{
  GError *error = NULL;
  const PoplensProgramSums *sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);
  g_autofree guint8 *in = g_new0 (guint8, programs->n);
  guint64 executed = sums && x ? sums->executed[row] : 0;

  poplens_card_take_error (self, error);
  in[row] = TRUE;
  g_autofree char *steps = executed ? describe_work_steps (x, programs, in, executed) : NULL;
  g_autofree char *value = steps ? g_strdup_printf ("in %s", steps) : g_strdup ("per execution");
  if (bytes)
    poplens_card_add (self, what, value, (gint64) (bytes * MAX (executed, 1)), 0, g_strdup (where));
}

void
poplens_card_add_work (PoplensCard *self, const guint8 *in, const char *trace, const char *cycles)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);

  if (!programs || self->wrong)
    return;
  add_executed_work (self, programs, in, trace, cycles);
  add_estimates (self, in, self->found->location);
}

/* ---- including callees ----------------------------------------------------------------------- */

/* Adds a row with the cycles of the programs and their callees, in all executions. Cycles of a
 * function include calls by other programs, because the file does not record the caller. */
static void
add_callee_cycles (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
                   const guint8 *reached, const char *where)
{
  GError *error = NULL;
  const PoplensProgramSums *sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);

  poplens_card_take_error (self, error);
  if (!sums)
    return;
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);
  ProgramWork own = sum_programs (sums, in), all = sum_programs (sums, reached);
  if (all.tile_cycles == own.tile_cycles || !x)
    return;
  g_autofree char *steps = describe_work_steps (x, programs, reached, all.executed);
  add_tile_cycles (self, &all, steps, "Tile cycles with callees", where);
}

/* Adds rows on control code and cycles. Each is counted with and without the programs that are
 * contained or called. @where: link */
static void
card_add_callees (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
                  const char *where)
{
  g_autofree guint8 *reached = poplens_program_reach (programs, in);
  guint64 own = poplens_card_own_code (programs, in);
  guint64 all = poplens_card_own_code (programs, reached);

  poplens_card_add_bytes (self, "Own control code", own, g_strdup (where));
  if (all != own)
    poplens_card_add_bytes (self, "Control code with callees", all, g_strdup (where));
  add_callee_cycles (self, programs, in, reached, where);
}

/* ---- a vertex type --------------------------------------------------------------------------- */

#define MOST_USERS 4

/* Returns the location of the table of compute sets, filtered for one compute set. (transfer full)
 */
static char *
card_set_location (const char *name, guint64 id)
{
  g_autofree char *words = g_strdup_printf ("%s %" G_GUINT64_FORMAT, name, id);

  return poplens_finder_location ("memory?tab=compute-sets", "filter.compute-sets", words);
}

/* Adds a row for each of the compute sets with most vertices of the type. */
static void
add_type_users (PoplensCard *self, guint64 id)
{
  g_auto (PoplensCardCells) uses = {0};
  guint n = 0;

  poplens_card_cells_init (&uses, self, "vertex-types", "memory?by=compute-set");
  guint32 rows = uses.table ? poplens_table_n_rows (uses.table) : 0;
  int name = rows ? poplens_table_find_column (uses.table, "name") : -1;
  int number = rows ? poplens_table_find_column (uses.table, "id") : -1;
  gboolean is_its = FALSE;
  for (guint32 row = 0; row < rows; row++) {
    guint64 at = (guint64) poplens_table_get (uses.table, row, (guint) number).integer;
    const char *text = poplens_table_get (uses.table, row, (guint) name).text;
    if (!poplens_table_get_depth (uses.table, row))
      is_its = at == id;
    else if (is_its && n++ < MOST_USERS)
      poplens_card_add (self, "Used by", text, 0, 0, card_set_location (text, at));
  }
  if (n > MOST_USERS)
    poplens_card_add_items (
        self, "Used by", n, "compute set",
        poplens_finder_location ("memory?tab=compute-sets", "filter.compute-sets", NULL));
}

void
poplens_card_add_vertex_type (PoplensCard *self)
{
  static const struct {
    const char *column, *what;
  } facts[] = {{"instances", "Vertices"},
               {"state_bytes", "Own state"},
               {"size", "State per vertex"},
               {"code_bytes", "Code with functions called"}};
  g_auto (PoplensCardCells) types = {0};

  poplens_card_cells_init (&types, self, "vertex-types", "memory");
  poplens_card_cells_choose_text (&types, "vertex_type", self->found->title);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    poplens_card_add_cell (self, &types, facts[i].column, facts[i].what,
                           g_strdup (self->found->location));
  add_type_users (self, self->found->id);
}

#define MOST_EXCHANGES 4

/* ---- rows of compute sets and exchanges ------------------------------------------------------ */

/* Adds rows on the vertices and variables of program @id, which runs a compute set or an exchange.
 */
static void
add_program_content (PoplensCard *self, guint32 id)
{
  g_autofree char *at = g_strdup_printf ("programs?program=%u", id);
  g_autofree char *of = g_strdup_printf ("%s&by=program", at);
  g_auto (PoplensCardCells) vertices = {0};
  g_auto (PoplensCardCells) variables = {0};
  PoplensValue total = {0};

  poplens_card_cells_init (&vertices, self, "vertex-types", of);
  if (vertices.table) {
    int column = poplens_table_find_column (vertices.table, "vertices");
    poplens_card_add_number (self, "Vertex types", poplens_table_n_rows (vertices.table),
                             g_strdup_printf ("%s&tab=vertex-types", at));
    if (poplens_table_get_total (vertices.table, (guint) column, &total) &&
        total.type == POPLENS_VALUE_INT)
      poplens_card_add_number (self, "Vertices", (guint64) total.integer,
                               g_strdup_printf ("%s&tab=vertex-types", at));
  }
  poplens_card_cells_init (&variables, self, "program-variables", at);
  if (variables.table)
    poplens_card_add_items (self, "Variables", poplens_table_n_rows (variables.table), "name",
                            g_strdup_printf ("%s&tab=program-variables", at));
}

/* Adds a row: the live bytes at the liveness step of the program. */
static void
add_live_memory (PoplensCard *self, guint32 id)
{
  GError *error = NULL;
  const PoplensLiveness *l =
      poplens_report_load (self->report, POPLENS_PART_LIVENESS, self->cancellable, &error);

  poplens_card_take_error (self, error);
  for (guint32 step = 0; l && step < l->n_steps; step++)
    if (l->program[step] == id) {
      g_autofree char *name = g_strdup_printf ("at step %u, all tiles", step);
      poplens_card_add (self, "Live memory", name,
                        (gint64) (l->always_live + l->not_always_live[step]), 0,
                        g_strdup_printf ("liveness?step=%u", step));
      return;
    }
}

static const PoplensVertices *
load_vertices (PoplensCard *self)
{
  GError *error = NULL;
  const PoplensVertices *v =
      poplens_report_load (self->report, POPLENS_PART_VERTICES, self->cancellable, &error);

  poplens_card_take_error (self, error);
  return v;
}

/* ---- a program ------------------------------------------------------------------------------- */

static guint64
cell_bytes (const PoplensCardCells *details)
{
  int column = details->table ? poplens_table_find_column (details->table, "value") : -1;

  if (column < 0 || !details->rows->len)
    return 0;
  PoplensValue value =
      poplens_table_get (details->table, g_array_index (details->rows, guint32, 0), (guint) column);
  return value.type == POPLENS_VALUE_INT ? (guint64) value.integer : 0;
}

/* Adds rows on the bytes that the program exchanges. */
static void
add_moved (PoplensCard *self, const PoplensPrograms *programs, guint32 row, const char *at)
{
  static const struct {
    const char *key, *what;
  } moved[] = {{"sent_bytes", "Sent"}, {"received_bytes", "Received"}};
  g_autofree char *tiles = g_strconcat (at, "&tab=tile-costs", NULL);
  g_auto (PoplensCardCells) details = {0};

  poplens_card_cells_init (&details, self, "card", at);
  for (guint i = 0; i < G_N_ELEMENTS (moved); i++) {
    g_array_set_size (details.rows, 0);
    poplens_card_cells_choose_text (&details, "key", moved[i].key);
    card_add_exchanged (self, programs, row, moved[i].what, cell_bytes (&details), tiles);
  }
}

void
poplens_card_add_program (PoplensCard *self)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  /* Keys of recorded facts to skip: other rows of this card show them, summed over all executions
   * or with callees. */
  static const char *const told[] = {"name",
                                     "operation",
                                     "made_by",
                                     "debug_context",
                                     "own_control_code_bytes",
                                     "estimated_tile_cycles",
                                     "executions",
                                     "first_execution",
                                     "tile_cycles",
                                     "cycles",
                                     NULL};
  guint32 id = (guint32) self->found->id;
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
  g_autofree char *at = g_strdup_printf ("programs?program=%u", id);

  if (row == POPLENS_NO_ROW)
    return;
  g_autofree guint8 *in = g_new0 (guint8, programs->n);
  in[row] = TRUE;
  g_autofree char *trace = g_strdup_printf ("trace?program=%u", id);
  poplens_card_add_work (self, in, trace, at);
  card_add_callees (self, programs, in, at);
  add_moved (self, programs, row, at);
  add_program_content (self, id);
  add_live_memory (self, id);
  poplens_card_add_layer_of (self, poplens_programs_name (programs, row));
  guint64 debug = programs->debug_id[row];
  poplens_card_add_origin (self, &debug, 1, row, POPLENS_NO_VARIABLE,
                           g_strdup_printf ("%s&tab=contexts", at));
  poplens_card_add_recorded (self, at, told);
}

void
poplens_card_add_executed (PoplensCard *self)
{
  g_autofree char *at = g_strdup_printf ("trace?executed=%" G_GUINT64_FORMAT, self->found->id);

  poplens_card_add_recorded (self, at, NULL);
}

/* ---- a compute set --------------------------------------------------------------------------- */

/* Marks the programs that run the compute set in @in, and adds their number to *@n. Returns the row
 * of the first; POPLENS_NO_ROW: none. */
static guint32
find_set_programs (const PoplensPrograms *programs, guint32 set, guint8 *in, guint32 *n)
{
  guint32 first = POPLENS_NO_ROW;

  for (guint32 p = 0; p < programs->n; p++) {
    in[p] = programs->compute_set[p] == set;
    *n += in[p];
    first = in[p] && first == POPLENS_NO_ROW ? p : first;
  }
  return first;
}

/* Adds rows on vertex state and edges, as in the table of compute sets. */
static void
add_set_memory (PoplensCard *self, guint32 id)
{
  g_auto (PoplensCardCells) sets = {0};
  g_autofree char *where = card_set_location (self->found->title, id);

  poplens_card_cells_init (&sets, self, "compute-sets", "memory");
  poplens_card_cells_choose_id (&sets, "id", id);
  if (!sets.rows->len)
    return;
  poplens_card_add_cell (self, &sets, "total", "Own vertex state", g_strdup (where));
  poplens_card_add_cell (self, &sets, "edges", "Edges", g_strdup (where));
}

/* Adds rows on the exchanges that Poplar made for the compute set. Their names contain its ID:
 * "cs4_NAME/ExchangePre". */
static void
add_set_exchanges (PoplensCard *self, const PoplensPrograms *programs, guint32 id)
{
  g_autofree char *prefix = g_strdup_printf ("cs%u_", id);
  guint n = 0;

  for (guint32 p = 0; p < programs->n && n < MOST_EXCHANGES; p++) {
    const char *name = poplens_programs_name (programs, p);
    if (programs->kind[p] != POPLENS_PROGRAM_DO_EXCHANGE || !g_str_has_prefix (name, prefix))
      continue;
    poplens_card_add (self, "Exchange", name, 0, 0,
                      g_strdup_printf ("programs?program=%u", programs->id[p]));
    n++;
  }
}

void
poplens_card_add_compute_set (PoplensCard *self)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  const PoplensVertices *v = load_vertices (self);
  guint32 id = (guint32) self->found->id, n = 0;
  guint32 set = v ? poplens_vertices_find_compute_set (v, id) : G_MAXUINT32;

  add_set_memory (self, id);
  if (!programs || set == G_MAXUINT32)
    return;
  g_autofree guint8 *in = g_new0 (guint8, MAX (programs->n, 1));
  guint32 first = find_set_programs (programs, id, in, &n);
  if (first == POPLENS_NO_ROW)
    return;
  g_autofree char *at = g_strdup_printf ("programs?program=%u", programs->id[first]);
  poplens_card_add_number (self, "Programs", n, g_strdup (at));
  g_autofree char *trace = g_strdup_printf ("trace?program=%u", programs->id[first]);
  poplens_card_add_work (self, in, trace, at);
  card_add_callees (self, programs, in, at);
  add_program_content (self, programs->id[first]);
  add_set_exchanges (self, programs, id);
  add_live_memory (self, programs->id[first]);
  poplens_card_add_layer_of (self, self->found->title);
  guint64 debug = v->compute_set_debug_id[set];
  poplens_card_add_origin (self, &debug, 1, first, POPLENS_NO_VARIABLE,
                           g_strdup_printf ("%s&tab=contexts", at));
}
