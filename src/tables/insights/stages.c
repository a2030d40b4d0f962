/* The layers over other numbers of IPUs. */
#include "tables/engine/builders.h"

#include "derived/insights/fit-source.h"

typedef struct {
  guint32 ipus;
  const char *fits, *layers;
  guint64 tile_bytes, tile_bytes_most;
  guint32 fullest_tile;
  gint64 over, over_most, tight, tight_most;
  gint64 mixed;
} StageRow;

static const PoplensColumn columns[] = {
    POPLENS_CELL (StageRow, ipus, "IPUs", COUNT, DERIVED, "Number of IPUs"),
    POPLENS_CELL (
        StageRow, fits, "Fits", TEXT, ASSUMED,
        "yes: every tile fits even by the pessimistic end; may: by the optimistic end; no: "
        "by neither; with the current packing and gaps"),
    POPLENS_CELL (StageRow, layers, "Layers", TEXT, DERIVED,
                  "Numbered layers of each IPU, in order, so that the fullest tile needs least"),
    POPLENS_CELL (StageRow, tile_bytes, "Fullest tile at least", BYTES, ASSUMED,
                  "Need of the fullest tile, estimated, optimistic"),
    POPLENS_CELL (StageRow, tile_bytes_most, "At most", BYTES, ASSUMED,
                  "Same figure, pessimistic: layers as dense as on the densest IPU, and the error "
                  "of the method"),
    POPLENS_CELL (StageRow, fullest_tile, "Tile", ID, ASSUMED,
                  "Fullest tile, pessimistic, numbered over the new IPUs"),
    POPLENS_CELL (StageRow, over, "Over by live bytes", COUNT, ASSUMED,
                  "Tiles whose live bytes alone do not fit, optimistic"),
    POPLENS_CELL (StageRow, over_most, "Over, pessimistic", COUNT, ASSUMED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (StageRow, tight, "Tiles tight", COUNT, ASSUMED,
                  "Tiles that do not fit with the current packing and gaps, optimistic"),
    POPLENS_CELL (StageRow, tight_most, "Tight, pessimistic", COUNT, ASSUMED,
                  "Same figure, pessimistic"),
    POPLENS_CELL (
        StageRow, mixed, "Mixed IPUs", COUNT, DERIVED,
        "IPUs with layers of several current IPUs, whose peaks are added as if at one step"),
};

static void
fill (PoplensRecords *rows, StageRow *row, const PoplensStagePlan *plan)
{
  g_autofree char *layers = poplens_stage_plan_layers (plan);

  row->ipus = plan->n_ipus;
  row->fits = poplens_fit_verdict_key (poplens_stage_plan_verdict (plan));
  row->layers = poplens_records_text (rows, layers);
  row->tile_bytes = plan->worst_bytes[POPLENS_ESTIMATE_OPTIMISTIC];
  row->tile_bytes_most = plan->worst_bytes[POPLENS_ESTIMATE_PESSIMISTIC];
  row->fullest_tile = plan->worst_tile[POPLENS_ESTIMATE_PESSIMISTIC];
  row->over = plan->tiles_over[POPLENS_ESTIMATE_OPTIMISTIC];
  row->over_most = plan->tiles_over[POPLENS_ESTIMATE_PESSIMISTIC];
  row->tight = plan->tiles_tight[POPLENS_ESTIMATE_OPTIMISTIC];
  row->tight_most = plan->tiles_tight[POPLENS_ESTIMATE_PESSIMISTIC];
  row->mixed = plan->n_mixed;
}

PoplensTable *
poplens_build_stages (PoplensReport *report, const PoplensLocation *location,
                      GCancellable *cancellable, GError **error)
{
  const PoplensFit *fit = poplens_report_fit (report, cancellable, error);
  PoplensRecords *rows;

  if (!fit)
    return NULL;
  rows = POPLENS_RECORDS (StageRow, columns);
  for (guint i = 0; i < fit->stages->plans->len; i++)
    fill (rows, poplens_records_add (rows), fit->stages->plans->pdata[i]);
  PoplensTable *table = poplens_records_finish (rows, "stages", "Layers by IPU", report);
  poplens_table_set_note (table,
                          fit->stages->plans->len
                              ? "Estimated from the current layers. Not counted: activations that "
                                "a longer pipeline keeps for more micro-batches."
                              : "No numbered layers, each on one IPU and in order, or no capacity "
                                "recorded.");
  return table;
}
