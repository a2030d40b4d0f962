/* Letter keys of a page, which work wherever the focus is in the window, unless a widget uses them.
 * The letter of a control chooses its next option; W, S, A, D zoom and pan the chart; N steps
 * through search matches; L, P, X, M, K and Ctrl+Z act on a trace. */
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

/* Gets the page that @view shows. @shown: (out). FALSE if no page has been built yet. */
typedef gboolean (*PoplensPageShownFunc) (GtkWidget *view, PoplensPageShown *shown);

/* Adds the shortcuts of pages to @view, for its whole window. They are removed with @view. @func:
 * gets the page that @view shows. */
void poplens_page_keys_add (GtkWidget *view, PoplensPageShownFunc func);

G_END_DECLS
