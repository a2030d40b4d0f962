/* PoplensCountBin: a label with a count, which asks for the room of a long one: what stands before
 * it stays where it is while the count changes. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_COUNT_BIN (poplens_count_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensCountBin, poplens_count_bin, POPLENS, COUNT_BIN, AdwBin)

G_END_DECLS
