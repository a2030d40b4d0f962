/* PoplensFactList: facts as rows or cards of wrapped texts, which take some 5 ms each to be made
 * and laid out: one comes after the other, and what is said again keeps its widget. */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

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
