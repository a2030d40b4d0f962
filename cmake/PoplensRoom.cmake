# poplens_room(NAME [TARGET target] SOURCES file... [USES room...] [LIBS target...])
#
# One room of the house: a static library `poplens-NAME`, or TARGET, of the files in src/NAME. USES names the rooms
# and LIBS the libraries that it may use; `tests/house/rooms.py` holds both against its table.
get_filename_component(POPLENS_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(POPLENS_WARNINGS -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith
    -Wwrite-strings -Wimplicit-fallthrough -Wvla -Wformat=2 -Wno-unused-parameter
    -Wno-missing-field-initializers)
# The rooms that libpoplens is made of.
set(POPLENS_LIBRARY_ROOMS base model database profile archive debuginfo remote report analysis derived tables library)
option(POPLENS_WERROR "Treat warnings as errors" OFF)

# GLib's headers take half of the time of most files, GTK's more: they are compiled once for each way of compiling.
# poplens_headers(TARGET HEADER LIBS [PIC])
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/headers.c CONTENT "typedef int poplens_no_empty_unit;\n")
function(poplens_headers target header libs)
  if(NOT TARGET ${target})
    add_library(${target} OBJECT ${CMAKE_BINARY_DIR}/headers.c)
    poplens_compile_options(${target})
    target_precompile_headers(${target} PRIVATE ${header})
    target_link_libraries(${target} PRIVATE ${libs})
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE "${ARGN}")
  endif()
endfunction()

# Clang refuses headers that were compiled with another visibility: the fuzz targets do without.
function(poplens_use_headers target)
  if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    return()
  endif()
  get_target_property(pic ${target} POSITION_INDEPENDENT_CODE)
  get_target_property(libs ${target} LINK_LIBRARIES)
  if("PkgConfig::GTK" IN_LIST libs OR "poplens-app" IN_LIST libs)
    poplens_headers(poplens-headers-gtk <adwaita.h> "PkgConfig::GTK;PkgConfig::ADWAITA")
    target_precompile_headers(${target} REUSE_FROM poplens-headers-gtk)
  elseif(pic)
    poplens_headers(poplens-headers-pic <gio/gio.h> PkgConfig::GLIB ON)
    target_precompile_headers(${target} REUSE_FROM poplens-headers-pic)
  else()
    poplens_headers(poplens-headers <gio/gio.h> PkgConfig::GLIB)
    target_precompile_headers(${target} REUSE_FROM poplens-headers)
  endif()
endfunction()

function(poplens_compile_options target)
  target_compile_features(${target} PRIVATE c_std_11)
  target_compile_options(${target} PRIVATE ${POPLENS_WARNINGS} $<$<BOOL:${POPLENS_WERROR}>:-Werror>)
  target_compile_definitions(${target} PRIVATE
    _GNU_SOURCE G_LOG_DOMAIN="Poplens" POPLENS_VERSION="${PROJECT_VERSION}"
    GDK_VERSION_MIN_REQUIRED=GDK_VERSION_4_8 GDK_VERSION_MAX_ALLOWED=GDK_VERSION_4_8
    ADW_VERSION_MIN_REQUIRED=ADW_VERSION_1_2 ADW_VERSION_MAX_ALLOWED=ADW_VERSION_1_2)
  if(GLIB_glib-2.0_VERSION VERSION_LESS 2.74)
    target_compile_options(${target} PRIVATE -include ${POPLENS_SOURCE_DIR}/src/base/older.h)
  else()
    target_compile_definitions(${target} PRIVATE
      GLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_74 GLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_74)
  endif()
endfunction()

function(poplens_room name)
  cmake_parse_arguments(ROOM "" "TARGET" "SOURCES;USES;LIBS" ${ARGN})
  if(NOT ROOM_TARGET)
    set(ROOM_TARGET poplens-${name})
  endif()
  add_library(${ROOM_TARGET} STATIC ${ROOM_SOURCES})
  poplens_compile_options(${ROOM_TARGET})
  if(name IN_LIST POPLENS_LIBRARY_ROOMS)
    # Hidden: a call within the library is then a call, as in a program, and not one by a table.
    set_target_properties(${ROOM_TARGET} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  endif()
  target_include_directories(${ROOM_TARGET} PUBLIC ${POPLENS_SOURCE_DIR}/src)
  foreach(room IN LISTS ROOM_USES)
    target_link_libraries(${ROOM_TARGET} PUBLIC poplens-${room})
  endforeach()
  target_link_libraries(${ROOM_TARGET} PUBLIC PkgConfig::GLIB ${ROOM_LIBS})
  poplens_use_headers(${ROOM_TARGET})
endfunction()
