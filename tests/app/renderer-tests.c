/* Tests of the environment variables for GTK's renderer, which depend on devices and
 * environment. */
#include "app/app-test.h"

#include "app/window/application.h"

#include <glib/gstdio.h>

typedef struct {
  const char *file;             /* path of a device, in a fake /dev */
  const char *environment;      /* (nullable): "NAME=value" */
  const char *renderer, *debug; /* expected GSK_RENDERER; GDK_DEBUG for GTK 4.8 (4.15 in the
                                 * test) */
  const char *disable;          /* expected GDK_DISABLE for GTK 4.16 */
} RendererCase;

static const RendererCase cases[] = {
    {"tty", NULL, "cairo", "gl-disable", "gl"},
    {"dri/card0", NULL, "cairo", "gl-disable", "gl"},
    {"dri/renderD128", NULL, NULL, NULL, NULL},
    {"nvidiactl", NULL, NULL, NULL, NULL},
    {"dxg", NULL, NULL, NULL, NULL},
    {"tty", "GSK_RENDERER=gl", "gl", NULL, NULL},
    {"tty", "GDK_DEBUG=frames", "cairo", "frames", "gl"},
    {"tty", "GDK_DISABLE=vulkan", "cairo", "gl-disable", "vulkan"},
    {"dri/renderD128", "GSK_RENDERER=cairo", "cairo", "gl-disable", "gl"},
    {"dri/renderD128", "GSK_RENDERER=gl", "gl", NULL, NULL},
};

static void
test_choice (gconstpointer data)
{
  const RendererCase *c = data;
  g_autofree char *folder = new_folder ();
  g_autofree char *file = g_build_filename (folder, c->file, NULL);
  g_autofree char *parent = g_path_get_dirname (file);
  g_auto (GStrv) before = g_strsplit (c->environment ? c->environment : "", "\n", -1);
  g_auto (GStrv) old = NULL;
  g_auto (GStrv) new = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  old = poplens_renderer_choose (g_strdupv (before), folder, 15);
  g_assert_cmpstr (g_environ_getenv (old, "GSK_RENDERER"), ==, c->renderer);
  g_assert_cmpstr (g_environ_getenv (old, "GDK_DEBUG"), ==, c->debug);
  g_assert_cmpstr (g_environ_getenv (old, "GDK_DISABLE"), ==,
                   g_environ_getenv (before, "GDK_DISABLE"));
  new = poplens_renderer_choose (g_strdupv (before), folder, 16);
  g_assert_cmpstr (g_environ_getenv (new, "GSK_RENDERER"), ==, c->renderer);
  g_assert_cmpstr (g_environ_getenv (new, "GDK_DEBUG"), ==, g_environ_getenv (before, "GDK_DEBUG"));
  g_assert_cmpstr (g_environ_getenv (new, "GDK_DISABLE"), ==, c->disable);
}

void
add_renderer_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/app/renderer/%u", i);
    g_test_add_data_func (path, &cases[i], test_choice);
  }
}
