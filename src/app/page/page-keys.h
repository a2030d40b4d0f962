/* Letter keys of a page, which work wherever the focus is in the window, if no widget uses them.
 * The letters of its controls choose the next option; W, S, A, D zoom and pan its chart; N steps
 * through search matches; L, P, X, M, K and Ctrl+Z act on the trace. */
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

/* Returns what @view shows. FALSE if no page is shown or built yet. */
typedef gboolean (*PoplensPageShownFunc) (GtkWidget *view, PoplensPageShown *shown);

/* Adds the shortcuts to @view, which shows the pages, in the scope of its window, for as long as
 * @view lives. @func: returns what it shows. */
void poplens_page_keys_add (GtkWidget *view, PoplensPageShownFunc func);

G_END_DECLS
