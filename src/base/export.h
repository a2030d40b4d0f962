/* What is seen from outside of libpoplens, whose other functions are hidden. */
#pragma once

/* The same as in poplens/version.h. */
#ifndef POPLENS_EXPORT
#define POPLENS_EXPORT __attribute__ ((visibility ("default")))
#endif
