/* Insights: the chapters of the page, and the scope of tiles that a chapter covers. */
#include "pages/insights/insights-page.h"

#include "base/typed.h"
#include "model/assumptions.h"

#include <string.h>

/* ---- chapters -------------------------------------------------------------------------------- */

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

#define N_CHAPTERS 3

static const char *const chapter_keys[N_CHAPTERS] = {"overview", "what-if", "tiles"};
static const char *const chapter_titles[N_CHAPTERS] = {"Findings", "What If", "Peaks by Tile"};

/* For each chapter, the parts that it reads besides those of the page, and the function that fills
 * it. */
static const struct {
  guint32 parts;
  gboolean (*fill) (PoplensPage *page, const PoplensPageContext *context, GError **error);
} chapters[N_CHAPTERS] = {
    {BIT (VERTICES) | BIT (EXCHANGES) | BIT (PROGRAMS), poplens_insights_fill_overview},
    {BIT (LIVENESS) | BIT (VARIABLES) | BIT (PROGRAMS), poplens_insights_fill_what_if},
    {BIT (LIVENESS) | BIT (PROGRAMS), poplens_insights_fill_tiles},
};

void
poplens_insights_page_views (GPtrArray *views, PoplensReport *report)
{
  for (guint i = 0; i < N_CHAPTERS; i++)
    poplens_views_add (views, "Section", "view", chapter_keys[i], chapter_titles[i]);
}

/* Returns the chapter of a location without a "view": What If if the location has changes, else
 * Findings. */
static guint
default_chapter (const PoplensLocation *location)
{
  guint chapter = 0;

  if (poplens_location_get (location, "scale") || poplens_location_get (location, "change"))
    while (strcmp (chapter_keys[chapter], "what-if"))
      chapter++;
  return chapter;
}

/* Returns the chapter that @location names; the default one if the name is unknown. */
static guint
find_chapter (const PoplensLocation *location)
{
  const char *wanted = poplens_location_get (location, "view");

  for (guint chapter = 0; wanted && chapter < N_CHAPTERS; chapter++)
    if (!strcmp (wanted, chapter_keys[chapter]))
      return chapter;
  return default_chapter (location);
}

guint32
poplens_insights_parts (const PoplensLocation *location)
{
  return chapters[find_chapter (location)].parts;
}

gboolean
poplens_insights_is_overview (const PoplensLocation *location)
{
  return find_chapter (location) == 0;
}

guint
poplens_insights_add_chapters (PoplensPage *page)
{
  guint chapter =
      poplens_page_add_choice (page, "view", "Section", "Section to show", chapter_keys,
                               chapter_titles, N_CHAPTERS, default_chapter (page->location));

  poplens_page_control (page, "view")->kind = POPLENS_CONTROL_CHAPTERS;
  return chapter;
}

/* ---- scope ----------------------------------------------------------------------------------- */

static guint32
count_ipus (const PoplensTarget *target)
{
  return target && target->tiles_per_ipu
             ? MAX (target->tiles_per_replica / target->tiles_per_ipu, 1)
             : 0;
}

/* Returns the index of the option for the location's scope. If the location has no "scope",
 * selected tiles have precedence over an IPU. */
static guint
current_source (const PoplensLocation *location, const GPtrArray *options)
{
  const char *source = poplens_location_get (location, "scope"),
             *ipu = poplens_location_get (location, "ipu");
  g_autofree char *of_ipu = ipu ? g_strconcat ("ipu:", ipu, NULL) : NULL;
  guint found = 0;

  for (guint i = 1; i < options->len; i++) {
    const char *option = options->pdata[i];
    gboolean is_tile = !strcmp (option, "tile");
    if (is_tile ? !source || !strcmp (source, "tile")
                : (!source || !strcmp (source, "ipu")) && !g_strcmp0 (option, of_ipu))
      found = i;
  }
  return found;
}

void
poplens_insights_add_scope (PoplensPage *page, const PoplensPageContext *context,
                            const PoplensTarget *target)
{
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (context->location);
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint32 n_ipus = count_ipus (target);
  const PoplensMemory *memory = poplens_report_peek (context->report, POPLENS_PART_MEMORY);
  guint current;

  poplens_page_add_option (options, titles, g_strdup ("all"), g_strdup ("All tiles"));
  for (guint32 i = 0; n_ipus > 1 && i < n_ipus; i++)
    poplens_page_add_option (options, titles, g_strdup_printf ("ipu:%u", i),
                             g_strdup_printf ("IPU %u", i));
  if (tiles->n) {
    /* The title lists the tiles ("Tile 5", "Tiles 0-9"), unless the list is long. */
    g_autofree char *text = poplens_tile_set_to_string (tiles);
    poplens_page_add_option (
        options, titles, g_strdup ("tile"),
        strlen (text) > 16
            ? g_strdup ("Selected tiles")
            : g_strdup_printf (poplens_tile_set_count (tiles) == 1 ? "Tile %s" : "Tiles %s", text));
  }
  current = current_source (context->location, options);
  g_ptr_array_add (options, NULL);
  g_ptr_array_add (titles, NULL);
  poplens_page_add_own_choice (page, "scope", "Scope", "Tiles whose memory is shown",
                               (GStrv) g_ptr_array_steal (options, NULL),
                               (GStrv) g_ptr_array_steal (titles, NULL), current);
  page->has_scope = TRUE;
  if (memory && memory->n_tiles)
    page->n_tiles = memory->tile[memory->n_tiles - 1] + 1;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Returns @location without an invalid IPU or scope. Reports the invalid value on the page.
 * (transfer full) */
static PoplensLocation *
usable_scope (PoplensPage *page, const PoplensLocation *location, const PoplensTarget *target)
{
  const char *ipu = poplens_location_get (location, "ipu"),
             *source = poplens_location_get (location, "scope");
  guint32 n = count_ipus (target);
  g_autoptr (PoplensLocation) known = poplens_location_ref ((PoplensLocation *) location);

  if (source && strcmp (source, "all") && strcmp (source, "ipu") && strcmp (source, "tile")) {
    g_autofree char *text = g_strdup_printf ("invalid scope “%s”; use all, ipu or tile", source);
    g_autoptr (PoplensLocation) old = g_steal_pointer (&known);
    poplens_page_add_misuse (page, text);
    known = poplens_location_with (old, "scope", NULL);
  }
  if (!ipu || (n && poplens_typed_unsigned (ipu, 0, n - 1, NULL)))
    return g_steal_pointer (&known);
  PoplensNumber count;
  g_autofree char *text = g_strdup_printf ("unknown IPU “%s”; the report has %s", ipu,
                                           poplens_format_items (count, n, "IPU"));
  poplens_page_add_misuse (page, text);
  return poplens_location_with (known, "ipu", NULL);
}

gboolean
poplens_insights_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensPageContext usable = *context;
  gconstpointer target;
  guint chapter;

  page->layout = POPLENS_LAYOUT_DOCUMENT;
  if (!poplens_report_load_memory (context->report, context->cancellable, error) ||
      !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                   context->cancellable, error))
    return FALSE;
  chapter = poplens_insights_add_chapters (page);
  g_autoptr (PoplensLocation) location = usable_scope (page, context->location, target);
  usable.location = location;
  return chapters[chapter].fill (page, &usable, error);
}
