#include "tables/engine/tile-columns.h"

#include "analysis/memory/memory-analysis.h"
#include "derived/parts.h"
#include "derived/selection.h"

#include <string.h>

/* Vertex types and compute sets, and their memory over the selected tiles. */

/* ---- vertex types --------------------------------------------------------------------- */

enum { TYPE, SOURCE, SIZE, INSTANCES, STATE, CODE, TYPE_TOTAL, TYPE_BYTES };

static const PoplensColumnSpec type_columns[] = {
    [TYPE] = {"vertex_type", "Vertex type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the vertex type (vertex_types.name)"},
    [SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                "Language of the vertex: c++ or asm (vertex_types.source)"},
    [SIZE] = {"size", "State per vertex", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of state of one vertex (vertex_types.size)"},
    [INSTANCES] = {"instances", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                   "Vertices of the type on the selected tiles (vertex_instances)"},
    [STATE] = {"state_bytes", "State", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
               "Bytes of copy and edge pointers, descriptors, padding and vertex data"},
    [CODE] = {"code_bytes", "Code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of code of the type (memory_by_vertex_type.code_bytes)"},
    [TYPE_TOTAL] = {"total", "State and code", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                    "State and code in total"},
};

/* The columns of state, which vertex types and compute sets share, behind the @n of @own. */
static void
describe (const PoplensTileColumns *tiles, PoplensTable *table, const PoplensColumnSpec *own,
          guint n, guint32 totals, const char *doc)
{
  static const struct {
    const char *title, *doc;
  } bytes[POPLENS_VERTEX_BYTES_CODE] = {
      [POPLENS_VERTEX_BYTES_COPY_PTR] = {"Copy pointers", "Bytes of pointers for copies"},
      [POPLENS_VERTEX_BYTES_DESCRIPTOR] = {"Descriptors", "Bytes of copy and vector descriptors"},
      [POPLENS_VERTEX_BYTES_EDGE_PTR] = {"Edge pointers", "Bytes of pointers to edges"},
      [POPLENS_VERTEX_BYTES_PADDING] = {"Padding", "Bytes of padding between fields"},
      [POPLENS_VERTEX_BYTES_VERTEX_DATA] = {"Vertex data", "Bytes of the fields of the vertices"},
  };
  PoplensColumnSpec all[TYPE_BYTES + POPLENS_VERTEX_BYTES_CODE];

  memcpy (all, own, n * sizeof *own);
  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++) {
    all[n + c] = (PoplensColumnSpec){poplens_vertex_bytes_key (c), bytes[c].title,
                                     POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, bytes[c].doc};
    totals |= 1u << (n + c);
  }
  poplens_tile_columns_describe (tiles, table, all, totals, doc);
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (tiles), TRUE);
}

/* Those of the row under way; returns their sum. */
static guint64
add_bytes (PoplensRows *rows, guint first, PoplensLists *const *lists, guint32 row,
           PoplensTileColumns *tiles)
{
  guint64 sum = 0;

  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++) {
    guint64 bytes = poplens_tile_columns_add (tiles, lists[c], row);
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

/* Code by type is 73 to 80 % of its category: the rest is the runtime's (formats.md 8.5). @known:
 * of the types, on all the tiles and on each that has a column. */
static void
add_code_remainder (PoplensRows *rows, const PoplensMemory *memory, PoplensTileColumns *tiles,
                    guint64 all_known, const guint64 *known)
{
  const PoplensSelection *selection = &tiles->scope->selection;

  const PoplensCategory *category =
      memory ? poplens_memory_find_category (memory, "vertexCode") : NULL;
  guint64 total =
      category ? poplens_category_sums_at (category, selection->positions, selection->n).total : 0;

  if (total <= all_known)
    return;
  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, TYPE, "(unattributed code)");
  poplens_rows_int (rows, CODE, (gint64) (total - all_known));
  poplens_rows_int (rows, TYPE_TOTAL, (gint64) (total - all_known));
  for (guint i = 0; i < tiles->n; i++)
    tiles->bytes[i] = poplens_category_bytes (category, selection->positions[i]) - known[i];
  poplens_tile_columns_write (tiles, rows);
}

/* Its row; adds its code to @known, and returns it. */
static guint64
add_type (PoplensRows *rows, const PoplensVertices *v, guint32 t, guint64 instances,
          PoplensTileColumns *tiles, guint64 *known)
{
  PoplensTileColumns code = *tiles;
  guint64 state, all_code;

  poplens_tile_columns_clear (tiles);
  poplens_tile_columns_clear (&code);
  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, TYPE, poplens_strings_get (v->strings, v->type_name[t]));
  poplens_rows_text (rows, SOURCE, poplens_strings_get (v->strings, v->type_source[t]));
  poplens_rows_int (rows, SIZE, (gint64) v->type_size[t]);
  poplens_rows_int (rows, INSTANCES, (gint64) instances);
  state = add_bytes (rows, TYPE_BYTES, v->type_bytes, t, tiles);
  all_code = poplens_tile_columns_add (&code, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
  poplens_rows_int (rows, STATE, (gint64) state);
  poplens_rows_int (rows, CODE, (gint64) all_code);
  poplens_rows_int (rows, TYPE_TOTAL, (gint64) (state + all_code));
  for (guint i = 0; i < tiles->n; i++) {
    tiles->bytes[i] += code.bytes[i];
    known[i] += code.bytes[i];
  }
  poplens_tile_columns_write (tiles, rows);
  return all_code;
}

static PoplensRows *
make_types (const PoplensVertices *v, const PoplensMemory *memory, PoplensTileColumns *tiles)
{
  PoplensRows *rows = poplens_tile_columns_new_rows (tiles);
  g_autofree guint64 *counts = count_instances (v, &tiles->scope->selection);
  guint64 known[POPLENS_MOST_TILE_COLUMNS] = {0}, all_known = 0;

  for (guint32 t = 0; t < v->n_types; t++)
    all_known += add_type (rows, v, t, counts[t], tiles, known);
  add_code_remainder (rows, memory, tiles, all_known, known);
  return rows;
}

static void
note_types (PoplensTable *table, const PoplensTileColumns *tiles, gboolean remainder)
{
  g_autofree char *which = poplens_tile_columns_note (tiles, "its state and code");
  g_autofree char *note = g_strdup_printf (
      "%s. Code of no vertex type: vertex code beyond the listed types, mostly of the runtime.",
      which);

  poplens_table_set_note (table, remainder ? note : which);
}

PoplensTable *
poplens_build_memory_vertices (PoplensReport *report, const PoplensLocation *location,
                               GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  gconstpointer memory;
  PoplensTileColumns tiles;
  PoplensTable *table;

  if (!v || !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  poplens_tile_columns_init (&tiles, &scope, TYPE_BYTES + POPLENS_VERTEX_BYTES_CODE, TYPE_TOTAL,
                             TYPE + 1);
  table = poplens_rows_finish (make_types (v, memory, &tiles), "memory-vertices", "Vertex types",
                               report, FALSE);
  describe (&tiles, table, type_columns, G_N_ELEMENTS (type_columns),
            1u << INSTANCES | 1u << STATE | 1u << CODE | 1u << TYPE_TOTAL,
            "Bytes of state and code of the type on tile");
  note_types (table, &tiles, poplens_table_n_rows (table) > v->n_types);
  return table;
}

/* ---- compute sets --------------------------------------------------------------------- */

enum { SET, SET_ID, VERTICES, EDGES, SET_TOTAL, SET_BYTES };

static const PoplensColumnSpec set_columns[] = {
    [SET] = {"compute_set", "Compute set", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
             "Name of the compute set (compute_sets.name)"},
    [SET_ID] = {"id", "ID", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                "ID of the compute set (compute_sets.compute_set)"},
    [VERTICES] = {"vertices", "Vertices", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
                  "Vertices of the compute set on the selected tiles (vertex_instances)"},
    [EDGES] = {"edges", "Edges", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
               "Edges of the compute set on all tiles (compute_sets.edge_count); empty if tiles "
               "are selected"},
    [SET_TOTAL] = {"total", "State", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
                   "Bytes of vertex state: total of the next five columns (memory_by_compute_set)"},
};

static PoplensRows *
make_sets (const PoplensVertices *v, PoplensTileColumns *tiles)
{
  const PoplensSelection *selection = &tiles->scope->selection;
  PoplensRows *rows = poplens_tile_columns_new_rows (tiles);
  g_autofree guint64 *counts = g_new0 (guint64, MAX (v->n_compute_sets, 1));

  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] < v->n_compute_sets)
      counts[v->instance_compute_set[i]] += poplens_selection_sum (selection, v->instances, i);
  for (guint32 s = 0; s < v->n_compute_sets; s++) {
    poplens_tile_columns_clear (tiles);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, SET, poplens_strings_get (v->strings, v->compute_set_name[s]));
    poplens_rows_int (rows, SET_ID, v->compute_set_id[s]);
    poplens_rows_int (rows, VERTICES, (gint64) counts[s]);
    if (selection->all)
      poplens_rows_int (rows, EDGES, (gint64) v->compute_set_edges[s]);
    poplens_rows_int (rows, SET_TOTAL,
                      (gint64) add_bytes (rows, SET_BYTES, v->compute_set_bytes, s, tiles));
    poplens_tile_columns_write (tiles, rows);
  }
  return rows;
}

PoplensTable *
poplens_build_memory_compute_sets (PoplensReport *report, const PoplensLocation *location,
                                   GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  g_autofree char *note = NULL;
  PoplensTileColumns tiles;
  PoplensTable *table;

  if (!v || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  poplens_tile_columns_init (&tiles, &scope, SET_BYTES + POPLENS_VERTEX_BYTES_CODE, SET_TOTAL,
                             SET_ID + 1);
  table = poplens_rows_finish (make_sets (v, &tiles), "memory-compute-sets", "Compute sets", report,
                               FALSE);
  describe (&tiles, table, set_columns, G_N_ELEMENTS (set_columns),
            1u << VERTICES | 1u << SET_TOTAL | (scope.selection.all ? 1u << EDGES : 0),
            "Bytes of vertex state on tile");
  note = poplens_tile_columns_note (&tiles, "its state");
  poplens_table_set_note (table, note);
  return table;
}
