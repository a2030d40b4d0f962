/* Variables that the selected program exchanges, copies or computes on: complete, as the regions of
 * the file have them, not as its texts shorten them. */
#include "tables/engine/builders.h"

#include "analysis/insights/insights.h"
#include "derived/programs/program-location.h"
#include "tables/engine/kind-column.h"

#include <string.h>

typedef struct {
  const char *side, *variable, *kind;
  gint64 variables, tiles, bytes, size_bytes;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, side, "Side", TEXT, DERIVED,
                  "from, to: read or written by an exchange; from host, to host: copied by a "
                  "stream or remote buffer; uses: connected to vertices of a compute set"),
    POPLENS_CELL (Row, variable, "Variable", TEXT, FILE,
                  "Name of the variables on the tiles (vars_info)"),
    POPLENS_CELL (Row, kind, "Kind", TEXT, DERIVED,
                  "Purpose of the variables (see variables by kind)"),
    POPLENS_CELL (Row, variables, "Variables", COUNT, DERIVED,
                  "Number of variables with that name and kind", .total = TRUE),
    POPLENS_CELL (Row, tiles, "Tiles", COUNT, DERIVED, "Number of tiles with these variables"),
    POPLENS_CELL (
        Row, bytes, "Bytes", BYTES, FILE,
        "Bytes that are read or written (exchange_regions); not recorded for compute sets"),
    POPLENS_CELL (Row, size_bytes, "Size", BYTES, FILE,
                  "Size of these variables in total (vars_info.size_bytes)", .total = TRUE),
};

/* All of one name, side and kind. */
typedef struct {
  const char *side; /* static */
  const char *kind; /* static; NULL: not at hand */
  char *name;
  guint32 variables, tiles, last_tile;
  guint64 bytes, size;
} Group;

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  GHashTable *groups;                /* "side kind name" → Group, of .order */
  GPtrArray *order;                  /* Group */
  PoplensKindIndex *kinds;           /* (nullable): not at hand */
  const PoplensVariables *variables; /* (nullable), of them */
} Finder;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group);
}

static Group *
group_of (Finder *self, const char *side, const char *name, const char *kind)
{
  g_autofree char *key = g_strconcat (side, " ", kind ? kind : "", " ", name, NULL);
  Group *group = g_hash_table_lookup (self->groups, key);

  if (group)
    return group;
  group = g_new0 (Group, 1);
  group->side = side;
  group->kind = kind;
  group->name = g_strdup (name);
  group->last_tile = G_MAXUINT32;
  g_hash_table_insert (self->groups, g_steal_pointer (&key), group);
  g_ptr_array_add (self->order, group);
  return group;
}

/* Variables come by tile, so that a tile that was counted is the last one. */
static void
add_variable (Finder *self, const char *side, const PoplensSlice *names,
              const PoplensNamedVariable *variable, guint64 bytes)
{
  const char *name = poplens_strings_get (names->strings, variable->name);
  const char *kind = poplens_kind_text_of_named (self->kinds, self->variables, variable, name);
  Group *group = group_of (self, side, name, kind);

  group->variables++;
  group->tiles += variable->tile != group->last_tile;
  group->last_tile = variable->tile;
  group->bytes += bytes;
  group->size += variable->size;
}

/* Both lists are by id; a variable may have several ranges, and one that the file lacks none of
 * the other. */
static void
add_named_regions (Finder *self, const char *side, const PoplensSlice *regions,
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
      add_variable (self, side, names, &names->named[at], bytes);
    else
      group_of (self, side, "(not in vars_info)", NULL)->bytes += bytes;
  }
}

static gboolean
add_regions (Finder *self, const char *side, guint32 id, GError **error)
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
add_exchange (Finder *self, const PoplensExchanges *exchanges, PoplensExchangeKind kind, guint32 id,
              GError **error)
{
  const PoplensExchangeTable *table = &exchanges->tables[kind];
  guint32 row = poplens_exchanges_find (exchanges, kind, id);

  if (row == G_MAXUINT32)
    return TRUE;
  if (table->source_regions && !add_regions (self, "from", table->source_regions[row], error))
    return FALSE;
  if (table->destination_regions &&
      !add_regions (self, "to", table->destination_regions[row], error))
    return FALSE;
  for (guint32 i = 0; kind == POPLENS_EXCHANGE_HOST && i < exchanges->n_streams; i++) {
    const PoplensHostStream *stream = &exchanges->streams[i];
    const char *side = stream->to_host ? "to host" : "from host";
    if (stream->mid_id == id && !add_regions (self, side, stream->regions, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_compute_set (Finder *self, guint32 id, GError **error)
{
  g_autoptr (PoplensSlice) names = poplens_report_get_slice (
      self->report, POPLENS_SLICE_COMPUTE_SET_NAMES, id, self->cancellable, error);

  for (guint32 i = 0; names && i < names->n; i++)
    add_variable (self, "uses", names, &names->named[i], 0);
  return names != NULL;
}

static gboolean
add_program (Finder *self, const PoplensPrograms *programs, guint32 row, GError **error)
{
  PoplensExchangeKind kind = poplens_program_exchange (programs, row);

  if (programs->compute_set[row] != POPLENS_NO_ROW)
    return add_compute_set (self, programs->compute_set[row], error);
  if (kind == POPLENS_N_EXCHANGE_KINDS)
    return TRUE;
  const PoplensExchanges *exchanges =
      poplens_report_load_exchanges (self->report, self->cancellable, error);
  return exchanges && add_exchange (self, exchanges, kind, programs->variant_index[row], error);
}

static PoplensTable *
make_table (const Finder *self)
{
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  PoplensTable *table;

  for (guint i = 0; i < self->order->len; i++) {
    const Group *group = self->order->pdata[i];
    Row *row = poplens_records_add (rows);
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
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (PoplensKindIndex) kinds = poplens_kinds_at_hand (report, cancellable);
  Finder self = {report, cancellable, groups,
                 order,  kinds,       poplens_report_peek (report, POPLENS_PART_VARIABLES)};
  guint32 row;

  if (!programs || !poplens_program_of_location (programs, location, &row, error) ||
      (row != POPLENS_NO_ROW && !add_program (&self, programs, row, error)))
    return NULL;
  PoplensTable *table = make_table (&self);
  g_autofree char *note = poplens_program_note (programs, location, row);
  poplens_table_set_note (table, note);
  if (!note && !order->len)
    poplens_table_set_note (table, "This program moves and computes nothing itself.");
  return table;
}
