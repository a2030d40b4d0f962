/* Runs poplens-demo, or copies its report from a cache. */
#include "support/run-demo.h"

gboolean
run_demo (const char *folder, const char *const *options)
{
  const char *bin = g_getenv ("POPLENS_BINDIR"), *tests = g_getenv ("G_TEST_SRCDIR");
  gboolean cached = tests && g_getenv ("POPLENS_DEMO_CACHE");
  g_autofree char *program = cached
                                 ? g_build_filename (tests, "support", "demo-report", NULL)
                                 : g_build_filename (bin ? bin : "/nowhere", "poplens-demo", NULL);
  g_autoptr (GPtrArray) command = g_ptr_array_new ();
  int status = 1;

  g_ptr_array_add (command, program);
  for (guint i = 0; options && options[i]; i++)
    g_ptr_array_add (command, (char *) options[i]);
  g_ptr_array_add (command, (char *) folder);
  g_ptr_array_add (command, NULL);
  return g_spawn_sync (NULL, (char **) command->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                       NULL, NULL, &status, NULL) &&
         !status;
}
