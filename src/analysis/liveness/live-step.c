/* Sums bytes by variable and class, and computes from these what is live at one or several
 * steps. */
#include "analysis/liveness/live-step.h"

#include "model/search.h"

#include <string.h>

/* ---- bytes by class -------------------------------------------------------------------------- */

/* Collects bytes by unlowered variable and class, from one of three sources: sums in the file, the
 * slice of a tile, or lowered variables. */

typedef struct {
  const PoplensLiveness *liveness;
  GArray *variable, *class_row, *bytes;
} LiveStepBuilder;

static void
live_step_add (LiveStepBuilder *self, guint32 variable, guint32 class_id, guint64 bytes)
{
  guint32 row = poplens_liveness_find_class (self->liveness, class_id);

  if (row == G_MAXUINT32)
    return;
  g_array_append_val (self->variable, variable);
  g_array_append_val (self->class_row, row);
  g_array_append_val (self->bytes, bytes);
}

static LiveStepBuilder
builder_new (const PoplensLiveness *liveness)
{
  return (LiveStepBuilder){liveness, g_array_new (FALSE, FALSE, sizeof (guint32)),
                           g_array_new (FALSE, FALSE, sizeof (guint32)),
                           g_array_new (FALSE, FALSE, sizeof (guint64))};
}

static PoplensClassBytes *
finish (LiveStepBuilder *builder)
{
  PoplensClassBytes *self = g_atomic_rc_box_new0 (PoplensClassBytes);

  self->n = builder->variable->len;
  self->variable = (gpointer) g_array_free (builder->variable, FALSE);
  self->class_row = (gpointer) g_array_free (builder->class_row, FALSE);
  self->bytes = (gpointer) g_array_free (builder->bytes, FALSE);
  return self;
}

PoplensClassBytes *
poplens_class_bytes_ref (PoplensClassBytes *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
bytes_clear (gpointer data)
{
  PoplensClassBytes *self = data;

  g_free (self->variable);
  g_free (self->class_row);
  g_free (self->bytes);
}

void
poplens_class_bytes_free (PoplensClassBytes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, bytes_clear);
}

PoplensClassBytes *
poplens_class_bytes_new (const PoplensLiveness *liveness, const PoplensVariables *variables)
{
  LiveStepBuilder builder = builder_new (liveness);

  for (guint32 i = 0; i < variables->n_class_bytes; i++)
    live_step_add (&builder, variables->class_bytes_variable[i], variables->class_bytes_class[i],
                   variables->class_bytes[i]);
  return finish (&builder);
}

PoplensClassBytes *
poplens_class_bytes_new_tile (const PoplensLiveness *liveness, const PoplensSlice *slice)
{
  LiveStepBuilder builder = builder_new (liveness);

  for (guint32 i = 0; i < slice->n; i++)
    live_step_add (&builder, slice->class_bytes[i].variable,
                   slice->class_bytes[i].equivalence_class, slice->class_bytes[i].bytes);
  return finish (&builder);
}

PoplensClassBytes *
poplens_class_bytes_new_kept (const PoplensClassBytes *bytes,
                              gboolean (*keep) (gconstpointer data, guint32 variable),
                              gconstpointer data)
{
  LiveStepBuilder builder = builder_new (NULL);

  for (guint32 i = 0; i < bytes->n; i++) {
    if (!keep (data, bytes->variable[i]))
      continue;
    g_array_append_val (builder.variable, bytes->variable[i]);
    g_array_append_val (builder.class_row, bytes->class_row[i]);
    g_array_append_val (builder.bytes, bytes->bytes[i]);
  }
  return finish (&builder);
}

/* ---- from lowered variables ------------------------------------------------------------------ */

/* Maps names of unlowered variables in var_bytes_by_eq_class to ID + 1, as 0 means that a name is
 * missing. If several variables have the same name, uses the lowest ID. (transfer full) */
static GHashTable *
ids_by_name (const PoplensVariables *v)
{
  GHashTable *ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint32 i = 0; i < v->n_class_bytes; i++) {
    guint32 id = v->class_bytes_variable[i];
    const char *name = poplens_variable_name (v, id);
    guint32 known = name ? GPOINTER_TO_UINT (g_hash_table_lookup (ids, name)) : 1;
    if (name && (!known || id + 1 < known))
      g_hash_table_insert (ids, (gpointer) name, GUINT_TO_POINTER (id + 1));
  }
  return ids;
}

/* Properties of a lowered variable that determine to which unlowered variable it belongs. */
typedef struct {
  guint32 unlowered, category;
  gboolean constant;
} Lowering;

struct _PoplensVariableOwners {
  const PoplensVariables *variables;
  GHashTable *names;  /* from ids_by_name () */
  GHashTable *owners; /* lowering_key () → ID of the unlowered variable */
};

static guint64
lowering_key (const Lowering *lowering)
{
  return (guint64) lowering->unlowered << 16 | (guint64) lowering->category << 1 |
         lowering->constant;
}

char *
poplens_variable_printed_name (const PoplensVariables *v, guint32 unlowered, guint32 category_row,
                               guint32 bits)
{
  const char *category = poplens_variables_category_name (v, category_row);

  if (unlowered != G_MAXUINT32) {
    const char *name = poplens_variable_name (v, unlowered);
    if (name && poplens_category_is_of_another (category))
      return g_strdup_printf ("<%s:%s>", category, name);
    return g_strdup (name);
  }
  if (bits & POPLENS_VARIABLE_CONSTANT)
    return g_strdup ("<const>");
  return g_strdup (!strcmp (category, "variable") ? "<anon>" : category);
}

static guint32
find_owner (const PoplensVariableOwners *self, const Lowering *lowering)
{
  const PoplensVariables *v = self->variables;
  g_autofree char *name =
      poplens_variable_printed_name (v, lowering->unlowered, lowering->category,
                                     lowering->constant ? POPLENS_VARIABLE_CONSTANT : 0);
  const char *category = poplens_variables_category_name (v, lowering->category);
  gpointer id = NULL;

  if (name && lowering->unlowered != G_MAXUINT32 && !poplens_category_is_of_another (category))
    return lowering->unlowered;
  if (name)
    id = g_hash_table_lookup (self->names, name);
  if (name && !id) {
    /* In the file, several variables with the same printed name share a row, whose name ends with
     * "+". */
    g_autofree char *shared = g_strconcat (name, "+", NULL);
    id = g_hash_table_lookup (self->names, shared);
  }
  return id ? GPOINTER_TO_UINT (id) - 1 : POPLENS_NO_VARIABLE;
}

PoplensVariableOwners *
poplens_variable_owners_new (const PoplensVariables *variables)
{
  PoplensVariableOwners *self = g_new (PoplensVariableOwners, 1);

  self->variables = variables;
  self->names = ids_by_name (variables);
  self->owners = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
poplens_variable_owners_free (PoplensVariableOwners *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->owners);
  g_free (self);
}

guint32
poplens_variable_owners_find (PoplensVariableOwners *self, guint32 unlowered, guint32 category,
                              guint32 bits)
{
  Lowering lowering = {unlowered, category, (bits & POPLENS_VARIABLE_CONSTANT) != 0};
  guint64 key = lowering_key (&lowering);
  gpointer variable;

  if (!g_hash_table_lookup_extended (self->owners, &key, NULL, &variable)) {
    variable = GUINT_TO_POINTER (find_owner (self, &lowering));
    g_hash_table_insert (self->owners, g_memdup2 (&key, sizeof key), variable);
  }
  return GPOINTER_TO_UINT (variable);
}

typedef struct {
  guint32 variable, class_id;
  guint64 bytes;
} VariableSum;

static guint
sum_hash (gconstpointer key)
{
  const VariableSum *sum = key;

  return sum->variable * 2654435761u ^ sum->class_id * 40503u;
}

static gboolean
sum_equal (gconstpointer a, gconstpointer b)
{
  const VariableSum *sa = a, *sb = b;

  return sa->variable == sb->variable && sa->class_id == sb->class_id;
}

static void
count (GHashTable *sums, guint32 variable, guint32 class_id, guint64 bytes)
{
  VariableSum key = {variable, class_id, bytes};
  VariableSum *known = g_hash_table_lookup (sums, &key);

  if (known)
    known->bytes += bytes;
  else
    g_hash_table_add (sums, g_memdup2 (&key, sizeof key));
}

/* Adds the bytes of the lowered variables of a tile to @sums. */
static void
count_tile (PoplensVariableOwners *owners, guint32 tile, GHashTable *sums)
{
  const PoplensVariables *v = owners->variables;

  for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++)
    if (v->bits[r] & POPLENS_VARIABLE_ALLOCATED)
      count (sums,
             poplens_variable_owners_find (owners, v->unlowered[r], v->category[r], v->bits[r]),
             v->equivalence_class[r], v->size[r]);
}

PoplensClassBytes *
poplens_class_bytes_new_tiles (const PoplensLiveness *liveness, const PoplensVariables *variables,
                               const PoplensTileSet *tiles, GCancellable *cancellable)
{
  g_autoptr (PoplensVariableOwners) owners = poplens_variable_owners_new (variables);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (sum_hash, sum_equal, g_free, NULL);
  LiveStepBuilder builder;
  GHashTableIter iter;
  gpointer key;

  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t < variables->n_tiles && t <= tiles->ranges[r].last;
         t++) {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      count_tile (owners, t, sums);
    }
  builder = builder_new (liveness);
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    const VariableSum *sum = key;
    live_step_add (&builder, sum->variable, sum->class_id, sum->bytes);
  }
  return finish (&builder);
}

/* ---- classes at a step ----------------------------------------------------------------------- */

guint32
poplens_liveness_find_class (const PoplensLiveness *liveness, guint32 class_id)
{
  return poplens_find_id (liveness->class_id, liveness->n_classes, class_id);
}

guint8 *
poplens_liveness_classes_at (const PoplensLiveness *liveness, guint32 step)
{
  guint8 *bits = g_new0 (guint8, MAX (liveness->n_classes, 1));
  guint32 row = 0;

  for (guint32 r = 0; r < liveness->n_ranges; r++) {
    guint32 id = liveness->range_class[r];
    /* Ranges and classes are both sorted by class, so one pass over both is enough. */
    while (row < liveness->n_classes && liveness->class_id[row] < id)
      row++;
    if (row == liveness->n_classes || liveness->class_id[row] != id ||
        liveness->class_always_live[row])
      continue;
    if (liveness->range_from[r] <= step && step < liveness->range_to[r])
      bits[row] |= POPLENS_CLASS_LIVE;
    if (liveness->range_from[r] == step)
      bits[row] |= POPLENS_CLASS_BORN;
    if (liveness->range_to[r] == step)
      bits[row] |= POPLENS_CLASS_FREED;
  }
  for (row = 0; row < liveness->n_classes; row++)
    if (liveness->class_always_live[row])
      bits[row] = POPLENS_CLASS_ALWAYS;
  return bits;
}

const char *
poplens_variable_name (const PoplensVariables *variables, guint32 id)
{
  guint32 row = poplens_find_id (variables->unlowered_id, variables->n_unlowered, id);

  return row == G_MAXUINT32
             ? NULL
             : poplens_strings_get (variables->strings, variables->unlowered_name[row]);
}

/* ---- a step ---------------------------------------------------------------------------------- */

static int
by_variable (gconstpointer a, gconstpointer b)
{
  guint32 va = ((const PoplensStepVariable *) a)->variable;
  guint32 vb = ((const PoplensStepVariable *) b)->variable;

  return va < vb ? -1 : va > vb;
}

/* Sorts the rows by variable, and merges those of the same variable. */
static void
merge_variable_rows (GArray *rows)
{
  PoplensStepVariable *row = (PoplensStepVariable *) (gpointer) rows->data;
  guint n = 0;

  g_array_sort (rows, by_variable);
  for (guint i = 0; i < rows->len; i++)
    if (n && row[n - 1].variable == row[i].variable) {
      row[n - 1].always_live += row[i].always_live;
      row[n - 1].live += row[i].live;
      row[n - 1].born += row[i].born;
      row[n - 1].freed += row[i].freed;
    } else {
      row[n++] = row[i];
    }
  g_array_set_size (rows, n);
}

PoplensLiveStep *
poplens_live_step_new (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                       guint32 step)
{
  g_autofree guint8 *bits = poplens_liveness_classes_at (liveness, step);
  PoplensLiveStep *self = g_new0 (PoplensLiveStep, 1);

  self->step = step;
  self->variables = g_array_new (FALSE, FALSE, sizeof (PoplensStepVariable));
  for (guint32 i = 0; i < bytes->n; i++) {
    guint8 class = bits[bytes->class_row[i]];
    guint64 n = bytes->bytes[i];
    PoplensStepVariable v = {
        .variable = bytes->variable[i],
        .always_live = class & POPLENS_CLASS_ALWAYS ? n : 0,
        .live = class & POPLENS_CLASS_LIVE ? n : 0,
        .born = class & POPLENS_CLASS_BORN ? n : 0,
        .freed = class & POPLENS_CLASS_FREED ? n : 0,
    };
    if (!n || !class)
      continue;
    self->always_live += v.always_live;
    self->live += v.live;
    self->born += v.born;
    self->freed += v.freed;
    g_array_append_val (self->variables, v);
  }
  merge_variable_rows (self->variables);
  return self;
}

void
poplens_live_step_free (PoplensLiveStep *self)
{
  if (!self)
    return;
  g_array_unref (self->variables);
  g_free (self);
}

/* ---- several steps --------------------------------------------------------------------------- */

static void
set_bytes (PoplensLiveSteps *self, guint c, const PoplensStepVariable *v)
{
  guint row = self->variable->len - 1;

  g_array_index (self->always, guint64, row) = v->always_live;
  g_array_index (self->bytes, guint64, (gsize) row * self->n + c) = v->live;
}

/* Merges the rows of all steps into one table, in one pass. The rows of each step are sorted by
 * variable. */
static void
merge_steps (PoplensLiveSteps *self, GPtrArray *steps)
{
  g_autofree guint *at = g_new0 (guint, MAX (steps->len, 1));

  for (;;) {
    guint32 least = G_MAXUINT32;
    gboolean any = FALSE;
    for (guint c = 0; c < steps->len; c++) {
      GArray *rows = ((PoplensLiveStep *) steps->pdata[c])->variables;
      if (at[c] == rows->len)
        continue;
      least = MIN (least, g_array_index (rows, PoplensStepVariable, at[c]).variable);
      any = TRUE;
    }
    if (!any)
      return;
    gboolean live = FALSE;
    for (guint c = 0; c < steps->len; c++) {
      GArray *rows = ((PoplensLiveStep *) steps->pdata[c])->variables;
      const PoplensStepVariable *v = &g_array_index (rows, PoplensStepVariable, at[c]);
      if (at[c] == rows->len || v->variable != least)
        continue;
      at[c]++;
      /* A variable that is freed just before the step has a row, but no live bytes. */
      if (!v->live && !v->always_live)
        continue;
      if (!live) {
        g_array_append_val (self->variable, least);
        g_array_set_size (self->always, self->variable->len);
        g_array_set_size (self->bytes, self->variable->len * self->n);
        live = TRUE;
      }
      set_bytes (self, c, v);
    }
  }
}

static void
step_free (gpointer step)
{
  poplens_live_step_free (step);
}

PoplensLiveSteps *
poplens_live_steps_new (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                        const guint32 *steps, guint n)
{
  g_autoptr (GPtrArray) each = g_ptr_array_new_with_free_func (step_free);
  PoplensLiveSteps *self = g_new0 (PoplensLiveSteps, 1);

  self->n = n;
  self->live = g_new0 (guint64, MAX (n, 1));
  self->variable = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->always = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->bytes = g_array_new (FALSE, TRUE, sizeof (guint64));
  for (guint c = 0; c < n; c++) {
    PoplensLiveStep *step = poplens_live_step_new (liveness, bytes, steps[c]);
    self->live[c] = step->live;
    self->always_live = step->always_live;
    g_ptr_array_add (each, step);
  }
  merge_steps (self, each);
  return self;
}

void
poplens_live_steps_free (PoplensLiveSteps *self)
{
  if (!self)
    return;
  g_free (self->live);
  g_array_unref (self->variable);
  g_array_unref (self->always);
  g_array_unref (self->bytes);
  g_free (self);
}
