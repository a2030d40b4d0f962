#include "derived/compare/compare-fullest.h"

#include "derived/insights/contents-source.h"

#include <string.h>

static gint64
change_of (const PoplensContentsRow *row)
{
  return row->bytes[POPLENS_SECOND] - row->bytes[POPLENS_FIRST];
}

static const PoplensContentsRow *
row_at (const PoplensTileContents *contents, guint row)
{
  return &g_array_index (contents->rows, PoplensContentsRow, row);
}

/* The row that grew most of those below @parent (G_MAXUINT32: of the first level); G_MAXUINT32:
 * none did. */
static guint32
find_largest (const PoplensTileContents *contents, guint32 parent)
{
  guint32 largest = G_MAXUINT32;

  for (guint32 r = 0; r < contents->rows->len; r++)
    if (row_at (contents, r)->parent == parent &&
        change_of (row_at (contents, r)) >
            (largest == G_MAXUINT32 ? 0 : change_of (row_at (contents, largest))))
      largest = r;
  return largest;
}

static void
say_row (GString *text, const char *before, const PoplensContentsRow *row, gboolean is_title,
         PoplensByteUnit unit)
{
  PoplensNumber number;

  /* Titles of kinds begin sentences elsewhere; names are names. */
  g_string_append_printf (text, " %s %s %c%s.", before,
                          poplens_format_signed_bytes (number, change_of (row), unit),
                          is_title ? g_ascii_tolower (*row->name) : *row->name, row->name + 1);
}

/* What grew most, and of that the variables that did. */
static void
say_contents (GString *text, const PoplensTileContents *contents, PoplensByteUnit unit)
{
  guint32 first = find_largest (contents, G_MAXUINT32), at = first;

  if (first == G_MAXUINT32)
    return;
  say_row (text, "Mostly", row_at (contents, first), TRUE, unit);
  for (guint32 next = first; next != G_MAXUINT32; next = find_largest (contents, next))
    at = next;
  if (at != first)
    say_row (text, "Largest:", row_at (contents, at), FALSE, unit);
}

/* Bytes of @tile including gaps; 0: the report lacks the tile. */
static guint64
bytes_of (PoplensReport *report, guint32 tile)
{
  const PoplensMemory *memory = poplens_report_peek (report, POPLENS_PART_MEMORY);

  for (guint32 t = 0; memory && t < memory->n_tiles; t++)
    if (memory->tile[t] == tile)
      return memory->total_including_gaps[t];
  return 0;
}

char *
poplens_compared_fullest (const PoplensCompareSource *source,
                          const PoplensHeadline of[POPLENS_N_SIDES], PoplensByteUnit unit,
                          GCancellable *cancellable)
{
  const PoplensHeadline *a = &of[POPLENS_FIRST], *b = &of[POPLENS_SECOND];
  g_auto (PoplensContentsAnswer) answer = {0};
  PoplensNumber change;

  if (!a->has_memory || !b->has_memory || b->fullest_bytes <= a->fullest_bytes)
    return NULL;
  guint64 before = bytes_of (source->of[POPLENS_FIRST], b->fullest_tile);
  GString *text = g_string_new (NULL);
  g_string_printf (
      text, "Tile %u, the fullest: %s.", b->fullest_tile,
      poplens_format_signed_bytes (change, (gint64) (b->fullest_bytes - before), unit));
  g_autofree char *place = g_strdup_printf ("liveness?tile=%u", b->fullest_tile);
  g_autoptr (PoplensLocation) location = poplens_location_parse (place, NULL);
  if (before && poplens_reports_contents (source->of, location, &answer, cancellable, NULL))
    say_contents (text, answer.contents, unit);
  return g_string_free (text, FALSE);
}
