/* Names of reports and folders that stay distinct: two folders may contain the same name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An item with a name and a path. The name is the last component of the path, or that of the folder
 * above it. Both are UTF-8; the path may be an address ("host:run", "ssh://host/run"). */
typedef struct {
  const char *name, *path;
} PoplensNamed;

/* Returns the name of @self if no other has the same name or a path that ends in it; else the
 * shortest distinct end of its path, of whole components: "sx/report". Items at the same path as
 * @self are ignored. (transfer full) */
char *poplens_name_apart (const PoplensNamed *self, const PoplensNamed *others, guint n);

/* Shortens two names or paths for a line with about @most bytes for each, if they are too long:
 * first cuts the components at the end that both have in common, then characters in the middle:
 * "run-with … seed-1/…". Replaces both (transfer full). */
void poplens_names_shorten (char *names[2], gsize most);

G_END_DECLS
