/* Writes a synthetic report in the real format: profile.pop, archive.a, debug.cbor, framework.json
 * and app.json. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Value of poplar_version.package_hash in reports of this generator. Other reports are overwritten
 * only with --force. */
#define DEMO_PACKAGE_HASH "poplens-demo"

/* Level at which a run is measured. */
typedef enum {
  DEMO_LEVEL_DEFAULT,
  DEMO_LEVEL_NONE,
  DEMO_LEVEL_IPU,
  DEMO_LEVEL_TILE,
  DEMO_LEVEL_BLOCKS, /* lightweight profiling only: no steps */
} DemoLevel;

/* Parts of a report that can be left out, as options of Poplar's engine can do. */
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
  DEMO_PART_TRACE = 1 << 12, /* compile times */
  DEMO_PART_PROFILE = 1 << 13,
} DemoParts;

/* Contents of the tile images in archive.a: sizes only, or bytes too. */
typedef enum { DEMO_ARCHIVE_SIZES, DEMO_ARCHIVE_FULL } DemoArchive;

/* Options of the generator. 0, NULL and FALSE: as in the preset. */
typedef struct {
  guint64 seed;       /* the same seed gives the same bytes */
  gboolean overflow;  /* one tile needs more memory than it has */
  gboolean force;     /* also overwrite files that this program did not write */
  const char *preset; /* (nullable): NULL: a small encoder on two IPUs */
  guint ipus, tiles, replicas, runs, layers;
  guint64 steps, variables;
  DemoLevel level;
  DemoParts without;
  DemoArchive archive;
  gboolean cut_debug;         /* end debug.cbor in the middle, as after a kill */
  gboolean skip_idle;         /* write no ELF for idle tiles to archive.a */
  const char *const *plants;  /* (nullable) "KIND=VALUE", NULL-terminated */
  const char *const *changes; /* (nullable) "KEY" or "KEY=VALUE", NULL-terminated */
  /* (nullable): file for the ground truth, with the kinds of all variables. NULL: a file beside the
   * report if a cause "oom=…" is planted, else none. */
  const char *plant_file;
} DemoOptions;

/* Returns the names of parts, NULL-terminated, for help and messages. (static) */
const char *const *demo_part_names (void);
/* Parses a comma-separated list of part names. FALSE with @error, which lists the known names, if a
 * name is unknown. */
gboolean demo_parse_parts (const char *text, DemoParts *parts, GError **error);
gboolean demo_parse_level (const char *text, DemoLevel *level, GError **error);

/* @fraction: done so far, 0 to 1; @text: the current activity. */
typedef void (*DemoProgress) (double fraction, const char *text, gpointer user_data);

/* Writes a report to @dir. Files have temporary names until all are complete, so that a report is
 * complete or absent. Removes files of an earlier demo report that the new report lacks. @dir:
 * created with its parents if necessary. @progress: (nullable): called on this thread.
 * @cancellable: (nullable): stops with G_IO_ERROR_CANCELLED. FALSE with @error: POPLENS_ERROR_USAGE
 * if @dir cannot be written, or contains files of another program. */
gboolean demo_write_report (const char *dir, const DemoOptions *options, DemoProgress progress,
                            gpointer user_data, GCancellable *cancellable, GError **error);

G_END_DECLS
