/* Checks of executed steps against their programs, and of the program tree, its control code and
 * its order of steps. */
#include "analysis/check/check-private.h"
#include "analysis/check/check-rules.h"
#include "analysis/insights/insights.h"

/* ---- programs of steps ----------------------------------------------------------------------- */

/* Kinds of steps, each with the kind of its program. .column: (nullable): ID that a step and its
 * program must share, such as the compute set. */
static const struct {
  PoplensStepKind step;
  PoplensProgramKind program;
  const char *column;
} kinds[] = {
    {POPLENS_STEP_ON_TILE_EXECUTE, POPLENS_PROGRAM_ON_TILE_EXECUTE, "compute_set"},
    {POPLENS_STEP_DO_EXCHANGE, POPLENS_PROGRAM_DO_EXCHANGE, "exchange"},
    {POPLENS_STEP_GLOBAL_EXCHANGE, POPLENS_PROGRAM_GLOBAL_EXCHANGE, "inter_ipu_exchange"},
    {POPLENS_STEP_STREAM_COPY_BEGIN, POPLENS_PROGRAM_STREAM_COPY_BEGIN, NULL},
    {POPLENS_STEP_STREAM_COPY_MID, POPLENS_PROGRAM_STREAM_COPY_MID, "host_exchange"},
    {POPLENS_STEP_STREAM_COPY_END, POPLENS_PROGRAM_STREAM_COPY_END, NULL},
};

/* Returns the index of @kind in kinds. G_N_ELEMENTS (kinds) for a sync or an unknown kind. */
static guint
find_kind (PoplensStepKind kind)
{
  guint k = 0;

  while (k < G_N_ELEMENTS (kinds) && kinds[k].step != kind)
    k++;
  return k;
}

static void
check_recorded_programs (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;

  for (guint32 s = 0; s < e->n_steps; s++) {
    if (find_kind (poplens_execution_step_kind (e, s)) == G_N_ELEMENTS (kinds) ||
        poplens_check_that (run, CHECK_STEP_PROGRAMS, e->step_program[s] != G_MAXUINT32))
      continue;
    poplens_check_fail (run, CHECK_STEP_PROGRAMS, "a program", "none", "step %u, %s",
                        poplens_execution_step_id (e, s), poplens_execution_step_type (e, s));
    poplens_check_link (run, CHECK_STEP_PROGRAMS,
                        "trace?executed=", poplens_execution_step_id (e, s));
  }
}

/* Returns the ID of the compute set or exchange in @row. @kind: kind of the step */
static guint32
get_variant (const PoplensScanStepProgram *row, PoplensStepKind kind)
{
  switch (kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
    return row->compute_set;
  case POPLENS_STEP_DO_EXCHANGE:
    return row->exchange;
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return row->inter_ipu_exchange;
  default:
    return row->host_exchange;
  }
}

static void
fail_step (PoplensCheckRun *run, const PoplensScanStepProgram *row, const char *expected,
           const char *found, const char *what)
{
  poplens_check_fail (run, CHECK_STEP_PROGRAMS, expected, found, "step %u, %s", row->step, what);
  poplens_check_link (run, CHECK_STEP_PROGRAMS, "trace?executed=", row->step);
}

/* Checks that a step and its program agree. Ignores a missing program, which is a failure of the
 * check execution-references. */
static void
check_variant (PoplensCheckRun *run, const PoplensScanStepProgram *row, PoplensStepKind kind)
{
  const PoplensPrograms *p = run->programs;
  guint k = find_kind (kind);
  guint32 program = poplens_programs_find (p, row->program);
  g_autofree char *expected = NULL, *found = NULL;

  if (k == G_N_ELEMENTS (kinds) || program == POPLENS_NO_ROW)
    return;
  if (!poplens_check_that (run, CHECK_STEP_PROGRAMS, p->kind[program] == kinds[k].program)) {
    found = g_strdup_printf ("program %u (unknown)", row->program);
    fail_step (run, row, "a program of its type", found, "program");
    return;
  }
  if (!kinds[k].column)
    return;
  guint32 its =
      kind == POPLENS_STEP_ON_TILE_EXECUTE ? p->compute_set[program] : p->variant_index[program];
  guint32 says = get_variant (row, kind);
  if (its == POPLENS_NO_ROW || poplens_check_that (run, CHECK_STEP_PROGRAMS, says == its))
    return;
  expected = g_strdup_printf ("%u, as program %u has", its, row->program);
  found = says == G_MAXUINT32 ? g_strdup ("none") : g_strdup_printf ("%u", says);
  fail_step (run, row, expected, found, kinds[k].column);
}

/* Checks that the row of each step names the compute set or exchange that its program has. */
static void
check_step_variants (PoplensCheckRun *run)
{
  const PoplensExecution *e = run->execution;
  guint32 s = 0;

  /* IDs of programs are not unique if .ambiguous. */
  if (!run->programs || run->programs->ambiguous || !run->programs->n)
    return;
  for (guint64 key = 0; key != POPLENS_NO_SLICE && s < e->n_steps;) {
    g_autoptr (PoplensSlice) slice =
        poplens_check_slice (run, CHECK_STEP_PROGRAMS, POPLENS_SLICE_SCAN_STEP_PROGRAMS, key);
    if (!slice || !poplens_check_go_on (run, s, e->n_steps))
      return;
    for (guint32 i = 0; i < slice->n && s < e->n_steps; i++) {
      const PoplensScanStepProgram *row = &slice->scan_step_programs[i];
      while (s < e->n_steps && poplens_execution_step_id (e, s) < row->step)
        s++;
      if (s < e->n_steps && poplens_execution_step_id (e, s) == row->step)
        check_variant (run, row, poplens_execution_step_kind (e, s));
    }
    key = slice->next;
  }
}

void
poplens_check_step_programs (PoplensCheckRun *run)
{
  check_recorded_programs (run);
  check_step_variants (run);
}

/* ---- program tree ---------------------------------------------------------------------------- */

static guint32
find_program (const PoplensPrograms *p, guint64 id)
{
  return id < G_MAXUINT32 ? poplens_programs_find (p, (guint32) id) : POPLENS_NO_ROW;
}

/* Checks that program 0 and functions have no parent, and that every other program has one. */
static void
check_parents (PoplensCheckRun *run)
{
  const PoplensPrograms *p = run->programs;
  g_autofree guint32 *parents = g_new0 (guint32, p->n + 1);
  g_autofree guint32 *most = g_new (guint32, p->n + 1);

  for (guint32 r = 0; r < p->n && poplens_check_go_on (run, 0, 0); r++) {
    g_autoptr (GArray) children = poplens_lists_values (p->children, r);
    most[r] = p->id[r] != 0;
    for (guint i = 0; i < children->len; i++) {
      guint32 row = find_program (p, g_array_index (children, guint64, i));
      if (row != POPLENS_NO_ROW)
        parents[row]++;
    }
  }
  for (guint32 f = 0; f < p->n_functions; f++) {
    guint32 row = poplens_programs_find (p, p->function_program[f]);
    if (row != POPLENS_NO_ROW)
      most[row] = 0;
  }
  if (!run->error)
    poplens_check_hold (run, RULES_PARENTS,
                        &(PoplensCheckMade){.parents = parents, .most_parents = most}, NULL);
}

/* TRUE if @program is an exchange, but the report records no exchanges. */
static gboolean
is_unrecorded_exchange (const PoplensCheckRun *run, guint32 program)
{
  guint32 row = poplens_programs_find (run->programs, program);

  return !run->input->parts[POPLENS_PART_EXCHANGES] &&
         !(run->input->refused & POPLENS_PART_BIT (POPLENS_PART_EXCHANGES)) &&
         row != POPLENS_NO_ROW &&
         poplens_program_exchange (run->programs, row) != POPLENS_N_EXCHANGE_KINDS;
}

static void
check_variants (PoplensCheckRun *run)
{
  static const char *const found[] = {
      [POPLENS_VARIANT_NO_TYPE] = "a type missing in program_types",
      [POPLENS_VARIANT_NO_TABLE] = "a row, but the type has no table",
      [POPLENS_VARIANT_MISSING] = "no such row",
  };
  g_autoptr (PoplensSlice) slice =
      poplens_check_slice (run, CHECK_PROGRAM_VARIANTS, POPLENS_SLICE_SCAN_VARIANTS, 0);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensScanVariant *row = &slice->scan_variants[i];
    gboolean good = row->state == POPLENS_VARIANT_FOUND ||
                    (row->state == POPLENS_VARIANT_NO_TABLE && row->index == G_MAXUINT32);
    if (row->state == POPLENS_VARIANT_MISSING && is_unrecorded_exchange (run, row->program))
      continue;
    if (poplens_check_that (run, CHECK_PROGRAM_VARIANTS, good))
      continue;
    g_autofree char *what = row->index == G_MAXUINT32
                                ? g_strdup ("variant_index NULL")
                                : g_strdup_printf ("variant_index %u", row->index);
    poplens_check_fail (run, CHECK_PROGRAM_VARIANTS, "a row of the table of its type, or none",
                        found[row->state], "program %u, type %u, %s", row->program, row->type,
                        what);
    poplens_check_link (run, CHECK_PROGRAM_VARIANTS, "programs?program=", row->program);
  }
}

/* ---- control code ---------------------------------------------------------------------------- */

/* Returns the length of the longest list of control code. Each list has one value per tile. */
static gsize
code_length (const PoplensPrograms *p)
{
  gsize n = 0;

  for (guint32 r = 0; r < p->n; r++)
    n = MAX (n, poplens_lists_length (p->control_code, r));
  return n;
}

static void
check_code (PoplensCheckRun *run, guint32 row, guint64 *own, guint64 *below, gsize n)
{
  const PoplensPrograms *p = run->programs;
  g_autoptr (GArray) children = poplens_lists_values (p->children, row);

  for (gsize t = 0; t < n; t++)
    below[t] = 0;
  for (guint i = 0; i < children->len && poplens_check_go_on (run, 0, 0); i++) {
    guint32 child = find_program (p, g_array_index (children, guint64, i));
    if (child != POPLENS_NO_ROW)
      poplens_lists_accumulate (p->control_code, child, below, n);
  }
  poplens_lists_read (p->control_code, row, own, n);
  poplens_check_hold (run, RULES_CONTROL_CODE,
                      &(PoplensCheckMade){.n = (guint32) n, .own_code = own, .code_below = below},
                      &(PoplensCheckScope){"program", p->id[row], "programs?program="});
}

static void
check_control_code (PoplensCheckRun *run)
{
  const PoplensPrograms *p = run->programs;
  gsize n = code_length (p);
  g_autofree guint64 *own = g_new (guint64, MAX (n, 1));
  g_autofree guint64 *below = g_new (guint64, MAX (n, 1));

  for (guint32 r = 0; r < p->n && poplens_check_go_on (run, r, p->n); r++)
    if (!poplens_lists_is_absent (p->control_code, r) && poplens_lists_length (p->children, r))
      check_code (run, r, own, below, n);
  if (!n)
    poplens_check_none (run, CHECK_CONTROL_CODE, "No program has control code.");
}

void
poplens_check_program_tree (PoplensCheckRun *run)
{
  const PoplensPrograms *p = run->programs;

  if (p->ambiguous) {
    poplens_check_none_at_all (run,
                               "The profile has several compilation steps: IDs are ambiguous.");
    return;
  }
  poplens_check_hold (run, RULES_PROGRAM_IDS, NULL, NULL);
  poplens_check_hold_lists (run, RULES_CHILDREN, p->children, p->id, p->n, "program",
                            "programs?program=");
  check_parents (run);
  check_variants (run);
  check_control_code (run);
}

/* ---- order of steps -------------------------------------------------------------------------- */

/* Children of all programs, in one array. */
typedef struct {
  GArray *ids;    /* guint64: program IDs */
  guint32 *first; /* [n + 1] by row of a program: index in .ids of its first child */
} Children;

/* An ancestor of the program that walk () visits. */
typedef struct {
  guint32 step;
  guint32 next, end; /* range of its remaining children in .ids */
} ProgramAncestor;

static void
children_init (Children *self, const PoplensPrograms *p)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->first = g_new (guint32, p->n + 1);
  for (guint32 r = 0; r < p->n; r++) {
    g_autoptr (GArray) ids = poplens_lists_values (p->children, r);
    self->first[r] = self->ids->len;
    if (ids->len)
      g_array_append_vals (self->ids, ids->data, ids->len);
  }
  self->first[p->n] = self->ids->len;
}

static void
children_clear (Children *self)
{
  g_array_unref (self->ids);
  g_free (self->first);
}

static void
push_level (GArray *levels, const Children *children, guint32 row, guint32 step)
{
  ProgramAncestor level = {step, children->first[row], children->first[row + 1]};

  g_array_append_val (levels, level);
}

static void
check_step (PoplensCheckRun *run, guint32 step, guint64 program, guint32 parent)
{
  const PoplensLiveness *l = run->liveness;

  if (poplens_check_that (run, CHECK_PREORDER,
                          l->program[step] == program && l->parent[step] == parent))
    return;
  g_autofree char *expected =
      parent == G_MAXUINT32
          ? g_strdup_printf ("program %" G_GUINT64_FORMAT " without a parent", program)
          : g_strdup_printf ("program %" G_GUINT64_FORMAT " below step %u", program, parent);
  g_autofree char *found =
      l->parent[step] == G_MAXUINT32
          ? g_strdup_printf ("program %u without a parent", l->program[step])
          : g_strdup_printf ("program %u below step %u", l->program[step], l->parent[step]);
  poplens_check_fail (run, CHECK_PREORDER, expected, found, "step %u", step);
  poplens_check_link (run, CHECK_PREORDER, "liveness?step=", step);
}

/* Walks the program tree from program 0, and checks that the liveness steps have the same order.
 * Visits at most as many programs as there are steps, so that a cycle of programs cannot loop
 * forever. */
static void
walk (PoplensCheckRun *run, const Children *children, GArray *levels)
{
  const PoplensLiveness *l = run->liveness;
  guint32 step = 1;

  while (levels->len && poplens_check_go_on (run, step, l->n_steps)) {
    ProgramAncestor *level = &g_array_index (levels, ProgramAncestor, levels->len - 1);
    if (level->next == level->end) {
      g_array_set_size (levels, levels->len - 1);
      continue;
    }
    guint64 id = g_array_index (children->ids, guint64, level->next++);
    if (step == l->n_steps) {
      poplens_check_that (run, CHECK_PREORDER, FALSE);
      poplens_check_fail (run, CHECK_PREORDER, "more steps", "the last one", "step %u", step - 1);
      return;
    }
    check_step (run, step, id, level->step);
    guint32 row = find_program (run->programs, id);
    if (row != POPLENS_NO_ROW)
      push_level (levels, children, row, step);
    step++;
  }
  if (step < l->n_steps && !run->error) {
    poplens_check_that (run, CHECK_PREORDER, FALSE);
    poplens_check_fail (run, CHECK_PREORDER, "no more steps", "one", "step %u", step);
  }
}

void
poplens_check_preorder (PoplensCheckRun *run)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (ProgramAncestor));
  guint32 row = poplens_programs_find (run->programs, 0);
  Children children;

  if (!run->liveness->n_steps || run->programs->ambiguous || row == POPLENS_NO_ROW)
    return;
  children_init (&children, run->programs);
  check_step (run, 0, 0, G_MAXUINT32);
  push_level (levels, &children, row, 0);
  walk (run, &children, levels);
  children_clear (&children);
}
