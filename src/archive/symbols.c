/* Reads the symbol table of a tile image into a slice. */
#include "archive/archive.h"

#include "archive/assumptions.h"
#include "archive/tile-image.h"
#include "base/error.h"

#include <stdlib.h>

static Elf_Scn *
find_table (Elf *elf, Elf32_Shdr *header)
{
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn (elf, scn));) {
    const Elf32_Shdr *found = elf32_getshdr (scn);
    if (found && found->sh_type == SHT_SYMTAB) {
      *header = *found;
      return scn;
    }
  }
  return NULL;
}

static PoplensSymbolType
symbol_type (const Elf32_Sym *symbol)
{
  switch (ELF32_ST_TYPE (symbol->st_info)) {
  case STT_OBJECT:
  case STT_COMMON:
    return POPLENS_SYMBOL_OBJECT;
  case STT_FUNC:
    return POPLENS_SYMBOL_FUNCTION;
  case STT_SECTION:
    return POPLENS_SYMBOL_SECTION;
  case STT_FILE:
    return POPLENS_SYMBOL_FILE;
  default:
    return POPLENS_SYMBOL_OTHER;
  }
}

static int
compare_symbols (const void *a, const void *b)
{
  const PoplensSymbol *x = a, *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static PoplensSlice *
read_table (Elf *elf, guint32 tile, GCancellable *cancellable, GError **error)
{
  Elf32_Shdr header;
  Elf_Scn *scn = find_table (elf, &header);
  Elf_Data *data =
      scn && header.sh_size <= POPLENS_ARCHIVE_MOST_TABLE && !(header.sh_flags & SHF_COMPRESSED)
          ? elf_getdata (scn, NULL)
          : NULL;
  gsize n = data && data->d_buf ? data->d_size / sizeof (Elf32_Sym) : 0;
  gboolean named = n && tile_image_is_string_table (elf, header.sh_link);
  g_autofree PoplensSymbol *rows = g_new0 (PoplensSymbol, MAX (n, 1));
  g_autoptr (PoplensStrings) strings = poplens_strings_new ();
  guint32 kept = 0;

  /* Skip entry 0, ELF's null symbol. */
  for (gsize i = 1; i < n; i++) {
    const Elf32_Sym *symbol = (const Elf32_Sym *) data->d_buf + i;
    const char *name = named ? elf_strptr (elf, header.sh_link, symbol->st_name) : NULL;
    if (i % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      return NULL;
    rows[kept++] = (PoplensSymbol){.name = poplens_strings_intern (strings, name, -1),
                                   .address = symbol->st_value,
                                   .size = symbol->st_size,
                                   .index = (guint32) i,
                                   .type = symbol_type (symbol)};
  }
  if (kept)
    qsort (rows, kept, sizeof *rows, compare_symbols);
  /* For the cache limit, estimate 64 bytes for each name. */
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_SYMBOLS, tile, g_steal_pointer (&rows),
                                           kept, kept * sizeof (PoplensSymbol) + 64 * (gsize) kept);
  slice->strings = g_steal_pointer (&strings);
  return slice;
}

/* Finds the member whose header was at @position when the archive was read. */
static gboolean
find_member (ArWalk *walk, guint64 position, ArMember *member)
{
  /* Begin at the first member, because libelf needs the table of long names, which comes before the
   * images. */
  while (ar_walk_next (walk, member))
    if (member->header >= position)
      return member->header == position;
  return FALSE;
}

static void
fail_moved (ArWalk *walk, guint32 tile, GError **error)
{
  if (walk->error)
    g_propagate_error (error, g_steal_pointer (&walk->error));
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED,
                 "%s changed: the image of tile %u has moved" POPLENS_RELOAD,
                 poplens_file_get_name (walk->file), tile);
}

PoplensSlice *
poplens_archive_read_symbols (PoplensFile *file, const PoplensArchive *archive, guint32 tile,
                              GCancellable *cancellable, GError **error)
{
  guint32 at = poplens_archive_find_tile (archive, tile);
  PoplensSlice *slice = NULL;
  TileImages tiles = {0};
  ArMember member;
  ArWalk walk;

  if (at == POPLENS_NO_TILE || !archive->n_symbols[at])
    return poplens_slice_new (POPLENS_SLICE_SYMBOLS, tile, NULL, 0, 0);
  if (ar_walk_start (&walk, file, cancellable, error)) {
    gboolean found = tile_images_open (&tiles, &walk, NULL) &&
                     find_member (&walk, archive->position[at], &member) &&
                     tile_image_probe (&walk, &member) == TILE_IMAGE_OK;
    g_autoptr (Elf) elf = found ? tile_image_open (&tiles, &member) : NULL;
    if (elf)
      slice = read_table (elf, tile, cancellable, error);
    if (slice)
      tile_images_note_failure (&tiles);
    if (slice && walk.error)
      g_clear_pointer (&slice, poplens_slice_unref);
    if (!elf || (!slice && walk.error))
      fail_moved (&walk, tile, error);
  }
  tile_images_clear (&tiles);
  ar_walk_clear (&walk);
  return slice;
}
