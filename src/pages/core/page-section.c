/* Sections of a page: tables and the chart, made of a location, or taken from the page before where
 * nothing that they depend on has changed. */
#include "pages/core/page-private.h"

#include "base/error.h"

#include <string.h>

#define BIT(part) POPLENS_PART_BIT (POPLENS_PART_##part)

/* ---- what a section depends on ----------------------------------------------------------------
 */

void
poplens_made_of_clear (PoplensMadeOf *self)
{
  g_clear_pointer (&self->location, poplens_location_unref);
  g_clear_pointer (&self->reads, poplens_location_reads_unref);
}

gboolean
poplens_made_of_is (const PoplensMadeOf *self, const PoplensLocation *location)
{
  return self->location && poplens_location_reads_same (self->reads, self->location, location);
}

PoplensLocation *
poplens_made_of_begin (PoplensMadeOf *self, const PoplensLocation *location)
{
  if (!self)
    return poplens_location_watch (location, NULL);
  poplens_made_of_clear (self);
  self->location = poplens_location_watch (location, NULL);
  self->reads = poplens_location_reads_new ();
  return poplens_location_watch (location, self->reads);
}

static void
take (PoplensMadeOf *self, const PoplensMadeOf *other)
{
  poplens_made_of_clear (self);
  self->location = poplens_location_ref (other->location);
  self->reads = poplens_location_reads_ref (other->reads);
}

/* ---- tables ------------------------------------------------------------------------------------
 */

/* The location may sort by a column that the table does not have. */
static void
judge_sort (PoplensPage *page, const PoplensTable *table)
{
  const char *name = poplens_table_get_name (table);
  g_autofree char *key = g_strconcat ("sort.", name, NULL);
  const char *sort = poplens_location_get (page->location, key);

  if (!sort || poplens_table_find_column (table, sort + (*sort == '-')) >= 0)
    return;
  g_autofree char *text = g_strdup_printf ("unknown column “%s” in table %s", sort, name);
  poplens_page_add_misuse (page, text);
}

const char *
poplens_block_table (const PoplensBlock *block)
{
  return block->table_name ? block->table_name : block->key;
}

/* Its table of @of, and what it depends on; or that of the page before. */
static PoplensTable *
make_or_take (PoplensBlock *block, const PoplensPageContext *context, GError **error)
{
  const PoplensPage *before = context->before;
  const PoplensBlock *old = before ? poplens_page_find_block (before, block->key) : NULL;
  const PoplensLocation *of = block->location ? block->location : context->location;

  if (old && old->table && !strcmp (poplens_block_table (old), poplens_block_table (block)) &&
      poplens_made_of_is (&old->made, of)) {
    take (&block->made, &old->made);
    return poplens_table_ref (old->table);
  }
  g_autoptr (PoplensLocation) watched = poplens_made_of_begin (&block->made, of);
  return poplens_tables_build (poplens_block_table (block), context->report, watched,
                               context->cancellable, error);
}

gboolean
poplens_page_fill_table (PoplensPage *page, const PoplensPageContext *context, PoplensBlock *block,
                         GError **error)
{
  g_autoptr (GError) local = NULL;

  block->waits = FALSE;
  block->table = make_or_take (block, context, &local);
  if (block->table) {
    judge_sort (page, block->table);
  } else if (poplens_page_can_go_without (local)) {
    block->text = g_strdup (local->message);
  } else if (g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_USAGE)) {
    /* What the location asks of one table does not take the others' page away. */
    block->text = g_strdup (local->message);
    poplens_page_add_misuse (page, local->message);
  } else {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  return TRUE;
}

static PoplensBlock *
add_table_block (PoplensPage *page, const char *name)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);

  return poplens_page_add_block (page, POPLENS_BLOCK_TABLE, name, spec ? spec->title : name);
}

gboolean
poplens_page_add_table (PoplensPage *page, const PoplensPageContext *context, const char *name,
                        PoplensBlock **block, GError **error)
{
  PoplensBlock *added = add_table_block (page, name);

  if (block)
    *block = added;
  return poplens_page_fill_table (page, context, added, error);
}

gboolean
poplens_page_add_tab (PoplensPage *page, const PoplensPageContext *context, const char *name,
                      PoplensBlock **block, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (name);
  /* archive.a is compared before there is a tab for it. */
  guint32 there = poplens_page_parts_of_location (page->location) | BIT (ARCHIVE);

  if (!spec || !(spec->parts & ~there))
    return poplens_page_add_table (page, context, name, block, error);
  *block = add_table_block (page, name);
  (*block)->waits = TRUE;
  return TRUE;
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

gboolean
poplens_page_take_chart (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensBlock *old = context->before ? poplens_page_get_chart (context->before) : NULL;
  gsize n = old && old->chart ? poplens_chart_get_n_items (old->chart) : 0;

  if (!old || !old->chart || !poplens_made_of_is (&old->made, context->location))
    return FALSE;
  PoplensBlock *block = poplens_page_add_block (page, old->kind, old->key, old->title);
  block->chart = poplens_chart_ref (old->chart);
  block->chart_tiles = g_memdup2 (old->chart_tiles, n * sizeof *old->chart_tiles);
  block->selects = old->selects;
  take (&block->made, &old->made);
  page->n_tiles = context->before->n_tiles;
  return TRUE;
}

void
poplens_page_keep_chart (PoplensPage *page, const PoplensPageContext *context)
{
  PoplensBlock *block = (PoplensBlock *) poplens_page_get_chart (page);

  /* What is said beside it would be lost. */
  if (!block || block != page->blocks->pdata[page->blocks->len - 1])
    return;
  poplens_made_of_clear (&block->made);
  block->made.location = poplens_location_watch (context->location, NULL);
  block->made.reads = poplens_location_reads_copy (context->reads);
}
