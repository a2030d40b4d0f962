#include "pages/liveness/liveness-inks.h"

#include "model/memory.h"

enum { ALWAYS, PASSING };

void
poplens_life_inks_init (PoplensLifeInks *self, const PoplensLocation *location)
{
  *self = (PoplensLifeInks){.by_life =
                                !g_strcmp0 (poplens_location_get (location, "colour"), "liveness")};
}

guint8
poplens_life_inks_take (PoplensLifeInks *self, const char *name, gboolean always, gboolean mixed)
{
  guint8 ink = self->by_life
                   ? (always ? ALWAYS : PASSING)
                   : (guint8) (2 * poplens_memory_group_of_variable (name) + (always && mixed));

  self->used[ink] = TRUE;
  return ink;
}

/* Both are there always: they are those of the graph above. */
static gboolean
is_series (const PoplensLifeInks *self, guint ink)
{
  return self->by_life ? ink <= PASSING : self->used[ink];
}

void
poplens_life_inks_settle (const PoplensLifeInks *self, guint8 *inks, gsize n)
{
  guint8 series[2 * POPLENS_N_GROUPS] = {0}, next = 0;

  for (guint i = 0; i < G_N_ELEMENTS (series); i++)
    if (is_series (self, i))
      series[i] = next++;
  for (gsize i = 0; i < n; i++)
    inks[i] = series[inks[i]];
}

void
poplens_life_inks_add_series (const PoplensLifeInks *self, PoplensChart *chart,
                              const PoplensLocation *location)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  for (guint i = 0; i < G_N_ELEMENTS (self->used); i++) {
    PoplensMemoryGroup group = i / 2;
    gboolean part = i % 2;
    const char *title = poplens_memory_group_title (group);
    if (!is_series (self, i))
      continue;
    /* Of life as in the graph: a click in either legend hides it in both. */
    g_autofree char *key = self->by_life
                               ? g_strdup (i == ALWAYS ? "always-live" : "not-always-live")
                               : g_strconcat ("life-", poplens_memory_group_key (group),
                                              part ? "-always" : NULL, NULL);
    g_autofree char *name = self->by_life
                                ? g_strdup (i == ALWAYS ? "Always live" : "Not always live")
                                : g_strconcat (title, part ? ", always live" : NULL, NULL);
    PoplensInk ink = self->by_life
                         ? (i == ALWAYS ? POPLENS_INK_ALWAYS_LIVE : POPLENS_INK_NOT_ALWAYS_LIVE)
                         : (PoplensInk) (POPLENS_INK_TENSORS + group);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, name, ink,
                              part && !self->by_life ? 3 : 0, NULL,
                              g_strv_contains ((const char *const *) hidden, key));
  }
}

void
poplens_life_inks_add_choice (PoplensPage *page, const char *section)
{
  static const char *const options[] = {"category", "liveness"};
  static const char *const titles[] = {"Category", "Liveness"};

  poplens_page_add_choice (page, "colour", "Colour by", "Colour bars by category or by liveness",
                           options, titles, G_N_ELEMENTS (options), 0);
  poplens_page_control (page, "colour")->section = section;
}
