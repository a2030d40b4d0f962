/* Controls above the graph of Memory: IPU or replica, kind of graph and its options, and sets of
 * tiles to select. */
#include "base/typed.h"
#include "derived/insights/kinds-source.h"
#include "pages/memory/memory-page.h"

#include <string.h>

/* ---- IPU or replica -------------------------------------------------------------------------- */

/* Largest number of replicas in the list; a location can name others. */
#define MOST_REPLICAS 64
#define REPLICA "replica:"

static guint32
n_replicas (const PoplensMemoryPage *self)
{
  return self->target ? MAX (self->target->num_replicas, 1) : 1;
}

static guint32
n_listed (const PoplensMemoryPage *self)
{
  return self->memory->n_tiles ? self->memory->tile[self->memory->n_tiles - 1] + 1 : 0;
}

/* ---- IPU or replica: the location ------------------------------------------------------------ */

/* Returns the value of @key, a number below @n; −1 if the key is missing or @all (nullable).
 * Reports an invalid value, and returns −1. */
static int
memory_control_read_number (PoplensMemoryPage *self, const char *key, const char *title,
                            const char *all, guint32 n)
{
  const char *text = poplens_location_get (self->context->location, key);
  guint64 number;

  if (!text || !g_strcmp0 (text, all))
    return -1;
  if (poplens_typed_unsigned (text, 0, MIN (n, G_MAXINT) - 1, &number))
    return (int) number;
  g_autofree char *wrong =
      n == 1 ? g_strdup_printf ("unknown %s “%s”; there is only 0", title, text)
             : g_strdup_printf ("unknown %s “%s”; use 0 to %u", title, text, n - 1);
  poplens_page_add_misuse (self->page, wrong);
  return -1;
}

/* Limits the graph to the tiles of @ipu. */
static void
show_ipu (PoplensMemoryPage *self, guint32 ipu)
{
  /* With a single IPU the graph shows all tiles. */
  if (self->n_ipus < 2)
    return;
  self->is_part = TRUE;
  self->part.first = ipu * self->target->tiles_per_ipu;
  self->part.last = self->part.first + self->target->tiles_per_ipu - 1;
}

/* Limits the graph to the tiles of the selected replica. If the file lacks these tiles, the graph
 * shows the recorded replica instead. */
static void
show_replica (PoplensMemoryPage *self)
{
  PoplensTileRange *part = &self->part;

  self->is_part = poplens_target_tiles_of_replica (
      self->target, n_listed (self), (guint32) self->replica, &part->first, &part->last);
  self->stands_in = !self->is_part;
}

/* ---- IPU or replica: the choice -------------------------------------------------------------- */

/* Adds an option for each replica. Returns the index of the selected replica's option; @current if
 * no replica is selected. */
static guint
add_replica_options (const PoplensMemoryPage *self, GPtrArray *options, GPtrArray *titles,
                     guint current)
{
  guint32 n = n_replicas (self);

  for (guint32 i = 0; n > 1 && i < n; i++) {
    if (i >= MOST_REPLICAS && self->replica != (int) i)
      continue;
    if (self->replica == (int) i)
      current = options->len;
    poplens_page_add_option (options, titles, g_strdup_printf (REPLICA "%u", i),
                             g_strdup_printf ("Replica %u", i));
    if (i >= MOST_REPLICAS)
      break;
  }
  return current;
}

/* Reads the IPU or replica from the location. Adds the control that chooses it, unless there is
 * only one of each. */
static void
memory_page_add_ipu (PoplensMemoryPage *self)
{
  int ipu = self->ipu =
      memory_control_read_number (self, "ipu", "IPU", "all", MAX (self->n_ipus, 1));
  g_autoptr (GPtrArray) options = g_ptr_array_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  guint current = ipu < 0 ? 0 : (guint) ipu + 1;

  self->replica = memory_control_read_number (self, "replica", "replica", NULL, n_replicas (self));
  /* If the location names an IPU too, ignore the replica: the IPU was chosen later, maybe on
   * another page. */
  if (ipu >= 0)
    self->replica = -1;
  if (ipu >= 0)
    show_ipu (self, (guint32) ipu);
  else if (self->replica >= 0 && n_replicas (self) > 1)
    show_replica (self);
  if (self->n_ipus < 2 && n_replicas (self) < 2)
    return;
  poplens_page_add_option (options, titles, g_strdup ("all"), g_strdup ("All"));
  for (guint i = 0; self->n_ipus > 1 && i < self->n_ipus; i++)
    poplens_page_add_option (options, titles, g_strdup_printf ("%u", i), g_strdup_printf ("%u", i));
  current = add_replica_options (self, options, titles, MIN (current, options->len - 1));
  g_ptr_array_add (options, NULL);
  g_ptr_array_add (titles, NULL);
  poplens_page_add_own_choice (self->page, "ipu", "IPU", "Tiles to show",
                               (GStrv) g_ptr_array_steal (options, NULL),
                               (GStrv) g_ptr_array_steal (titles, NULL), current);
}

/* ---- IPU or replica: notice on replicas ------------------------------------------------------ */

/* Names a range of IPUs: "IPU 2", "IPUs 2 and 3", "IPUs 4 to 7". (transfer full) */
static char *
name_ipus (guint64 first, guint32 n)
{
  guint64 last = first + n - 1;

  if (n < 2)
    return g_strdup_printf ("IPU %" G_GUINT64_FORMAT, first);
  return g_strdup_printf ("IPUs %" G_GUINT64_FORMAT " %s %" G_GUINT64_FORMAT, first,
                          n == 2 ? "and" : "to", last);
}

void
poplens_memory_page_add_replicas (PoplensMemoryPage *self)
{
  guint32 n = n_replicas (self);
  g_autofree char *text = NULL;
  PoplensNumber tiles, replicas, own;

  if (n < 2)
    return;
  poplens_format_items (tiles, self->memory->n_tiles, "tile");
  poplens_format_items (replicas, n, "replica");
  if (self->stands_in) {
    guint32 per_replica = MAX (self->target->ipus_per_replica, 1);
    g_autofree char *ipus = name_ipus ((guint64) self->replica * per_replica, per_replica);
    text = g_strdup_printf (
        "Replica %d (%s) is assumed identical to the recorded replica, which is shown",
        self->replica, ipus);
  } else if (n_listed (self) <= self->target->tiles_per_replica)
    text = g_strdup_printf ("Showing the %s of one replica; there are %s", tiles, replicas);
  else if (self->replica >= 0)
    text = g_strdup_printf (
        "Replica %d: tiles %u to %u, assuming numbering replica by replica; there are %s",
        self->replica, self->part.first, self->part.last, replicas);
  else
    text = g_strdup_printf ("Profile lists %s, but one replica has %s", tiles,
                            poplens_format_count (own, self->target->tiles_per_replica));
  (self->replica < 0 ? poplens_page_add_standing : poplens_page_add_notice) (
      self->page, POPLENS_TONE_NEUTRAL, "replicas", text);
}

/* ---- options --------------------------------------------------------------------------------- */

static const char *const graphs[] = {"total", "variables", "map"};
static const char *const graph_titles[] = {"Total memory", "Variables", "Tile map"};
/* Options for memory from archive.a, which has no variables. */
static const char *const archive_graphs[] = {"total", "map"};
static const char *const archive_titles[] = {"Total memory", "Tile map"};

void
poplens_memory_page_graph_views (GPtrArray *views, const PoplensMemory *memory)
{
  gboolean archive = memory && memory->from_archive;
  guint n = archive ? G_N_ELEMENTS (archive_graphs) : G_N_ELEMENTS (graphs);

  for (guint i = 0; i < n; i++)
    poplens_views_add (views, "Graph", "view", (archive ? archive_graphs : graphs)[i],
                       (archive ? archive_titles : graph_titles)[i]);
}

static void
memory_control_add_graph (PoplensMemoryPage *self)
{
  static const char doc[] = "Graph to show";

  if (self->memory->from_archive)
    self->graph = poplens_page_add_choice (self->page, "view", "Graph", doc, archive_graphs,
                                           archive_titles, G_N_ELEMENTS (archive_graphs), 0)
                      ? POPLENS_MEMORY_GRAPH_MAP
                      : POPLENS_MEMORY_GRAPH_TOTAL;
  else
    self->graph = poplens_page_add_choice (self->page, "view", "Graph", doc, graphs, graph_titles,
                                           G_N_ELEMENTS (graphs), 0);
  poplens_page_control (self->page, "view")->is_plain = TRUE;
  poplens_page_control (self->page, "view")->letter = 'g';
}

static void
add_breakdown (PoplensMemoryPage *self)
{
  const PoplensMemory *memory = self->memory;
  /* archive.a allows only a breakdown by region, and its bytes include gaps. */
  guint n = memory->regions_unknown                        ? POPLENS_BREAKDOWN_NONE + 1
            : memory->from_archive                         ? POPLENS_BREAKDOWN_REGION + 1
            : poplens_kinds_can_be (self->context->report) ? POPLENS_BREAKDOWN_KIND + 1
                                                           : POPLENS_N_BREAKDOWNS;

  self->breakdown = poplens_page_add_choice (
      self->page, "breakdown", "Breakdown", "Split the memory of each tile by",
      poplens_breakdown_keys, poplens_breakdown_titles, n,
      memory->has_categories ? POPLENS_BREAKDOWN_GROUP : POPLENS_BREAKDOWN_NONE);
}

static void
add_order (PoplensMemoryPage *self)
{
  static const char *const orders[] = {"number", "use", "physical"};
  static const char *const titles[] = {"Tile number", "Memory use", "Position on die"};

  self->order = poplens_page_add_choice (
      self->page, "order", "Sort by",
      "Sort tiles by number, by memory use, or by position on the die (Mk2 only)", orders, titles,
      self->plan.physical ? 3 : 2, POPLENS_MEMORY_BY_NUMBER);
  poplens_page_control (self->page, "order")->letter = 'o';
}

static void
add_scale (PoplensMemoryPage *self)
{
  static const char *const scales[] = {"data", "limit"};
  static const char *const titles[] = {"Fit data", "Fit capacity"};

  poplens_page_add_choice (self->page, "axis", "Axis",
                           "Fit the axis to the data or to the capacity", scales, titles,
                           G_N_ELEMENTS (scales), 0);
}

static void
memory_control_add_layout (PoplensMemoryPage *self)
{
  static const char *const plans[] = {"physical", "logical"};
  static const char *const titles[] = {"Die", "Tile number"};

  /* If the positions on the die are unknown, tiles are always placed by number. */
  if (self->plan.physical)
    self->on_die = !poplens_page_add_choice (self->page, "layout", "Layout",
                                             "Place tiles by position on a Mk2 die, or by number",
                                             plans, titles, G_N_ELEMENTS (plans), 0);
}

/* Adds the controls of the chosen graph. FALSE with @error. */
static gboolean
add_options (PoplensMemoryPage *self, GError **error)
{
  switch (self->graph) {
  case POPLENS_MEMORY_GRAPH_TOTAL:
    /* For a single operation, only always-live bytes and other bytes are known: offer no
     * breakdown. */
    if (!self->only)
      add_breakdown (self);
    add_order (self);
    if (!self->only) {
      self->gaps =
          (!self->memory->from_archive || self->breakdown == POPLENS_BREAKDOWN_REGION) &&
          poplens_page_add_switch (self->page, "gaps", "Show Gaps",
                                   "Show the end of the highest variable of each tile", TRUE);
    }
    add_scale (self);
    return TRUE;
  case POPLENS_MEMORY_GRAPH_VARIABLES:
    if (!poplens_memory_page_add_plot (self, error))
      return FALSE;
    add_order (self);
    return TRUE;
  default:
    poplens_memory_page_add_floor_value (self);
    if (poplens_memory_page_is_chosen (self) && !poplens_memory_page_add_plot (self, error))
      return FALSE;
    poplens_memory_page_add_ramp (self);
    memory_control_add_layout (self);
    return TRUE;
  }
}

gboolean
poplens_memory_page_add_controls (PoplensMemoryPage *self, GError **error)
{
  memory_control_add_graph (self);
  if (!add_options (self, error))
    return FALSE;
  memory_page_add_ipu (self);
  poplens_page_add_unit (self->page, self->context);
  return TRUE;
}

/* ---- tiles to select ------------------------------------------------------------------------- */

/* Returns the tiles memory->tile[p] for the @n values p in @positions. (transfer full) */
static PoplensTileSet *
set_of_positions (const PoplensMemoryPage *self, const guint32 *positions, guint n)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (guint i = 0; i < n; i++) {
    guint32 tile = self->memory->tile[positions[i]];
    PoplensTileRange range = {tile, tile};
    g_array_append_val (ranges, range);
  }
  return poplens_tile_set_new ((const PoplensTileRange *) (gpointer) ranges->data, ranges->len);
}

/* Adds a set of tiles that the user can select. @tiles: (transfer full) (nullable): NULL: the set
 * is empty and cannot be selected; @detail says why */
static void
add_tile_choice (PoplensPage *page, const char *title, const char *detail, PoplensTileSet *tiles)
{
  PoplensTileChoice *choice = g_new0 (PoplensTileChoice, 1);

  choice->title = g_strdup (title);
  choice->detail = g_strdup (detail);
  choice->tiles = tiles;
  g_ptr_array_add (page->tile_choices, choice);
}

/* Adds the 1, 5 and 16 fullest of the tiles in the graph as sets that can be selected. */
static void
add_fullest (PoplensMemoryPage *self)
{
  static const guint counts[] = {1, 5, 16};
  g_autofree guint32 *order = poplens_memory_order (self->memory, TRUE, TRUE);
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint32));
  PoplensNumber least;

  for (guint32 i = 0; i < self->memory->n_tiles; i++)
    if (poplens_memory_page_shows (self, self->memory->tile[order[i]]))
      g_array_append_val (positions, order[i]);
  for (guint i = 0; i < G_N_ELEMENTS (counts) && counts[i] <= positions->len; i++) {
    const guint32 *chosen = (const guint32 *) (gpointer) positions->data;
    g_autofree char *title =
        g_strdup_printf (counts[i] == 1 ? "Fullest tile" : "%u fullest tiles", counts[i]);
    g_autofree char *detail = g_strdup_printf (
        counts[i] == 1 ? "%s including gaps" : "%s or more, including gaps",
        poplens_format_bytes (least, self->memory->total_including_gaps[chosen[counts[i] - 1]],
                              self->page->unit));
    add_tile_choice (self->page, title, detail, set_of_positions (self, chosen, counts[i]));
  }
}

/* Adds the choice of all tiles over capacity; insensitive if there are none. */
static void
add_overflowing (PoplensMemoryPage *self)
{
  const PoplensMemory *memory = self->memory;
  guint64 capacity = self->target ? self->target->bytes_per_tile : 0;
  g_autoptr (GArray) over = g_array_new (FALSE, FALSE, sizeof (guint32));
  PoplensNumber n;

  for (guint32 p = 0; capacity && p < memory->n_tiles; p++)
    if (memory->total_including_gaps[p] > capacity)
      g_array_append_val (over, p);
  g_autofree char *detail =
      over->len  ? g_strdup_printf ("%s over capacity", poplens_format_items (n, over->len, "tile"))
      : capacity ? g_strdup ("No tile over capacity")
                 : g_strdup ("Tile capacity not recorded");
  add_tile_choice (self->page, "Tiles over", detail,
                   over->len
                       ? set_of_positions (self, (const guint32 *) (gpointer) over->data, over->len)
                       : NULL);
}

/* Adds the choice of the tiles with nearly the same memory as the first selected one; insensitive
 * if no tile is selected. */
static void
add_alike (PoplensMemoryPage *self)
{
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (self->context->location);
  guint32 position =
      tiles->n ? poplens_memory_find_tile (self->memory, tiles->ranges[0].first) : POPLENS_NO_TILE;

  if (position == POPLENS_NO_TILE) {
    add_tile_choice (self->page, "Similar tiles", "Select a tile first", NULL);
    return;
  }
  PoplensNumber n;
  g_autoptr (GArray) alike = poplens_memory_alike (self->memory, position);
  g_autofree char *title = g_strdup_printf ("Tiles similar to %u", tiles->ranges[0].first);
  g_autofree char *detail =
      g_strdup_printf ("%s with nearly the same memory by category (within 1 %% of the total)",
                       poplens_format_items (n, alike->len, "tile"));
  add_tile_choice (self->page, title, detail,
                   set_of_positions (self, (const guint32 *) (gpointer) alike->data, alike->len));
}

void
poplens_memory_page_add_tile_choices (PoplensMemoryPage *self)
{
  add_fullest (self);
  add_overflowing (self);
  add_alike (self);
}
