/* Memory part: its columns, the known categories with groups and titles, and the checks of their
 * sums. */
#include "model/memory.h"

#include "base/error.h"
#include "base/search.h"
#include "model/target.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *title;
  PoplensMemoryGroup group;
} known[] = {
    {"variable", "Variables", POPLENS_GROUP_TENSORS},
    {"multiple", "Multiple", POPLENS_GROUP_TENSORS},
    {"outputEdge", "Output edges", POPLENS_GROUP_TENSORS},
    {"constant", "Constants", POPLENS_GROUP_TENSORS},
    {"message", "Internal exchange buffers", POPLENS_GROUP_EXCHANGE_BUFFERS},
    {"hostMessage", "Host exchange buffers", POPLENS_GROUP_EXCHANGE_BUFFERS},
    {"globalMessage", "Global exchange buffers", POPLENS_GROUP_EXCHANGE_BUFFERS},
    {"rearrangement", "Rearrangement buffers", POPLENS_GROUP_EXCHANGE_BUFFERS},
    {"vertexInstanceState", "Vertex instance state", POPLENS_GROUP_VERTEX_STATE},
    {"vertexFieldData", "Vertex field data", POPLENS_GROUP_VERTEX_STATE},
    {"copyDescriptor", "Copy descriptors", POPLENS_GROUP_VERTEX_STATE},
    {"vectorListDescriptor", "Vector list descriptors", POPLENS_GROUP_VERTEX_STATE},
    {"vertexCode", "Vertex code", POPLENS_GROUP_VERTEX_CODE},
    {"sharedCodeStorage", "Shared code storage", POPLENS_GROUP_VERTEX_CODE},
    {"internalExchangeCode", "Internal exchange code", POPLENS_GROUP_EXCHANGE_CODE},
    {"hostExchangeCode", "Host exchange code", POPLENS_GROUP_EXCHANGE_CODE},
    {"globalExchangeCode", "Global exchange code", POPLENS_GROUP_EXCHANGE_CODE},
    {"hostExchangePacketHeader", "Host exchange packet headers", POPLENS_GROUP_EXCHANGE_CODE},
    {"globalExchangePacketHeader", "Global exchange packet headers", POPLENS_GROUP_EXCHANGE_CODE},
    {"controlCode", "Control code", POPLENS_GROUP_CONTROL_AND_STACK},
    {"controlId", "Program and sync IDs", POPLENS_GROUP_CONTROL_AND_STACK},
    {"controlTable", "Control table", POPLENS_GROUP_CONTROL_AND_STACK},
    {"stack", "Stack", POPLENS_GROUP_CONTROL_AND_STACK},
    {"instrumentationResults", "Instrumentation results", POPLENS_GROUP_PROFILING},
    {"dwarf", "DWARF", POPLENS_GROUP_PROFILING},
    {"sharedDataStorage", "Shared data storage", POPLENS_GROUP_OTHER},
    {"sharedStructureState", "Shared structure state", POPLENS_GROUP_OTHER},
};

static void
category_free (gpointer data)
{
  PoplensCategory *category = data;

  g_free (category->name);
  g_free (category->title);
  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
    g_free (category->lists[l]);
  g_free (category);
}

const char *
poplens_memory_caveat (const PoplensMemory *self)
{
  return self->incomplete ? "archive.a is incomplete: tiles are missing." : NULL;
}

PoplensMemory *
poplens_memory_new (guint32 n_tiles)
{
  PoplensMemory *self = g_new0 (PoplensMemory, 1);
  guint32 **columns[] = {&self->tile,
                         &self->total,
                         &self->total_including_gaps,
                         &self->non_interleaved,
                         &self->non_interleaved_including_gaps,
                         &self->interleaved,
                         &self->interleaved_including_gaps,
                         &self->overflowed,
                         &self->overflowed_including_gaps,
                         &self->always_live,
                         &self->not_always_live_max,
                         &self->shared};

  self->n_tiles = n_tiles;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    *columns[i] = g_new0 (guint32, n_tiles);
  self->categories = g_ptr_array_new_with_free_func (category_free);
  return self;
}

void
poplens_memory_free (PoplensMemory *self)
{
  if (!self)
    return;
  guint32 *columns[] = {self->tile,
                        self->total,
                        self->total_including_gaps,
                        self->non_interleaved,
                        self->non_interleaved_including_gaps,
                        self->interleaved,
                        self->interleaved_including_gaps,
                        self->overflowed,
                        self->overflowed_including_gaps,
                        self->always_live,
                        self->not_always_live_max,
                        self->shared};
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_free (columns[i]);
  g_ptr_array_unref (self->categories);
  g_free (self->liveness_tiles);
  g_free (self);
}

PoplensMemoryGroup
poplens_memory_group_of (const char *category, const char **title)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (category, known[i].name)) {
      if (title)
        *title = known[i].title;
      return known[i].group;
    }
  if (title)
    *title = category;
  return POPLENS_GROUP_OTHER;
}

PoplensMemoryGroup
poplens_memory_group_of_variable (const char *name)
{
  static const char *const ids[] = {"broadcastProgramId", "programId", "syncID"};
  const char *colon = name && *name == '<' ? strchr (name, ':') : NULL;

  if (!name || !*name)
    return POPLENS_GROUP_OTHER;
  if (colon) {
    g_autofree char *category = g_strndup (name + 1, (gsize) (colon - name - 1));
    return poplens_memory_group_of (category, NULL);
  }
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (name, known[i].name))
      return known[i].group;
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    if (g_str_has_prefix (name, ids[i]))
      return POPLENS_GROUP_CONTROL_AND_STACK;
  return g_str_has_prefix (name, "message-cs") ? POPLENS_GROUP_EXCHANGE_BUFFERS
                                               : POPLENS_GROUP_TENSORS;
}

PoplensCategory *
poplens_memory_add_category (PoplensMemory *self, const char *name)
{
  PoplensCategory *category = g_new0 (PoplensCategory, 1);
  const char *title;

  category->name = g_strdup (name);
  category->group = poplens_memory_group_of (name, &title);
  category->title = g_strdup (title);
  g_ptr_array_add (self->categories, category);
  return category;
}

guint32 *
poplens_memory_category_list (PoplensMemory *self, PoplensCategory *category,
                              PoplensCategoryList list)
{
  if (!category->lists[list])
    category->lists[list] = g_new0 (guint32, self->n_tiles);
  return category->lists[list];
}

/* Returns the position in the table of known categories, by which categories are sorted. Unknown
 * names come last. */
static guint
category_rank (const PoplensCategory *category)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!strcmp (category->name, known[i].name))
      return i;
  return G_N_ELEMENTS (known);
}

static int
compare_categories (gconstpointer a, gconstpointer b)
{
  guint ra = category_rank (*(PoplensCategory *const *) a),
        rb = category_rank (*(PoplensCategory *const *) b);

  return ra < rb ? -1 : ra > rb;
}

gboolean
poplens_memory_finish (PoplensMemory *self, GError **error)
{
  g_autofree guint64 *alone = g_new0 (guint64, self->n_tiles);

  self->has_categories = self->categories->len > 0;
  g_ptr_array_sort (self->categories, compare_categories);
  for (guint c = 0; c < self->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->categories, c);
    /* Only every second list has bytes that no other variable covers. */
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l += 2)
      for (guint32 t = 0; category->lists[l] && t < self->n_tiles; t++)
        alone[t] += category->lists[l][t];
  }
  for (guint32 t = 0; self->has_categories && t < self->n_tiles; t++) {
    if (alone[t] > self->total[t]) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                   "the categories of tile %u hold %" G_GUINT64_FORMAT
                   " unshared bytes, more than its total of %u",
                   self->tile[t], alone[t], self->total[t]);
      return FALSE;
    }
    self->shared[t] = self->total[t] - alone[t];
  }
  return TRUE;
}

guint32
poplens_category_list_bytes (const PoplensCategory *category, PoplensCategoryList list,
                             guint32 position)
{
  return category->lists[list] ? category->lists[list][position] : 0;
}

guint64
poplens_category_non_overlapped (const PoplensCategory *category, guint32 position)
{
  guint64 sum = 0;

  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l += 2)
    sum += poplens_category_list_bytes (category, l, position);
  return sum;
}

guint64
poplens_category_overlapped (const PoplensCategory *category, guint32 position)
{
  guint64 sum = 0;

  for (guint l = 1; l < POPLENS_N_CATEGORY_LISTS; l += 2)
    sum += poplens_category_list_bytes (category, l, position);
  return sum;
}

guint64
poplens_category_bytes (const PoplensCategory *category, guint32 position)
{
  return poplens_category_non_overlapped (category, position) +
         poplens_category_overlapped (category, position);
}

const PoplensCategory *
poplens_memory_find_category (const PoplensMemory *self, const char *name)
{
  for (guint c = 0; c < self->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (self->categories, c);
    if (!strcmp (category->name, name))
      return category;
  }
  return NULL;
}

guint32
poplens_memory_find_tile (const PoplensMemory *self, guint32 tile)
{
  const guint32 *found =
      self->n_tiles ? bsearch (&tile, self->tile, self->n_tiles, sizeof tile, poplens_compare_u32)
                    : NULL;

  return found ? (guint32) (found - self->tile) : POPLENS_NO_TILE;
}

static const struct {
  const char *key, *title;
} groups[POPLENS_N_GROUPS] = {
    {"tensors", "Tensors"},
    {"exchange-buffers", "Exchange buffers"},
    {"vertex-state", "Vertex state"},
    {"vertex-code", "Vertex code"},
    {"exchange-code", "Exchange code"},
    {"control-and-stack", "Control and stack"},
    {"profiling", "Profiling"},
    {"other", "Other"},
};

const char *
poplens_memory_group_title (PoplensMemoryGroup group)
{
  return groups[group].title;
}

const char *
poplens_memory_group_key (PoplensMemoryGroup group)
{
  return groups[group].key;
}
