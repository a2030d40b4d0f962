/* archive.a held against the profile. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/memory/archive-verdict.h"
#include "derived/parts.h"

typedef struct {
  gint64 tile;
  const char *image, *what;
  gint64 profile, archive, difference;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, tile, "Tile", ID, FILE, "Number of the tile"),
    POPLENS_CELL (Row, image, "Image", TEXT, FILE, "Member of archive.a"),
    POPLENS_CELL (Row, what, "Figure", TEXT, DERIVED,
                  "Compared figure. Bytes including gaps must be equal; by region an image may "
                  "exceed the profile by the gaps of the tile."),
    POPLENS_CELL (Row, profile, "Profile", BYTES, FILE, "Bytes in profile.pop"),
    POPLENS_CELL (
        Row, archive, "Archive", BYTES, FILE,
        "Bytes in archive.a. Unverified: the tile of each image and the start of its memory."),
    POPLENS_CELL (Row, difference, "Difference", SIGNED_BYTES, DERIVED, "Archive minus profile"),
};

static void
add_row (PoplensRecords *rows, const PoplensArchive *archive, const PoplensArchiveDifference *row)
{
  guint32 i = poplens_archive_find_tile (archive, row->tile);
  Row *record = poplens_records_add (rows);

  record->tile = row->tile;
  record->image = poplens_strings_get (archive->strings, archive->name[i]);
  record->what = poplens_archive_quantity_title (row->quantity);
  record->archive = row->archive;
  if (row->quantity == POPLENS_ARCHIVE_TILE)
    return;
  record->profile = row->profile;
  record->difference = (gint64) row->archive - (gint64) row->profile;
  poplens_records_link (rows, "memory?tile=%u", row->tile);
}

char *
poplens_archive_verdict (const PoplensArchiveComparison *c, const PoplensArchive *archive,
                         const PoplensTarget *target)
{
  GString *text = g_string_new (NULL);
  PoplensNumber differ, images, without;

  poplens_format_count (images, c->n_images);
  if (c->architecture)
    g_string_append_printf (text,
                            "archive.a (%s) and profile (%s) are from different compilations. ",
                            archive->architecture, target->architecture);
  if (c->rows->len)
    g_string_append_printf (text, "archive.a differs from the profile on %s of %s tiles.",
                            poplens_format_count (differ, c->n_tiles), images);
  else
    g_string_append_printf (text,
                            c->n_without ? "archive.a matches the profile on all %s tiles with an "
                                           "image."
                                         : "archive.a matches the profile on all %s tiles.",
                            images);
  if (!c->rows->len && !c->compares_regions)
    g_string_append (text, " Regions are not compared.");
  poplens_format_count (without, c->n_without);
  if (c->n_without && (archive->incomplete || archive->n_unreadable))
    g_string_append_printf (text, " Tiles of the profile without a readable image: %s.", without);
  else if (c->n_without)
    g_string_append_printf (
        text, " Tiles of the profile without an image: %s, which is normal for idle tiles.",
        without);
  return g_string_free (text, FALSE);
}

PoplensTable *
poplens_build_archive_differences (PoplensReport *report, const PoplensLocation *location,
                                   GCancellable *cancellable, GError **error)
{
  const PoplensMemory *memory = poplens_report_load_memory (report, cancellable, error);
  const PoplensArchive *archive =
      memory ? poplens_report_load_archive (report, cancellable, error) : NULL;
  gconstpointer target;
  PoplensRecords *rows;
  PoplensTable *table;

  if (!archive || !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  if (memory->from_archive) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                 "%s: no readable profile to compare archive.a with",
                 poplens_report_get_directory (report));
    return NULL;
  }
  g_autoptr (PoplensArchiveComparison) c = poplens_archive_compare (archive, memory, target);
  g_autofree char *verdict = poplens_archive_verdict (c, archive, target);
  rows = POPLENS_RECORDS (Row, columns);
  for (guint i = 0; i < c->rows->len; i++)
    add_row (rows, archive, &g_array_index (c->rows, PoplensArchiveDifference, i));
  table = poplens_records_finish (rows, "archive-differences", "Archive differences", report);
  poplens_table_set_note (table, verdict);
  return table;
}
