/* The lists of cycles by tile that a pass over the steps asks for, kept encoded while there is
 * room. For any number of threads. */
#pragma once

#include "analysis/time/time.h"

G_BEGIN_DECLS

typedef struct _PoplensTimeLists PoplensTimeLists;

/* A list of one IPU: the values from @first on of a row of the slice's lists. */
typedef struct {
  PoplensSlice *slice; /* (transfer full); NULL: the list is not there, or of another length */
  guint32 row;
  gsize first;
} PoplensTimeList;

/* @input must outlive it, and knows the tiles. */
PoplensTimeLists *poplens_time_lists_new (const PoplensTimeInput *input);
void poplens_time_lists_free (PoplensTimeLists *self);
/* That with the id @id, as of the IPU @ipu. FALSE with an error of the slices. */
gboolean poplens_time_lists_get (PoplensTimeLists *self, guint32 id, guint32 ipu,
                                 PoplensTimeList *list, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLists, poplens_time_lists_free)

G_END_DECLS
