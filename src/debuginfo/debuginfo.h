/* Reads debug.cbor: the index of its contexts, and their bodies by id (formats.md 5).
 *
 * The file is decoded as a stream through a buffer, never loaded whole and never mapped. The order
 * of keys and definite lengths are not assumed; unknown keys and layers are shown as they are. */
#pragma once

#include "base/storage.h"
#include "model/debug-contexts.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* Limits against damaged and malicious files. */
#define POPLENS_DEBUG_MOST_TEXT                                                                    \
  ((guint64) 64 << 20) /* bytes of one text; longer ones are skipped */
#define POPLENS_DEBUG_MOST_TEXTS ((guint64) 2 << 30) /* bytes of the whole stringTable */
/* Nesting levels of a context's data; deeper values are skipped. */
#define POPLENS_DEBUG_MOST_LEVELS 256
#define POPLENS_DEBUG_MOST_NODES (1u << 20) /* nodes of a context's data */

/* Reads the index of contexts. If the file ends early, or is invalid from some point on, the index
 * has the contexts before it, and is marked as incomplete. Errors: NOT_FOUND; NOT_A_REPORT (a pipe,
 * a directory); DAMAGED (not a CBOR map); LINK; READ; G_IO_ERROR_CANCELLED. (transfer full) */
PoplensDebugContexts *poplens_debuginfo_read (PoplensFile *file, GCancellable *cancellable,
                                              GError **error);

/* Reads all data of the context @id as a list of nodes in preorder; the root is the context's map.
 * Replaces indices of names and places by texts, if @contexts has them; drops tags; writes bytes in
 * hex. The slice is empty if the id is unknown. Errors as poplens_debuginfo_read (). (transfer
 * full) */
PoplensSlice *poplens_debuginfo_read_body (PoplensFile *file, const PoplensDebugContexts *contexts,
                                           guint64 id, GCancellable *cancellable, GError **error);

G_END_DECLS
