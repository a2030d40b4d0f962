/* Letters that no widget wanted, wherever in the window the focus is: what they do on the page that
 * is shown. Those of its controls take the next option; W, S, A, D zoom and move its chart; N goes
 * through the hits of its search; L, P, X, M, K and Ctrl+Z are the trace's. */
#pragma once

#include "app/page/page-widget.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct {
  PoplensPageId id;
  PoplensSession *session;
  PoplensPageWidget *widget;
  const PoplensPageBundle *bundle;
} PoplensPageShown;

/* FALSE where no page is shown, or none is built yet. */
typedef gboolean (*PoplensPageShownFunc) (GtkWidget *view, PoplensPageShown *shown);

/* @view: shows the pages; its window's keys are listened to for as long as it lives. */
void poplens_page_keys_add (GtkWidget *view, PoplensPageShownFunc func);

G_END_DECLS
