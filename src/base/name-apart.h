/* Names of reports and folders that stay distinct: two folders may contain the same name. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An item with a name and a path. The name is the last component of the path, or the name of the
 * folder that contains the item. Both are UTF-8. The path may be an address ("host:run",
 * "ssh://host/run"). */
typedef struct {
  const char *name, *path;
} PoplensNamed;

/* Returns the shortest name that tells @self from @others: the name of @self, or the last
 * components of its path ("sx/report"). Ignores items at the same path as @self. (transfer full) */
char *poplens_name_apart (const PoplensNamed *self, const PoplensNamed *others, guint n);

/* Shortens both names or paths if, together, they have more than 2 × @most bytes. First cuts the
 * last components if they are the same in both, then characters in the middle: "run-with …
 * seed-1/…". Replaces the strings in @names (transfer full). */
void poplens_names_shorten (char *names[2], gsize most);

G_END_DECLS
