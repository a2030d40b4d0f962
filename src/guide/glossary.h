/* PoplensGlossary: the terms of the guide's glossary, with their explanations. The window looks up
 * its labels, ignoring case. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _PoplensGlossary PoplensGlossary;

/* Guide document that contains the glossary, as a table. */
#define POPLENS_GLOSSARY_PLACE "docs/guide/glossary.md"

typedef struct {
  const char *term;   /* first name of the term: "Tile balance" */
  const char *markup; /* explanation as Pango markup, with links into the guide */
} PoplensGlossaryEntry;

PoplensGlossary *poplens_glossary_new (void);
void poplens_glossary_free (PoplensGlossary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGlossary, poplens_glossary_free)

/* Returns the entry of @label. (nullable): NULL if @label is not a term. (transfer none) */
const PoplensGlossaryEntry *poplens_glossary_find (const PoplensGlossary *self, const char *label);
guint poplens_glossary_n_labels (const PoplensGlossary *self);

G_END_DECLS
