/* PoplensSettings: what the user chose, in settings.ini of the user's configuration folder. Written
 * a moment after a change, atomically, and only the keys that were changed, so that two running
 * programs do not undo each other. A damaged or unwritable file costs the choices, never the
 * program. Main thread only.
 *
 * Groups and keys in use:
 *   general  theme (system, light, dark), unit (a PoplensByteUnit by name), version (that ran
 *            last), framework (chosen last)
 *   charts   axis (cycles, time), clock (MHz; 0: the report's), wheel (scroll, zoom), colours (a
 *            PoplensPalette by name)
 *   window   width, height, maximized, sidebar-collapsed, small-sidebar-collapsed (windows
 *            below 1,100 pixels)
 *   export   folder; format, width, height, scale, theme, alone of pictures
 *   sources  folders: pairs PREFIX=FOLDER, a line each (dialogs/source-folders.h)
 *   hidden-columns  TABLE: names of columns, with commas between them
 *   columns.TABLE, and others of the widgets' own choice */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SETTINGS (poplens_settings_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSettings, poplens_settings, POPLENS, SETTINGS, GObject)

/* Signal "changed" (char *group, char *key), detailed with the group: "changed::general". */

/* The settings of this display, the same for all windows. (transfer none) */
PoplensSettings *poplens_settings_get_default (void);
/* Settings in a file of their own, for tests. */
PoplensSettings *poplens_settings_new (const char *path);

/* (transfer full) (nullable): NULL where the key is not set. */
char *poplens_settings_get_string (PoplensSettings *self, const char *group, const char *key);
/* Keys of a group that has values; none where there is no such group. (transfer full) */
GStrv poplens_settings_list_keys (PoplensSettings *self, const char *group);
/* @value: (nullable): NULL takes the key away. Setting what is there already does nothing. */
void poplens_settings_set_string (PoplensSettings *self, const char *group, const char *key,
                                  const char *value);
/* @fallback where the key is not set or is not of that kind. */
int poplens_settings_get_int (PoplensSettings *self, const char *group, const char *key,
                              int fallback);
void poplens_settings_set_int (PoplensSettings *self, const char *group, const char *key,
                               int value);
gboolean poplens_settings_get_bool (PoplensSettings *self, const char *group, const char *key,
                                    gboolean fallback);
void poplens_settings_set_bool (PoplensSettings *self, const char *group, const char *key,
                                gboolean value);

/* Writes what is not written yet, now: when the program ends. FALSE if that cannot be written; the
 * next change tries again. */
gboolean poplens_settings_flush (PoplensSettings *self, GError **error);

G_END_DECLS
