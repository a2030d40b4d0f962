/* Sums executed steps and the compiler's estimates by program, and caches them with the links
 * between programs. */
#include "derived/programs/program-sums.h"

#include "analysis/insights/insights.h"
#include "derived/programs/program-location.h"
#include "derived/trace/trace-sums.h"
#include "model/search.h"

static void
program_sums_free (PoplensProgramSums *self)
{
  if (!self)
    return;
  g_free (self->executed);
  g_free (self->first);
  g_free (self->tile_cycles);
  g_free (self->cycles);
  g_free (self);
}

/* Returns the program row of each executed step, or .n for a step without a program. Also counts
 * the executed steps of each program. (transfer full): [n_steps] */
static guint32 *
count_step_programs (PoplensProgramSums *self, const PoplensExecution *x,
                     const PoplensPrograms *programs)
{
  guint32 *rows = g_new (guint32, MAX (x->n_steps, 1));

  for (guint32 s = 0; s < x->n_steps; s++) {
    guint32 id = x->step_program[s];
    guint32 row = id == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW : poplens_programs_find (programs, id);
    rows[s] = MIN (row, self->n);
    self->executed[rows[s]]++;
    if (self->first[rows[s]] == POPLENS_NEVER_EXECUTED)
      self->first[rows[s]] = s;
  }
  return rows;
}

static gpointer
program_sums_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  const PoplensExecution *x =
      programs ? poplens_report_load_execution (report, cancellable, error) : NULL;
  const PoplensStepSums *steps = x ? poplens_step_sums_get (report, cancellable, error) : NULL;

  if (!steps)
    return NULL;
  PoplensProgramSums *self = g_new0 (PoplensProgramSums, 1);
  gsize n = (gsize) programs->n + 1;
  self->n = programs->n;
  self->executed = g_new0 (guint32, n);
  self->first = g_new (guint32, n);
  self->tile_cycles = g_new0 (guint64, n);
  self->cycles = g_new0 (guint64, n);
  for (gsize p = 0; p < n; p++)
    self->first[p] = POPLENS_NEVER_EXECUTED;
  g_autofree guint32 *rows = count_step_programs (self, x, programs);
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 p = rows[x->row_step[r]];
    self->tile_cycles[p] += poplens_step_sums_tile_cycles (steps, r);
    self->cycles[p] += poplens_cycles_at (steps->cycles, r);
  }
  return self;
}

const PoplensProgramSums *
poplens_program_sums_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-sums", program_sums_new, NULL,
                                         (GDestroyNotify) program_sums_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- estimates ------------------------------------------------------------------------------- */

static void
estimates_clear (gpointer data)
{
  PoplensProgramEstimates *self = data;

  g_free (self->tile_cycles);
  g_free (self->longest);
}

void
poplens_program_estimates_unref (PoplensProgramEstimates *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, estimates_clear);
}

/* Reads all rows of compilation_cycles_by_tile, sorted by id. NULL with @error. (transfer full):
 * GArray of PoplensScanEstimate */
static GArray *
read_estimates (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (PoplensScanEstimate));

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_ESTIMATES, key, cancellable, error);
    if (!slice)
      return NULL;
    g_array_append_vals (all, slice->scan_estimates, slice->n);
    key = slice->next;
  }
  return g_steal_pointer (&all);
}

typedef struct {
  GArray *all;  /* PoplensScanEstimate */
  guint32 *ids; /* ids of .all */
} EstimateIndex;

/* Sums the estimates of @program over IPUs. @lists: (nullable): row @row has the ids of these
 * estimates, one for each IPU. */
static void
sum_program_estimates (PoplensProgramEstimates *self, guint32 program, const EstimateIndex *known,
                       const PoplensLists *lists, guint32 row)
{
  if (!lists || row >= poplens_lists_n_rows (lists))
    return;
  g_autoptr (GArray) ids = poplens_lists_values (lists, row);
  for (guint i = 0; i < ids->len; i++) {
    guint64 id = g_array_index (ids, guint64, i);
    guint32 at = id < G_MAXUINT32 ? poplens_find_id (known->ids, known->all->len, (guint32) id)
                                  : G_MAXUINT32;
    if (at == G_MAXUINT32)
      continue;
    const PoplensScanEstimate *estimate = &g_array_index (known->all, PoplensScanEstimate, at);
    if (self->tile_cycles[program] == POPLENS_NOT_ESTIMATED) {
      self->tile_cycles[program] = self->longest[program] = 0;
      self->n_estimated++;
    }
    self->tile_cycles[program] += estimate->sum;
    self->longest[program] += estimate->longest;
  }
}

/* Returns the lists with the estimate ids of a program: those of its exchange, else of its compute
 * set. @exchanges, @vertices: (nullable). @row: (out): row of the program in the lists; can be past
 * their end. (nullable): NULL if the program has no estimates */
static const PoplensLists *
find_estimate_lists (const PoplensPrograms *programs, const PoplensExchanges *exchanges,
                     const PoplensVertices *vertices, guint32 program, guint32 *row)
{
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (exchanges, programs, program, row);

  if (table)
    return table->estimates;
  if (!vertices || programs->compute_set[program] == POPLENS_NO_ROW)
    return NULL;
  *row = poplens_vertices_find_compute_set (vertices, programs->compute_set[program]);
  return vertices->compute_set_estimates;
}

static void
sum_all_estimates (PoplensProgramEstimates *self, const EstimateIndex *known,
                   const PoplensPrograms *programs, const PoplensExchanges *exchanges,
                   const PoplensVertices *vertices)
{
  for (guint32 p = 0; p < programs->n; p++) {
    guint32 row;
    const PoplensLists *lists = find_estimate_lists (programs, exchanges, vertices, p, &row);
    sum_program_estimates (self, p, known, lists, row);
  }
}

static PoplensProgramEstimates *
estimates_new (PoplensReport *report, const PoplensPrograms *programs, GCancellable *cancellable,
               GError **error)
{
  gconstpointer exchanges, vertices;

  if (!poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable,
                                     error) ||
      !poplens_report_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable, error))
    return NULL;
  g_autoptr (GArray) all = read_estimates (report, cancellable, error);
  if (!all)
    return NULL;
  PoplensProgramEstimates *self = g_atomic_rc_box_new0 (PoplensProgramEstimates);
  g_autofree guint32 *ids = g_new (guint32, MAX (all->len, 1));
  EstimateIndex known = {all, ids};
  self->n = programs->n;
  self->tile_cycles = g_new (guint64, MAX (self->n, 1));
  self->longest = g_new (guint64, MAX (self->n, 1));
  for (guint i = 0; i < all->len; i++)
    ids[i] = g_array_index (all, PoplensScanEstimate, i).id;
  for (guint32 p = 0; p < self->n; p++)
    self->tile_cycles[p] = self->longest[p] = POPLENS_NOT_ESTIMATED;
  sum_all_estimates (self, &known, programs, exchanges, vertices);
  return self;
}

static gpointer
report_estimates_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);

  return programs ? estimates_new (report, programs, cancellable, error) : NULL;
}

PoplensProgramEstimates *
poplens_program_estimates_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-estimates", report_estimates_new,
                                         g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_program_estimates_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

PoplensProgramEstimates *
poplens_program_estimates_of (PoplensReport *report, const PoplensPrograms *programs,
                              GCancellable *cancellable, GError **error)
{
  return programs->is_other ? estimates_new (report, programs, cancellable, error)
                            : poplens_program_estimates_get (report, cancellable, error);
}

/* ---- links ----------------------------------------------------------------------------------- */

static void
links_clear (gpointer data)
{
  poplens_program_links_free (((PoplensProgramLinksKept *) data)->links);
}

void
poplens_program_links_unref (PoplensProgramLinksKept *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, links_clear);
}

static PoplensProgramLinksKept *
links_new (const PoplensPrograms *programs, const guint32 *executed)
{
  PoplensProgramLinksKept *self = g_atomic_rc_box_new0 (PoplensProgramLinksKept);

  self->links = poplens_program_links_new (programs, executed);
  return self;
}

static gpointer
report_links_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  const PoplensProgramSums *sums = NULL;

  if (!programs)
    return NULL;
  if (!poplens_report_get_absence (report, POPLENS_PART_EXECUTION) &&
      !(sums = poplens_program_sums_get (report, cancellable, error)))
    return NULL;
  return links_new (programs, sums ? sums->executed : NULL);
}

PoplensProgramLinksKept *
poplens_program_links_of (PoplensReport *report, const PoplensPrograms *programs,
                          GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-links", report_links_new,
                                         g_atomic_rc_box_acquire,
                                         (GDestroyNotify) poplens_program_links_unref};

  return programs->is_other ? links_new (programs, NULL)
                            : poplens_report_derive (report, &derived, cancellable, error);
}
