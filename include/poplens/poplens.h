/** @file
 * libpoplens: what Poplens knows of a report, for programs. Include this one. */
#pragma once

#include <poplens/catalogue.h>
#include <poplens/error.h>
#include <poplens/export.h>
#include <poplens/frame.h>
#include <poplens/report.h>
#include <poplens/version.h>
