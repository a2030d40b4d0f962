/* What programs of a thing do: executed steps, cycles, estimates, code. */
#include "tables/card/card-private.h"

#include "analysis/programs/program-tree.h"
#include "base/format.h"
#include "derived/programs/program-sums.h"

guint64
poplens_card_own_code (const PoplensPrograms *programs, const guint8 *in)
{
  guint64 bytes = 0;

  for (guint32 p = 0; p < programs->n; p++)
    if (in[p])
      bytes += poplens_program_own_code (programs, p);
  return bytes;
}

/* ---- executed ----------------------------------------------------------------------------------
 */

typedef struct {
  guint64 executed, tile_cycles, cycles;
  guint64 all_tile_cycles; /* of all programs */
  guint32 first;           /* row of the step */
} Work;

/* "4 steps on 2 IPUs": what cycles of programs are summed over. (transfer full) */
static char *
describe_steps (const PoplensExecution *x, const PoplensPrograms *programs, const guint8 *in,
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

static Work
add_up (const PoplensProgramSums *sums, const guint8 *in)
{
  Work work = {.first = POPLENS_NEVER_EXECUTED};

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
find_last (const PoplensExecution *x, const PoplensPrograms *programs, const guint8 *in)
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
add_step (PoplensCard *self, const PoplensExecution *x, guint32 step, const char *what)
{
  guint32 id = step < x->n_steps ? poplens_execution_step_id (x, step) : 0;
  g_autofree char *name = g_strdup_printf ("step %u", id);

  if (step < x->n_steps)
    poplens_card_add (self, what, name, 0, 0, g_strdup_printf ("trace?executed=%u", id));
}

/* "in 4 steps on 2 IPUs, 7.1 % of all programs" */
static void
add_tile_cycles (PoplensCard *self, const Work *work, const char *steps, const char *what,
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
add_executed (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
              const char *trace, const char *cycles)
{
  GError *error = NULL;
  g_autoptr (PoplensProgramSums) sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);

  poplens_card_take_error (self, error);
  if (!sums || !x)
    return;
  Work work = add_up (sums, in);
  if (!work.executed)
    return;
  g_autofree char *first =
      g_strdup_printf ("trace?executed=%u", poplens_execution_step_id (x, work.first));
  g_autofree char *steps = describe_steps (x, programs, in, work.executed);
  poplens_card_add (self, "Executed", steps, 0, 0, g_strdup (trace ? trace : first));
  add_step (self, x, work.first, "First executed");
  if (work.executed > 1)
    add_step (self, x, find_last (x, programs, in), "Last executed");
  add_tile_cycles (self, &work, steps, "Own tile cycles", cycles);
  if (work.cycles) {
    g_autofree char *detail = g_strdup_printf ("in %s", steps);
    poplens_card_add_value (self, "Own cycles", work.cycles, POPLENS_UNIT_CYCLES, detail,
                            g_strdup (cycles));
  }
}

/* ---- estimated ---------------------------------------------------------------------------------
 */

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

void
poplens_card_add_exchanged (PoplensCard *self, const PoplensPrograms *programs, guint32 row,
                            const char *what, guint64 bytes, const char *where)
{
  GError *error = NULL;
  g_autoptr (PoplensProgramSums) sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);
  g_autofree guint8 *in = g_new0 (guint8, programs->n);
  guint64 executed = sums && x ? sums->executed[row] : 0;

  poplens_card_take_error (self, error);
  in[row] = TRUE;
  g_autofree char *steps = executed ? describe_steps (x, programs, in, executed) : NULL;
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
  add_executed (self, programs, in, trace, cycles);
  add_estimates (self, in, self->found->location);
}

/* ---- with what is called -----------------------------------------------------------------------
 */

/* All executions of a function count, whoever calls it: the file does not tell them apart. */
static void
add_callee_cycles (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
                   const guint8 *reached, const char *where)
{
  GError *error = NULL;
  g_autoptr (PoplensProgramSums) sums =
      poplens_program_sums_get (self->report, self->cancellable, &error);

  poplens_card_take_error (self, error);
  if (!sums)
    return;
  const PoplensExecution *x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);
  Work own = add_up (sums, in), all = add_up (sums, reached);
  if (all.tile_cycles == own.tile_cycles || !x)
    return;
  g_autofree char *steps = describe_steps (x, programs, reached, all.executed);
  add_tile_cycles (self, &all, steps, "Tile cycles with callees", where);
}

void
poplens_card_add_callees (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in,
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
