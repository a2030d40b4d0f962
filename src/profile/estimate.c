/* Estimates which byte ranges of the file must be read to load a part, so that the size of a
 * transfer is known before it starts. */
#include "database/pages.h"
#include "profile/loaders.h"

#include <gio/gio.h>

/* ---- pages of tables ------------------------------------------------------------------------- */

/* The functions below estimate where the rows of a table are in the file. They read a few pages of
 * its b-tree: the root, and the first page of each level below it. */

#define INNER 5
#define LEAF 13
#define HEADER_INNER 12
#define MOST_LEVELS 20
#define BLOCK_BYTES (64u * 1024)

/* Returns the children (guint32) of an inner page, in the order of their rows. NULL for a leaf, and
 * if a child is not a page of the file. (transfer full) */
static GArray *
read_children (PoplensPages *pages, guint32 page)
{
  g_autofree guint8 *bytes = g_malloc (pages->size);

  if (!poplens_pages_has (pages, page) || !poplens_pages_read (pages, page, 1, bytes) ||
      bytes[0] != INNER)
    return NULL;
  g_autoptr (GArray) children = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = poplens_u16 (bytes + 3);
  for (guint32 i = 0; i <= n && HEADER_INNER + 2 * i + 2 <= pages->usable; i++) {
    guint32 at = i < n ? poplens_u16 (bytes + HEADER_INNER + 2 * i) : 8;
    guint32 child = at + 4 <= pages->usable ? poplens_u32 (bytes + at) : 0;
    if (!poplens_pages_has (pages, child))
      return NULL;
    g_array_append_val (children, child);
  }
  return g_steal_pointer (&children);
}

/* Reads ahead the first child of each root, if the file is on another computer: measure_subtree ()
 * reads these pages first. */
static void
read_ahead_first_children (PoplensPages *pages, const guint32 *roots, guint n)
{
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; pages->far && i < n; i++) {
    g_autoptr (GArray) children = read_children (pages, roots[i]);
    if (children)
      g_array_append_val (firsts, g_array_index (children, guint32, 0));
  }
  poplens_pages_will_need (pages, (const guint32 *) (gpointer) firsts->data, firsts->len);
}

static int
compare_pages (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return left < right ? -1 : left > right;
}

/* Returns the mean distance in bytes from one page of @sorted to the next, including overflow pages
 * and pages of other tables between them. At most a block, as each page needs only one block to be
 * transferred. */
static guint64
mean_distance (const PoplensPages *pages, GArray *sorted)
{
  const guint32 *page = (const guint32 *) (gpointer) sorted->data;
  guint n = sorted->len;
  guint64 step = n > 1 ? (guint64) (page[n - 1] - page[0]) * pages->size / (n - 1) : 0;

  return CLAMP (step, pages->size, MAX (BLOCK_BYTES, pages->size));
}

typedef struct {
  guint64 leaves, step; /* number of leaves, and bytes from one leaf to the next */
} Subtree;

/* Estimates the leaves below @page. Assumes that all subtrees of a level are like the first one, as
 * in tables that were filled in the order of their rows. */
static Subtree
measure_subtree (PoplensPages *pages, guint32 page)
{
  Subtree below = {1, pages->size};

  for (guint level = 0; level < MOST_LEVELS && below.leaves < pages->n; level++) {
    g_autoptr (GArray) children = read_children (pages, page);
    if (!children)
      break;
    page = g_array_index (children, guint32, 0);
    g_array_sort (children, compare_pages);
    below.leaves *= children->len;
    below.step = mean_distance (pages, children);
  }
  below.leaves = MIN (below.leaves, pages->n);
  return below;
}

/* Appends the range of blocks that contain the @bytes bytes from the start of @page. Only whole
 * blocks are transferred. */
static void
add_block_range (PoplensPages *pages, guint32 page, guint64 bytes, GArray *ranges)
{
  guint64 at = (guint64) (page - 1) * pages->size, size = (guint64) pages->n * pages->size;
  guint64 first = at - at % BLOCK_BYTES, end = at + bytes + BLOCK_BYTES - 1;
  PoplensByteRange range = {first, MIN (end - end % BLOCK_BYTES, size) - first};

  g_array_append_val (ranges, range);
}

/* Appends the estimated byte ranges of the table with root page @root: the root, and the space from
 * each child of the root to the next. The number of leaves below a child limits this space from
 * below and above. */
static void
add_table_ranges (PoplensPages *pages, guint32 root, GArray *ranges)
{
  g_autoptr (GArray) children = read_children (pages, root);

  if (!poplens_pages_has (pages, root))
    return;
  add_block_range (pages, root, pages->size, ranges);
  if (!children)
    return;
  Subtree below = measure_subtree (pages, g_array_index (children, guint32, 0));
  guint64 least = below.leaves * below.step, most = below.leaves * MAX (BLOCK_BYTES, pages->size);
  g_array_sort (children, compare_pages);
  const guint32 *page = (const guint32 *) (gpointer) children->data;
  guint64 gap = 0;
  for (guint i = 0; i < children->len; i++) {
    /* There is no page after the last child: use the distance of the child before it. */
    if (i + 1 < children->len)
      gap = (guint64) (page[i + 1] - page[i]) * pages->size;
    add_block_range (pages, page[i], CLAMP (gap, least, most), ranges);
  }
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const PoplensByteRange *left = a, *right = b;

  return left->offset < right->offset ? -1 : left->offset > right->offset;
}

static void
join_ranges (GArray *ranges)
{
  PoplensByteRange *all = (PoplensByteRange *) (gpointer) ranges->data;
  guint n = 0;

  g_array_sort (ranges, compare_ranges);
  for (guint i = 0; i < ranges->len; i++) {
    PoplensByteRange *last = n ? &all[n - 1] : NULL;
    if (last && all[i].offset <= last->offset + last->size)
      last->size = MAX (last->size, all[i].offset + all[i].size - last->offset);
    else
      all[n++] = all[i];
  }
  g_array_set_size (ranges, n);
}

/* Returns the ranges (PoplensByteRange) that reading the tables at @roots transfers in blocks of 64
 * KiB, sorted and without overlaps. Tables with a damaged root are left out. (transfer full) */
static GArray *
estimate_ranges (PoplensPages *pages, const guint32 *roots, guint n)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensByteRange));

  read_ahead_first_children (pages, roots, n);
  for (guint i = 0; i < n; i++)
    add_table_ranges (pages, roots[i], ranges);
  join_ranges (ranges);
  return ranges;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Tables that each part reads. Tables that are always small are left out. */
static const char *const tables[POPLENS_N_PARTS][12] = {
    [POPLENS_PART_MEMORY] = {"memory_by_tile", "memory_by_category"},
    [POPLENS_PART_VERTICES] = {"vertices", "compute_sets", "vertex_instances",
                               "memory_by_compute_set", "memory_by_vertex_type",
                               "compute_set_cycles_by_tile", "compute_set_cycles_by_ipu"},
    [POPLENS_PART_PROGRAMS] = {"programs", "compute_sets", "program_type_on_tile_execute",
                               "program_type_call", "program_type_repeat", "program_type_sync",
                               "program_type_sans", "program_type_sync_ans",
                               "host_exchange_from_host", "host_exchange_to_host",
                               "control_programs", "function_programs"},
    [POPLENS_PART_EXCHANGES] = {"program_type_do_exchange", "program_type_global_exchange",
                                "program_type_stream_copy_mid", "program_type_code_copy",
                                "inter_ipu_exchange_cycles_by_tile", "host_exchange_from_host",
                                "host_exchange_to_host"},
    [POPLENS_PART_VARIABLES] = {"vars_info", "var_bytes_by_eq_class", "vars_string_table",
                                "unlowered_vars", "debug_ids", "equivalence_class_interference"},
    [POPLENS_PART_LIVENESS] = {"depth_first_steps", "memory_by_tile",
                               "memory_not_always_live_by_step_and_ipu", "eq_classes",
                               "eq_class_step"},
    [POPLENS_PART_EXECUTION] = {"steps", "steps_by_ipu", "program_trace", "absolute_markers",
                                "blocks"},
};

static void
add_table_root (const PoplensSchema *schema, const char *name, GArray *roots)
{
  const PoplensSchemaTable *table = poplens_schema_get_table (schema, name);

  if (!table)
    return;
  for (guint i = 0; i < roots->len; i++)
    if (g_array_index (roots, guint32, i) == table->root)
      return;
  g_array_append_val (roots, table->root);
}

GArray *
poplens_load_estimate (const PoplensLoad *load, guint32 parts)
{
  g_autoptr (GArray) roots = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *reason;
  PoplensPages *pages = poplens_database_pages (load->database, &reason);

  for (PoplensPart part = 0; pages && part < POPLENS_N_PARTS; part++)
    for (guint t = 0; t < G_N_ELEMENTS (tables[part]) && tables[part][t]; t++)
      if (parts & POPLENS_PART_BIT (part))
        add_table_root (load->database->schema, tables[part][t], roots);
  return estimate_ranges (pages, (const guint32 *) (gpointer) roots->data, roots->len);
}
