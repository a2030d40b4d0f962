#include "base/proto.h"

#include <string.h>

enum { VARINT = 0, FIXED64 = 1, LENGTH = 2 };

#define MOST_VARINT 10

void
poplens_proto_clear (PoplensProto *self)
{
  g_free (self->data);
  *self = (PoplensProto){0};
}

static void
make_room (PoplensProto *self, gsize more)
{
  if (self->room - self->length >= more)
    return;
  self->room = MAX (2 * self->room, self->length + more + 64);
  self->data = g_realloc (self->data, self->room);
}

/* Least significant group first, unlike the lists of profile.pop. There is room. */
static void
add_varint (PoplensProto *self, guint64 value)
{
  for (; value >= 0x80; value >>= 7)
    self->data[self->length++] = (guint8) (value | 0x80);
  self->data[self->length++] = (guint8) value;
}

static void
add_bytes (PoplensProto *self, guint field, const void *bytes, gsize length)
{
  make_room (self, 2 * MOST_VARINT + length);
  add_varint (self, (guint64) field << 3 | LENGTH);
  add_varint (self, length);
  if (length)
    memcpy (self->data + self->length, bytes, length);
  self->length += length;
}

void
poplens_proto_uint (PoplensProto *self, guint field, guint64 value)
{
  make_room (self, 2 * MOST_VARINT);
  add_varint (self, (guint64) field << 3 | VARINT);
  add_varint (self, value);
}

void
poplens_proto_double (PoplensProto *self, guint field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  make_room (self, MOST_VARINT + sizeof bits);
  add_varint (self, (guint64) field << 3 | FIXED64);
  memcpy (self->data + self->length, &bits, sizeof bits);
  self->length += sizeof bits;
}

void
poplens_proto_text (PoplensProto *self, guint field, const char *text, gssize length)
{
  add_bytes (self, field, text, length < 0 ? strlen (text) : (gsize) length);
}

void
poplens_proto_message (PoplensProto *self, guint field, const PoplensProto *message)
{
  add_bytes (self, field, message->data, message->length);
}
