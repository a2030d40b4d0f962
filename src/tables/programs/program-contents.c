/* Tables of the selected program: its variables, its vertices, and its costs by tile; and the costs
 * by tile of several steps side by side. */
#include "analysis/insights/insights.h"
#include "analysis/programs/program-tree.h"
#include "base/format.h"
#include "derived/liveness/live-source.h"
#include "derived/programs/program-location.h"
#include "derived/programs/program-tiles-source.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/kind-column.h"

#include <string.h>

/* ---- variables ------------------------------------------------------------------------------- */

/* Table of the variables that the selected program exchanges, copies or computes on. It is made
 * from the regions in the file, because the file's texts on variables are shortened. */

typedef struct {
  const char *side, *variable, *kind;
  gint64 variables, tiles, bytes, size_bytes;
} ProgramVariableRow;

static const PoplensColumn program_variable_columns[] = {
    POPLENS_CELL (ProgramVariableRow, side, "Side", TEXT, DERIVED,
                  "from, to: read or written by an exchange; from host, to host: copied by a "
                  "stream or remote buffer; uses: connected to vertices of a compute set"),
    POPLENS_CELL (ProgramVariableRow, variable, "Variable", TEXT, FILE,
                  "Name of the variables on the tiles (vars_info)"),
    POPLENS_CELL (ProgramVariableRow, kind, "Kind", TEXT, DERIVED,
                  "Purpose of the variables (see variables by kind)", .name_of = poplens_kind_name),
    POPLENS_CELL (ProgramVariableRow, variables, "Variables", COUNT, DERIVED,
                  "Number of variables with that name and kind", .total = TRUE),
    POPLENS_CELL (ProgramVariableRow, tiles, "Tiles", COUNT, DERIVED,
                  "Number of tiles with these variables"),
    POPLENS_CELL (
        ProgramVariableRow, bytes, "Bytes", BYTES, FILE,
        "Bytes that are read or written (exchange_regions); not recorded for compute sets"),
    POPLENS_CELL (ProgramVariableRow, size_bytes, "Size", BYTES, FILE,
                  "Size of these variables in total (vars_info.size_bytes)", .total = TRUE),
};

/* Sum over the variables with the same name, side and kind. */
typedef struct {
  const char *side; /* (static) */
  const char *kind; /* key (static) (nullable): NULL if kinds are not computed */
  char *name;
  guint32 variables, tiles, last_tile;
  guint64 bytes, size;
} ProgramVariable;

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  GHashTable *groups;            /* "side kind name" → ProgramVariable; .order owns the values */
  GPtrArray *order;              /* ProgramVariable, in the order of the table */
  const PoplensKindIndex *kinds; /* (nullable): NULL if not computed */
  const PoplensVariables *variables; /* (nullable): variables part, which .kinds needs */
} ProgramVariables;

static void
variable_group_free (gpointer data)
{
  ProgramVariable *group = data;

  g_free (group->name);
  g_free (group);
}

static ProgramVariable *
find_variable_group (ProgramVariables *self, const char *side, const char *name, const char *kind)
{
  g_autofree char *key = g_strconcat (side, " ", kind ? kind : "", " ", name, NULL);
  ProgramVariable *group = g_hash_table_lookup (self->groups, key);

  if (group)
    return group;
  group = g_new0 (ProgramVariable, 1);
  group->side = side;
  group->kind = kind;
  group->name = g_strdup (name);
  group->last_tile = G_MAXUINT32;
  g_hash_table_insert (self->groups, g_steal_pointer (&key), group);
  g_ptr_array_add (self->order, group);
  return group;
}

/* Adds a variable to the sum of its group. Variables come tile by tile, so a tile is new if it
 * differs from .last_tile. */
static void
add_program_variable (ProgramVariables *self, const char *side, const PoplensSlice *names,
                      const PoplensNamedVariable *variable, guint64 bytes)
{
  const char *name = poplens_strings_get (names->strings, variable->name);
  const char *kind = poplens_kind_text_of_named (self->kinds, self->variables, variable, name);
  ProgramVariable *group = find_variable_group (self, side, name, kind);

  group->variables++;
  group->tiles += variable->tile != group->last_tile;
  group->last_tile = variable->tile;
  group->bytes += bytes;
  group->size += variable->size;
}

/* Adds the variables of @regions, each with the bytes of all its regions. Variables that @names
 * lacks count as "(not in vars_info)". @regions, @names: sorted by the ID of the variable. */
static void
add_named_regions (ProgramVariables *self, const char *side, const PoplensSlice *regions,
                   const PoplensSlice *names)
{
  guint32 at = 0;

  for (guint32 i = 0; i < regions->n;) {
    guint32 id = regions->regions[i].variable;
    guint64 bytes = 0;
    for (; i < regions->n && regions->regions[i].variable == id; i++)
      bytes += regions->regions[i].to - regions->regions[i].from;
    while (at < names->n && names->named[at].id < id)
      at++;
    if (at < names->n && names->named[at].id == id)
      add_program_variable (self, side, names, &names->named[at], bytes);
    else
      find_variable_group (self, side, "(not in vars_info)", NULL)->bytes += bytes;
  }
}

static gboolean
add_region_variables (ProgramVariables *self, const char *side, guint32 id, GError **error)
{
  if (id == POPLENS_NO_REGIONS)
    return TRUE;
  g_autoptr (PoplensSlice) regions =
      poplens_report_get_slice (self->report, POPLENS_SLICE_REGIONS, id, self->cancellable, error);
  g_autoptr (PoplensSlice) names =
      regions ? poplens_report_get_slice (self->report, POPLENS_SLICE_REGION_NAMES, id,
                                          self->cancellable, error)
              : NULL;
  if (!names)
    return FALSE;
  add_named_regions (self, side, regions, names);
  return TRUE;
}

static gboolean
add_exchange_variables (ProgramVariables *self, const PoplensExchanges *exchanges,
                        PoplensExchangeKind kind, guint32 id, GError **error)
{
  const PoplensExchangeTable *table = &exchanges->tables[kind];
  guint32 row = poplens_exchanges_find (exchanges, kind, id);

  if (row == G_MAXUINT32)
    return TRUE;
  if (table->source_regions &&
      !add_region_variables (self, "from", table->source_regions[row], error))
    return FALSE;
  if (table->destination_regions &&
      !add_region_variables (self, "to", table->destination_regions[row], error))
    return FALSE;
  for (guint32 i = 0; kind == POPLENS_EXCHANGE_HOST && i < exchanges->n_streams; i++) {
    const PoplensHostStream *stream = &exchanges->streams[i];
    const char *side = stream->to_host ? "to host" : "from host";
    if (stream->mid_id == id && !add_region_variables (self, side, stream->regions, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_set_variables (ProgramVariables *self, guint32 id, GError **error)
{
  g_autoptr (PoplensSlice) names = poplens_report_get_slice (
      self->report, POPLENS_SLICE_COMPUTE_SET_NAMES, id, self->cancellable, error);

  for (guint32 i = 0; names && i < names->n; i++)
    add_program_variable (self, "uses", names, &names->named[i], 0);
  return names != NULL;
}

static gboolean
add_program_variables (ProgramVariables *self, const PoplensPrograms *programs, guint32 row,
                       GError **error)
{
  PoplensExchangeKind kind = poplens_program_exchange (programs, row);

  if (programs->compute_set[row] != POPLENS_NO_ROW)
    return add_set_variables (self, programs->compute_set[row], error);
  if (kind == POPLENS_N_EXCHANGE_KINDS)
    return TRUE;
  const PoplensExchanges *exchanges =
      poplens_report_load_exchanges (self->report, self->cancellable, error);
  return exchanges &&
         add_exchange_variables (self, exchanges, kind, programs->variant_index[row], error);
}

static PoplensTable *
make_variable_rows (const ProgramVariables *self)
{
  PoplensRecords *rows = POPLENS_RECORDS (ProgramVariableRow, program_variable_columns);
  PoplensTable *table;

  for (guint i = 0; i < self->order->len; i++) {
    const ProgramVariable *group = self->order->pdata[i];
    ProgramVariableRow *row = poplens_records_add (rows);
    row->side = poplens_records_text (rows, group->side);
    row->variable = poplens_records_text (rows, group->name);
    row->kind = group->kind;
    row->variables = group->variables;
    row->tiles = group->tiles;
    if (strcmp (group->side, "uses"))
      row->bytes = group->bytes;
    row->size_bytes = group->size;
  }
  table =
      poplens_records_finish (rows, "program-variables", "Variables of a program", self->report);
  return table;
}

PoplensTable *
poplens_build_program_variables (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs =
      poplens_programs_of_location (report, location, cancellable, error);
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (variable_group_free);
  const PoplensKindIndex *kinds = poplens_kinds_at_hand (report, cancellable);
  ProgramVariables self = {
      report, cancellable,
      groups, order,
      kinds,  kinds ? poplens_report_load_variables (report, cancellable, NULL) : NULL};
  guint32 row;

  if (!programs || !poplens_program_of_location (programs, location, &row, error) ||
      (row != POPLENS_NO_ROW && !add_program_variables (&self, programs, row, error)))
    return NULL;
  PoplensTable *table = make_variable_rows (&self);
  g_autofree char *note = poplens_program_note (programs, location, row);
  poplens_table_set_note (table, note);
  if (!note && !order->len)
    poplens_table_set_note (table, "This program moves and computes nothing itself.");
  return table;
}

/* ---- vertices -------------------------------------------------------------------------------- */

enum { TYPE, SOURCE, COUNT, TILES, SIZE, STATE, CODE };

typedef struct {
  const char *vertex_type, *source;
  gint64 vertices, tiles, size, state_bytes, code_bytes;
} ProgramVertexRow;

static const PoplensColumn vertex_columns[] = {
    [TYPE] = POPLENS_CELL (ProgramVertexRow, vertex_type, "Vertex type", TEXT, FILE,
                           "Name of the vertex type (vertex_types.name)"),
    [SOURCE] = POPLENS_CELL (ProgramVertexRow, source, "Language", TEXT, FILE,
                             "Language of the vertex: c++ or asm (vertex_types.source)"),
    [COUNT] = POPLENS_CELL (ProgramVertexRow, vertices, "Vertices", COUNT, FILE,
                            "Vertices of the type in the compute set (compute_sets.vertex_counts)",
                            .total = TRUE),
    [TILES] = POPLENS_CELL (ProgramVertexRow, tiles, "Tiles", COUNT, DERIVED,
                            "Number of tiles with these vertices (vertex_instances)"),
    [SIZE] = POPLENS_CELL (ProgramVertexRow, size, "Size", BYTES, FILE,
                           "Bytes of state of one vertex (vertex_types.size)"),
    [STATE] = POPLENS_CELL (ProgramVertexRow, state_bytes, "State", BYTES, DERIVED,
                            "Bytes of vertex state: vertices × state per vertex", .total = TRUE),
    [CODE] = POPLENS_CELL (
        ProgramVertexRow, code_bytes, "Code of the type", BYTES, FILE,
        "Bytes of code of the type and of the functions that it calls, on all tiles, shared "
        "with other compute sets "
        "(memory_by_vertex_type.code_bytes)"),
};

/* Returns the row of vertex_instances for vertex type @type in compute set @set; G_MAXUINT32: none.
 */
static guint32
find_instances (const PoplensVertices *v, guint32 set, guint32 type)
{
  for (guint32 i = 0; i < v->n_instances; i++)
    if (v->instance_compute_set[i] == set && v->instance_type[i] == type)
      return i;
  return G_MAXUINT32;
}

static guint
count_instance_tiles (const PoplensVertices *v, guint32 instances)
{
  g_autoptr (GArray) tiles = poplens_lists_values (v->instances, instances);
  guint n = 0;

  for (guint t = 0; t < tiles->len; t++)
    n += g_array_index (tiles, guint64, t) > 0;
  return n;
}

static void
add_vertex_type (PoplensRecords *rows, const PoplensVertices *v, guint32 set, guint64 type_id,
                 guint64 count)
{
  guint32 type =
      type_id <= G_MAXUINT32 ? poplens_vertices_find_type (v, (guint32) type_id) : G_MAXUINT32;
  ProgramVertexRow *row = poplens_records_add (rows);

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
    row->tiles = count_instance_tiles (v, instances);
  row->size = v->type_size[type];
  row->state_bytes = v->type_size[type] * count;
  if (!poplens_lists_is_absent (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type))
    row->code_bytes = poplens_lists_sum (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type);
}

static void
add_vertex_types (PoplensRecords *rows, const PoplensVertices *v, guint32 set)
{
  g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, set);
  g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, set);

  for (guint i = 0; i < types->len; i++)
    add_vertex_type (rows, v, set, g_array_index (types, guint64, i),
                     i < counts->len ? g_array_index (counts, guint64, i) : 0);
}

/* Returns the note: the name of the compute set, or why there are no rows. (transfer full) */
static char *
vertices_note (const PoplensVertices *v, guint32 id, guint32 set, const char *program)
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
  PoplensRecords *rows = POPLENS_RECORDS (ProgramVertexRow, vertex_columns);
  if (set != G_MAXUINT32)
    add_vertex_types (rows, v, set);
  PoplensTable *table =
      poplens_records_finish (rows, "vertex-types", "Vertices of a program", report);
  g_autofree char *program = poplens_program_note (programs, location, row);
  g_autofree char *note = vertices_note (v, id, set, program);
  poplens_table_set_default_sort (table, COUNT, TRUE);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- costs by tile --------------------------------------------------------------------------- */

typedef struct {
  gint64 tile, ipu;
  gint64 values[][POPLENS_N_TILES_VALUES]; /* [TileCosts.n]: values of the tile, by program */
} TileCostsRow;

static const PoplensColumn tile_cost_columns[] = {
    POPLENS_CELL (TileCostsRow, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (TileCostsRow, ipu, "IPU", ID, DERIVED, "IPU of the tile"),
};

#define VALUE(value, key, title, unit, from, ...)                                                  \
  [POPLENS_TILES_##value] =                                                                        \
      POPLENS_CELL_NAMED (TileCostsRow, values[0][POPLENS_TILES_##value], key, title, unit, from,  \
                          __VA_ARGS__, .total = TRUE)

/* Columns of the first program. costs_add_column () adapts them to other programs. */
static const PoplensColumn value_columns[POPLENS_N_TILES_VALUES] = {
    VALUE (VERTICES, "vertices", "Vertices", COUNT, FILE,
           "Vertices of the compute set on the tile (vertex_instances)"),
    VALUE (CONTROL_CODE, "control_code", "Control code", BYTES, FILE,
           "Bytes of control code of the program and its children on the tile"),
    VALUE (EXCHANGE_CODE, "exchange_code", "Exchange code", BYTES, FILE,
           "Bytes of code of the exchange on the tile "
           "(program_type_do_exchange.code_bytes_by_tile_rle)"),
    VALUE (SENT, "sent_bytes", "Sent", BYTES, FILE, "Bytes that the tile sends in the exchange"),
    VALUE (RECEIVED, "received_bytes", "Received", BYTES, FILE,
           "Bytes that the tile receives in the exchange"),
    VALUE (ESTIMATE, "estimated_cycles", "Estimated cycles", CYCLES, ESTIMATED,
           "Compiler's cycle estimate for one execution on the tile (compilation_cycles_by_tile)"),
    VALUE (FLOPS, "flops", "FLOPs", COUNT, ESTIMATED,
           "Compiler's FLOP estimate for one execution of the compute set on the tile"),
    VALUE (CYCLES, "cycles", "Cycles", CYCLES, MEASURED,
           "Cycles of the tile in the first execution (steps_by_ipu.tile_cycles_id). DoExchange "
           "cycles are estimated."),
};

typedef struct {
  PoplensScope scope;
  guint n;    /* number of programs in .of */
  guint from; /* index in value_columns of the first column that is shown */
  PoplensProgramTiles of[POPLENS_MOST_STEPS];
  PoplensLiveSource source; /* liveness data that .steps refer to */
  PoplensStepList steps;    /* selected steps if the table shows their programs; otherwise empty */
} TileCosts;

static void
costs_clear (TileCosts *self)
{
  poplens_scope_clear (&self->scope);
  poplens_live_source_clear (&self->source);
  for (guint i = 0; i < POPLENS_MOST_STEPS; i++)
    poplens_program_tiles_clear (&self->of[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TileCosts, costs_clear)

/* ---- rows ------------------------------------------------------------------------------------ */

#define ROW_VALUES(n) ((n) * sizeof (((TileCostsRow *) NULL)->values[0]))

/* Adds the column of @value for program @i. If there are several programs, the title contains the
 * step. */
static void
costs_add_column (const TileCosts *self, PoplensRecords *rows, PoplensTilesValue value, guint i)
{
  PoplensColumn column = value_columns[value];
  g_autofree char *name =
      i ? g_strdup_printf ("%s_%u", column.name, i + 1) : g_strdup (column.name);
  g_autofree char *title = self->n > 1
                               ? g_strdup_printf ("%s, step %u", column.title, self->steps.step[i])
                               : g_strdup (column.title);

  column.name = name;
  column.title = title;
  column.offset += ROW_VALUES (i);
  poplens_records_add_column (rows, &column);
}

/* Creates the records. Columns: tile, IPU, and for each value a column for each program. If there
 * are several programs, leaves out values that none of them has. (transfer full) */
static PoplensRecords *
costs_new_records (const TileCosts *self)
{
  PoplensRecords *rows = poplens_records_new (tile_cost_columns, G_N_ELEMENTS (tile_cost_columns),
                                              sizeof (TileCostsRow) + ROW_VALUES (self->n));

  for (guint v = self->from; v < POPLENS_N_TILES_VALUES; v++) {
    gboolean any = self->n == 1;
    for (guint i = 0; i < self->n; i++)
      any |= self->of[i].values[v] != NULL;
    for (guint i = 0; any && i < self->n; i++)
      costs_add_column (self, rows, v, i);
  }
  return rows;
}

/* TRUE if the tile has a row. For one program, only tiles with costs have rows. For steps, all
 * tiles have rows, so that the rows do not depend on the selected steps. */
static gboolean
costs_has_tile (const TileCosts *self, guint32 position)
{
  for (guint i = 0; i < self->n; i++)
    for (guint v = self->from; v < POPLENS_N_TILES_VALUES; v++)
      if (self->of[i].values[v] && (self->steps.n || self->of[i].values[v][position]))
        return TRUE;
  return FALSE;
}

static void
costs_add_tile (const TileCosts *self, PoplensRecords *rows, guint32 position, guint32 tile)
{
  const PoplensTarget *target = self->of[0].target;
  TileCostsRow *row = poplens_records_add (rows);

  row->tile = tile;
  if (target)
    row->ipu = poplens_target_ipu_of_tile (target, tile);
  for (guint i = 0; i < self->n; i++)
    for (guint v = self->from; v < POPLENS_N_TILES_VALUES; v++)
      if (self->of[i].values[v])
        row->values[i][v] = (gint64) self->of[i].values[v][position];
  poplens_records_link (rows, "memory?tile=%u", tile);
}

/* Makes the table, with a row for each tile that costs_has_tile () accepts. It is sorted by cycles
 * or, without them, by estimated cycles. */
static PoplensTable *
costs_make_table (const TileCosts *self, PoplensReport *report)
{
  PoplensRecords *rows = costs_new_records (self);
  const PoplensSelection *selection = &self->scope.selection;

  for (guint i = 0; i < selection->n; i++)
    if (costs_has_tile (self, selection->positions[i]))
      costs_add_tile (self, rows, selection->positions[i], selection->tiles[i]);
  PoplensTable *table = poplens_records_finish (rows, "tile-costs", "Costs by tile", report);
  guint value = self->from;
  if (value == POPLENS_TILES_CYCLES && !self->of[0].values[value])
    value = POPLENS_TILES_ESTIMATE;
  if (self->of[0].values[value])
    poplens_table_set_default_sort (
        table, (guint) poplens_table_find_column (table, value_columns[value].name), TRUE);
  return table;
}

/* ---- a program ------------------------------------------------------------------------------- */

PoplensTable *
poplens_build_tile_costs (PoplensReport *report, const PoplensLocation *location,
                          GCancellable *cancellable, GError **error)
{
  g_auto (TileCosts) self = {.n = 1, .from = POPLENS_TILES_CYCLES};
  PoplensNumber some, all;
  PoplensTable *table;

  if (!poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !poplens_program_tiles_init (&self.of[0], report, location, cancellable, error))
    return NULL;
  table = costs_make_table (&self, report);
  poplens_format_count (some, poplens_table_n_rows (table));
  poplens_format_count (all, self.scope.selection.n);
  g_autofree char *program =
      poplens_program_note (self.of[0].programs, location, self.of[0].program);
  g_autofree char *count =
      program ? g_strdup_printf ("%s. %s of %s tiles take part", program, some, all)
              : g_strdup_printf ("%s of %s tiles take part", some, all);
  g_autofree char *note = poplens_scope_note (&self.scope, count);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Appends a summary of @value for step @i: " 1,234 cycles on the longest tile, 5; mean 321, least
 * 0, total 4,321." */
static void
costs_add_summary (const TileCosts *self, guint i, PoplensTilesValue value, GString *note)
{
  const PoplensSelection *s = &self->scope.selection;
  const guint64 *values = self->of[i].values[value];
  guint most = 0, least = 0;
  PoplensNumber highest, lowest, mean, all;
  guint64 sum = 0;

  for (guint t = 0; t < s->n; t++) {
    sum += values[s->positions[t]];
    if (values[s->positions[t]] > values[s->positions[most]])
      most = t;
    if (values[s->positions[t]] < values[s->positions[least]])
      least = t;
  }
  g_string_append_printf (note,
                          value == POPLENS_TILES_ESTIMATE
                              ? " %s cycles on the longest tile, %u; mean %s, least %s, total %s."
                              : " At most %s FLOPs, on tile %u; mean %s, least %s, total %s.",
                          poplens_format_count (highest, values[s->positions[most]]),
                          s->tiles[most], poplens_format_count (mean, sum / s->n),
                          poplens_format_count (lowest, values[s->positions[least]]),
                          poplens_format_count (all, sum));
}

/* Appends the compiler's estimates for the program of step @i, or why there are none. Only compute
 * sets have FLOPs. */
static void
costs_describe_step (const TileCosts *self, guint i, GString *note)
{
  const PoplensProgramTiles *of = &self->of[i];
  gboolean computes =
      of->program != POPLENS_NO_ROW && of->programs->compute_set[of->program] != POPLENS_NO_ROW;
  g_autofree char *where = poplens_live_source_describe (&self->source, self->steps.step[i]);

  g_string_append_printf (note, "%s%s:", i ? " " : "", where);
  if (of->values[POPLENS_TILES_ESTIMATE] && self->scope.selection.n)
    costs_add_summary (self, i, POPLENS_TILES_ESTIMATE, note);
  else
    g_string_append (note, computes
                               ? " No cycle estimates. Set profiler.includeCycleEstimates=true "
                                 "and record again."
                               : " No cycle estimates.");
  if (of->values[POPLENS_TILES_FLOPS] && self->scope.selection.n)
    costs_add_summary (self, i, POPLENS_TILES_FLOPS, note);
  else if (computes)
    g_string_append (note, " " POPLENS_NO_FLOP_ESTIMATES);
}

static gboolean
costs_read_steps (TileCosts *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = self->source.programs;

  for (guint i = 0; i < self->steps.n; i++) {
    guint32 id = self->source.liveness->program[self->steps.step[i]];
    guint32 program = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
    if (!poplens_program_tiles_init_compiled (&self->of[i], report, programs, program, cancellable,
                                              error))
      return FALSE;
  }
  self->n = MAX (self->steps.n, 1);
  return TRUE;
}

PoplensTable *
poplens_build_tile_costs_by_step (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  g_auto (TileCosts) self = {.from = POPLENS_TILES_ESTIMATE};
  g_autoptr (GString) note = g_string_new (NULL);
  PoplensTable *table;

  if (!poplens_live_source_init (&self.source, report, location, cancellable, error) ||
      !poplens_live_source_steps (&self.source, &self.steps, cancellable, error) ||
      !poplens_scope_init (&self.scope, report, location, cancellable, error) ||
      !costs_read_steps (&self, report, cancellable, error))
    return NULL;
  table = costs_make_table (&self, report);
  for (guint i = 0; i < self.steps.n; i++)
    costs_describe_step (&self, i, note);
  poplens_table_set_note (table, self.steps.n ? note->str : "No program steps");
  return table;
}
