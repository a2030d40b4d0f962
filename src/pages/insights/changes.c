/* Changes of What If: reads them from a location, describes and suggests them, and writes them to a
 * location. */
#include "pages/insights/changes.h"

#include "base/visible.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/insights-source.h"
#include "pages/core/page-private.h"

#include <string.h>

#define CATEGORY "category:"

PoplensScale *
poplens_scale_new (const char *filter, gint64 factor)
{
  PoplensScale *self = g_new0 (PoplensScale, 1);

  self->filter = g_strdup (filter);
  self->factor = factor;
  return self;
}

static void
scale_free (gpointer data)
{
  PoplensScale *self = data;

  g_free (self->filter);
  g_free (self);
}

PoplensToggle *
poplens_toggle_new (const char *key, const char *title, gboolean is_on)
{
  PoplensToggle *self = g_new0 (PoplensToggle, 1);

  self->key = g_strdup (key);
  self->title = g_strdup (title);
  self->is_on = is_on;
  return self;
}

static void
toggle_free (gpointer data)
{
  PoplensToggle *self = data;

  g_free (self->key);
  g_free (self->title);
  g_free (self->why_not);
  g_free (self);
}

PoplensChanges *
poplens_changes_new_empty (void)
{
  PoplensChanges *self = g_new0 (PoplensChanges, 1);

  self->scales = g_ptr_array_new_with_free_func (scale_free);
  self->toggles = g_ptr_array_new_with_free_func (toggle_free);
  return self;
}

void
poplens_changes_free (PoplensChanges *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->scales);
  g_ptr_array_unref (self->toggles);
  g_free (self->command);
  g_free (self);
}

char *
poplens_scale_describe (const PoplensScale *self, PoplensByteUnit unit)
{
  PoplensNumber variables, bytes;

  if (self->variables)
    return g_strdup_printf ("%s, %s", poplens_format_items (variables, self->variables, "variable"),
                            poplens_format_bytes (bytes, self->bytes, unit));
  return g_strdup (strchr (self->filter, '@') ? "no variable on these tiles contains this name"
                                              : "no variable contains this name");
}

/* ---- changes by key -------------------------------------------------------------------------- */

/* Changes that every report offers. */
static const struct {
  const char *key, *title;
} offered[] = {
    {"optimiser-off-chip", "Optimiser State off Chip"},
    {"accumulators-off-chip", "Accumulators off Chip"},
    {"recompute", "Recompute Activations"},
    {"micro-batch=2", "Half the Micro-Batch"},
    {"micro-batch=4", "A Quarter of the Micro-Batch"},
    {"no-instrumentation", "Remove Instrumentation"},
    {"half", "Halve 32-Bit Floats"},
};

/* Returns the reason if the user cannot choose the change @key. @fit: (nullable); @lack:
 * (nullable): why there is no @fit. (transfer full) (nullable): NULL if the user can choose it */
static char *
why_not (PoplensReport *report, const PoplensFit *fit, const GError *lack, const char *key)
{
  const char *absence = poplens_report_get_absence (report, POPLENS_PART_DEBUG);

  if (fit && poplens_fit_find_change (fit, key))
    return NULL;
  if (!strcmp (key, "half") && absence)
    return g_strdup_printf ("32-bit float variables unknown: %s", absence);
  if (!fit)
    return g_strdup (lack ? lack->message : NULL);
  return g_strdup (strcmp (key, "no-instrumentation") ? "Changes nothing in this report"
                                                      : "No instrumentation recorded");
}

/* TRUE if one of @changes (PoplensChange) is written as @key. */
static gboolean
has_key (const GPtrArray *changes, const char *key)
{
  for (guint c = 0; c < changes->len; c++) {
    g_autofree char *text = poplens_change_to_string (changes->pdata[c]);
    if (!strcmp (text, key))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_offered (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (offered); i++)
    if (!strcmp (offered[i].key, key))
      return TRUE;
  return FALSE;
}

static gboolean
has_toggle (const PoplensChanges *self, const char *key)
{
  for (guint i = 0; i < self->toggles->len; i++)
    if (!strcmp (((const PoplensToggle *) self->toggles->pdata[i])->key, key))
      return TRUE;
  return FALSE;
}

/* Adds a switch for each change that the report offers, then for other changes in the location,
 * such as "micro-batch=8". */
static void
add_toggles (PoplensChanges *self, PoplensReport *report, const GPtrArray *changes)
{
  g_autoptr (GError) lack = NULL;
  const PoplensFit *fit = poplens_report_fit (report, NULL, &lack);

  for (guint i = 0; i < G_N_ELEMENTS (offered); i++) {
    PoplensToggle *toggle =
        poplens_toggle_new (offered[i].key, offered[i].title, has_key (changes, offered[i].key));
    toggle->why_not = why_not (report, fit, lack, offered[i].key);
    g_ptr_array_add (self->toggles, toggle);
  }
  if (fit) {
    /* Add the changes for items of this report. */
    for (guint i = 0; i < fit->changes->len; i++) {
      const PoplensFitChange *possible = fit->changes->pdata[i];
      if (possible->change && !is_offered (possible->key))
        g_ptr_array_add (self->toggles, poplens_toggle_new (possible->key, possible->title,
                                                            has_key (changes, possible->key)));
    }
  }
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = changes->pdata[c];
    g_autofree char *key = poplens_change_to_string (change);
    g_autofree char *title = poplens_change_describe (change);
    if (change->kind != POPLENS_CHANGE_SCALE && !has_toggle (self, key))
      g_ptr_array_add (self->toggles, poplens_toggle_new (key, title, TRUE));
  }
}

/* ---- from and to a location ------------------------------------------------------------------ */

static void
changes_add_option (GString *command, const char *option, const char *value)
{
  g_autofree char *quoted = value ? g_shell_quote (value) : NULL;

  g_string_append_printf (command, " --%s%s%s", option, quoted ? " " : "", quoted ? quoted : "");
}

/* Adds the tiles or the IPU of the location's scope to the command. Without a "scope", selected
 * tiles have precedence over an IPU. */
static void
add_scope (GString *command, const PoplensLocation *location)
{
  static const char *const keys[] = {"tile", "ipu"};
  const char *source = poplens_location_get (location, "scope");

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++) {
    const char *value = poplens_location_get (location, keys[k]);
    if (value && *value && (!source || !strcmp (source, keys[k]))) {
      changes_add_option (command, keys[k], value);
      return;
    }
  }
}

/* Returns the command of poplens-cli that evaluates @changes. (transfer full) */
static char *
make_command (PoplensReport *report, const GPtrArray *changes, const PoplensLocation *location)
{
  g_autofree char *path = poplens_shell_word (poplens_report_get_path (report));
  g_autoptr (GString) command = g_string_new ("poplens-cli fit ");

  g_string_append (command, path);
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    g_autofree char *text = poplens_change_to_string (change);
    if (change->kind == POPLENS_CHANGE_SCALE)
      changes_add_option (command, "scale", text);
    else
      changes_add_option (command, "change", text);
  }
  add_scope (command, location);
  return g_string_free (g_steal_pointer (&command), FALSE);
}

PoplensChanges *
poplens_changes_new (PoplensReport *report, const PoplensWhatIf *what,
                     const PoplensLocation *location)
{
  PoplensChanges *self = poplens_changes_new_empty ();
  g_autoptr (GPtrArray) changes = poplens_what_if_changes (location, NULL);
  PoplensWhatIfInputs inputs = {0};

  if (!changes)
    changes = g_ptr_array_new ();
  /* Ignore errors: if data cannot be read, filters match nothing, and the result says why. */
  poplens_what_if_inputs_load (&inputs, report, changes, NULL, NULL);
  for (guint c = 0; c < changes->len; c++) {
    const PoplensChange *change = g_ptr_array_index (changes, c);
    if (change->kind != POPLENS_CHANGE_SCALE)
      continue;
    /* The filter is the change as text, without "=FACTOR". */
    g_autofree char *filter = poplens_change_to_string (change);
    *strrchr (filter, '=') = '\0';
    PoplensScale *scale = poplens_scale_new (filter, change->factor);
    PoplensWhatIfMatched matched =
        poplens_what_if_count_matched (what, change, &inputs.facts, NULL);
    scale->variables = matched.variables;
    scale->bytes = matched.bytes;
    g_ptr_array_add (self->scales, scale);
  }
  add_toggles (self, report, changes);
  self->command = make_command (report, changes, location);
  return self;
}

PoplensLocation *
poplens_changes_to_location (const PoplensChanges *self, const PoplensLocation *location)
{
  g_autoptr (GPtrArray) changes =
      g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_change_free);

  for (guint i = 0; i < self->scales->len; i++) {
    const PoplensScale *scale = g_ptr_array_index (self->scales, i);
    PoplensChange *change;
    /* Parse the filter with factor 1, and set the factor afterwards: the filter itself may end in
     * "=2". */
    g_autofree char *text = g_strconcat (scale->filter, "=1", NULL);
    if (!*scale->filter || !(change = poplens_change_parse_scale (text, NULL)))
      continue;
    change->factor = CLAMP (scale->factor, 0, POPLENS_FACTOR_MOST);
    g_ptr_array_add (changes, change);
  }
  for (guint i = 0; i < self->toggles->len; i++) {
    const PoplensToggle *toggle = g_ptr_array_index (self->toggles, i);
    PoplensChange *change = toggle->is_on ? poplens_change_parse (toggle->key, NULL) : NULL;
    if (change)
      g_ptr_array_add (changes, change);
  }
  return poplens_what_if_location (location, changes);
}

/* ---- suggestions ----------------------------------------------------------------------------- */

static int
compare_bytes (gconstpointer a, gconstpointer b)
{
  const PoplensScale *x = *(const PoplensScale *const *) a, *y = *(const PoplensScale *const *) b;

  return x->bytes != y->bytes ? (x->bytes < y->bytes ? 1 : -1) : strcmp (x->filter, y->filter);
}

static void
add_suggestion (GPtrArray *out, GHashTable *known, const char *filter, guint64 bytes)
{
  PoplensScale *scale = g_hash_table_lookup (known, filter);

  if (!scale) {
    scale = poplens_scale_new (filter, POPLENS_FACTOR_ONE);
    g_hash_table_insert (known, scale->filter, scale);
    g_ptr_array_add (out, scale);
  }
  scale->bytes += bytes;
}

static gboolean
has_text (const char *name, const char *folded)
{
  g_autofree char *here = g_utf8_casefold (name, -1);

  return strstr (here, folded) != NULL;
}

GPtrArray *
poplens_changes_suggest (PoplensReport *report, const char *text, guint most,
                         GCancellable *cancellable, GError **error)
{
  const PoplensWhatIf *what = poplens_report_what_if (report, cancellable, error);
  const PoplensVariables *variables =
      what ? poplens_report_load_variables_brief (report, cancellable, error) : NULL;
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func (scale_free);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree guint64 *sums = NULL;

  if (!variables)
    return NULL;
  const PoplensTileBytes *bytes = poplens_what_if_get_bytes (what);
  sums = poplens_what_if_group_bytes (bytes, NULL, NULL);
  for (guint32 g = 0; g < bytes->n_groups; g++) {
    const PoplensByteGroup *group = &bytes->groups[g];
    if (g % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return NULL;
    if (group->name && *group->name && sums[g] && has_text (group->name, folded))
      add_suggestion (out, known, group->name, sums[g]);
    if (group->category == POPLENS_NO_GROUP_CATEGORY || !sums[g])
      continue;
    g_autofree char *category =
        g_strconcat (CATEGORY, poplens_variables_category_name (variables, group->category), NULL);
    if (has_text (category, folded))
      add_suggestion (out, known, category, sums[g]);
  }
  g_ptr_array_sort (out, compare_bytes);
  if (out->len > most)
    g_ptr_array_set_size (out, (int) most);
  return g_steal_pointer (&out);
}
