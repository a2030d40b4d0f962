/* The plan for a report: the options, completed by the preset. */
#pragma once

#include "demo/change.h"
#include "demo/demo.h"
#include "demo/oom.h"
#include "demo/plant.h"

G_BEGIN_DECLS

typedef enum {
  DEMO_NET_ENCODER,
  DEMO_NET_MNIST,
  DEMO_NET_RESNET50,
  DEMO_NET_BERT,
  DEMO_NET_PLAIN
} DemoNet;
typedef enum { DEMO_TENSORFLOW, DEMO_POPTORCH } DemoFramework;

typedef struct {
  const char *preset; /* (static) name; "" for the small encoder */
  DemoNet net;
  DemoFramework framework;
  guint64 seed;
  gboolean overflow; /* TRUE: one tile needs more memory than it has; in the preset "out-of-memory"
                        all tiles do */
  guint ipus, tiles, replicas, runs;
  guint io_tiles; /* number of tiles at the end of each IPU that serve streams while the others
                     compute */
  gboolean alike; /* many tiles share a DemoKind; FALSE: each tile has a DemoKind of its own */
  gboolean flat;  /* all tiles have the same load */
  guint layers;   /* encoder layers or residual blocks */
  guint pieces;   /* number of parts into which a large operation is split */
  guint spread;   /* tiles of each operation, as a percentage of the usual number */
  guint percent;  /* bytes of tensors, as a percentage of the usual size */
  guint work;     /* cycles of operations, as a percentage of the usual cycles */
  guint input; /* bytes of input per step on each tile that serves streams; labels take half as many
                */
  guint repeats;     /* iterations of the training step in a run; ignored if .steps is set */
  guint64 steps;     /* approximate number of steps executed on each IPU; 0: as given by .repeats */
  guint64 variables; /* minimum number of lowered variables; 0: none */
  guint contexts;    /* approximate number of debug contexts that each library call makes */
  DemoLevel level;
  DemoParts without;
  DemoArchive archive;
  gboolean cut_debug; /* debug.cbor ends in the middle, as after a kill */
  gboolean skip_idle; /* archive.a has no ELF image for idle tiles */
  DemoPlant plants[DEMO_MOST_PLANTS];
  guint n_plants;
  DemoChange change;
  DemoOom oom;
} DemoPlan;

/* TRUE if the model is run, not only compiled. */
gboolean demo_runs (const DemoPlan *plan);
/* TRUE if the model is compiled with instrumentation. */
gboolean demo_is_instrumented (const DemoPlan *plan);

/* Makes @plan from the options and the preset. FALSE with POPLENS_ERROR_USAGE if the options
 * contradict each other or the preset. */
gboolean demo_plan_resolve (const DemoOptions *options, DemoPlan *plan, GError **error);

G_END_DECLS
