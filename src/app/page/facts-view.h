/* PoplensFactsView: the headline: a card for each fact. A tone is an icon and a word, not only a
 * colour; a card with a link is a button; every value can be copied.
 *
 * Signals: "follow" (char *link), "toast" (char *text) */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

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

/* ---- facts that come one after the other ----------------------------------------------------- */

/* PoplensFactList: facts as rows or cards of wrapped texts, which take some 5 ms each to be made
 * and laid out: one comes after the other, and what is said again keeps its widget. */

typedef struct {
  GtkWidget *(*make) (gpointer owner, const PoplensFact *fact);
  void (*insert) (GtkWidget *parent, GtkWidget *child, int index);
  void (*remove) (GtkWidget *parent, GtkWidget *child);
} PoplensFactWidgets;

typedef struct {
  const PoplensFactWidgets *widgets;
  gpointer owner;    /* for make() */
  GtkWidget *parent; /* of all widgets */
  GPtrArray *facts;  /* PoplensFact; NULL: none */
  guint next;        /* the first that may have no widget yet */
} PoplensFactList;

/* Shows the first of @facts (nullable, kept) that is not there already. */
void poplens_fact_list_set (PoplensFactList *self, GPtrArray *facts);
/* The next one, in the place of one that nobody needs, so that what is below hardly moves. FALSE
 * where all are there. */
gboolean poplens_fact_list_show_more (PoplensFactList *self);
void poplens_fact_list_clear (PoplensFactList *self);

G_END_DECLS
