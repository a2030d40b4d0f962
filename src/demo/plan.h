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
  gboolean overflow; /* one tile, or in a preset that does not fit the whole model, needs more
                        memory than it has */
  guint ipus, tiles, replicas, runs;
  guint io_tiles;    /* last tiles of each IPU, which serve streams while the others compute */
  gboolean alike;    /* many tiles share a kind; FALSE: each tile is a kind of its own */
  gboolean flat;     /* all tiles have the same load */
  guint layers;      /* encoder layers or residual blocks */
  guint pieces;      /* number of pieces of a large operation */
  guint spread;      /* percentage of the usual tiles for each operation */
  guint percent;     /* percentage of the tensors' usual bytes */
  guint work;        /* percentage of the usual cycles */
  guint input;       /* bytes per step on each tile that serves streams; half as much for labels */
  guint repeats;     /* of the training step in a run, unless .steps is set */
  guint64 steps;     /* executed on each IPU, about; 0: as given by .repeats */
  guint64 variables; /* minimum number of lowered variables; 0: none */
  guint contexts;    /* debug contexts of each library call, about */
  DemoLevel level;
  DemoParts without;
  DemoArchive archive;
  gboolean cut_debug; /* debug.cbor ends in the middle, as after a kill */
  gboolean skip_idle; /* no ELF for idle tiles */
  DemoPlant plants[DEMO_MOST_PLANTS];
  guint n_plants;
  DemoChange change;
  DemoOom oom;
} DemoPlan;

/* TRUE if the model is run. */
gboolean demo_runs (const DemoPlan *plan);
/* TRUE if it is compiled with instrumentation. */
gboolean demo_is_instrumented (const DemoPlan *plan);

/* Completes the options. FALSE with POPLENS_ERROR_USAGE if they contradict each other or the
 * preset. */
gboolean demo_plan_resolve (const DemoOptions *options, DemoPlan *plan, GError **error);

G_END_DECLS
