/* Describes a fit, its changes and its plan in sentences. */
#include "analysis/insights/fit-text.h"

#include "analysis/insights/fit-private.h"

#include <string.h>

#define MOST_NAMED 4
/* A cause is named if it is at least this share of the fullest tile. */
#define WORTH_NAMING 0.05

/* Returns a title with its first letter in lower case, for use within a sentence: "optimiser state"
 * for "Optimiser state". (transfer full) */
static char *
lower_first (const char *title)
{
  char *text = g_strdup (title);

  if (!g_ascii_isupper (text[1]))
    text[0] = g_ascii_tolower (text[0]);
  return text;
}

static const char *
count_word (guint n)
{
  static const char *const words[] = {"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven"};

  return words[MIN (n, G_N_ELEMENTS (words) - 1)];
}

static void
say_tiles (PoplensFinding *out, guint64 n)
{
  poplens_finding_say (out, n == 1 ? "{n} tile" : "{n} tiles", n);
}

/* Says how many tiles do not fit: "1 of 2,944 tiles still does not fit", "2–7 of 2,944 tiles still
 * do not fit", "no more tiles fit than now: 7 of 2,944 tiles do not". @now: tiles that do not fit
 * without the change; 0: unknown, as the change alters the number of tiles */
static void
say_unfit (PoplensFinding *out, guint64 least, guint64 most, guint64 of, guint64 now)
{
  if (now && least == now && most == now) {
    poplens_finding_say (out, "no more tiles fit than now: {n} of ", now);
    say_tiles (out, of);
    poplens_finding_say (out, now == 1 ? " does not" : " do not");
    return;
  }
  if (least == most)
    poplens_finding_say (out, "{n} of ", most);
  else
    poplens_finding_say (out, "{n}–{n} of ", least, most);
  say_tiles (out, of);
  poplens_finding_say (out, least == 1 && most == 1 ? " still does not fit" : " still do not fit");
}

/* ---- causes ---------------------------------------------------------------------------------- */

static gboolean
is_cause_shown (const PoplensFitCause *cause)
{
  return cause->tile_share >= WORTH_NAMING;
}

static guint
count_kinds (const PoplensFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->causes->len && n < MOST_NAMED; i++)
    n += is_cause_shown (&g_array_index (fit->causes, PoplensFitCause, i));
  return n;
}

static void
say_kinds (PoplensFinding *out, const PoplensFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->causes->len && n < MOST_NAMED; i++) {
    const PoplensFitCause *cause = &g_array_index (fit->causes, PoplensFitCause, i);
    g_autofree char *name = lower_first (cause->title);
    if (is_cause_shown (cause))
      poplens_finding_say (out, "{s}{s} ({r})", n++ ? ", " : "", name, cause->tile_share);
  }
  poplens_finding_say (out, ".");
}

static void
say_first_cause (PoplensFinding *out, const PoplensFitCause *cause)
{
  poplens_finding_say (out, "{s}: first cause; without this memory ", cause->title);
  if (cause->tiles_over)
    say_tiles (out, cause->tiles_over);
  poplens_finding_say (out, cause->tiles_over ? " would still not fit." : "every tile fits.");
  if (cause->variable)
    poplens_finding_say (out, " Largest variable of it on the fullest tile: {s}, {b}.",
                         cause->variable, cause->variable_bytes);
}

static void
say_that_it_fits (PoplensFinding *out, const PoplensFit *fit)
{
  poplens_finding_say (out, "All ");
  say_tiles (out, fit->n_tiles);
  poplens_finding_say (out, " fit. Fullest tile: {i}, {b} of {b}.", (guint64) fit->worst_tile,
                       fit->worst_bytes, fit->capacity);
  if (!count_kinds (fit))
    return;
  poplens_finding_say (out, " Most of it: ");
  say_kinds (out, fit);
}

void
poplens_fit_say_answer (PoplensFinding *out, const PoplensFit *fit)
{
  const PoplensFitCause *first = poplens_fit_first_cause (fit);
  guint n = count_kinds (fit);

  if (!fit->capacity)
    poplens_finding_say (out, "Tile capacity not recorded.");
  else if (!poplens_fit_is_over (fit))
    say_that_it_fits (out, fit);
  else if (first)
    say_first_cause (out, first);
  else {
    poplens_finding_say (out, "No single cause.");
    if (!n)
      return;
    poplens_finding_say (
        out, n == 1 ? " {s} kind fills the fullest tile: " : " {s} kinds fill the fullest tile: ",
        count_word (n));
    say_kinds (out, fit);
  }
}

char *
poplens_fit_answer_causes (const PoplensFit *self)
{
  const PoplensFitCause *first = poplens_fit_is_over (self) ? poplens_fit_first_cause (self) : NULL;
  GString *keys = g_string_new (first ? first->key : NULL);

  for (guint i = 0, n = 0; !first && i < self->causes->len && n < MOST_NAMED; i++) {
    const PoplensFitCause *cause = &g_array_index (self->causes, PoplensFitCause, i);
    if (is_cause_shown (cause))
      g_string_append_printf (keys, "%s%s", n++ ? "," : "", cause->key);
  }
  return g_string_free (keys, FALSE);
}

/* ---- changes --------------------------------------------------------------------------------- */

static guint64
count_unfit (const PoplensFit *fit)
{
  return (guint64) fit->tiles_over + fit->tiles_tight;
}

static void
say_bytes (PoplensFinding *out, const guint64 range[2])
{
  if (range[0] == range[1])
    poplens_finding_say (out, "{b}", range[0]);
  else
    poplens_finding_say (out, "{b}–{b}", MIN (range[0], range[1]), MAX (range[0], range[1]));
}

void
poplens_fit_change_left (const PoplensFitChange *change, guint64 left[2])
{
  guint64 optimistic = (guint64) change->tiles_over[0] + change->tiles_tight[0];
  guint64 pessimistic = (guint64) change->tiles_over[1] + change->tiles_tight[1];

  left[0] = MIN (optimistic, pessimistic);
  left[1] = MAX (optimistic, pessimistic);
}

static void
say_left (PoplensFinding *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  guint64 left[2];

  poplens_fit_change_left (change, left);
  if (!poplens_fit_is_over (fit))
    poplens_finding_say (out, ".");
  else if (!left[1])
    poplens_finding_say (out, "; then every tile fits.");
  else {
    poplens_finding_say (out, "; ");
    say_unfit (out, left[0], left[1], fit->n_tiles, count_unfit (fit));
    poplens_finding_say (out, ".");
  }
}

static void
say_bound (PoplensFinding *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  guint64 left[2];

  poplens_fit_change_left (change, left);
  poplens_finding_say (out, "Saves at most {b} on the fullest tile, maybe nothing",
                       change->saving[0]);
  if (!left[0] && poplens_fit_is_over (fit))
    poplens_finding_say (out, "; with all of it every tile would fit");
  poplens_finding_say (out, ".");
}

static void
say_saving (PoplensFinding *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  poplens_finding_say (out, "Fullest tile then: ");
  say_bytes (out, change->worst_bytes);
  say_left (out, fit, change);
}

static void
say_ipus (PoplensFinding *out, guint64 n)
{
  poplens_finding_say (out, n == 1 ? "{n} IPU" : "{n} IPUs", n);
}

static void
say_stage_plan (PoplensFinding *out, const PoplensStages *stages, const PoplensStagePlan *plan)
{
  g_autofree char *layers = poplens_stage_plan_layers (plan);
  PoplensFitVerdict verdict = poplens_stage_plan_verdict (plan);

  poplens_finding_say (out, verdict == POPLENS_FITS      ? "Fits on "
                            : verdict == POPLENS_MAY_FIT ? "May fit on "
                                                         : "On ");
  say_ipus (out, plan->n_ipus);
  poplens_finding_say (out, " ({s} layers)", layers);
  if (verdict == POPLENS_DOES_NOT_FIT) {
    poplens_finding_say (out, " ");
    say_unfit (out, (guint64) plan->tiles_over[0] + plan->tiles_tight[0],
               (guint64) plan->tiles_over[1] + plan->tiles_tight[1],
               (guint64) plan->n_ipus * stages->tiles_per_ipu, 0);
  }
  poplens_finding_say (out, "; fullest tile ");
  say_bytes (out, plan->worst_bytes);
  poplens_finding_say (out, " (estimate). ");
}

/* Says that more IPUs do not help, as today's placement of the layers is the best. */
static void
say_that_none_helps (PoplensFinding *out, const PoplensStages *stages)
{
  const PoplensStagePlan *last = stages->plans->pdata[stages->plans->len - 1];

  if (last->n_ipus <= stages->n_ipus)
    return;
  poplens_finding_say (out, "More IPUs do not help: on up to ");
  say_ipus (out, last->n_ipus);
  poplens_finding_say (out, " the fullest tile needs no less (estimate).");
}

static void
say_stages (PoplensFinding *out, const PoplensFit *fit)
{
  const PoplensStages *stages = fit->stages;

  /* There are no plans if the live bytes need more IPUs than there are units. */
  if (!stages->best)
    return;
  if (stages->best->is_current) {
    say_that_none_helps (out, stages);
    return;
  }
  say_stage_plan (out, stages, stages->best);
  poplens_finding_say (out, "At least ");
  say_ipus (out, stages->least);
  poplens_finding_say (out, " by live bytes.");
}

void
poplens_fit_say_change (PoplensFinding *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  if (!strcmp (change->key, POPLENS_FIT_STAGES))
    say_stages (out, fit);
  else if (change->is_bound)
    say_bound (out, fit, change);
  else
    say_saving (out, fit, change);
  if (change->note)
    poplens_finding_say (out, " {s}", change->note);
}

/* ---- plan ------------------------------------------------------------------------------------ */

static void
say_changes (PoplensFinding *out, const GPtrArray *changes)
{
  for (guint i = 0; i < changes->len; i++) {
    g_autofree char *name = lower_first (((const PoplensFitChange *) changes->pdata[i])->title);
    poplens_finding_say (out, "{s}{s}", i ? ", " : "", name);
  }
}

/* Names the changes that reduce the first cause and whose saving is only a bound (.is_answer). TRUE
 * if there are any. */
static gboolean
say_answers (PoplensFinding *out, const PoplensFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    g_autofree char *name = change->is_answer ? lower_first (change->title) : NULL;
    if (!name)
      continue;
    poplens_finding_say (out, "{s}{s}, at most {b} less on the fullest tile",
                         n++ ? "; " : "About the first cause: ", name,
                         change->saving[POPLENS_ESTIMATE_OPTIMISTIC]);
    if (!change->excess[POPLENS_ESTIMATE_OPTIMISTIC])
      poplens_finding_say (out, " (every tile could fit)");
  }
  if (n)
    poplens_finding_say (out, ". ");
  return n > 0;
}

static void
say_no_plan (PoplensFinding *out, const PoplensFit *fit, const PoplensFitPlan *plan,
             gboolean has_answer)
{
  guint64 over = (guint64) plan->tiles_over[0] + plan->tiles_tight[0];
  guint64 now = plan->beyond;

  if (!plan->changes->len) {
    poplens_finding_say (
        out, plan->n_kept_out && plan->n_candidates
                 ? "None of the changes left reduces the memory of the tiles that do not fit."
             : plan->n_kept_out ? "No change is left to try."
             : has_answer       ? "No other change reduces the memory of the tiles that do not fit."
                          : "No known change reduces the memory of the tiles that do not fit.");
    return;
  }
  poplens_finding_say (out, has_answer ? "No set of other changes makes it fit; with the best ("
                                       : "No set of these changes makes it fit; with the best (");
  say_changes (out, plan->changes);
  poplens_finding_say (out, over < now ? ") at least " : ") ");
  say_unfit (out, over, over, fit->n_tiles, now);
  poplens_finding_say (out, ".");
}

static void
say_margin (PoplensFinding *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  poplens_finding_say (out, "{n} of ", (guint64) (fit->n_tiles - plan->beyond));
  say_tiles (out, fit->n_tiles);
  poplens_finding_say (out,
                       fit->n_tiles - plan->beyond == 1
                           ? " stays within the margin of {n} % now ({b} of {b}). "
                           : " stay within the margin of {n} % now ({b} of {b}). ",
                       (guint64) plan->margin, plan->capacity, fit->capacity);
}

void
poplens_fit_say_plan (PoplensFinding *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean is_sure = plan->verdict == POPLENS_FITS, is_one = plan->changes->len == 1;
  guint64 most = (guint64) plan->tiles_over[1] + plan->tiles_tight[1];
  guint64 now = plan->beyond;
  gboolean has_answer;

  if (!fit->capacity) {
    poplens_finding_say (out, "Tile capacity not recorded.");
    return;
  }
  if (plan->margin)
    say_margin (out, fit, plan);
  has_answer = say_answers (out, fit);
  if (plan->verdict == POPLENS_DOES_NOT_FIT)
    say_no_plan (out, fit, plan, has_answer);
  else if (!plan->changes->len)
    poplens_finding_say (out, "It fits as it is; no change is needed.");
  else {
    poplens_finding_say (
        out,
        is_sure
            ? (is_one ? "{s} change makes it fit: " : "{s} changes make it fit together: ")
            : (is_one ? "{s} change may make it fit: " : "{s} changes may make it fit together: "),
        count_word (plan->changes->len));
    say_changes (out, plan->changes);
    poplens_finding_say (out, ". Fullest tile then: ");
    say_bytes (out, plan->worst_bytes);
    poplens_finding_say (
        out, plan->capacity < fit->capacity ? " of {b}, the capacity less the margin." : " of {b}.",
        plan->capacity);
  }
  if (plan->verdict != POPLENS_MAY_FIT)
    return;
  if (plan->assumed)
    poplens_finding_say (out, " Assumed: {s}", plan->assumed);
  poplens_finding_say (out, most < now ? " At most " : " At the worst ");
  say_unfit (out, most, most, fit->n_tiles, now);
  poplens_finding_say (out, ".");
}

/* ---- as texts -------------------------------------------------------------------------------- */

static char *
finish (PoplensFinding *finding, PoplensByteUnit unit)
{
  char *text = poplens_finding_sentence (finding, unit);

  poplens_finding_free (finding);
  return text;
}

char *
poplens_fit_answer (const PoplensFit *self, PoplensByteUnit unit)
{
  PoplensFinding *out = poplens_finding_new ();

  poplens_fit_say_answer (out, self);
  return finish (out, unit);
}

char *
poplens_fit_stages_sentence (const PoplensFit *self, PoplensByteUnit unit)
{
  PoplensFinding *out = poplens_finding_new ();

  say_stages (out, self);
  return finish (out, unit);
}

char *
poplens_fit_change_sentence (const PoplensFit *self, const PoplensFitChange *change,
                             PoplensByteUnit unit)
{
  PoplensFinding *out = poplens_finding_new ();

  poplens_fit_say_change (out, self, change);
  return finish (out, unit);
}

char *
poplens_fit_plan_sentence (const PoplensFit *fit, const PoplensFitPlan *self, PoplensByteUnit unit)
{
  PoplensFinding *out = poplens_finding_new ();

  poplens_fit_say_plan (out, fit, self);
  return finish (out, unit);
}
