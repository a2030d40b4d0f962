/* Tables of variables that are live at one step, at several, or over all steps; of live but unused
 * variables; of the life of one variable; and of vertices that run at a step. */
#include "analysis/insights/insights.h"
#include "analysis/liveness/lifetimes.h"
#include "derived/insights/idle-source.h"
#include "derived/liveness/live-source.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/kind-column.h"
#include "tables/engine/registry.h"
#include "tables/liveness/live-table.h"

/* ---- the life of a variable ------------------------------------------------------------------ */

/* Table of a variable's life: the ranges of steps in which it is live, and the programs at their
 * ends. */

/* Maximum number of ranges of a variable that are shown. If there are more, the largest are
 * shown. */
#define MOST_RANGES 1000

typedef struct {
  const char *what;
  gint64 step, steps, bytes, always_live, program;
  const char *type, *name;
  gint64 id, class;
} LifeRow;

static const PoplensColumn life_columns[] = {
    POPLENS_CELL (
        LifeRow, what, "Lifetime", TEXT, DERIVED,
        "Step range in which bytes of the variable are live, expandable to the steps at both ends"),
    POPLENS_CELL (LifeRow, step, "Step", ID, FILE,
                  "First step of the range, or the step at an end (eq_class_step)"),
    POPLENS_CELL (LifeRow, steps, "Steps", COUNT, FILE, "Length of the range. Steps are not time."),
    POPLENS_CELL (LifeRow, bytes, "Bytes", BYTES, FILE,
                  "Bytes of the variable that are live in the range (var_bytes_by_eq_class)"),
    POPLENS_CELL (LifeRow, always_live, "Always live", BOOL, FILE,
                  "Whether these bytes are live at every step (eq_classes.is_always_live)"),
    POPLENS_CELL (LifeRow, program, "Program", ID, FILE, "ID of the program of the step"),
    POPLENS_CELL (LifeRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (LifeRow, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (LifeRow, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in var_bytes_by_eq_class"),
    POPLENS_CELL (LifeRow, class, "Class", ID, FILE,
                  "Equivalence class of the bytes; bytes of one class are live at the same steps"),
};

typedef struct {
  PoplensLiveSource *source;
  gboolean has_trace;
  PoplensRecords *rows;
} LifeBuilder;

static gboolean
was_executed (const LifeBuilder *self, guint32 program)
{
  const PoplensPrograms *programs = self->source->programs;
  guint32 row =
      self->has_trace && programs ? poplens_programs_find (programs, program) : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW)
    return FALSE;
  return programs->kind[row] == POPLENS_PROGRAM_ON_TILE_EXECUTE ||
         programs->kind[row] == POPLENS_PROGRAM_STREAM_COPY_BEGIN ||
         programs->kind[row] == POPLENS_PROGRAM_STREAM_COPY_END ||
         poplens_program_exchange (programs, row) != POPLENS_N_EXCHANGE_KINDS;
}

static void
add_life_program (LifeBuilder *self, const char *what, guint32 step, const char *page)
{
  guint32 program = self->source->liveness->program[step];
  LifeRow *row = poplens_records_add_at (self->rows, 1);

  row->what = poplens_records_text (self->rows, what);
  row->step = step;
  row->program = program;
  row->type = poplens_program_type_text (self->source->programs, program);
  row->name = poplens_program_name_text (self->source->programs, program);
  poplens_records_link (self->rows, "%s?program=%u", page, program);
}

/* Adds a row with the program of @step. If the program was executed, adds another row, which links
 * to it in the trace. @what: "Born at", "Freed at", … */
static void
add_end (LifeBuilder *self, const char *what, guint32 step)
{
  guint32 n = self->source->liveness->n_steps;

  if (step >= n)
    return;
  add_life_program (self, what, step, "programs");
  if (was_executed (self, self->source->liveness->program[step])) {
    g_autofree char *where = g_strdup_printf ("%s: where it ran", what);
    add_life_program (self, where, step, "trace");
  }
}

/* Links the row to the first and last step of the range, side by side on the same graph. */
static void
link_to_ends (LifeBuilder *self, const PoplensVariableRange *range)
{
  g_autofree char *steps = range->to - range->from > 1
                               ? g_strdup_printf ("%u,%u", range->from, range->to - 1)
                               : g_strdup_printf ("%u", range->from);
  g_autoptr (PoplensLocation) here =
      poplens_location_on_page (self->source->location, POPLENS_PAGE_LIVENESS);
  g_autoptr (PoplensLocation) there = poplens_location_with (here, "step", steps);
  g_autofree char *link = poplens_location_to_string (there);

  poplens_records_link (self->rows, "%s", link);
}

static void
add_life_range (LifeBuilder *self, const PoplensVariableRange *range)
{
  guint32 n = self->source->liveness->n_steps;
  g_autofree char *what =
      range->always ? g_strdup ("At every step")
                    : g_strdup_printf ("Step %u to %u", range->from, range->to ? range->to - 1 : 0);
  LifeRow *row = poplens_records_add (self->rows);

  row->what = poplens_records_text (self->rows, what);
  row->step = range->from;
  row->steps = range->to > range->from ? range->to - range->from : 0;
  row->bytes = range->bytes;
  row->always_live = range->always;
  row->id = range->variable;
  row->class = range->class_id;
  /* Always-live variables exist from loading on: no program creates or frees them. */
  if (range->always || range->from >= n || range->to <= range->from)
    return;
  link_to_ends (self, range);
  add_end (self, "Born at", range->from);
  add_end (self, "Last live at", range->to - 1);
  add_end (self, "Freed at", range->to);
}

static int
most_bytes (gconstpointer a, gconstpointer b)
{
  guint64 ba = ((const PoplensVariableRange *) a)->bytes;
  guint64 bb = ((const PoplensVariableRange *) b)->bytes;

  return ba > bb ? -1 : ba < bb;
}

static char *
describe_life (const PoplensLiveSource *source, const char *variable, const GArray *ids,
               guint n_ranges)
{
  g_autoptr (GString) note = g_string_new (variable);
  PoplensNumber all;

  if (ids->len > 1)
    g_string_append_printf (note, " (%u variables with this name)", ids->len);
  g_string_append_printf (note, ", %s. ", source->label);
  if (n_ranges > MOST_RANGES)
    g_string_append_printf (note, "The largest %u of %s ranges. ", MOST_RANGES,
                            poplens_format_count (all, n_ranges));
  if (n_ranges)
    g_string_append (note, "The program at the last step keeps the variable live and need not use "
                           "it; Idle has the recorded uses.");
  else
    g_string_append (note, "No bytes of the variable are allocated on these tiles.");
  return g_string_free (g_steal_pointer (&note), FALSE);
}

static PoplensTable *
finish_life (PoplensRecords *rows, PoplensReport *report, const char *note)
{
  PoplensTable *table = poplens_records_finish_tree (
      rows, "variable-steps", poplens_tables_find ("variable-steps")->title, report);

  poplens_table_set_note (table, note);
  return table;
}

PoplensTable *
poplens_build_variable_steps (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  const char *text = location ? poplens_location_get (location, "variable") : NULL;
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (GArray) ids = NULL;
  LifeBuilder self = {.source = &source};

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(bytes = poplens_live_source_all_bytes (&source, cancellable, error)))
    return NULL;
  self.rows = POPLENS_RECORDS (LifeRow, life_columns);
  if (!text)
    return finish_life (self.rows, report,
                        "No variable selected. Select one in a table of variables.");
  if (!(ids = poplens_variable_ids (source.variables, text, error))) {
    poplens_records_free (self.rows);
    return NULL;
  }
  self.has_trace = !poplens_report_get_absence (report, POPLENS_PART_EXECUTION);
  g_autoptr (GArray) ranges = poplens_variable_ranges (
      source.liveness, bytes, (const guint32 *) (gconstpointer) ids->data, ids->len);
  if (ranges->len > MOST_RANGES)
    g_array_sort (ranges, most_bytes);
  for (guint i = 0; i < MIN (ranges->len, MOST_RANGES); i++)
    add_life_range (&self, &g_array_index (ranges, PoplensVariableRange, i));
  const char *name = poplens_variable_name (source.variables, g_array_index (ids, guint32, 0));
  g_autofree char *note = describe_life (&source, name && *name ? name : text, ids, ranges->len);
  return finish_life (self.rows, report, note);
}

/* ---- vertices -------------------------------------------------------------------------------- */

/* Table of the vertices in the compute sets that run at the selected steps. */

/* A row: a vertex type, and its values at each step. */
typedef struct {
  const char *vertex_type, *source;
  gint64 size, code_bytes;
  struct Step {
    gint64 instances, state_bytes;
    gint64 difference; /* .state_bytes minus .state_bytes of the first step */
  } steps[POPLENS_MOST_STEPS];
} VertexRow;

static const PoplensColumn fixed[] = {
    POPLENS_CELL (VertexRow, vertex_type, "Vertex type", TEXT, FILE,
                  "Name of the vertex type (vertex_types.name)"),
    POPLENS_CELL (VertexRow, source, "Language", TEXT, FILE,
                  "Language of the vertex: c++ or asm (vertex_types.source)"),
    POPLENS_CELL (VertexRow, size, "Size", BYTES, FILE,
                  "Bytes of state of one vertex (vertex_types.size)"),
    POPLENS_CELL (
        VertexRow, code_bytes, "Code", BYTES, FILE,
        "Bytes of code of the type and of the functions that it calls, on these tiles, shared by "
        "all compute sets "
        "(memory_by_vertex_type.code_bytes)",
        .total = TRUE),
};

#define FIRST_VALUE 1 /* index of the first column of the steps, after the vertex type */

typedef struct {
  PoplensLiveSource source;
  PoplensScope scope;
  PoplensStepList steps;
  const PoplensVertices *vertices;
  guint64 *counts[POPLENS_MOST_STEPS]; /* by step: [n_types]: number of vertices; (nullable): NULL
                                          if no compute set runs at the step */
} VertexBuilder;

static void
builder_clear (VertexBuilder *self)
{
  poplens_live_source_clear (&self->source);
  poplens_scope_clear (&self->scope);
  for (guint i = 0; i < POPLENS_MOST_STEPS; i++)
    g_free (self->counts[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VertexBuilder, builder_clear)

/* Returns the row of the compute set that runs at @step; G_MAXUINT32: none. */
static guint32
set_at (const VertexBuilder *self, guint32 step)
{
  const PoplensPrograms *programs = self->source.programs;
  guint32 id = self->source.liveness->program[step];
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW || programs->compute_set[row] == POPLENS_NO_ROW)
    return G_MAXUINT32;
  return poplens_vertices_find_compute_set (self->vertices, programs->compute_set[row]);
}

static void
count_step_instances (VertexBuilder *self, guint i)
{
  const PoplensVertices *v = self->vertices;
  guint32 set = set_at (self, self->steps.step[i]);

  if (set == G_MAXUINT32)
    return;
  self->counts[i] = g_new0 (guint64, MAX (v->n_types, 1));
  for (guint32 r = 0; r < v->n_instances; r++)
    if (v->instance_compute_set[r] == set && v->instance_type[r] < v->n_types)
      self->counts[i][v->instance_type[r]] +=
          poplens_selection_sum (&self->scope.selection, v->instances, r);
}

static guint64
vertex_state_bytes (const VertexBuilder *self, guint i, guint32 t)
{
  return self->counts[i] ? self->counts[i][t] * self->vertices->type_size[t] : 0;
}

static void
add_type_of_set (const VertexBuilder *self, PoplensRecords *rows, guint32 t)
{
  const PoplensVertices *v = self->vertices;
  VertexRow *row = poplens_records_add (rows);

  row->vertex_type = poplens_strings_get (v->strings, v->type_name[t]);
  row->source = poplens_strings_get (v->strings, v->type_source[t]);
  row->size = (gint64) v->type_size[t];
  row->code_bytes = (gint64) poplens_selection_sum (&self->scope.selection,
                                                    v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
  for (guint i = 0; i < self->steps.n; i++) {
    row->steps[i].instances = (gint64) (self->counts[i] ? self->counts[i][t] : 0);
    row->steps[i].state_bytes = (gint64) vertex_state_bytes (self, i, t);
    row->steps[i].difference =
        (gint64) (vertex_state_bytes (self, i, t) - vertex_state_bytes (self, 0, t));
  }
}

/* Adds the columns of step @i: vertices, their state and, except for the first step, the difference
 * in state to the first step. */
static void
add_step_columns (const VertexBuilder *self, PoplensRecords *rows, guint i)
{
  g_autofree char *suffix = i ? g_strdup_printf ("_%u", i + 1) : g_strdup ("");
  g_autofree char *at =
      self->steps.n > 1 ? g_strdup_printf (", step %u", self->steps.step[i]) : g_strdup ("");
  g_autofree char *instances = g_strconcat ("instances", suffix, NULL);
  g_autofree char *state = g_strconcat ("state_bytes", suffix, NULL);
  g_autofree char *difference = g_strconcat ("difference", suffix, NULL);
  g_autofree char *instances_title = g_strconcat ("Vertices", at, NULL);
  g_autofree char *state_title = g_strconcat ("State", at, NULL);
  g_autofree char *difference_title =
      g_strdup_printf ("%u \u2212 %u", self->steps.step[i], self->steps.step[0]);
  const PoplensColumn columns[] = {
      POPLENS_CELL_NAMED (
          VertexRow, steps[i].instances, instances, instances_title, COUNT, FILE,
          "Vertices of the type in the compute set of the step on these tiles (vertex_instances)",
          .total = TRUE),
      POPLENS_CELL_NAMED (VertexRow, steps[i].state_bytes, state, state_title, BYTES, DERIVED,
                          "Bytes of vertex state: vertices × state per vertex", .total = TRUE),
      POPLENS_CELL_NAMED (
          VertexRow, steps[i].difference, difference, difference_title, SIGNED_BYTES, DERIVED,
          "State of the vertices at this step minus their state at the first step", .total = TRUE),
  };

  for (guint c = 0; c < (i ? 3 : 2); c++)
    poplens_records_add_column (rows, &columns[c]);
}

static guint64
largest_state_change (const VertexBuilder *self, guint32 type)
{
  guint64 first = vertex_state_bytes (self, 0, type), most = 0;

  for (guint i = 1; i < self->steps.n; i++) {
    guint64 state = vertex_state_bytes (self, i, type);
    most = MAX (most, MAX (state, first) - MIN (state, first));
  }
  return most;
}

static int
compare_state_changes (gconstpointer a, gconstpointer b, gpointer data)
{
  guint32 ta = *(const guint32 *) a, tb = *(const guint32 *) b;
  guint64 ca = largest_state_change (data, ta), cb = largest_state_change (data, tb);

  if (ca != cb)
    return ca > cb ? -1 : 1;
  return ta < tb ? -1 : ta > tb;
}

static PoplensRecords *
make_vertex_rows (const VertexBuilder *self)
{
  PoplensRecords *rows = poplens_records_new (fixed, FIRST_VALUE, sizeof (VertexRow));
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < MAX (self->steps.n, 1); i++)
    add_step_columns (self, rows, i);
  for (guint c = FIRST_VALUE; c < G_N_ELEMENTS (fixed); c++)
    poplens_records_add_column (rows, &fixed[c]);
  for (guint32 t = 0; t < self->vertices->n_types; t++) {
    gboolean any = FALSE;
    for (guint i = 0; i < self->steps.n; i++)
      any |= self->counts[i] && self->counts[i][t];
    if (any)
      g_array_append_val (types, t);
  }
  /* Sort by the largest absolute difference between steps. */
  if (self->steps.n > 1)
    g_array_sort_with_data (types, compare_state_changes, (gpointer) self);
  for (guint i = 0; i < types->len; i++)
    add_type_of_set (self, rows, g_array_index (types, guint32, i));
  return rows;
}

static char *
describe_vertices (const VertexBuilder *self)
{
  GString *note = g_string_new (NULL);

  for (guint i = 0; i < self->steps.n; i++) {
    g_autofree char *where = poplens_live_source_describe (&self->source, self->steps.step[i]);
    g_string_append (note, i ? " " : "");
    g_string_append_printf (note, self->counts[i] ? "%s." : "%s: no compute set.", where);
  }
  if (!self->steps.n)
    g_string_append (note, "No program steps");
  return g_string_free (note, FALSE);
}

PoplensTable *
poplens_build_step_vertices (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_auto (VertexBuilder) self = {0};
  g_autofree char *note = NULL;
  PoplensTable *table;

  if (!poplens_live_source_init (&self.source, report, location, cancellable, error) ||
      !poplens_live_source_steps (&self.source, &self.steps, cancellable, error) ||
      !poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !(self.vertices = poplens_report_load_vertices (report, cancellable, error)))
    return NULL;
  for (guint i = 0; i < self.steps.n; i++)
    count_step_instances (&self, i);
  table = poplens_records_finish (make_vertex_rows (&self), "vertex-types", "Vertices of a step",
                                  report);
  if (self.steps.n < 2)
    poplens_table_set_default_sort (table, FIRST_VALUE + 1, TRUE);
  note = describe_vertices (&self);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- idle variables -------------------------------------------------------------------------- */

/* Table of variables that are live on a tile at a step without being used in that step. */

typedef struct {
  const char *name, *kind;
  guint64 bytes;
  const char *use;
  gint64 last, next;
  gint64 steps, cycles, weight;
  gboolean always_live;
  gint64 id;
} IdleRow;

static const PoplensColumn idle_columns[] = {
    POPLENS_CELL (IdleRow, name, "Variable", TEXT, FILE, "Name of the variable on the tile"),
    POPLENS_KIND_CELL (IdleRow, kind),
    POPLENS_CELL (IdleRow, bytes, "Bytes", BYTES, FILE, "Size of the variable on the tile",
                  .total = TRUE),
    POPLENS_CELL (IdleRow, use, "Use", TEXT, DERIVED,
                  "here: at this step; later: at a later step; again: in the next iteration of a "
                  "loop or the next run; never: not again before it is freed; unknown: no user is "
                  "recorded"),
    POPLENS_CELL (IdleRow, last, "Last use", ID, DERIVED,
                  "Step of the last use before this step; empty where there is none"),
    POPLENS_CELL (IdleRow, next, "Next use", ID, DERIVED,
                  "Step of the next use; in the next iteration it has a smaller number"),
    POPLENS_CELL (IdleRow, steps, "Steps", COUNT, DERIVED,
                  "Steps between the two, at which it is live and not used; empty where used here "
                  "or unknown"),
    POPLENS_CELL (IdleRow, cycles, "Cycles", CYCLES, DERIVED,
                  "Measured cycles of these steps on the IPU, all executions together"),
    POPLENS_CELL (IdleRow, weight, "Byte-steps", COUNT, DERIVED, "Bytes × idle steps"),
    POPLENS_CELL (IdleRow, always_live, "Always live", BOOL, FILE,
                  "Whether it is live at every step"),
    POPLENS_CELL (IdleRow, id, "ID", ID, FILE, "ID of the variable on the tile (vars_info.var_id)"),
};

static void
fill_idle_row (IdleRow *row, const PoplensIdleAnswer *answer, const PoplensIdleVariable *one)
{
  const PoplensIdle *idle = &one->idle;
  gboolean is_idle = idle->use != POPLENS_USE_HERE && idle->use != POPLENS_USE_UNKNOWN;

  row->kind = poplens_kind_text_of (one->kind);
  row->bytes = one->variable->size;
  row->use = poplens_use_key (idle->use);
  if (idle->last != G_MAXUINT32)
    row->last = idle->last;
  if (idle->next != G_MAXUINT32)
    row->next = idle->next;
  if (is_idle) {
    row->steps = (gint64) idle->steps;
    row->weight = (gint64) (idle->steps * one->variable->size);
  }
  if (is_idle && answer->is_measured)
    row->cycles = (gint64) idle->cycles;
  row->always_live = one->is_always_live;
  row->id = one->variable->id;
}

PoplensTable *
poplens_build_idle_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_auto (PoplensIdleAnswer) answer = {0};
  PoplensRecords *rows;

  if (!poplens_report_idle (report, location, &answer, cancellable, error))
    return NULL;
  rows = POPLENS_RECORDS (IdleRow, idle_columns);
  for (guint i = 0; i < answer.variables->len; i++) {
    const PoplensIdleVariable *one = &g_array_index (answer.variables, PoplensIdleVariable, i);
    IdleRow *row = poplens_records_add (rows);
    row->name = poplens_records_text (
        rows, poplens_strings_get (answer.slice->strings, one->variable->name));
    fill_idle_row (row, &answer, one);
    if (one->idle.next != G_MAXUINT32)
      poplens_records_link (rows, "liveness?tile=%u&step=%u", answer.tile, one->idle.next);
  }
  PoplensTable *table = poplens_records_finish (rows, "idle-variables", "Idle memory", report);
  g_autofree char *note = poplens_idle_sentence (&answer, POPLENS_BYTE_UNIT_BINARY);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* Loads the data for @location, and lists the selected steps. The list is empty if the program has
 * no liveness steps. FALSE with @error. */
static gboolean
load_source (PoplensLiveSource *source, PoplensStepList *steps, PoplensReport *report,
             const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  /* Load variables before the steps, so that missing variables are reported first. */
  return poplens_live_source_init (source, report, location, cancellable, error) &&
         (source->variables = poplens_report_load_variables (report, cancellable, error)) &&
         poplens_live_source_steps (source, steps, cancellable, error);
}

static PoplensTable *
build_step_table (PoplensLiveSource *source, const PoplensLiveStep *step, gboolean with_always)
{
  static const PoplensColumn columns[] = {
      {"live", "Live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes live at the step: total of the next two columns (var_bytes_by_eq_class); with "
       "always-live=no without those that are always live"},
      {"not_always_live", "Not always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are not live at every step"},
      {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes that are live at every step"},
      {"born", "Born", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes born at this step (part of the live bytes; eq_class_step.step_id_from)"},
      {"freed", "Freed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
       "Bytes freed at this step: live up to the step before (eq_class_step.step_id_to)"},
  };
  PoplensLiveTable *table = poplens_live_table_new (source, G_N_ELEMENTS (columns));

  for (guint i = 0; i < step->variables->len; i++) {
    const PoplensStepVariable *v = &g_array_index (step->variables, PoplensStepVariable, i);
    gint64 always = with_always ? (gint64) v->always_live : 0;
    gint64 values[] = {(gint64) v->live + always, (gint64) v->live, (gint64) v->always_live,
                       (gint64) v->born, (gint64) v->freed};
    if (values[0] || v->born || v->freed)
      poplens_live_table_add (table, v->variable, values);
  }
  return poplens_live_table_finish (table, "live-variables", columns,
                                    "Live bytes as a share of all live bytes listed");
}

PoplensTable *
poplens_build_live_variables (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  gboolean with_always = !location || poplens_location_get_bool (location, "always-live", TRUE);
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (PoplensLiveStep) step = NULL;
  PoplensStepList steps;

  if (!load_source (&source, &steps, report, location, cancellable, error))
    return NULL;
  if (!steps.n)
    return poplens_live_table_nothing (&source, "live-variables");
  if (steps.n > 1)
    return poplens_live_table_steps (&source, "live-variables", &steps, with_always, cancellable,
                                     error);
  if (!(bytes = poplens_live_source_bytes (&source, cancellable, error)))
    return NULL;
  step = poplens_live_step_new (source.liveness, bytes, steps.step[0]);
  return poplens_live_table_note (build_step_table (&source, step, with_always), &source,
                                  step->step, "Bytes are those of one replica.");
}

/* ---- all steps ------------------------------------------------------------------------------- */

enum { BYTES, ALWAYS_LIVE, MOST_PASSING, STEP, AT_PEAK, BORN, FREED, LENGTH, RANGES, N_VALUES };

static const PoplensColumn all_steps_columns[N_VALUES] = {
    [BYTES] = {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Most live bytes of the variable at one step: total of the next two columns. "
               "Variables have their maxima at different steps; the total is not a peak."},
    [ALWAYS_LIVE] = {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                     "Bytes that are live at every step"},
    [MOST_PASSING] = {"not_always_live_max", "Not-always-live peak", POPLENS_UNIT_BYTES,
                      POPLENS_FROM_DERIVED, "Most not-always-live bytes at one step"},
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
              "First step with the most not-always-live bytes"},
    [AT_PEAK] =
        {"at_peak", "At the peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
         "Bytes of the variable that are live at the peak step, including always-live bytes"},
    [BORN] =
        {"born", "Born", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
         "First step at which the variable is live (eq_class_step.step_id_from); 0 if always live"},
    [FREED] = {"freed", "Freed", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
               "Step after the last at which the variable is live (eq_class_step.step_id_to); the "
               "number of steps if live up to the end"},
    [LENGTH] = {"length", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of steps at which the variable is live. Steps are not time."},
    [RANGES] = {"ranges", "Ranges", POPLENS_UNIT_COUNT, POPLENS_FROM_DERIVED,
                "Number of step ranges in which the variable is live"},
};

/* Counts the ranges of steps in which a variable is live. Adjacent spans count as one range: they
 * differ only in whether they are always live. */
static gint64
count_ranges (const PoplensLifetimes *lifetimes, const PoplensLifetime *life)
{
  const PoplensLifeSpan *spans =
      &g_array_index (lifetimes->spans, PoplensLifeSpan, life->first_span);
  gint64 n = 1;

  for (guint32 s = 1; s < life->n_spans; s++)
    n += spans[s].from > spans[s - 1].to;
  return n;
}

/* Sets the values of a variable's lifetime, or POPLENS_LIVE_NOTHING if it is never live. */
static void
fill_lifetime (const PoplensLifetimes *lifetimes, guint32 variable, gint64 values[N_VALUES])
{
  guint32 row = poplens_lifetimes_find (lifetimes, variable);

  for (guint v = AT_PEAK; v < N_VALUES; v++)
    values[v] = POPLENS_LIVE_NOTHING;
  if (row == G_MAXUINT32)
    return;
  const PoplensLifetime *life = &g_array_index (lifetimes->rows, PoplensLifetime, row);
  values[AT_PEAK] = (gint64) life->at_step;
  values[BORN] = life->born;
  values[FREED] = life->freed;
  values[LENGTH] = life->length;
  values[RANGES] = count_ranges (lifetimes, life);
}

static char *
describe_peak (PoplensLiveSource *source, guint32 step)
{
  if (step == POPLENS_NO_STEP)
    return g_strdup ("Bytes are those of one replica.");
  g_autofree char *peak = poplens_live_source_describe (source, step);
  return g_strdup_printf ("Peak: %s. Bytes are those of one replica.", peak);
}

PoplensTable *
poplens_build_variables (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  g_auto (PoplensLiveSource) source = {0};
  g_autoptr (PoplensClassBytes) bytes = NULL;
  g_autoptr (PoplensLifetimes) lifetimes = NULL;
  g_autoptr (GArray) live = NULL;
  PoplensLiveTable *table;

  if (!poplens_live_source_init (&source, report, location, cancellable, error) ||
      !(bytes = poplens_live_source_bytes (&source, cancellable, error)) ||
      !(lifetimes = poplens_live_source_lifetimes (&source, cancellable, error)))
    return NULL;
  live = poplens_variables_live (source.liveness, bytes, cancellable);
  if (!live) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  table = poplens_live_table_new (&source, N_VALUES);
  poplens_live_table_set_step (table, STEP);
  for (guint i = 0; i < live->len; i++) {
    const PoplensVariableLive *v = &g_array_index (live, PoplensVariableLive, i);
    gint64 values[N_VALUES] = {[BYTES] = (gint64) (v->always_live + v->not_always_live_max),
                               [ALWAYS_LIVE] = (gint64) v->always_live,
                               [MOST_PASSING] = (gint64) v->not_always_live_max,
                               [STEP] = v->step == POPLENS_NO_STEP ? POPLENS_LIVE_NOTHING
                                                                   : (gint64) v->step};
    fill_lifetime (lifetimes, v->variable, values);
    poplens_live_table_add (table, v->variable, values);
  }
  g_autofree char *note = describe_peak (&source, lifetimes->step);
  return poplens_live_table_note (poplens_live_table_finish (table, "variables", all_steps_columns,
                                                             "Share of the total of all variables"),
                                  &source, POPLENS_NO_STEP, note);
}
