/* Where the cycles of an operation, or of all, go: types of program, and below them programs of one
 * name. */
#include "tables/engine/builders.h"

#include "derived/operations/operations-source.h"

static const PoplensMetric metrics[] = {POPLENS_METRIC_PROGRAMS,
                                        POPLENS_METRIC_EXECUTIONS,
                                        POPLENS_METRIC_TILE_CYCLES,
                                        POPLENS_METRIC_STEP_CYCLES,
                                        POPLENS_METRIC_ESTIMATED_TILE_CYCLES,
                                        POPLENS_METRIC_ESTIMATED_STEP_CYCLES};

#define FIRST_ESTIMATE 4 /* of these */

typedef struct {
  const char *name;
  double share;
  gint64 costs[G_N_ELEMENTS (metrics)];
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, name, "Programs", TEXT, FILE, "Type of program, expandable to names"),
    POPLENS_CELL (Row, share, "Share", RATIO, DERIVED,
                  "Share of the tile cycles of the operation; of the estimated cycles if "
                  "nothing was executed",
                  .total = TRUE),
    POPLENS_CELL_NAMED (Row, costs[0], "programs", "Programs", COUNT, DERIVED, "Number of programs",
                        .total = TRUE),
    POPLENS_CELL_NAMED (Row, costs[1], "executions", "Executed", COUNT, MEASURED,
                        "Executed steps of the programs", .total = TRUE),
    POPLENS_CELL_NAMED (Row, costs[2], "tile_cycles", "Tile cycles", CYCLES, MEASURED,
                        "Cycles of all tiles in these steps. DoExchange cycles are estimated.",
                        .total = TRUE),
    POPLENS_CELL_NAMED (Row, costs[3], "cycles", "Cycles", CYCLES, MEASURED,
                        "Cycles of the longest tile of each step on each IPU, in total",
                        .total = TRUE),
    POPLENS_CELL_NAMED (
        Row, costs[4], "estimated_tile_cycles", "Estimated tile cycles", CYCLES, ESTIMATED,
        "Compiler\u2019s estimate for all tiles, each program counted once", .total = TRUE),
    POPLENS_CELL_NAMED (Row, costs[5], "estimated_cycles", "Estimated cycles", CYCLES, ESTIMATED,
                        "Compiler\u2019s estimate for the longest tile of each IPU", .total = TRUE),
};

/* Programs of a type, or of one name and type. */
typedef struct {
  guint32 type, name; /* strings of the programs */
  gint64 costs[G_N_ELEMENTS (metrics)];
} Group;

typedef struct {
  const PoplensOperationSource *source;
  GHashTable *by_name; /* guint64 of type and name → Group */
  GHashTable *by_type; /* type → Group */
  PoplensMetric order; /* index in metrics */
  gint64 whole;        /* of that metric */
} Cycles;

static void
add_costs (const Cycles *self, Group *group, guint32 program)
{
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    poplens_metric_add (&group->costs[m], (guint64) poplens_operation_ground_program (
                                              self->source->ground, program, metrics[m]));
}

static Group *
find_group (GHashTable *groups, guint32 type, guint32 name)
{
  guint64 key = (guint64) type << 32 | name;
  Group *group = g_hash_table_lookup (groups, &key);

  if (group)
    return group;
  group = g_new0 (Group, 1);
  group->type = type;
  group->name = name;
  g_hash_table_insert (groups, g_memdup2 (&key, sizeof key), group);
  return group;
}

static void
add_programs (Cycles *self)
{
  const PoplensOperationSource *s = self->source;
  const PoplensPrograms *p = s->programs;

  for (guint32 program = 0; program < p->n; program++) {
    if (s->selected != G_MAXUINT32 && s->operations->program_operation[program] != s->selected)
      continue;
    add_costs (self, find_group (self->by_name, p->type_name[program], p->name[program]), program);
    add_costs (self, find_group (self->by_type, p->type_name[program], 0), program);
  }
}

static int
most_first (gconstpointer a, gconstpointer b, gpointer data)
{
  const Group *x = *(Group *const *) a, *y = *(Group *const *) b;
  const Cycles *self = data;
  gint64 of_x = x->costs[self->order], of_y = y->costs[self->order];

  if (of_x != of_y)
    return of_x < of_y ? 1 : -1;
  if (x->type != y->type)
    return x->type < y->type ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* (transfer full) */
static GPtrArray *
sorted (Cycles *self, GHashTable *groups)
{
  GPtrArray *all = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer group;

  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    g_ptr_array_add (all, group);
  g_ptr_array_sort_with_data (all, most_first, self);
  return all;
}

static void
add_row (const Cycles *self, PoplensRecords *rows, const Group *group, const char *name,
         guint16 depth)
{
  Row *row = poplens_records_add_at (rows, depth);

  row->name = poplens_records_text (rows, name);
  if (self->whole > 0)
    row->share = (double) group->costs[self->order] / (double) self->whole;
  /* Types without estimates have none, not 0 of them. */
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    if (poplens_operation_ground_knows (self->source->ground, metrics[m]) &&
        (m < FIRST_ESTIMATE || group->costs[m]))
      row->costs[m] = group->costs[m];
}

/* Each type, and behind it its names. */
static void
add_rows (Cycles *self, PoplensRecords *rows)
{
  const PoplensStrings *strings = self->source->programs->strings;
  g_autoptr (GPtrArray) types = sorted (self, self->by_type);
  g_autoptr (GPtrArray) names = sorted (self, self->by_name);

  for (guint t = 0; t < types->len; t++)
    poplens_metric_add (&self->whole,
                        (guint64) ((const Group *) types->pdata[t])->costs[self->order]);
  for (guint t = 0; t < types->len; t++) {
    const Group *type = types->pdata[t];
    add_row (self, rows, type, poplens_strings_get (strings, type->type), 0);
    for (guint n = 0; n < names->len; n++) {
      const Group *group = names->pdata[n];
      const char *name = poplens_strings_get (strings, group->name);
      if (group->type == type->type)
        add_row (self, rows, group, *name ? name : "(no name)", 1);
    }
  }
}

PoplensTable *
poplens_build_programs_by_type (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  g_auto (PoplensOperationSource) source = {0};

  if (!poplens_operation_source_init (&source, report, location, cancellable, error))
    return NULL;
  gboolean ran = poplens_operation_ground_knows (source.ground, POPLENS_METRIC_TILE_CYCLES);
  Cycles self = {.source = &source,
                 .by_name = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
                 .by_type = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free),
                 .order = ran ? 2 : 4};
  g_autofree char *title = poplens_operation_title (&source);
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  add_programs (&self);
  add_rows (&self, rows);
  g_hash_table_unref (self.by_name);
  g_hash_table_unref (self.by_type);
  PoplensTable *table =
      poplens_records_finish_tree (rows, "programs", "Cycles of operations", report);
  poplens_table_set_note (table, title);
  return table;
}
