/* What the finder knows of a report: names and numbers, read once. */
#include "tables/find/find-private.h"

#include "analysis/liveness/lifetimes.h"
#include "analysis/programs/program-tree.h"
#include "base/error.h"
#include "derived/parts.h"
#include "model/search.h"
#include "tables/engine/builders.h"

#include <string.h>

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)
#define CANCEL_EVERY 4096
/* Larger debug.cbor are not read for the sake of names: so much takes 0.1 s. */
#define MOST_DEBUG ((guint64) 64 << 20)

guint32
poplens_finder_parts (void)
{
  return BIT (TARGET) | BIT (MEMORY) | BIT (VERTICES) | BIT (PROGRAMS) | BIT (VARIABLES) |
         BIT (LIVENESS) | BIT (EXECUTION);
}

/* Loads @part. Nothing is found in a damaged one, of which poplens_report_list_damage () tells. */
static gboolean
load (PoplensReport *report, PoplensPart part, gconstpointer *data, GCancellable *cancellable,
      GError **error)
{
  g_autoptr (GError) wrong = NULL;

  *data = poplens_report_load (report, part, cancellable, &wrong);
  if (*data || poplens_error_is_lack (wrong))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}

/* What is loaded, and nothing else. */
static void
take_loaded (PoplensFinder *self, PoplensReport *report)
{
  self->target = poplens_report_peek (report, POPLENS_PART_TARGET);
  self->memory = poplens_report_peek (report, POPLENS_PART_MEMORY);
  self->liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS);
  self->execution = poplens_report_peek (report, POPLENS_PART_EXECUTION);
  self->programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS);
  self->vertices = poplens_report_peek (report, POPLENS_PART_VERTICES);
  self->variables = poplens_report_peek (report, POPLENS_PART_VARIABLES);
}

static gboolean
load_parts (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
#define LOAD(PART, field)                                                                          \
  load (report, POPLENS_PART_##PART, (gconstpointer *) &self->field, cancellable, error)
  return LOAD (TARGET, target) && LOAD (MEMORY, memory) && LOAD (LIVENESS, liveness) &&
         LOAD (EXECUTION, execution) && LOAD (PROGRAMS, programs) && LOAD (VERTICES, vertices) &&
         LOAD (VARIABLES, variables);
#undef LOAD
}

/* Loads debug.cbor, which has operations and source code, if that is quick; without it names of
 * programs tell operations. FALSE with @error as poplens_load_optional (). */
static gboolean
load_debug (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensReportFile *file = poplens_report_get_file (report, POPLENS_FILE_DEBUG);
  gconstpointer contexts;

  if (file->path && file->size <= MOST_DEBUG && poplens_report_is_near (report))
    return poplens_load_optional (report, POPLENS_PART_DEBUG, &contexts, cancellable, error);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static guint32 *
new_nones (guint32 n)
{
  guint32 *column = g_new (guint32, MAX (n, 1));

  memset (column, 0xff, n * sizeof *column);
  return column;
}

/* The first step of liveness of each program. */
static void
location_programs (PoplensFinder *self)
{
  const PoplensPrograms *programs = self->programs;

  self->program_step = new_nones (programs->n);
  for (guint32 s = 0; self->liveness && s < self->liveness->n_steps; s++) {
    guint32 row = poplens_programs_find (programs, self->liveness->program[s]);
    if (row != POPLENS_NO_ROW && self->program_step[row] == POPLENS_FIND_NONE)
      self->program_step[row] = s;
  }
}

/* By its @name; what has none is found as it is shown: "Compute set 9". */
static void
add_name (PoplensFinder *self, PoplensFoundKind kind, guint32 row, guint32 id, const char *name)
{
  g_autofree char *shown =
      *name ? NULL : g_strdup_printf ("%s %u", poplens_found_kind_title (kind), id);

  poplens_names_add (self->names[kind], shown ? shown : name, NULL);
  poplens_patterns_set (self->patterns[kind], row, shown ? shown : name);
}

static void
begin_names (PoplensFinder *self, PoplensFoundKind kind, guint32 n_rows)
{
  self->names[kind] = poplens_names_new ();
  self->patterns[kind] = poplens_patterns_new (n_rows);
}

static void
index_programs (PoplensFinder *self)
{
  const PoplensPrograms *programs = self->programs;

  begin_names (self, POPLENS_FOUND_PROGRAM, programs->n);
  for (guint32 row = 0; row < programs->n; row++) {
    const char *name = poplens_programs_name (programs, row);
    const char *type = poplens_strings_get (programs->strings, programs->type_name[row]);
    if (*name || *type) {
      poplens_names_add (self->names[POPLENS_FOUND_PROGRAM], name, type);
      poplens_patterns_set (self->patterns[POPLENS_FOUND_PROGRAM], row, *name ? name : type);
    } else {
      add_name (self, POPLENS_FOUND_PROGRAM, row, programs->id[row], name);
    }
  }
  poplens_names_seal (self->names[POPLENS_FOUND_PROGRAM]);
  location_programs (self);
}

static void
index_vertices (PoplensFinder *self)
{
  const PoplensVertices *v = self->vertices;

  begin_names (self, POPLENS_FOUND_COMPUTE_SET, v->n_compute_sets);
  begin_names (self, POPLENS_FOUND_VERTEX_TYPE, v->n_types);
  for (guint32 row = 0; row < v->n_compute_sets; row++)
    add_name (self, POPLENS_FOUND_COMPUTE_SET, row, v->compute_set_id[row],
              poplens_strings_get (v->strings, v->compute_set_name[row]));
  for (guint32 row = 0; row < v->n_types; row++)
    add_name (self, POPLENS_FOUND_VERTEX_TYPE, row, v->type_id[row],
              poplens_strings_get (v->strings, v->type_name[row]));
  poplens_names_seal (self->names[POPLENS_FOUND_COMPUTE_SET]);
  poplens_names_seal (self->names[POPLENS_FOUND_VERTEX_TYPE]);
  /* Numbers in names of types are of types: they are other ones. */
  g_clear_pointer (&self->patterns[POPLENS_FOUND_VERTEX_TYPE], poplens_patterns_free);
  self->set_program = new_nones (v->n_compute_sets);
  for (guint32 row = 0; self->programs && row < self->programs->n; row++) {
    guint32 set = poplens_program_compute_set (self->programs, v, row);
    if (set != G_MAXUINT32 && self->set_program[set] == POPLENS_FIND_NONE)
      self->set_program[set] = row;
  }
}

/* What each variable holds, and when most: where it will be shown. */
static gboolean
weigh_variables (PoplensFinder *self, GCancellable *cancellable)
{
  const PoplensVariables *v = self->variables;
  g_autoptr (PoplensClassBytes) bytes =
      self->liveness ? poplens_class_bytes_new (self->liveness, v) : NULL;
  g_autoptr (GArray) live =
      bytes ? poplens_variables_live (self->liveness, bytes, cancellable) : NULL;

  if (bytes && !live)
    return FALSE;
  self->variable_bytes = g_new0 (guint64, MAX (v->n_unlowered, 1));
  self->variable_always = g_new0 (guint64, MAX (v->n_unlowered, 1));
  self->variable_step = new_nones (v->n_unlowered);
  for (guint i = 0; live && i < live->len; i++) {
    const PoplensVariableLive *one = &g_array_index (live, PoplensVariableLive, i);
    guint32 row = poplens_find_id (v->unlowered_id, v->n_unlowered, one->variable);
    if (row == G_MAXUINT32)
      continue;
    self->variable_bytes[row] = one->always_live + one->not_always_live_max;
    self->variable_always[row] = one->always_live;
    if (one->step != POPLENS_NO_STEP)
      self->variable_step[row] = one->step;
  }
  return TRUE;
}

static gboolean
index_variables (PoplensFinder *self, GCancellable *cancellable)
{
  const PoplensVariables *v = self->variables;

  begin_names (self, POPLENS_FOUND_VARIABLE, v->n_unlowered);
  for (guint32 row = 0; row < v->n_unlowered; row++) {
    if (row % CANCEL_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    add_name (self, POPLENS_FOUND_VARIABLE, row, v->unlowered_id[row],
              poplens_strings_get (v->strings, v->unlowered_name[row]));
  }
  poplens_names_seal (self->names[POPLENS_FOUND_VARIABLE]);
  return weigh_variables (self, cancellable);
}

/* Of the parts that it has. */
static gboolean
make_index (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  if (self->programs)
    index_programs (self);
  if (self->vertices)
    index_vertices (self);
  if ((!self->variables || index_variables (self, cancellable)) &&
      poplens_finder_index_topics (self, report, cancellable))
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static PoplensFinder *
make (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = g_atomic_rc_box_new0 (PoplensFinder);

  return load_parts (self, report, cancellable, error) && load_debug (report, cancellable, error) &&
                 make_index (self, report, cancellable, error)
             ? g_steal_pointer (&self)
             : NULL;
}

PoplensFinder *
poplens_finder_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensFinder *self = make (report, cancellable, error);

  if (self)
    self->kept = g_object_ref (report);
  return self;
}

PoplensFinder *
poplens_finder_new_of_loaded (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = g_atomic_rc_box_new0 (PoplensFinder);

  self->kept = g_object_ref (report);
  take_loaded (self, report);
  return make_index (self, report, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

static gpointer
make_derived (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return make (report, cancellable, error);
}

PoplensFinder *
poplens_finder_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-finder", make_derived,
                                         (GBoxedCopyFunc) poplens_finder_ref,
                                         (GDestroyNotify) poplens_finder_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
