/* Makes shortcuts with letters work on keyboards without Latin letters. GTK finds a shortcut if any
 * layout of the keyboard has its letter; if all layouts are Cyrillic or Greek, it finds none. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Installs a handler of keys without a shortcut in all present and future windows. If such a key
 * types a letter of another script, the handler activates the shortcut of the letter at the same
 * position of a US keyboard. */
void poplens_latin_keys_install (void);

G_END_DECLS
