/* Messages of Protocol Buffers, as far as writing them takes: fields one after the other into a
 * buffer that is used again. (Encoding: protobuf.dev, "Encoding".) A message within a message is
 * written into a buffer of its own first, as its length comes before it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All zero: empty. */
typedef struct {
  guint8 *data;
  gsize length, room;
} PoplensProto;

void poplens_proto_clear (PoplensProto *self);

static inline void
poplens_proto_reset (PoplensProto *self)
{
  self->length = 0;
}

/* uint32, uint64, bool and enums; int32 and int64 that are not negative. */
void poplens_proto_uint (PoplensProto *self, guint field, guint64 value);
void poplens_proto_double (PoplensProto *self, guint field, double value);
/* string (UTF-8) and bytes; @length: −1: up to the NUL. */
void poplens_proto_text (PoplensProto *self, guint field, const char *text, gssize length);
void poplens_proto_message (PoplensProto *self, guint field, const PoplensProto *message);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensProto, poplens_proto_clear)

G_END_DECLS
