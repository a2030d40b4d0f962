/* Recognizes the layers in names of steps, and creates short labels that distinguish the steps. */
#include "analysis/trace/name-labels.h"

#include "analysis/trace/name-parts.h"
#include "base/search.h"

#include <string.h>

/* ---- layers ---------------------------------------------------------------------------------- */

/* Numbered siblings are layers only if at least 1/ALIKE of the paths below neighbouring siblings
 * are equal. */
#define ALIKE 2

struct _PoplensNameLayers {
  GHashTable *families; /* set of char *: paths of layers, without the number: "Fwd/encoder/layer"
                           for "Fwd/encoder/layer.7" */
};

/* A part of a path that ends in a number and has parts after it, such as "layer.7". */
typedef struct {
  guint64 base, below; /* hashes of the text before the number and of the text after the part */
  guint64 number;
  const char *path;
  gsize base_end, below_from; /* offsets in .path: end of the text before the number, begin of the
                                 text after the part */
} NumberedPart;

/* Hash of an empty text (64-bit FNV-1a). Texts are compared only by hash. One pass over a path in
 * each direction hashes all texts of the path. */
#define NO_BYTES G_GUINT64_CONSTANT (0xcbf29ce484222325)

static guint64
hash_byte (guint64 hash, char byte)
{
  return (hash ^ (guchar) byte) * G_GUINT64_CONSTANT (0x100000001b3);
}

static int
compare_numbered_parts (gconstpointer a, gconstpointer b)
{
  const NumberedPart *x = a, *y = b;

  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return x->below < y->below ? -1 : x->below > y->below;
}

static void
name_add_numbered_parts (GArray *entries, const char *name)
{
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path), end, at = 0;
  guint64 hash = NO_BYTES;
  guint n = 0, first = entries->len;

  if (poplens_name_is_copy (path))
    return;
  for (gsize from = 0; from < stem; from = end + 1) {
    NumberedPart entry = {.path = path};
    gsize base;
    end = from + poplens_name_part_length (path + from, n++);
    if (end >= stem)
      break;
    if (!poplens_name_part_number (path + from, end - from, &base, &entry.number))
      continue;
    entry.base_end = from + base;
    entry.below_from = end + 1;
    while (at < entry.base_end)
      hash = hash_byte (hash, path[at++]);
    entry.base = hash;
    g_array_append_val (entries, entry);
  }
  hash = NO_BYTES;
  at = strlen (path);
  for (guint i = entries->len; i-- > first;) {
    NumberedPart *entry = &g_array_index (entries, NumberedPart, i);
    while (at > entry->below_from)
      hash = hash_byte (hash, path[--at]);
    entry->below = hash;
  }
}

/* ---- families -------------------------------------------------------------------------------- */

/* Range [from, end) of entries whose parts have the same number. Entries are sorted by the path
 * after the part. Paths may occur several times. */
typedef struct {
  guint from, end;
} PathsBelow;

static guint
parts_next_path (const NumberedPart *entries, guint i, guint end)
{
  guint64 path = entries[i].below;

  while (i < end && entries[i].below == path)
    i++;
  return i;
}

static guint
parts_count_paths (const NumberedPart *entries, PathsBelow below)
{
  guint n = 0;

  for (guint i = below.from; i < below.end; i = parts_next_path (entries, i, below.end))
    n++;
  return n;
}

/* Returns the similarity of the paths below two numbers: number of paths below both ÷ number of
 * paths below either (Jaccard index). */
static double
paths_overlap (const NumberedPart *entries, PathsBelow a, PathsBelow b)
{
  guint i = a.from, k = b.from, both = 0,
        n = parts_count_paths (entries, a) + parts_count_paths (entries, b);

  while (i < a.end && k < b.end) {
    guint64 x = entries[i].below, y = entries[k].below;
    both += x == y;
    i = x <= y ? parts_next_path (entries, i, a.end) : i;
    k = y <= x ? parts_next_path (entries, k, b.end) : k;
  }
  return (double) both / (n - both);
}

/* TRUE if the entries [@from, @end), which have the same text before the number, are layers. */
static gboolean
parts_are_layers (const NumberedPart *entries, guint from, guint end)
{
  g_autoptr (GArray) overlaps = g_array_new (FALSE, FALSE, sizeof (double));
  PathsBelow last = {0, 0};
  guint most = 0;

  for (guint i = from; i < end;) {
    PathsBelow below = {i, i};
    while (below.end < end && entries[below.end].number == entries[i].number)
      below.end++;
    most = MAX (most, parts_count_paths (entries, below));
    if (i > from) {
      double part = paths_overlap (entries, last, below);
      g_array_append_val (overlaps, part);
    }
    last = below;
    i = below.end;
  }
  if (!overlaps->len || most < 2)
    return FALSE;
  g_array_sort (overlaps, poplens_compare_real);
  return g_array_index (overlaps, double, (overlaps->len - 1) / 2) * ALIKE >= 1;
}

PoplensNameLayers *
poplens_name_layers_new (const char *const *names, guint n)
{
  PoplensNameLayers *self = g_new0 (PoplensNameLayers, 1);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (NumberedPart));
  const NumberedPart *all;

  self->families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n; i++)
    name_add_numbered_parts (entries, names[i]);
  g_array_sort (entries, compare_numbered_parts);
  all = (const NumberedPart *) (const void *) entries->data;
  for (guint i = 0, end; i < entries->len; i = end) {
    for (end = i; end < entries->len && all[end].base == all[i].base;)
      end++;
    if (parts_are_layers (all, i, end))
      g_hash_table_add (self->families, g_strndup (all[i].path, all[i].base_end));
  }
  return self;
}

void
poplens_name_layers_free (PoplensNameLayers *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->families);
  g_free (self);
}

guint
poplens_name_layers_find (const PoplensNameLayers *self, const char *path, gsize length,
                          gsize *from, guint most)
{
  guint n = 0, n_parts = 0;

  if (!g_hash_table_size (self->families) || poplens_name_is_copy (path))
    return 0;
  for (gsize part = 0, end; part < length && n < most; part = end + 1) {
    guint64 number;
    gsize base;
    end = part + poplens_name_part_length (path + part, n_parts++);
    if (end >= length)
      break;
    if (!poplens_name_part_number (path + part, end - part, &base, &number))
      continue;
    g_autofree char *text = g_strndup (path, part + base);
    if (g_hash_table_contains (self->families, text))
      from[n++] = part;
  }
  return n;
}

/* ---- splitting ------------------------------------------------------------------------------- */

#define TRANSFER "Copy_"
#define BETWEEN " · "

/* Returns the offset of the last part within the first @end bytes of @path. */
static gsize
path_last_part (const char *path, gsize end)
{
  while (end && path[end - 1] != '/')
    end--;
  return end;
}

/* TRUE if a part is only a detail of the operation before it: a number ("split0", "2", "split*") or
 * "Reduce". */
static gboolean
part_is_detail (const char *part, gsize length)
{
  gsize word = g_str_has_prefix (part, "split") ? strlen ("split") : 0;

  if (length == strlen ("Reduce") && !strncmp (part, "Reduce", length))
    return TRUE;
  for (gsize i = word; i < length; i++)
    if (!g_ascii_isdigit (part[i]) && part[i] != '*')
      return FALSE;
  return length > word;
}

gsize
poplens_name_operation_end (const char *path, gsize stem)
{
  gsize end = stem;

  while (end) {
    gsize from = path_last_part (path, end);
    if (!part_is_detail (path + from, end - from))
      return end;
    if (!from)
      break;
    end = from - 1;
  }
  return stem;
}

static PoplensNameSpan
name_span (gsize from, gsize to)
{
  return (PoplensNameSpan){from, MAX (from, to)};
}

/* Returns the end of the text before the part at offset @part, without the '/' between them. */
static gsize
part_end_before (gsize part)
{
  return part ? part - 1 : 0;
}

PoplensNameSplit
poplens_name_split (const PoplensNameLayers *layers, const char *name)
{
  const char *path = poplens_name_path (name);
  gsize length = strlen (path), stem = poplens_name_stem (path), end, from, layer, layer_end;
  PoplensNameSplit self = {.name = name, .path = path};

  if (!stem)
    stem = length;
  end = stem;
  from = 0;
  if (!poplens_name_is_copy (path) && !g_str_has_prefix (path, TRANSFER)) {
    end = poplens_name_operation_end (path, stem);
    from = path_last_part (path, end);
  }
  self.operation = name_span (from, end);
  self.role = name_span (MIN (end + 1, length), length);
  if (!from)
    return self;
  if (poplens_name_layers_find (layers, path, end, &layer, 1)) {
    layer_end = layer + strcspn (path + layer, "/");
    self.head = name_span (0, part_end_before (layer));
    self.layer = name_span (layer, layer_end);
  } else {
    layer_end = strcspn (path, "/");
    self.head = name_span (0, layer_end);
  }
  self.middle = name_span (MIN (layer_end + 1, from), part_end_before (from));
  return self;
}

/* ---- shortest distinguishing text ------------------------------------------------------------ */

/* A text that occurs in a group of labels. .text: short form of the text. */
typedef struct {
  char **parts;
  guint from, to; /* range of .parts that is compared, without the equal first and last parts of the
                     group */
  char *text;
} LabelValue;

static void
label_value_free (gpointer data)
{
  LabelValue *value = data;

  g_strfreev (value->parts);
  g_free (value->text);
  g_free (value);
}

static gboolean
values_share_part (const GPtrArray *values, guint back, guint i)
{
  const LabelValue *first = values->pdata[0];
  const char *part = first->parts[back ? first->to - 1 - i : i];

  for (guint v = 1; v < values->len; v++) {
    const LabelValue *value = values->pdata[v];
    if (strcmp (part, value->parts[back ? value->to - 1 - i : i]))
      return FALSE;
  }
  return TRUE;
}

/* Excludes the first and last parts that are equal in all @values: changes .from and .to. */
static void
values_exclude_common (const GPtrArray *values)
{
  guint least = G_MAXUINT, begin = 0, end = 0;

  for (guint v = 0; v < values->len; v++)
    least = MIN (least, ((LabelValue *) values->pdata[v])->to);
  while (begin < least && values_share_part (values, FALSE, begin))
    begin++;
  while (end < least - begin && values_share_part (values, TRUE, end))
    end++;
  for (guint v = 0; v < values->len; v++) {
    LabelValue *value = values->pdata[v];
    value->from = begin;
    value->to -= end;
  }
}

/* Returns the number of texts that contain each part: char * → number. (transfer full) */
static GHashTable *
values_count_parts (const GPtrArray *values)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) last =
      g_hash_table_new (g_str_hash, g_str_equal); /* part → last text that has the part */

  for (guint v = 0; v < values->len; v++) {
    LabelValue *value = values->pdata[v];
    for (guint p = value->from; p < value->to; p++) {
      char *part = value->parts[p];
      if (g_hash_table_lookup (last, part) == value)
        continue;
      g_hash_table_insert (last, part, value);
      g_hash_table_insert (
          counts, part,
          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, part)) + 1));
    }
  }
  return counts;
}

/* Sets .text of each value to the rightmost part that no other value has. If there is no such part,
 * sets .text to all parts from .from to .to. */
static void
values_shorten (const GPtrArray *values)
{
  g_autoptr (GHashTable) counts = NULL;

  values_exclude_common (values);
  counts = values_count_parts (values);
  for (guint v = 0; v < values->len; v++) {
    LabelValue *value = values->pdata[v];
    g_autofree char *last = NULL;
    for (guint p = value->to; !value->text && p-- > value->from;)
      if (GPOINTER_TO_UINT (g_hash_table_lookup (counts, value->parts[p])) == 1)
        value->text = g_strdup (value->parts[p]);
    if (value->text)
      continue;
    last = g_steal_pointer (&value->parts[value->to]);
    value->text = g_strjoinv ("/", value->parts + value->from);
    value->parts[value->to] = g_steal_pointer (&last);
  }
}

/* ---- groups of equal labels ------------------------------------------------------------------ */

/* Labels in groups. All labels of a group are equal in each text compared so far (head, layer …).
 */
typedef struct {
  const PoplensNameSplit *splits;
  guint n, n_groups;
  guint *group; /* [n] number of the group of each label */
} LabelGroups;

/* Divides each group into groups of labels with equal texts. @texts: [n] text of each label. */
static void
groups_divide (LabelGroups *self, char *const *texts)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->n; i++) {
    char *key = g_strdup_printf ("%u %s", self->group[i], texts[i]);
    gpointer number = g_hash_table_lookup (known, key);
    if (!number)
      number = GUINT_TO_POINTER (g_hash_table_size (known) + 1);
    self->group[i] = GPOINTER_TO_UINT (number) - 1;
    g_hash_table_insert (known, key, number);
  }
  self->n_groups = g_hash_table_size (known);
}

static char *
split_piece_text (const PoplensNameSplit *split, PoplensNameSpan piece)
{
  return g_strndup (split->path + piece.from, piece.to - piece.from);
}

typedef struct {
  GHashTable *values; /* text → LabelValue, which .list owns */
  GPtrArray *list;
} DistinctValues;

static void
distinct_values_clear (gpointer data)
{
  DistinctValues *self = data;

  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->list);
}

static void
distinct_add_value (DistinctValues *self, const char *text)
{
  LabelValue *value;

  if (!self->values) {
    self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    self->list = g_ptr_array_new_with_free_func (label_value_free);
  }
  if (g_hash_table_contains (self->values, text))
    return;
  value = g_new0 (LabelValue, 1);
  value->parts = g_strsplit (text, "/", -1);
  value->to = g_strv_length (value->parts);
  g_ptr_array_add (self->list, value);
  g_hash_table_insert (self->values, g_strdup (text), value);
}

/* Returns the text that distinguishes each label within its group, taken from one piece of the
 * name. The text is "" if the piece is equal in the whole group. @at: offset of the piece (such as
 * .head) in PoplensNameSplit. (transfer full) [n] */
static char **
groups_distinguish (const LabelGroups *self, gsize at)
{
  g_autoptr (GArray) distinct = g_array_new (FALSE, TRUE, sizeof (DistinctValues));
  char **texts = g_new (char *, self->n);

  g_array_set_clear_func (distinct, distinct_values_clear);
  g_array_set_size (distinct, self->n_groups);
  for (guint i = 0; i < self->n; i++) {
    const PoplensNameSplit *split = &self->splits[i];
    texts[i] = split_piece_text (split, G_STRUCT_MEMBER (PoplensNameSpan, split, at));
    distinct_add_value (&g_array_index (distinct, DistinctValues, self->group[i]), texts[i]);
  }
  for (guint g = 0; g < self->n_groups; g++)
    values_shorten (g_array_index (distinct, DistinctValues, g).list);
  for (guint i = 0; i < self->n; i++) {
    const DistinctValues *group = &g_array_index (distinct, DistinctValues, self->group[i]);
    const LabelValue *value = g_hash_table_lookup (group->values, texts[i]);
    g_free (texts[i]);
    texts[i] = g_strdup (value->text);
  }
  return texts;
}

/* Like groups_distinguish () for the role of each name, converted to words such as "exchange in".
 * (transfer full) [n] */
static char **
groups_distinguish_roles (const LabelGroups *self)
{
  char **texts = groups_distinguish (self, G_STRUCT_OFFSET (PoplensNameSplit, role));

  for (guint i = 0; i < self->n; i++) {
    g_autofree char *role = texts[i];
    texts[i] = poplens_name_role_words (role, strlen (role));
  }
  return texts;
}

/* ---- labels ---------------------------------------------------------------------------------- */

static void
label_clear (PoplensNameLabel *self)
{
  g_free (self->head);
  g_free (self->layer);
  g_free (self->middle);
  g_free (self->operation);
  g_free (self->role);
}

/* Replaces labels that are still equal by the full names of the steps. */
static void
labels_replace_equal (const LabelGroups *groups, PoplensNameLabel *labels)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char **texts = g_new (char *, groups->n);

  for (guint i = 0; i < groups->n; i++) {
    gpointer n;
    texts[i] = poplens_name_label_text (&labels[i], 0);
    n = g_hash_table_lookup (seen, texts[i]);
    g_hash_table_insert (seen, g_strdup (texts[i]), (char *) n + 1);
  }
  for (guint i = 0; i < groups->n; i++) {
    if (GPOINTER_TO_SIZE (g_hash_table_lookup (seen, texts[i])) > 1) {
      label_clear (&labels[i]);
      labels[i] = (PoplensNameLabel){g_strdup (""), g_strdup (""), g_strdup (""),
                                     g_strdup (groups->splits[i].name), g_strdup ("")};
    }
    g_free (texts[i]);
  }
  g_free (texts);
}

PoplensNameLabel *
poplens_name_labels_new (const PoplensNameSplit *splits, guint n)
{
  PoplensNameLabel *labels = g_new0 (PoplensNameLabel, MAX (n, 1));
  LabelGroups groups = {splits, n, 1, g_new0 (guint, MAX (n, 1))};
  char **column = g_new (char *, MAX (n, 1));

  for (guint i = 0; i < n; i++) {
    labels[i].layer = split_piece_text (&splits[i], splits[i].layer);
    labels[i].operation = split_piece_text (&splits[i], splits[i].operation);
    column[i] = g_strconcat (labels[i].layer, "/", labels[i].operation, NULL);
  }
  groups_divide (&groups, column);
  for (guint i = 0; i < n; i++)
    g_free (column[i]);
  g_free (column);
  column = groups_distinguish (&groups, G_STRUCT_OFFSET (PoplensNameSplit, head));
  groups_divide (&groups, column);
  for (guint i = 0; i < n; i++)
    labels[i].head = column[i];
  g_free (column);
  column = groups_distinguish (&groups, G_STRUCT_OFFSET (PoplensNameSplit, middle));
  groups_divide (&groups, column);
  for (guint i = 0; i < n; i++)
    labels[i].middle = column[i];
  g_free (column);
  column = groups_distinguish_roles (&groups);
  for (guint i = 0; i < n; i++)
    labels[i].role = column[i];
  g_free (column);
  labels_replace_equal (&groups, labels);
  g_free (groups.group);
  return labels;
}

void
poplens_name_labels_free (PoplensNameLabel *labels, guint n)
{
  for (guint i = 0; labels && i < n; i++)
    label_clear (&labels[i]);
  g_free (labels);
}

char *
poplens_name_label_text (const PoplensNameLabel *label, guint n_dropped)
{
  const char *const pieces[] = {n_dropped < 2 ? label->head : "", n_dropped < 4 ? label->layer : "",
                                n_dropped < 3 ? label->middle : "", label->operation};
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    if (*pieces[i])
      g_string_append_printf (text, "%s%s", text->len ? BETWEEN : "", pieces[i]);
  if (!n_dropped && *label->role)
    g_string_append_printf (text, " (%s)", label->role);
  return g_string_free (text, FALSE);
}

char *
poplens_name_role_words (const char *role, gsize length)
{
  static const char *const words[][2] = {{"ExchangePre", "exchange in"},
                                         {"ExchangePost", "exchange out"},
                                         {"OnTileCopy", "re-arrange"},
                                         {"Reduce", "reduce"},
                                         {"Op", ""}};
  GString *text = g_string_new (NULL);

  for (gsize from = 0; from < length;) {
    gsize part = strcspn (role + from, "/");
    part = MIN (part, length - from);
    g_autofree char *word = g_strndup (role + from, part);
    const char *said = word;
    for (guint i = 0; i < G_N_ELEMENTS (words); i++)
      if (!strcmp (word, words[i][0]))
        said = words[i][1];
    if (*said)
      g_string_append_printf (text, "%s%s", text->len ? ", " : "", said);
    from += part + 1;
  }
  return g_string_free (text, FALSE);
}
