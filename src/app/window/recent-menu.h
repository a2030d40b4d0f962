/* The reports opened last, as a menu of those that another one can be compared with. */
#pragma once

#include "app/window/recent.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define POPLENS_RECENT_MENU_MAX 12

/* Fills @menu anew with recent reports but the one at @path, newest first; with one item that
 * cannot be chosen where there are none. With @pair an item starts the action "win.compare-pair"
 * with @path and its own path, else "win.compare-with" with its own. */
void poplens_recent_menu_fill (GMenu *menu, PoplensRecent *recent, const char *path, gboolean pair);

G_END_DECLS
