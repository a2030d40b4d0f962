/* Every byte and every cycle has one source line, or one row of what no line made. */
#include "analysis/check/check-private.h"

#include "base/error.h"

static guint64
add_up_allocated (const PoplensVariables *v)
{
  guint64 bytes = 0;

  for (guint32 row = 0; row < v->n; row++)
    if (v->bits[row] & POPLENS_VARIABLE_ALLOCATED)
      bytes += v->size[row];
  return bytes;
}

static guint64
add_up_cycles (const PoplensExecution *execution)
{
  guint64 cycles = 0;

  for (guint32 type = 0; type < execution->n_types; type++)
    cycles += execution->type_tile_cycles[type];
  return cycles;
}

/* NULL where the run ends, or where a part that is damaged or missing stands in the way: that is
 * told by another check. */
static PoplensSourceLines *
get_lines (PoplensCheckRun *run)
{
  const PoplensCheckInput *input = run->input;
  g_autoptr (GError) local = NULL;
  PoplensSourceLines *lines =
      input->get_sources ? input->get_sources (input->slice_data, &local) : NULL;

  if (!local)
    return lines;
  if (poplens_error_is_lack (local) ||
      g_error_matches (local, POPLENS_ERROR, POPLENS_ERROR_DAMAGED))
    poplens_check_none (run, CHECK_SOURCES, local->message);
  else if (!run->error)
    run->error = g_steal_pointer (&local);
  return NULL;
}

void
poplens_check_sources (PoplensCheckRun *run)
{
  g_autoptr (PoplensSourceLines) lines = get_lines (run);

  if (lines && lines->has_bytes)
    poplens_check_equal (run, CHECK_SOURCES, add_up_allocated (run->variables),
                         (guint64) lines->bytes, "bytes");
  if (lines && lines->has_tile_cycles && run->execution)
    poplens_check_equal (run, CHECK_SOURCES, add_up_cycles (run->execution), lines->tile_cycles,
                         "tile cycles");
}
