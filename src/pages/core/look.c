/* Tables of colours: the colour and style of each variable kind, time class and model part. */
#include "pages/core/look.h"

gboolean
poplens_page_hides (const PoplensLocation *location, const char *key)
{
  const char *hide = poplens_location_get (location, "hide");
  g_auto (GStrv) hidden = g_strsplit (hide ? hide : "", ",", -1);

  return g_strv_contains ((const char *const *) hidden, key);
}

/* ---- time classes ---------------------------------------------------------------------------- */

PoplensTimeLook
poplens_time_look (PoplensTimeClass class)
{
  static const PoplensTimeLook looks[POPLENS_N_TIMES] = {
      [POPLENS_TIME_COMPUTE] = {POPLENS_INK_COMPUTE, POPLENS_SERIES_BAND},
      [POPLENS_TIME_EXCHANGE] = {POPLENS_INK_EXCHANGE, POPLENS_SERIES_BAND},
      [POPLENS_TIME_INTER_IPU] = {POPLENS_INK_LINKS, POPLENS_SERIES_BAND},
      [POPLENS_TIME_HOST_TRANSFER] = {POPLENS_INK_HOST, POPLENS_SERIES_BAND},
      [POPLENS_TIME_UNUSED] = {POPLENS_INK_TILES, POPLENS_SERIES_QUIET},
      [POPLENS_TIME_UNEQUAL] = {POPLENS_INK_TILES, POPLENS_SERIES_WAITING},
      [POPLENS_TIME_TILE_EXCHANGE] = {POPLENS_INK_EXCHANGE, POPLENS_SERIES_WAITING},
      [POPLENS_TIME_HOST] = {POPLENS_INK_HOST, POPLENS_SERIES_WAITING},
      [POPLENS_TIME_ANOTHER_IPU] = {POPLENS_INK_LINKS, POPLENS_SERIES_WAITING},
      [POPLENS_TIME_SYNC] = {POPLENS_INK_SYNC, POPLENS_SERIES_WAITING},
      [POPLENS_TIME_UNTRACKED] = {POPLENS_INK_GAPS, POPLENS_SERIES_GAP},
      [POPLENS_TIME_PROFILER] = {POPLENS_INK_OTHER, POPLENS_SERIES_BAND},
      [POPLENS_TIME_OUTSIDE] = {POPLENS_INK_DIM, POPLENS_SERIES_BLANK},
  };

  return looks[class];
}

/* ---- parts of a model ------------------------------------------------------------------------ */

const PoplensInk poplens_part_inks[POPLENS_N_PART_INKS] = {
    POPLENS_INK_CONTROL_AND_STACK, POPLENS_INK_EXCHANGE_CODE, POPLENS_INK_VERTEX_STATE,
    POPLENS_INK_PROFILING,         POPLENS_INK_GRADIENT,      POPLENS_INK_TEMPORARY,
};

/* ---- kinds of variables ---------------------------------------------------------------------- */

PoplensKindLook
poplens_kind_look (PoplensKind kind)
{
  static const PoplensKindLook looks[POPLENS_N_KINDS] = {
      [POPLENS_KIND_WEIGHTS] = {POPLENS_INK_TENSORS, 0},
      [POPLENS_KIND_OPTIMISER] = {POPLENS_INK_OPTIMISER, 0},
      [POPLENS_KIND_WEIGHT_GRADIENT] = {POPLENS_INK_WEIGHT_GRADIENT, 0},
      [POPLENS_KIND_ACTIVATION] = {POPLENS_INK_ACTIVATION, 0},
      [POPLENS_KIND_RECOMPUTED] = {POPLENS_INK_ACTIVATION, 2},
      [POPLENS_KIND_PASSING] = {POPLENS_INK_ACTIVATION, 3},
      [POPLENS_KIND_GRADIENT] = {POPLENS_INK_GRADIENT, 0},
      [POPLENS_KIND_TENSOR] = {POPLENS_INK_ACTIVATION, 4},
      [POPLENS_KIND_TEMPORARY] = {POPLENS_INK_TEMPORARY, 0},
      [POPLENS_KIND_IO] = {POPLENS_INK_EXCHANGE_BUFFERS, 3},
      [POPLENS_KIND_EXCHANGE] = {POPLENS_INK_EXCHANGE_BUFFERS, 0},
      [POPLENS_KIND_VERTEX_STATE] = {POPLENS_INK_VERTEX_STATE, 0},
      [POPLENS_KIND_CODE_VERTEX] = {POPLENS_INK_VERTEX_CODE, 0},
      [POPLENS_KIND_CODE_CONTROL] = {POPLENS_INK_CONTROL_AND_STACK, 0},
      [POPLENS_KIND_CODE_EXCHANGE] = {POPLENS_INK_EXCHANGE_CODE, 0},
      [POPLENS_KIND_CODE_HOST] = {POPLENS_INK_EXCHANGE_CODE, 2},
      [POPLENS_KIND_CODE_IPU] = {POPLENS_INK_EXCHANGE_CODE, 4},
      [POPLENS_KIND_CONSTANT] = {POPLENS_INK_TENSORS, 3},
      [POPLENS_KIND_STACK] = {POPLENS_INK_CONTROL_AND_STACK, 2},
      [POPLENS_KIND_PROFILER] = {POPLENS_INK_PROFILING, 0},
      [POPLENS_KIND_CONTROL] = {POPLENS_INK_CONTROL_AND_STACK, 4},
      [POPLENS_KIND_DEBUG] = {POPLENS_INK_PROFILING, 3},
      [POPLENS_KIND_UNKNOWN] = {POPLENS_INK_OTHER, 0},
  };

  return looks[kind];
}

void
poplens_chart_add_kinds (PoplensChart *chart, PoplensKindBytes *bytes,
                         const PoplensLocation *location)
{
  for (PoplensKind k = 0; k < POPLENS_N_KINDS; k++) {
    g_autofree char *key = g_strdup_printf ("kind:%s", poplens_kind_key (k));
    PoplensKindLook look = poplens_kind_look (k);
    if (bytes->of[k])
      poplens_chart_add_series (chart, POPLENS_SERIES_BAND, key, poplens_kind_title (k), look.ink,
                                look.shade, g_steal_pointer (&bytes->of[k]),
                                poplens_page_hides (location, key));
  }
}

PoplensTimeKind
poplens_time_kind_family (PoplensTimeKind kind)
{
  switch (kind) {
  case POPLENS_TIME_FEW_TILES:
  case POPLENS_TIME_UNEQUAL_LOAD:
  case POPLENS_TIME_STRAGGLER_TILE:
    return POPLENS_TIME_OWN_TILES;
  default:
    return kind;
  }
}

/* Returns the time class whose colour shows a time loss of @kind. */
static PoplensTimeClass
class_of_kind (PoplensTimeKind kind)
{
  switch (kind) {
  case POPLENS_TIME_STAGES_UNBALANCED:
  case POPLENS_TIME_PIPELINE_BUBBLE:
    return POPLENS_TIME_ANOTHER_IPU;
  case POPLENS_TIME_OWN_TILES:
  case POPLENS_TIME_UNEQUAL_LOAD:
  case POPLENS_TIME_STRAGGLER_TILE:
    return POPLENS_TIME_UNEQUAL;
  case POPLENS_TIME_FEW_TILES:
    return POPLENS_TIME_UNUSED;
  case POPLENS_TIME_EXCHANGE_BOUND:
    return POPLENS_TIME_EXCHANGE;
  case POPLENS_TIME_HOST_COPY:
    return POPLENS_TIME_HOST_TRANSFER;
  case POPLENS_TIME_INTER_IPU_EXCHANGE:
    return POPLENS_TIME_INTER_IPU;
  case POPLENS_TIME_SYNC_OVERHEAD:
    return POPLENS_TIME_SYNC;
  default:
    return POPLENS_TIME_COMPUTE;
  }
}

PoplensTimeLook
poplens_time_kind_look (PoplensTimeKind kind)
{
  return poplens_time_look (class_of_kind (kind));
}
