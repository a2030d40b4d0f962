#include "base/error.h"

G_DEFINE_QUARK (poplens - error - quark, poplens_error)
