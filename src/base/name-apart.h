/* Names of things in folders: two folders may have the same one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A thing with a name, which is the end of its path, or of the folder of a file there. Both are
 * UTF-8; the path may be an address ("host:run", "ssh://host/run"). */
typedef struct {
  const char *name, *path;
} PoplensNamed;

/* The name of @self where none of @others (0 … @n) has it and no path of theirs ends in it; else
 * the shortest end of its path, of whole parts, for which that holds: "sx/report". What is at the
 * same path as @self does not count. (transfer full) */
char *poplens_name_apart (const PoplensNamed *self, const PoplensNamed *others, guint n);

/* Two names, or paths, for a line with room for about @most bytes of each: what is too long loses
 * first the parts at the end that both have, then letters in the middle: "run-with … seed-1/…".
 * Replaces both. */
void poplens_names_shorten (char *names[2], gsize most);

G_END_DECLS
