/* The synthetic model: what compiler and run would have produced, before it is written.
 *
 * A family is what one unlowered variable, or one piece of code, becomes on the tiles: at most one
 * lowered variable per tile. network.c makes families, compute sets, exchanges and programs;
 * layout.c gives the variables offsets; everything else in the file is derived from those. Ids are
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

/* var_categories.id */
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

/* vars_info.bitset */
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

/* program_types.id. Values of call, if and global exchange are guesses: real files with them are
 * not known. */
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

/* When the variables of a DemoFamily are live: during its .spans (DEMO_LISTED), or always. Code,
 * state and data that are always live are separate equivalence classes. */
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
  guint group;     /* id in unlowered_vars under which the bytes are summed by class */
  guint class_id;
  GArray *apart; /* guint: DemoFamily indices that must not share a memory element with this one */
  guint32 *size; /* [n_kinds] bytes on a tile of each kind; 0: the tile has no such variable */
  guint32
      *usual; /* (nullable) [n_kinds] bytes without --change and planted causes; NULL: as .size */
  DemoPurpose purpose;
  guint number;  /* seed of its random values; the same with and without --change */
  guint32 *rank; /* [n_kinds] index among the variables of a tile of each kind; valid if .size is
                    not 0 */
  guint context; /* index of its debug context in DemoModel.contexts, or DEMO_NONE */
} DemoFamily;

typedef struct {
  DemoProgramType type;
  gint64 index; /* row in the table of programs of this type, or −1 */
  char *name;   /* (nullable) */
  guint parent; /* index of the parent program, or DEMO_NONE */
  GArray *children;
  guint own;        /* bytes of control code on every tile, without that of the children */
  guint32 *control; /* [n_kinds] bytes of control code, including that of the children */
  guint step;       /* row in depth_first_steps; DEMO_NONE for a program inside a function */
  guint context;    /* index of its debug context in DemoModel.contexts, or DEMO_NONE */
  gboolean
      again; /* TRUE for a recomputation, which has no row of its own in the table of its type */
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
      length; /* range of bytes in the variable, clipped to its size; .length 0: up to its end */
} DemoRegion;

typedef struct {
  gboolean global;
  gboolean all_tiles; /* TRUE if the exchange also waits for the tiles that serve streams */
  guint64 ipus;       /* bit mask of the IPUs that take part */
  guint index;        /* index among the exchanges with the same .global */
  guint program;
  GArray *sources, *targets; /* DemoRegion */
  guint32 *sent, *received, *code,
      *cycles; /* [n_kinds] bytes sent, received and of code, and cycles, on a tile of each kind */
} DemoExchange;

typedef struct {
  const char *stream; /* (nullable) (static): name of the stream; NULL: a copy of time stamps */
  gboolean to_host, remote;
  DemoRegion region;
} DemoHostCopy;

typedef struct {
  gboolean overlapped; /* runs on the tiles that serve streams, in parallel with the others */
  guint wait;          /* cycles that the host takes, on average */
  guint jitter;        /* upper limit of a random delay that is added to .wait, cycles */
  guint late;          /* planted delay of the host in each execution, cycles */
  GArray *copies; /* DemoHostCopy: the copies of the program; with instrumentation, then one of time
                     stamps */
  guint32 *sent, *received, *cycles;
  guint8 *here; /* [n_kinds] TRUE if tiles of the kind take part */
} DemoStreamCopy;

/* A set of tiles that differ only in their number: with the same variables at the same addresses,
 * and the same cycles. In a small report each tile is a kind of its own; in a large one most share
 * a kind, as in real reports. All values by tile are stored by kind. */
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
  GArray *sans;             /* GArray of tiles, shared by Sans and SyncAns with the same index */
  GArray *open;             /* guint: stack of programs to which children are being added */
  GArray *states;  /* guint: DemoFamily indices of the optimiser's state, ordered by layer */
  guint n_numbers; /* number of families that the model has without --change */
  gboolean extra;  /* TRUE while elements are added that only a --change needs */
  GArray *classes; /* DemoClass (liveness.h) */
  guint n_steps;
  guint profile_info;  /* DemoFamily index of the time stamps */
  guint n_types;       /* number of vertex types */
  guint *codelet;      /* [n_types] DemoFamily index of each vertex type's code */
  guint filler;        /* DemoFamily index of the variable that fills the full tile */
  guint filler_bytes;  /* bytes of .filler on the full tile; 0: all remaining memory */
  guint packets;       /* DemoFamily index of the packets of stream copies */
  guint32 *first_var;  /* [n_tiles + 1] number of the first variable of each tile */
  guint32 *first_slot; /* [n_kinds + 1] first index of each kind's variables in .offset, .order and
                          .family */
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

/* Consumes the number of one DemoFamily without adding it, so that random values of the others stay
 * the same. */
void demo_family_skip (DemoModel *self);
/* Adds a DemoFamily whose sizes are still to be set. @base: "" for a variable without a name.
 * Returns its index. */
guint demo_family_new (DemoModel *self, DemoCategory category, const char *base, DemoSuffix suffix,
                       guint bits, guint alignment, DemoLife life);
void demo_family_live (DemoModel *self, guint family, guint first, guint last);
/* Gives the variables of @family an entry of their own in unlowered_vars. */
void demo_family_name (DemoModel *self, guint family, const char *name);
/* Records that variables of the families @a and @b must not share a memory element. */
void demo_family_apart (DemoModel *self, guint a, guint b);
/* Writes the suffix of the variable's name on @tile, where it is piece @piece of its family, to
 * @out [DEMO_SUFFIX_BYTES]. */
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
/* Adds a program without children. @control: bytes of control code on tiles for which @where is not
 * 0; @where: (nullable): NULL: every tile. Returns its id. */
guint demo_leaf (DemoModel *self, DemoProgramType type, gint64 index, const char *name,
                 guint control, const guint32 *where);
/* Returns the index of the program added last. */
guint demo_last (const DemoModel *self);

/* Sorts the tiles of a new model into kinds, one IPU after the other. */
void demo_make_kinds (DemoModel *self);
/* TRUE if tiles of @kind compute: not the idle tile, and not those that serve streams. */
gboolean demo_computes (const DemoModel *self, guint kind);
#define demo_ipu(m, kind) ((m)->kinds[kind].ipu)
#define demo_serves_streams(m, kind) ((m)->kinds[kind].streams)
/* Returns the mask of all IPUs. */
guint64 demo_all_ipus (const DemoModel *self);
/* Converts values by kind of tile into values by tile. @ipu: DEMO_NONE: the tiles of all IPUs.
 * (transfer full) */
guint32 *demo_by_tile (const DemoModel *self, const guint32 *by_kind, guint ipu);
/* Index in .offset and .family of the variable with number @var, which is on @tile. */
#define demo_slot(m, tile, var)                                                                    \
  ((m)->first_slot[(m)->kind_of[tile]] + ((var) - (m)->first_var[tile]))

G_END_DECLS
