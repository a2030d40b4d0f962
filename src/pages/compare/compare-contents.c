/* Tile contents of two reports as a treemap of changes, in a tab of Liveness. The area of an item
 * is its larger value in both reports; its colour shows the change. */
#include "charts/treemap/treemap.h"
#include "derived/compare/compare-source.h"
#include "derived/insights/contents-source.h"
#include "pages/compare/compare-look.h"
#include "pages/liveness/liveness-contents.h"

/* Data of the chart's callbacks: item 0 is the root, item i is row i − 1 of the contents. Reference
 * counted. */
typedef struct {
  PoplensContentsAnswer answer;
  PoplensByteUnit unit;
} ContentsChangeItems;

static void
items_clear (gpointer data)
{
  poplens_contents_answer_clear (&((ContentsChangeItems *) data)->answer);
}

static void
items_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, items_clear);
}

/* Returns the row of an item. @item must not be 0, since the root has no row. */
static const PoplensContentsRow *
compare_contents_row_of (const ContentsChangeItems *items, gsize item)
{
  return &g_array_index (items->answer.contents->rows, PoplensContentsRow, item - 1);
}

static PoplensAmount
amount_of (const ContentsChangeItems *items, gsize item)
{
  const PoplensContentsSums *sums = items->answer.contents->sums;

  return item ? poplens_amount_of (compare_contents_row_of (items, item)->bytes[POPLENS_FIRST],
                                   compare_contents_row_of (items, item)->bytes[POPLENS_SECOND])
              : poplens_amount_of (sums[POPLENS_FIRST].total, sums[POPLENS_SECOND].total);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* TRUE if the reports show different tiles. If no tile is selected, each report shows the tile that
 * needs most bytes. */
static gboolean
are_two_tiles (const ContentsChangeItems *items)
{
  return items->answer.of[POPLENS_FIRST].tile != items->answer.of[POPLENS_SECOND].tile;
}

/* Returns the title of the tab, which is also the name of the root: "Tiles 5 and 7" if the reports
 * show different tiles. (transfer full) */
static char *
name_scope (const ContentsChangeItems *items)
{
  const PoplensContentsScope *of = items->answer.of;
  const char *scope = of[POPLENS_FIRST].scope;

  if (are_two_tiles (items))
    return g_strdup_printf ("Tiles %u and %u", of[POPLENS_FIRST].tile, of[POPLENS_SECOND].tile);
  return g_strdup_printf ("%c%s", g_ascii_toupper (*scope), scope + 1);
}

/* Returns the text of the tab: the tile and the step of each report, and what areas mean. No step
 * is named if several tiles are shown, since each tile is at its own peak. (transfer full) */
static char *
say_steps (const ContentsChangeItems *items)
{
  const PoplensContentsScope *a = &items->answer.of[POPLENS_FIRST],
                             *b = &items->answer.of[POPLENS_SECOND];
  const char *areas = "Areas are those of the report that has more.";
  PoplensNumber first, second;

  if (a->at == POPLENS_NO_STEP || b->at == POPLENS_NO_STEP)
    return g_strdup_printf (
        "%s%s", are_two_tiles (items) ? "The fullest tile of each report. " : "", areas);
  poplens_format_count (first, a->at);
  poplens_format_count (second, b->at);
  if (are_two_tiles (items))
    return g_strdup_printf ("The fullest tile of each report: before, tile %u at step %s; after, "
                            "tile %u at step %s. %s",
                            a->tile, first, b->tile, second, areas);
  return g_strdup_printf ("Before, at step %s; after, at step %s. %s", first, second, areas);
}

static char *
compare_contents_name_item (gconstpointer data, gsize item)
{
  const ContentsChangeItems *items = data;

  return item ? g_strdup (compare_contents_row_of (items, item)->label) : name_scope (items);
}

/* Returns the text of the item's hover box: the values before and after, and the change. (transfer
 * full) */
static char *
compare_contents_hover_item (gconstpointer data, gsize item)
{
  const ContentsChangeItems *items = data;

  return poplens_compare_look_notes (amount_of (items, item), 0, POPLENS_UNIT_BYTES, items->unit);
}

/* Returns the text of the item's change, which the chart draws below the item's name. (transfer
 * full) */
static char *
compare_contents_change_item (gconstpointer data, gsize item)
{
  const ContentsChangeItems *items = data;

  return poplens_compare_look_change (amount_of (items, item), POPLENS_UNIT_BYTES, items->unit);
}

/* Returns "before → after (change)" for an item. It is shown above the plot for the node in view.
 * (transfer full) */
static char *
compare_contents_amounts_item (gconstpointer data, gsize item)
{
  const ContentsChangeItems *items = data;

  return poplens_compare_look_amounts (amount_of (items, item), POPLENS_UNIT_BYTES, items->unit);
}

/* ---- the chart ------------------------------------------------------------------------------- */

static PoplensChart *
compare_contents_make_chart (ContentsChangeItems *items, const PoplensPageContext *context)
{
  PoplensChart *chart = poplens_chart_new (&poplens_treemap_kind, "Tile contents, larger of both",
                                           items->answer.contents->rows->len + 1,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);

  poplens_chart_set_item_axis (chart, NULL, "part");
  poplens_chart_set_source (chart, "derived by Poplens");
  poplens_compare_look_add_series (chart, context->location);
  poplens_chart_set_item_names (chart, compare_contents_name_item, g_atomic_rc_box_acquire (items),
                                items_unref);
  poplens_chart_set_item_notes (chart, compare_contents_hover_item, g_atomic_rc_box_acquire (items),
                                items_unref);
  poplens_chart_set_treemap_texts (chart, compare_contents_change_item,
                                   compare_contents_amounts_item, g_atomic_rc_box_acquire (items),
                                   items_unref);
  guint32 n = items->answer.contents->rows->len + 1;
  guint8 *series = g_new (guint8, n);
  for (guint32 i = 0; i < n; i++)
    series[i] = poplens_compare_look_of (amount_of (items, i));
  poplens_liveness_set_contents (chart, items->answer.contents, POPLENS_FIRST, POPLENS_SECOND,
                                 series);
  return chart;
}

/* Adds the fact @label with the change and both values, or with the value alone if there is no
 * change. If both values are 0, adds nothing. */
static void
compare_contents_add_fact (PoplensTabChart *tab, const char *label, gint64 before, gint64 after,
                           PoplensByteUnit unit)
{
  PoplensAmount amount = poplens_amount_of (before, after);
  g_autofree char *change = poplens_compare_look_change (amount, POPLENS_UNIT_BYTES, unit);
  g_autofree char *amounts = poplens_compare_look_amounts (amount, POPLENS_UNIT_BYTES, unit);

  if (amount.change)
    poplens_facts_add (tab->facts, label, change, amounts);
  else if (before)
    poplens_facts_add (tab->facts, label, amounts, NULL);
}

/* Adds facts on the change in the tile's bytes: live, not live, packing, gaps, and their sum, the
 * need. */
static void
contents_change_add_facts (PoplensTabChart *tab, const ContentsChangeItems *items)
{
  const PoplensContentsSums *before = &items->answer.contents->sums[POPLENS_FIRST],
                            *after = &items->answer.contents->sums[POPLENS_SECOND];

  compare_contents_add_fact (tab, "Live", before->live, after->live, items->unit);
  compare_contents_add_fact (tab, "Not live at this step", before->not_live, after->not_live,
                             items->unit);
  compare_contents_add_fact (tab, "Packing", before->packing, after->packing, items->unit);
  compare_contents_add_fact (tab, "Gaps", before->gaps, after->gaps, items->unit);
  compare_contents_add_fact (tab, "Need", before->total, after->total, items->unit);
}

/* Makes the chart of the tab. (transfer full) (nullable): NULL with @error */
static PoplensTabChart *
make_tab (const PoplensPageContext *context, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  ContentsChangeItems *items;
  PoplensTabChart *tab;

  if (!poplens_compare_source_init (&source, context->report, error))
    return NULL;
  items = g_atomic_rc_box_new0 (ContentsChangeItems);
  items->unit = context->unit;
  if (!poplens_reports_contents (source.of, context->location, &items->answer, context->cancellable,
                                 error)) {
    items_unref (items);
    return NULL;
  }
  tab = poplens_tab_chart_new (compare_contents_make_chart (items, context), items, items_unref);
  tab->title = name_scope (items);
  tab->text = say_steps (items);
  contents_change_add_facts (tab, items);
  return tab;
}

/* Returns @location unchanged: a click selects nothing, as only one of the reports may have the
 * item. (transfer full) */
static PoplensLocation *
contents_change_select_item (const PoplensTabChart *tab, const PoplensLocation *location,
                             gsize item, double position)
{
  return poplens_location_ref ((PoplensLocation *) location);
}

void
poplens_compare_contents_add (PoplensComparePage *self)
{
  enum {
    PARTS = POPLENS_PART_BIT (POPLENS_PART_VARIABLES) | POPLENS_PART_BIT (POPLENS_PART_MEMORY) |
            POPLENS_PART_BIT (POPLENS_PART_PROGRAMS)
  };
  static const PoplensTabKind kind = {make_tab, contents_change_select_item, NULL, NULL, PARTS};
  static const char chart[] = "contents-chart";

  poplens_page_add_tab_chart (self->page, chart, "Tile contents as a treemap", &kind, NULL, NULL)
      ->tab.opens = TRUE;
  poplens_compare_page_add_partial_tab (self, "contents");
  poplens_liveness_add_contents_order (self->page, chart);
  poplens_liveness_add_contents_order (self->page, "contents");
}
