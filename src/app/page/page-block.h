/* PoplensPageBlock: one block of a document page: a card with a title that folds it. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_BLOCK (poplens_page_block_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageBlock, poplens_page_block, POPLENS, PAGE_BLOCK, GtkWidget)

GtkWidget *poplens_page_block_new (PoplensSession *session);
/* Shows block @index of @bundle; one of the same kind as before is updated, and its fold stays. */
void poplens_page_block_show (PoplensPageBlock *self, PoplensPageBundle *bundle, guint index);
/* What was too much to show at once, a piece of it; FALSE where all is there. */
gboolean poplens_page_block_show_more (PoplensPageBlock *self);
void poplens_page_block_follow_location (PoplensPageBlock *self, const PoplensLocation *location);
gboolean poplens_page_block_focus_search (PoplensPageBlock *self);

void poplens_page_block_set_open (PoplensPageBlock *self, gboolean open);

G_END_DECLS
