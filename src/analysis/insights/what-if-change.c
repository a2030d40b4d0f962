/* Converts changes from and to text, computes their factors and lifetimes, and describes a result
 * as a sentence. */
#include "analysis/insights/moves.h"
#include "analysis/insights/what-if-private.h"
#include "analysis/insights/what-if.h"
#include "analysis/memory/kinds.h"
#include "base/error.h"
#include "base/format.h"

#include <math.h>
#include <string.h>

/* ---- lifetimes ------------------------------------------------------------------------------- */

static void
life_free (gpointer data)
{
  PoplensWhatIfLife *self = data;

  g_free (self->row);
  poplens_step_order_free (self->order);
  g_free (self);
}

PoplensWhatIfLives *
poplens_what_if_lives_new (void)
{
  PoplensWhatIfLives *self = g_new0 (PoplensWhatIfLives, 1);

  self->known = g_hash_table_new_full (NULL, NULL, NULL, life_free);
  return self;
}

void
poplens_what_if_lives_free (PoplensWhatIfLives *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->known);
  g_free (self);
}

/* Replaces the lifetimes that @set changes. Keeps a lifetime that an earlier set has moved
 * (@is_moved) if @set does not move it, but only extends it. */
static void
take_rows (PoplensWhatIfLife *self, const PoplensMoveSet *set, guint8 *is_moved, guint32 n)
{
  for (guint32 p = 0; p < n; p++) {
    if (set->row[p] == G_MAXUINT32 || (is_moved[p] && !set->is_moved[p]))
      continue;
    self->row[p] = self->n_rows + set->row[p];
    is_moved[p] |= set->is_moved[p];
  }
  self->n_rows += set->n_rows;
}

static void
take_ranges (GArray *ranges, const PoplensMoveSet *set, guint32 first_row)
{
  for (guint i = 0; i < set->ranges->len; i++) {
    PoplensClassRange range = g_array_index (set->ranges, PoplensClassRange, i);
    range.class_row += first_row;
    g_array_append_val (ranges, range);
  }
}

static PoplensWhatIfLife *
life_new (const PoplensWhatIf *what, const PoplensMoves *moves, guint set, PoplensEstimate estimate)
{
  const PoplensTilesAlike *alike = what->alike;
  PoplensWhatIfLife *self = g_new0 (PoplensWhatIfLife, 1);
  g_autofree guint8 *is_moved = g_new0 (guint8, MAX (alike->n_pairs, 1));
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));

  self->n_rows = what->liveness->n_classes;
  self->row = g_new (guint32, MAX (alike->n_pairs, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    self->row[p] = alike->pairs[p].class_row;
  g_array_append_vals (ranges, what->ranges->data, what->ranges->len);
  for (guint m = 0; moves && m < POPLENS_N_MOVES; m++) {
    const PoplensMoveSet *one = set >> m & 1 ? poplens_moves_get (moves, m, estimate) : NULL;
    if (!one || !one->n_moved)
      continue;
    take_ranges (ranges, one, self->n_rows);
    take_rows (self, one, is_moved, alike->n_pairs);
  }
  if (ranges->len > what->ranges->len || self->n_rows > what->liveness->n_classes)
    self->order = poplens_step_order_new_ranges (ranges, self->n_rows);
  return self;
}

const PoplensWhatIfLife *
poplens_what_if_lives_get (PoplensWhatIfLives *self, const PoplensWhatIf *what,
                           const PoplensMoves *moves, guint set, PoplensEstimate estimate)
{
  gpointer key = GUINT_TO_POINTER (set << 1 | (estimate == POPLENS_ESTIMATE_PESSIMISTIC));
  PoplensWhatIfLife *life = g_hash_table_lookup (self->known, key);

  if (!life)
    g_hash_table_insert (self->known, key, life = life_new (what, moves, set, estimate));
  return life;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* TRUE if @operation (nullable) contains one of @words, in any case. */
static gboolean
has_word (const char *operation, const char *const *words)
{
  g_autofree char *folded = operation ? g_utf8_casefold (operation, -1) : NULL;

  for (guint i = 0; folded && words[i]; i++)
    if (strstr (folded, words[i]))
      return TRUE;
  return FALSE;
}

/* TRUE if the name of the operation (nullable) contains a word for an embedding. */
static gboolean
what_if_is_embedding (const char *operation)
{
  static const char *const words[] = {"embedding", "gather", NULL};

  return has_word (operation, words);
}

/* TRUE if the operation is a matrix multiplication or convolution. Poplar's planner chooses how
 * much memory these use. */
static gboolean
what_if_is_planned (const char *operation)
{
  static const char *const words[] = {"matmul", "conv", NULL};

  return has_word (operation, words);
}

gboolean
poplens_what_if_can_serialise (const char *operation)
{
  static const char *const words[] = {"matmul", "einsum", NULL};

  return has_word (operation, words) || what_if_is_embedding (operation);
}

/* ---- factor of a pair ------------------------------------------------------------------------ */

typedef struct {
  const PoplensChange *change;
  const PoplensMoves *moves;
  PoplensEstimate estimate;
  const char *operation; /* operation to divide, from poplens_moves_operation () */
  gint64 one_part;       /* 1 / parts in millionths: factor of bytes that are divided into parts */
  gboolean is_embedding;
} Sizes;

static gboolean
is_divided (const Sizes *self, PoplensKind kind)
{
  switch (kind) {
  case POPLENS_KIND_TEMPORARY:
    return TRUE;
  case POPLENS_KIND_EXCHANGE:
  case POPLENS_KIND_GRADIENT:
    return self->estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  case POPLENS_KIND_WEIGHT_GRADIENT:
    return self->is_embedding && self->estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  default:
    return FALSE;
  }
}

static gint64
factor_of (const Sizes *self, const PoplensBytePair *pair, const PoplensByteGroup *group)
{
  PoplensKind kind = poplens_moves_get_kinds (self->moves)->kind[pair->group];
  const char *operation = poplens_moves_operation (self->moves, pair->class_row);
  gboolean goes = FALSE;

  switch (self->change->kind) {
  case POPLENS_CHANGE_SERIALISE:
    return operation && operation == self->operation && is_divided (self, kind)
               ? self->one_part
               : POPLENS_FACTOR_ONE;
  case POPLENS_CHANGE_VARIABLE_OFF_CHIP:
    goes = !g_strcmp0 (group->name, self->change->name);
    break;
  case POPLENS_CHANGE_IO_TILES:
    goes = kind == POPLENS_KIND_IO;
    break;
  case POPLENS_CHANGE_PLANNER_MEMORY:
  default:
    goes = (kind == POPLENS_KIND_TEMPORARY || kind == POPLENS_KIND_EXCHANGE) &&
           what_if_is_planned (operation);
    break;
  }
  return goes && self->estimate == POPLENS_ESTIMATE_OPTIMISTIC ? 0 : POPLENS_FACTOR_ONE;
}

/* TRUE if the size of this kind of variable depends on the size of a batch. */
static gboolean
is_of_batch (PoplensKind kind, PoplensEstimate estimate)
{
  switch (kind) {
  case POPLENS_KIND_ACTIVATION:
  case POPLENS_KIND_RECOMPUTED:
  case POPLENS_KIND_PASSING:
  case POPLENS_KIND_GRADIENT:
  case POPLENS_KIND_IO:
    return TRUE;
  case POPLENS_KIND_TEMPORARY:
  case POPLENS_KIND_EXCHANGE:
    return estimate == POPLENS_ESTIMATE_OPTIMISTIC;
  default:
    return FALSE;
  }
}

/* Returns the factor of each pair if the micro-batch is divided by @parts. If gradients are not
 * accumulated yet, the factor of weights is 2, as each weight gets an accumulator. (transfer full):
 * [n_pairs] */
static gint64 *
batch_factors (const PoplensTilesAlike *alike, const PoplensMoves *moves, guint parts,
               PoplensEstimate estimate)
{
  const PoplensKinds *kinds = poplens_moves_get_kinds (moves);
  gint64 *out = g_new (gint64, MAX (alike->n_pairs, 1));

  for (guint32 p = 0; p < alike->n_pairs; p++) {
    PoplensKind kind = kinds->kind[alike->pairs[p].group];
    out[p] = is_of_batch (kind, estimate) ? (POPLENS_FACTOR_ONE + parts - 1) / parts
             : kind == POPLENS_KIND_WEIGHTS && !poplens_moves_accumulates (moves)
                 ? 2 * POPLENS_FACTOR_ONE
                 : POPLENS_FACTOR_ONE;
  }
  return out;
}

gint64 *
poplens_what_if_size_factors (const PoplensWhatIf *self, const PoplensChange *change,
                              const PoplensMoves *moves, PoplensEstimate estimate)
{
  Sizes sizes = {.change = change, .moves = moves, .estimate = estimate};
  const PoplensTilesAlike *alike = self->alike;
  gint64 *out;

  if (!moves || change->kind < POPLENS_CHANGE_MICRO_BATCH || change->kind == POPLENS_CHANGE_SPREAD)
    return NULL;
  if (change->kind == POPLENS_CHANGE_MICRO_BATCH)
    return batch_factors (alike, moves, MAX (change->parts, 1), estimate);
  sizes.one_part = (POPLENS_FACTOR_ONE + MAX (change->parts, 1) - 1) / MAX (change->parts, 1);
  sizes.operation = change->name ? poplens_moves_find_operation (moves, change->name) : NULL;
  sizes.is_embedding = what_if_is_embedding (change->name);
  out = g_new (gint64, MAX (alike->n_pairs, 1));
  for (guint32 p = 0; p < alike->n_pairs; p++)
    out[p] = factor_of (&sizes, &alike->pairs[p], &self->bytes->groups[alike->pairs[p].group]);
  return out;
}

gboolean
poplens_what_if_shrinks (const PoplensMoves *moves, const PoplensChange *change, const guint8 *hit)
{
  const PoplensWhatIf *self = poplens_moves_get_what_if (moves);
  g_autofree guint8 *named = poplens_what_if_matches (self, change, NULL);
  g_autofree gint64 *by =
      poplens_what_if_size_factors (self, change, moves, POPLENS_ESTIMATE_OPTIMISTIC);
  gboolean is_spread = change->kind == POPLENS_CHANGE_SPREAD;

  for (guint32 p = 0; p < self->alike->n_pairs; p++) {
    guint32 group = self->alike->pairs[p].group;
    if (hit[group] && ((is_spread && named[group]) || (by && by[p] < POPLENS_FACTOR_ONE)))
      return TRUE;
  }
  return FALSE;
}

/* ---- I/O tiles ------------------------------------------------------------------------------- */

/* Returns the bytes that streams write or read on a tile of @kind. @computes: (out): TRUE if the
 * tile has vertex state */
static guint64
streamed_bytes (const PoplensWhatIf *self, const PoplensKinds *kinds, guint32 kind,
                gboolean *computes)
{
  const PoplensTilesAlike *alike = self->alike;
  guint64 bytes = 0;

  *computes = FALSE;
  for (guint32 e = alike->first[kind]; e < alike->first[kind + 1]; e++) {
    guint32 group = alike->pairs[alike->entries[e].pair].group;
    if (kinds->kind[group] == POPLENS_KIND_IO && self->bytes->groups[group].streamed)
      bytes += alike->entries[e].bytes;
    *computes |= kinds->kind[group] == POPLENS_KIND_VERTEX_STATE;
  }
  return bytes;
}

gboolean
poplens_what_if_has_io_tiles (const PoplensWhatIf *self, const PoplensKinds *kinds)
{
  guint64 sums[2] = {0};
  g_autofree guint64 *bytes = g_new (guint64, MAX (self->alike->n_kinds, 1));
  g_autofree gboolean *computes = g_new (gboolean, MAX (self->alike->n_kinds, 1));

  for (guint32 k = 0; k < self->alike->n_kinds; k++)
    bytes[k] = streamed_bytes (self, kinds, k, &computes[k]);
  for (guint32 t = 0; t < self->alike->n_tiles; t++) {
    guint32 kind = self->alike->of_tile[t];
    sums[computes[kind]] += bytes[kind];
  }
  return sums[FALSE] > sums[TRUE];
}

/* ---- changes as texts ------------------------------------------------------------------------ */

#define CATEGORY "category:"
#define PURPOSE "kind:"
#define MOST_PARTS 64

PoplensChange *
poplens_change_new (PoplensChangeKind kind)
{
  PoplensChange *self = g_new0 (PoplensChange, 1);

  self->kind = kind;
  self->factor = POPLENS_FACTOR_ONE;
  return self;
}

void
poplens_change_free (PoplensChange *self)
{
  if (!self)
    return;
  g_free (self->name);
  g_free (self->category);
  g_free (self->purpose);
  poplens_tile_set_free (self->tiles);
  g_free (self);
}

/* Parses a factor: "2", "0.5", "1.333333". It has at most six decimals, and is at most
 * POPLENS_FACTOR_MOST. */
static gboolean
parse_factor (const char *text, gint64 *factor)
{
  gint64 value = 0, unit = POPLENS_FACTOR_ONE;
  const char *p = text;

  for (; g_ascii_isdigit (*p) && value <= POPLENS_FACTOR_MOST; p++)
    value = value * 10 + (*p - '0') * POPLENS_FACTOR_ONE;
  if (p != text && *p == '.')
    for (p++; g_ascii_isdigit (*p) && unit > 1; p++) {
      unit /= 10;
      value += (*p - '0') * unit;
    }
  *factor = value;
  return p != text && g_ascii_isdigit (p[-1]) && !*p && value <= POPLENS_FACTOR_MOST;
}

static void
read_filter (PoplensChange *self, char *filter)
{
  char *at = strrchr (filter, '@');
  PoplensTileSet *tiles =
      at && g_ascii_isdigit (at[1]) ? poplens_tile_set_parse (at + 1, NULL) : NULL;

  if (tiles) {
    self->tiles = tiles;
    *at = '\0';
  }
  if (g_str_has_prefix (filter, CATEGORY))
    self->category = g_strdup (filter + strlen (CATEGORY));
  else if (g_str_has_prefix (filter, PURPOSE))
    self->purpose = poplens_kind_spelling (filter + strlen (PURPOSE));
  else if (*filter)
    self->name = g_strdup (filter);
}

PoplensChange *
poplens_change_parse_scale (const char *text, GError **error)
{
  g_autoptr (PoplensChange) self = poplens_change_new (POPLENS_CHANGE_SCALE);
  g_autofree char *filter = g_strdup (text);
  char *equals = strrchr (filter, '=');

  if (equals && !parse_factor (equals + 1, &self->factor)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid change “%s”; use FILTER=FACTOR with a factor from 0 to 1000 and at most "
                 "six decimals, for example “weights=2” or “category:message=0.5”",
                 text);
    return NULL;
  }
  if (equals)
    *equals = '\0';
  read_filter (self, filter);
  return g_steal_pointer (&self);
}

/* ---- by key ---------------------------------------------------------------------------------- */

static const struct {
  const char *key, *words;
  PoplensChangeKind kind;
} keys[] = {
    {"optimiser-off-chip", "optimiser state off chip", POPLENS_CHANGE_OPTIMISER_OFF_CHIP},
    {"accumulators-off-chip", "accumulators off chip", POPLENS_CHANGE_ACCUMULATORS_OFF_CHIP},
    {"recompute", "activations recomputed", POPLENS_CHANGE_RECOMPUTE},
    {"io-tiles", "I/O tiles", POPLENS_CHANGE_IO_TILES},
    {"half", "32-bit floats halved", POPLENS_CHANGE_HALVE_FLOATS},
    {"no-instrumentation", "no instrumentation", POPLENS_CHANGE_WITHOUT_INSTRUMENTATION},
};

/* Changes whose keys have an argument after the "=". */
static const struct {
  const char *begin, *form;
  PoplensChangeKind kind;
  gboolean has_parts, has_name; /* the argument has a number, a name, or both: "N:NAME" */
} forms[] = {
    {"micro-batch=", "micro-batch=N", POPLENS_CHANGE_MICRO_BATCH, TRUE, FALSE},
    {"serialise=", "serialise=N:OPERATION", POPLENS_CHANGE_SERIALISE, TRUE, TRUE},
    {"off-chip=", "off-chip=VARIABLE", POPLENS_CHANGE_VARIABLE_OFF_CHIP, FALSE, TRUE},
    {"spread=", "spread=VARIABLE", POPLENS_CHANGE_SPREAD, FALSE, TRUE},
};

/* Lists the keys of all changes, for an error message. (transfer full) */
static char *
list_keys (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_string_append_printf (text, "%s, ", keys[i].key);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", forms[i].form);
  g_string_append_printf (text, " (N from 2 to %d)", MOST_PARTS);
  return g_string_free (text, FALSE);
}

/* Parses the argument of a key. @form: index in forms. @text: text after the "=". (transfer full)
 * (nullable): NULL: @text is not a valid argument */
static PoplensChange *
parse_form (guint form, const char *text)
{
  const char *colon = forms[form].has_parts && forms[form].has_name ? strchr (text, ':') : NULL;
  g_autofree char *number = g_strndup (text, colon ? (gsize) (colon - text) : strlen (text));
  const char *name = colon ? colon + 1 : text;
  guint64 parts = 0;
  PoplensChange *self;

  if ((forms[form].has_parts &&
       !g_ascii_string_to_unsigned (number, 10, 2, MOST_PARTS, &parts, NULL)) ||
      (forms[form].has_name && (!*name || (forms[form].has_parts && !colon))))
    return NULL;
  self = poplens_change_new (forms[form].kind);
  self->parts = (guint) parts;
  self->name = forms[form].has_name ? g_strdup (name) : NULL;
  return self;
}

PoplensChange *
poplens_change_parse (const char *key, GError **error)
{
  g_autofree char *known = NULL;
  g_autofree char *spelled = poplens_kind_spelling (key);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (!strcmp (keys[i].key, spelled))
      return poplens_change_new (keys[i].kind);
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++) {
    PoplensChange *self = g_str_has_prefix (key, forms[i].begin)
                              ? parse_form (i, key + strlen (forms[i].begin))
                              : NULL;
    if (self)
      return self;
  }
  known = list_keys ();
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown change “%s”; use one of %s", key,
               known);
  return NULL;
}

gboolean
poplens_change_needs_kinds (const PoplensChange *self)
{
  return self->purpose || self->kind >= POPLENS_CHANGE_OPTIMISER_OFF_CHIP;
}

/* Returns the key with its argument: "serialise=4:decoder/MatMul". (transfer full) (nullable):
 * NULL: the key has no argument */
static char *
form_text (const PoplensChange *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++) {
    if (forms[i].kind != self->kind)
      continue;
    if (!forms[i].has_parts)
      return g_strconcat (forms[i].begin, self->name, NULL);
    return g_strdup_printf ("%s%u%s%s", forms[i].begin, self->parts, self->name ? ":" : "",
                            self->name ? self->name : "");
  }
  return NULL;
}

/* Describes a change that has an argument: "decoder/MatMul in 4 parts". (transfer full) (nullable):
 * NULL: the change has no argument */
static char *
form_words (const PoplensChange *self)
{
  switch (self->kind) {
  case POPLENS_CHANGE_MICRO_BATCH:
    return g_strdup_printf ("micro-batch \u00f7 %u", self->parts);
  case POPLENS_CHANGE_SERIALISE:
    return g_strdup_printf ("%s in %u parts", self->name, self->parts);
  case POPLENS_CHANGE_VARIABLE_OFF_CHIP:
    return g_strdup_printf ("%s off chip", self->name);
  case POPLENS_CHANGE_SPREAD:
    return g_strdup_printf ("%s spread evenly", self->name);
  default:
    return NULL;
  }
}

static const char *
find_key (PoplensChangeKind kind, gboolean in_words)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].kind == kind)
      return in_words ? keys[i].words : keys[i].key;
  return NULL;
}

/* Formats a factor: "2", "0.5". (transfer full) */
static char *
factor_text (gint64 factor)
{
  char *text = g_strdup_printf ("%" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT,
                                factor / POPLENS_FACTOR_ONE, factor % POPLENS_FACTOR_ONE);
  char *end = text + strlen (text);

  while (end[-1] == '0')
    *--end = '\0';
  if (end[-1] == '.')
    end[-1] = '\0';
  return text;
}

char *
poplens_change_to_string (const PoplensChange *self)
{
  g_autofree char *factor = factor_text (self->factor);
  g_autofree char *tiles = self->tiles ? poplens_tile_set_to_string (self->tiles) : NULL;

  if (self->kind != POPLENS_CHANGE_SCALE) {
    char *text = form_text (self);
    return text ? text : g_strdup (find_key (self->kind, FALSE));
  }
  return g_strdup_printf ("%s%s%s%s=%s",
                          self->category  ? CATEGORY
                          : self->purpose ? PURPOSE
                                          : "",
                          self->category  ? self->category
                          : self->purpose ? self->purpose
                          : self->name    ? self->name
                                          : "",
                          tiles ? "@" : "", tiles ? tiles : "", factor);
}

char *
poplens_change_describe (const PoplensChange *self)
{
  g_autofree char *factor = factor_text (self->factor);
  g_autofree char *tiles = self->tiles ? poplens_tile_set_to_string (self->tiles) : NULL;

  if (self->kind != POPLENS_CHANGE_SCALE) {
    char *text = form_words (self);
    return text ? text : g_strdup (find_key (self->kind, TRUE));
  }
  const char *what = self->category               ? "category "
                     : self->purpose              ? "kind "
                     : !self->name                ? "everything"
                     : strpbrk (self->name, "*?") ? "names like \u201c"
                                                  : "names with \u201c";
  const char *which = self->category ? self->category : self->purpose ? self->purpose : self->name;
  return g_strdup_printf ("%s%s%s%s%s \u00d7 %s", what, which ? which : "",
                          which == self->name && which ? "\u201d" : "", tiles ? " on tiles " : "",
                          tiles ? tiles : "", factor);
}

const char *
poplens_what_if_format_factor (PoplensNumber buffer, double factor)
{
  double unit = factor < 1000 ? pow (10, floor (log10 (factor)) - 3) : 1;
  double nearest = round (factor / unit);
  double rounded =
      unit * (fabs (nearest * unit - factor) < unit * 1e-9 ? nearest : floor (factor / unit));

  return factor < 1000 ? poplens_format_digits (buffer, rounded, 4)
                       : poplens_format_fixed (buffer, rounded, 0);
}

static char *
cannot_hold (const PoplensWhatIfResult *self)
{
  PoplensNumber after, all, before;

  return g_strdup_printf (
      self->tiles->len == 1   ? "%s of %s tile is over capacity by its live bytes; before: %s."
      : self->over_after == 1 ? "%s of %s tiles is over capacity by its live bytes; before: %s."
                              : "%s of %s tiles are over capacity by their live bytes; before: %s.",
      poplens_format_count (after, self->over_after), poplens_format_count (all, self->tiles->len),
      poplens_format_count (before, self->over_before));
}

static gboolean
has_matched (const PoplensWhatIfResult *self)
{
  for (guint c = 0; c < self->matched->len; c++)
    if (g_array_index (self->matched, PoplensWhatIfMatched, c).variables)
      return TRUE;
  return FALSE;
}

char *
poplens_what_if_sentence (const PoplensWhatIfResult *self)
{
  const PoplensWhatIfTile *tile =
      self->first == G_MAXUINT32 ? NULL
                                 : &g_array_index (self->tiles, PoplensWhatIfTile, self->first);
  PoplensNumber number;

  if (!self->capacity)
    return g_strdup ("Tile capacity not recorded.");
  if (!has_matched (self))
    return cannot_hold (self);
  if (!tile)
    return g_strdup ("No tile is over capacity, at any factor.");
  if (tile->full_at <= 0)
    return g_strdup_printf (
        "Tile %u is over capacity at any factor; its other memory is too large.", tile->tile);
  return g_strdup_printf ("Tile %u is over first, at more than %s ×.", tile->tile,
                          poplens_what_if_format_factor (number, tile->full_at));
}
