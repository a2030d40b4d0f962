# shellcheck shell=bash
# Shared by the scripts in this folder, which source it from the root of the checkout.

# Runs a command in silence; its output goes to the end of a log, which is shown if it fails.
#   quietly LOG WHAT COMMAND...
quietly () {
  local log=$1 what=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  if ! "$@" >>"$log" 2>&1; then
    tail -n 60 "$log" >&2
    printf '\n%s failed; the whole log is %s\n' "$what" "$log" >&2
    return 1
  fi
}

# Configures (where that is needed) and builds a preset into build/PRESET.
build_preset () {
  local preset=$1 folder=build/$1 log=build/$1.log fresh=()
  mkdir -p build && : >"$log" || return 1
  # A checkout that was moved or copied brings a cache for another place, which CMake refuses.
  if [ -f "$folder/CMakeCache.txt" ] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$folder/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  if [ ! -f "$folder/build.ninja" ] || [ ${#fresh[@]} -gt 0 ]; then
    printf 'Configuring and building %s (log: %s)\n' "$preset" "$log"
    quietly "$log" "Configuring $preset" cmake --preset "$preset" "${fresh[@]}" || return 1
  elif ! ninja -C "$folder" -n 2>/dev/null | grep -q '^ninja: no work to do'; then
    printf 'Building %s (log: %s)\n' "$preset" "$log"
  fi
  quietly "$log" "Building $preset" ninja -C "$folder" -j "$(nproc)"
}
