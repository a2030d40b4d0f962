/* Makes shortcuts with letters work on keyboards without Latin letters. GTK finds a shortcut if any
 * layout of the keyboard has its letter; if all layouts are Cyrillic or Greek, it finds none. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Installs a key handler in all present and future windows, for keys without a shortcut. If such a
 * key types a letter of a non-Latin script, the handler activates the shortcut of the letter at the
 * same position of a US keyboard. */
void poplens_latin_keys_install (void);

G_END_DECLS
