/* Parses --plant oom=CAUSE, and lists the causes for the help. */
#include "demo/oom.h"

#include "base/error.h"

#include <string.h>

#define BEGIN "oom="

static const struct {
  const char *name, *kind, *variable, *effect;
} causes[DEMO_OOM_CAUSES] = {
    [DEMO_OOM_OPTIMISER] = {"optimiser", "optimiser", NULL, "two 32-bit moments for each weight"},
    [DEMO_OOM_ACTIVATIONS] = {"activations", "activation", NULL, "all outputs kept for backward"},
    [DEMO_OOM_EMBEDDING] = {"embedding", "weights", "Fwd/embedding/table", "a large table"},
    [DEMO_OOM_CODE] = {"code", "code-vertex", NULL, "vertex types of their own for each layer"},
    [DEMO_OOM_EXCHANGE] = {"exchange", "exchange", NULL, "large all-to-all messages"},
    [DEMO_OOM_GAPS] = {"gaps", "gap", NULL, "variables that may not share memory elements"},
    [DEMO_OOM_IMBALANCE] = {"imbalance", "weights", "Fwd/embedding/table",
                            "one variable on 1 % of the tiles"},
    [DEMO_OOM_INSTRUMENTATION] = {"instrumentation", "profiler", "instrumentationStreamBuffer",
                                  "a large stream buffer of the profiler"},
};

const char *
demo_oom_name (DemoOomCause cause)
{
  return causes[cause].name;
}

const char *
demo_oom_kind (DemoOomCause cause)
{
  return causes[cause].kind;
}

const char *
demo_oom_variable (DemoOomCause cause)
{
  return causes[cause].variable;
}

char *
demo_oom_help (void)
{
  GString *out = g_string_new (NULL);

  for (guint i = DEMO_OOM_NONE + 1; i < DEMO_OOM_CAUSES; i++) {
    g_autofree char *form = g_strconcat (BEGIN, causes[i].name, NULL);
    g_string_append_printf (out, "  %-24s %s\n", form, causes[i].effect);
  }
  return g_string_free (out, FALSE);
}

gboolean
demo_oom_is (const char *text)
{
  return g_str_has_prefix (text, BEGIN);
}

gboolean
demo_oom_parse (const char *text, DemoOom *oom, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = DEMO_OOM_NONE + 1; i < DEMO_OOM_CAUSES; i++) {
    g_string_append_printf (names, "%s%s", names->len ? ", " : "", causes[i].name);
    if (strcmp (causes[i].name, text + strlen (BEGIN)) == 0) {
      *oom = (DemoOom){i, 1};
      return TRUE;
    }
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid --plant “%s”; use oom= with one of %s", text, names->str);
  return FALSE;
}
