/* What belongs to a thing that was found. */
#include "tables/find/find-private.h"

#include "analysis/trace/name-parts.h"

#include <string.h>

/* Row by which the finder knows it; NONE where it knows it no longer. */
static guint32
row_of (const PoplensFinder *self, const PoplensFound *found)
{
  const GPtrArray *topics = self->topics[found->kind];

  if (found->kind < POPLENS_FOUND_OPERATION)
    return poplens_finder_row_of_id (self, found->kind, found->id);
  for (guint32 i = 0; topics && i < topics->len; i++) {
    const PoplensTopic *topic = topics->pdata[i];
    if (!strcmp (topic->title, found->title) && !g_strcmp0 (topic->key, found->key))
      return i;
  }
  return POPLENS_FIND_NONE;
}

static guint32
n_rows (const PoplensFinder *self, PoplensFoundKind kind)
{
  return self->topics[kind]                  ? self->topics[kind]->len
         : kind == POPLENS_FOUND_PROGRAM     ? self->programs->n
         : kind == POPLENS_FOUND_COMPUTE_SET ? self->vertices->n_compute_sets
         : kind == POPLENS_FOUND_VARIABLE    ? self->variables->n_unlowered
                                             : 0;
}

static guint64
bytes_of (const PoplensFinder *self, PoplensFoundKind kind, guint32 row)
{
  return kind == POPLENS_FOUND_VARIABLE ? self->variable_bytes[row]
         : self->topics[kind]           ? ((PoplensTopic *) self->topics[kind]->pdata[row])->bytes
                                        : 0;
}

PoplensFound *
poplens_finder_alike (const PoplensFinder *self, const PoplensFound *found, guint32 *n,
                      guint64 *bytes)
{
  const PoplensPatterns *patterns = self->patterns[found->kind];
  guint32 row = patterns ? row_of (self, found) : POPLENS_FIND_NONE;
  PoplensFoundMany many = {found->kind, row, 0, 0};

  if (row == POPLENS_FIND_NONE)
    return NULL;
  for (guint32 i = 0; i < n_rows (self, found->kind); i++)
    if (patterns->of_row[i] == patterns->of_row[row]) {
      many.n++;
      many.bytes += bytes_of (self, found->kind, i);
    }
  *n = many.n;
  *bytes = many.bytes;
  return many.n > 1 ? poplens_finder_describe_pattern (self, &many, POPLENS_BYTE_UNIT_BINARY)
                    : NULL;
}

/* Bytes of @layer where @path is in it, else 0. */
static gsize
covers (const char *layer, const char *path)
{
  gsize length = strlen (layer);

  return !strncmp (path, layer, length) && path[length] == '/' ? length : 0;
}

PoplensFound *
poplens_finder_layer_of (const PoplensFinder *self, const char *name, PoplensByteUnit unit)
{
  const GPtrArray *topics = self->topics[POPLENS_FOUND_LAYER];
  const char *path = poplens_name_without_phase (poplens_name_path (name));
  guint32 best = POPLENS_FIND_NONE;
  gsize longest = 0;

  for (guint32 i = 0; topics && i < topics->len; i++) {
    gsize length = covers (((const PoplensTopic *) topics->pdata[i])->title, path);
    if (length > longest) {
      longest = length;
      best = i;
    }
  }
  return longest ? poplens_finder_describe (self, POPLENS_FOUND_LAYER, best, unit) : NULL;
}
