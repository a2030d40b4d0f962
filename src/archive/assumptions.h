/* Everything that Poplens takes for granted of archive.a although no real archive was at hand, in
 * one place (formats.md 4).
 *
 * Assumed of the container: GNU format, as LLVM writes it on Linux: "/" and "//" are not members.
 * Names of the BSD kind ("#1/…") are counted and said to be unsupported.
 *
 * Assumed of a tile image: ELF32, little-endian, e_machine 248; its memory is its PT_LOAD segments
 * or, where it has none, its SHF_ALLOC sections, at their p_vaddr and sh_addr. The low byte of
 * e_flags is the architecture (seen in real codelets).
 *
 * Assumed of addresses: a tile's memory begins at the architecture's base, and an offset in the
 * profile is address − base. Where a profile is there its own numbers are used.
 *
 * Assumed of numbers: the last decimal run in a member's name is its tile, if every image has one
 * and all differ; else images stand in the order of their tiles. There may be fewer images than
 * tiles: idle tiles can share one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define POPLENS_EM_GRAPHCORE_IPU 248 /* glibc's elf.h has no name for it */
#define POPLENS_EF_ARCHITECTURE 0xffu

/* Limits on what a file may make us do. */
#define POPLENS_ARCHIVE_MOST_MEMBERS (1u << 20)
#define POPLENS_ARCHIVE_MOST_RANGES (1u << 22)
#define POPLENS_ARCHIVE_MOST_SECTION_NAMES 4096u
#define POPLENS_ARCHIVE_MOST_TILE (1u << 24)
#define POPLENS_ARCHIVE_MOST_TABLE (64u << 20) /* bytes of a symbol or string table */
/* Where the archive is on another computer, and images are held in memory: bytes of one, and of the
 * table of long names. */
#define POPLENS_ARCHIVE_MOST_IMAGE (64u << 20)
#define POPLENS_ARCHIVE_MOST_NAMES (4u << 20)

G_END_DECLS
