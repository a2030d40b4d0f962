/* Commands memory (contents of tiles, by category or another key) and liveness (live memory at each
 * step, or at selected ones). */
#include "analysis/liveness/live-step.h"
#include "cli/answer.h"
#include "derived/liveness/live-source.h"
#include "tables/liveness/tile-contents.h"

/* ---- memory ---------------------------------------------------------------------------------- */

const PoplensCliKey poplens_cli_memory_keys[] = {
    {"tile", "T|fullest", "limit to these tiles, for example 0,5,100-120"},
    {"ipu", "I", "limit to this IPU"},
    {"replica", "R", "limit to this replica"},
    {"step", "N[,M]", "contents of the tile at this step; two steps are compared"},
    {NULL},
};

/* Maximum number of tiles that the sentence names. */
#define FULLEST 5

static void
say_fullest (PoplensCliAnswer *answer)
{
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("memory-tiles", answer->reports[0], answer->location, NULL, NULL);
  g_autoptr (GString) text = g_string_new ("Fullest tiles: ");

  if (!table)
    return;
  guint tile = (guint) poplens_table_find_column (table, "tile");
  guint bytes = (guint) poplens_table_find_column (table, "total_including_gaps");
  g_autoptr (PoplensTableView) rows = poplens_table_view_new (table, NULL, (int) bytes, TRUE, NULL);
  for (guint32 i = 0; i < MIN (rows->n, FULLEST); i++) {
    PoplensValue number = poplens_table_get (table, rows->rows[i], tile);
    PoplensValue most = poplens_table_get (table, rows->rows[i], bytes);
    PoplensNumber a, b;
    g_string_append_printf (text, "%s%s (%s)", i ? ", " : "",
                            poplens_value_format (&number, answer->unit, a),
                            poplens_value_format (&most, answer->unit, b));
  }
  if (rows->n > 1)
    poplens_cli_answer_say (answer, "%s.", text->str);
}

static gboolean
say_memory (PoplensCliAnswer *answer, GError **error)
{
  if (!poplens_cli_add_facts (answer, POPLENS_PART_BIT (POPLENS_PART_MEMORY), error))
    return FALSE;
  say_fullest (answer);
  if (poplens_cli_has_contents (answer->reports[0]))
    poplens_cli_answer_next (answer, "memory", "--tile fullest");
  return TRUE;
}

static gboolean
answer_contents (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensContentsAnswer) contents = {0};

  if (!poplens_report_contents (answer->reports[0], answer->location, &contents, NULL, error))
    return FALSE;
  const PoplensContentsScope *of = &contents.of[0];
  const PoplensContentsSums *sums = &contents.contents->sums[0];
  g_autofree char *sentence = poplens_contents_sentence (&contents);
  gboolean is_over = of->n_tiles == 1 && of->capacity && (guint64) sums->total > of->capacity;
  PoplensNumber bytes;
  poplens_cli_answer_say (answer, "%s", sentence);
  if (is_over)
    poplens_cli_answer_say (
        answer, "Over capacity by %s, including packing and gaps.",
        poplens_format_bytes (bytes, (guint64) sums->total - of->capacity, answer->unit));
  poplens_cli_answer_bytes (answer, "live_bytes", TRUE, (guint64) sums->live);
  poplens_cli_answer_bytes (answer, "packing_bytes", TRUE, (guint64) sums->packing);
  poplens_cli_answer_bytes (answer, "gap_bytes", TRUE, (guint64) sums->gaps);
  poplens_cli_answer_bytes (answer, "tile_bytes", TRUE, (guint64) sums->total);
  poplens_cli_answer_bytes (answer, "capacity_bytes", of->capacity, of->capacity);
  /* Drop the table's note: the sentence above says the same. */
  if (answer->tables->len)
    poplens_table_set_note (answer->tables->pdata[0], NULL);
  poplens_cli_answer_next (answer, is_over ? "fit" : "memory", is_over ? "" : "--by variable");
  return TRUE;
}

#define CONTENTS                                                                                   \
  {                                                                                                \
    "contents", 14, NULL, "name bytes variables share", .least_first = 50                          \
  }

#define TILE_VARIABLES                                                                             \
  {                                                                                                \
    "tile-variables", 12, "-size", "address size category shares_with live name"                   \
  }

const PoplensCliRows poplens_cli_memory_rows[] = {
    {"category", .answer = say_memory,
     .tables = {{"memory-categories", 9, "-total",
                 "group category total not_overlapped overlapped"},
                {"memory-tiles", .further = TRUE}}},
    {"group", .set = "by=group", .tables = {{"memory-categories", 20, .folded = TRUE}}},
    {"tile", .tables = {{"memory-tiles", 12, "-total_including_gaps",
                         "tile ipu total total_including_gaps free share"}}},
    {"kind", .set = "by=kind", .answer = answer_contents, .tables = {CONTENTS}},
    {"model-layer", .set = "by=layer", .answer = answer_contents, .tables = {CONTENTS}},
    {"variable", "tile", .tables = {TILE_VARIABLES}},
    {"variable", "scope", .tables = {TILE_VARIABLES}},
    {"variable", .tables = {{"variables", 12, "-always_live",
                             "variable kind always_live not_always_live_max"}}},
    {"vertex", .tables = {{"vertex-types", 12, "-state_bytes",
                           "vertex_type instances state_bytes code_bytes"}}},
    {"compute-set", .tables = {{"compute-sets", 12, "-total", "compute_set vertices edges total"}}},
    {"exchange", .tables = {{"exchanges", 12, "-code_bytes",
                             "exchange kind program code_bytes received_bytes sent_bytes"}}},
    {"gap", .tables = {{"tile-gaps", 12, "-size", "tile address size cause why"}}},
    {NULL, "tile", .answer = answer_contents,
     .tables = {CONTENTS,
                {"memory-categories", 9, "-total", .further = TRUE},
                {"memory-tiles", .further = TRUE},
                {"tile-gaps", 8, "-size", "tile address size cause why", .further = TRUE},
                {"tile-variables", 12, "-size", .further = TRUE}}},
    {NULL, "scope", .answer = answer_contents, .tables = {CONTENTS}},
    {NULL, "ipu", .answer = answer_contents, .tables = {CONTENTS}},
    {NULL, "step", .answer = answer_contents, .tables = {CONTENTS}},
};
const guint poplens_cli_memory_n_rows = G_N_ELEMENTS (poplens_cli_memory_rows);

/* ---- liveness -------------------------------------------------------------------------------- */

const PoplensCliKey poplens_cli_liveness_keys[] = {
    {"step", "N[,M]|peak", "variables live at this step; several (3,9,40-42) are compared"},
    {"variable", "NAME", "steps at which this variable is live"},
    {"tile", "T|fullest", "limit to these tiles, for example 0,5,100-120"},
    {"ipu", "I", "limit to this IPU"},
    {"replica", "R", "limit to this replica"},
    {NULL},
};

static void
say_peak (PoplensCliAnswer *answer, PoplensLiveSource *source, const PoplensLiveCurve *curve)
{
  g_autofree char *where = poplens_live_source_describe (source, curve->peak_step);
  guint64 bytes = curve->always_live + curve->not_always_live[curve->peak_step];
  /* For selected tiles, always-live memory is known in any case: it is summed from their variables.
   */
  gboolean known = !source->liveness->always_unknown || source->tiles;
  PoplensNumber most, always;

  if (!known)
    poplens_cli_answer_say (answer, "Peak %s, without always-live memory: %s; %u steps.",
                            poplens_format_bytes (most, bytes, answer->unit), where,
                            curve->n_steps);
  else
    poplens_cli_answer_say (answer, "Peak %s, %s of it always live: %s; %u steps.",
                            poplens_format_bytes (most, bytes, answer->unit),
                            poplens_format_bytes (always, curve->always_live, answer->unit), where,
                            curve->n_steps);
  poplens_cli_answer_bytes (answer, "peak_bytes", known, bytes);
  poplens_cli_answer_figure (answer, "peak_step",
                             poplens_value_int (curve->peak_step, POPLENS_UNIT_ID));
  poplens_cli_answer_bytes (answer, "always_live_bytes", known, curve->always_live);
}

/* Answers with the peak of the tiles or the IPU in the location. */
static gboolean
answer_curve (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};

  if (!poplens_live_source_init (&source, answer->reports[0], answer->location, NULL, error))
    return FALSE;
  g_autoptr (PoplensLiveCurve) curve = poplens_live_source_curve (&source, NULL, error);
  if (!curve)
    return FALSE;
  if (curve->peak_step != G_MAXUINT32)
    say_peak (answer, &source, curve);
  poplens_cli_answer_next (answer, "liveness", "--step peak");
  return TRUE;
}

static void
say_step (PoplensCliAnswer *answer, PoplensLiveSource *source, const PoplensLiveStep *step)
{
  g_autofree char *where = poplens_live_source_describe (source, step->step);
  PoplensNumber all, always, born, freed;

  poplens_cli_answer_say (answer, "%s: %s live, %s of it always live; %s born, %s freed.", where,
                          poplens_format_bytes (all, step->always_live + step->live, answer->unit),
                          poplens_format_bytes (always, step->always_live, answer->unit),
                          poplens_format_bytes (born, step->born, answer->unit),
                          poplens_format_bytes (freed, step->freed, answer->unit));
  poplens_cli_answer_figure (answer, "step", poplens_value_int (step->step, POPLENS_UNIT_ID));
  poplens_cli_answer_bytes (answer, "live_bytes", TRUE, step->always_live + step->live);
  poplens_cli_answer_bytes (answer, "always_live_bytes", TRUE, step->always_live);
  poplens_cli_answer_bytes (answer, "born_bytes", TRUE, step->born);
  poplens_cli_answer_bytes (answer, "freed_bytes", TRUE, step->freed);
}

static gboolean
answer_step (PoplensCliAnswer *answer, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  PoplensStepList steps;

  if (!poplens_live_source_init (&source, answer->reports[0], answer->location, NULL, error) ||
      !poplens_live_source_steps (&source, &steps, NULL, error) ||
      !(bytes = poplens_live_source_bytes (&source, NULL, error)))
    return FALSE;
  for (guint i = 0; i < steps.n; i++) {
    g_autoptr (PoplensLiveStep) step =
        poplens_live_step_new (source.liveness, bytes, steps.step[i]);
    say_step (answer, &source, step);
    if (i == 0 && steps.n > 1)
      g_array_set_size (answer->figures, 0);
  }
  if (steps.n > 1)
    g_array_set_size (answer->figures, 0);
  if (source.steps.named > steps.n)
    poplens_cli_answer_say (
        answer, "%" G_GUINT64_FORMAT " more steps are left out: at most %u are compared.",
        source.steps.named - steps.n, POPLENS_MOST_STEPS);
  return TRUE;
}

#define STEP                                                                                       \
  {                                                                                                \
    "live-variables", 12, NULL,                                                                    \
        "variable kind live live_2 difference_2 not_always_live born freed share"                  \
  }

const PoplensCliRows poplens_cli_liveness_rows[] = {
    {"step", .answer = answer_curve,
     .tables = {{"liveness-steps", 12, "-total", "step type name not_always_live total"},
                {"liveness-peaks", .further = TRUE}}},
    {"variable", .tables = {{"variables", 12, "-not_always_live_max",
                             "variable kind always_live not_always_live_max born freed"}}},
    {"tile", .tables = {{"liveness-tiles", 12, "-bytes", "tile ipu bytes always_live step name"}}},
    {"ipu", .tables = {{"memory-ipus", 12, NULL, "of not_always_live_peak step type name"}}},
    {NULL, "variable", .tables = {{"variable-steps", 20}}},
    {NULL, "step", .answer = answer_step, .tables = {STEP}},
    {NULL, "jump", .answer = answer_step, .tables = {STEP}},
};
const guint poplens_cli_liveness_n_rows = G_N_ELEMENTS (poplens_cli_liveness_rows);
