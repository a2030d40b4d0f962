/* Index of debug contexts: look-up by id, names, ancestors and common ancestors. */
#include "model/debug-contexts.h"

#include "base/search.h"
#include "base/visible.h"

#include <string.h>

PoplensDebugContexts *
poplens_debug_contexts_new (void)
{
  PoplensDebugContexts *self = g_new0 (PoplensDebugContexts, 1);

  self->kinds = g_array_new (FALSE, FALSE, sizeof (PoplensDebugKind));
  self->places = g_array_new (FALSE, FALSE, sizeof (PoplensDebugPlace));
  self->strings = poplens_strings_new ();
  self->text = g_byte_array_new ();
  return self;
}

void
poplens_debug_contexts_free (PoplensDebugContexts *self)
{
  if (!self)
    return;
  g_free (self->id);
  g_free (self->offset_low);
  g_free (self->offset_high);
  g_free (self->length);
  g_free (self->parent);
  g_free (self->name);
  g_free (self->place);
  g_free (self->line);
  g_free (self->kind);
  g_array_unref (self->kinds);
  g_array_unref (self->places);
  poplens_strings_free (self->strings);
  g_byte_array_unref (self->text);
  g_free (self->text_at);
  g_free (self->reason);
  g_free (self);
}

guint32
poplens_debug_contexts_find (const PoplensDebugContexts *self, guint64 id)
{
  gsize at = poplens_count_below_u64 (self->id, self->n, id);

  return id && at < self->n && self->id[at] == id ? (guint32) at : POPLENS_NO_CONTEXT;
}

guint64
poplens_debug_context_offset (const PoplensDebugContexts *self, guint32 context)
{
  return (guint64) self->offset_high[context] << 32 | self->offset_low[context];
}

static const PoplensDebugKind *
context_kind (const PoplensDebugContexts *self, guint32 context)
{
  return &g_array_index (self->kinds, PoplensDebugKind, self->kind[context]);
}

const char *
poplens_debug_context_layer (const PoplensDebugContexts *self, guint32 context)
{
  return poplens_strings_get (self->strings, context_kind (self, context)->layer);
}

const char *
poplens_debug_context_category (const PoplensDebugContexts *self, guint32 context)
{
  return poplens_strings_get (self->strings, context_kind (self, context)->category);
}

const char *
poplens_debug_text (const PoplensDebugContexts *self, PoplensDebugText text)
{
  if (text == POPLENS_DEBUG_NO_TEXT)
    return NULL;
  if (text & POPLENS_DEBUG_INLINE)
    return poplens_strings_get (self->strings, text & ~POPLENS_DEBUG_INLINE);
  return text < self->n_texts ? (const char *) self->text->data + self->text_at[text] : NULL;
}

const char *
poplens_debug_context_name (const PoplensDebugContexts *self, guint32 context)
{
  return poplens_debug_text (self, self->name[context]);
}

static const PoplensDebugPlace *
context_place (const PoplensDebugContexts *self, guint32 context)
{
  guint32 place = self->place[context];

  return place < self->places->len ? &g_array_index (self->places, PoplensDebugPlace, place) : NULL;
}

const char *
poplens_debug_context_file (const PoplensDebugContexts *self, guint32 context)
{
  const PoplensDebugPlace *place = context_place (self, context);

  return place ? poplens_debug_text (self, place->file) : NULL;
}

const char *
poplens_debug_context_function (const PoplensDebugContexts *self, guint32 context)
{
  const PoplensDebugPlace *place = context_place (self, context);

  return place ? poplens_debug_text (self, place->function) : NULL;
}

const char *
poplens_debug_context_label (const PoplensDebugContexts *self, guint32 context,
                             char buffer[POPLENS_DEBUG_LABEL_SIZE])
{
  PoplensDebugText text = self->name[context];
  const char *name = poplens_debug_text (self, text);

  if (name)
    return name;
  if (text == POPLENS_DEBUG_NO_TEXT)
    return "";
  g_snprintf (buffer, POPLENS_DEBUG_LABEL_SIZE, "Unnamed (%u)", text);
  return buffer;
}

guint32
poplens_debug_context_parent (const PoplensDebugContexts *self, guint32 context)
{
  guint32 parent = self->parent[context];

  return parent < self->n ? parent : POPLENS_NO_CONTEXT;
}

GArray *
poplens_debug_context_chain (const PoplensDebugContexts *self, guint32 context)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; context < self->n; context = poplens_debug_context_parent (self, context))
    g_array_append_val (chain, context);
  return chain;
}

char *
poplens_debug_context_path (const PoplensDebugContexts *self, guint32 context)
{
  g_autoptr (GArray) chain = poplens_debug_context_chain (self, context);
  g_autoptr (GString) path = g_string_new (NULL);
  char buffer[POPLENS_DEBUG_LABEL_SIZE];
  char *cut;

  for (guint i = chain->len; i--;) {
    const char *name =
        poplens_debug_context_label (self, g_array_index (chain, guint32, i), buffer);
    if (!*name)
      continue;
    if (path->len)
      g_string_append_c (path, '/');
    g_string_append (path, name);
  }
  poplens_shorten (path->str, POPLENS_DEBUG_MOST_PATH, &cut);
  return cut ? cut : g_string_free (g_steal_pointer (&path), FALSE);
}

guint32
poplens_debug_context_in_layer (const PoplensDebugContexts *self, guint32 context,
                                const char *layer)
{
  while (context < self->n && strcmp (layer, poplens_debug_context_layer (self, context)))
    context = poplens_debug_context_parent (self, context);
  return context < self->n ? context : POPLENS_NO_CONTEXT;
}

static guint32
context_depth (const PoplensDebugContexts *self, guint32 context)
{
  guint32 depth = 0;

  for (; context < self->n; context = poplens_debug_context_parent (self, context))
    depth++;
  return depth;
}

/* Returns the nearest common ancestor of @a and @b, each of which counts as its own ancestor. */
static guint32
common_ancestor (const PoplensDebugContexts *self, guint32 a, guint32 b)
{
  guint32 da = context_depth (self, a), db = context_depth (self, b);

  for (; da > db; da--)
    a = poplens_debug_context_parent (self, a);
  for (; db > da; db--)
    b = poplens_debug_context_parent (self, b);
  while (a != b) {
    a = poplens_debug_context_parent (self, a);
    b = poplens_debug_context_parent (self, b);
  }
  return a;
}

guint32
poplens_debug_contexts_meet (const PoplensDebugContexts *self, const guint64 *ids, gsize n_ids)
{
  guint32 found = n_ids ? poplens_debug_contexts_find (self, ids[0]) : POPLENS_NO_CONTEXT;

  for (gsize i = 1; i < n_ids && found < self->n; i++) {
    guint32 next = poplens_debug_contexts_find (self, ids[i]);
    found = next < self->n ? common_ancestor (self, found, next) : POPLENS_NO_CONTEXT;
  }
  return found < self->n ? found : POPLENS_NO_CONTEXT;
}

guint32
poplens_debug_contexts_common (const PoplensDebugContexts *self, const guint64 *ids, gsize n_ids,
                               const char *layer)
{
  guint32 found = poplens_debug_contexts_meet (self, ids, n_ids);

  return found < self->n ? poplens_debug_context_in_layer (self, found, layer) : POPLENS_NO_CONTEXT;
}

gsize
poplens_debug_contexts_bytes (const PoplensDebugContexts *self)
{
  return sizeof *self + (gsize) self->n * POPLENS_DEBUG_CONTEXT_BYTES +
         self->kinds->len * sizeof (PoplensDebugKind) +
         self->places->len * sizeof (PoplensDebugPlace) + self->text->len +
         self->n_texts * sizeof (guint64);
}
