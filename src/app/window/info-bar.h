/* Bars of notices that come at once. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Takes the slide from @bar. While it slides, GTK 4.8's revealer asks for the width at its height
 * divided by how far it is, as much as 2^20 pixels, and a label that wraps at characters answers
 * with more than its least width: a critical warning, and widgets that overlap. */
void poplens_info_bar_come_at_once (GtkInfoBar *bar);

G_END_DECLS
