/* Writes archive.a, with ELF images of the tiles, framework.json and app.json. */
#include "demo/side-files.h"

#include "demo/db.h"
#include "demo/prng.h"
#include "demo/write.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

/* ---- archive.a ------------------------------------------------------------------------------- */

/* Constants of the ar format, and of the tile images. */
#define AR_MAGIC "!<arch>\n"
#define AR_MEMBER_END "`\n"
#define AR_HEADER_BYTES 60

#define EM_GRAPHCORE_IPU 248
#define ARCH_IPU2 2
#define BASE 0x4c000
#define START_OFFSET 16
#define MOST_SYMBOLS 48

/* Image of a kind of tile: headers and tables. The memory's contents, if written, are between .head
 * and .tail. */
typedef struct {
  GByteArray *head, *tail;
  guint32 size; /* bytes of memory in the image */
} Image;

static void
image_free (gpointer data)
{
  Image *image = data;

  g_byte_array_unref (image->head);
  g_byte_array_unref (image->tail);
  g_free (image);
}

static guint32
add_name (GByteArray *names, const char *name)
{
  guint32 at = names->len;

  g_byte_array_append (names, (const guint8 *) name, (guint) strlen (name) + 1);
  return at;
}

static void
add_symbol (GByteArray *table, GByteArray *names, const char *name, guint32 address, guint32 size,
            guint type, guint section)
{
  Elf32_Sym symbol = {.st_name = add_name (names, name),
                      .st_value = address,
                      .st_size = size,
                      .st_info = ELF32_ST_INFO (STB_GLOBAL, type),
                      .st_shndx = (Elf32_Half) section};

  g_byte_array_append (table, (const guint8 *) &symbol, sizeof symbol);
}

/* Adds symbols for functions of libraries and codelets, named by their input sections. */
static void
add_symbols (const DemoModel *m, guint kind, guint32 end, GByteArray *table, GByteArray *names)
{
  const Elf32_Sym none = {0};
  guint n = 0;

  g_byte_array_append (table, (const guint8 *) &none, sizeof none);
  add_name (names, "");
  add_symbol (table, names, "__image_end", BASE + end, 0, STT_NOTYPE, SHN_ABS);
  for (guint32 v = m->first_slot[kind]; v < m->first_slot[kind + 1] && n < MOST_SYMBOLS; v++) {
    const DemoFamily *f = demo_family (m, m->family[v]);
    const char *name = f->base;
    if (!(f->bits & (DEMO_IS_VERTEX_CODE | DEMO_START_SECTION)) || !(f->bits & DEMO_ALLOCATED) ||
        !g_str_has_prefix (name, ".text."))
      continue;
    add_symbol (table, names, name + strlen (".text."), BASE + m->offset[v], f->size[kind],
                STT_FUNC, 1);
    n++;
  }
}

enum { NONE, TEXT, COMMENT, SYMTAB, STRTAB, SHSTRTAB, SECTIONS };

static Elf32_Shdr
section (guint32 name, guint32 type, guint32 flags, guint32 address, guint32 offset, guint32 size)
{
  return (Elf32_Shdr){.sh_name = name,
                      .sh_type = type,
                      .sh_flags = flags,
                      .sh_addr = address,
                      .sh_offset = offset,
                      .sh_size = size,
                      .sh_addralign = type == SHT_STRTAB ? 1 : 4};
}

static void
pad (GByteArray *bytes)
{
  static const guint8 zeroes[4] = {0};

  g_byte_array_append (bytes, zeroes, (4 - bytes->len % 4) % 4);
}

/* Creates the image of a kind of tile. One section and one segment contain the memory up to
 * total_including_gaps. (transfer full) */
static Image *
make_image (const DemoModel *m, guint kind, gboolean full)
{
  Image *image = g_new0 (Image, 1);
  guint32 end = MAX (demo_memory_end (m, kind), START_OFFSET);
  g_autoptr (GByteArray) table = g_byte_array_new ();
  g_autoptr (GByteArray) names = g_byte_array_new ();
  g_autoptr (GByteArray) titles = g_byte_array_new ();
  Elf32_Shdr sections[SECTIONS] = {0};

  image->head = g_byte_array_new ();
  image->tail = g_byte_array_new ();
  image->size = end - START_OFFSET;
  add_symbols (m, kind, end, table, names);
  add_name (titles, "");
  guint32 head = sizeof (Elf32_Ehdr) + sizeof (Elf32_Phdr) + sizeof DEMO_ARCHIVE_MARK;
  guint32 data = (head + 3) / 4 * 4, contents = full ? (image->size + 3) / 4 * 4 : 0;
  guint32 at = data + contents;

  sections[TEXT] =
      section (add_name (titles, ".text"), full ? SHT_PROGBITS : SHT_NOBITS,
               SHF_ALLOC | SHF_EXECINSTR | SHF_WRITE, BASE + START_OFFSET, data, image->size);
  sections[COMMENT] = section (add_name (titles, ".comment"), SHT_PROGBITS, 0, 0,
                               sizeof (Elf32_Ehdr) + sizeof (Elf32_Phdr), sizeof DEMO_ARCHIVE_MARK);
  sections[SYMTAB] = section (add_name (titles, ".symtab"), SHT_SYMTAB, 0, 0, at, table->len);
  sections[SYMTAB].sh_link = STRTAB;
  sections[SYMTAB].sh_info = 1;
  sections[SYMTAB].sh_entsize = sizeof (Elf32_Sym);
  sections[STRTAB] =
      section (add_name (titles, ".strtab"), SHT_STRTAB, 0, 0, at + table->len, names->len);
  sections[SHSTRTAB] =
      section (add_name (titles, ".shstrtab"), SHT_STRTAB, 0, 0, at + table->len + names->len, 0);
  sections[SHSTRTAB].sh_size = titles->len;
  g_byte_array_append (image->tail, table->data, table->len);
  g_byte_array_append (image->tail, names->data, names->len);
  g_byte_array_append (image->tail, titles->data, titles->len);
  pad (image->tail);
  Elf32_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB,
                                   EV_CURRENT, ELFOSABI_STANDALONE},
                       .e_type = ET_EXEC,
                       .e_machine = EM_GRAPHCORE_IPU,
                       .e_version = EV_CURRENT,
                       .e_entry = BASE + START_OFFSET,
                       .e_phoff = sizeof header,
                       .e_shoff = at + image->tail->len,
                       .e_flags = ARCH_IPU2,
                       .e_ehsize = sizeof header,
                       .e_phentsize = sizeof (Elf32_Phdr),
                       .e_phnum = 1,
                       .e_shentsize = sizeof (Elf32_Shdr),
                       .e_shnum = SECTIONS,
                       .e_shstrndx = SHSTRTAB};
  Elf32_Phdr load = {.p_type = PT_LOAD,
                     .p_offset = data,
                     .p_vaddr = BASE + START_OFFSET,
                     .p_paddr = BASE + START_OFFSET,
                     .p_filesz = full ? image->size : 0,
                     .p_memsz = image->size,
                     .p_flags = PF_R | PF_W | PF_X,
                     .p_align = 4};
  g_byte_array_append (image->tail, (const guint8 *) sections, sizeof sections);
  g_byte_array_append (image->head, (const guint8 *) &header, sizeof header);
  g_byte_array_append (image->head, (const guint8 *) &load, sizeof load);
  add_name (image->head, DEMO_ARCHIVE_MARK);
  pad (image->head);
  return image;
}

/* Writes random bytes, which cannot be compressed, up to a multiple of 4 bytes. */
static void
write_contents (DemoOutput *out, const Image *image, guint64 seed, guint kind)
{
  guint64 block[512];

  for (guint32 done = 0, n = (image->size + 3) / 4 * 4; done < n; done += sizeof block) {
    for (guint i = 0; i < G_N_ELEMENTS (block); i++)
      block[i] = demo_hash (seed, 7000 + kind, done + i);
    demo_output_write (out, block, MIN (sizeof block, n - done));
  }
}

static void
write_member (DemoOutput *out, const DemoModel *m, guint tile, const Image *image, gboolean full)
{
  g_autofree char *name = g_strdup_printf ("tile_%u.elf/", tile);
  guint32 contents = full ? (image->size + 3) / 4 * 4 : 0;
  guint32 size = image->head->len + contents + image->tail->len;
  char header[AR_HEADER_BYTES + 1];

  /* Name, date, owner, group, mode, size: padded with blanks. */
  snprintf (header, sizeof header, "%-16s%-12u%-6u%-6u%-8o%-10u%s", name, 0u, 0u, 0u, 0644u, size,
            AR_MEMBER_END);
  demo_output_write (out, header, AR_HEADER_BYTES);
  demo_output_write (out, image->head->data, image->head->len);
  if (full)
    write_contents (out, image, m->seed, m->kind_of[tile]);
  demo_output_write (out, image->tail->data, image->tail->len);
}

gboolean
demo_archive_write (const DemoModel *m, const char *path, GCancellable *cancellable, GError **error)
{
  DemoOutput *out = demo_output_new (path, cancellable, error);
  g_autoptr (GPtrArray) images = g_ptr_array_new_with_free_func (image_free);
  gboolean full = m->plan->archive == DEMO_ARCHIVE_FULL;

  if (!out)
    return FALSE;
  demo_output_write (out, AR_MAGIC, strlen (AR_MAGIC));
  for (guint k = 0; k < m->n_kinds; k++)
    g_ptr_array_add (images, make_image (m, k, full));
  for (guint t = 0; t < m->n_tiles && demo_output_good (out); t++)
    if (!m->plan->skip_idle || m->kind_of[t] != m->idle_kind)
      write_member (out, m, t, g_ptr_array_index (images, m->kind_of[t]), full);
  return demo_output_finish (out, error);
}

/* ---- framework.json and app.json ------------------------------------------------------------- */

static const char framework[] =
    "{\"TensorFlow\": {\"Version\": \"2.6.3\", \"Githash\": \"v2.6.3-synthetic\", \"Cluster\": "
    "\"demo-pod4\", \"IpuSelectionOrder\": \"AUTO\"}, \"System Information\": {\"Operating "
    "system\": "
    "\"Linux\", \"Operating system version\": \"5.15.0-91-generic\", \"Machine\": \"x86_64\", "
    "\"Nominal CPU frequency [GHz]\": \"2.20\", \"Number of total cpus\": 96}}";

static const char app[] =
    "{\n"
    "  \"name\": \"two-layer encoder\",\n"
    "  \"model\": {\n"
    "    \"layers\": [\n"
    "      {\"name\": \"encoder/layer1\", \"ipu\": 0, \"heads\": 12, \"hidden\": 768},\n"
    "      {\"name\": \"encoder/layer2\", \"ipu\": 1, \"heads\": 12, \"hidden\": 768}\n"
    "    ],\n"
    "    \"vocabulary\": 30528,\n"
    "    \"dropout\": 0.1,\n"
    "    \"checkpoint\": null\n"
    "  },\n"
    "  \"training\": {\n"
    "    \"optimizer\": {\"name\": \"adam\", \"beta\": [0.9, 0.999], \"epsilon\": 1e-06},\n"
    "    \"micro_batch_size\": 4,\n"
    "    \"steps\": 4,\n"
    "    \"stochastic_rounding\": true,\n"
    "    \"overlapped_io\": {\"io_tiles\": 32, \"enabled\": true}\n"
    "  },\n"
    "  \"notes\": \"Synthetic data: no such model was trained.\"";

/* Texts by which demo_is_side_file () recognises framework.json and app.json. */
static const char *const marks[] = {"\"v2.6.3-synthetic\"", "Synthetic data: no such model"};
#define MOST_BYTES 65536

gboolean
demo_is_side_file (const char *path, goffset size)
{
  g_autofree char *text = NULL;

  if (size > MOST_BYTES || !g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  return strstr (text, marks[0]) || strstr (text, marks[1]);
}

/* Returns the text of app.json for a preset, without "planted" and the closing brace. (transfer
 * full) */
static char *
app_text (const DemoPlan *plan)
{
  return g_strdup_printf ("{\n"
                          "  \"name\": \"%s\",\n"
                          "  \"model\": {\"layers\": %u, \"checkpoint\": null},\n"
                          "  \"training\": {\n"
                          "    \"optimizer\": {\"name\": \"adam\", \"beta\": [0.9, 0.999]},\n"
                          "    \"ipus\": %u,\n"
                          "    \"replicas\": %u,\n"
                          "    \"overlapped_io\": {\"io_tiles\": %u, \"enabled\": true}\n"
                          "  },\n"
                          "  \"notes\": \"Synthetic data: no such model was trained.\"",
                          plan->preset, plan->layers, plan->ipus, plan->replicas, plan->io_tiles);
}

/* Returns the member "planted" of app.json as text, "" without plants. The subjects need no
 * escaping. (transfer full) */
static char *
planted_text (const GArray *planted)
{
  GString *out = g_string_new (planted->len ? ",\n  \"planted\": [" : NULL);

  for (guint i = 0; i < planted->len; i++) {
    const DemoPlanted *p = &g_array_index (planted, DemoPlanted, i);
    g_string_append_printf (
        out, "%s\n    {\"kind\": \"%s\", \"subject\": \"%s\", \"cycles\": %" G_GINT64_FORMAT "}",
        i ? "," : "", p->finding, p->subject, p->cycles);
  }
  return g_string_free (g_string_append (out, planted->len ? "\n  ]" : ""), FALSE);
}

gboolean
demo_write_side_files (const DemoPlan *plan, const GArray *planted, const char *framework_path,
                       const char *app_path, GError **error)
{
  g_autofree char *model = plan->net == DEMO_NET_ENCODER ? g_strdup (app) : app_text (plan);
  g_autofree char *causes = planted_text (planted);
  g_autofree char *text = g_strconcat (model, causes, "\n}\n", NULL);

  return (plan->framework != DEMO_TENSORFLOW ||
          g_file_set_contents (framework_path, framework, -1, error)) &&
         g_file_set_contents (app_path, text, -1, error);
}
