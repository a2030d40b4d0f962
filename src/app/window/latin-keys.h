/* Shortcuts of letters on keyboards without Latin letters. GTK matches a shortcut with the letters
 * of all layouts that a keyboard has; with a Cyrillic or Greek layout alone it finds none. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* In all windows that there are and will be, a key that no shortcut has taken, and that types a
 * letter of another script, activates the shortcuts of the key at its position on a US keyboard. */
void poplens_latin_keys_install (void);

G_END_DECLS
