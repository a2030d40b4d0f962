/* What a report does not say: the kind of every variable, and the cause that was planted. */
#pragma once

#include "demo/model.h"

G_BEGIN_DECLS

/* JSON; @m: after its variables are written. FALSE with @error. */
gboolean demo_truth_write (const DemoModel *m, const char *path, GError **error);

G_END_DECLS
