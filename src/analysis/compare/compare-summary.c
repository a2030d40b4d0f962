/* Lists facts of two reports side by side: figures, Poplar's versions, and the columns of
 * target_info. */
#include "analysis/compare/compare-summary.h"

#include "analysis/memory/memory-analysis.h"
#include "analysis/programs/program-tree.h"

#include <string.h>

/* Numbers of one report, from which the facts are taken. */
typedef struct {
  const PoplensCompareParts *parts;
  PoplensHeadline headline;
  gint64 figures[POPLENS_N_FIGURES];
  PoplensMemorySums sums;
} SummaryNumbers;

typedef struct {
  const char *group, *key, *title;
  PoplensFactUnit unit;
  /* Returns the amount of a fact in one report, or POPLENS_NO_AMOUNT if the report lacks it. */
  gint64 (*get) (const SummaryNumbers *);
  PoplensDirection direction;
} NumberSpec;

#define NUMBER_OF(name, known, value)                                                              \
  static gint64 get_##name (const SummaryNumbers *g)                                               \
  {                                                                                                \
    return (known) ? (gint64) MIN ((guint64) (value), POPLENS_MOST_AMOUNT) : POPLENS_NO_AMOUNT;    \
  }

#define HAS_GRAPH (g->parts->target && g->parts->target->has_graph)
NUMBER_OF (vertices, HAS_GRAPH, g->parts->target->vertices)
NUMBER_OF (edges, HAS_GRAPH, g->parts->target->edges)
NUMBER_OF (variables, HAS_GRAPH, g->parts->target->variables)
NUMBER_OF (compute_sets, HAS_GRAPH, g->parts->target->compute_sets)

/* TRUE if sums of memory can be compared. Sums of incomplete memory are too small. */
#define HAS_MEMORY (g->headline.has_memory && !g->headline.memory_incomplete)
#define HAS_PROFILE (HAS_MEMORY && !g->parts->memory->from_archive)
#define HAS_REGIONS (HAS_MEMORY && !g->parts->memory->regions_unknown)
NUMBER_OF (total, HAS_PROFILE, g->headline.total)
NUMBER_OF (non_interleaved, HAS_REGIONS, g->sums.non_interleaved)
NUMBER_OF (interleaved, HAS_REGIONS, g->sums.interleaved)
NUMBER_OF (overflowed, HAS_REGIONS, g->sums.overflowed)
NUMBER_OF (tiles, HAS_MEMORY, g->headline.n_tiles)

NUMBER_OF (not_always_peak, g->headline.has_peak, g->parts->peak->not_always_live)

NUMBER_OF (tile_cycles, g->headline.tile_cycles, g->headline.tile_cycles)
NUMBER_OF (idle, g->headline.tile_cycles, g->headline.idle_tile_cycles)
NUMBER_OF (working, g->headline.tile_cycles, g->headline.tile_cycles - g->headline.idle_tile_cycles)

NUMBER_OF (programs, g->parts->programs, g->parts->programs->n)

static gint64
get_control_code (const SummaryNumbers *g)
{
  const PoplensPrograms *programs = g->parts->programs;
  guint64 bytes;

  if (!programs || !poplens_programs_sum_code (programs, &bytes))
    return POPLENS_NO_AMOUNT;
  return (gint64) MIN (bytes, POPLENS_MOST_AMOUNT);
}

/* Figures that are listed first: fit into tile memory, peak and cycles. */
static const struct {
  const char *group;
  PoplensFigure figure;
} first_numbers[] =
    {
        {"Memory", POPLENS_FIGURE_TILES_OVER},       {"Memory", POPLENS_FIGURE_TILE_BYTES},
        {"Memory", POPLENS_FIGURE_FREE_BYTES},       {"Liveness", POPLENS_FIGURE_PEAK_BYTES},
        {"Cycles", POPLENS_FIGURE_ITERATION_CYCLES}, {"Cycles", POPLENS_FIGURE_PROGRAM_CYCLES},
        {"Cycles", POPLENS_FIGURE_OUTSIDE_CYCLES},   {"Cycles", POPLENS_FIGURE_TRACE_CYCLES},
},
  more_numbers[] = {
      {"Liveness", POPLENS_FIGURE_ALWAYS_LIVE_BYTES},
      {"Memory", POPLENS_FIGURE_MEMORY_BYTES},
};

static const NumberSpec numbers[] = {
    {"Memory", "total", "Memory used", POPLENS_FACT_BYTES, get_total, POPLENS_MORE_IS_WORSE},
    {"Memory", "overflowed", "Overflowed memory", POPLENS_FACT_BYTES, get_overflowed,
     POPLENS_MORE_IS_WORSE},
    {"Memory", "non_interleaved", "Non-interleaved memory", POPLENS_FACT_BYTES,
     get_non_interleaved},
    {"Memory", "interleaved", "Interleaved memory", POPLENS_FACT_BYTES, get_interleaved},
    {"Memory", "tiles", "Tiles", POPLENS_FACT_COUNT, get_tiles},
    {"Liveness", "not_always_live_peak", "Peak not-always-live memory", POPLENS_FACT_BYTES,
     get_not_always_peak, POPLENS_MORE_IS_WORSE},
    {"Cycles", "tile_cycles", "Tile cycles", POPLENS_FACT_CYCLES, get_tile_cycles},
    {"Cycles", "working_tile_cycles", "Tile cycles: work", POPLENS_FACT_CYCLES, get_working},
    {"Cycles", "idle_tile_cycles", "Tile cycles: waiting or outside", POPLENS_FACT_CYCLES,
     get_idle},
    {"Programs", "control_code", "Control code of programs", POPLENS_FACT_BYTES, get_control_code,
     POPLENS_MORE_IS_WORSE},
    {"Programs", "programs", "Programs", POPLENS_FACT_COUNT, get_programs},
    {"Graph", "compute_sets", "Compute sets", POPLENS_FACT_COUNT, get_compute_sets},
    {"Graph", "edges", "Edges", POPLENS_FACT_COUNT, get_edges},
    {"Graph", "variables", "Variables", POPLENS_FACT_COUNT, get_variables},
    {"Graph", "vertices", "Vertices", POPLENS_FACT_COUNT, get_vertices},
};

/* ---- facts ----------------------------------------------------------------------------------- */

void
poplens_compare_fact_free (PoplensCompareFact *self)
{
  if (!self)
    return;
  g_free (self->key);
  g_free (self->title);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_free (self->text[s]);
  g_free (self);
}

static PoplensCompareFact *
add_fact (GPtrArray *facts, const char *group, const char *key, const char *title,
          PoplensFactUnit unit, gboolean same)
{
  PoplensCompareFact *fact = g_new0 (PoplensCompareFact, 1);

  fact->group = group;
  fact->key = g_strdup (key);
  fact->title = g_strdup (title);
  fact->unit = unit;
  fact->same = same;
  g_ptr_array_add (facts, fact);
  return fact;
}

static void
add_text (GPtrArray *facts, const char *group, const char *key, const char *title,
          const char *first, const char *second, gboolean keep_same)
{
  gboolean same = !g_strcmp0 (first, second);
  PoplensCompareFact *fact;

  if ((!first && !second) || (same && !keep_same))
    return;
  fact = add_fact (facts, group, key, title, POPLENS_FACT_TEXT, same);
  fact->text[POPLENS_FIRST] = g_strdup (first);
  fact->text[POPLENS_SECOND] = g_strdup (second);
}

/* Adds an amount as a fact. NULL if both reports lack the amount, or if it is equal and @keep_same
 * is FALSE. (transfer none) (nullable) */
static PoplensCompareFact *
add_amount (GPtrArray *facts, const char *group, const char *key, const char *title,
            PoplensFactUnit unit, PoplensAmount amount, gboolean keep_same)
{
  gboolean lacks_first = amount.of[POPLENS_FIRST] == POPLENS_NO_AMOUNT;
  gboolean lacks_second = amount.of[POPLENS_SECOND] == POPLENS_NO_AMOUNT;
  gboolean same = lacks_first ? lacks_second : !lacks_second && !amount.change;

  if ((lacks_first && lacks_second) || (same && !keep_same))
    return NULL;
  PoplensCompareFact *fact = add_fact (facts, group, key, title, unit, same);
  fact->amount = amount;
  return fact;
}

static const char *
field_of (const PoplensTarget *target, const char *key)
{
  for (guint f = 0; target && f < target->fields->len; f++) {
    const PoplensTargetField *field = g_ptr_array_index (target->fields, f);
    if (g_str_equal (field->key, key))
      return field->value;
  }
  return NULL;
}

/* ---- target ---------------------------------------------------------------------------------- */

/* Columns of target_info that have a title. Others are listed under their name in the file. */
static const struct {
  const char *key, *title;
  PoplensFactUnit unit;
} fields[] = {
    {"num_ipus", "IPUs", POPLENS_FACT_COUNT},
    {"num_tiles", "Tiles", POPLENS_FACT_COUNT},
    {"num_replicas", "Replicas", POPLENS_FACT_COUNT},
    {"ipus_per_replica", "IPUs per replica", POPLENS_FACT_COUNT},
    {"tiles_per_ipu", "Tiles per IPU", POPLENS_FACT_COUNT},
    {"tiles_per_replica", "Tiles per replica", POPLENS_FACT_COUNT},
    {"bytes_per_tile", "Memory per tile", POPLENS_FACT_BYTES},
    {"bytes_per_ipu", "Memory per IPU", POPLENS_FACT_BYTES},
    {"memory_per_replica", "Memory per replica", POPLENS_FACT_BYTES},
    {"total_memory", "Total memory", POPLENS_FACT_BYTES},
    {"clock_frequency", "Clock, nominal (Hz)", POPLENS_FACT_COUNT},
    {"min_sync_delay", "Least delay of a sync", POPLENS_FACT_CYCLES},
    {"architecture", "Architecture", POPLENS_FACT_TEXT},
    {"type_", "Type", POPLENS_FACT_TEXT},
};

/* Parses a number. POPLENS_NO_AMOUNT if @text is not one. @text: (nullable) */
static gint64
amount_of_text (const char *text)
{
  guint64 value;

  if (!text || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &value, NULL))
    return POPLENS_NO_AMOUNT;
  return (gint64) MIN (value, POPLENS_MOST_AMOUNT);
}

/* Adds a column of target_info as a fact. @first, @second: (nullable): values as in the files */
static void
add_field (GPtrArray *facts, const char *key, const char *first, const char *second,
           gboolean keep_same)
{
  for (guint f = 0; f < G_N_ELEMENTS (fields); f++) {
    if (strcmp (fields[f].key, key))
      continue;
    if (fields[f].unit == POPLENS_FACT_TEXT)
      add_text (facts, "Target", key, fields[f].title, first, second, keep_same);
    else
      add_amount (facts, "Target", key, fields[f].title, fields[f].unit,
                  poplens_amount_of (amount_of_text (first), amount_of_text (second)), keep_same);
    return;
  }
  add_text (facts, "Target", key, key, first, second, keep_same);
}

/* Adds every column of target_info that one of the reports has. */
static void
add_target (GPtrArray *facts, const PoplensTarget *first, const PoplensTarget *second,
            gboolean keep_same)
{
  for (guint f = 0; first && f < first->fields->len; f++) {
    const PoplensTargetField *field = g_ptr_array_index (first->fields, f);
    add_field (facts, field->key, field->value, field_of (second, field->key), keep_same);
  }
  for (guint f = 0; second && f < second->fields->len; f++) {
    const PoplensTargetField *field = g_ptr_array_index (second->fields, f);
    if (!field_of (first, field->key))
      add_field (facts, field->key, NULL, field->value, keep_same);
  }
}

static const char *
yes_or_no (const PoplensTarget *target, gboolean value)
{
  return !target || !target->has_instrumentation ? NULL : value ? "yes" : "no";
}

/* Adds Poplar's versions and the instrumentation. Leaves out the time and the IDs of the
 * compilations, which always differ. */
static void
add_versions (GPtrArray *facts, const PoplensTarget *a, const PoplensTarget *b, gboolean keep_same)
{
  add_text (facts, "Poplar", "poplar_version", "Poplar", a ? a->poplar_version : NULL,
            b ? b->poplar_version : NULL, keep_same);
  add_text (facts, "Poplar", "format_version", "Format", a ? a->format_version : NULL,
            b ? b->format_version : NULL, keep_same);
  add_text (facts, "Poplar", "compute_level", "Compute instrumentation",
            a ? a->compute_level : NULL, b ? b->compute_level : NULL, keep_same);
  add_text (facts, "Poplar", "external_exchange", "Instrumentation of external exchange",
            yes_or_no (a, a && a->external_exchange), yes_or_no (b, b && b->external_exchange),
            keep_same);
  add_text (facts, "Poplar", "control_flow", "Instrumentation of control flow",
            yes_or_no (a, a && a->control_flow), yes_or_no (b, b && b->control_flow), keep_same);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void
ground_init (SummaryNumbers *self, const PoplensCompareParts *parts)
{
  *self = (SummaryNumbers){.parts = parts};
  poplens_headline_compute (&self->headline, parts->target, parts->memory, parts->peak,
                            parts->execution);
  poplens_figures_compute (self->figures, &self->headline, &parts->time);
  if (parts->memory)
    self->sums = poplens_memory_sums (parts->memory, NULL);
}

static void
add_number (GPtrArray *facts, const NumberSpec *spec, gint64 first, gint64 second,
            gboolean keep_same)
{
  PoplensCompareFact *fact = add_amount (facts, spec->group, spec->key, spec->title, spec->unit,
                                         poplens_amount_of (first, second), keep_same);

  if (!fact)
    return;
  fact->direction = spec->direction;
  /* Show no percentage of a negative amount, such as the free bytes of a tile over capacity. */
  if (fact->amount.of[POPLENS_FIRST] < 0 || fact->amount.of[POPLENS_SECOND] < 0)
    fact->amount.has_part = fact->same;
}

/* Converts a figure to an amount. Clamps it, as amounts have a smaller range. */
static gint64
amount_of_figure (gint64 figure)
{
  return figure == POPLENS_NO_FIGURE ? POPLENS_NO_AMOUNT
                                     : CLAMP (figure, -POPLENS_MOST_AMOUNT, POPLENS_MOST_AMOUNT);
}

static void
add_figure (GPtrArray *facts, const char *group, PoplensFigure figure, const SummaryNumbers *first,
            const SummaryNumbers *second, gboolean keep_same)
{
  static const PoplensFactUnit units[] = {[POPLENS_FIGURE_BOOL] = POPLENS_FACT_COUNT,
                                          [POPLENS_FIGURE_COUNT] = POPLENS_FACT_COUNT,
                                          [POPLENS_FIGURE_ID] = POPLENS_FACT_COUNT,
                                          [POPLENS_FIGURE_BYTES] = POPLENS_FACT_BYTES,
                                          [POPLENS_FIGURE_CYCLES] = POPLENS_FACT_CYCLES};
  const PoplensFigureSpec *of = poplens_figure_spec (figure);
  const NumberSpec spec = {group, of->key, of->title, units[of->unit], NULL, of->direction};

  add_number (facts, &spec, amount_of_figure (first->figures[figure]),
              amount_of_figure (second->figures[figure]), keep_same);
}

GPtrArray *
poplens_compare_facts (const PoplensCompareParts *first, const PoplensCompareParts *second,
                       gboolean keep_same)
{
  GPtrArray *facts = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_compare_fact_free);
  SummaryNumbers a, b;

  ground_init (&a, first);
  ground_init (&b, second);
  for (guint n = 0; n < G_N_ELEMENTS (first_numbers); n++)
    add_figure (facts, first_numbers[n].group, first_numbers[n].figure, &a, &b, keep_same);
  add_versions (facts, first->target, second->target, keep_same);
  add_target (facts, first->target, second->target, keep_same);
  for (guint n = 0; n < G_N_ELEMENTS (more_numbers); n++)
    add_figure (facts, more_numbers[n].group, more_numbers[n].figure, &a, &b, keep_same);
  for (guint n = 0; n < G_N_ELEMENTS (numbers); n++)
    add_number (facts, &numbers[n], numbers[n].get (&a), numbers[n].get (&b), keep_same);
  return facts;
}
