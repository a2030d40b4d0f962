/* Reads the table of the glossary and finds the entry of a label. */
#include "guide/glossary.h"

#include "guide/guide.h"

struct _PoplensGlossary {
  PoplensGuideDocument document;
  GHashTable *labels; /* lower-case name (char *) → PoplensGlossaryEntry * */
};

static char *
fold_label (const char *label)
{
  g_autofree char *stripped = g_strstrip (g_strdup (label));

  return g_utf8_casefold (stripped, -1);
}

/* Adds an entry for each name of a term. @names: "Gap, Gaps, Including gaps". @markup: explanation.
 */
static void
add_entry (PoplensGlossary *self, const char *names, const char *markup)
{
  g_auto (GStrv) parts = g_strsplit (names, ", ", -1);

  for (guint i = 0; parts[i]; i++) {
    PoplensGlossaryEntry *entry = g_new (PoplensGlossaryEntry, 1);
    *entry = (PoplensGlossaryEntry){g_intern_string (parts[0]), markup};
    g_hash_table_replace (self->labels, fold_label (parts[i]), entry);
  }
}

PoplensGlossary *
poplens_glossary_new (void)
{
  PoplensGlossary *self = g_new0 (PoplensGlossary, 1);

  self->document = poplens_guide_read (POPLENS_GLOSSARY_PLACE);
  self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint b = 0; b < self->document.blocks->len; b++) {
    const PoplensGuideBlock *block = self->document.blocks->pdata[b];
    if (block->kind != POPLENS_GUIDE_TABLE || block->n_columns < 2)
      continue;
    for (guint t = block->n_columns; t + 1 < block->texts->len; t += block->n_columns)
      add_entry (self, ((const PoplensGuideText *) block->texts->pdata[t])->plain,
                 ((const PoplensGuideText *) block->texts->pdata[t + 1])->markup);
  }
  return self;
}

void
poplens_glossary_free (PoplensGlossary *self)
{
  g_hash_table_unref (self->labels);
  g_ptr_array_unref (self->document.blocks);
  g_free (self);
}

const PoplensGlossaryEntry *
poplens_glossary_find (const PoplensGlossary *self, const char *label)
{
  g_autofree char *folded = fold_label (label ? label : "");

  return g_hash_table_lookup (self->labels, folded);
}

guint
poplens_glossary_n_labels (const PoplensGlossary *self)
{
  return g_hash_table_size (self->labels);
}
