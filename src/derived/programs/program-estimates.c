#include "derived/programs/program-estimates.h"

#include "derived/parts.h"
#include "derived/programs/program-exchange.h"
#include "model/search.h"

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

/* All rows of the table, by id; NULL with an error. (transfer full): GArray of PoplensScanEstimate
 */
static GArray *
read_all (PoplensReport *report, GCancellable *cancellable, GError **error)
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
  guint32 *ids; /* theirs */
} Known;

/* Adds up the estimates that the row of @lists names, one an IPU. */
static void
set_program (PoplensProgramEstimates *self, guint32 program, const Known *known,
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

/* Returns the lists, and the row there, that name the estimates of the program, one an IPU: of its
 * exchange, else of its compute set. The lists are NULL, or @row is no row of theirs, if it has
 * none. @exchanges, @vertices: (nullable) */
static const PoplensLists *
find_lists (const PoplensPrograms *programs, const PoplensExchanges *exchanges,
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
set_programs (PoplensProgramEstimates *self, const Known *known, const PoplensPrograms *programs,
              const PoplensExchanges *exchanges, const PoplensVertices *vertices)
{
  for (guint32 p = 0; p < programs->n; p++) {
    guint32 row;
    const PoplensLists *lists = find_lists (programs, exchanges, vertices, p, &row);
    set_program (self, p, known, lists, row);
  }
}

static PoplensProgramEstimates *
estimates_new (PoplensReport *report, const PoplensPrograms *programs, GCancellable *cancellable,
               GError **error)
{
  gconstpointer exchanges, vertices;

  if (!poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_VERTICES, &vertices, cancellable, error))
    return NULL;
  g_autoptr (GArray) all = read_all (report, cancellable, error);
  if (!all)
    return NULL;
  PoplensProgramEstimates *self = g_atomic_rc_box_new0 (PoplensProgramEstimates);
  g_autofree guint32 *ids = g_new (guint32, MAX (all->len, 1));
  Known known = {all, ids};
  self->n = programs->n;
  self->tile_cycles = g_new (guint64, MAX (self->n, 1));
  self->longest = g_new (guint64, MAX (self->n, 1));
  for (guint i = 0; i < all->len; i++)
    ids[i] = g_array_index (all, PoplensScanEstimate, i).id;
  for (guint32 p = 0; p < self->n; p++)
    self->tile_cycles[p] = self->longest[p] = POPLENS_NOT_ESTIMATED;
  set_programs (self, &known, programs, exchanges, vertices);
  return self;
}

static gpointer
estimates_of_report (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);

  return programs ? estimates_new (report, programs, cancellable, error) : NULL;
}

PoplensProgramEstimates *
poplens_program_estimates_get (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-program-estimates", estimates_of_report,
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
