/* Parses a Markdown document into a flat list of blocks, each with its text as Pango markup and as
 * plain text. Supports the elements of the user guide: headings, paragraphs, lists, code, tables
 * and pictures. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum {
  POPLENS_GUIDE_HEADING,
  POPLENS_GUIDE_PARAGRAPH, /* a paragraph with a .mark begins a list item */
  POPLENS_GUIDE_CODE,
  POPLENS_GUIDE_TABLE,
  POPLENS_GUIDE_PICTURE,
} PoplensGuideBlockKind;

typedef struct {
  char *markup; /* Pango markup; a link is <a href="docs/guide/compare.md#in-the-window"> */
  char *plain;  /* the same text without markup, for search */
} PoplensGuideText;

typedef struct {
  PoplensGuideBlockKind kind;
  guint level; /* of a heading: its level, from 1; of other blocks: depth of nested lists, from 0 */
  char *anchor;     /* (nullable): anchor of a heading, made by GitHub's rules */
  char *mark;       /* (nullable): "•" or "2." if the block begins a list item */
  guint n_columns;  /* of a table; 0 for other blocks */
  GPtrArray *texts; /* PoplensGuideText: cells of a table, row by row; else a single text */
} PoplensGuideBlock;

/* TRUE if the guide has the document @path, so that links to it can be followed. */
typedef gboolean (*PoplensGuideHasFunc) (const char *path, gpointer user_data);

/* Parses @text into blocks. @path: path of the document in its repository, such as
 * "docs/guide/compare.md". Links to documents that @has rejects become plain text. (transfer full)
 * (element-type PoplensGuideBlock) */
GPtrArray *poplens_guide_parse (const char *path, const char *text, gsize length,
                                PoplensGuideHasFunc has, gpointer user_data);

G_END_DECLS
