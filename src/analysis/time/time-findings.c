/* Searches for findings on time: decides which candidates are findings, in which order, and with
 * which bounds. */
#include "analysis/time/time-findings-private.h"

#include "analysis/trace/step-names.h"
#include "base/work.h"
#include "base/format.h"
#include "base/search.h"
#include "model/location-keys.h"

#include <math.h>
#include <string.h>

/* ---- candidates become findings -------------------------------------------------------------- */

/* TRUE if more than half of the compute sets in the range are short. A short compute set takes less
 * than five times the cycles of the median internal sync. */
static gboolean
has_small_steps (const PoplensTimeSearch *self)
{
  const PoplensExecution *x = self->time->execution;
  g_autoptr (GArray) syncs = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 n = 0, small = 0;

  for (guint pass = 0; pass < 2; pass++) {
    guint32 limit = 0;
    if (pass && !syncs->len)
      return FALSE;
    if (pass) {
      g_array_sort (syncs, poplens_compare_u32);
      limit = 5 * MIN (g_array_index (syncs, guint32, (syncs->len - 1) / 2), G_MAXUINT32 / 5);
    }
    for (guint32 row = 0; row < x->n_rows; row++) {
      PoplensStepKind kind = poplens_execution_step_kind (x, x->row_step[row]);
      if (x->row_from[row] < self->out->from || x->row_from[row] >= self->out->to)
        continue;
      if (!pass && kind == POPLENS_STEP_SYNC &&
          !strcmp (poplens_execution_step_sync (x, x->row_step[row]), "Internal"))
        g_array_append_val (syncs, x->row_length[row]);
      if (pass && kind == POPLENS_STEP_ON_TILE_EXECUTE) {
        n++;
        small += x->row_length[row] < limit;
      }
    }
  }
  return 2 * small > n;
}

static void
finding_free (gpointer data)
{
  PoplensTimeFinding *self = data;

  g_free (self->subject);
  g_free (self->sentence);
  g_free (self->brief);
  g_free (self->advice);
  g_free (self->room);
  g_free (self->action);
  g_free (self->step);
  g_free (self->location);
  g_free (self->largest);
  g_clear_pointer (&self->of, g_hash_table_unref);
  g_free (self);
}

/* TRUE if all cycles of the causes of @candidate are on one IPU. */
static gboolean
candidate_is_on_one_ipu (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  int place = -1;

  for (guint c = 0; c < candidate->causes->len; c++) {
    guint32 index = g_array_index (candidate->causes, guint32, c);
    const PoplensTimeCause *cause = poplens_time_cause_at (self->causes, index);
    for (guint p = 0; p < cause->pieces->len; p++) {
      int at = g_array_index (cause->pieces, PoplensTimePiece, p).place;
      if (place >= 0 && at != place)
        return FALSE;
      place = at;
    }
  }
  return TRUE;
}

static gboolean
ipu_gives_layer (const PoplensTimeLayers *layers, guint place)
{
  for (guint l = 0; l < layers->layers->len; l++) {
    const PoplensTimeLayer *layer = &g_array_index (layers->layers, PoplensTimeLayer, l);
    if (layer->home == place && layer->to != place)
      return TRUE;
  }
  return FALSE;
}

/* Returns the number of the IPU whose memory use grows: it receives layers and gives none away. If
 * no layer moves, returns the IPU with the least work. */
static guint32
receiving_ipu (const PoplensTimeSearch *self)
{
  guint found = self->own_stages->least;

  for (guint l = 0; self->layers.n_moves && l < self->layers.layers->len; l++) {
    const PoplensTimeLayer *layer = &g_array_index (self->layers.layers, PoplensTimeLayer, l);
    if (layer->to != layer->home && !ipu_gives_layer (&self->layers, layer->to))
      found = layer->to;
  }
  return self->time->ipus[found].ipu;
}

/* Returns the number of the IPU whose free memory limits the actions for @candidate; G_MAXUINT32:
 * several IPUs. */
static guint32
candidate_memory_ipu (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensExecution *x = self->time->execution;
  const PoplensTimeCause *cause = poplens_time_candidate_cause (self, candidate);

  if (candidate->kind == POPLENS_TIME_STAGES_UNBALANCED)
    return receiving_ipu (self);
  return cause && *candidate->subject && cause->longest_row < x->n_rows &&
                 candidate_is_on_one_ipu (self, candidate)
             ? x->row_ipu[cause->longest_row]
             : G_MAXUINT32;
}

/* Stores the kinds of causes of a finding, and its operations or streams. The trace uses them to
 * find the steps of the finding. */
static void
finding_store_causes (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                      PoplensTimeFinding *finding)
{
  if (*candidate->subject)
    finding->of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint c = 0; c < candidate->causes->len; c++) {
    const PoplensTimeCause *cause =
        poplens_time_cause_at (self->causes, g_array_index (candidate->causes, guint32, c));
    finding->causes |= 1u << cause->kind;
    finding->own += (double) cause->tile_cycles / self->time->tiles / self->time->n_ipus;
    if (finding->of)
      g_hash_table_add (finding->of,
                        g_strdup (poplens_strings_get (self->causes->strings, cause->subject)));
  }
}

/* Creates a finding, and leaves .advice, .action, .step and .room NULL. @least: cycles that such a
 * finding must save. (transfer full) */
static PoplensTimeFinding *
finding_new_without_advice (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                            double least)
{
  PoplensTimeFinding *finding = g_new0 (PoplensTimeFinding, 1);

  finding->kind = candidate->kind;
  finding->state = candidate->state;
  finding->approximated = poplens_time_findings_is_guess (self->out, candidate->kind);
  finding->subject = g_strdup (candidate->subject);
  finding->saving = candidate->saving;
  finding->share = self->out->program > 0 ? candidate->saving / self->out->program : 0;
  finding->first = self->out->program > 0 ? candidate->rank / self->out->program : 0;
  finding->least = self->out->program > 0 ? least / self->out->program : 0;
  finding->sentence = poplens_time_finding_sentence (self, candidate);
  finding->brief = poplens_time_finding_brief (self, candidate);
  finding->location =
      poplens_location_text_of_finding (poplens_time_finding_location (self, candidate),
                                        poplens_time_kind_key (finding->kind), finding->subject);
  finding->largest = poplens_time_finding_largest (self, candidate);
  finding->own = candidate->causes ? 0 : NAN;
  if (candidate->causes)
    finding_store_causes (self, candidate, finding);
  return finding;
}

static void
search_add_finding (PoplensTimeSearch *self, const PoplensTimeCandidate *candidate, double least)
{
  PoplensTimeFinding *finding = finding_new_without_advice (self, candidate, least);
  PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS];
  guint n = poplens_time_find_actions (self, candidate, actions);

  g_autofree char *advice = poplens_time_advice (
      self, candidate, candidate_memory_ipu (self, candidate), actions, n, &finding->room);
  finding->step = g_strdup (actions[0].step);
  g_autofree char *parts = poplens_time_advise_parts (self, candidate, &finding->step);
  finding->action = g_strconcat (parts, actions[0].advice, NULL);
  finding->advice = g_strconcat (parts, advice, NULL);
  g_ptr_array_add (self->out->findings, finding);
}

/* Returns the threshold of a kind in cycles. @small_steps: see has_small_steps (). */
static double
kind_least_cycles (const PoplensTimeSearch *self, PoplensTimeKind kind, gboolean small_steps)
{
  double least = kind == POPLENS_TIME_SYNC_OVERHEAD && small_steps
                     ? self->out->threshold * self->out->program
                     : poplens_time_threshold (self, kind);

  return fmax (least, 1);
}

/* Adds a candidate that is not a finding to out->others, with a sentence that gives the reason. */
static void
search_add_unreported (PoplensTimeSearch *self, PoplensTimeCandidate *candidate, double least)
{
  if (candidate->saving < least || self->out->program <= 0)
    candidate->state = POPLENS_CHECK_BELOW;
  PoplensTimeFinding *other = finding_new_without_advice (self, candidate, least);
  g_autofree char *sentence = other->sentence;
  PoplensNumber cycles, share;
  g_autofree char *below =
      g_strdup_printf ("That is below the threshold of %s (%s).",
                       poplens_format_items (cycles, (guint64) ceil (least), "cycle"),
                       poplens_format_percent (share, other->least));

  other->sentence =
      g_strconcat (sentence, *sentence ? " " : "",
                   other->state == POPLENS_CHECK_BELOW ? below : "Other findings tell it.", NULL);
  g_ptr_array_add (self->out->others, other);
}

static void
search_add_findings (PoplensTimeSearch *self)
{
  gboolean small = self->out->program > 0 && has_small_steps (self);

  for (guint i = 0; i < self->others->len; i++) {
    PoplensTimeCandidate *other = g_ptr_array_index (self->others, i);
    search_add_unreported (self, other, kind_least_cycles (self, other->kind, small));
  }
  for (guint i = 0; i < self->candidates->len; i++) {
    PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    PoplensTimeCheck *check = &self->out->checks[one->kind];
    double least = kind_least_cycles (self, one->kind, small);
    if (isnan (check->cycles) || one->saving > check->cycles) {
      check->cycles = fmax (one->saving, 0);
      check->share = self->out->program > 0 ? check->cycles / self->out->program : 0;
    }
    if (self->out->program <= 0 || one->saving < least) {
      search_add_unreported (self, one, least);
      continue;
    }
    check->state = POPLENS_CHECK_FOUND;
    if (!check->n++) {
      check->cycles = one->saving;
      check->share = one->saving / self->out->program;
    }
    search_add_finding (self, one, least);
  }
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void
search_add_fact (PoplensTimeSearch *self, PoplensTimeKind kind, const PoplensTimeOutside *outside)
{
  double share = (double) outside->cycles / (double) (self->out->to - self->out->from);
  PoplensTimeCheck *check = &self->out->checks[kind];

  check->cycles = (double) outside->cycles;
  check->share = share;
  if (!outside->cycles || share < poplens_time_kind_least (kind))
    return;
  PoplensTimeFinding *fact = g_new0 (PoplensTimeFinding, 1);
  fact->kind = kind;
  fact->subject = g_strdup ("");
  fact->sentence = poplens_time_outside_sentence (self, outside);
  fact->brief = g_strdup ("");
  fact->advice = g_strdup (poplens_time_kind_advice (kind));
  fact->location = poplens_location_text_of_finding (
      poplens_time_outside_location (self->time, outside->longest), poplens_time_kind_key (kind),
      NULL);
  fact->saving = (double) outside->cycles;
  fact->share = share;
  fact->own = NAN;
  g_ptr_array_add (self->out->facts, fact);
  check->state = POPLENS_CHECK_FOUND;
  check->n = 1;
}

/* Adds the facts on time outside the program in the range: cycles before the first run, and cycles
 * between runs. */
static void
search_add_facts (PoplensTimeSearch *self)
{
  PoplensTimeFindings *out = self->out;
  PoplensTimeOutside late = {0}, between = {0};

  for (guint r = 0; r < self->time->runs->len; r++) {
    const PoplensTimeRun *run = &g_array_index (self->time->runs, PoplensTimeRun, r);
    PoplensTimeOutside *outside = r ? &between : &late;
    guint64 from = MAX (run->from, out->from), to = MIN (run->work, out->to);
    guint64 cycles = to > from ? to - from : 0;
    outside->cycles += cycles;
    outside->n += cycles > 0;
    if (cycles > outside->most) {
      outside->most = cycles;
      outside->longest = r;
    }
  }
  search_add_fact (self, POPLENS_TIME_HOST_STARTED_LATE, &late);
  search_add_fact (self, POPLENS_TIME_BETWEEN_RUNS, &between);
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Initializes the result of each kind. Sets .needs of kinds whose data is missing. */
static void
findings_init_checks (PoplensTimeSearch *self)
{
  PoplensTimeCheck *checks = self->out->checks;
  const char *several = "several IPUs; the program ran on one";

  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++)
    checks[k] = (PoplensTimeCheck){.state = POPLENS_CHECK_BELOW, .cycles = NAN, .share = NAN};
  if (self->time->n_ipus < 2)
    checks[POPLENS_TIME_STAGES_UNBALANCED] = checks[POPLENS_TIME_PIPELINE_BUBBLE] =
        checks[POPLENS_TIME_INTER_IPU_EXCHANGE] = (PoplensTimeCheck){.state = POPLENS_CHECK_BELOW,
                                                                     .cycles = NAN,
                                                                     .share = NAN,
                                                                     .needs = several,
                                                                     .none = TRUE};
  if (self->time->runs->len < 2) {
    checks[POPLENS_TIME_BETWEEN_RUNS].needs = "two runs in one report";
    checks[POPLENS_TIME_BETWEEN_RUNS].none = TRUE;
  }
  if (!self->input->input->exchanges)
    checks[POPLENS_TIME_HOST_STARTED_LATE].needs =
        "names of streams, in tables host_exchange_from_host and host_exchange_to_host";
  if (!self->input->input->programs)
    checks[POPLENS_TIME_HOST_STARTED_LATE].needs = "programs of the steps, in table programs";
  if (!self->out->basis.by_tile)
    checks[POPLENS_TIME_STRAGGLER_TILE].needs =
        "cycles by tile: debug.computeInstrumentationLevel=tile";
  if (self->input->iterations->iterations.length->len < POPLENS_TIME_LEAST_TURNS)
    checks[POPLENS_TIME_SLOW_ITERATIONS].needs = "a loop with three turns, two of them in one run";
}

static void
findings_finish_checks (PoplensTimeFindings *self)
{
  for (guint k = 0; k < POPLENS_TIME_N_KINDS; k++) {
    PoplensTimeCheck *check = &self->checks[k];
    if (check->needs && check->state != POPLENS_CHECK_FOUND) {
      check->state = POPLENS_CHECK_NOT_CHECKED;
      check->cycles = check->share = NAN;
    } else {
      check->needs = NULL;
      if (isnan (check->cycles))
        check->cycles = check->share = 0;
    }
  }
}

static void
search_find_basis (PoplensTimeSearch *self)
{
  const PoplensTime *time = self->time;
  PoplensTimeBasis *basis = &self->out->basis;
  double estimated = 0;

  for (guint i = 0; i < self->items->len; i++) {
    const PoplensPathItem *item = &g_array_index (self->items, PoplensPathItem, i);
    estimated += item->bound == POPLENS_BOUND_EXCHANGE ? (double) item->cycles : 0;
  }
  basis->iterations = self->input->iterations->iterations.turns->len;
  basis->runs = time->runs->len;
  basis->by_tile = poplens_time_is_by_tile (time);
  for (guint i = 0; i < time->n_ipus; i++)
    basis->tiles += time->ipus[i].by_tile ? time->tiles : 0;
  basis->estimated = self->out->program > 0 ? estimated / self->out->program : 0;
}

/* ---- constructor ----------------------------------------------------------------------------- */

static void
search_find_slow_tiles (PoplensTimeSearch *self)
{
  self->stragglers.cause = G_MAXUINT32;
  if (self->out->basis.by_tile && self->out->program > 0)
    poplens_time_find_stragglers (self->causes, self->out->threshold * self->out->program,
                                  self->balance.unequal, &self->stragglers);
}

typedef struct {
  PoplensTimeSearch *search;
  PoplensWork work; /* progress is not reported, because two threads use .work */
  PoplensTimeCauses *causes;
  GError *error;
} SearchTasks;

/* Runs a task on one of two threads. 0: finds the causes; 1: finds the critical path, the balance
 * and the stages. Both tasks take long, as they walk all segments. */
static void
search_do_task (guint i, gpointer tasks)
{
  SearchTasks *self = tasks;
  PoplensTimeSearch *search = self->search;
  const PoplensTimeFindings *out = search->out;

  if (i == 0) {
    self->causes = poplens_time_causes_new (search->time, search->input->input, out->from, out->to,
                                            &self->work, &self->error);
  } else {
    PoplensTimeSide side = {search->time, search->input->input->programs, out->from, out->to};
    search->items = poplens_path_items_new (&side);
    search_find_basis (search);
    poplens_time_balance (search->time, out->from, out->to, &search->balance);
    search->stages = poplens_time_stages_new (search->time, search->input->iterations, NULL);
    search->equal_stages = poplens_time_stages_saving (search->stages, out->from, out->to);
  }
}

PoplensTimeFindings *
poplens_time_findings_new (const PoplensTimeFindingsInput *input, const PoplensWork *work,
                           GError **error)
{
  g_autoptr (PoplensTimeFindings) out = g_atomic_rc_box_new0 (PoplensTimeFindings);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (poplens_time_candidate_free);
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (poplens_time_candidate_free);
  PoplensTimeSearch self = {
      .input = input, .time = input->time, .out = out, .candidates = candidates, .others = others};

  out->to = MIN (input->to, input->time->total);
  out->from = MIN (input->from, out->to);
  out->whole = out->from == 0 && out->to == input->time->total;
  out->program =
      (double) (out->to - out->from - poplens_time_outside (input->time, out->from, out->to));
  out->facts = g_ptr_array_new_with_free_func (finding_free);
  out->findings = g_ptr_array_new_with_free_func (finding_free);
  out->others = g_ptr_array_new_with_free_func (finding_free);
  out->basis.by_tile = poplens_time_is_by_tile (input->time);
  out->spread = poplens_time_loop_spread (&input->iterations->iterations);
  out->threshold = fmax (poplens_time_kind_least (POPLENS_TIME_OWN_TILES),
                         isnan (out->spread) ? 0 : out->spread);
  findings_init_checks (&self);
  search_add_facts (&self);
  SearchTasks tasks = {.search = &self, .work = {.cancellable = work ? work->cancellable : NULL}};
  poplens_both ("poplens-time", search_do_task, &tasks, 2);
  g_autoptr (PoplensTimeCauses) causes = tasks.causes;
  g_autoptr (GArray) items = self.items;
  g_autoptr (PoplensTimeStages) stages = self.stages;
  if (!causes) {
    g_propagate_error (error, tasks.error);
    return NULL;
  }
  self.causes = causes;
  g_autoptr (GHashTable) ways =
      poplens_time_copy_ways (input->input->programs, input->input->exchanges);
  self.ways = ways;
  out->where = poplens_time_where_sentence (&self);
  search_find_slow_tiles (&self);
  g_autoptr (PoplensTimeStages) own_stages =
      self.stragglers.gains
          ? poplens_time_stages_new (input->time, input->iterations, self.stragglers.gains)
          : NULL;
  self.own_stages = own_stages ? own_stages : stages;
  poplens_time_find_candidates (&self);
  search_add_findings (&self);
  if (!out->findings->len && out->where) {
    g_autofree char *where = out->where;
    g_autofree char *costliest = poplens_time_costliest_sentence (&self);
    out->where = g_strjoin (" ", where, costliest, NULL);
  }
  poplens_time_stragglers_clear (&self.stragglers);
  poplens_time_layers_clear (&self.layers);
  poplens_time_links_clear (&self.links);
  findings_finish_checks (out);
  return g_steal_pointer (&out);
}

static void
findings_clear (gpointer data)
{
  PoplensTimeFindings *self = data;

  g_ptr_array_unref (self->facts);
  g_ptr_array_unref (self->findings);
  g_ptr_array_unref (self->others);
  g_free (self->where);
}

/* ---- access ---------------------------------------------------------------------------------- */

gboolean
poplens_time_kind_is_single (PoplensTimeKind kind)
{
  return kind == POPLENS_TIME_STAGES_UNBALANCED || kind == POPLENS_TIME_STRAGGLER_TILE ||
         kind == POPLENS_TIME_SLOW_ITERATIONS;
}

const PoplensTimeFinding *
poplens_time_findings_look_up (const PoplensTimeFindings *self, PoplensTimeKind kind,
                               const char *subject, double *cycles)
{
  const GPtrArray *lists[] = {self->facts, self->findings, self->others};
  const PoplensTimeCheck *check = &self->checks[kind];

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++) {
      const PoplensTimeFinding *one = g_ptr_array_index (lists[l], i);
      if (one->kind == kind &&
          (poplens_time_kind_is_single (kind) || g_str_equal (one->subject, subject))) {
        *cycles = fmax (one->saving, 0);
        return one;
      }
    }
  *cycles = check->state == POPLENS_CHECK_NOT_CHECKED ? check->none ? 0 : NAN
            : poplens_time_kind_is_fact (kind)        ? check->cycles
                                                      : 0;
  return NULL;
}

const PoplensTimeFinding *
poplens_time_findings_named (const PoplensTimeFindings *self, const char *name)
{
  const GPtrArray *lists[] = {self->facts, self->findings, self->others};
  gsize kind = strcspn (name, " ");

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++) {
      const PoplensTimeFinding *one = g_ptr_array_index (lists[l], i);
      const char *key = poplens_time_kind_key (one->kind);
      g_autofree char *its = poplens_finding_name (key, one->subject);
      gboolean is_single = poplens_time_kind_is_single (one->kind) && strlen (key) == kind &&
                           !strncmp (key, name, kind);
      if (is_single || !strcmp (its, name))
        return one;
    }
  return NULL;
}

PoplensTimeFindings *
poplens_time_findings_ref (PoplensTimeFindings *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_time_findings_unref (PoplensTimeFindings *self)
{
  g_atomic_rc_box_release_full (self, findings_clear);
}
