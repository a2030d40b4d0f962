/* debug.cbor → the index of its contexts, and bodies by id (formats.md 5).
 *
 * The file is streamed through libcbor's decoder behind a buffer, never whole in memory and never
 * mapped. Neither the order of keys nor definite lengths are relied on; keys and layers that are
 * not known are kept. */
#pragma once

#include "base/storage.h"
#include "model/debug-contexts.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* Limits on what a file may make us do. */
#define POPLENS_DEBUG_MOST_TEXT                                                                    \
  ((guint64) 64 << 20) /* bytes of one text; longer ones are left out */
#define POPLENS_DEBUG_MOST_TEXTS ((guint64) 2 << 30) /* bytes of all of stringTable */
#define POPLENS_DEBUG_MOST_LEVELS 256                /* of a body; deeper values are left out */
#define POPLENS_DEBUG_MOST_NODES (1u << 20)          /* of a body */

/* A file that ends too early, or turns into something else, gives the contexts before that, marked
 * incomplete. Errors: NOT_FOUND; NOT_A_REPORT (a pipe, a directory); DAMAGED (not a CBOR map at
 * all); LINK; G_IO_ERROR_CANCELLED. */
PoplensDebugContexts *poplens_debuginfo_read (PoplensFile *file, GCancellable *cancellable,
                                              GError **error);

/* All that the file says of the context @id, as a preorder list of nodes: its root is the context's
 * map. Names and places are resolved where @contexts knows them; tags are left out; bytes are hex.
 * An empty slice for an id that is not there. Errors as above. */
PoplensSlice *poplens_debuginfo_read_body (PoplensFile *file, const PoplensDebugContexts *contexts,
                                           guint64 id, GCancellable *cancellable, GError **error);

G_END_DECLS
