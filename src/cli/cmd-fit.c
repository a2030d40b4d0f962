/* fit and plan: whether the model fits, what is in the way, and what makes it fit. */
#include "cli/cli.h"

#include "derived/insights/fit-source.h"
#include "derived/insights/price-source.h"
#include "pages/core/page-private.h"

const PoplensCliKey poplens_cli_plan_keys[] = {
    {"avoid", "KEY,…", "leave these changes out of the plan, for example half,micro-batch", NULL,
     POPLENS_CLI_MANY},
    {"allow", "KEY,…", "plan with these changes alone", "only", POPLENS_CLI_MANY},
    {"margin", "PERCENT", "leave this much of each tile free, for example 5%"},
    {NULL},
};

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_pair (PoplensJsonWriter *json, const char *key, guint64 optimistic, guint64 pessimistic)
{
  poplens_json_begin_array (json, key);
  poplens_json_uint (json, NULL, optimistic);
  poplens_json_uint (json, NULL, pessimistic);
  poplens_json_end_array (json);
}

/* The least and the most of two estimates. */
static void
write_range (PoplensJsonWriter *json, const char *key, guint64 optimistic, guint64 pessimistic)
{
  write_pair (json, key, MIN (optimistic, pessimistic), MAX (optimistic, pessimistic));
}

static void
write_worst (const PoplensFit *fit, PoplensJsonWriter *json)
{
  if (fit->worst_tile == G_MAXUINT32) {
    poplens_json_null (json, "worst_tile");
    return;
  }
  poplens_json_begin_object (json, "worst_tile");
  poplens_json_uint (json, "tile", fit->worst_tile);
  poplens_json_uint (json, "step", fit->worst_step);
  poplens_json_uint (json, "bytes", fit->worst_bytes);
  if (fit->capacity)
    poplens_json_uint (json, "capacity", fit->capacity);
  else
    poplens_json_null (json, "capacity");
  poplens_json_end_object (json);
}

static void
write_cause (const PoplensFitCause *cause, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "kind", cause->key);
  poplens_json_double (json, "share", cause->share);
  poplens_json_uint (json, "tiles_over", cause->tiles_over);
  poplens_json_uint (json, "bytes", cause->bytes);
  poplens_json_double (json, "tile_share", cause->tile_share);
  poplens_json_string (json, "variable", cause->variable);
  poplens_json_end_object (json);
}

static void
write_price (const PoplensFitPrices *prices, const PoplensFitPrice *price, PoplensJsonWriter *json)
{
  g_autofree char *sentence = poplens_fit_price_sentence (prices, price, POPLENS_BYTE_UNIT_BINARY);

  if (price->is_known)
    write_pair (json, "cycles", price->cycles[0], price->cycles[1]);
  else
    poplens_json_null (json, "cycles");
  poplens_json_string (json, "price", sentence);
}

static void
write_change (const PoplensFit *fit, const PoplensFitPrices *prices, const PoplensFitChange *change,
              PoplensJsonWriter *json)
{
  const PoplensFitPrice price = poplens_fit_price_of (prices, change->key);
  g_autofree char *sentence = poplens_fit_change_sentence (fit, change, POPLENS_BYTE_UNIT_BINARY);
  const char *const *options = poplens_fit_change_options (change->key);
  guint64 left[2];

  poplens_fit_change_left (change, left);
  poplens_json_begin_object (json, NULL);
  poplens_json_string (json, "change", change->key);
  poplens_json_string (json, "title", change->title);
  write_range (json, "tiles_left", left[0], left[1]);
  write_range (json, "tiles_over", change->tiles_over[0], change->tiles_over[1]);
  write_range (json, "tiles_tight", change->tiles_tight[0], change->tiles_tight[1]);
  write_range (json, "worst_tile_bytes", change->worst_bytes[0], change->worst_bytes[1]);
  write_pair (json, "saving", change->saving[0], change->saving[1]);
  write_pair (json, "median_saving", change->median[0], change->median[1]);
  poplens_json_string (json, "confidence", poplens_fit_change_confidence (change));
  poplens_json_uint (json, "cost", change->cost);
  write_price (prices, &price, json);
  poplens_json_string (json, "sentence", sentence);
  poplens_json_begin_array (json, "options");
  for (guint i = 0; options[i]; i++)
    poplens_json_string (json, NULL, options[i]);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
}

static void
write_stage_plan (const PoplensStagePlan *plan, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "ipus", plan->n_ipus);
  poplens_json_string (json, "fits", poplens_fit_verdict_key (poplens_stage_plan_verdict (plan)));
  poplens_json_begin_array (json, "layers");
  for (guint32 ipu = 0; ipu < plan->n_ipus; ipu++)
    poplens_json_uint (json, NULL, plan->layers[ipu]);
  poplens_json_end_array (json);
  poplens_json_uint (json, "worst_tile", plan->worst_tile[POPLENS_ESTIMATE_PESSIMISTIC]);
  write_pair (json, "worst_tile_bytes", plan->worst_bytes[0], plan->worst_bytes[1]);
  write_pair (json, "tiles_over", plan->tiles_over[0], plan->tiles_over[1]);
  write_pair (json, "tiles_tight", plan->tiles_tight[0], plan->tiles_tight[1]);
  poplens_json_uint (json, "mixed_ipus", plan->n_mixed);
  poplens_json_end_object (json);
}

/* null where no layers are known. */
static void
write_stages (const PoplensFit *fit, PoplensJsonWriter *json)
{
  const PoplensStages *stages = fit->stages;
  g_autofree char *sentence = poplens_fit_stages_sentence (fit, POPLENS_BYTE_UNIT_BINARY);

  if (!stages->n_layers) {
    poplens_json_null (json, "stages");
    return;
  }
  poplens_json_begin_object (json, "stages");
  poplens_json_uint (json, "ipus", stages->n_ipus);
  poplens_json_uint (json, "layers", stages->n_layers);
  poplens_json_uint (json, "least_ipus", stages->least);
  if (stages->best && poplens_stage_plan_verdict (stages->best) == POPLENS_FITS)
    poplens_json_uint (json, "fits_on_ipus", stages->best->n_ipus);
  else
    poplens_json_null (json, "fits_on_ipus");
  poplens_json_string (json, "sentence", sentence);
  poplens_json_begin_array (json, "by_ipus");
  for (guint i = 0; i < stages->plans->len; i++)
    write_stage_plan (stages->plans->pdata[i], json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
}

static void
write_plan (const PoplensFit *fit, const PoplensFitPlan *plan, const PoplensFitPrices *prices,
            PoplensJsonWriter *json)
{
  const PoplensFitPrice price = poplens_fit_price_of_plan (prices, plan);
  g_autofree char *sentence = poplens_fit_plan_sentence (fit, plan, POPLENS_BYTE_UNIT_BINARY);

  poplens_json_string (json, "fits", poplens_fit_verdict_key (plan->verdict));
  poplens_json_begin_array (json, "changes");
  for (guint i = 0; i < plan->changes->len; i++)
    poplens_json_string (json, NULL, ((const PoplensFitChange *) plan->changes->pdata[i])->key);
  poplens_json_end_array (json);
  write_pair (json, "tiles_over", plan->tiles_over[0], plan->tiles_over[1]);
  write_pair (json, "tiles_tight", plan->tiles_tight[0], plan->tiles_tight[1]);
  write_pair (json, "worst_tile_bytes", plan->worst_bytes[0], plan->worst_bytes[1]);
  write_price (prices, &price, json);
  poplens_json_string (json, "assumed", plan->assumed);
  poplens_json_string (json, "sentence", sentence);
}

gboolean
poplens_cli_fit_json (PoplensReport *report, const PoplensLocation *location,
                      PoplensJsonWriter *json, GError **error)
{
  g_autoptr (PoplensFit) fit = poplens_report_fit (report, NULL, error);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (report, location, NULL, error) : NULL;
  g_autoptr (PoplensFitPrices) prices =
      plan ? poplens_report_fit_prices (report, NULL, error) : NULL;
  g_autofree char *answer = fit ? poplens_fit_answer (fit, POPLENS_BYTE_UNIT_BINARY) : NULL;

  if (!prices)
    return FALSE;
  if (fit->capacity)
    poplens_json_bool (json, "fits", !poplens_fit_is_over (fit));
  else
    poplens_json_null (json, "fits");
  poplens_json_string (json, "answer", answer);
  poplens_json_uint (json, "tiles_over", fit->tiles_over + fit->tiles_tight);
  write_worst (fit, json);
  poplens_json_begin_array (json, "causes");
  for (guint i = 0; i < fit->causes->len; i++)
    write_cause (&g_array_index (fit->causes, PoplensFitCause, i), json);
  poplens_json_end_array (json);
  poplens_json_begin_array (json, "changes");
  for (guint i = 0; i < fit->changes->len; i++)
    write_change (fit, prices, fit->changes->pdata[i], json);
  poplens_json_end_array (json);
  poplens_json_begin_object (json, "plan");
  write_plan (fit, plan, prices, json);
  poplens_json_end_object (json);
  write_stages (fit, json);
  return TRUE;
}

gboolean
poplens_cli_plan_json (PoplensReport *report, const PoplensLocation *location,
                       PoplensJsonWriter *json, GError **error)
{
  static const PoplensCliTable tables[] = {{"plan", "steps"}};
  g_autoptr (PoplensFit) fit = poplens_report_fit (report, NULL, error);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (report, location, NULL, error) : NULL;
  g_autoptr (PoplensFitPrices) prices =
      plan ? poplens_report_fit_prices (report, NULL, error) : NULL;

  if (!prices)
    return FALSE;
  write_plan (fit, plan, prices, json);
  return poplens_cli_write_tables (report, location, tables, G_N_ELEMENTS (tables), json, error);
}

/* ---- text --------------------------------------------------------------------------------------
 */

/* What it does and what that costs in time: one paragraph, as a screen has few lines. */
static void
show_plan (PoplensCliView *view, const PoplensFit *fit, const PoplensFitPlan *plan,
           const PoplensFitPrices *prices)
{
  g_autofree char *sentence = poplens_fit_plan_sentence (fit, plan, view->unit);
  g_autofree char *price = poplens_fit_plan_price_sentence (prices, plan, view->unit);
  g_autofree char *both = g_strconcat (sentence, *price ? " " : "", price, NULL);

  poplens_cli_paragraph (view, both, 2, FALSE);
}

static void
show_bounds (PoplensCliView *view)
{
  poplens_cli_paragraph (view,
                         "Not known: packing and gaps of a new layout, other choices of the "
                         "compiler, and code for moved data.",
                         2, TRUE);
}

static void
show_stages (PoplensCliView *view, const PoplensFit *fit)
{
  g_autofree char *sentence = poplens_fit_stages_sentence (fit, view->unit);

  if (*sentence)
    poplens_cli_paragraph (view, sentence, 2, FALSE);
}

/* How many tiles do not fit, before @more (nullable), in one paragraph: a screen has few lines. */
static void
show_over (PoplensCliView *view, const PoplensFit *fit, const char *more)
{
  g_autofree char *bytes = poplens_bytes_of (fit->worst_bytes, fit->capacity, view->unit);
  guint32 n = fit->tiles_over + fit->tiles_tight;
  PoplensNumber over, all;
  g_autofree char *text =
      poplens_fit_is_over (fit)
          ? g_strdup_printf (n == 1 ? "%s of %s does not fit. Worst: tile %u at step %u, %s."
                                    : "%s of %s do not fit. Worst: tile %u at step %u, %s.",
                             poplens_format_count (over, n),
                             poplens_format_items (all, fit->n_tiles, "tile"), fit->worst_tile,
                             fit->worst_step, bytes)
          : NULL;
  g_autofree char *both = text && more ? g_strconcat (text, " ", more, NULL) : NULL;
  const char *shown = both ? both : text ? text : more;

  if (shown)
    poplens_cli_paragraph (view, shown, 2, FALSE);
}

gboolean
poplens_cli_fit_text (PoplensCliView *view, GError **error)
{
  PoplensCliTable tables[] = {
      {"changes", NULL, "Changes", 12, NULL, {"title"}},
      {"causes", NULL, "Causes", 6, NULL, {"title", "share", "tiles_over", "bytes", "tile_share"}},
  };
  g_autoptr (PoplensFit) fit = poplens_report_fit (view->report, NULL, error);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (view->report, view->location, NULL, error) : NULL;
  g_autoptr (PoplensFitPrices) prices =
      plan ? poplens_report_fit_prices (view->report, NULL, error) : NULL;
  g_autofree char *answer = fit ? poplens_fit_answer (fit, view->unit) : NULL;

  if (!prices)
    return FALSE;
  guint column = 1;
  if (poplens_fit_is_over (fit))
    tables[0].columns[column++] = "left_most";
  tables[0].columns[column++] = "worst";
  tables[0].columns[column++] = "worst_most";
  /* Cycles instead of the median, where any were measured: more does not fit a terminal. */
  tables[0].columns[column] = prices->program ? "cycles_most" : "median";
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  show_over (view, fit, answer);
  /* A margin can ask for more than that every tile fits. */
  if (poplens_fit_is_over (fit) || plan->capacity < fit->capacity) {
    poplens_cli_title (view, "Plan");
    show_plan (view, fit, plan, prices);
    if (view->all)
      show_bounds (view);
  }
  if (poplens_fit_is_over (fit))
    show_stages (view, fit);
  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}

gboolean
poplens_cli_plan_text (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"plan", NULL, "Changes", 10, NULL, {"change", "left_without", "options"}},
  };
  g_autoptr (PoplensFit) fit = poplens_report_fit (view->report, NULL, error);
  g_autoptr (PoplensFitPlan) plan =
      fit ? poplens_report_fit_plan (view->report, view->location, NULL, error) : NULL;
  g_autoptr (PoplensFitPrices) prices =
      plan ? poplens_report_fit_prices (view->report, NULL, error) : NULL;

  if (!prices)
    return FALSE;
  poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
  show_over (view, fit, NULL);
  show_plan (view, fit, plan, prices);
  show_bounds (view);
  return !plan->changes->len ||
         poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}
