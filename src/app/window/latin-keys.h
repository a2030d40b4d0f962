/* Shortcuts with letters, for keyboards without Latin letters. GTK matches shortcuts with the
 * letters of all layouts of a keyboard; with only a Cyrillic or Greek layout, it finds none. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Installs a key handler in all present and future windows: a key that types a letter of another
 * script, and that no shortcut uses, activates the shortcuts of the key at its position on a US
 * keyboard. */
void poplens_latin_keys_install (void);

G_END_DECLS
