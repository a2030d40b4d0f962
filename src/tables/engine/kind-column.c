/* Column "kind": the kind of a variable, or of a block in a tile's memory. */
#include "tables/engine/kind-column.h"

#include <string.h>

/* ---- variables of a tile's memory ------------------------------------------------------------ */

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

/* ---- variables ------------------------------------------------------------------------------- */

const PoplensColumn poplens_kind_column = {POPLENS_KIND_COLUMN, "Kind",
                                           POPLENS_UNIT_TEXT,   POPLENS_FROM_DERIVED,
                                           POPLENS_KIND_DOC,    .name_of = poplens_kind_name};

const char *
poplens_kind_name (const char *key)
{
  for (PoplensKind kind = 0; kind < POPLENS_N_KINDS; kind++)
    if (key == poplens_kind_key (kind) || !strcmp (key, poplens_kind_key (kind)))
      return poplens_kind_title (kind);
  return key;
}

const char *
poplens_column_longest (const PoplensColumn *self)
{
  const char *longest = "";

  if (self->name_of != poplens_kind_name)
    return NULL;
  for (PoplensKind kind = 0; kind < POPLENS_N_KINDS; kind++)
    if (strlen (poplens_kind_title (kind)) > strlen (longest))
      longest = poplens_kind_title (kind);
  return longest;
}

const char *
poplens_kind_text_of (PoplensKind kind)
{
  return kind == POPLENS_N_KINDS ? NULL : poplens_kind_key (kind);
}

const char *
poplens_kind_text (const PoplensKindIndex *index, const PoplensVariables *variables, guint32 id)
{
  if (!index || id == POPLENS_NO_VARIABLE)
    return NULL;
  return poplens_kind_text_of (
      poplens_kind_index_of_variable (index, id, poplens_variable_name (variables, id)));
}

const char *
poplens_kind_text_of_named (const PoplensKindIndex *index, const PoplensVariables *variables,
                            const PoplensNamedVariable *named, const char *name)
{
  guint32 row = index && variables
                    ? poplens_variables_find_lowered (variables, named->tile, named->id)
                    : G_MAXUINT32;

  if (row == G_MAXUINT32)
    return NULL;
  PoplensKindAsk ask = {.id = named->id,
                        .unlowered = variables->unlowered[row],
                        .category = variables->category[row],
                        .bits = variables->bits[row],
                        .name = name};
  return poplens_kind_text_of (poplens_kind_index_of_tile_variable (index, &ask));
}
