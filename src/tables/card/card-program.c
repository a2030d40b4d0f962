/* Cards of programs and compute sets. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"

#define MOST_EXCHANGES 4

/* ---- what several share ------------------------------------------------------------------------
 */

/* Vertices and variables of the compute set or exchange of program @id. */
static void
add_content (PoplensCard *self, guint32 id)
{
  g_autofree char *at = g_strdup_printf ("programs?program=%u", id);
  g_autofree char *of = g_strdup_printf ("%s&by=program", at);
  g_auto (PoplensCardCells) vertices = {0};
  g_auto (PoplensCardCells) variables = {0};
  PoplensValue total = {0};

  poplens_card_cells_init (&vertices, self, "vertex-types", of);
  if (vertices.table) {
    int column = poplens_table_find_column (vertices.table, "vertices");
    poplens_card_add_number (self, "Vertex types", poplens_table_n_rows (vertices.table),
                             g_strdup_printf ("%s&tab=vertex-types", at));
    if (poplens_table_get_total (vertices.table, (guint) column, &total) &&
        total.type == POPLENS_VALUE_INT)
      poplens_card_add_number (self, "Vertices", (guint64) total.integer,
                               g_strdup_printf ("%s&tab=vertex-types", at));
  }
  poplens_card_cells_init (&variables, self, "program-variables", at);
  if (variables.table)
    poplens_card_add_items (self, "Variables", poplens_table_n_rows (variables.table), "name",
                            g_strdup_printf ("%s&tab=program-variables", at));
}

/* The step of the program tree, with what is live there. */
static void
add_live (PoplensCard *self, guint32 id)
{
  GError *error = NULL;
  const PoplensLiveness *l =
      poplens_report_load (self->report, POPLENS_PART_LIVENESS, self->cancellable, &error);

  poplens_card_take_error (self, error);
  for (guint32 step = 0; l && step < l->n_steps; step++)
    if (l->program[step] == id) {
      g_autofree char *name = g_strdup_printf ("at step %u, all tiles", step);
      poplens_card_add (self, "Live memory", name,
                        (gint64) (l->always_live + l->not_always_live[step]), 0,
                        g_strdup_printf ("liveness?step=%u", step));
      return;
    }
}

char *
poplens_card_set_location (const char *name, guint64 id)
{
  g_autofree char *words = g_strdup_printf ("%s %" G_GUINT64_FORMAT, name, id);

  return poplens_finder_location ("memory?tab=compute-sets", "filter.compute-sets", words);
}

static const PoplensVertices *
load_vertices (PoplensCard *self)
{
  GError *error = NULL;
  const PoplensVertices *v =
      poplens_report_load (self->report, POPLENS_PART_VERTICES, self->cancellable, &error);

  poplens_card_take_error (self, error);
  return v;
}

/* ---- a program ---------------------------------------------------------------------------------
 */

static guint64
cell_bytes (const PoplensCardCells *details)
{
  int column = details->table ? poplens_table_find_column (details->table, "value") : -1;

  if (column < 0 || !details->rows->len)
    return 0;
  PoplensValue value =
      poplens_table_get (details->table, g_array_index (details->rows, guint32, 0), (guint) column);
  return value.type == POPLENS_VALUE_INT ? (guint64) value.integer : 0;
}

/* Adds the bytes that it exchanges. */
static void
add_moved (PoplensCard *self, const PoplensPrograms *programs, guint32 row, const char *at)
{
  static const struct {
    const char *key, *what;
  } moved[] = {{"sent_bytes", "Sent"}, {"received_bytes", "Received"}};
  g_autofree char *tiles = g_strconcat (at, "&tab=tile-costs", NULL);
  g_auto (PoplensCardCells) details = {0};

  poplens_card_cells_init (&details, self, "card", at);
  for (guint i = 0; i < G_N_ELEMENTS (moved); i++) {
    g_array_set_size (details.rows, 0);
    poplens_card_cells_choose_text (&details, "key", moved[i].key);
    poplens_card_add_exchanged (self, programs, row, moved[i].what, cell_bytes (&details), tiles);
  }
}

void
poplens_card_add_program (PoplensCard *self)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  /* Facts that other rows of the card tell, of all executed steps or with their sums. */
  static const char *const told[] = {"name",
                                     "operation",
                                     "made_by",
                                     "debug_context",
                                     "own_control_code_bytes",
                                     "estimated_tile_cycles",
                                     "executions",
                                     "first_execution",
                                     "tile_cycles",
                                     "cycles",
                                     NULL};
  guint32 id = (guint32) self->found->id;
  guint32 row = programs ? poplens_programs_find (programs, id) : POPLENS_NO_ROW;
  g_autofree char *at = g_strdup_printf ("programs?program=%u", id);

  if (row == POPLENS_NO_ROW)
    return;
  g_autofree guint8 *in = g_new0 (guint8, programs->n);
  in[row] = TRUE;
  g_autofree char *trace = g_strdup_printf ("trace?program=%u", id);
  poplens_card_add_work (self, in, trace, at);
  poplens_card_add_callees (self, programs, in, at);
  add_moved (self, programs, row, at);
  add_content (self, id);
  add_live (self, id);
  poplens_card_add_layer_of (self, poplens_programs_name (programs, row));
  guint64 debug = programs->debug_id[row];
  poplens_card_add_origin (self, &debug, 1, row, POPLENS_NO_VARIABLE,
                           g_strdup_printf ("%s&tab=contexts", at));
  poplens_card_add_recorded (self, at, told);
}

void
poplens_card_add_executed (PoplensCard *self)
{
  g_autofree char *at = g_strdup_printf ("trace?executed=%" G_GUINT64_FORMAT, self->found->id);

  poplens_card_add_recorded (self, at, NULL);
}

/* ---- a compute set -----------------------------------------------------------------------------
 */

/* Programs that run it: the first, and how many. */
static guint32
find_programs (const PoplensPrograms *programs, guint32 set, guint8 *in, guint32 *n)
{
  guint32 first = POPLENS_NO_ROW;

  for (guint32 p = 0; p < programs->n; p++) {
    in[p] = programs->compute_set[p] == set;
    *n += in[p];
    first = in[p] && first == POPLENS_NO_ROW ? p : first;
  }
  return first;
}

/* State and edges, as the table of compute sets has them. */
static void
add_set_memory (PoplensCard *self, guint32 id)
{
  g_auto (PoplensCardCells) sets = {0};
  g_autofree char *where = poplens_card_set_location (self->found->title, id);

  poplens_card_cells_init (&sets, self, "compute-sets", "memory");
  poplens_card_cells_choose_id (&sets, "id", id);
  if (!sets.rows->len)
    return;
  poplens_card_add_cell (self, &sets, "total", "Own vertex state", g_strdup (where));
  poplens_card_add_cell (self, &sets, "edges", "Edges", g_strdup (where));
}

/* Exchanges that Poplar made for it: it calls them "cs4_NAME/ExchangePre". */
static void
add_exchanges (PoplensCard *self, const PoplensPrograms *programs, guint32 id)
{
  g_autofree char *prefix = g_strdup_printf ("cs%u_", id);
  guint n = 0;

  for (guint32 p = 0; p < programs->n && n < MOST_EXCHANGES; p++) {
    const char *name = poplens_programs_name (programs, p);
    if (programs->kind[p] != POPLENS_PROGRAM_DO_EXCHANGE || !g_str_has_prefix (name, prefix))
      continue;
    poplens_card_add (self, "Exchange", name, 0, 0,
                      g_strdup_printf ("programs?program=%u", programs->id[p]));
    n++;
  }
}

void
poplens_card_add_compute_set (PoplensCard *self)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  const PoplensVertices *v = load_vertices (self);
  guint32 id = (guint32) self->found->id, n = 0;
  guint32 set = v ? poplens_vertices_find_compute_set (v, id) : G_MAXUINT32;

  add_set_memory (self, id);
  if (!programs || set == G_MAXUINT32)
    return;
  g_autofree guint8 *in = g_new0 (guint8, MAX (programs->n, 1));
  guint32 first = find_programs (programs, id, in, &n);
  if (first == POPLENS_NO_ROW)
    return;
  g_autofree char *at = g_strdup_printf ("programs?program=%u", programs->id[first]);
  poplens_card_add_number (self, "Programs", n, g_strdup (at));
  g_autofree char *trace = g_strdup_printf ("trace?program=%u", programs->id[first]);
  poplens_card_add_work (self, in, trace, at);
  poplens_card_add_callees (self, programs, in, at);
  add_content (self, programs->id[first]);
  add_exchanges (self, programs, id);
  add_live (self, programs->id[first]);
  poplens_card_add_layer_of (self, self->found->title);
  guint64 debug = v->compute_set_debug_id[set];
  poplens_card_add_origin (self, &debug, 1, first, POPLENS_NO_VARIABLE,
                           g_strdup_printf ("%s&tab=contexts", at));
}
