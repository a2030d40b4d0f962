/* Assumptions about archive.a, of which no real example was available (formats.md 4).
 *
 * Container: GNU format, as LLVM writes it on Linux: "/" and "//" are not members. Members with BSD
 * names ("#1/…") are counted and reported as unsupported.
 *
 * Tile image: ELF32, little-endian, e_machine 248. Its memory is its PT_LOAD segments or, if it has
 * none, its SHF_ALLOC sections, at p_vaddr and sh_addr. The low byte of e_flags is the architecture
 * (seen in real codelets).
 *
 * Addresses: a tile's memory begins at the architecture's base, and an offset in the profile is
 * address − base. If there is a profile, its numbers are used.
 *
 * Tile numbers: the last decimal number in a member's name is its tile, if every image has one and
 * all differ; else images are in the order of their tiles. There can be fewer images than tiles, as
 * idle tiles can share one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* e_machine of tile images, for which glibc's elf.h has no name. */
#define POPLENS_EM_GRAPHCORE_IPU 248
#define POPLENS_EF_ARCHITECTURE 0xffu

/* Limits against damaged and malicious files. */
#define POPLENS_ARCHIVE_MOST_MEMBERS (1u << 20)
#define POPLENS_ARCHIVE_MOST_RANGES (1u << 22)
#define POPLENS_ARCHIVE_MOST_SECTION_NAMES 4096u
#define POPLENS_ARCHIVE_MOST_TILE (1u << 24)
#define POPLENS_ARCHIVE_MOST_TABLE (64u << 20) /* bytes of a symbol or string table */
/* Limits in bytes of an image, and of the table of long names, which are held in memory if the
 * archive is on another computer. */
#define POPLENS_ARCHIVE_MOST_IMAGE (64u << 20)
#define POPLENS_ARCHIVE_MOST_NAMES (4u << 20)

G_END_DECLS
