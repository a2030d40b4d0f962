/* Programs, compute sets and steps of liveness of two reports. */
#include "tables/compare/compare-table.h"

#include "analysis/compare/compare-programs.h"
#include "analysis/programs/program-tree.h"
#include "derived/programs/program-sums.h"

typedef struct {
  const PoplensPrograms *programs[POPLENS_N_SIDES];
  const PoplensVertices *vertices[POPLENS_N_SIDES];
  const PoplensLiveness *liveness[POPLENS_N_SIDES];
} Data;

/* The side whose name stands for the pair. */
static PoplensSide
side_of (const PoplensPair *pair)
{
  return pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ? POPLENS_SECOND : POPLENS_FIRST;
}

static gboolean
load_programs (const PoplensCompareSource *source, Data *data, GCancellable *cancellable,
               GError **error)
{
  gconstpointer parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_load (source, POPLENS_PART_PROGRAMS, parts, cancellable, error))
    return FALSE;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    data->programs[s] = parts[s];
  return TRUE;
}

/* *@sums is NULL where nothing ran, which @remarks then say. */
static gboolean
get_sums (const PoplensCompareSource *source, PoplensSide side, PoplensProgramSums **sums,
          GString *remarks, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;

  *sums = poplens_program_sums_get (source->of[side], cancellable, &local);
  if (*sums || poplens_compare_source_forgive (source, side, "Cycles", remarks, &local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gint64
amount (guint64 value)
{
  return (gint64) MIN (value, POPLENS_MOST_AMOUNT);
}

/* ---- programs ---------------------------------------------------------------------------------
 */

enum { CYCLES, TILE_CYCLES, EXECUTIONS, CODE, N_MEASURES };

static const PoplensCompareMeasure program_measures[] = {
    [CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                "Cycles of the longest tile of each IPU in all executions", TRUE},
    [TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                     "Cycles of all tiles in all executions", TRUE},
    [EXECUTIONS] = {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                    "Executed steps of the program", TRUE},
    [CODE] = {"own_code", "Own code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
              "Bytes of control code on all tiles, without the children", TRUE},
};

enum { PROGRAM_NAME, PROGRAM_TYPE, FIRST_ID, SECOND_ID };

static const PoplensColumn program_texts[] = {
    [PROGRAM_NAME] = {"name", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                      "Name of the program, else type of the program"},
    [PROGRAM_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                      "Type of the program, as named in program_types"},
    [FIRST_ID] = {"first_id", "ID before", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                  "ID in the report before"},
    [SECOND_ID] = {"second_id", "ID after", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                   "ID in the report after"},
};

static void
program_cell (const Data *self, PoplensSide side, guint32 row, guint column, PoplensValue *value)
{
  const PoplensPrograms *programs = self->programs[side];

  poplens_cell_text (value, column == PROGRAM_TYPE
                                ? poplens_strings_get (programs->strings, programs->type_name[row])
                                : poplens_programs_name_or_type (programs, row));
}

static void
program_text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  PoplensSide side = column == SECOND_ID ? POPLENS_SECOND : POPLENS_FIRST;

  if (column < FIRST_ID)
    program_cell (self, side_of (pair), pair->of[side_of (pair)], column, value);
  else if (pair->of[side] != POPLENS_NOT_THERE)
    poplens_cell_int (value, self->programs[side]->id[pair->of[side]]);
}

static char *
program_link (gconstpointer data, guint32 thing)
{
  const Data *self = data;

  return g_strdup_printf ("programs?program=%u", self->programs[POPLENS_FIRST]->id[thing]);
}

static void
take_sums (PoplensComparison *comparison, PoplensSide side, const PoplensProgramSums *sums)
{
  gint64 *amounts[] = {g_new (gint64, sums->n + 1), g_new (gint64, sums->n + 1),
                       g_new (gint64, sums->n + 1)};

  for (guint32 row = 0; row < sums->n; row++) {
    amounts[0][row] = amount (sums->cycles[row]);
    amounts[1][row] = amount (sums->tile_cycles[row]);
    amounts[2][row] = sums->executed[row];
  }
  for (guint m = 0; m < G_N_ELEMENTS (amounts); m++)
    poplens_comparison_take (comparison, CYCLES + m, side, amounts[m]);
}

static gboolean
take_programs (PoplensComparison *comparison, PoplensSide side, const Data *data,
               const PoplensCompareSource *source, GString *remarks, GCancellable *cancellable,
               GError **error)
{
  const PoplensPrograms *programs = data->programs[side];
  gint64 *code = g_new (gint64, MAX (programs->n, 1));
  PoplensProgramSums *sums;

  for (guint32 row = 0; row < programs->n; row++)
    code[row] = poplens_lists_is_absent (programs->control_code, row)
                    ? POPLENS_NO_AMOUNT
                    : (gint64) poplens_program_own_code (programs, row);
  poplens_comparison_take (comparison, CODE, side, code);
  if (!get_sums (source, side, &sums, remarks, cancellable, error))
    return FALSE;
  if (sums)
    take_sums (comparison, side, sums);
  poplens_program_sums_unref (sums);
  return TRUE;
}

static char *
say_steps (const Data *data)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (data->programs[s]->ambiguous)
      return g_strdup_printf (" Only the first compilation step of the report %s is compared.",
                              poplens_side_name (s));
  return g_strdup ("");
}

PoplensTable *
poplens_build_compare_programs (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autofree Data *data = g_new0 (Data, 1);

  if (!poplens_compare_source_init (&source, report, error) ||
      !load_programs (&source, data, cancellable, error))
    return NULL;
  g_autofree char *steps = say_steps (data);
  const guint32 n[] = {data->programs[POPLENS_FIRST]->n, data->programs[POPLENS_SECOND]->n};
  g_autoptr (PoplensComparison) comparison = poplens_comparison_new (n, N_MEASURES);
  poplens_comparison_take_pairs (
      comparison,
      poplens_pairs_of_programs (data->programs[POPLENS_FIRST], data->programs[POPLENS_SECOND]));
  g_string_append (remarks, steps);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!take_programs (comparison, s, data, &source, remarks, cancellable, error))
      return NULL;
  const PoplensCompareThings things = {.name = "compare-programs",
                                       .title = "Changed programs",
                                       .things = "programs",
                                       .texts = program_texts,
                                       .n_texts = G_N_ELEMENTS (program_texts),
                                       .n_leading = 1,
                                       .text = program_text,
                                       .link = program_link,
                                       .data = g_steal_pointer (&data),
                                       .free_data = g_free,
                                       .measures = program_measures,
                                       .n_measures = N_MEASURES,
                                       .remarks = remarks->str};
  return poplens_compare_table_new (&things, g_steal_pointer (&comparison), &source, location);
}

/* ---- compute sets -----------------------------------------------------------------------------
 */

enum { SET_CYCLES, SET_TILE_CYCLES, SET_EXECUTIONS, SET_BYTES, SET_VERTICES, SET_EDGES, N_SET };

static const PoplensCompareMeasure set_measures[] = {
    [SET_CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                    "Cycles of the longest tile of each IPU in all executions of the programs",
                    TRUE},
    [SET_TILE_CYCLES] = {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
                         "Cycles of all tiles in all executions", TRUE},
    [SET_EXECUTIONS] = {"executions", "Executed", POPLENS_UNIT_COUNT, POPLENS_FROM_MEASURED,
                        "Executed steps of the programs", TRUE},
    [SET_BYTES] = {"bytes", "State", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                   "Bytes of vertex state on all tiles (memory_by_compute_set)", TRUE},
    [SET_VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                      "Vertices of the compute set", TRUE},
    [SET_EDGES] = {"edges", "Edges", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                   "Edges of the compute set", TRUE},
};

static const PoplensColumn set_texts[] = {
    {"name", "Compute set", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the compute set"},
    {"first_id", "ID before", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID in the report before"},
    {"second_id", "ID after", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID in the report after"},
};

static const char *
set_name (const PoplensVertices *v, guint32 row)
{
  return poplens_strings_get (v->strings, v->compute_set_name[row]);
}

static void
set_text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  PoplensSide side = column == 0 ? side_of (pair) : column == 1 ? POPLENS_FIRST : POPLENS_SECOND;

  if (pair->of[side] == POPLENS_NOT_THERE)
    return;
  if (column == 0)
    poplens_cell_text (value, set_name (self->vertices[side], pair->of[side]));
  else
    poplens_cell_int (value, self->vertices[side]->compute_set_id[pair->of[side]]);
}

/* Steps of a compute set are those of the programs that execute it. */
static void
take_set_sums (PoplensComparison *comparison, PoplensSide side, const Data *data,
               const PoplensProgramSums *sums)
{
  const PoplensPrograms *programs = data->programs[side];
  const PoplensVertices *v = data->vertices[side];
  gint64 *amounts[3];

  for (guint m = 0; m < G_N_ELEMENTS (amounts); m++)
    amounts[m] = g_new0 (gint64, MAX (v->n_compute_sets, 1));
  for (guint32 row = 0; row < sums->n; row++) {
    guint32 id = programs->compute_set[row];
    guint32 set = id == POPLENS_NO_ROW ? G_MAXUINT32 : poplens_vertices_find_compute_set (v, id);
    if (set == G_MAXUINT32)
      continue;
    amounts[0][set] = amount ((guint64) amounts[0][set] + sums->cycles[row]);
    amounts[1][set] = amount ((guint64) amounts[1][set] + sums->tile_cycles[row]);
    amounts[2][set] += sums->executed[row];
  }
  for (guint m = 0; m < G_N_ELEMENTS (amounts); m++)
    poplens_comparison_take (comparison, SET_CYCLES + m, side, amounts[m]);
}

/* Not recorded where the file says none of them of any compute set. */
static gint64 *
sum_state (const PoplensVertices *v)
{
  gint64 *bytes = g_new0 (gint64, MAX (v->n_compute_sets, 1));
  gboolean any = FALSE;

  for (guint c = 0; c < G_N_ELEMENTS (v->compute_set_bytes); c++)
    for (guint32 row = 0; v->compute_set_bytes[c] && row < v->n_compute_sets; row++) {
      any = any || !poplens_lists_is_absent (v->compute_set_bytes[c], row);
      bytes[row] += amount (poplens_lists_sum (v->compute_set_bytes[c], row));
      bytes[row] = MIN (bytes[row], POPLENS_MOST_AMOUNT);
    }
  if (!any && v->n_compute_sets)
    g_clear_pointer (&bytes, g_free);
  return bytes;
}

static gboolean
take_sets (PoplensComparison *comparison, PoplensSide side, const Data *data,
           const PoplensCompareSource *source, GString *remarks, GCancellable *cancellable,
           GError **error)
{
  const PoplensVertices *v = data->vertices[side];
  gint64 *vertices = g_new0 (gint64, MAX (v->n_compute_sets, 1));
  gint64 *edges = g_new0 (gint64, MAX (v->n_compute_sets, 1));
  PoplensProgramSums *sums;

  for (guint32 row = 0; row < v->n_compute_sets; row++) {
    vertices[row] = amount (poplens_lists_sum (v->compute_set_counts, row));
    edges[row] = amount (v->compute_set_edges[row]);
  }
  poplens_comparison_take (comparison, SET_BYTES, side, sum_state (v));
  poplens_comparison_take (comparison, SET_VERTICES, side, vertices);
  poplens_comparison_take (comparison, SET_EDGES, side, edges);
  if (!get_sums (source, side, &sums, remarks, cancellable, error))
    return FALSE;
  if (sums)
    take_set_sums (comparison, side, data, sums);
  poplens_program_sums_unref (sums);
  return TRUE;
}

static GPtrArray *
names_of_sets (const PoplensVertices *v)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint32 row = 0; row < v->n_compute_sets; row++)
    g_ptr_array_add (names, (gpointer) poplens_name_without_count (set_name (v, row)));
  return names;
}

PoplensTable *
poplens_build_compare_compute_sets (PoplensReport *report, const PoplensLocation *location,
                                    GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autofree Data *data = g_new0 (Data, 1);
  gconstpointer parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (&source, report, error) ||
      !load_programs (&source, data, cancellable, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_VERTICES, parts, cancellable, error))
    return NULL;
  data->vertices[POPLENS_FIRST] = parts[POPLENS_FIRST];
  data->vertices[POPLENS_SECOND] = parts[POPLENS_SECOND];
  g_autoptr (GPtrArray) first = names_of_sets (data->vertices[POPLENS_FIRST]);
  g_autoptr (GPtrArray) second = names_of_sets (data->vertices[POPLENS_SECOND]);
  const char *const *const keys[] = {(const char *const *) first->pdata,
                                     (const char *const *) second->pdata};
  const guint32 n[] = {first->len, second->len};
  g_autoptr (PoplensComparison) comparison = poplens_comparison_new (n, N_SET);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!take_sets (comparison, s, data, &source, remarks, cancellable, error))
      return NULL;
  poplens_comparison_take_pairs (
      comparison, poplens_pairs_match (keys, n, poplens_comparison_unlike, comparison));
  const PoplensCompareThings things = {.name = "compare-compute-sets",
                                       .title = "Changed compute sets",
                                       .things = "compute sets",
                                       .texts = set_texts,
                                       .n_texts = G_N_ELEMENTS (set_texts),
                                       .n_leading = 1,
                                       .text = set_text,
                                       .data = g_steal_pointer (&data),
                                       .free_data = g_free,
                                       .measures = set_measures,
                                       .n_measures = N_SET,
                                       .remarks = remarks->str};
  return poplens_compare_table_new (&things, g_steal_pointer (&comparison), &source, location);
}

/* ---- liveness ---------------------------------------------------------------------------------
 */

static const PoplensCompareMeasure live_measures[] = {
    {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Not-always-live bytes at the step, all tiles", FALSE},
};

enum { STEP_NAME, STEP_TYPE, FIRST_STEP, SECOND_STEP };

static const PoplensColumn live_texts[] = {
    [STEP_NAME] = {"name", "Program", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                   "Name of the program of the step, else type of the program"},
    [STEP_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Type of the program"},
    [FIRST_STEP] = {"first_step", "Step before", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                    "Program step in the report before (depth_first_steps.id)"},
    [SECOND_STEP] = {"second_step", "Step after", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                     "Program step in the report after"},
};

static void
live_text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const Data *self = data;
  PoplensSide side = column == FIRST_STEP    ? POPLENS_FIRST
                     : column == SECOND_STEP ? POPLENS_SECOND
                                             : side_of (pair);
  guint32 step = pair->of[side];

  if (step == POPLENS_NOT_THERE)
    return;
  if (column >= FIRST_STEP) {
    poplens_cell_int (value, step);
    return;
  }
  guint32 row = poplens_programs_find (self->programs[side], self->liveness[side]->program[step]);
  if (row != POPLENS_NO_ROW)
    program_cell (self, side, row, column, value);
}

static char *
live_link (gconstpointer data, guint32 thing)
{
  return g_strdup_printf ("liveness?step=%u", thing);
}

PoplensTable *
poplens_build_compare_liveness (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autofree Data *data = g_new0 (Data, 1);
  gconstpointer parts[POPLENS_N_SIDES];
  guint32 n[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (&source, report, error) ||
      !load_programs (&source, data, cancellable, error) ||
      !poplens_compare_source_load (&source, POPLENS_PART_LIVENESS, parts, cancellable, error))
    return NULL;
  g_autofree char *steps = say_steps (data);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    data->liveness[s] = parts[s];
    n[s] = data->liveness[s]->n_steps;
  }
  g_autoptr (GArray) programs =
      poplens_pairs_of_programs (data->programs[POPLENS_FIRST], data->programs[POPLENS_SECOND]);
  PoplensComparison *comparison = poplens_comparison_new (n, 1);
  poplens_comparison_take_pairs (comparison,
                                 poplens_pairs_of_steps (programs, data->programs, data->liveness));
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    gint64 *bytes = g_new (gint64, MAX (n[s], 1));
    for (guint32 step = 0; step < n[s]; step++)
      bytes[step] = amount (data->liveness[s]->not_always_live[step]);
    poplens_comparison_take (comparison, 0, s, bytes);
  }
  const PoplensCompareThings things = {.name = "compare-liveness",
                                       .title = "Changed live memory",
                                       .things = "steps",
                                       .texts = live_texts,
                                       .n_texts = G_N_ELEMENTS (live_texts),
                                       .n_leading = 1,
                                       .text = live_text,
                                       .link = live_link,
                                       .data = g_steal_pointer (&data),
                                       .free_data = g_free,
                                       .measures = live_measures,
                                       .n_measures = 1,
                                       .covers_all_tiles = TRUE,
                                       .remarks = steps};
  return poplens_compare_table_new (&things, comparison, &source, location);
}
