/* Insights: does it fit, what is the memory spent on, and what would help. */
#include "pages/insights/insights-page.h"

#include "base/typed.h"
#include "model/assumptions.h"

#include <string.h>

/* ---- tiles ----------------------------------------------------------------------------------- */

static const PoplensTileSeries series[] = {
    {"bytes", "peak", "Peak of the tile"},
    {"headroom", "headroom", "Headroom"},
    {"always_live", "always-live", "Always live"},
    {"not_always_live", "not-always-live", "Not always live"},
    {"total_including_gaps", "with-gaps", "Including gaps"},
};

static guint
insights_add_value (PoplensPage *page)
{
  static const char *const options[] = {"peak", "headroom", "always-live", "not-always-live",
                                        "with-gaps"};
  static const char *const titles[] = {"Peak of the tile", "Headroom", "Always live",
                                       "Not always live", "Including gaps"};
  guint value = poplens_page_add_choice (page, "colour", "Colour by", "Colour tiles by", options,
                                         titles, G_N_ELEMENTS (options), 0);

  poplens_page_control (page, "colour")->section = "peaks-map";
  return value;
}

static gboolean
does_not_fit (const PoplensTable *table, guint32 row)
{
  return poplens_insights_number (table, row, "over", 0) > 0;
}

/* Each tile at its own worst step, and which do not fit. */
static gboolean
insights_fill_tiles (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) no_tile = poplens_location_with (context->location, "tile", NULL);
  g_autoptr (PoplensLocation) whole = poplens_location_with (no_tile, "ipu", NULL);
  PoplensPageContext all = *context;
  gconstpointer target;
  PoplensSection *section;
  guint value;

  all.location = whole;
  if (!poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                   context->cancellable, error))
    return FALSE;
  poplens_page_add_damage (page, &all);
  poplens_page_add_assumptions (page, &all, POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS));
  value = insights_add_value (page);
  if (!poplens_page_add_table (page, &all, "liveness-tiles", &section, error))
    return FALSE;
  if (!section->table)
    return TRUE;
  section->rows.filterable = TRUE;
  PoplensTileCharts charts = {page, &all, target, section->table, series, G_N_ELEMENTS (series)};
  poplens_insights_add_map (&charts, "peaks-map", "Peak of Each Tile", value, "over capacity",
                            does_not_fit);
  /* The map is above its table. */
  guint last = page->sections->len - 1;
  gpointer map = g_ptr_array_steal_index (page->sections, last);
  g_ptr_array_insert (page->sections, (int) last - 1, map);
  const PoplensTable *table = section->table;
  guint32 n = 0;
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += does_not_fit (table, row);
  return !n || poplens_page_add_table (page, &all, "overflow", NULL, error);
}

/* ---- chapters -------------------------------------------------------------------------------- */

#define MOST_TABLES 4

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

#define PEAKS "Peaks"

/* What a chapter shows: its own sections, which read @parts, or tables about the tiles that are
 * chosen, which read their own. Those that follow each other under one @shared title share a
 * button, and a choice says which. */
static const struct {
  const char *key, *title, *shared;
  guint32 parts;
  gboolean (*fill) (PoplensPage *page, const PoplensPageContext *context, GError **error);
  struct {
    const char *name, *by; /* value of the key "by"; NULL: none */
  } tables[MOST_TABLES];
} chapters[] = {
    {"overview",
     "Overview",
     NULL,
     BIT (VERTICES) | BIT (EXCHANGES) | BIT (PROGRAMS),
     poplens_insights_fill_overview,
     {{NULL}}},
    {"tiles",
     "Peaks by tile",
     PEAKS,
     BIT (LIVENESS) | BIT (PROGRAMS),
     insights_fill_tiles,
     {{NULL}}},
    {"steps",
     "Peaks by step",
     PEAKS,
     BIT (LIVENESS) | BIT (PROGRAMS),
     NULL,
     {{"liveness-peaks"}, {"memory-ipus"}}},
    {"variables",
     "Variables",
     NULL,
     BIT (LIVENESS) | BIT (VARIABLES),
     NULL,
     {{"always-live-variables"}, {"peak-variables"}}},
    {"vertices",
     "Vertices",
     NULL,
     BIT (VERTICES),
     NULL,
     {{"vertices-by-state"}, {"vertices-by-code"}, {"vertex-types", "family"}}},
    {"exchanges",
     "Exchanges",
     NULL,
     BIT (EXCHANGES) | BIT (PROGRAMS) | BIT (LIVENESS) | BIT (VARIABLES),
     NULL,
     {{"exchanges-by-code"}, {"exchanges", "buffer"}}},
    {"balance", "Balance", NULL, 0, NULL, {{"memory-imbalance"}, {"memory-ipus"}}},
    {"what-if",
     "What If",
     NULL,
     BIT (LIVENESS) | BIT (VARIABLES) | BIT (PROGRAMS),
     poplens_insights_fill_what_if,
     {{NULL}}},
};

void
poplens_insights_page_views (GPtrArray *views, PoplensReport *report)
{
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    PoplensView *view =
        poplens_views_add (views, "Section", "view", chapters[i].key, chapters[i].title);
    for (guint t = 0; t < MOST_TABLES && chapters[i].tables[t].name; t++)
      poplens_view_add_table (view, chapters[i].tables[t].name);
  }
}

/* A location with changes is one of what-if, whoever wrote it. */
static guint
default_chapter (const PoplensLocation *location)
{
  guint chapter = 0;

  if (poplens_location_get (location, "scale") || poplens_location_get (location, "change"))
    while (strcmp (chapters[chapter].key, "what-if"))
      chapter++;
  return chapter;
}

/* The chapter that @location names, or the number of chapters where there is no such one. */
static guint
find_chapter (const PoplensLocation *location)
{
  const char *wanted = poplens_location_get (location, "view");
  guint chapter = 0;

  if (!wanted)
    return default_chapter (location);
  while (chapter < G_N_ELEMENTS (chapters) && strcmp (wanted, chapters[chapter].key))
    chapter++;
  return chapter;
}

guint32
poplens_insights_parts (const PoplensLocation *location)
{
  guint chapter = find_chapter (location);

  return chapters[chapter < G_N_ELEMENTS (chapters) ? chapter : default_chapter (location)].parts;
}

gboolean
poplens_insights_is_overview (const PoplensLocation *location)
{
  return find_chapter (location) == 0;
}

static gboolean
share_button (guint a, guint b)
{
  return a == b || (chapters[a].shared && !g_strcmp0 (chapters[a].shared, chapters[b].shared));
}

/* Which of those that share the button of chapter @current is shown. */
static void
add_shared (PoplensPage *page, guint current)
{
  GStrvBuilder *options = g_strv_builder_new (), *titles = g_strv_builder_new ();
  guint shown = 0, n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    if (!share_button (i, current))
      continue;
    shown = i == current ? n : shown;
    n++;
    g_strv_builder_add (options, chapters[i].key);
    g_strv_builder_add (titles, chapters[i].title);
  }
  poplens_page_add_own_choice (page, "view", chapters[current].shared, "View of this section",
                               g_strv_builder_end (options), g_strv_builder_end (titles), shown);
  ((PoplensControl *) page->controls->pdata[page->controls->len - 1])->is_plain = TRUE;
  g_strv_builder_unref (options);
  g_strv_builder_unref (titles);
}

/* A button for each, that leads to the first of those that share it, or stays on the current. */
static void
add_buttons (PoplensPage *page, guint current)
{
  GStrvBuilder *options = g_strv_builder_new (), *titles = g_strv_builder_new ();
  guint shown = 0, n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++) {
    if (i && share_button (i, i - 1))
      continue;
    gboolean is_shown = share_button (i, current);
    shown = is_shown ? n : shown;
    n++;
    g_strv_builder_add (options, chapters[is_shown ? current : i].key);
    g_strv_builder_add (titles, chapters[i].shared ? chapters[i].shared : chapters[i].title);
  }
  poplens_page_add_own_choice (page, "view", "Section", "Section to show",
                               g_strv_builder_end (options), g_strv_builder_end (titles), shown);
  poplens_page_control (page, "view")->kind = POPLENS_CONTROL_CHAPTERS;
  g_strv_builder_unref (options);
  g_strv_builder_unref (titles);
}

/* Unlike the buttons, all of them. */
static void
insights_refuse (PoplensPage *page, const char *wanted)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "invalid value “%s” for section; use:", wanted);
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++)
    g_string_append_printf (text, "%s %s",
                            !i                                ? ""
                            : i + 1 < G_N_ELEMENTS (chapters) ? ","
                                                              : " or",
                            chapters[i].key);
  poplens_page_add_misuse (page, text->str);
}

guint
poplens_insights_add_chapters (PoplensPage *page)
{
  guint current = find_chapter (page->location);
  gboolean found = current < G_N_ELEMENTS (chapters);

  if (!found)
    current = default_chapter (page->location);
  add_buttons (page, current);
  if (chapters[current].shared)
    add_shared (page, current);
  if (!found)
    insights_refuse (page, poplens_location_get (page->location, "view"));
  return current;
}

/* ---- whose memory ---------------------------------------------------------------------------- */

static guint32
count_ipus (const PoplensTarget *target)
{
  return target && target->tiles_per_ipu
             ? MAX (target->tiles_per_replica / target->tiles_per_ipu, 1)
             : 0;
}

/* Which of the options the location stands for: what it names, else tiles before an IPU. */
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
    /* "Tile 5", "Tiles 0-9"; what is long is not said. */
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

/* The location without an IPU or a source that cannot be. (transfer full) */
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

static gboolean
insights_add_tables (PoplensPage *page, const PoplensPageContext *context, guint chapter,
                     GError **error)
{
  for (guint i = 0; i < MOST_TABLES && chapters[chapter].tables[i].name; i++) {
    g_autoptr (PoplensLocation) location =
        poplens_location_with (context->location, "by", chapters[chapter].tables[i].by);
    PoplensPageContext of = *context;
    PoplensSection *section;
    of.location = location;
    if (!poplens_page_add_table (page, &of, chapters[chapter].tables[i].name, &section, error))
      return FALSE;
    section->location = poplens_location_watch (location, NULL);
    section->rows.filterable = section->table && poplens_table_n_rows (section->table) > 1;
  }
  return TRUE;
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
  if (chapters[chapter].fill)
    return chapters[chapter].fill (page, &usable, error);
  poplens_insights_add_scope (page, &usable, target);
  poplens_page_add_damage (page, &usable);
  return insights_add_tables (page, &usable, chapter, error);
}
