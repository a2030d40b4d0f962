/* Column "kind" in tables of variables. Private to the tables. */
#pragma once

#include "analysis/memory/address-map.h"
#include "derived/insights/kinds-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

#define POPLENS_KIND_DOC "Purpose of the variable, or of most of its bytes (see variables by kind)"

/* Describes the column for tables whose PoplensCellFunc computes the kinds. */
extern const PoplensColumn poplens_kind_column;
/* Describes the column for values in a member of a record. */
#define POPLENS_KIND_CELL(Record, member)                                                          \
  POPLENS_CELL (Record, member, "Kind", TEXT, DERIVED, POPLENS_KIND_DOC,                           \
                .name_of = poplens_kind_name)
/* Returns the name of a kind: "Exchange code" for the key "code-exchange". For
 * PoplensColumn.name_of. */
const char *poplens_kind_name (const char *key);

/* Returns the key of the kind of variable @id. @index: (nullable): NULL if kinds are not computed.
 * @variables: part that contains the variable. (nullable): NULL if the kind is unknown */
const char *poplens_kind_text (const PoplensKindIndex *index, const PoplensVariables *variables,
                               guint32 id);
/* Returns the key of a kind. (nullable): NULL for POPLENS_N_KINDS */
const char *poplens_kind_text_of (PoplensKind kind);
/* Returns the key of the kind of a variable on a tile. @index: (nullable): NULL if kinds are not
 * computed. @variables: (nullable): part with lowered variables. (nullable): NULL if the kind is
 * unknown */
const char *poplens_kind_text_of_named (const PoplensKindIndex *index,
                                        const PoplensVariables *variables,
                                        const PoplensNamedVariable *named, const char *name);

/* ---- variables of a tile's memory ------------------------------------------------------------ */

/* Returns the key of the kind of the variable in a block of tile memory. @kinds: (nullable): NULL
 * if kinds are not computed. (nullable): NULL if the kind is unknown */
const char *poplens_address_kind_text (const PoplensKindIndex *kinds, const PoplensAddressMap *map,
                                       guint32 block);

G_END_DECLS
