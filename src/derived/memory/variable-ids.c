#include "derived/memory/variable-ids.h"

#include "base/error.h"

#include <string.h>

GArray *
poplens_variable_ids (const PoplensVariables *variables, const char *text, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 id;
  gboolean is_id = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32 - 1, &id, NULL);

  for (guint32 r = 0; r < variables->n_unlowered; r++)
    if (is_id ? variables->unlowered_id[r] == id
              : !strcmp (text,
                         poplens_strings_get (variables->strings, variables->unlowered_name[r])))
      g_array_append_val (ids, variables->unlowered_id[r]);
  if (ids->len)
    return g_steal_pointer (&ids);
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "no variable \u201c%s\u201d; use the ID or the full name", text);
  return NULL;
}
