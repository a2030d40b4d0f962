/* The index of debug.cbor while it is made. */
#pragma once

#include "debuginfo/cbor-reader.h"
#include "debuginfo/debuginfo.h"

G_BEGIN_DECLS

/* ---- texts ----------------------------------------------------------------------------------- */

/* Pairs of numbers, each once, in the order in which they came. */
typedef struct {
  GArray *pairs; /* guint32 [2] */
  guint32 *slots;
  guint32 mask;
  guint32 last; /* the pair that was asked for before: most contexts follow one of their kind */
} PairTable;

void pair_table_init (PairTable *self);
void pair_table_clear (PairTable *self);
guint32 pair_table_add (PairTable *self, guint32 a, guint32 b);

/* Short texts that come again and again, before they reach the pool. */
#define MEMO_ENTRIES 64
#define MEMO_BYTES 32
typedef struct {
  struct {
    guint32 id, length;
    char bytes[MEMO_BYTES];
  } entries[MEMO_ENTRIES];
} TextMemo;

guint32 text_memo_intern (TextMemo *self, PoplensStrings *strings, const char *text, gsize length);

/* Returns @text as UTF-8, shortened in its middle if it is too long for a name. (transfer full) */
char *valid_text (const char *text, gsize length);

/* stringTable, item by item: @left is that of its array. */
typedef struct {
  GByteArray *text;
  GArray *at; /* guint64 */
  gboolean full;
} TextTable;

gboolean text_table_read (TextTable *self, CborReader *reader, GString *scratch);

/* ---- contexts -------------------------------------------------------------------------------- */

/* A context as it stands in the file. */
typedef struct {
  guint64 id, parent; /* parent 0: none */
  guint64 offset;
  guint32 length;
  PoplensDebugText name;
  guint32 place, line;
  guint16 kind;
} RawContext;

/* Blocks of them, so that growing copies nothing. */
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

/* Sorts the contexts by id into the columns of @contexts, drops duplicates, finds parents and
 * children. Linear where ids are dense. */
void index_columns_fill (PoplensDebugContexts *contexts, const RawContexts *raws);

G_END_DECLS
