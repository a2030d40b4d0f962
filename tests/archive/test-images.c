/* Tests of the memory of a tile image: sums, gaps, regions, architecture, and the report that is
 * made of an archive alone. */
#include "archive/tile-archive.h"

#include <string.h>

#define BASE 0x4c000u

static PoplensArchive *
read_one (const Image *image, const PoplensTarget *target)
{
  g_autoptr (GByteArray) ar = ar_new ();
  g_autoptr (GError) error = NULL;

  ar_add_image (ar, "tile_0.elf", image);
  PoplensArchive *archive = ar_read_back (ar, target, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (archive->n, ==, 1);
  g_assert_false (archive->incomplete);
  return archive;
}

/* Memory regions computed on paper (formats.md 4.4 and 4.5): 0x34000 and 0x9c000 are 212,992 and
 * 638,976. */
static void
test_regions (void)
{
  static const struct {
    Segment segments[3];
    guint n;
    guint64 bytes, gaps, non, inter, over, below;
  } cases[] = {
      {{{BASE + 16, 1000}}, 1, 1000, 1016, 1000, 0, 0, 0},
      {{{BASE + 16, 1000}, {BASE + 2000, 8}}, 2, 1008, 2008, 1008, 0, 0, 0},
      /* Overlapping, adjacent and repeated ranges count once. */
      {{{BASE, 100}, {BASE + 50, 100}, {BASE + 150, 10}}, 3, 160, 160, 160, 0, 0, 0},
      {{{BASE + 10, 5}, {BASE + 10, 5}, {BASE, 100}}, 3, 100, 100, 100, 0, 0, 0},
      /* Ranges across the start and the end of interleaved memory. */
      {{{BASE + 0x34000 - 10, 30}}, 1, 30, 0x34000 + 20, 10, 20, 0, 0},
      {{{BASE + 0x9c000 - 10, 30}}, 1, 30, 0x9c000 + 20, 0, 10, 20, 0},
      {{{BASE, 0x9c000 + 7}}, 1, 0x9c000 + 7, 0x9c000 + 7, 0x34000, 0x68000, 7, 0},
      /* Below the base: in no region, but counted. */
      {{{BASE - 10, 30}}, 1, 30, 20, 20, 0, 0, 10},
      {{{0x100, 30}}, 1, 30, 0, 0, 0, 0, 30},
      /* No segment; a segment of no size; the last byte of the address space. */
      {{{0, 0}}, 0, 0, 0, 0, 0, 0, 0},
      {{{BASE + 500, 0}, {BASE, 4}}, 2, 4, 4, 4, 0, 0, 0},
      {{{0xffffffffu, 1}}, 1, 1, 0x100000000 - BASE, 0, 0, 1, 0},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint as_sections = 0; as_sections < 2; as_sections++) {
      Image image = {.flags = 2,
                     .as_sections = as_sections,
                     .segments = cases[i].segments,
                     .n_segments = cases[i].n};
      g_autoptr (PoplensArchive) a = read_one (&image, NULL);
      g_test_message ("case %u, %s", i, as_sections ? "sections" : "segments");
      g_assert_true (a->has_regions);
      g_assert_cmpuint (a->bytes[0], ==, cases[i].bytes);
      g_assert_cmpuint (a->including_gaps[0], ==, cases[i].gaps);
      g_assert_cmpuint (a->non_interleaved[0], ==, cases[i].non);
      g_assert_cmpuint (a->interleaved[0], ==, cases[i].inter);
      g_assert_cmpuint (a->overflowed[0], ==, cases[i].over);
      g_assert_cmpuint (a->below[0], ==, cases[i].below);
      g_assert_cmpint (ar_has_notice (a, "below"), ==, cases[i].below > 0);
    }
}

/* A range beyond 4 GiB is invalid: the image is skipped, and the others are read. */
static void
test_past_the_end (void)
{
  static const Segment past = {0xfffffff0u, 32}, good = {BASE, 4};
  Image bad = {.flags = 2, .segments = &past, .n_segments = 1};
  Image fine = {.flags = 2, .segments = &good, .n_segments = 1};
  g_autoptr (GByteArray) ar = ar_new ();
  g_autoptr (GError) error = NULL;

  ar_add_image (ar, "t0", &bad);
  ar_add_image (ar, "t1", &fine);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (a->n, ==, 1);
  g_assert_cmpuint (a->tile[0], ==, 1);
  g_assert_cmpuint (a->n_unreadable, ==, 1);
  g_assert_true (ar_has_notice (a, "damaged headers"));
}

static void
test_architecture (void)
{
  static const struct {
    guint32 flags, address;
    const char *architecture;
    gboolean from_flags;
    guint64 base;
  } cases[] = {
      {0x01, 0x40010, "ipu1", TRUE, 0x40000},
      {0x02, 0x4c010, "ipu2", TRUE, 0x4c000},
      {0x21, 0x4c010, "ipu21", TRUE, 0x4c000},
      {0xab02, 0x4c010, "ipu2", TRUE, 0x4c000},
      {0, 0x4c010, "ipu2", FALSE, 0x4c000},
      {0, 0x40010, "ipu1", FALSE, 0x40000},
      {0, 0x10, NULL, FALSE, 0x10},
      {0x77, 0x4c010, NULL, FALSE, 0x4c010},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Segment segment = {cases[i].address, 64};
    Image image = {.flags = cases[i].flags, .segments = &segment, .n_segments = 1};
    g_autoptr (PoplensArchive) a = read_one (&image, NULL);
    g_assert_cmpstr (a->architecture, ==, cases[i].architecture);
    g_assert_cmpint (a->architecture_from_flags, ==, cases[i].from_flags);
    g_assert_cmphex (a->map.base, ==, cases[i].base);
    g_assert_cmpint (a->has_regions, ==, cases[i].architecture != NULL);
    g_assert_false (a->map_from_profile);
    if (!cases[i].from_flags)
      g_assert_cmpuint (a->notices->len, >, 0);
  }
}

/* The profile's memory map takes precedence over the constants; a nonsensical map must not cause an
 * overflow. */
static void
test_profile_map (void)
{
  Segment segment = {0x1100, 0x300};
  Image image = {.flags = 1, .segments = &segment, .n_segments = 1};
  g_autoptr (PoplensTarget) target = poplens_target_new ();

  target->architecture = g_strdup ("ipu2");
  target->tile_memory_base = 0x1000;
  target->interleaved_start = 0x200;
  target->bytes_per_tile = 0x300;
  g_autoptr (PoplensArchive) a = read_one (&image, target);
  g_assert_true (a->map_from_profile);
  g_assert_cmpuint (a->including_gaps[0], ==, 0x400);
  g_assert_cmpuint (a->non_interleaved[0], ==, 0x100);
  g_assert_cmpuint (a->interleaved[0], ==, 0x100);
  g_assert_cmpuint (a->overflowed[0], ==, 0x100);
  g_assert_true (ar_has_notice (a, "different runs"));
  target->tile_memory_base = target->interleaved_start = target->bytes_per_tile = G_MAXUINT64;
  g_autoptr (PoplensArchive) huge = read_one (&image, target);
  g_assert_cmpuint (huge->below[0], ==, 0x300);
  g_assert_cmpuint (huge->including_gaps[0], ==, 0);
}

static void
test_mixed (void)
{
  static const Segment segment = {BASE, 64};
  static const guint32 flags[] = {2, 2, 1};
  g_autoptr (GByteArray) ar = ar_new ();

  for (guint i = 0; i < 3; i++) {
    Image image = {.flags = flags[i], .segments = &segment, .n_segments = 1};
    char name[8] = {'t', (char) ('0' + i)};
    ar_add_image (ar, name, &image);
  }
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpstr (a->architecture, ==, "ipu2");
  g_assert_true (ar_has_notice (a, "2 architectures"));
}

static void
test_sections (void)
{
  static const Segment two[] = {{BASE, 64}, {BASE + 128, 32}};
  Image text = {.flags = 2, .segments = two, .n_segments = 2};
  Image other = {.flags = 2, .segments = two, .n_segments = 1, .section = ".graph"};
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add_image (ar, "t0", &text);
  ar_add_image (ar, "t1", &text);
  ar_add_image (ar, "t2", &other);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  const PoplensArchiveSection *s = &g_array_index (a->sections, PoplensArchiveSection, 0);
  g_assert_cmpuint (a->sections->len, ==, 3);
  g_assert_cmpstr (poplens_strings_get (a->strings, s[0].name), ==, ".text");
  g_assert_cmpuint (s[0].bytes, ==, 2 * 96);
  g_assert_cmpuint (s[0].n_members, ==, 2);
  g_assert_true (s[0].loaded);
  g_assert_cmpstr (poplens_strings_get (a->strings, s[1].name), ==, ".graph");
  g_assert_cmpuint (s[1].bytes, ==, 64);
  g_assert_cmpuint (s[1].n_members, ==, 1);
  /* "", ".text" or ".graph", ".shstrtab", each with a NUL. */
  g_assert_cmpstr (poplens_strings_get (a->strings, s[2].name), ==, ".shstrtab");
  g_assert_cmpuint (s[2].bytes, ==, 17 + 17 + 18);
  g_assert_false (s[2].loaded);
}

/* The report that an archive alone gives. */
static void
test_made (void)
{
  static const Segment low = {BASE + 16, 1000}, high = {BASE + 0x9c000 - 4, 8};
  Image first = {.flags = 2, .segments = &low, .n_segments = 1};
  Image last = {.flags = 2, .segments = &high, .n_segments = 1};
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add_image (ar, "tile3", &first);
  ar_add_image (ar, "tile1472", &last);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_autoptr (PoplensTarget) target = poplens_archive_make_target (a);
  g_autoptr (PoplensMemory) memory = poplens_archive_make_memory (a);
  g_assert_cmpstr (target->architecture, ==, "ipu2");
  g_assert_cmpuint (target->num_ipus, ==, 2);
  g_assert_cmpuint (target->num_tiles, ==, 2944);
  g_assert_cmpuint (target->bytes_per_tile, ==, 638976);
  g_assert_cmpuint (target->total_memory, ==, G_GUINT64_CONSTANT (638976) * 2944);
  g_assert_cmpuint (target->clock_hz, ==, 0);
  g_assert_cmpuint (target->notices->len, >, 0);
  g_assert_true (memory->from_archive);
  g_assert_cmpuint (memory->n_tiles, ==, 2);
  g_assert_cmpuint (poplens_memory_find_tile (memory, 1472), ==, 1);
  g_assert_cmpuint (memory->total[0], ==, 1000);
  g_assert_cmpuint (memory->total_including_gaps[0], ==, 1016);
  g_assert_cmpuint (memory->non_interleaved_including_gaps[0], ==, 1016);
  g_assert_cmpuint (memory->interleaved_including_gaps[0], ==, 0);
  g_assert_cmpuint (memory->interleaved_including_gaps[1], ==, 0x9c000 - 0x34000);
  g_assert_cmpuint (memory->overflowed[1], ==, 4);
  g_assert_cmpuint (memory->overflowed_including_gaps[1], ==, 4);
  g_assert_cmpuint (memory->not_always_live_max[0], ==, G_MAXUINT32);
}

static void
check_codelet (const guint8 *data, gsize size, const char *architecture)
{
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add (ar, "codelet.o", data, size);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_nonnull (a);
  g_assert_cmpstr (a->architecture, ==, architecture);
  g_assert_cmpuint (a->n, ==, 1);
  g_assert_cmpuint (a->n_symbols[0], >, 1);
  g_assert_cmpuint (a->bytes[0], >, 0);
}

/* Unlinked objects: sections from address 0, no segments, and symbols. */
static void
test_codelets (void)
{
  static const Segment text = {0, 200};
  static const Symbol symbols[] = {{"__runCodelet_a", 0, 120, 2}, {"__runCodelet_b", 120, 80, 2}};

  for (guint32 flags = 1; flags < 3; flags++) {
    Image image = {.flags = flags,
                   .as_sections = TRUE,
                   .segments = &text,
                   .n_segments = 1,
                   .symbols = symbols,
                   .n_symbols = G_N_ELEMENTS (symbols)};
    g_autoptr (GByteArray) object = image_new (&image);
    check_codelet (object->data, object->len, flags == 1 ? "ipu1" : "ipu2");
  }
}

/* Real codelets are such objects, with the flags that Graphcore's assembler writes. */
static void
test_real_codelets (void)
{
  const char *shared = g_getenv ("POPLENS_SHARED");
  g_autofree char *dir = g_build_filename (shared ? shared : "/nowhere", "reports/codelets", NULL);
  static const char *const names[][2] = {{"ipu1_codelet_e649b3_dd8.elf", "ipu1"},
                                         {"ipu2_codelet_e649b3_1898.elf", "ipu2"}};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (dir, names[i][0], NULL);
    g_autofree char *data = NULL;
    gsize size;
    if (!g_file_get_contents (path, &data, &size, NULL)) {
      g_test_skip ("no ../shared/reports here");
      return;
    }
    check_codelet ((const guint8 *) data, size, names[i][1]);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/images/regions", test_regions);
  g_test_add_func ("/archive/images/past-the-end", test_past_the_end);
  g_test_add_func ("/archive/images/architecture", test_architecture);
  g_test_add_func ("/archive/images/profile-map", test_profile_map);
  g_test_add_func ("/archive/images/mixed", test_mixed);
  g_test_add_func ("/archive/images/sections", test_sections);
  g_test_add_func ("/archive/images/made", test_made);
  g_test_add_func ("/archive/images/codelets", test_codelets);
  g_test_add_func ("/archive/images/real-codelets", test_real_codelets);
  return g_test_run ();
}
