/* A cache of slices with a limit in bytes; evicts the least recently used. Thread-safe. */
#pragma once

#include "model/slices.h"

G_BEGIN_DECLS

typedef struct _PoplensSliceCache PoplensSliceCache;

PoplensSliceCache *poplens_slice_cache_new (gsize max_bytes);
/* Sets the limit, and evicts what exceeds it. */
void poplens_slice_cache_set_max (PoplensSliceCache *self, gsize max_bytes);
void poplens_slice_cache_free (PoplensSliceCache *self);

/* Returns the slice, if it is cached. (nullable) (transfer full) */
PoplensSlice *poplens_slice_cache_get (PoplensSliceCache *self, PoplensSliceKind kind, guint64 key);
/* Adds a slice, unless it is larger than the whole cache. @slice: (transfer none) */
void poplens_slice_cache_put (PoplensSliceCache *self, PoplensSlice *slice);
gsize poplens_slice_cache_bytes (PoplensSliceCache *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSliceCache, poplens_slice_cache_free)

G_END_DECLS
