#include "app/window/renderer.h"

#include <gtk/gtk.h>

#define RENDERER "GSK_RENDERER"
#define DEBUG "GDK_DEBUG"
#define DISABLE "GDK_DISABLE"

static gboolean
has_prefixed (const char *folder, const char *prefix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir && (name = g_dir_read_name (dir)) && !g_str_has_prefix (name, prefix))
    ;
  return name != NULL;
}

/* TRUE where a device for OpenGL is in the folder @devices, "/dev". */
static gboolean
renderer_has_device (const char *devices)
{
  g_autofree char *dri = g_build_filename (devices, "dri", NULL);

  /* Mesa's drivers; NVIDIA's own; WSL's. */
  return has_prefixed (dri, "renderD") || has_prefixed (devices, "nvidia") ||
         has_prefixed (devices, "dxg");
}

/* Without a device OpenGL is Mesa's software driver, as on most servers that have IPUs. GTK 4.8
 * uses it all the same: the first view of a trace of a million blocks then takes eight times the
 * time and four times the memory of painting with cairo. And who paints with cairo has no use for
 * OpenGL, which GTK still starts: 60 MB, and half of the time till the first frame of an empty
 * window. */
char **
poplens_renderer_choose (char **environment, const char *devices, guint gtk_minor)
{
  const char *name = gtk_minor >= 16 ? DISABLE : DEBUG;

  if (!renderer_has_device (devices))
    environment = g_environ_setenv (environment, RENDERER, "cairo", FALSE);
  if (!g_strcmp0 (g_environ_getenv (environment, RENDERER), "cairo"))
    environment =
        g_environ_setenv (environment, name, gtk_minor >= 16 ? "gl" : "gl-disable", FALSE);
  return environment;
}

void
poplens_renderer_init (void)
{
  static const char *const names[] = {RENDERER, DEBUG, DISABLE};
  g_auto (GStrv) chosen =
      poplens_renderer_choose (g_get_environ (), "/dev", gtk_get_minor_version ());

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_environ_getenv (chosen, names[i]))
      g_setenv (names[i], g_environ_getenv (chosen, names[i]), TRUE);
}
