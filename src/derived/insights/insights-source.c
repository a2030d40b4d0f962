/* Computes the inputs of insights and caches them in the report: peaks by tile, streamed variables,
 * and the data for what-if. */
#include "derived/insights/insights-source.h"

#include "base/search.h"

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensMemory *memory;
  const PoplensTarget *target; /* (nullable) */
} PeakParts;

static gboolean
load_peak_parts (PoplensReport *report, PeakParts *parts, GCancellable *cancellable, GError **error)
{
  gconstpointer target = NULL;

  parts->liveness = poplens_report_load_liveness (report, cancellable, error);
  parts->memory = parts->liveness ? poplens_report_load_memory (report, cancellable, error) : NULL;
  if (!parts->memory ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return FALSE;
  parts->target = target;
  return TRUE;
}

/* ---- peaks ----------------------------------------------------------------------------------- */

/* Reads the recorded sums by tile and class, in batches. NULL with @error. */
static PoplensTileBytes *
read_class_sums (PoplensReport *report, const PoplensLiveness *liveness, GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (PoplensTileBytesBuilder) builder = poplens_tile_bytes_builder_new (liveness);

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return NULL;
    poplens_tile_bytes_builder_add (builder, slice);
    key = slice->next;
  }
  return poplens_tile_bytes_builder_finish (g_steal_pointer (&builder));
}

static GArray *
compute_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTileBytes) sums = NULL;
  g_autoptr (GArray) peaks = NULL;
  g_autoptr (GError) wrong = NULL;
  const PoplensVariables *variables;
  PeakParts parts;

  if (!load_peak_parts (report, &parts, cancellable, error))
    return NULL;
  sums = read_class_sums (report, parts.liveness, cancellable, &wrong);
  peaks =
      sums ? poplens_tile_peaks_of (parts.liveness, sums, parts.memory, parts.target, cancellable)
           : NULL;
  if (peaks && poplens_tile_peaks_agree (peaks, parts.memory))
    return g_steal_pointer (&peaks);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  variables = poplens_report_load_lowered (report, cancellable, error);
  return variables ? poplens_tile_peaks (parts.liveness, variables, parts.memory, parts.target,
                                         cancellable)
                   : NULL;
}

static gpointer
make_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  GArray *peaks = compute_peaks (report, cancellable, error);

  if (!peaks && (!error || !*error))
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return peaks;
}

GArray *
poplens_report_tile_peaks (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-tile-peaks", make_peaks,
                                         (GBoxedCopyFunc) g_array_ref,
                                         (GDestroyNotify) g_array_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

/* ---- what-if --------------------------------------------------------------------------------- */

static gboolean
add_stream_variables (PoplensReport *report, const PoplensHostStream *stream, GArray *ids,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;

  if (stream->regions == POPLENS_NO_REGIONS)
    return TRUE;
  slice =
      poplens_report_get_slice (report, POPLENS_SLICE_REGIONS, stream->regions, cancellable, error);
  for (guint32 i = 0; slice && i < slice->n; i++)
    g_array_append_val (ids, slice->regions[i].variable);
  return slice != NULL;
}

/* Returns the sorted IDs of variables that streams of the host copy. @remote: TRUE: only those of
 * remote buffers; FALSE: only the others. NULL with @error. (transfer full) */
static GArray *
list_stream_variables (PoplensReport *report, gboolean remote, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  const PoplensExchanges *exchanges;
  gconstpointer part;

  if (!poplens_report_load_optional (report, POPLENS_PART_EXCHANGES, &part, cancellable, error))
    return NULL;
  exchanges = part;
  for (guint32 s = 0; exchanges && s < exchanges->n_streams; s++)
    if (!exchanges->streams[s].remote_buffer == !remote &&
        !add_stream_variables (report, &exchanges->streams[s], ids, cancellable, error))
      return NULL;
  g_array_sort (ids, poplens_compare_u32);
  return g_steal_pointer (&ids);
}

static gpointer
make_streamed (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return list_stream_variables (report, FALSE, cancellable, error);
}

const GArray *
poplens_report_streamed (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-streamed", make_streamed, NULL,
                                         (GDestroyNotify) g_array_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}

static gpointer
make_what_if (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) named = NULL;
  g_autoptr (PoplensVariables) own = NULL;
  g_autoptr (GArray) staged = NULL;
  const GArray *streamed;
  PoplensTileBytes *bytes;
  const PoplensVariables *lowered, *variables;
  PeakParts parts;

  if (!load_peak_parts (report, &parts, cancellable, error) ||
      !(streamed = poplens_report_streamed (report, cancellable, error)) ||
      !(staged = list_stream_variables (report, TRUE, cancellable, error)) ||
      !(lowered = poplens_report_read_lowered (report, &own, cancellable, error)) ||
      !(variables = poplens_report_load_variables_brief (report, cancellable, error)) ||
      !(named = poplens_report_get_slice (report, POPLENS_SLICE_NAMED_VARIABLES, 0, cancellable,
                                          error)))
    return NULL;
  bytes = poplens_tile_bytes_new (parts.liveness, lowered, named, streamed, staged, cancellable);
  if (!bytes) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  return poplens_what_if_new (parts.liveness, variables, bytes, parts.memory, parts.target);
}

const PoplensWhatIf *
poplens_report_what_if (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-what-if", make_what_if, NULL,
                                         (GDestroyNotify) poplens_what_if_free};

  return poplens_report_derive (report, &derived, cancellable, error);
}
