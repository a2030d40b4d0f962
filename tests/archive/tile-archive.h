/* Writes small archives of tile images byte by byte, so that tests can make wrong ones too. */
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
  guint32 machine;      /* e_machine; 0: 248 */
  gboolean as_sections; /* SHF_ALLOC sections instead of PT_LOAD segments */
  const Segment *segments;
  guint n_segments;
  const Symbol *symbols;
  guint n_symbols;
  const char *section; /* (nullable): name of the loaded sections; NULL: ".text" */
} Image;

GByteArray *image_new (const Image *image);

/* Returns an empty archive, to which members are appended. Names of 16 bytes and more are in a "//"
 * table, which must be added first. */
GByteArray *ar_new (void);
void ar_add (GByteArray *ar, const char *name, const guint8 *data, gsize size);
/* Adds the table of long names, each once; "/0", "/n" … then refer to it. */
void ar_add_names (GByteArray *ar, const char *names);
void ar_add_image (GByteArray *ar, const char *name, const Image *image);

/* Writes @ar into a file and reads that. */
PoplensArchive *ar_read_back (GByteArray *ar, const PoplensTarget *target, GError **error);
gboolean ar_has_notice (const PoplensArchive *archive, const char *word);

G_END_DECLS
