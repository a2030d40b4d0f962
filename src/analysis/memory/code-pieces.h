/* Code and vertex state of some tiles, by what it belongs to: control code by program, internal
 * exchange code by exchange, vertex state by compute set, vertex code by vertex type. Variables of
 * code bear no such name; the file has these bytes by tile (formats.md 8.11). */
#pragma once

#include "analysis/memory/tile-contents.h"
#include "model/exchanges.h"
#include "model/programs.h"
#include "model/vertices.h"

G_BEGIN_DECLS

/* Nullable: nothing is known of what they would tell. Must outlive the leaves. */
typedef struct {
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
} PoplensCodeParts;

/* Puts pieces in the place of the leaves (PoplensContentsLeaf) of these four kinds, at tiles by
 * @positions (rising) in PoplensMemory, and one for the rest of a kind, "(control code)". Nothing
 * is put where not all of a kind is always live, or where pieces would be more than there is. So
 * sums by kind are as before. Costs a look at the list of each program, exchange, compute set and
 * vertex type. */
void poplens_code_pieces_divide (GArray *leaves, guint n_sides, const PoplensCodeParts *parts,
                                 const guint32 *positions, guint n_positions);

G_END_DECLS
