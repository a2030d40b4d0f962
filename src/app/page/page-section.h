/* PoplensPageSection: one section of a document page, as a card with a title that collapses it. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_SECTION (poplens_page_section_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageSection, poplens_page_section, POPLENS, PAGE_SECTION, GtkWidget)

GtkWidget *poplens_page_section_new (PoplensSession *session);
/* Shows section @index of @bundle. If the previous section had the same kind, updates its widgets,
 * and stays collapsed or expanded. */
void poplens_page_section_show (PoplensPageSection *self, PoplensPageBundle *bundle, guint index);
/* Shows the next part of contents that take several frames to make. FALSE if all is shown. */
gboolean poplens_page_section_show_more (PoplensPageSection *self);
void poplens_page_section_follow_location (PoplensPageSection *self,
                                           const PoplensLocation *location);
/* Adds the number of the section's findings to @all, and the number that match the location's words
 * to @shown. */
void poplens_page_section_count_findings (PoplensPageSection *self, guint *shown, guint *all);
gboolean poplens_page_section_focus_search (PoplensPageSection *self);

G_END_DECLS
