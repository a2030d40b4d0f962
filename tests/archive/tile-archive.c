/* Writes small archives of tile images byte by byte (see the header). */
#include "archive/tile-archive.h"
#include "support/local-file.h"

#include <elf.h>
#include <string.h>

static void
append_bytes (GByteArray *out, gconstpointer data, gsize size)
{
  g_byte_array_append (out, data, (guint) size);
}

static guint32
add_name (GByteArray *names, const char *name)
{
  guint32 at = names->len;

  append_bytes (names, name, strlen (name) + 1);
  return at;
}

static void
add_section (GByteArray *headers, guint32 name, guint32 type, guint32 flags, guint32 address,
             guint32 offset, guint32 size, guint32 link, guint32 entry)
{
  Elf32_Shdr header = {.sh_name = name,
                       .sh_type = type,
                       .sh_flags = flags,
                       .sh_addr = address,
                       .sh_offset = offset,
                       .sh_size = size,
                       .sh_link = link,
                       .sh_entsize = entry};

  append_bytes (headers, &header, sizeof header);
}

/* Appends the symbol table and its strings to @out. */
static void
add_symbols (GByteArray *out, GByteArray *headers, GByteArray *names, const Image *image,
             guint n_before)
{
  g_autoptr (GByteArray) table = g_byte_array_new (), texts = g_byte_array_new ();
  Elf32_Sym null = {0};

  append_bytes (table, &null, sizeof null);
  add_name (texts, "");
  for (guint i = 0; i < image->n_symbols; i++) {
    Elf32_Sym symbol = {.st_name = add_name (texts, image->symbols[i].name),
                        .st_value = image->symbols[i].address,
                        .st_size = image->symbols[i].size,
                        .st_info = image->symbols[i].type,
                        .st_shndx = 1};
    append_bytes (table, &symbol, sizeof symbol);
  }
  add_section (headers, add_name (names, ".symtab"), SHT_SYMTAB, 0, 0, out->len, table->len,
               n_before + 1, sizeof (Elf32_Sym));
  append_bytes (out, table->data, table->len);
  add_section (headers, add_name (names, ".strtab"), SHT_STRTAB, 0, 0, out->len, texts->len, 0, 0);
  append_bytes (out, texts->data, texts->len);
}

GByteArray *
image_new (const Image *image)
{
  GByteArray *out = g_byte_array_new ();
  g_autoptr (GByteArray) headers = g_byte_array_new (), names = g_byte_array_new ();
  guint n_programs = image->as_sections ? 0 : image->n_segments;
  guint n_sections = 1 + image->n_segments;
  Elf32_Ehdr elf = {
      .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB, EV_CURRENT, 0xff},
      .e_type = ET_EXEC,
      .e_machine = (Elf32_Half) (image->machine ? image->machine : 248),
      .e_version = EV_CURRENT,
      .e_phoff = n_programs ? sizeof elf : 0,
      .e_flags = image->flags,
      .e_ehsize = sizeof elf,
      .e_phentsize = sizeof (Elf32_Phdr),
      .e_phnum = (Elf32_Half) n_programs,
      .e_shentsize = sizeof (Elf32_Shdr)};

  append_bytes (out, &elf, sizeof elf);
  for (guint i = 0; i < n_programs; i++) {
    Elf32_Phdr program = {.p_type = PT_LOAD,
                          .p_vaddr = image->segments[i].address,
                          .p_paddr = image->segments[i].address,
                          .p_memsz = image->segments[i].size,
                          .p_align = 4};
    append_bytes (out, &program, sizeof program);
  }
  add_name (names, "");
  add_section (headers, 0, SHT_NULL, 0, 0, 0, 0, 0, 0);
  guint32 name = add_name (names, image->section ? image->section : ".text");
  for (guint i = 0; i < image->n_segments; i++)
    add_section (headers, name, SHT_NOBITS, SHF_ALLOC, image->segments[i].address, 0,
                 image->segments[i].size, 0, 0);
  if (image->n_symbols) {
    add_symbols (out, headers, names, image, n_sections);
    n_sections += 2;
  }
  guint32 own = add_name (names, ".shstrtab");
  add_section (headers, own, SHT_STRTAB, 0, 0, out->len, names->len, 0, 0);
  append_bytes (out, names->data, names->len);
  while (out->len % 4)
    append_bytes (out, "", 1);
  elf.e_shoff = out->len;
  elf.e_shnum = (Elf32_Half) (n_sections + 1);
  elf.e_shstrndx = (Elf32_Half) n_sections;
  memcpy (out->data, &elf, sizeof elf);
  append_bytes (out, headers->data, headers->len);
  return out;
}

GByteArray *
ar_new (void)
{
  GByteArray *ar = g_byte_array_new ();

  append_bytes (ar, "!<arch>\n", 8);
  return ar;
}

static void
add_member (GByteArray *ar, const char *name, const guint8 *data, gsize size)
{
  g_autofree char *header = g_strdup_printf ("%-16s%-12u%-6u%-6u%-8s%-10" G_GSIZE_FORMAT "`\n",
                                             name, 0u, 0u, 0u, "644", size);

  g_assert_cmpuint (strlen (header), ==, 60);
  append_bytes (ar, header, 60);
  append_bytes (ar, data, size);
  if (size & 1)
    append_bytes (ar, "\n", 1);
}

void
ar_add (GByteArray *ar, const char *name, const guint8 *data, gsize size)
{
  g_autofree char *full =
      *name == '/' || *name == '#' ? g_strdup (name) : g_strconcat (name, "/", NULL);

  add_member (ar, full, data, size);
}

void
ar_add_names (GByteArray *ar, const char *names)
{
  add_member (ar, "//", (const guint8 *) names, strlen (names));
}

void
ar_add_image (GByteArray *ar, const char *name, const Image *image)
{
  g_autoptr (GByteArray) elf = image_new (image);

  ar_add (ar, name, elf->data, elf->len);
}

PoplensArchive *
ar_read_back (GByteArray *ar, const PoplensTarget *target, GError **error)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "archive.a", (const char *) ar->data, ar->len);
  PoplensArchive *archive = local_archive_read (path, target, NULL, error);

  g_assert_true (archive || !error || strstr ((*error)->message, path));
  temp_dir_remove (dir);
  return archive;
}

gboolean
ar_has_notice (const PoplensArchive *archive, const char *word)
{
  for (guint i = 0; i < archive->notices->len; i++)
    if (strstr (g_ptr_array_index (archive->notices, i), word))
      return TRUE;
  return FALSE;
}
