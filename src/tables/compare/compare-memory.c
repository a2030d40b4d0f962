/* Memory of two reports: by category, by tile, by variable. */
#include "derived/compare/compare-tiles.h"
#include "derived/selection.h"
#include "tables/compare/compare-table.h"

/* Numbers of things of one side, for a table. */
static gint64 *
new_amounts (guint32 n)
{
  return g_new0 (gint64, MAX (n, 1));
}

/* ---- tiles ------------------------------------------------------------------------------------
 */

static const PoplensCompareMeasure tile_measures[] = {
    {"total_including_gaps", "Incl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes up to the end of the highest variable (memory_by_tile.total_including_gaps)", TRUE},
    {"total", "Excl. gaps", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that variables cover (memory_by_tile.total)", TRUE},
    {"always_live", "Always live", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Sum of the sizes of variables that are live at every step", TRUE},
    {"not_always_live_max", "Not-always-live peak", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Most not-always-live bytes at one step", TRUE},
    {"non_interleaved", "Non-interleaved", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes in non-interleaved memory", TRUE},
    {"interleaved", "Interleaved", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes in interleaved memory", TRUE},
    {"overflowed", "Overflowed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes past the end of the tile's memory", TRUE},
};

static const PoplensColumn tile_texts[] = {
    {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
};

static void
tile_text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  const PoplensCompareTiles *self = data;
  PoplensSide side = pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ? POPLENS_SECOND : POPLENS_FIRST;

  poplens_cell_int (value, self->scope[side].selection.tiles[pair->of[side]]);
}

static char *
tile_link (gconstpointer data, guint32 thing)
{
  const PoplensCompareTiles *self = data;

  return g_strdup_printf ("memory?tile=%u", self->scope[POPLENS_FIRST].selection.tiles[thing]);
}

/* @known: FALSE: the report does not record it. NO_AMOUNT where a value is G_MAXUINT32. */
static gint64 *
copy_column (const guint32 *column, const PoplensSelection *chosen, gboolean known)
{
  gint64 *amounts = known ? new_amounts (chosen->n) : NULL;

  for (guint32 i = 0; known && i < chosen->n; i++) {
    guint32 bytes = column[chosen->positions[i]];
    amounts[i] = bytes == G_MAXUINT32 ? POPLENS_NO_AMOUNT : bytes;
  }
  return amounts;
}

static void
take_tiles (PoplensComparison *comparison, PoplensSide side, const PoplensCompareTiles *tiles)
{
  const PoplensMemory *m = tiles->of[side];
  gboolean profile = !m->from_archive, regions = !m->regions_unknown;
  const struct {
    const guint32 *column;
    gboolean known;
  } columns[] = {{m->total_including_gaps, TRUE}, {m->total, profile},
                 {m->always_live, profile},       {m->not_always_live_max, profile},
                 {m->non_interleaved, regions},   {m->interleaved, regions},
                 {m->overflowed, regions}};

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    poplens_comparison_take (
        comparison, c, side,
        copy_column (columns[c].column, &tiles->scope[side].selection, columns[c].known));
}

static guint64 *
widen (const guint32 *numbers, guint32 n)
{
  guint64 *out = g_new (guint64, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    out[i] = numbers[i];
  return out;
}

PoplensTable *
poplens_build_compare_tiles (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);
  guint64 *numbers[POPLENS_N_SIDES];
  guint32 n[POPLENS_N_SIDES];
  if (!tiles)
    return NULL;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    n[s] = tiles->scope[s].selection.n;
    numbers[s] = widen (tiles->scope[s].selection.tiles, n[s]);
  }
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  const guint64 *const keys[] = {numbers[POPLENS_FIRST], numbers[POPLENS_SECOND]};
  PoplensComparison *comparison = poplens_comparison_new (n, G_N_ELEMENTS (tile_measures));
  poplens_comparison_take_pairs (comparison, poplens_pairs_match_numbers (keys, n, NULL, NULL));
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    take_tiles (comparison, s, tiles);
    g_free (numbers[s]);
  }
  const PoplensCompareThings things = {.name = "compare-tiles",
                                       .title = "Changed tiles",
                                       .things = "tiles",
                                       .texts = tile_texts,
                                       .n_texts = G_N_ELEMENTS (tile_texts),
                                       .n_leading = 1,
                                       .text = tile_text,
                                       .link = tile_link,
                                       .links_to_compared = TRUE,
                                       .data = g_steal_pointer (&tiles),
                                       .free_data = poplens_compare_tiles_free,
                                       .measures = tile_measures,
                                       .n_measures = G_N_ELEMENTS (tile_measures),
                                       .remarks = remark};
  return poplens_compare_table_new (&things, comparison, &source, location);
}

/* ---- categories -------------------------------------------------------------------------------
 */

static const PoplensCompareMeasure category_measures[] = {
    {"total", "Bytes", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes of the variables of the category; shared bytes count once for each variable "
     "(memory_by_category)",
     TRUE},
    {"not_overlapped", "Not shared", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes that only one variable uses", TRUE},
    {"non_interleaved", "Non-interleaved", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes in non-interleaved memory", TRUE},
    {"interleaved", "Interleaved", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes in interleaved memory", TRUE},
    {"overflowed", "Overflowed", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes past the end of the tile's memory", TRUE},
};

static const PoplensColumn category_texts[] = {
    {"category", "Category", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Use of the memory"},
    {"key", "Name in file", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Name of the category as recorded in the file"},
};

static const PoplensCategory *
category_at (const PoplensCompareTiles *self, PoplensSide side, guint32 index)
{
  return g_ptr_array_index (self->of[side]->categories, index);
}

static void
category_text (gconstpointer data, const PoplensPair *pair, guint column, PoplensValue *value)
{
  PoplensSide side = pair->of[POPLENS_FIRST] == POPLENS_NOT_THERE ? POPLENS_SECOND : POPLENS_FIRST;
  const PoplensCategory *category = category_at (data, side, pair->of[side]);

  poplens_cell_text (value, column ? category->name : category->title);
}

static guint64
sum_list (const PoplensCategory *category, const PoplensSelection *chosen, PoplensCategoryList list)
{
  guint64 sum = 0;

  for (guint32 i = 0; category->lists[list] && i < chosen->n; i++)
    sum += category->lists[list][chosen->positions[i]];
  return sum;
}

static void
take_categories (PoplensComparison *comparison, PoplensSide side, const PoplensCompareTiles *tiles)
{
  const PoplensMemory *m = tiles->of[side];
  gint64 *amounts[G_N_ELEMENTS (category_measures)] = {0};
  guint n = m->categories->len;

  for (guint a = 0; a < G_N_ELEMENTS (amounts); a++)
    amounts[a] = new_amounts (n);
  for (guint c = 0; c < n; c++) {
    const PoplensCategory *category = g_ptr_array_index (m->categories, c);
    for (PoplensCategoryList list = 0; list < POPLENS_N_CATEGORY_LISTS; list++) {
      gint64 bytes = (gint64) sum_list (category, &tiles->scope[side].selection, list);
      gboolean alone = list == POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED ||
                       list == POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED ||
                       list == POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED;
      guint region = list >= POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED        ? 4
                     : list >= POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED ? 2
                                                                               : 3;
      amounts[0][c] += bytes;
      amounts[1][c] += alone ? bytes : 0;
      amounts[region][c] += bytes;
    }
  }
  for (guint a = 0; a < G_N_ELEMENTS (amounts); a++)
    poplens_comparison_take (comparison, a, side, amounts[a]);
}

static GPtrArray *
names_of_categories (const PoplensMemory *m)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < m->categories->len; c++)
    g_ptr_array_add (names, ((PoplensCategory *) g_ptr_array_index (m->categories, c))->name);
  return names;
}

PoplensTable *
poplens_build_compare_categories (PoplensReport *report, const PoplensLocation *location,
                                  GCancellable *cancellable, GError **error)
{
  g_auto (PoplensCompareSource) source = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);

  if (!tiles || !poplens_compare_tiles_have_categories (tiles, &source, error))
    return NULL;
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  g_autoptr (GPtrArray) first = names_of_categories (tiles->of[POPLENS_FIRST]);
  g_autoptr (GPtrArray) second = names_of_categories (tiles->of[POPLENS_SECOND]);
  const char *const *const keys[] = {(const char *const *) first->pdata,
                                     (const char *const *) second->pdata};
  const guint32 n[] = {first->len, second->len};
  PoplensComparison *comparison = poplens_comparison_new (n, G_N_ELEMENTS (category_measures));
  poplens_comparison_take_pairs (comparison, poplens_pairs_match (keys, n, NULL, NULL));
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    take_categories (comparison, s, tiles);
  const PoplensCompareThings things = {.name = "compare-categories",
                                       .title = "Changed categories",
                                       .things = "categories",
                                       .texts = category_texts,
                                       .n_texts = G_N_ELEMENTS (category_texts),
                                       .n_leading = 1,
                                       .text = category_text,
                                       .data = g_steal_pointer (&tiles),
                                       .free_data = poplens_compare_tiles_free,
                                       .measures = category_measures,
                                       .n_measures = G_N_ELEMENTS (category_measures),
                                       .remarks = remark};
  return poplens_compare_table_new (&things, comparison, &source, location);
}
