/* Exchanges as the selected tiles have them: code, bytes in and out, and what remains. */
#include "analysis/insights.h"
#include "analysis/memory-analysis.h"
#include "tables/scope.h"

#include <string.h>

enum { EXCHANGE, KIND, ID, PROGRAM, CODE, RECEIVED, SENT };

static const PoplensColumnSpec exchange_columns[] = {
    [EXCHANGE] = {"exchange", "Exchange", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                  "Name of its first program; kind and id where that has none."},
    [KIND] = {"kind", "Kind", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
              "Between tiles (internal), between IPUs (global), with the host."},
    [ID] = {"id", "Id", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Its id in the table of its kind."},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "Id of its first program."},
    [CODE] = {"code_bytes", "Code", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes of code on the selected tiles: of internal ones "
              "program_type_do_exchange.code_bytes_by_tile_rle, of host ones the variables "
              ".text.supervisor.host_exchange_…."},
    [RECEIVED] = {"received_bytes", "Received", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
                  "Bytes that the selected tiles receive in it."},
    [SENT] = {"sent_bytes", "Sent", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
              "Bytes that the selected tiles send in it."},
};

static const char *const kinds[] = {"internal", "global", "host", "code copy"};

typedef struct {
  PoplensRows *rows;
  const PoplensExchanges *exchanges;
  const PoplensPrograms *programs; /* nullable */
  const PoplensMemory *memory;     /* nullable */
  PoplensScope scope;
  GHashTable *host_code; /* id → bytes on the selected tiles; NULL: not known */
  guint64 known[POPLENS_N_EXCHANGE_KINDS];
} Builder;

/* ---- code of host exchanges ------------------------------------------------------------- */

/* Names of variables tell it, as the file has no column. */
static gboolean
add_host_code (Builder *b, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const char prefix[] = ".text.supervisor.host_exchange_";
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable, error);
  g_autofree guint8 *chosen = NULL;
  guint32 n_tiles = 0;

  if (!slice)
    return FALSE;
  for (guint i = 0; i < b->scope.selection.n; i++) {
    guint32 p = b->scope.selection.positions[i];
    n_tiles = MAX (n_tiles, (b->memory ? b->memory->tile[p] : p) + 1);
  }
  chosen = g_new0 (guint8, MAX (n_tiles, 1));
  for (guint i = 0; i < b->scope.selection.n; i++) {
    guint32 p = b->scope.selection.positions[i];
    chosen[b->memory ? b->memory->tile[p] : p] = TRUE;
  }
  b->host_code = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensNamedVariable *v = &slice->named[i];
    const char *name = poplens_strings_get (slice->strings, v->name);
    guint64 id, *sum;
    if (!(v->bits & POPLENS_VARIABLE_ALLOCATED) || v->tile >= n_tiles || !chosen[v->tile] ||
        !g_str_has_prefix (name, prefix) ||
        !g_ascii_string_to_unsigned (name + strlen (prefix), 10, 0, G_MAXUINT32, &id, NULL))
      continue;
    sum = g_hash_table_lookup (b->host_code, GUINT_TO_POINTER ((guint) id));
    if (!sum)
      g_hash_table_insert (b->host_code, GUINT_TO_POINTER ((guint) id), sum = g_new0 (guint64, 1));
    *sum += v->size;
  }
  return TRUE;
}

/* FALSE where it is not known. */
static gboolean
find_code (const Builder *b, PoplensExchangeKind kind, guint32 row, guint64 *bytes)
{
  const PoplensExchangeTable *table = &b->exchanges->tables[kind];
  const guint64 *host;

  *bytes = 0;
  if (kind == POPLENS_EXCHANGE_INTERNAL && table->code) {
    *bytes = poplens_selection_sum (&b->scope.selection, table->code, row);
    return TRUE;
  }
  if (kind != POPLENS_EXCHANGE_HOST || !b->host_code)
    return FALSE;
  host = g_hash_table_lookup (b->host_code, GUINT_TO_POINTER (table->id[row]));
  *bytes = host ? *host : 0;
  return TRUE;
}

/* ---- rows ------------------------------------------------------------------------------- */

/* Rows of the first programs that are an exchange of @kind, plus one, by its id. (transfer full) */
static GHashTable *
first_programs (const PoplensPrograms *programs, PoplensExchangeKind kind)
{
  GHashTable *rows = g_hash_table_new (NULL, NULL);

  for (guint32 r = 0; programs && r < programs->n; r++) {
    gpointer id = GUINT_TO_POINTER (programs->variant_index[r]);
    if (poplens_program_exchange (programs, r) == kind && !g_hash_table_contains (rows, id))
      g_hash_table_insert (rows, id, GUINT_TO_POINTER (r + 1));
  }
  return rows;
}

static void
add_exchange (Builder *b, PoplensExchangeKind kind, guint32 row, guint32 program)
{
  const PoplensExchangeTable *table = &b->exchanges->tables[kind];
  guint64 received = poplens_selection_sum (&b->scope.selection, table->received, row);
  guint64 sent = poplens_selection_sum (&b->scope.selection, table->sent, row), code;
  gboolean known = find_code (b, kind, row, &code);
  const char *name =
      program ? poplens_strings_get (b->programs->strings, b->programs->name[program - 1]) : "";
  g_autofree char *title =
      *name ? g_strdup (name) : g_strdup_printf ("%s exchange %u", kinds[kind], table->id[row]);

  b->known[kind] += code;
  /* Exchanges in which the tiles have no part say nothing. */
  if (!code && !received && !sent)
    return;
  poplens_rows_add (b->rows, 0);
  poplens_rows_text (b->rows, EXCHANGE, title);
  poplens_rows_text (b->rows, KIND, kinds[kind]);
  poplens_rows_int (b->rows, ID, table->id[row]);
  if (program) {
    g_autofree char *link = g_strdup_printf ("programs?program=%u", b->programs->id[program - 1]);
    poplens_rows_int (b->rows, PROGRAM, b->programs->id[program - 1]);
    poplens_rows_link (b->rows, link);
  }
  if (known)
    poplens_rows_int (b->rows, CODE, (gint64) code);
  if (table->received)
    poplens_rows_int (b->rows, RECEIVED, (gint64) received);
  if (table->sent)
    poplens_rows_int (b->rows, SENT, (gint64) sent);
}

/* What the category holds beyond the exchanges' code. */
static gboolean
add_remainder (Builder *b, PoplensExchangeKind kind, const char *category, const char *title)
{
  guint64 total = 0;

  for (guint c = 0; b->memory && c < b->memory->categories->len; c++) {
    const PoplensCategory *of = g_ptr_array_index (b->memory->categories, c);
    if (!strcmp (of->name, category))
      total +=
          poplens_category_sums_at (of, b->scope.selection.positions, b->scope.selection.n).total;
  }
  if (total <= b->known[kind])
    return FALSE;
  poplens_rows_add (b->rows, 0);
  poplens_rows_text (b->rows, EXCHANGE, title);
  poplens_rows_text (b->rows, KIND, kinds[kind]);
  poplens_rows_int (b->rows, CODE, (gint64) (total - b->known[kind]));
  return TRUE;
}

static gboolean
add_remainders (Builder *b)
{
  gboolean any = add_remainder (b, POPLENS_EXCHANGE_INTERNAL, "internalExchangeCode",
                                "(internal exchange code of no exchange)");

  any |= add_remainder (b, POPLENS_EXCHANGE_HOST, "hostExchangeCode",
                        b->host_code ? "(host exchange code of no stream copy)"
                                     : "(host exchange code, all together)");
  any |= add_remainder (b, POPLENS_EXCHANGE_GLOBAL, "globalExchangeCode",
                        "(global exchange code, all together)");
  return any;
}

static PoplensTable *
make_table (Builder *b, PoplensReport *report)
{
  g_autofree char *tiles = poplens_scope_tiles (&b->scope);
  g_autofree char *note = NULL;
  gboolean rest;
  PoplensTable *table;

  b->rows = poplens_rows_new (G_N_ELEMENTS (exchange_columns));
  for (guint kind = 0; kind < POPLENS_N_EXCHANGE_KINDS; kind++) {
    g_autoptr (GHashTable) programs = first_programs (b->programs, kind);
    const PoplensExchangeTable *t = &b->exchanges->tables[kind];
    for (guint32 row = 0; row < t->n; row++)
      add_exchange (
          b, kind, row,
          GPOINTER_TO_UINT (g_hash_table_lookup (programs, GUINT_TO_POINTER (t->id[row]))));
  }
  rest = add_remainders (b);
  table = poplens_rows_finish (b->rows, "tile-exchanges", "Exchanges of tiles", report, FALSE);
  poplens_table_add_columns (table, exchange_columns, G_N_ELEMENTS (exchange_columns));
  for (guint c = CODE; c <= SENT; c++)
    poplens_table_add_total (table, c);
  poplens_table_set_default_sort (table, CODE, TRUE);
  note = g_strdup_printf ("%s%s%s", tiles ? tiles : "", tiles && rest ? ". " : "",
                          rest ? "Code of no exchange: what the categories of exchange code hold "
                                 "beyond the exchanges."
                               : "");
  poplens_table_set_note (table, *note ? note : NULL);
  return table;
}

PoplensTable *
poplens_build_tile_exchanges (PoplensReport *report, const PoplensPlace *place,
                              GCancellable *cancellable, GError **error)
{
  Builder b = {.exchanges = poplens_report_load_exchanges (report, cancellable, error)};
  gconstpointer memory, programs;
  PoplensTable *table = NULL;

  if (!b.exchanges ||
      !poplens_load_optional (report, POPLENS_PART_MEMORY, &memory, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  b.memory = memory;
  b.programs = programs;
  if (poplens_scope_init (&b.scope, report, place, cancellable, error) &&
      (poplens_report_get_absence (report, POPLENS_PART_VARIABLES) ||
       add_host_code (&b, report, cancellable, error)))
    table = make_table (&b, report);
  poplens_scope_clear (&b.scope);
  g_clear_pointer (&b.host_code, g_hash_table_unref);
  return table;
}
