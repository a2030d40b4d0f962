/* PoplensGuide: the user guide, parsed for display and search in the program. Immutable. A @place
 * is the path of a document with an optional anchor: "docs/guide/compare.md#in-the-window". */
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
  guint document, block, text; /* document in the guide, block in the document, text in the block */
  guint start, end;            /* byte offsets of the match in PoplensGuideText.plain */
} PoplensGuideMatch;

/* Registers the GResource with the documents. Call it before the first poplens_guide_new (). */
void poplens_guide_register (void);

/* Reads and parses the document @path, which must outlive the result. .blocks: (transfer full) */
PoplensGuideDocument poplens_guide_read (const char *path);
PoplensGuide *poplens_guide_new (void);
void poplens_guide_free (PoplensGuide *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGuide, poplens_guide_free)

guint poplens_guide_n_documents (const PoplensGuide *self);
const PoplensGuideDocument *poplens_guide_get_document (const PoplensGuide *self, guint i);
/* Finds the document and the block of @place. Without an anchor, *@block is 0. FALSE if there is no
 * such document or anchor. */
gboolean poplens_guide_find (const PoplensGuide *self, const char *place, guint *document,
                             guint *block);
/* Finds all occurrences of @words, ignoring case, in the order of the documents. (transfer full)
 * (element-type PoplensGuideMatch) */
GArray *poplens_guide_search (const PoplensGuide *self, const char *words);

G_END_DECLS
