/* Tables of vertex types and compute sets with their memory on the selected tiles, and of entry
 * points and functions. */
#include "analysis/memory/memory-analysis.h"
#include "derived/programs/program-location.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/tile-columns.h"

#include <string.h>

/* ---- entry points and functions -------------------------------------------------------------- */

typedef struct {
  const char *kind;
  gint64 id, program;
  const char *type, *name;
} ControlRow;

static const PoplensColumn control_columns[] = {
    POPLENS_CELL (ControlRow, kind, "Kind", TEXT, FILE,
                  "Entry point (control_programs) or function (function_programs)"),
    POPLENS_CELL (ControlRow, id, "ID", ID, FILE, "ID of the entry point or function"),
    POPLENS_CELL (ControlRow, program, "Program", ID, FILE, "ID of the program that runs"),
    POPLENS_CELL (ControlRow, type, "Type", TEXT, FILE, "Type of the program"),
    POPLENS_CELL (ControlRow, name, "Name", TEXT, FILE, "Name of the program"),
};

static void
add_root_row (PoplensRecords *rows, const PoplensPrograms *p, const char *kind, guint32 id,
              guint32 program)
{
  guint32 row = poplens_programs_find (p, program);
  ControlRow *record = poplens_records_add (rows);

  record->kind = poplens_records_text (rows, kind);
  record->id = id;
  record->program = program;
  if (row != POPLENS_NO_ROW) {
    record->type = poplens_strings_get (p->strings, p->type_name[row]);
    record->name = poplens_programs_name (p, row);
  }
}

/* Builds the table of entry points and functions of the location's compilation step. (transfer
 * full) (nullable): NULL with @error */
PoplensTable *
poplens_build_programs_by_root (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *p = poplens_programs_of_location (report, location, cancellable, error);
  PoplensRecords *rows;

  if (!p)
    return NULL;
  rows = POPLENS_RECORDS (ControlRow, control_columns);
  for (guint32 e = 0; e < p->n_control; e++)
    add_root_row (rows, p, "entry point", p->control_id[e], p->control_program[e]);
  for (guint32 f = 0; f < p->n_functions; f++)
    add_root_row (rows, p, "function", p->function_id[f], p->function_program[f]);
  return poplens_records_finish (rows, "programs", "Entry points and functions", report);
}

/* ---- vertex types ---------------------------------------------------------------------------- */

enum { TYPE, TYPE_ID, SOURCE, SIZE, INSTANCES, STATE, CODE, TYPE_TOTAL, TYPE_BYTES };

/* Bytes of vertex state: by kind of state, and on each tile with a column. Rows of the tables of
 * vertex types and of compute sets end with this struct. */
typedef struct {
  gint64 of[POPLENS_VERTEX_BYTES_CODE];
  gint64 tiles[POPLENS_MOST_TILE_COLUMNS];
} StateBytes;

typedef struct {
  const char *vertex_type, *source;
  gint64 vertex_type_id, size, instances, state_bytes, code_bytes, total;
  StateBytes bytes;
} VertexTypeRow;

static const PoplensColumn type_columns[] = {
    [TYPE] = POPLENS_CELL (VertexTypeRow, vertex_type, "Vertex type", TEXT, FILE,
                           "Name of the vertex type (vertex_types.name)"),
    [TYPE_ID] = POPLENS_CELL (VertexTypeRow, vertex_type_id, "ID", ID, FILE,
                              "ID of the vertex type (vertex_types.id)"),
    [SOURCE] = POPLENS_CELL (VertexTypeRow, source, "Language", TEXT, FILE,
                             "Language of the vertex: c++ or asm (vertex_types.source)"),
    [SIZE] = POPLENS_CELL (VertexTypeRow, size, "Size", BYTES, FILE,
                           "Bytes of state of one vertex (vertex_types.size)"),
    [INSTANCES] = POPLENS_CELL (VertexTypeRow, instances, "Vertices", COUNT, FILE,
                                "Vertices of the type on the selected tiles (vertex_instances)",
                                .total = TRUE),
    [STATE] = POPLENS_CELL (VertexTypeRow, state_bytes, "State", BYTES, DERIVED,
                            "Bytes of copy and edge pointers, descriptors, padding and vertex data",
                            .total = TRUE),
    [CODE] = POPLENS_CELL (VertexTypeRow, code_bytes, "Code", BYTES, FILE,
                           "Bytes of code of the type and of the functions that it calls "
                           "(memory_by_vertex_type.code_bytes)",
                           .total = TRUE),
    [TYPE_TOTAL] = POPLENS_CELL (VertexTypeRow, total, "Total", BYTES, DERIVED,
                                 "State and code in total", .total = TRUE),
};

/* Creates records of @size bytes. Columns: the @n columns of @own, then those of the StateBytes at
 * offset @offset of a record. @doc: as for poplens_tile_columns_new_records (). (transfer full) */
static PoplensRecords *
new_state_records (const PoplensTileColumns *tiles, const PoplensColumn *own, guint n, gsize size,
                   gsize offset, const char *doc)
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
  PoplensColumn all[TYPE_BYTES + POPLENS_VERTEX_BYTES_CODE];

  memcpy (all, own, n * sizeof *own);
  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++) {
    all[n + c] = (PoplensColumn){.name = poplens_vertex_bytes_key (c),
                                 .title = bytes[c].title,
                                 .unit = POPLENS_UNIT_BYTES,
                                 .doc = bytes[c].doc,
                                 .total = TRUE,
                                 POPLENS_MEMBER (StateBytes, of[0])};
    all[n + c].offset = offset + G_STRUCT_OFFSET (StateBytes, of) + c * sizeof (gint64);
  }
  return poplens_tile_columns_new_records (tiles, all, size,
                                           offset + G_STRUCT_OFFSET (StateBytes, tiles), doc);
}

/* Sets @to to the bytes of vertex state on the selected tiles, by kind of state. Adds the bytes to
 * the columns of @tiles. @row: row of @lists. Returns the sum of all kinds. */
static guint64
add_state_bytes (StateBytes *to, PoplensLists *const *lists, guint32 row, PoplensTileColumns *tiles)
{
  guint64 sum = 0;

  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++) {
    guint64 bytes = poplens_tile_columns_add (tiles, lists[c], row);
    to->of[c] = (gint64) bytes;
    sum += bytes;
  }
  return sum;
}

/* Returns the number of vertices of each type on the selected tiles. (transfer full) */
static guint64 *
count_vertices_by_type (const PoplensVertices *v, const PoplensSelection *selection)
{
  guint64 *counts = g_new0 (guint64, MAX (v->n_types, 1));

  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_type[i] < v->n_types)
      counts[v->instance_type[i]] += poplens_selection_sum (selection, v->instances, i);
  return counts;
}

/* Adds a row for code of the category vertexCode that belongs to no vertex type, but to the
 * runtime: 20 to 27 % of the category (formats.md 8.5). @all_known: code of all types on the
 * selected tiles. @known: code of all types on each tile with a column. */
static void
add_code_remainder (PoplensRecords *rows, const PoplensMemory *memory, PoplensTileColumns *tiles,
                    guint64 all_known, const guint64 *known)
{
  const PoplensSelection *selection = &tiles->scope->selection;

  const PoplensCategory *category =
      memory ? poplens_memory_find_category (memory, "vertexCode") : NULL;
  guint64 total =
      category ? poplens_category_sums_at (category, selection->positions, selection->n).total : 0;

  if (total <= all_known)
    return;
  VertexTypeRow *row = poplens_records_add (rows);
  row->vertex_type = "(unattributed code)";
  row->code_bytes = total - all_known;
  row->total = total - all_known;
  for (guint i = 0; i < tiles->n; i++)
    tiles->bytes[i] = poplens_category_bytes (category, selection->positions[i]) - known[i];
  poplens_tile_columns_write (tiles, row->bytes.tiles);
}

/* Adds the row of type @t, even if no selected tile has vertices of this type. Adds its code on
 * each tile with a column to @known. Returns its code on all selected tiles. */
static guint64
add_vertex_type_row (PoplensRecords *rows, const PoplensVertices *v, guint32 t, guint64 instances,
                     PoplensTileColumns *tiles, guint64 *known)
{
  PoplensTileColumns code = *tiles;
  guint64 state, all_code;

  poplens_tile_columns_clear (tiles);
  poplens_tile_columns_clear (&code);
  VertexTypeRow *row = poplens_records_add (rows);
  row->vertex_type = poplens_strings_get (v->strings, v->type_name[t]);
  row->vertex_type_id = v->type_id[t];
  row->source = poplens_strings_get (v->strings, v->type_source[t]);
  row->size = v->type_size[t];
  row->instances = instances;
  state = add_state_bytes (&row->bytes, v->type_bytes, t, tiles);
  all_code = poplens_tile_columns_add (&code, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
  row->state_bytes = state;
  row->code_bytes = all_code;
  row->total = state + all_code;
  for (guint i = 0; i < tiles->n; i++) {
    tiles->bytes[i] += code.bytes[i];
    known[i] += code.bytes[i];
  }
  poplens_tile_columns_write (tiles, row->bytes.tiles);
  return all_code;
}

/* Makes a row for each vertex type, and one for code without a vertex type. (transfer full) */
static PoplensRecords *
make_type_rows (const PoplensVertices *v, const PoplensMemory *memory, PoplensTileColumns *tiles)
{
  PoplensRecords *rows = new_state_records (
      tiles, type_columns, G_N_ELEMENTS (type_columns), sizeof (VertexTypeRow),
      G_STRUCT_OFFSET (VertexTypeRow, bytes), "Bytes of state and code of the type on tile");
  g_autofree guint64 *counts = count_vertices_by_type (v, &tiles->scope->selection);
  guint64 known[POPLENS_MOST_TILE_COLUMNS] = {0}, all_known = 0;

  for (guint32 t = 0; t < v->n_types; t++)
    all_known += add_vertex_type_row (rows, v, t, counts[t], tiles, known);
  add_code_remainder (rows, memory, tiles, all_known, known);
  return rows;
}

/* Sets the table's note. @remainder: TRUE if the table has a row for code without a vertex type */
static void
note_types (PoplensTable *table, const PoplensTileColumns *tiles, gboolean remainder)
{
  g_autofree char *which = poplens_tile_columns_note (tiles, "state and code");
  g_autofree char *note = g_strdup_printf (
      "%s. Unattributed code belongs to no listed vertex type and is mostly runtime code.", which);

  poplens_table_set_note (table, remainder ? note : which);
}

PoplensTable *
poplens_build_vertex_types (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensVertices *v = poplens_report_load_vertices (report, cancellable, error);
  g_auto (PoplensScope) scope = {0};
  gconstpointer memory;
  PoplensTileColumns tiles;
  PoplensTable *table;

  if (!v ||
      !poplens_report_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  poplens_tile_columns_init (&tiles, &scope, TYPE_BYTES + POPLENS_VERTEX_BYTES_CODE, TYPE_TOTAL,
                             TYPE + 1);
  table = poplens_records_finish (make_type_rows (v, memory, &tiles), "vertex-types",
                                  "Vertex types", report);
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (&tiles), TRUE);
  note_types (table, &tiles, poplens_table_n_rows (table) > v->n_types);
  return table;
}

/* ---- compute sets ---------------------------------------------------------------------------- */

enum { SET, SET_ID, VERTICES, EDGES, SET_TOTAL, SET_BYTES };

typedef struct {
  const char *compute_set;
  gint64 id, vertices, edges, total;
  StateBytes bytes;
} SetRow;

static const PoplensColumn set_columns[] = {
    [SET] = POPLENS_CELL (SetRow, compute_set, "Compute set", TEXT, FILE,
                          "Name of the compute set (compute_sets.name)"),
    [SET_ID] = POPLENS_CELL (SetRow, id, "ID", ID, FILE,
                             "ID of the compute set (compute_sets.compute_set)"),
    [VERTICES] = POPLENS_CELL (
        SetRow, vertices, "Vertices", COUNT, FILE,
        "Vertices of the compute set on the selected tiles (vertex_instances)", .total = TRUE),
    [EDGES] = POPLENS_CELL (SetRow, edges, "Edges", COUNT, FILE,
                            "Edges of the compute set on all tiles (compute_sets.edge_count); "
                            "empty if tiles are selected"),
    [SET_TOTAL] = POPLENS_CELL (
        SetRow, total, "State", BYTES, DERIVED,
        "Bytes of vertex state: total of the last five columns (memory_by_compute_set)",
        .total = TRUE),
};

/* Makes a row for each compute set, also for those without vertices on the selected tiles.
 * (transfer full) */
static PoplensRecords *
make_set_rows (const PoplensVertices *v, PoplensTileColumns *tiles)
{
  const PoplensSelection *selection = &tiles->scope->selection;
  PoplensRecords *rows =
      new_state_records (tiles, set_columns, G_N_ELEMENTS (set_columns), sizeof (SetRow),
                         G_STRUCT_OFFSET (SetRow, bytes), "Bytes of vertex state on tile");
  g_autofree guint64 *counts = g_new0 (guint64, MAX (v->n_compute_sets, 1));

  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] < v->n_compute_sets)
      counts[v->instance_compute_set[i]] += poplens_selection_sum (selection, v->instances, i);
  for (guint32 s = 0; s < v->n_compute_sets; s++) {
    poplens_tile_columns_clear (tiles);
    SetRow *row = poplens_records_add (rows);
    row->compute_set = poplens_strings_get (v->strings, v->compute_set_name[s]);
    row->id = v->compute_set_id[s];
    row->vertices = counts[s];
    if (selection->all)
      row->edges = v->compute_set_edges[s];
    row->total = add_state_bytes (&row->bytes, v->compute_set_bytes, s, tiles);
    poplens_tile_columns_write (tiles, row->bytes.tiles);
  }
  return rows;
}

PoplensTable *
poplens_build_compute_sets (PoplensReport *report, const PoplensLocation *location,
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
  table =
      poplens_records_finish (make_set_rows (v, &tiles), "compute-sets", "Compute sets", report);
  if (scope.selection.all)
    poplens_table_add_total (table, (guint) poplens_table_find_column (table, "edges"));
  poplens_table_set_default_sort (table, poplens_tile_columns_sum (&tiles), TRUE);
  note = poplens_tile_columns_note (&tiles, "state");
  poplens_table_set_note (table, note);
  return table;
}
