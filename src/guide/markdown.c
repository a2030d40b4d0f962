/* Parses Markdown with cmark-gfm, and turns its tree into a flat list of blocks with Pango markup.
 */
#include "guide/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <string.h>

typedef struct {
  const char *path;
  GPtrArray *blocks;
  GHashTable *anchors; /* anchor → number of earlier headings with this anchor */
  PoplensGuideHasFunc has;
  gpointer user_data;
} MarkdownParser;

typedef struct {
  const MarkdownParser *parser;
  GString *markup, *plain;
} MarkdownWriter;

static void
text_free (gpointer data)
{
  PoplensGuideText *text = data;

  g_free (text->markup);
  g_free (text->plain);
  g_free (text);
}

static void
block_free (gpointer data)
{
  PoplensGuideBlock *block = data;

  g_free (block->anchor);
  g_free (block->mark);
  g_ptr_array_unref (block->texts);
  g_free (block);
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Returns the target of a link: path and anchor of a guide document, or a web address. (transfer
 * full) (nullable): NULL if it is neither */
static char *
resolve_url (const MarkdownParser *parser, const char *url)
{
  const char *anchor = strchr (url, '#');
  g_autofree char *folder = g_path_get_dirname (parser->path);
  g_autofree char *root = g_strconcat ("/", folder, NULL);
  g_autofree char *name = anchor ? g_strndup (url, anchor - url) : g_strdup (url);

  if (g_str_has_prefix (url, "https://") || g_str_has_prefix (url, "http://"))
    return g_strdup (url);
  if (!*name)
    return g_strconcat (parser->path, anchor, NULL);
  g_autofree char *path = g_canonicalize_filename (name, root);
  return parser->has (path + 1, parser->user_data) ? g_strconcat (path + 1, anchor, NULL) : NULL;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void
markdown_write_text (MarkdownWriter *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (self->markup, escaped);
  g_string_append (self->plain, text);
}

static void write_children (MarkdownWriter *self, cmark_node *node);

static void
write_within (MarkdownWriter *self, cmark_node *node, const char *tag)
{
  g_string_append_printf (self->markup, "<%s>", tag);
  if (cmark_node_get_type (node) == CMARK_NODE_CODE)
    markdown_write_text (self, cmark_node_get_literal (node));
  else
    write_children (self, node);
  g_string_append_printf (self->markup, "</%s>", tag);
}

static void
write_link (MarkdownWriter *self, cmark_node *node)
{
  g_autofree char *target = resolve_url (self->parser, cmark_node_get_url (node));
  g_autofree char *escaped = target ? g_markup_escape_text (target, -1) : NULL;

  if (escaped)
    g_string_append_printf (self->markup, "<a href=\"%s\">", escaped);
  write_children (self, node);
  if (escaped)
    g_string_append (self->markup, "</a>");
}

static void
write_node (MarkdownWriter *self, cmark_node *node)
{
  cmark_node_type type = cmark_node_get_type (node);

  if (type == CMARK_NODE_TEXT)
    markdown_write_text (self, cmark_node_get_literal (node));
  else if (type == CMARK_NODE_SOFTBREAK)
    markdown_write_text (self, " ");
  else if (type == CMARK_NODE_LINEBREAK)
    markdown_write_text (self, "\n");
  else if (type == CMARK_NODE_CODE)
    write_within (self, node, "tt");
  else if (type == CMARK_NODE_EMPH)
    write_within (self, node, "i");
  else if (type == CMARK_NODE_STRONG)
    write_within (self, node, "b");
  else if (type == CMARK_NODE_LINK)
    write_link (self, node);
  else
    write_children (self, node);
}

static void
write_children (MarkdownWriter *self, cmark_node *node)
{
  for (cmark_node *child = cmark_node_first_child (node); child; child = cmark_node_next (child))
    write_node (self, child);
}

static void
add_text (PoplensGuideBlock *block, char *markup, char *plain)
{
  PoplensGuideText *text = g_new (PoplensGuideText, 1);

  *text = (PoplensGuideText){markup, plain};
  g_ptr_array_add (block->texts, text);
}

static void
add_inlines (const MarkdownParser *parser, PoplensGuideBlock *block, cmark_node *node)
{
  MarkdownWriter writer = {parser, g_string_new (NULL), g_string_new (NULL)};

  write_children (&writer, node);
  add_text (block, g_string_free (writer.markup, FALSE), g_string_free (writer.plain, FALSE));
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static PoplensGuideBlock *
add_block (MarkdownParser *parser, PoplensGuideBlockKind kind, guint level)
{
  PoplensGuideBlock *block = g_new0 (PoplensGuideBlock, 1);

  block->kind = kind;
  block->level = level;
  block->texts = g_ptr_array_new_with_free_func (text_free);
  g_ptr_array_add (parser->blocks, block);
  return block;
}

/* Returns the anchor of a heading, made by GitHub's rules: "Memory by tile" → "memory-by-tile". A
 * repeated anchor gets a number: "memory-by-tile-1". (transfer full) */
static char *
make_anchor (MarkdownParser *parser, const char *title)
{
  GString *slug = g_string_new (NULL);
  guint n;

  for (const char *p = title; *p; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (c == ' ' || c == '-')
      g_string_append_c (slug, '-');
    else if (g_unichar_isalnum (c) || c == '_')
      g_string_append_unichar (slug, g_unichar_tolower (c));
  }
  n = GPOINTER_TO_UINT (g_hash_table_lookup (parser->anchors, slug->str));
  g_hash_table_insert (parser->anchors, g_strdup (slug->str), GUINT_TO_POINTER (n + 1));
  if (n)
    g_string_append_printf (slug, "-%u", n);
  return g_string_free (slug, FALSE);
}

static void
add_heading (MarkdownParser *parser, cmark_node *node)
{
  PoplensGuideBlock *block =
      add_block (parser, POPLENS_GUIDE_HEADING, cmark_node_get_heading_level (node));

  add_inlines (parser, block, node);
  block->anchor =
      make_anchor (parser, ((PoplensGuideText *) g_ptr_array_index (block->texts, 0))->plain);
}

static void
add_paragraph (MarkdownParser *parser, cmark_node *node, guint depth)
{
  cmark_node *first = cmark_node_first_child (node);
  gboolean is_picture =
      first && !cmark_node_next (first) && cmark_node_get_type (first) == CMARK_NODE_IMAGE;

  add_inlines (
      parser,
      add_block (parser, is_picture ? POPLENS_GUIDE_PICTURE : POPLENS_GUIDE_PARAGRAPH, depth),
      node);
}

static void
add_code (MarkdownParser *parser, cmark_node *node, guint depth)
{
  char *plain = g_strdup (cmark_node_get_literal (node));

  g_strchomp (plain);
  add_text (add_block (parser, POPLENS_GUIDE_CODE, depth), g_markup_escape_text (plain, -1), plain);
}

static void
add_table (MarkdownParser *parser, cmark_node *node, guint depth)
{
  PoplensGuideBlock *block = add_block (parser, POPLENS_GUIDE_TABLE, depth);

  block->n_columns = cmark_gfm_extensions_get_table_columns (node);
  for (cmark_node *row = cmark_node_first_child (node); row; row = cmark_node_next (row))
    for (cmark_node *cell = cmark_node_first_child (row); cell; cell = cmark_node_next (cell))
      add_inlines (parser, block, cell);
}

static void add_blocks (MarkdownParser *parser, cmark_node *node, guint depth);

static void
add_list (MarkdownParser *parser, cmark_node *node, guint depth)
{
  int number = cmark_node_get_list_start (node);
  gboolean is_ordered = cmark_node_get_list_type (node) == CMARK_ORDERED_LIST;

  for (cmark_node *item = cmark_node_first_child (node); item; item = cmark_node_next (item)) {
    guint first = parser->blocks->len;
    add_blocks (parser, item, depth + 1);
    if (first < parser->blocks->len) {
      PoplensGuideBlock *block = g_ptr_array_index (parser->blocks, first);
      if (block->kind == POPLENS_GUIDE_PARAGRAPH && !block->mark)
        block->mark = is_ordered ? g_strdup_printf ("%d.", number) : g_strdup ("•");
    }
    number++;
  }
}

static void
add_blocks (MarkdownParser *parser, cmark_node *node, guint depth)
{
  for (cmark_node *child = cmark_node_first_child (node); child; child = cmark_node_next (child)) {
    cmark_node_type type = cmark_node_get_type (child);
    if (type == CMARK_NODE_HEADING)
      add_heading (parser, child);
    else if (type == CMARK_NODE_PARAGRAPH)
      add_paragraph (parser, child, depth);
    else if (type == CMARK_NODE_CODE_BLOCK)
      add_code (parser, child, depth);
    else if (type == CMARK_NODE_LIST)
      add_list (parser, child, depth);
    else if (g_str_equal (cmark_node_get_type_string (child), "table"))
      add_table (parser, child, depth);
    else
      add_blocks (parser, child, depth);
  }
}

GPtrArray *
poplens_guide_parse (const char *path, const char *text, gsize length, PoplensGuideHasFunc has,
                     gpointer user_data)
{
  g_autoptr (GHashTable) anchors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  MarkdownParser parser = {path, g_ptr_array_new_with_free_func (block_free), anchors, has,
                           user_data};
  cmark_parser *cmark;
  cmark_node *root;

  cmark_gfm_core_extensions_ensure_registered ();
  cmark = cmark_parser_new (CMARK_OPT_DEFAULT);
  cmark_parser_attach_syntax_extension (cmark, cmark_find_syntax_extension ("table"));
  cmark_parser_feed (cmark, text, length);
  root = cmark_parser_finish (cmark);
  add_blocks (&parser, root, 0);
  cmark_node_free (root);
  cmark_parser_free (cmark);
  return parser.blocks;
}
