/* Vertex types and exchanges by what they take, with what remains of the category. */
#include "analysis/insights/insights.h"

#include <string.h>

static void
share_clear (gpointer data)
{
  g_free (((PoplensShare *) data)->name);
}

void
poplens_shares_free (PoplensShares *self)
{
  if (!self)
    return;
  g_free (self->title);
  g_array_unref (self->rows);
  g_free (self);
}

static PoplensShares *
shares_new (const char *title)
{
  PoplensShares *self = g_new0 (PoplensShares, 1);

  self->title = g_strdup (title);
  self->rows = g_array_new (FALSE, TRUE, sizeof (PoplensShare));
  g_array_set_clear_func (self->rows, share_clear);
  return self;
}

static int
most_first (gconstpointer a, gconstpointer b)
{
  const PoplensShare *sa = a, *sb = b;

  if (sa->bytes != sb->bytes)
    return sa->bytes > sb->bytes ? -1 : 1;
  if (sa->exchange != sb->exchange)
    return sa->exchange < sb->exchange ? -1 : 1;
  return sa->id < sb->id ? -1 : sa->id > sb->id;
}

/* Sum of the categories named in @names. */
static guint64
categories_total (const PoplensMemory *memory, const char *const *names)
{
  guint64 sum = 0;

  for (guint c = 0; memory && c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    if (!g_strv_contains (names, category->name))
      continue;
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
      for (guint32 t = 0; category->lists[l] && t < memory->n_tiles; t++)
        sum += category->lists[l][t];
  }
  return sum;
}

/* Appends what @total has beyond @known, to nobody's name. */
static void
add_rest (PoplensShares *self, const char *name, PoplensExchangeKind exchange, guint64 total,
          guint64 known)
{
  PoplensShare rest = {.id = G_MAXUINT32, .program = POPLENS_NO_PROGRAM, .exchange = exchange};

  if (total <= known)
    return;
  rest.name = g_strdup (name);
  rest.bytes = total - known;
  self->remainder += rest.bytes;
  g_array_append_val (self->rows, rest);
}

static void
sum_up (PoplensShares *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    self->total += g_array_index (self->rows, PoplensShare, i).bytes;
}

/* ---- vertices -------------------------------------------------------------------------- */

/* Compute sets that use each type. (transfer full) */
static guint32 *
count_users (const PoplensVertices *v)
{
  guint32 *users = g_new0 (guint32, MAX (v->n_types, 1));

  for (guint32 s = 0; v->compute_set_types && s < v->n_compute_sets; s++) {
    g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, s);
    for (guint i = 0; i < types->len; i++) {
      guint64 id = g_array_index (types, guint64, i);
      guint32 row = id < G_MAXUINT32 ? poplens_vertices_find_type (v, (guint32) id) : G_MAXUINT32;
      if (row != G_MAXUINT32)
        users[row]++;
    }
  }
  return users;
}

static guint64
type_bytes (const PoplensVertices *v, guint32 type, PoplensVertexBytes column)
{
  const PoplensLists *lists = v->type_bytes[column];

  return lists && type < poplens_lists_n_rows (lists) ? poplens_lists_sum (lists, type) : 0;
}

static guint64
add_types (PoplensShares *self, const PoplensVertices *v, PoplensVertexBytes first,
           PoplensVertexBytes end)
{
  g_autofree guint32 *users = count_users (v);
  guint64 sum = 0;

  for (guint32 t = 0; t < v->n_types; t++) {
    PoplensShare row = {.id = v->type_id[t], .program = POPLENS_NO_PROGRAM, .count = users[t]};
    for (PoplensVertexBytes c = first; c < end; c++)
      row.bytes += type_bytes (v, t, c);
    if (!row.bytes)
      continue;
    row.name = g_strdup (poplens_strings_get (v->strings, v->type_name[t]));
    sum += row.bytes;
    g_array_append_val (self->rows, row);
  }
  g_array_sort (self->rows, most_first);
  return sum;
}

PoplensShares *
poplens_insights_vertex_state (const PoplensVertices *vertices, const PoplensMemory *memory)
{
  static const char *const names[] = {"vertexInstanceState", "vertexFieldData", "copyDescriptor",
                                      "vectorListDescriptor", NULL};
  PoplensShares *self = shares_new ("vertex state");
  guint64 known =
      add_types (self, vertices, POPLENS_VERTEX_BYTES_COPY_PTR, POPLENS_VERTEX_BYTES_CODE);

  add_rest (self, "(unattributed state)", 0, categories_total (memory, names), known);
  sum_up (self);
  return self;
}

PoplensShares *
poplens_insights_vertex_code (const PoplensVertices *vertices, const PoplensMemory *memory)
{
  static const char *const names[] = {"vertexCode", NULL};
  PoplensShares *self = shares_new ("vertex code");
  guint64 known = add_types (self, vertices, POPLENS_VERTEX_BYTES_CODE, POPLENS_N_VERTEX_BYTES);

  add_rest (self, "(unattributed code)", 0, categories_total (memory, names), known);
  sum_up (self);
  return self;
}

/* ---- exchanges ------------------------------------------------------------------------- */

static PoplensExchangeKind
exchange_of (PoplensProgramKind kind)
{
  switch (kind) {
  case POPLENS_PROGRAM_DO_EXCHANGE:
    return POPLENS_EXCHANGE_INTERNAL;
  case POPLENS_PROGRAM_GLOBAL_EXCHANGE:
    return POPLENS_EXCHANGE_GLOBAL;
  case POPLENS_PROGRAM_STREAM_COPY_MID:
    return POPLENS_EXCHANGE_HOST;
  case POPLENS_PROGRAM_CODE_COPY:
    return POPLENS_EXCHANGE_CODE_COPY;
  default:
    return POPLENS_N_EXCHANGE_KINDS;
  }
}

PoplensExchangeKind
poplens_program_exchange (const PoplensPrograms *programs, guint32 row)
{
  return exchange_of (programs->kind[row]);
}

/* (kind, id) → row of the first program that is that exchange, plus one. */
static GHashTable *
programs_by_exchange (const PoplensPrograms *programs)
{
  GHashTable *rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 row = 0; programs && row < programs->n; row++) {
    guint64 key = (guint64) exchange_of (programs->kind[row]) << 32 | programs->variant_index[row];
    if (key >> 32 != POPLENS_N_EXCHANGE_KINDS && !g_hash_table_contains (rows, &key))
      g_hash_table_insert (rows, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
  }
  return rows;
}

static guint64
add_exchange (PoplensShares *self, const PoplensPrograms *programs, GHashTable *by_exchange,
              PoplensExchangeKind kind, guint32 id, guint64 bytes)
{
  guint64 key = (guint64) kind << 32 | id;
  guint32 row = GPOINTER_TO_UINT (g_hash_table_lookup (by_exchange, &key));
  const char *name = row ? poplens_programs_name (programs, row - 1) : "";
  PoplensShare share = {.id = id,
                        .program = row ? programs->id[row - 1] : POPLENS_NO_PROGRAM,
                        .exchange = kind,
                        .bytes = bytes};

  if (!bytes)
    return 0;
  share.name = *name ? g_strdup (name)
                     : g_strdup_printf ("%s exchange %u", poplens_exchange_kind_title (kind), id);
  g_array_append_val (self->rows, share);
  return bytes;
}

PoplensShares *
poplens_insights_exchange_code (const PoplensExchanges *exchanges, const PoplensMemory *memory,
                                const PoplensPrograms *programs, const PoplensNameSums *names)
{
  static const char *const internal[] = {"internalExchangeCode", NULL};
  static const char *const host[] = {"hostExchangeCode", NULL};
  static const char *const global[] = {"globalExchangeCode", NULL};
  const PoplensExchangeTable *inside = &exchanges->tables[POPLENS_EXCHANGE_INTERNAL];
  const PoplensExchangeTable *mid = &exchanges->tables[POPLENS_EXCHANGE_HOST];
  g_autoptr (GHashTable) by_exchange = programs_by_exchange (programs);
  PoplensShares *self = shares_new ("exchange code");
  guint64 known_inside = 0, known_host = 0;

  for (guint32 i = 0; i < inside->n; i++)
    known_inside += add_exchange (self, programs, by_exchange, POPLENS_EXCHANGE_INTERNAL,
                                  inside->id[i], poplens_lists_sum (inside->code, i));
  for (guint32 i = 0; names && i < mid->n; i++)
    known_host += add_exchange (self, programs, by_exchange, POPLENS_EXCHANGE_HOST, mid->id[i],
                                poplens_name_sums_host_code (names, mid->id[i]));
  g_array_sort (self->rows, most_first);
  add_rest (self, "(unattributed internal exchange code)", POPLENS_EXCHANGE_INTERNAL,
            categories_total (memory, internal), known_inside);
  add_rest (self, names ? "(unattributed host exchange code)" : "(host exchange code, total)",
            POPLENS_EXCHANGE_HOST, categories_total (memory, host), known_host);
  add_rest (self, "(inter-IPU exchange code, total)", POPLENS_EXCHANGE_GLOBAL,
            categories_total (memory, global), 0);
  sum_up (self);
  return self;
}
