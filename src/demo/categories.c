#include "demo/categories.h"

#include "demo/model.h"

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
