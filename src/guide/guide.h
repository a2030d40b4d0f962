/* PoplensGuide: the user guide, parsed for display in the program: documents, anchors and search.
 * Immutable. A @place is the path of a document with an optional anchor:
 * "docs/guide/compare.md#in-the-window". */
#pragma once

#include "guide/markdown.h"

G_BEGIN_DECLS

typedef struct _PoplensGuide PoplensGuide;

typedef struct {
  const char *path;  /* path in the repository: "docs/guide/compare.md" */
  const char *title; /* text of the first heading */
  GPtrArray *blocks; /* PoplensGuideBlock */
} PoplensGuideDocument;

typedef struct {
  guint document, block, text; /* indices: the document, the block in it, the text in that */
  guint start, end;            /* the match, as byte offsets in .plain of the text */
} PoplensGuideMatch;

/* Registers the GResource with the documents. Call it before the first poplens_guide_new (). */
void poplens_guide_register (void);

/* Reads and parses a document. .blocks: (transfer full). .path is @path itself, which must outlive
 * the document. */
PoplensGuideDocument poplens_guide_read (const char *path);
PoplensGuide *poplens_guide_new (void);
void poplens_guide_free (PoplensGuide *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGuide, poplens_guide_free)

guint poplens_guide_n_documents (const PoplensGuide *self);
const PoplensGuideDocument *poplens_guide_get_document (const PoplensGuide *self, guint i);
/* Finds the document of @place and the block of its anchor, or block 0 without an anchor. FALSE if
 * there is no such document or anchor. */
gboolean poplens_guide_find (const PoplensGuide *self, const char *place, guint *document,
                             guint *block);
/* Finds all occurrences of @words, in any case, in the order of the documents. (transfer full)
 * (element-type PoplensGuideMatch) */
GArray *poplens_guide_search (const PoplensGuide *self, const char *words);

G_END_DECLS
