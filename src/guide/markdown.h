/* Parses a Markdown document into a flat list of blocks, each with its text as Pango markup and as
 * plain text. Supports the elements of the user guide: headings, paragraphs, lists, code, tables
 * and pictures. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_GUIDE_HEADING,
  POPLENS_GUIDE_PARAGRAPH, /* if it has a .mark, it begins an item of a list */
  POPLENS_GUIDE_CODE,
  POPLENS_GUIDE_TABLE,
  POPLENS_GUIDE_PICTURE,
} PoplensGuideBlockKind;

typedef struct {
  char *markup; /* Pango markup; links: <a href="docs/guide/compare.md#in-the-window"> */
  char *plain;  /* the same text without markup, for search */
} PoplensGuideText;

typedef struct {
  PoplensGuideBlockKind kind;
  guint level;      /* of a heading 1 …; of other blocks the depth of nested lists, from 0 */
  char *anchor;     /* (nullable): only of headings: the anchor that GitHub makes */
  char *mark;       /* (nullable): "•" or "2." before the first paragraph of an item */
  guint n_columns;  /* only of tables, else 0 */
  GPtrArray *texts; /* PoplensGuideText: one; of a table its cells, row by row */
} PoplensGuideBlock;

/* TRUE if the guide has the document @path, so that links to it can be followed. */
typedef gboolean (*PoplensGuideHasFunc) (const char *path, gpointer user_data);

/* Parses @text into blocks. @path: path of the document in its repository, such as
 * "docs/guide/compare.md". Links to documents that @has rejects become plain text. (transfer full)
 * (element-type PoplensGuideBlock) */
GPtrArray *poplens_guide_parse (const char *path, const char *text, gsize length,
                                PoplensGuideHasFunc has, gpointer user_data);

G_END_DECLS
