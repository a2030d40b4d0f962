/* PoplensGuide: the user guide as the program carries it, parsed: documents, anchors and search.
 * Immutable. A place in it is a path and an anchor, as "docs/guide/compare.md#in-the-window". */
#pragma once

#include "guide/markdown.h"

G_BEGIN_DECLS

typedef struct _PoplensGuide PoplensGuide;

typedef struct {
  const char *path;  /* in the repository: "docs/guide/compare.md" */
  const char *title; /* its first heading */
  GPtrArray *blocks; /* of PoplensGuideBlock */
} PoplensGuideDocument;

typedef struct {
  guint document, block, text; /* by number */
  guint start, end;            /* bytes of the plain text */
} PoplensGuideMatch;

/* Before the first guide is made: the documents are a GResource. */
void poplens_guide_register (void);

/* A document of it alone: .blocks is (transfer full); @path lives as long as it. */
PoplensGuideDocument poplens_guide_read (const char *path);
PoplensGuide *poplens_guide_new (void);
void poplens_guide_free (PoplensGuide *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGuide, poplens_guide_free)

guint poplens_guide_n_documents (const PoplensGuide *self);
const PoplensGuideDocument *poplens_guide_get_document (const PoplensGuide *self, guint i);
/* Where @place is: its document, and the block of its anchor; the first without an anchor. FALSE
 * where there is none. */
gboolean poplens_guide_find (const PoplensGuide *self, const char *place, guint *document,
                             guint *block);
/* All occurrences of @words, in any case, in the order of the documents. (transfer full)
 * (element-type PoplensGuideMatch) */
GArray *poplens_guide_search (const PoplensGuide *self, const char *words);

G_END_DECLS
