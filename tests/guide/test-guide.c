/* Tests of the guide's parser with small documents, and of the guide's own documents. */
#include "guide/glossary.h"
#include "guide/guide.h"

#include <string.h>

static gboolean
has_remote (const char *path, gpointer data)
{
  return g_str_equal (path, "docs/guide/remote.md");
}

static GPtrArray *
parse (const char *text)
{
  return poplens_guide_parse ("docs/guide/compare.md", text, strlen (text), has_remote, NULL);
}

static const PoplensGuideText *
nth_text (const GPtrArray *blocks, guint block, guint text)
{
  return ((const PoplensGuideBlock *) blocks->pdata[block])->texts->pdata[text];
}

static void
test_text (void)
{
  g_autoptr (GPtrArray) blocks = parse ("One *two*\n`a < b` **c**\n\n```\n a & b\n```\n");

  g_assert_cmpuint (blocks->len, ==, 2);
  g_assert_cmpstr (nth_text (blocks, 0, 0)->markup, ==,
                   "One <i>two</i> <tt>a &lt; b</tt> <b>c</b>");
  g_assert_cmpstr (nth_text (blocks, 0, 0)->plain, ==, "One two a < b c");
  g_assert_cmpint (((PoplensGuideBlock *) blocks->pdata[1])->kind, ==, POPLENS_GUIDE_CODE);
  g_assert_cmpstr (nth_text (blocks, 1, 0)->plain, ==, " a & b");
}

static void
test_headings (void)
{
  g_autoptr (GPtrArray) blocks = parse ("# What's new, 2?\n## A_b – `c`\n## Same\n### Same\n");
  const char *anchors[] = {"whats-new-2", "a_b--c", "same", "same-1"};
  const guint levels[] = {1, 2, 2, 3};

  g_assert_cmpuint (blocks->len, ==, G_N_ELEMENTS (anchors));
  for (guint i = 0; i < blocks->len; i++) {
    const PoplensGuideBlock *block = blocks->pdata[i];
    g_assert_cmpint (block->kind, ==, POPLENS_GUIDE_HEADING);
    g_assert_cmpstr (block->anchor, ==, anchors[i]);
    g_assert_cmpuint (block->level, ==, levels[i]);
  }
}

static void
test_guide_lists (void)
{
  g_autoptr (GPtrArray) blocks = parse ("- a\n\n  b\n- c\n\n  3. d\n");
  const char *marks[] = {"•", NULL, "•", "3."};
  const guint levels[] = {1, 1, 1, 2};

  g_assert_cmpuint (blocks->len, ==, G_N_ELEMENTS (marks));
  for (guint i = 0; i < blocks->len; i++) {
    const PoplensGuideBlock *block = blocks->pdata[i];
    g_assert_cmpstr (block->mark, ==, marks[i]);
    g_assert_cmpuint (block->level, ==, levels[i]);
  }
}

static void
test_guide_tables (void)
{
  g_autoptr (GPtrArray) blocks = parse ("| a | b |\n|---|---|\n| `c` | d |\n| | e |\n");
  const PoplensGuideBlock *table = blocks->pdata[0];
  const char *cells[] = {"a", "b", "c", "d", "", "e"};

  g_assert_cmpuint (blocks->len, ==, 1);
  g_assert_cmpint (table->kind, ==, POPLENS_GUIDE_TABLE);
  g_assert_cmpuint (table->n_columns, ==, 2);
  g_assert_cmpuint (table->texts->len, ==, G_N_ELEMENTS (cells));
  for (guint i = 0; i < table->texts->len; i++)
    g_assert_cmpstr (nth_text (blocks, 0, i)->plain, ==, cells[i]);
}

static void
test_guide_links (void)
{
  g_autoptr (GPtrArray) blocks = parse ("[a](#in-the-window) [c](../guide/remote.md#privacy) "
                                        "[e](../library.md) [f](https://g.h/?i&j)\n\n"
                                        "![k](../k.png)\n");

  g_assert_cmpstr (nth_text (blocks, 0, 0)->markup, ==,
                   "<a href=\"docs/guide/compare.md#in-the-window\">a</a> <a "
                   "href=\"docs/guide/remote.md#privacy\">c</a> e "
                   "<a href=\"https://g.h/?i&amp;j\">f</a>");
  g_assert_cmpstr (nth_text (blocks, 0, 0)->plain, ==, "a c e f");
  g_assert_cmpint (((PoplensGuideBlock *) blocks->pdata[1])->kind, ==, POPLENS_GUIDE_PICTURE);
  g_assert_cmpstr (nth_text (blocks, 1, 0)->plain, ==, "k");
}

/* ---- the guide's own documents ---- */

static void
check_links (const PoplensGuide *guide, const char *path, const char *markup, guint *n)
{
  g_autoptr (GRegex) regex = g_regex_new ("href=\"([^\"]*)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) info = NULL;

  for (g_regex_match (regex, markup, 0, &info); g_match_info_matches (info);
       g_match_info_next (info, NULL), ++*n) {
    g_autofree char *target = g_match_info_fetch (info, 1);
    guint document, block;
    g_test_message ("%s links to %s", path, target);
    if (!g_str_has_prefix (target, "https://"))
      g_assert_true (poplens_guide_find (guide, target, &document, &block));
  }
}

/* Each document exists, and each link in it leads to a heading. */
static void
test_guide (void)
{
  g_autoptr (PoplensGuide) guide = poplens_guide_new ();
  guint n = 0;

  for (guint d = 0; d < poplens_guide_n_documents (guide); d++) {
    const PoplensGuideDocument *document = poplens_guide_get_document (guide, d);
    g_test_message ("%s", document->path);
    g_assert_cmpstr (document->title, !=, "");
    for (guint b = 0; b < document->blocks->len; b++)
      for (guint t = 0; t < ((PoplensGuideBlock *) document->blocks->pdata[b])->texts->len; t++)
        check_links (guide, document->path, nth_text (document->blocks, b, t)->markup, &n);
  }
  g_assert_cmpuint (n, >, 100);
}

static void
test_find (void)
{
  g_autoptr (PoplensGuide) guide = poplens_guide_new ();
  guint document, block;

  g_assert_true (
      poplens_guide_find (guide, "docs/guide/compare.md#in-the-window", &document, &block));
  g_assert_cmpstr (poplens_guide_get_document (guide, document)->path, ==, "docs/guide/compare.md");
  g_assert_cmpstr (nth_text (poplens_guide_get_document (guide, document)->blocks, block, 0)->plain,
                   ==, "In the window");
  g_assert_true (poplens_guide_find (guide, "docs/guide/compare.md", &document, &block));
  g_assert_cmpuint (block, ==, 0);
  g_assert_false (poplens_guide_find (guide,
                                      "docs/guide/compare.md"
                                      "#nowhere",
                                      &document, &block));
  g_assert_false (poplens_guide_find (guide, "docs/guide/nothing.md", &document, &block));
}

static void
test_guide_search (void)
{
  g_autoptr (PoplensGuide) guide = poplens_guide_new ();
  g_autoptr (GArray) matches = poplens_guide_search (guide, " TILE balance ");
  g_autoptr (GArray) none = poplens_guide_search (guide, "no such words (in it");
  g_autoptr (GArray) empty = poplens_guide_search (guide, " ");
  guint documents = 0;

  g_assert_cmpuint (matches->len, >, 3);
  for (guint i = 0; i < matches->len; i++) {
    const PoplensGuideMatch *match = &g_array_index (matches, PoplensGuideMatch, i);
    const GPtrArray *blocks = poplens_guide_get_document (guide, match->document)->blocks;
    g_autofree char *found =
        g_utf8_strdown (nth_text (blocks, match->block, match->text)->plain + match->start,
                        match->end - match->start);
    g_assert_cmpstr (found, ==, "tile balance");
    documents += i && match->document > match[-1].document;
    g_assert_true (!i || match->document >= match[-1].document);
  }
  g_assert_cmpuint (documents, >, 0);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (empty->len, ==, 0);
}

/* Labels are terms regardless of case, but parts of terms are not; every term of the table has
 * sentences. */
static void
test_glossary (void)
{
  static const char *const labels[] = {"Tile balance", "Gaps",    "ALWAYS LIVE", "Not always live",
                                       " Exchange ",   "BSP",     "Sync",        "Waiting",
                                       "Need",         "Headroom"};
  g_autoptr (PoplensGlossary) glossary = poplens_glossary_new ();

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++) {
    const PoplensGlossaryEntry *entry = poplens_glossary_find (glossary, labels[i]);
    g_assert_nonnull (entry);
    g_assert_cmpuint (strlen (entry->markup), >, 20);
  }
  g_assert_cmpstr (poplens_glossary_find (glossary, "excl. gaps")->term, ==, "Gap");
  g_assert_null (poplens_glossary_find (glossary, "Tile bal"));
  g_assert_null (poplens_glossary_find (glossary, ""));
  g_assert_null (poplens_glossary_find (glossary, NULL));
  g_assert_cmpuint (poplens_glossary_n_labels (glossary), >, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  poplens_guide_register ();
  g_test_add_func ("/guide/text", test_text);
  g_test_add_func ("/guide/headings", test_headings);
  g_test_add_func ("/guide/lists", test_guide_lists);
  g_test_add_func ("/guide/tables", test_guide_tables);
  g_test_add_func ("/guide/links", test_guide_links);
  g_test_add_func ("/guide/guide", test_guide);
  g_test_add_func ("/guide/find", test_find);
  g_test_add_func ("/guide/search", test_guide_search);
  g_test_add_func ("/guide/glossary", test_glossary);
  return g_test_run ();
}
