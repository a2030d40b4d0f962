/* The synthetic model, from which the files of a report are written. A DemoFamily is one unlowered
 * variable, or one piece of code: at most one lowered variable on each tile. network.c makes the
 * families, compute sets, exchanges and programs; layout.c sets the offsets of variables. Ids are
 * indices. */
#pragma once

#include "demo/contexts.h"
#include "demo/plan.h"
#include "demo/purpose.h"

G_BEGIN_DECLS

#define DEMO_BYTES_PER_TILE 638976
#define DEMO_INTERLEAVED_START 212992
#define DEMO_CLOCK_HZ 1850000000
#define DEMO_MAX_IPUS 64
#define DEMO_NONE G_MAXUINT
#define DEMO_I(x) ((gint64) (x))

/* Category of a variable: its value is the id in the table var_categories. */
typedef enum {
  DEMO_VARIABLE,
  DEMO_MULTIPLE,
  DEMO_CONTROL_ID,
  DEMO_MESSAGE,
  DEMO_HOST_MESSAGE,
  DEMO_GLOBAL_MESSAGE,
  DEMO_REARRANGEMENT,
  DEMO_OUTPUT_EDGE,
  DEMO_CONSTANT,
  DEMO_HOST_HEADER,
  DEMO_GLOBAL_HEADER,
  DEMO_STACK,
  DEMO_VERTEX_STATE,
  DEMO_COPY_DESCRIPTOR,
  DEMO_LIST_DESCRIPTOR,
  DEMO_FIELD_DATA,
  DEMO_CONTROL_TABLE,
  DEMO_CONTROL_CODE,
  DEMO_VERTEX_CODE,
  DEMO_INTERNAL_CODE,
  DEMO_HOST_CODE,
  DEMO_GLOBAL_CODE,
  DEMO_INSTRUMENTATION,
  DEMO_DWARF,
  DEMO_CATEGORIES = 27,
} DemoCategory;

/* Bits of the column "bitset" of the table vars_info. */
enum {
  DEMO_ALLOCATED = 1 << 0,
  DEMO_IS_CONSTANT = 1 << 1,
  DEMO_ALWAYS_LIVE = 1 << 2,
  DEMO_EXECUTABLE = 1 << 3,
  DEMO_IS_VERTEX_CODE = 1 << 4,
  DEMO_START_SECTION = 1 << 6,
  DEMO_INTERLEAVED = 1 << 7,
  DEMO_BY_VERTEX = 1 << 8,
};

/* Type of a program: its value is the id in the table program_types. The values of call, if and
 * global exchange are guesses, as no real file with such a program is known. */
typedef enum {
  DEMO_SEQUENCE = 1,
  DEMO_ON_TILE_EXECUTE = 2,
  DEMO_REPEAT = 3,
  DEMO_REPEAT_WHILE = 4,
  DEMO_CALL = 8,
  DEMO_SWITCH = 9,
  DEMO_DO_EXCHANGE = 11,
  DEMO_GLOBAL_EXCHANGE = 12,
  DEMO_STREAM_BEGIN = 17,
  DEMO_STREAM_MID = 18,
  DEMO_STREAM_END = 19,
  DEMO_WRITE_UNDEF = 20,
  DEMO_SET_CONSENSUS = 23,
  DEMO_SYNC = 25,
  DEMO_SANS = 27,
  DEMO_SYNC_ANS = 28,
} DemoProgramType;

/* Form of the suffix that follows the base name in a variable's name. */
typedef enum {
  DEMO_SUFFIX_NONE,
  DEMO_SUFFIX_PIECE,
  DEMO_SUFFIX_TILE,
  DEMO_SUFFIX_TILE_0
} DemoSuffix;

/* When the variables of a DemoFamily are live. DEMO_LISTED: during its .spans; the other values:
 * always. Code, state and data each have their own equivalence class of liveness. */
typedef enum { DEMO_LISTED, DEMO_ALWAYS_CODE, DEMO_ALWAYS_STATE, DEMO_ALWAYS_DATA } DemoLife;

typedef struct {
  guint first, last; /* program indices, both inclusive */
} DemoSpan;

typedef struct {
  char *base;
  int prefix; /* N in the name "__vertexField_N_…"; −1: the name has no such prefix */
  DemoSuffix suffix;
  DemoCategory category;
  guint bits;
  guint alignment;
  DemoLife life;
  GArray *spans;   /* DemoSpan: programs during which the variables are live */
  guint unlowered; /* id in unlowered_vars, or DEMO_NONE */
  guint group;     /* id in unlowered_vars of the name under which the file sums these bytes */
  guint class_id;
  GArray *apart;  /* guint: DemoFamily indices; their variables must not share a memory element with
                     those of this DemoFamily */
  guint32 *size;  /* [n_kinds] bytes on a tile of each kind; 0: the tile has no such variable */
  guint32 *usual; /* (nullable) [n_kinds] bytes before --change and planted causes change .size;
                     NULL if nothing changes .size */
  DemoPurpose purpose;
  guint number;  /* seed of the family's random values; the same with and without --change */
  guint32 *rank; /* [n_kinds] index among the variables of a tile of each kind; valid if .size is
                    not 0 */
  guint context; /* index of its debug context in DemoModel.contexts, or DEMO_NONE */
} DemoFamily;

typedef struct {
  DemoProgramType type;
  gint64 index; /* row in the table of this program type, such as program_type_call; or −1 */
  char *name;   /* (nullable) */
  guint parent; /* index of the parent program, or DEMO_NONE */
  GArray *children;
  guint
      own; /* bytes of the program's own control code on every tile, without that of its children */
  guint32 *control; /* [n_kinds] bytes of control code, including that of the children */
  guint step;       /* row in depth_first_steps; DEMO_NONE for a program inside a function */
  guint context;    /* index of its debug context in DemoModel.contexts, or DEMO_NONE */
  gboolean again;   /* TRUE if the program repeats another one for recomputation, and reuses that
                       program's .index */
} DemoProgram;

typedef struct {
  guint type;
  guint state; /* DemoFamily index of the vertices' state */
  guint field; /* DemoFamily index of the vertices' fields, or DEMO_NONE */
  guint descriptor;
  guint32 *instances; /* [n_kinds] number of vertices on a tile of each kind */
} DemoVertices;

typedef struct {
  char *name;
  guint n_uses;
  DemoVertices uses[3];
  guint64 edges;
  GArray *families; /* guint: DemoFamily indices that its vertices use */
  guint32 *cycles;  /* [n_kinds] cycles on a tile of each kind */
  guint context;    /* index of its debug context in DemoModel.contexts, or DEMO_NONE */
} DemoComputeSet;

typedef struct {
  guint family;
  guint from,
      length; /* first byte in the variable, and number of bytes; .length 0: up to the end */
} DemoRegion;

typedef struct {
  gboolean global;
  gboolean all_tiles; /* TRUE if the exchange also waits for the tiles that serve streams */
  guint64 ipus;       /* bit mask of the IPUs that take part */
  guint index;        /* index among the exchanges with the same .global */
  guint program;
  GArray *sources, *targets; /* DemoRegion: memory that is sent, and memory that receives it */
  guint32 *sent, *received, *code, *cycles; /* [n_kinds] each: bytes sent, bytes received, bytes of
                                               code, and cycles of one tile */
} DemoExchange;

typedef struct {
  const char *
      stream; /* (nullable) (static): name of the stream; NULL if the copied data are time stamps */
  gboolean to_host, remote;
  DemoRegion region;
} DemoHostCopy;

typedef struct {
  gboolean overlapped; /* runs on the tiles that serve streams, in parallel with the others */
  guint wait;          /* cycles that the host takes, on average */
  guint jitter;        /* upper limit of a random delay that is added to .wait, cycles */
  guint late;          /* planted delay of the host in each execution, cycles */
  GArray *copies;      /* DemoHostCopy: one for each copy of the program */
  guint32 *sent, *received, *cycles;
  guint8 *here; /* [n_kinds] TRUE if tiles of the kind take part */
} DemoStreamCopy;

/* A set of tiles with the same variables, addresses and cycles. In a small report each tile has a
 * DemoKind; in a large one many tiles share a DemoKind, as in real reports. The model stores all
 * values by kind instead of by tile. */
typedef struct {
  guint ipu;
  guint phase;      /* the tile's number modulo 16, from which DemoSpread selects tiles */
  guint number;     /* seed of the kind's random values */
  guint sync_delay; /* cycles between the exchange's synchronisation and this tile */
  gboolean streams; /* TRUE if the tile serves streams while other tiles compute */
  double load;      /* factor of the tile's sizes and cycles, about 1 */
  guint first;      /* number of the first tile of this kind */
  guint n_tiles;
} DemoKind;

typedef struct {
  guint64 seed;
  gboolean overflow;
  const DemoPlan *plan;
  guint ipus, tiles_per_ipu, n_tiles; /* numbers of IPUs and tiles in one replica */
  guint full_kind, idle_kind;
  DemoKind *kinds;
  guint n_kinds;
  guint32 *kind_of;                    /* [n_tiles] index in .kinds of each tile */
  guint first_kind[DEMO_MAX_IPUS + 1]; /* [ipus + 1] first kind of each IPU */
  guint repeats;                       /* iterations of the training step in a run */
  guint
      late_start[2]; /* planted delays in cycles: before the first run, and before each later run */
  GArray *slow;      /* guint: planted additional cycles of each iteration of the first run */
  DemoContexts *contexts;
  GArray *families, *programs, *compute_sets, *exchanges, *streams, *functions;
  GPtrArray *unlowered;     /* char *: names of unlowered variables, by id */
  GHashTable *unlowered_id; /* name of an unlowered variable → id + 1 */
  GArray *sans; /* GArray of tiles; .index of a program of type Sans or SyncAns is an index in this
                   array */
  GArray *open; /* guint: stack of programs to which children are being added */
  GArray *states;  /* guint: DemoFamily indices of the optimiser's state, ordered by layer */
  guint n_numbers; /* next value of DemoFamily.number; families that only --change adds do not use
                      it */
  gboolean extra;  /* TRUE while adding elements that exist only because of --change */
  GArray *classes; /* DemoClass (liveness.h): equivalence classes of liveness */
  guint n_steps;
  guint profile_info; /* DemoFamily index of the time stamps */
  guint n_types;
  guint *codelet;     /* [n_types] DemoFamily index of each vertex type's code */
  guint filler;       /* DemoFamily index of the variable that fills up the tiles of .full_kind */
  guint filler_bytes; /* bytes of .filler on a tile of .full_kind; 0: all remaining memory */
  guint packets;      /* DemoFamily index of the packets of stream copies */
  guint32 *first_var; /* [n_tiles + 1] number of the first variable of each tile */
  guint32
      *first_slot; /* [n_kinds + 1] start of each kind's variables in .offset, .order and .family */
  guint32 *offset;
  guint32 *order; /* indices of a tile's variables in the order of allocation */
  guint32 *family;
} DemoModel;

DemoModel *demo_model_new (const DemoPlan *plan);
void demo_model_free (DemoModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DemoModel, demo_model_free)

#define demo_family(m, i) (&g_array_index ((m)->families, DemoFamily, i))
#define demo_program(m, i) (&g_array_index ((m)->programs, DemoProgram, i))
#define demo_compute_set(m, i) (&g_array_index ((m)->compute_sets, DemoComputeSet, i))
#define demo_exchange(m, i) (&g_array_index ((m)->exchanges, DemoExchange, i))
#define demo_stream(m, i) (&g_array_index ((m)->streams, DemoStreamCopy, i))

/* Skips one value of DemoFamily.number. So all later families keep their random values. */
void demo_family_skip (DemoModel *self);
/* Adds a DemoFamily whose sizes are still to be set. @base: "" for a variable without a name.
 * Returns its index. */
guint demo_family_new (DemoModel *self, DemoCategory category, const char *base, DemoSuffix suffix,
                       guint bits, guint alignment, DemoLife life);
void demo_family_live (DemoModel *self, guint family, guint first, guint last);
/* Adds @name to unlowered_vars, and links the variables of @family to it. */
void demo_family_name (DemoModel *self, guint family, const char *name);
/* Records that variables of the families @a and @b must not share a memory element. */
void demo_family_apart (DemoModel *self, guint a, guint b);
/* Writes the suffix of a variable's name to @out [DEMO_SUFFIX_BYTES]. @piece: index of the variable
 * among all variables of @family. */
#define DEMO_SUFFIX_BYTES 16
void demo_family_print (const DemoFamily *family, guint tile, guint piece, char *out);
const char *demo_program_type_name (DemoProgramType type);
guint demo_unlowered (DemoModel *self, const char *name);

/* Adds a program as last child of the open program, and opens it: programs added next are its
 * children. Programs are numbered in preorder. Returns its index. */
guint demo_open (DemoModel *self, DemoProgramType type, const char *name, guint own);
/* As demo_open (), but adds the program of a function, which has no parent. */
guint demo_open_function (DemoModel *self, const char *name);
void demo_close (DemoModel *self);
/* Adds a program without children. @control: bytes of its control code. @where: (nullable):
 * [n_kinds] not 0: tiles of this kind have the code; NULL: all tiles but the idle tile have it.
 * Returns the index of the program. */
guint demo_leaf (DemoModel *self, DemoProgramType type, gint64 index, const char *name,
                 guint control, const guint32 *where);
/* Returns the index of the program added last. */
guint demo_last (const DemoModel *self);

/* Sorts the tiles of a new model into kinds, one IPU after the other. */
void demo_make_kinds (DemoModel *self);
/* TRUE if tiles of @kind compute. The idle tile and tiles that serve streams do not. */
gboolean demo_computes (const DemoModel *self, guint kind);
#define demo_ipu(m, kind) ((m)->kinds[kind].ipu)
#define demo_serves_streams(m, kind) ((m)->kinds[kind].streams)
/* Returns the mask of all IPUs. */
guint64 demo_all_ipus (const DemoModel *self);
/* Converts values by kind of tile into values by tile of @ipu; DEMO_NONE: of all IPUs. (transfer
 * full) */
guint32 *demo_by_tile (const DemoModel *self, const guint32 *by_kind, guint ipu);
/* Index in .offset and .family of the variable with number @var, which is on @tile. */
#define demo_slot(m, tile, var)                                                                    \
  ((m)->first_slot[(m)->kind_of[tile]] + ((var) - (m)->first_var[tile]))

G_END_DECLS
