/* The synthetic model: what the compiler and the run would have produced, before it is written.
 *
 * A family is what one unlowered variable, or one piece of code, becomes on the tiles: at most one
 * lowered variable a tile. network.c makes families, compute sets, exchanges and programs; layout.c
 * gives the variables offsets; everything else in the file is derived from those. Ids are indices
 * everywhere. */
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

/* program_types.id; call, if and global exchange have not been seen in real files */
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

/* What follows a family's base name on a tile. */
typedef enum {
  DEMO_SUFFIX_NONE,
  DEMO_SUFFIX_PIECE,
  DEMO_SUFFIX_TILE,
  DEMO_SUFFIX_TILE_0
} DemoSuffix;

/* When a family is live: at listed programs, or always; two always-live kinds are two classes. */
typedef enum { DEMO_LISTED, DEMO_ALWAYS_CODE, DEMO_ALWAYS_STATE, DEMO_ALWAYS_DATA } DemoLife;

typedef struct {
  guint first, last; /* programs, both live */
} DemoSpan;

typedef struct {
  char *base;
  int prefix; /* of __vertexField_, or -1 */
  DemoSuffix suffix;
  DemoCategory category;
  guint bits;
  guint alignment;
  DemoLife life;
  GArray *spans;   /* DemoSpan */
  guint unlowered; /* id in unlowered_vars, or DEMO_NONE */
  guint group;     /* id in unlowered_vars under which bytes by class are summed */
  guint class_id;
  GArray *apart;  /* families that may not share a memory element with this one */
  guint32 *size;  /* by kind of tile, 0: none there */
  guint32 *usual; /* by kind, what it takes without changes and causes; NULL: @size */
  DemoPurpose purpose;
  guint number;  /* that chance is drawn for: the same with and without a change */
  guint32 *rank; /* by kind, its number among the tile's variables where size is not 0 */
  guint context; /* in DemoModel.contexts, or DEMO_NONE */
} DemoFamily;

typedef struct {
  DemoProgramType type;
  gint64 index; /* in the type's table, or -1 */
  char *name;   /* or NULL */
  guint parent; /* or DEMO_NONE */
  GArray *children;
  guint own;        /* bytes of control code on every tile */
  guint32 *control; /* bytes by kind of tile with those of the children */
  guint step;       /* in depth_first_steps, or DEMO_NONE in a function */
  guint context;    /* in DemoModel.contexts, or DEMO_NONE */
  gboolean again;   /* another program has the row in the type's table */
} DemoProgram;

typedef struct {
  guint type;
  guint state; /* family of the vertices' state */
  guint field; /* families, or DEMO_NONE */
  guint descriptor;
  guint32 *instances; /* by kind of tile */
} DemoVertices;

typedef struct {
  char *name;
  guint n_uses;
  DemoVertices uses[3];
  guint64 edges;
  GArray *families; /* that its vertices touch */
  guint32 *cycles;  /* by kind of tile */
  guint context;    /* in DemoModel.contexts, or DEMO_NONE */
} DemoComputeSet;

typedef struct {
  guint family;
  guint from, length; /* of the variable, cut to its size; length 0: all of it */
} DemoRegion;

typedef struct {
  gboolean global;
  gboolean all_tiles; /* waits for the stream tiles as well */
  guint64 ipus;       /* mask */
  guint index;        /* among those of its kind */
  guint program;
  GArray *sources, *targets;                /* DemoRegion */
  guint32 *sent, *received, *code, *cycles; /* by kind of tile */
} DemoExchange;

typedef struct {
  const char *stream; /* static; NULL: time stamps */
  gboolean to_host, remote;
  DemoRegion region;
} DemoHostCopy;

typedef struct {
  gboolean overlapped; /* on the stream tiles, while the others go on */
  guint wait;          /* cycles that the host takes, about */
  guint jitter;        /* up to so many more */
  guint late;          /* so many more each time: planted */
  GArray *copies;      /* DemoHostCopy; the first are the program's own, the last is timing */
  guint32 *sent, *received, *cycles;
  guint8 *here; /* by kind of tile: takes part */
} DemoStreamCopy;

/* Tiles that are alike in all but their number: the same variables at the same addresses, the same
 * cycles. In a small report each tile is a kind of its own; in a large one most share theirs, as
 * tiles of real reports do, and everything that is by tile is kept by kind. */
typedef struct {
  guint ipu;
  guint phase;      /* which part of the spreads it belongs to */
  guint number;     /* that chance is drawn for */
  guint sync_delay; /* cycles from the exchange's sync */
  gboolean streams; /* serves streams while others compute */
  double load;      /* about 1 */
  guint first;      /* tile */
  guint n_tiles;
} DemoKind;

typedef struct {
  guint64 seed;
  gboolean overflow;
  const DemoPlan *plan;
  guint ipus, tiles_per_ipu, n_tiles; /* of one replica */
  guint full_kind, idle_kind;
  DemoKind *kinds;
  guint n_kinds;
  guint32 *kind_of;                    /* by tile */
  guint first_kind[DEMO_MAX_IPUS + 1]; /* by IPU */
  guint repeats;                       /* of the training step in a run */
  guint late_start[2];                 /* planted: cycles of the first run, of all others */
  GArray *slow; /* guint, planted: cycles more by iteration of the first run; of the others none */
  DemoContexts *contexts;
  GArray *families, *programs, *compute_sets, *exchanges, *streams, *functions;
  GPtrArray *unlowered;     /* names by id */
  GHashTable *unlowered_id; /* name -> id + 1 */
  GArray *sans;             /* GArray of tiles, shared by Sans and SyncAns of one index */
  GArray *open;             /* programs whose children are being made */
  GArray *states;           /* guint: families of the optimiser's state, by layer */
  guint n_numbers;          /* of families that are there without any change */
  gboolean extra;           /* what is made now is there for a change alone */
  GArray *classes;          /* see liveness.h */
  guint n_steps;
  guint profile_info;  /* the family that holds time stamps */
  guint n_types;       /* of vertices */
  guint *codelet;      /* by vertex type, the family of its code */
  guint filler;        /* the family that fills the full tile */
  guint filler_bytes;  /* there, 0: as many as are left */
  guint packets;       /* the family that stream copies go through */
  guint32 *first_var;  /* by tile, and one more */
  guint32 *first_slot; /* by kind, and one more: the kind's variables in the three arrays below */
  guint32 *offset;
  guint32 *order; /* ranks in order of allocation */
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

/* One that is not made has its number nevertheless: chance stays the same for all others. */
void demo_family_skip (DemoModel *self);
/* A family without sizes; @base is "" for a variable without name. */
guint demo_family_new (DemoModel *self, DemoCategory category, const char *base, DemoSuffix suffix,
                       guint bits, guint alignment, DemoLife life);
void demo_family_live (DemoModel *self, guint family, guint first, guint last);
/* Gives the family a name of its own in unlowered_vars. */
void demo_family_name (DemoModel *self, guint family, const char *name);
/* The two may not share a memory element. */
void demo_family_apart (DemoModel *self, guint a, guint b);
/* The name of the variable on @tile, whose number among its family's pieces is @piece. */
#define DEMO_SUFFIX_BYTES 16
void demo_family_print (const DemoFamily *family, guint tile, guint piece, char *out);
const char *demo_program_type_name (DemoProgramType type);
guint demo_unlowered (DemoModel *self, const char *name);

/* Programs are made in preorder, below the one last opened. */
guint demo_open (DemoModel *self, DemoProgramType type, const char *name, guint own);
/* A function's program: a root of its own, wherever we are. */
guint demo_open_function (DemoModel *self, const char *name);
void demo_close (DemoModel *self);
/* @control: bytes of control code where @where is not 0; NULL: on every tile. */
guint demo_leaf (DemoModel *self, DemoProgramType type, gint64 index, const char *name,
                 guint control, const guint32 *where);
/* The last program made. */
guint demo_last (const DemoModel *self);

/* Sorts the tiles of a new model into kinds, those of an IPU one after the other. */
void demo_make_kinds (DemoModel *self);
/* Kinds that compute: not the idle one, not those that serve streams. */
gboolean demo_computes (const DemoModel *self, guint kind);
#define demo_ipu(m, kind) ((m)->kinds[kind].ipu)
#define demo_serves_streams(m, kind) ((m)->kinds[kind].streams)
/* The mask of all IPUs. */
guint64 demo_all_ipus (const DemoModel *self);
/* Values by kind as values by tile, for those of one IPU or, DEMO_NONE, for all. */
guint32 *demo_by_tile (const DemoModel *self, const guint32 *by_kind, guint ipu);
/* The slot of a variable of a tile in offset and family. */
#define demo_slot(m, tile, var)                                                                    \
  ((m)->first_slot[(m)->kind_of[tile]] + ((var) - (m)->first_var[tile]))

G_END_DECLS
