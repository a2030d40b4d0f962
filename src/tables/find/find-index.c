/* Builds the index of the finder from the names and numbers in a report. */
#include "analysis/liveness/lifetimes.h"
#include "analysis/programs/program-tree.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "base/error.h"
#include "derived/insights/kinds-source.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"
#include "model/search.h"
#include "tables/engine/builders.h"
#include "tables/find/find-private.h"

#include <string.h>

/* ---- topics ---------------------------------------------------------------------------------- */

/* Topics are found items without a row in a table of profile.pop: operations, layers, kinds, source
 * files and source lines. */

static void
topic_free (gpointer data)
{
  PoplensTopic *topic = data;

  g_free (topic->title);
  g_free (topic->also);
  g_free (topic->location);
  g_free (topic->key);
  g_free (topic);
}

PoplensTopic *
poplens_finder_add_topic (PoplensFinder *self, PoplensFoundKind kind, char *title, char *location)
{
  PoplensTopic *topic = g_new0 (PoplensTopic, 1);

  *topic = (PoplensTopic){.title = title, .location = location};
  if (!self->topics[kind])
    self->topics[kind] = g_ptr_array_new_with_free_func (topic_free);
  g_ptr_array_add (self->topics[kind], topic);
  return topic;
}

char *
poplens_finder_location (const char *text, const char *key, const char *value)
{
  g_autoptr (PoplensLocation) bare = poplens_location_parse (text, NULL);
  g_autoptr (PoplensLocation) location = poplens_location_with (bare, key, value);

  return poplens_location_to_string (location);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* Adds a topic for each kind of variables that the report has, or for all kinds if it would take
 * long to compute them. */
static void
add_kind_topics (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  const PoplensKindIndex *index = poplens_kinds_at_hand (report, cancellable);
  const PoplensKinds *kinds = index ? poplens_report_kinds (report, cancellable, NULL) : NULL;
  guint64 bytes[POPLENS_N_KINDS] = {0};

  for (guint32 g = 0; kinds && g < kinds->n; g++)
    bytes[kinds->kind[g]] += kinds->bytes[g];
  for (PoplensKind k = 0; k < POPLENS_N_KINDS; k++) {
    if (kinds ? !bytes[k] : !poplens_kinds_can_be (report))
      continue;
    PoplensTopic *topic = poplens_finder_add_topic (
        self, POPLENS_FOUND_KIND, g_strdup (poplens_kind_title (k)),
        poplens_finder_location ("liveness?breakdown=kind&tab=live-variables",
                                 "filter.live-variables", poplens_kind_key (k)));
    topic->also = g_strdup (poplens_kind_key (k));
    topic->key = g_strdup (poplens_kind_key (k));
    topic->bytes = bytes[k];
  }
}

/* ---- operations of the framework ------------------------------------------------------------- */

static void
index_operations (PoplensFinder *self, const PoplensOperationSource *source)
{
  for (guint32 o = 0; o < source->operations->operations->len; o++) {
    const PoplensOperation *of =
        &g_array_index (source->operations->operations, PoplensOperation, o);
    if (of->kind != POPLENS_OPERATION_CONTEXT)
      continue;
    g_autofree char *key = poplens_operation_key (source, o);
    PoplensTopic *topic =
        poplens_finder_add_topic (self, POPLENS_FOUND_OPERATION, poplens_operation_name (source, o),
                                  poplens_finder_location ("operations", "operation", key));
    topic->key = g_steal_pointer (&key);
    topic->bytes = (guint64) MAX (of->costs[POPLENS_METRIC_PEAK_BYTES], 0);
    topic->programs = (guint32) MAX (of->costs[POPLENS_METRIC_PROGRAMS], 0);
  }
}

/* Adds a topic for each operation of debug.cbor, if that is loaded. FALSE if there are none. */
static gboolean
add_operation_topics (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  PoplensOperationSource source = {0};

  if (!self->programs || !poplens_debug_at_hand (report, cancellable) ||
      !poplens_operation_source_init (&source, report, NULL, cancellable, NULL))
    return FALSE;
  index_operations (self, &source);
  return self->topics[POPLENS_FOUND_OPERATION] != NULL;
}

/* ---- names of programs ----------------------------------------------------------------------- */

typedef struct {
  PoplensFinder *finder;
  PoplensNameLayers *layers;
  GHashTable *operations, *found; /* path → PoplensTopic. .operations: (nullable): NULL if
                                     debug.cbor has operations. .found: layers */
  guint32 program;                /* ID of the program whose name is being read */
} Paths;

static void
count_path (Paths *self, GHashTable *table, PoplensFoundKind kind, const char *path, gsize length,
            const char *end)
{
  g_autofree char *text = g_strndup (path, length);
  PoplensTopic *topic = g_hash_table_lookup (table, text);

  if (!topic) {
    /* Append @end to the filter: "layer.1" alone would also find "layer.12". */
    g_autofree char *words = g_strconcat (text, end, NULL);
    g_autofree char *first = g_strdup_printf ("programs?program=%u", self->program);
    topic = poplens_finder_add_topic (self->finder, kind, g_strdup (text),
                                      poplens_finder_location (first, "filter.programs", words));
    g_hash_table_insert (table, topic->title, topic);
  }
  topic->programs++;
}

static void
add_topic_name (Paths *self, const char *name)
{
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path), from[4];
  guint n;

  if (poplens_name_is_copy (name) || !strchr (path, '/'))
    return;
  if (self->operations && stem)
    count_path (self, self->operations, POPLENS_FOUND_OPERATION, path,
                poplens_name_operation_end (path, stem), "");
  n = poplens_name_layers_find (self->layers, path, stem, from, G_N_ELEMENTS (from));
  if (!n)
    return;
  gsize end = from[0] + strcspn (path + from[0], "/");
  const char *model = poplens_name_without_phase (path);
  count_path (self, self->found, POPLENS_FOUND_LAYER, model, end - (gsize) (model - path), "/");
}

static void
read_program_paths (PoplensFinder *self, gboolean operations)
{
  const PoplensPrograms *programs = self->programs;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 row = 0; row < programs->n; row++) {
    const char *name = poplens_programs_name (programs, row);
    if (*name)
      g_ptr_array_add (names, (gpointer) name);
  }
  g_autoptr (PoplensNameLayers) layers =
      poplens_name_layers_new ((const char *const *) names->pdata, names->len);
  Paths paths = {self, layers, operations ? seen : NULL, found, 0};
  for (guint32 row = 0; row < programs->n; row++) {
    const char *name = poplens_programs_name (programs, row);
    paths.program = programs->id[row];
    if (*name)
      add_topic_name (&paths, name);
  }
}

/* ---- all topics ------------------------------------------------------------------------------ */

static void
index_kind (PoplensFinder *self, PoplensFoundKind kind)
{
  const GPtrArray *topics = self->topics[kind];

  if (!topics)
    return;
  self->names[kind] = poplens_names_new ();
  if (kind != POPLENS_FOUND_KIND)
    self->patterns[kind] = poplens_patterns_new (topics->len);
  for (guint32 i = 0; i < topics->len; i++) {
    const PoplensTopic *topic = topics->pdata[i];
    poplens_names_add (self->names[kind], topic->title, topic->also);
    if (self->patterns[kind])
      poplens_patterns_set (self->patterns[kind], i,
                            kind == POPLENS_FOUND_SOURCE ? topic->also : topic->title);
  }
  poplens_names_seal (self->names[kind]);
}

/* Adds topics for operations, layers, kinds and source code, from parts that are loaded or small.
 * FALSE if cancelled. */
static gboolean
finder_index_topics (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  add_kind_topics (self, report, cancellable);
  gboolean operations = add_operation_topics (self, report, cancellable);
  if (self->programs)
    read_program_paths (self, !operations);
  poplens_finder_add_sources (self, report, cancellable);
  for (PoplensFoundKind k = POPLENS_FOUND_OPERATION; k <= POPLENS_FOUND_SOURCE; k++)
    index_kind (self, k);
  return !g_cancellable_is_cancelled (cancellable);
}

/* ---- names and numbers ----------------------------------------------------------------------- */

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)
#define CANCEL_EVERY 4096
/* Maximum size in bytes of a debug.cbor that is loaded for names of operations. Loading such a file
 * takes 0.1 s. */
#define MOST_DEBUG ((guint64) 64 << 20)

guint32
poplens_finder_parts (void)
{
  return BIT (TARGET) | BIT (MEMORY) | BIT (VERTICES) | BIT (PROGRAMS) | BIT (VARIABLES) |
         BIT (LIVENESS) | BIT (EXECUTION);
}

/* Loads @part. An absent or damaged part is not an error: its items are then not found. FALSE with
 * @error for other errors. */
static gboolean
load_optional_part (PoplensReport *report, PoplensPart part, gconstpointer *data,
                    GCancellable *cancellable, GError **error)
{
  GError *wrong = NULL;

  *data = poplens_report_load (report, part, cancellable, &wrong);
  return poplens_error_forgive_lack (wrong, error);
}

/* Sets the parts that are already loaded. Other parts are NULL. */
static void
use_loaded_parts (PoplensFinder *self, PoplensReport *report)
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
load_finder_parts (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable,
                   GError **error)
{
#define LOAD(PART, field)                                                                          \
  load_optional_part (report, POPLENS_PART_##PART, (gconstpointer *) &self->field, cancellable,    \
                      error)
  return LOAD (TARGET, target) && LOAD (MEMORY, memory) && LOAD (LIVENESS, liveness) &&
         LOAD (EXECUTION, execution) && LOAD (PROGRAMS, programs) && LOAD (VERTICES, vertices) &&
         LOAD (VARIABLES, variables);
#undef LOAD
}

/* Loads debug.cbor, which has operations and source code, if the file is small and on this
 * computer. Otherwise, operations are found in the names of programs. FALSE with @error. */
static gboolean
load_debug (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensReportFile *file = poplens_report_get_file (report, POPLENS_FILE_DEBUG);
  gconstpointer contexts;

  if (file->path && file->size <= MOST_DEBUG && poplens_report_is_near (report))
    return poplens_report_load_optional (report, POPLENS_PART_DEBUG, &contexts, cancellable, error);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static guint32 *
new_nones (guint32 n)
{
  guint32 *column = g_new (guint32, MAX (n, 1));

  memset (column, 0xff, n * sizeof *column);
  return column;
}

/* Sets .program_step to the first liveness step of each program. The location of a program selects
 * this step. */
static void
find_program_steps (PoplensFinder *self)
{
  const PoplensPrograms *programs = self->programs;

  self->program_step = new_nones (programs->n);
  for (guint32 s = 0; self->liveness && s < self->liveness->n_steps; s++) {
    guint32 row = poplens_programs_find (programs, self->liveness->program[s]);
    if (row != POPLENS_NO_ROW && self->program_step[row] == POPLENS_FIND_NONE)
      self->program_step[row] = s;
  }
}

/* Indexes @row by its name or, if that is empty, by a title such as "Compute set 9". */
static void
index_name (PoplensFinder *self, PoplensFoundKind kind, guint32 row, guint32 id, const char *name)
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
      index_name (self, POPLENS_FOUND_PROGRAM, row, programs->id[row], name);
    }
  }
  poplens_names_seal (self->names[POPLENS_FOUND_PROGRAM]);
  find_program_steps (self);
}

static void
index_vertices (PoplensFinder *self)
{
  const PoplensVertices *v = self->vertices;

  begin_names (self, POPLENS_FOUND_COMPUTE_SET, v->n_compute_sets);
  begin_names (self, POPLENS_FOUND_VERTEX_TYPE, v->n_types);
  for (guint32 row = 0; row < v->n_compute_sets; row++)
    index_name (self, POPLENS_FOUND_COMPUTE_SET, row, v->compute_set_id[row],
                poplens_strings_get (v->strings, v->compute_set_name[row]));
  for (guint32 row = 0; row < v->n_types; row++)
    index_name (self, POPLENS_FOUND_VERTEX_TYPE, row, v->type_id[row],
                poplens_strings_get (v->strings, v->type_name[row]));
  poplens_names_seal (self->names[POPLENS_FOUND_COMPUTE_SET]);
  poplens_names_seal (self->names[POPLENS_FOUND_VERTEX_TYPE]);
  /* Form no patterns of vertex types: numbers in their names make them different types. */
  g_clear_pointer (&self->patterns[POPLENS_FOUND_VERTEX_TYPE], poplens_patterns_free);
  self->set_program = new_nones (v->n_compute_sets);
  for (guint32 row = 0; self->programs && row < self->programs->n; row++) {
    guint32 set = poplens_program_compute_set (self->programs, v, row);
    if (set != G_MAXUINT32 && self->set_program[set] == POPLENS_FIND_NONE)
      self->set_program[set] = row;
  }
}

/* Computes the bytes of each variable, and the step at which the variable has most bytes. FALSE if
 * cancelled. */
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
index_variable_names (PoplensFinder *self, GCancellable *cancellable)
{
  const PoplensVariables *v = self->variables;

  begin_names (self, POPLENS_FOUND_VARIABLE, v->n_unlowered);
  for (guint32 row = 0; row < v->n_unlowered; row++) {
    if (row % CANCEL_EVERY == 0 && g_cancellable_is_cancelled (cancellable))
      return FALSE;
    index_name (self, POPLENS_FOUND_VARIABLE, row, v->unlowered_id[row],
                poplens_strings_get (v->strings, v->unlowered_name[row]));
  }
  poplens_names_seal (self->names[POPLENS_FOUND_VARIABLE]);
  return weigh_variables (self, cancellable);
}

/* Indexes the contents of the loaded parts. FALSE with @error if cancelled. */
static gboolean
index_loaded_parts (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable,
                    GError **error)
{
  if (self->programs)
    index_programs (self);
  if (self->vertices)
    index_vertices (self);
  if ((!self->variables || index_variable_names (self, cancellable)) &&
      finder_index_topics (self, report, cancellable))
    return TRUE;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return FALSE;
}

static PoplensFinder *
load_finder (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = g_atomic_rc_box_new0 (PoplensFinder);

  return load_finder_parts (self, report, cancellable, error) &&
                 load_debug (report, cancellable, error) &&
                 index_loaded_parts (self, report, cancellable, error)
             ? g_steal_pointer (&self)
             : NULL;
}

PoplensFinder *
poplens_finder_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensFinder *self = load_finder (report, cancellable, error);

  if (self)
    self->kept = g_object_ref (report);
  return self;
}

PoplensFinder *
poplens_finder_new_of_loaded (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensFinder) self = g_atomic_rc_box_new0 (PoplensFinder);

  self->kept = g_object_ref (report);
  use_loaded_parts (self, report);
  return index_loaded_parts (self, report, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

static gpointer
make_cached_finder (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return load_finder (report, cancellable, error);
}

PoplensFinder *
poplens_finder_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-finder", make_cached_finder,
                                         (GBoxedCopyFunc) poplens_finder_ref,
                                         (GDestroyNotify) poplens_finder_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
