/* Decides the kind of each group of variables: by category and flags, then by names, then by
 * lifetimes. */
#include "analysis/memory/kinds.h"

#include "analysis/id-table.h"
#include "analysis/liveness/peaks.h"
#include "analysis/liveness/live-step.h"
#include "analysis/memory/kinds-private.h"

#include <string.h>

/* ---- keys and titles ------------------------------------------------------------------------- */

static const struct {
  const char *key, *title;
} names[POPLENS_N_KINDS] = {
    [POPLENS_KIND_WEIGHTS] = {"weights", "Weights"},
    [POPLENS_KIND_OPTIMISER] = {"optimiser", "Optimiser state"},
    [POPLENS_KIND_WEIGHT_GRADIENT] = {"weight-gradient", "Weight gradients and accumulators"},
    [POPLENS_KIND_ACTIVATION] = {"activation", "Activations kept for backward"},
    [POPLENS_KIND_RECOMPUTED] = {"recomputed", "Activations recomputed"},
    [POPLENS_KIND_PASSING] = {"passing", "Activations passing on"},
    [POPLENS_KIND_GRADIENT] = {"gradient", "Activation gradients"},
    [POPLENS_KIND_TENSOR] = {"tensor", "Tensors (phase not recorded)"},
    [POPLENS_KIND_TEMPORARY] = {"temporary", "Temporaries"},
    [POPLENS_KIND_IO] = {"io", "Input, output and host buffers"},
    [POPLENS_KIND_EXCHANGE] = {"exchange", "Exchange buffers and rearrangements"},
    [POPLENS_KIND_VERTEX_STATE] = {"vertex-state", "Vertex state"},
    [POPLENS_KIND_CODE_VERTEX] = {"code-vertex", "Vertex code"},
    [POPLENS_KIND_CODE_CONTROL] = {"code-control", "Control code"},
    [POPLENS_KIND_CODE_EXCHANGE] = {"code-exchange", "Exchange code"},
    [POPLENS_KIND_CODE_HOST] = {"code-host", "Host exchange code"},
    [POPLENS_KIND_CODE_IPU] = {"code-ipu", "Inter-IPU exchange code"},
    [POPLENS_KIND_CONSTANT] = {"constant", "Constants"},
    [POPLENS_KIND_STACK] = {"stack", "Stack"},
    [POPLENS_KIND_PROFILER] = {"profiler", "Profiler"},
    [POPLENS_KIND_CONTROL] = {"control", "Control data"},
    [POPLENS_KIND_DEBUG] = {"debug", "Debug information"},
    [POPLENS_KIND_UNKNOWN] = {"unknown", "Unknown"},
};

const char *
poplens_kind_key (PoplensKind kind)
{
  return names[kind].key;
}

const char *
poplens_kind_title (PoplensKind kind)
{
  return names[kind].title;
}

char *
poplens_kind_spelling (const char *text)
{
  g_autoptr (GString) out = g_string_new (text);

  g_string_replace (out, "optimiz", "optimis", 0);
  g_string_replace (out, "Optimiz", "Optimis", 0);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static const struct {
  const char *text, *confidence;
} rules[POPLENS_N_KIND_RULES] = {
    [POPLENS_KIND_BY_PROFILER] = {"name or category of the profiler", "certain"},
    [POPLENS_KIND_BY_CATEGORY] = {"category", "certain"},
    [POPLENS_KIND_BY_CONSTANT] = {"constant bit", "certain"},
    [POPLENS_KIND_BY_STREAM] = {"host exchange", "certain"},
    [POPLENS_KIND_BY_CONTEXT] = {"debug context of PopART", "certain"},
    [POPLENS_KIND_BY_RESERVED] = {"reserved name", "named"},
    [POPLENS_KIND_BY_SLOT] = {"named after other always-live data", "named"},
    [POPLENS_KIND_BY_WORD] = {"last word of the name", "likely"},
    [POPLENS_KIND_BY_SHAPE] = {"phases of birth and death", "by lifetime"},
    [POPLENS_KIND_BY_NOTHING] = {"", ""},
};

const char *
poplens_kind_rule_text (PoplensKindRule rule)
{
  return rules[rule].text;
}

const char *
poplens_kind_rule_confidence (PoplensKindRule rule)
{
  return rules[rule].confidence;
}

/* ---- categories ------------------------------------------------------------------------------ */

static PoplensKind
kind_of_category (const char *category)
{
  static const struct {
    const char *category;
    PoplensKind kind;
  } known[] = {
      {"vertexCode", POPLENS_KIND_CODE_VERTEX},
      {"controlCode", POPLENS_KIND_CODE_CONTROL},
      {"internalExchangeCode", POPLENS_KIND_CODE_EXCHANGE},
      {"hostExchangeCode", POPLENS_KIND_CODE_HOST},
      {"globalExchangeCode", POPLENS_KIND_CODE_IPU},
      {"vertexInstanceState", POPLENS_KIND_VERTEX_STATE},
      {"vertexFieldData", POPLENS_KIND_VERTEX_STATE},
      {"copyDescriptor", POPLENS_KIND_VERTEX_STATE},
      {"vectorListDescriptor", POPLENS_KIND_VERTEX_STATE},
      {"message", POPLENS_KIND_EXCHANGE},
      {"globalMessage", POPLENS_KIND_EXCHANGE},
      {"rearrangement", POPLENS_KIND_EXCHANGE},
      {"outputEdge", POPLENS_KIND_EXCHANGE},
      {"hostMessage", POPLENS_KIND_IO},
      {"hostExchangePacketHeader", POPLENS_KIND_CONTROL},
      {"globalExchangePacketHeader", POPLENS_KIND_CONTROL},
      {"controlId", POPLENS_KIND_CONTROL},
      {"controlTable", POPLENS_KIND_CONTROL},
      {"constant", POPLENS_KIND_CONSTANT},
      {"stack", POPLENS_KIND_STACK},
      {"dwarf", POPLENS_KIND_DEBUG},
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (known[i].category, category))
      return known[i].kind;
  return POPLENS_KIND_UNKNOWN;
}

/* ---- groups ---------------------------------------------------------------------------------- */

typedef struct {
  const PoplensTileBytes *bytes;
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTensorFact *facts; /* (nullable): [n_groups] facts about the tensor of each group */
  GCancellable *cancellable;
  PoplensKinds *out;
  guint8 *comes;       /* [n_groups] TRUE: some bytes of the group are not always live */
  GHashTable *by_name; /* names of always-live data variables → guint64 *: bytes */
  GHashTable *weights; /* set of names of groups that are weights */
} Kinds;

static void
kinds_clear (Kinds *self)
{
  g_clear_pointer (&self->out, poplens_kinds_free);
  g_clear_pointer (&self->comes, g_free);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->weights, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Kinds, kinds_clear)

static const char *
category_of (const Kinds *self, guint32 g)
{
  return poplens_variables_category_name (self->variables, self->bytes->groups[g].category);
}

/* Returns the name of the unlowered variable. (transfer none) (nullable): NULL: it has none */
static const char *
unlowered_group_name (const Kinds *self, guint32 g)
{
  guint32 id = self->bytes->groups[g].unlowered;

  return id == G_MAXUINT32 ? NULL : poplens_variable_name (self->variables, id);
}

/* TRUE if the group may be data of the user's program: it is not instrumentation, not constant, and
 * its category does not decide its kind. */
static gboolean
is_data (const Kinds *self, guint32 g)
{
  const PoplensByteGroup *group = &self->bytes->groups[g];

  return group->instrumentation < 0 && !group->constant &&
         kind_of_category (category_of (self, g)) == POPLENS_KIND_UNKNOWN;
}

static void
sum_group_bytes (Kinds *self)
{
  for (guint32 e = 0; e < self->bytes->first[self->bytes->n_tiles]; e++) {
    const PoplensByteEntry *entry = &self->bytes->entries[e];
    self->out->bytes[entry->group] += entry->bytes;
    self->comes[entry->group] |= !self->liveness->class_always_live[entry->class_row];
  }
}

static void
name_data (Kinds *self)
{
  for (guint32 g = 0; g < self->bytes->n_groups; g++) {
    const char *name = unlowered_group_name (self, g);
    guint64 *bytes;
    if (!name || self->comes[g] || !is_data (self, g))
      continue;
    bytes = g_hash_table_lookup (self->by_name, name);
    if (!bytes)
      g_hash_table_insert (self->by_name, (gpointer) name, bytes = g_new0 (guint64, 1));
    *bytes += self->out->bytes[g];
  }
}

/* ---- rules ----------------------------------------------------------------------------------- */

static gboolean
take (Kinds *self, guint32 g, PoplensKind kind, PoplensKindRule rule)
{
  self->out->kind[g] = kind;
  self->out->rule[g] = rule;
  return kind != POPLENS_KIND_UNKNOWN;
}

/* Decides by what the file records, such as the category. This is certain, so it comes before the
 * rules for names. */
static gboolean
decide_by_file (Kinds *self, guint32 g)
{
  const PoplensByteGroup *group = &self->bytes->groups[g];

  if (group->instrumentation >= 0)
    return take (self, g, POPLENS_KIND_PROFILER, POPLENS_KIND_BY_PROFILER);
  if (take (self, g, kind_of_category (category_of (self, g)), POPLENS_KIND_BY_CATEGORY))
    return TRUE;
  if (group->constant)
    return take (self, g, POPLENS_KIND_CONSTANT, POPLENS_KIND_BY_CONSTANT);
  return group->streamed && self->comes[g] &&
         take (self, g, POPLENS_KIND_IO, POPLENS_KIND_BY_STREAM);
}

/* Returns the kind of a reserved name. Gradients of weights are of another kind than those of
 * activations. */
static PoplensKind
reserved_kind (Kinds *self, const char *name)
{
  const char *of;
  PoplensKind kind = poplens_kind_of_reserved (name, &of);

  return of && g_hash_table_contains (self->weights, of) ? POPLENS_KIND_WEIGHT_GRADIENT : kind;
}

/* Decides by the record of a PopART tensor: by its reserved name or, if that does not decide, by
 * its type. Both are surer than the name of the variable. */
static gboolean
decide_by_fact (Kinds *self, guint32 g, const PoplensTensorFact *fact)
{
  if (fact->id && take (self, g, reserved_kind (self, fact->id), POPLENS_KIND_BY_CONTEXT))
    return TRUE;
  return fact->type &&
         take (self, g, poplens_kind_of_tensor_type (fact->type), POPLENS_KIND_BY_CONTEXT);
}

static gboolean
decide_by_name (Kinds *self, guint32 g)
{
  const char *name = unlowered_group_name (self, g);

  if (self->facts && decide_by_fact (self, g, &self->facts[g]))
    return TRUE;
  if (!name)
    return FALSE;
  if (take (self, g, reserved_kind (self, name), POPLENS_KIND_BY_RESERVED))
    return TRUE;
  if (!self->comes[g] && poplens_kind_is_slot (self->by_name, name))
    return take (self, g, POPLENS_KIND_OPTIMISER, POPLENS_KIND_BY_SLOT);
  return take (self, g, poplens_kind_of_word (name, !self->comes[g]), POPLENS_KIND_BY_WORD);
}

/* Decides by names. The first pass finds the weights. Only the second pass can tell gradients of
 * weights from other gradients. */
static void
decide_by_names (Kinds *self, guint8 *left)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 g = 0; g < self->bytes->n_groups; g++) {
      if (!pass && decide_by_file (self, g))
        left[g] = FALSE;
      if (!left[g])
        continue;
      gboolean decided = decide_by_name (self, g);
      if (!pass && decided && self->out->kind[g] == POPLENS_KIND_WEIGHTS &&
          unlowered_group_name (self, g))
        g_hash_table_add (self->weights, (gpointer) unlowered_group_name (self, g));
      if (pass)
        left[g] = !decided;
    }
}

/* ---- lifetimes ------------------------------------------------------------------------------- */

/* Lists the classes of the groups without a kind, as group << 32 | class row, each once. (transfer
 * full) */
static GArray *
find_classes (Kinds *self, const guint8 *left)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (PoplensIdTable) seen = {0};

  for (guint32 e = 0; e < self->bytes->first[self->bytes->n_tiles]; e++) {
    const PoplensByteEntry *entry = &self->bytes->entries[e];
    guint64 key = (guint64) entry->group << 32 | entry->class_row;
    if (left[entry->group] && !self->liveness->class_always_live[entry->class_row] &&
        poplens_id_table_add (&seen, key, 0) == POPLENS_NO_INDEX)
      g_array_append_val (out, key);
  }
  return out;
}

/* Excludes always-live groups, and groups without an ID: these mix many variables with unrelated
 * lifetimes. */
static void
leave_out_nameless (Kinds *self, guint8 *left)
{
  for (guint32 g = 0; g < self->bytes->n_groups; g++)
    left[g] = left[g] && self->comes[g] && self->bytes->groups[g].unlowered != G_MAXUINT32;
}

static void
decide_by_shape (Kinds *self, guint8 *left, const PoplensPrograms *programs)
{
  g_autoptr (PoplensKindSteps) steps = poplens_kind_steps_new (self->liveness, programs);
  g_autofree PoplensKindShape *shapes = g_new0 (PoplensKindShape, MAX (self->out->n, 1));
  g_autofree guint32 *first = poplens_class_ranges_new (self->liveness);
  g_autoptr (GArray) classes = NULL;

  leave_out_nameless (self, left);
  classes = find_classes (self, left);
  for (guint i = 0; i < classes->len; i++) {
    guint64 key = g_array_index (classes, guint64, i);
    guint32 row = (guint32) key;
    poplens_kind_shape_add (&shapes[key >> 32], steps, self->liveness->range_from + first[row],
                            self->liveness->range_to + first[row], first[row + 1] - first[row]);
  }
  for (guint32 g = 0; g < self->out->n; g++) {
    PoplensKind kind = poplens_kind_shape_finish (&shapes[g], steps);
    if (left[g] && !(kind == POPLENS_KIND_TEMPORARY && self->bytes->groups[g].staged))
      take (self, g, kind, POPLENS_KIND_BY_SHAPE);
  }
}

/* ---- all rules ------------------------------------------------------------------------------- */

static PoplensKinds *
kinds_alloc (guint32 n)
{
  PoplensKinds *self = g_new0 (PoplensKinds, 1);

  self->n = n;
  self->kind = g_new0 (guint8, MAX (n, 1));
  self->rule = g_new0 (guint8, MAX (n, 1));
  self->bytes = g_new0 (guint64, MAX (n, 1));
  return self;
}

PoplensKinds *
poplens_kinds_new (const PoplensTileBytes *bytes, const PoplensLiveness *liveness,
                   const PoplensVariables *variables, const PoplensPrograms *programs,
                   const PoplensTensorFact *facts, GCancellable *cancellable)
{
  g_auto (Kinds) self = {bytes, liveness, variables, facts, cancellable};
  g_autofree guint8 *left = g_malloc (MAX (bytes->n_groups, 1));

  self.out = kinds_alloc (bytes->n_groups);
  self.comes = g_new0 (guint8, MAX (bytes->n_groups, 1));
  self.by_name = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self.weights = g_hash_table_new (g_str_hash, g_str_equal);
  memset (left, TRUE, bytes->n_groups);
  sum_group_bytes (&self);
  name_data (&self);
  decide_by_names (&self, left);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  decide_by_shape (&self, left, programs);
  for (guint32 g = 0; g < bytes->n_groups; g++)
    if (self.out->kind[g] == POPLENS_KIND_UNKNOWN)
      self.out->rule[g] = POPLENS_KIND_BY_NOTHING;
  return g_steal_pointer (&self.out);
}

void
poplens_kinds_free (PoplensKinds *self)
{
  if (!self)
    return;
  g_free (self->kind);
  g_free (self->rule);
  g_free (self->bytes);
  g_free (self);
}
