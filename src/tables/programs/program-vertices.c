/* Vertices of the compute set that the selected program executes. */
#include "tables/engine/builders.h"

#include "analysis/programs/program-tree.h"
#include "derived/programs/program-location.h"

enum { TYPE, SOURCE, COUNT, TILES, SIZE, STATE, CODE };

typedef struct {
  const char *vertex_type, *source;
  gint64 vertices, tiles, size, state_bytes, code_bytes;
} Row;

static const PoplensColumn columns[] = {
    [TYPE] = POPLENS_CELL (Row, vertex_type, "Vertex type", TEXT, FILE,
                           "Name of the vertex type (vertex_types.name)"),
    [SOURCE] = POPLENS_CELL (Row, source, "Language", TEXT, FILE,
                             "Language of the vertex: c++ or asm (vertex_types.source)"),
    [COUNT] = POPLENS_CELL (Row, vertices, "Vertices", COUNT, FILE,
                            "Vertices of the type in the compute set (compute_sets.vertex_counts)",
                            .total = TRUE),
    [TILES] = POPLENS_CELL (Row, tiles, "Tiles", COUNT, DERIVED,
                            "Number of tiles with these vertices (vertex_instances)"),
    [SIZE] = POPLENS_CELL (Row, size, "Size", BYTES, FILE,
                           "Bytes of state of one vertex (vertex_types.size)"),
    [STATE] = POPLENS_CELL (Row, state_bytes, "State", BYTES, DERIVED,
                            "Bytes of vertex state: vertices × state per vertex", .total = TRUE),
    [CODE] = POPLENS_CELL (
        Row, code_bytes, "Code of the type", BYTES, FILE,
        "Bytes of code of the type and of the functions that it calls, on all tiles, shared "
        "with other compute sets "
        "(memory_by_vertex_type.code_bytes)"),
};

/* Row of the vertices' table of instances that is of @type in @set; G_MAXUINT32: none. */
static guint32
find_instances (const PoplensVertices *v, guint32 set, guint32 type)
{
  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] == set && v->instance_type[i] == type)
      return i;
  return G_MAXUINT32;
}

static guint
count_tiles (const PoplensVertices *v, guint32 instances)
{
  g_autoptr (GArray) tiles = poplens_lists_values (v->instances, instances);
  guint n = 0;

  for (guint t = 0; t < tiles->len; t++)
    n += g_array_index (tiles, guint64, t) > 0;
  return n;
}

static void
add_type (PoplensRecords *rows, const PoplensVertices *v, guint32 set, guint64 type_id,
          guint64 count)
{
  guint32 type =
      type_id <= G_MAXUINT32 ? poplens_vertices_find_type (v, (guint32) type_id) : G_MAXUINT32;
  Row *row = poplens_records_add (rows);

  row->vertices = count;
  if (type == G_MAXUINT32) {
    g_autofree char *text = g_strdup_printf ("(type %" G_GUINT64_FORMAT ")", type_id);
    row->vertex_type = poplens_records_text (rows, text);
    return;
  }
  guint32 instances = find_instances (v, set, type);
  row->vertex_type = poplens_strings_get (v->strings, v->type_name[type]);
  row->source = poplens_strings_get (v->strings, v->type_source[type]);
  if (instances != G_MAXUINT32)
    row->tiles = count_tiles (v, instances);
  row->size = v->type_size[type];
  row->state_bytes = v->type_size[type] * count;
  if (!poplens_lists_is_absent (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type))
    row->code_bytes = poplens_lists_sum (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type);
}

static void
add_types (PoplensRecords *rows, const PoplensVertices *v, guint32 set)
{
  g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, set);
  g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, set);

  for (guint i = 0; i < types->len; i++)
    add_type (rows, v, set, g_array_index (types, guint64, i),
              i < counts->len ? g_array_index (counts, guint64, i) : 0);
}

/* Why there are no rows, or the compute set's name. (transfer full) */
static char *
note_of (const PoplensVertices *v, guint32 id, guint32 set, const char *program)
{
  g_autofree char *what = NULL;

  if (id == POPLENS_NO_ROW)
    what = g_strdup ("This program executes no compute set.");
  else if (set == G_MAXUINT32)
    what = g_strdup_printf ("Compute set %u is not recorded.", id);
  else
    what = g_strdup_printf ("Compute set %u, %s", id,
                            poplens_strings_get (v->strings, v->compute_set_name[set]));
  return program ? g_strdup_printf ("%s. %s", program, what) : g_steal_pointer (&what);
}

PoplensTable *
poplens_build_program_vertices (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, error);
  const PoplensVertices *v =
      programs ? poplens_report_load_vertices (report, cancellable, error) : NULL;
  guint32 row;

  if (!v || !poplens_program_of_location (programs, location, &row, error))
    return NULL;
  guint32 id = row == POPLENS_NO_ROW ? POPLENS_NO_ROW : programs->compute_set[row];
  guint32 set = id == POPLENS_NO_ROW ? G_MAXUINT32 : poplens_program_compute_set (programs, v, row);
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  if (set != G_MAXUINT32)
    add_types (rows, v, set);
  PoplensTable *table =
      poplens_records_finish (rows, "vertex-types", "Vertices of a program", report);
  g_autofree char *program = poplens_program_note (programs, location, row);
  g_autofree char *note = note_of (v, id, set, program);
  poplens_table_set_default_sort (table, COUNT, TRUE);
  poplens_table_set_note (table, note);
  return table;
}
