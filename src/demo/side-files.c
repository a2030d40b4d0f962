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
    "  \"notes\": \"Synthetic data: no such model was trained.\"\n"
    "}\n";

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

/* What a user's script would say of a preset. */
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
                          "  \"notes\": \"Synthetic data: no such model was trained.\"\n"
                          "}\n",
                          plan->preset, plan->layers, plan->ipus, plan->replicas, plan->io_tiles);
}

gboolean
demo_write_side_files (const DemoPlan *plan, const char *framework_path, const char *app_path,
                       GError **error)
{
  g_autofree char *text = plan->net == DEMO_NET_ENCODER ? g_strdup (app) : app_text (plan);

  return (plan->framework != DEMO_TENSORFLOW ||
          g_file_set_contents (framework_path, framework, -1, error)) &&
         g_file_set_contents (app_path, text, -1, error);
}
