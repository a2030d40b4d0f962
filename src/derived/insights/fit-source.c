/* Computes whether the model of a report fits, and the change plan that makes it fit. Also
 * evaluates given changes, and computes the cost of changes in time, and the savings by outlining.
 */
#include "derived/insights/fit-source.h"

#include "analysis/memory/move-layers.h"
#include "analysis/insights/fit.h"
#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "base/error.h"
#include "base/typed.h"
#include "derived/insights/insights-source.h"
#include "derived/insights/kinds-source.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "model/exchanges.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/programs.h"
#include "model/vertices.h"
#include "report/report.h"

#include <string.h>

/* ---- rate of the host ------------------------------------------------------------------------ */

/* Computes the transfer rate of the host from the measured steps of a report. @rate: (out): zeros
 * if the report lacks exchanges. FALSE with ABSENT if no executed steps were recorded, or another
 * error. */
static gboolean
report_host_rate (PoplensReport *report, PoplensHostRate *rate, GCancellable *cancellable,
                  GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  const PoplensExecution *x =
      programs ? poplens_report_load_execution (report, cancellable, error) : NULL;
  const PoplensStepSums *sums = NULL;
  gconstpointer exchanges;

  *rate = (PoplensHostRate){0};
  if (!x || !poplens_time_has_steps (x, error) ||
      !(sums = poplens_step_sums_get (report, cancellable, error)) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error))
    return FALSE;
  if (exchanges)
    *rate = poplens_host_rate_new (x, programs, exchanges, sums->cycles);
  return TRUE;
}

/* ---- costs of changes ------------------------------------------------------------------------ */

/* Computes what changes cost in time. If nothing was executed, only bytes are known, not cycles. */
static gpointer
make_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensMoves *moves = poplens_report_moves (report, cancellable, error);
  g_autoptr (GError) lack = NULL;
  PoplensHostRate host = {0};

  if (!moves)
    return NULL;
  if (!report_host_rate (report, &host, cancellable, &lack) && !poplens_error_is_lack (lack)) {
    g_propagate_error (error, g_steal_pointer (&lack));
    return NULL;
  }
  return poplens_fit_prices_new (moves, &host);
}

const PoplensFitPrices *
poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit-prices", make_prices, NULL, g_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- data for changes ------------------------------------------------------------------------ */

static gpointer
make_moves (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensWhatIf *what = poplens_report_what_if (report, cancellable, error);
  const PoplensKinds *kinds = what ? poplens_report_kinds (report, cancellable, error) : NULL;
  const PoplensPrograms *programs =
      kinds ? poplens_report_load_programs (report, cancellable, error) : NULL;

  return programs ? poplens_moves_new (what, kinds, programs) : NULL;
}

const PoplensMoves *
poplens_report_moves (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-moves", make_moves, NULL,
                                         (GDestroyNotify) poplens_moves_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- outline --------------------------------------------------------------------------------- */

/* Computes an upper bound of what outlining saves. If n equal layers of an IPU could share their
 * code in one call, 1 / n of the code would remain. Layers are equal if their paths differ only in
 * the layer number (name-parts.h). The code of a layer is the code of its exchanges and the control
 * code of its programs. A layer is on the IPUs that have code of its exchanges. Vertex types are
 * equal if their names differ only in a number at the end. */

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
  const PoplensExchanges *exchanges; /* (nullable): without exchanges no layer has code */
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensMemory *memory;
  guint32 tiles_per_ipu; /* 0: unknown; then all tiles count as one IPU */
} PoplensOutlineInput;

/* Room for the numbered names in a path, such as "layer.3". Only the outermost of them is used. */
#define MOST_PARTS 8

/* Layers or vertex types whose names differ only in a number. They could share their code. */
typedef struct {
  guint64 *more, *less; /* [n_tiles] bytes to add, and bytes to subtract; the bytes of code are
                           .more − .less */
  GHashTable *members;  /* maps the name of each layer or vertex type to gboolean[n_ipus]: TRUE if
                           its code is on the IPU */
} CodeFamily;

/* The layer of a program. */
typedef struct {
  CodeFamily
      *family; /* (nullable): family of the program's layer; NULL: the program is in no layer */
  char *member;
  gint32 parents; /* number of parents in .family; the code of each parent includes the code of this
                     program */
} ProgramLayer;

typedef struct {
  const PoplensOutlineInput *in;
  guint32 n_tiles, n_ipus; /* highest tile number + 1, and highest IPU number + 1 */
  GHashTable *families; /* maps "L" (layer) or "T" (vertex type) and a name without its number to a
                           CodeFamily */
  ProgramLayer *places; /* [programs->n] layer of each program */
} OutlineState;

static void
code_family_free (gpointer data)
{
  CodeFamily *self = data;

  g_free (self->more);
  g_free (self->less);
  g_hash_table_unref (self->members);
  g_free (self);
}

static guint32
get_ipu (const OutlineState *w, guint32 tile)
{
  return w->in->tiles_per_ipu ? tile / w->in->tiles_per_ipu : 0;
}

/* Returns the family of @key, which @w owns. Creates the family if there is none. @key: (transfer
 * full) */
static CodeFamily *
find_or_add_family (OutlineState *w, char *key)
{
  CodeFamily *family = g_hash_table_lookup (w->families, key);

  if (family) {
    g_free (key);
    return family;
  }
  family = g_new0 (CodeFamily, 1);
  family->more = g_new0 (guint64, MAX (w->n_tiles, 1));
  family->less = g_new0 (guint64, MAX (w->n_tiles, 1));
  family->members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (w->families, key, family);
  return family;
}

/* Adds the code in row @row of @lists to @family, as code of the layer or vertex type @name. */
static void
family_add_member (const OutlineState *w, CodeFamily *family, const char *name,
                   const PoplensLists *lists, gsize row)
{
  g_autofree guint64 *bytes = g_new0 (guint64, MAX (w->n_tiles, 1));
  gboolean *is_there = g_hash_table_lookup (family->members, name);

  if (!is_there) {
    is_there = g_new0 (gboolean, w->n_ipus);
    g_hash_table_insert (family->members, g_strdup (name), is_there);
  }
  poplens_lists_accumulate (lists, row, bytes, w->n_tiles);
  for (guint32 t = 0; t < w->n_tiles; t++) {
    family->more[t] += bytes[t];
    is_there[get_ipu (w, t)] |= bytes[t] > 0;
  }
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* Sets the layer of a program from the outermost numbered part of its path. A program without such
 * a part is in no layer. */
static void
set_program_layer (OutlineState *w, const PoplensNameLayers *layers, const char *name,
                   ProgramLayer *place)
{
  const char *path = poplens_name_path (name), *bare = poplens_bare_path (name);
  gsize from[MOST_PARTS], base, length, skipped = (gsize) (bare - path);
  guint64 number;

  if (poplens_name_is_copy (path) ||
      !poplens_name_layers_find (layers, path, strlen (path), from, MOST_PARTS) ||
      from[0] < skipped)
    return;
  length = strcspn (path + from[0], "/");
  if (!poplens_name_part_number (path + from[0], length, &base, &number))
    return;
  place->member = g_strndup (bare, from[0] - skipped + length);
  place->family =
      find_or_add_family (w, g_strdup_printf ("L%.*s", (int) (from[0] - skipped + base), bare));
}

/* Sets the layer of each program by the name of its first step. */
static void
set_program_layers (OutlineState *w)
{
  g_autoptr (PoplensKindSteps) steps = poplens_kind_steps_new (w->in->liveness, w->in->programs);
  guint32 n = poplens_kind_steps_n (steps);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));
  g_autofree guint8 *is_known = g_new0 (guint8, MAX (w->in->programs->n, 1));
  g_autoptr (PoplensNameLayers) layers = NULL;

  for (guint32 s = 0; s < n; s++)
    names[s] = poplens_kind_steps_name (steps, s);
  layers = poplens_name_layers_new (names, n);
  for (guint32 s = 0; s < n; s++) {
    guint32 row = poplens_programs_find (w->in->programs, w->in->liveness->program[s]);
    if (row == POPLENS_NO_ROW || is_known[row])
      continue;
    is_known[row] = TRUE;
    set_program_layer (w, layers, names[s], &w->places[row]);
  }
}

/* Subtracts the control code of children in other families: the file includes this code in the
 * parent's code. Children in the same family are only counted, so that outline_add_control_code ()
 * can add their code once. */
static void
subtract_child_code (OutlineState *w, guint32 row)
{
  const PoplensPrograms *p = w->in->programs;
  g_autoptr (GArray) children = poplens_lists_values (p->children, row);

  for (guint i = 0; i < children->len; i++) {
    guint32 child = poplens_programs_find (p, (guint32) g_array_index (children, guint64, i));
    if (child == POPLENS_NO_ROW)
      continue;
    if (w->places[child].family == w->places[row].family)
      w->places[child].parents++;
    else
      poplens_lists_accumulate (p->control_code, child, w->places[row].family->less, w->n_tiles);
  }
}

static void
outline_add_control_code (OutlineState *w)
{
  const PoplensPrograms *p = w->in->programs;

  for (guint32 row = 0; row < p->n; row++)
    if (w->places[row].family)
      subtract_child_code (w, row);
  for (guint32 row = 0; row < p->n; row++) {
    const ProgramLayer *place = &w->places[row];
    gint32 times = place->family ? 1 - place->parents : 0;
    for (gint32 i = 0; i < ABS (times); i++)
      poplens_lists_accumulate (p->control_code, row,
                                times < 0 ? place->family->less : place->family->more, w->n_tiles);
  }
}

static void
outline_add_exchange_code (OutlineState *w)
{
  const PoplensPrograms *p = w->in->programs;
  const PoplensExchanges *e = w->in->exchanges;

  for (guint32 row = 0; e && row < p->n; row++) {
    guint32 exchange =
        p->kind[row] == POPLENS_PROGRAM_DO_EXCHANGE && w->places[row].family
            ? poplens_exchanges_find (e, POPLENS_EXCHANGE_INTERNAL, p->variant_index[row])
            : G_MAXUINT32;
    if (exchange != G_MAXUINT32)
      family_add_member (w, w->places[row].family, w->places[row].member,
                         e->tables[POPLENS_EXCHANGE_INTERNAL].code, exchange);
  }
}

/* ---- vertex types ---------------------------------------------------------------------------- */

/* Adds the code of vertex types whose names end in a number. Names that differ only in this number
 * are a family. */
static void
outline_add_types (OutlineState *w)
{
  const PoplensVertices *v = w->in->vertices;

  for (guint32 t = 0; v && t < v->n_types; t++) {
    const char *name = poplens_strings_get (v->strings, v->type_name[t]);
    gsize base;
    guint64 number;
    if (poplens_name_part_number (name, strlen (name), &base, &number))
      family_add_member (w, find_or_add_family (w, g_strdup_printf ("T%.*s", (int) base, name)),
                         name, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], t);
  }
}

/* ---- savings --------------------------------------------------------------------------------- */

/* Counts the layers or vertex types of the family that have code on @ipu. */
static guint32
count_members (const CodeFamily *family, guint32 ipu)
{
  GHashTableIter iter;
  gpointer is_there;
  guint32 n = 0;

  g_hash_table_iter_init (&iter, family->members);
  while (g_hash_table_iter_next (&iter, NULL, &is_there))
    n += ((const gboolean *) is_there)[ipu];
  return n;
}

/* Adds to @out the bytes that each tile saves if equal layers or vertex types on an IPU share one
 * copy of the code. @out: [memory->n_tiles] */
static void
add_family_savings (const OutlineState *w, const CodeFamily *family, guint64 *out)
{
  const PoplensMemory *memory = w->in->memory;
  g_autofree guint32 *n = g_new0 (guint32, w->n_ipus);

  for (guint32 ipu = 0; ipu < w->n_ipus; ipu++)
    n[ipu] = count_members (family, ipu);
  for (guint32 i = 0; i < memory->n_tiles; i++) {
    guint32 tile = memory->tile[i], equal = n[get_ipu (w, tile)];
    guint64 code = family->more[tile] - MIN (family->more[tile], family->less[tile]);
    if (equal > 1)
      out[i] += code * (equal - 1) / equal;
  }
}

static void
free_program_layers (OutlineState *w)
{
  for (guint32 row = 0; row < w->in->programs->n; row++)
    g_free (w->places[row].member);
  g_free (w->places);
}

/* Returns an upper bound of the bytes that outlining saves on each tile. Cost: the names of all
 * steps, and the code of layers by tile. (transfer full): [memory->n_tiles] */
static guint64 *
outline_bytes (const PoplensOutlineInput *input)
{
  const PoplensMemory *memory = input->memory;
  guint64 *out = g_new0 (guint64, MAX (memory->n_tiles, 1));
  OutlineState w = {.in = input,
                    .n_tiles = memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0,
                    .families =
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, code_family_free)};
  GHashTableIter iter;
  gpointer family;

  w.n_ipus = w.n_tiles ? get_ipu (&w, w.n_tiles - 1) + 1 : 1;
  w.places = g_new0 (ProgramLayer, MAX (input->programs->n, 1));
  set_program_layers (&w);
  outline_add_control_code (&w);
  outline_add_exchange_code (&w);
  outline_add_types (&w);
  g_hash_table_iter_init (&iter, w.families);
  while (g_hash_table_iter_next (&iter, NULL, &family))
    add_family_savings (&w, family, out);
  free_program_layers (&w);
  g_hash_table_unref (w.families);
  return out;
}

/* ---- the fit --------------------------------------------------------------------------------- */

/* Data for evaluating a fit and its plans; owned by the report. */
typedef struct {
  const PoplensMoves *moves; /* bytes that changes can move */
  /* (nullable): [n_groups] TRUE if all variables of a group are 32-bit floats; NULL if debug.cbor
   * is absent */
  const guint8 *halves;
} FitInputs;

static gboolean
fit_inputs_load (FitInputs *self, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  GError *local = NULL;

  self->moves = poplens_report_moves (report, cancellable, error);
  if (!self->moves)
    return FALSE;
  self->halves = poplens_report_float_groups (report, cancellable, &local);
  return poplens_error_forgive_lack (local, error);
}

/* Computes what outlining saves at most. @out: (out) (transfer full). FALSE with @error if
 * exchanges or vertices cannot be read. */
static gboolean
compute_outline_savings (PoplensReport *report, guint64 **out, GCancellable *cancellable,
                         GError **error)
{
  const PoplensTarget *target = poplens_report_peek (report, POPLENS_PART_TARGET);
  PoplensOutlineInput in = {
      .liveness = poplens_report_peek (report, POPLENS_PART_LIVENESS),
      .programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS),
      .memory = poplens_report_peek (report, POPLENS_PART_MEMORY),
      .tiles_per_ipu = target ? target->tiles_per_ipu : 0,
  };
  gconstpointer exchanges, vertices;

  if (!poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable, error))
    return FALSE;
  in.exchanges = exchanges;
  in.vertices = vertices;
  *out = outline_bytes (&in);
  return TRUE;
}

static gpointer
make_fit (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  FitInputs inputs = {0};
  const PoplensTarget *target;
  g_autofree guint64 *outlined = NULL;
  PoplensFit *fit;

  if (!fit_inputs_load (&inputs, report, cancellable, error) ||
      !compute_outline_savings (report, &outlined, cancellable, error))
    return NULL;
  target = poplens_report_peek (report, POPLENS_PART_TARGET);
  fit = poplens_fit_new (inputs.moves, inputs.halves, outlined,
                         poplens_report_peek (report, POPLENS_PART_MEMORY),
                         target ? target->tiles_per_ipu : 0, cancellable);
  if (!fit)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return fit;
}

static const PoplensDerived derived_fit = {"poplens-fit", make_fit, NULL,
                                           (GDestroyNotify) poplens_fit_free};

PoplensFit *
poplens_report_fit (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &derived_fit, cancellable, error);
}

const PoplensFit *
poplens_report_peek_fit (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &derived_fit);
}

/* ---- the change plan ------------------------------------------------------------------------- */

static gpointer
compute_plan (PoplensReport *report, const PoplensPlanOptions *options, GCancellable *cancellable,
              GError **error)
{
  PoplensFit *fit = poplens_report_fit (report, cancellable, error);
  FitInputs inputs = {0};
  PoplensFitPlan *plan;

  if (!fit || !fit_inputs_load (&inputs, report, cancellable, error))
    return NULL;
  plan = poplens_fit_plan_new (fit, inputs.moves, inputs.halves, options, cancellable);
  if (!plan)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return plan;
}

static gpointer
make_plan (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPlanOptions options = {0};

  return compute_plan (report, &options, cancellable, error);
}

static gboolean
parse_margin (const char *text, guint *margin, GError **error)
{
  g_autofree char *number = g_strdup (text);
  guint64 value;

  if (g_str_has_suffix (number, "%"))
    number[strlen (number) - 1] = '\0';
  if (!poplens_typed_unsigned (number, 0, 99, &value)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid margin \u201c%s\u201d; use percent of the capacity, for example 5%%",
                 text);
    return FALSE;
  }
  *margin = (guint) value;
  return TRUE;
}

/* Splits text such as "recompute,halve" into keys of changes. NULL with USAGE if there is no key,
 * or a key that is none of a plan's changes. (transfer full) */
static GStrv
parse_change_keys (const char *text, GError **error)
{
  g_auto (GStrv) keys = g_strsplit_set (text, ",;", -1);

  if (!keys[0]) {
    g_autofree char *known = poplens_fit_plan_keys ();
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no change is named; use %s or micro-batch", known);
    return NULL;
  }
  for (guint i = 0; keys[i]; i++) {
    g_autofree char *known = NULL;
    /* The text after "=" is a name, whose spelling must not change. */
    char *spelled = strchr (keys[i], '=') ? g_strdup (keys[i]) : poplens_kind_spelling (keys[i]);
    g_free (keys[i]);
    keys[i] = spelled;
    if (poplens_fit_plans_with (keys[i]))
      continue;
    known = poplens_fit_plan_keys ();
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
        "a plan cannot have the change \u201c%s\u201d, which is unknown or a bound; use %s "
        "or micro-batch",
        keys[i], known);
    return NULL;
  }
  return g_steal_pointer (&keys);
}

PoplensFitPlan *
poplens_report_fit_plan (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit-plan", make_plan,
                                         (GBoxedCopyFunc) poplens_fit_plan_ref,
                                         (GDestroyNotify) poplens_fit_plan_unref};
  const char *avoid = location ? poplens_location_get (location, "avoid") : NULL;
  const char *only = location ? poplens_location_get (location, "only") : NULL;
  const char *margin = location ? poplens_location_get (location, "margin") : NULL;
  g_auto (GStrv) avoided = NULL;
  g_auto (GStrv) allowed = NULL;
  PoplensPlanOptions options = {0};

  if (!avoid && !only && !margin)
    return poplens_report_derive (report, &derived, cancellable, error);
  if ((avoid && !(avoided = parse_change_keys (avoid, error))) ||
      (only && !(allowed = parse_change_keys (only, error))) ||
      (margin && !parse_margin (margin, &options.margin, error)))
    return NULL;
  options.avoid = (const char *const *) avoided;
  options.only = (const char *const *) allowed;
  return compute_plan (report, &options, cancellable, error);
}

PoplensFitPlan *
poplens_report_fit_with (PoplensReport *report, const char *const *keys, GCancellable *cancellable,
                         GError **error)
{
  const PoplensPlanOptions options = {.only = keys, .takes_all = TRUE};

  return compute_plan (report, &options, cancellable, error);
}

guint32
poplens_report_fit_without (PoplensReport *report, const PoplensFitPlan *plan, guint index,
                            GCancellable *cancellable, GError **error)
{
  FitInputs inputs = {0};
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();
  g_autoptr (PoplensWhatIfResult) result = NULL;

  if (!fit_inputs_load (&inputs, report, cancellable, error))
    return G_MAXUINT32;
  for (guint i = 0; i < plan->changes->len; i++)
    if (i != index)
      g_ptr_array_add (changes, ((const PoplensFitChange *) plan->changes->pdata[i])->change);
  const PoplensWhatIfFacts facts = {inputs.halves, inputs.moves};
  result = poplens_what_if_evaluate (poplens_moves_get_what_if (inputs.moves), changes, &facts,
                                     POPLENS_ESTIMATE_OPTIMISTIC, NULL, cancellable);
  if (!result)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return result ? poplens_fit_count_beyond (result, plan->capacity) : G_MAXUINT32;
}

PoplensLocation *
poplens_fit_plan_location (const PoplensFitPlan *plan, const PoplensLocation *location)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new ();

  for (guint i = 0; i < plan->changes->len; i++)
    g_ptr_array_add (changes, ((const PoplensFitChange *) plan->changes->pdata[i])->change);
  return poplens_what_if_location (location, changes);
}
