#include "derived/compare/compare-tiles.h"

#include "base/error.h"
#include "model/location.h"

void
poplens_compare_tiles_free (gpointer data)
{
  PoplensCompareTiles *self = data;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_scope_clear (&self->scope[s]);
  g_free (self);
}

static gboolean
choose_tiles (PoplensCompareTiles *self, const PoplensCompareSource *source,
              const PoplensLocation *location, GCancellable *cancellable, GError **error)
{
  GError *wrong[POPLENS_N_SIDES] = {NULL};
  gboolean good = TRUE;
  guint n_without = 0;

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    if (poplens_scope_init (&self->scope[s], source->of[s], location, cancellable, &wrong[s]))
      continue;
    n_without++;
    good = good && g_error_matches (wrong[s], POPLENS_ERROR, POPLENS_ERROR_USAGE);
    poplens_scope_clear (&self->scope[s]);
    self->scope[s] = (PoplensScope){0};
  }
  good = good && n_without < POPLENS_N_SIDES;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    if (!good && wrong[s] && (!error || !*error))
      g_propagate_error (error, wrong[s]);
    else
      g_clear_error (&wrong[s]);
  return good;
}

PoplensCompareTiles *
poplens_compare_tiles_load (PoplensCompareSource *source, PoplensReport *report,
                            const PoplensLocation *location, GCancellable *cancellable,
                            GError **error)
{
  gconstpointer parts[POPLENS_N_SIDES];

  if (!poplens_compare_source_init (source, report, error) ||
      !poplens_compare_source_load (source, POPLENS_PART_MEMORY, parts, cancellable, error))
    return NULL;
  g_autoptr (PoplensCompareTiles) self = g_new0 (PoplensCompareTiles, 1);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->of[s] = parts[s];
  return choose_tiles (self, source, location, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
poplens_compare_tiles_have_categories (const PoplensCompareTiles *self,
                                       const PoplensCompareSource *source, GError **error)
{
  const gboolean has[] = {self->of[POPLENS_FIRST]->has_categories,
                          self->of[POPLENS_SECOND]->has_categories};

  return poplens_compare_source_require (
      source, has, "memory by category is not recorded (memory_by_category)", error);
}

char *
poplens_compare_tiles_remark (const PoplensCompareTiles *self)
{
  const PoplensScope *scope = &self->scope[self->scope[POPLENS_FIRST].label ? 0 : 1];

  return scope->tiles ? g_strdup_printf (" Scope: %s.", scope->label) : NULL;
}
