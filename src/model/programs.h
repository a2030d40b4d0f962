/* Program tree (tables programs and program_type_*). */
#pragma once

#include "base/lists.h"
#include "base/strings.h"

G_BEGIN_DECLS

#define POPLENS_NO_PROGRAM G_MAXUINT32
#define POPLENS_NO_ROW G_MAXUINT32

/* Types of programs that Poplens knows. Files identify a type by its name, as ids of types differ
 * between files. */
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
  POPLENS_PROGRAM_OTHER, /* named in program_types, but not known to Poplens */
} PoplensProgramKind;

/* Most compilation steps that are read; the file may have more. */
#define POPLENS_MOST_COMPILATION_STEPS 64

/* Rows are the programs of one compilation step (the first, if the file has several), by id. */
typedef struct _PoplensPrograms PoplensPrograms;
struct _PoplensPrograms {
  PoplensStrings *strings;
  guint32 n;
  guint32 *id;
  guint8 *kind;       /* PoplensProgramKind */
  guint32 *type_name; /* PoplensStrings id: "OnTileExecute", "Unknown" */
  /* Id in the table of the program's type (program_type_*), or POPLENS_NO_ROW */
  guint32 *variant_index;
  /* PoplensStrings id; an OnTileExecute without a name has the name of its compute set */
  guint32 *name;
  /* PoplensStrings id: joined stream names of a StreamCopyBegin, …Mid or …End; 0: none */
  guint32 *streams;
  guint32 *debug_id;          /* id of the debug context; 0: none */
  guint32 *compute_set;       /* id of the compute set of an OnTileExecute; else POPLENS_NO_ROW */
  gint64 *detail;             /* function id of a Call, count of a Repeat; −1: neither */
  guint32 *detail_text;       /* PoplensStrings id: sync type */
  PoplensLists *children;     /* program ids of the children, for each program */
  PoplensLists *control_code; /* bytes of control code by tile, including children */
  PoplensLists *tiles; /* numbers of the tiles of a Sans or SyncAns; absent for other programs */
  /* Entry points (table control_programs) by entry id: .control_program has the program ids */

  guint32 n_control;
  guint32 *control_id, *control_program;
  guint32 n_functions;
  guint32 *function_id, *function_program;

  /* TRUE if the file has several compilation steps, so that program ids are ambiguous. Liveness and
   * execution name programs by id alone; these ids are resolved in the first step. */
  gboolean ambiguous;
  guint32 n_steps; /* compilation steps of the file */
  /* Value of the key "compilation" for this step: its id, or "none" if the id is NULL */
  char *step;
  char *step_name;   /* name from the table compilation_steps; may be "" */
  gboolean is_other; /* TRUE for an entry of .others */
  /* PoplensPrograms of the other compilation steps, in file order, at most
   * POPLENS_MOST_COMPILATION_STEPS; NULL: none */
  GPtrArray *others;
};

PoplensPrograms *poplens_programs_new (void);
void poplens_programs_free (PoplensPrograms *self);
/* Finds the programs of a compilation step in @self and its .others. @step: (nullable): value of
 * the key "compilation"; NULL returns @self. (transfer none) (nullable) */
const PoplensPrograms *poplens_programs_of_step (const PoplensPrograms *self, const char *step);
/* Returns the row of a program id, or POPLENS_NO_ROW. */
guint32 poplens_programs_find (const PoplensPrograms *self, guint32 id);
/* Returns the name of a program. For a StreamCopyBegin, …Mid or …End, which has no name, returns
 * the names of its streams. May be "". */
const char *poplens_programs_name (const PoplensPrograms *self, guint32 row);
/* Returns poplens_programs_name () or, if that is "", the name of the program's type. */
const char *poplens_programs_name_or_type (const PoplensPrograms *self, guint32 row);
/* Returns the name of a program for a sentence: its own name or else the name of its type, but not
 * its streams. Never "". */
const char *poplens_programs_label (const PoplensPrograms *self, guint32 row);
/* Finds the kind by its name in program_types. */
PoplensProgramKind poplens_program_kind_parse (const char *type_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPrograms, poplens_programs_free)

G_END_DECLS
