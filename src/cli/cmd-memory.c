#include "cli/cli.h"

#include "analysis/memory/memory-analysis.h"
#include "base/error.h"

const PoplensCliKey poplens_cli_memory_keys[] = {
    {"tile", "T", "memory layout of this tile, with the cause of each gap"},
    {NULL},
};

/* ---- JSON --------------------------------------------------------------------------------------
 */

/* archive.a knows less than a profile: what is not recorded is null. */
static void
write_known (PoplensJsonWriter *json, const char *key, guint64 value, gboolean known)
{
  if (known)
    poplens_json_uint (json, key, value);
  else
    poplens_json_null (json, key);
}

static void
write_tile (const PoplensMemory *memory, guint32 i, PoplensJsonWriter *json)
{
  gboolean profile = !memory->from_archive, regions = !memory->regions_unknown;

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "tile", memory->tile[i]);
  write_known (json, "total", memory->total[i], profile);
  poplens_json_uint (json, "total_including_gaps", memory->total_including_gaps[i]);
  write_known (json, "non_interleaved", memory->non_interleaved[i], regions);
  write_known (json, "interleaved", memory->interleaved[i], regions);
  write_known (json, "overflowed", memory->overflowed[i], regions);
  write_known (json, "always_live", memory->always_live[i], profile);
  write_known (json, "not_always_live_max", memory->not_always_live_max[i],
               memory->not_always_live_max[i] != G_MAXUINT32);
  /* Without categories nothing is known to be used by one variable alone. */
  write_known (json, "shared", memory->has_categories ? memory->shared[i] : memory->total[i],
               profile);
  poplens_json_end_object (json);
}

static void
write_categories (const PoplensMemory *memory, PoplensJsonWriter *json)
{
  g_autoptr (GArray) all = poplens_memory_positions (memory, NULL);

  poplens_json_begin_object (json, "categories");
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    PoplensCategorySums sums =
        poplens_category_sums_at (category, (const guint32 *) (gconstpointer) all->data, all->len);
    poplens_json_begin_object (json, category->name);
    poplens_json_uint (json, "total", sums.total);
    poplens_json_uint (json, "interleaved", sums.interleaved);
    poplens_json_uint (json, "non_interleaved", sums.non_interleaved);
    poplens_json_uint (json, "overflowed", sums.overflowed);
    poplens_json_uint (json, "not_overlapped", sums.not_overlapped);
    poplens_json_uint (json, "overlapped", sums.overlapped);
    poplens_json_string (json, "group", poplens_memory_group_key (category->group));
    poplens_json_end_object (json);
  }
  poplens_json_end_object (json);
}

/* Of the tiles that --tile names: tables before and after the causes of the gaps, which text says
 * in paragraphs. */
static const PoplensCliTable map_head[] = {
    {"memory-tiles",
     "tiles",
     "Used",
     4,
     NULL,
     {"tile", "total", "total_including_gaps", "gaps", "shared", "free"},
     TRUE},
    {"tile-gaps",
     "gap_causes",
     "Gaps",
     8,
     "-bytes",
     {"cause", "bytes", "share", "gaps"},
     TRUE,
     "cause"},
    {"tile-gaps", "gaps"},
};
static const PoplensCliTable map_tail[] = {
    {"tile-variables",
     "variables",
     "Largest variables",
     12,
     "-size",
     {"address", "size", "category", "shares_with", "live", "name"},
     TRUE},
};

static gboolean
write_map (PoplensReport *report, const PoplensLocation *location, PoplensJsonWriter *json,
           GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensTable) variables =
      poplens_tables_build ("tile-variables", report, location, NULL, &local);

  if (!variables && g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    poplens_json_string (json, "absent", local->message);
  return poplens_cli_write_tables (report, location, map_head, G_N_ELEMENTS (map_head), json,
                                   error) &&
         poplens_cli_write_tables (report, location, map_tail, G_N_ELEMENTS (map_tail), json,
                                   error);
}

gboolean
poplens_cli_memory_json (PoplensReport *report, const PoplensLocation *location,
                         PoplensJsonWriter *json, GError **error)
{
  PoplensMemorySums sums = {0};
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_MEMORY, json, &data, error))
    return FALSE;
  const PoplensMemory *memory = data;
  if (memory && location)
    return write_map (report, location, json, error);
  if (memory)
    sums = poplens_memory_sums (memory, NULL);
  write_known (json, "total", sums.total, !memory || !memory->from_archive);
  write_known (json, "total_including_gaps", sums.total_including_gaps,
               !memory || !memory->incomplete);
  poplens_json_begin_array (json, "tiles");
  for (guint32 i = 0; memory && i < memory->n_tiles; i++)
    write_tile (memory, i, json);
  poplens_json_end_array (json);
  if (memory) {
    write_categories (memory, json);
  } else {
    poplens_json_begin_object (json, "categories");
    poplens_json_end_object (json);
  }
  return TRUE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

#define MOST_GAPS 8

/* A cell as text; "" where there is none. */
static const char *
cell_text (PoplensCliView *view, const PoplensTable *table, guint32 row, const char *column,
           PoplensNumber buffer)
{
  PoplensValue value =
      poplens_table_get (table, row, (guint) poplens_table_find_column (table, column));

  return poplens_value_format (&value, view->unit, buffer);
}

/* The largest gaps, each with its whole reason: a table would cut it. */
static gboolean
show_gaps (PoplensCliView *view, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("tile-gaps", view->report, view->location, NULL, &local);
  g_autoptr (PoplensTableView) rows = NULL;

  /* The table before says why. */
  if (!table && g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    return TRUE;
  if (!table) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  rows =
      poplens_table_view_new (table, NULL, poplens_table_find_column (table, "size"), TRUE, NULL);
  poplens_cli_title (view, "Gap causes");
  poplens_cli_paragraph (view, poplens_table_get_note (table), 0, TRUE);
  for (guint32 i = 0; i < rows->n && (view->all || i < MOST_GAPS); i++) {
    PoplensNumber tile, address, size;
    poplens_cli_line (view, "tile %s, from %s: %s, %s",
                      cell_text (view, table, rows->rows[i], "tile", tile),
                      cell_text (view, table, rows->rows[i], "address", address),
                      cell_text (view, table, rows->rows[i], "size", size),
                      cell_text (view, table, rows->rows[i], "cause", NULL));
    poplens_cli_paragraph (view, cell_text (view, table, rows->rows[i], "why", NULL), 2, TRUE);
  }
  if (rows->n > MOST_GAPS && !view->all)
    poplens_cli_line (view, "%u of %u gaps, largest first", MOST_GAPS, rows->n);
  view->cut |= rows->n > MOST_GAPS && !view->all;
  return TRUE;
}

static gboolean
show_map (PoplensCliView *view, GError **error)
{
  return poplens_cli_show_tables (view, map_head, G_N_ELEMENTS (map_head), error) &&
         show_gaps (view, error) &&
         poplens_cli_show_tables (view, map_tail, G_N_ELEMENTS (map_tail), error);
}

/* Title, note, header and count take seven of these lines; the rest are categories. */
#define LEAST_LINES 11
#define PIPED_LINES 19

/* The section is never left out, even where it goes beyond the end of a small screen. */
static gboolean
show_categories (PoplensCliView *view, GError **error)
{
  static const char *const columns[] = {"group",          "category",   "total",
                                        "not_overlapped", "overlapped", NULL};

  view->left = MAX (view->left, view->cli->endless ? PIPED_LINES : (guint) LEAST_LINES);
  return poplens_cli_named_table (view, "memory-categories", "Memory by category",
                                  view->all ? NULL : columns, "-total", 12, error);
}

gboolean
poplens_cli_memory_text (PoplensCliView *view, GError **error)
{
  static const char *const tile_columns[] = {"tile", "ipu",   "total", "total_including_gaps",
                                             "free", "share", NULL};
  gboolean present;

  if (view->location) {
    poplens_cli_line (view, "%s", poplens_report_get_name (view->report));
    return show_map (view, error);
  }
  if (!poplens_cli_headline (view, POPLENS_PART_MEMORY, &present, error))
    return FALSE;
  return !present ||
         (poplens_cli_named_table (view, "memory-tiles", "Fullest tiles",
                                   view->all ? NULL : tile_columns, "-total_including_gaps",
                                   view->cli->endless || view->left > 23 ? 5 : 3, error) &&
          show_categories (view, error));
}
