/* Loads the programs part: the program tree, names of streams, and entry points. Also loads single
 * programs by id. */
#include "database/columns.h"
#include "profile/loaders.h"

/* ---- programs by their ids ------------------------------------------------------------------- */

/* Queries the row of @table whose column @key is @id; the last row if there are several.
 * (transfer full) (nullable): NULL if there is none */
static PoplensQuery *
query_row (const PoplensLoad *load, const char *table, const char *columns, const char *key,
           guint32 id)
{
  g_autofree char *tail = g_strdup_printf ("WHERE %s = ? ORDER BY rowid DESC", key);
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, columns, tail);

  poplens_query_bind (q, 1, id);
  return poplens_query_next (q) ? g_steal_pointer (&q) : NULL;
}

/* Returns the name of the compute set that a program executes; 0 if it is unknown. @index: id in
 * program_type_on_tile_execute */
static guint32
compute_set_name (const PoplensLoad *load, guint32 index, PoplensStrings *strings)
{
  g_autoptr (PoplensQuery) q =
      query_row (load, "program_type_on_tile_execute", "id!, compute_set!", "id", index);
  g_autoptr (PoplensQuery) set = q && !poplens_query_is_null (q, 1)
                                     ? query_row (load, "compute_sets", "compute_set!, name!",
                                                  "compute_set", poplens_query_u32 (q, 1))
                                     : NULL;

  return set ? poplens_query_intern (set, 1, strings) : 0;
}

/* Queries programs of the first compilation step by id (parameter 1), as poplens_load_programs ()
 * does. SQLite sorts a NULL step first. */
static PoplensQuery *
query_programs (const PoplensLoad *load)
{
  static const char columns[] = "id!, variant!, variant_index, name";

  if (!poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id"))
    return poplens_query_new (load->database, "programs", columns,
                              "WHERE id = ?1 ORDER BY rowid DESC");
  g_autoptr (PoplensQuery) step = poplens_query_new (
      load->database, "programs", "compilation_step_id!", "ORDER BY compilation_step_id LIMIT 1");
  PoplensQuery *q = poplens_query_new (load->database, "programs", columns,
                                       "WHERE compilation_step_id IS ?2 AND id = ?1");
  if (poplens_query_next (step) && !poplens_query_is_null (step, 0))
    poplens_query_bind (q, 2, poplens_query_i64 (step, 0));
  return q;
}

static void
add_program_by_id (const PoplensLoad *load, PoplensQuery *q, PoplensPrograms *part)
{
  g_autoptr (PoplensQuery) type =
      query_row (load, "program_types", "id!, name!", "id", poplens_query_u32 (q, 1));
  guint32 row = part->n++;

  part->id[row] = poplens_query_u32 (q, 0);
  part->kind[row] = type ? (guint8) poplens_program_kind_parse (poplens_query_text (type, 1))
                         : POPLENS_PROGRAM_UNKNOWN;
  part->type_name[row] = type ? poplens_query_intern (type, 1, part->strings)
                              : poplens_strings_intern (part->strings, "Unknown", -1);
  part->variant_index[row] = poplens_query_u32_or (q, 2, POPLENS_NO_ROW);
  part->name[row] = poplens_query_intern (q, 3, part->strings);
  if (!part->name[row] && part->kind[row] == POPLENS_PROGRAM_ON_TILE_EXECUTE &&
      part->variant_index[row] != POPLENS_NO_ROW)
    part->name[row] = compute_set_name (load, part->variant_index[row], part->strings);
}

PoplensPrograms *
poplens_load_programs_by_id (const PoplensLoad *load, const guint32 *ids, guint32 n, GError **error)
{
  g_autoptr (PoplensPrograms) part = poplens_programs_new ();
  g_autoptr (PoplensQuery) q = query_programs (load);

  part->id = g_new (guint32, MAX (n, 1));
  part->kind = g_new (guint8, MAX (n, 1));
  part->type_name = g_new (guint32, MAX (n, 1));
  part->variant_index = g_new (guint32, MAX (n, 1));
  part->name = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    poplens_query_bind (q, 1, ids[i]);
    if (poplens_query_next (q))
      add_program_by_id (load, q, part);
    poplens_query_restart (q);
  }
  return poplens_query_end (q, error) ? g_steal_pointer (&part) : NULL;
}

/* ---- names of streams ------------------------------------------------------------------------ */

/* Maximum number of stream names in one text; "and N more" follows. */
#define MOST_NAMES 8
/* Name prefix of the streams that Poplar adds to time a copy. These streams are left out. */
#define TIMING "streamCopyTimingInfoStream_"

/* A stream of a copy. The file can have several rows for the same stream. */
typedef struct {
  guint32 copy; /* id of the copy's StreamCopyMid program */
  guint32 name; /* id in the string pool of stream names */
} CopyStream;

static gboolean
read_copy_streams (const PoplensLoad *load, const char *table, PoplensStrings *names,
                   GArray *streams, GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, table, "stream_copy_mid_id!, stream!", "stream_copy_mid_id");

  while (poplens_query_next (q)) {
    CopyStream stream = {poplens_query_u32 (q, 0), poplens_query_intern (q, 1, names)};
    if (stream.name && !g_str_has_prefix (poplens_strings_get (names, stream.name), TIMING))
      g_array_append_val (streams, stream);
  }
  return poplens_query_end (q, error);
}

static int
compare_copies (gconstpointer a, gconstpointer b)
{
  const CopyStream *x = a, *y = b;

  return x->copy < y->copy ? -1 : x->copy > y->copy;
}

/* Returns a string in @strings that lists the names of the @n @streams of a copy, each name
 * once. */
static guint32
join_stream_names (const CopyStream *streams, guint n, const PoplensStrings *names,
                   PoplensStrings *strings)
{
  g_autoptr (GHashTable) said = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (g_hash_table_add (said, GUINT_TO_POINTER (streams[i].name)) &&
        g_hash_table_size (said) <= MOST_NAMES)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "",
                              poplens_strings_get (names, streams[i].name));
  if (g_hash_table_size (said) > MOST_NAMES)
    g_string_append_printf (text, " and %u more", g_hash_table_size (said) - MOST_NAMES);
  return poplens_strings_intern (strings, text->str, -1);
}

/* Sets .streams of three programs of a copy: StreamCopyMid in row @mid, and Begin and End, which
 * are the programs before and after it. */
static void
set_copy_streams (PoplensPrograms *part, guint32 mid, guint32 streams)
{
  part->streams[mid] = streams;
  if (mid && part->kind[mid - 1] == POPLENS_PROGRAM_STREAM_COPY_BEGIN &&
      part->id[mid - 1] + 1 == part->id[mid])
    part->streams[mid - 1] = streams;
  if (mid + 1 < part->n && part->kind[mid + 1] == POPLENS_PROGRAM_STREAM_COPY_END &&
      part->id[mid + 1] == part->id[mid] + 1)
    part->streams[mid + 1] = streams;
}

/* Sets .streams of @part; its other columns must be set. FALSE with @error. */
static gboolean
load_stream_names (const PoplensLoad *load, PoplensPrograms *part, GError **error)
{
  g_autoptr (PoplensStrings) names = poplens_strings_new ();
  g_autoptr (GArray) streams = g_array_new (FALSE, FALSE, sizeof (CopyStream));
  g_autoptr (GHashTable) by_copy =
      g_hash_table_new (NULL, NULL); /* id of a copy → string in the part's pool */

  if (!read_copy_streams (load, "host_exchange_from_host", names, streams, error) ||
      !read_copy_streams (load, "host_exchange_to_host", names, streams, error))
    return FALSE;
  g_array_sort (streams, compare_copies);
  for (guint i = 0, n; i < streams->len; i += n) {
    const CopyStream *first = &g_array_index (streams, CopyStream, i);
    for (n = 1; i + n < streams->len && first[n].copy == first->copy; n++)
      ;
    g_hash_table_insert (by_copy, GUINT_TO_POINTER (first->copy),
                         GUINT_TO_POINTER (join_stream_names (first, n, names, part->strings)));
  }
  part->streams = g_new0 (guint32, MAX (part->n, 1));
  for (guint32 row = 0; row < part->n; row++) {
    gpointer copy = GUINT_TO_POINTER (part->variant_index[row]), joined = NULL;
    if (part->kind[row] == POPLENS_PROGRAM_STREAM_COPY_MID &&
        g_hash_table_lookup_extended (by_copy, copy, NULL, &joined))
      set_copy_streams (part, row, GPOINTER_TO_UINT (joined));
  }
  return TRUE;
}

/* ---- all programs ---------------------------------------------------------------------------- */

/* Tables with details of a kind of programs. The second column is the detail: a number, a string or
 * tiles. */
static const struct {
  PoplensProgramKind kind;
  const char *table, *columns;
  PoplensColumnKind value;
} details[] = {
    {POPLENS_PROGRAM_ON_TILE_EXECUTE, "program_type_on_tile_execute", "id!, compute_set!",
     POPLENS_U64},
    {POPLENS_PROGRAM_CALL, "program_type_call", "id!, function_id!", POPLENS_U64},
    {POPLENS_PROGRAM_REPEAT, "program_type_repeat", "id!, repeat_count!", POPLENS_U64},
    {POPLENS_PROGRAM_SYNC, "program_type_sync", "id!, sync_type!", POPLENS_TEXT},
    {POPLENS_PROGRAM_SANS, "program_type_sans", "id!, tiles!", POPLENS_PLAIN},
    {POPLENS_PROGRAM_SYNC_ANS, "program_type_sync_ans", "id!, tiles!", POPLENS_PLAIN},
};

/* Maps from ids to values in other tables, to complete the programs. */
typedef struct {
  GHashTable *types;        /* id of a program type → string, its name */
  GHashTable *compute_sets; /* id of a compute set → string, its name */
  /* [kind] (nullable): id in the kind's table → number, string or GBytes */
  GHashTable *details[POPLENS_PROGRAM_OTHER];
} ProgramMaps;

static void
maps_clear (ProgramMaps *self)
{
  g_clear_pointer (&self->types, g_hash_table_unref);
  g_clear_pointer (&self->compute_sets, g_hash_table_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->details); i++)
    g_clear_pointer (&self->details[i], g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ProgramMaps, maps_clear)

static gpointer
read_detail (PoplensQuery *q, PoplensColumnKind kind, PoplensStrings *strings)
{
  gsize size;
  const guint8 *data;

  if (kind == POPLENS_U64)
    return GSIZE_TO_POINTER ((gsize) poplens_query_u64 (q, 1));
  if (kind == POPLENS_TEXT)
    return GUINT_TO_POINTER (poplens_query_intern (q, 1, strings));
  data = poplens_query_blob (q, 1, &size);
  return g_bytes_new (data, size);
}

/* Reads two @columns as a map from id to value. Skips unknown numbers. NULL with @error. (transfer
 * full) */
static GHashTable *
read_map (const PoplensLoad *load, const char *table, const char *columns, PoplensColumnKind kind,
          PoplensStrings *strings, GError **error)
{
  g_autoptr (GHashTable) map = g_hash_table_new_full (
      NULL, NULL, NULL, kind == POPLENS_PLAIN ? (GDestroyNotify) g_bytes_unref : NULL);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (load->database, table, columns, NULL);

  while (poplens_query_next (q))
    if (kind != POPLENS_U64 || poplens_query_is_known (q, 1))
      g_hash_table_insert (map, GUINT_TO_POINTER (poplens_query_u32 (q, 0)),
                           read_detail (q, kind, strings));
  return poplens_query_end (q, error) ? g_steal_pointer (&map) : NULL;
}

static gboolean
read_maps (const PoplensLoad *load, PoplensStrings *strings, ProgramMaps *maps, GError **error)
{
  if (!(maps->types =
            read_map (load, "program_types", "id!, name!", POPLENS_TEXT, strings, error)) ||
      !(maps->compute_sets =
            read_map (load, "compute_sets", "compute_set!, name!", POPLENS_TEXT, strings, error)))
    return FALSE;
  for (guint d = 0; d < G_N_ELEMENTS (details); d++)
    if (!(maps->details[details[d].kind] = read_map (load, details[d].table, details[d].columns,
                                                     details[d].value, strings, error)))
      return FALSE;
  return TRUE;
}

/* A compilation step. All real files have NULL ("no step"). */
typedef struct {
  gboolean is_null;
  gint64 id;
} CompilationStep;

/* Lists the compilation steps that have programs, by id: at least one, at most
 * POPLENS_MOST_COMPILATION_STEPS. @n_in_all: (out): number of all compilation steps with programs.
 * NULL with @error. (transfer full) */
static GArray *
list_compilation_steps (const PoplensLoad *load, guint32 *n_in_all, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, TRUE, sizeof (CompilationStep));
  g_autoptr (PoplensQuery) q = NULL;
  CompilationStep none = {.is_null = TRUE};

  *n_in_all = 0;
  if (poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id")) {
    q = poplens_query_new_rows (load->database, "programs", "compilation_step_id!",
                                "compilation_step_id");
    for (CompilationStep last = none; poplens_query_next (q);) {
      CompilationStep step = {poplens_query_is_null (q, 0), poplens_query_i64 (q, 0)};
      if (*n_in_all && step.is_null == last.is_null && step.id == last.id)
        continue;
      if ((*n_in_all)++ < POPLENS_MOST_COMPILATION_STEPS)
        g_array_append_val (steps, step);
      last = step;
    }
    if (!poplens_query_end (q, error))
      return NULL;
  }
  if (!steps->len)
    g_array_append_val (steps, none);
  return g_steal_pointer (&steps);
}

static gboolean
set_step_name (const PoplensLoad *load, PoplensPrograms *part, const CompilationStep *step,
               GError **error)
{
  part->step = step->is_null ? g_strdup ("none") : g_strdup_printf ("%" G_GINT64_FORMAT, step->id);
  if (step->is_null ||
      !poplens_schema_has_column (load->database->schema, "compilation_steps", "name")) {
    part->step_name = g_strdup ("");
    return TRUE;
  }
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "compilation_steps", "id!, name!", "WHERE id = ?");
  poplens_query_bind (q, 1, step->id);
  if (poplens_query_next (q))
    part->step_name = g_utf8_make_valid (poplens_query_text (q, 1), -1);
  else
    part->step_name = g_strdup ("");
  return poplens_query_end (q, error);
}

/* Returns the columns by which to sort @table for next_of_step (): by compilation step, then id. By
 * id alone if @step is NULL (all steps), or if the table has no steps. */
static const char *
order_of_step (const PoplensLoad *load, const char *table, const CompilationStep *step)
{
  gboolean has = poplens_schema_has_column (load->database->schema, table, "compilation_step_id");

  return has && step ? "compilation_step_id, id" : "id";
}

static gboolean
next_of_step (PoplensRows *rows, const CompilationStep *step)
{
  while (poplens_rows_next (rows))
    if (!step || (poplens_query_is_null (rows->query, 0) == step->is_null &&
                  poplens_query_i64 (rows->query, 0) == step->id))
      return TRUE;
  return FALSE;
}

static guint32
lookup_string (GHashTable *map, guint32 id, guint32 fallback)
{
  gpointer value;

  return g_hash_table_lookup_extended (map, GUINT_TO_POINTER (id), NULL, &value)
             ? GPOINTER_TO_UINT (value)
             : fallback;
}

/* Returns the kind of a program from the id of its type. @type: (out): string, the type's name. */
static PoplensProgramKind
get_program_kind (const PoplensPrograms *part, const ProgramMaps *maps, guint32 variant,
                  guint32 *type)
{
  guint32 unknown = poplens_strings_intern (part->strings, "Unknown", -1);

  *type = lookup_string (maps->types, variant, unknown);
  return *type == unknown ? POPLENS_PROGRAM_UNKNOWN
                          : poplens_program_kind_parse (poplens_strings_get (part->strings, *type));
}

/* Sets the columns that come from other tables: kind, type, details, compute set and its name. */
static void
complete_program (PoplensPrograms *part, const ProgramMaps *maps, guint32 row)
{
  guint32 type;
  PoplensProgramKind kind = get_program_kind (part, maps, part->type_name[row], &type);
  GHashTable *map = kind < POPLENS_PROGRAM_OTHER ? maps->details[kind] : NULL;
  gpointer index = GUINT_TO_POINTER (part->variant_index[row]), value = NULL;
  gboolean has = map && g_hash_table_lookup_extended (map, index, NULL, &value);
  gboolean numbered = kind == POPLENS_PROGRAM_CALL || kind == POPLENS_PROGRAM_REPEAT;
  gboolean executes = kind == POPLENS_PROGRAM_ON_TILE_EXECUTE;

  part->kind[row] = kind;
  part->type_name[row] = type;
  part->detail[row] = has && numbered ? (gint64) GPOINTER_TO_SIZE (value) : -1;
  part->detail_text[row] = has && kind == POPLENS_PROGRAM_SYNC ? GPOINTER_TO_UINT (value) : 0;
  part->compute_set[row] = has && executes ? GPOINTER_TO_UINT (value) : POPLENS_NO_ROW;
  if (!part->name[row] && part->compute_set[row] != POPLENS_NO_ROW)
    part->name[row] = lookup_string (maps->compute_sets, part->compute_set[row], 0);
}

static void
append_program_tiles (PoplensQuery *q, PoplensPrograms *part, const ProgramMaps *maps, guint32 row)
{
  g_autoptr (GError) error = NULL;
  guint32 type;
  PoplensProgramKind kind = get_program_kind (part, maps, part->type_name[row], &type);
  GBytes *tiles =
      kind == POPLENS_PROGRAM_SANS || kind == POPLENS_PROGRAM_SYNC_ANS
          ? g_hash_table_lookup (maps->details[kind], GUINT_TO_POINTER (part->variant_index[row]))
          : NULL;
  gsize size = 0;
  const guint8 *data = tiles ? g_bytes_get_data (tiles, &size) : NULL;

  if (!poplens_lists_append (part->tiles, tiles && !data ? (const guint8 *) "" : data, size,
                             &error))
    poplens_query_fail (q, "tiles: %s", error->message);
}

static gboolean
read_program_rows (const PoplensLoad *load, PoplensPrograms *part, const CompilationStep *step,
                   const ProgramMaps *maps, GError **error)
{
  PoplensReading reading = {
      "programs",
      order_of_step (load, "programs", step),
      &part->n,
      {{"compilation_step_id"},
       {"id!", POPLENS_U32, &part->id},
       /* holds the type's id until complete_program () replaces it by the name */
       {"variant!", POPLENS_U32, &part->type_name},
       {"variant_index", POPLENS_U32, &part->variant_index, POPLENS_NO_ROW},
       {"children", POPLENS_PLAIN, &part->children, 0, POPLENS_ANY_LENGTH},
       {"name", POPLENS_TEXT, &part->name},
       {"debug_id", POPLENS_U32, &part->debug_id},
       {"control_code_bytes_by_tile", POPLENS_RLE, &part->control_code, 0,
        poplens_sizes_list_length (load->sizes)}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, part->strings);

  part->tiles = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);
  while (next_of_step (&rows, step)) {
    guint32 id = poplens_query_u32 (rows.query, 1);
    if (rows.n && id <= part->id[rows.n - 1])
      poplens_query_fail (rows.query, "duplicate program ID %u", id);
    poplens_rows_take (&rows);
    append_program_tiles (rows.query, part, maps, rows.n - 1);
  }
  return poplens_rows_end (&rows, error);
}

static gboolean
read_programs (const PoplensLoad *load, PoplensPrograms *part, const CompilationStep *step,
               GError **error)
{
  g_auto (ProgramMaps) maps = {0};

  if (!read_maps (load, part->strings, &maps, error) ||
      !read_program_rows (load, part, step, &maps, error))
    return FALSE;
  part->kind = g_new (guint8, part->n);
  part->compute_set = g_new (guint32, part->n);
  part->detail = g_new (gint64, part->n);
  part->detail_text = g_new (guint32, part->n);
  for (guint32 row = 0; row < part->n; row++)
    complete_program (part, &maps, row);
  return TRUE;
}

/* Reads the ids of control programs or functions, and their programs. @step: (nullable): NULL for
 * all compilation steps. FALSE with @error. */
static gboolean
read_entries (const PoplensLoad *load, const char *table, const CompilationStep *step, guint32 *n,
              guint32 **ids, guint32 **programs, GError **error)
{
  PoplensReading reading = {
      table,
      order_of_step (load, table, step),
      n,
      {{"compilation_step_id"}, {"id!", POPLENS_U32, ids}, {"program!", POPLENS_U32, programs}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  while (next_of_step (&rows, step))
    poplens_rows_take (&rows);
  return poplens_rows_end (&rows, error);
}

static PoplensPrograms *
load_compilation_step (const PoplensLoad *load, const CompilationStep *step, guint32 n_steps,
                       GError **error)
{
  g_autoptr (PoplensPrograms) part = poplens_programs_new ();
  gboolean all = n_steps <= 1;

  part->n_steps = n_steps;
  part->ambiguous = !all;
  if (!set_step_name (load, part, step, error) || !read_programs (load, part, step, error) ||
      !load_stream_names (load, part, error) ||
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
  g_autoptr (GArray) steps = list_compilation_steps (load, &n, error);
  g_autoptr (PoplensPrograms) first =
      steps ? load_compilation_step (load, &g_array_index (steps, CompilationStep, 0), n, error)
            : NULL;

  if (!first)
    return NULL;
  if (first->ambiguous)
    first->others = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_programs_free);
  for (guint i = 1; i < steps->len; i++) {
    PoplensPrograms *other =
        load_compilation_step (load, &g_array_index (steps, CompilationStep, i), n, error);
    if (!other)
      return NULL;
    other->is_other = TRUE;
    g_ptr_array_add (first->others, other);
  }
  return g_steal_pointer (&first);
}

PoplensStrings *
poplens_load_compute_set_names (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensStrings) names = poplens_strings_new ();
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "compute_sets", "name!", NULL);

  while (poplens_query_next (q))
    poplens_query_intern (q, 0, names);
  return poplens_query_end (q, error) && poplens_strings_count (names) > 1
             ? g_steal_pointer (&names)
             : NULL;
}
