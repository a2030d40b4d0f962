/* Lists the findings: sentences with the numbers of a report, sorted by what each would save. */
#include "analysis/insights/fit-text.h"
#include "analysis/insights/insights-finding.h"
#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "base/visible.h"
#include "model/location-keys.h"

#include <math.h>
#include <string.h>

/* ---- fit ------------------------------------------------------------------------------------- */

static const char *
cause_of (const PoplensFitChange *change)
{
  const char *const *options = poplens_fit_change_options (change->key);

  return *options ? *options : "";
}

static void
add_cause (GPtrArray *out, const PoplensFit *fit)
{
  PoplensFinding *f = poplens_finding_add (out, "cause", POPLENS_FINDING_BAD, "Cause", "kinds");
  g_autofree char *causes = poplens_fit_answer_causes (fit);
  const PoplensFitCause *first = poplens_fit_first_cause (fit);

  f->tile = fit->worst_tile;
  f->cause =
      first ? poplens_fit_cause_advice (first->key)
            : "Make the changes of the plan: each is about one of these kinds. Percentages are "
              "shares of the fullest tile; the order is by share of the excess.";
  f->location = g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u%s%s", fit->worst_tile,
                                 fit->worst_step, *causes ? "&cause=" : "", causes);
  poplens_fit_say_answer (f, fit);
}

static void
add_plan (GPtrArray *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean is_found = plan->verdict != POPLENS_DOES_NOT_FIT || poplens_fit_may_answer (fit);
  PoplensFinding *f =
      poplens_finding_add (out, "plan", is_found ? POPLENS_FINDING_SAVING : POPLENS_FINDING_BAD,
                           is_found ? "Plan" : "No plan found", "plan");

  if (is_found)
    f->bytes = f->saves = plan->saved;
  f->cause =
      "Apply the changes in What If, make them in the model, and compile again: packing, gaps "
      "and time can change.";
  f->location = g_strdup ("insights?view=what-if");
  poplens_fit_say_plan (f, fit, plan);
}

static void
add_change (GPtrArray *out, const PoplensFit *fit, const PoplensFitChange *change)
{
  PoplensFinding *f =
      poplens_finding_add (out, change->key, POPLENS_FINDING_SAVING, change->title, "changes");

  g_autofree char *about = g_strjoinv (",", (char **) change->about);

  f->bytes = f->saves = change->total[POPLENS_ESTIMATE_OPTIMISTIC];
  f->tile = fit->worst_tile;
  f->there = change->saving[POPLENS_ESTIMATE_OPTIMISTIC];
  f->cause = cause_of (change);
  f->location = change->location
                    ? g_strdup (change->location)
                    : g_strdup_printf ("liveness?tab=contents-chart&tile=%u&step=%u&cause=%s",
                                       fit->worst_tile, fit->worst_step, about);
  f->table_where = g_new0 (char *, 2);
  f->table_where[0] = g_strdup_printf ("change = %s", change->key);
  poplens_fit_say_change (f, fit, change);
}

/* Adds findings on whether the program fits: the cause and the plan if it does not, and the effect
 * of each change. @plan: (nullable) */
static void
insights_add_fit (GPtrArray *out, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean is_over = poplens_fit_is_over (fit);

  if (is_over)
    add_cause (out, fit);
  if (is_over && plan)
    add_plan (out, fit, plan);
  for (guint i = 0; i < fit->changes->len; i++) {
    const PoplensFitChange *change = fit->changes->pdata[i];
    if (change->total[POPLENS_ESTIMATE_OPTIMISTIC] && !change->told_by &&
        poplens_fit_change_finding (change))
      add_change (out, fit, change);
  }
}

/* Adds a finding on bytes that stay live after their last use, if there are any. */
static void
insights_add_never (GPtrArray *out, const PoplensNeverUsed *never)
{
  PoplensFinding *f;

  if (!never->bytes)
    return;
  f = poplens_finding_add (out, "never-used", POPLENS_FINDING_FACT, "Never used again",
                           "idle-variables");
  f->bytes = f->there = never->bytes;
  f->tile = never->tile;
  f->cause = "A hint: recorded users may be incomplete. Else it can be freed earlier.";
  f->location =
      g_strdup_printf ("liveness?tab=idle-variables&tile=%u&step=%u", never->tile, never->step);
  f->table_where = g_new0 (char *, 2);
  f->table_where[0] = g_strdup ("use = never");
  poplens_finding_say (f,
                       never->variables == 1
                           ? "{n} variable with {b} is live on tile {i} at its peak step {i} and "
                             "not used any more."
                           : "{n} variables with {b} are live on tile {i} at its peak step {i} and "
                             "not used any more.",
                       (guint64) never->variables, never->bytes, (guint64) never->tile,
                       (guint64) never->step);
  poplens_finding_say_brief (
      f, never->variables == 1 ? "{n} variable, {b} on tile {i}" : "{n} variables, {b} on tile {i}",
      (guint64) never->variables, never->bytes, (guint64) never->tile);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Returns the conditions that select the row of a finding in the table of findings on time.
 * (transfer full) */
static char **
make_where (const PoplensTimeFinding *one)
{
  g_autoptr (GStrvBuilder) where = g_strv_builder_new ();
  g_autofree char *kind = g_strdup_printf ("kind = %s", poplens_time_kind_key (one->kind));
  g_autofree char *subject = g_strdup_printf ("subject = \"%s\"", one->subject);

  g_strv_builder_add (where, kind);
  g_strv_builder_add (where, subject);
  return g_strv_builder_end (where);
}

static void
add_finding (GPtrArray *out, const PoplensTimeFinding *one)
{
  gboolean fact = poplens_time_kind_is_fact (one->kind);
  PoplensFinding *f = poplens_finding_add (out, poplens_time_kind_key (one->kind),
                                           fact ? POPLENS_FINDING_FACT : POPLENS_FINDING_SAVING,
                                           poplens_time_kind_title (one->kind), "time-findings");

  poplens_finding_say (f, "{s}", one->sentence);
  f->cause = one->advice;
  f->subject = *one->subject ? g_strdup (one->subject) : NULL;
  f->location = g_strdup (one->location);
  f->table_where = make_where (one);
  f->cycles = (guint64) MAX (one->saving + 0.5, 1);
  f->share = one->share;
  f->is_guess = one->approximated;
  f->on_time = one;
  if (fact)
    poplens_finding_say_brief (f, "{n} cycles", f->cycles);
}

static void
insights_add_time (GPtrArray *out, const PoplensTimeFindings *time)
{
  for (guint i = 0; i < time->facts->len; i++)
    add_finding (out, g_ptr_array_index (time->facts, i));
  for (guint i = 0; i < time->findings->len; i++)
    add_finding (out, g_ptr_array_index (time->findings, i));
}

gboolean
poplens_finding_is_outside (const PoplensFinding *self)
{
  return self->kind == POPLENS_FINDING_FACT && self->cycles;
}

/* ---- advice: imbalance ----------------------------------------------------------------------- */

/* Adds a finding on the categories that make the fullest tile fuller than the mean. */

static void
add_imbalance (GPtrArray *out, const PoplensMemory *memory)
{
  guint32 fullest;
  g_autoptr (GArray) rows = poplens_insights_balance (memory, NULL, 0, &fullest);
  const PoplensBalance *all = rows->len ? &g_array_index (rows, PoplensBalance, 0) : NULL;
  const PoplensBalance *most = rows->len > 1 ? &g_array_index (rows, PoplensBalance, 1) : NULL;
  PoplensFinding *f;

  if (!all || all->category || all->excess < 1)
    return;
  f = poplens_finding_add (out, "imbalance", POPLENS_FINDING_SAVING, "Memory imbalance",
                           "memory-imbalance");
  f->bytes = f->there = (guint64) round (all->excess);
  f->tile = fullest;
  f->cause = "The fullest tile decides whether the program fits: spread what it has more of than "
             "others, for example by Graph::setTileMapping.";
  f->location = g_strdup_printf ("memory?tile=%u", fullest);
  poplens_finding_say (f, "Tile {i} needs {b} more than the mean of {b}", (guint64) fullest,
                       f->bytes, (guint64) round (all->mean));
  if (most && most->category && most->excess >= 1)
    poplens_finding_say (f, "; largest category difference: {s}, {b}", most->category->title,
                         (guint64) round (most->excess));
  poplens_finding_say (f, "; {b} in all.", all->fullest);
  poplens_finding_say_brief (f, "tile {i}, {b} over the mean", (guint64) fullest, f->bytes);
}

/* ---- vertices -------------------------------------------------------------------------------- */

static void
add_variants (GPtrArray *out, const PoplensVertices *vertices, const PoplensMemory *memory)
{
  g_autoptr (GArray) rows = poplens_insights_variants (vertices, memory->n_tiles, NULL);
  const PoplensVariants *most = rows->len ? &g_array_index (rows, PoplensVariants, 0) : NULL;
  guint64 saving = 0;
  PoplensFinding *f;

  if (!most || !most->saving)
    return;
  for (guint i = 0; i < rows->len; i++)
    saving += g_array_index (rows, PoplensVariants, i).saving;
  f = poplens_finding_add (out, "vertex-variants", POPLENS_FINDING_SAVING, "Variants of a vertex",
                           "vertex-types");
  f->table_location = g_strdup ("memory?by=family");
  f->bytes = f->saves = most->saving;
  f->subject = g_strdup (most->name);
  f->tile = memory->tile[most->worst_tile];
  f->there = most->worst;
  f->cause = "Use the same element types and options so that operations share one variant.";
  f->location = g_strdup_printf (
      "memory?tab=vertex-types&sort.vertex-types=-code_bytes&filter.vertex-types=%s%%3C",
      most->name);
  poplens_finding_say (f, "Merging the {n} variants of {s} saves {b} of their {b} of code.",
                       (guint64) most->types, most->name, most->saving, most->code);
  poplens_finding_say_brief (f, "{n} variants of {s}", (guint64) most->types, most->name);
  if (rows->len > 1)
    poplens_finding_say (f, " All {n} vertex types with variants: {b}.", (guint64) rows->len,
                         saving);
}

/* Adds findings on imbalance and on variants of vertices, if the report has the parts for them. */
static void
insights_add_advice (GPtrArray *out, const PoplensInsightsInput *in)
{
  if (in->memory && !in->memory->from_archive && in->memory->n_tiles > 1)
    add_imbalance (out, in->memory);
  if (in->vertices && in->memory)
    add_variants (out, in->vertices, in->memory);
}

/* ---- memory ---------------------------------------------------------------------------------- */

#define MOST_TILES_NAMED 5

static char *
program_label (const PoplensPrograms *programs, guint32 id)
{
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? g_strdup_printf ("program %u", id)
                               : g_strdup (poplens_programs_label (programs, row));
}

static void
add_fits (GPtrArray *out, const PoplensCapacity *all, const PoplensCapacity *tile,
          gboolean incomplete)
{
  PoplensFinding *f = poplens_finding_add (
      out, "capacity", incomplete ? POPLENS_FINDING_FACT : POPLENS_FINDING_GOOD,
      incomplete ? "Memory including gaps" : "Within memory capacity", "memory-ipus");

  f->is_tight =
      !incomplete && tile && poplens_is_nearly_full (tile->used_including_gaps, tile->capacity);
  f->bytes = all->used_including_gaps;
  f->cause = "A tile fits if its memory including gaps is within its capacity.";
  f->location = tile ? g_strdup_printf ("memory?tile=%u", tile->number) : g_strdup ("memory");
  if (incomplete)
    poplens_finding_say (f,
                         "{b} used including gaps on the readable tiles; archive.a is incomplete, "
                         "so memory fit is unknown.",
                         f->bytes);
  else if (all->capacity)
    poplens_finding_say (f, "The program fits: {b} of {b} used including gaps ({r}).", f->bytes,
                         all->capacity, poplens_share_of (f->bytes, all->capacity));
  else
    poplens_finding_say (f, "{b} used including gaps; capacity not recorded.", f->bytes);
  if (all->capacity && tile)
    poplens_finding_say (f, " The fullest tile, {i}, needs {b} of {b}.", (guint64) tile->number,
                         tile->used_including_gaps, tile->capacity);
}

/* Says at which step the live bytes of a tile first exceed its memory. Names the tile. If several
 * tiles exceed their memory at this step, says how many. */
static void
say_first_over (PoplensFinding *f, const PoplensInsightsInput *in)
{
  guint32 tiles = 0;
  const PoplensTilePeak *first =
      in->peaks ? poplens_tile_peaks_first_over (in->peaks, &tiles) : NULL;

  if (!first || !in->liveness || first->first_over >= in->liveness->n_steps)
    return;
  g_autofree char *program = program_label (in->programs, in->liveness->program[first->first_over]);
  const char *format = tiles == 1 ? " Tile {i} is over first, at step {i} ({s})."
                                  : " {n} tiles are over first, at step {i} ({s}).";
  guint64 which = tiles == 1 ? first->tile : tiles;
  poplens_finding_say (f, format, which, (guint64) first->first_over, program);
  poplens_finding_say_brief (f, format, which, (guint64) first->first_over, program);
}

static void
add_overflow (GPtrArray *out, const PoplensInsightsInput *in, const PoplensCapacity *all)
{
  PoplensFinding *f =
      poplens_finding_add (out, "tiles-over", POPLENS_FINDING_BAD, "Tiles over", "overflow");

  f->bytes = f->saves = all->over_bytes;
  f->cause =
      "One tile over capacity is enough to fail: make what fills the fullest tile smaller, or "
      "spread it. Cause and Plan, on Insights, say what.";
  f->location = g_strdup_printf ("memory?tile=%u", all->worst_tile);
  if (all->tiles_over == 1)
    poplens_finding_say (f, "1 of {n} tiles is over capacity: tile {i}, {b} over.",
                         (guint64) all->tiles, (guint64) all->worst_tile, all->worst_over);
  else
    poplens_finding_say (
        f, "{n} of {n} tiles are over capacity by {b} in total; fullest: tile {i}, {b} over.",
        (guint64) all->tiles_over, (guint64) all->tiles, all->over_bytes, (guint64) all->worst_tile,
        all->worst_over);
  poplens_finding_say_brief (f, "Fullest: tile {i}, {b} over.", (guint64) all->worst_tile,
                             all->worst_over);
  f->tile = all->worst_tile;
  f->there = all->worst_over;
  say_first_over (f, in);
}

static void
add_fullest_ipu (GPtrArray *out, const GArray *capacity)
{
  const PoplensCapacity *fullest = NULL;
  guint ipus = 0;
  PoplensFinding *f;

  for (guint i = 0; i < capacity->len; i++) {
    const PoplensCapacity *row = &g_array_index (capacity, PoplensCapacity, i);
    if (row->of != POPLENS_CAPACITY_IPU)
      continue;
    ipus++;
    if (!fullest || row->used_including_gaps > fullest->used_including_gaps)
      fullest = row;
  }
  if (ipus < 2 || !fullest->capacity)
    return;
  f = poplens_finding_add (out, "fullest-ipu", POPLENS_FINDING_FACT, "Fullest IPU", "memory-ipus");
  f->bytes = fullest->used_including_gaps;
  f->cause = "Balance work across IPUs.";
  f->location = g_strdup ("liveness?tab=memory-ipus");
  poplens_finding_say (f, "IPU {i} is the fullest of {n}: {b} of {b} used including gaps ({r}).",
                       (guint64) fullest->number, (guint64) ipus, f->bytes, fullest->capacity,
                       poplens_share_of (f->bytes, fullest->capacity));
  poplens_finding_say_brief (f, "IPU {i}, {r} used", (guint64) fullest->number,
                             poplens_share_of (f->bytes, fullest->capacity));
}

static void
add_fullest_tiles (GPtrArray *out, const PoplensMemory *memory, const PoplensTarget *target)
{
  g_autoptr (GArray) fullest = poplens_memory_fullest (memory, MOST_TILES_NAMED, TRUE);
  g_autoptr (GString) names = g_string_new (NULL); /* "5,7", as in a location */
  g_autoptr (GString) said = g_string_new (NULL);  /* "5, 7", as in a sentence */
  PoplensFinding *f;

  for (guint i = 0; i < fullest->len; i++) {
    guint tile = memory->tile[g_array_index (fullest, guint32, i)];
    g_string_append_printf (names, "%s%u", i ? "," : "", tile);
    g_string_append_printf (said, "%s%u", i ? ", " : "", tile);
  }
  if (!fullest->len)
    return;
  f = poplens_finding_add (out, "fullest-tiles", POPLENS_FINDING_FACT, "Fullest tiles",
                           "insights-tiles");
  f->bytes = memory->total_including_gaps[g_array_index (fullest, guint32, 0)];
  f->subject = g_strdup (names->str);
  f->cause = "The fullest tile decides whether the program fits.";
  f->location = g_strdup_printf ("memory?tile=%s", names->str);
  poplens_finding_say (f, "The fullest tiles are {s}, using up to {b}", said->str, f->bytes);
  if (target && target->bytes_per_tile)
    poplens_finding_say (f, " of {b}", target->bytes_per_tile);
  poplens_finding_say (f, " including gaps.");
  poplens_finding_say_brief (f, "{s}", said->str);
}

static void
add_histogram (GPtrArray *out, const PoplensMemory *memory)
{
  g_autoptr (GArray) bins = poplens_insights_histogram (memory, FALSE);
  const PoplensHistogramBin *most = NULL;
  PoplensFinding *f;

  for (guint i = 0; i < bins->len; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    if (!most || bin->tiles > most->tiles)
      most = bin;
  }
  if (!most)
    return;
  f = poplens_finding_add (out, "histogram", POPLENS_FINDING_FACT, "Tiles by memory use",
                           "memory-histogram");
  f->cause = "A few very full tiles decide whether the program fits.";
  f->location = g_strdup ("memory?order=use");
  poplens_finding_say (f,
                       memory->from_archive ? "{n} of {n} tiles use {b} to {b} including gaps."
                                            : "{n} of {n} tiles use {b} to {b} excluding gaps.",
                       (guint64) most->tiles, (guint64) memory->n_tiles, most->from, most->to);
  poplens_finding_say_brief (
      f, memory->from_archive ? "{n} use {b} to {b}" : "{n} use {b} to {b} excl. gaps",
      (guint64) most->tiles, most->from, most->to);
}

/* Returns the location that shows a cost, on the tile where the cost is largest. (transfer full) */
static char *
location_of_cost (const PoplensInsightsInput *in, const PoplensCost *cost)
{
  gboolean maps = in->names && in->names->tiles;

  if (cost->worst_tile == G_MAXUINT32)
    return g_strdup ("memory");
  if (maps && in->liveness && !strcmp (cost->key, "packing"))
    return g_strdup_printf ("liveness?tab=contents-chart&cause=packing&tile=%u", cost->worst_tile);
  return g_strdup_printf ("memory?tile=%u%s", cost->worst_tile,
                          !maps                            ? ""
                          : !strcmp (cost->key, "gaps")    ? "&tab=tile-gaps"
                          : !strcmp (cost->key, "packing") ? ""
                                                           : "&tab=tile-variables"
                                                             "&filter.tile-variables="
                                                             "instrumentation");
}

static void
add_cost (GPtrArray *out, const PoplensInsightsInput *in, const PoplensCost *cost,
          guint64 with_gaps)
{
  PoplensFinding *f;

  if (cost->depth || !cost->bytes)
    return;
  f = poplens_finding_add (out, cost->key, POPLENS_FINDING_SAVING, cost->title, "changes");
  f->bytes = f->saves = cost->bytes;
  f->cause = cost->cause;
  f->tile = cost->worst_tile;
  f->there = cost->worst_bytes;
  f->location = location_of_cost (in, cost);
  poplens_finding_say (f,
                       cost->tiles == 1 ? "{b} on {n} tile, {r} of the memory including gaps"
                                        : "{b} on {n} tiles, {r} of the memory including gaps",
                       cost->bytes, (guint64) cost->tiles,
                       poplens_share_of (cost->bytes, with_gaps));
  if (cost->worst_tile != G_MAXUINT32)
    poplens_finding_say (f, "; most on tile {i}: {b}", (guint64) cost->worst_tile,
                         cost->worst_bytes);
  poplens_finding_say (f, ".");
  poplens_finding_say_brief (f, cost->tiles == 1 ? "{n} tile" : "{n} tiles", (guint64) cost->tiles);
  if (cost->worst_tile != G_MAXUINT32)
    poplens_finding_say_brief (f, ", most on tile {i}, {b}", (guint64) cost->worst_tile,
                               cost->worst_bytes);
}

static void
add_memory (GPtrArray *out, const PoplensInsightsInput *in)
{
  g_autoptr (GArray) capacity = poplens_insights_capacity (in->memory, in->target);
  g_autoptr (GArray) costs = poplens_insights_costs (in->memory, in->names);
  const PoplensCapacity *all = &g_array_index (capacity, PoplensCapacity, 0);
  const PoplensCapacity *last = &g_array_index (capacity, PoplensCapacity, capacity->len - 1);

  if (all->tiles_over)
    add_overflow (out, in, all);
  else
    add_fits (out, all, last->of == POPLENS_CAPACITY_TILE ? last : NULL, in->memory->incomplete);
  for (guint i = 0; i < costs->len; i++)
    add_cost (out, in, &g_array_index (costs, PoplensCost, i), all->used_including_gaps);
  add_fullest_tiles (out, in->memory, in->target);
  add_fullest_ipu (out, capacity);
  add_histogram (out, in->memory);
}

/* ---- vertices and exchanges ------------------------------------------------------------------ */

static void
add_share (GPtrArray *out, PoplensShares *taken, const char *key, const char *title,
           const char *cause, const char *table, const char *location)
{
  g_autoptr (PoplensShares) shares = taken;
  const PoplensShare *largest =
      shares->rows->len ? &g_array_index (shares->rows, PoplensShare, 0) : NULL;
  PoplensFinding *f;

  if (!largest || largest->id == G_MAXUINT32)
    return;
  f = poplens_finding_add (out, key, POPLENS_FINDING_SAVING, title, table);
  f->bytes = f->saves = largest->bytes;
  f->subject = g_strdup (largest->name);
  f->cause = cause;
  f->location = g_strdup (location);
  poplens_finding_say (f, "{s} uses {b} of {s} ({r})", largest->name, largest->bytes, shares->title,
                       poplens_share_of (largest->bytes, shares->total));
  if (largest->count)
    poplens_finding_say (
        f, largest->count == 1 ? "; used by {n} compute set" : "; used by {n} compute sets",
        (guint64) largest->count);
  poplens_finding_say (f, ".");
  poplens_finding_say_brief (f, "{s}", largest->name);
}

/* ---- variables ------------------------------------------------------------------------------- */

/* TRUE if @name is the name of a memory category. For example, the file lists code as a variable
 * that has the name of its category. */
static gboolean
is_category (const PoplensVariables *variables, const char *name)
{
  return name && poplens_variables_find_category_named (variables, name) >= 0;
}

/* Returns the largest always-live variable that is not named after a memory category. (transfer
 * none) (nullable): NULL: there is none */
static const PoplensStepVariable *
largest_variable (const PoplensLiveStep *step, const PoplensVariables *variables)
{
  const PoplensStepVariable *largest = NULL;

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    if (v->always_live > (largest ? largest->always_live : 0) &&
        !is_category (variables, poplens_variable_name (variables, v->variable)))
      largest = v;
  }
  return largest;
}

static char *
variable_label (const PoplensVariables *variables, guint32 id)
{
  const char *name = poplens_variable_name (variables, id);

  return name ? g_strdup (name) : g_strdup_printf ("variable %u", id);
}

static void
add_always_live (GPtrArray *out, const PoplensInsightsInput *in, const PoplensLiveStep *step)
{
  const PoplensStepVariable *v = largest_variable (step, in->variables);
  PoplensFinding *f;

  if (!v)
    return;
  f = poplens_finding_add (out, "always-live", POPLENS_FINDING_SAVING,
                           "Largest always-live variable", "always-live-variables");
  f->bytes = f->saves = v->always_live;
  f->subject = variable_label (in->variables, v->variable);
  f->cause =
      "Always-live data (weights, constants) occupies memory at every step: keep it off chip, "
      "spread it over more tiles, or halve its floats.";
  f->location = g_strdup_printf ("liveness?tab=always-live-variables&variable=%u", v->variable);
  poplens_finding_say (f, "{s} is always live and occupies {b}, {r} of all always-live memory.",
                       f->subject, v->always_live,
                       poplens_share_of (v->always_live, step->always_live));
  poplens_finding_say_brief (f, "{s}", f->subject);
}

static void
add_variable_findings (GPtrArray *out, const PoplensInsightsInput *in)
{
  guint32 peak = poplens_liveness_peak_step (in->liveness);
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (in->liveness, in->variables);
  g_autoptr (PoplensLiveStep) step = NULL;

  if (peak == G_MAXUINT32)
    return;
  step = poplens_live_step_new (in->liveness, bytes, peak);
  add_always_live (out, in, step);
}

/* ---- all ------------------------------------------------------------------------------------- */

enum { RANK_OVER, RANK_FIT, RANK_FIRST, RANK_SECOND, RANK_OUTSIDE, RANK_FACT };

/* Sets the rank of each finding. If the program does not fit, savings of memory come before savings
 * of time, else after them. Cycles outside the program come after all savings. */
static void
rank_findings (GPtrArray *out)
{
  gboolean over = FALSE;

  for (guint i = 0; i < out->len; i++)
    over |= ((PoplensFinding *) g_ptr_array_index (out, i))->kind == POPLENS_FINDING_BAD;
  for (guint i = 0; i < out->len; i++) {
    PoplensFinding *f = g_ptr_array_index (out, i);
    f->rank = f->kind == POPLENS_FINDING_BAD   ? RANK_OVER
              : f->kind < POPLENS_FINDING_BAD  ? RANK_FIT
              : poplens_finding_is_outside (f) ? RANK_OUTSIDE
              : !f->saves && !f->cycles        ? RANK_FACT
              : (f->cycles > 0) == over        ? RANK_SECOND
                                               : RANK_FIRST;
  }
}

static int
by_saving (gconstpointer a, gconstpointer b)
{
  const PoplensFinding *fa = *(PoplensFinding *const *) a, *fb = *(PoplensFinding *const *) b;

  if (fa->rank != fb->rank)
    return fa->rank < fb->rank ? -1 : 1;
  if (fa->saves != fb->saves)
    return fa->saves > fb->saves ? -1 : 1;
  return 0; /* leave findings on time in their order: the largest saving first */
}

/* Adds the key of each finding on memory to its location, so that the page at the location shows
 * the finding. Leaves locations of the Insights page unchanged. */
static void
name_findings (GPtrArray *out)
{
  for (guint i = 0; i < out->len; i++) {
    PoplensFinding *f = g_ptr_array_index (out, i);
    if (!f->cycles && !g_str_has_prefix (f->location, "insights"))
      f->location = poplens_location_text_of_finding (f->location, f->key, f->subject);
  }
}

GPtrArray *
poplens_insights_findings (const PoplensInsightsInput *in)
{
  GPtrArray *out = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_finding_free);

  if (in->memory)
    add_memory (out, in);
  if (in->vertices) {
    add_share (out, poplens_insights_vertex_state (in->vertices, in->memory), "vertex-state",
               "Largest vertex state", "Use fewer or smaller vertices of this type.",
               "vertices-by-state", "memory?tab=vertex-types");
    add_share (
        out, poplens_insights_vertex_code (in->vertices, in->memory), "vertex-code",
        "Largest vertex code",
        "Each tile with a vertex of this type holds one copy of its code and of the functions "
        "that it calls: use it on fewer tiles, or one variant of it in all layers.",
        "vertices-by-code", "memory?tab=vertex-types");
  }
  if (in->exchanges)
    add_share (
        out, poplens_insights_exchange_code (in->exchanges, in->memory, in->programs, in->names),
        "exchange-code", "Largest exchange code",
        "Exchange code grows with the number of pieces moved; use matching layouts or fewer, "
        "larger copies.",
        "exchanges-by-code", "memory?tab=exchanges");
  if (in->liveness && in->variables)
    add_variable_findings (out, in);
  insights_add_advice (out, in);
  if (in->fit)
    insights_add_fit (out, in->fit, in->plan);
  insights_add_never (out, &in->never);
  if (in->time)
    insights_add_time (out, in->time);
  name_findings (out);
  rank_findings (out);
  g_ptr_array_sort (out, by_saving);
  return out;
}

/* Returns the largest number of bytes in a sentence. */
static guint64
largest_bytes (const GArray *pieces)
{
  guint64 largest = 0;

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensPiece *piece = &g_array_index (pieces, PoplensPiece, i);
    largest = MAX (largest, piece->kind == POPLENS_PIECE_BYTES ? piece->number : 0);
  }
  return largest;
}

/* Joins the pieces of a sentence. All bytes above 1 MiB are in the same unit. (transfer full) */
static char *
join_pieces (const GArray *pieces, PoplensByteUnit unit)
{
  GString *text = g_string_new (NULL);
  guint64 largest = largest_bytes (pieces);
  PoplensNumber buffer;

  for (guint i = 0; i < pieces->len; i++) {
    const PoplensPiece *piece = &g_array_index (pieces, PoplensPiece, i);
    switch (piece->kind) {
    case POPLENS_PIECE_TEXT:
      g_string_append (text, piece->text);
      break;
    case POPLENS_PIECE_BYTES:
      g_string_append (text,
                       piece->number > (guint64) 1 << 20
                           ? poplens_format_bytes_beside (buffer, piece->number, largest, unit)
                           : poplens_format_bytes (buffer, piece->number, unit));
      break;
    case POPLENS_PIECE_COUNT:
      g_string_append (text, poplens_format_count (buffer, piece->number));
      break;
    case POPLENS_PIECE_RATIO:
      g_string_append (text, poplens_format_percent (buffer, piece->ratio));
      break;
    }
  }
  return g_string_free (text, FALSE);
}

char *
poplens_finding_sentence (const PoplensFinding *self, PoplensByteUnit unit)
{
  return join_pieces (self->pieces, unit);
}

char *
poplens_finding_brief (const PoplensFinding *self, PoplensByteUnit unit)
{
  return join_pieces (self->brief->len ? self->brief : self->pieces, unit);
}

char *
poplens_finding_command (const PoplensFinding *self, const char *report)
{
  g_autofree char *quoted = poplens_shell_word (report);
  g_autofree char *location = self->table_location ? g_shell_quote (self->table_location) : NULL;

  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text, "poplens-cli table %s %s%s%s", self->table, quoted,
                   location ? " --location " : "", location ? location : "");
  for (guint i = 0; self->table_where && self->table_where[i]; i++) {
    g_autofree char *where = g_shell_quote (self->table_where[i]);
    g_string_append_printf (text, " --where %s", where);
  }
  return g_strdup (text->str);
}
