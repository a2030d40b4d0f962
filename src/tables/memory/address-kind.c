#include "tables/memory/address-kind.h"

const char *
poplens_address_kind_text (const PoplensKindIndex *kinds, const PoplensAddressMap *map,
                           guint32 block)
{
  const PoplensTileVariable *v = poplens_address_map_variable (map, block);

  if (!kinds || !map->variables)
    return NULL;
  PoplensKindAsk ask = {.id = v->id,
                        .unlowered = v->unlowered,
                        .category = poplens_variables_find_category (map->variables, v->category),
                        .bits = v->bits,
                        .name = poplens_address_map_name (map, block)};
  return poplens_kind_text_of (poplens_kind_index_of_tile_variable (kinds, &ask));
}
