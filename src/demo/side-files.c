#include "demo/side-files.h"

#include <string.h>

static const char framework[] =
    "{\"TensorFlow\": {\"Version\": \"2.6.3\", \"Githash\": \"v2.6.3-synthetic\", \"Cluster\": "
    "\"demo-pod4\", \"IpuSelectionOrder\": \"AUTO\"}, \"System Information\": {\"Operating "
    "system\": "
    "\"Linux\", \"Operating system version\": \"5.15.0-91-generic\", \"Machine\": \"x86_64\", "
    "\"Nominal CPU frequency [GHz]\": \"2.20\", \"Number of total cpus\": 96}}";

static const char app[] =
    "{\n"
    "  \"name\": \"two-layer encoder\",\n"
    "  \"model\": {\n"
    "    \"layers\": [\n"
    "      {\"name\": \"encoder/layer1\", \"ipu\": 0, \"heads\": 12, \"hidden\": 768},\n"
    "      {\"name\": \"encoder/layer2\", \"ipu\": 1, \"heads\": 12, \"hidden\": 768}\n"
    "    ],\n"
    "    \"vocabulary\": 30528,\n"
    "    \"dropout\": 0.1,\n"
    "    \"checkpoint\": null\n"
    "  },\n"
    "  \"training\": {\n"
    "    \"optimizer\": {\"name\": \"adam\", \"beta\": [0.9, 0.999], \"epsilon\": 1e-06},\n"
    "    \"micro_batch_size\": 4,\n"
    "    \"steps\": 4,\n"
    "    \"stochastic_rounding\": true,\n"
    "    \"overlapped_io\": {\"io_tiles\": 32, \"enabled\": true}\n"
    "  },\n"
    "  \"notes\": \"Synthetic data: no such model was trained.\"";

/* What tells ours from a user's: one in each. */
static const char *const marks[] = {"\"v2.6.3-synthetic\"", "Synthetic data: no such model"};
#define MOST_BYTES 65536

gboolean
demo_is_side_file (const char *path, goffset size)
{
  g_autofree char *text = NULL;

  if (size > MOST_BYTES || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  return strstr (text, marks[0]) || strstr (text, marks[1]);
}

/* What a user's script would say of a preset, but for the end. */
static char *
app_text (const DemoPlan *plan)
{
  return g_strdup_printf ("{\n"
                          "  \"name\": \"%s\",\n"
                          "  \"model\": {\"layers\": %u, \"checkpoint\": null},\n"
                          "  \"training\": {\n"
                          "    \"optimizer\": {\"name\": \"adam\", \"beta\": [0.9, 0.999]},\n"
                          "    \"ipus\": %u,\n"
                          "    \"replicas\": %u,\n"
                          "    \"overlapped_io\": {\"io_tiles\": %u, \"enabled\": true}\n"
                          "  },\n"
                          "  \"notes\": \"Synthetic data: no such model was trained.\"",
                          plan->preset, plan->layers, plan->ipus, plan->replicas, plan->io_tiles);
}

/* Subjects are names of the model: there is nothing to escape. */
static char *
planted_text (const GArray *planted)
{
  GString *out = g_string_new (planted->len ? ",\n  \"planted\": [" : NULL);

  for (guint i = 0; i < planted->len; i++) {
    const DemoPlanted *p = &g_array_index (planted, DemoPlanted, i);
    g_string_append_printf (
        out, "%s\n    {\"kind\": \"%s\", \"subject\": \"%s\", \"cycles\": %" G_GINT64_FORMAT "}",
        i ? "," : "", p->finding, p->subject, p->cycles);
  }
  return g_string_free (g_string_append (out, planted->len ? "\n  ]" : ""), FALSE);
}

gboolean
demo_write_side_files (const DemoPlan *plan, const GArray *planted, const char *framework_path,
                       const char *app_path, GError **error)
{
  g_autofree char *model = plan->net == DEMO_NET_ENCODER ? g_strdup (app) : app_text (plan);
  g_autofree char *causes = planted_text (planted);
  g_autofree char *text = g_strconcat (model, causes, "\n}\n", NULL);

  return (plan->framework != DEMO_TENSORFLOW ||
          g_file_set_contents (framework_path, framework, -1, error)) &&
         g_file_set_contents (app_path, text, -1, error);
}
