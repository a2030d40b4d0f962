/* Applies planted causes of lost time to a model, and measures each by simulation. */
#include "demo/planted.h"

#include "base/error.h"
#include "base/search.h"
#include "demo/write.h"

#include <string.h>

/* ---- operations as findings name them -------------------------------------------------------- */

/* Last components of the names of compute sets and exchanges that are not a part of the operation's
 * name. */

static const char *const roles[] = {
    "ExchangePre", "ExchangePost", "OnTileCopy", "OnTileCopyPre", "OnTileCopyPost", "Op",
    "PreArrange",  "PostArrange",  "GlobalPre",  "GlobalPost",    "GlobalExchange", NULL};

/* Removes @word, a number and '_' from the beginning of @name, such as "cs12_". Returns @name
 * itself if it has no such beginning. */
static const char *
behind_count (const char *name, const char *word)
{
  gsize length = strlen (word), digits;

  if (!g_str_has_prefix (name, word))
    return name;
  digits = strspn (name + length, "0123456789");
  return digits > 0 && name[length + digits] == '_' ? name + length + digits + 1 : name;
}

/* Returns the operation of a compute set or exchange, with '*' for layer numbers:
 * "Bwd/layer.*\/dense/MatMul" for "cs12_Bwd/layer.3/dense/MatMul/Op". (transfer full) */
static char *
demo_operation_key (const char *name)
{
  const char *path = behind_count (behind_count (name, "cs"), "copy");
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  guint n = g_strv_length (parts);
  GString *key = g_string_new (NULL);

  while (n > 1 && g_strv_contains (roles, parts[n - 1]))
    n--;
  for (guint i = 0; i < n; i++) {
    gsize length = strlen (parts[i]), letters = length;
    while (letters > 0 && g_ascii_isdigit (parts[i][letters - 1]))
      letters--;
    if (i + 1 == n) {
      g_string_append (key, parts[i]);
    } else {
      g_string_append_len (key, parts[i], (gssize) letters);
      g_string_append (key, letters < length ? "*/" : "/");
    }
  }
  return g_string_free (key, FALSE);
}

/* TRUE if @path is @end, or has @end as its last components. */
static gboolean
ends_in (const char *path, const char *end)
{
  gsize length = strlen (path), n = strlen (end);

  return g_str_has_suffix (path, end) && (length == n || path[length - n - 1] == '/');
}

/* TRUE if the operation of @name is @operation, or has @operation as its last components. */
static gboolean
demo_is_of_operation (const char *name, const char *operation)
{
  g_autofree char *key = demo_operation_key (name);

  return ends_in (key, operation);
}

/* Returns the last path components that all @keys have in common; a single key is returned whole.
 * (transfer full) */
static char *
demo_common_operation (const GPtrArray *keys)
{
  const char *first = keys->pdata[0], *common = first;

  for (guint i = 1; i < keys->len; i++)
    while (*common && !ends_in (keys->pdata[i], common)) {
      const char *slash = strchr (common, '/');
      common = slash ? slash + 1 : common + strlen (common);
    }
  return g_strdup (common);
}

/* ---- the plants ------------------------------------------------------------------------------ */

#define MOST_NAMED 20 /* most names that an error lists */

/* Copies of the model's cycles, before any cause is planted. */
typedef struct {
  DemoModel *m;
  GPtrArray *sets, *exchanges; /* guint32 by kind of tile */
} Plain;

static void
plain_clear (Plain *self)
{
  g_ptr_array_unref (self->sets);
  g_ptr_array_unref (self->exchanges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Plain, plain_clear)

static Plain
plain_new (DemoModel *m)
{
  Plain self = {m, g_ptr_array_new_with_free_func (g_free),
                g_ptr_array_new_with_free_func (g_free)};
  gsize bytes = m->n_kinds * sizeof (guint32);

  for (guint i = 0; i < m->compute_sets->len; i++)
    g_ptr_array_add (self.sets, g_memdup2 (demo_compute_set (m, i)->cycles, bytes));
  for (guint i = 0; i < m->exchanges->len; i++)
    g_ptr_array_add (self.exchanges, g_memdup2 (demo_exchange (m, i)->cycles, bytes));
  return self;
}

static void
plain_restore (const Plain *self)
{
  gsize bytes = self->m->n_kinds * sizeof (guint32);

  for (guint i = 0; i < self->sets->len; i++)
    memcpy (demo_compute_set (self->m, i)->cycles, self->sets->pdata[i], bytes);
  for (guint i = 0; i < self->exchanges->len; i++)
    memcpy (demo_exchange (self->m, i)->cycles, self->exchanges->pdata[i], bytes);
  for (guint i = 0; i < self->m->streams->len; i++)
    demo_stream (self->m, i)->late = 0;
  self->m->late_start[0] = self->m->late_start[1] = 0;
  g_array_set_size (self->m->slow, 0);
}

/* ---- effects of planted causes --------------------------------------------------------------- */

/* Returns the number of tiles of an IPU that take part in a compute set. @sum: (out): their cycles
 */
static guint64
count_active_tiles (const DemoModel *m, const guint32 *cycles, guint ipu, guint64 *sum)
{
  guint64 n = 0;

  *sum = 0;
  for (guint k = m->first_kind[ipu]; k < m->first_kind[ipu + 1]; k++)
    if (cycles[k] > 0) {
      n += m->kinds[k].n_tiles;
      *sum += (guint64) cycles[k] * m->kinds[k].n_tiles;
    }
  return n;
}

/* Moves the work of an IPU to its first kinds of tiles, with at least @tiles tiles in total. Does
 * nothing if at most @tiles tiles work. */
static void
concentrate (const DemoModel *m, guint32 *cycles, guint ipu, guint tiles)
{
  guint64 sum, chosen = 0, n = count_active_tiles (m, cycles, ipu, &sum);
  guint end = m->first_kind[ipu + 1], stop = m->first_kind[ipu];

  for (; n > tiles && stop < end && chosen < tiles; stop++)
    chosen += cycles[stop] > 0 ? m->kinds[stop].n_tiles : 0;
  for (guint k = m->first_kind[ipu]; chosen > 0 && k < end; k++)
    cycles[k] = k < stop && cycles[k] > 0 ? (guint32) ((sum + chosen / 2) / chosen) : 0;
}

static void
spread_cycles (const DemoModel *m, guint32 *cycles, guint ipu, double factor)
{
  guint64 sum, n = count_active_tiles (m, cycles, ipu, &sum), before = 0;

  for (guint k = m->first_kind[ipu]; k < m->first_kind[ipu + 1]; k++) {
    guint here = m->kinds[k].n_tiles;
    if (cycles[k] == 0)
      continue;
    double place = ((double) before + here / 2.0) / (double) n;
    cycles[k] = (guint32) MAX (1, cycles[k] * (1 + factor * (2 * place - 1)) + 0.5);
    before += here;
  }
}

static void
scale_cycles (const DemoModel *m, guint32 *cycles, guint ipu, double factor)
{
  for (guint k = m->first_kind[ipu]; k < m->first_kind[ipu + 1]; k++)
    if (cycles[k] > 0)
      cycles[k] = (guint32) MAX (1, cycles[k] * factor + 0.5);
}

static void
lengthen (guint32 *cycles, guint first, guint end, guint more)
{
  for (guint k = first; k < end; k++)
    if (cycles[k] > 0)
      cycles[k] += more;
}

/* Returns the IPU of the compute set; DEMO_NONE if it runs on several IPUs. */
static guint
stage_of (const DemoModel *m, const DemoComputeSet *set)
{
  guint stage = DEMO_NONE;

  for (guint ipu = 0; ipu < m->ipus; ipu++) {
    guint64 sum;
    if (count_active_tiles (m, set->cycles, ipu, &sum) == 0)
      continue;
    if (stage != DEMO_NONE)
      return DEMO_NONE;
    stage = ipu;
  }
  return stage;
}

/* Gives the stage on IPU @plant->number more work, and takes this work from the other stages. */
static void
unbalance (DemoModel *m, const DemoPlant *plant)
{
  double work[2] = {0, 0}; /* [0]: work of the other stages, [1]: work of this stage */

  for (guint i = 0; i < m->compute_sets->len; i++) {
    const DemoComputeSet *set = demo_compute_set (m, i);
    guint stage = stage_of (m, set);
    guint64 sum;
    if (stage == DEMO_NONE)
      continue;
    count_active_tiles (m, set->cycles, stage, &sum);
    work[stage == plant->number] += (double) sum;
  }
  double less = MIN (work[1] * plant->factor / MAX (work[0], 1), 0.95);
  for (guint i = 0; i < m->compute_sets->len; i++) {
    DemoComputeSet *set = demo_compute_set (m, i);
    guint stage = stage_of (m, set);
    if (stage != DEMO_NONE)
      scale_cycles (m, set->cycles, stage, stage == plant->number ? 1 + plant->factor : 1 - less);
  }
}

static const char *
exchange_name (const DemoModel *m, const DemoExchange *e)
{
  return demo_program (m, e->program)->name;
}

static void
change_set (DemoModel *m, const DemoPlant *plant, DemoComputeSet *set)
{
  guint kind = plant->kind == DEMO_PLANT_STRAGGLER ? m->kind_of[plant->number] : 0;

  if (plant->kind == DEMO_PLANT_STRAGGLER) {
    lengthen (set->cycles, kind, kind + 1, plant->cycles);
    return;
  }
  if (!demo_is_of_operation (set->name, plant->subject))
    return;
  for (guint ipu = 0; ipu < m->ipus; ipu++)
    if (plant->kind == DEMO_PLANT_UNUSED)
      concentrate (m, set->cycles, ipu, plant->number);
    else
      spread_cycles (m, set->cycles, ipu, plant->factor);
}

static void
change_exchanges (DemoModel *m, const DemoPlant *plant)
{
  for (guint i = 0; i < m->exchanges->len; i++) {
    DemoExchange *e = demo_exchange (m, i);
    if (plant->kind == DEMO_PLANT_INTER_IPU
            ? e->global
            : !e->global && demo_is_of_operation (exchange_name (m, e), plant->subject))
      lengthen (e->cycles, 0, m->n_kinds, plant->cycles);
  }
}

static gboolean
has_stream (const DemoStreamCopy *s, const char *name)
{
  for (guint i = 0; i < s->copies->len; i++)
    if (g_strcmp0 (g_array_index (s->copies, DemoHostCopy, i).stream, name) == 0)
      return TRUE;
  return FALSE;
}

static void
apply (DemoModel *m, const DemoPlant *plant)
{
  switch (plant->kind) {
  case DEMO_PLANT_UNUSED:
  case DEMO_PLANT_IMBALANCE:
  case DEMO_PLANT_STRAGGLER:
    for (guint i = 0; i < m->compute_sets->len; i++)
      change_set (m, plant, demo_compute_set (m, i));
    break;
  case DEMO_PLANT_BUBBLE:
    unbalance (m, plant);
    break;
  case DEMO_PLANT_EXCHANGE:
  case DEMO_PLANT_INTER_IPU:
    change_exchanges (m, plant);
    break;
  case DEMO_PLANT_HOST_WAIT:
    for (guint i = 0; i < m->streams->len; i++)
      if (has_stream (demo_stream (m, i), plant->subject))
        demo_stream (m, i)->late += plant->cycles;
    break;
  case DEMO_PLANT_LATE_HOST:
  case DEMO_PLANT_BETWEEN:
    m->late_start[plant->kind == DEMO_PLANT_BETWEEN] += plant->cycles;
    break;
  case DEMO_PLANT_ITERATION:
  default:
    g_array_set_size (m->slow, MAX (m->slow->len, plant->number));
    g_array_index (m->slow, guint, plant->number - 1) += plant->cycles;
    break;
  }
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Returns the keys of all operations for which this kind of cause can be planted, without
 * duplicates. @operation: (nullable): limits the result to this operation. (transfer full) */
static GPtrArray *
keys_of (const DemoModel *m, const DemoPlant *plant, const char *operation)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  gboolean exchanges = plant->kind == DEMO_PLANT_EXCHANGE;
  guint n = exchanges ? m->exchanges->len : m->compute_sets->len;

  for (guint i = 0; i < n; i++) {
    const DemoExchange *e = exchanges ? demo_exchange (m, i) : NULL;
    const char *name = e ? exchange_name (m, e) : demo_compute_set (m, i)->name;
    if ((e && e->global) || (operation && !demo_is_of_operation (name, operation)))
      continue;
    g_autofree char *key = demo_operation_key (name);
    if (g_hash_table_contains (known, key))
      continue;
    g_hash_table_add (known, key);
    g_ptr_array_add (keys, g_steal_pointer (&key));
  }
  return keys;
}

static gboolean
refuse_plant (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "cannot plant: %s", text);
  return FALSE;
}

/* Returns the names of all streams. (transfer container) */
static GPtrArray *
streams_of (const DemoModel *m)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < m->streams->len; i++) {
    const GArray *copies = demo_stream (m, i)->copies;
    for (guint k = 0; k < copies->len; k++) {
      const char *name = g_array_index (copies, DemoHostCopy, k).stream;
      if (name && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) name);
    }
  }
  return names;
}

/* Sets @error. @names: existing names, some of which are listed. Returns FALSE. */
static gboolean
refuse_name (GError **error, const char *what, const char *name, const GPtrArray *names)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MOST_NAMED; i++)
    g_string_append_printf (known, "%s%s", i ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  return refuse_plant (error, "no %s “%s” in this model, which has %s%s", what, name, known->str,
                       names->len > MOST_NAMED ? " …" : "");
}

static gboolean
is_possible (const DemoModel *m, const DemoPlant *plant, GError **error)
{
  switch (plant->kind) {
  case DEMO_PLANT_UNUSED:
  case DEMO_PLANT_IMBALANCE:
  case DEMO_PLANT_EXCHANGE: {
    g_autoptr (GPtrArray) keys = keys_of (m, plant, plant->subject);
    g_autoptr (GPtrArray) all = keys_of (m, plant, NULL);
    return keys->len > 0 || refuse_name (error, "operation", plant->subject, all);
  }
  case DEMO_PLANT_HOST_WAIT: {
    g_autoptr (GPtrArray) all = streams_of (m);
    return g_ptr_array_find_with_equal_func (all, plant->subject, g_str_equal, NULL) ||
           refuse_name (error, "stream", plant->subject, all);
  }
  case DEMO_PLANT_STRAGGLER:
    return (plant->number < m->n_tiles && demo_computes (m, m->kind_of[plant->number])) ||
           refuse_plant (error, "tile %u computes nothing", plant->number);
  case DEMO_PLANT_BUBBLE:
    return (m->ipus > 1 && plant->number < m->ipus) ||
           refuse_plant (error, "IPU %u is not one of several", plant->number);
  case DEMO_PLANT_INTER_IPU:
    return m->ipus > 1 || refuse_plant (error, "1 IPU has no inter-IPU exchange");
  case DEMO_PLANT_BETWEEN:
    return m->plan->runs > 1 || refuse_plant (error, "1 run has none before it");
  case DEMO_PLANT_ITERATION:
    return (plant->number > 0 && plant->number <= m->repeats) ||
           refuse_plant (error, "no iteration %u; use 1 to %u", plant->number, m->repeats);
  case DEMO_PLANT_LATE_HOST:
  default:
    return TRUE;
  }
}

/* ---- measurement ----------------------------------------------------------------------------- */

/* TRUE if several plants of the kind are reported as one finding. */
static gboolean
is_one_cause (DemoPlantKind kind)
{
  return kind == DEMO_PLANT_STRAGGLER || kind == DEMO_PLANT_ITERATION;
}

/* Simulates the model without the plant @left_out, and returns the cycles of all runs. All
 * stragglers are left out together, as one finding reports them; so are all slow iterations. */
static gint64
total_without (const Plain *plain, guint left_out)
{
  const DemoPlan *plan = plain->m->plan;

  plain_restore (plain);
  for (DemoPlantKind kind = 0; kind < DEMO_PLANTS; kind++)
    for (guint i = 0; i < plan->n_plants; i++) {
      gboolean out = i == left_out || (left_out < plan->n_plants && is_one_cause (kind) &&
                                       plan->plants[left_out].kind == kind);
      if (plan->plants[i].kind == kind && !out)
        apply (plain->m, &plan->plants[i]);
    }
  return (gint64) demo_simulate (plain->m);
}

/* Returns the subject of the finding: "tile 5" or "tiles 5, 9". (transfer full) */
static char *
straggler_subject (const DemoPlan *plan)
{
  GString *out = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_plants; i++)
    if (plan->plants[i].kind == DEMO_PLANT_STRAGGLER)
      g_string_append_printf (out, n++ ? ", %u" : "%u", plan->plants[i].number);
  g_string_prepend (out, n > 1 ? "tiles " : "tile ");
  return g_string_free (out, FALSE);
}

/* Returns the subject of the finding: "iteration 3" or "iterations 3, 5". (transfer full) */
static char *
iteration_subject (const DemoPlan *plan)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  GString *out = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < plan->n_plants; i++)
    if (plan->plants[i].kind == DEMO_PLANT_ITERATION) {
      guint32 number = plan->plants[i].number;
      g_array_append_val (numbers, number);
    }
  g_array_sort (numbers, poplens_compare_u32);
  for (guint i = 0; i < numbers->len; i++) {
    guint32 number = g_array_index (numbers, guint32, i);
    if (!i || number != g_array_index (numbers, guint32, i - 1))
      g_string_append_printf (out, n++ ? ", %u" : "%u", number);
  }
  g_string_prepend (out, n > 1 ? "iterations " : "iteration ");
  return g_string_free (out, FALSE);
}

static char *
subject_of (const DemoModel *m, const DemoPlant *plant)
{
  switch (plant->kind) {
  case DEMO_PLANT_UNUSED:
  case DEMO_PLANT_IMBALANCE:
  case DEMO_PLANT_EXCHANGE: {
    g_autoptr (GPtrArray) keys = keys_of (m, plant, plant->subject);
    return demo_common_operation (keys);
  }
  case DEMO_PLANT_STRAGGLER:
    return straggler_subject (m->plan);
  case DEMO_PLANT_BUBBLE:
    return g_strdup_printf ("IPU %u", plant->number);
  case DEMO_PLANT_HOST_WAIT:
    return g_strdup (plant->subject);
  case DEMO_PLANT_ITERATION:
    return iteration_subject (m->plan);
  case DEMO_PLANT_INTER_IPU:
  case DEMO_PLANT_LATE_HOST:
  case DEMO_PLANT_BETWEEN:
  default:
    return g_strdup ("");
  }
}

static void
planted_clear (gpointer data)
{
  g_free (((DemoPlanted *) data)->subject);
}

GArray *
demo_plants_apply (DemoModel *m, GError **error)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (DemoPlanted));
  const DemoPlan *plan = m->plan;
  gboolean done[DEMO_PLANTS] = {FALSE};

  g_array_set_clear_func (out, planted_clear);
  if (plan->n_plants == 0)
    return g_steal_pointer (&out);
  for (guint i = 0; i < plan->n_plants; i++)
    if (!is_possible (m, &plan->plants[i], error))
      return NULL;
  g_auto (Plain) plain = plain_new (m);
  gint64 total = total_without (&plain, DEMO_NONE);
  for (guint i = 0; i < plan->n_plants; i++) {
    const DemoPlant *plant = &plan->plants[i];
    if (is_one_cause (plant->kind) && done[plant->kind])
      continue;
    done[plant->kind] = TRUE;
    DemoPlanted planted = {demo_plant_finding (plant->kind), subject_of (m, plant),
                           total - total_without (&plain, i)};
    g_array_append_val (out, planted);
  }
  total_without (&plain, DEMO_NONE);
  return g_steal_pointer (&out);
}
