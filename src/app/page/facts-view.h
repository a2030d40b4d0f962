/* PoplensFactsView: the headline: a card for each fact. A tone is an icon and a word, not only a
 * colour; a card with a link is a button; every value can be copied.
 *
 * Signals: "follow" (char *link), "toast" (char *text) */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_FACTS_VIEW (poplens_facts_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFactsView, poplens_facts_view, POPLENS, FACTS_VIEW, GtkWidget)

GtkWidget *poplens_facts_view_new (void);
/* @facts: of PoplensFact; kept. Makes the first that is not there already: the others come with
 * show_more (), and what shows none so far shows them when all are there. */
void poplens_facts_view_set_facts (PoplensFactsView *self, GPtrArray *facts);
/* The next card; FALSE where all are there. */
gboolean poplens_facts_view_show_more (PoplensFactsView *self);

/* For notices as well: NULL where the tone says nothing. */
const char *poplens_tone_icon (PoplensTone tone);
const char *poplens_tone_word (PoplensTone tone);
const char *poplens_tone_css_class (PoplensTone tone);

G_END_DECLS
