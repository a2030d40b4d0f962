/* Lists the views of tables, and makes the table of a view from its base table. */
#include "tables/engine/registry.h"

#include "base/error.h"
#include "tables/engine/table-where.h"

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

static const PoplensTableSpec views[] = {
    {"insights-tiles", "Fullest tiles", "Five tiles that need most memory", "tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY) | BIT (TARGET), .base = "memory-tiles",
     .columns = "tile,ipu,total_including_gaps,total,free,share", .sort = "-total_including_gaps",
     .limit = 5},
    {"memory-details", "Memory breakdown",
     "Memory by region, category and liveness, one column per selected tile", "tile, ipu",
     POPLENS_PAGE_MEMORY, BIT (MEMORY), .base = "memory-categories", .set = {"by=group"}},
    {"address-sharing", "Shared addresses",
     "Variables that use the bytes of one variable at other steps", "tile, ipu, tile-variable",
     POPLENS_PAGE_MEMORY, BIT (VARIABLES) | BIT (TARGET), .kinds = TRUE, .base = "tile-variables",
     .set = {"by=sharing"}},
    {"overflow", "Tiles over capacity", "Tiles over capacity, first over first", "tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), .base = "liveness-tiles", .set = {"by"},
     .where = {"over > 0"}, .sort = "first_over,tile",
     .columns = "tile,ipu,over,total_including_gaps,capacity,first_over,first_over_type,"
                "first_over_name,step,bytes,headroom"},
    {"advice", "Findings with a remedy", "Findings that a change mends, with what it saves", NULL,
     POPLENS_PAGE_INSIGHTS, BIT (MEMORY), .base = "findings", .where = {"actionable = yes"},
     .columns =
         "key,title,saves,tile,tile_saves,cycles,share,sentence,cause,subject,command,dismissed"},
    {"plan", "Changes of the plan", "Smallest set of changes with which the program fits",
     "avoid, only, margin", POPLENS_PAGE_INSIGHTS, BIT (MEMORY), .base = "changes",
     .where = {"plan_step > 0"}, .sort = "plan_step",
     .columns = "title,options,change,tiles_over_without,cost"},
    {"what-if-tiles", "What if, by tile", "Live memory of each tile before and after the changes",
     "scale, change, estimate, tile, ipu", POPLENS_PAGE_INSIGHTS,
     BIT (MEMORY) | BIT (VARIABLES) | BIT (LIVENESS), .base = "what-if", .where = {"tile >= 0"},
     .columns = "tile,ipu,before,after,change,capacity,headroom,share,verdict_before,verdict,"
                "full_at,needs_before,needs,always_live,matched,step_before,step,program,type,"
                "name"},
    {"vertices-by-state", "Vertex types by state", "Vertex types, largest state first", "tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET), .base = "vertex-types",
     .where = {"state_bytes > 0"}, .sort = "-state_bytes"},
    {"vertices-by-code", "Vertex types by code",
     "Vertex types, largest code first, with the unattributed rest", "tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (VERTICES) | BIT (MEMORY) | BIT (TARGET), .base = "vertex-types",
     .where = {"code_bytes > 0"}, .sort = "-code_bytes"},
    {"exchanges-by-code", "Exchanges by code",
     "Exchanges, largest code first, with the unattributed rest", "tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (EXCHANGES) | BIT (MEMORY), .base = "exchanges",
     .where = {"code_bytes > 0"}, .sort = "-code_bytes"},
    {"always-live-variables", "Always-live variables", "Variables that are live at every step",
     "scope, tile, ipu", POPLENS_PAGE_INSIGHTS, BIT (LIVENESS) | BIT (VARIABLES), .kinds = TRUE,
     .base = "live-variables", .set = {"step", "always-live"}, .where = {"always_live > 0"},
     .sort = "-always_live"},
    {"peak-variables", "Variables at the peak",
     "Not-always-live variables at the step with the most live memory", "scope, tile, ipu",
     POPLENS_PAGE_INSIGHTS, BIT (LIVENESS) | BIT (VARIABLES), .kinds = TRUE,
     .base = "live-variables", .set = {"step", "always-live=no"}, .where = {"live > 0"},
     .sort = "-live"},
    {"not-always-live-variables", "Not-always-live variables",
     "Not-always-live variables at a step, with those born and freed; up to 16 steps",
     "step, scope, tile, ipu", POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES),
     .kinds = TRUE, .base = "live-variables", .set = {"always-live=no"}},
    {"born-variables", "Born variables", "Variables that become live at a step",
     "step, scope, tile, ipu", POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES),
     .kinds = TRUE, .base = "live-variables", .set = {"always-live=no"}, .where = {"born > 0"},
     .sort = "-born"},
    {"freed-variables", "Freed variables", "Variables that stop being live at a step",
     "step, scope, tile, ipu", POPLENS_PAGE_LIVENESS, BIT (LIVENESS) | BIT (VARIABLES),
     .kinds = TRUE, .base = "live-variables", .set = {"always-live=no"}, .where = {"freed > 0"},
     .sort = "-freed"},
    {"trace-top", "Longest steps", "Executed steps of work that take longest", "range, ipu",
     POPLENS_PAGE_TRACE, BIT (EXECUTION) | BIT (PROGRAMS), .base = "trace-steps",
     .where = {"waiting = no"}, .sort = "-cycles", .limit = 20},
    {"trace-bound", "Imbalance", "Cycles that perfect tile balance would save",
     "by, layer, range, ipu, waits", POPLENS_PAGE_TRACE,
     BIT (EXECUTION) | BIT (PROGRAMS) | BIT (EXCHANGES), .base = "trace-costs",
     .columns = "name,imbalance,tile_balance,cycles,share,steps,compute_set", .sort = "-imbalance"},
};

const PoplensTableSpec *
poplens_named_views_list (guint *n)
{
  *n = G_N_ELEMENTS (views);
  return views;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct {
  PoplensTable *base;
  PoplensTableView *rows;
  GArray *columns; /* guint: numbers of the shown columns in the base */
} ChosenRows;

static void
chosen_free (gpointer data)
{
  ChosenRows *self = data;

  poplens_table_unref (self->base);
  poplens_table_view_free (self->rows);
  g_array_unref (self->columns);
  g_free (self);
}

static void
chosen_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  const ChosenRows *self = data;

  *value = poplens_table_get (self->base, self->rows->rows[row],
                              g_array_index (self->columns, guint, column));
}

static char *
chosen_link (gconstpointer data, guint32 row)
{
  const ChosenRows *self = data;

  return poplens_table_get_link (self->base, self->rows->rows[row]);
}

static void
chosen_look (gconstpointer data, guint32 row, PoplensRowLook *look)
{
  const ChosenRows *self = data;

  *look = poplens_table_get_look (self->base, self->rows->rows[row]);
}

static GError *
chosen_lost (gconstpointer data)
{
  const ChosenRows *self = data;
  GError *lost = NULL;

  poplens_table_check_lost (self->base, &lost);
  return lost;
}

/* Adds a column to the view, with all properties of the base's column @column. */
static void
add_view_column (PoplensTable *table, ChosenRows *self, guint column)
{
  PoplensColumn info = *poplens_table_get_column (self->base, column);
  guint at = self->columns->len;

  info.holds = POPLENS_HOLDS_NOTHING;
  info.total = poplens_table_column_has_total (self->base, column);
  g_array_append_val (self->columns, column);
  poplens_table_add_columns (table, &info, 1);
  if (poplens_table_is_bar (self->base, column))
    poplens_table_set_bar (table, at);
  if (at && poplens_table_get_label (self->base) == (int) column)
    poplens_table_set_label (table, at);
}

/* Adds the columns in @names (nullable: all columns) to the view, except those that the base lacks
 * at this location. */
static void
add_view_columns (PoplensTable *table, ChosenRows *self, const char *names)
{
  g_auto (GStrv) wanted = g_strsplit (names ? names : "", ",", -1);

  for (guint c = 0; !names && c < poplens_table_n_columns (self->base); c++)
    add_view_column (table, self, c);
  for (guint w = 0; wanted[w]; w++) {
    int column = poplens_table_find_column (self->base, wanted[w]);
    if (column >= 0)
      add_view_column (table, self, (guint) column);
  }
}

/* Copies the depths of the shown rows. If all depths are the same, the view is a list, not a tree.
 */
static void
copy_base_depths (PoplensTable *table, const ChosenRows *self)
{
  g_autofree guint16 *depths = g_new (guint16, MAX (self->rows->n, 1));
  gboolean is_tree = FALSE;

  for (guint32 row = 0; row < self->rows->n; row++) {
    depths[row] = poplens_table_get_depth (self->base, self->rows->rows[row]);
    is_tree |= depths[row] != depths[0];
  }
  if (!is_tree)
    return;
  poplens_table_set_depths (table, g_steal_pointer (&depths));
  poplens_table_set_initial_depth (table, poplens_table_get_initial_depth (self->base));
}

/* Copies the default sort column of the base. */
static void
copy_default_sort (PoplensTable *table, const ChosenRows *self)
{
  gboolean descending;
  guint column;

  if (!poplens_table_get_default_sort (self->base, &column, &descending))
    return;
  for (guint c = 0; c < self->columns->len; c++)
    if (g_array_index (self->columns, guint, c) == column)
      poplens_table_set_default_sort (table, c, descending);
}

static void
note_view (PoplensTable *table, const ChosenRows *self, guint32 n)
{
  const char *note = poplens_table_get_note (self->base);
  PoplensNumber shown, of;
  g_autofree char *cut =
      self->rows->n < n
          ? g_strdup_printf ("The first %s of %s rows", poplens_format_count (shown, self->rows->n),
                             poplens_format_count (of, n))
          : NULL;
  g_autofree char *both = cut && note ? g_strdup_printf ("%s. %s", cut, note) : NULL;

  poplens_table_set_note (table, both ? both : cut ? cut : note);
}

/* Removes rows that are in the view only as ancestors of matches. */
static void
drop_ancestors (PoplensTableView *rows)
{
  guint32 n = 0;

  for (guint32 i = 0; i < rows->n; i++)
    if (poplens_table_view_matches (rows, rows->rows[i]))
      rows->rows[n++] = rows->rows[i];
  rows->n = n;
}

/* Makes the table of a view. @base, @rows: (transfer full). (transfer full) */
static PoplensTable *
make_view_table (const PoplensTableSpec *view, PoplensTable *base, PoplensTableView *rows)
{
  ChosenRows *self = g_new0 (ChosenRows, 1);
  PoplensTable *table;

  drop_ancestors (rows);
  guint32 n = rows->n;
  self->base = base;
  self->rows = rows;
  self->columns = g_array_new (FALSE, FALSE, sizeof (guint));
  if (view->limit)
    rows->n = MIN (rows->n, view->limit);
  table = poplens_table_new (view->name, view->title, rows->n, chosen_cell, self, chosen_free,
                             poplens_table_get_report (base));
  add_view_columns (table, self, view->columns);
  if (poplens_table_is_tree (base))
    copy_base_depths (table, self);
  if (!view->sort)
    copy_default_sort (table, self);
  poplens_table_set_link (table, chosen_link);
  poplens_table_set_lost (table, chosen_lost);
  if (poplens_table_has_looks (base))
    poplens_table_set_look (table, chosen_look);
  poplens_table_set_partial (table, poplens_table_is_partial (base));
  poplens_table_set_lacks (table, poplens_table_get_lacks (base));
  note_view (table, self, n);
  return table;
}

/* ---- choosing rows --------------------------------------------------------------------------- */

PoplensLocation *
poplens_named_view_location (const PoplensTableSpec *view, const PoplensLocation *location)
{
  PoplensLocation *there = location ? poplens_location_ref ((PoplensLocation *) location)
                                    : poplens_location_new (view->page);

  for (guint k = 0; k < G_N_ELEMENTS (view->set) && view->set[k]; k++) {
    g_autoptr (PoplensLocation) before = there;
    g_auto (GStrv) pair = g_strsplit (view->set[k], "=", 2);
    there = poplens_location_with (before, pair[0], pair[1]);
  }
  return there;
}

/* Parses a list of sort keys, "-bytes,tile", for @table. (transfer full) (nullable): NULL with
 * @error */
static GArray *
parse_view_sort (const PoplensTable *table, const char *sort, GError **error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (PoplensSortKey));
  g_auto (GStrv) names = g_strsplit (sort ? sort : "", ",", -1);

  for (guint k = 0; names[k]; k++) {
    PoplensSortKey key = {.descending = *names[k] == '-'};
    if (!poplens_table_require_column (table, names[k] + key.descending, &key.column, error))
      return NULL;
    g_array_append_val (keys, key);
  }
  return g_steal_pointer (&keys);
}

PoplensTable *
poplens_named_view_new (const PoplensTableSpec *view, PoplensTable *base, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (PoplensTable) owned = base;
  g_autoptr (PoplensWhere) where = poplens_where_new (base, view->where, error);
  g_autoptr (GArray) keys = where ? parse_view_sort (base, view->sort, error) : NULL;
  PoplensTableView *rows;

  if (!keys)
    return NULL;
  PoplensTableQuery query = {.where = view->where[0] ? where : NULL,
                             .keys = (const PoplensSortKey *) (gconstpointer) keys->data,
                             .n_keys = keys->len};
  rows = poplens_table_view_query (base, &query, cancellable);
  if (!rows) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  /* If the report does not record such rows, fail: an empty table would mean that there are none.
   */
  if (!rows->n && poplens_table_get_lacks (base)) {
    poplens_table_view_free (rows);
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         poplens_table_get_lacks (base));
    return NULL;
  }
  return make_view_table (view, g_steal_pointer (&owned), rows);
}
