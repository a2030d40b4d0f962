/* A cache of slices bounded in bytes: what was not used for longest goes first. Thread-safe. */
#pragma once

#include "model/slices.h"

G_BEGIN_DECLS

typedef struct _PoplensSliceCache PoplensSliceCache;

PoplensSliceCache *poplens_slice_cache_new (gsize max_bytes);
/* What is more goes at once. */
void poplens_slice_cache_set_max (PoplensSliceCache *self, gsize max_bytes);
void poplens_slice_cache_free (PoplensSliceCache *self);

/* (nullable) (transfer full) */
PoplensSlice *poplens_slice_cache_get (PoplensSliceCache *self, PoplensSliceKind kind, guint64 key);
/* @slice: (transfer none). One larger than the whole cache is not kept. */
void poplens_slice_cache_put (PoplensSliceCache *self, PoplensSlice *slice);
gsize poplens_slice_cache_bytes (PoplensSliceCache *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSliceCache, poplens_slice_cache_free)

G_END_DECLS
