/* Labels on the blocks of the trace. Each label has several forms, down to a short one for narrow
 * blocks. */
#include "pages/trace/trace-model.h"

#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

/* ---- flat view: steps ------------------------------------------------------------------------ */

/* The names of the labelled blocks, each once, split into parts. */
typedef struct {
  GHashTable *at; /* string number of a name → 1 + index in .splits */
  GArray *splits; /* PoplensNameSplit: names that are split into parts */
} DistinctNames;

/* Returns the name of the step that @item shows, as an index in model->strings. Returns 0 if the
 * name is not a path: only compute sets and exchanges have paths. */
static guint32
path_of (const PoplensTraceLanes *self, gsize item)
{
  guint32 step = self->model->execution->row_step[self->source[item]];

  switch (poplens_trace_look (self->model, step).kind) {
  case POPLENS_STEP_ON_TILE_EXECUTE:
  case POPLENS_STEP_DO_EXCHANGE:
  case POPLENS_STEP_GLOBAL_EXCHANGE:
    return self->model->name[step];
  default:
    return 0;
  }
}

/* Adds a name, split into parts, unless @seen has it. @name: index in model->strings; 0: none */
static void
distinct_names_add (DistinctNames *seen, const PoplensTraceModel *model, guint32 name)
{
  PoplensNameSplit split;

  if (!name || g_hash_table_contains (seen->at, GUINT_TO_POINTER (name)))
    return;
  split = poplens_name_split (model->layers, poplens_strings_get (model->strings, name));
  g_array_append_val (seen->splits, split);
  g_hash_table_insert (seen->at, GUINT_TO_POINTER (name), GUINT_TO_POINTER (seen->splits->len));
}

/* Returns the forms of a label, one per line, from the longest to the shortest. (transfer full) */
static char *
forms_of (const PoplensNameLabel *label)
{
  GString *forms = g_string_new (NULL);
  g_autofree char *last = NULL;

  for (guint dropped = 0; dropped <= POPLENS_LABEL_DROPS; dropped++) {
    char *form = poplens_name_label_text (label, dropped);
    if (!last || strcmp (last, form))
      g_string_append_printf (forms, "%s%s", forms->len ? "\n" : "", form);
    g_free (last);
    last = form;
  }
  return g_string_free (forms, FALSE);
}

/* Labels blocks by the parts of their names. Leaves out parts that all names in view share. */
static void
label_steps (const PoplensTraceLanes *self, const gsize *items, guint n, char **labels)
{
  g_autoptr (GHashTable) at = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) splits = g_array_new (FALSE, FALSE, sizeof (PoplensNameSplit));
  DistinctNames seen = {at, splits};
  PoplensNameLabel *told;

  for (guint i = 0; i < n; i++)
    distinct_names_add (&seen, self->model, path_of (self, items[i]));
  told = poplens_name_labels_new ((const PoplensNameSplit *) (void *) splits->data, splits->len);
  for (guint i = 0; i < n; i++) {
    guint32 name = path_of (self, items[i]);
    if (name)
      labels[i] = forms_of (
          &told[GPOINTER_TO_UINT (g_hash_table_lookup (at, GUINT_TO_POINTER (name))) - 1]);
  }
  poplens_name_labels_free (told, splits->len);
}

/* ---- flame graph ----------------------------------------------------------------------------- */

/* Adds the path of a visible group to @ends, a map from the last component of a path to the path.
 * If several paths end in a component, maps the component to "". */
static void
see_group (GHashTable *ends, const char *path)
{
  const char *slash = strrchr (path, '/'), *end = slash ? slash + 1 : path;
  const char *other = g_hash_table_lookup (ends, end);

  if (!other || (*other && strcmp (other, path)))
    g_hash_table_insert (ends, g_strdup (end), g_strdup (other ? "" : path));
}

/* Returns the path of a group. (transfer full) */
static char *
group_path (const PoplensFlame *flame, guint32 node)
{
  gsize length;
  const char *text = poplens_flame_name (flame, flame->node_name[node], &length);

  return g_strndup (text, length);
}

/* Returns the forms of a group's label, one per line: "Fwd/encoder/mlp", "Fwd/…/mlp", "mlp". The
 * last form is "Fwd" if another group in view ends in "mlp". (transfer full) */
static char *
label_group (const PoplensFlame *flame, guint32 node, GHashTable *ends)
{
  g_autofree char *path = group_path (flame, node);
  const char *slash = strrchr (path, '/'), *end = slash ? slash + 1 : "", *other;
  g_autofree char *begin = g_strndup (path, strcspn (path, "/"));
  GString *forms = g_string_new (path);

  if (*begin && *end) {
    other = g_hash_table_lookup (ends, end);
    if (path + strlen (begin) < slash)
      g_string_append_printf (forms, "\n%s/…/%s", begin, end);
    g_string_append_printf (forms, "\n%s", other && *other ? end : begin);
  }
  return g_string_free (forms, FALSE);
}

/* Returns the label of a leaf of the flame graph: "attention/self · MatMul (exchange in)". If the
 * leaf is below the group of its operation: "exchange in". @ends: filled by see_group (). (transfer
 * full) */
static char *
label_leaf (const PoplensTraceModel *model, const PoplensFlame *flame, guint32 leaf,
            GHashTable *ends)
{
  PoplensFlameName name = flame->leaf_name[leaf];
  PoplensNameSplit split;
  const char *text;
  gsize role, length;

  if (flame->leaf_node[leaf] != POPLENS_FLAME_NONE)
    return label_group (flame, flame->leaf_node[leaf], ends);
  if (name.string == POPLENS_FLAME_NONE) {
    text = poplens_flame_name (flame, name, &length);
    return g_strndup (text, length);
  }
  text = poplens_strings_get (model->strings, name.string);
  split = poplens_name_split (model->layers, text);
  role = MAX (split.role.from, name.from);
  g_autofree char *words =
      poplens_name_role_words (split.path + role, role < split.role.to ? split.role.to - role : 0);
  g_autofree char *operation =
      g_strndup (split.path + split.operation.from, split.operation.to - split.operation.from);
  if (name.from > split.operation.from)
    return g_strdup (*words ? words : operation);
  g_autofree char *said = *words ? g_strdup_printf ("%s (%s)", operation, words) : NULL;
  if (split.operation.from > name.from + 1)
    return g_strdup_printf ("%.*s · %s\n%s%s%s", (int) (split.operation.from - name.from - 1),
                            split.path + name.from, said ? said : operation, said ? said : "",
                            said ? "\n" : "", operation);
  return said ? g_strdup_printf ("%s\n%s", said, operation) : g_strdup (operation);
}

static void
label_blocks (const PoplensTraceLanes *self, const gsize *items, guint n, char **labels)
{
  g_autoptr (GHashTable) ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++) {
      const PoplensTraceGroup *group = poplens_trace_lanes_group (self, items[i]);
      const PoplensLevelSpan *span = poplens_trace_level_at (self, group, items[i]);
      const PoplensFlame *flame = group->flame;
      guint32 block = self->source[items[i]];
      if (span) {
        if (pass) {
          /* Two forms: "Iteration 3", and "3" for narrow blocks. */
          g_autofree char *label = poplens_level_span_label (span);
          labels[i] = span->level == POPLENS_LEVEL_PHASE
                          ? g_steal_pointer (&label)
                          : g_strdup_printf ("%s\n%u", label, span->number);
        }
        continue;
      }
      if (block >= flame->n_nodes) {
        if (pass)
          labels[i] = label_leaf (self->model, flame, block - flame->n_nodes, ends);
        continue;
      }
      g_autofree char *path = group_path (flame, block);
      if (pass)
        labels[i] = label_group (flame, block, ends);
      else
        see_group (ends, path);
    }
}

void
poplens_trace_lanes_labels (const PoplensTraceLanes *self, const gsize *items, guint n,
                            char **labels)
{
  if (self->is_flame)
    label_blocks (self, items, n, labels);
  else
    label_steps (self, items, n, labels);
}
