/* The measure that colours the tile map, as a column of the memory of tiles. */
#include "tables/memory/tile-measure.h"

#include "base/error.h"
#include "derived/memory/tile-values.h"
#include "derived/parts.h"

#include <string.h>

static gboolean
refuse (GError **error, const char *what, const char *name, const char *instead)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown %s \u201c%s\u201d; %s", what,
               name, instead);
  return FALSE;
}

static gboolean
add_plot (PoplensTileMeasure *self, const PoplensTileValues *source, const char *name,
          GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  const char *title;
  g_autofree guint64 *bytes =
      poplens_tile_values_of_plot (source, name, &title, cancellable, &local);

  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (!bytes)
    return refuse (error, "variable or category", name,
                   "use the name or ID of a variable, or category:NAME");
  for (guint32 p = 0; p < source->memory->n_tiles; p++)
    self->bytes[p] += bytes[p];
  return TRUE;
}

/* What "plot" chooses, together. */
static gboolean
add_chosen (PoplensTileMeasure *self, PoplensTileValues *source, const char *plot,
            GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  gconstpointer variables;

  if (!poplens_load_optional (source->report, POPLENS_PART_VARIABLES, &variables, cancellable,
                              error))
    return FALSE;
  source->variables = variables;
  self->bytes = g_new0 (guint64, MAX (source->memory->n_tiles, 1));
  for (guint i = 0; names[i]; i++)
    if (*names[i] && !add_plot (self, source, names[i], cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
poplens_tile_measure_init (PoplensTileMeasure *self, PoplensReport *report,
                           const PoplensMemory *memory, const PoplensTarget *target,
                           const PoplensLocation *location, GCancellable *cancellable,
                           GError **error)
{
  const char *option = location && poplens_location_get_page (location) == POPLENS_PAGE_MEMORY
                           ? poplens_location_get (location, "colour")
                           : NULL;
  PoplensTileValues source = {report, memory, target, NULL, NULL};

  if (!option)
    return TRUE;
  if (!strcmp (option, POPLENS_TILE_CHOSEN)) {
    self->title = POPLENS_TILE_CHOSEN_TITLE;
    return add_chosen (self, &source, poplens_location_get (location, "plot"), cancellable, error);
  }
  self->bytes = poplens_tile_values_of (&source, option, &self->title);
  return self->bytes ||
         refuse (
             error, "colour", option,
             "use total, with-gaps, gaps, free, overflowed, non-interleaved, interleaved, "
             "always-live, peak, chosen or category:NAME; operation needs the key of that name");
}

void
poplens_tile_measure_clear (PoplensTileMeasure *self)
{
  g_free (self->bytes);
}
