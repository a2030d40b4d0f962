/** @file
 * libpoplens: reports of the Poplar SDK for programs. Include this header. */
#pragma once

#include <poplens/catalogue.h>
#include <poplens/error.h>
#include <poplens/export.h>
#include <poplens/frame.h>
#include <poplens/report.h>
#include <poplens/version.h>
