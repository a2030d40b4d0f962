/* A document in Markdown as blocks in a row, each with its text as Pango markup and as plain text.
 * It knows what the user guide has: headings, paragraphs, lists, code, tables and pictures. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_GUIDE_HEADING,
  POPLENS_GUIDE_PARAGRAPH, /* with a mark: an item of a list */
  POPLENS_GUIDE_CODE,
  POPLENS_GUIDE_TABLE,
  POPLENS_GUIDE_PICTURE,
} PoplensGuideBlockKind;

typedef struct {
  char *markup; /* of code the same as plain, escaped; links: <a
                   href="docs/guide/compare.md#in-the-window"> */
  char *plain;  /* what the markup shows: what is searched */
} PoplensGuideText;

typedef struct {
  PoplensGuideBlockKind kind;
  guint level;      /* of a heading, from 1; else how deep it is in lists, from 0 */
  char *anchor;     /* (nullable): of a heading, as GitHub makes it */
  char *mark;       /* (nullable): "•" or "2." before the first paragraph of an item */
  guint n_columns;  /* of a table */
  GPtrArray *texts; /* of PoplensGuideText: one; of a table its cells by row, headings first */
} PoplensGuideBlock;

/* Whether a link leads somewhere: to a document that the reader has. */
typedef gboolean (*PoplensGuideHasFunc) (const char *path, gpointer user_data);

/* Blocks of the document that has the path @path, as "docs/guide/compare.md", in its repository.
 * Links to documents that @has denies become plain text. (transfer full) (element-type
 * PoplensGuideBlock) */
GPtrArray *poplens_guide_parse (const char *path, const char *text, gsize length,
                                PoplensGuideHasFunc has, gpointer user_data);

G_END_DECLS
