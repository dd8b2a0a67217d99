#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
#
# Installs what it takes to build, test and profile Sluice. See --help.
#
# Safe to run again at any time: what is already there is left alone, and a run that was interrupted is mended by the
# next one. apt owns the system packages. What Debian 12 does not package is built into a prefix of its own that CMake
# finds by itself; that prefix is only ever replaced as a whole, by a rename.
set -euo pipefail

# --- What is needed ---------------------------------------------------------------------------------------------------

# One package per line: package | group | command it brings, or - | what it is for
#
# This table is the only list there is: the installation, --list, the final check and the build's own hints read it.
# `core` is what --minimal installs. Names are those of Debian 12; they are the same in Debian 13 and Ubuntu 24.04.
dependencies() {
  cat <<'TABLE'
cmake                          | core     | cmake                   | configures; 3.25 or newer
ninja-build                    | core     | ninja                   | builds
g++                            | core     | g++                     | the hosted compiler
git                            | core     | git                     | format check and tidy look at what changed
pkg-config                     | core     | pkg-config              | finds libraries that have no CMake package
python3                        | core     | python3                 | architecture test and other checks
ccache                         | core     | ccache                  | makes the second build short
ca-certificates                | core     | -                       | lets git, npm and curl trust https
libtbb-dev                     | core     | -                       | oneTBB workers, one of the two hosted schedulers
libgtest-dev                   | core     | -                       | hosted tests
libgmock-dev                   | core     | -                       | matchers for hosted tests
libbenchmark-dev               | core     | -                       | micro benchmarks
clang-19                       | tools    | clang++-19              | second compiler; address and thread sanitizers
libclang-rt-19-dev             | tools    | -                       | run-time part of clang's sanitizers
llvm-19                        | tools    | llvm-symbolizer-19      | readable sanitizer reports
clang-format-19                | tools    | clang-format-19         | format check
clang-tidy-19                  | tools    | clang-tidy-19           | static analysis
spin                           | tools    | spin                    | model checker for the protocols in tests/models
librapidcheck-dev              | tools    | -                       | property tests
gcc-arm-none-eabi              | cross    | arm-none-eabi-g++       | Cortex-M images
libstdc++-arm-none-eabi-newlib | cross    | -                       | freestanding standard headers for Cortex-M
g++-riscv64-linux-gnu          | cross    | riscv64-linux-gnu-g++   | RISC-V images
qemu-system-arm                | cross    | qemu-system-arm         | runs the Cortex-M images
qemu-system-misc               | cross    | qemu-system-riscv64     | runs the RISC-V images
redis-tools                    | services | redis-cli               | a real Redis; see link_redis_server
libhiredis-dev                 | services | -                       | Redis client
libcurl4-openssl-dev           | services | -                       | HTTP client for SQS and DynamoDB
libssl-dev                     | services | -                       | signs AWS requests
nlohmann-json3-dev             | services | -                       | JSON of the AWS protocols
libasio-dev                    | core     | -                       | host event loop
nodejs                         | node     | node                    | runs the AWS emulators
npm                            | node     | npm                     | installs the AWS emulators
libcapstone-dev                | tracy    | -                       | Tracy's tools link it
TABLE
}

# Built into the prefix. The hashes serve systems where apt cannot vouch for these files; see fetch_pinned.
readonly taskflow_version=3.9.0
readonly taskflow_package=libtaskflow-cpp-dev
readonly taskflow_file=pool/main/t/taskflow/libtaskflow-cpp-dev_3.9.0+ds-1+b1_amd64.deb
readonly taskflow_sha256=458054132b620d60b4eff093b4bbe899dab539eb72624c26c450a60e60fdba61

readonly tracy_version=0.9.1
readonly tracy_package=mumble # the Debian source package that carries Tracy, in tracy_folder
readonly tracy_folder=3rdparty/tracy
readonly tracy_file=pool/main/m/mumble/mumble_1.5.735.orig.tar.gz
readonly tracy_sha256=db8990079f556a877218d471bcf2c24eb5e4520b652f3c20793d0aadedaae6ae

readonly donor_suite=trixie # the Debian release that has both

usage() {
  cat <<USAGE
Usage: ./install-dependencies.sh [--minimal | --list | --help]

  (nothing)   everything: compilers, cross compilers, emulators, sanitizers, Redis, Node, Taskflow, Tracy
  --minimal   only what it takes to embed Sluice: group "core" of --list, and Taskflow
  --list      print the packages and what each is for
  --help      this text

Debian 12 and 13; Ubuntu 24.04 as far as its packages go. Needs root or sudo for apt.

Environment
  SLUICE_DEPENDENCIES    where Taskflow $taskflow_version and Tracy $tracy_version go
                         (now: $prefix)
  SLUICE_DEBIAN_MIRROR   URI of a Debian mirror that has "$donor_suite"; by default the mirror apt already uses.
                         Ubuntu's mirrors do not have it: set this there.
USAGE
}

# --- Talking to the user ----------------------------------------------------------------------------------------------

say() { printf '    %s\n' "$*"; }

die() {
  printf '\ninstall-dependencies.sh: %s\n' "$1" >&2
  shift
  if (($# > 0)); then printf '  %s\n' "$@" >&2; fi
  exit 1
}

step_number=0
step_count=0
begin_step() {
  step_number=$((step_number + 1))
  step_start=$SECONDS
  printf '==> [%d/%d] %s\n' "$step_number" "$step_count" "$1"
}
end_step() { say "$1 ($((SECONDS - step_start)) s)"; }

# Shows that a long command is alive: every 10 seconds the last line it logged, with folders cut off.
heartbeat() {
  # The sleep outlives a killed heartbeat; it must not keep the caller's pipe open.
  while sleep 10 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    say "$((SECONDS - step_start)) s: $(tail -n 1 "$log" | sed -E 's#(^| )[^ []*/#\1#g' | cut -c 1-100)"
  done
}

# Runs a command with its output in the log. It stays in the foreground, so that Ctrl-C reaches it.
logged() {
  local status=0 heart
  printf '\n+ %s\n' "$*" >>"$log"
  heartbeat 9>&- &
  heart=$!
  "$@" >>"$log" 2>&1 </dev/null 9>&- || status=$? # without the lock: what the command leaves behind must not hold it
  kill "$heart" 2>/dev/null || true
  wait "$heart" 2>/dev/null || true
  return "$status"
}

die_with_log() {
  printf '\n--- last lines of %s\n' "$log" >&2
  tail -n 20 "$log" >&2
  die "$@"
}

# --- The package table ------------------------------------------------------------------------------------------------

minimal=no

# Prints "package command" for each selected row.
selected() {
  dependencies | awk -F ' *[|] *' -v minimal="$minimal" 'minimal == "no" || $2 == "core" { print $1, $3 }'
}

selected_packages() { selected | cut -d ' ' -f 1; }

# Prints "status:package" for each selected package that dpkg has heard of.
# shellcheck disable=SC2016 # dpkg-query expands it
package_states() {
  selected_packages | xargs dpkg-query -W -f '${db:Status-Status}:${Package}\n' 2>/dev/null || true
}

# Node often comes from elsewhere, with npm inside; Debian's npm would then conflict. Any node and npm will do.
is_foreign_node() {
  [[ $1 == nodejs || $1 == npm ]] && command -v node >/dev/null && command -v npm >/dev/null
}

missing_packages() {
  local package states
  states=$(package_states)
  for package in $(selected_packages); do
    grep -qxF "installed:$package" <<<"$states" || is_foreign_node "$package" || echo "$package"
  done
}

# --- The system -------------------------------------------------------------------------------------------------------

print_needs() {
  printf '\nPlease install these yourself (Debian names):\n\n'
  dependencies | sed 's/^/  /'
  printf '\n  Taskflow %s, so that find_package(Taskflow) finds it' "$taskflow_version"
  printf '\n  Tracy %s: client, capture, csvexport, import-chrome; see cmake/dependencies/tracy\n' "$tracy_version"
}

check_system() {
  local ID='' VERSION_ID='' VERSION_CODENAME=''
  # shellcheck source=/dev/null
  if [[ -r /etc/os-release ]]; then . /etc/os-release; fi
  case "$ID $VERSION_ID" in
    'debian 12' | 'debian 13' | 'ubuntu 24.04') codename=$VERSION_CODENAME ;;
    *)
      print_needs >&2
      die "this script does not know \"${ID:-this system} ${VERSION_ID:-}\"; what is needed is listed above" ;;
  esac
  if [[ -n ${SUDO_USER:-} && -z ${SLUICE_DEPENDENCIES:-} ]]; then
    say "note: this installs Taskflow and Tracy for root. Without sudo in front it asks for it where needed."
  fi
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

become_root() {
  ((EUID == 0)) && return
  command -v sudo >/dev/null || die "root or sudo is needed to install:" "$@"
  sudo -v || die "sudo refused; root is needed to install:" "$@"
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

# --no-remove: nobody loses a package because of us; apt says what conflicts instead.
apt_install() {
  logged apt_get install --yes --no-install-recommends --no-remove --fix-broken "$@"
}

install_packages() {
  local missing
  mapfile -t missing < <(missing_packages)
  if ((${#missing[@]} == 0)); then end_step "all there"; return; fi

  become_root "${missing[@]}"
  say "${#missing[@]} missing: ${missing[*]}"
  # A run killed inside dpkg leaves packages half configured, and apt refuses to go on. What this cannot finish for want
  # of other packages, --fix-broken does.
  logged as_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
  # A foreign source that cannot be reached is no reason to stop; the installation below is the judge.
  logged apt_get update || say "apt could not refresh all of its lists; trying with those it has"
  apt_install "${missing[@]}" || {
    mapfile -t missing < <(missing_packages)
    die_with_log "apt could not get these packages (is there a network?):" "${missing[@]}"
  }
  end_step "installed"
}

# --- The prefix -------------------------------------------------------------------------------------------------------
#
#   $prefix/.sluice/<component>   stamp: one line that says what was built from what, then the component's files.
#   $prefix.work.XXXXXX           the work of a run; the next run removes what a killed one left
#   $prefix.lock, $prefix.log
#
# A component is staged in the work folder, merged into a copy of the prefix, stamped, and the copy is renamed to
# $prefix. So $prefix is complete whenever it exists, and a stamp is never ahead of its files.

open_prefix() {
  mkdir -p "$(dirname "$prefix")" || die "cannot create $(dirname "$prefix"); set SLUICE_DEPENDENCIES"
  if [[ -d $prefix && ! -d $prefix/.sluice && -n $(ls -A "$prefix") ]]; then
    die "$prefix holds something that this script did not put there; set SLUICE_DEPENDENCIES to another folder"
  fi
  exec 9>"$prefix.lock"
  flock --nonblock 9 || { say "waiting for another run to finish"; flock 9; }
  remove_work
  trap remove_work EXIT
  : >"$log"
  work=$(mktemp -d "$prefix.work.XXXXXX")
}

remove_work() {
  local old
  # A run that ended between the two renames of publish left the prefix here.
  for old in "$prefix".work.*/old; do
    if [[ -d $old && ! -e $prefix ]]; then mv -T "$old" "$prefix"; fi
  done
  rm -rf "$prefix".work.* || true # a killed run's compiler may still be writing there
}

# What a component was made from. The release and the machine are part of it, since Tracy's tools link system libraries.
fingerprint() {
  local component=$1 version=$2 recipe=$here/cmake/dependencies/$1
  printf '%s %s %s %s ' "$component" "$version" "$codename" "$(uname -m)"
  if [[ -d $recipe ]]; then cat "$recipe"/*; fi | sha256sum | cut -d ' ' -f 1
}

# Whether a component was made from today's recipe and all of its files are still there.
is_current() {
  local stamp=$prefix/.sluice/$1
  [[ -r $stamp && $(head -n 1 "$stamp") == "$(fingerprint "$1" "$2")" ]] || return 1
  (cd "$prefix" && tail -n +2 "$stamp" | xargs -d '\n' stat -L -- >/dev/null 2>&1)
}

# Puts the files of one staged component into the prefix.
publish() {
  local component=$1 version=$2 staged=$3 stamp=$work/prefix/.sluice/$1
  rm -rf "$work/prefix" "$work/old"
  mkdir -p "$work/prefix/.sluice"
  if [[ -d $prefix ]]; then cp -a "$prefix/." "$work/prefix/"; fi
  if [[ -r $stamp ]]; then (cd "$work/prefix" && tail -n +2 "$stamp" | xargs -r -d '\n' rm -f --); fi
  cp -a "$staged/." "$work/prefix/"
  { fingerprint "$component" "$version"; (cd "$staged" && find . ! -type d); } >"$stamp"
  if [[ -d $prefix ]]; then mv -T "$prefix" "$work/old"; fi
  mv -T "$work/prefix" "$prefix"
}

# --- Files that only another Debian release has -----------------------------------------------------------------------

# The mirrors apt uses for this system, Debian's own first; the origin is only known once apt has fetched its lists.
debian_mirrors() {
  if [[ -n ${SLUICE_DEBIAN_MIRROR:-} ]]; then echo "$SLUICE_DEBIAN_MIRROR"; return; fi
  local filter
  for filter in 'Origin: Debian' 'Created-By: Packages'; do
    # shellcheck disable=SC2016 # apt expands it
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' "Release: $codename" "$filter"
  done | awk '!seen[$0]++'
}

# apt with state, cache and sources of its own: it verifies signatures as always, and the system's apt never hears of
# the other release.
private_apt() {
  apt-get --config-file "$work/apt/apt.conf" "$@"
}

open_private_apt() {
  local mirror=$1 keyring
  rm -rf "$work/apt"
  mkdir -p "$work/apt/state/lists/partial" "$work/apt/cache/archives/partial"
  # The sandbox user cannot reach a home folder; and hooks of the system's apt would act on the system.
  cat >"$work/apt/apt.conf" <<CONF
Dir::State "$work/apt/state";
Dir::State::Status "/dev/null";
Dir::Cache "$work/apt/cache";
Dir::Etc::SourceList "$work/apt/donor.sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONF
  cat >"$work/apt/donor.sources" <<SOURCES
Types: deb $([[ $minimal == yes ]] || echo deb-src)
URIs: $mirror
Suites: $donor_suite
Components: main
Architectures: $(dpkg --print-architecture)
SOURCES
  for keyring in /usr/share/keyrings/debian-archive-keyring.{pgp,gpg}; do
    if [[ -r $keyring ]]; then echo "Signed-By: $keyring" >>"$work/apt/donor.sources"; break; fi
  done
  logged private_apt update
}

# Finds one mirror whose signed index of the other release apt accepts; remembers the answer for the whole run.
donor_state=unknown
have_donor() {
  local mirror
  if [[ $donor_state == unknown ]]; then
    donor_state=absent
    while read -r mirror; do
      say "asking apt for Debian $donor_suite's signed index"
      if open_private_apt "$mirror"; then donor_state=present; break; fi
    done < <(debian_mirrors)
  fi
  [[ $donor_state == present ]]
}

# For systems where apt has no such index or no key for it: the file from the mirror, verified by its hash.
fetch_pinned() {
  local file=$1 sha256=$2 mirror
  while read -r mirror; do
    say "asking the mirror for $(basename "$file"), to be verified by its pinned hash"
    logged /usr/lib/apt/apt-helper download-file "${mirror%/}/$file" "$(basename "$file")" "SHA256:$sha256" && return
  done < <(debian_mirrors)
  return 1
}

die_without() {
  die_with_log "could not get $1" \
    "It is part of Debian $donor_suite, in the file $2" \
    "Is there a network? If apt's mirror does not have that release, name one that does:" \
    "  SLUICE_DEBIAN_MIRROR=<URI> ./install-dependencies.sh"
}

# --- Building ---------------------------------------------------------------------------------------------------------

# Builds cmake/dependencies/<component> and installs it into $work/<component>/stage. The environment is cleaned so that
# the result depends on the recipe only.
build_recipe() {
  local component=$1 build=$work/$1/build
  shift
  local clean=(env -u CFLAGS -u CXXFLAGS -u LDFLAGS -u DESTDIR -u CMAKE_TOOLCHAIN_FILE CC=gcc CXX=g++)
  logged "${clean[@]}" cmake -S "$here/cmake/dependencies/$component" -B "$build" -G Ninja "$@" ||
    die_with_log "could not configure $component"
  logged "${clean[@]}" cmake --build "$build" --parallel "$(nproc)" ||
    die_with_log "could not build $component"
  logged "${clean[@]}" cmake --install "$build" --prefix "$work/$component/stage" --strip ||
    die_with_log "could not install $component"
}

# --- Taskflow ---------------------------------------------------------------------------------------------------------

# The version apt would install here, or nothing.
taskflow_candidate() {
  apt-cache policy "$taskflow_package" | awk '$1 == "Candidate:" { print $2 }'
}

is_taskflow_installed() {
  local state
  # shellcheck disable=SC2016 # dpkg-query expands it
  state=$(dpkg-query -W -f '${db:Status-Status} ${Version}' "$taskflow_package" 2>/dev/null) || return 1
  [[ $state == "installed ${taskflow_version%.*}."* ]]
}

install_taskflow() {
  if is_taskflow_installed || is_current taskflow "$taskflow_version"; then end_step "already there"; return; fi
  if [[ $(taskflow_candidate) == "${taskflow_version%.*}."* ]]; then
    become_root "$taskflow_package"
    apt_install "$taskflow_package" ||
      die_with_log "apt could not get $taskflow_package (is there a network?)"
    end_step "installed $taskflow_package"
    return
  fi

  mkdir -p "$work/taskflow/package"
  cd "$work/taskflow"
  { have_donor && logged private_apt download "$taskflow_package"; } ||
    fetch_pinned "$taskflow_file" "$taskflow_sha256" ||
    die_without "Taskflow $taskflow_version" "$taskflow_file"
  logged dpkg-deb -x "$taskflow_package"_*.deb package || die_with_log "could not unpack Taskflow"
  build_recipe taskflow -D TASKFLOW_VERSION="$taskflow_version" -D TASKFLOW_HEADERS="$work/taskflow/package/usr/include"
  publish taskflow "$taskflow_version" "$work/taskflow/stage"
  end_step "installed"
}

# --- Tracy ------------------------------------------------------------------------------------------------------------

install_tracy() {
  if is_current tracy "$tracy_version"; then end_step "already there"; return; fi

  mkdir -p "$work/tracy/source"
  cd "$work/tracy"
  { have_donor && logged private_apt source --download-only "$tracy_package"; } ||
    fetch_pinned "$tracy_file" "$tracy_sha256" ||
    die_without "Tracy $tracy_version" "$tracy_file"
  logged tar -xzf "$tracy_package"_*.orig.tar.gz -C source --strip-components=1 --wildcards "*/$tracy_folder/*" ||
    die_with_log "could not unpack Tracy"
  say "building Tracy's client and tools, a few minutes"
  build_recipe tracy -D TRACY_VERSION="$tracy_version" -D TRACY_SOURCE="$work/tracy/source/$tracy_folder"
  publish tracy "$tracy_version" "$work/tracy/stage"
  end_step "built and installed"
}

# --- Redis ------------------------------------------------------------------------------------------------------------

# Debian's redis-server package starts a daemon, now and at every boot. All it adds to redis-tools is that service and
# a link: the program is the same file, which looks at the name it is called by. So the link is made in the prefix, and
# there is no service that could disturb anyone.
link_redis_server() {
  local program
  if is_current redis link; then end_step "already there"; return; fi
  program=$(command -v redis-check-rdb) || die "redis-tools brought no redis-check-rdb"
  mkdir -p "$work/redis/stage/bin"
  ln -s "$program" "$work/redis/stage/bin/redis-server"
  publish redis link "$work/redis/stage"
  end_step "linked"
}

# --- Final check ------------------------------------------------------------------------------------------------------

# Prints one line per thing that should be here and is not.
find_gaps() {
  local package command
  missing_packages | sed 's/^/package /'
  while read -r package command; do
    [[ $command == - ]] || command -v "$command" >/dev/null || echo "command $command, of package $package"
  done < <(selected)
  is_taskflow_installed || is_current taskflow "$taskflow_version" || echo "Taskflow $taskflow_version"
  [[ $minimal == no ]] || return 0
  is_current tracy "$tracy_version" || echo "Tracy $tracy_version"
  is_current redis link || echo "$prefix/bin/redis-server"
}

check_everything() {
  local gaps
  mapfile -t gaps < <(find_gaps)
  ((${#gaps[@]} == 0)) || die "still missing:" "${gaps[@]}"
  end_step "$(selected | wc -l) packages, commands and prefix are in order"
}

# --- Main -------------------------------------------------------------------------------------------------------------

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=$(realpath -ms "${SLUICE_DEPENDENCIES:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice/dependencies}")
log=$prefix.log
codename=''

main() {
  case "${1:-}" in
    '') step_count=5 ;;
    --minimal) minimal=yes step_count=3 ;;
    --list) dependencies; exit ;;
    --help | -h) usage; exit ;;
    *) usage >&2; exit 2 ;;
  esac

  check_system
  open_prefix
  begin_step "packages"
  install_packages
  begin_step "Taskflow $taskflow_version"
  install_taskflow
  if [[ $minimal == no ]]; then
    begin_step "Tracy $tracy_version: client, capture, csvexport, import-chrome"
    install_tracy
    begin_step "redis-server, without a service"
    link_redis_server
  fi
  begin_step "check"
  check_everything
  printf 'Ready in %d s. Taskflow and Tracy: %s\n' "$SECONDS" "$prefix"
}

main "$@"
