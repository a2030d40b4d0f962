/* Builds the tree of the contents of a tile from leaves (variables, code, state) and their names.
 * Sums the live bytes of tiles by group. */
#include "analysis/memory/tile-contents.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

/* Rows of less than 1/SMALL of all bytes are merged with their siblings. */
#define SMALL 200
#define LEVELS 3 /* number of tree levels above the variables */

const char *
poplens_contents_level_key (PoplensContentsLevel level)
{
  static const char *const keys[POPLENS_N_CONTENTS_LEVELS] = {
      "kind", "layer", "operation", "variable", "piece", "smaller", "not-live", "packing", "gaps"};

  return keys[level];
}

/* ---- paths ----------------------------------------------------------------------------------- */

/* A leaf and its ancestors in the tree. */
typedef struct {
  const PoplensContentsLeaf *leaf;
  const char *pattern; /* pattern of the leaf's name (name-parts.h); "" if the leaf has no name */
  gsize layer;         /* length in bytes of the layer at the start of .pattern */
  guint n;             /* number of ancestors in .above */
  struct {
    PoplensContentsLevel level;
    const char *key;
  } above[LEVELS];
} LeafPath;

typedef struct {
  PoplensTileContents *out;
  PoplensContentsOrder order;
  gint64 whole; /* total bytes of the tree; if it has two sides, the larger total */
  GArray *paths;
} ContentsBuilder;

static void
put_above (LeafPath *path, PoplensContentsLevel level, const char *key)
{
  path->above[path->n].level = level;
  path->above[path->n++].key = key;
}

static LeafPath
path_new (const ContentsBuilder *self, const PoplensContentsLeaf *leaf)
{
  GStringChunk *texts = self->out->texts;
  LeafPath path = {leaf, "", 0, 0, {{0}}};
  g_autofree char *pattern = leaf->name ? poplens_name_pattern (leaf->name, &path.layer) : NULL;
  const char *kind = poplens_kind_key (leaf->kind), *layer = "";

  if (pattern) {
    path.pattern = g_string_chunk_insert_const (texts, pattern);
    pattern[path.layer] = 0;
    layer = g_string_chunk_insert_const (texts, pattern);
  }
  if (self->order == POPLENS_CONTENTS_BY_LAYER)
    put_above (&path, POPLENS_CONTENTS_LAYER, layer);
  put_above (&path, POPLENS_CONTENTS_KIND, kind);
  if (pattern && self->order == POPLENS_CONTENTS_BY_KIND)
    put_above (&path, POPLENS_CONTENTS_LAYER, layer);
  if (pattern)
    put_above (&path, POPLENS_CONTENTS_OPERATION, path.pattern);
  return path;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  const LeafPath *x = a, *y = b;

  for (guint i = 0; i < x->n && i < y->n; i++) {
    int order = strcmp (x->above[i].key, y->above[i].key);
    if (order)
      return order;
  }
  if (x->n != y->n)
    return x->n < y->n ? -1 : 1;
  return x->leaf < y->leaf ? -1 : x->leaf > y->leaf;
}

static gboolean
holds_any (const PoplensContentsLeaf *leaf)
{
  return leaf->live[0] || leaf->live[1];
}

static GArray *
list_paths (const ContentsBuilder *self, const PoplensContentsLeaf *leaves, guint n)
{
  GArray *paths = g_array_new (FALSE, FALSE, sizeof (LeafPath));

  for (guint i = 0; i < n; i++)
    if (holds_any (&leaves[i])) {
      LeafPath path = path_new (self, &leaves[i]);
      g_array_append_val (paths, path);
    }
  g_array_sort (paths, compare_paths);
  return paths;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

typedef struct {
  PoplensContentsRow row; /* row to show; .name leaves out the name of the parent */
  const char *full;     /* name with the parent's name, for a node that is merged with its parent */
  const LeafPath *path; /* path of the leaf, if the node is a leaf */
  gboolean is_nameless; /* TRUE: the node is a leaf without a name */
  GPtrArray *children;  /* (nullable): ContentsNode */
} ContentsNode;

static void
node_free (gpointer data)
{
  ContentsNode *self = data;

  if (!self)
    return;
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}

static ContentsNode *
node_new (PoplensContentsLevel level, PoplensKind kind)
{
  ContentsNode *self = g_new0 (ContentsNode, 1);

  self->row.level = level;
  self->row.kind = kind;
  self->row.parent = self->row.variable = G_MAXUINT32;
  return self;
}

static const char *
keep_text (const ContentsBuilder *self, const char *text)
{
  return g_string_chunk_insert_const (self->out->texts, text);
}

static ContentsNode *
leaf_node (const ContentsBuilder *self, const LeafPath *path)
{
  const PoplensContentsLeaf *leaf = path->leaf;
  ContentsNode *node =
      node_new (leaf->is_piece ? POPLENS_CONTENTS_PIECE : POPLENS_CONTENTS_VARIABLE, leaf->kind);

  node->row.name = node->row.label = node->full = keep_text (self, leaf->label);
  node->row.variable = leaf->variable;
  node->row.n_variables = 1;
  node->path = path;
  node->is_nameless = !leaf->name;
  memcpy (node->row.bytes, leaf->live, sizeof node->row.bytes);
  memcpy (node->row.always_live, leaf->always_live, sizeof node->row.always_live);
  return node;
}

static void
take_children (ContentsNode *node, GPtrArray *children)
{
  node->children = children;
  for (guint c = 0; c < children->len; c++) {
    const PoplensContentsRow *child = &((ContentsNode *) children->pdata[c])->row;
    node->row.n_variables += child->n_variables;
    for (guint s = 0; s < POPLENS_CONTENTS_SIDES; s++) {
      node->row.bytes[s] += child->bytes[s];
      node->row.always_live[s] += child->always_live[s];
    }
  }
}

/* ---- order ----------------------------------------------------------------------------------- */

static gint64
larger (const PoplensContentsRow *row)
{
  return MAX (row->bytes[0], row->bytes[1]);
}

static int
compare_amounts (gint64 a, gint64 b)
{
  return a > b ? -1 : a < b;
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const PoplensContentsRow *x = &(*(ContentsNode *const *) a)->row,
                           *y = &(*(ContentsNode *const *) b)->row;
  int order = compare_amounts (ABS (x->bytes[1] - x->bytes[0]), ABS (y->bytes[1] - y->bytes[0]));

  order = order ? order : compare_amounts (larger (x), larger (y));
  order = order ? order : strcmp (x->name, y->name);
  return order ? order : x->variable < y->variable ? -1 : x->variable > y->variable;
}

/* ---- small siblings -------------------------------------------------------------------------- */

static gboolean
is_small (const ContentsBuilder *self, const ContentsNode *node)
{
  return larger (&node->row) * SMALL < self->whole;
}

/* Merges the small nodes of the sorted @children into one node. Does nothing if all nodes are
 * small, or fewer than two. */
static void
collect_small (const ContentsBuilder *self, GPtrArray *children, PoplensKind kind)
{
  g_autoptr (GPtrArray) small = g_ptr_array_new_with_free_func (node_free);
  guint n = 0, kept = 0;

  for (guint c = 0; c < children->len; c++)
    n += is_small (self, children->pdata[c]);
  if (n < 2 || n == children->len)
    return;
  for (guint c = 0; c < children->len; c++)
    if (is_small (self, children->pdata[c]))
      g_ptr_array_add (small, children->pdata[c]);
    else
      children->pdata[kept++] = children->pdata[c];
  for (guint c = kept; c < children->len; c++)
    children->pdata[c] = NULL;
  g_ptr_array_set_size (children, (int) kept);
  ContentsNode *node = node_new (POPLENS_CONTENTS_SMALLER, kind);
  g_autofree char *name = g_strdup_printf ("%u smaller", n);
  node->row.name = node->row.label = node->full = keep_text (self, name);
  take_children (node, g_steal_pointer (&small));
  g_ptr_array_add (children, node);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Returns the last part of the patterns of all @n leaves, after the layer. NULL if the patterns end
 * in different parts, or a pattern has no part after the layer. (nullable) */
static const char *
last_part (const LeafPath *paths, guint n)
{
  const char *last = NULL;

  for (guint i = 0; i < n; i++) {
    const char *slash = strrchr (paths[i].pattern + paths[i].layer, '/');
    if (!slash || (last && strcmp (last, slash + 1)))
      return NULL;
    last = slash + 1;
  }
  return last;
}

static char *
layer_name (const ContentsBuilder *self, const ContentsNode *node, const LeafPath *paths, guint n)
{
  gboolean has_operations =
      self->order == POPLENS_CONTENTS_BY_KIND && strcmp (paths[0].pattern, paths[n - 1].pattern);
  const char *last = has_operations ? last_part (paths, n) : NULL;
  g_autofree char *layer = g_strndup (paths[0].pattern, paths[0].layer);

  if (!*layer)
    return g_strdup ("No layer");
  return node->row.n_variables > 1 ? g_strdup_printf ("%u × %s%s%s", node->row.n_variables, layer,
                                                      last ? " … " : "", last ? last : "")
                                   : g_strdup (layer);
}

static char *
operation_name (const ContentsNode *node, const char *pattern)
{
  return node->row.n_variables > 1 ? g_strdup_printf ("%u × %s", node->row.n_variables, pattern)
                                   : g_strdup (pattern);
}

/* ---- labels ---------------------------------------------------------------------------------- */

/* Returns the label of an operation: the path @below its layer up to "/split*". If the path has no
 * such part, cuts off the last part, which is the name of the variable. (transfer full) */
static char *
operation_label (const char *below)
{
  const char *piece = strstr (below, "/split*"), *last = strrchr (below, '/');
  const char *end = piece ? piece : last;

  return end ? g_strndup (below, (gsize) (end - below)) : g_strdup (below);
}

/* Returns the last part of the layer in the name of a leaf: "layer.3" if the layer is
 * "bert/layer.*". (transfer full) (nullable): NULL if the layer does not end in "*" */
static char *
number_label (const LeafPath *path)
{
  const char *end = path->leaf->name + strlen (path->leaf->name), *from;

  if (!path->layer || path->pattern[path->layer - 1] != '*')
    return NULL;
  /* Skip the parts after the layer. The name has as many of them as the pattern. */
  for (const char *p = path->pattern + path->layer; *p; p++)
    if (*p == '/')
      while (end > path->leaf->name && *--end != '/')
        ;
  for (from = end; from > path->leaf->name && from[-1] != '/'; from--)
    ;
  return g_strndup (from, (gsize) (end - from));
}

/* Labels the children of an operation by their layers, such as "layer.3". Otherwise all would have
 * the same label. */
static void
label_children (const ContentsBuilder *self, const ContentsNode *node)
{
  for (guint c = 0; c < node->children->len; c++) {
    ContentsNode *child = node->children->pdata[c];
    g_autofree char *label = number_label (child->path);
    if (label)
      child->row.label = keep_text (self, label);
  }
}

/* Sets the names and the label of @node. @paths: (array length=n): leaves below @node */
static void
name_node (const ContentsBuilder *self, ContentsNode *node, const LeafPath *paths, guint n)
{
  const char *pattern = paths[0].pattern;
  const char *below = pattern[paths[0].layer] ? pattern + paths[0].layer + 1 : pattern;
  g_autofree char *name = NULL, *full = NULL, *label = NULL;

  if (node->row.level == POPLENS_CONTENTS_KIND)
    name = g_strdup (poplens_kind_title (node->row.kind));
  else if (node->row.level == POPLENS_CONTENTS_LAYER) {
    name = layer_name (self, node, paths, n);
    label = g_strndup (pattern, paths[0].layer);
  } else {
    name = operation_name (node, below);
    full = operation_name (node, pattern);
    label = operation_label (below);
    label_children (self, node);
  }
  node->row.name = keep_text (self, name);
  node->row.label = label && *label ? keep_text (self, label) : node->row.name;
  node->full = full ? keep_text (self, full) : node->row.name;
}

/* ---- merging --------------------------------------------------------------------------------- */

static char *
joined_name (const ContentsNode *node, const ContentsNode *child)
{
  if (node->row.level == POPLENS_CONTENTS_KIND)
    return child->is_nameless
               ? g_strdup (node->row.name)
               : g_strdup_printf ("%s · %s", node->row.name,
                                  child->row.level == POPLENS_CONTENTS_OPERATION ? child->row.name
                                                                                 : child->full);
  if (child->row.level == POPLENS_CONTENTS_KIND)
    return g_strdup_printf ("%s · %s", node->row.name, child->row.name);
  return g_strdup (child->full);
}

/* Merges @node with its child if there is only one child. */
static void
merge_only_child (const ContentsBuilder *self, ContentsNode *node)
{
  g_autoptr (GPtrArray) children = NULL;
  g_autofree char *name = NULL;

  if (!node->children || node->children->len != 1)
    return;
  children = g_steal_pointer (&node->children);
  ContentsNode *child = children->pdata[0];
  name = joined_name (node, child);
  node->children = g_steal_pointer (&child->children);
  node->row.variable = child->row.variable;
  node->is_nameless = child->is_nameless;
  node->row.name = node->full = keep_text (self, name);
  if (node->row.level == POPLENS_CONTENTS_KIND)
    return;
  node->row.level = child->row.level;
  node->row.label = node->full;
}

/* ---- tree ------------------------------------------------------------------------------------ */

static GPtrArray *build_level (const ContentsBuilder *self, guint from, guint to, guint depth);

static ContentsNode *
build_node (const ContentsBuilder *self, guint from, guint to, guint depth)
{
  const LeafPath *paths = &g_array_index (self->paths, LeafPath, from);
  PoplensContentsLevel level = paths->above[depth].level;
  gboolean of_kind = self->order == POPLENS_CONTENTS_BY_KIND || level != POPLENS_CONTENTS_LAYER;
  ContentsNode *node = node_new (level, of_kind ? paths->leaf->kind : POPLENS_N_KINDS);

  take_children (node, build_level (self, from, to, depth + 1));
  name_node (self, node, paths, to - from);
  collect_small (self, node->children, node->row.kind);
  merge_only_child (self, node);
  return node;
}

/* Builds the nodes at @depth from the sorted paths [@from, @to), which have the same ancestors
 * above @depth. */
static GPtrArray *
build_level (const ContentsBuilder *self, guint from, guint to, guint depth)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (node_free);

  for (guint i = from, end; i < to; i = end) {
    const LeafPath *path = &g_array_index (self->paths, LeafPath, i);
    end = i + 1;
    if (path->n == depth) {
      g_ptr_array_add (nodes, leaf_node (self, path));
      continue;
    }
    while (end < to && !strcmp (g_array_index (self->paths, LeafPath, end).above[depth].key,
                                path->above[depth].key))
      end++;
    g_ptr_array_add (nodes, build_node (self, i, end, depth));
  }
  g_ptr_array_sort (nodes, compare_nodes);
  return nodes;
}

static void
add_rest (const ContentsBuilder *self, GPtrArray *nodes, PoplensContentsLevel level,
          const char *name, gsize offset)
{
  ContentsNode *node = node_new (level, POPLENS_N_KINDS);

  node->row.name = node->row.label = node->full = keep_text (self, name);
  for (guint s = 0; s < self->out->n_sides; s++)
    node->row.bytes[s] = G_STRUCT_MEMBER (gint64, &self->out->sums[s], offset);
  if (level == POPLENS_CONTENTS_NOT_LIVE && !node->row.bytes[0] && !node->row.bytes[1])
    node_free (node);
  else
    g_ptr_array_add (nodes, node);
}

static void
flatten (GArray *rows, const GPtrArray *nodes, guint16 depth, guint32 parent)
{
  for (guint i = 0; nodes && i < nodes->len; i++) {
    const ContentsNode *node = nodes->pdata[i];
    PoplensContentsRow row = node->row;
    guint32 at = rows->len;
    row.depth = depth;
    row.parent = parent;
    g_array_append_val (rows, row);
    flatten (rows, node->children, depth + 1, at);
  }
}

static GPtrArray *
build_top (const ContentsBuilder *self)
{
  GPtrArray *nodes = build_level (self, 0, self->paths->len, 0);

  collect_small (self, nodes, POPLENS_N_KINDS);
  add_rest (self, nodes, POPLENS_CONTENTS_NOT_LIVE, "Not live at this step",
            G_STRUCT_OFFSET (PoplensContentsSums, not_live));
  add_rest (self, nodes, POPLENS_CONTENTS_PACKING, "Packing",
            G_STRUCT_OFFSET (PoplensContentsSums, packing));
  add_rest (self, nodes, POPLENS_CONTENTS_GAPS, "Gaps",
            G_STRUCT_OFFSET (PoplensContentsSums, gaps));
  return nodes;
}

PoplensTileContents *
poplens_tile_contents_new (const PoplensContentsLeaf *leaves, guint n,
                           const PoplensContentsSums *sums, guint n_sides,
                           PoplensContentsOrder order)
{
  PoplensTileContents *out = g_new0 (PoplensTileContents, 1);
  ContentsBuilder self = {out, order, 0, NULL};

  out->n_sides = n_sides;
  out->texts = g_string_chunk_new (4096);
  out->rows = g_array_new (FALSE, TRUE, sizeof (PoplensContentsRow));
  for (guint s = 0; s < n_sides; s++) {
    out->sums[s] = sums[s];
    self.whole = MAX (self.whole, sums[s].total);
  }
  self.paths = list_paths (&self, leaves, n);
  g_autoptr (GPtrArray) nodes = build_top (&self);
  flatten (out->rows, nodes, 0, G_MAXUINT32);
  g_array_unref (self.paths);
  return out;
}

void
poplens_tile_contents_free (PoplensTileContents *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/* ---- groups ---------------------------------------------------------------------------------- */

typedef struct {
  const PoplensTileBytes *bytes;
  const PoplensMemory *memory;
  const GArray *peaks;
  PoplensLiveGroups *out;
} LiveGroupsBuilder;

static const PoplensTilePeak *
peak_of (const GArray *peaks, guint32 row)
{
  return &g_array_index (peaks, PoplensTilePeak, row);
}

/* Adds the live bytes of a tile at a step to its groups, and returns their sum. @classes:
 * PoplensClassBits by class at the step */
static gint64
add_entries (LiveGroupsBuilder *self, guint32 tile, const guint8 *classes)
{
  const PoplensTileBytes *b = self->bytes;
  gint64 sum = 0;

  for (guint32 e = b->first[tile]; e < b->first[tile + 1]; e++) {
    const PoplensByteEntry *entry = &b->entries[e];
    guint8 bits = classes[entry->class_row];
    if (!(bits & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS)))
      continue;
    self->out->live[entry->group] += entry->bytes;
    if (bits & POPLENS_CLASS_ALWAYS)
      self->out->always_live[entry->group] += entry->bytes;
    sum += entry->bytes;
  }
  return sum;
}

static void
live_groups_add_tile (LiveGroupsBuilder *self, guint32 row, const guint8 *classes)
{
  const PoplensMemory *m = self->memory;
  guint32 tile = m->tile[row];
  gint64 live = tile < self->bytes->n_tiles ? add_entries (self, tile, classes) : 0;
  gint64 peak = (gint64) peak_of (self->peaks, row)->bytes;
  PoplensContentsSums *sums = &self->out->sums;

  self->out->n_tiles++;
  sums->live += live;
  sums->not_live += peak - live;
  sums->packing += (gint64) m->total[row] - peak;
  sums->gaps += (gint64) m->total_including_gaps[row] - m->total[row];
  sums->total += m->total_including_gaps[row];
}

/* .row: row of a tile in PoplensMemory. .step: step at which the live bytes of the tile are summed.
 */
typedef struct {
  guint32 step, row;
} Look;

static int
compare_looks (gconstpointer a, gconstpointer b)
{
  const Look *x = a, *y = b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Lists the tiles, sorted by step, so that the live classes of each step are computed only once. */
static GArray *
list_looks (const PoplensMemory *memory, const GArray *peaks, const PoplensTileSet *tiles,
            guint32 step)
{
  GArray *looks = g_array_new (FALSE, FALSE, sizeof (Look));

  for (guint32 row = 0; row < memory->n_tiles && row < peaks->len; row++) {
    Look look = {step == POPLENS_NO_STEP ? peak_of (peaks, row)->step : step, row};
    if (!tiles || poplens_tile_set_contains (tiles, memory->tile[row]))
      g_array_append_val (looks, look);
  }
  g_array_sort (looks, compare_looks);
  return looks;
}

PoplensLiveGroups *
poplens_live_groups_new (const PoplensTileBytes *bytes, const PoplensLiveness *liveness,
                         const PoplensMemory *memory, const GArray *peaks,
                         const PoplensTileSet *tiles, guint32 step)
{
  PoplensLiveGroups *out = g_new0 (PoplensLiveGroups, 1);
  g_autoptr (GArray) looks = list_looks (memory, peaks, tiles, step);
  g_autofree guint8 *classes = NULL;
  LiveGroupsBuilder self = {bytes, memory, peaks, out};

  out->live = g_new0 (gint64, MAX (bytes->n_groups, 1));
  out->always_live = g_new0 (gint64, MAX (bytes->n_groups, 1));
  for (guint i = 0; i < looks->len; i++) {
    const Look *look = &g_array_index (looks, Look, i);
    if (!i || look[-1].step != look->step) {
      g_free (classes);
      classes = poplens_liveness_classes_at (liveness, look->step);
    }
    live_groups_add_tile (&self, look->row, classes);
  }
  return out;
}

void
poplens_live_groups_free (PoplensLiveGroups *self)
{
  if (!self)
    return;
  g_free (self->live);
  g_free (self->always_live);
  g_free (self);
}

PoplensContentsLeaf
poplens_contents_leaf (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                       const PoplensVariables *variables, guint32 group)
{
  const PoplensByteGroup *of = &bytes->groups[group];
  PoplensContentsLeaf leaf = {.kind = kinds->kind[group], .variable = of->variable};

  leaf.name =
      of->unlowered == G_MAXUINT32 ? NULL : poplens_variable_name (variables, of->unlowered);
  if (leaf.name && !*leaf.name)
    leaf.name = NULL;
  leaf.label = of->name && *of->name ? of->name : "<anon>";
  return leaf;
}

void
poplens_contents_leaf_add (PoplensContentsLeaf *leaf, const PoplensLiveGroups *groups,
                           guint32 group, guint side)
{
  leaf->live[side] += groups->live[group];
  leaf->always_live[side] += groups->always_live[group];
}

guint32
poplens_memory_worst_tile (const PoplensMemory *memory, const GArray *peaks,
                           const PoplensTileSet *tiles)
{
  guint32 worst = G_MAXUINT32;
  guint64 most = 0;

  for (guint32 row = 0; row < memory->n_tiles && row < peaks->len; row++) {
    guint64 need = MAX (memory->total_including_gaps[row], peak_of (peaks, row)->bytes);
    if (tiles && !poplens_tile_set_contains (tiles, memory->tile[row]))
      continue;
    if (worst == G_MAXUINT32 || need > most) {
      worst = row;
      most = need;
    }
  }
  return worst;
}
