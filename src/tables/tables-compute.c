#include "tables/scope.h"

#include "analysis/memory-analysis.h"

#include <string.h>

/* Vertex types and compute sets, and their memory over the selected tiles. */

/* ---- vertex types --------------------------------------------------------------------- */

enum { TYPE, SOURCE, SIZE, INSTANCES, STATE, CODE, TYPE_TOTAL, TYPE_BYTES };

static const PoplensColumnSpec type_columns[] = {
    [TYPE] = {"vertex_type", "Vertex type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the vertex type (vertex_types.name)."},
    [SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                "What it is written in: c++ or asm (vertex_types.source)."},
    [SIZE] = {"size", "State of one", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of state of one vertex (vertex_types.size)."},
    [INSTANCES] = {"instances", "Instances", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                   "Vertices of the type on the selected tiles (vertex_instances)."},
    [STATE] = {"state_bytes", "State", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Copy and edge pointers, descriptors, padding and vertex data together."},
    [CODE] = {"code_bytes", "Code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of code of the type (memory_by_vertex_type.code_bytes)."},
    [TYPE_TOTAL] = {"total", "State and code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                    "State and code together."},
};

/* The five columns of state, which vertex types and compute sets share, from column @first on. */
static void
add_byte_columns (PoplensTable *table, guint first)
{
  static const struct {
    const char *title, *doc;
  } bytes[POPLENS_VERTEX_BYTES_CODE] = {
      [POPLENS_VERTEX_BYTES_COPY_PTR] = {"Copy pointers", "Bytes of pointers for copies."},
      [POPLENS_VERTEX_BYTES_DESCRIPTOR] = {"Descriptors", "Bytes of copy and vector descriptors."},
      [POPLENS_VERTEX_BYTES_EDGE_PTR] = {"Edge pointers", "Bytes of pointers to edges."},
      [POPLENS_VERTEX_BYTES_PADDING] = {"Padding", "Bytes of padding between fields."},
      [POPLENS_VERTEX_BYTES_VERTEX_DATA] = {"Vertex data", "Bytes of the vertices' own fields."},
  };

  for (guint c = 0; c < G_N_ELEMENTS (bytes); c++) {
    poplens_table_add_column (table, poplens_vertex_bytes_key (c), bytes[c].title,
                              POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, bytes[c].doc);
    poplens_table_add_total (table, first + c);
  }
}

static guint64
add_bytes (PoplensRows *rows, guint first, PoplensLists *const *lists, guint32 row,
           const PoplensSelection *selection)
{
  guint64 sum = 0;

  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++) {
    guint64 bytes = poplens_selection_sum (selection, lists[c], row);
    poplens_rows_int (rows, first + c, (gint64) bytes);
    sum += bytes;
  }
  return sum;
}

/* Vertices of each type on the selected tiles. (transfer full) */
static guint64 *
count_instances (const PoplensVertices *v, const PoplensSelection *selection)
{
  guint64 *counts = g_new0 (guint64, MAX (v->n_types, 1));

  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_type[i] < v->n_types)
      counts[v->instance_type[i]] += poplens_selection_sum (selection, v->instances, i);
  return counts;
}

/* Code by type is 73 to 80 % of its category: the rest is the runtime's (FORMATS.md 12). */
static void
add_code_remainder (PoplensRows *rows, const PoplensMemory *memory,
                    const PoplensSelection *selection, guint64 code)
{
  for (guint c = 0; memory && c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    guint64 total;
    if (strcmp (category->name, "vertexCode"))
      continue;
    total = poplens_category_sums_at (category, selection->positions, selection->n).total;
    if (total <= code)
      return;
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, TYPE, "(code of no vertex type)");
    poplens_rows_int (rows, CODE, (gint64) (total - code));
    poplens_rows_int (rows, TYPE_TOTAL, (gint64) (total - code));
  }
}

static PoplensRows *
make_types (const PoplensVertices *v, const PoplensMemory *memory,
            const PoplensSelection *selection)
{
  PoplensRows *rows = poplens_rows_new (TYPE_BYTES + POPLENS_VERTEX_BYTES_CODE);
  g_autofree guint64 *counts = count_instances (v, selection);
  guint64 all_code = 0;

  for (guint32 t = 0; t < v->n_types; t++) {
    guint64 state, code;
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, TYPE, poplens_strings_get (v->strings, v->type_name[t]));
    poplens_rows_text (rows, SOURCE, poplens_strings_get (v->strings, v->type_source[t]));
    poplens_rows_int (rows, SIZE, (gint64) v->type_size[t]);
    poplens_rows_int (rows, INSTANCES, (gint64) counts[t]);
    state = add_bytes (rows, TYPE_BYTES, v->type_bytes, t, selection);
    code = poplens_selection_sum (selection, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
    poplens_rows_int (rows, STATE, (gint64) state);
    poplens_rows_int (rows, CODE, (gint64) code);
    poplens_rows_int (rows, TYPE_TOTAL, (gint64) (state + code));
    all_code += code;
  }
  add_code_remainder (rows, memory, selection, all_code);
  return rows;
}

static void
note_types (PoplensTable *table, const PoplensScope *scope, gboolean remainder)
{
  g_autofree char *tiles = poplens_scope_tiles (scope);
  g_autofree char *note = g_strdup_printf ("%s%sCode of no vertex type: what the vertex code "
                                           "category holds beyond the types, the runtime's.",
                                           tiles ? tiles : "", tiles ? ". " : "");

  poplens_table_set_note (table, remainder ? note : tiles);
}

PoplensTable *
poplens_build_memory_vertices (PoplensReport *report, const PoplensPlace *place,
                               GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  gconstpointer memory;
  PoplensTable *table;

  if (!v || !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_scope_init (&scope, report, place, cancellable, error))
    return NULL;
  table = poplens_rows_finish (make_types (v, memory, &scope.selection), "memory-vertices",
                               "Vertex types", report, FALSE);
  poplens_table_add_columns (table, type_columns, G_N_ELEMENTS (type_columns));
  poplens_table_add_total (table, INSTANCES);
  poplens_table_add_total (table, STATE);
  poplens_table_add_total (table, CODE);
  poplens_table_add_total (table, TYPE_TOTAL);
  add_byte_columns (table, TYPE_BYTES);
  poplens_table_set_default_sort (table, TYPE_TOTAL, TRUE);
  note_types (table, &scope, poplens_table_n_rows (table) > v->n_types);
  return table;
}

/* ---- compute sets --------------------------------------------------------------------- */

enum { SET, SET_ID, VERTICES, EDGES, SET_TOTAL, SET_BYTES };

static const PoplensColumnSpec set_columns[] = {
    [SET] = {"compute_set", "Compute set", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
             "Name of the compute set (compute_sets.name)."},
    [SET_ID] = {"id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                "Its id (compute_sets.compute_set)."},
    [VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Vertices of the compute set on the selected tiles (vertex_instances)."},
    [EDGES] = {"edges", "Edges", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
               "Edges of the compute set on all tiles (compute_sets.edge_count); empty where tiles "
               "are selected, as the file does not say which edges are theirs."},
    [SET_TOTAL] = {"total", "State", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                   "Bytes of state of its vertices: the five columns that follow "
                   "(memory_by_compute_set)."},
};

static PoplensRows *
make_sets (const PoplensVertices *v, const PoplensSelection *selection)
{
  PoplensRows *rows = poplens_rows_new (SET_BYTES + POPLENS_VERTEX_BYTES_CODE);
  g_autofree guint64 *counts = g_new0 (guint64, MAX (v->n_compute_sets, 1));

  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] < v->n_compute_sets)
      counts[v->instance_compute_set[i]] += poplens_selection_sum (selection, v->instances, i);
  for (guint32 s = 0; s < v->n_compute_sets; s++) {
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, SET, poplens_strings_get (v->strings, v->compute_set_name[s]));
    poplens_rows_int (rows, SET_ID, v->compute_set_id[s]);
    poplens_rows_int (rows, VERTICES, (gint64) counts[s]);
    if (selection->all)
      poplens_rows_int (rows, EDGES, (gint64) v->compute_set_edges[s]);
    poplens_rows_int (rows, SET_TOTAL,
                      (gint64) add_bytes (rows, SET_BYTES, v->compute_set_bytes, s, selection));
  }
  return rows;
}

PoplensTable *
poplens_build_memory_compute_sets (PoplensReport *report, const PoplensPlace *place,
                                   GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  PoplensTable *table;

  if (!v || !poplens_scope_init (&scope, report, place, cancellable, error))
    return NULL;
  table = poplens_rows_finish (make_sets (v, &scope.selection), "memory-compute-sets",
                               "Compute sets", report, FALSE);
  poplens_table_add_columns (table, set_columns, G_N_ELEMENTS (set_columns));
  poplens_table_add_total (table, VERTICES);
  if (scope.selection.all)
    poplens_table_add_total (table, EDGES);
  poplens_table_add_total (table, SET_TOTAL);
  add_byte_columns (table, SET_BYTES);
  poplens_table_set_default_sort (table, SET_TOTAL, TRUE);
  note = poplens_scope_tiles (&scope);
  poplens_table_set_note (table, note);
  return table;
}
