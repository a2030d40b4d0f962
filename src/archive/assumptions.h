/* Assumptions about archive.a (formats.md 4). No example was available.
 *
 * Container: an archive in GNU format, as LLVM writes it on Linux. "/" and "//" are tables. Members
 * with BSD names ("#1/…") are counted and reported as unsupported.
 *
 * Tile image: ELF32, little-endian, e_machine 248. The image loads its PT_LOAD segments. If it has
 * none, it loads its SHF_ALLOC sections. The low byte of e_flags is the architecture, as in real
 * codelets.
 *
 * Addresses: a tile's memory begins at the base of the architecture. An offset in the profile is an
 * address minus this base. The base in a profile takes precedence.
 *
 * Tile numbers: the last decimal number in a member's name is its tile, if these numbers are
 * distinct. Otherwise the images are numbered in file order. Idle tiles can share an image. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* e_machine of tile images. elf.h of glibc does not define it. */
#define POPLENS_EM_GRAPHCORE_IPU 248
#define POPLENS_EF_ARCHITECTURE 0xffu

/* Limits for damaged and malicious files. */
#define POPLENS_ARCHIVE_MOST_MEMBERS (1u << 20)
#define POPLENS_ARCHIVE_MOST_RANGES (1u << 22)
#define POPLENS_ARCHIVE_MOST_SECTION_NAMES 4096u
#define POPLENS_ARCHIVE_MOST_TILE (1u << 24)
#define POPLENS_ARCHIVE_MOST_TABLE (64u << 20) /* bytes of a symbol or string table */
/* Maximum bytes of an image and of the table of long names. Both are copied to memory if the
 * archive is on another computer. */
#define POPLENS_ARCHIVE_MOST_IMAGE (64u << 20)
#define POPLENS_ARCHIVE_MOST_NAMES (4u << 20)

G_END_DECLS
