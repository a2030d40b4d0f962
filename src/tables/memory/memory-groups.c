#include "analysis/memory/memory-analysis.h"
#include "base/format.h"
#include "derived/scope.h"
#include "tables/engine/builders.h"
#include "tables/engine/registry.h"
#include "tables/engine/tile-columns.h"

/* Memory by group of categories: a tree of regions, groups, categories and liveness, with a column
 * for each selected tile. */

/* A row: a title, and a number of each column. */
typedef struct {
  const char *memory;
  gint64 numbers[1 + POPLENS_MOST_TILE_COLUMNS];
} Row;

/* One column of numbers: the tiles it sums. */
typedef struct {
  char *name, *title, *doc;
  guint32 *positions; /* not owned */
  guint n;
  PoplensMemorySums sums;
  PoplensCategorySums *categories; /* by category of the memory part */
} Details;

typedef struct {
  const PoplensMemory *memory;
  GArray *columns; /* Details */
  PoplensRecords *rows;
} Builder;

static void
clear_details (gpointer data)
{
  Details *d = data;

  g_free (d->name);
  g_free (d->title);
  g_free (d->doc);
  g_free (d->categories);
}

static void
add_details (Builder *b, char *name, char *title, char *doc, guint32 *positions, guint n)
{
  const PoplensMemory *m = b->memory;
  Details d = {name, title, doc, positions, n, poplens_memory_sums_at (m, positions, n), NULL};

  d.categories = g_new (PoplensCategorySums, MAX (m->categories->len, 1));
  for (guint c = 0; c < m->categories->len; c++)
    d.categories[c] = poplens_category_sums_at (g_ptr_array_index (m->categories, c), positions, n);
  g_array_append_val (b->columns, d);
}

/* ---- rows ----------------------------------------------------------------------------- */

static Row *
add_row (Builder *b, guint16 depth, const char *title)
{
  Row *row = poplens_records_add_at (b->rows, depth);

  row->memory = title;
  return row;
}

/* A row of one field of PoplensMemorySums. */
static void
add_sum (Builder *b, guint16 depth, const char *title, gsize field)
{
  Row *row = add_row (b, depth, title);

  for (guint c = 0; c < b->columns->len; c++) {
    const Details *d = &g_array_index (b->columns, Details, c);
    row->numbers[c] = (gint64) * (const guint64 *) ((const char *) &d->sums + field);
  }
}

/* A row that sums a field of PoplensCategorySums over the categories of @group (−1: all), or over
 * one. */
static void
add_category_sum (Builder *b, guint16 depth, const char *title, gsize field, int group,
                  int only_category)
{
  Row *row = add_row (b, depth, title);

  for (guint i = 0; i < b->columns->len; i++) {
    const Details *d = &g_array_index (b->columns, Details, i);
    guint64 sum = 0;
    for (guint c = 0; c < b->memory->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (b->memory->categories, c);
      if (only_category >= 0 ? (int) c == only_category
                             : group < 0 || (int) category->group == group)
        sum += *(const guint64 *) ((const char *) &d->categories[c] + field);
    }
    row->numbers[i] = (gint64) sum;
  }
}

/* Whether any tile of the report has bytes of the category: rows come and go with the report, not
 * with the selection. */
static gboolean
is_used (const PoplensCategory *category, gboolean overlapped)
{
  for (guint l = overlapped; l < POPLENS_N_CATEGORY_LISTS; l += 2)
    if (category->lists[l])
      return TRUE;
  return FALSE;
}

/* "Not overlapped" or "Overlapped": groups, and in them their categories. */
static void
add_by_category (Builder *b, const char *title, gboolean overlapped)
{
  gsize field = overlapped ? G_STRUCT_OFFSET (PoplensCategorySums, overlapped)
                           : G_STRUCT_OFFSET (PoplensCategorySums, not_overlapped);

  add_category_sum (b, 2, title, field, -1, -1);
  for (int group = 0; group < POPLENS_N_GROUPS; group++) {
    gboolean titled = FALSE;
    for (guint c = 0; c < b->memory->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (b->memory->categories, c);
      if ((int) category->group != group || !is_used (category, overlapped))
        continue;
      if (!titled)
        add_category_sum (b, 3, poplens_memory_group_title (group), field, group, -1);
      titled = TRUE;
      add_category_sum (b, 4, category->title, field, -1, c);
    }
  }
}

#define SUM(field) G_STRUCT_OFFSET (PoplensMemorySums, field)

static const struct {
  const char *title;
  gsize field;
} archive_regions[] = {
    {"Non-interleaved", SUM (non_interleaved)},
    {"Interleaved", SUM (interleaved)},
    {"Overflowed", SUM (overflowed)},
};

/* Adds what an image of archive.a covers by region, gaps inside of it included; the rest is not
 * recorded. */
static void
add_archive_rows (Builder *b)
{
  gboolean regions = !b->memory->regions_unknown;

  add_row (b, 1, "By region");
  for (guint i = 0; i < G_N_ELEMENTS (archive_regions); i++)
    if (regions)
      add_sum (b, 2, archive_regions[i].title, archive_regions[i].field);
    else
      add_row (b, 2, archive_regions[i].title);
  add_row (b, 0, "Excluding gaps");
  add_row (b, 0, "Liveness");
  add_row (b, 1, "Always live");
}

static void
add_rows (Builder *b)
{
  gboolean peaks =
      b->columns->len && g_array_index (b->columns, Details, 0).sums.has_not_always_live;

  add_sum (b, 0, "Including gaps", SUM (total_including_gaps));
  if (b->memory->from_archive) {
    add_archive_rows (b);
    return;
  }
  add_sum (b, 0, "Excluding gaps", SUM (total));
  add_sum (b, 1, "By region", SUM (total));
  add_sum (b, 2, "Non-interleaved", SUM (non_interleaved));
  add_sum (b, 3, "Including gaps", SUM (non_interleaved_including_gaps));
  add_sum (b, 2, "Interleaved", SUM (interleaved));
  add_sum (b, 3, "Including gaps", SUM (interleaved_including_gaps));
  add_sum (b, 2, "Overflowed", SUM (overflowed));
  add_sum (b, 3, "Including gaps", SUM (overflowed_including_gaps));
  if (b->memory->has_categories) {
    add_sum (b, 1, "By category", SUM (total));
    add_by_category (b, "Not shared", FALSE);
    add_sum (b, 2, "Shared", SUM (shared));
    add_by_category (b, "Shared, once for each variable", TRUE);
  }
  add_row (b, 0, "Liveness");
  add_sum (b, 1, "Always live", SUM (always_live));
  if (peaks)
    add_sum (b, 1, "Not-always-live peak of each tile", SUM (not_always_live_max));
}

/* ---- columns -------------------------------------------------------------------------- */

static void
add_selected_columns (Builder *b, PoplensScope *scope)
{
  PoplensSelection *selection = &scope->selection;
  PoplensNumber n;

  if (selection->n != 1)
    add_details (
        b, g_strdup ("selected"),
        scope->is_part ? g_strdup (scope->label)
                       : g_strdup_printf ("Selected (%s)", poplens_format_count (n, selection->n)),
        g_strdup ("Total over all selected tiles, in bytes"), selection->positions, selection->n);
  for (guint i = 0; i < MIN (selection->n, POPLENS_MOST_TILE_COLUMNS) && !scope->is_part; i++) {
    guint32 tile = b->memory->tile[selection->positions[i]];
    add_details (b, g_strdup_printf ("tile_%u", tile), g_strdup_printf ("Tile %u", tile),
                 g_strdup_printf ("Bytes on tile %u", tile), &selection->positions[i], 1);
  }
}

/* (transfer full) */
static PoplensRecords *
new_records (const Builder *b)
{
  static const PoplensColumn memory[] = {
      POPLENS_CELL (Row, memory, "Memory", TEXT, FILE,
                    "Use of the bytes (memory_by_tile, memory_by_category). Not shared and shared "
                    "bytes add up to the total."),
  };
  PoplensRecords *rows = POPLENS_RECORDS (Row, memory);

  for (guint c = 0; c < b->columns->len; c++) {
    const Details *d = &g_array_index (b->columns, Details, c);
    PoplensColumn column =
        POPLENS_CELL_NAMED (Row, numbers[c], d->name, d->title, BYTES, FILE, d->doc);
    poplens_records_add_column (rows, &column);
  }
  return rows;
}

static PoplensTable *
finish (Builder *b, PoplensReport *report, const PoplensScope *scope)
{
  PoplensTable *table =
      poplens_records_finish_tree (b->rows, "memory-categories", "Memory by category", report);

  if (b->memory->from_archive) {
    g_autofree char *note =
        g_strjoin (" ",
                   "From archive.a: regions include gaps inside an image. Rows "
                   "without a number are not recorded.",
                   scope->tiles ? NULL : poplens_memory_caveat (b->memory), NULL);
    poplens_table_set_note (table, note);
  }
  /* Groups of categories are open, categories closed. */
  poplens_table_set_initial_depth (table, 3);
  if (scope->tiles && !scope->is_part && scope->selection.n > POPLENS_MOST_TILE_COLUMNS) {
    PoplensNumber n;
    g_autofree char *note =
        g_strdup_printf ("Columns for %u of %s selected tiles; the total covers all",
                         POPLENS_MOST_TILE_COLUMNS, poplens_format_count (n, scope->selection.n));
    poplens_table_set_note (table, note);
  }
  return table;
}

PoplensTable *
poplens_build_memory_categories_by_group (PoplensReport *report, const PoplensLocation *location,
                                          GCancellable *cancellable, GError **error)
{
  Builder b = {.memory = poplens_report_load_memory (report, cancellable, error)};
  g_auto (PoplensScope) scope = {0};
  PoplensTable *table;

  if (!b.memory || !poplens_scope_init (&scope, report, location, cancellable, error))
    return NULL;
  b.columns = g_array_new (FALSE, FALSE, sizeof (Details));
  g_array_set_clear_func (b.columns, clear_details);
  if (!scope.tiles)
    add_details (&b, g_strdup ("all"), g_strdup ("All tiles"),
                 g_strdup ("Total over all tiles, in bytes"), scope.selection.positions,
                 scope.selection.n);
  else
    add_selected_columns (&b, &scope);
  b.rows = new_records (&b);
  add_rows (&b);
  table = finish (&b, report, &scope);
  g_array_unref (b.columns);
  return table;
}
