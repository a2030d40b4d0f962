/* Tables of variable categories and vertex types, with sizes like real ones. */
#include "demo/vertex-types.h"

#include "demo/model.h"

/* ---- kinds of data --------------------------------------------------------------------------- */

static const struct {
  const char *name, *description;
} categories[DEMO_CATEGORIES] = {
    {"variable", "Data of the user's program"},
    {"multiple", "Data of several categories in one variable"},
    {"controlId", "Numbers of programs and of synchronisations"},
    {"message", "What an internal exchange sends or receives"},
    {"hostMessage", "What is sent to or received from the host"},
    {"globalMessage", "What an exchange between IPUs sends or receives"},
    {"rearrangement", "Data in another order"},
    {"outputEdge", "Outputs of vertices before their exchange"},
    {"constant", "Constants of the user's program"},
    {"hostExchangePacketHeader", "Headers of packets to the host"},
    {"globalExchangePacketHeader", "Headers of packets to other IPUs"},
    {"stack", "Stacks of the supervisor and its workers"},
    {"vertexInstanceState", "The vertices themselves"},
    {"copyDescriptor", "What copying vertices copy"},
    {"vectorListDescriptor", "Where the parts of lists of vectors lie"},
    {"vertexFieldData", "Fields of vertices whose size varies"},
    {"controlTable", "No longer used"},
    {"controlCode", "Code of programs"},
    {"vertexCode", "Code of vertices"},
    {"internalExchangeCode", "Code of internal exchanges"},
    {"hostExchangeCode", "Code of exchanges with the host"},
    {"globalExchangeCode", "Code of exchanges between IPUs"},
    {"instrumentationResults", "Profiling results"},
    {"dwarf", "Debug information"},
    {"sharedCodeStorage", "No longer used"},
    {"sharedDataStorage", "No longer used"},
    {"sharedStructureState", "No longer used"},
};

const char *
demo_category_name (guint id)
{
  return categories[id].name;
}

void
demo_write_categories (DemoDb *db)
{
  for (guint i = 0; i < DEMO_CATEGORIES; i++)
    demo_db_row (db, "var_categories", "iss", DEMO_I (i), categories[i].name,
                 categories[i].description);
}

/* ---- vertex types ---------------------------------------------------------------------------- */

static const DemoVertexType types[DEMO_VERTEX_TYPES] = {
    {"poplin::ConvPartial1x1Out<half,half,true,false,16,4,false>", "asm", 0, 12, 24, 4, 24, FALSE,
     0, 1312, 3},
    {"poplin::ConvPartialnx1<half,float,true,false,16,4,false>", "asm", 0, 16, 36, 4, 40, FALSE, 0,
     2040, 4},
    {"popops::ReduceAdd<half,half,false,false>", "asm", 0, 8, 8, 0, 0, FALSE, 0, 620, 5},
    {"popops::ContinuousReduce<popops::ReduceAdd,float,float,false>", "asm", 0, 8, 4, 0, 0, FALSE,
     0, 448, 2},
    {"popnn::NonLinearity1D<half,popnn::NonLinearityType::GELU>", "asm", 0, 4, 8, 0, 0, FALSE, 0,
     356, 2},
    {"popnn::NonLinearityGrad1D<half,popnn::NonLinearityType::GELU>", "asm", 0, 12, 4, 0, 0, FALSE,
     0, 404, 3},
    {"popops::UnaryOp1D<popops::expr::UnaryOpType::EXPONENT,half>", "asm", 0, 8, 4, 0, 0, FALSE, 0,
     280, 2},
    {"popops::BinaryOp1D<popops::expr::BinaryOpType::MULTIPLY,half>", "asm", 0, 12, 4, 0, 0, FALSE,
     0, 304, 3},
    {"popops::BroadcastVectorInner2D<popops::expr::BinaryOpType::MULTIPLY,half>", "asm", 0, 8, 12,
     0, 0, FALSE, 24, 512, 4},
    {"popops::MultiSlice<half>", "c++", 0, 12, 16, 4, 0, FALSE, 0, 388, 3},
    {"popops::MultiUpdateAdd<half,half,false>", "c++", 0, 16, 16, 4, 0, FALSE, 0, 472, 4},
    {"popnn::LossCrossEntropyTransform<half>", "c++", 0, 20, 12, 0, 0, FALSE, 0, 336, 5},
    {"popops::EncodeOneHot<unsigned int,half>", "c++", 0, 8, 16, 0, 0, FALSE, 0, 144, 2},
    {"popops::ScaledAddSupervisor<half,half,float,false,false>", "asm", 0, 12, 4, 0, 0, FALSE, 0,
     264, 3},
    {"popops::map::ADDu_MULTIPLYu_half_1__half_2__d_half_3__d1111", "c++", 0, 16, 8, 0, 0, FALSE, 0,
     408, 4},
    {"poplin::Transpose2D<half>", "asm", 0, 8, 8, 0, 0, FALSE, 16, 520, 2},
    {"poplar_rt::ShortMemcpy", "asm", 8, 0, 0, 0, 0, TRUE, 12, 24, 2},
    {"poplar_rt::StridedCopyDA64", "asm", 12, 0, 0, 0, 0, TRUE, 16, 84, 2},
    {"popops::BinaryOp1D<popops::expr::BinaryOpType::LESS_THAN,float>", "c++", 0, 12, 0, 0, 0,
     FALSE, 0, 112, 3},
    {"poplar_rt::InstrumentationDumpStep", "c++", 0, 12, 8, 0, 0, FALSE, 0, 128, 3},
    {"poplar_rt::Decrement", "c++", 0, 4, 0, 0, 0, FALSE, 0, 24, 1},
};

guint
demo_vertex_type_own (const DemoModel *m, guint id, guint layer)
{
  return m->plan->oom.cause == DEMO_OOM_CODE ? id + DEMO_VERTEX_TYPES * (layer + 1) : id;
}

const DemoVertexType *
demo_vertex_type (guint id)
{
  return &types[id % DEMO_VERTEX_TYPES];
}

char *
demo_vertex_type_name (guint id)
{
  const char *name = demo_vertex_type (id)->name;

  if (id < DEMO_VERTEX_TYPES)
    return g_strdup (name);
  return g_strdup_printf ("%s_layer%u", name, id / DEMO_VERTEX_TYPES - 1);
}

guint
demo_vertex_code (const DemoModel *m, guint id)
{
  guint code = demo_vertex_type (id)->code;

  return id < DEMO_VERTEX_TYPES ? code : (guint) (code * m->plan->oom.factor) / 4 * 4;
}

guint
demo_vertex_size (guint id)
{
  const DemoVertexType *type = demo_vertex_type (id);

  return type->copy_ptr + type->edge_ptr + type->data + type->padding;
}
