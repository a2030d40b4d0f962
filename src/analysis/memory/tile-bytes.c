/* Sums the bytes of all tiles by group and class, from the file's own sums or from the lowered
 * variables. */
#include "analysis/memory/tile-bytes.h"

#include "analysis/id-table.h"
#include "analysis/liveness/live-step.h"
#include "model/search.h"

#include <string.h>

/* ---- instrumentation by name ----------------------------------------------------------------- */

static const char *const titles[POPLENS_N_INSTRUMENTATION] = {
    "Instrumentation results",
    "Instrumentation stream buffers",
    "Instrumentation control code",
    "Code that writes the results",
};

const char *
poplens_instrumentation_title (PoplensInstrumentation kind)
{
  g_return_val_if_fail (kind < POPLENS_N_INSTRUMENTATION, "");
  return titles[kind];
}

void
poplens_name_sums_free (PoplensNameSums *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->host_code);
  g_free (self);
}

int
poplens_instrumentation_of (const char *name, gboolean is_result)
{
  if (is_result)
    return POPLENS_INSTRUMENTATION_RESULTS;
  if (g_str_has_prefix (name, "instrumentationStreamBuffer"))
    return POPLENS_INSTRUMENTATION_BUFFERS;
  if (g_str_has_prefix (name, ".text.supervisor.instrumentation_"))
    return POPLENS_INSTRUMENTATION_CONTROL;
  return strstr (name, "InstrumentationDumpStep") ? POPLENS_INSTRUMENTATION_DUMP : -1;
}

static void
add_host_code (PoplensNameSums *self, const char *name, guint64 bytes)
{
  static const char prefix[] = ".text.supervisor.host_exchange_";
  guint64 id, *sum;

  if (!g_str_has_prefix (name, prefix) ||
      !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, G_MAXUINT32, &id, NULL))
    return;
  sum = g_hash_table_lookup (self->host_code, GUINT_TO_POINTER ((guint) id));
  if (!sum)
    g_hash_table_insert (self->host_code, GUINT_TO_POINTER ((guint) id), sum = g_new0 (guint64, 1));
  *sum += bytes;
}

static void
name_sums_add_tile (PoplensNameSums *self, guint32 tile,
                    const guint64 bytes[POPLENS_N_INSTRUMENTATION])
{
  guint64 all = 0;

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++) {
    all += bytes[k];
    self->instrumentation[k].bytes += bytes[k];
    self->instrumentation[k].tiles += bytes[k] > 0;
    if (bytes[k] > self->instrumentation[k].worst_bytes) {
      self->instrumentation[k].worst_bytes = bytes[k];
      self->instrumentation[k].worst_tile = tile;
    }
  }
  if (all > self->worst_bytes) {
    self->worst_bytes = all;
    self->worst_tile = tile;
  }
  self->tiles += all > 0;
}

static PoplensNameSums *
name_sums_alloc (void)
{
  PoplensNameSums *self = g_new0 (PoplensNameSums, 1);

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++)
    self->instrumentation[k].worst_tile = G_MAXUINT32;
  self->worst_tile = G_MAXUINT32;
  self->host_code = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

PoplensNameSums *
poplens_name_sums_new (const PoplensSlice *slice)
{
  PoplensNameSums *self = name_sums_alloc ();
  guint64 bytes[POPLENS_N_INSTRUMENTATION] = {0};

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    const char *name = poplens_strings_get (slice->strings, v->name);
    int kind = poplens_instrumentation_of (name, v->is_result);
    if (v->bits & POPLENS_VARIABLE_ALLOCATED) {
      if (kind >= 0)
        bytes[kind] += v->size;
      add_host_code (self, name, v->size);
    }
    if (i + 1 == slice->n || slice->named[i + 1].tile != v->tile) {
      name_sums_add_tile (self, v->tile, bytes);
      memset (bytes, 0, sizeof bytes);
    }
  }
  return self;
}

guint64
poplens_name_sums_instrumentation (const PoplensNameSums *self)
{
  guint64 sum = 0;

  for (guint k = 0; k < POPLENS_N_INSTRUMENTATION; k++)
    sum += self->instrumentation[k].bytes;
  return sum;
}

guint64
poplens_name_sums_host_code (const PoplensNameSums *self, guint32 id)
{
  const guint64 *sum = g_hash_table_lookup (self->host_code, GUINT_TO_POINTER (id));

  return sum ? *sum : 0;
}

/* ---- shared by both sources ------------------------------------------------------------------ */

#define MOST_TILES (1u << 24) /* limit of tile numbers in vars_info */

void
poplens_tile_bytes_free (PoplensTileBytes *self)
{
  if (!self)
    return;
  for (guint32 g = 0; g < self->n_groups; g++)
    g_free (self->groups[g].name);
  g_free (self->groups);
  g_free (self->first);
  g_free (self->entries);
  g_free (self);
}

/* Converts class IDs to rows. A file that numbers its classes without gaps needs no search. */
typedef struct {
  const PoplensLiveness *liveness;
  gboolean dense; /* TRUE: the row is the ID minus the first ID */
  guint32 first;
} Classes;

static Classes
classes_new (const PoplensLiveness *l)
{
  guint32 n = l->n_classes;

  return (Classes){l, n && l->class_id[n - 1] - l->class_id[0] == n - 1, n ? l->class_id[0] : 0};
}

static inline guint32
class_row (const Classes *self, guint32 id)
{
  if (self->dense)
    return id - self->first < self->liveness->n_classes ? id - self->first : G_MAXUINT32;
  return poplens_liveness_find_class (self->liveness, id);
}

static PoplensByteGroup
group_new (guint32 unlowered)
{
  return (PoplensByteGroup){.unlowered = unlowered,
                            .variable = unlowered,
                            .category = POPLENS_NO_GROUP_CATEGORY,
                            .instrumentation = -1};
}

/* ---- from the file's own sums ---------------------------------------------------------------- */

struct _PoplensTileBytesBuilder {
  Classes classes;
  GArray *entries; /* PoplensByteEntry */
  GArray *tiles;   /* guint32: tile of each element of .entries */
  GArray *groups;  /* PoplensByteGroup */
  PoplensIdTable table;
  guint32 n_tiles;
};

PoplensTileBytesBuilder *
poplens_tile_bytes_builder_new (const PoplensLiveness *liveness)
{
  PoplensTileBytesBuilder *self = g_new0 (PoplensTileBytesBuilder, 1);

  self->classes = classes_new (liveness);
  self->entries = g_array_new (FALSE, FALSE, sizeof (PoplensByteEntry));
  self->tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensByteGroup));
  return self;
}

void
poplens_tile_bytes_builder_free (PoplensTileBytesBuilder *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->tiles, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  poplens_id_table_clear (&self->table);
  g_free (self);
}

static guint32
add_unlowered (PoplensTileBytesBuilder *self, guint32 id)
{
  guint32 n = self->groups->len;
  guint32 known = poplens_id_table_add (&self->table, id, n);
  PoplensByteGroup group = group_new (id);

  if (known != POPLENS_NO_INDEX)
    return known;
  g_array_append_val (self->groups, group);
  return n;
}

void
poplens_tile_bytes_builder_add (PoplensTileBytesBuilder *self, const PoplensSlice *slice)
{
  guint32 last = G_MAXUINT32, group = 0;

  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanClassBytes *row = &slice->scan_class_bytes[i];
    guint32 class = class_row (&self->classes, row->equivalence_class);
    if (row->tile >= MOST_TILES || class == G_MAXUINT32 || !row->bytes)
      continue;
    if (last != row->variable || last == G_MAXUINT32)
      group = add_unlowered (self, last = row->variable);
    PoplensByteEntry entry = {group, class, (guint32) MIN (row->bytes, G_MAXUINT32)};
    g_array_append_val (self->entries, entry);
    g_array_append_val (self->tiles, row->tile);
    self->n_tiles = MAX (self->n_tiles, row->tile + 1);
  }
}

/* Sorts the entries by tile. Entries of one tile keep their order in the file. */
static void
deal_out (PoplensTileBytesBuilder *self, PoplensTileBytes *out)
{
  const guint32 *tile = (const guint32 *) (gpointer) self->tiles->data;
  const PoplensByteEntry *entries = (const PoplensByteEntry *) (gpointer) self->entries->data;
  g_autofree guint32 *at = NULL;
  guint32 n = self->entries->len;

  out->first = g_new0 (guint32, (gsize) out->n_tiles + 1);
  out->entries = g_new (PoplensByteEntry, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    out->first[tile[i] + 1]++;
  for (guint32 t = 0; t < out->n_tiles; t++)
    out->first[t + 1] += out->first[t];
  at = g_memdup2 (out->first, ((gsize) out->n_tiles + 1) * sizeof *at);
  for (guint32 i = 0; i < n; i++)
    out->entries[at[tile[i]]++] = entries[i];
}

PoplensTileBytes *
poplens_tile_bytes_builder_finish (PoplensTileBytesBuilder *self)
{
  PoplensTileBytes *out = g_new0 (PoplensTileBytes, 1);

  out->n_tiles = self->n_tiles;
  deal_out (self, out);
  out->n_groups = self->groups->len;
  out->groups = (gpointer) g_array_free (g_steal_pointer (&self->groups), FALSE);
  poplens_tile_bytes_builder_free (self);
  return out;
}

/* ---- from the lowered variables -------------------------------------------------------------- */

/* A row of vars_info whose name says that it is instrumentation. .kind: PoplensInstrumentation */
typedef struct {
  guint32 row;
  int kind;
} MarkedRow;

/* An ascending list of variable IDs, and a position in it that moves on while variables are read in
 * the order of their IDs. */
typedef struct {
  const GArray *ids; /* (nullable): guint32, ascending */
  guint next;
} IdList;

typedef struct {
  const PoplensVariables *variables;
  PoplensVariableOwners *owners;
  Classes classes;
  GArray *marked;             /* MarkedRow, sorted by row */
  guint next;                 /* index of the next marked row */
  IdList streamed, staged;    /* IDs of variables that host streams (.streamed) or remote buffers
                                 (.staged) read or write */
  PoplensIdTable staged_keys; /* staged_key () of all variables in .staged */
  int results;                /* row of the category instrumentationResults; -1: there is none */
  PoplensIdTable group_of;
  GArray *groups;         /* PoplensByteGroup */
  PoplensIdTable of_tile; /* group and class → index in .entries, for the current tile */
  GArray *entries;
} LoweredRows;

static void
lowered_clear (LoweredRows *self)
{
  g_clear_pointer (&self->owners, poplens_variable_owners_free);
  g_clear_pointer (&self->marked, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  poplens_id_table_clear (&self->staged_keys);
  poplens_id_table_clear (&self->group_of);
  poplens_id_table_clear (&self->of_tile);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LoweredRows, lowered_clear)

static int
by_row (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const MarkedRow *) a)->row, y = ((const MarkedRow *) b)->row;

  return x < y ? -1 : x > y;
}

static GArray *
find_marked (const PoplensVariables *v, const PoplensSlice *named)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (MarkedRow));

  for (guint32 i = 0; named && i < named->n; i++) {
    const PoplensNamedVariable *n = &named->named[i];
    int kind =
        poplens_instrumentation_of (poplens_strings_get (named->strings, n->name), n->is_result);
    MarkedRow mark = {kind < 0 ? G_MAXUINT32 : poplens_variables_find_lowered (v, n->tile, n->id),
                      kind};
    if (mark.row != G_MAXUINT32)
      g_array_append_val (out, mark);
  }
  g_array_sort (out, by_row);
  return out;
}

static int
instrumentation_of_row (LoweredRows *self, guint32 row)
{
  while (self->next < self->marked->len &&
         g_array_index (self->marked, MarkedRow, self->next).row < row)
    self->next++;
  if (self->next < self->marked->len &&
      g_array_index (self->marked, MarkedRow, self->next).row == row)
    return g_array_index (self->marked, MarkedRow, self->next).kind;
  return self->variables->category[row] == self->results ? POPLENS_INSTRUMENTATION_RESULTS : -1;
}

/* TRUE if the list has @id. Call it with ascending IDs: it only moves forward in the list. */
static gboolean
id_list_has (IdList *self, guint32 id)
{
  if (!self->ids)
    return FALSE;
  while (self->next < self->ids->len && g_array_index (self->ids, guint32, self->next) < id)
    self->next++;
  return self->next < self->ids->len && g_array_index (self->ids, guint32, self->next) == id;
}

/* Returns the ID of an unlowered variable and a category as one number. */
static guint64
staged_key (guint32 unlowered, guint8 category)
{
  return (guint64) unlowered << 8 | category;
}

static guint32
group_of_row (LoweredRows *self, guint32 row)
{
  const PoplensVariables *v = self->variables;
  int kind = instrumentation_of_row (self, row);
  gboolean constant = (v->bits[row] & POPLENS_VARIABLE_CONSTANT) != 0;
  guint32 id = v->id ? v->id[row] : row;
  gboolean streamed = id_list_has (&self->streamed, id);
  guint64 key = (guint64) v->unlowered[row] << 16 | (guint64) v->category[row] << 8 |
                (guint64) (kind + 1) << 2 | (guint64) streamed << 1 | constant;
  guint32 n = self->groups->len, known = poplens_id_table_add (&self->group_of, key, n);
  PoplensByteGroup group;

  if (id_list_has (&self->staged, id) && v->unlowered[row] != G_MAXUINT32)
    poplens_id_table_add (&self->staged_keys, staged_key (v->unlowered[row], v->category[row]), 0);
  if (known != POPLENS_NO_INDEX)
    return known;
  group = group_new (v->unlowered[row]);
  group.name = poplens_variable_printed_name (v, v->unlowered[row], v->category[row], v->bits[row]);
  group.variable = poplens_variable_owners_find (self->owners, v->unlowered[row], v->category[row],
                                                 v->bits[row]);
  group.instrumentation = (gint8) kind;
  group.constant = constant;
  group.streamed = streamed;
  if (v->category[row] < v->n_categories)
    group.category = v->category[row];
  g_array_append_val (self->groups, group);
  return n;
}

static void
add_lowered_row (LoweredRows *self, guint32 row)
{
  guint32 class = class_row (&self->classes, self->variables->equivalence_class[row]);
  guint32 size = self->variables->size[row], known;
  PoplensByteEntry entry = {0, class, size};

  if (class == G_MAXUINT32)
    return;
  entry.group = group_of_row (self, row);
  known = poplens_id_table_add (&self->of_tile, (guint64) entry.group << 32 | class,
                                self->entries->len);
  if (known != POPLENS_NO_INDEX) {
    PoplensByteEntry *first = &g_array_index (self->entries, PoplensByteEntry, known);
    if (!__builtin_add_overflow (first->bytes, size, &first->bytes))
      return;
    first->bytes -= size; /* the sum overflowed: restore it, and add another entry */
  }
  g_array_append_val (self->entries, entry);
}

static void
lowered_init (LoweredRows *self, const PoplensLiveness *liveness, const PoplensVariables *variables,
              const PoplensSlice *named)
{
  self->variables = variables;
  self->owners = poplens_variable_owners_new (variables);
  self->classes = classes_new (liveness);
  self->marked = find_marked (variables, named);
  self->results = poplens_variables_find_category_named (variables, "instrumentationResults");
  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensByteGroup));
  self->entries = g_array_new (FALSE, FALSE, sizeof (PoplensByteEntry));
}

/* Sets .staged of all groups of an unlowered variable and category if a remote buffer reads or
 * writes one of their variables. */
static void
mark_staged_groups (LoweredRows *self)
{
  for (guint32 g = 0; g < self->groups->len; g++) {
    PoplensByteGroup *group = &g_array_index (self->groups, PoplensByteGroup, g);
    guint64 key = staged_key (group->unlowered, group->category);
    group->staged = poplens_id_table_find (&self->staged_keys, key) != POPLENS_NO_INDEX;
  }
}

PoplensTileBytes *
poplens_tile_bytes_new (const PoplensLiveness *liveness, const PoplensVariables *v,
                        const PoplensSlice *named, const GArray *streamed, const GArray *staged,
                        GCancellable *cancellable)
{
  g_auto (LoweredRows) lowered = {0};
  g_autoptr (PoplensTileBytes) out = g_new0 (PoplensTileBytes, 1);

  lowered_init (&lowered, liveness, v, named);
  lowered.streamed.ids = streamed;
  lowered.staged.ids = staged;
  out->n_tiles = v->n_tiles;
  out->first = g_new0 (guint32, (gsize) v->n_tiles + 1);
  for (guint32 t = 0; t < v->n_tiles; t++) {
    if (t % 64 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    poplens_id_table_empty (&lowered.of_tile);
    if (v->id)
      lowered.streamed.next = lowered.staged.next = 0;
    for (guint32 r = v->tile_first[t]; r < v->tile_first[t + 1]; r++)
      if (v->bits[r] & POPLENS_VARIABLE_ALLOCATED && v->size[r])
        add_lowered_row (&lowered, r);
    out->first[t + 1] = lowered.entries->len;
  }
  mark_staged_groups (&lowered);
  out->n_groups = lowered.groups->len;
  out->groups = (gpointer) g_array_free (g_steal_pointer (&lowered.groups), FALSE);
  out->entries = (gpointer) g_array_free (g_steal_pointer (&lowered.entries), FALSE);
  return g_steal_pointer (&out);
}
