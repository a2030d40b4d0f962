/* PoplensApplication: the program: its windows, and what they share. */
#pragma once

#include <adwaita.h>

#include "app/window/window.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_APPLICATION (poplens_application_get_type ())
G_DECLARE_FINAL_TYPE (PoplensApplication, poplens_application, POPLENS, APPLICATION, AdwApplication)

/* Unique on the session bus, but not where POPLENS_TEST is set. */
PoplensApplication *poplens_application_new (void);

/* Shows the report at @path: in the window that shows it already, else in @window where that is
 * empty, else in a new one. @location: (nullable): a written location. @window: (nullable). */
void poplens_application_open (PoplensApplication *self, PoplensWindow *window, const char *path,
                               const char *location);

/* Raises the window that shows or opens @path (absolute). (transfer none); NULL where there is
 * none.
 */
PoplensWindow *poplens_application_present (PoplensApplication *self, const char *path);

/* Makes templates, icons and styles known; before any widget of this room is made. */
void poplens_register_resources (void);

G_END_DECLS
