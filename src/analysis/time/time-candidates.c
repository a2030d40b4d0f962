/* Finds candidates for findings on time. A candidate is a cause of lost time, or a group of causes,
 * with the cycles that the program would save without it. A general candidate (on no single
 * operation or tile) is not reported if specific candidates explain it. */
#include "analysis/time/time-findings-private.h"

#include "analysis/trace/name-parts.h"

#include <math.h>
#include <string.h>

/* Specific candidates (of one operation, copy or set of tiles) replace a general one if they
 * explain at least this share of its saving. */
#define ENOUGH 0.8
/* Number of specific candidates that may replace a general candidate of tile wait. One is often not
 * enough, as tile wait has several kinds. */
#define TOGETHER 2
/* Largest number of operations, and of copies, whose saving is found by a replay of its own. Those
 * with the most cycles come first. */
#define MOST_OPERATIONS 24
/* Operations beyond MOST_OPERATIONS are replayed only if the upper bound of their saving is at
 * least this share of the threshold. The comparison of two reports needs these savings. */
#define LEAST_REPLAYED 0.25
/* Limit of slow iterations that a finding lists by number. */
#define MOST_ITERATIONS 16

#define BIT(kind) (1u << POPLENS_TIME_##kind)
#define CAUSE(kind) (1u << POPLENS_CAUSE_##kind)

/* ---- candidates ------------------------------------------------------------------------------ */

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
cause_subject (const PoplensTimeSearch *self, const PoplensTimeCause *cause)
{
  return poplens_strings_get (self->causes->strings, cause->subject);
}

/* Returns the PoplensTransferWay bits of the copies with the host that are in @cause. */
static guint
cause_ways (const PoplensTimeSearch *self, guint32 cause)
{
  const char *name = cause_subject (self, poplens_time_cause_at (self->causes, cause));

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->ways, name));
}

/* Adds the PoplensTransferWay bits of the copies of @cause to @candidate->ways. Clears REMOTE
 * unless the copies of all causes have this bit. */
static void
candidate_add_ways (const PoplensTimeSearch *self, PoplensTimeCandidate *candidate, guint32 cause)
{
  guint ways = cause_ways (self, cause), all = candidate->ways | ways;
  gboolean first = cause == g_array_index (candidate->causes, guint32, 0);

  if (!first && !(candidate->ways & ways & POPLENS_TRANSFER_REMOTE))
    all &= ~(guint) POPLENS_TRANSFER_REMOTE;
  candidate->ways = all;
}

/* Creates a candidate. @causes: (transfer full) (nullable): a replay without these causes gives the
 * saving; NULL: uses @saving. Returns: (transfer full) */
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
    candidate_add_ways (self, new, g_array_index (causes, guint32, c));
  return new;
}

static PoplensTimeCandidate *
candidates_add (PoplensTimeSearch *self, PoplensTimeKind kind, const char *subject, GArray *causes,
                double saving)
{
  PoplensTimeCandidate *new = candidate_new (self, kind, subject, causes, saving);

  g_ptr_array_add (self->candidates, new);
  return new;
}

/* Adds a candidate to .others: it is not reported, but a comparison of two reports may need it. */
static void
candidates_add_unreported (PoplensTimeSearch *self, PoplensTimeCandidate *candidate)
{
  candidate->state = POPLENS_CHECK_EXPLAINED;
  g_ptr_array_add (self->others, candidate);
}

/* Returns the indices of all causes of the kinds @bits (1 << PoplensTimeCauseKind). UNEQUAL
 * includes STRAGGLER if the cost of slow tiles was subtracted from UNEQUAL. (transfer full) */
static GArray *
find_causes_of_kinds (const PoplensTimeSearch *self, guint bits)
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
single_cause_array (guint32 cause)
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

/* ---- operations ------------------------------------------------------------------------------ */

typedef struct {
  guint32 cause;
  guint64 tile_cycles;
} RankedCause;

static int
compare_ranked_causes (gconstpointer a, gconstpointer b)
{
  const RankedCause *x = a, *y = b;

  if (x->tile_cycles != y->tile_cycles)
    return x->tile_cycles > y->tile_cycles ? -1 : 1;
  return x->cause < y->cause ? -1 : x->cause > y->cause;
}

/* Returns the causes of a kind that have cycles, most cycles first. (transfer full): GArray of
 * RankedCause */
static GArray *
causes_rank_kind (const PoplensTimeSearch *self, PoplensTimeCauseKind kind)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (RankedCause));

  for (guint32 c = 0; c < self->causes->causes->len; c++) {
    const PoplensTimeCause *cause = poplens_time_cause_at (self->causes, c);
    RankedCause one = {c, cause->tile_cycles};
    if (cause->kind == kind && cause->tile_cycles)
      g_array_append_val (ranked, one);
  }
  g_array_sort (ranked, compare_ranked_causes);
  return ranked;
}

/* Returns the names of the streams of a copy, with each number replaced by `*`. (transfer full) */
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

/* Returns the key of the family of @cause: the causes that one change would fix. A family is an
 * operation in all its training phases, all copies whose streams differ only by numbers, or all
 * copies of remote buffers. (transfer full) */
static char *
family_key (const PoplensTimeSearch *self, guint32 cause)
{
  const PoplensTimeCause *of = poplens_time_cause_at (self->causes, cause);

  if (of->kind != POPLENS_CAUSE_HOST)
    return g_strdup (poplens_name_without_phase (cause_subject (self, of)));
  return cause_ways (self, cause) & POPLENS_TRANSFER_REMOTE
             ? g_strdup ("")
             : copy_pattern (cause_subject (self, of));
}

/* Returns the indices of all causes in the family of @cause: they have its kind and its family_key
 * (). (transfer full) (nullable): NULL if @cause is the only one. */
static GArray *
find_family (const PoplensTimeSearch *self, guint32 cause)
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
compare_patterns (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Limit of stream names in the name of a family of copies. A number replaces all further names:
 * "and 3 more". */
#define MOST_PATTERNS 8

/* Returns the name of a family of causes. Operations: the name without the training phase. Copies:
 * the distinct names of streams, with "*" for numbers. (transfer full) */
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
    g_ptr_array_add (
        patterns, copy_pattern (cause_subject (self, poplens_time_cause_at (self->causes, cause))));
  }
  g_ptr_array_sort (patterns, compare_patterns);
  for (guint p = 0; p < patterns->len; p++)
    if ((!p || strcmp (patterns->pdata[p], patterns->pdata[p - 1])) && n++ < MOST_PATTERNS)
      g_string_append_printf (name, "%s%s", name->len ? ", " : "", (char *) patterns->pdata[p]);
  if (n > MOST_PATTERNS)
    g_string_append_printf (name, " and %u more", n - MOST_PATTERNS);
  return g_string_free (name, FALSE);
}

static gboolean
candidates_have_subject (const PoplensTimeSearch *self, PoplensTimeKind kind, const char *subject)
{
  for (guint i = 0; i < self->candidates->len; i++) {
    const PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (one->kind == kind && g_str_equal (one->subject, subject))
      return TRUE;
  }
  return FALSE;
}

/* TRUE if another cause of @family has more cycles than @cause. A family becomes a candidate only
 * with its largest cause. */
static gboolean
family_has_larger (const PoplensTimeSearch *self, const GArray *family, guint32 cause)
{
  guint64 cycles = poplens_time_cause_at (self->causes, cause)->tile_cycles;

  for (guint c = 0; c < family->len; c++)
    if (poplens_time_cause_at (self->causes, g_array_index (family, guint32, c))->tile_cycles >
        cycles)
      return TRUE;
  return FALSE;
}

static guint64
causes_tile_cycles (const PoplensTimeSearch *self, const GArray *causes)
{
  guint64 sum = 0;

  for (guint c = 0; c < causes->len; c++)
    sum += poplens_time_cause_at (self->causes, g_array_index (causes, guint32, c))->tile_cycles;
  return sum;
}

/* Adds a candidate for @cause alone, or for its whole family (family_key ()). The family is chosen
 * if @cause has less than ENOUGH of the family's cycles. The candidate that is not chosen goes to
 * .others. */
static void
candidates_add_operation (PoplensTimeSearch *self, PoplensTimeKind kind, guint32 cause)
{
  const char *key = cause_subject (self, poplens_time_cause_at (self->causes, cause));
  g_autoptr (GArray) family = find_family (self, cause);
  g_autofree char *name = family ? name_family (self, family) : g_strdup (key);
  PoplensTimeCandidate *one = candidate_new (self, kind, key, single_cause_array (cause), 0);

  if (candidates_have_subject (self, kind, name)) {
    candidates_add_unreported (self, one);
  } else if (family && !family_has_larger (self, family, cause)) {
    PoplensTimeCandidate *all = candidate_new (self, kind, name, g_steal_pointer (&family), 0);
    gboolean shared = (double) causes_tile_cycles (self, one->causes) <
                      ENOUGH * (double) causes_tile_cycles (self, all->causes);
    candidates_add_unreported (self, shared ? one : all);
    g_ptr_array_add (self->candidates, shared ? all : one);
  } else {
    g_ptr_array_add (self->candidates, one);
  }
}

/* Returns an upper bound of the cycles saved without @cause, summed over IPUs: cycles that the
 * cause takes, and cycles that IPUs wait at joins for its copies. */
static double
cause_saving_bound (const PoplensTimeSearch *self, const PoplensTimeCause *cause)
{
  guint64 sum = cause->awaited;

  for (guint p = 0; p < cause->pieces->len; p++) {
    const PoplensTimePiece *piece = &g_array_index (cause->pieces, PoplensTimePiece, p);
    sum += piece->tile_cycles + piece->more;
  }
  return (double) sum / self->time->tiles;
}

/* Adds a candidate for a cause beyond MOST_OPERATIONS to .others. Its saving is an upper bound. If
 * this bound is large (LEAST_REPLAYED), a replay finds the saving. */
static void
candidates_add_small (PoplensTimeSearch *self, PoplensTimeKind kind, guint32 cause)
{
  const PoplensTimeCause *of = poplens_time_cause_at (self->causes, cause);
  double saving = cause_saving_bound (self, of);
  PoplensTimeCandidate *small = candidate_new (self, kind, cause_subject (self, of), NULL, saving);

  small->causes = single_cause_array (cause);
  if (saving >= LEAST_REPLAYED * self->out->threshold * self->out->program)
    small->saving = small->rank = poplens_time_causes_saving (self->causes, &cause, 1);
  else
    small->rank = 0;
  candidates_add_unreported (self, small);
}

static void
candidates_add_operations (PoplensTimeSearch *self, PoplensTimeKind kind, PoplensTimeCauseKind of)
{
  g_autoptr (GArray) ranked = causes_rank_kind (self, of);

  for (guint i = 0; i < ranked->len; i++) {
    guint32 cause = g_array_index (ranked, RankedCause, i).cause;
    if (i >= MOST_OPERATIONS)
      candidates_add_small (self, kind, cause);
    else
      candidates_add_operation (self, kind, cause);
  }
}

/* ---- parts of general candidates ------------------------------------------------------------- */

/* Returns the kinds of specific candidates that are parts of a general candidate of @kind; bits (1
 * << PoplensTimeKind). */
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

/* TRUE if one of the @n candidates @some is of the same operation as @subject, in any training
 * phase. */
static gboolean
candidates_have_operation (const PoplensTimeCandidate *const *some, guint n, const char *subject)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (poplens_name_without_phase (some[i]->subject),
                     poplens_name_without_phase (subject)))
      return TRUE;
  return FALSE;
}

/* TRUE if @other has a cause in common with one of the @n candidates @some. */
static gboolean
candidates_share_cause (const PoplensTimeCandidate *const *some, guint n,
                        const PoplensTimeCandidate *other)
{
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < some[i]->causes->len; c++)
      for (guint o = 0; o < other->causes->len; o++)
        if (g_array_index (some[i]->causes, guint32, c) ==
            g_array_index (other->causes, guint32, o))
          return TRUE;
  return FALSE;
}

/* Returns the specific candidate in @from with the largest saving. @bits: allowed kinds. Skips
 * candidates that have an operation or a cause in common with the @n candidates @largest.
 * (nullable): NULL if there is none. */
static const PoplensTimeCandidate *
find_next_largest (const GPtrArray *from, guint bits, const PoplensTimeCandidate *const *largest,
                   guint n)
{
  const PoplensTimeCandidate *next = NULL;

  for (guint i = 0; i < from->len; i++) {
    const PoplensTimeCandidate *one = g_ptr_array_index (from, i);
    if (*one->subject && bits & 1u << one->kind && one->rank >= 1 &&
        (!next || one->saving > next->saving) &&
        !candidates_have_operation (largest, n, one->subject) &&
        !candidates_share_cause (largest, n, one))
      next = one;
  }
  return next;
}

/* TRUE if @self is a general candidate that consists of specific ones. Candidates of syncs and of
 * exchanges between IPUs have no parts. */
static gboolean
candidate_has_parts (const PoplensTimeCandidate *self)
{
  return !*self->subject && self->causes && self->kind != POPLENS_TIME_SYNC_OVERHEAD &&
         self->kind != POPLENS_TIME_INTER_IPU_EXCHANGE;
}

guint
poplens_time_find_largest (const PoplensTimeSearch *self, const PoplensTimeCandidate *general,
                           const PoplensTimeCandidate **largest)
{
  guint bits = kinds_of_parts (general->kind), n = 0;

  if (!candidate_has_parts (general))
    return 0;
  for (; n < POPLENS_TIME_N_LARGEST; n++) {
    const PoplensTimeCandidate *one = find_next_largest (self->candidates, bits, largest, n);
    const PoplensTimeCandidate *other = find_next_largest (self->others, bits, largest, n);
    if (!one && !other)
      break;
    /* @one and @other can be a family and its member, which share a cause. Then take @one, because
     * it is in .candidates. */
    gboolean told = one && other && candidates_share_cause (&one, 1, other);
    largest[n] = other && !told && (!one || other->saving > one->saving) ? other : one;
  }
  return n;
}

/* ---- specific candidates replace general ones ------------------------------------------------ */

static int
compare_time_candidates (gconstpointer a, gconstpointer b)
{
  const PoplensTimeCandidate *x = *(PoplensTimeCandidate *const *) a;
  const PoplensTimeCandidate *y = *(PoplensTimeCandidate *const *) b;

  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  /* A general candidate has the same rank as its largest part, and is sorted after this part. */
  if (!*x->subject != !*y->subject)
    return *x->subject ? -1 : 1;
  return x->kind != y->kind ? (int) x->kind - (int) y->kind : strcmp (x->subject, y->subject);
}

static double
candidates_saving (const PoplensTimeSearch *self, PoplensTimeCandidate *const *some, guint n)
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

/* TRUE if the @n largest specific candidates of the kinds @bits together save at least ENOUGH of
 * the saving of @general. */
static gboolean
candidate_is_explained (PoplensTimeSearch *self, const PoplensTimeCandidate *general, guint bits,
                        guint n)
{
  g_autoptr (GPtrArray) some = g_ptr_array_new ();

  for (guint i = 0; i < self->candidates->len; i++) {
    PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (one != general && bits & 1u << one->kind && *one->subject &&
        one->saving >= poplens_time_threshold (self, one->kind))
      g_ptr_array_add (some, one);
  }
  g_ptr_array_sort (some, compare_time_candidates);
  return some->len && candidates_saving (self, (PoplensTimeCandidate *const *) some->pdata,
                                         MIN (some->len, n)) >= ENOUGH * general->saving;
}

/* Records @saving in the check of @kind if it is the largest so far. Sets the state of the check to
 * EXPLAINED if @saving reaches the threshold. */
static void
check_set_explained (PoplensTimeSearch *self, PoplensTimeKind kind, double saving)
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
candidate_set_unreported (PoplensTimeSearch *self, guint index)
{
  candidates_add_unreported (self, g_ptr_array_steal_index (self->candidates, index));
}

/* Moves a candidate that other candidates explain to .others, and records its saving in the check
 * of its kind. */
static void
candidate_set_explained (PoplensTimeSearch *self, PoplensTimeCandidate *candidate)
{
  guint index = 0;

  check_set_explained (self, candidate->kind, candidate->saving);
  if (g_ptr_array_find (self->candidates, candidate, &index))
    candidate_set_unreported (self, index);
}

/* Adds a general candidate for all causes of the kinds @of. If specific candidates of the kinds
 * @specific explain it, returns NULL. @of, @specific: bits. (transfer none) (nullable) */
static PoplensTimeCandidate *
candidates_add_general (PoplensTimeSearch *self, PoplensTimeKind kind, guint of, guint specific)
{
  guint n = of & (CAUSE (UNUSED) | CAUSE (UNEQUAL)) ? TOGETHER : 1;
  PoplensTimeCandidate *general =
      candidates_add (self, kind, "", find_causes_of_kinds (self, of), 0);

  if (!candidate_is_explained (self, general, specific, n))
    return general;
  candidate_set_explained (self, general);
  return NULL;
}

/* Adds the candidates of tile wait. The general candidate is about idle tiles or about load
 * imbalance, if either has most of the waiting. Otherwise it is about both (OWN_TILES). */
static void
candidates_add_tile_wait (PoplensTimeSearch *self)
{
  guint specific = BIT (FEW_TILES) | BIT (UNEQUAL_LOAD) | BIT (STRAGGLER_TILE);
  double unused = self->balance.unused, unequal = self->balance.unequal, all = self->balance.tiles;

  candidates_add_operations (self, POPLENS_TIME_FEW_TILES, POPLENS_CAUSE_UNUSED);
  candidates_add_operations (self, POPLENS_TIME_UNEQUAL_LOAD, POPLENS_CAUSE_UNEQUAL);
  if (self->stragglers.cause != G_MAXUINT32) {
    const char *tiles =
        cause_subject (self, poplens_time_cause_at (self->causes, self->stragglers.cause));
    candidates_add (self, POPLENS_TIME_STRAGGLER_TILE, tiles,
                    single_cause_array (self->stragglers.cause), 0);
  }
  if (MAX (unused, unequal) >= ENOUGH * all) {
    check_set_explained (self, POPLENS_TIME_OWN_TILES, all);
    candidates_add_unreported (
        self, candidate_new (self, POPLENS_TIME_OWN_TILES, "",
                             find_causes_of_kinds (self, CAUSE (UNUSED) | CAUSE (UNEQUAL)), 0));
  }
  if (unused >= ENOUGH * all)
    candidates_add_general (self, POPLENS_TIME_FEW_TILES, CAUSE (UNUSED), specific);
  else if (unequal >= ENOUGH * all)
    candidates_add_general (self, POPLENS_TIME_UNEQUAL_LOAD, CAUSE (UNEQUAL), specific);
  else
    candidates_add_general (self, POPLENS_TIME_OWN_TILES, CAUSE (UNUSED) | CAUSE (UNEQUAL),
                            specific);
}

/* Adds the candidates of exchanges. An operation is not reported if its exchanges take no longer
 * than its compute. But all operations are reported if the largest one explains the general
 * candidate. */
static void
candidates_add_exchanges (PoplensTimeSearch *self)
{
  candidates_add_operations (self, POPLENS_TIME_EXCHANGE_BOUND, POPLENS_CAUSE_EXCHANGE);
  gboolean explained = !candidates_add_general (self, POPLENS_TIME_EXCHANGE_BOUND, CAUSE (EXCHANGE),
                                                BIT (EXCHANGE_BOUND));
  for (guint i = self->candidates->len; i--;) {
    const PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    const PoplensTimeCause *cause = poplens_time_candidate_cause (self, one);
    if (one->kind != POPLENS_TIME_EXCHANGE_BOUND || !*one->subject || explained || !cause)
      continue;
    guint64 compute =
        cause->subject < self->causes->n_compute ? self->causes->compute[cause->subject] : 0;
    if (compute >= cause->bound)
      candidate_set_unreported (self, i);
  }
}

/* ---- iterations ------------------------------------------------------------------------------ */

/* Returns "iteration 3", "iterations 3, 5", or the number of iterations if there are many.
 * (transfer full) */
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
candidates_add_iterations (PoplensTimeSearch *self)
{
  const PoplensTimeLoop *loop = &self->input->iterations->iterations;
  PoplensTimeSlow slow = poplens_time_loop_find_slow (loop, self->out->from, self->out->to);
  g_autofree char *subject = name_iterations (self, &slow);

  if (loop->length->len < POPLENS_TIME_LEAST_TURNS)
    return;
  PoplensTimeCandidate *new =
      candidates_add (self, POPLENS_TIME_SLOW_ITERATIONS, subject, NULL, slow.excess);
  new->turn = slow.slowest;
  if (slow.n)
    new->longer =
        poplens_time_find_longer (self->time, self->input->input->programs, loop, slow.slowest);
}

/* ---- all candidates -------------------------------------------------------------------------- */

/* Sets the rank of each general candidate to the saving of its largest specific part. A general
 * candidate without known parts is not reported. */
static void
candidates_rank_general (PoplensTimeSearch *self)
{
  const PoplensTimeCandidate *largest[POPLENS_TIME_N_LARGEST];

  for (guint i = self->candidates->len; i--;) {
    PoplensTimeCandidate *one = g_ptr_array_index (self->candidates, i);
    if (!candidate_has_parts (one))
      continue;
    if (poplens_time_find_largest (self, one, largest))
      one->rank = largest[0]->saving;
    else
      candidate_set_unreported (self, i);
  }
}

/* Adds the candidate of stage imbalance. @equal: cycles that equal stages would save. The rank is
 * the saving of moving whole layers. If no move helps, the rank is @equal, because layers can be
 * split. */
static void
candidates_add_stages (PoplensTimeSearch *self, double equal)
{
  g_autofree char *ipu = g_strdup_printf ("IPU %u", self->time->ipus[self->own_stages->most].ipu);
  PoplensTimeCandidate *new =
      candidates_add (self, POPLENS_TIME_STAGES_UNBALANCED, ipu, NULL, equal);

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
    candidates_add_stages (self, equal);
    PoplensTimeCandidate *bubble =
        candidates_add (self, POPLENS_TIME_PIPELINE_BUBBLE, "", NULL,
                        poplens_time_stages_bubble (self->equal_stages, &self->balance));
    /* The action is to double the number of micro-batches, which at most halves the bubble. */
    bubble->rank = bubble->saving / 2;
    poplens_time_links_find (self, &self->links);
    candidates_add (self, POPLENS_TIME_INTER_IPU_EXCHANGE, "",
                    find_causes_of_kinds (self, CAUSE (INTER_IPU)), 0);
  }
  candidates_add_tile_wait (self);
  candidates_add_exchanges (self);
  candidates_add_operations (self, POPLENS_TIME_REARRANGEMENT, POPLENS_CAUSE_REARRANGE);
  candidates_add_general (self, POPLENS_TIME_REARRANGEMENT, CAUSE (REARRANGE), BIT (REARRANGEMENT));
  candidates_add_operations (self, POPLENS_TIME_HOST_COPY, POPLENS_CAUSE_HOST);
  candidates_add_general (self, POPLENS_TIME_HOST_COPY, CAUSE (HOST), BIT (HOST_COPY));
  candidates_add (self, POPLENS_TIME_SYNC_OVERHEAD, "", find_causes_of_kinds (self, CAUSE (SYNC)),
                  0);
  candidates_add_iterations (self);
  candidates_rank_general (self);
  g_ptr_array_sort (self->candidates, compare_time_candidates);
}
