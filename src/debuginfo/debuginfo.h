/* Reads debug.cbor: the index of its contexts, and the data (body) of a context by its ID
 * (formats.md 5).
 *
 * The file is decoded as a stream, so only a buffer is in memory. Keys can be in any order, and
 * containers can have indefinite lengths. Unknown keys and layers are shown as they are. */
#pragma once

#include "base/storage.h"
#include "model/debug-contexts.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* Limits for damaged and malicious files. */
#define POPLENS_DEBUG_MOST_TEXT                                                                    \
  ((guint64) 64 << 20) /* bytes of one text; a longer text is skipped */
#define POPLENS_DEBUG_MOST_TEXTS ((guint64) 2 << 30) /* bytes of the whole stringTable */
/* Nesting levels in a context; deeper values are skipped. */
#define POPLENS_DEBUG_MOST_LEVELS 256
#define POPLENS_DEBUG_MOST_NODES (1u << 20) /* nodes in the tree of a context */

/* Reads the index of contexts. An index of a truncated or partly invalid file ends early and is
 * marked as incomplete. Errors: NOT_FOUND; NOT_A_REPORT (a pipe, a directory); DAMAGED (not a CBOR
 * map); LINK; READ; G_IO_ERROR_CANCELLED. (transfer full) */
PoplensDebugContexts *poplens_debuginfo_read (PoplensFile *file, GCancellable *cancellable,
                                              GError **error);

/* Reads all data of the context @id as a tree of nodes in preorder. @contexts: index, whose texts
 * replace the indices in names and locations. The slice is empty if the ID is unknown. Errors as
 * poplens_debuginfo_read (). (transfer full) */
PoplensSlice *poplens_debuginfo_read_body (PoplensFile *file, const PoplensDebugContexts *contexts,
                                           guint64 id, GCancellable *cancellable, GError **error);

G_END_DECLS
