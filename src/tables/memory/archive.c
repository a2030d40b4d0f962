/* archive.a held against the profile. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/memory/archive-verdict.h"
#include "derived/parts.h"

static const PoplensColumnSpec columns[] = {
    {"tile", "Tile", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the tile"},
    {"image", "Image", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Member of archive.a"},
    {"what", "Figure", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
     "Compared figure. Bytes including gaps must be equal; by region an image may exceed the "
     "profile by the gaps of the tile."},
    {"profile", "Profile", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE, "Bytes in profile.pop"},
    {"archive", "Archive", POPLENS_UNIT_BYTES, POPLENS_FROM_FILE,
     "Bytes in archive.a. Unverified: the tile of each image and the start of its memory."},
    {"difference", "Difference", POPLENS_UNIT_SIGNED_BYTES, POPLENS_FROM_DERIVED,
     "Archive minus profile"},
};

static void
add_row (PoplensRows *rows, const PoplensArchive *archive, const PoplensArchiveDifference *row)
{
  guint32 i = poplens_archive_find_tile (archive, row->tile);
  g_autofree char *link = g_strdup_printf ("memory?tile=%u", row->tile);

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, row->tile);
  poplens_rows_text (rows, 1, poplens_strings_get (archive->strings, archive->name[i]));
  poplens_rows_text (rows, 2, poplens_archive_quantity_title (row->quantity));
  poplens_rows_int (rows, 4, (gint64) row->archive);
  if (row->quantity == POPLENS_ARCHIVE_TILE)
    return;
  poplens_rows_int (rows, 3, (gint64) row->profile);
  poplens_rows_int (rows, 5, (gint64) row->archive - (gint64) row->profile);
  poplens_rows_link (rows, link);
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
                            c->compares_regions
                                ? "archive.a matches the profile on all tiles with an image (%s): "
                                  "bytes including gaps and regions."
                                : "archive.a matches the profile on all tiles with an image (%s): "
                                  "bytes including gaps.",
                            images);
  if (c->n_without)
    g_string_append_printf (
        text, " %s of the profile's tiles %s no image%s",
        poplens_format_count (without, c->n_without), c->n_without == 1 ? "has" : "have",
        archive->incomplete || archive->n_unreadable ? " that can be read."
                                                     : ", which is normal for idle tiles.");
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
  PoplensRows *rows;
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
  rows = poplens_rows_new (G_N_ELEMENTS (columns));
  for (guint i = 0; i < c->rows->len; i++)
    add_row (rows, archive, &g_array_index (c->rows, PoplensArchiveDifference, i));
  table = poplens_rows_finish (rows, "archive-differences", "Archive differences", report, FALSE);
  poplens_table_add_columns (table, columns, G_N_ELEMENTS (columns));
  poplens_table_set_note (table, verdict);
  return table;
}
