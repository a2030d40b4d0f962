/* PoplensFactsView: a card for each fact of the headline. An icon, a word and a colour show the
 * tone of a fact. A card with a link is a button. Each value can be copied.
 *
 * Signals: "follow" (char *link), "toast" (char *text) */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FACTS_VIEW (poplens_facts_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFactsView, poplens_facts_view, POPLENS, FACTS_VIEW, GtkWidget)

GtkWidget *poplens_facts_view_new (void);
/* Sets the facts, and makes the first missing card. Call poplens_facts_view_show_more () to make
 * the other cards. In an empty view, cards become visible when all are made. @facts: of
 * PoplensFact; (transfer none), keeps a reference. */
void poplens_facts_view_set_facts (PoplensFactsView *self, GPtrArray *facts);
/* Makes the next card. FALSE if all are made. */
gboolean poplens_facts_view_show_more (PoplensFactsView *self);

/* Return the icon, word and style class of the tone of a fact or notice. (transfer none)
 * (nullable): NULL for a neutral tone. */
const char *poplens_tone_icon (PoplensTone tone);
const char *poplens_tone_word (PoplensTone tone);
const char *poplens_tone_css_class (PoplensTone tone);

/* ---- facts that are added one by one --------------------------------------------------------- */

/* PoplensFactList: shows facts as rows or cards of wrapped text. Making and laying out one takes
 * about 5 ms, so they are made one at a time. A fact that is shown already keeps its widget. */

typedef struct {
  GtkWidget *(*make) (gpointer owner, const PoplensFact *fact);
  void (*insert) (GtkWidget *parent, GtkWidget *child, int index);
  void (*remove) (GtkWidget *parent, GtkWidget *child);
} PoplensFactWidgets;

typedef struct {
  const PoplensFactWidgets *widgets;
  gpointer owner;    /* passed to .widgets->make () as its first argument */
  GtkWidget *parent; /* container of all widgets */
  GPtrArray *facts;  /* (nullable): of PoplensFact */
  guint next;        /* index of the fact whose widget is made next */
} PoplensFactList;

/* Sets the facts and makes the first missing widget. @facts: (nullable) (transfer none), keeps a
 * reference. */
void poplens_fact_list_set (PoplensFactList *self, GPtrArray *facts);
/* Makes the next widget. Replaces an obsolete widget at its position, so that the widgets below
 * hardly move. FALSE if all are made. */
gboolean poplens_fact_list_show_more (PoplensFactList *self);
void poplens_fact_list_clear (PoplensFactList *self);

G_END_DECLS
