/* Element types of variables: only the bodies of debug contexts tell them. */
#include "base/error.h"
#include "derived/insights/insights-ground.h"

#include "analysis/operations/debug-operation.h"

#include <string.h>

typedef enum { TYPE_UNKNOWN, TYPE_OTHER, TYPE_FLOAT } ElementType;

typedef struct {
  PoplensReport *report;
  const PoplensVariables *variables;
  const PoplensDebugContexts *contexts;
  GCancellable *cancellable;
  GHashTable *known; /* unlowered id → ElementType + 1 */
} Types;

/* Of a body: `type` of a var, `traits` of a varConst. */
static ElementType
type_of_body (const PoplensSlice *body)
{
  const char *type = poplens_slice_body_member (body, 1, "type");
  const char *is_float = poplens_slice_body_member (body, 2, "isFloat"),
             *size = poplens_slice_body_member (body, 2, "size");

  if (type)
    return strcmp (type, "float") ? TYPE_OTHER : TYPE_FLOAT;
  if (!is_float || !size)
    return TYPE_UNKNOWN;
  return strcmp (is_float, "true") || strcmp (size, "4") ? TYPE_OTHER : TYPE_FLOAT;
}

static gboolean
type_of_context (Types *self, guint64 id, ElementType *type, GError **error)
{
  guint32 context = poplens_debug_contexts_find (self->contexts, id);
  g_autoptr (PoplensSlice) body = NULL;

  *type = TYPE_UNKNOWN;
  if (context == POPLENS_NO_CONTEXT ||
      strcmp (poplens_debug_context_layer (self->contexts, context), "poplar") ||
      !g_str_has_prefix (poplens_debug_context_category (self->contexts, context), "var"))
    return TRUE;
  body = poplens_report_get_slice (self->report, POPLENS_SLICE_BODY, id, self->cancellable, error);
  if (body)
    *type = type_of_body (body);
  return body != NULL;
}

/* A variable of several contexts is of a type where all of them are; 0 among them is memory of
 * which nothing is known. */
static gboolean
type_of_variable (Types *self, guint32 id, ElementType *type, GError **error)
{
  guint32 row = poplens_variables_find_debug (self->variables, id);
  g_autoptr (GArray) ids = NULL;

  *type = TYPE_UNKNOWN;
  if (row == G_MAXUINT32)
    return TRUE;
  ids = poplens_lists_values (self->variables->debug_ids, row);
  for (guint i = 0; i < ids->len; i++) {
    ElementType one;
    if (!type_of_context (self, g_array_index (ids, guint64, i), &one, error))
      return FALSE;
    if (i && one != *type)
      one = TYPE_UNKNOWN;
    *type = one;
    if (one == TYPE_UNKNOWN)
      break;
  }
  return TRUE;
}

static gboolean
look_up (Types *self, guint32 id, ElementType *type, GError **error)
{
  gpointer known = g_hash_table_lookup (self->known, GUINT_TO_POINTER (id));

  if (known) {
    *type = (ElementType) (GPOINTER_TO_UINT (known) - 1);
    return TRUE;
  }
  if (!type_of_variable (self, id, type, error))
    return FALSE;
  g_hash_table_insert (self->known, GUINT_TO_POINTER (id), GUINT_TO_POINTER (*type + 1));
  return TRUE;
}

static GBytes *
find_floats (Types *self, const PoplensTileBytes *bytes, GError **error)
{
  g_autofree guint8 *out = g_new0 (guint8, MAX (bytes->n_groups, 1));

  for (guint32 g = 0; g < bytes->n_groups; g++) {
    ElementType type = TYPE_UNKNOWN;
    if (g % 256 == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
      return NULL;
    if (bytes->groups[g].unlowered != G_MAXUINT32 &&
        !look_up (self, bytes->groups[g].unlowered, &type, error))
      return NULL;
    out[g] = type == TYPE_FLOAT;
  }
  return g_bytes_new_take (g_steal_pointer (&out), bytes->n_groups);
}

static gpointer
make_floats (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensWhatIf) what = poplens_report_what_if (report, cancellable, error);
  g_autoptr (GHashTable) types = g_hash_table_new (NULL, NULL);
  Types self = {.report = report, .cancellable = cancellable, .known = types};

  if (!what || !(self.variables = poplens_report_load_variables (report, cancellable, error)) ||
      !(self.contexts = poplens_report_load_debug (report, cancellable, error)))
    return NULL;
  return find_floats (&self, poplens_what_if_get_bytes (what), error);
}

GBytes *
poplens_report_float_groups (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-float-groups", make_floats,
                                         (GBoxedCopyFunc) g_bytes_ref,
                                         (GDestroyNotify) g_bytes_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
