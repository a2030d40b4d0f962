/* Reads CBOR items one by one from a file, with libcbor's cbor_stream_decode () over a buffer. Time
 * and memory are limited for any input. */
#pragma once

#include "base/storage.h"

#include <cbor.h>

G_BEGIN_DECLS

typedef enum {
  CBOR_ITEM_UINT,
  CBOR_ITEM_NEGATIVE, /* −1 − value */
  CBOR_ITEM_BYTES,
  CBOR_ITEM_TEXT,
  CBOR_ITEM_CHUNKS, /* text or bytes in chunks, which end with BREAK */
  CBOR_ITEM_ARRAY,  /* value: elements, or CBOR_INDEFINITE */
  CBOR_ITEM_MAP,    /* value: pairs, or CBOR_INDEFINITE */
  CBOR_ITEM_TAG,    /* value; the tagged item follows */
  CBOR_ITEM_FLOAT,
  CBOR_ITEM_BOOL, /* value */
  CBOR_ITEM_NULL,
  CBOR_ITEM_UNDEFINED,
  CBOR_ITEM_BREAK,
} CborItemType;

#define CBOR_INDEFINITE G_MAXUINT64

typedef struct {
  CborItemType type;
  guint64 value;
  double number;
  /* BYTES and TEXT: valid until the next read; NULL if too long, or skipped */
  const char *text;
  guint64 length;
} CborItem;

typedef enum {
  CBOR_STATE_OK,
  CBOR_STATE_END,       /* the file ends inside an item, or between two */
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
  gboolean skim; /* texts may be skipped */
  CborItem item;
  CborState state;
  GError *error;  /* only with CBOR_STATE_STOPPED */
  GArray *levels; /* guint64: items left in each level of a skipped value */
  GCancellable *cancellable;
} CborReader;

/* Starts to read [from, to) of @file. @file: (transfer none) */
void cbor_reader_init (CborReader *self, PoplensFile *file, guint64 from, guint64 to,
                       GCancellable *cancellable);
void cbor_reader_clear (CborReader *self);
/* TRUE with @error if the state is CBOR_STATE_STOPPED. */
gboolean cbor_reader_take_error (CborReader *self, GError **error);

/* Reads the next item into .item. FALSE with a state. */
gboolean cbor_reader_next (CborReader *self);
/* Reads the next item that is not a tag. FALSE with a state. */
gboolean cbor_reader_next_value (CborReader *self);
/* Skips the rest of the value whose first item is the current one, at any depth. */
gboolean cbor_reader_skip (CborReader *self);
/* Sets the state MALFORMED, for an item that is invalid at this point. Returns FALSE. */
gboolean cbor_reader_refuse (CborReader *self);

/* Returns the offset of the next item in the file. */
static inline guint64
cbor_reader_position (const CborReader *self)
{
  return self->base + self->at;
}

/* Moves to the next key or element of a container. FALSE at its end, or on failure (see .state).
 * @left: (inout): initially .value of the container */
gboolean cbor_reader_more (CborReader *self, guint64 *left);

/* Copies the current text or chunks to @out, which is cleared first; a text that was too long is
 * replaced by a note. Other values are skipped, with an empty @out and @is_text FALSE. FALSE on
 * failure. */
gboolean cbor_reader_gather (CborReader *self, GString *out, gboolean *is_text);

G_END_DECLS
