/* Bytes of each tile of two reports, split as the location's "breakdown" says: the numbers of the
 * difference that Memory draws. */
#include "analysis/compare/memory-compare.h"

#include "base/error.h"
#include "derived/compare/compare-source.h"
#include "derived/scope.h"
#include "tables/compare/compare-table.h"

typedef struct {
  gint64 tile;
  const char *kind, *key;
  gint64 bytes;
} Part;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Part, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (Part, kind, "Kind", TEXT, DERIVED,
                  "Group, category or region of the bytes, or gaps between variables"),
    POPLENS_CELL (Part, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes of this kind on the tile; all kinds add up to the tile's total "
                  "(memory_by_tile.total_including_gaps; total if gaps are excluded)"),
    POPLENS_CELL (Part, key, "Key", TEXT, DERIVED,
                  "Identifier for scripts: group:tensors, category:message, region:interleaved, "
                  "shared, gaps",
                  .for_scripts = TRUE),
};

/* The things of both reports are numbered alike: tile by tile, kind by kind. The texts are those of
 * @memory. */
static PoplensTable *
build_base (const PoplensComparedMemory *memory, PoplensSide side, PoplensReport *report)
{
  guint n_bands = memory->bands->len;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (Part), memory->n_tiles * n_bands);

  for (guint32 i = 0; i < memory->n_tiles; i++)
    for (guint b = 0; b < n_bands; b++) {
      const PoplensComparedBand *band = g_ptr_array_index (memory->bands, b);
      Part part = {memory->tile[i], band->name, band->key, (gint64) band->of[side][i]};
      g_array_append_val (rows, part);
    }
  return POPLENS_BASE (rows, columns, report);
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

/* Of what is selected. (transfer full) GArray of PoplensPair */
static GArray *
list_pairs (const PoplensComparedMemory *memory, const gboolean *selected)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (PoplensPair));
  guint32 n_bands = memory->bands->len;

  for (guint32 thing = 0; thing < memory->n_tiles * n_bands; thing++) {
    guint8 sides = memory->sides[thing / n_bands];
    PoplensPair pair = {{sides & 1 << POPLENS_FIRST ? thing : POPLENS_NOT_THERE,
                         sides & 1 << POPLENS_SECOND ? thing : POPLENS_NOT_THERE}};
    if (selected[thing / n_bands])
      g_array_append_val (pairs, pair);
  }
  return pairs;
}

static PoplensTable *
compare_bands (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
               GCancellable *cancellable, GError **error)
{
  static const char *const things_of[POPLENS_N_BREAKDOWNS] = {
      "tiles", "regions of tiles", "category groups of tiles", "categories of tiles",
      "kinds of bytes of tiles"};
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
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
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    bases.of[s] = build_base (memory, s, source.of[s]);
  PoplensJoin joined = *join;
  joined.things = things_of[breakdown];
  GArray *pairs = list_pairs (memory, selected);
  poplens_table_keep (bases.of[POPLENS_FIRST], g_steal_pointer (&memory),
                      (GDestroyNotify) poplens_compared_memory_free);
  return poplens_compare_table_new (&joined, &bases, pairs, &source, location, remark);
}

const PoplensJoin poplens_join_memory_categories_by_tile = {.name = "memory-categories",
                                                            .title = "Memory by tile and kind",
                                                            .keys = "breakdown, gaps, tile, ipu",
                                                            .build = compare_bands,
                                                            .shown = "tile kind bytes key",
                                                            .link = "memory?tile=",
                                                            .linked = "tile",
                                                            .links_to_compared = TRUE,
                                                            .links_added = TRUE,
                                                            .adds = TRUE};
