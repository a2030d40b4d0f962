/* The presets, and the plan that results from a preset and the options. */
#include "demo/plan.h"

#include "base/error.h"

#include <string.h>

/* All presets. The first one, without a name, is the default. The others resemble examples of the
 * frameworks; large presets are as large as real reports. */
static const DemoPlan presets[] = {
    {.preset = "",
     .net = DEMO_NET_ENCODER,
     .ipus = 2,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 2,
     .repeats = 2,
     .contexts = 6,
     .spread = 100,
     .percent = 100,
     .work = 100,
     .input = 4000,
     .pieces = 1,
     .layers = 2},
    {.preset = "mnist",
     .net = DEMO_NET_MNIST,
     .ipus = 1,
     .tiles = 1472,
     .io_tiles = 16,
     .runs = 2,
     .repeats = 10,
     .contexts = 12,
     .spread = 100,
     .percent = 20,
     .work = 40,
     .input = 4000,
     .pieces = 1,
     .layers = 1,
     .alike = TRUE},
    {.preset = "resnet50",
     .net = DEMO_NET_RESNET50,
     .ipus = 2,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 2,
     .repeats = 12,
     .contexts = 40,
     .spread = 100,
     .percent = 70,
     .work = 30,
     .input = 4000,
     .pieces = 1,
     .layers = 16,
     .alike = TRUE},
    {.preset = "bert-base",
     .net = DEMO_NET_BERT,
     .framework = DEMO_POPTORCH,
     .ipus = 4,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 1,
     .repeats = 8,
     .contexts = 60,
     .spread = 100,
     .percent = 80,
     .work = 20,
     .input = 4000,
     .pieces = 1,
     .layers = 12,
     .alike = TRUE},
    {.preset = "bert-large",
     .net = DEMO_NET_BERT,
     .framework = DEMO_POPTORCH,
     .ipus = 4,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 1,
     .steps = 300000,
     .variables = 8000000,
     .contexts = 1850,
     .spread = 50,
     .percent = 100,
     .work = 4,
     .input = 4000,
     .pieces = 7,
     .layers = 24,
     .alike = TRUE},
    {.preset = "trace-10m",
     .net = DEMO_NET_BERT,
     .framework = DEMO_POPTORCH,
     .ipus = 4,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 1,
     .steps = 1770000,
     .contexts = 20,
     .spread = 100,
     .percent = 80,
     .work = 20,
     .input = 4000,
     .pieces = 1,
     .layers = 12,
     .level = DEMO_LEVEL_IPU,
     .alike = TRUE},
    {.preset = "out-of-memory",
     .net = DEMO_NET_BERT,
     .framework = DEMO_POPTORCH,
     .ipus = 2,
     .tiles = 1472,
     .io_tiles = 32,
     .runs = 1,
     .repeats = 8,
     .contexts = 60,
     .spread = 100,
     .percent = 190,
     .work = 20,
     .input = 4000,
     .pieces = 1,
     .layers = 12,
     .overflow = TRUE,
     .without = DEMO_PART_EXECUTION,
     .alike = TRUE},
    {.preset = "plain",
     .net = DEMO_NET_PLAIN,
     .framework = DEMO_POPTORCH,
     .ipus = 4,
     .tiles = 256,
     .io_tiles = 1,
     .runs = 1,
     .repeats = 6,
     .contexts = 6,
     .spread = 100,
     .percent = 100,
     .work = 100,
     .input = 1000,
     .pieces = 1,
     .layers = 8,
     .flat = TRUE},
};

static const char *const preset_names[] = {"mnist",     "resnet50",      "bert-base", "bert-large",
                                           "trace-10m", "out-of-memory", "plain",     NULL};
/* Names of the parts of a report, in the order of the bits of DemoParts. */
static const char *const part_names[] = {
    "archive",  "debug",     "strings",  "json",    "execution", "liveness", "variables", "memory",
    "programs", "exchanges", "vertices", "options", "trace",     "profile",  NULL};

const char *const *
demo_part_names (void)
{
  return part_names;
}

static gboolean
refuse_word (GError **error, const char *what, const char *value, const char *const *names)
{
  g_autofree char *list = g_strjoinv (", ", (char **) names);

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown %s “%s”; use one of %s", what,
               value, list);
  return FALSE;
}

gboolean
demo_parse_parts (const char *text, DemoParts *parts, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);

  for (guint i = 0; words[i]; i++) {
    guint k = 0;
    while (part_names[k] && strcmp (part_names[k], words[i]) != 0)
      k++;
    if (!part_names[k])
      return refuse_word (error, "part", words[i], part_names);
    *parts |= 1u << k;
  }
  return TRUE;
}

gboolean
demo_parse_level (const char *text, DemoLevel *level, GError **error)
{
  static const char *const names[] = {"none", "ipu", "tile", "blocks", NULL};

  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], text) == 0) {
      *level = DEMO_LEVEL_NONE + i;
      return TRUE;
    }
  return refuse_word (error, "instrumentation level", text, names);
}

gboolean
demo_runs (const DemoPlan *plan)
{
  return plan->level != DEMO_LEVEL_NONE && !(plan->without & DEMO_PART_EXECUTION);
}

gboolean
demo_is_instrumented (const DemoPlan *plan)
{
  return plan->level != DEMO_LEVEL_NONE;
}

static const DemoPlan *
find_preset (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    if (strcmp (presets[i].preset, name ? name : "") == 0)
      return &presets[i];
  return NULL;
}

/* Sets @into to @value, unless @value is 0. FALSE with @error if @value is not between @least and
 * @most. */
static gboolean
plan_read_number (guint *into, guint value, guint least, guint most, const char *what,
                  GError **error)
{
  if (value == 0)
    return TRUE;
  *into = value;
  if (value >= least && value <= most)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid number of %s: %u; use %u to %u",
               what, value, least, most);
  return FALSE;
}

static gboolean
refuse_use (GError **error, const char *text)
{
  g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, text);
  return FALSE;
}

/* Reads "oom=CAUSE", which must be the only --plant option. The program is not run then. FALSE with
 * @error. */
static gboolean
read_oom (const char *const *plants, DemoPlan *plan, GError **error)
{
  if (plants[1])
    return refuse_use (error, "--plant oom= goes with no other --plant");
  if (!demo_oom_parse (plants[0], &plan->oom, error))
    return FALSE;
  if (plan->overflow)
    return refuse_use (error, "--plant oom= needs a model that fits");
  if (plan->oom.cause == DEMO_OOM_INSTRUMENTATION && !demo_is_instrumented (plan))
    return refuse_use (error, "--plant oom=instrumentation needs instrumentation");
  plan->without |= DEMO_PART_EXECUTION;
  return TRUE;
}

static gboolean
read_plants (const DemoOptions *options, DemoPlan *plan, GError **error)
{
  const char *const *plants = options->plants;

  for (guint i = 0; plants && plants[i]; i++)
    if (demo_oom_is (plants[i]))
      return read_oom (plants, plan, error);
  for (guint i = 0; plants && plants[i]; i++) {
    if (i == DEMO_MOST_PLANTS || !demo_runs (plan)) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   i ? "too many --plant; use at most %d" : "--plant needs a report that was run",
                   DEMO_MOST_PLANTS);
      return FALSE;
    }
    if (!demo_plant_parse (plants[i], &plan->plants[plan->n_plants++], error))
      return FALSE;
  }
  return TRUE;
}

/* Sets the number of IPUs to the number of stages in --change=stages. FALSE with @error if the
 * stages do not contain all layers. */
static gboolean
read_stages (DemoPlan *plan, GError **error)
{
  const DemoChange *change = &plan->change;
  guint sum = 0;

  for (guint i = 0; i < change->n_stages; i++)
    sum += change->stages[i];
  plan->change.ipus_before = plan->ipus;
  if (change->n_stages == 0)
    return TRUE;
  if (plan->net == DEMO_NET_ENCODER)
    return refuse_use (error, "--change=stages needs a preset");
  plan->ipus = change->n_stages;
  if (sum == plan->layers)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "--change=stages has %u layers; the model has %u", sum, plan->layers);
  return FALSE;
}

static gboolean
read_changes (const DemoOptions *options, DemoPlan *plan, GError **error)
{
  DemoChange *change = &plan->change;

  for (guint i = 0; options->changes && options->changes[i]; i++)
    if (!demo_change_parse (options->changes[i], change, error))
      return FALSE;
  if (plan->net == DEMO_NET_PLAIN && (change->optimiser_off_chip || change->accumulators_off_chip))
    return refuse_use (error, "nothing can be off chip in the preset plain, which has no update");
  change->level_before = plan->level;
  if (change->no_instrumentation)
    plan->level = DEMO_LEVEL_NONE;
  return read_stages (plan, error);
}

gboolean
demo_plan_resolve (const DemoOptions *options, DemoPlan *plan, GError **error)
{
  const DemoPlan *preset = find_preset (options->preset);

  if (!preset)
    return refuse_word (error, "preset", options->preset, preset_names);
  *plan = *preset;
  plan->seed = options->seed;
  plan->overflow |= options->overflow;
  plan->replicas = 1;
  plan->without |= options->without;
  plan->archive = options->archive;
  plan->cut_debug = options->cut_debug;
  plan->skip_idle = options->skip_idle;
  plan->level = options->level ? options->level : plan->level;
  plan->level = plan->level ? plan->level : DEMO_LEVEL_TILE;
  plan->steps = options->steps ? options->steps : plan->steps;
  plan->variables = options->variables ? options->variables : plan->variables;
  /* If the user chose a level of measurement, the model is run even if it does not fit. */
  if (options->level > DEMO_LEVEL_NONE && !(options->without & DEMO_PART_EXECUTION))
    plan->without &= ~DEMO_PART_EXECUTION;
  if (plan->net == DEMO_NET_ENCODER && options->ipus && options->ipus != plan->ipus) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 options->ipus == 1 ? "%u IPU needs a preset; without --preset there are 2"
                                    : "%u IPUs need a preset; without --preset there are 2",
                 options->ipus);
    return FALSE;
  }
  if (options->layers && plan->net != DEMO_NET_BERT) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 options->layers == 1 ? "%u layer needs a bert preset"
                                      : "%u layers need a bert preset",
                 options->layers);
    return FALSE;
  }
  if (!plan_read_number (&plan->ipus, options->ipus, 1, 16, "IPUs", error) ||
      !plan_read_number (&plan->tiles, options->tiles, 32, 1472, "tiles per IPU", error) ||
      !plan_read_number (&plan->replicas, options->replicas, 1, 64, "replicas", error) ||
      !plan_read_number (&plan->runs, options->runs, 1, 1000, "runs", error) ||
      !plan_read_number (&plan->layers, options->layers, 1, 1000, "layers", error))
    return FALSE;
  plan->io_tiles = MIN (plan->io_tiles, plan->tiles / 8);
  return read_changes (options, plan, error) && read_plants (options, plan, error);
}
