/* What may become a finding: causes, alone and together, with what the program saves without them;
 * and which of them another one explains. */
#include "analysis/time/time-findings-private.h"

#include "analysis/trace/name-parts.h"

#include <math.h>
#include <string.h>

/* Share of a general finding that specific ones have to explain to take its place … */
#define ENOUGH 0.8
/* … and how many may do so together where tiles wait for tiles, as that has several kinds. */
#define TOGETHER 2
/* Operations that are replayed at most, of each kind: those with the most cycles. */
#define MOST_OPERATIONS 24
/* Share of the threshold from which on others are replayed, too, for a comparison: few can reach
 * it, as they share the cycles of the program. */
#define LEAST_REPLAYED 0.25
/* Slow iterations are named up to this number, as slow tiles are. */
#define MOST_ITERATIONS 16

#define BIT(kind) (1u << POPLENS_TIME_##kind)
#define CAUSE(kind) (1u << POPLENS_CAUSE_##kind)

/* ---- candidates --------------------------------------------------------------------------------
 */

void
poplens_time_candidate_free (gpointer data)
{
  PoplensTimeCandidate *self = data;

  g_clear_pointer (&self->causes, g_array_unref);
  g_clear_pointer (&self->longer, g_array_unref);
  g_free (self->subject);
  g_free (self);
}

static const char *
subject_of (const PoplensTimeSearch *self, const PoplensTimeCause *cause)
{
  return poplens_strings_get (self->causes->strings, cause->subject);
}

/* Where the copies of a cause go. */
static guint
ways_of (const PoplensTimeSearch *self, guint32 cause)
{
  const char *name = subject_of (self, poplens_time_cause_at (self->causes, cause));

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->ways, name));
}

/* Several copies count as copies of remote buffers only if all of them are. */
static void
add_ways (const PoplensTimeSearch *self, PoplensTimeCandidate *candidate, guint32 cause)
{
  guint ways = ways_of (self, cause), all = candidate->ways | ways;
  gboolean first = cause == g_array_index (candidate->causes, guint32, 0);

  if (!first && !(candidate->ways & ways & POPLENS_TRANSFER_REMOTE))
    all &= ~(guint) POPLENS_TRANSFER_REMOTE;
  candidate->ways = all;
}

/* @causes: (transfer full) (nullable) */
static PoplensTimeCandidate *
candidate_new (const PoplensTimeSearch *self, PoplensTimeKind kind, const char *subject,
               GArray *causes, double saving)
{
  PoplensTimeCandidate *new = g_new0 (PoplensTimeCandidate, 1);

  new->kind = kind;
  new->subject = g_strdup (subject);
  new->causes = causes;
  new->saving = saving;
  if (causes)
    new->saving = poplens_time_causes_saving (
        self->causes, (const guint32 *) (gpointer) causes->data, causes->len);
  new->rank = new->saving;
  for (guint c = 0; causes && kind == POPLENS_TIME_HOST_COPY && c < causes->len; c++)
    add_ways (self, new, g_array_index (causes, guint32, c));
  return new;
}

static PoplensTimeCandidate *
add_candidate (PoplensTimeSearch *self, PoplensTimeKind kind, const char *subject, GArray *causes,
               double saving)
{
  PoplensTimeCandidate *new = candidate_new (self, kind, subject, causes, saving);

  g_ptr_array_add (self->candidates, new);
  return new;
}

/* What is not told here, and may be of the report that it is compared with. */
static void
add_other (PoplensTimeSearch *self, PoplensTimeCandidate *candidate)
{
  candidate->state = POPLENS_CHECK_EXPLAINED;
  g_ptr_array_add (self->others, candidate);
}

/* Returns all causes of the kinds @bits. Slow tiles that were taken out of UNEQUAL count as one of
 * that kind. (transfer full) */
static GArray *
causes_of (const PoplensTimeSearch *self, guint bits)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->stragglers.gains && bits & CAUSE (UNEQUAL))
    bits |= CAUSE (STRAGGLER);
  for (guint32 c = 0; c < self->causes->causes->len; c++)
    if (bits & 1u << poplens_time_cause_at (self->causes, c)->kind)
      g_array_append_val (found, c);
  return found;
}

static GArray *
one_cause (guint32 cause)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (found, cause);
  return found;
}

const PoplensTimeCause *
poplens_time_candidate_cause (const PoplensTimeSearch *self, const PoplensTimeCandidate *candidate)
{
  const PoplensTimeCause *most = NULL;

  for (guint c = 0; candidate->causes && c < candidate->causes->len; c++) {
    const PoplensTimeCause *cause =
        poplens_time_cause_at (self->causes, g_array_index (candidate->causes, guint32, c));
    if (!most || cause->tile_cycles > most->tile_cycles)
      most = cause;
  }
  return most;
}

/* ---- operations --------------------------------------------------------------------------------
 */

typedef struct {
  guint32 cause;
  guint64 tile_cycles;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  if (x->tile_cycles != y->tile_cycles)
    return x->tile_cycles > y->tile_cycles ? -1 : 1;
  return x->cause < y->cause ? -1 : x->cause > y->cause;
}

/* Causes of a kind, most first. (transfer full) */
static GArray *
rank_causes (const PoplensTimeSearch *self, PoplensTimeCauseKind kind)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint32 c = 0; c < self->causes->causes->len; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self->causes, c);
    Ranked one = {c, cause->tile_cycles};
    if (cause->kind == kind && cause->tile_cycles)
      g_array_append_val (ranked, one);
  }
  g_array_sort (ranked, compare_ranked);
  return ranked;
}

/* Names of streams of a copy, with their numbers as `*`. (transfer full) */
static char *
copy_pattern (const char *streams)
{
  GString *text = g_string_new (NULL);

  for (const char *c = streams; *c; c++)
    if (!g_ascii_isdigit (*c))
      g_string_append_c (text, *c);
    else if (!text->len || text->str[text->len - 1] != '*')
      g_string_append_c (text, '*');
  return g_string_free (text, FALSE);
}

/* What causes that one change would mend have in common: an operation in whatever pass, streams
 * that differ by numbers, as those of layers do, and all remote buffers, which one option places.
 * (transfer full) */
static char *
family_key (const PoplensTimeSearch *self, guint32 cause)
{
  const PoplensTimeCause *of = poplens_time_cause_at (self->causes, cause);

  if (of->kind != POPLENS_CAUSE_HOST)
    return g_strdup (poplens_name_without_phase (subject_of (self, of)));
  return ways_of (self, cause) & POPLENS_TRANSFER_REMOTE ? g_strdup ("")
                                                         : copy_pattern (subject_of (self, of));
}

/* All causes with the key of @cause. NULL where that is one cause alone. */
static GArray *
family_of (const PoplensTimeSearch *self, guint32 cause)
{
  const PoplensTimeCause *of = poplens_time_cause_at (self->causes, cause);
  g_autofree char *key = family_key (self, cause);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 c = 0; c < self->causes->causes->len; c++) {
    g_autofree char *other = NULL;
    if (poplens_time_cause_at (self->causes, c)->kind != of->kind)
      continue;
    other = family_key (self, c);
    if (g_str_equal (other, key))
      g_array_append_val (found, c);
  }
  if (found->len < 2)
    g_clear_pointer (&found, g_array_unref);
  return found;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Patterns of copies that a family names; of more, how many there are. */
#define MOST_PATTERNS 8

/* The line of the model; of copies their patterns, each once. (transfer full) */
static char *
name_family (const PoplensTimeSearch *self, const GArray *family)
{
  guint32 first = g_array_index (family, guint32, 0);
  g_autoptr (GPtrArray) patterns = g_ptr_array_new_with_free_func (g_free);
  GString *name = g_string_new (NULL);
  guint n = 0;

  if (poplens_time_cause_at (self->causes, first)->kind != POPLENS_CAUSE_HOST) {
    g_string_free (name, TRUE);
    return family_key (self, first);
  }
  for (guint c = 0; c < family->len; c++) {
    guint32 cause = g_array_index (family, guint32, c);
    g_ptr_array_add (patterns,
                     copy_pattern (subject_of (self, poplens_time_cause_at (self->causes, cause))));
  }
  g_ptr_array_sort (patterns, compare_texts);
  for (guint p = 0; p < patterns->len; p++)
    if ((!p || strcmp (patterns->pdata[p], patterns->pdata[p - 1])) && n++ < MOST_PATTERNS)
      g_string_append_printf (name, "%s%s", name->len ? ", " : "", (char *) patterns->pdata[p]);
  if (n > MOST_PATTERNS)
    g_string_append_printf (name, " and %u more", n - MOST_PATTERNS);
  return g_string_free (name, FALSE);
}

static gboolean
has_subject (const PoplensTimeSearch *self, PoplensTimeKind kind, const char *subject)
{
  for (guint i = 0; i < self->candidates->len; i++) {
    const PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (one->kind == kind && g_str_equal (one->subject, subject))
      return TRUE;
  }
  return FALSE;
}

/* Whether another cause of the family takes more, and so has been told before. */
static gboolean
is_told (const PoplensTimeSearch *self, const GArray *family, guint32 cause)
{
  guint64 cycles = poplens_time_cause_at (self->causes, cause)->tile_cycles;

  for (guint c = 0; c < family->len; c++)
    if (poplens_time_cause_at (self->causes, g_array_index (family, guint32, c))->tile_cycles >
        cycles)
      return TRUE;
  return FALSE;
}

/* Returns the tile cycles that go without these causes. */
static guint64
cycles_of (const PoplensTimeSearch *self, const GArray *causes)
{
  guint64 sum = 0;

  for (guint c = 0; c < causes->len; c++)
    sum += poplens_time_cause_at (self->causes, g_array_index (causes, guint32, c))->tile_cycles;
  return sum;
}

/* An operation or a copy, or where several share the cause, all of them; the other of both is
 * kept. */
static void
add_operation (PoplensTimeSearch *self, PoplensTimeKind kind, guint32 cause)
{
  const char *key = subject_of (self, poplens_time_cause_at (self->causes, cause));
  g_autoptr (GArray) family = family_of (self, cause);
  g_autofree char *name = family ? name_family (self, family) : g_strdup (key);
  PoplensTimeCandidate *one = candidate_new (self, kind, key, one_cause (cause), 0);

  if (has_subject (self, kind, name)) {
    add_other (self, one);
  } else if (family && !is_told (self, family, cause)) {
    PoplensTimeCandidate *all = candidate_new (self, kind, name, g_steal_pointer (&family), 0);
    gboolean shared =
        (double) cycles_of (self, one->causes) < ENOUGH * (double) cycles_of (self, all->causes);
    add_other (self, shared ? one : all);
    g_ptr_array_add (self->candidates, shared ? all : one);
  } else {
    g_ptr_array_add (self->candidates, one);
  }
}

/* Cycles that go from a cause itself and at joins that it makes, added over IPUs: without it the
 * program saves no more. */
static double
most_of (const PoplensTimeSearch *self, const PoplensTimeCause *cause)
{
  guint64 sum = cause->awaited;

  for (guint p = 0; p < cause->pieces->len; p++) {
    const PoplensTimePiece *piece = &g_array_index (cause->pieces, PoplensTimePiece, p);
    sum += piece->tile_cycles + piece->more;
  }
  return (double) sum / self->time->tiles;
}

/* Adds one of the smaller operations. Where its saving is small, the upper bound of the saving is
 * exact enough. */
static void
add_small (PoplensTimeSearch *self, PoplensTimeKind kind, guint32 cause)
{
  const PoplensTimeCause *of = poplens_time_cause_at (self->causes, cause);
  double saving = most_of (self, of);
  PoplensTimeCandidate *small = candidate_new (self, kind, subject_of (self, of), NULL, saving);

  small->causes = one_cause (cause);
  if (saving >= LEAST_REPLAYED * self->out->threshold * self->out->program)
    small->saving = small->rank = poplens_time_causes_saving (self->causes, &cause, 1);
  else
    small->rank = 0;
  add_other (self, small);
}

static void
add_operations (PoplensTimeSearch *self, PoplensTimeKind kind, PoplensTimeCauseKind of)
{
  g_autoptr (GArray) ranked = rank_causes (self, of);

  for (guint i = 0; i < ranked->len; i++) {
    guint32 cause = g_array_index (ranked, Ranked, i).cause;
    if (i >= MOST_OPERATIONS)
      add_small (self, kind, cause);
    else
      add_operation (self, kind, cause);
  }
}

/* ---- parts of general ones ---------------------------------------------------------------------
 */

/* Kinds of which a finding on all of @kind has single parts; bits. */
static guint
kinds_of_parts (PoplensTimeKind kind)
{
  switch (kind) {
  case POPLENS_TIME_OWN_TILES:
    return BIT (UNEQUAL_LOAD) | BIT (STRAGGLER_TILE) | BIT (FEW_TILES);
  case POPLENS_TIME_UNEQUAL_LOAD:
    return BIT (UNEQUAL_LOAD) | BIT (STRAGGLER_TILE);
  default:
    return 1u << kind;
  }
}

/* Whether one of @some is of the same line of the model, in whatever pass. */
static gboolean
has_line (const PoplensTimeCandidate *const *some, guint n, const char *subject)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (poplens_name_without_phase (some[i]->subject),
                     poplens_name_without_phase (subject)))
      return TRUE;
  return FALSE;
}

/* Whether one of @some has a cause of @other. */
static gboolean
shares_cause (const PoplensTimeCandidate *const *some, guint n, const PoplensTimeCandidate *other)
{
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < some[i]->causes->len; c++)
      for (guint o = 0; o < other->causes->len; o++)
        if (g_array_index (some[i]->causes, guint32, c) ==
            g_array_index (other->causes, guint32, o))
          return TRUE;
  return FALSE;
}

/* The one of @from that saves most, and is none of @largest yet. NULL: there is none. */
static const PoplensTimeCandidate *
find_next (const GPtrArray *from, guint bits, const PoplensTimeCandidate *const *largest, guint n)
{
  const PoplensTimeCandidate *next = NULL;

  for (guint i = 0; i < from->len; i++) {
    const PoplensTimeCandidate *one = g_ptr_array_index (from, i);
    if (*one->subject && bits & 1u << one->kind && one->rank >= 1 &&
        (!next || one->saving > next->saving) && !has_line (largest, n, one->subject) &&
        !shares_cause (largest, n, one))
      next = one;
  }
  return next;
}

/* Syncs and exchanges between IPUs are one thing each. */
static gboolean
has_parts (const PoplensTimeCandidate *self)
{
  return !*self->subject && self->causes && self->kind != POPLENS_TIME_SYNC_OVERHEAD &&
         self->kind != POPLENS_TIME_INTER_IPU_EXCHANGE;
}

guint
poplens_time_find_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *general,
                           const PoplensTimeCandidate **largest)
{
  guint bits = kinds_of_parts (general->kind), n = 0;

  if (!has_parts (general))
    return 0;
  for (; n < POPLENS_TIME_N_LARGEST; n++) {
    const PoplensTimeCandidate *one = find_next (self->candidates, bits, largest, n);
    const PoplensTimeCandidate *other = find_next (self->others, bits, largest, n);
    if (!one && !other)
      break;
    /* A family and one of its members are not both named: the candidate that became a finding is.
     */
    gboolean told = one && other && shares_cause (&one, 1, other);
    largest[n] = other && !told && (!one || other->saving > one->saving) ? other : one;
  }
  return n;
}

/* ---- specific replaces general -----------------------------------------------------------------
 */

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const PoplensTimeCandidate *x = *(PoplensTimeCandidate *const *) a;
  const PoplensTimeCandidate *y = *(PoplensTimeCandidate *const *) b;

  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  /* A finding on all of a kind has the rank of its largest part, and comes after it. */
  if (!*x->subject != !*y->subject)
    return *x->subject ? -1 : 1;
  return x->kind != y->kind ? (int) x->kind - (int) y->kind : strcmp (x->subject, y->subject);
}

static double
saving_together (const PoplensTimeSearch *self, PoplensTimeCandidate *const *some, guint n)
{
  g_autoptr (GArray) causes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < n; i++)
    g_array_append_vals (causes, some[i]->causes->data, some[i]->causes->len);
  return poplens_time_causes_saving (self->causes, (const guint32 *) (gpointer) causes->data,
                                     causes->len);
}

double
poplens_time_threshold (const PoplensTimeSearch *self, PoplensTimeKind kind)
{
  return fmax (self->out->threshold, poplens_time_kind_least (kind)) * self->out->program;
}

/* Whether the @n largest specific candidates of the kinds @bits explain @general. */
static gboolean
is_explained (PoplensTimeSearch *self, const PoplensTimeCandidate *general, guint bits, guint n)
{
  g_autoptr (GPtrArray) some = g_ptr_array_new ();

  for (guint i = 0; i < self->candidates->len; i++) {
    PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (one != general && bits & 1u << one->kind && *one->subject &&
        one->saving >= poplens_time_threshold (self, one->kind))
      g_ptr_array_add (some, one);
  }
  g_ptr_array_sort (some, compare_candidates);
  return some->len && saving_together (self, (PoplensTimeCandidate *const *) some->pdata,
                                       MIN (some->len, n)) >= ENOUGH * general->saving;
}

/* Notes in the check of @kind that other findings tell it. */
static void
note_explained (PoplensTimeSearch *self, PoplensTimeKind kind, double saving)
{
  PoplensTimeCheck *check = &self->out->checks[kind];

  if (self->out->program > 0 && (isnan (check->cycles) || saving > check->cycles)) {
    check->cycles = fmax (saving, 0);
    check->share = check->cycles / self->out->program;
  }
  if (saving >= poplens_time_threshold (self, kind))
    check->state = POPLENS_CHECK_EXPLAINED;
}

static void
set_aside (PoplensTimeSearch *self, guint index)
{
  add_other (self, g_ptr_array_steal_index (self->candidates, index));
}

/* Takes one out that others explain; its check keeps its number. */
static void
explain (PoplensTimeSearch *self, PoplensTimeCandidate *candidate)
{
  guint index = 0;

  note_explained (self, candidate->kind, candidate->saving);
  if (g_ptr_array_find (self->candidates, candidate, &index))
    set_aside (self, index);
}

/* Adds the finding on all causes of the kinds @of, unless specific ones explain it. NULL then. */
static PoplensTimeCandidate *
add_general (PoplensTimeSearch *self, PoplensTimeKind kind, guint of, guint specific)
{
  guint n = of & (CAUSE (UNUSED) | CAUSE (UNEQUAL)) ? TOGETHER : 1;
  PoplensTimeCandidate *general = add_candidate (self, kind, "", causes_of (self, of), 0);

  if (!is_explained (self, general, specific, n))
    return general;
  explain (self, general);
  return NULL;
}

/* Tile wait in all; where one of both is most of it, that one. */
static void
add_own_tiles (PoplensTimeSearch *self)
{
  guint specific = BIT (FEW_TILES) | BIT (UNEQUAL_LOAD) | BIT (STRAGGLER_TILE);
  double unused = self->balance.unused, unequal = self->balance.unequal, all = self->balance.tiles;

  add_operations (self, POPLENS_TIME_FEW_TILES, POPLENS_CAUSE_UNUSED);
  add_operations (self, POPLENS_TIME_UNEQUAL_LOAD, POPLENS_CAUSE_UNEQUAL);
  if (self->stragglers.cause != G_MAXUINT32) {
    const char *tiles =
        subject_of (self, poplens_time_cause_at (self->causes, self->stragglers.cause));
    add_candidate (self, POPLENS_TIME_STRAGGLER_TILE, tiles, one_cause (self->stragglers.cause), 0);
  }
  if (MAX (unused, unequal) >= ENOUGH * all) {
    note_explained (self, POPLENS_TIME_OWN_TILES, all);
    add_other (self, candidate_new (self, POPLENS_TIME_OWN_TILES, "",
                                    causes_of (self, CAUSE (UNUSED) | CAUSE (UNEQUAL)), 0));
  }
  if (unused >= ENOUGH * all)
    add_general (self, POPLENS_TIME_FEW_TILES, CAUSE (UNUSED), specific);
  else if (unequal >= ENOUGH * all)
    add_general (self, POPLENS_TIME_UNEQUAL_LOAD, CAUSE (UNEQUAL), specific);
  else
    add_general (self, POPLENS_TIME_OWN_TILES, CAUSE (UNUSED) | CAUSE (UNEQUAL), specific);
}

/* An operation is bound by its exchanges where they take longer than its compute; unless it is most
 * of all exchanges, whatever it computes. */
static void
add_exchanges (PoplensTimeSearch *self)
{
  add_operations (self, POPLENS_TIME_EXCHANGE_BOUND, POPLENS_CAUSE_EXCHANGE);
  gboolean explained =
      !add_general (self, POPLENS_TIME_EXCHANGE_BOUND, CAUSE (EXCHANGE), BIT (EXCHANGE_BOUND));
  for (guint i = self->candidates->len; i--;) {
    const PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    const PoplensTimeCause *cause = poplens_time_candidate_cause (self, one);
    if (one->kind != POPLENS_TIME_EXCHANGE_BOUND || !*one->subject || explained || !cause)
      continue;
    guint64 compute =
        cause->subject < self->causes->n_compute ? self->causes->compute[cause->subject] : 0;
    if (compute >= cause->bound)
      set_aside (self, i);
  }
}

/* ---- iterations --------------------------------------------------------------------------------
 */

/* "iteration 3", "iterations 3, 5", or how many where that would be too long. (transfer full) */
static char *
name_iterations (const PoplensTimeSearch *self, const PoplensTimeSlow *slow)
{
  const PoplensTimeLoop *loop = &self->input->iterations->iterations;
  GString *name = g_string_new (slow->n > 1 ? "iterations" : slow->n ? "iteration" : "");
  guint n = 0;

  if (slow->n > MOST_ITERATIONS) {
    g_string_printf (name, "%u iterations", slow->n);
    return g_string_free (name, FALSE);
  }
  for (guint t = 0; n < slow->n; t++)
    if (poplens_time_loop_excess (loop, t, self->out->from, self->out->to))
      g_string_append_printf (name, "%s %u", n++ ? "," : "", t + 1);
  return g_string_free (name, FALSE);
}

static void
add_iterations (PoplensTimeSearch *self)
{
  const PoplensTimeLoop *loop = &self->input->iterations->iterations;
  PoplensTimeSlow slow = poplens_time_loop_find_slow (loop, self->out->from, self->out->to);
  g_autofree char *subject = name_iterations (self, &slow);

  if (loop->length->len < POPLENS_TIME_LEAST_TURNS)
    return;
  PoplensTimeCandidate *new =
      add_candidate (self, POPLENS_TIME_SLOW_ITERATIONS, subject, NULL, slow.excess);
  new->turn = slow.slowest;
  if (slow.n)
    new->longer =
        poplens_time_find_longer (self->time, self->input->input->programs, loop, slow.slowest);
}

/* ---- all of them -------------------------------------------------------------------------------
 */

/* A finding on all of a kind goes by its largest part; one whose parts have no names is none. */
static void
rank_general (PoplensTimeSearch *self)
{
  const PoplensTimeCandidate *largest[POPLENS_TIME_N_LARGEST];

  for (guint i = self->candidates->len; i--;) {
    PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (!has_parts (one))
      continue;
    if (poplens_time_find_largest (self, one, largest))
      one->rank = largest[0]->saving;
    else
      set_aside (self, i);
  }
}

/* Equal stages are the bound; what moves of whole layers save is what can be had. Where none help,
 * a layer can still be split. */
static void
add_stages (PoplensTimeSearch *self, double equal)
{
  g_autofree char *ipu = g_strdup_printf ("IPU %u", self->time->ipus[self->own_stages->most].ipu);
  PoplensTimeCandidate *new =
      add_candidate (self, POPLENS_TIME_STAGES_UNBALANCED, ipu, NULL, equal);

  if (equal < poplens_time_threshold (self, new->kind) || self->out->program <= 0)
    return;
  poplens_time_layers_balance (self->own_stages, self->input->input->programs, &self->layers);
  if (self->layers.n_moves)
    new->rank =
        fmin (equal, fmax (poplens_time_stages_saving_with (self->own_stages, self->layers.factor,
                                                            self->out->from, self->out->to),
                           0));
}

void
poplens_time_find_candidates (PoplensTimeSearch *self)
{
  if (self->time->n_ipus > 1) {
    double equal =
        self->own_stages == self->stages
            ? self->equal_stages
            : poplens_time_stages_saving (self->own_stages, self->out->from, self->out->to);
    add_stages (self, equal);
    PoplensTimeCandidate *bubble =
        add_candidate (self, POPLENS_TIME_PIPELINE_BUBBLE, "", NULL,
                       poplens_time_stages_bubble (self->equal_stages, &self->balance));
    /* Twice as many micro-batches halve at most what IPUs wait for a micro-batch. */
    bubble->rank = bubble->saving / 2;
    poplens_time_links_find (self, &self->links);
    add_candidate (self, POPLENS_TIME_INTER_IPU_EXCHANGE, "", causes_of (self, CAUSE (INTER_IPU)),
                   0);
  }
  add_own_tiles (self);
  add_exchanges (self);
  add_operations (self, POPLENS_TIME_REARRANGEMENT, POPLENS_CAUSE_REARRANGE);
  add_general (self, POPLENS_TIME_REARRANGEMENT, CAUSE (REARRANGE), BIT (REARRANGEMENT));
  add_operations (self, POPLENS_TIME_HOST_COPY, POPLENS_CAUSE_HOST);
  add_general (self, POPLENS_TIME_HOST_COPY, CAUSE (HOST), BIT (HOST_COPY));
  add_candidate (self, POPLENS_TIME_SYNC_OVERHEAD, "", causes_of (self, CAUSE (SYNC)), 0);
  add_iterations (self);
  rank_general (self);
  g_ptr_array_sort (self->candidates, compare_candidates);
}
