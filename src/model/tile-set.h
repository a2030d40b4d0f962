/* A set of tiles, as a user writes it: "0, 5, 100-120". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint32 first, last; /* both in the set */
} PoplensTileRange;

/* Ranges rising, disjoint, not touching; no range: the empty set. */
typedef struct {
  guint n;
  PoplensTileRange *ranges;
} PoplensTileSet;

/* Blanks, commas and semicolons divide; "a-b" and "a..b" are ranges, also from high to low; "" is
 * the empty set, a text of dividers alone is not. NULL with POPLENS_ERROR_USAGE that names the
 * piece which is wrong. */
PoplensTileSet *poplens_tile_set_parse (const char *text, GError **error);
PoplensTileSet *poplens_tile_set_new (const PoplensTileRange *ranges, guint n);
PoplensTileSet *poplens_tile_set_copy (const PoplensTileSet *self);
void poplens_tile_set_free (PoplensTileSet *self);

gboolean poplens_tile_set_contains (const PoplensTileSet *self, guint32 tile);
guint64 poplens_tile_set_count (const PoplensTileSet *self);
/* New sets, to which @range is added; toggle() removes @range if its first tile is in @self. */
PoplensTileSet *poplens_tile_set_toggle (const PoplensTileSet *self, PoplensTileRange range);
PoplensTileSet *poplens_tile_set_add (const PoplensTileSet *self, PoplensTileRange range);
/* "0,5,100-120": reads back as the same set. (transfer full) */
char *poplens_tile_set_to_string (const PoplensTileSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileSet, poplens_tile_set_free)

G_END_DECLS
