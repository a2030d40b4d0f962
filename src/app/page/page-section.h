/* PoplensPageSection: one section of a document page: a card with a title that folds it. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_SECTION (poplens_page_section_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageSection, poplens_page_section, POPLENS, PAGE_SECTION, GtkWidget)

GtkWidget *poplens_page_section_new (PoplensSession *session);
/* Shows section @index of @bundle; one of the same kind as before is updated, and its fold stays.
 */
void poplens_page_section_show (PoplensPageSection *self, PoplensPageBundle *bundle, guint index);
/* What was too much to show at once, a piece of it; FALSE where all is there. */
gboolean poplens_page_section_show_more (PoplensPageSection *self);
void poplens_page_section_follow_location (PoplensPageSection *self,
                                           const PoplensLocation *location);
/* Adds how many findings it has to @all, and how many of them the location's words find to @shown.
 */
void poplens_page_section_count_findings (PoplensPageSection *self, guint *shown, guint *all);
gboolean poplens_page_section_focus_search (PoplensPageSection *self);

G_END_DECLS
