/* Parses a Markdown document into a flat list of blocks, each with its text as Pango markup and as
 * plain text. Supports the elements of the user guide: headings, paragraphs, lists, code, tables
 * and pictures. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_GUIDE_HEADING,
  POPLENS_GUIDE_PARAGRAPH, /* an item of a list if it has a .mark */
  POPLENS_GUIDE_CODE,
  POPLENS_GUIDE_TABLE,
  POPLENS_GUIDE_PICTURE,
} PoplensGuideBlockKind;

typedef struct {
  char
      *markup; /* in code: .plain, escaped; links: <a href="docs/guide/compare.md#in-the-window"> */
  char *plain; /* the same text without markup, for search */
} PoplensGuideText;

typedef struct {
  PoplensGuideBlockKind kind;
  guint level;     /* headings: 1 …; other blocks: depth of nested lists, from 0 */
  char *anchor;    /* (nullable): headings: the anchor, as GitHub makes it */
  char *mark;      /* (nullable): "•" or "2." before the first paragraph of an item */
  guint n_columns; /* of a table, else 0 */
  GPtrArray
      *texts; /* of PoplensGuideText: one; for a table its cells, row by row, headings first */
} PoplensGuideBlock;

/* TRUE if the reader has the document @path, so that links to it work. */
typedef gboolean (*PoplensGuideHasFunc) (const char *path, gpointer user_data);

/* Parses @text into blocks. @path: path of the document in its repository, such as
 * "docs/guide/compare.md". Links to documents that @has rejects become plain text. (transfer full)
 * (element-type PoplensGuideBlock) */
GPtrArray *poplens_guide_parse (const char *path, const char *text, gsize length,
                                PoplensGuideHasFunc has, gpointer user_data);

G_END_DECLS
