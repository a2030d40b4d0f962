/* Finds the spans of iterations, micro-batches and phases on an IPU. */
#include "analysis/time/time-levels.h"

#define NONE G_MAXUINT

/* ---- phases ---------------------------------------------------------------------------------- */

/* Returns TRUE for each string that is the name of a step that computes or exchanges. @name:
 * [n_steps] string id of each step's name. (transfer full): by string id */
static gboolean *
find_work_names (const PoplensExecution *x, const PoplensStrings *strings, const guint32 *name)
{
  gboolean *seen = g_new0 (gboolean, MAX (poplens_strings_count (strings), 1));

  for (guint32 s = 0; s < x->n_steps; s++)
    seen[name[s]] |= poplens_step_kind_is_work (poplens_execution_step_kind (x, s));
  return seen;
}

/* TRUE if the phases of steps are worth showing: a name must be of the backward pass. Unless
 * @always, a name must also contain its phase after the begin: at the begin, a reader sees the
 * phase anyway. @seen: by string id: TRUE: name of a step that computes or exchanges. */
static gboolean
names_have_phases (const PoplensStrings *strings, const gboolean *seen, gboolean always)
{
  gboolean backward = FALSE, within = always;

  for (guint32 i = 0; i < poplens_strings_count (strings); i++) {
    const char *text = poplens_strings_get (strings, i);
    PoplensPhase phase = seen[i] ? poplens_name_phase (text, FALSE) : POPLENS_PHASE_NONE;
    backward |= phase == POPLENS_PHASE_BACKWARD;
    within |= phase != POPLENS_PHASE_NONE && !poplens_name_begins_with_phase (text);
  }
  return backward && within;
}

guint8 *
poplens_time_phases_new (const PoplensExecution *x, const PoplensStrings *strings,
                         const guint32 *name, gboolean always)
{
  guint32 n = poplens_strings_count (strings);
  g_autofree gboolean *seen = find_work_names (x, strings, name);

  if (!names_have_phases (strings, seen, always))
    return NULL;
  g_autofree guint8 *by_name = g_new0 (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    by_name[i] = (guint8) poplens_name_phase (poplens_strings_get (strings, i), TRUE);
  guint8 *phases = g_new0 (guint8, MAX (x->n_steps, 1));
  for (guint32 s = 0; s < x->n_steps; s++)
    phases[s] = poplens_step_kind_is_work (poplens_execution_step_kind (x, s)) ? by_name[name[s]]
                                                                               : POPLENS_PHASE_NONE;
  return phases;
}

/* ---- spans ----------------------------------------------------------------------------------- */

/* Cursor in the turns of a loop (iterations or micro-batches). Steps are read in order. */
typedef struct {
  const PoplensTimeLoop *loop;
  guint turn; /* index of the first turn whose last step is not before the current step */
  guint span; /* index in .spans of the last span that was added for this loop; NONE: none was added
                 yet */
  guint seen; /* index of the turn to which .span belongs */
} TurnCursor;

typedef struct {
  const PoplensTime *time;
  TurnCursor iteration, batch;
  const guint8 *phases;              /* (nullable) [steps] PoplensPhase of each step */
  GArray *spans;                     /* PoplensLevelSpan */
  guint phase_span;                  /* index in .spans of the current phase; NONE: none */
  guint first_batch;                 /* index of the first micro-batch of the current iteration */
  guint run, in_iteration, in_batch; /* run, iteration and micro-batch (indices) of the previous
                                        row; NONE: not in an iteration or micro-batch */
} LevelSpanSearch;

/* Returns the turn that contains @step; NONE if there is none. Steps must be passed in ascending
 * order. */
static guint
cursor_find_turn (TurnCursor *self, guint32 step)
{
  const GArray *turns = self->loop->turns;

  while (self->turn < turns->len &&
         poplens_time_iteration_at (self->loop, self->turn)->last_step < step)
    self->turn++;
  return self->turn < turns->len &&
                 poplens_time_iteration_at (self->loop, self->turn)->first_step <= step
             ? self->turn
             : NONE;
}

static guint
search_add_span (LevelSpanSearch *self, PoplensLevel level, guint32 number, guint32 row)
{
  PoplensLevelSpan span = {
      .level = level, .number = number, .first_row = row, .end_row = row + 1, .from = G_MAXUINT64};

  g_array_append_val (self->spans, span);
  return self->spans->len - 1;
}

static void
search_extend_span (LevelSpanSearch *self, guint span, guint32 row, guint64 from, guint64 to)
{
  PoplensLevelSpan *at = &g_array_index (self->spans, PoplensLevelSpan, span);

  at->end_row = row + 1;
  at->from = MIN (at->from, from);
  at->to = MAX (at->to, to);
}

/* Adds the part of a row that is within @turn to the span of @turn. A row can extend beyond @turn,
 * because a program that is called at several places belongs to no loop. */
static void
search_add_to_turn (LevelSpanSearch *self, TurnCursor *cursor, guint turn, PoplensLevel level,
                    guint32 row)
{
  const PoplensExecution *x = self->time->execution;
  const PoplensTimeIteration *at = poplens_time_iteration_at (cursor->loop, turn);
  guint64 from = MAX (x->row_from[row], at->from);
  guint64 to = MIN (poplens_execution_row_to (x, row), at->to);

  if (from > to)
    return;
  if (cursor->span == NONE || cursor->seen != turn) {
    cursor->span = search_add_span (self, level, turn + 1, row);
    cursor->seen = turn;
  }
  search_extend_span (self, cursor->span, row, from, to);
}

/* Fills .number and .iteration of the last span of a micro-batch. */
static void
search_number_batch (LevelSpanSearch *self)
{
  const PoplensTimeLoop *batches = self->batch.loop;
  PoplensLevelSpan *span = &g_array_index (self->spans, PoplensLevelSpan, self->batch.span);
  guint part_of = poplens_time_iteration_at (batches, self->batch.seen)->part_of;

  while (poplens_time_iteration_at (batches, self->first_batch)->part_of != part_of)
    self->first_batch++;
  span->number = self->batch.seen - self->first_batch + 1;
  span->iteration = part_of + 1;
}

static void
search_add_to_phase (LevelSpanSearch *self, PoplensPhase phase, gboolean goes_on, guint32 row)
{
  const PoplensExecution *x = self->time->execution;

  if (!goes_on)
    self->phase_span = NONE;
  if (phase == POPLENS_PHASE_NONE)
    return;
  if (self->phase_span == NONE ||
      g_array_index (self->spans, PoplensLevelSpan, self->phase_span).number != phase)
    self->phase_span = search_add_span (self, POPLENS_LEVEL_PHASE, phase, row);
  search_extend_span (self, self->phase_span, row, x->row_from[row],
                      poplens_execution_row_to (x, row));
}

static guint
search_find_run (const LevelSpanSearch *self, guint64 cycle)
{
  const GArray *runs = self->time->runs;
  guint run = self->run;

  while (run + 1 < runs->len && g_array_index (runs, PoplensTimeRun, run + 1).from <= cycle)
    run++;
  return run;
}

static void
search_add_row (LevelSpanSearch *self, guint32 row)
{
  const PoplensExecution *x = self->time->execution;
  guint32 step = x->row_step[row];
  guint iteration = cursor_find_turn (&self->iteration, step),
        batch = cursor_find_turn (&self->batch, step);
  guint run = search_find_run (self, x->row_from[row]);
  gboolean goes_on = iteration == self->in_iteration && batch == self->in_batch && run == self->run;

  if (iteration != NONE)
    search_add_to_turn (self, &self->iteration, iteration, POPLENS_LEVEL_ITERATION, row);
  if (batch != NONE) {
    guint before = self->spans->len;
    search_add_to_turn (self, &self->batch, batch, POPLENS_LEVEL_BATCH, row);
    if (self->spans->len > before)
      search_number_batch (self);
  }
  if (self->phases)
    search_add_to_phase (self, self->phases[step], goes_on, row);
  self->in_iteration = iteration;
  self->in_batch = batch;
  self->run = run;
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static int
compare_level_spans (gconstpointer a, gconstpointer b)
{
  const PoplensLevelSpan *x = a, *y = b;

  if (x->level != y->level)
    return x->level < y->level ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->first_row < y->first_row ? -1 : x->first_row > y->first_row;
}

static PoplensLevelSpan *
level_span_at (const PoplensTimeLevels *self, guint i)
{
  return &g_array_index (self->spans, PoplensLevelSpan, i);
}

/* Cuts spans that overlap: a cycle belongs to the span that began last. Drops spans that have no
 * cycles left. Spans overlap because steps overlap a little. */
static void
levels_cut_overlaps (PoplensTimeLevels *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->spans->len; i++) {
    PoplensLevelSpan span = *level_span_at (self, i);
    if (i + 1 < self->spans->len && level_span_at (self, i + 1)->level == span.level)
      span.to = MIN (span.to, level_span_at (self, i + 1)->from);
    if (span.to > span.from)
      *level_span_at (self, kept++) = span;
  }
  g_array_set_size (self->spans, kept);
}

static void
levels_assign_lanes (PoplensTimeLevels *self)
{
  for (guint i = 0; i < self->spans->len; i++) {
    self->n_lanes += !i || level_span_at (self, i)->level != level_span_at (self, i - 1)->level;
    level_span_at (self, i)->lane = self->n_lanes - 1;
  }
}

PoplensTimeLevels *
poplens_time_levels_new (const PoplensTime *time, const PoplensTimeIterations *iterations,
                         const guint8 *phases, guint16 ipu)
{
  PoplensTimeLevels *self = g_new0 (PoplensTimeLevels, 1);
  const PoplensExecution *x = time->execution;
  LevelSpanSearch search = {.time = time,
                            .iteration = {&iterations->iterations, 0, NONE, NONE},
                            .batch = {&iterations->batches, 0, NONE, NONE},
                            .phases = phases,
                            .phase_span = NONE,
                            .in_iteration = NONE,
                            .in_batch = NONE};

  self->spans = search.spans = g_array_new (FALSE, FALSE, sizeof (PoplensLevelSpan));
  for (guint32 row = 0; row < x->n_rows; row++)
    if (x->row_ipu[row] == ipu && x->row_from[row] != G_MAXUINT64 &&
        poplens_step_kind_is_work (poplens_execution_step_kind (x, x->row_step[row])))
      search_add_row (&search, row);
  g_array_sort (self->spans, compare_level_spans);
  levels_cut_overlaps (self);
  levels_assign_lanes (self);
  return self;
}

void
poplens_time_levels_free (PoplensTimeLevels *self)
{
  if (!self)
    return;
  g_array_unref (self->spans);
  g_free (self);
}

/* ---- labels ---------------------------------------------------------------------------------- */

const char *
poplens_level_note (PoplensLevel level)
{
  static const char *const notes[] = {"Iteration", "Batch", "Phase"};

  return notes[level];
}

char *
poplens_level_span_label (const PoplensLevelSpan *self)
{
  char *text;

  if (self->level == POPLENS_LEVEL_ITERATION)
    return g_strdup_printf ("Iteration %u", self->number);
  if (self->level == POPLENS_LEVEL_BATCH)
    return g_strdup_printf ("Micro-batch %u", self->number);
  text = g_strdup (poplens_phase_name (self->number));
  *text = g_ascii_toupper (*text);
  return text;
}

char *
poplens_level_span_name (const PoplensLevelSpan *self)
{
  if (self->level == POPLENS_LEVEL_BATCH)
    return g_strdup_printf ("Micro-batch %u of iteration %u", self->number, self->iteration);
  return self->level == POPLENS_LEVEL_PHASE
             ? g_strdup_printf ("Phase: %s", poplens_phase_name (self->number))
             : poplens_level_span_label (self);
}
