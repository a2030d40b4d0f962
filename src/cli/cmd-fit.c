/* Command fit: whether the model fits, what prevents that, and which changes make it fit. */
#include "cli/answer.h"

#include "derived/insights/fit-source.h"
#include "pages/core/page-private.h"

/* Condition of --tile and --ipu: both limit a change, so they need --change or --scale. */
#define CHANGES .needs = {"change", "scale"}

const PoplensCliKey poplens_cli_fit_keys[] = {
    {"change", "KEY",
     "estimate this change: optimiser-off-chip, accumulators-off-chip, recompute, micro-batch=N, "
     "serialise=N:OPERATION, off-chip=VARIABLE, spread=VARIABLE, io-tiles, half or "
     "no-instrumentation; can be repeated",
     .many = TRUE},
    {"scale", "FILTER[=FACTOR]",
     "estimate matching variables at this size, or say how far they may grow: part of a name, "
     "pattern, category:NAME or kind:NAME; add @TILES to limit it; can be repeated",
     .many = TRUE},
    {"estimate", "optimistic|pessimistic",
     "which of two estimates of a change (default: optimistic)"},
    {"avoid", "KEY,…", "leave these changes out of the plan, for example half,micro-batch",
     .many = TRUE},
    {"only", "KEY,…", "plan with these changes alone", .many = TRUE},
    {"margin", "PERCENT", "leave this much of each tile free, for example 5%"},
    {"tile", "T", "limit a change to these tiles, for example 0,5,100-120", CHANGES},
    {"ipu", "I", "limit a change to this IPU", CHANGES},
    {NULL},
};

/* Says how many tiles do not fit, and names the fullest one. */
static void
say_over (PoplensCliAnswer *answer, const PoplensFit *fit)
{
  g_autofree char *bytes = poplens_bytes_of (fit->worst_bytes, fit->capacity, answer->unit);
  guint32 n = fit->tiles_over + fit->tiles_tight;
  PoplensNumber over, all;

  if (poplens_fit_is_over (fit))
    poplens_cli_answer_say (answer,
                            n == 1 ? "%s of %s does not fit; tile %u needs %s at step %u."
                                   : "%s of %s do not fit; tile %u needs %s at step %u.",
                            poplens_format_count (over, n),
                            poplens_format_items (all, fit->n_tiles, "tile"), fit->worst_tile,
                            bytes, fit->worst_step);
}

/* Adds two figures from the results @n of two estimates: the smaller result as @least, the larger
 * as @most. */
static void
add_counts (PoplensCliAnswer *answer, const char *least, const char *most, const guint32 n[2])
{
  poplens_cli_answer_figure (answer, least,
                             poplens_value_int (MIN (n[0], n[1]), POPLENS_UNIT_COUNT));
  poplens_cli_answer_figure (answer, most,
                             poplens_value_int (MAX (n[0], n[1]), POPLENS_UNIT_COUNT));
}

static void
add_figures (PoplensCliAnswer *answer, const PoplensFit *fit, const PoplensFitPlan *plan)
{
  gboolean worst = fit->worst_tile != G_MAXUINT32;
  const guint32 left[] = {plan->tiles_over[0] + plan->tiles_tight[0],
                          plan->tiles_over[1] + plan->tiles_tight[1]};

  poplens_cli_answer_figure (answer, "fits",
                             fit->capacity
                                 ? poplens_value_int (!poplens_fit_is_over (fit), POPLENS_UNIT_BOOL)
                                 : (PoplensValue){0});
  poplens_cli_answer_figure (
      answer, "tiles_over",
      poplens_value_int (fit->tiles_over + fit->tiles_tight, POPLENS_UNIT_COUNT));
  poplens_cli_answer_figure (answer, "tiles_tight",
                             poplens_value_int (fit->tiles_tight, POPLENS_UNIT_COUNT));
  poplens_cli_answer_figure (answer, "fullest_tile",
                             worst ? poplens_value_int (fit->worst_tile, POPLENS_UNIT_ID)
                                   : (PoplensValue){0});
  poplens_cli_answer_bytes (answer, "tile_bytes", worst, fit->worst_bytes);
  poplens_cli_answer_bytes (answer, "capacity_bytes", fit->capacity, fit->capacity);
  poplens_cli_answer_figure (answer, "plan_fits",
                             poplens_value_text (poplens_fit_verdict_key (plan->verdict)));
  add_counts (answer, "plan_tiles_over_least", "plan_tiles_over_most", left);
  add_counts (answer, "plan_tiles_tight_least", "plan_tiles_tight_most", plan->tiles_tight);
  poplens_cli_answer_bytes (answer, "plan_tile_bytes_least", TRUE,
                            MIN (plan->worst_bytes[0], plan->worst_bytes[1]));
  poplens_cli_answer_bytes (answer, "plan_tile_bytes_most", TRUE,
                            MAX (plan->worst_bytes[0], plan->worst_bytes[1]));
}

/* Says which changes make the model fit, unless it already fits with the requested margin. */
static void
say_plan (PoplensCliAnswer *answer, const PoplensFit *fit, const PoplensFitPlan *plan,
          const PoplensFitPrices *prices)
{
  g_autofree char *sentence = poplens_fit_plan_sentence (fit, plan, answer->unit);
  const PoplensFitPrice of_plan = poplens_fit_price_of_plan (prices, plan);
  g_autofree char *price = poplens_fit_price_sentence (&of_plan, answer->unit);

  if (!poplens_fit_is_over (fit) && plan->capacity >= fit->capacity)
    return;
  poplens_cli_answer_say (answer, "%s%s%s", sentence, *price ? " " : "", price);
  if (answer->all)
    poplens_cli_answer_say (answer, "Not known: packing and gaps of a new layout, other choices of "
                                    "the compiler, and code for moved data.");
}

static gboolean
answer_fit (PoplensCliAnswer *answer, GError **error)
{
  const PoplensFit *fit = poplens_report_fit (answer->reports[0], NULL, error);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (answer->reports[0], answer->location, NULL, error) : NULL;
  const PoplensFitPrices *prices =
      plan ? poplens_report_fit_prices (answer->reports[0], NULL, error) : NULL;

  if (!prices)
    return FALSE;
  g_autofree char *causes = poplens_fit_answer (fit, answer->unit);
  g_autofree char *stages = poplens_fit_stages_sentence (fit, answer->unit);
  say_over (answer, fit);
  poplens_cli_answer_say (answer, "%s", causes);
  say_plan (answer, fit, plan, prices);
  if (poplens_fit_is_over (fit))
    poplens_cli_answer_say (answer, "%s", stages);
  add_figures (answer, fit, plan);
  if (plan->changes->len) {
    const PoplensFitChange *first = plan->changes->pdata[0];
    g_autofree char *options = g_strdup_printf ("--change %s", first->key);
    poplens_cli_answer_next (answer, "fit", options);
  }
  return TRUE;
}

/* Returns a value of the row of all tiles, which is the first row of the table what-if. */
static PoplensValue
get_of_all (const PoplensTable *table, const char *column)
{
  return poplens_table_get (table, 0, (guint) poplens_table_find_column (table, column));
}

/* Answers with the note of the table what-if, and with figures from its row of all tiles. */
static gboolean
answer_what_if (PoplensCliAnswer *answer, GError **error)
{
  static const char *const figures[][2] = {
      {"fullest_tile", "fullest_tile"}, {"tile_bytes", "needs"}, {"capacity_bytes", "capacity"}};
  PoplensTable *table = answer->tables->pdata[0];
  PoplensValue over = get_of_all (table, "over");

  poplens_cli_answer_say (answer, "%s", poplens_table_get_note (table));
  poplens_table_set_note (table, NULL);
  over.integer += get_of_all (table, "tight").integer;
  poplens_cli_answer_figure (
      answer, "fits",
      over.type == POPLENS_VALUE_INT ? poplens_value_int (!over.integer, POPLENS_UNIT_BOOL) : over);
  poplens_cli_answer_figure (answer, "tiles_over", over);
  for (guint f = 0; f < G_N_ELEMENTS (figures); f++)
    poplens_cli_answer_figure (answer, figures[f][0], get_of_all (table, figures[f][1]));
  return TRUE;
}

/* Short titles, so that all columns fit on a screen. */
static const char *const change_titles[] = {"Change", "Over", "Fullest", "Up to", "Cost"};
static const char *const what_if_titles[] = {"Scope", "Live before", "Live after",  "Over",
                                             "Tight", "Need",        "Fullest tile"};
#define WHAT_IF                                                                                    \
  {                                                                                                \
    "what-if", 10, NULL, "of before after over tight needs fullest_tile",                          \
        .titles = what_if_titles, .folded = TRUE                                                   \
  }

const PoplensCliRows poplens_cli_fit_rows[] = {
    {.answer = answer_fit,
     .tables = {{"changes", 12, NULL, "change tiles_over_most tile_bytes tile_bytes_most cost",
                 .titles = change_titles, .folded = TRUE},
                {"plan", .further = TRUE},
                {"kinds", 6, NULL, "title excess_share tiles_over tile_bytes tile_share",
                 .further = TRUE},
                {"stages", .further = TRUE}}},
    {.key = "change", .answer = answer_what_if, .tables = {WHAT_IF}},
    {.key = "scale", .answer = answer_what_if, .tables = {WHAT_IF}},
};
const guint poplens_cli_fit_n_rows = G_N_ELEMENTS (poplens_cli_fit_rows);
