/* The column Kind of tables of variables. Private to the tables. */
#pragma once

#include "analysis/memory/address-map.h"
#include "derived/insights/kinds-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

#define POPLENS_KIND_DOC "Purpose of the variable, or of most of its bytes (see variables by kind)"

/* Key, title and description of the column; its cells are texts. */
extern const PoplensColumn poplens_kind_column;
/* The same as a member of a record. */
#define POPLENS_KIND_CELL(Record, member)                                                          \
  POPLENS_CELL (Record, member, "Kind", TEXT, DERIVED, POPLENS_KIND_DOC,                           \
                .name_of = poplens_kind_name)
/* "Exchange code" of "code-exchange": name_of a column of kinds. */
const char *poplens_kind_name (const char *key);

/* What its cell has of a variable of the program: a key, or NULL. @index: (nullable): kinds are not
 * at hand. @variables: that @id is of. */
const char *poplens_kind_text (const PoplensKindIndex *index, const PoplensVariables *variables,
                               guint32 id);
/* The same of a kind; NULL of POPLENS_N_KINDS. */
const char *poplens_kind_text_of (PoplensKind kind);
/* The same of a variable on a tile. @variables: (nullable) with the lowered ones. */
const char *poplens_kind_text_of_named (const PoplensKindIndex *index,
                                        const PoplensVariables *variables,
                                        const PoplensNamedVariable *named, const char *name);

/* ---- variables of a tile's memory ------------------------------------------------------------ */

/* Key of the kind of a block's variable; NULL where @kinds (nullable) are not at hand. */
const char *poplens_address_kind_text (const PoplensKindIndex *kinds, const PoplensAddressMap *map,
                                       guint32 block);

G_END_DECLS
