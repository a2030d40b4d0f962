/* Data that exist only while the index of debug.cbor is built. */
#pragma once

#include "debuginfo/cbor-reader.h"
#include "debuginfo/debuginfo.h"

G_BEGIN_DECLS

/* ---- texts ----------------------------------------------------------------------------------- */

/* Hash table that numbers distinct pairs in the order in which they were added. */
typedef struct {
  GArray *pairs; /* guint32[2] for each pair */
  guint32 *slots;
  guint32 mask;
  guint32 last; /* number of the pair added last. The next pair is often the same */
} PairTable;

void pair_table_init (PairTable *self);
void pair_table_clear (PairTable *self);
guint32 pair_table_add (PairTable *self, guint32 a, guint32 b);

/* Size of TextMemo, a cache of short, frequent texts that is faster than the string pool. */
#define MEMO_ENTRIES 64
#define MEMO_BYTES 32
typedef struct {
  struct {
    guint32 id, length;
    char bytes[MEMO_BYTES];
  } entries[MEMO_ENTRIES];
} TextMemo;

guint32 text_memo_intern (TextMemo *self, PoplensStrings *strings, const char *text, gsize length);

/* Returns @text as UTF-8, shortened in the middle if it is too long for a name. (transfer full) */
char *valid_text (const char *text, gsize length);

/* Texts of the file's stringTable. */
typedef struct {
  GByteArray *text;
  GArray *at; /* guint64: offset of each text in .text */
  gboolean full;
} TextTable;

gboolean text_table_read (TextTable *self, CborReader *reader, GString *scratch);

/* ---- contexts -------------------------------------------------------------------------------- */

/* A context as it was read, before it is sorted into the index. */
typedef struct {
  guint64 id, parent; /* .parent: 0 if it has none */
  guint32 offset_low, length;
  PoplensDebugText name;
  guint32 place, line;
  guint16 kind;
  guint8 offset_high;
} RawContext;

/* Number of contexts in a block. New blocks are added as needed, without moving the earlier
 * contexts. */
#define RAW_PER_BLOCK 65536u
typedef struct {
  GPtrArray *blocks;
  guint32 n;
} RawContexts;

static inline RawContext *
raw_context (const RawContexts *raws, guint32 i)
{
  return (RawContext *) g_ptr_array_index (raws->blocks, i / RAW_PER_BLOCK) + i % RAW_PER_BLOCK;
}

/* Sorts @raws by id into the columns of @contexts, drops contexts with an id that occurred before,
 * and finds the rows of parents. Takes linear time if ids are dense. Frees the blocks of @raws. */
void index_columns_fill (PoplensDebugContexts *contexts, RawContexts *raws);

G_END_DECLS
