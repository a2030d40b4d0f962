/* Tab of Liveness with the contents of a tile at a step as a treemap. */
#include "pages/liveness/liveness-contents.h"

#include "charts/treemap/treemap.h"
#include "derived/insights/contents-source.h"
#include "pages/core/look.h"

/* Data of the chart's items: item 0 is the root, item i is row i − 1 of the contents. Reference
 * counted. */
typedef PoplensContentsAnswer Items;

static void
items_clear (gpointer data)
{
  poplens_contents_answer_clear (data);
}

static void
items_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, items_clear);
}

static const PoplensContentsRow *
live_contents_row_of (const Items *items, gsize item)
{
  return &g_array_index (items->contents->rows, PoplensContentsRow, item - 1);
}

/* Returns the index of the step to show: of two compared steps, the later one. */
static guint
side_of (const Items *items)
{
  return items->contents->n_sides - 1;
}

static char *
item_name (gconstpointer data, gsize item)
{
  const Items *items = data;
  const char *scope = items->of[side_of (items)].scope;

  return item ? g_strdup (live_contents_row_of (items, item)->label)
              : g_strdup_printf ("%c%s", g_ascii_toupper (*scope), scope + 1);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Series of the treemap: the kinds of variables come first (0 … POPLENS_N_KINDS − 1). */
enum { MIXED = POPLENS_N_KINDS, NOT_LIVE, PACKING, GAPS, N_INKS };

/* Returns the series of a row: its kind, or MIXED, NOT_LIVE, PACKING or GAPS. */
static guint
ink_of (const PoplensContentsRow *row)
{
  switch (row->level) {
  case POPLENS_CONTENTS_NOT_LIVE:
    return NOT_LIVE;
  case POPLENS_CONTENTS_PACKING:
    return PACKING;
  case POPLENS_CONTENTS_GAPS:
    return GAPS;
  default:
    return row->kind == POPLENS_N_KINDS ? MIXED : row->kind;
  }
}

static void
live_contents_add_kind (PoplensChart *chart, PoplensKind kind)
{
  PoplensKindLook ink = poplens_kind_look (kind);

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, poplens_kind_key (kind),
                            poplens_kind_title (kind), ink.ink, ink.shade, NULL, FALSE);
}

/* Adds a series that is not a kind. @ink: MIXED, NOT_LIVE, PACKING or GAPS */
static void
live_contents_add_rest (PoplensChart *chart, guint ink)
{
  static const struct {
    PoplensSeriesKind kind;
    const char *key, *name;
    PoplensInk ink;
  } rest[] = {
      {POPLENS_SERIES_BAND, "mixed", "Several kinds", POPLENS_INK_OTHER},
      {POPLENS_SERIES_QUIET, "not-live", "Not live at this step", POPLENS_INK_NOT_ALWAYS_LIVE},
      {POPLENS_SERIES_QUIET, "packing", "Packing: live at other steps", POPLENS_INK_TOTAL},
      {POPLENS_SERIES_QUIET, "gaps", "Gaps", POPLENS_INK_DIM},
  };
  guint i = ink - MIXED;

  poplens_chart_add_series (chart, rest[i].kind, rest[i].key, rest[i].name, rest[i].ink, 0, NULL,
                            FALSE);
}

/* Adds a series for each kind that occurs, so that the legend lists no others. @series: (out)
 * [N_INKS]: number of each kind's series. */
static void
live_contents_add_series (PoplensChart *chart, const Items *items, guint8 *series)
{
  gboolean used[N_INKS] = {[MIXED] = TRUE};
  guint8 n = 0;

  for (guint i = 0; i < items->contents->rows->len; i++)
    used[ink_of (live_contents_row_of (items, i + 1))] = TRUE;
  for (guint i = 0; i < N_INKS; i++) {
    if (!used[i])
      continue;
    series[i] = n++;
    if (i < MIXED)
      live_contents_add_kind (chart, i);
    else
      live_contents_add_rest (chart, i);
  }
}

/* Gives an area only to rows without children: the chart adds up the area of other rows. Negative
 * values have no area. */
void
poplens_liveness_set_contents (PoplensChart *chart, const PoplensTileContents *contents,
                               guint first, guint last, guint8 *series)
{
  const PoplensContentsRow *rows = (const PoplensContentsRow *) (gpointer) contents->rows->data;
  guint32 n = contents->rows->len;
  guint32 *parent = g_new0 (guint32, n + 1);
  guint64 *own = g_new0 (guint64, n + 1);

  for (guint32 i = 0; i < n; i++) {
    parent[i + 1] = rows[i].parent == G_MAXUINT32 ? 0 : rows[i].parent + 1;
    if (i + 1 < n && rows[i + 1].depth > rows[i].depth)
      continue;
    for (guint s = first; s <= last; s++)
      own[i + 1] = MAX (own[i + 1], (guint64) MAX (rows[i].bytes[s], 0));
  }
  poplens_chart_set_treemap (chart, parent, own, series);
}

static PoplensChart *
live_contents_make_chart (Items *items, const PoplensPageContext *context)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_treemap_kind, "Tile contents", items->contents->rows->len + 1,
                         POPLENS_CHART_UNIT_BYTES, context->unit);
  guint8 series[N_INKS] = {0};

  poplens_chart_set_item_axis (chart, NULL, "part");
  poplens_chart_set_source (chart, "derived by Poplens");
  live_contents_add_series (chart, items, series);
  poplens_chart_set_item_names (chart, item_name, g_atomic_rc_box_acquire (items), items_unref);
  guint32 n = items->contents->rows->len + 1;
  guint8 *by_item = g_new0 (guint8, n);
  by_item[0] = series[MIXED];
  for (guint32 i = 1; i < n; i++)
    by_item[i] = series[ink_of (live_contents_row_of (items, i))];
  poplens_liveness_set_contents (chart, items->contents, side_of (items), side_of (items), by_item);
  return chart;
}

/* ---- the tab --------------------------------------------------------------------------------- */

static void
live_contents_add_bytes (PoplensTabChart *tab, const char *label, gint64 bytes, const char *detail,
                         PoplensByteUnit unit)
{
  PoplensNumber number;
  g_autofree char *text =
      g_strdup_printf ("%s%s", bytes < 0 ? "\u2212" : "",
                       poplens_format_bytes (number, (guint64) ABS (bytes), unit));

  poplens_facts_add (tab->facts, label, text, detail);
}

static void
add_capacity (PoplensTabChart *tab, const PoplensContentsScope *of, gint64 total,
              PoplensByteUnit unit)
{
  gint64 capacity = (gint64) of->capacity;

  if (of->n_tiles != 1 || !capacity)
    return;
  live_contents_add_bytes (tab, "Capacity", capacity, NULL, unit);
  if (total > capacity)
    live_contents_add_bytes (tab, "Over by", total - capacity, NULL, unit);
  else
    live_contents_add_bytes (tab, "Free", capacity - total, NULL, unit);
}

/* Adds facts on the bytes that the tile needs: the need, and the amounts that add up to it. */
static void
live_contents_add_facts (PoplensTabChart *tab, const Items *items, PoplensByteUnit unit)
{
  const PoplensContentsSums *sums = &items->contents->sums[side_of (items)];

  live_contents_add_bytes (tab, "Live", sums->live, NULL, unit);
  if (sums->not_live)
    live_contents_add_bytes (tab, "Not live at this step", sums->not_live, NULL, unit);
  live_contents_add_bytes (tab, "Packing", sums->packing, "live at other steps only", unit);
  live_contents_add_bytes (tab, "Gaps", sums->gaps, NULL, unit);
  live_contents_add_bytes (tab, "Need", sums->total, "sum of these rows", unit);
  add_capacity (tab, &items->of[side_of (items)], sums->total, unit);
}

/* Says at which step the contents are. (transfer full) */
static char *
step_of (const Items *items)
{
  const PoplensContentsScope *of = &items->of[side_of (items)];

  if (of->step != POPLENS_NO_STEP)
    return g_strdup_printf ("At step %u", of->step);
  return of->n_tiles == 1 ? g_strdup_printf ("At its peak step %u", of->at)
                          : g_strdup ("Each tile at its own peak step");
}

static PoplensTabChart *
make_tab (const PoplensPageContext *context, GError **error)
{
  Items *items = g_atomic_rc_box_new0 (Items);
  PoplensTabChart *tab;

  if (!poplens_report_contents (context->report, context->location, items, context->cancellable,
                                error)) {
    items_unref (items);
    return NULL;
  }
  tab = poplens_tab_chart_new (live_contents_make_chart (items, context), items, items_unref);
  tab->title = item_name (items, 0);
  tab->text = items->contents->n_sides > 1
                  ? g_strdup_printf ("At step %u. The table compares both steps.", items->of[1].at)
                  : step_of (items);
  live_contents_add_facts (tab, items, context->unit);
  return tab;
}

/* Returns the value of the location's "cause" that selects a row of the top level: a kind,
 * "packing" or "gap"; NULL for other rows. (nullable) */
static const char *
cause_key (const PoplensContentsRow *row)
{
  switch (row->level) {
  case POPLENS_CONTENTS_KIND:
    return row->kind < POPLENS_N_KINDS ? poplens_kind_key (row->kind) : NULL;
  case POPLENS_CONTENTS_PACKING:
    return "packing";
  case POPLENS_CONTENTS_GAPS:
    return "gap";
  default:
    return NULL;
  }
}

/* Returns @location with the variable of @item selected or, if @item is a kind, packing or gaps at
 * the top level, with that in the key "cause". (transfer full) */
static PoplensLocation *
live_contents_select_item (const PoplensTabChart *tab, const PoplensLocation *location, gsize item,
                           double position)
{
  const Items *items = tab->items;
  const PoplensContentsRow *row =
      item && item <= items->contents->rows->len ? live_contents_row_of (items, item) : NULL;
  g_autofree char *id =
      row && row->variable != G_MAXUINT32 ? g_strdup_printf ("%u", row->variable) : NULL;
  /* Select a kind only at the top level: below a layer, the key of a kind would select that kind in
   * every layer. */
  const char *cause = row && !id && !row->depth ? cause_key (row) : NULL;
  const char *const pairs[][2] = {{"variable", id}, {"cause", cause}};

  return poplens_location_with_pairs (location, pairs, G_N_ELEMENTS (pairs));
}

/* Returns the items that @location selects. (transfer full) */
static GArray *
find_selected (const PoplensTabChart *tab, const PoplensLocation *location)
{
  const Items *items = tab->items;
  const char *text = poplens_location_get (location, "variable");
  const char *causes = poplens_location_get (location, "cause");
  g_auto (GStrv) keys = g_strsplit (causes ? causes : "", ",", -1);
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));
  guint64 id = G_MAXUINT64;

  if (text)
    g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL);
  for (gsize item = 1; item <= items->contents->rows->len; item++) {
    const PoplensContentsRow *row = live_contents_row_of (items, item);
    const char *key = cause_key (row);
    PoplensItemRange range = {item, item + 1};
    if (row->variable == id || (key && g_strv_contains ((const char *const *) keys, key)))
      g_array_append_val (ranges, range);
  }
  return ranges;
}

void
poplens_liveness_add_contents_order (PoplensPage *page, const char *section)
{
  static const char *const options[] = {"kind", "layer"};
  static const char *const titles[] = {"Kind", "Model layer"};

  poplens_page_add_choice (page, "by", "Group by",
                           "Group variables by kind or by model layer first", options, titles,
                           G_N_ELEMENTS (options), 0);
  PoplensControl *control = page->controls->pdata[page->controls->len - 1];
  control->section = section;
}

const PoplensTabKind poplens_liveness_contents_kind = {
    make_tab, live_contents_select_item, find_selected, NULL,
    POPLENS_PART_BIT (POPLENS_PART_VARIABLES) | POPLENS_PART_BIT (POPLENS_PART_MEMORY) |
        POPLENS_PART_BIT (POPLENS_PART_PROGRAMS)};
