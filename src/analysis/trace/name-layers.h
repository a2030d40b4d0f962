/* Which numbered parts of paths count layers: "layer.7" among "layer.0" … "layer.11".
 *
 * Siblings, parts below the same path that differ in their number alone, are a family where there
 * are at least two, one of them has at least two different paths below it, and what lies below
 * neighbours is half the same, in the median. "split0" and "Conv_1" are none. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensNameLayers PoplensNameLayers;

/* @names: the names of a report's steps, each once or several times; they need not stay. Time is
 * linear in their bytes. */
PoplensNameLayers *poplens_name_layers_new (const char *const *names, guint n);
void poplens_name_layers_free (PoplensNameLayers *self);

/* The parts of the first @length bytes of @path that are of a family, but never the last of them:
 * where each begins, outermost first: a layer, then a block. Returns: how many, at most @most */
guint poplens_name_layers_find (const PoplensNameLayers *self, const char *path, gsize length,
                                gsize *from, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensNameLayers, poplens_name_layers_free)

G_END_DECLS
