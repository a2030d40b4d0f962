/* What is to be done with a report that is dropped where another one is shown. */
#pragma once

#include "app/dialogs/file-dialog.h"

G_BEGIN_DECLS

/* Asks; then one of the two is called with @path and @object, which is held meanwhile, or none. */
void poplens_drop_choice_ask (GtkWindow *parent, const char *path, PoplensFileFunc compare,
                              PoplensFileFunc open, gpointer object);

G_END_DECLS
