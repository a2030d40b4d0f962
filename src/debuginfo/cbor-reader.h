/* Reads CBOR items one by one from a file, with libcbor's cbor_stream_decode (). Time and memory
 * are limited, even for malicious files. */
#pragma once

#include "base/storage.h"

#include <cbor.h>

G_BEGIN_DECLS

typedef enum {
  CBOR_ITEM_UINT,
  CBOR_ITEM_NEGATIVE, /* the number is −1 − .value */
  CBOR_ITEM_BYTES,
  CBOR_ITEM_TEXT,
  CBOR_ITEM_CHUNKS, /* a text or byte string in chunks, up to a BREAK */
  CBOR_ITEM_ARRAY,  /* .value: number of elements, or CBOR_INDEFINITE */
  CBOR_ITEM_MAP,    /* .value: number of pairs, or CBOR_INDEFINITE */
  CBOR_ITEM_TAG,    /* .value: the tag; the tagged item follows */
  CBOR_ITEM_FLOAT,
  CBOR_ITEM_BOOL, /* .value: 0 or 1 */
  CBOR_ITEM_NULL,
  CBOR_ITEM_UNDEFINED,
  CBOR_ITEM_BREAK,
} CborItemType;

#define CBOR_INDEFINITE G_MAXUINT64

typedef struct {
  CborItemType type;
  guint64 value;
  double number;
  /* (nullable): bytes of a BYTES or TEXT item, valid until the next read. NULL if the string was
   * too long or skipped */
  const char *text;
  guint64 length;
} CborItem;

typedef enum {
  CBOR_STATE_OK,
  CBOR_STATE_END,       /* the file ends inside an item or a container */
  CBOR_STATE_MALFORMED, /* bytes that are not valid CBOR at this point */
  CBOR_STATE_DEEP,      /* more nesting levels than the limit */
  CBOR_STATE_STOPPED,   /* cancelled, or a read error: cbor_reader_take_error () */
} CborState;

typedef struct {
  PoplensFile *file;
  guint64 end;  /* offset in the file where reading ends */
  guint64 base; /* offset in the file of the buffer's first byte */
  guint8 *buffer;
  gsize capacity, filled, at;
  gboolean skim; /* skip long strings instead of reading them */
  CborItem item;
  CborState state;
  GError *error;  /* (nullable): set with CBOR_STATE_STOPPED */
  GArray *levels; /* guint64: items left in each level of a skipped value */
  GCancellable *cancellable;
} CborReader;

/* Starts to read the bytes from @from to @to (excluded) of @file. @file: (transfer none) */
void cbor_reader_init (CborReader *self, PoplensFile *file, guint64 from, guint64 to,
                       GCancellable *cancellable);
void cbor_reader_clear (CborReader *self);
/* If reading was stopped (CBOR_STATE_STOPPED), moves .error to @error and returns TRUE. */
gboolean cbor_reader_take_error (CborReader *self, GError **error);

/* Reads the next item into .item. FALSE and a .state at the end or for an error. */
gboolean cbor_reader_next (CborReader *self);
/* Reads the next item into .item, and skips tags before it. FALSE with a state. */
gboolean cbor_reader_next_value (CborReader *self);
/* Skips the rest of the value that begins with the current item, including all nested values. FALSE
 * with a state. */
gboolean cbor_reader_skip (CborReader *self);
/* Sets CBOR_STATE_MALFORMED, for a valid item at an invalid position. Returns FALSE. */
gboolean cbor_reader_refuse (CborReader *self);

/* Returns the offset of the next item in the file. */
static inline guint64
cbor_reader_position (const CborReader *self)
{
  return self->base + self->at;
}

/* Reads the next key or element of a container into .item. FALSE at the end of the container, or
 * with a state. @left: (inout): remaining elements; before the first call .item.value of the
 * container */
gboolean cbor_reader_more (CborReader *self, guint64 *left);

/* Copies the current text, which can be in chunks, to @out. A text that is too long becomes a note.
 * @is_text: (out): FALSE if the value was not a text; it is skipped then. FALSE with a state. */
gboolean cbor_reader_gather (CborReader *self, GString *out, gboolean *is_text);

G_END_DECLS
