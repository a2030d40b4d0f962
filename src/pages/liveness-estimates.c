#include "pages/liveness-estimates.h"

/* Columns of the tables that the charts are made of: tile, IPU, and one for each step. */
enum { TILE, IPU, FIRST_STEP };

typedef struct {
  guint32 n;
  guint32 *tiles; /* of each item, rising */
} Tiles;

static void
tiles_free (gpointer data)
{
  Tiles *self = data;

  g_free (self->tiles);
  g_free (self);
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* NULL: of that step nothing is recorded. */
static guint64 *
read_values (const PoplensTable *table, guint column)
{
  guint32 n = poplens_table_n_rows (table);
  g_autofree guint64 *values = g_new0 (guint64, MAX (n, 1));
  gboolean any = FALSE;

  for (guint32 r = 0; r < n; r++) {
    PoplensValue value = poplens_table_get (table, r, column);
    if (value.type != POPLENS_VALUE_INT)
      continue;
    any = TRUE;
    values[r] = (guint64) value.integer;
  }
  return any ? g_steal_pointer (&values) : NULL;
}

/* The first step fills its area; those that it is compared with are lines. */
static void
add_steps (PoplensChart *chart, const PoplensTable *table, gboolean cycles)
{
  static const PoplensInk inks[] = {POPLENS_INK_COMPUTE, POPLENS_INK_EXCHANGE, POPLENS_INK_HOST,
                                    POPLENS_INK_LINKS,   POPLENS_INK_CONTROL,  POPLENS_INK_SYNC};
  guint n = poplens_table_n_columns (table) - FIRST_STEP;

  for (guint s = 0; s < n; s++) {
    const PoplensColumn *column = poplens_table_get_column (table, FIRST_STEP + s);
    guint64 *values = read_values (table, FIRST_STEP + s);
    const char *name = n > 1 ? column->title : cycles ? "Cycles, estimated" : "FLOPs, estimated";
    if (values)
      poplens_chart_add_series (chart, s ? POPLENS_SERIES_LINE : POPLENS_SERIES_BAND, column->name,
                                name, inks[s % G_N_ELEMENTS (inks)], 0, values, FALSE);
  }
}

static void
add_ipus (PoplensChart *chart, const PoplensTable *table)
{
  guint32 n = poplens_table_n_rows (table);
  gint64 last = -1;

  if (!n ||
      poplens_table_get (table, 0, IPU).integer == poplens_table_get (table, n - 1, IPU).integer)
    return;
  for (guint32 r = 0; r < n; r++) {
    gint64 ipu = poplens_table_get (table, r, IPU).integer;
    if (ipu == last)
      continue;
    g_autofree char *name = g_strdup_printf ("IPU %" G_GINT64_FORMAT, ipu);
    poplens_chart_add_group (chart, r, name);
    last = ipu;
  }
}

/* A tile's number is its position in most files, and then needs no table. */
static gboolean
is_identity (const Tiles *tiles)
{
  for (guint32 i = 0; i < tiles->n; i++)
    if (tiles->tiles[i] != i)
      return FALSE;
  return TRUE;
}

static PoplensChart *
make_chart (const PoplensPageContext *context, const PoplensTable *table, const Tiles *tiles,
            gboolean cycles)
{
  /* Without a tile there is none to say so of. */
  PoplensChart *chart = poplens_chart_new (
      POPLENS_CHART_KIND_AREAS, cycles ? "Estimated cycles by tile" : "Estimated FLOPs by tile",
      MAX (tiles->n, 1), cycles ? POPLENS_CHART_UNIT_CYCLES : POPLENS_CHART_UNIT_COUNT,
      context->unit);

  poplens_chart_set_item_axis (chart, "Tile", "tile");
  poplens_chart_set_source (chart, "compiler\u2019s estimate");
  poplens_chart_set_empty_text (chart, "Nothing is recorded for this step");
  if (!is_identity (tiles))
    poplens_chart_set_item_numbers (chart, g_memdup2 (tiles->tiles, tiles->n * sizeof (guint32)));
  add_ipus (chart, table);
  add_steps (chart, table, cycles);
  return chart;
}

/* ---- what is selected --------------------------------------------------------------------------
 */

static GArray *
selected_items (const PoplensTabChart *tab, const PoplensPlace *place)
{
  const Tiles *tiles = tab->items;
  g_autoptr (PoplensTileSet) chosen = poplens_place_get_tiles (place);
  GArray *items = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));

  for (guint32 i = 0; chosen && i < tiles->n; i++) {
    PoplensItemRange *last =
        items->len ? &g_array_index (items, PoplensItemRange, items->len - 1) : NULL;
    if (!poplens_tile_set_contains (chosen, tiles->tiles[i]))
      continue;
    if (last && last->to == i) {
      last->to++;
    } else {
      PoplensItemRange item = {i, i + 1};
      g_array_append_val (items, item);
    }
  }
  return items;
}

static PoplensPlace *
select_item (const PoplensTabChart *tab, const PoplensPlace *place, gsize item, double position)
{
  const Tiles *tiles = tab->items;
  g_autofree char *tile = item < tiles->n ? g_strdup_printf ("%u", tiles->tiles[item]) : NULL;

  return poplens_place_with (place, "tile", tile);
}

/* ---- the tab -----------------------------------------------------------------------------------
 */

/* Of the selected tiles what each step has. */
static void
add_facts (PoplensTabChart *tab, const PoplensTable *table)
{
  const Tiles *tiles = tab->items;

  for (guint i = 0; tab->selected->len == 1 && i < poplens_chart_get_n_series (tab->chart); i++) {
    PoplensItemRange range = g_array_index (tab->selected, PoplensItemRange, 0);
    PoplensNumber value;
    if (range.to - range.from > 1)
      return;
    g_autofree char *link = g_strdup_printf ("memory?tile=%u", tiles->tiles[range.from]);
    PoplensFact *fact = poplens_facts_add (
        tab->facts, poplens_chart_get_series_name (tab->chart, i),
        poplens_format_count (value, poplens_chart_get_value (tab->chart, i, range.from)), NULL);
    fact->link = g_steal_pointer (&link);
  }
}

static char *
title_of (const PoplensTabChart *tab, gboolean cycles)
{
  const Tiles *tiles = tab->items;
  PoplensItemRange range;

  if (tab->selected->len == 1) {
    range = g_array_index (tab->selected, PoplensItemRange, 0);
    if (range.to - range.from == 1)
      return g_strdup_printf ("Tile %u", tiles->tiles[range.from]);
  }
  return g_strdup (cycles ? "Cycles of each tile" : "FLOPs of each tile");
}

/* All tiles of the IPU or replica that the Place is about, also where it selects some of them: a
 * click would take away what one compares with. */
static PoplensPlace *
without_tiles (const PoplensPlace *place)
{
  const char *source = poplens_place_get (place, "source");
  gboolean of_tiles = !g_strcmp0 (source, "tile") || !g_strcmp0 (source, "fullest");
  g_autoptr (PoplensPlace) all = poplens_place_with (place, "tile", NULL);

  return poplens_place_with (all, "source", of_tiles ? NULL : source);
}

static PoplensTabChart *
tab_new (const PoplensPageContext *context, gboolean cycles, GError **error)
{
  g_autoptr (PoplensPlace) place = without_tiles (context->place);
  g_autoptr (PoplensTable) table = poplens_tables_build (
      cycles ? "step-cycles" : "step-flops", context->report, place, context->cancellable, error);
  PoplensTabChart *tab;
  Tiles *tiles;

  if (!table)
    return NULL;
  tiles = g_new (Tiles, 1);
  tiles->n = poplens_table_n_rows (table);
  tiles->tiles = g_new (guint32, MAX (tiles->n, 1));
  for (guint32 r = 0; r < tiles->n; r++)
    tiles->tiles[r] = (guint32) poplens_table_get (table, r, TILE).integer;
  tab = g_atomic_rc_box_new0 (PoplensTabChart);
  tab->items = tiles;
  tab->free_items = tiles_free;
  tab->chart = make_chart (context, table, tiles, cycles);
  tab->selected = selected_items (tab, context->place);
  tab->facts = g_ptr_array_new_with_free_func (poplens_fact_free);
  tab->title = title_of (tab, cycles);
  tab->text = g_strdup (poplens_table_get_note (table));
  add_facts (tab, table);
  return tab;
}

static PoplensTabChart *
make_cycles (const PoplensPageContext *context, GError **error)
{
  return tab_new (context, TRUE, error);
}

static PoplensTabChart *
make_flops (const PoplensPageContext *context, GError **error)
{
  return tab_new (context, FALSE, error);
}

void
poplens_liveness_add_estimates (PoplensPage *page, gboolean cycles)
{
  static const PoplensTabKind of_cycles = {make_cycles, select_item, selected_items, NULL};
  static const PoplensTabKind of_flops = {make_flops, select_item, selected_items, NULL};

  if (cycles)
    poplens_page_add_tab_chart (page, POPLENS_CYCLES_CHART, "Estimated cycles by tile", &of_cycles,
                                NULL, NULL);
  else
    poplens_page_add_tab_chart (page, POPLENS_FLOPS_CHART, "Estimated FLOPs by tile", &of_flops,
                                NULL, NULL);
}

void
poplens_liveness_estimates_views (GPtrArray *views)
{
  poplens_views_add (views, "Tab", "tab", POPLENS_CYCLES_CHART, "Estimated cycles by tile");
  poplens_views_add (views, "Tab", "tab", POPLENS_FLOPS_CHART, "Estimated FLOPs by tile");
}
