/* The card of a variable. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/operations/debug-operation.h"
#include "derived/operations/debug-source.h"

typedef struct {
  guint32 id;
  const char *name; /* NULL: tile variables have its ID */
} Wanted;

/* By the rules of formats.md 8.6: what has the ID; of "<anon>" and "vertexCode", whose ID no tile
 * variable has, what is named so. */
static gboolean
is_of_variable (const PoplensByteGroup *group, guint32 index, gconstpointer data)
{
  const Wanted *wanted = data;

  return wanted->name ? !g_strcmp0 (group->name, wanted->name)
                      : group->unlowered == wanted->id && wanted->id != POPLENS_NO_VARIABLE;
}

static gboolean
has_id (const PoplensTileBytes *bytes, guint32 id)
{
  for (guint32 g = 0; g < bytes->n_groups; g++)
    if (bytes->groups[g].unlowered == id)
      return TRUE;
  return FALSE;
}

/* First and last step of life, or that it always lives. */
static void
add_life (PoplensCard *self, const PoplensCardSpread *spread)
{
  const PoplensLiveness *l = self->liveness;
  const PoplensTilesAlike *alike =
      poplens_what_if_get_alike (poplens_moves_get_what_if (self->moves));
  guint32 from = G_MAXUINT32, to = 0;
  gboolean always = FALSE;
  g_autofree char *value = NULL;

  for (guint32 p = 0; p < alike->n_pairs; p++) {
    const PoplensBytePair *pair = &alike->pairs[p];
    if (!spread->hit[pair->group])
      continue;
    always |= l->class_always_live[pair->class_row];
    for (guint32 r = 0; r < l->n_ranges; r++)
      if (l->range_class[r] == l->class_id[pair->class_row]) {
        from = MIN (from, l->range_from[r]);
        to = MAX (to, l->range_to[r]);
      }
  }
  if (!always && from >= to)
    return;
  value = always ? g_strdup ("always live")
                 : g_strdup_printf ("live from step %u to step %u", from, to - 1);
  poplens_card_add (
      self, "Lifetime", value, 0, 0,
      g_strdup_printf ("liveness?tab=variable-steps&variable=%" G_GUINT64_FORMAT, self->found->id));
}

/* What it held in the report that this one is compared with. */
static void
add_other (PoplensCard *self)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (self->report);
  g_auto (PoplensCardCells) cells = {0};

  if (!other)
    return;
  poplens_card_cells_init_of_two (&cells, self, "variables", "memory?same=yes");
  poplens_card_cells_choose_id (&cells, "id_before", self->found->id);
  g_autofree char *where = poplens_finder_location ("liveness?compare=both&same=yes&tab=variables",
                                                    "filter.variables", self->found->title);
  poplens_card_add_cell (self, &cells, "bytes_after", "In the other report", g_strdup (where));
}

static void
add_origin (PoplensCard *self, guint32 id)
{
  const PoplensVariables *v = poplens_report_peek (self->report, POPLENS_PART_VARIABLES);
  guint32 at = v ? poplens_variables_find_debug (v, id) : G_MAXUINT32;
  g_autoptr (GArray) ids = at == G_MAXUINT32 ? g_array_new (FALSE, FALSE, sizeof (guint64))
                                             : poplens_lists_values (v->debug_ids, at);

  poplens_card_add_origin (self, (const guint64 *) (gconstpointer) ids->data, ids->len,
                           POPLENS_NO_ROW, id,
                           g_strdup_printf ("liveness?tab=contexts&variable=%u", id));
}

static void
add_memory (PoplensCard *self, guint32 id)
{
  g_auto (PoplensCardSpread) spread = {0};
  const Wanted wanted = {id, has_id (self->bytes, id) ? NULL : self->found->title};

  poplens_card_spread_init (&spread, self, is_of_variable, &wanted);
  if (!spread.total)
    return;
  poplens_card_add_spread (self, &spread,
                           g_strdup_printf ("memory?view=map&colour=chosen&plot=%u", id));
  add_life (self, &spread);
  poplens_card_add_slots (self, id);
  poplens_card_add_changes (self, spread.hit);
  poplens_card_add_scale (self, self->found->title);
}

void
poplens_card_add_variable (PoplensCard *self)
{
  guint32 id = (guint32) self->found->id;

  if (poplens_card_load_memory (self)) {
    add_memory (self, id);
    poplens_card_add_users (self, id);
  }
  poplens_card_add_layer_of (self, self->found->title);
  add_origin (self, id);
  add_other (self);
}
