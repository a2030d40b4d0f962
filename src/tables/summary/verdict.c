/* Computes the verdict on a report, in a title and a few sentences. */
#include "tables/summary/verdict.h"

#include "tables/time/time-findings.h"

#include <math.h>

/* FAST: share of time in compute from which on a program is fast. LITTLE_ROOM: share of free bytes
 * below which the verdict names the fullest tile. NO_ROOM: share below which the verdict is a
 * warning. */
#define FAST 0.75
#define LITTLE_ROOM 0.05
#define NO_ROOM 0.01
/* A nearly full tile is an exception if less than this share of all memory is in use. */
#define MOSTLY_FREE 0.5
/* Smallest share of the full tile's bytes from which on the verdict names a kind of variables. */
#define LARGE_KIND 0.1
#define MOST_KINDS 4

double
poplens_report_verdict_compute (const PoplensTime *time)
{
  double all = (double) (time->total - time->outside) * time->tiles * time->n_ipus, sum = 0;

  for (guint i = 0; i < time->n_ipus; i++)
    sum += (double) time->ipus[i].classes[POPLENS_TIME_COMPUTE];
  return all > 0 ? sum / all : NAN;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static guint64
free_bytes (const PoplensHeadline *headline)
{
  return headline->tile_capacity - MIN (headline->fullest_bytes, headline->tile_capacity);
}

static gboolean
has_less_free (const PoplensHeadline *headline, double share)
{
  return headline->fits && headline->tile_capacity &&
         (double) free_bytes (headline) < share * (double) headline->tile_capacity;
}

/* Returns the share of the memory of all tiles that is in use, including gaps; 0: unknown. */
static double
fill_of_all (const PoplensHeadline *headline)
{
  return headline->capacity ? (double) headline->total_including_gaps / (double) headline->capacity
                            : 0;
}

/* TRUE if most memory is free, so that a nearly full tile is an exception. */
static gboolean
is_mostly_free (const PoplensHeadline *headline)
{
  double fill = fill_of_all (headline);

  return fill > 0 && fill < MOSTLY_FREE && !headline->memory_incomplete;
}

/* Names the kinds with a large share of the fullest tile: "activations kept for backward, weights
 * and optimiser state". (transfer full) */
static char *
name_large_kinds (const PoplensFit *fit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < fit->causes->len && names->len < MOST_KINDS; i++) {
    const PoplensFitCause *cause = &g_array_index (fit->causes, PoplensFitCause, i);
    if (cause->is_kind && cause->tile_share >= LARGE_KIND) {
      char *name = g_strdup (cause->title);
      *name = g_ascii_tolower (*name);
      g_ptr_array_add (names, name);
    }
  }
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s",
                            !i                    ? ""
                            : i + 1 == names->len ? " and "
                                                  : ", ",
                            (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

/* Appends the first cause of the excess over capacity or, if there is no single cause, the kinds
 * that fill the fullest tile. */
static void
append_memory_cause (GString *text, const PoplensFit *fit, PoplensByteUnit unit)
{
  const PoplensFitCause *first = poplens_fit_first_cause (fit);
  g_autofree char *kinds = name_large_kinds (fit);
  g_autofree char *name = first ? g_strdup (first->title) : NULL;
  PoplensNumber bytes;

  if (name)
    *name = g_ascii_tolower (*name);
  if (first) {
    g_string_append_printf (
        text, first->tiles_over ? " First cause: %s" : " Without %s, every tile fits", name);
    if (first->variable)
      g_string_append_printf (text, "; most of them is %s, %s of tile %u", first->variable,
                              poplens_format_bytes (bytes, first->variable_bytes, unit),
                              fit->worst_tile);
    g_string_append_c (text, '.');
  } else if (*kinds)
    g_string_append_printf (text, " No single cause fills tile %u: %s share it.", fit->worst_tile,
                            kinds);
}

static char *
title_of_overfull (const PoplensFit *fit, const PoplensFitPlan *plan)
{
  static const char *const numbers[] = {"no", "one", "two", "three", "four", "five", "six"};
  guint n = plan ? plan->changes->len : 0;
  PoplensNumber count;

  if (!plan)
    return g_strdup ("The model does not fit");
  if ((!n || plan->verdict > POPLENS_MAY_FIT) && fit && poplens_fit_may_answer (fit))
    return g_strdup ("The model does not fit, but one change may make it fit");
  if (!n || plan->verdict > POPLENS_MAY_FIT)
    return g_strdup ("The model does not fit, and no known change makes it fit");
  return g_strdup_printf ("The model does not fit, but %s change%s %s it fit",
                          n < G_N_ELEMENTS (numbers) ? numbers[n] : poplens_format_count (count, n),
                          n == 1 ? "" : "s",
                          plan->verdict == POPLENS_MAY_FIT ? "may make"
                          : n == 1                         ? "makes"
                                                           : "make");
}

static void
judge_overfull (PoplensReportVerdict *self, const PoplensVerdictInput *input)
{
  const PoplensHeadline *headline = input->headline;
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensNumber over, of, share;

  self->tone = POPLENS_REPORT_IS_BAD;
  self->title = title_of_overfull (input->fit, input->plan);
  poplens_format_items (of, headline->n_tiles, "tile");
  g_string_printf (text, "%s of %s %s over capacity",
                   poplens_format_count (over, headline->tiles_over), of,
                   headline->tiles_over == 1 ? "is" : "are");
  if (is_mostly_free (headline))
    g_string_append_printf (text, ", but tiles are only %s full on average",
                            poplens_format_percent (share, fill_of_all (headline)));
  g_string_append_c (text, '.');
  if (input->fit)
    append_memory_cause (text, input->fit, input->unit);
  self->text = g_strdup (text->str);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Returns a share as a whole percentage: "51 %", "less than 1 %". (transfer full) */
static char *
whole_percent (double share)
{
  PoplensNumber number;

  if (share > 0 && share < 0.005)
    return g_strdup ("less than 1 %");
  return g_strdup_printf ("%s %%", poplens_format_fixed (number, share * 100, 0));
}

/* Describes where the lost time of a finding goes: "idle tiles and load imbalance". (static) */
static const char *
time_loss_text (const PoplensTimeFinding *finding)
{
  switch (finding->kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
    return "waiting for the IPU with the most work";
  case POPLENS_TIME_PIPELINE_BUBBLE:
    return "the pipeline bubble";
  case POPLENS_TIME_OWN_TILES:
    return "idle tiles and load imbalance";
  case POPLENS_TIME_STRAGGLER_TILE:
    return g_str_has_prefix (finding->subject, "tiles ") ? "waiting for a few slow tiles"
                                                         : "waiting for one slow tile";
  case POPLENS_TIME_EXCHANGE_BOUND:
    return "exchange between tiles";
  case POPLENS_TIME_REARRANGEMENT:
    return "rearrangement of data on tiles";
  case POPLENS_TIME_HOST_COPY:
    return "copies with the host and waiting for it";
  case POPLENS_TIME_INTER_IPU_EXCHANGE:
    return "exchange between IPUs";
  case POPLENS_TIME_SYNC_OVERHEAD:
    return "the sync of tiles";
  default:
    return poplens_time_word_text (poplens_time_kind_word (finding->kind));
  }
}

/* Appends the finding with the largest saving, and the largest share of time that it can cost. */
static void
append_time_loss (GString *text, const PoplensVerdictInput *input)
{
  const PoplensTimeFinding *first = poplens_time_first_finding (input->found, input->dismissed);
  const PoplensTimeFinding *most =
      first ? poplens_time_largest_finding (input->found, input->dismissed, first) : NULL;
  PoplensNumber share;

  most = most ? most : first;
  if (!most) {
    g_string_append_printf (text, "No single cause costs more than %s.",
                            poplens_format_percent (share, input->found->threshold));
    return;
  }
  const char *about = most->approximated ? "≈ " : "";
  poplens_format_percent (share, most->share);
  /* Slow iterations do more work, so do not write that they lose time. */
  if (most->kind == POPLENS_TIME_SLOW_ITERATIONS)
    g_string_append_printf (text, "Slow iterations cost most, at most %s%s of the program.", about,
                            share);
  else
    g_string_append_printf (text, "Most of the lost time, at most %s%s of the program, goes to %s.",
                            about, share, time_loss_text (most));
}

/* Appends how many bytes of the fullest tile are free. If most memory is free, appends how full
 * tiles are on average. */
static void
append_free_bytes (GString *text, const PoplensHeadline *headline, PoplensByteUnit unit)
{
  PoplensNumber room, share;

  g_string_append_printf (text, "%sThe fullest tile has %s free", text->len ? " " : "",
                          poplens_format_bytes (room, free_bytes (headline), unit));
  if (is_mostly_free (headline))
    g_string_append_printf (text, "; tiles are %s full on average",
                            poplens_format_percent (share, fill_of_all (headline)));
  g_string_append_c (text, '.');
}

/* ---- memory and time ------------------------------------------------------------------------- */

static const char *
memory_part (const PoplensHeadline *headline)
{
  return !headline->has_memory ? NULL
         : headline->fit_known ? "The model fits"
                               : "Whether the model fits is unknown";
}

static char *
verdict_title (const PoplensHeadline *headline, double compute)
{
  const char *memory = memory_part (headline);
  gboolean slow = compute < FAST;
  g_autofree char *share = isnan (compute) ? NULL : whole_percent (compute);

  if (!share)
    return g_strdup (memory ? memory : "Neither memory nor time is recorded");
  if (!memory)
    return g_strdup_printf ("Tiles compute %s%s of the time", slow ? "only " : "", share);
  return g_strdup_printf (slow ? "%s, but tiles compute only %s of the time"
                               : "%s, and tiles compute %s of the time",
                          memory, share);
}

void
poplens_report_verdict_init (PoplensReportVerdict *self, const PoplensVerdictInput *input)
{
  const PoplensHeadline *headline = input->headline;
  g_autoptr (GString) text = g_string_new (NULL);
  double compute = input->time ? poplens_report_verdict_compute (input->time) : NAN;

  *self = (PoplensReportVerdict){0};
  if (headline->has_memory && headline->fit_known && !headline->fits) {
    judge_overfull (self, input);
    return;
  }
  self->title = verdict_title (headline, compute);
  if (input->found)
    append_time_loss (text, input);
  if (has_less_free (headline, LITTLE_ROOM))
    append_free_bytes (text, headline, input->unit);
  self->tone = compute < FAST || has_less_free (headline, NO_ROOM) ? POPLENS_REPORT_IS_WARNING
               : headline->has_memory && headline->fit_known       ? POPLENS_REPORT_IS_GOOD
                                                                   : POPLENS_REPORT_IS_UNKNOWN;
  self->text = g_strdup (text->str);
}

void
poplens_report_verdict_clear (PoplensReportVerdict *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->text, g_free);
}
