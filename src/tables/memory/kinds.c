/* What variables are for, and how that is known. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/insights/kinds-source.h"
#include "derived/parts.h"

#include <string.h>

/* ---- by kind -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *kind, *title;
  guint64 bytes;
  double share;
  guint32 variables;
  guint64 certain, named, likely, lifetime;
} KindRow;

static const PoplensColumn kind_columns[] = {
    POPLENS_CELL (KindRow, kind, "Kind", TEXT, DERIVED, "Kind, as scripts name it"),
    POPLENS_CELL (KindRow, title, "Title", TEXT, DERIVED, "Purpose of its variables"),
    POPLENS_CELL (KindRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes of its variables over all tiles; those that share memory count each",
                  .total = TRUE),
    POPLENS_CELL (KindRow, share, "Share", RATIO, DERIVED, "Part of the bytes of all kinds"),
    POPLENS_CELL (KindRow, variables, "Variables", COUNT, DERIVED,
                  "Variables of the program, each by category; those without an ID are one of each "
                  "category",
                  .total = TRUE),
    POPLENS_CELL (KindRow, certain, "Certain", BYTES, DERIVED,
                  "Bytes whose kind the file records: category, constant bit, host exchange, debug "
                  "context",
                  .total = TRUE),
    POPLENS_CELL (KindRow, named, "Named", BYTES, DERIVED,
                  "Bytes whose kind is in a name that PopART or TensorFlow reserves, or in that of "
                  "other always-live data",
                  .total = TRUE),
    POPLENS_CELL (KindRow, likely, "Likely", BYTES, DERIVED,
                  "Bytes whose kind is the last word of the name", .total = TRUE),
    POPLENS_CELL (KindRow, lifetime, "By lifetime", BYTES, DERIVED,
                  "Bytes whose kind follows from the phases of birth and death", .total = TRUE),
};

/* Where its bytes count. */
static guint64 *
confidence_cell (KindRow *row, PoplensKindRule rule)
{
  switch (rule) {
  case POPLENS_KIND_BY_RESERVED:
  case POPLENS_KIND_BY_SLOT:
    return &row->named;
  case POPLENS_KIND_BY_WORD:
    return &row->likely;
  case POPLENS_KIND_BY_SHAPE:
    return &row->lifetime;
  case POPLENS_KIND_BY_NOTHING:
    return NULL;
  default:
    return &row->certain;
  }
}

static guint64
add_up (const PoplensKinds *kinds, KindRow sums[POPLENS_N_KINDS])
{
  guint64 all = 0;

  for (guint32 g = 0; g < kinds->n; g++) {
    KindRow *row = &sums[kinds->kind[g]];
    guint64 *cell = confidence_cell (row, kinds->rule[g]);
    row->variables++;
    row->bytes += kinds->bytes[g];
    all += kinds->bytes[g];
    if (cell)
      *cell += kinds->bytes[g];
  }
  return all;
}

PoplensTable *
poplens_build_kinds (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (report, cancellable, error);
  KindRow sums[POPLENS_N_KINDS] = {{0}};
  PoplensRecords *rows;

  if (!kinds)
    return NULL;
  guint64 all = add_up (kinds, sums);
  rows = POPLENS_RECORDS (KindRow, kind_columns);
  for (guint k = 0; k < POPLENS_N_KINDS; k++) {
    if (!sums[k].variables)
      continue;
    KindRow *row = poplens_records_add (rows);
    *row = sums[k];
    row->kind = poplens_kind_key (k);
    row->title = poplens_kind_title (k);
    row->share = all ? (double) row->bytes / (double) all : 0;
  }
  PoplensTable *table = poplens_records_finish (rows, "kinds", "Kinds of variables", report);
  poplens_table_set_note (table, "All tiles. Variables that share memory count each.");
  return table;
}

/* ---- by variable -------------------------------------------------------------------------------
 */

typedef struct {
  gint64 id;
  const char *variable, *category, *kind, *evidence, *confidence;
  guint64 bytes;
  const char *marks;
} VariableRow;

static const PoplensColumn variable_columns[] = {
    POPLENS_CELL (VariableRow, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in vars_info.unlowered_var_id"),
    POPLENS_CELL (VariableRow, variable, "Variable", TEXT, FILE,
                  "Variable of the program (unlowered_vars); by its category where it has no ID"),
    POPLENS_CELL (VariableRow, category, "Category", TEXT, FILE,
                  "Category of its bytes (var_categories)"),
    POPLENS_CELL (VariableRow, kind, "Kind", TEXT, DERIVED, "Purpose of the variable"),
    POPLENS_CELL (VariableRow, evidence, "Evidence", TEXT, DERIVED, "Rule that decided the kind"),
    POPLENS_CELL (VariableRow, confidence, "Confidence", TEXT, DERIVED,
                  "How sure the kind is: certain, named, likely, by lifetime"),
    POPLENS_CELL (VariableRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes over all tiles; variables that share memory count each", .total = TRUE),
    POPLENS_CELL (VariableRow, marks, "Marks", TEXT, DERIVED,
                  "staged: a remote buffer reads or writes it; combined: momentum and accumulator "
                  "in one (Accl___); else empty"),
};

static const char *
marks_of (const PoplensByteGroup *group, const PoplensKinds *kinds, guint32 g)
{
  gboolean is_staged = kinds->staged[g];
  gboolean combined = kinds->rule[g] == POPLENS_KIND_BY_RESERVED && group->name &&
                      poplens_kind_is_combined (group->name);

  return is_staged && combined ? "staged, combined"
         : is_staged           ? "staged"
         : combined            ? "combined"
                               : NULL;
}

static void
fill_row (VariableRow *row, const PoplensByteGroup *group, const PoplensVariables *variables)
{
  if (group->unlowered != G_MAXUINT32)
    row->id = group->unlowered;
  row->variable = group->name;
  if (group->category < variables->n_categories)
    row->category =
        poplens_strings_get (variables->strings, variables->category_name[group->category]);
}

/* Groups by their bytes, most first; of as many in the file's order. */
static int
by_bytes (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensKinds *kinds = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (kinds->bytes[x] != kinds->bytes[y])
    return kinds->bytes[x] > kinds->bytes[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static gboolean
has_word (const PoplensByteGroup *group, const char *text, gboolean whole)
{
  g_autofree char *id =
      group->unlowered == G_MAXUINT32 ? NULL : g_strdup_printf ("%u", group->unlowered);

  if (whole)
    return !g_strcmp0 (id, text) || !g_strcmp0 (group->name, text);
  g_autofree char *name = group->name ? g_utf8_casefold (group->name, -1) : NULL;
  g_autofree char *part = g_utf8_casefold (text, -1);
  return name && strstr (name, part);
}

/* Those that @text (nullable) names: an ID or a name, else a part of names. NULL with USAGE where
 * there are none. (transfer full) */
static GArray *
choose (const PoplensTileBytes *bytes, PoplensKinds *kinds, const char *text, GError **error)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (int whole = TRUE; whole >= FALSE && !out->len; whole--)
    for (guint32 g = 0; g < bytes->n_groups; g++)
      if (!text || has_word (&bytes->groups[g], text, whole))
        g_array_append_val (out, g);
  if (text && !out->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no variable name contains “%s”", text);
    return NULL;
  }
  g_array_sort_with_data (out, by_bytes, kinds);
  return g_steal_pointer (&out);
}

PoplensTable *
poplens_build_variable_kinds (PoplensReport *report, const PoplensLocation *location,
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensKinds) kinds = poplens_report_kinds (report, cancellable, error);
  g_autoptr (PoplensWhatIf) what =
      kinds ? poplens_report_what_if (report, cancellable, error) : NULL;
  const PoplensVariables *variables =
      what ? poplens_load_lowered (report, cancellable, error) : NULL;
  const PoplensTileBytes *bytes = variables ? poplens_what_if_get_bytes (what) : NULL;
  const char *text = location ? poplens_location_get (location, "variable") : NULL;
  g_autoptr (GArray) groups = bytes ? choose (bytes, kinds, text, error) : NULL;
  PoplensRecords *rows;

  if (!groups)
    return NULL;
  rows = POPLENS_RECORDS (VariableRow, variable_columns);
  for (guint i = 0; i < groups->len; i++) {
    guint32 g = g_array_index (groups, guint32, i);
    VariableRow *row = poplens_records_add (rows);
    fill_row (row, &bytes->groups[g], variables);
    row->kind = poplens_kind_key (kinds->kind[g]);
    row->evidence = poplens_kind_rule_text (kinds->rule[g]);
    row->confidence = poplens_kind_rule_confidence (kinds->rule[g]);
    row->bytes = kinds->bytes[g];
    row->marks = marks_of (&bytes->groups[g], kinds, g);
  }
  PoplensTable *table =
      poplens_records_finish (rows, "variable-kinds", "Kinds by variable", report);
  poplens_table_set_note (table, "All tiles. Variables that share memory count each.");
  return table;
}
