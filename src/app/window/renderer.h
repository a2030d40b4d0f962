/* How GTK paints, which it is told by its environment before it starts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @environment (transfer full) with what GTK is to be told; what the user says there stays.
 * GTK 4.16, so @gtk_minor from 16 on, has another name for what it shall do without. (transfer
 * full) */
char **poplens_renderer_choose (char **environment, const char *devices, guint gtk_minor);
/* The same of this process. Before GTK starts, and before there are threads. */
void poplens_renderer_init (void);

G_END_DECLS
