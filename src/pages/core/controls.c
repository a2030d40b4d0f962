/* Adds the controls of a page, and computes the location that each choice leads to. */
#include "analysis/insights/fit.h"
#include "model/debug-contexts.h"
#include "model/location-keys.h"
#include "pages/core/page-private.h"

#include <string.h>

void
poplens_page_refuse_choice (PoplensPage *page, const char *key, const char *value)
{
  const PoplensControl *control = poplens_page_find_control (page, key);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "invalid value “%s” for %s; use:", value, control->key);
  for (guint i = 0; i < control->n_options; i++)
    g_string_append_printf (text, "%s %s",
                            !i                           ? ""
                            : i + 1 < control->n_options ? ","
                                                         : " or",
                            control->options[i]);
  poplens_page_add_misuse (page, text->str);
}

guint
poplens_page_read_choice (const PoplensLocation *location, const char *key,
                          const char *const *options, guint n, guint fallback)
{
  const char *value = poplens_location_get (location, key);

  for (guint i = 0; value && i < n; i++)
    if (!strcmp (value, options[i]))
      return i;
  return fallback;
}

guint
poplens_page_add_choice (PoplensPage *page, const char *key, const char *title, const char *doc,
                         const char *const *options, const char *const *titles, guint n,
                         guint fallback)
{
  const char *value = poplens_location_get (page->location, key);
  PoplensControl *control = g_new0 (PoplensControl, 1);

  *control = (PoplensControl){.key = key,
                              .title = title,
                              .doc = doc,
                              .n_options = n,
                              .options = options,
                              .titles = titles,
                              .current = fallback,
                              .fallback = fallback};
  g_ptr_array_add (page->controls, control);
  control->current = poplens_page_read_choice (page->location, key, options, n, G_MAXUINT);
  if (control->current < n)
    return control->current;
  control->current = fallback;
  /* In a comparison, the location may keep a value that only a page of one report offers: do not
   * report that value. */
  if (value && !(page->of_two && poplens_location_key_knows (key, value)))
    poplens_page_refuse_choice (page, key, value);
  return fallback;
}

void
poplens_page_add_switch_of (PoplensPage *page, const char *key, const char *title, const char *doc,
                            const char *const *options, const char *const *titles, gboolean on)
{
  PoplensControl *control = g_new0 (PoplensControl, 1);

  *control = (PoplensControl){.key = key,
                              .title = title,
                              .doc = doc,
                              .kind = POPLENS_CONTROL_SWITCH,
                              .n_options = 2,
                              .options = options,
                              .titles = titles,
                              .current = on ? 0 : 1,
                              .in_display = TRUE,
                              .fallback = on ? 0 : 1};
  g_ptr_array_add (page->controls, control);
}

gboolean
poplens_page_add_switch (PoplensPage *page, const char *key, const char *title, const char *doc,
                         gboolean fallback)
{
  static const char *const options[] = {"yes", "no"};
  static const char *const titles[] = {"Yes", "No"};
  gboolean on = poplens_location_get_bool (page->location, key, fallback);

  /* Do not use poplens_page_add_choice (): it would reject 1 and true, which a location may
   * have. */
  poplens_page_add_switch_of (page, key, title, doc, options, titles, on);
  poplens_page_control (page, key)->fallback = fallback ? 0 : 1;
  return on;
}

PoplensControl *
poplens_page_control (PoplensPage *page, const char *key)
{
  return (PoplensControl *) poplens_page_find_control (page, key);
}

void
poplens_page_add_search (PoplensPage *page, const char *key, const char *title, const char *doc)
{
  PoplensControl *control = g_new0 (PoplensControl, 1);

  *control = (PoplensControl){key, title, doc, POPLENS_CONTROL_SEARCH};
  g_ptr_array_add (page->controls, control);
}

void
poplens_page_add_names (PoplensPage *page, const char *key, const char *title, const char *doc,
                        GPtrArray *names)
{
  PoplensControl *control = g_new0 (PoplensControl, 1);

  g_ptr_array_add (names, NULL);
  *control = (PoplensControl){key, title, doc, POPLENS_CONTROL_NAMES};
  control->completions = (GStrv) g_ptr_array_free (names, FALSE);
  g_ptr_array_add (page->controls, control);
}

void
poplens_page_add_unit (PoplensPage *page, const PoplensPageContext *context)
{
  static const char *const units[] = {"binary", "si", "bytes"};
  static const char *const titles[] = {"KiB", "kB", "Bytes"};

  poplens_page_add_choice (page, "unit", "Unit", "Unit for bytes", units, titles,
                           G_N_ELEMENTS (units), context->unit);
  poplens_page_control (page, "unit")->in_display = TRUE;
}

/* Returns the index of the framework that writes the debug-context layer @layer;
 * POPLENS_N_FRAMEWORKS if none does. PopTorch also writes PopART layers, so the lowest index found
 * is the report's framework. */
static guint
framework_of_layer (const char *layer)
{
  static const struct {
    const char *name;
    guint framework;
  } layers[] = {{"poptorch", 0}, {"popart", 1}, {"popxl", 1}, {"xla_op", 2}, {"hloinstruction", 2}};

  for (guint l = 0; l < G_N_ELEMENTS (layers); l++)
    if (!strcmp (layer, layers[l].name))
      return layers[l].framework;
  return POPLENS_N_FRAMEWORKS;
}

static guint
find_framework (const PoplensPageContext *context)
{
  const PoplensDebugContexts *contexts = poplens_report_peek (context->report, POPLENS_PART_DEBUG);
  guint found = POPLENS_N_FRAMEWORKS;

  for (guint k = 0; contexts && k < contexts->kinds->len; k++) {
    guint32 layer = g_array_index (contexts->kinds, PoplensDebugKind, k).layer;
    found = MIN (found, framework_of_layer (poplens_strings_get (contexts->strings, layer)));
  }
  return found < POPLENS_N_FRAMEWORKS ? found : context->defaults.framework;
}

const char *
poplens_page_add_framework (PoplensPage *page, const PoplensPageContext *context,
                            const char *section)
{
  guint chosen = poplens_page_add_choice (
      page, "framework", "Framework", "Framework whose options are shown", poplens_framework_keys,
      poplens_framework_titles, POPLENS_N_FRAMEWORKS, find_framework (context));
  PoplensControl *control = poplens_page_control (page, "framework");

  control->section = section;
  control->is_plain = TRUE;
  return poplens_framework_keys[chosen];
}

guint64
poplens_page_clock (const PoplensPageContext *context, const PoplensTarget *target)
{
  if (context->defaults.clock_hz)
    return context->defaults.clock_hz;
  return target ? target->clock_hz : 0;
}

guint64
poplens_page_add_axis (PoplensPage *page, const PoplensPageContext *context,
                       const PoplensTarget *target)
{
  static const char *const times[] = {"cycles", "time"};
  static const char *const titles[] = {"Cycles", "Nominal time"};
  guint64 hz = poplens_page_clock (context, target);

  if (!hz)
    return 0;
  const char *doc = context->defaults.clock_hz
                        ? "Cycles, or time at the nominal clock from Preferences"
                        : "Cycles, or time at the nominal clock of the target";
  guint chosen = poplens_page_add_choice (page, "axis", "Axis", doc, times, titles,
                                          G_N_ELEMENTS (times), context->defaults.in_time);
  poplens_page_control (page, "axis")->in_display = TRUE;
  return chosen ? hz : 0;
}

void
poplens_page_add_option (GPtrArray *options, GPtrArray *titles, char *option, char *title)
{
  g_ptr_array_add (options, option);
  g_ptr_array_add (titles, title);
}

guint
poplens_page_add_own_choice (PoplensPage *page, const char *key, const char *title, const char *doc,
                             GStrv options, GStrv titles, guint current)
{
  PoplensControl *control = g_new0 (PoplensControl, 1);

  *control = (PoplensControl){.key = key,
                              .title = title,
                              .doc = doc,
                              .n_options = g_strv_length (options),
                              .options = (const char *const *) options,
                              .titles = (const char *const *) titles,
                              .current = current,
                              .own_options = options,
                              .own_titles = titles};
  g_ptr_array_add (page->controls, control);
  return current;
}

void
poplens_page_add_layers (PoplensPage *page, const PoplensOperationSource *source, const char *doc)
{
  g_autoptr (GStrvBuilder) options = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();

  if (!source->layers->len)
    return;
  for (guint l = 0; l < source->layers->len; l++) {
    const PoplensOperationLayer *layer = &g_array_index (source->layers, PoplensOperationLayer, l);
    const char *name = poplens_strings_get (source->contexts->strings, layer->name);
    g_strv_builder_add (options, name);
    g_strv_builder_add (titles, name);
  }
  poplens_page_add_own_choice (page, "layer", "Layer", doc, g_strv_builder_end (options),
                               g_strv_builder_end (titles), source->layer);
}

PoplensControl *
poplens_page_add_buttons (PoplensPage *page, const char *key, const char *title,
                          const char *const *options, const char *const *titles, guint n)
{
  PoplensControl *control = g_new0 (PoplensControl, 1);

  *control = (PoplensControl){.key = key,
                              .title = title,
                              .n_options = n,
                              .options = options,
                              .titles = titles,
                              .kind = POPLENS_CONTROL_BUTTONS};
  g_ptr_array_add (page->controls, control);
  return control;
}

/* TRUE if @chart has a series for the variable @name. */
static gboolean
is_drawn (const PoplensChart *chart, const char *name)
{
  g_autofree char *key = g_strconcat ("plot:", name, NULL);

  for (guint s = 0; s < poplens_chart_get_n_series (chart); s++)
    if (!strcmp (poplens_chart_get_series_key (chart, s), key))
      return TRUE;
  return FALSE;
}

/* Returns @location with @name appended to its list "plot". Removes names from the list that the
 * shown chart could not find. (transfer full) */
static PoplensLocation *
add_plot (const PoplensPage *self, const PoplensLocation *location, const char *name)
{
  const PoplensSection *section = poplens_page_find_section (self, "variables-chart");
  const char *plot = poplens_location_get (location, "plot"),
             *shown = poplens_location_get (self->location, "plot");
  g_auto (GStrv) names = g_strsplit (plot ? plot : "", ",", -1);
  g_auto (GStrv) tried = g_strsplit (shown ? shown : "", ",", -1);
  g_autoptr (GString) all = g_string_new (NULL);

  if (!name || !*name || strchr (name, ',') || g_strv_contains ((const char *const *) names, name))
    return poplens_location_ref ((PoplensLocation *) location);
  for (guint i = 0; names[i]; i++)
    if (*names[i] &&
        !(section && section->chart && g_strv_contains ((const char *const *) tried, names[i]) &&
          !is_drawn (section->chart, names[i])))
      g_string_append_printf (all, "%s,", names[i]);
  g_string_append (all, name);
  return poplens_location_with (location, "plot", all->str);
}

/* Returns @location with the shown IPUs set to @value: "all", "1", or "replica:1". Stores a replica
 * in the key "replica", because other pages read "ipu" as a number. (transfer full) */
static PoplensLocation *
choose_ipu (const PoplensLocation *location, const char *value)
{
  static const char replica[] = "replica:";
  gboolean is_replica = value && g_str_has_prefix (value, replica);
  g_autoptr (PoplensLocation) plain =
      poplens_location_with (location, "replica", is_replica ? value + strlen (replica) : NULL);

  return poplens_location_with (plain, "ipu",
                                is_replica || !g_strcmp0 (value, "all") ? NULL : value);
}

/* Returns @location with @key set to @value, and without the keys @gone. (transfer full) */
static PoplensLocation *
without_keys (const PoplensLocation *location, const char *const *gone, const char *key,
              const char *value)
{
  PoplensLocation *result = poplens_location_with (location, key, value);

  for (guint k = 0; gone[k]; k++) {
    g_autoptr (PoplensLocation) before = result;
    result = poplens_location_with (before, gone[k], NULL);
  }
  return result;
}

/* Keys to remove if the horizontal axis changes its meaning or its origin. */
static const char *const of_place[] = {"from", "to", NULL};
/* Keys to remove if the clock changes: lightweight profiling counts cycles with another clock. */
static const char *const of_clock[] = {"from", "to", "range", NULL};

/* Returns @location with its "view" set to @value, without the keys that the new view does not know
 * or interprets differently. (transfer full) */
static PoplensLocation *
choose_view (const PoplensPage *self, const PoplensLocation *location, const char *value)
{
  static const char *const of_section[] = {"colour", NULL};
  static const char *const of_blocks[] = {"from", "to", "range", "collapse", "tab", NULL};
  static const char *const of_lines[] = {"path", "measure", NULL};
  static const char *const none[] = {NULL};
  const char *old = poplens_location_get (location, "view");
  const char *const *gone = none;

  switch (poplens_location_get_page (location)) {
  case POPLENS_PAGE_INSIGHTS:
    gone = of_section;
    break;
  case POPLENS_PAGE_OPERATIONS:
    if (!g_strcmp0 (value, "source") || !g_strcmp0 (old, "source"))
      gone = of_lines;
    break;
  case POPLENS_PAGE_TRACE:
    if (!g_strcmp0 (value, "blocks") || (self && self->light))
      gone = of_blocks;
    else if (self && self->compared)
      gone = of_place;
    break;
  default:
    break;
  }
  return without_keys (location, gone, "view", value);
}

PoplensLocation *
poplens_page_choose (const PoplensPage *self, const PoplensLocation *location, const char *key,
                     const char *value)
{
  const char *colon = value ? strchr (value, ':') : NULL;

  if (!strcmp (key, "view"))
    return choose_view (self, location, value);
  /* A new measure removes the sort order: by default the table is sorted by the measure. */
  if (!strcmp (key, "measure") && poplens_location_get_page (location) == POPLENS_PAGE_OPERATIONS) {
    g_autoptr (PoplensLocation) plain = poplens_location_with (location, "sort.operations", NULL);
    return poplens_location_with (plain, key, value);
  }
  /* An operation belongs to one layer: a new layer deselects it. */
  if (!strcmp (key, "layer")) {
    g_autoptr (PoplensLocation) plain = poplens_location_with (location, "operation", NULL);
    return poplens_location_with (plain, key, value);
  }
  /* Programs and entry points belong to one compilation step: a new step deselects them. */
  if (!strcmp (key, "compilation")) {
    g_autoptr (PoplensLocation) no_root = poplens_location_with (location, "root", NULL);
    g_autoptr (PoplensLocation) plain = poplens_location_with (no_root, "program", NULL);
    return poplens_location_with (plain, key, value);
  }
  if (!strcmp (key, "align"))
    return without_keys (location, of_place, key, value);
  if (!strcmp (key, "clock") && poplens_location_get_page (location) == POPLENS_PAGE_TRACE)
    return without_keys (location, of_clock, key, value);
  if (!strcmp (key, "only"))
    return poplens_page_only_location (location, value);
  if (!strcmp (key, "plot"))
    return add_plot (self, location, value);
  if (!strcmp (key, "ipu"))
    return choose_ipu (location, value);
  if (strcmp (key, "scope") || !colon)
    return poplens_location_with (location, key, value);
  /* Split a scope such as "ipu:1": the number becomes the value of "ipu", a key that other pages
   * share. */
  g_autofree char *kind = g_strndup (value, (gsize) (colon - value));
  g_autoptr (PoplensLocation) with_kind = poplens_location_with (location, key, kind);
  return poplens_location_with (with_kind, kind, colon + 1);
}
