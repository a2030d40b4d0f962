/* Attribute of functions that libpoplens exports; all others are hidden. */
#pragma once

/* Repeats the definition in the public header poplens/version.h. */
#ifndef POPLENS_EXPORT
#define POPLENS_EXPORT __attribute__ ((visibility ("default")))
#endif
