/* Kinds of the variables of a tile's memory. Private to the tables. */
#pragma once

#include "analysis/memory/address-map.h"
#include "tables/engine/kind-column.h"

G_BEGIN_DECLS

/* Key of the kind of a block's variable; NULL where @kinds (nullable) are not at hand. */
const char *poplens_address_kind_text (const PoplensKindIndex *kinds, const PoplensAddressMap *map,
                                       guint32 block);

G_END_DECLS
