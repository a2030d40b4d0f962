/* Reads archive.a: walks over its members, and adds up the memory and sections of tile images. */
#include "archive/archive.h"

#include "archive/assumptions.h"
#include "archive/regions.h"
#include "base/error.h"

#include <string.h>

typedef struct {
  ArWalk walk;
  TileImages tiles;
  PoplensStrings *strings;
  GArray *images;   /* TileImage */
  GArray *ranges;   /* TileRange: address ranges that the images load, image by image */
  GArray *sections; /* PoplensArchiveSection */
  GArray *last;     /* guint32 for each section: number of the last image that has it, from 1 */
  GHashTable *by_name;
  guint64 lowest;
  guint32 flags[256];
  guint32 n_other, n_unreadable, n_bsd, n_nameless, n_sections_lost;
  guint32 n_symbols; /* symbols of the current image */
  GPtrArray *unreadable;
} ArchiveReader;

static void
reader_init (ArchiveReader *self)
{
  *self = (ArchiveReader){.lowest = G_MAXUINT64};
  self->strings = poplens_strings_new ();
  self->images = g_array_new (FALSE, FALSE, sizeof (TileImage));
  self->ranges = g_array_new (FALSE, FALSE, sizeof (TileRange));
  self->sections = g_array_new (FALSE, FALSE, sizeof (PoplensArchiveSection));
  self->last = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->by_name = g_hash_table_new (NULL, NULL);
  self->unreadable = g_ptr_array_new_with_free_func (g_free);
}

static void
reader_clear (ArchiveReader *self)
{
  tile_images_clear (&self->tiles);
  ar_walk_clear (&self->walk);
  poplens_strings_free (self->strings);
  g_array_unref (self->images);
  g_array_unref (self->ranges);
  g_array_unref (self->sections);
  g_array_unref (self->last);
  g_hash_table_unref (self->by_name);
  g_clear_pointer (&self->unreadable, g_ptr_array_unref);
}

/* Finds or adds the section called @name. @index: (out): its index. (nullable): NULL if there are
 * too many names */
static PoplensArchiveSection *
find_section (ArchiveReader *self, const char *name, guint32 *index)
{
  guint32 id = poplens_strings_intern (self->strings, name, -1);
  gpointer found;

  if (!g_hash_table_lookup_extended (self->by_name, GUINT_TO_POINTER (id), NULL, &found)) {
    PoplensArchiveSection section = {.name = id};
    if (self->sections->len >= POPLENS_ARCHIVE_MOST_SECTION_NAMES)
      return NULL;
    found = GUINT_TO_POINTER (self->sections->len);
    g_hash_table_insert (self->by_name, GUINT_TO_POINTER (id), found);
    g_array_append_val (self->sections, section);
    g_array_set_size (self->last, self->sections->len);
  }
  *index = GPOINTER_TO_UINT (found);
  return &g_array_index (self->sections, PoplensArchiveSection, *index);
}

static void
add_section (const char *name, const Elf32_Shdr *header, gpointer user_data)
{
  ArchiveReader *self = user_data;
  guint32 index, image = self->images->len + 1;

  if (header->sh_type == SHT_SYMTAB && !self->n_symbols)
    self->n_symbols = header->sh_size / sizeof (Elf32_Sym);
  /* After the limit of section names, only count further sections. */
  PoplensArchiveSection *section = self->n_sections_lost ? NULL : find_section (self, name, &index);
  if (!section) {
    self->n_sections_lost++;
    return;
  }
  section->bytes += header->sh_size;
  section->loaded |= (header->sh_flags & SHF_ALLOC) != 0;
  guint32 *last = &g_array_index (self->last, guint32, index);
  section->n_members += *last != image;
  *last = image;
}

static gboolean
read_image (ArchiveReader *self, const ArMember *member)
{
  g_autoptr (Elf) elf = tile_image_open (&self->tiles, member);
  guint first = self->ranges->len;
  TileImage image = {.ordinal = self->images->len, .position = member->header, .first = first};

  if (!elf || !tile_image_ranges (elf, self->ranges))
    return FALSE;
  Elf_Arhdr *header = elf_getarhdr (elf);
  if (!header)
    return FALSE;
  image.name = poplens_strings_intern (self->strings, header->ar_name, -1);
  image.n = self->ranges->len - first;
  if (image.n)
    self->lowest = MIN (self->lowest, g_array_index (self->ranges, TileRange, first).from);
  self->flags[tile_image_flags (elf) & POPLENS_EF_ARCHITECTURE]++;
  self->n_symbols = 0;
  tile_image_each_section (elf, add_section, self);
  image.n_symbols = self->n_symbols;
  g_array_append_val (self->images, image);
  return TRUE;
}

static gboolean
add_image (ArchiveReader *self, const ArMember *member)
{
  gboolean is_read = read_image (self, member);

  tile_images_note_failure (&self->tiles);
  return is_read;
}

#define MOST_LISTED 8
/* Bytes of the name field in a member's header. */
#define NAME_BYTES 16

/* Returns the name in the member's header; "" if the name is in the table of long names. (transfer
 * full) */
static char *
read_name (ArchiveReader *self, const ArMember *member)
{
  char name[NAME_BYTES + 1] = {0};

  if (!ar_read (&self->walk, member->header, name, NAME_BYTES) || *name == '/')
    *name = '\0';
  char *slash = strchr (name, '/');
  if (slash)
    *slash = '\0';
  return g_utf8_make_valid (g_strchomp (name), -1);
}

static void
note_unreadable (ArchiveReader *self, const ArMember *member, const char *name)
{
  if (self->unreadable->len < MOST_LISTED)
    g_ptr_array_add (self->unreadable, g_strdup_printf ("%s%sat byte %" G_GUINT64_FORMAT, name,
                                                        *name ? ", " : "", member->header));
}

static void
count_skipped_member (ArchiveReader *self, const ArMember *member, TileImageState state)
{
  g_autofree char *name = read_name (self, member);

  /* Count a member called "….elf" as a damaged image even if it is not an image. */
  if (state == TILE_IMAGE_OTHER && !g_str_has_suffix (name, ".elf")) {
    self->n_other++;
    return;
  }
  self->n_unreadable++;
  note_unreadable (self, member, name);
}

static void
add_member (ArchiveReader *self, const ArMember *member)
{
  TileImageState state;

  if (member->special)
    return;
  if (member->bsd) {
    self->n_bsd++;
    note_unreadable (self, member, "a BSD-style name");
    return;
  }
  state = tile_image_probe (&self->walk, member);
  self->n_nameless += member->nameless && state == TILE_IMAGE_OK;
  if (state != TILE_IMAGE_OK || !add_image (self, member))
    count_skipped_member (self, member, state);
}

/* Hints to the storage that @member and the members after it are read next. */
static void
hint_next_members (ArchiveReader *self, const ArMember *member)
{
  PoplensByteRange next = {member->header, MIN (poplens_file_get_ahead (self->walk.file),
                                                self->walk.size - member->header)};

  poplens_file_will_need (self->walk.file, &next, 1);
}

static gboolean
read_members (ArchiveReader *self, GCancellable *cancellable, GError **error)
{
  ArMember member;

  for (guint n = 0; ar_walk_next (&self->walk, &member); n++) {
    if (n % 256 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    if (n >= POPLENS_ARCHIVE_MOST_MEMBERS || self->ranges->len >= POPLENS_ARCHIVE_MOST_RANGES) {
      self->walk.reason = g_strdup_printf (
          "only the first %u members are read, up to byte %" G_GUINT64_FORMAT, n, member.header);
      break;
    }
    hint_next_members (self, &member);
    add_member (self, &member);
  }
  if (!self->walk.error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->walk.error));
  return FALSE;
}

static gboolean
fail_without_images (ArchiveReader *self, GError **error)
{
  if (self->n_bsd)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
                 "%s has BSD-style names (“#1/”), which are not supported; rewrite it with GNU ar "
                 "or llvm-ar --format=gnu",
                 poplens_file_get_name (self->walk.file));
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s contains no readable tile image (other members: %u, images with damaged "
                 "headers: %u%s%s); copy it again",
                 poplens_file_get_name (self->walk.file), self->n_other, self->n_unreadable,
                 self->walk.reason ? "; " : "", self->walk.reason ? self->walk.reason : "");
  return FALSE;
}

static void
add_notice_of_skipped (PoplensArchive *archive, guint32 n, const char *one, const char *many)
{
  if (n == 1)
    g_ptr_array_add (archive->notices, g_strdup_printf ("One member of archive.a %s.", one));
  else if (n)
    g_ptr_array_add (archive->notices, g_strdup_printf ("%u members of archive.a %s.", n, many));
}

static void
add_notices (PoplensArchive *archive, const ArchiveReader *self)
{
  guint32 n_below = 0;

  add_notice_of_skipped (archive, self->n_other, "is not a tile image and is ignored",
                         "are not tile images and are ignored");
  add_notice_of_skipped (archive, self->n_bsd, "has a BSD-style name (“#1/”) and is ignored",
                         "have BSD-style names (“#1/”) and are ignored");
  add_notice_of_skipped (archive, self->n_unreadable,
                         "is a tile image with damaged headers and is ignored",
                         "are tile images with damaged headers and are ignored");
  add_notice_of_skipped (archive, self->n_nameless, "has its name in a missing table",
                         "have their names in a missing table");
  if (self->n_sections_lost)
    g_ptr_array_add (
        archive->notices,
        g_strdup_printf ("The images have more than %u section names; %u sections are not listed.",
                         POPLENS_ARCHIVE_MOST_SECTION_NAMES, self->n_sections_lost));
  if (archive->numbering == POPLENS_TILES_BY_ORDINAL)
    g_ptr_array_add (
        archive->notices,
        g_strdup ("Tile numbers unknown: images in archive.a are numbered in file order."));
  for (guint32 i = 0; i < archive->n; i++)
    n_below += archive->below[i] > 0;
  if (n_below)
    g_ptr_array_add (
        archive->notices,
        g_strdup_printf (
            "%u of %u images have data below the start of tile memory, 0x%" G_GINT64_MODIFIER "x.",
            n_below, archive->n, archive->map.base));
}

static int
compare_sections (gconstpointer a, gconstpointer b)
{
  const PoplensArchiveSection *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

static PoplensArchive *
reader_make_archive (ArchiveReader *self, const PoplensTarget *target)
{
  PoplensArchive *archive = poplens_archive_new (self->images->len);

  archive->numbering = regions_number_tiles (self->strings, self->images);
  regions_choose_map (archive, self->flags, self->lowest, target);
  for (guint32 i = 0; i < archive->n; i++) {
    const TileImage *image = &g_array_index (self->images, TileImage, i);
    archive->tile[i] = image->tile;
    archive->name[i] = image->name;
    archive->position[i] = image->position;
    archive->n_symbols[i] = image->n_symbols;
    if (image->n)
      regions_fill (archive, i, &g_array_index (self->ranges, TileRange, image->first), image->n);
  }
  g_array_sort (self->sections, compare_sections);
  g_array_unref (archive->sections);
  archive->sections = g_array_ref (self->sections);
  poplens_strings_free (archive->strings);
  archive->strings = g_steal_pointer (&self->strings);
  archive->n_other = self->n_other;
  archive->n_unreadable = self->n_unreadable + self->n_bsd;
  g_ptr_array_extend_and_steal (archive->unreadable, g_steal_pointer (&self->unreadable));
  archive->incomplete = self->walk.reason != NULL;
  archive->reason = g_steal_pointer (&self->walk.reason);
  add_notices (archive, self);
  return archive;
}

PoplensArchive *
poplens_archive_read (PoplensFile *file, const PoplensTarget *target, GCancellable *cancellable,
                      GError **error)
{
  PoplensArchive *archive = NULL;
  ArchiveReader reading;

  reader_init (&reading);
  if (ar_walk_start (&reading.walk, file, cancellable, error) &&
      tile_images_open (&reading.tiles, &reading.walk, error) &&
      read_members (&reading, cancellable, error) &&
      (reading.images->len || fail_without_images (&reading, error)))
    archive = reader_make_archive (&reading, target);
  reader_clear (&reading);
  return archive;
}
