/* Parses --plant KIND=VALUE, and lists its forms for the help. */
#include "demo/plant.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

/* Form of the value after the '='. */
typedef enum { NUMBER_CYCLES, NAME_CYCLES, NAME_NUMBER, NAME_FACTOR, NUMBER_FACTOR, CYCLES } Form;

static const struct {
  const char *name, *form, *effect, *finding;
  Form parts;
} kinds[DEMO_PLANTS] = {
    [DEMO_PLANT_UNUSED] = {"unused", "OP:TILES", "the work of OP on TILES tiles of each IPU",
                           "idle_tiles", NAME_NUMBER},
    [DEMO_PLANT_IMBALANCE] = {"imbalance", "OP:F", "work of OP from 1 - F to 1 + F over the tiles",
                              "load_imbalance", NAME_FACTOR},
    [DEMO_PLANT_BUBBLE] = {"bubble", "IPU:F", "F more work on IPU, less on the others",
                           "stage_imbalance", NUMBER_FACTOR},
    [DEMO_PLANT_STRAGGLER] = {"straggler", "TILE:CYCLES", "CYCLES more in each compute set of TILE",
                              "straggler", NUMBER_CYCLES},
    [DEMO_PLANT_EXCHANGE] = {"exchange", "OP:CYCLES", "CYCLES more in each exchange of OP",
                             "exchange", NAME_CYCLES},
    [DEMO_PLANT_INTER_IPU] = {"inter-ipu", "CYCLES", "CYCLES more in each inter-IPU exchange",
                              "inter_ipu_exchange", CYCLES},
    [DEMO_PLANT_HOST_WAIT] = {"host-wait", "STREAM:CYCLES", "the host CYCLES late with STREAM",
                              "host", NAME_CYCLES},
    [DEMO_PLANT_LATE_HOST] = {"late-host", "CYCLES", "the first run CYCLES later", "before_start",
                              CYCLES},
    [DEMO_PLANT_BETWEEN] = {"between-runs", "CYCLES", "each later run CYCLES later", "between_runs",
                            CYCLES},
    [DEMO_PLANT_ITERATION] = {"slow-iteration", "K:CYCLES",
                              "CYCLES more in iteration K of the first run", "slow_iterations",
                              NUMBER_CYCLES},
};

const char *
demo_plant_finding (DemoPlantKind kind)
{
  return kinds[kind].finding;
}

char *
demo_plant_help (void)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < DEMO_PLANTS; i++) {
    g_autofree char *form = g_strdup_printf ("%s=%s", kinds[i].name, kinds[i].form);
    g_string_append_printf (out, "  %-24s %s\n", form, kinds[i].effect);
  }
  return g_string_free (out, FALSE);
}

static gboolean
read_number (const char *text, guint *into)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, 1000000000, &value, NULL))
    return FALSE;
  *into = (guint) value;
  return TRUE;
}

/* Reads a number between 0 and 1, both excluded. */
static gboolean
read_factor (const char *text, double *into)
{
  char *end = NULL;

  *into = g_ascii_strtod (text, &end);
  return end != text && !*end && isfinite (*into) && *into > 0 && *into < 1;
}

static gboolean
read_name (const char *text, const char **into)
{
  *into = g_intern_string (text);
  return *text != '\0';
}

static gboolean
read_value (const char *first, const char *last, Form form, DemoPlant *plant)
{
  switch (form) {
  case NUMBER_CYCLES:
    return read_number (first, &plant->number) && read_number (last, &plant->cycles);
  case NAME_CYCLES:
    return read_name (first, &plant->subject) && read_number (last, &plant->cycles);
  case NAME_NUMBER:
    return read_name (first, &plant->subject) && read_number (last, &plant->number) &&
           plant->number > 0;
  case NAME_FACTOR:
    return read_name (first, &plant->subject) && read_factor (last, &plant->factor);
  case NUMBER_FACTOR:
    return read_number (first, &plant->number) && read_factor (last, &plant->factor);
  case CYCLES:
  default:
    return read_number (last, &plant->cycles);
  }
}

gboolean
demo_plant_parse (const char *text, DemoPlant *plant, GError **error)
{
  const char *equals = strchr (text, '=');
  gsize length = equals ? (gsize) (equals - text) : strlen (text);

  *plant = (DemoPlant){0};
  for (guint i = 0; i < DEMO_PLANTS; i++) {
    if (strlen (kinds[i].name) != length || strncmp (kinds[i].name, text, length) != 0)
      continue;
    const char *value = equals ? equals + 1 : "", *colon = strrchr (value, ':');
    g_autofree char *first = g_strndup (value, colon ? (gsize) (colon - value) : 0);
    plant->kind = i;
    if (!colon == (kinds[i].parts == CYCLES) &&
        read_value (first, colon ? colon + 1 : value, kinds[i].parts, plant))
      return TRUE;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "invalid --plant “%s”; use %s=%s", text,
                 kinds[i].name, kinds[i].form);
    return FALSE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown --plant “%s”; see poplens-demo --help", text);
  return FALSE;
}
