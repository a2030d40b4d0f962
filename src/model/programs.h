/* The program tree (programs and the program_type_* tables). */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_PROGRAM G_MAXUINT32
#define POPLENS_NO_ROW G_MAXUINT32

/* What the program does with a type that Poplens knows; the file's own name of the type is kept
 * beside it (type_name), as ids and names differ between files. */
typedef enum {
  POPLENS_PROGRAM_UNKNOWN,
  POPLENS_PROGRAM_SEQUENCE,
  POPLENS_PROGRAM_ON_TILE_EXECUTE,
  POPLENS_PROGRAM_REPEAT,
  POPLENS_PROGRAM_REPEAT_WHILE,
  POPLENS_PROGRAM_CALL,
  POPLENS_PROGRAM_DO_EXCHANGE,
  POPLENS_PROGRAM_GLOBAL_EXCHANGE,
  POPLENS_PROGRAM_STREAM_COPY_BEGIN,
  POPLENS_PROGRAM_STREAM_COPY_MID,
  POPLENS_PROGRAM_STREAM_COPY_END,
  POPLENS_PROGRAM_CODE_COPY,
  POPLENS_PROGRAM_SYNC,
  POPLENS_PROGRAM_SANS,
  POPLENS_PROGRAM_SYNC_ANS,
  POPLENS_PROGRAM_OTHER, /* named in program_types, without a table that is read */
} PoplensProgramKind;

/* Compilation steps that are read; a file may name more. */
#define POPLENS_MOST_COMPILATION_STEPS 64

/* Rows are programs by id, of one compilation step: the file's only one, else its first. */
typedef struct _PoplensPrograms PoplensPrograms;
struct _PoplensPrograms {
  PoplensStrings *strings;
  guint32 n;
  guint32 *id;
  guint8 *kind;           /* PoplensProgramKind */
  guint32 *type_name;     /* string: "OnTileExecute", "Unknown" */
  guint32 *variant_index; /* id in that type's table; POPLENS_NO_ROW */
  guint32 *name;          /* string; OnTileExecute: the compute set's where it has none itself */
  guint32 *streams;       /* string: parts of a StreamCopy: the streams it copies, joined; else 0 */
  guint32 *debug_id;      /* 0: none */
  guint32 *compute_set;   /* OnTileExecute: compute set id, else POPLENS_NO_ROW */
  gint64 *detail;         /* Call: function id; Repeat: count; -1: none */
  guint32 *detail_text;   /* string: sync type */
  PoplensLists *children; /* program ids */
  PoplensLists *control_code; /* bytes by tile, of the program and its children */
  PoplensLists *tiles;        /* Sans, SyncAns: the tiles; else absent */

  guint32 n_control; /* control_programs: entry points, program ids by entry id */
  guint32 *control_id, *control_program;
  guint32 n_functions;
  guint32 *function_id, *function_program;

  /* TRUE where the file has several compilation steps [no real file has]: program ids are then
   * ambiguous, and what names a program by its id alone, as liveness and the execution do, is taken
   * to mean the first step's. */
  gboolean ambiguous;
  guint32 n_steps;   /* compilation steps of the file */
  char *step;        /* that of these rows as a location names it: its id, "none" for NULL */
  char *step_name;   /* from compilation_steps; "" */
  gboolean is_other; /* not the first step's: one of its .others */
  GPtrArray *others; /* PoplensPrograms: the other steps, in their order, not more than the above;
                      * NULL: none */
};

PoplensPrograms *poplens_programs_new (void);
void poplens_programs_free (PoplensPrograms *self);
/* Programs of the compilation step that a location names so, of @self and its others; NULL: there
 * is none. @step: (nullable): @self */
const PoplensPrograms *poplens_programs_of_step (const PoplensPrograms *self, const char *step);
/* Row of a program id, or POPLENS_NO_ROW. */
guint32 poplens_programs_find (const PoplensPrograms *self, guint32 id);
/* Its name; of the parts of a StreamCopy, which have none in the file, the streams. Maybe "". */
const char *poplens_programs_name (const PoplensPrograms *self, guint32 row);
/* The above, else the type's: where the type stands beside it. Never "". */
const char *poplens_programs_name_or_type (const PoplensPrograms *self, guint32 row);
/* Name for a sentence: its own, else the type's, as streams alone would not say what it does. Never
 * "". */
const char *poplens_programs_label (const PoplensPrograms *self, guint32 row);
/* From a type's name in program_types. */
PoplensProgramKind poplens_program_kind_parse (const char *type_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPrograms, poplens_programs_free)

G_END_DECLS
