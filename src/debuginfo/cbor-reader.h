/* CBOR items one by one from a file: libcbor's cbor_stream_decode() behind a buffer. Any byte
 * sequence ends in finite steps and memory. */
#pragma once

#include "base/storage.h"

#include <cbor.h>

G_BEGIN_DECLS

typedef enum {
  CBOR_ITEM_UINT,
  CBOR_ITEM_NEGATIVE, /* −1 − value */
  CBOR_ITEM_BYTES,
  CBOR_ITEM_TEXT,
  CBOR_ITEM_CHUNKS, /* a text or bytes in chunks, up to a BREAK */
  CBOR_ITEM_ARRAY,  /* value: elements, or CBOR_INDEFINITE */
  CBOR_ITEM_MAP,    /* value: pairs, or CBOR_INDEFINITE */
  CBOR_ITEM_TAG,    /* value; what it is about follows */
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
  /* Of BYTES and TEXT, until the next read; NULL where it was too long or only skipped over. */
  const char *text;
  guint64 length;
} CborItem;

typedef enum {
  CBOR_STATE_OK,
  CBOR_STATE_END,       /* the file ends inside an item, or between two */
  CBOR_STATE_MALFORMED, /* bytes that CBOR does not have there */
  CBOR_STATE_DEEP,      /* more levels than are followed */
  CBOR_STATE_STOPPED,   /* cancelled, or the link is lost: cbor_reader_take_error () */
} CborState;

typedef struct {
  PoplensFile *file;
  guint64 end;  /* position in the file where reading ends */
  guint64 base; /* position of the buffer's first byte */
  guint8 *buffer;
  gsize capacity, filled, at;
  gboolean skim; /* texts may be passed over */
  CborItem item;
  CborState state;
  GError *error;  /* of STOPPED */
  GArray *levels; /* guint64: of a skip */
  GCancellable *cancellable;
} CborReader;

/* Reads [from, to) of @file, which stays the caller's. */
void cbor_reader_init (CborReader *self, PoplensFile *file, guint64 from, guint64 to,
                       GCancellable *cancellable);
void cbor_reader_clear (CborReader *self);
/* TRUE with @error where it was STOPPED. */
gboolean cbor_reader_take_error (CborReader *self, GError **error);

/* The next item into `item`; FALSE with a state. */
gboolean cbor_reader_next (CborReader *self);
/* The same, past any tags. */
gboolean cbor_reader_next_value (CborReader *self);
/* Reads what belongs to the value whose first item is at hand, whatever its depth. */
gboolean cbor_reader_skip (CborReader *self);
/* FALSE, with the state set: what is at hand must not stand there. */
gboolean cbor_reader_refuse (CborReader *self);

/* Where the next item begins. */
static inline guint64
cbor_reader_position (const CborReader *self)
{
  return self->base + self->at;
}

/* Walks the pairs or elements of a container: FALSE at its end, or on failure (look at the state).
 * Otherwise the item at hand is the next key or element. @left: the container's value at first. */
gboolean cbor_reader_more (CborReader *self, guint64 *left);

/* The text at hand, in one piece or in chunks, appended to @out (which is emptied first). FALSE on
 * failure; a value that is no text is skipped and leaves @out as "" with @is_text FALSE. */
gboolean cbor_reader_gather (CborReader *self, GString *out, gboolean *is_text);

G_END_DECLS
