/* Bytes of each tile of two reports, split as the location's "breakdown" says: the numbers of the
 * difference that Memory draws. */
#include "analysis/compare/memory-compare.h"

#include "base/error.h"
#include "derived/compare/compare-tiles.h"
#include "derived/selection.h"
#include "tables/compare/compare-table.h"

static const PoplensCompareMeasure measures[] = {
    {"bytes", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_DERIVED,
     "Bytes of this kind on the tile; all kinds add up to the tile's total "
     "(memory_by_tile.total_including_gaps; total if gaps are excluded)",
     TRUE},
};

enum { TILE, KIND, N_LEADING, KEY = N_LEADING };

static const PoplensColumn texts[] = {
    [TILE] = {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Group, category or region of the bytes, or gaps between variables"},
    [KEY] = {"key", "Key", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
             "Identifier for scripts: group:tensors, category:message, region:interleaved, shared, "
             "gaps"},
};

/* The data of the table is PoplensComparedMemory. Things of both reports are numbered alike: tile
 * by tile, kind by kind. */
static void
data_free (gpointer memory)
{
  poplens_compared_memory_free (memory);
}

static guint32
thing_of (const PoplensPair *pair)
{
  return pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ? pair->of[POPLENS_SECOND]
                                                      : pair->of[POPLENS_FIRST];
}

static void
text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const PoplensComparedMemory *self = data;
  guint32 thing = thing_of (pair), n_bands = self->bands->len;
  const PoplensComparedBand *band = g_ptr_array_index (self->bands, thing % n_bands);

  if (column == TILE)
    poplens_cell_int (value, self->tile[thing / n_bands]);
  else
    poplens_cell_text (value, column == KIND ? band->name : band->key);
}

static char *
link_of (gconstpointer data, guint32 thing)
{
  const PoplensComparedMemory *self = data;

  return g_strdup_printf ("memory?tile=%u", self->tile[thing / self->bands->len]);
}

/* ---- what is asked for ------------------------------------------------------------------------
 */

static gboolean
read_breakdown (const PoplensCompareTiles *tiles, const PoplensCompareSource *source,
                const PoplensLocation *location, PoplensBreakdown *breakdown, GError **error)
{
  const char *asked = location ? poplens_location_get (location, "breakdown") : NULL;
  const PoplensMemory *const *of = tiles->of;
  guint n = poplens_compared_breakdowns (of);
  g_autoptr (GString) all = g_string_new (NULL);

  *breakdown = poplens_compared_breakdown_default (of);
  if (!asked)
    return TRUE;
  for (guint b = 0; b < n; b++) {
    if (g_str_equal (asked, poplens_breakdown_keys[b])) {
      *breakdown = b;
      return (b != POPLENS_BREAKDOWN_GROUP && b != POPLENS_BREAKDOWN_CATEGORY) ||
             poplens_compare_tiles_have_categories (tiles, source, error);
    }
    g_string_append_printf (all, "%s%s", b ? ", " : "", poplens_breakdown_keys[b]);
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "breakdown=%s: not available for these reports; use %s", asked, all->str);
  return FALSE;
}

/* Which tiles of either are selected. (transfer full) */
static gboolean *
selected_tiles (const PoplensCompareTiles *tiles, const PoplensComparedMemory *memory)
{
  gboolean *selected = g_new0 (gboolean, MAX (memory->n_tiles, 1));

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const PoplensSelection *chosen = &tiles->scope[s].selection;
    for (guint32 i = 0, at = 0; i < memory->n_tiles && at < chosen->n; i++)
      if (memory->tile[i] == chosen->tiles[at]) {
        selected[i] = TRUE;
        at++;
      }
  }
  return selected;
}

static PoplensComparison *
compare (const PoplensComparedMemory *memory, const gboolean *selected)
{
  guint32 n_bands = memory->bands->len, n = memory->n_tiles * n_bands;
  PoplensComparison *comparison = poplens_comparison_new ((guint32[]){n, n}, 1);
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    gint64 *amounts = g_new (gint64, MAX (n, 1));
    for (guint32 thing = 0; thing < n; thing++) {
      const PoplensComparedBand *band = g_ptr_array_index (memory->bands, thing % n_bands);
      amounts[thing] = (gint64) band->of[s][thing / n_bands];
    }
    poplens_comparison_take (comparison, 0, s, amounts);
  }
  for (guint32 thing = 0; thing < n; thing++) {
    guint8 sides = memory->sides[thing / n_bands];
    PoplensPair pair = {{sides & 1 << POPLENS_FIRST ? thing : POPLENS_NOT_THERE,
                         sides & 1 << POPLENS_SECOND ? thing : POPLENS_NOT_THERE}};
    if (selected[thing / n_bands])
      g_array_append_val (pairs, pair);
  }
  poplens_comparison_take_pairs (comparison, pairs);
  return comparison;
}

PoplensTable *
poplens_build_compare_breakdown (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  static const char *const things_of[POPLENS_N_BREAKDOWNS] = {
      "tiles", "regions of tiles", "category groups of tiles", "categories of tiles",
      "kinds of bytes of tiles"};
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);
  PoplensBreakdown breakdown;

  if (!tiles || !read_breakdown (tiles, &source, location, &breakdown, error))
    return NULL;
  g_autoptr (PoplensComparedMemory) memory = poplens_compared_memory_new (
      tiles->of, breakdown, !location || poplens_location_get_bool (location, "gaps", TRUE));
  g_autofree gboolean *selected = selected_tiles (tiles, memory);
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  if ((guint64) memory->n_tiles * memory->bands->len >= POPLENS_NOT_THERE) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s: too many tiles and categories to compare", poplens_report_get_name (report));
    return NULL;
  }
  PoplensComparison *comparison = compare (memory, selected);
  const PoplensCompareThings things = {.name = "compare-breakdown",
                                       .title = "Changed memory by tile and kind",
                                       .things = things_of[breakdown],
                                       .texts = texts,
                                       .n_texts = G_N_ELEMENTS (texts),
                                       .n_leading = N_LEADING,
                                       .text = text,
                                       .link = link_of,
                                       .links_to_compared = TRUE,
                                       .data = g_steal_pointer (&memory),
                                       .free_data = data_free,
                                       .measures = measures,
                                       .n_measures = G_N_ELEMENTS (measures),
                                       .remarks = remark};
  return poplens_compare_table_new (&things, comparison, &source, location);
}
