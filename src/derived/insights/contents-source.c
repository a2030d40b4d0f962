/* Computes the contents of tiles: live variables by kind and layer. Divides code by program,
 * exchange and vertex type, and vertex state by compute set. */
#include "derived/insights/contents-source.h"

#include "analysis/insights/insights.h"
#include "analysis/memory/tile-contents.h"
#include "base/error.h"
#include "derived/liveness/live-source.h"
#include "model/exchanges.h"
#include "model/programs.h"
#include "model/vertices.h"

#include <string.h>

/* ---- code pieces ----------------------------------------------------------------------------- */

/* Divides code and vertex state: control code by program, internal exchange code by exchange,
 * vertex state by compute set, vertex code by vertex type. The names of code variables do not tell
 * these owners, but the file records bytes by tile for each owner (formats.md 8.11). */

/* The parts that record the bytes of code and vertex state, each (nullable). Without a part, the
 * kinds that it records are not divided. The parts must outlive the leaves. */
typedef struct {
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
} PoplensCodeParts;

typedef struct {
  const PoplensCodeParts *parts;
  const guint32 *positions;
  guint n, n_sides;
  guint64 *inclusive; /* by program: bytes of control code on the selected tiles, including the
                         program's children */
  GArray *leaves;     /* leaves of the kind that is being divided */
  gint64 given;       /* sum of the bytes of .leaves */
} CodeDivider;

static gint64
selected_bytes (const CodeDivider *self, const PoplensLists *lists, guint32 row)
{
  return (gint64) poplens_lists_sum_at (lists, row, self->positions, self->n);
}

/* Returns the recorded name of a program. It is empty for stream copies. */
static const char *
get_program_name (const PoplensPrograms *programs, guint32 row)
{
  return poplens_strings_get (programs->strings, programs->name[row]);
}

/* Adds a leaf, unless @label is empty or @bytes is 0. @name: (nullable): name from which the layer
 * is found; NULL: no layer. @label: text to show */
static void
add_code_leaf (CodeDivider *self, PoplensKind kind, const char *name, const char *label,
               gint64 bytes)
{
  PoplensContentsLeaf leaf = {.kind = kind, .variable = G_MAXUINT32, .is_piece = TRUE};

  if (bytes <= 0 || !*label)
    return;
  leaf.name = name;
  leaf.label = label;
  for (guint s = 0; s < self->n_sides; s++)
    leaf.live[s] = leaf.always_live[s] = bytes;
  g_array_append_val (self->leaves, leaf);
  self->given += bytes;
}

/* ---- dividing a kind ------------------------------------------------------------------------- */

/* Returns the control code of @program without that of its children. */
static gint64
self_control_code (const CodeDivider *self, guint32 program)
{
  const PoplensPrograms *p = self->parts->programs;
  g_autoptr (GArray) children = poplens_lists_values (p->children, program);
  gint64 own = (gint64) self->inclusive[program];

  for (guint i = 0; i < children->len && own > 0; i++) {
    guint64 id = g_array_index (children, guint64, i);
    guint32 child = id < G_MAXUINT32 ? poplens_programs_find (p, (guint32) id) : POPLENS_NO_ROW;
    if (child != POPLENS_NO_ROW)
      own -= (gint64) self->inclusive[child];
  }
  return own;
}

/* Adds a leaf for each program, with the program's own control code. */
static void
divide_control (CodeDivider *self)
{
  const PoplensPrograms *p = self->parts->programs;

  if (!p)
    return;
  self->inclusive = g_new (guint64, MAX (p->n, 1));
  for (guint32 i = 0; i < p->n; i++)
    self->inclusive[i] = (guint64) selected_bytes (self, p->control_code, i);
  for (guint32 i = 0; i < p->n; i++) {
    const char *name = get_program_name (p, i);
    if (self->inclusive[i])
      add_code_leaf (self, POPLENS_KIND_CODE_CONTROL, name, name, self_control_code (self, i));
  }
  g_clear_pointer (&self->inclusive, g_free);
}

/* Adds a leaf for each compute set, with its vertex state. */
static void
divide_state (CodeDivider *self)
{
  const PoplensVertices *v = self->parts->vertices;

  for (guint32 set = 0; v && set < v->n_compute_sets; set++) {
    const char *name = poplens_strings_get (v->strings, v->compute_set_name[set]);
    gint64 bytes = 0;
    for (guint column = 0; column < POPLENS_VERTEX_BYTES_CODE; column++)
      bytes += selected_bytes (self, v->compute_set_bytes[column], set);
    add_code_leaf (self, POPLENS_KIND_VERTEX_STATE, name, name, bytes);
  }
}

/* Returns the name of the programs that run each internal exchange. The name is "" if the programs
 * have different names, NULL if no program runs the exchange. (transfer container): [n] */
static const char **
list_exchange_names (const PoplensPrograms *p, const PoplensExchanges *x)
{
  guint32 n = x->tables[POPLENS_EXCHANGE_INTERNAL].n;
  const char **names = g_new0 (const char *, MAX (n, 1));

  for (guint32 i = 0; i < p->n; i++) {
    guint32 at = poplens_program_exchange (p, i) == POPLENS_EXCHANGE_INTERNAL
                     ? poplens_exchanges_find (x, POPLENS_EXCHANGE_INTERNAL, p->variant_index[i])
                     : G_MAXUINT32;
    const char *name = get_program_name (p, i);
    if (at != G_MAXUINT32)
      names[at] = names[at] && g_strcmp0 (names[at], name) ? "" : name;
  }
  return names;
}

/* Adds a leaf for the code of each internal exchange that a named program runs. */
static void
divide_exchange (CodeDivider *self)
{
  const PoplensExchanges *x = self->parts->exchanges;
  g_autofree const char **names = NULL;

  if (!x || !self->parts->programs)
    return;
  const PoplensExchangeTable *table = &x->tables[POPLENS_EXCHANGE_INTERNAL];
  names = list_exchange_names (self->parts->programs, x);
  for (guint32 i = 0; i < table->n; i++)
    if (names[i])
      add_code_leaf (self, POPLENS_KIND_CODE_EXCHANGE, names[i], names[i],
                     selected_bytes (self, table->code, i));
}

/* Adds a leaf for the code of each vertex type. The leaves are in no layer, as all layers share
 * this code. */
static void
divide_vertex_code (CodeDivider *self)
{
  const PoplensVertices *v = self->parts->vertices;

  for (guint32 type = 0; v && type < v->n_types; type++)
    add_code_leaf (self, POPLENS_KIND_CODE_VERTEX, NULL,
                   poplens_strings_get (v->strings, v->type_name[type]),
                   selected_bytes (self, v->type_bytes[POPLENS_VERTEX_BYTES_CODE], type));
}

/* ---- replacing variables --------------------------------------------------------------------- */

/* Removes the leaves of @kind. @bytes: bytes of the new leaves. @rest: (out): a leaf with the
 * remaining bytes. Returns FALSE and removes nothing if the leaves have less than @bytes, or bytes
 * that are not always live. */
static gboolean
remove_leaves (GArray *leaves, PoplensKind kind, guint n_sides, gint64 bytes,
               PoplensContentsLeaf *rest)
{
  PoplensContentsLeaf all = {.kind = kind, .variable = G_MAXUINT32, .is_piece = TRUE};
  guint kept = 0;

  for (guint i = 0; i < leaves->len; i++) {
    const PoplensContentsLeaf *leaf = &g_array_index (leaves, PoplensContentsLeaf, i);
    for (guint s = 0; leaf->kind == kind && s < n_sides; s++) {
      all.live[s] += leaf->live[s];
      all.always_live[s] += leaf->always_live[s];
    }
  }
  for (guint s = 0; s < n_sides; s++) {
    if (all.live[s] != all.always_live[s] || all.live[s] < bytes)
      return FALSE;
    all.live[s] = all.always_live[s] = all.live[s] - bytes;
  }
  for (guint i = 0; i < leaves->len; i++)
    if (g_array_index (leaves, PoplensContentsLeaf, i).kind != kind)
      g_array_index (leaves, PoplensContentsLeaf, kept++) =
          g_array_index (leaves, PoplensContentsLeaf, i);
  g_array_set_size (leaves, kept);
  *rest = all;
  return TRUE;
}

/* Divides the leaves (PoplensContentsLeaf) of each of these kinds into smaller leaves; the last one
 * is the rest of the kind, such as "(control code)". The bytes of a kind never change: a kind that
 * cannot be divided stays as it is. @positions: sorted indices of the tiles in PoplensMemory. Cost:
 * reads a list for each program, exchange, compute set and vertex type. */
static void
code_pieces_divide (GArray *leaves, guint n_sides, const PoplensCodeParts *parts,
                    const guint32 *positions, guint n_positions)
{
  static const struct {
    PoplensKind kind;
    void (*divide) (CodeDivider *self);
    const char *rest;
  } kinds[] = {
      {POPLENS_KIND_CODE_CONTROL, divide_control, "(control code)"},
      {POPLENS_KIND_VERTEX_STATE, divide_state, "(vertex state)"},
      {POPLENS_KIND_CODE_EXCHANGE, divide_exchange, "(exchange code)"},
      {POPLENS_KIND_CODE_VERTEX, divide_vertex_code, "(vertex code)"},
  };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++) {
    g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (PoplensContentsLeaf));
    CodeDivider self = {parts, positions, n_positions, n_sides, NULL, pieces, 0};
    PoplensContentsLeaf rest;
    kinds[k].divide (&self);
    if (!pieces->len || !remove_leaves (leaves, kinds[k].kind, n_sides, self.given, &rest))
      continue;
    rest.label = kinds[k].rest;
    g_array_append_val (pieces, rest);
    g_array_append_vals (leaves, pieces->data, pieces->len);
  }
}

/* ---- a side ---------------------------------------------------------------------------------- */

/* The data of a report from which its contents are computed. Parts are owned by the report. */
typedef struct {
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  GArray *peaks;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* (nullable) */
  PoplensCodeParts code;
  PoplensLiveSource source;
  PoplensTileSet *tiles; /* (nullable): NULL: all */
} ContentsInputs;

static void
contents_inputs_clear (ContentsInputs *self)
{
  g_clear_pointer (&self->peaks, g_array_unref);
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  poplens_live_source_clear (&self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ContentsInputs, contents_inputs_clear)

static gboolean
selects_tiles (const PoplensLocation *location)
{
  static const char *const keys[] = {"tile", "ipu", "replica", "scope"};

  for (guint k = 0; location && k < G_N_ELEMENTS (keys); k++)
    if (poplens_location_get (location, keys[k]))
      return TRUE;
  return FALSE;
}

static gboolean
load_code (PoplensCodeParts *code, PoplensReport *report, GCancellable *cancellable, GError **error)
{
  gconstpointer programs, vertices, exchanges;

  if (!poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error))
    return FALSE;
  *code = (PoplensCodeParts){programs, vertices, exchanges};
  return TRUE;
}

static gboolean
contents_inputs_init (ContentsInputs *self, PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  gconstpointer target;

  if (!(self->kinds = poplens_report_kinds (report, cancellable, error)) ||
      !(self->what = poplens_report_what_if (report, cancellable, error)) ||
      !(self->peaks = poplens_report_tile_peaks (report, cancellable, error)) ||
      !(self->variables = poplens_report_load_lowered (report, cancellable, error)) ||
      !(self->memory = poplens_report_load_memory (report, cancellable, error)) ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !load_code (&self->code, report, cancellable, error) ||
      !poplens_live_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  self->target = target;
  if (self->source.tiles)
    self->tiles = poplens_tile_set_copy (self->source.tiles);
  return TRUE;
}

static char *
select_fullest_tile (ContentsInputs *self)
{
  guint32 row = poplens_memory_worst_tile (self->memory, self->peaks, NULL);

  if (row == G_MAXUINT32)
    return g_strdup ("no tile");
  PoplensTileRange range = {self->memory->tile[row], self->memory->tile[row]};
  g_clear_pointer (&self->tiles, poplens_tile_set_free);
  self->tiles = poplens_tile_set_new (&range, 1);
  return g_strdup_printf ("tile %u, the fullest", range.first);
}

/* Sets .tile, .step and .at of a scope with a single tile. .step is POPLENS_NO_STEP if the step is
 * the tile's peak. */
static void
set_single_tile (const ContentsInputs *self, PoplensContentsScope *scope)
{
  for (guint i = 0; i < self->peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (self->peaks, PoplensTilePeak, i);
    if (poplens_tile_set_contains (self->tiles, peak->tile)) {
      scope->tile = peak->tile;
      if (scope->step == peak->step)
        scope->step = POPLENS_NO_STEP;
      scope->at = scope->step == POPLENS_NO_STEP ? peak->step : scope->step;
      return;
    }
  }
}

/* Computes the live bytes at @step; POPLENS_NO_STEP: each tile at its own peak. @scope: (out): the
 * tiles and the step; .scope is not set. (transfer full) */
static PoplensLiveGroups *
compute_live_groups (ContentsInputs *self, guint32 step, PoplensContentsScope *scope)
{
  PoplensLiveGroups *groups =
      poplens_live_groups_new (poplens_what_if_get_bytes (self->what), self->source.liveness,
                               self->memory, self->peaks, self->tiles, step);

  scope->n_tiles = groups->n_tiles;
  scope->step = scope->at = step;
  scope->tile = G_MAXUINT32;
  scope->capacity = self->target ? self->target->bytes_per_tile : 0;
  scope->replicas = self->target ? self->target->num_replicas : 1;
  if (groups->n_tiles == 1)
    set_single_tile (self, scope);
  return groups;
}

/* ---- leaves ---------------------------------------------------------------------------------- */

static PoplensContentsLeaf
leaf_new (const ContentsInputs *self, guint32 group)
{
  return poplens_contents_leaf (poplens_what_if_get_bytes (self->what), self->kinds,
                                self->variables, group);
}

/* Divides the leaves of code and vertex state, by their bytes on the selected tiles. */
static void
divide_code (const ContentsInputs *self, GArray *leaves, guint n_sides)
{
  g_autofree guint32 *positions = g_new (guint32, MAX (self->memory->n_tiles, 1));
  guint n = 0;

  for (guint32 row = 0; row < self->memory->n_tiles; row++)
    if (!self->tiles || poplens_tile_set_contains (self->tiles, self->memory->tile[row]))
      positions[n++] = row;
  code_pieces_divide (leaves, n_sides, &self->code, positions, n);
}

/* Lists the leaves of a report: one for each group of variables, then those of code and vertex
 * state. @sides: [n_sides]. (transfer full): GArray of PoplensContentsLeaf */
static GArray *
list_leaves (const ContentsInputs *self, PoplensLiveGroups *const *sides, guint n_sides)
{
  GArray *leaves = g_array_new (FALSE, TRUE, sizeof (PoplensContentsLeaf));

  for (guint32 g = 0; g < self->kinds->n; g++) {
    PoplensContentsLeaf leaf = leaf_new (self, g);
    for (guint s = 0; s < n_sides; s++)
      poplens_contents_leaf_add (&leaf, sides[s], g, s);
    g_array_append_val (leaves, leaf);
  }
  divide_code (self, leaves, n_sides);
  return leaves;
}

/* Adds the live leaves of one report to @leaves. Leaves of two reports with the same kind and label
 * become one. @known: maps kind and label (char *, owned) to the index in @leaves + 1 */
static void
merge_report_leaves (GArray *leaves, GHashTable *known, const ContentsInputs *self,
                     PoplensLiveGroups *groups, guint side)
{
  g_autoptr (GArray) own = list_leaves (self, &groups, 1);

  for (guint i = 0; i < own->len; i++) {
    PoplensContentsLeaf leaf = g_array_index (own, PoplensContentsLeaf, i);
    g_autofree char *key = g_strdup_printf ("%u %u %s", leaf.kind, leaf.is_piece, leaf.label);
    guint at = GPOINTER_TO_UINT (g_hash_table_lookup (known, key));
    gint64 live = leaf.live[0], always = leaf.always_live[0];
    if (!live)
      continue;
    if (!at) {
      leaf.live[0] = leaf.always_live[0] = 0;
      g_array_append_val (leaves, leaf);
      at = leaves->len;
      g_hash_table_insert (known, g_steal_pointer (&key), GUINT_TO_POINTER (at));
    }
    PoplensContentsLeaf *to = &g_array_index (leaves, PoplensContentsLeaf, at - 1);
    to->live[side] += live;
    to->always_live[side] += always;
  }
}

/* ---- results --------------------------------------------------------------------------------- */

static gboolean
read_order (const PoplensLocation *location, PoplensContentsOrder *order, GError **error)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;

  *order = g_strcmp0 (by, "layer") ? POPLENS_CONTENTS_BY_KIND : POPLENS_CONTENTS_BY_LAYER;
  if (!by || !strcmp (by, "kind") || !strcmp (by, "layer"))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "invalid order \u201c%s\u201d; use kind or layer", by);
  return FALSE;
}

static void
build_answer (PoplensContentsAnswer *answer, const GArray *leaves, PoplensLiveGroups *const *sides,
              guint n_sides, PoplensContentsOrder order)
{
  PoplensContentsSums sums[POPLENS_CONTENTS_SIDES];

  for (guint s = 0; s < n_sides; s++)
    sums[s] = sides[s]->sums;
  answer->contents = poplens_tile_contents_new ((const PoplensContentsLeaf *) (void *) leaves->data,
                                                leaves->len, sums, n_sides, order);
}

gboolean
poplens_report_contents (PoplensReport *report, const PoplensLocation *location,
                         PoplensContentsAnswer *answer, GCancellable *cancellable, GError **error)
{
  g_auto (ContentsInputs) inputs = {0};
  g_autoptr (PoplensLiveGroups) first = NULL, second = NULL;
  g_autoptr (GArray) leaves = NULL;
  PoplensContentsOrder order;

  *answer = (PoplensContentsAnswer){0};
  if (!read_order (location, &order, error) ||
      !contents_inputs_init (&inputs, report, location, cancellable, error))
    return FALSE;
  g_autofree char *scope =
      selects_tiles (location) ? g_strdup (inputs.source.label) : select_fullest_tile (&inputs);
  const PoplensStepList *steps = &inputs.source.steps;
  guint n_sides = steps->n > 1 ? 2 : 1;
  answer->n_steps = steps->n;
  first =
      compute_live_groups (&inputs, steps->n ? steps->step[0] : POPLENS_NO_STEP, &answer->of[0]);
  if (n_sides > 1)
    second = compute_live_groups (&inputs, steps->step[1], &answer->of[1]);
  for (guint s = 0; s < n_sides; s++)
    answer->of[s].scope = g_strdup (scope);
  PoplensLiveGroups *sides[] = {first, second};
  leaves = list_leaves (&inputs, sides, n_sides);
  build_answer (answer, leaves, sides, n_sides, order);
  return TRUE;
}

gboolean
poplens_reports_contents (PoplensReport *const reports[POPLENS_CONTENTS_SIDES],
                          const PoplensLocation *location, PoplensContentsAnswer *answer,
                          GCancellable *cancellable, GError **error)
{
  g_auto (ContentsInputs) before = {0}, after = {0};
  g_autoptr (PoplensLiveGroups) first = NULL, second = NULL;
  g_autoptr (GArray) leaves = g_array_new (FALSE, TRUE, sizeof (PoplensContentsLeaf));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PoplensContentsOrder order;
  ContentsInputs *both_inputs[] = {&before, &after};
  PoplensLiveGroups **groups[] = {&first, &second};

  *answer = (PoplensContentsAnswer){.n_steps = 1};
  if (!read_order (location, &order, error))
    return FALSE;
  for (guint s = 0; s < POPLENS_CONTENTS_SIDES; s++) {
    ContentsInputs *inputs = both_inputs[s];
    if (!contents_inputs_init (inputs, reports[s], location, cancellable, error))
      return FALSE;
    const PoplensStepList *steps = &inputs->source.steps;
    answer->of[s].scope =
        selects_tiles (location) ? g_strdup (inputs->source.label) : select_fullest_tile (inputs);
    *groups[s] =
        compute_live_groups (inputs, steps->n ? steps->step[0] : POPLENS_NO_STEP, &answer->of[s]);
    merge_report_leaves (leaves, known, inputs, *groups[s], s);
  }
  PoplensLiveGroups *sides[] = {first, second};
  build_answer (answer, leaves, sides, POPLENS_CONTENTS_SIDES, order);
  return TRUE;
}

void
poplens_contents_answer_clear (PoplensContentsAnswer *self)
{
  g_clear_pointer (&self->contents, poplens_tile_contents_free);
  for (guint s = 0; s < POPLENS_CONTENTS_SIDES; s++)
    g_clear_pointer (&self->of[s].scope, g_free);
}
