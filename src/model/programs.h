/* Program tree (tables programs and program_type_*). */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_PROGRAM G_MAXUINT32
#define POPLENS_NO_ROW G_MAXUINT32

/* Types of programs that Poplens knows. The name in the file is in .type_name, as ids and names
 * differ between files. */
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
  POPLENS_PROGRAM_OTHER, /* named in program_types, without a known table */
} PoplensProgramKind;

/* Compilation steps that are read at most; the file may have more. */
#define POPLENS_MOST_COMPILATION_STEPS 64

/* Rows are the programs of one compilation step (the first, if the file has several), by id. */
typedef struct _PoplensPrograms PoplensPrograms;
struct _PoplensPrograms {
  PoplensStrings *strings;
  guint32 n;
  guint32 *id;
  guint8 *kind;           /* PoplensProgramKind */
  guint32 *type_name;     /* PoplensStrings id: "OnTileExecute", "Unknown" */
  guint32 *variant_index; /* id in the table of its type, or POPLENS_NO_ROW */
  guint32
      *name; /* PoplensStrings id; of an OnTileExecute without a name: name of its compute set */
  guint32 *streams; /* PoplensStrings id: of parts of a StreamCopy, the joined names of its streams;
                       else 0 */
  guint32 *debug_id;          /* id of the debug context; 0: none */
  guint32 *compute_set;       /* id of the compute set of an OnTileExecute; else POPLENS_NO_ROW */
  gint64 *detail;             /* function id of a Call, count of a Repeat; −1: neither */
  guint32 *detail_text;       /* PoplensStrings id: sync type */
  PoplensLists *children;     /* program ids of the children, for each program */
  PoplensLists *control_code; /* bytes by tile, including the children */
  PoplensLists *tiles; /* numbers of the tiles of a Sans or SyncAns; absent for other programs */

  guint32 n_control; /* entry points (table control_programs): program ids, by entry id */
  guint32 *control_id, *control_program;
  guint32 n_functions;
  guint32 *function_id, *function_program;

  /* TRUE if the file has several compilation steps (none seen so far): program ids are then
   * ambiguous. Liveness and execution name programs by id alone; these ids are resolved in the
   * first step. */
  gboolean ambiguous;
  guint32 n_steps;   /* compilation steps of the file */
  char *step;        /* key of this step in a location: its id, "none" if it is NULL */
  char *step_name;   /* name from the table compilation_steps; may be "" */
  gboolean is_other; /* TRUE for an entry of .others */
  /* PoplensPrograms: the other steps in file order, up to POPLENS_MOST_COMPILATION_STEPS; NULL:
   * none */
  GPtrArray *others;
};

PoplensPrograms *poplens_programs_new (void);
void poplens_programs_free (PoplensPrograms *self);
/* Finds the programs of a compilation step, in @self and its .others, by its key in a location.
 * @step: (nullable): NULL: @self. (transfer none) (nullable) */
const PoplensPrograms *poplens_programs_of_step (const PoplensPrograms *self, const char *step);
/* Returns the row of a program id, or POPLENS_NO_ROW. */
guint32 poplens_programs_find (const PoplensPrograms *self, guint32 id);
/* Returns the name of a program, or the streams of a part of a StreamCopy, which has no name in the
 * file. May be "". */
const char *poplens_programs_name (const PoplensPrograms *self, guint32 row);
/* Returns the same as poplens_programs_name () or, if that is "", the type. For places that do not
 * also show the type. */
const char *poplens_programs_name_or_type (const PoplensPrograms *self, guint32 row);
/* Returns the name for a sentence: the program's own, else its type, as streams alone do not say
 * what it does. Never "". */
const char *poplens_programs_label (const PoplensPrograms *self, guint32 row);
/* Finds the kind by its name in program_types. */
PoplensProgramKind poplens_program_kind_parse (const char *type_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPrograms, poplens_programs_free)

G_END_DECLS
