/* Small archives of tile images, byte by byte, with room for lies. */
#pragma once

#include "archive/archive.h"
#include "base/error.h"
#include "support/temp-dir.h"

G_BEGIN_DECLS

typedef struct {
  guint32 address, size;
} Segment;

typedef struct {
  const char *name;
  guint32 address, size;
  guint8 type; /* STT_… */
} Symbol;

typedef struct {
  guint32 flags;
  guint32 machine;      /* 0: 248 */
  gboolean as_sections; /* SHF_ALLOC sections in place of PT_LOAD segments */
  const Segment *segments;
  guint n_segments;
  const Symbol *symbols;
  guint n_symbols;
  const char *section; /* the name of the loaded sections; NULL: ".text" */
} Image;

GByteArray *image_new (const Image *image);

/* An archive: members are appended; names of 16 bytes and more go into a "//" table, which must be
 * there first. */
GByteArray *ar_new (void);
void ar_add (GByteArray *ar, const char *name, const guint8 *data, gsize size);
/* The table of long names, each once: "/0", "/n" … are then names. */
void ar_add_names (GByteArray *ar, const char *names);
void ar_add_image (GByteArray *ar, const char *name, const Image *image);

/* Reads @ar through a file of that content. */
PoplensArchive *ar_read_back (GByteArray *ar, const PoplensTarget *target, GError **error);
gboolean ar_has_notice (const PoplensArchive *archive, const char *word);

G_END_DECLS
