/* PoplensSettings: settings of the user, in settings.ini of the user's configuration folder. The
 * file is written shortly after a change, and only the changed keys, so that two running programs
 * do not overwrite each other's changes. A damaged or unwritable file loses settings, but causes no
 * error. Main thread only.
 *
 * Groups and keys:
 *   general  theme (system, light, dark), unit (name of a PoplensByteUnit), version (of the last
 *            program that ran), framework (last choice)
 *   charts   axis (cycles, time), clock (MHz; 0: the report's), wheel (scroll, zoom), colours
 *            (name of a PoplensPalette)
 *   window   width, height, maximized, sidebar-collapsed, small-sidebar-collapsed (in windows
 *            below 1,100 pixels)
 *   export   folder; for pictures: format, width, height, scale, theme, alone
 *   sources  folders: pairs PREFIX=FOLDER, one per line (dialogs/source-folders.h)
 *   hidden-columns  a key for each table: names of columns, separated by commas
 *   columns.TABLE  a key for each column: width in pixels
 * Other widgets have groups of their own. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SETTINGS (poplens_settings_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSettings, poplens_settings, POPLENS, SETTINGS, GObject)

/* Signal "changed" (char *group, char *key): a key was set or removed. The group is the signal's
 * detail, as in "changed::general". */

/* Returns the settings of this display, shared by all windows. (transfer none) */
PoplensSettings *poplens_settings_get_default (void);
/* Makes settings that are stored in the file @path. For tests. */
PoplensSettings *poplens_settings_new (const char *path);

/* Returns the value of a key. (transfer full) (nullable): NULL if it is not set. */
char *poplens_settings_get_string (PoplensSettings *self, const char *group, const char *key);
/* Returns the keys of a group that have values; empty if there is no such group. (transfer full) */
GStrv poplens_settings_list_keys (PoplensSettings *self, const char *group);
/* Sets a key. @value: (nullable): NULL removes it. Does nothing if the value is equal. */
void poplens_settings_set_string (PoplensSettings *self, const char *group, const char *key,
                                  const char *value);
/* Returns the value of a key; @fallback if it is not set or has another type. */
int poplens_settings_get_int (PoplensSettings *self, const char *group, const char *key,
                              int fallback);
void poplens_settings_set_int (PoplensSettings *self, const char *group, const char *key,
                               int value);
gboolean poplens_settings_get_bool (PoplensSettings *self, const char *group, const char *key,
                                    gboolean fallback);
void poplens_settings_set_bool (PoplensSettings *self, const char *group, const char *key,
                                gboolean value);

/* Writes changes to the file now; called at the end of the program. FALSE with @error if that
 * fails; the next change tries again. */
gboolean poplens_settings_flush (PoplensSettings *self, GError **error);

G_END_DECLS
