/* Parses --change, and lists its forms for the help. */
#include "demo/change.h"

#include "base/error.h"

#include <string.h>

static const struct {
  const char *name, *form, *effect;
  gsize flag; /* if .form is NULL: offset of the change's gboolean in DemoChange */
} changes[] = {
    {"optimiser-off-chip", NULL, "optimiser state on chip during its layer's update alone",
     G_STRUCT_OFFSET (DemoChange, optimiser_off_chip)},
    {"accumulators-off-chip", NULL, "weight gradients on chip in their layer's passes alone",
     G_STRUCT_OFFSET (DemoChange, accumulators_off_chip)},
    {"recompute", NULL, "of each layer only the last output is kept",
     G_STRUCT_OFFSET (DemoChange, recompute)},
    {"micro-batch", "N", "micro-batch divided by N", 0},
    {"half", NULL, "32-bit floats become 16-bit", G_STRUCT_OFFSET (DemoChange, half)},
    {"no-instrumentation", NULL, "as --instrumentation=none",
     G_STRUCT_OFFSET (DemoChange, no_instrumentation)},
    {"stages", "N,N,...", "numbered layers by IPU; sets the number of IPUs", 0},
};

char *
demo_change_help (void)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    const char *form = changes[i].form;
    g_autofree char *key = g_strconcat (changes[i].name, form ? "=" : "", form, NULL);
    g_string_append_printf (out, "  %-24s %s\n", key, changes[i].effect);
  }
  return g_string_free (out, FALSE);
}

static gboolean
read_number (const char *text, guint least, guint most, guint *into)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, least, most, &value, NULL))
    return FALSE;
  *into = (guint) value;
  return TRUE;
}

static gboolean
read_stages (const char *text, DemoChange *change)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  guint n = g_strv_length (words);

  if (n == 0 || n > DEMO_MOST_STAGES)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!read_number (words[i], 1, 1000, &change->stages[i]))
      return FALSE;
  change->n_stages = n;
  return TRUE;
}

/* Sets the change in row @i of the table above. @value: (nullable): text after '='; NULL without
 * '='. FALSE if @value is invalid. */
static gboolean
read_value (guint i, const char *value, DemoChange *change)
{
  if (!changes[i].form) {
    G_STRUCT_MEMBER (gboolean, change, changes[i].flag) = TRUE;
    return !value;
  }
  if (strcmp (changes[i].name, "stages") == 0)
    return value && read_stages (value, change);
  return value && read_number (value, 2, 1024, &change->micro_batch);
}

gboolean
demo_change_parse (const char *text, DemoChange *change, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name = equals ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    const char *form = changes[i].form;
    if (strcmp (changes[i].name, name) != 0)
      continue;
    if (read_value (i, equals ? equals + 1 : NULL, change))
      return TRUE;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid --change “%s”; use %s%s%s",
                 text, name, form ? "=" : "", form ? form : "");
    return FALSE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown --change “%s”; see poplens-demo --help", text);
  return FALSE;
}

gboolean
demo_change_is_any (const DemoChange *change)
{
  return change->optimiser_off_chip || change->accumulators_off_chip || change->recompute ||
         change->half || change->no_instrumentation || change->micro_batch || change->n_stages;
}
