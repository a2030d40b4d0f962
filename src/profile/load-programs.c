#include "profile/loaders.h"

/* What the program_type_* tables add to a program, by the id in its type's table. */
typedef struct {
  GHashTable *compute_sets;      /* OnTileExecute → compute set */
  GHashTable *functions;         /* Call → function id */
  GHashTable *repeats;           /* Repeat → count, where it is hard-coded */
  GHashTable *syncs;             /* Sync → string of the sync type */
  GHashTable *sans, *sync_anses; /* → GBytes of tiles */
} Details;

static void
details_clear (Details *details)
{
  GHashTable **all[] = {&details->compute_sets, &details->functions, &details->repeats,
                        &details->syncs,        &details->sans,      &details->sync_anses};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Details, details_clear)

/* An id → number table as a hash of pointers; NULL rows are left out. */
static GHashTable *
read_numbers (const PoplensLoad *load, const char *table, const char *column, GError **error)
{
  g_autofree char *columns = g_strdup_printf ("id!, %s!", column);
  g_autoptr (GHashTable) map = g_hash_table_new (NULL, NULL);
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, NULL, error);

  while (q && poplens_query_next (q))
    if (!poplens_query_is_null (q, 1))
      g_hash_table_insert (map, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                           GSIZE_TO_POINTER ((gsize) poplens_query_u64 (q, 1)));
  return q && poplens_query_end (q, error) ? g_steal_pointer (&map) : NULL;
}

static GHashTable *
read_syncs (const PoplensLoad *load, PoplensStrings *strings, GError **error)
{
  g_autoptr (GHashTable) map = g_hash_table_new (NULL, NULL);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "program_type_sync", "id!, sync_type!", NULL, error);

  while (q && poplens_query_next (q))
    g_hash_table_insert (map, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                         GUINT_TO_POINTER (poplens_query_intern (q, 1, strings)));
  return q && poplens_query_end (q, error) ? g_steal_pointer (&map) : NULL;
}

static GHashTable *
read_tile_lists (const PoplensLoad *load, const char *table, GError **error)
{
  g_autoptr (GHashTable) map =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_bytes_unref);
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, "id!, tiles!", NULL, error);

  while (q && poplens_query_next (q)) {
    gsize size;
    const guint8 *data = poplens_query_blob (q, 1, &size);
    g_hash_table_insert (map, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                         g_bytes_new (data, size));
  }
  return q && poplens_query_end (q, error) ? g_steal_pointer (&map) : NULL;
}

static gboolean
read_details (const PoplensLoad *load, PoplensStrings *strings, Details *details, GError **error)
{
  return (details->compute_sets =
              read_numbers (load, "program_type_on_tile_execute", "compute_set", error)) &&
         (details->functions = read_numbers (load, "program_type_call", "function_id", error)) &&
         (details->repeats = read_numbers (load, "program_type_repeat", "repeat_count", error)) &&
         (details->syncs = read_syncs (load, strings, error)) &&
         (details->sans = read_tile_lists (load, "program_type_sans", error)) &&
         (details->sync_anses = read_tile_lists (load, "program_type_sync_ans", error));
}

static GHashTable *
read_names (const PoplensLoad *load, const char *table, const char *columns,
            PoplensStrings *strings, GError **error)
{
  g_autoptr (GHashTable) map = g_hash_table_new (NULL, NULL);
  g_autoptr (PoplensQuery) q = poplens_load_rows (load, table, columns, NULL, error);

  while (q && poplens_query_next (q))
    g_hash_table_insert (map, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                         GUINT_TO_POINTER (poplens_query_intern (q, 1, strings)));
  return q && poplens_query_end (q, error) ? g_steal_pointer (&map) : NULL;
}

/* A compilation step; NULL ("no step") is what all real files have. */
typedef struct {
  gboolean is_null;
  gint64 id;
} Step;

/* Those that programs are of, in the order of their ids; at least one. (transfer full) */
static GArray *
read_steps (const PoplensLoad *load, guint32 *n_in_all, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, TRUE, sizeof (Step));
  g_autoptr (PoplensQuery) q = NULL;
  Step none = {.is_null = TRUE};

  *n_in_all = 0;
  if (poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id")) {
    q = poplens_load_rows (load, "programs", "compilation_step_id!", "compilation_step_id", error);
    for (Step last = none; q && poplens_query_next (q);) {
      Step step = {poplens_query_is_null (q, 0), poplens_query_i64 (q, 0)};
      if (*n_in_all && step.is_null == last.is_null && step.id == last.id)
        continue;
      if ((*n_in_all)++ < POPLENS_MOST_COMPILATION_STEPS)
        g_array_append_val (steps, step);
      last = step;
    }
    if (!q || !poplens_query_end (q, error))
      return NULL;
  }
  if (!steps->len)
    g_array_append_val (steps, none);
  return g_steal_pointer (&steps);
}

static gboolean
name_step (const PoplensLoad *load, PoplensPrograms *part, const Step *step, GError **error)
{
  part->step = step->is_null ? g_strdup ("none") : g_strdup_printf ("%" G_GINT64_FORMAT, step->id);
  if (step->is_null ||
      !poplens_schema_has_column (load->database->schema, "compilation_steps", "name")) {
    part->step_name = g_strdup ("");
    return TRUE;
  }
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "compilation_steps", "id!, name!", "WHERE id = ?", error);
  if (q)
    poplens_query_bind (q, 1, step->id);
  if (q && poplens_query_next (q))
    part->step_name = g_utf8_make_valid (poplens_query_text (q, 1), -1);
  else
    part->step_name = g_strdup ("");
  return q && poplens_query_end (q, error);
}

/* Rows of a table by their ids, which begin with the compilation step, "compilation_step_id, id!":
 * those of @step alone where @step is not NULL; next_of_step () skips the others. */
static PoplensQuery *
query_step (const PoplensLoad *load, const char *table, const char *columns, const Step *step,
            GError **error)
{
  gboolean has = poplens_schema_has_column (load->database->schema, table, "compilation_step_id");

  return poplens_load_rows (load, table, columns, has && step ? "compilation_step_id, id" : "id",
                            error);
}

static gboolean
next_of_step (PoplensQuery *q, const Step *step)
{
  while (poplens_query_next (q))
    if (!step ||
        (poplens_query_is_null (q, 0) == step->is_null && poplens_query_i64 (q, 0) == step->id))
      return TRUE;
  return FALSE;
}

typedef struct {
  GArray *id, *kind, *type_name, *variant_index, *name, *debug_id, *compute_set, *detail,
      *detail_text;
} Columns;

static void
columns_clear (Columns *c)
{
  GArray **all[] = {&c->id,       &c->kind,        &c->type_name, &c->variant_index, &c->name,
                    &c->debug_id, &c->compute_set, &c->detail,    &c->detail_text};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Columns, columns_clear)

static guint32
lookup (GHashTable *map, guint32 id, guint32 fallback)
{
  gpointer value;

  return g_hash_table_lookup_extended (map, GUINT_TO_POINTER (id), NULL, &value)
             ? GPOINTER_TO_UINT (value)
             : fallback;
}

/* Adds what the type's table says; @index is the id there. */
static void
add_detail (PoplensQuery *q, PoplensPrograms *part, Columns *c, const Details *details,
            PoplensProgramKind kind, guint32 index)
{
  gint64 detail = -1;
  guint32 text = 0, compute_set = POPLENS_NO_ROW;
  GBytes *tiles = NULL;
  gpointer value;
  gsize size = 0;

  switch (kind) {
  case POPLENS_PROGRAM_ON_TILE_EXECUTE:
    compute_set = lookup (details->compute_sets, index, POPLENS_NO_ROW);
    break;
  case POPLENS_PROGRAM_CALL:
    detail =
        g_hash_table_lookup_extended (details->functions, GUINT_TO_POINTER (index), NULL, &value)
            ? (gint64) GPOINTER_TO_SIZE (value)
            : -1;
    break;
  case POPLENS_PROGRAM_REPEAT:
    detail = g_hash_table_lookup_extended (details->repeats, GUINT_TO_POINTER (index), NULL, &value)
                 ? (gint64) GPOINTER_TO_SIZE (value)
                 : -1;
    break;
  case POPLENS_PROGRAM_SYNC:
    text = lookup (details->syncs, index, 0);
    break;
  case POPLENS_PROGRAM_SANS:
    tiles = g_hash_table_lookup (details->sans, GUINT_TO_POINTER (index));
    break;
  case POPLENS_PROGRAM_SYNC_ANS:
    tiles = g_hash_table_lookup (details->sync_anses, GUINT_TO_POINTER (index));
    break;
  default:
    break;
  }
  POPLENS_PUSH (c->detail, gint64, detail);
  POPLENS_PUSH (c->detail_text, guint32, text);
  POPLENS_PUSH (c->compute_set, guint32, compute_set);
  const guint8 *data = tiles ? g_bytes_get_data (tiles, &size) : NULL;
  g_autoptr (GError) error = NULL;
  if (!poplens_lists_append (part->tiles, tiles && !data ? (const guint8 *) "" : data, size,
                             &error))
    poplens_query_fail (q, "tiles: %s", error->message);
}

static void
add_program (PoplensQuery *q, PoplensPrograms *part, Columns *c, const Details *details,
             GHashTable *types, GHashTable *compute_set_names)
{
  guint32 id = poplens_query_u32 (q, 1);
  guint32 unknown = poplens_strings_intern (part->strings, "Unknown", -1);
  guint32 type = lookup (types, poplens_query_u32 (q, 2), unknown);
  PoplensProgramKind kind =
      type == unknown ? POPLENS_PROGRAM_UNKNOWN
                      : poplens_program_kind_parse (poplens_strings_get (part->strings, type));
  guint32 index = poplens_query_u32_or (q, 3, POPLENS_NO_ROW);
  guint32 name = poplens_query_intern (q, 5, part->strings);

  if (c->id->len && id <= g_array_index (c->id, guint32, c->id->len - 1))
    poplens_query_fail (q, "program id %u stands twice", id);
  add_detail (q, part, c, details, kind, index);
  guint32 compute_set = g_array_index (c->compute_set, guint32, c->id->len);
  if (!name && compute_set != POPLENS_NO_ROW)
    name = lookup (compute_set_names, compute_set, 0);
  POPLENS_PUSH (c->id, guint32, id);
  POPLENS_PUSH (c->kind, guint8, kind);
  POPLENS_PUSH (c->type_name, guint32, type);
  POPLENS_PUSH (c->variant_index, guint32, index);
  POPLENS_PUSH (c->name, guint32, name);
  POPLENS_PUSH (c->debug_id, guint32, poplens_query_u32 (q, 6));
  poplens_query_append_list (q, 4, part->children);
  poplens_query_append_list (q, 7, part->control_code);
}

static gboolean
read_programs (const PoplensLoad *load, PoplensPrograms *part, const Step *step, GError **error)
{
  g_auto (Details) details = {0};
  g_auto (Columns)
      c = {POPLENS_COLUMN (guint32), POPLENS_COLUMN (guint8),  POPLENS_COLUMN (guint32),
           POPLENS_COLUMN (guint32), POPLENS_COLUMN (guint32), POPLENS_COLUMN (guint32),
           POPLENS_COLUMN (guint32), POPLENS_COLUMN (gint64),  POPLENS_COLUMN (guint32)};
  g_autoptr (GHashTable) types =
      read_names (load, "program_types", "id!, name!", part->strings, error);
  g_autoptr (GHashTable) names =
      types ? read_names (load, "compute_sets", "compute_set!, name!", part->strings, error) : NULL;

  if (!names || !read_details (load, part->strings, &details, error))
    return FALSE;
  part->children = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  part->control_code =
      poplens_lists_new (POPLENS_ENCODING_RLE, poplens_sizes_list_length (load->sizes));
  part->tiles = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  g_autoptr (PoplensQuery) q = query_step (load, "programs",
                                           "compilation_step_id, id!, variant!, variant_index, "
                                           "children, name, debug_id, control_code_bytes_by_tile",
                                           step, error);
  while (q && next_of_step (q, step))
    add_program (q, part, &c, &details, types, names);
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n = c.id->len;
  part->id = poplens_column_steal (&c.id);
  part->kind = poplens_column_steal (&c.kind);
  part->type_name = poplens_column_steal (&c.type_name);
  part->variant_index = poplens_column_steal (&c.variant_index);
  part->name = poplens_column_steal (&c.name);
  part->debug_id = poplens_column_steal (&c.debug_id);
  part->compute_set = poplens_column_steal (&c.compute_set);
  part->detail = poplens_column_steal (&c.detail);
  part->detail_text = poplens_column_steal (&c.detail_text);
  return TRUE;
}

/* @step: NULL: whatever step they are of. */
static gboolean
read_entries (const PoplensLoad *load, const char *table, const Step *step, guint32 *n,
              guint32 **ids, guint32 **programs, GError **error)
{
  g_autoptr (GArray) id = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) program = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      query_step (load, table, "compilation_step_id, id!, program!", step, error);

  while (q && next_of_step (q, step)) {
    POPLENS_PUSH (id, guint32, poplens_query_u32 (q, 1));
    POPLENS_PUSH (program, guint32, poplens_query_u32 (q, 2));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  *n = id->len;
  *ids = poplens_column_steal (&id);
  *programs = poplens_column_steal (&program);
  return TRUE;
}

static PoplensPrograms *
load_step (const PoplensLoad *load, const Step *step, guint32 n_steps, GError **error)
{
  g_autoptr (PoplensPrograms) part = poplens_programs_new ();
  gboolean all = n_steps <= 1;

  part->n_steps = n_steps;
  part->ambiguous = !all;
  if (!name_step (load, part, step, error) || !read_programs (load, part, step, error) ||
      !poplens_load_stream_names (load, part, error) ||
      !read_entries (load, "control_programs", all ? NULL : step, &part->n_control,
                     &part->control_id, &part->control_program, error) ||
      !read_entries (load, "function_programs", all ? NULL : step, &part->n_functions,
                     &part->function_id, &part->function_program, error))
    return NULL;
  return g_steal_pointer (&part);
}

PoplensPrograms *
poplens_load_programs (const PoplensLoad *load, GError **error)
{
  guint32 n;
  g_autoptr (GArray) steps = read_steps (load, &n, error);
  g_autoptr (PoplensPrograms) first =
      steps ? load_step (load, &g_array_index (steps, Step, 0), n, error) : NULL;

  if (!first)
    return NULL;
  if (first->ambiguous)
    first->others = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_programs_free);
  for (guint i = 1; i < steps->len; i++) {
    PoplensPrograms *other = load_step (load, &g_array_index (steps, Step, i), n, error);
    if (!other)
      return NULL;
    other->is_other = TRUE;
    g_ptr_array_add (first->others, other);
  }
  return g_steal_pointer (&first);
}
