/* Describes results of the finder: title, detail, and a location that shows the result. Adds topics
 * for source code. */
#include "analysis/liveness/live-step.h"
#include "analysis/operations/source-lines.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/sources-source.h"
#include "derived/trace/trace-location.h"
#include "model/location.h"
#include "model/search.h"
#include "tables/find/find-private.h"

/* ---- files of source code -------------------------------------------------------------------- */

#define EVERY_LINE "operations?view=source"

typedef struct {
  PoplensFinder *finder;
  const PoplensDebugContexts *contexts;
  PoplensSourceRows rows;
  GHashTable *found; /* path or "path:line" → PoplensTopic */
} Sources;

/* Returns the topic of a file or line of source code; adds it if there is none. @key: path or
 * "path:line". @parameter: location key that is set to @key */
static PoplensTopic *
find_topic (Sources *self, const char *key, const char *title, const char *parameter)
{
  PoplensTopic *topic = g_hash_table_lookup (self->found, key);

  if (topic)
    return topic;
  topic = poplens_finder_add_topic (self->finder, POPLENS_FOUND_SOURCE, g_strdup (title),
                                    poplens_finder_location (EVERY_LINE, parameter, key));
  topic->also = g_strdup (key);
  topic->key = g_strdup (key);
  g_hash_table_insert (self->found, topic->key, topic);
  return topic;
}

/* Counts a program or variable in the topics of the source file and line that made it. @context:
 * its debug context; ignored if it has no line. @programs: 1 for a program, 0 for a variable. */
static void
count_context (Sources *self, guint32 context, guint32 programs)
{
  guint32 at = poplens_source_rows_of (&self->rows, context);
  const PoplensSourceRow *row = at == G_MAXUINT32 ? NULL : poplens_source_rows_at (&self->rows, at);

  if (!row || row->kind != POPLENS_SOURCE_LINE)
    return;
  g_autofree char *key = poplens_source_row_key (row);
  g_autofree char *base = g_path_get_basename (row->file);
  find_topic (self, row->file, base, "filter.source-lines")->programs += programs;
  if (row->line)
    find_topic (self, key, row->name, "line")->programs += programs;
}

static void
count_programs (Sources *self)
{
  const PoplensFinder *f = self->finder;

  for (guint32 p = 0; f->programs && p < f->programs->n; p++)
    count_context (self,
                   poplens_source_program_context (self->contexts, f->programs, f->vertices, p), 1);
}

static void
count_source_variables (Sources *self)
{
  const PoplensVariables *v = self->finder->variables;

  for (guint32 i = 0; v && i < v->n_debug; i++) {
    g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, i);
    count_context (self,
                   poplens_debug_contexts_meet (
                       self->contexts, (const guint64 *) (gconstpointer) ids->data, ids->len),
                   0);
  }
}

void
poplens_finder_add_sources (PoplensFinder *self, PoplensReport *report, GCancellable *cancellable)
{
  const PoplensDebugContexts *contexts = poplens_debug_at_hand (report, cancellable);
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  Sources sources = {.finder = self, .contexts = contexts, .found = found};

  if (!contexts)
    return;
  poplens_source_rows_init (&sources.rows, contexts, FALSE);
  count_programs (&sources);
  count_source_variables (&sources);
  poplens_source_rows_clear (&sources.rows);
}

/* ---- results --------------------------------------------------------------------------------- */

#define LEAST_MARGIN 50 /* minimum cycles that are shown before and after a step */

/* ---- by number ------------------------------------------------------------------------------- */

static guint32
n_ipus (const PoplensFinder *self)
{
  const PoplensTarget *target = self->target;

  return target && target->tiles_per_ipu
             ? MAX (target->tiles_per_replica / target->tiles_per_ipu, 1)
             : 0;
}

static guint32
row_of_tile (const PoplensFinder *self, guint32 tile)
{
  gboolean there = self->memory ? poplens_memory_find_tile (self->memory, tile) != POPLENS_NO_TILE
                                : self->target && tile < self->target->tiles_per_replica;

  return there ? tile : POPLENS_FIND_NONE;
}

/* Returns the row of a lowered variable, which is its ID. POPLENS_FIND_NONE if IDs are only unique
 * within a tile; no known file has such IDs. */
static guint32
row_of_lowered (const PoplensFinder *self, guint32 id)
{
  const PoplensVariables *v = self->variables;

  return v && !v->id && id < v->n ? id : POPLENS_FIND_NONE;
}

guint32
poplens_finder_row_of_id (const PoplensFinder *self, PoplensFoundKind kind, guint64 number)
{
  guint32 id = (guint32) number;

  switch (kind) {
  case POPLENS_FOUND_TILE:
    return row_of_tile (self, id);
  case POPLENS_FOUND_IPU:
    return id < n_ipus (self) ? id : POPLENS_FIND_NONE;
  case POPLENS_FOUND_STEP:
    return self->liveness && id < self->liveness->n_steps ? id : POPLENS_FIND_NONE;
  case POPLENS_FOUND_EXECUTED:
    return self->execution ? poplens_execution_find_step (self->execution, id) : POPLENS_FIND_NONE;
  case POPLENS_FOUND_PROGRAM:
    return self->programs ? poplens_programs_find (self->programs, id) : POPLENS_FIND_NONE;
  case POPLENS_FOUND_COMPUTE_SET:
    return self->vertices ? poplens_vertices_find_compute_set (self->vertices, id)
                          : POPLENS_FIND_NONE;
  case POPLENS_FOUND_VERTEX_TYPE:
    return self->vertices ? poplens_vertices_find_type (self->vertices, id) : POPLENS_FIND_NONE;
  case POPLENS_FOUND_VARIABLE:
    return self->variables
               ? poplens_find_id (self->variables->unlowered_id, self->variables->n_unlowered, id)
               : POPLENS_FIND_NONE;
  case POPLENS_FOUND_TILE_VARIABLE:
    return row_of_lowered (self, id);
  default: /* views and topics have no numbers */
    return POPLENS_FIND_NONE;
  }
}

static void
tile_numbers (const PoplensFinder *self, guint64 *first, guint64 *end)
{
  const PoplensMemory *memory = self->memory;

  *end = self->target ? self->target->tiles_per_replica : 0;
  if (!memory || !memory->n_tiles)
    return;
  *first = memory->tile[0];
  *end = 0;
  for (guint32 i = 0; i < memory->n_tiles; i++) {
    *first = MIN (*first, memory->tile[i]);
    *end = MAX (*end, memory->tile[i] + G_GUINT64_CONSTANT (1));
  }
}

gboolean
poplens_finder_numbers (const PoplensFinder *self, PoplensFoundKind kind, guint64 *first,
                        guint64 *last)
{
  const PoplensExecution *execution = self->execution;
  guint64 end = 0;

  *first = 0;
  if (kind == POPLENS_FOUND_TILE)
    tile_numbers (self, first, &end);
  else if (kind == POPLENS_FOUND_IPU)
    end = n_ipus (self);
  else if (kind == POPLENS_FOUND_STEP)
    end = self->liveness ? self->liveness->n_steps : 0;
  else if (kind == POPLENS_FOUND_EXECUTED && execution && execution->n_steps) {
    *first = poplens_execution_step_id (execution, 0);
    end = poplens_execution_step_id (execution, execution->n_steps - 1) + G_GUINT64_CONSTANT (1);
  }
  *last = end ? end - 1 : 0;
  return end > 0;
}

/* ---- locations ------------------------------------------------------------------------------- */

/* Returns the location of a table whose rows are filtered for @words. @step: (nullable): value of
 * the key "step". (transfer full) */
static char *
write_filtered (PoplensPageId page, const char *table, const char *words, const char *step)
{
  g_autofree char *filter = g_strconcat ("filter.", table, NULL);
  const char *const keys[][2] = {{"tab", table}, {filter, words}, {"step", step}};
  g_autoptr (PoplensLocation) bare = poplens_location_new (page);
  g_autoptr (PoplensLocation) location =
      poplens_location_with_pairs (bare, keys, G_N_ELEMENTS (keys));

  return poplens_location_to_string (location);
}

static char *
location_of_step (guint32 step)
{
  return g_strdup_printf ("liveness?step=%u", step);
}

/* Returns a location that zooms the trace to the executed step. On each side is as much space as
 * the step is long. The default zoom may not contain a waiting step. (transfer full) */
static char *
location_of_executed (const PoplensExecution *execution, guint32 step)
{
  guint32 id = poplens_execution_step_id (execution, step);
  guint64 from = G_MAXUINT64, to = 0, margin;
  guint32 first, end;

  poplens_trace_rows_of (execution, step, &first, &end);
  for (guint32 r = first; r < end; r++) {
    if (execution->row_from[r] == G_MAXUINT64)
      continue;
    from = MIN (from, execution->row_from[r]);
    to = MAX (to, poplens_execution_row_to (execution, r));
  }
  if (from == G_MAXUINT64)
    return g_strdup_printf ("trace?executed=%u", id);
  margin = MAX (to - from, LEAST_MARGIN);
  return g_strdup_printf ("trace?executed=%u&from=%" G_GUINT64_FORMAT "&to=%" G_GUINT64_FORMAT, id,
                          from - MIN (from, margin), to + margin);
}

static char *
location_of_program (const PoplensFinder *self, guint32 row)
{
  return g_strdup_printf ("programs?program=%u", self->programs->id[row]);
}

static char *
location_of_set (const PoplensFinder *self, guint32 row, const char *name)
{
  const PoplensVertices *v = self->vertices;
  guint32 program = self->set_program[row];

  if (program != POPLENS_FIND_NONE)
    return location_of_program (self, program);
  g_autofree char *words = g_strdup_printf ("%s %u", name, v->compute_set_id[row]);
  return write_filtered (POPLENS_PAGE_MEMORY, "compute-sets", words, NULL);
}

/* Returns the location of a variable: in the table of live variables, at the step with most of its
 * bytes. An always-live variable is in the table of always-live variables. A variable without bytes
 * is in the table of its steps. (transfer full) */
static char *
location_of_variable (const PoplensFinder *self, guint32 row, const char *name)
{
  guint32 step = self->variable_step[row];
  if (!self->variable_bytes[row])
    return g_strdup_printf ("liveness?tab=variable-steps&variable=%u",
                            self->variables->unlowered_id[row]);
  g_autofree char *words = g_strdup_printf ("%s %u", name, self->variables->unlowered_id[row]);
  g_autofree char *at = step == POPLENS_FIND_NONE ? NULL : g_strdup_printf ("%u", step);

  if (at)
    return write_filtered (POPLENS_PAGE_LIVENESS, "live-variables", words, at);
  return write_filtered (POPLENS_PAGE_LIVENESS, "always-live-variables", words, NULL);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void append_to_detail (GString *detail, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_to_detail (GString *detail, const char *format, ...)
{
  va_list args;

  if (detail->len)
    g_string_append (detail, " · ");
  va_start (args, format);
  g_string_append_vprintf (detail, format, args);
  va_end (args);
}

static void
describe_found_tile (const PoplensFinder *self, PoplensFound *found, GString *detail,
                     PoplensByteUnit unit)
{
  guint32 tile = (guint32) found->id;
  PoplensNumber bytes, gaps;

  found->title = g_strdup_printf ("Tile %u", tile);
  if (self->memory) {
    guint32 at = poplens_memory_find_tile (self->memory, tile);
    if (!self->memory->from_archive)
      append_to_detail (detail, "%s used",
                        poplens_format_bytes (bytes, self->memory->total[at], unit));
    append_to_detail (detail, "%s including gaps",
                      poplens_format_bytes (gaps, self->memory->total_including_gaps[at], unit));
  }
  if (n_ipus (self) > 1)
    append_to_detail (detail, "IPU %u", poplens_target_ipu_of_tile (self->target, tile));
  found->location = self->memory ? g_strdup_printf ("memory?tile=%u", tile)
                                 : g_strdup_printf ("liveness?scope=tile&tile=%u", tile);
}

static void
describe_ipu (const PoplensFinder *self, PoplensFound *found, GString *detail)
{
  guint32 ipu = (guint32) found->id, per_ipu = self->target->tiles_per_ipu;
  guint32 first = ipu * per_ipu, last = first + per_ipu - 1;

  found->title = g_strdup_printf ("IPU %u", ipu);
  append_to_detail (detail, "tiles %u to %u", first, last);
  found->location = self->memory ? g_strdup_printf ("memory?ipu=%u&tile=%u-%u", ipu, first, last)
                                 : g_strdup_printf ("liveness?ipu=%u&scope=ipu", ipu);
}

static const char *
found_program_label (const PoplensFinder *self, guint32 id)
{
  guint32 row = self->programs ? poplens_programs_find (self->programs, id) : POPLENS_NO_ROW;

  return row == POPLENS_NO_ROW ? NULL : poplens_programs_name_or_type (self->programs, row);
}

static void
describe_found_step (const PoplensFinder *self, PoplensFound *found, GString *detail,
                     PoplensByteUnit unit)
{
  const PoplensLiveness *liveness = self->liveness;
  guint32 step = (guint32) found->id;
  const char *label = found_program_label (self, liveness->program[step]);
  PoplensNumber live;

  found->title = g_strdup_printf ("Program step %u", step);
  append_to_detail (
      detail, "%s live",
      poplens_format_bytes (live, liveness->always_live + liveness->not_always_live[step], unit));
  if (label)
    append_to_detail (detail, "%s", label);
  found->location = location_of_step (step);
}

static void
describe_executed (const PoplensFinder *self, guint32 row, PoplensFound *found, GString *detail)
{
  const PoplensExecution *execution = self->execution;
  const char *type = poplens_execution_step_type (execution, row);
  const char *label = found_program_label (self, execution->step_program[row]);

  found->id = poplens_execution_step_id (execution, row);
  found->title = g_strdup_printf ("Executed step %u", (guint32) found->id);
  append_to_detail (detail, "%s", type);
  if (label && !g_str_equal (label, type))
    append_to_detail (detail, "%s", label);
  found->location = location_of_executed (execution, row);
}

static void
describe_found_program (const PoplensFinder *self, guint32 row, PoplensFound *found,
                        GString *detail)
{
  const PoplensPrograms *programs = self->programs;
  const char *type = poplens_strings_get (programs->strings, programs->type_name[row]);

  found->id = programs->id[row];
  found->title = g_strdup (poplens_programs_name_or_type (programs, row));
  if (!g_str_equal (type, found->title))
    append_to_detail (detail, "%s", type);
  append_to_detail (detail, "#%u", programs->id[row]);
  if (self->program_step[row] != POPLENS_FIND_NONE)
    append_to_detail (detail, "step %u", self->program_step[row]);
  found->location = location_of_program (self, row);
}

static void
describe_set (const PoplensFinder *self, guint32 row, PoplensFound *found, GString *detail)
{
  const PoplensVertices *v = self->vertices;
  const char *name = poplens_strings_get (v->strings, v->compute_set_name[row]);
  PoplensNumber edges;

  found->id = v->compute_set_id[row];
  found->title = *name ? g_strdup (name) : g_strdup_printf ("Compute set %u", (guint32) found->id);
  append_to_detail (detail, "id %u", (guint32) found->id);
  append_to_detail (detail, "%s edges", poplens_format_count (edges, v->compute_set_edges[row]));
  found->location = location_of_set (self, row, name);
}

static void
describe_type (const PoplensFinder *self, guint32 row, PoplensFound *found, GString *detail,
               PoplensByteUnit unit)
{
  const PoplensVertices *v = self->vertices;
  const char *name = poplens_strings_get (v->strings, v->type_name[row]);
  const char *source = poplens_strings_get (v->strings, v->type_source[row]);
  PoplensNumber bytes;

  found->id = v->type_id[row];
  found->title = *name ? g_strdup (name) : g_strdup_printf ("Vertex type %u", (guint32) found->id);
  if (*source)
    append_to_detail (detail, "%s", source);
  append_to_detail (detail, "%s of state each",
                    poplens_format_bytes (bytes, v->type_size[row], unit));
  found->location = write_filtered (POPLENS_PAGE_MEMORY, "vertex-types", name, NULL);
}

static void
describe_found_variable (const PoplensFinder *self, guint32 row, PoplensFound *found,
                         GString *detail, PoplensByteUnit unit)
{
  const PoplensVariables *v = self->variables;
  const char *name = poplens_strings_get (v->strings, v->unlowered_name[row]);
  guint64 bytes = self->variable_bytes[row];
  guint32 step = self->variable_step[row];
  PoplensNumber number;

  found->id = v->unlowered_id[row];
  found->title = *name ? g_strdup (name) : g_strdup_printf ("Variable %u", (guint32) found->id);
  append_to_detail (detail, "id %u", (guint32) found->id);
  if (!bytes)
    append_to_detail (detail, "never live");
  else
    append_to_detail (detail, "%s", poplens_format_bytes (number, bytes, unit));
  if (bytes && bytes == self->variable_always[row])
    append_to_detail (detail, "always live");
  if (step != POPLENS_FIND_NONE)
    append_to_detail (detail, "most at step %u", step);
  found->location = location_of_variable (self, row, name);
}

/* Sets title and detail of a tile variable, and its location: the memory map of its tile. */
static void
describe_tile_variable (const PoplensFinder *self, PoplensFound *found, GString *detail,
                        PoplensByteUnit unit)
{
  const PoplensVariables *v = self->variables;
  guint32 row = (guint32) found->id;
  guint32 tile = (guint32) poplens_count_below_u32 (v->tile_first + 1, v->n_tiles, row + 1);
  PoplensNumber bytes;

  found->title = g_strdup_printf ("Tile variable %u", row);
  append_to_detail (detail, "tile %u", tile);
  append_to_detail (detail, "%s", poplens_format_bytes (bytes, v->size[row], unit));
  if (v->unlowered[row] != G_MAXUINT32)
    append_to_detail (detail, "%s", poplens_variable_name (v, v->unlowered[row]));
  found->location = g_strdup_printf ("memory?tile-variable=%u&tab=memory-map&tile=%u", row, tile);
}

static void
describe_topic (const PoplensFinder *self, PoplensFound *found, GString *detail,
                PoplensByteUnit unit)
{
  const PoplensTopic *topic = self->topics[found->kind]->pdata[found->id];
  PoplensNumber bytes, programs;

  found->title = g_strdup (topic->title);
  found->key = g_strdup (topic->key);
  if (topic->bytes)
    append_to_detail (detail, found->kind == POPLENS_FOUND_KIND ? "%s" : "%s at the peak",
                      poplens_format_bytes (bytes, topic->bytes, unit));
  if (topic->programs)
    append_to_detail (detail, "%s", poplens_format_items (programs, topic->programs, "program"));
  if (topic->also && (found->kind == POPLENS_FOUND_SOURCE || !detail->len))
    append_to_detail (detail, "%s", topic->also);
  found->location = g_strdup (topic->location);
}

/* ---- patterns -------------------------------------------------------------------------------- */

/* Returns the texts between the stars of the pattern, as words for the filter of a table. (transfer
 * full) */
static char *
words_of_pattern (const char *pattern)
{
  g_auto (GStrv) pieces = g_strsplit (pattern, "*", -1);
  GString *words = g_string_new (NULL);

  for (guint i = 0; pieces[i]; i++)
    if (*pieces[i])
      g_string_append_printf (words, "%s%s", words->len ? " " : "", pieces[i]);
  return g_string_free (words, FALSE);
}

static char *
location_of_pattern (const PoplensFinder *self, const PoplensFoundMany *many, const char *words)
{
  const GPtrArray *topics = self->topics[many->kind];
  const PoplensTopic *topic = topics ? topics->pdata[many->row] : NULL;

  if (many->kind == POPLENS_FOUND_VARIABLE)
    return write_filtered (POPLENS_PAGE_LIVENESS, "variables", words, NULL);
  if (many->kind == POPLENS_FOUND_COMPUTE_SET)
    return write_filtered (POPLENS_PAGE_MEMORY, "compute-sets", words, NULL);
  if (many->kind == POPLENS_FOUND_SOURCE)
    return poplens_finder_location ("operations?view=source", "filter.source-lines", words);
  if (topic && g_str_has_prefix (topic->location, "operations"))
    return poplens_finder_location ("operations", "filter.operations", words);
  /* Select the first program, and filter the tree for all programs of the pattern. */
  g_autofree char *first =
      topic ? g_strdup (topic->location)
            : g_strdup_printf ("programs?program=%u", self->programs->id[many->row]);
  return poplens_finder_location (first, "filter.programs", words);
}

PoplensFound *
poplens_finder_describe_pattern (const PoplensFinder *self, const PoplensFoundMany *many,
                                 PoplensByteUnit unit)
{
  PoplensFound *found = poplens_finder_describe (self, many->kind, many->row, unit);
  const PoplensPatterns *patterns = self->patterns[many->kind];
  const char *pattern = poplens_strings_get (patterns->texts, patterns->of_row[many->row]);
  g_autofree char *words = words_of_pattern (pattern);
  GString *detail = g_string_new (NULL);
  PoplensNumber n, bytes;

  append_to_detail (detail, "%s ×", poplens_format_count (n, many->n));
  if (many->bytes)
    append_to_detail (detail, "%s", poplens_format_bytes (bytes, many->bytes, unit));
  g_free (found->title);
  g_free (found->detail);
  g_free (found->location);
  g_clear_pointer (&found->key, g_free);
  found->title = g_strdup (pattern);
  found->detail = g_string_free (detail, FALSE);
  found->location = location_of_pattern (self, many, words);
  found->is_pattern = TRUE;
  return found;
}

static void
describe_found_view (const PoplensFinder *self, guint32 row, PoplensFound *found, GString *detail)
{
  const PoplensFinderView *view = self->views->pdata[row];

  found->title = g_strdup (view->title);
  g_string_append (detail, view->detail);
  found->location = g_strdup (view->location);
}

PoplensFound *
poplens_finder_describe (const PoplensFinder *self, PoplensFoundKind kind, guint32 row,
                         PoplensByteUnit unit)
{
  PoplensFound *found = g_new0 (PoplensFound, 1);
  GString *detail = g_string_new (NULL);

  found->kind = kind;
  found->id = row;
  if (kind == POPLENS_FOUND_TILE)
    describe_found_tile (self, found, detail, unit);
  else if (kind == POPLENS_FOUND_IPU)
    describe_ipu (self, found, detail);
  else if (kind == POPLENS_FOUND_STEP)
    describe_found_step (self, found, detail, unit);
  else if (kind == POPLENS_FOUND_EXECUTED)
    describe_executed (self, row, found, detail);
  else if (kind == POPLENS_FOUND_PROGRAM)
    describe_found_program (self, row, found, detail);
  else if (kind == POPLENS_FOUND_COMPUTE_SET)
    describe_set (self, row, found, detail);
  else if (kind == POPLENS_FOUND_VERTEX_TYPE)
    describe_type (self, row, found, detail, unit);
  else if (kind == POPLENS_FOUND_VARIABLE)
    describe_found_variable (self, row, found, detail, unit);
  else if (kind == POPLENS_FOUND_TILE_VARIABLE)
    describe_tile_variable (self, found, detail, unit);
  else if (kind != POPLENS_FOUND_VIEW)
    describe_topic (self, found, detail, unit);
  else
    describe_found_view (self, row, found, detail);
  found->detail = g_string_free (detail, FALSE);
  return found;
}
