#include "tables/builders.h"

#include "analysis/memory-analysis.h"
#include "base/error.h"

void
poplens_table_add_columns (PoplensTable *table, const PoplensColumnSpec *columns, guint n)
{
  for (guint c = 0; c < n; c++)
    poplens_table_add_column (table, columns[c].name, columns[c].title, columns[c].unit,
                              columns[c].provenance, columns[c].doc);
}

const PoplensVariables *
poplens_load_lowered (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensVariables *variables = poplens_report_load_variables (report, cancellable, error);

  if (!variables || variables->n)
    return variables;
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                       "The profile lists no lowered variables. Record them with the engine option "
                       "autoReport.outputLoweredVars=true.");
  return NULL;
}

gboolean
poplens_load_optional (PoplensReport *report, PoplensPart part, gconstpointer *data,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failed = NULL;

  *data = poplens_report_load (report, part, cancellable, &failed);
  if (*data || g_error_matches (failed, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

/* Tiles by number, of a report without memory_by_tile. */
static GArray *
positions_by_number (guint32 n_tiles, const PoplensTileSet *tiles)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < n_tiles; t++)
    if (!tiles || !tiles->n || poplens_tile_set_contains (tiles, t))
      g_array_append_val (out, t);
  return out;
}

void
poplens_selection_init (PoplensSelection *self, const PoplensPlace *place,
                        const PoplensMemory *memory, const PoplensTarget *target)
{
  g_autoptr (PoplensTileSet) tiles = place ? poplens_place_get_tiles (place) : NULL;
  guint32 n_tiles = target ? target->tiles_per_replica : 0;
  GArray *positions =
      memory ? poplens_memory_positions (memory, tiles) : positions_by_number (n_tiles, tiles);

  self->all = !tiles || !tiles->n;
  self->n_all = memory ? memory->n_tiles : n_tiles;
  self->n = positions->len;
  self->positions = (guint32 *) (gpointer) g_array_free (positions, FALSE);
}

gboolean
poplens_tables_check_tiles (PoplensReport *report, const PoplensPlace *place,
                            GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileSet) tiles = poplens_place_get_tiles (place);
  g_autoptr (GError) wrong = NULL;
  g_auto (PoplensSelection) selection = {0};
  gconstpointer memory = NULL, target = NULL;

  if (!tiles->n)
    return TRUE;
  /* A damaged part is said by those who need it. */
  if (!poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, &wrong) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, &wrong)) {
    if (g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
      return TRUE;
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_selection_init (&selection, place, memory, target);
  if (selection.n || !selection.n_all)
    return TRUE;
  const PoplensMemory *m = memory;
  guint32 last = selection.n_all - 1;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no tile of the report is selected by \u201c%s\u201d: they go from %u to %u",
               poplens_place_get (place, "tile"), m ? m->tile[0] : 0, m ? m->tile[last] : last);
  return FALSE;
}

void
poplens_selection_clear (PoplensSelection *self)
{
  g_clear_pointer (&self->positions, g_free);
}

guint64
poplens_selection_sum (const PoplensSelection *self, const PoplensLists *lists, gsize row)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return 0;
  return self->all ? poplens_lists_sum (lists, row)
                   : poplens_lists_sum_at (lists, row, self->positions, self->n);
}

char *
poplens_selection_note (const PoplensSelection *self)
{
  PoplensNumber n, all;

  if (self->all)
    return NULL;
  return g_strdup_printf ("%s of %s tiles", poplens_format_count (n, self->n),
                          poplens_format_count (all, self->n_all));
}
