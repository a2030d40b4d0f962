/* Whose liveness is shown: the menu, and what is wrong with the location's wish. */
#include "pages/liveness/liveness-page.h"

#include <string.h>

/* Replicas are alike: of more than so many nobody looks for one by a menu. */
#define MOST_REPLICAS 16

typedef struct {
  GStrvBuilder *options, *titles;
  guint n, current;
} Menu;

static void
add (Menu *menu, const char *option, const char *title, gboolean current)
{
  g_strv_builder_add (menu->options, option);
  g_strv_builder_add (menu->titles, title);
  if (current)
    menu->current = menu->n;
  menu->n++;
}

static void
add_numbered (Menu *menu, const PoplensLiveSource *source, PoplensSourceKind kind,
              const char *title, guint32 n)
{
  for (guint32 i = 0; n > 1 && i < n; i++) {
    g_autofree char *option = g_strdup_printf ("%s:%u", poplens_source_kind_name (kind), i);
    g_autofree char *text = g_strdup_printf ("%s %u", title, i);
    add (menu, option, text, source->kind == kind && source->number == i);
  }
}

static void
add_tiles (Menu *menu, const PoplensLiveSource *source, const PoplensLocation *location)
{
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  g_autofree char *text = poplens_tile_set_to_string (tiles);
  gboolean one = poplens_tile_set_count (tiles) == 1;
  g_autofree char *title = g_strdup_printf (one ? "Tile %s" : "Tiles %s", text);

  if (tiles->n)
    add (menu, "tile", g_utf8_strlen (title, -1) > 20 ? "Selected tiles" : title,
         source->kind == POPLENS_SOURCE_TILES);
}

static guint32
count_replicas (PoplensReport *report)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);

  return target ? MIN (target->num_replicas, MOST_REPLICAS) : 0;
}

void
poplens_liveness_page_add_source (PoplensPage *page, const PoplensPageContext *context,
                                  const PoplensLiveSource *source, guint32 n_ipus)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  Menu menu = {options, titles, 0, 0};

  add (&menu, "all", "All tiles", FALSE);
  add_numbered (&menu, source, POPLENS_SOURCE_IPU, "IPU", n_ipus);
  add_numbered (&menu, source, POPLENS_SOURCE_REPLICA, "Replica", count_replicas (context->report));
  if (!poplens_report_get_absence (context->report, POPLENS_PART_MEMORY))
    add (&menu, "fullest", "Fullest tile", source->kind == POPLENS_SOURCE_FULLEST);
  add_tiles (&menu, source, context->location);
  page->has_scope = TRUE;
  poplens_page_add_own_choice (page, "scope", "Scope", "Tiles whose memory is shown",
                               g_strv_builder_end (options), g_strv_builder_end (titles),
                               menu.current);
}

PoplensLocation *
poplens_liveness_page_drop_wrong_source (PoplensPage *page, PoplensLocation *location,
                                         PoplensReport *report)
{
  const char *named = poplens_location_get (location, "scope");
  g_autoptr (PoplensLocation) old = location;
  PoplensSourceKind kind;
  const char *absence;

  if (!named)
    return g_steal_pointer (&old);
  if (!poplens_source_kind_parse (named, &kind)) {
    g_autofree char *text =
        g_strdup_printf ("invalid scope “%s”; use all, ipu, replica, tile or fullest", named);
    poplens_page_add_misuse (page, text);
    return poplens_location_with (old, "scope", NULL);
  }
  absence = poplens_report_get_absence (report, POPLENS_PART_MEMORY);
  if (kind != POPLENS_SOURCE_FULLEST || !absence)
    return g_steal_pointer (&old);
  g_autofree char *text = g_strdup_printf ("Fullest tile unknown: %s", absence);
  poplens_page_add_misuse (page, text);
  return poplens_location_with (old, "scope", NULL);
}
