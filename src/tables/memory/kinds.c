/* Tables of kinds of variables: their bytes, and how certain the kind of each variable is. */
#include "tables/engine/kind-column.h"

#include "base/error.h"
#include "derived/insights/fit-source.h"
#include "derived/insights/kinds-source.h"
#include "derived/operations/operations-source.h"

#include <string.h>

/* ---- by kind --------------------------------------------------------------------------------- */

typedef struct {
  const char *kind, *title;
  double excess_share;
  gint64 tiles_over, tile_bytes;
  double tile_share;
  gint64 bytes_over;
  const char *variable;
  gint64 variable_bytes, bytes;
  double share;
  gint64 variables, certain, named, likely, lifetime;
} KindRow;

static const PoplensColumn kind_columns[] = {
    POPLENS_CELL (KindRow, title, "Title", TEXT, DERIVED, "Purpose of these bytes"),
    POPLENS_CELL (KindRow, excess_share, "Share of excess", RATIO, DERIVED,
                  "Part of the bytes over capacity that would go with it; shares overlap; empty "
                  "where everything fits"),
    POPLENS_CELL (KindRow, tile_bytes, "Fullest tile", BYTES, DERIVED,
                  "Bytes live on the fullest tile at its peak; of packing and gaps all of them",
                  .total = TRUE),
    POPLENS_CELL (KindRow, tile_share, "Share of tile", RATIO, DERIVED,
                  "These bytes as a share of the need of the fullest tile"),
    POPLENS_CELL (KindRow, tiles_over, "Over without it", COUNT, DERIVED,
                  "Tiles that would still not fit without it; empty where everything fits"),
    POPLENS_CELL (KindRow, bytes_over, "On tiles over", BYTES, DERIVED,
                  "Same figure over all tiles that do not fit, each at its own peak",
                  .total = TRUE),
    POPLENS_CELL (KindRow, variable, "Variable", TEXT, FILE,
                  "Variable with more than half of these bytes on the fullest tile; else empty"),
    POPLENS_CELL (KindRow, variable_bytes, "Variable bytes", BYTES, DERIVED,
                  "Bytes of this variable on the fullest tile"),
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
    POPLENS_CELL (KindRow, kind, "Kind", TEXT, DERIVED,
                  "Kind, as scripts name it; packing and gap are the bytes that no variable has",
                  .for_scripts = TRUE),
};

/* Sums over the variables of a kind. */
typedef struct {
  guint32 variables;
  guint64 bytes, certain, named, likely, lifetime;
} KindSum;

/* Returns the member of @sum that counts bytes whose kind @rule decided. (nullable): NULL if their
 * kind is unknown */
static guint64 *
confidence_sum (KindSum *sum, PoplensKindRule rule)
{
  switch (rule) {
  case POPLENS_KIND_BY_RESERVED:
  case POPLENS_KIND_BY_SLOT:
    return &sum->named;
  case POPLENS_KIND_BY_WORD:
    return &sum->likely;
  case POPLENS_KIND_BY_SHAPE:
    return &sum->lifetime;
  case POPLENS_KIND_BY_NOTHING:
    return NULL;
  default:
    return &sum->certain;
  }
}

/* Sums bytes and variables by kind. Returns the bytes of all kinds. */
static guint64
sum_bytes_by_kind (const PoplensKinds *kinds, KindSum sums[POPLENS_N_KINDS])
{
  guint64 all = 0;

  for (guint32 g = 0; g < kinds->n; g++) {
    KindSum *sum = &sums[kinds->kind[g]];
    guint64 *part = confidence_sum (sum, kinds->rule[g]);
    sum->variables++;
    sum->bytes += kinds->bytes[g];
    all += kinds->bytes[g];
    if (part)
      *part += kinds->bytes[g];
  }
  return all;
}

static void
fill_kind (KindRow *row, PoplensKind kind, const KindSum *sum, guint64 all)
{
  row->kind = poplens_kind_key (kind);
  row->title = poplens_kind_title (kind);
  row->variables = sum->variables;
  row->bytes = (gint64) sum->bytes;
  row->share = all ? (double) sum->bytes / (double) all : 0;
  row->certain = (gint64) sum->certain;
  row->named = (gint64) sum->named;
  row->likely = (gint64) sum->likely;
  row->lifetime = (gint64) sum->lifetime;
}

/* Sets the cells that describe @cause: its bytes on the fullest tile, and on all tiles over
 * capacity. */
static void
fill_kind_cause (PoplensRecords *rows, KindRow *row, const PoplensFit *fit,
                 const PoplensFitCause *cause)
{
  row->kind = cause->key;
  row->title = cause->title;
  if (poplens_fit_is_over (fit)) {
    row->excess_share = cause->share;
    row->tiles_over = cause->tiles_over;
  }
  row->tile_bytes = (gint64) cause->bytes;
  row->tile_share = cause->tile_share;
  row->bytes_over = (gint64) cause->bytes_over;
  row->variable = poplens_records_text (rows, cause->variable);
  if (cause->variable)
    row->variable_bytes = (gint64) cause->variable_bytes;
}

/* Adds a row for each cause in @fit: a kind of variables, packing, or gaps. @added: (out): TRUE for
 * each kind that got a row. */
static void
add_causes (PoplensRecords *rows, const PoplensFit *fit, const KindSum sums[POPLENS_N_KINDS],
            guint64 all, gboolean added[POPLENS_N_KINDS])
{
  for (guint i = 0; i < fit->causes->len; i++) {
    const PoplensFitCause *cause = &g_array_index (fit->causes, PoplensFitCause, i);
    KindRow *row = poplens_records_add (rows);
    if (cause->is_kind) {
      fill_kind (row, cause->kind, &sums[cause->kind], all);
      added[cause->kind] = TRUE;
    }
    fill_kind_cause (rows, row, fit, cause);
  }
}

PoplensTable *
poplens_build_kinds (PoplensReport *report, const PoplensLocation *location,
                     GCancellable *cancellable, GError **error)
{
  const PoplensKinds *kinds = poplens_report_kinds (report, cancellable, error);
  const PoplensFit *fit = kinds ? poplens_report_fit (report, cancellable, error) : NULL;
  gboolean added[POPLENS_N_KINDS] = {FALSE};
  KindSum sums[POPLENS_N_KINDS] = {{0}};
  PoplensRecords *rows;

  if (!fit)
    return NULL;
  guint64 all = sum_bytes_by_kind (kinds, sums);
  rows = POPLENS_RECORDS (KindRow, kind_columns);
  add_causes (rows, fit, sums, all, added);
  for (guint k = 0; k < POPLENS_N_KINDS; k++)
    if (sums[k].variables && !added[k])
      fill_kind (poplens_records_add (rows), k, &sums[k], all);
  PoplensTable *table = poplens_records_finish (rows, "kinds", "Kinds of variables", report);
  poplens_table_set_note (
      table, poplens_fit_is_over (fit)
                 ? "Largest share of the excess first; shares within five points by bytes on tiles "
                   "over. Bytes are of all tiles; variables that share memory count each."
                 : "Most bytes on the fullest tile first. Bytes are of all tiles; variables that "
                   "share memory count each.");
  return table;
}

/* ---- by variable ----------------------------------------------------------------------------- */

typedef struct {
  gint64 id;
  const char *variable, *category, *kind, *evidence, *confidence;
  guint64 bytes;
  const char *marks;
} KindVariableRow;

static const PoplensColumn kind_variable_columns[] = {
    POPLENS_CELL (KindVariableRow, id, "ID", ID, FILE,
                  "ID of the variable, as numbered in vars_info.unlowered_var_id"),
    POPLENS_CELL (KindVariableRow, variable, "Variable", TEXT, FILE,
                  "Variable of the program (unlowered_vars); by its category where it has no ID"),
    POPLENS_CELL (KindVariableRow, category, "Category", TEXT, FILE,
                  "Category of its bytes (var_categories)", .name_of = poplens_category_title),
    POPLENS_CELL (KindVariableRow, kind, "Kind", TEXT, DERIVED, "Purpose of the variable",
                  .name_of = poplens_kind_name),
    POPLENS_CELL (KindVariableRow, evidence, "Evidence", TEXT, DERIVED,
                  "Rule that decided the kind"),
    POPLENS_CELL (KindVariableRow, confidence, "Confidence", TEXT, DERIVED,
                  "How sure the kind is: certain, named, likely, by lifetime"),
    POPLENS_CELL (KindVariableRow, bytes, "Bytes", BYTES, DERIVED,
                  "Bytes over all tiles; variables that share memory count each", .total = TRUE),
    POPLENS_CELL (KindVariableRow, marks, "Marks", TEXT, DERIVED,
                  "staged: a remote buffer reads or writes it; combined: momentum and accumulator "
                  "in one (Accl___); else empty"),
};

static const char *
describe_marks (const PoplensByteGroup *group, const PoplensKinds *kinds, guint32 g)
{
  gboolean is_staged = group->staged;
  gboolean combined = kinds->rule[g] == POPLENS_KIND_BY_RESERVED && group->name &&
                      poplens_kind_is_combined (group->name);

  return is_staged && combined ? "staged, combined"
         : is_staged           ? "staged"
         : combined            ? "combined"
                               : NULL;
}

static void
fill_kind_row (KindVariableRow *row, const PoplensByteGroup *group,
               const PoplensVariables *variables)
{
  if (group->unlowered != G_MAXUINT32)
    row->id = group->unlowered;
  row->variable = group->name;
  if (group->category < variables->n_categories)
    row->category = poplens_variables_category_name (variables, group->category);
}

/* Sorts groups by bytes, descending, and groups of equal size by number. */
static int
compare_group_bytes (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensKinds *kinds = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (kinds->bytes[x] != kinds->bytes[y])
    return kinds->bytes[x] > kinds->bytes[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static gboolean
group_has_text (const PoplensByteGroup *group, const char *text, gboolean whole)
{
  g_autofree char *id =
      group->unlowered == G_MAXUINT32 ? NULL : g_strdup_printf ("%u", group->unlowered);

  if (whole)
    return !g_strcmp0 (id, text) || !g_strcmp0 (group->name, text);
  g_autofree char *name = group->name ? g_utf8_casefold (group->name, -1) : NULL;
  g_autofree char *part = g_utf8_casefold (text, -1);
  return name && strstr (name, part);
}

static guint32
group_variable (const PoplensByteGroup *group)
{
  return group->unlowered == G_MAXUINT32 ? POPLENS_NO_VARIABLE : group->unlowered;
}

/* Returns the groups that pass @only and have the ID or name @text. If there are none, returns the
 * groups whose name contains @text. @text: (nullable): NULL: all that pass @only. (transfer full):
 * GArray of guint32. (nullable): NULL with POPLENS_ERROR_USAGE if no name contains @text */
static GArray *
choose_kind_or_variables (const PoplensTileBytes *bytes, const PoplensKinds *kinds,
                          const char *text, const PoplensOperationFilter *only, GError **error)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (int whole = TRUE; whole >= FALSE && !out->len; whole--)
    for (guint32 g = 0; g < bytes->n_groups; g++)
      if (poplens_operation_filter_has_variable (only, group_variable (&bytes->groups[g])) &&
          (!text || group_has_text (&bytes->groups[g], text, whole)))
        g_array_append_val (out, g);
  if (text && !out->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no variable name contains “%s”", text);
    return NULL;
  }
  g_array_sort_with_data (out, compare_group_bytes, (gpointer) kinds);
  return g_steal_pointer (&out);
}

PoplensTable *
poplens_build_variables_by_kind (PoplensReport *report, const PoplensLocation *location,
                                 GCancellable *cancellable, GError **error)
{
  const PoplensKinds *kinds = poplens_report_kinds (report, cancellable, error);
  const PoplensWhatIf *what = kinds ? poplens_report_what_if (report, cancellable, error) : NULL;
  const PoplensVariables *variables =
      what ? poplens_report_load_variables_brief (report, cancellable, error) : NULL;
  const PoplensTileBytes *bytes = variables ? poplens_what_if_get_bytes (what) : NULL;
  const char *text = location ? poplens_location_get (location, "variable") : NULL;
  PoplensOperationFilter only = {0};
  g_autoptr (GArray) groups =
      bytes && poplens_operation_filter_init (&only, report, location, cancellable, error)
          ? choose_kind_or_variables (bytes, kinds, text, &only, error)
          : NULL;
  PoplensRecords *rows;

  if (!groups)
    return NULL;
  rows = POPLENS_RECORDS (KindVariableRow, kind_variable_columns);
  for (guint i = 0; i < groups->len; i++) {
    guint32 g = g_array_index (groups, guint32, i);
    KindVariableRow *row = poplens_records_add (rows);
    fill_kind_row (row, &bytes->groups[g], variables);
    row->kind = poplens_kind_key (kinds->kind[g]);
    row->evidence = poplens_kind_rule_text (kinds->rule[g]);
    row->confidence = poplens_kind_rule_confidence (kinds->rule[g]);
    row->bytes = kinds->bytes[g];
    row->marks = describe_marks (&bytes->groups[g], kinds, g);
  }
  PoplensTable *table = poplens_records_finish (rows, "variables", "Kinds by variable", report);
  poplens_table_set_note (table, "All tiles. Variables that share memory count each.");
  return table;
}
