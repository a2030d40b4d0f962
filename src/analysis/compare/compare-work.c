/* Compares the work of each operation in two reports, also off the critical path. Packs the work of
 * one report for the disk cache. */
#include "analysis/compare/compare-work.h"

#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"

#include <string.h>

/* ---- work by layer --------------------------------------------------------------------------- */

typedef struct {
  guint64 cycles;
  gsize family; /* length of the name without its number: of "encoder/layer" in "encoder/layer.4" */
} Layer;

static PoplensLayerWork *
layer_work_new (void)
{
  PoplensLayerWork *self = g_new (PoplensLayerWork, 1);

  self->layers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->families = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
poplens_layer_work_free (PoplensLayerWork *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->layers);
  g_hash_table_unref (self->families);
  g_free (self);
}

/* Returns the layer of a step: "encoder/layer.4" for "Fwd/encoder/layer.4/dense/MatMul". @family:
 * (out): length of "encoder/layer". (transfer full) (nullable): NULL if the step is in no layer */
static char *
layer_of (const char *name, gsize *family)
{
  const char *path = poplens_name_behind_phase (name);
  gsize stem = poplens_name_stem (path);

  for (const char *part = path; part < path + stem;) {
    gsize length = strcspn (part, "/"), base;
    guint64 number;
    if (part + length >= path + stem)
      return NULL;
    if (poplens_name_part_number (part, length, &base, &number)) {
      *family = (gsize) (part - path) + base;
      return g_strndup (path, (gsize) (part - path) + length);
    }
    part += length + 1;
  }
  return NULL;
}

/* Adds the cycles of the steps called @name to their layer. Does nothing if the name contains no
 * layer. */
static void
layer_work_add (PoplensLayerWork *self, const char *name, guint64 cycles)
{
  gsize family;
  g_autofree char *key = layer_of (name, &family);
  Layer *layer = key ? g_hash_table_lookup (self->layers, key) : NULL;

  if (key && !layer) {
    layer = g_new (Layer, 1);
    *layer = (Layer){.family = family};
    g_hash_table_add (self->families, g_strndup (key, family));
    g_hash_table_insert (self->layers, g_steal_pointer (&key), layer);
  }
  if (layer)
    layer->cycles += cycles;
}

/* ---- layers that only one report has --------------------------------------------------------- */

static void
alone_free (gpointer data)
{
  g_free (((PoplensWorkAlone *) data)->name);
  g_free (data);
}

static int
compare_alone (gconstpointer a, gconstpointer b)
{
  const PoplensWorkAlone *x = *(PoplensWorkAlone *const *) a, *y = *(PoplensWorkAlone *const *) b;

  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  return strcmp (x->name, y->name);
}

GPtrArray *
poplens_work_alone_new (void)
{
  return g_ptr_array_new_with_free_func (alone_free);
}

static void
work_alone_add (GPtrArray *list, const char *name, guint64 cycles)
{
  PoplensWorkAlone *one = g_new (PoplensWorkAlone, 1);

  *one = (PoplensWorkAlone){g_strdup (name), cycles};
  g_ptr_array_add (list, one);
}

void
poplens_work_alone_sort (GPtrArray *list)
{
  g_ptr_array_sort (list, compare_alone);
}

void
poplens_layer_work_find_alone (const PoplensLayerWork *self, const PoplensLayerWork *other,
                               GPtrArray *list)
{
  GHashTableIter each;
  gpointer name, value;

  g_hash_table_iter_init (&each, self->layers);
  while (g_hash_table_iter_next (&each, &name, &value)) {
    const Layer *layer = value;
    g_autofree char *family = g_strndup (name, layer->family);
    if (!g_hash_table_contains (other->layers, name) &&
        g_hash_table_contains (other->families, family))
      work_alone_add (list, name, layer->cycles);
  }
}

/* ---- the work of one report ------------------------------------------------------------------ */

/* Limit of a small change of work, as a share of a change on the critical path. A smaller change of
 * work does not explain the change of the path. */
#define LEAST_PART 0.1

typedef PoplensOperationWork Work;

static void
item_clear (gpointer data)
{
  g_free (((PoplensPathItem *) data)->subject);
}

/* Returns the key of an item, made of class and subject: "0 a/MatMul". (transfer full) */
static char *
work_item_key (PoplensBound bound, const char *subject)
{
  return g_strdup_printf ("%u %s", bound, subject);
}

/* Returns the item of the operation that the step @name belongs to. Adds the item if it is new.
 * @at: (out): index of the item. (transfer none) */
static PoplensPathItem *
find_work_item (Work *self, PoplensBound bound, const char *name, guint *at)
{
  g_autofree char *subject = poplens_name_operation_key (name);
  g_autofree char *key = work_item_key (bound, subject);

  *at = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, key));
  if (!*at) {
    PoplensPathItem item = {
        .bound = bound, .subject = g_steal_pointer (&subject), .n = 1, .row = G_MAXUINT32};
    g_array_append_val (self->items, item);
    *at = self->items->len;
    g_array_set_size (self->on_ipus, self->items->len * self->n_ipus);
    g_hash_table_insert (self->known, g_steal_pointer (&key), GUINT_TO_POINTER (*at));
  }
  --*at;
  return &g_array_index (self->items, PoplensPathItem, *at);
}

/* Adds the cycles of all steps called @name to the item of their operation. @cycles: [n_ipus].
 * Returns the sum of @cycles. */
static guint64
add_item (Work *self, PoplensBound bound, const char *name, const guint64 *cycles)
{
  guint at;
  PoplensPathItem *item = find_work_item (self, bound, name, &at);
  guint64 *on_ipus = &g_array_index (self->on_ipus, guint64, at * self->n_ipus), sum = 0;

  for (guint i = 0; i < self->n_ipus; i++) {
    on_ipus[i] += cycles[i];
    sum += cycles[i];
  }
  item->cycles += sum;
  return sum;
}

static gboolean
bound_of (PoplensStepKind kind, PoplensBound *bound)
{
  *bound = kind == POPLENS_STEP_ON_TILE_EXECUTE ? POPLENS_BOUND_COMPUTE
           : kind == POPLENS_STEP_DO_EXCHANGE   ? POPLENS_BOUND_EXCHANGE
                                                : POPLENS_BOUND_INTER_IPU;
  return kind == POPLENS_STEP_ON_TILE_EXECUTE || kind == POPLENS_STEP_DO_EXCHANGE ||
         kind == POPLENS_STEP_GLOBAL_EXCHANGE;
}

/* Adds the cycles of steps, summed by name, to the item and the layer of each name. @cycles:
 * guint64 [name][n_ipus] */
static void
add_named_cycles (Work *self, PoplensBound bound, const PoplensStrings *strings,
                  const GArray *cycles)
{
  for (guint32 name = 0; name < cycles->len / self->n_ipus; name++) {
    const guint64 *of = &g_array_index (cycles, guint64, name * self->n_ipus);
    gboolean any = FALSE;
    for (guint i = 0; i < self->n_ipus; i++)
      any |= of[i] > 0;
    if (!any)
      continue;
    const char *text = poplens_strings_get (strings, name);
    layer_work_add (self->layers, text, add_item (self, bound, text, of));
  }
}

/* Sums cycles by the name of the step first, then by operation and layer: names are far fewer than
 * steps. */
static void
sum_work_cycles (Work *self, const PoplensTimeSide *side)
{
  const PoplensExecution *x = side->time->execution;
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (x, side->programs);
  GArray *by_name[POPLENS_N_BOUNDS] = {NULL};
  guint n = self->n_ipus;
  PoplensBound bound;

  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    by_name[b] = g_array_new (FALSE, TRUE, sizeof (guint64));
  for (guint32 row = 0; row < x->n_rows; row++) {
    guint64 from = x->row_from[row];
    if (from >= side->to || !bound_of (poplens_execution_step_kind (x, x->row_step[row]), &bound))
      continue;
    guint64 to = MIN (poplens_execution_row_to (x, row), side->to);
    guint32 name = poplens_step_names_get (names, x->row_step[row]);
    if (MAX (from, side->from) >= to)
      continue;
    if ((name + 1) * n > by_name[bound]->len)
      g_array_set_size (by_name[bound], (name + 1) * n);
    g_array_index (by_name[bound], guint64, name * n + x->row_ipu[row]) +=
        to - MAX (from, side->from);
  }
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++) {
    add_named_cycles (self, b, names->strings, by_name[b]);
    g_array_unref (by_name[b]);
  }
}

PoplensOperationWork *
poplens_operation_work_new (const PoplensTimeSide *side)
{
  PoplensOperationWork *self = g_new0 (PoplensOperationWork, 1);

  self->n_ipus = MAX (side->time->execution->n_ipus, 1);
  self->on_ipus = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->items = g_array_new (FALSE, FALSE, sizeof (PoplensPathItem));
  g_array_set_clear_func (self->items, item_clear);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->layers = layer_work_new ();
  sum_work_cycles (self, side);
  g_clear_pointer (&self->known, g_hash_table_unref);
  return self;
}

void
poplens_operation_work_free (PoplensOperationWork *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->items, g_array_unref);
  g_array_unref (self->on_ipus);
  poplens_layer_work_free (self->layers);
  g_free (self);
}

GVariant *
poplens_operation_work_pack (const Work *self)
{
  GVariantBuilder layers;
  GHashTableIter each;
  gpointer name, value;

  g_variant_builder_init (&layers, G_VARIANT_TYPE ("a(aytt)"));
  g_hash_table_iter_init (&each, self->layers->layers);
  while (g_hash_table_iter_next (&each, &name, &value)) {
    const Layer *layer = value;
    g_variant_builder_add (&layers, "(^aytt)", name, layer->cycles, (guint64) layer->family);
  }
  return g_variant_new ("(@" POPLENS_PATH_ITEMS_PACKED "@atu@a(aytt))",
                        poplens_path_items_pack (self->items),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, self->on_ipus->data,
                                                   self->on_ipus->len, sizeof (guint64)),
                        self->n_ipus, g_variant_builder_end (&layers));
}

Work *
poplens_operation_work_unpack (GVariant *packed)
{
  g_autoptr (GVariant) items = g_variant_get_child_value (packed, 0);
  g_autoptr (GVariant) on_ipus = g_variant_get_child_value (packed, 1);
  g_autoptr (GVariant) layers = g_variant_get_child_value (packed, 3);
  g_autoptr (PoplensOperationWork) self = g_new0 (PoplensOperationWork, 1);
  GVariantIter each;
  const char *name;
  guint64 cycles, family;
  gsize n;

  gconstpointer cells = g_variant_get_fixed_array (on_ipus, &n, sizeof (guint64));
  self->on_ipus = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_array_append_vals (self->on_ipus, cells, (guint) n);
  g_variant_get_child (packed, 2, "u", &self->n_ipus);
  self->layers = layer_work_new ();
  g_variant_iter_init (&each, layers);
  while (g_variant_iter_next (&each, "(^&aytt)", &name, &cycles, &family)) {
    Layer layer = {cycles, MIN (family, strlen (name))};
    g_hash_table_add (self->layers->families, g_strndup (name, layer.family));
    g_hash_table_insert (self->layers->layers, g_strdup (name), g_memdup2 (&layer, sizeof layer));
  }
  self->items = poplens_path_items_unpack (items);
  return self->items && self->n_ipus && n == (guint64) self->items->len * self->n_ipus
             ? g_steal_pointer (&self)
             : NULL;
}

/* ---- operations that only one report has ----------------------------------------------------- */

/* Adds the operations that only @side has to @alone. Compute and exchanges of an operation are one
 * entry. */
static void
find_operations (GPtrArray *alone, const GPtrArray *changes, PoplensSide side)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint c = 0; c < changes->len; c++) {
    const PoplensPathChange *change = changes->pdata[c];
    if (change->match != POPLENS_MATCHED_NOT || !change->cycles[side])
      continue;
    PoplensWorkAlone *one = g_hash_table_lookup (known, change->subject);
    if (one) {
      one->cycles += change->cycles[side];
      continue;
    }
    work_alone_add (alone, change->subject, change->cycles[side]);
    g_hash_table_insert (known, change->subject, alone->pdata[alone->len - 1]);
  }
}

/* ---- on each IPU ----------------------------------------------------------------------------- */

/* Sets .unlike of each change: absolute difference in cycles on each IPU, summed over all IPUs.
 * Work that moved between IPUs counts, although the total is equal. */
static void
find_unlike (PoplensComparedWork *self, const Work *const works[POPLENS_N_SIDES],
             guint *const places[POPLENS_N_SIDES])
{
  guint n = MAX (works[POPLENS_FIRST]->n_ipus, works[POPLENS_SECOND]->n_ipus);
  g_autofree gint64 *more = g_new0 (gint64, (gsize) MAX (self->changes->len, 1) * n);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint at = 0; at < works[s]->on_ipus->len; at++) {
      gint64 cycles = (gint64) g_array_index (works[s]->on_ipus, guint64, at);
      guint item = at / works[s]->n_ipus, ipu = at % works[s]->n_ipus;
      more[(gsize) places[s][item] * n + ipu] += s == POPLENS_SECOND ? cycles : -cycles;
    }
  for (guint c = 0; c < self->changes->len; c++) {
    guint64 unlike = 0;
    for (guint i = 0; i < n; i++)
      unlike += (guint64) ABS (more[(gsize) c * n + i]);
    g_hash_table_insert (self->unlike, self->changes->pdata[c], g_memdup2 (&unlike, sizeof unlike));
  }
}

/* ---- comparison ------------------------------------------------------------------------------ */

PoplensComparedWork *
poplens_compare_operation_work (const PoplensOperationWork *const works[POPLENS_N_SIDES])
{
  PoplensComparedWork *self = g_new0 (PoplensComparedWork, 1);
  const Work *first = works[POPLENS_FIRST], *second = works[POPLENS_SECOND];

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->by_name[s] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    self->alone[s] = poplens_work_alone_new ();
  }
  g_autofree guint *of_first = g_new0 (guint, MAX (first->items->len, 1));
  g_autofree guint *of_second = g_new0 (guint, MAX (second->items->len, 1));
  guint *const places[] = {of_first, of_second};
  self->changes =
      poplens_compare_path_items_to ((const GArray *const[]){first->items, second->items}, places);
  self->unlike = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  find_unlike (self, works, places);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    for (guint i = 0; i < works[s]->items->len; i++) {
      const PoplensPathItem *item = &g_array_index (works[s]->items, PoplensPathItem, i);
      PoplensPathChange *change = self->changes->pdata[places[s][i]];
      /* Leave out changes that were matched by an ancestor: such a change combines several
       * operations. */
      if (change->match != POPLENS_MATCHED_ANCESTOR)
        g_hash_table_insert (self->by_name[s], work_item_key (item->bound, item->subject), change);
    }
    poplens_layer_work_find_alone (works[s]->layers, works[!s]->layers, self->alone[s]);
    find_operations (self->alone[s], self->changes, s);
    poplens_work_alone_sort (self->alone[s]);
  }
  return self;
}

PoplensComparedWork *
poplens_compare_work (const PoplensTimeSide of[POPLENS_N_SIDES])
{
  g_autoptr (PoplensOperationWork) first = poplens_operation_work_new (&of[POPLENS_FIRST]);
  g_autoptr (PoplensOperationWork) second = poplens_operation_work_new (&of[POPLENS_SECOND]);

  return poplens_compare_operation_work ((const PoplensOperationWork *const[]){first, second});
}

void
poplens_compared_work_free (PoplensComparedWork *self)
{
  if (!self)
    return;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    g_hash_table_unref (self->by_name[s]);
    g_ptr_array_unref (self->alone[s]);
  }
  g_hash_table_unref (self->unlike);
  g_ptr_array_unref (self->changes);
  g_free (self);
}

/* Returns how the work of the operation changed that @change is about. (transfer none) (nullable):
 * NULL if @change is about several operations */
static const PoplensPathChange *
find_work_of (const PoplensComparedWork *self, const PoplensPathChange *change)
{
  PoplensSide side = change->n[POPLENS_FIRST] ? POPLENS_FIRST : POPLENS_SECOND;
  g_autofree char *key = work_item_key (change->bound, change->subject);

  /* A pattern or an ancestor names several operations. */
  return change->match == POPLENS_MATCHED_PATTERN || change->match == POPLENS_MATCHED_ANCESTOR
             ? NULL
             : g_hash_table_lookup (self->by_name[side], key);
}

gboolean
poplens_compared_work_own (const PoplensComparedWork *self, const PoplensPathChange *change,
                           gint64 *own_change)
{
  const PoplensPathChange *of = find_work_of (self, change);

  if (!of)
    return FALSE;
  *own_change = poplens_path_change (of);
  return TRUE;
}

gboolean
poplens_compared_work_is_in_both (const PoplensComparedWork *self, const PoplensPathChange *change)
{
  const PoplensPathChange *of = find_work_of (self, change);

  return of && of->cycles[POPLENS_FIRST] && of->cycles[POPLENS_SECOND];
}

/* Returns the absolute differences in cycles on each IPU, summed over all IPUs. @of: change of an
 * operation */
static guint64
unlike_of (const PoplensComparedWork *self, const PoplensPathChange *of)
{
  return *(guint64 *) g_hash_table_lookup (self->unlike, of);
}

static gboolean
explains_little (guint64 unlike, gint64 change)
{
  return (double) unlike <= LEAST_PART * (double) ABS (change);
}

gboolean
poplens_compared_work_moved (const PoplensComparedWork *self, const PoplensPathChange *change)
{
  return poplens_compared_work_is_in_both (self, change) &&
         explains_little (unlike_of (self, find_work_of (self, change)),
                          poplens_path_change (change));
}

gboolean
poplens_compared_work_class_moved (const PoplensComparedWork *self, PoplensBound bound,
                                   gint64 change)
{
  gboolean any = FALSE;
  guint64 unlike = 0;

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensPathChange *of = self->changes->pdata[c];
    if (of->bound != bound)
      continue;
    any = TRUE;
    unlike += unlike_of (self, of);
  }
  return any && explains_little (unlike, change);
}
