/* Finds the kind of a variable by its name, and by the phases in which it is live. Reserved names
 * are listed in PopART's tensornames.hpp and in the IPU kernels of TensorFlow (formats.md 8.10). */
#include "analysis/memory/kinds-private.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

/* ---- phases of steps ------------------------------------------------------------------------- */

/* Short names of the phases of a training step, for the rules on the phases in which a variable is
 * born and freed. */

#define FORWARD POPLENS_STEP_FORWARD
#define BACKWARD POPLENS_STEP_BACKWARD
#define UPDATE POPLENS_STEP_UPDATE
#define N_PHASES POPLENS_N_STEP_PHASES

struct _PoplensKindSteps {
  guint32 n;
  /* [n] name of the step, or of its nearest ancestor that has one; "" if none has. */
  const char **name;
  guint8 *phase; /* [n] PoplensStepPhase */
  gboolean has_backward;
};

const char *
poplens_kind_step_path (const char *name)
{
  const char *to = NULL;

  if (!poplens_name_is_copy (name))
    return poplens_name_path (name);
  for (const char *p = name; (p = strstr (p, "_to_")); p += strlen ("_to_"))
    to = p + strlen ("_to_");
  return to ? to : "";
}

static PoplensStepPhase
phase_of (const char *name)
{
  PoplensPhase phase = poplens_name_phase (poplens_kind_step_path (name), TRUE);

  return phase == POPLENS_PHASE_BACKWARD ? BACKWARD
         : phase == POPLENS_PHASE_UPDATE ? UPDATE
                                         : FORWARD;
}

/* TRUE if the step is a copy within an IPU or to another IPU. The name of a copy contains the name
 * of the copied tensor, so "gradient" in the name does not mean the backward pass. */
static gboolean
is_copy_name (const char *name)
{
  const char *path = poplens_name_path (name);

  return poplens_name_is_copy (path) || g_str_has_prefix (path, "Copy_");
}

static const char *
name_of_step (const PoplensKindSteps *self, const PoplensLiveness *l, const PoplensPrograms *p,
              guint32 step)
{
  guint32 row = poplens_programs_find (p, l->program[step]), parent = l->parent[step];
  const char *name = row == POPLENS_NO_ROW ? "" : poplens_strings_get (p->strings, p->name[row]);

  /* If the step has no name, use that of its parent. The parent comes first, so .name has it
   * already. */
  return *name || parent >= step ? name : self->name[parent];
}

PoplensKindSteps *
poplens_kind_steps_new (const PoplensLiveness *liveness, const PoplensPrograms *programs)
{
  PoplensKindSteps *self = g_new0 (PoplensKindSteps, 1);

  self->n = liveness->n_steps;
  self->name = g_new (const char *, MAX (self->n, 1));
  self->phase = g_new (guint8, MAX (self->n, 1));
  for (guint32 s = 0; s < self->n; s++) {
    self->name[s] = name_of_step (self, liveness, programs, s);
    self->phase[s] = phase_of (self->name[s]);
    self->has_backward |= self->phase[s] == BACKWARD && !is_copy_name (self->name[s]);
  }
  for (guint32 s = 0; s < self->n && !self->has_backward; s++)
    if (self->phase[s] == BACKWARD)
      self->phase[s] = FORWARD;
  return self;
}

guint32
poplens_kind_steps_n (const PoplensKindSteps *self)
{
  return self->n;
}

PoplensStepPhase
poplens_kind_steps_phase (const PoplensKindSteps *self, guint32 step)
{
  return self->phase[step];
}

const char *
poplens_kind_steps_name (const PoplensKindSteps *self, guint32 step)
{
  return self->name[step];
}

void
poplens_kind_steps_free (PoplensKindSteps *self)
{
  if (!self)
    return;
  g_free (self->name);
  g_free (self->phase);
  g_free (self);
}

/* ---- operations ------------------------------------------------------------------------------ */

char *
poplens_kind_operation (const char *name)
{
  static const char half[] = "/Convolve";
  const char *path = poplens_name_path (name);
  gsize stem = poplens_name_stem (path);
  char *operation =
      stem ? g_strndup (path, poplens_name_operation_end (path, stem)) : g_strdup (path);

  if (g_str_has_suffix (operation, half))
    operation[strlen (operation) - strlen (half)] = '\0';
  return operation;
}

/* ---- lifetimes ------------------------------------------------------------------------------- */

static void
add_shape_operation (PoplensKindShape *self, const char *name)
{
  g_autofree char *operation = poplens_kind_operation (name);

  if (!*operation || (self->operation && strcmp (self->operation, operation)))
    self->several = TRUE;
  else if (!self->operation)
    self->operation = g_steal_pointer (&operation);
}

#define PAIR(birth, death) (1 << ((birth) *N_PHASES + (death)))

/* Adds a range of steps. Returns PAIR () of the phase of its first step and the phase of its last
 * step; 0 if the range is not valid. */
static guint16
add_range (PoplensKindShape *self, const PoplensKindSteps *steps, guint32 from, guint32 to)
{
  if (from >= to || to > steps->n)
    return 0;
  self->n = 1;
  if (!self->several) {
    add_shape_operation (self, steps->name[from]);
    add_shape_operation (self, steps->name[to - 1]);
  }
  return (guint16) PAIR (steps->phase[from], steps->phase[to - 1]);
}

void
poplens_kind_shape_add (PoplensKindShape *self, const PoplensKindSteps *steps, const guint32 *from,
                        const guint32 *to, guint32 n)
{
  guint16 pairs = 0;

  for (guint32 i = 0; i < n; i++)
    pairs |= add_range (self, steps, from[i], to[i]);
  self->again |= pairs & PAIR (FORWARD, FORWARD) && pairs & PAIR (FORWARD, BACKWARD);
  self->pairs |= pairs;
}

/* Returns the kind of a variable from the phases in which its ranges begin and end. @pairs: PAIR ()
 * bits of all ranges. @again: TRUE: the variable has a range within the forward pass, and a range
 * from the forward to the backward pass. So the program recomputes the variable. */
static PoplensKind
kind_of_pairs (guint16 pairs, gboolean again)
{
  if (pairs & PAIR (FORWARD, BACKWARD))
    return again ? POPLENS_KIND_RECOMPUTED : POPLENS_KIND_ACTIVATION;
  if (pairs & PAIR (BACKWARD, UPDATE))
    return POPLENS_KIND_WEIGHT_GRADIENT;
  switch (pairs) {
  case PAIR (FORWARD, FORWARD) | PAIR (BACKWARD, BACKWARD):
    return POPLENS_KIND_RECOMPUTED;
  case PAIR (FORWARD, FORWARD):
    return POPLENS_KIND_PASSING;
  case PAIR (BACKWARD, BACKWARD):
    return POPLENS_KIND_GRADIENT;
  case PAIR (UPDATE, UPDATE):
    return POPLENS_KIND_TEMPORARY;
  default:
    return POPLENS_KIND_UNKNOWN;
  }
}

PoplensKind
poplens_kind_shape_finish (PoplensKindShape *self, const PoplensKindSteps *steps)
{
  g_autofree char *operation = g_steal_pointer (&self->operation);
  PoplensKindShape shape = *self;

  *self = (PoplensKindShape){0};
  if (!shape.n)
    return POPLENS_KIND_UNKNOWN;
  if (operation && !shape.several)
    return POPLENS_KIND_TEMPORARY;
  return steps->has_backward ? kind_of_pairs (shape.pairs, shape.again) : POPLENS_KIND_TENSOR;
}

/* ---- kinds by name --------------------------------------------------------------------------- */

typedef struct {
  const char *text;
  PoplensKind kind;
} KindWord;

static gboolean
begins_with (const char *part, gsize length, const char *begin)
{
  gsize n = strlen (begin);

  return length >= n && !strncmp (part, begin, n);
}

#define GRADIENT "Gradient___"
#define RECOMPUTED "__re"
#define COMBINED "Accl___"

static PoplensKind
kind_of_part (const char *part, gsize length)
{
  static const KindWord known[] = {
      {COMBINED, POPLENS_KIND_OPTIMISER},
      {"Accl1___", POPLENS_KIND_OPTIMISER},
      {"Accl2___", POPLENS_KIND_OPTIMISER},
      {"Accl3___", POPLENS_KIND_OPTIMISER},
      {"Step___", POPLENS_KIND_OPTIMISER},
      {"AcclIntoReduce___", POPLENS_KIND_OPTIMISER},
      {"AcclIntoUpdate___", POPLENS_KIND_OPTIMISER},
      {"AcclOutOfAcclUpdate___", POPLENS_KIND_OPTIMISER},
      {"randomSeed___", POPLENS_KIND_OPTIMISER},
      {"learningRate___", POPLENS_KIND_OPTIMISER},
      {"lossScaling_", POPLENS_KIND_OPTIMISER},
      {"Accum___", POPLENS_KIND_WEIGHT_GRADIENT},
      {"Counter___", POPLENS_KIND_WEIGHT_GRADIENT},
      {"GradientAccumulator", POPLENS_KIND_WEIGHT_GRADIENT},
      {"Stashed___", POPLENS_KIND_ACTIVATION},
      {"Restored___", POPLENS_KIND_ACTIVATION},
      {GRADIENT, POPLENS_KIND_GRADIENT},
  };

  if (length >= strlen (RECOMPUTED) &&
      begins_with (part + length - strlen (RECOMPUTED), strlen (RECOMPUTED), RECOMPUTED))
    return POPLENS_KIND_RECOMPUTED;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (begins_with (part, length, known[i].text))
      return known[i].kind;
  return POPLENS_KIND_UNKNOWN;
}

PoplensKind
poplens_kind_of_reserved (const char *name, const char **of)
{
  *of = NULL;
  for (const char *part = name; *part;) {
    gsize length = strcspn (part, "/");
    PoplensKind kind = kind_of_part (part, length);
    if (kind == POPLENS_KIND_GRADIENT)
      *of = part + strlen (GRADIENT);
    if (kind != POPLENS_KIND_UNKNOWN)
      return kind;
    part += length + (part[length] == '/');
  }
  return POPLENS_KIND_UNKNOWN;
}

gboolean
poplens_kind_is_combined (const char *name)
{
  return g_str_has_prefix (name, COMBINED) || strstr (name, "/" COMBINED);
}

static PoplensKind
find_word (const KindWord *known, gsize n, const char *word)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_strcasecmp (known[i].text, word))
      return known[i].kind;
  return POPLENS_KIND_UNKNOWN;
}

PoplensKind
poplens_kind_of_word (const char *name, gboolean always_live)
{
  static const KindWord stays[] = {
      {"weight", POPLENS_KIND_WEIGHTS},         {"weights", POPLENS_KIND_WEIGHTS},
      {"kernel", POPLENS_KIND_WEIGHTS},         {"bias", POPLENS_KIND_WEIGHTS},
      {"biases", POPLENS_KIND_WEIGHTS},         {"gamma", POPLENS_KIND_WEIGHTS},
      {"beta", POPLENS_KIND_WEIGHTS},           {"table", POPLENS_KIND_WEIGHTS},
      {"momentum", POPLENS_KIND_OPTIMISER},     {"velocity", POPLENS_KIND_OPTIMISER},
      {"exp_avg", POPLENS_KIND_OPTIMISER},      {"exp_avg_sq", POPLENS_KIND_OPTIMISER},
      {"adam", POPLENS_KIND_OPTIMISER},         {"adam_1", POPLENS_KIND_OPTIMISER},
      {"rms", POPLENS_KIND_OPTIMISER},          {"learning_rate", POPLENS_KIND_OPTIMISER},
      {"learningRate", POPLENS_KIND_OPTIMISER},
  };
  static const KindWord comes[] = {
      {"weightGradient", POPLENS_KIND_WEIGHT_GRADIENT},
      {"weightDeltas", POPLENS_KIND_WEIGHT_GRADIENT},
      {"wgrad", POPLENS_KIND_WEIGHT_GRADIENT},
      {"gradient", POPLENS_KIND_GRADIENT},
      {"grad", POPLENS_KIND_GRADIENT},
      {"partials", POPLENS_KIND_TEMPORARY},
      {"PreArrange", POPLENS_KIND_TEMPORARY},
      {"oneHot", POPLENS_KIND_TEMPORARY},
      {"momentum",
       POPLENS_KIND_OPTIMISER}, /* optimiser state that is stored off the chip is not always live */
      {"velocity", POPLENS_KIND_OPTIMISER},
      {"exp_avg", POPLENS_KIND_OPTIMISER},
      {"exp_avg_sq", POPLENS_KIND_OPTIMISER},
  };
  const char *word = name;

  for (const char *p = name; *p; p++)
    if (strchr ("/.:", *p))
      word = p + 1;
  return always_live ? find_word (stays, G_N_ELEMENTS (stays), word)
                     : find_word (comes, G_N_ELEMENTS (comes), word);
}

PoplensKind
poplens_kind_of_tensor_type (const char *type)
{
  static const KindWord known[] = {
      {"Variable", POPLENS_KIND_WEIGHTS},
      {"Const", POPLENS_KIND_CONSTANT},
      {"Stream", POPLENS_KIND_IO},
      {"Momentum", POPLENS_KIND_OPTIMISER},
  };

  return find_word (known, G_N_ELEMENTS (known), type);
}

/* ---- slots ----------------------------------------------------------------------------------- */

static gboolean
is_as_large (GHashTable *by_name, const char *base, guint64 bytes)
{
  const guint64 *found = *base ? g_hash_table_lookup (by_name, base) : NULL;

  return found && (*found > bytes ? *found - bytes : bytes - *found) <= *found / 10;
}

gboolean
poplens_kind_is_slot (GHashTable *by_name, const char *name)
{
  const guint64 *bytes = g_hash_table_lookup (by_name, name);
  const char *slash = strrchr (name, '/'), *prefixed = strstr (name, "___");
  g_autofree char *above = slash ? g_strndup (name, (gsize) (slash - name)) : NULL;

  if (!bytes)
    return FALSE;
  if (above && is_as_large (by_name, above, *bytes))
    return TRUE;
  return prefixed && !memchr (name, '/', (gsize) (prefixed - name)) &&
         is_as_large (by_name, prefixed + strlen ("___"), *bytes);
}
