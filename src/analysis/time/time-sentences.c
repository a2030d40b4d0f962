/* Writes the sentences of findings on time, and the locations (page and state) that show them. */
#include "analysis/time/time-findings-private.h"
#include "analysis/time/time-costliest.h"
#include "analysis/trace/name-parts.h"

#include "base/format.h"
#include "model/cycle-range.h"
#include "model/tile-set.h"

#include <math.h>
#include <string.h>

static const char *
format_cycles_rounded (PoplensNumber buffer, double cycles)
{
  return poplens_format_count (buffer, cycles > 0 ? (guint64) (cycles + 0.5) : 0);
}

gboolean
poplens_time_findings_is_guess (const PoplensTimeFindings *self, PoplensTimeKind kind)
{
  return !self->basis.by_tile &&
         (kind == POPLENS_TIME_OWN_TILES || kind == POPLENS_TIME_FEW_TILES ||
          kind == POPLENS_TIME_UNEQUAL_LOAD);
}

/* Returns "≈ " if cycles by tile were not recorded, so that the work of tiles is an estimate;
 * otherwise "". (transfer none) */
static const char *
approximation_sign (const PoplensTimeSearch *self)
{
  return self->out->basis.by_tile ? "" : "≈ ";
}

/* Returns a bound on the saving of a finding: "99,404 cycles (1.4 %)". (transfer full) */
static char *
bound_text (const PoplensTimeSearch *self, PoplensTimeKind kind, double saving)
{
  PoplensNumber cycles, share;
  double program = self->out->program;

  return g_strdup_printf ("%s%s cycles (%s)",
                          poplens_time_findings_is_guess (self->out, kind) ? "≈ " : "",
                          format_cycles_rounded (cycles, saving),
                          poplens_format_percent (share, program > 0 ? saving / program : 0));
}

/* ---- stages ---------------------------------------------------------------------------------- */

static char *
stages_sentence (const PoplensTimeSearch *self)
{
  const PoplensTimeStages *stages = self->own_stages;
  gboolean turns = self->input->iterations->iterations.turns->len > 0;
  PoplensNumber more;

  return g_strdup_printf (
      "IPU %u has %s more work%s than the mean of the IPUs, and the others wait for it.",
      self->time->ipus[stages->most].ipu, poplens_format_percent (more, stages->most_share),
      turns ? " in the iterations" : "");
}

/* Limit of layers that an advice names; the text counts the others. */
#define MOST_LAYERS 4

/* Appends one move of a layer: "encoder/layer.4 (61,234 cycles) from IPU 2 to IPU 3". */
static void
append_move (const PoplensTimeSearch *self, const PoplensTimeLayer *layer, GString *text)
{
  PoplensNumber cycles;

  g_string_append_printf (text, "%s (%s) from IPU %u to IPU %u", layer->name,
                          poplens_format_items (cycles, layer->cycles, "cycle"),
                          self->time->ipus[layer->home].ipu, self->time->ipus[layer->to].ipu);
}

static char *
moves_advice (const PoplensTimeSearch *self, const PoplensTimeLayers *layers, char **step)
{
  GString *text = g_string_new ("Move ");
  /* Name in the title a layer that moves, if possible one from the IPU with the most work. */
  const PoplensTimeLayer *titled = NULL;
  guint n = 0, most = self->own_stages->most;
  PoplensNumber now, then;

  for (guint l = 0; l < layers->layers->len; l++) {
    const PoplensTimeLayer *layer = &g_array_index (layers->layers, PoplensTimeLayer, l);
    if (layer->to == layer->home)
      continue;
    if (!titled || (titled->home != most && layer->home == most))
      titled = layer;
    if (n < MOST_LAYERS) {
      g_string_append (text, n ? ", " : "");
      append_move (self, layer, text);
    }
    n++;
  }
  if (n > MOST_LAYERS)
    g_string_append_printf (text, " and %u more", n - MOST_LAYERS);
  g_autofree char *others = n > 1 ? g_strdup_printf (", and %u more", n - 1) : g_strdup ("");
  g_free (*step);
  *step = g_strdup_printf ("Move %s from IPU %u to IPU %u%s", titled->name,
                           self->time->ipus[titled->home].ipu, self->time->ipus[titled->to].ipu,
                           others);
  g_string_append_printf (
      text, ". The busiest IPU then works %s cycles in an iteration instead of %s. ",
      poplens_format_count (then, layers->then), poplens_format_count (now, layers->now));
  return g_string_free (text, FALSE);
}

/* Writes the advice if no layer can be moved: the layers of the IPU with the most work, compared
 * with the layers of the other IPUs. (transfer full) */
static char *
own_layers_advice (const PoplensTimeSearch *self, const PoplensTimeLayers *layers, char **step)
{
  guint most = self->own_stages->most, n = 0, n_others = 0;
  guint ipu = self->time->ipus[most].ipu;
  g_autoptr (GString) own = g_string_new (NULL);
  double others = 0;
  PoplensNumber cycles;

  for (guint l = 0; l < layers->layers->len; l++) {
    const PoplensTimeLayer *layer = &g_array_index (layers->layers, PoplensTimeLayer, l);
    if (layer->home != most) {
      others += (double) layer->cycles;
      n_others++;
    } else if (n++ < MOST_LAYERS) {
      g_string_append_printf (own, "%s%s (%s)", own->len ? ", " : "", layer->name,
                              poplens_format_items (cycles, layer->cycles, "cycle"));
    }
  }
  if (n > MOST_LAYERS)
    g_string_append_printf (own, " and %u more", n - MOST_LAYERS);
  if (!n)
    return g_strdup_printf ("Which layers IPU %u has cannot be told: the names of its steps count "
                            "none. ",
                            ipu);
  if (n_others)
    g_string_append_printf (own, "; layers of other IPUs take %s in the mean",
                            poplens_format_count (cycles, (guint64) (others / n_others + 0.5)));
  g_free (*step);
  *step = g_strdup_printf ("Split a layer of IPU %u, or compute less in it", ipu);
  return g_strdup_printf ("Split a layer of IPU %u, or compute less in it. In an iteration: %s. To "
                          "move a whole one would make another IPU as slow. ",
                          ipu, own->str);
}

static char *
advise_moves (const PoplensTimeSearch *self, char **step)
{
  return self->layers.n_moves ? moves_advice (self, &self->layers, step)
                              : own_layers_advice (self, &self->layers, step);
}

static char *
bubble_sentence (const PoplensTimeSearch *self)
{
  guint64 from = self->out->from, to = self->out->to;
  PoplensNumber now, equal;

  double works = poplens_time_stages_working (self->stages, from, to, FALSE);
  double would = poplens_time_stages_working (self->stages, from, to, TRUE);

  poplens_format_fixed (now, works, 1);
  poplens_format_fixed (equal, would, 1);
  if (would <= works || !strcmp (now, equal))
    return g_strdup_printf ("In the mean %s of %u IPUs work at a time, while the others wait for "
                            "them; stages with equal work would not change that.",
                            now, self->time->n_ipus);
  return g_strdup_printf ("In the mean %s of %u IPUs work at a time, while the others wait for "
                          "them; with equal work in all stages %s would.",
                          now, self->time->n_ipus, equal);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Returns the sum of all causes of a candidate, as one operation may have a cause in each training
 * phase. */
static PoplensTimeCause
candidate_sum_causes (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  PoplensTimeCause sum = {.fewest = G_MAXUINT32};

  for (guint c = 0; candidate->causes && c < candidate->causes->len; c++) {
    const PoplensTimeCause *one =
        poplens_time_cause_at (self->causes, g_array_index (candidate->causes, guint32, c));
    sum.bound += one->bound;
    sum.active += one->active;
    sum.work += one->work;
    sum.fewest = MIN (sum.fewest, one->fewest);
    sum.most = MAX (sum.most, one->most);
    sum.io = MAX (sum.io, one->io);
  }
  return sum;
}

static double
ratio (guint64 part, guint64 whole)
{
  return whole ? (double) part / (double) whole : 0;
}

/* Returns how many tiles the steps of a cause use: "899 to 900 of 1,472". @to: word between the
 * first two numbers. (transfer full) */
static char *
tiles_used_text (const PoplensTimeSearch *self, const PoplensTimeCause *sum, const char *to)
{
  PoplensNumber fewest, most, all;

  poplens_format_count (fewest, sum->fewest);
  poplens_format_count (most, sum->most);
  return g_strdup_printf ("%s%s%s of %s", fewest, sum->fewest < sum->most ? to : "",
                          sum->fewest < sum->most ? most : "",
                          poplens_format_count (all, self->time->tiles));
}

/* Writes how many of an IPU's tiles the steps of a candidate use. (transfer full) */
static char *
few_tiles_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  PoplensTimeCause sum = candidate_sum_causes (self, candidate);
  g_autofree char *used = tiles_used_text (self, &sum, " to ");
  g_autofree char *no_io = NULL;
  PoplensNumber io;

  if (!*candidate->subject)
    return g_strdup ("Compute sets leave tiles without work.");
  if (sum.io)
    no_io = g_strdup_printf (sum.io > 1 ? "; %s others are I/O tiles" : "; %s other is an I/O tile",
                             poplens_format_count (io, sum.io));
  return g_strdup_printf ("%s uses %s tiles%s.", candidate->subject, used, no_io ? no_io : "");
}

static char *
load_imbalance_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  PoplensTimeCause sum = candidate_sum_causes (self, candidate);
  PoplensNumber more;

  if (!*candidate->subject)
    return g_strdup ("Tiles of a compute set have unequal work.");
  /* Tell the excess in percent: even a small excess is expensive if the operation takes most of the
   * program's cycles. */
  return g_strdup_printf ("The slowest tiles of %s take %s%s longer than the mean.",
                          candidate->subject, approximation_sign (self),
                          poplens_format_percent (more, ratio (sum.active, sum.work) - 1));
}

static char *
stragglers_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  return g_strdup_printf ("Other tiles wait for %s in compute steps.", candidate->subject);
}

/* Limit of operations that an advice names. */
#define MOST_OPERATIONS 3
/* If the largest cost of slow tiles is at most this multiple of the mean cost, all operations count
 * as equally affected. */
#define ALIKE 1.25

/* Returns the cycles by which slow tiles make the steps in the range longer, summed by operation
 * key. (transfer full) */
static GHashTable *
stragglers_sum_gains (const PoplensTimeSearch *self)
{
  const PoplensExecution *x = self->time->execution;
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, self->input->input->programs);
  GHashTable *sums = poplens_time_sums_new ();

  for (guint g = 0; self->stragglers.gains && g < self->stragglers.gains->len; g++) {
    const PoplensTimeGain *gain = &g_array_index (self->stragglers.gains, PoplensTimeGain, g);
    if (x->row_from[gain->row] < self->out->from || x->row_from[gain->row] >= self->out->to)
      continue;
    guint32 name = poplens_step_names_get (names, x->row_step[gain->row]);
    poplens_time_sums_add (sums,
                           poplens_name_operation_key (poplens_strings_get (names->strings, name)),
                           gain->cycles);
  }
  return sums;
}

/* Writes which operations lose most cycles to slow tiles: "They cost most in Bwd/…/MatMul (426,384
 * cycles), …". If all operations lose about as many, says so. (transfer full) */
static char *
advise_stragglers (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                   char **step)
{
  g_autoptr (GHashTable) sums = stragglers_sum_gains (self);
  GString *text = g_string_new (NULL);
  guint all = g_hash_table_size (sums);
  const char *most;
  PoplensNumber cycles, number;
  guint64 cost, sum = 0;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    sum += *(guint64 *) value;
  most = poplens_time_sums_find_largest (sums, &cost);
  if (all > MOST_OPERATIONS && (double) cost * all <= ALIKE * (double) sum) {
    g_string_printf (text, "%s about as much in each of %s operations, up to %s",
                     self->stragglers.n == 1 ? "It costs" : "They cost",
                     poplens_format_count (number, all),
                     poplens_format_items (cycles, cost, "cycle"));
    most = NULL;
  }
  for (guint n = 0; most && n < MOST_OPERATIONS; n++) {
    g_string_append_printf (text, "%s%s (%s)",
                            n                         ? ", "
                            : self->stragglers.n == 1 ? "It costs most in "
                                                      : "They cost most in ",
                            most, poplens_format_items (cycles, cost, "cycle"));
    g_hash_table_remove (sums, most);
    most = poplens_time_sums_find_largest (sums, &cost);
  }
  if (text->len)
    g_string_append (text, ". ");
  g_free (*step);
  *step = g_strconcat ("Move work away from ", candidate->subject, NULL);
  return g_string_free (text, FALSE);
}

/* Writes on which operations a slow iteration spends its additional cycles, each operation once:
 * "Begin with Fwd/…/MatMul (310,754 cycles more), Fwd/…/Gather (12,000 cycles more). " (transfer
 * full) */
static char *
advise_iterations (const PoplensTimeCandidate *candidate)
{
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  GString *text = g_string_new (NULL);
  PoplensNumber cycles;

  for (guint i = 0; candidate->longer && i < candidate->longer->len &&
                    g_hash_table_size (named) < MOST_OPERATIONS;
       i++) {
    const PoplensPathItem *item = &g_array_index (candidate->longer, PoplensPathItem, i);
    if (*item->subject && g_hash_table_add (named, (char *) item->subject))
      g_string_append_printf (text, "%s%s (%s more)", text->len ? ", " : "Begin with ",
                              item->subject, poplens_format_items (cycles, item->cycles, "cycle"));
  }
  if (text->len)
    g_string_append (text, ". ");
  return g_string_free (text, FALSE);
}

char *
poplens_time_advise_parts (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate,
                           char **step)
{
  switch (candidate->kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
    return advise_moves (self, step);
  case POPLENS_TIME_STRAGGLER_TILE:
    return advise_stragglers (self, candidate, step);
  case POPLENS_TIME_SLOW_ITERATIONS:
    return advise_iterations (candidate);
  case POPLENS_TIME_INTER_IPU_EXCHANGE:
    return self->links.most
               ? g_strdup_printf ("Begin with %s, %s. ", self->links.most, self->links.way)
               : g_strdup ("");
  default:
    return g_strdup ("");
  }
}

/* ---- transfers ------------------------------------------------------------------------------- */

static char *
exchange_sentence (const PoplensTimeCandidate *candidate)
{
  return g_strdup_printf ("Exchanges %s%s hold the program up.",
                          *candidate->subject ? "of " : "between tiles", candidate->subject);
}

static char *
rearrangement_sentence (const PoplensTimeCandidate *candidate)
{
  return g_strdup_printf ("Data is re-arranged on tiles%s%s.", *candidate->subject ? " for " : "",
                          candidate->subject);
}

static char *
host_copy_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  guint ways = candidate->ways & POPLENS_TRANSFER_WAYS;
  PoplensNumber share;

  if (!*candidate->subject)
    return g_strdup ("Copies between host and IPUs, and waiting for them, hold the program up.");
  poplens_format_percent (share, poplens_time_waiting_share (self, candidate));
  return g_strdup_printf ("Copies of %s%s hold the program up; %s of that is waiting for the host.",
                          candidate->subject,
                          ways == POPLENS_TRANSFER_TO_HOST     ? " to the host"
                          : ways == POPLENS_TRANSFER_FROM_HOST ? " from the host"
                                                               : "",
                          share);
}

static char *
sync_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeCause *cause = poplens_time_candidate_cause (self, candidate);
  PoplensNumber n;

  return g_strdup_printf ("%s syncs hold the program up.",
                          poplens_format_count (n, cause ? cause->n_steps : 0));
}

/* ---- iterations ------------------------------------------------------------------------------ */

/* The sentence names an operation if it has at least this share of the additional cycles of a slow
 * iteration. */
#define LEAST_LONGER 0.1
/* Limit of operations that the sentence on a slow iteration names. */
#define MOST_LONGER 2

/* Appends the operations that take most of the additional cycles of a slow iteration: ": 126,628
 * more in Bwd/…/MatMul". @longer: (nullable): items of poplens_path_items_longer (). @excess:
 * additional cycles of the iteration. */
static void
append_longer (const GArray *longer, double excess, GString *text)
{
  static const char *const words[POPLENS_N_BOUNDS] = {
      [POPLENS_BOUND_COMPUTE] = " more in ",
      [POPLENS_BOUND_EXCHANGE] = " more in exchanges of ",
      [POPLENS_BOUND_INTER_IPU] = " more in transfers between IPUs for ",
      [POPLENS_BOUND_HOST_TRANSFER] = " more in copies of ",
      [POPLENS_BOUND_HOST_WAIT] = " more waiting for the host to copy "};
  PoplensNumber cycles;

  for (guint i = 0, n = 0; longer && i < longer->len && n < MOST_LONGER; i++) {
    const PoplensPathItem *item = &g_array_index (longer, PoplensPathItem, i);
    if (!words[item->bound] || !*item->subject || (double) item->cycles < LEAST_LONGER * excess)
      continue;
    g_string_append_printf (text, "%s%s%s%s", n++ ? "; " : ": ",
                            poplens_format_count (cycles, item->cycles), words[item->bound],
                            item->subject);
  }
}

static char *
slow_iterations_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeLoop *loop = &self->input->iterations->iterations;
  PoplensNumber over, fast;

  if (candidate->turn >= loop->turns->len)
    return g_strdup ("No iteration is slow.");
  double excess =
      (double) poplens_time_iteration_at (loop, candidate->turn)->length - (double) loop->fast;
  GString *text = g_string_new (NULL);
  g_string_printf (text, "Iteration %u took %s cycles longer than the fast ones, which take %s",
                   candidate->turn + 1, format_cycles_rounded (over, excess),
                   poplens_format_count (fast, loop->fast));
  append_longer (candidate->longer, excess, text);
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static char *
cause_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  switch (candidate->kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
    return stages_sentence (self);
  case POPLENS_TIME_PIPELINE_BUBBLE:
    return bubble_sentence (self);
  case POPLENS_TIME_OWN_TILES:
    return g_strdup ("Tiles wait for others of their IPU.");
  case POPLENS_TIME_FEW_TILES:
    return few_tiles_sentence (self, candidate);
  case POPLENS_TIME_UNEQUAL_LOAD:
    return load_imbalance_sentence (self, candidate);
  case POPLENS_TIME_STRAGGLER_TILE:
    return stragglers_sentence (self, candidate);
  case POPLENS_TIME_EXCHANGE_BOUND:
    return exchange_sentence (candidate);
  case POPLENS_TIME_REARRANGEMENT:
    return rearrangement_sentence (candidate);
  case POPLENS_TIME_HOST_COPY:
    return host_copy_sentence (self, candidate);
  case POPLENS_TIME_INTER_IPU_EXCHANGE:
    return g_strdup (self->links.sentence);
  case POPLENS_TIME_SYNC_OVERHEAD:
    return sync_sentence (self, candidate);
  case POPLENS_TIME_SLOW_ITERATIONS:
    return slow_iterations_sentence (self, candidate);
  default:
    return g_strdup ("");
  }
}

/* Returns the sentence on the cause of @candidate as a phrase. Removes the full stop, and the
 * subject at the begin of the sentence. (transfer full) */
static char *
brief_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  g_autofree char *whole = cause_sentence (self, candidate);
  gsize n = strlen (candidate->subject);
  const char *from = whole;
  char *text;

  if (n && !g_ascii_strncasecmp (whole, candidate->subject, n) && whole[n] == ' ')
    from += n + 1;
  if (from > whole && g_str_has_prefix (from, "has "))
    from += strlen ("has ");
  text = g_strdup (from);
  if (g_str_has_suffix (text, "."))
    text[strlen (text) - 1] = '\0';
  if (g_ascii_islower (text[MIN (1, strlen (text))]))
    *text = g_ascii_tolower (*text);
  return text;
}

char *
poplens_time_finding_brief (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  PoplensTimeCause sum = candidate_sum_causes (self, candidate);
  guint ways = candidate->ways & POPLENS_TRANSFER_WAYS;
  g_autofree char *used = NULL;
  PoplensNumber more;

  switch (*candidate->subject ? candidate->kind : POPLENS_TIME_N_KINDS) {
  case POPLENS_TIME_FEW_TILES:
    used = tiles_used_text (self, &sum, "\u2013");
    return g_strdup_printf ("%s used", used);
  case POPLENS_TIME_UNEQUAL_LOAD:
    return g_strdup_printf ("slowest %s+%s", approximation_sign (self),
                            poplens_format_percent (more, ratio (sum.active, sum.work) - 1));
  case POPLENS_TIME_STRAGGLER_TILE:
    return g_strdup ("other tiles wait for it in compute steps");
  case POPLENS_TIME_EXCHANGE_BOUND:
    return g_strdup ("exchanges between tiles, as estimated by the compiler");
  case POPLENS_TIME_REARRANGEMENT:
    return g_strdup ("data is re-arranged on tiles");
  case POPLENS_TIME_HOST_COPY:
    if (poplens_time_waiting_share (self, candidate) >= POPLENS_TIME_MOSTLY_WAITING)
      return g_strdup ("waiting for the host");
    return g_strdup (ways == POPLENS_TRANSFER_TO_HOST     ? "copies to the host"
                     : ways == POPLENS_TRANSFER_FROM_HOST ? "copies from the host"
                                                          : "copies to and from the host");
  default:
    return brief_sentence (self, candidate);
  }
}

/* Appends the action that saves most, with a bound on its saving. If the whole finding could save
 * more, appends that bound, too. */
static void
append_action (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate, GString *text)
{
  PoplensTimeAction actions[POPLENS_TIME_MOST_ACTIONS];
  g_autofree char *bound = bound_text (self, candidate->kind, candidate->saving);
  PoplensNumber unused, unequal;

  poplens_time_find_actions (self, candidate, actions);
  if (actions[0].whole && actions[0].saving < candidate->saving) {
    g_autofree char *first = bound_text (self, candidate->kind, actions[0].saving);
    g_string_append_printf (text, " %s %s, %s %s.", actions[0].change, first, actions[0].whole,
                            bound);
    return;
  }
  g_string_append_printf (
      text, " %s %s%s.",
      actions[0].saving < candidate->saving ? "Without that the program saves at most"
                                            : actions[0].change,
      bound,
      candidate->kind == POPLENS_TIME_EXCHANGE_BOUND ? ", as estimated by the compiler" : "");
  if (candidate->kind == POPLENS_TIME_OWN_TILES)
    g_string_append_printf (
        text, " Idle tiles cause %s%s cycles of it, load imbalance %s%s.",
        approximation_sign (self), format_cycles_rounded (unused, self->balance.unused),
        approximation_sign (self), format_cycles_rounded (unequal, self->balance.unequal));
}

/* Returns "…/MatMul, at most 99,404 cycles (1.4 %)". (transfer full) */
static char *
part_text (const PoplensTimeSearch *self, const PoplensTimeCandidate *part)
{
  g_autofree char *bound = bound_text (self, part->kind, part->saving);

  return g_strdup_printf ("%s, at most %s", part->subject, bound);
}

char *
poplens_time_finding_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeCandidate *largest[POPLENS_TIME_N_LARGEST];

  return poplens_time_find_largest (self, candidate, largest) ? part_text (self, largest[0]) : NULL;
}

char *
poplens_time_finding_sentence (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeCandidate *largest[POPLENS_TIME_N_LARGEST];
  guint n = poplens_time_find_largest (self, candidate, largest);
  g_autofree char *cause = cause_sentence (self, candidate);
  GString *sentence = g_string_new (cause);

  append_action (self, candidate, sentence);
  for (guint i = 0; i < n; i++) {
    g_autofree char *part = part_text (self, largest[i]);
    g_string_append_printf (sentence, "%s%s", i ? "; " : " Largest: ", part);
  }
  if (n)
    g_string_append_c (sentence, '.');
  return g_string_free (sentence, FALSE);
}

/* ---- critical path --------------------------------------------------------------------------- */

/* The sentence names a class of the critical path if it has at least this share of the program. It
 * always names the first class. */
#define LEAST_TOLD 0.05
/* If the named classes have this share of the program, the sentence names no more classes. */
#define ENOUGH_TOLD 0.9
/* Limit of classes, and of operations, that the sentence names. */
#define MOST_TOLD 3
/* The sentence calls an operation evenly spread if its tiles work in at least this share of its
 * time. */
#define EVEN 0.9

/* Items of the critical path that the sentence sums up under one title, such as both bounds of
 * copies with the host. */
typedef struct {
  /* .title: title of the group; .of: text between .title and .largest, such as "in ". */
  const char *title, *of;
  guint bounds; /* 1 << PoplensBound of each bound in the group */
  guint64 cycles;
  const char *largest; /* operation or streams with the most cycles in the group; "": none */
  guint64 largest_cycles;
} PathGroup;

static void
path_group_add_item (PathGroup *group, const GArray *items, const PoplensPathItem *item)
{
  guint64 cycles = 0;

  group->cycles += item->cycles;
  if (!*item->subject)
    return;
  for (guint i = 0; i < items->len; i++) {
    const PoplensPathItem *other = &g_array_index (items, PoplensPathItem, i);
    if (group->bounds & 1u << other->bound && g_str_equal (other->subject, item->subject))
      cycles += other->cycles;
  }
  if (cycles > group->largest_cycles) {
    group->largest = item->subject;
    group->largest_cycles = cycles;
  }
}

static int
compare_path_groups (gconstpointer a, gconstpointer b)
{
  const PathGroup *x = a, *y = b;

  return x->cycles > y->cycles ? -1 : x->cycles < y->cycles;
}

/* Appends how evenly tiles work in the compute sets of an operation. */
static void
append_evenness (const PoplensTimeSearch *self, const char *operation, GString *text)
{
  double even = 1;
  PoplensNumber share;

  for (guint32 c = 0; c < self->causes->causes->len; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self->causes, c);
    if ((cause->kind == POPLENS_CAUSE_UNEQUAL || cause->kind == POPLENS_CAUSE_UNUSED) &&
        cause->bound &&
        g_str_equal (poplens_strings_get (self->causes->strings, cause->subject), operation))
      even = ratio (cause->work, cause->bound);
  }
  if (even >= EVEN)
    g_string_append_printf (text, ", %sevenly spread over all tiles", approximation_sign (self));
  else
    g_string_append_printf (text, ", whose tiles work %s%s of that time", approximation_sign (self),
                            poplens_format_percent (share, even));
}

static void
append_path_group (const PoplensTimeSearch *self, const PathGroup *group, GString *text)
{
  PoplensNumber share, all, part;

  poplens_format_percent (share, (double) group->cycles / self->out->program);
  if (text->len)
    g_string_append_printf (text, "; %s is %s", share, group->title);
  else
    /* With several IPUs, say that this is the critical path: the path leaves out waiting, so more
     * of it is compute than in the mean IPU. */
    g_string_append_printf (text, "%s%s of the program's %s cycles%s is %s",
                            self->time->n_ipus > 1 ? "On the critical path, " : "", share,
                            format_cycles_rounded (all, self->out->program),
                            self->out->whole ? "" : " here", group->title);
  if (!*group->largest)
    return;
  poplens_format_percent (part, ratio (group->largest_cycles, group->cycles));
  g_string_append_printf (text, ", %s of it %s%s",
                          group->largest_cycles == group->cycles ? "all" : part, group->of,
                          group->largest);
  if (group->bounds == POPLENS_BOUND_BIT (COMPUTE))
    append_evenness (self, group->largest, text);
}

char *
poplens_time_where_sentence (const PoplensTimeSearch *self)
{
  gboolean waits = self->balance.unused + self->balance.unequal >= LEAST_TOLD * self->out->program;
  PathGroup groups[] = {
      {waits ? "compute with idle tiles and load imbalance" : "compute", "in ",
       POPLENS_BOUND_BIT (COMPUTE), 0, "", 0},
      {"exchange", "for ", POPLENS_BOUND_BIT (EXCHANGE), 0, "", 0},
      {"inter-IPU exchange", "for ", POPLENS_BOUND_BIT (INTER_IPU), 0, "", 0},
      {"copies with the host", "",
       POPLENS_BOUND_BIT (HOST_TRANSFER) | POPLENS_BOUND_BIT (HOST_WAIT), 0, "", 0},
      {"sync", "", POPLENS_BOUND_BIT (SYNC), 0, "", 0},
      {"IPU wait", "", POPLENS_BOUND_BIT (ANOTHER_IPU), 0, "", 0},
      {"the profiler's", "", POPLENS_BOUND_BIT (PROFILER), 0, "", 0},
      {"untracked", "", POPLENS_BOUND_BIT (UNTRACKED), 0, "", 0},
  };
  GString *text;
  double told = 0;

  if (self->out->program <= 0)
    return NULL;
  for (guint i = 0; i < self->items->len; i++) {
    const PoplensPathItem *item = &g_array_index (self->items, PoplensPathItem, i);
    for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
      if (groups[g].bounds & 1u << item->bound)
        path_group_add_item (&groups[g], self->items, item);
  }
  qsort (groups, G_N_ELEMENTS (groups), sizeof *groups, compare_path_groups);
  text = g_string_new (NULL);
  for (guint g = 0; g < MOST_TOLD && told < ENOUGH_TOLD * self->out->program; g++)
    if (!g || (double) groups[g].cycles >= LEAST_TOLD * self->out->program) {
      append_path_group (self, &groups[g], text);
      told += (double) groups[g].cycles;
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

char *
poplens_time_costliest_sentence (const PoplensTimeSearch *self)
{
  const char *told[MOST_TOLD + 1] = {NULL};
  GString *text = NULL;
  PoplensNumber share, threshold;

  for (guint n = 0; n < MOST_TOLD && self->out->program > 0; n++) {
    guint64 most = 0;
    for (guint i = 0; i < self->items->len; i++) {
      const PoplensPathItem *item = &g_array_index (self->items, PoplensPathItem, i);
      if (item->bound != POPLENS_BOUND_COMPUTE || !*item->subject || item->cycles <= most ||
          g_strv_contains (told, item->subject))
        continue;
      most = item->cycles;
      told[n] = item->subject;
    }
    if ((double) most < LEAST_TOLD * self->out->program)
      break;
    poplens_format_percent (share, (double) most / self->out->program);
    if (!text) {
      text = g_string_new (NULL);
      g_string_printf (text, "Nothing saves %s of it; compute less: %s (%s of the program)",
                       poplens_format_percent (threshold, self->out->threshold), told[n], share);
    } else {
      g_string_append_printf (text, ", %s (%s)", told[n], share);
    }
  }
  return text ? g_string_free (g_string_append_c (text, '.'), FALSE) : NULL;
}

char *
poplens_time_outside_sentence (const PoplensTimeSearch *self, const PoplensTimeOutside *outside)
{
  const PoplensTime *time = self->time;
  const char *whole = self->out->to - self->out->from < time->total ? "scope" : "trace";
  PoplensNumber cycles, share, n;

  poplens_format_count (cycles, outside->cycles);
  poplens_format_percent (share,
                          (double) outside->cycles / (double) (self->out->to - self->out->from));
  if (!outside->longest)
    return g_strdup_printf ("%s cycles (%s of the %s) passed before the host started the program.",
                            cycles, share, whole);
  if (outside->n > 1)
    return g_strdup_printf ("%s cycles (%s of the %s) passed between runs, %s times.", cycles,
                            share, whole, poplens_format_count (n, outside->n));
  return g_strdup_printf ("%s cycles (%s of the %s) passed between run %" G_GINT64_FORMAT
                          " and run %" G_GINT64_FORMAT ".",
                          cycles, share, whole, poplens_time_run_id (time, outside->longest - 1),
                          poplens_time_run_id (time, outside->longest));
}

/* ---- locations ------------------------------------------------------------------------------- */

/* Key and value of a location: the tab that lists the steps of the selected finding. */
#define STEPS_TAB "tab=finding-steps"

static char *
range_location (guint64 from, guint64 to)
{
  PoplensNumber range;

  return g_strdup_printf ("trace?range=%s", poplens_trace_range_format (range, from, to));
}

char *
poplens_time_outside_location (const PoplensTime *time, guint run)
{
  const PoplensTimeRun *one = &g_array_index (time->runs, PoplensTimeRun, run);
  guint64 to = MAX (one->work, one->from + 1);
  g_autofree char *range = range_location (one->from, to);

  /* Without outside=yes, the trace opens where the program works, and collapses the cycles outside
   * the program. */
  return g_strdup_printf ("%s&outside=yes&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT, range,
                          one->from, MIN (to + (to - one->from) / 4, time->total));
}

/* Returns a location of the trace in which the longest step of the candidate's cause takes a tenth
 * of the visible cycles. (transfer full) */
static char *
step_location (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensExecution *x = self->time->execution;
  const PoplensTimeCause *cause = poplens_time_candidate_cause (self, candidate);

  if (!cause || cause->longest_row >= x->n_rows || x->row_from[cause->longest_row] == G_MAXUINT64)
    return g_strdup ("trace?" STEPS_TAB);
  guint64 from = x->row_from[cause->longest_row], low, high;
  poplens_trace_range_around (from, poplens_execution_row_to (x, cause->longest_row), &low, &high);
  return g_strdup_printf (
      "trace?" STEPS_TAB "&executed=%u&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT,
      poplens_execution_step_id (x, x->row_step[cause->longest_row]), low, high);
}

/* Returns a location of the trace that shows the iterations from @first to @last. (transfer full)
 */
static char *
iterations_location (const PoplensTimeSearch *self, guint first, guint last)
{
  const PoplensTimeLoop *loop = &self->input->iterations->iterations;

  if (last >= loop->turns->len)
    return g_strdup ("trace?" STEPS_TAB);
  return g_strdup_printf ("trace?" STEPS_TAB "&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT,
                          poplens_time_iteration_at (loop, first)->from,
                          poplens_time_iteration_at (loop, last)->end);
}

/* Returns a location with the slow tiles selected. (transfer full) */
static char *
stragglers_location (const PoplensTimeStragglers *stragglers)
{
  g_autofree PoplensTileRange *ranges = g_new (PoplensTileRange, MAX (stragglers->n, 1));

  for (guint i = 0; i < stragglers->n; i++)
    ranges[i] = (PoplensTileRange){stragglers->tile[i], stragglers->tile[i]};
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_new (ranges, stragglers->n);
  g_autofree char *text = poplens_tile_set_to_string (tiles);
  return g_strdup_printf ("trace?tab=trace-stragglers&tile=%s", text);
}

char *
poplens_time_finding_location (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeCandidate *largest[POPLENS_TIME_N_LARGEST];

  /* If the finding is on several operations, show the operation that the sentence names first. The
   * longest step may be of another operation. */
  if (poplens_time_find_largest (self, candidate, largest))
    return poplens_time_finding_location (self, largest[0]);
  switch (candidate->kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
  case POPLENS_TIME_PIPELINE_BUBBLE:
    return iterations_location (self, 0, 0);
  case POPLENS_TIME_STRAGGLER_TILE:
    return stragglers_location (&self->stragglers);
  case POPLENS_TIME_SLOW_ITERATIONS:
    /* Show the whole program, so that the slow iteration can be compared with fast ones. */
    return iterations_location (self, 0, self->input->iterations->iterations.turns->len - 1);
  default:
    return step_location (self, candidate);
  }
}
