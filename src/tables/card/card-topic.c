/* Rows of the cards of operations, layers and kinds. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/trace/name-parts.h"
#include "base/format.h"
#include "derived/operations/operations-source.h"
#include "model/search.h"

#include <string.h>

#define MOST_LARGEST 3

/* ---- operations of debug.cbor ---------------------------------------------------------------- */

static gboolean
is_group_of_operation (const PoplensByteGroup *group, guint32 index, gconstpointer data)
{
  const PoplensOperationSource *source = data;
  const PoplensOperations *all = source->operations;
  guint32 at = group->name && *group->name == '<'
                   ? G_MAXUINT32 /* names such as "<message>" belong to no single operation */
                   : poplens_find_id (all->variable_id, all->n_variables, group->unlowered);

  return at != G_MAXUINT32 && all->variable_operation[at] == source->selected;
}

static void
add_operation_memory (PoplensCard *self, const PoplensOperationSource *source)
{
  g_auto (PoplensCardSpread) spread = {0};

  if (!poplens_card_load_memory (self))
    return;
  poplens_card_spread_init (&spread, self, is_group_of_operation, source);
  if (!spread.total)
    return;
  poplens_card_add_spread (
      self, &spread,
      poplens_finder_location ("memory?view=map&colour=operation", "operation", self->found->key));
  poplens_card_add_changes (self, spread.hit);
}

/* Adds rows on the costs, as in the table of operations. "Own" means not shared with other
 * operations. */
static void
add_operation_cost_rows (PoplensCard *self)
{
  static const struct {
    const char *column, *what, *tab;
  } facts[] = {{"programs", "Programs", "operation-programs"},
               {"variables", "Variables", "operation-variables"},
               {"variable_bytes", "Own variables", "operation-variables"},
               {"peak_bytes", "At the peak", "operation-variables"},
               {"control_code", "Own control code", "operation-code"},
               {"exchange_code", "Own exchange code", "operation-code"},
               {"vertex_code", "Own vertex code", "operation-code"}};
  g_auto (PoplensCardCells) operations = {0};

  poplens_card_cells_init (&operations, self, "operations", "operations");
  poplens_card_cells_choose_text (&operations, "operation", self->found->key);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++) {
    g_autofree char *tab = g_strdup_printf ("operations?tab=%s", facts[i].tab);
    poplens_card_add_cell (self, &operations, facts[i].column, facts[i].what,
                           poplens_finder_location (tab, "operation", self->found->key));
  }
}

/* Adds rows on code that includes the code shared with other operations. */
static void
add_shared_code (PoplensCard *self)
{
  static const char *const kinds[][2] = {{"Exchange code", "Exchange code incl. shared"},
                                         {"Vertex code", "Vertex code incl. shared"}};
  g_autofree char *at = poplens_finder_location ("operations", "operation", self->found->key);
  g_auto (PoplensCardCells) code = {0};

  poplens_card_cells_init (&code, self, "operation-code", at);
  for (guint i = 0; code.table && i < G_N_ELEMENTS (kinds); i++) {
    int own = poplens_table_find_column (code.table, "bytes");
    int shared = poplens_table_find_column (code.table, "shared_bytes");
    g_array_set_size (code.rows, 0);
    poplens_card_cells_choose_text (&code, "name", kinds[i][0]);
    if (!code.rows->len || own < 0 || shared < 0)
      continue;
    guint32 row = g_array_index (code.rows, guint32, 0);
    gint64 more = poplens_table_get (code.table, row, (guint) shared).integer;
    if (more > 0)
      poplens_card_add_bytes (
          self, kinds[i][1],
          (guint64) (poplens_table_get (code.table, row, (guint) own).integer + more),
          poplens_finder_location ("operations?tab=operation-code", "operation", self->found->key));
  }
}

static void
add_context_facts (PoplensCard *self)
{
  GError *error = NULL;
  g_autofree char *at = poplens_finder_location ("operations", "operation", self->found->key);
  g_autoptr (PoplensLocation) location = poplens_location_parse (at, NULL);
  PoplensOperationSource source = {0};
  g_autofree char *trace = poplens_finder_location ("trace", "operation", self->found->key);
  g_autofree char *cycles =
      poplens_finder_location ("operations?tab=operation-cycles", "operation", self->found->key);

  if (!poplens_operation_source_init (&source, self->report, location, self->cancellable, &error) ||
      source.selected == G_MAXUINT32) {
    poplens_card_take_error (self, error);
    return;
  }
  g_autofree guint8 *in = g_new0 (guint8, MAX (source.programs->n, 1));
  for (guint32 p = 0; p < source.programs->n; p++)
    in[p] = source.operations->program_operation[p] == source.selected;
  add_operation_cost_rows (self);
  add_shared_code (self);
  poplens_card_add_work (self, in, trace, cycles);
  add_operation_memory (self, &source);
  guint64 id = g_ascii_strtoull (self->found->key, NULL, 10);
  poplens_card_add_layer_of (self, self->found->title);
  poplens_card_add_origin (
      self, &id, 1, POPLENS_NO_ROW, POPLENS_NO_VARIABLE,
      poplens_finder_location ("operations?tab=contexts", "operation", self->found->key));
}

/* ---- paths of names -------------------------------------------------------------------------- */

/* TRUE if @name, of a program or variable, belongs to the operation or layer. The phase before the
 * path of a layer is ignored. "Copy_Fwd/…" connects layers, so it belongs to no layer. */
static gboolean
is_in_topic (const char *name, const PoplensFound *found)
{
  gboolean is_layer = found->kind == POPLENS_FOUND_LAYER;
  const char *path = poplens_name_path (name);
  const char *own = is_layer ? poplens_name_without_phase (path) : path;
  gsize length = strlen (found->title);

  return !strncmp (own, found->title, length) && !(is_layer && g_str_has_prefix (path, "Copy_")) &&
         (own[length] == '/' || (!is_layer && !own[length]));
}

static gboolean
is_in_path (const PoplensByteGroup *group, guint32 index, gconstpointer data)
{
  return group->name && *group->name != '<' && is_in_topic (group->name, data);
}

static void
add_path_memory (PoplensCard *self)
{
  g_auto (PoplensCardSpread) spread = {0};

  if (!poplens_card_load_memory (self))
    return;
  poplens_card_spread_init (&spread, self, is_in_path, self->found);
  if (!spread.total)
    return;
  poplens_card_add_spread (
      self, &spread,
      poplens_finder_location ("liveness?tab=variables", "filter.variables", self->found->title));
  poplens_card_add_changes (self, spread.hit);
}

/* Adds rows on the programs and variables whose names contain the path of the operation or layer.
 */
static void
add_path_programs (PoplensCard *self)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  guint64 n = 0;

  if (!programs)
    return;
  g_autofree guint8 *in = g_new0 (guint8, MAX (programs->n, 1));
  for (guint32 p = 0; p < programs->n; p++) {
    const char *name = poplens_programs_name (programs, p);
    in[p] = !poplens_name_is_copy (name) && is_in_topic (name, self->found);
    n += in[p];
  }
  poplens_card_add_number (self, "Programs", n, g_strdup (self->found->location));
  poplens_card_add_bytes (self, "Own control code", poplens_card_own_code (programs, in),
                          g_strdup (self->found->location));
  poplens_card_add_work (self, in, NULL, self->found->location);
  poplens_card_add_lines (self, programs, in);
  add_path_memory (self);
}

void
poplens_card_add_operation (PoplensCard *self)
{
  if (self->found->key)
    add_context_facts (self);
  else
    add_path_programs (self);
}

void
poplens_card_add_layer (PoplensCard *self)
{
  add_path_programs (self);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static gboolean
is_group_of_kind (const PoplensByteGroup *group, guint32 index, gconstpointer data)
{
  const PoplensCard *self = data;

  return !strcmp (poplens_kind_key (self->kinds->kind[index]), self->found->key);
}

/* Adds a row: how much of the memory over capacity is due to the kind. */
static void
add_cause_of_kind (PoplensCard *self)
{
  for (guint i = 0; i < self->fit->causes->len; i++) {
    const PoplensFitCause *cause = &g_array_index (self->fit->causes, PoplensFitCause, i);
    PoplensNumber share, tiles;
    if (strcmp (cause->key, self->found->key) || cause->share <= 0)
      continue;
    g_autofree char *value = g_strdup_printf (
        cause->tiles_over == 1 ? "%s of the excess. Without it, %s still does not fit."
                               : "%s of the excess. Without it, %s still do not fit.",
        poplens_format_percent (share, cause->share),
        poplens_format_items (tiles, cause->tiles_over, "tile"));
    poplens_card_add (self, "Cause", value, 0, 0, g_strdup ("insights?view=what-if"));
  }
}

/* Adds a row for each of the variables with most bytes. @hit: [groups]: 1 for groups of variables
 * of the kind */
static void
add_largest_variables (PoplensCard *self, const guint8 *hit)
{
  g_autofree guint8 *told = g_new0 (guint8, MAX (self->kinds->n, 1));

  for (guint n = 0; n < MOST_LARGEST; n++) {
    guint32 most = G_MAXUINT32;
    for (guint32 g = 0; g < self->kinds->n; g++)
      if (hit[g] && !told[g] && self->bytes->groups[g].variable != POPLENS_NO_VARIABLE &&
          (most == G_MAXUINT32 || self->kinds->bytes[g] > self->kinds->bytes[most]))
        most = g;
    if (most == G_MAXUINT32)
      return;
    told[most] = TRUE;
    if (self->bytes->groups[most].name)
      poplens_card_add (self, "Largest", self->bytes->groups[most].name,
                        (gint64) self->kinds->bytes[most], 0,
                        g_strdup_printf ("liveness?tab=variable-steps&variable=%u",
                                         self->bytes->groups[most].variable));
  }
}

/* Adds rows with the kind's bytes, one for each level of certainty of the kind. */
static void
add_confidence (PoplensCard *self)
{
  static const char *const columns[][2] = {{"certain", "Certain"},
                                           {"named", "Named"},
                                           {"likely", "Likely"},
                                           {"lifetime", "By lifetime"},
                                           {"variables", "Variables"}};
  g_auto (PoplensCardCells) kinds = {0};

  poplens_card_cells_init (&kinds, self, "kinds", "memory");
  poplens_card_cells_choose_text (&kinds, "kind", self->found->key);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    poplens_card_add_cell (self, &kinds, columns[i][0], columns[i][1],
                           g_strdup (self->found->location));
}

void
poplens_card_add_kind (PoplensCard *self)
{
  g_auto (PoplensCardSpread) spread = {0};

  add_confidence (self);
  if (!poplens_card_load_memory (self))
    return;
  poplens_card_spread_init (&spread, self, is_group_of_kind, self);
  if (!spread.total)
    return;
  poplens_card_add_spread (self, &spread, g_strdup ("memory?view=map&breakdown=kind"));
  add_cause_of_kind (self);
  add_largest_variables (self, spread.hit);
  poplens_card_add_changes (self, spread.hit);
  g_autofree char *name = g_strdup_printf ("kind:%s", self->found->key);
  poplens_card_add_scale (self, name);
}
