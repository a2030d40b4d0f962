/* Sets of tiles as sorted ranges: parsing, writing, and set operations. */
#include "model/tile-set.h"

#include "base/error.h"
#include "base/search.h"
#include "base/typed.h"

#include <stdlib.h>
#include <string.h>

static int
compare_tile_ranges (const void *a, const void *b)
{
  const PoplensTileRange *x = a, *y = b;

  return x->first < y->first ? -1 : x->first > y->first;
}

PoplensTileSet *
poplens_tile_set_new (const PoplensTileRange *ranges, guint n)
{
  PoplensTileSet *self = g_new0 (PoplensTileSet, 1);
  guint kept = 0;

  self->ranges = g_memdup2 (ranges, n * sizeof *ranges);
  if (n)
    qsort (self->ranges, n, sizeof *ranges, compare_tile_ranges);
  for (guint i = 0; i < n; i++) {
    PoplensTileRange *last = kept ? &self->ranges[kept - 1] : NULL;
    if (last && (guint64) self->ranges[i].first <= (guint64) last->last + 1)
      last->last = MAX (last->last, self->ranges[i].last);
    else
      self->ranges[kept++] = self->ranges[i];
  }
  self->n = kept;
  return self;
}

PoplensTileSet *
poplens_tile_set_copy (const PoplensTileSet *self)
{
  return poplens_tile_set_new (self->ranges, self->n);
}

void
poplens_tile_set_free (PoplensTileSet *self)
{
  if (!self)
    return;
  g_free (self->ranges);
  g_free (self);
}

/* Reads a number. FALSE if there is none, or if it is too large for a tile. */
static gboolean
read_tile (const char **text, guint32 *out)
{
  char *end;

  if (!g_ascii_isdigit (**text))
    return FALSE;
  guint64 value = g_ascii_strtoull (*text, &end, 10);
  *text = end;
  *out = value;
  return value < G_MAXUINT32;
}

static gboolean
read_tile_range (const char *piece, PoplensTileRange *range)
{
  const char *p = piece;

  if (!read_tile (&p, &range->first))
    return FALSE;
  range->last = range->first;
  if (!*p)
    return TRUE;
  if (*p == '-')
    p++;
  else if (p[0] == '.' && p[1] == '.')
    p += 2;
  else
    return FALSE;
  if (!read_tile (&p, &range->last) || *p)
    return FALSE;
  if (range->last < range->first) {
    guint32 first = range->first;
    range->first = range->last;
    range->last = first;
  }
  return TRUE;
}

PoplensTileSet *
poplens_tile_set_parse (const char *text, GError **error)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));
  g_autofree char *plain = poplens_typed_text (text);
  g_auto (GStrv) pieces = g_strsplit_set (plain, " ,;\t\r\n", -1);

  for (guint i = 0; pieces[i]; i++) {
    PoplensTileRange range;
    if (!*pieces[i])
      continue;
    if (!read_tile_range (pieces[i], &range)) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                   "invalid tiles “%s”; use tiles and ranges, for example 0,5,100-120", pieces[i]);
      return NULL;
    }
    g_array_append_val (ranges, range);
  }
  if (*text && !ranges->len) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "no tiles in “%s”; use tiles and ranges, for example 0,5,100-120", text);
    return NULL;
  }
  return poplens_tile_set_new ((PoplensTileRange *) (gpointer) ranges->data, ranges->len);
}

gboolean
poplens_tile_set_contains (const PoplensTileSet *self, guint32 tile)
{
  guint low = 0, high = self->n;

  POPLENS_SEARCH (low, high, at, self->ranges[at].last < tile);
  return low < self->n && self->ranges[low].first <= tile;
}

guint64
poplens_tile_set_count (const PoplensTileSet *self)
{
  guint64 count = 0;

  for (guint i = 0; i < self->n; i++)
    count += (guint64) self->ranges[i].last - self->ranges[i].first + 1;
  return count;
}

PoplensTileSet *
poplens_tile_set_add (const PoplensTileSet *self, PoplensTileRange range)
{
  g_autofree PoplensTileRange *all = g_new (PoplensTileRange, self->n + 1);

  if (self->n)
    memcpy (all, self->ranges, self->n * sizeof *all);
  all[self->n] = range;
  return poplens_tile_set_new (all, self->n + 1);
}

static PoplensTileSet *
tile_set_subtract (const PoplensTileSet *self, PoplensTileRange range)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (guint i = 0; i < self->n; i++) {
    PoplensTileRange r = self->ranges[i];
    if (r.first < range.first) {
      PoplensTileRange before = {r.first, MIN (r.last, range.first - 1)};
      g_array_append_val (left, before);
    }
    if (r.last > range.last) {
      PoplensTileRange after = {MAX (r.first, range.last + 1), r.last};
      g_array_append_val (left, after);
    }
  }
  return poplens_tile_set_new ((PoplensTileRange *) (gpointer) left->data, left->len);
}

PoplensTileSet *
poplens_tile_set_toggle (const PoplensTileSet *self, PoplensTileRange range)
{
  if (poplens_tile_set_contains (self, range.first))
    return tile_set_subtract (self, range);
  return poplens_tile_set_add (self, range);
}

char *
poplens_tile_set_to_string (const PoplensTileSet *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++) {
    g_string_append_printf (text, "%s%u", i ? "," : "", self->ranges[i].first);
    if (self->ranges[i].last > self->ranges[i].first)
      g_string_append_printf (text, "-%u", self->ranges[i].last);
  }
  return g_string_free (text, FALSE);
}
