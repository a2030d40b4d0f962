/* PoplensGuide: loads the documents of the guide from the program's resources, and searches them.
 */
#include "guide/guide.h"

#include <string.h>

#define PREFIX "/org/poplens/Poplens/"

struct _PoplensGuide {
  GArray *documents; /* PoplensGuideDocument, in the order of paths[] */
};

/* Paths of the documents, in the order of the table of contents. */
static const char *const paths[] = {
    "docs/guide/README.md",
    "docs/guide/record.md",
    "docs/guide/does-not-fit.md",
    "docs/guide/slow-step.md",
    "docs/guide/compare.md",
    "docs/guide/many-reports.md",
    "docs/guide/pipeline.md",
    "docs/guide/remote.md",
    "docs/guide/reference-reports.md",
    "docs/guide/reference-memory.md",
    "docs/guide/reference-time.md",
    "docs/guide/reference-compare.md",
    "docs/guide/reference-window.md",
    "docs/guide/reference-terminal.md",
    "docs/guide/reference-budget.md",
    "docs/guide/reference-tables.md",
    "docs/guide/reference-locations.md",
    "docs/guide/glossary.md",
};

/* glib-compile-resources generates this function. */
void poplens_guide_resources_register_resource (void);

void
poplens_guide_register (void)
{
  poplens_guide_resources_register_resource ();
}

static gboolean
has_document (const char *path, gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (g_str_equal (paths[i], path))
      return TRUE;
  return FALSE;
}

static void
document_clear (gpointer data)
{
  g_ptr_array_unref (((PoplensGuideDocument *) data)->blocks);
}

static const char *
find_title (const GPtrArray *blocks)
{
  for (guint i = 0; i < blocks->len; i++) {
    const PoplensGuideBlock *block = blocks->pdata[i];
    if (block->kind == POPLENS_GUIDE_HEADING)
      return ((const PoplensGuideText *) block->texts->pdata[0])->plain;
  }
  return "";
}

PoplensGuideDocument
poplens_guide_read (const char *path)
{
  g_autofree char *resource = g_strconcat (PREFIX, path, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (resource, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  gsize length = 0;
  const char *text = bytes ? g_bytes_get_data (bytes, &length) : NULL;
  PoplensGuideDocument document = {path};

  document.blocks = poplens_guide_parse (path, text ? text : "", length, has_document, NULL);
  document.title = find_title (document.blocks);
  return document;
}

PoplensGuide *
poplens_guide_new (void)
{
  PoplensGuide *self = g_new (PoplensGuide, 1);

  self->documents = g_array_new (FALSE, FALSE, sizeof (PoplensGuideDocument));
  g_array_set_clear_func (self->documents, document_clear);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    PoplensGuideDocument document = poplens_guide_read (paths[i]);
    g_array_append_val (self->documents, document);
  }
  return self;
}

void
poplens_guide_free (PoplensGuide *self)
{
  g_array_unref (self->documents);
  g_free (self);
}

guint
poplens_guide_n_documents (const PoplensGuide *self)
{
  return self->documents->len;
}

const PoplensGuideDocument *
poplens_guide_get_document (const PoplensGuide *self, guint i)
{
  return &g_array_index (self->documents, PoplensGuideDocument, i);
}

static gboolean
find_anchor (const GPtrArray *blocks, const char *anchor, guint *found)
{
  for (guint i = 0; i < blocks->len; i++)
    if (!g_strcmp0 (((const PoplensGuideBlock *) blocks->pdata[i])->anchor, anchor)) {
      *found = i;
      return TRUE;
    }
  return FALSE;
}

gboolean
poplens_guide_find (const PoplensGuide *self, const char *place, guint *document, guint *block)
{
  g_auto (GStrv) parts = g_strsplit (place, "#", 2);

  *block = 0;
  for (*document = 0; *document < self->documents->len; ++*document) {
    const PoplensGuideDocument *found = poplens_guide_get_document (self, *document);
    if (!g_strcmp0 (found->path, parts[0]))
      return !parts[1] || find_anchor (found->blocks, parts[1], block);
  }
  return FALSE;
}

/* ---- search ---------------------------------------------------------------------------------- */

static void
search_text (GArray *matches, const GRegex *regex, PoplensGuideMatch match, const char *plain)
{
  g_autoptr (GMatchInfo) info = NULL;
  int start, end;

  for (g_regex_match (regex, plain, 0, &info); g_match_info_matches (info);
       g_match_info_next (info, NULL)) {
    g_match_info_fetch_pos (info, 0, &start, &end);
    match.start = start;
    match.end = end;
    g_array_append_val (matches, match);
  }
}

GArray *
poplens_guide_search (const PoplensGuide *self, const char *words)
{
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (PoplensGuideMatch));
  g_autofree char *stripped = g_strstrip (g_strdup (words));
  g_autofree char *escaped = g_regex_escape_string (stripped, -1);
  g_autoptr (GRegex) regex =
      *stripped ? g_regex_new (escaped, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL) : NULL;

  for (guint d = 0; regex && d < self->documents->len; d++) {
    const GPtrArray *blocks = poplens_guide_get_document (self, d)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const GPtrArray *texts = ((const PoplensGuideBlock *) blocks->pdata[b])->texts;
      for (guint t = 0; t < texts->len; t++)
        search_text (matches, regex, (PoplensGuideMatch){d, b, t},
                     ((const PoplensGuideText *) texts->pdata[t])->plain);
    }
  }
  return matches;
}
