/* Which unlowered variables a location's "variable" names. Private to tables and pages. */
#pragma once

#include "model/variables.h"

G_BEGIN_DECLS

/* @text: an id, as var_bytes_by_eq_class numbers them, or a whole name, which several may have.
 * NULL with POPLENS_ERROR_USAGE where there is none. (transfer full) GArray of guint32 */
GArray *poplens_variable_ids (const PoplensVariables *variables, const char *text, GError **error);

G_END_DECLS
