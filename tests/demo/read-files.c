/* Reads archive.a and debug.cbor (see the header). */
#include "read-files.h"

#include <cbor.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BASE 0x4c000

static void
read_image (Elf *elf, ReadImage *image)
{
  GElf_Ehdr header;
  GElf_Phdr load;
  Elf_Scn *section = NULL;

  g_assert_nonnull (gelf_getehdr (elf, &header));
  image->machine = header.e_machine;
  image->flags = header.e_flags;
  g_assert_cmpint (header.e_ident[EI_CLASS], ==, ELFCLASS32);
  g_assert_cmpint (header.e_ident[EI_OSABI], ==, 0xff);
  g_assert_nonnull (gelf_getphdr (elf, 0, &load));
  g_assert_cmpint (load.p_type, ==, PT_LOAD);
  image->end = load.p_vaddr + load.p_memsz - BASE;
  image->file_bytes = load.p_filesz;
  while ((section = elf_nextscn (elf, section))) {
    GElf_Shdr shdr;
    g_assert_nonnull (gelf_getshdr (section, &shdr));
    if (shdr.sh_flags & SHF_ALLOC)
      g_assert_cmpuint (shdr.sh_addr + shdr.sh_size - BASE, ==, image->end);
    if (shdr.sh_type != SHT_SYMTAB)
      continue;
    image->symbols = (guint) (shdr.sh_size / shdr.sh_entsize);
    Elf_Data *data = elf_getdata (section, NULL);
    for (guint i = 1; i < image->symbols; i++) {
      GElf_Sym symbol;
      g_assert_nonnull (gelf_getsym (data, (int) i, &symbol));
      g_assert_nonnull (elf_strptr (elf, shdr.sh_link, symbol.st_name));
      g_assert_cmpuint (symbol.st_value + symbol.st_size - BASE, <=, image->end);
    }
  }
}

GArray *
read_archive (const char *path)
{
  GArray *out = g_array_new (FALSE, TRUE, sizeof (ReadImage));
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  Elf_Cmd command = ELF_C_READ;
  Elf *elf;

  g_assert_cmpint (fd, >=, 0);
  elf_version (EV_CURRENT);
  Elf *archive = elf_begin (fd, command, NULL);
  g_assert_cmpint (elf_kind (archive), ==, ELF_K_AR);
  while ((elf = elf_begin (fd, command, archive))) {
    ReadImage image = {0};
    const char *name = elf_getarhdr (elf)->ar_name;
    g_assert_true (g_str_has_prefix (name, "tile_"));
    image.tile = (guint) strtoul (name + strlen ("tile_"), NULL, 10);
    read_image (elf, &image);
    g_array_append_val (out, image);
    command = elf_next (elf);
    elf_end (elf);
  }
  elf_end (archive);
  close (fd);
  return out;
}

/* State of the decoder: enough to recognise the keys of each context. */
typedef struct {
  ReadDebug *debug;
  GArray *left; /* items still missing in each open container; G_MAXUINT64: until a break */
  char *top, *key;
  guint id, parent;
  char *layer;
} Decoder;

static void
finish_context (Decoder *d)
{
  g_assert_cmpuint (d->id, >, 0);
  g_assert_nonnull (d->layer);
  if (g_hash_table_contains (d->debug->parent, GUINT_TO_POINTER (d->parent)) && d->parent)
    d->debug->parents_first++;
  g_assert_true (g_hash_table_insert (d->debug->parent, GUINT_TO_POINTER (d->id),
                                      GUINT_TO_POINTER (d->parent)));
  g_hash_table_insert (d->debug->layer, GUINT_TO_POINTER (d->id), d->layer);
  d->layer = NULL;
  d->id = d->parent = 0;
}

/* Called after each item, which may complete its containers. */
static void
ended (Decoder *d)
{
  while (d->left->len > 0) {
    guint64 *left = &g_array_index (d->left, guint64, d->left->len - 1);
    if (*left == G_MAXUINT64 || --*left > 0)
      return;
    g_array_set_size (d->left, d->left->len - 1);
    if (d->left->len == 2 && g_strcmp0 (d->top, "contexts") == 0)
      finish_context (d);
  }
  d->debug->whole = TRUE;
}

static void
on_number (void *data, guint64 value)
{
  Decoder *d = data;

  if (d->left->len == 3 && g_strcmp0 (d->key, "id") == 0)
    d->id = (guint) value;
  if (d->left->len == 3 && g_strcmp0 (d->key, "parentId") == 0)
    d->parent = (guint) value;
  g_clear_pointer (&d->key, g_free);
  ended (d);
}

static void
on_8 (void *d, uint8_t v)
{
  on_number (d, v);
}
static void
on_16 (void *d, uint16_t v)
{
  on_number (d, v);
}
static void
on_32 (void *d, uint32_t v)
{
  on_number (d, v);
}
static void
on_64 (void *d, uint64_t v)
{
  on_number (d, v);
}

static void
on_text (void *data, cbor_data text, uint64_t n)
{
  Decoder *d = data;
  char *copy = g_strndup ((const char *) text, n);

  g_assert_true (g_utf8_validate (copy, -1, NULL));
  if (d->left->len == 1) {
    g_free (d->top);
    d->top = copy;
  } else if (d->left->len == 2) {
    d->debug->n_strings++;
    g_free (copy);
  } else if (d->left->len == 3 && !d->key) {
    d->key = copy;
  } else if (d->left->len == 3) {
    if (strcmp (d->key, "layer") == 0)
      d->layer = copy;
    else
      g_free (copy);
    g_clear_pointer (&d->key, g_free);
  } else {
    g_free (copy);
  }
  ended (d);
}

static void
begin_container (Decoder *d, guint64 items)
{
  if (d->left->len == 3)
    g_clear_pointer (&d->key, g_free);
  if (items > 0)
    g_array_append_val (d->left, items);
  else
    ended (d);
}

static void
on_array (void *data, uint64_t n)
{
  Decoder *d = data;

  d->debug->has_strings |= d->left->len == 1 && g_strcmp0 (d->top, "stringTable") == 0;
  begin_container (d, n);
}

static void
on_open_array (void *d)
{
  begin_container (d, G_MAXUINT64);
}
static void
on_map (void *d, uint64_t n)
{
  begin_container (d, 2 * n);
}

static void
on_break (void *data)
{
  Decoder *d = data;

  g_assert_cmpuint (g_array_index (d->left, guint64, d->left->len - 1), ==, G_MAXUINT64);
  g_array_set_size (d->left, d->left->len - 1);
  ended (d);
}

static void
on_bool (void *data, bool value)
{
  Decoder *d = data;

  if (d->left->len == 3)
    g_clear_pointer (&d->key, g_free);
  ended (d);
}

ReadDebug *
read_debug (const char *path)
{
  ReadDebug *debug = g_new0 (ReadDebug, 1);
  Decoder d = {.debug = debug, .left = g_array_new (FALSE, FALSE, sizeof (guint64))};
  struct cbor_callbacks callbacks = cbor_empty_callbacks;
  g_autofree char *bytes = NULL;
  gsize n, at = 0;

  debug->parent = g_hash_table_new (NULL, NULL);
  debug->layer = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  callbacks.uint8 = on_8, callbacks.uint16 = on_16;
  callbacks.uint32 = on_32, callbacks.uint64 = on_64;
  callbacks.negint8 = on_8;
  callbacks.string = on_text;
  callbacks.array_start = on_array, callbacks.map_start = on_map;
  callbacks.indef_array_start = on_open_array;
  callbacks.indef_break = on_break;
  callbacks.boolean = on_bool;
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  while (at < n && !debug->whole) {
    struct cbor_decoder_result r =
        cbor_stream_decode ((cbor_data) bytes + at, n - at, &callbacks, &d);
    g_assert_cmpint (r.status, ==, CBOR_DECODER_FINISHED);
    at += r.read;
  }
  debug->whole = debug->whole && at == n;
  g_array_unref (d.left);
  g_free (d.top);
  g_free (d.key);
  g_free (d.layer);
  return debug;
}

void
read_debug_free (ReadDebug *debug)
{
  g_hash_table_unref (debug->parent);
  g_hash_table_unref (debug->layer);
  g_free (debug);
}
