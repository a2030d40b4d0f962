/* Vertices of the compute sets that run at the steps. */
#include "derived/liveness/live-source.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"

/* A type, and what each step has of it. */
typedef struct {
  const char *vertex_type, *source;
  gint64 size, code_bytes;
  struct Step {
    gint64 instances, state_bytes;
    gint64 difference; /* of state, to the first step */
  } steps[POPLENS_MOST_STEPS];
} Row;

static const PoplensColumn fixed[] = {
    POPLENS_CELL (Row, vertex_type, "Vertex type", TEXT, FILE,
                  "Name of the vertex type (vertex_types.name)"),
    POPLENS_CELL (Row, source, "Language", TEXT, FILE,
                  "Language of the vertex: c++ or asm (vertex_types.source)"),
    POPLENS_CELL (Row, size, "Size", BYTES, FILE,
                  "Bytes of state of one vertex (vertex_types.size)"),
    POPLENS_CELL (
        Row, code_bytes, "Code", BYTES, FILE,
        "Bytes of code of the type and of the functions that it calls, on these tiles, shared by "
        "all compute sets "
        "(memory_by_vertex_type.code_bytes)",
        .total = TRUE),
};

#define FIRST_VALUE 4 /* the number of the first step's column */

typedef struct {
  PoplensLiveSource source;
  PoplensScope scope;
  PoplensStepList steps;
  const PoplensVertices *vertices;
  guint64 *counts[POPLENS_MOST_STEPS]; /* by type; NULL: no compute set runs there */
} Builder;

static void
builder_clear (Builder *self)
{
  poplens_live_source_clear (&self->source);
  poplens_scope_clear (&self->scope);
  for (guint i = 0; i < POPLENS_MOST_STEPS; i++)
    g_free (self->counts[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Builder, builder_clear)

/* Row of the compute set that runs at @step, or G_MAXUINT32. */
static guint32
set_at (const Builder *self, guint32 step)
{
  const PoplensPrograms *programs = self->source.programs;
  guint32 id = self->source.liveness->program[step];
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;

  if (row == POPLENS_NO_ROW || programs->compute_set[row] == POPLENS_NO_ROW)
    return G_MAXUINT32;
  return poplens_vertices_find_compute_set (self->vertices, programs->compute_set[row]);
}

static void
count (Builder *self, guint i)
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
state_of (const Builder *self, guint i, guint32 t)
{
  return self->counts[i] ? self->counts[i][t] * self->vertices->type_size[t] : 0;
}

static void
add_type (const Builder *self, PoplensRecords *rows, guint32 t)
{
  const PoplensVertices *v = self->vertices;
  Row *row = poplens_records_add (rows);

  row->vertex_type = poplens_strings_get (v->strings, v->type_name[t]);
  row->source = poplens_strings_get (v->strings, v->type_source[t]);
  row->size = (gint64) v->type_size[t];
  row->code_bytes = (gint64) poplens_selection_sum (&self->scope.selection,
                                                    v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
  for (guint i = 0; i < self->steps.n; i++) {
    row->steps[i].instances = (gint64) (self->counts[i] ? self->counts[i][t] : 0);
    row->steps[i].state_bytes = (gint64) state_of (self, i, t);
    row->steps[i].difference = (gint64) (state_of (self, i, t) - state_of (self, 0, t));
  }
}

/* The columns of a step: vertices, their state, and of all but the first what state it has more or
 * less than that. */
static void
add_step_columns (const Builder *self, PoplensRecords *rows, guint i)
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
          Row, steps[i].instances, instances, instances_title, COUNT, FILE,
          "Vertices of the type in the compute set of the step on these tiles (vertex_instances)",
          .total = TRUE),
      POPLENS_CELL_NAMED (Row, steps[i].state_bytes, state, state_title, BYTES, DERIVED,
                          "Bytes of vertex state: vertices × state per vertex", .total = TRUE),
      POPLENS_CELL_NAMED (
          Row, steps[i].difference, difference, difference_title, SIGNED_BYTES, DERIVED,
          "State of the vertices at this step minus their state at the first step", .total = TRUE),
  };

  for (guint c = 0; c < (i ? 3 : 2); c++)
    poplens_records_add_column (rows, &columns[c]);
}

static guint64
largest_change (const Builder *self, guint32 type)
{
  guint64 first = state_of (self, 0, type), most = 0;

  for (guint i = 1; i < self->steps.n; i++) {
    guint64 state = state_of (self, i, type);
    most = MAX (most, MAX (state, first) - MIN (state, first));
  }
  return most;
}

static int
most_changed_first (gconstpointer a, gconstpointer b, gpointer data)
{
  guint32 ta = *(const guint32 *) a, tb = *(const guint32 *) b;
  guint64 ca = largest_change (data, ta), cb = largest_change (data, tb);

  if (ca != cb)
    return ca > cb ? -1 : 1;
  return ta < tb ? -1 : ta > tb;
}

static PoplensRecords *
make_rows (const Builder *self)
{
  PoplensRecords *rows = POPLENS_RECORDS (Row, fixed);
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < MAX (self->steps.n, 1); i++)
    add_step_columns (self, rows, i);
  for (guint32 t = 0; t < self->vertices->n_types; t++) {
    gboolean any = FALSE;
    for (guint i = 0; i < self->steps.n; i++)
      any |= self->counts[i] && self->counts[i][t];
    if (any)
      g_array_append_val (types, t);
  }
  /* Of steps that are compared the largest difference comes first, whatever its sign. */
  if (self->steps.n > 1)
    g_array_sort_with_data (types, most_changed_first, (gpointer) self);
  for (guint i = 0; i < types->len; i++)
    add_type (self, rows, g_array_index (types, guint32, i));
  return rows;
}

static char *
describe (const Builder *self)
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
  g_auto (Builder) self = {0};
  g_autofree char *note = NULL;
  PoplensTable *table;

  if (!poplens_live_source_init (&self.source, report, location, cancellable, error) ||
      !poplens_live_source_steps (&self.source, &self.steps, cancellable, error) ||
      !poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !(self.vertices = poplens_report_load_vertices (report, cancellable, error)))
    return NULL;
  for (guint i = 0; i < self.steps.n; i++)
    count (&self, i);
  table = poplens_records_finish (make_rows (&self), "vertex-types", "Vertices of a step", report);
  if (self.steps.n < 2)
    poplens_table_set_default_sort (table, FIRST_VALUE + 1, TRUE);
  note = describe (&self);
  poplens_table_set_note (table, note);
  return table;
}
