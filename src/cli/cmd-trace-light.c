/* trace: blocks of lightweight profiling, as JSON. */
#include "cli/cli.h"

#include "derived/trace/light-source.h"

static void
write_block (const PoplensLightSource *source, guint32 row, guint64 from, guint64 to,
             PoplensJsonWriter *json)
{
  const PoplensLightBlocks *blocks = source->blocks;

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "row", row);
  poplens_json_string (json, "type",
                       poplens_light_type_name (poplens_light_blocks_type (blocks, row)));
  poplens_json_string (json, "name",
                       poplens_light_name (source, blocks->type[row], blocks->id[row]));
  if (blocks->id[row] < 0)
    poplens_json_null (json, "block");
  else
    poplens_json_int (json, "block", blocks->id[row]);
  poplens_json_uint (json, "from", from);
  poplens_json_uint (json, "to", to);
  poplens_json_end_object (json);
}

/* Those in the range, cut at its ends. What overflows lost are blocks too. */
static void
write_tile (const PoplensLightSource *source, guint32 index, const PoplensLightWanted *wanted,
            PoplensJsonWriter *json)
{
  const PoplensLightBlocks *blocks = source->blocks;
  const PoplensLightTile *tile = &g_array_index (source->tiles, PoplensLightTile, index);
  guint64 origin = poplens_light_origin (source->ipus, tile->ipu, wanted->from_first);
  guint64 from, to, lost = 0;

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "ipu", tile->ipu);
  poplens_json_uint (json, "tile", tile->tile);
  poplens_json_begin_array (json, "blocks");
  for (guint32 row = blocks->first[index]; row < blocks->first[index + 1]; row++) {
    if (!poplens_light_cut (blocks, row, origin, wanted, &from, &to))
      continue;
    write_block (source, row, from, to, json);
    if (poplens_light_blocks_type (blocks, row) == POPLENS_LIGHT_OVERFLOW)
      lost += to - from;
  }
  poplens_json_end_array (json);
  poplens_json_uint (json, "overflow_cycles", lost);
  poplens_json_end_object (json);
}

void
poplens_cli_no_rows_json (PoplensJsonWriter *json, const char *key)
{
  poplens_json_begin_array (json, key);
  poplens_json_end_array (json);
}

gboolean
poplens_cli_trace_light_json (PoplensReport *report, const PoplensExecution *execution,
                              const PoplensLocation *location, PoplensJsonWriter *json,
                              GError **error)
{
  gboolean some = execution && execution->light->n;
  g_autoptr (PoplensLightSource) source =
      some ? poplens_light_source_get (report, NULL, error) : NULL;
  PoplensLightWanted wanted;

  if (!some) {
    poplens_cli_no_rows_json (json, "tiles");
    return TRUE;
  }
  if (!source || !poplens_light_wanted (source, location, &wanted, error))
    return FALSE;
  poplens_json_begin_array (json, "tiles");
  for (guint32 i = 0; i < source->tiles->len; i++)
    if (wanted.ipu < 0 ||
        g_array_index (source->tiles, PoplensLightTile, i).ipu == (guint32) wanted.ipu)
      write_tile (source, i, &wanted, json);
  poplens_json_end_array (json);
  return TRUE;
}
