/* Set of tiles, written as "0, 5, 100-120". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct {
  guint32 first, last; /* both included */
} PoplensTileRange;

/* Ranges are ascending, disjoint and not adjacent. The empty set has none. */
typedef struct {
  guint n;
  PoplensTileRange *ranges;
} PoplensTileSet;

/* Parses tiles and ranges ("a-b", "a..b", in either direction), separated by blanks, commas or
 * semicolons. "" is the empty set; separators alone are an error. (transfer full) (nullable): NULL
 * with POPLENS_ERROR_USAGE, which names the invalid piece */
PoplensTileSet *poplens_tile_set_parse (const char *text, GError **error);
PoplensTileSet *poplens_tile_set_new (const PoplensTileRange *ranges, guint n);
PoplensTileSet *poplens_tile_set_copy (const PoplensTileSet *self);
void poplens_tile_set_free (PoplensTileSet *self);

gboolean poplens_tile_set_contains (const PoplensTileSet *self, guint32 tile);
guint64 poplens_tile_set_count (const PoplensTileSet *self);
/* Returns a new set. If the first tile of @range is in @self, removes @range, otherwise adds it.
 * (transfer full) */
PoplensTileSet *poplens_tile_set_toggle (const PoplensTileSet *self, PoplensTileRange range);
PoplensTileSet *poplens_tile_set_add (const PoplensTileSet *self, PoplensTileRange range);
/* Writes the set as text that parses to the same set: "0,5,100-120". (transfer full) */
char *poplens_tile_set_to_string (const PoplensTileSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTileSet, poplens_tile_set_free)

G_END_DECLS
