/* Attribute of functions that libpoplens exports; all others are hidden. */
#pragma once

/* Same definition as in poplens/version.h. */
#ifndef POPLENS_EXPORT
#define POPLENS_EXPORT __attribute__ ((visibility ("default")))
#endif
