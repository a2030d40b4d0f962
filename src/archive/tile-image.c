/* Checks the headers of a tile image, opens it with libelf, and reads its segments and sections. */
#include "archive/tile-image.h"

#include "archive/assumptions.h"
#include "base/error.h"

#include <errno.h>
#include <string.h>

static guint32
get16 (const guint8 *p)
{
  return p[0] | (guint32) p[1] << 8;
}

static guint64
get32 (const guint8 *p)
{
  return get16 (p) | (guint64) get16 (p + 2) << 16;
}

/* TRUE if @member contains a table at @offset with @n entries of @entry bytes. */
static gboolean
member_contains (const ArMember *member, guint64 offset, guint64 n, guint64 entry)
{
  return offset <= member->size && n * entry <= member->size - offset;
}

TileImageState
tile_image_probe (ArWalk *walk, const ArMember *member)
{
  guint8 h[sizeof (Elf32_Ehdr)];

  if (member->size < EI_NIDENT || !ar_read (walk, member->data, h, EI_NIDENT) ||
      memcmp (h, ELFMAG, SELFMAG) || h[EI_CLASS] != ELFCLASS32 || h[EI_DATA] != ELFDATA2LSB)
    return TILE_IMAGE_OTHER;
  if (member->size < sizeof h || !ar_read (walk, member->data, h, sizeof h))
    return TILE_IMAGE_UNREADABLE;
  if (get16 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_machine)) != POPLENS_EM_GRAPHCORE_IPU)
    return TILE_IMAGE_OTHER;

  guint64 programs = get32 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_phoff));
  guint64 sections = get32 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_shoff));
  guint32 n_programs = get16 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_phnum));
  guint32 n_sections = get16 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_shnum));
  /* Refuse codes for large counts (ELF extended numbering): libelf would allocate memory for any
   * count. */
  if (n_programs == PN_XNUM || (sections && !n_sections) || n_sections >= SHN_LORESERVE)
    return TILE_IMAGE_UNREADABLE;
  if (n_programs && (get16 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_phentsize)) != sizeof (Elf32_Phdr) ||
                     !member_contains (member, programs, n_programs, sizeof (Elf32_Phdr))))
    return TILE_IMAGE_UNREADABLE;
  if (sections && (get16 (h + G_STRUCT_OFFSET (Elf32_Ehdr, e_shentsize)) != sizeof (Elf32_Shdr) ||
                   !member_contains (member, sections, n_sections, sizeof (Elf32_Shdr))))
    return TILE_IMAGE_UNREADABLE;
  return TILE_IMAGE_OK;
}

gboolean
tile_images_open (TileImages *self, ArWalk *walk, GError **error)
{
  int fd = poplens_file_get_descriptor (walk->file);

  *self = (TileImages){.walk = walk};
  elf_version (EV_CURRENT);
  if (fd < 0)
    return TRUE;
  errno = 0;
  self->archive = elf_begin (fd, ELF_C_READ, NULL);
  if (self->archive && elf_kind (self->archive) == ELF_K_AR)
    return TRUE;
  tile_images_note_failure (self);
  if (walk->error) {
    g_propagate_error (error, g_error_copy (walk->error));
    return FALSE;
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "Cannot read the archive %s: %s; copy it again", poplens_file_get_name (walk->file),
               elf_errmsg (-1) ? elf_errmsg (-1) : "it has no members");
  return FALSE;
}

void
tile_images_note_failure (TileImages *self)
{
  int code = errno;

  if (!self->walk->error && poplens_storage_code (code) == POPLENS_ERROR_READ)
    g_set_error (&self->walk->error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot read %s: %s",
                 poplens_file_get_name (self->walk->file), g_strerror (code));
}

void
tile_images_clear (TileImages *self)
{
  g_clear_pointer (&self->archive, elf_end);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
}

/* Appends the header and data of @member to .bytes. FALSE if they cannot be read. */
static gboolean
append_member (TileImages *self, const ArMember *member)
{
  guint at = self->bytes->len, size = (guint) (AR_HEADER_SIZE + member->size);

  g_byte_array_set_size (self->bytes, at + size);
  if (!ar_read (self->walk, member->header, self->bytes->data + at, size))
    return FALSE;
  if (size & 1)
    g_byte_array_append (self->bytes, (const guint8 *) "\n", 1);
  return TRUE;
}

/* Makes an archive in memory with @member and the table of long names. Returns the offset of
 * @member in this archive; 0 if the member cannot be read. */
static gsize
copy_member_archive (TileImages *self, const ArMember *member)
{
  const ArMember *names = &self->walk->names;

  g_clear_pointer (&self->archive, elf_end);
  g_clear_pointer (&self->bytes, g_byte_array_unref);
  if (member->size > POPLENS_ARCHIVE_MOST_IMAGE || names->size > POPLENS_ARCHIVE_MOST_NAMES)
    return 0;
  self->bytes = g_byte_array_sized_new ((guint) (member->size + names->size) + 4 * AR_HEADER_SIZE);
  g_byte_array_append (self->bytes, (const guint8 *) AR_MAGIC, sizeof AR_MAGIC - 1);
  if (names->header && !append_member (self, names))
    return 0;
  gsize at = self->bytes->len;
  if (!append_member (self, member))
    return 0;
  errno = 0;
  self->archive = elf_memory ((char *) self->bytes->data, self->bytes->len);
  return self->archive && elf_kind (self->archive) == ELF_K_AR ? at : 0;
}

Elf *
tile_image_open (TileImages *self, const ArMember *member)
{
  int fd = poplens_file_get_descriptor (self->walk->file);

  errno = 0;
  gsize at = member->nameless ? 0 : fd < 0 ? copy_member_archive (self, member) : member->header;
  if (!at || elf_rand (self->archive, at) != at)
    return NULL;
  /* For an archive in memory libelf requires ELF_C_READ_MMAP. Nothing is mapped. */
  g_autoptr (Elf) elf = elf_begin (fd, fd < 0 ? ELF_C_READ_MMAP : ELF_C_READ, self->archive);
  if (!elf || elf_kind (elf) != ELF_K_ELF || !elf32_getehdr (elf))
    return NULL;
  return g_steal_pointer (&elf);
}

guint32
tile_image_flags (Elf *elf)
{
  return elf32_getehdr (elf)->e_flags;
}

static int
compare_ranges (gconstpointer a, gconstpointer b)
{
  const TileRange *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

/* Sorts the ranges from index @first on, and merges overlapping ones. */
static void
tile_ranges_merge (GArray *ranges, guint first)
{
  guint n = ranges->len - first, kept = 0;

  if (!n)
    return;
  TileRange *all = &g_array_index (ranges, TileRange, first);
  qsort (all, n, sizeof *all, compare_ranges);
  for (guint i = 1; i < n; i++)
    if (all[i].from <= all[kept].to)
      all[kept].to = MAX (all[kept].to, all[i].to);
    else
      all[++kept] = all[i];
  g_array_set_size (ranges, first + kept + 1);
}

static gboolean
tile_ranges_add (GArray *ranges, guint64 from, guint64 size)
{
  TileRange range = {from, from + size};

  if (!size)
    return TRUE;
  if (range.to > G_GUINT64_CONSTANT (1) << 32)
    return FALSE;
  g_array_append_val (ranges, range);
  return TRUE;
}

gboolean
tile_image_ranges (Elf *elf, GArray *ranges)
{
  guint first = ranges->len;
  gboolean ok = TRUE, segments = FALSE;
  size_t n = 0;
  Elf32_Phdr *programs = elf_getphdrnum (elf, &n) == 0 && n ? elf32_getphdr (elf) : NULL;

  for (size_t i = 0; programs && i < n && ok; i++)
    if (programs[i].p_type == PT_LOAD) {
      segments = TRUE;
      ok = tile_ranges_add (ranges, programs[i].p_vaddr, programs[i].p_memsz);
    }
  for (Elf_Scn *scn = NULL; !segments && ok && (scn = elf_nextscn (elf, scn));) {
    const Elf32_Shdr *header = elf32_getshdr (scn);
    if (header && (header->sh_flags & SHF_ALLOC) && header->sh_type != SHT_NULL)
      ok = tile_ranges_add (ranges, header->sh_addr, header->sh_size);
  }
  if (ok)
    tile_ranges_merge (ranges, first);
  else
    g_array_set_size (ranges, first);
  return ok;
}

gboolean
tile_image_is_string_table (Elf *elf, gsize section)
{
  Elf_Scn *scn = section ? elf_getscn (elf, section) : NULL;
  const Elf32_Shdr *header = scn ? elf32_getshdr (scn) : NULL;

  /* Refuse compressed tables: libelf would allocate the size that the table claims. */
  return header && header->sh_type == SHT_STRTAB && !(header->sh_flags & SHF_COMPRESSED) &&
         header->sh_size <= POPLENS_ARCHIVE_MOST_TABLE;
}

void
tile_image_each_section (Elf *elf, TileSectionFunc each, gpointer user_data)
{
  size_t names = 0;
  gboolean named = elf_getshdrstrndx (elf, &names) == 0 && tile_image_is_string_table (elf, names);

  for (Elf_Scn *scn = NULL; (scn = elf_nextscn (elf, scn));) {
    const Elf32_Shdr *header = elf32_getshdr (scn);
    if (!header)
      continue;
    const char *name = named ? elf_strptr (elf, names, header->sh_name) : NULL;
    each (name ? name : "", header, user_data);
  }
}
