/* PoplensGlossary: the terms of the guide's glossary, each with its sentences. A label is about the
 * term that it is equal to, in any case: which labels these are stands in the table alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensGlossary PoplensGlossary;

/* Where the document is, as a place of the guide. */
#define POPLENS_GLOSSARY_PLACE "docs/guide/glossary.md"

typedef struct {
  const char *term;   /* the first of its names: "Tile balance" */
  const char *markup; /* Pango markup, with links into the guide */
} PoplensGlossaryEntry;

PoplensGlossary *poplens_glossary_new (void);
void poplens_glossary_free (PoplensGlossary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGlossary, poplens_glossary_free)

/* NULL where @label is no term. */
const PoplensGlossaryEntry *poplens_glossary_find (const PoplensGlossary *self, const char *label);
guint poplens_glossary_n_labels (const PoplensGlossary *self);

G_END_DECLS
