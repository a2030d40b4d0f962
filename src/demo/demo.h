/* Writes a synthetic report in the real format: profile.pop, archive.a, debug.cbor,
 * framework.json, app.json. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* poplar_version.package_hash of a report of ours: only such are overwritten without being told to.
 */
#define DEMO_PACKAGE_HASH "poplens-demo"

/* How finely a run is measured. */
typedef enum {
  DEMO_LEVEL_DEFAULT,
  DEMO_LEVEL_NONE,
  DEMO_LEVEL_IPU,
  DEMO_LEVEL_TILE,
  DEMO_LEVEL_BLOCKS, /* by lightweight profiling alone: no steps */
} DemoLevel;

/* Parts that can be left out, as the engine's options can. */
typedef enum {
  DEMO_PART_ARCHIVE = 1 << 0,
  DEMO_PART_DEBUG = 1 << 1,
  DEMO_PART_STRINGS = 1 << 2, /* the string table of debug.cbor */
  DEMO_PART_JSON = 1 << 3,
  DEMO_PART_EXECUTION = 1 << 4,
  DEMO_PART_LIVENESS = 1 << 5,
  DEMO_PART_VARIABLES = 1 << 6,
  DEMO_PART_MEMORY = 1 << 7,
  DEMO_PART_PROGRAMS = 1 << 8,
  DEMO_PART_EXCHANGES = 1 << 9,
  DEMO_PART_VERTICES = 1 << 10,
  DEMO_PART_OPTIONS = 1 << 11,
  DEMO_PART_TRACE = 1 << 12, /* what the compiler did, and when */
  DEMO_PART_PROFILE = 1 << 13,
} DemoParts;

/* Bytes of the images of tiles: as sizes only, or in the file. */
typedef enum { DEMO_ARCHIVE_SIZES, DEMO_ARCHIVE_FULL } DemoArchive;

/* 0, NULL and FALSE: as the preset says. */
typedef struct {
  guint64 seed;       /* the same seed, the same bytes */
  gboolean overflow;  /* one tile needs more memory than there is */
  gboolean force;     /* overwrite a report that is not ours */
  const char *preset; /* NULL: a small encoder on two IPUs */
  guint ipus, tiles, replicas, runs, layers;
  guint64 steps, variables;
  DemoLevel level;
  DemoParts without;
  DemoArchive archive;
  gboolean cut_debug;         /* end debug.cbor in the middle, as a killed run does */
  gboolean skip_idle;         /* give archive.a no ELF for tiles that do nothing */
  const char *const *plants;  /* "KIND=VALUE"; NULL-terminated, or NULL */
  const char *const *changes; /* "KEY" or "KEY=VALUE"; the same */
  const char *plant_file;     /* where the kinds of all variables are written; NULL: nowhere, but
                                 beside a report with a plant "oom=…" */
} DemoOptions;

/* The names of parts, NULL-terminated, for help and messages. */
const char *const *demo_part_names (void);
/* From a list with commas; FALSE with @error that lists the names if one is unknown. */
gboolean demo_parse_parts (const char *text, DemoParts *parts, GError **error);
gboolean demo_parse_level (const char *text, DemoLevel *level, GError **error);

/* @fraction: of the work done, 0 to 1; @text: what is being done. */
typedef void (*DemoProgress) (double fraction, const char *text, gpointer user_data);

/**
 * demo_write_report:
 * @dir: made with its parents if it is not there
 * @progress: (nullable): called on this thread
 * @cancellable: (nullable): ends it early, with G_IO_ERROR_CANCELLED
 *
 * All files are written under temporary names and renamed at the end, so that a report is whole or
 * not there. Files of an earlier report of ours that this one leaves out are removed.
 *
 * Returns: FALSE with @error if the report cannot be written, or may not (POPLENS_ERROR_USAGE)
 */
gboolean demo_write_report (const char *dir, const DemoOptions *options, DemoProgress progress,
                            gpointer user_data, GCancellable *cancellable, GError **error);

G_END_DECLS
