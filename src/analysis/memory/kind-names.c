/* Kinds by names. Reserved ones stand in PopART's tensornames.hpp and in the IPU kernels of
 * TensorFlow (formats.md 8.10). */
#include "analysis/memory/kinds-private.h"

#include <string.h>

typedef struct {
  const char *text;
  PoplensKind kind;
} Known;

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
  static const Known known[] = {
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
find_word (const Known *known, gsize n, const char *word)
{
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_strcasecmp (known[i].text, word))
      return known[i].kind;
  return POPLENS_KIND_UNKNOWN;
}

PoplensKind
poplens_kind_of_word (const char *name, gboolean always_live)
{
  static const Known stays[] = {
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
  static const Known comes[] = {
      {"weightGradient", POPLENS_KIND_WEIGHT_GRADIENT},
      {"weightDeltas", POPLENS_KIND_WEIGHT_GRADIENT},
      {"wgrad", POPLENS_KIND_WEIGHT_GRADIENT},
      {"gradient", POPLENS_KIND_GRADIENT},
      {"grad", POPLENS_KIND_GRADIENT},
      {"partials", POPLENS_KIND_TEMPORARY},
      {"PreArrange", POPLENS_KIND_TEMPORARY},
      {"oneHot", POPLENS_KIND_TEMPORARY},
      {"momentum", POPLENS_KIND_OPTIMISER}, /* off the chip between updates */
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
  static const Known known[] = {
      {"Variable", POPLENS_KIND_WEIGHTS},
      {"Const", POPLENS_KIND_CONSTANT},
      {"Stream", POPLENS_KIND_IO},
      {"Momentum", POPLENS_KIND_OPTIMISER},
  };

  return find_word (known, G_N_ELEMENTS (known), type);
}

/* ---- slots -------------------------------------------------------------------------------------
 */

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
