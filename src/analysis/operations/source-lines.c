/* Attributes bytes and cycles to source lines. Bytes come from variables, and from recorded sums of
 * code and vertex state. Cycles come from executed programs. Debug contexts name the lines. */
#include "analysis/operations/source-lines.h"

#include "analysis/insights/insights.h"
#include "analysis/liveness/live-step.h"
#include "analysis/operations/debug-operation.h"
#include "analysis/programs/program-tree.h"

#include <stdlib.h>
#include <string.h>

/* ---- kinds of rows --------------------------------------------------------------------------- */

static const char *const keys[POPLENS_N_SOURCE_KINDS] = {
    [POPLENS_SOURCE_LINE] = "line",
    [POPLENS_SOURCE_TOOLCHAIN] = "toolchain",
    [POPLENS_SOURCE_UNATTRIBUTED] = "unattributed",
    [POPLENS_SOURCE_SHARED] = "shared",
    [POPLENS_SOURCE_PROFILER] = "profiler",
    [POPLENS_SOURCE_NO_PROGRAM] = "no-program",
    [POPLENS_SOURCE_OUTSIDE] = "outside",
    [POPLENS_SOURCE_REST] = "rest",
};

const char *
poplens_source_kind_key (PoplensSourceKind kind)
{
  return keys[kind];
}

/* ---- files of the toolchain ------------------------------------------------------------------ */

/* TRUE if @file belongs to Graphcore's libraries or an installed package. */
static gboolean
source_is_toolchain (const char *file)
{
  static const char *const folders[] = {"poplibs",       "poplar",        "popart",
                                        "willow",        "poptorch",      "tensorflow",
                                        "site-packages", "dist-packages", NULL};
  static const char *const libraries[] = {"popops", "poplin", "popnn", "poputil", "poprand", NULL};
  g_auto (GStrv) parts = g_strsplit (file, "/", -1);

  for (guint i = 0; parts[i]; i++)
    if (g_strv_contains (folders, parts[i]) ||
        (!strcmp (parts[i], "src") && parts[i + 1] && g_strv_contains (libraries, parts[i + 1])))
      return TRUE;
  return FALSE;
}

/* ---- rows ------------------------------------------------------------------------------------ */

void
poplens_source_rows_init (PoplensSourceRows *self, const PoplensDebugContexts *contexts,
                          gboolean innermost)
{
  self->contexts = contexts;
  self->innermost = innermost;
  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensSourceRow));
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->of_context = g_new0 (guint32, contexts ? MAX (contexts->n, 1) : 1);
}

/* Frees all members except .rows, and returns .rows. (transfer full) */
static GArray *
source_rows_finish (PoplensSourceRows *self)
{
  g_hash_table_unref (self->by_name);
  g_free (self->of_context);
  return g_steal_pointer (&self->rows);
}

void
poplens_source_rows_clear (PoplensSourceRows *self)
{
  g_autoptr (GArray) rows = source_rows_finish (self);

  for (guint i = 0; i < rows->len; i++)
    g_free (g_array_index (rows, PoplensSourceRow, i).name);
}

/* Returns the index of the row with @key. If there is none, adds @row. Takes ownership of @key and
 * row->name. */
static guint32
source_rows_add (PoplensSourceRows *self, char *key, PoplensSourceRow *row)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, key));

  if (known) {
    g_free (key);
    g_free (row->name);
    return known - 1;
  }
  g_array_append_val (self->rows, *row);
  g_hash_table_insert (self->by_name, key, GUINT_TO_POINTER (self->rows->len));
  return self->rows->len - 1;
}

static const char *
kind_name (PoplensSourceKind kind)
{
  switch (kind) {
  case POPLENS_SOURCE_TOOLCHAIN:
    return "toolchain";
  case POPLENS_SOURCE_SHARED:
    return "shared by several lines";
  case POPLENS_SOURCE_PROFILER:
    return "profiler";
  case POPLENS_SOURCE_NO_PROGRAM:
    return "no program: sync";
  case POPLENS_SOURCE_OUTSIDE:
    return "outside the program";
  default:
    return "unattributed";
  }
}

/* Returns the row of @kind, which has no source line. Adds the row if it is new. @name: (nullable):
 * title of a POPLENS_SOURCE_REST row */
static guint32
source_rows_other (PoplensSourceRows *self, PoplensSourceKind kind, const char *name)
{
  PoplensSourceRow row = {.kind = kind};

  row.name = g_strdup_printf ("(%s)", name ? name : kind_name (kind));
  if (name)
    row.name[1] = g_ascii_tolower (row.name[1]);
  return source_rows_add (self, g_strdup_printf ("%d %s", kind, row.name), &row);
}

/* ---- frames ---------------------------------------------------------------------------------- */

static guint32
source_rows_add_line (PoplensSourceRows *self, guint32 context)
{
  const PoplensDebugContexts *c = self->contexts;
  PoplensSourceRow row = {.kind = POPLENS_SOURCE_LINE,
                          .file = poplens_debug_context_file (c, context),
                          .line = c->line[context],
                          .function = poplens_debug_context_function (c, context)};
  g_autofree char *base = g_path_get_basename (row.file);

  row.name = row.line ? g_strdup_printf ("%s:%u", base, row.line) : g_strdup (base);
  return source_rows_add (
      self, g_strdup_printf ("%s\n%u\n%s", row.file, row.line, row.function ? row.function : ""),
      &row);
}

static guint32
add_toolchain (PoplensSourceRows *self, guint32 context)
{
  PoplensSourceRow row = {.kind = POPLENS_SOURCE_TOOLCHAIN,
                          .file = poplens_debug_context_file (self->contexts, context)};

  row.name = g_strdup ("(toolchain)");
  return source_rows_add (self, g_strdup_printf ("toolchain\n%s", row.file), &row);
}

static guint32
source_rows_find (PoplensSourceRows *self, guint32 context)
{
  guint32 user = POPLENS_NO_CONTEXT, library = POPLENS_NO_CONTEXT;

  for (guint32 at = context; at != POPLENS_NO_CONTEXT;
       at = poplens_debug_context_parent (self->contexts, at)) {
    const char *file = poplens_debug_context_file (self->contexts, at);
    if (!file || !*file)
      continue;
    if (source_is_toolchain (file))
      library = library == POPLENS_NO_CONTEXT ? at : library;
    else if (!self->innermost || user == POPLENS_NO_CONTEXT)
      user = at;
  }
  return user != POPLENS_NO_CONTEXT      ? source_rows_add_line (self, user)
         : library != POPLENS_NO_CONTEXT ? add_toolchain (self, library)
                                         : G_MAXUINT32;
}

guint32
poplens_source_rows_of (PoplensSourceRows *self, guint32 context)
{
  if (!self->contexts || context >= self->contexts->n)
    return G_MAXUINT32;
  if (!self->of_context[context])
    /* If no frame has a file, G_MAXUINT32 + 1 wraps around to 0, and the next call searches again.
     */
    self->of_context[context] = source_rows_find (self, context) + 1;
  return self->of_context[context] - 1;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Pool: all variables of one kind whose bytes the file also records by program, compute set,
 * exchange or vertex type. */
typedef enum { POOL_CONTROL, POOL_STATE, POOL_EXCHANGE, POOL_VERTEX, N_POOLS } PoolKind;

static const struct {
  PoplensKind kind;
  PoplensSourceBytes column;
  const char
      *rest; /* title of the row for the pool's bytes that are attributed to no source line */
} pools[N_POOLS] = {
    [POOL_CONTROL] = {POPLENS_KIND_CODE_CONTROL, POPLENS_SOURCE_CODE, "Control code"},
    [POOL_STATE] = {POPLENS_KIND_VERTEX_STATE, POPLENS_SOURCE_STATE, "Vertex state"},
    [POOL_EXCHANGE] = {POPLENS_KIND_CODE_EXCHANGE, POPLENS_SOURCE_CODE, "Internal exchange code"},
    [POOL_VERTEX] = {POPLENS_KIND_CODE_VERTEX, POPLENS_SOURCE_CODE, "Vertex code"},
};

typedef struct {
  gint64 bytes, peak; /* .bytes: all bytes of the pool; .peak: bytes that are live at the peak */
  gint64 attributed, attributed_peak; /* parts of .bytes and .peak that were attributed to rows */
} Pool;

typedef struct {
  const PoplensSourceInput *in;
  PoplensSourceRows rows;
  guint8
      *live; /* by equivalence class: PoplensClassBits at the peak step; NULL: there is no peak */
  Pool pools[N_POOLS];
  guint32 *program_context;
} SourceAttribution;

static PoplensSourceBytes
column_of (PoplensKind kind)
{
  switch (kind) {
  case POPLENS_KIND_WEIGHTS:
    return POPLENS_SOURCE_WEIGHTS;
  case POPLENS_KIND_OPTIMISER:
    return POPLENS_SOURCE_OPTIMISER;
  case POPLENS_KIND_WEIGHT_GRADIENT:
  case POPLENS_KIND_GRADIENT:
    return POPLENS_SOURCE_GRADIENTS;
  case POPLENS_KIND_ACTIVATION:
  case POPLENS_KIND_RECOMPUTED:
  case POPLENS_KIND_PASSING:
  case POPLENS_KIND_TENSOR:
    return POPLENS_SOURCE_ACTIVATIONS;
  case POPLENS_KIND_TEMPORARY:
    return POPLENS_SOURCE_TEMPORARIES;
  case POPLENS_KIND_IO:
  case POPLENS_KIND_EXCHANGE:
  case POPLENS_KIND_CONTROL:
    return POPLENS_SOURCE_EXCHANGE;
  case POPLENS_KIND_VERTEX_STATE:
    return POPLENS_SOURCE_STATE;
  case POPLENS_KIND_CODE_VERTEX:
  case POPLENS_KIND_CODE_CONTROL:
  case POPLENS_KIND_CODE_EXCHANGE:
  case POPLENS_KIND_CODE_HOST:
  case POPLENS_KIND_CODE_IPU:
    return POPLENS_SOURCE_CODE;
  default:
    return POPLENS_SOURCE_OTHER;
  }
}

static void
attribute_bytes (SourceAttribution *w, guint32 row, PoplensSourceBytes column, gint64 bytes,
                 gint64 peak)
{
  PoplensSourceRow *r = poplens_source_rows_at (&w->rows, row);

  r->by_kind[column] += bytes;
  r->bytes += bytes;
  r->peak += peak;
}

/* ---- programs and exchanges ------------------------------------------------------------------ */

guint32
poplens_source_program_context (const PoplensDebugContexts *contexts,
                                const PoplensPrograms *programs, const PoplensVertices *vertices,
                                guint32 program)
{
  guint32 set = poplens_program_compute_set (programs, vertices, program);
  guint32 context = set == G_MAXUINT32
                        ? POPLENS_NO_CONTEXT
                        : poplens_debug_find (contexts, vertices->compute_set_debug_id[set]);

  return context != POPLENS_NO_CONTEXT ? context
                                       : poplens_debug_find (contexts, programs->debug_id[program]);
}

guint32
poplens_source_meet (const PoplensDebugContexts *contexts, guint32 a, guint32 b)
{
  if (a == b || a == POPLENS_NO_CONTEXT || b == POPLENS_NO_CONTEXT)
    return a == b ? a : POPLENS_NO_CONTEXT;
  return poplens_debug_contexts_meet (contexts, (guint64[]){contexts->id[a], contexts->id[b]}, 2);
}

static guint32
exchange_of (const PoplensPrograms *programs, const PoplensExchanges *exchanges, guint32 program,
             PoplensExchangeKind kind)
{
  return poplens_program_exchange (programs, program) == kind
             ? poplens_exchanges_find (exchanges, kind, programs->variant_index[program])
             : G_MAXUINT32;
}

guint32 *
poplens_source_exchange_contexts (const PoplensDebugContexts *contexts,
                                  const PoplensPrograms *programs, const PoplensVertices *vertices,
                                  const PoplensExchanges *exchanges, PoplensExchangeKind kind)
{
  guint32 n = exchanges->tables[kind].n;
  guint32 *out = g_new (guint32, MAX (n, 1));
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (n, 1));

  for (guint32 x = 0; x < n; x++)
    out[x] = POPLENS_NO_CONTEXT;
  for (guint32 p = 0; p < programs->n; p++) {
    guint32 x = exchange_of (programs, exchanges, p, kind);
    if (x == G_MAXUINT32)
      continue;
    guint32 context = poplens_source_program_context (contexts, programs, vertices, p);
    out[x] = seen[x] ? poplens_source_meet (contexts, out[x], context) : context;
    seen[x] = TRUE;
  }
  return out;
}

static void
find_programs (SourceAttribution *w)
{
  const PoplensSourceInput *in = w->in;

  w->program_context = g_new (guint32, MAX (in->programs->n, 1));
  for (guint32 p = 0; p < in->programs->n; p++)
    w->program_context[p] =
        poplens_source_program_context (in->contexts, in->programs, in->vertices, p);
}

/* ---- variables ------------------------------------------------------------------------------- */

static const char *
category_name (const PoplensVariables *v, guint8 category)
{
  return category < v->n_categories ? poplens_strings_get (v->strings, v->category_name[category])
                                    : "variable";
}

/* Returns the row for bytes of a category that belong to no line. */
static guint32
rest_of (SourceAttribution *w, const char *category)
{
  const PoplensCategory *known =
      w->in->memory ? poplens_memory_find_category (w->in->memory, category) : NULL;

  if (!strcmp (category, "variable") || !strcmp (category, "multiple") ||
      !strcmp (category, "constant"))
    return source_rows_other (&w->rows, POPLENS_SOURCE_UNATTRIBUTED, NULL);
  return source_rows_other (&w->rows, POPLENS_SOURCE_REST, known ? known->title : category);
}

/* Returns the row of the nearest common ancestor of a variable's debug contexts. If the ancestor
 * has no source line, returns the row of @category. */
static guint32
row_of_variable (SourceAttribution *w, guint32 unlowered, const char *category)
{
  const PoplensVariables *v = w->in->variables;
  guint32 at = unlowered == G_MAXUINT32 ? G_MAXUINT32 : poplens_variables_find_debug (v, unlowered);
  guint32 row = G_MAXUINT32;

  if (w->in->contexts && at != G_MAXUINT32) {
    g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, at);
    row = poplens_source_rows_of (
        &w->rows, poplens_debug_contexts_meet (
                      w->in->contexts, (const guint64 *) (gconstpointer) ids->data, ids->len));
  }
  return row == G_MAXUINT32 ? rest_of (w, category) : row;
}

/* Returns the pool of variables of @kind; NULL if the kind has no pool. (nullable) */
static Pool *
pool_of_kind (SourceAttribution *w, PoplensKind kind)
{
  for (guint p = 0; p < N_POOLS; p++)
    if (pools[p].kind == kind)
      return &w->pools[p];
  return NULL;
}

static gboolean
is_live (const SourceAttribution *w, guint32 class)
{
  return w->live && w->live[class] & (POPLENS_CLASS_LIVE | POPLENS_CLASS_ALWAYS);
}

/* Sums the bytes of each group of variables over all tiles. @bytes: [n_groups] all bytes. @peak:
 * [n_groups] bytes that are live at the peak */
static void
add_up_groups (const SourceAttribution *w, guint64 *bytes, guint64 *peak)
{
  const PoplensTileBytes *all = w->in->bytes;

  for (guint32 i = 0; i < all->first[all->n_tiles]; i++) {
    const PoplensByteEntry *entry = &all->entries[i];
    bytes[entry->group] += entry->bytes;
    if (is_live (w, entry->class_row))
      peak[entry->group] += entry->bytes;
  }
}

static void
attribute_group (SourceAttribution *w, guint32 g, guint64 bytes, guint64 peak)
{
  const PoplensByteGroup *group = &w->in->bytes->groups[g];
  const char *category = category_name (w->in->variables, group->category);
  PoplensKind kind = w->in->kinds->kind[g];
  Pool *pool = pool_of_kind (w, kind);
  guint32 row;

  if (kind == POPLENS_KIND_PROFILER)
    row = source_rows_other (&w->rows, POPLENS_SOURCE_PROFILER, NULL);
  else if (pool) {
    pool->bytes += (gint64) bytes;
    pool->peak += (gint64) peak;
    return;
  } else if (poplens_category_is_of_another (category))
    return; /* add_message () attributes messages and rearrangements */
  else
    row = row_of_variable (w, group->unlowered, category);
  attribute_bytes (w, row, column_of (kind), (gint64) bytes, (gint64) peak);
}

static void
add_groups (SourceAttribution *w)
{
  guint32 n = w->in->bytes->n_groups;
  g_autofree guint64 *bytes = g_new0 (guint64, MAX (n, 1)), *peak = g_new0 (guint64, MAX (n, 1));

  add_up_groups (w, bytes, peak);
  for (guint32 g = 0; g < n; g++)
    attribute_group (w, g, bytes[g], peak[g]);
}

static void
add_message (SourceAttribution *w, const PoplensSourceMessage *message)
{
  const PoplensVariables *v = w->in->variables;
  guint32 class = poplens_liveness_find_class (w->in->liveness, v->equivalence_class[message->row]);
  guint32 row = poplens_source_rows_of (&w->rows, message->context);
  gint64 size = v->size[message->row];

  if (class == G_MAXUINT32)
    return;
  if (row == G_MAXUINT32)
    row = row_of_variable (w, v->unlowered[message->row],
                           category_name (v, v->category[message->row]));
  attribute_bytes (w, row, POPLENS_SOURCE_EXCHANGE, size, is_live (w, class) ? size : 0);
}

/* ---- pools ----------------------------------------------------------------------------------- */

/* Attributes @bytes of a pool to @row; does nothing if @row is G_MAXUINT32. The file does not
 * record which part of a pool is live. So the bytes count at the peak only if the whole pool is
 * live. */
static void
attribute_part (SourceAttribution *w, PoolKind kind, guint32 row, gint64 bytes)
{
  Pool *pool = &w->pools[kind];
  gint64 peak = pool->bytes == pool->peak ? bytes : 0;

  if (row == G_MAXUINT32 || !bytes)
    return;
  pool->attributed += bytes;
  pool->attributed_peak += peak;
  attribute_bytes (w, row, pools[kind].column, bytes, peak);
}

static void
add_rests (SourceAttribution *w)
{
  for (guint p = 0; p < N_POOLS; p++) {
    const Pool *pool = &w->pools[p];
    gint64 rest = pool->bytes - pool->attributed;
    if (!rest)
      continue;
    guint32 row = source_rows_other (&w->rows, POPLENS_SOURCE_REST, pools[p].rest);
    attribute_bytes (w, row, pools[p].column, rest, pool->peak - pool->attributed_peak);
  }
}

static void
add_control_code (SourceAttribution *w)
{
  for (guint32 p = 0; p < w->in->programs->n; p++)
    attribute_part (w, POOL_CONTROL, poplens_source_rows_of (&w->rows, w->program_context[p]),
                    (gint64) poplens_program_own_code (w->in->programs, p));
}

static guint32
row_of_compute_set (SourceAttribution *w, guint32 set)
{
  return poplens_source_rows_of (
      &w->rows, poplens_debug_find (w->in->contexts, w->in->vertices->compute_set_debug_id[set]));
}

static void
add_vertex_state (SourceAttribution *w)
{
  const PoplensVertices *v = w->in->vertices;

  for (guint32 set = 0; set < v->n_compute_sets; set++)
    for (guint column = 0; column < POPLENS_VERTEX_BYTES_CODE; column++)
      attribute_part (w, POOL_STATE, row_of_compute_set (w, set),
                      (gint64) poplens_lists_sum (v->compute_set_bytes[column], set));
}

/* Row number in merge_users () for code that no program has used so far. */
enum { NOBODY = G_MAXUINT32 - 1 };

static guint32
merge_users (SourceAttribution *w, guint32 row, guint32 user)
{
  if (row == NOBODY || row == user)
    return user;
  return source_rows_other (&w->rows, POPLENS_SOURCE_SHARED, NULL);
}

static guint32 *
nobody_uses (guint32 n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    rows[i] = NOBODY;
  return rows;
}

static void
attribute_shared_code (SourceAttribution *w, PoolKind kind, const PoplensLists *bytes,
                       const guint32 *rows, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (rows[i] != NOBODY)
      attribute_part (w, kind, rows[i], (gint64) poplens_lists_sum (bytes, i));
}

static void
add_exchange_code (SourceAttribution *w)
{
  const PoplensExchangeTable *table = &w->in->exchanges->tables[POPLENS_EXCHANGE_INTERNAL];
  g_autofree guint32 *rows = nobody_uses (table->n);

  for (guint32 p = 0; p < w->in->programs->n; p++) {
    guint32 x = exchange_of (w->in->programs, w->in->exchanges, p, POPLENS_EXCHANGE_INTERNAL);
    if (x != G_MAXUINT32)
      rows[x] = merge_users (w, rows[x], poplens_source_rows_of (&w->rows, w->program_context[p]));
  }
  attribute_shared_code (w, POOL_EXCHANGE, table->code, rows, table->n);
}

static void
use_types (SourceAttribution *w, guint32 set, guint32 user, guint32 *rows)
{
  g_autoptr (GArray) types = poplens_lists_values (w->in->vertices->compute_set_types, set);

  for (guint i = 0; i < types->len; i++) {
    guint64 id = g_array_index (types, guint64, i);
    guint32 type =
        id < G_MAXUINT32 ? poplens_vertices_find_type (w->in->vertices, (guint32) id) : G_MAXUINT32;
    if (type != G_MAXUINT32)
      rows[type] = merge_users (w, rows[type], user);
  }
}

static void
add_vertex_code (SourceAttribution *w)
{
  const PoplensVertices *v = w->in->vertices;
  g_autofree guint32 *rows = nobody_uses (v->n_types);
  g_autofree gboolean *executed = g_new0 (gboolean, MAX (v->n_compute_sets, 1));

  for (guint32 p = 0; p < w->in->programs->n; p++) {
    guint32 set = poplens_program_compute_set (w->in->programs, v, p);
    if (set == G_MAXUINT32)
      continue;
    executed[set] = TRUE;
    use_types (w, set, poplens_source_rows_of (&w->rows, w->program_context[p]), rows);
  }
  for (guint32 set = 0; set < v->n_compute_sets; set++)
    if (!executed[set])
      use_types (w, set, row_of_compute_set (w, set), rows);
  attribute_shared_code (w, POOL_VERTEX, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], rows,
                         v->n_types);
}

/* Returns the host exchange (StreamCopyMid) whose code is in the variable @name; G_MAXUINT32 if
 * @name is another variable. */
static guint32
host_exchange_of (const SourceAttribution *w, const char *name)
{
  static const char prefix[] = ".text.supervisor.host_exchange_";
  guint64 id;

  if (!g_str_has_prefix (name, prefix) ||
      !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, G_MAXUINT32 - 1, &id, NULL))
    return G_MAXUINT32;
  return poplens_exchanges_find (w->in->exchanges, POPLENS_EXCHANGE_HOST, (guint32) id);
}

/* Moves the bytes of host exchange code from the row of the memory category to rows of source
 * lines. The name of a variable with such code contains the number of the exchange
 * (formats.md 3.5). Code is always live. */
static void
move_host_code (SourceAttribution *w)
{
  g_autofree guint32 *contexts = poplens_source_exchange_contexts (
      w->in->contexts, w->in->programs, w->in->vertices, w->in->exchanges, POPLENS_EXCHANGE_HOST);
  guint32 rest = rest_of (w, "hostExchangeCode");

  for (guint32 i = 0; w->in->named && i < w->in->named->n; i++) {
    const PoplensNamedVariable *one = &w->in->named->named[i];
    guint32 x = host_exchange_of (w, poplens_strings_get (w->in->named->strings, one->name));
    guint32 row = x == G_MAXUINT32 ? x : poplens_source_rows_of (&w->rows, contexts[x]);
    if (row == G_MAXUINT32 || !(one->bits & POPLENS_VARIABLE_ALLOCATED))
      continue;
    gint64 peak = w->live ? one->size : 0;
    attribute_bytes (w, row, POPLENS_SOURCE_CODE, one->size, peak);
    attribute_bytes (w, rest, POPLENS_SOURCE_CODE, -(gint64) one->size, -peak);
  }
}

/* ---- all rows -------------------------------------------------------------------------------- */

static void
add_all_bytes (SourceAttribution *w)
{
  add_groups (w);
  for (guint i = 0; w->in->messages && i < w->in->messages->len; i++)
    add_message (w, &g_array_index (w->in->messages, PoplensSourceMessage, i));
  add_control_code (w);
  if (w->in->vertices) {
    add_vertex_state (w);
    add_vertex_code (w);
  }
  if (w->in->exchanges) {
    add_exchange_code (w);
    if (w->in->contexts)
      move_host_code (w);
  }
  add_rests (w);
}

static void
attribute_cycles (SourceAttribution *w)
{
  const PoplensSourceInput *in = w->in;

  for (guint32 p = 0; p <= in->programs->n; p++) {
    guint64 longest = in->cycles[p], tiles = in->tile_cycles ? in->tile_cycles[p] : 0;
    if (!longest && !tiles)
      continue;
    guint32 row = p == in->programs->n
                      ? source_rows_other (&w->rows, POPLENS_SOURCE_NO_PROGRAM, NULL)
                      : poplens_source_rows_of (&w->rows, w->program_context[p]);
    if (row == G_MAXUINT32)
      row = source_rows_other (&w->rows, POPLENS_SOURCE_UNATTRIBUTED, NULL);
    poplens_source_rows_at (&w->rows, row)->tile_cycles += tiles;
    poplens_source_rows_at (&w->rows, row)->cycles += longest;
  }
  guint32 outside = source_rows_other (&w->rows, POPLENS_SOURCE_OUTSIDE, NULL);
  poplens_source_rows_at (&w->rows, outside)->tile_cycles = in->outside_tile_cycles;
  poplens_source_rows_at (&w->rows, outside)->cycles = in->outside_cycles;
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const PoplensSourceRow *x = a, *y = b;
  int order;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if ((order = g_strcmp0 (x->file, y->file)))
    return order;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (order = g_strcmp0 (x->function, y->function)) ? order : strcmp (x->name, y->name);
}

static gboolean
is_empty (const PoplensSourceRow *row)
{
  return !row->bytes && !row->peak && !row->tile_cycles && !row->cycles;
}

static void
finish (SourceAttribution *w, PoplensSourceLines *out)
{
  out->rows = source_rows_finish (&w->rows);
  for (guint i = out->rows->len; i--;) {
    PoplensSourceRow *row = &g_array_index (out->rows, PoplensSourceRow, i);
    out->bytes += row->bytes;
    out->peak += row->peak;
    out->tile_cycles += row->tile_cycles;
    out->cycles += row->cycles;
    if (!is_empty (row))
      continue;
    g_free (row->name);
    g_array_remove_index_fast (out->rows, i);
  }
  g_array_sort (out->rows, by_place);
}

PoplensSourceLines *
poplens_source_lines_new (const PoplensSourceInput *input, gboolean innermost,
                          GCancellable *cancellable)
{
  g_autoptr (PoplensSourceLines) self = g_new0 (PoplensSourceLines, 1);
  SourceAttribution w = {.in = input};
  guint32 peak = input->bytes ? poplens_liveness_peak_step (input->liveness) : G_MAXUINT32;

  self->has_bytes = input->bytes != NULL;
  self->has_peak = peak != G_MAXUINT32;
  self->has_cycles = input->cycles != NULL;
  self->has_tile_cycles = self->has_cycles && input->tile_cycles;
  self->outside_tile_cycles = input->outside_tile_cycles;
  w.live = self->has_peak ? poplens_liveness_classes_at (input->liveness, peak) : NULL;
  poplens_source_rows_init (&w.rows, input->contexts, innermost);
  find_programs (&w);
  if (self->has_bytes)
    add_all_bytes (&w);
  if (self->has_cycles)
    attribute_cycles (&w);
  finish (&w, self);
  g_free (w.live);
  g_free (w.program_context);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

void
poplens_source_lines_free (PoplensSourceLines *self)
{
  if (!self)
    return;
  for (guint i = 0; self->rows && i < self->rows->len; i++)
    g_free (g_array_index (self->rows, PoplensSourceRow, i).name);
  g_clear_pointer (&self->rows, g_array_unref);
  g_free (self);
}
