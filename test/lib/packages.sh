# Which PostgreSQL to use, and which Debian packages are missing for it: sourced by the commands in
# test
# SPDX-License-Identifier: PostgreSQL
#
# shellcheck shell=bash

die() {
    printf '%s\n' "${0##*/}: $*" >&2
    exit 1
}

installed=()

can_install() { ((EUID == 0)) && command -v apt-get >/dev/null; }

# The newest PostgreSQL of Debian's that is installed.
debian_server() {
    printf '%s\n' /usr/lib/postgresql/*/bin/postgres | sort --version-sort | tail -n 1
}

# The version of PostgreSQL that Debian's metapackage depends on, if there is one.
debian_version() {
    { LC_ALL=C apt-cache depends postgresql 2>/dev/null || true; } |
        sed -n 's/^ *Depends: postgresql-\([0-9]*\)$/\1/p'
}

# Sets pg_config and version. Both may name what install_packages has yet to bring.
choose_server() {
    local program
    if [[ -n ${PG_CONFIG-} ]]; then
        pg_config=$PG_CONFIG
    elif program=$(debian_server) && [[ -x $program ]]; then
        pg_config=${program%/*}/pg_config
    elif program=$(pg_config --bindir 2>/dev/null) && [[ -x $program/postgres ]]; then
        pg_config=$program/pg_config # not laid out as Debian does it
    else
        ! can_install || update_lists
        version=$(debian_version)
        [[ $version ]] || die "no PostgreSQL is installed, nor to be had from Debian"
        pg_config=/usr/lib/postgresql/$version/bin/pg_config
        return
    fi
    pg_config=$(command -v "$pg_config" || printf '%s' "$pg_config")
    if [[ -x $pg_config ]]; then
        version=$("$pg_config" --version | sed 's/^[^0-9]*\([0-9]*\).*/\1/')
    elif [[ $pg_config =~ ^/usr/lib/postgresql/([0-9]+)/bin/pg_config$ ]]; then
        version=${BASH_REMATCH[1]}
    else
        die "$pg_config cannot be run"
    fi
    ((version >= 15)) ||
        die "objectid supports PostgreSQL 15 and later, and $pg_config is of $version"
}

# clang_of_server PG_CONFIG: the clang++ beside the clang that makes bitcode for that server.
clang_of_server() {
    local makefile clang
    makefile=$(dirname "$("$1" --pgxs)")/../Makefile.global
    clang=$(sed -n 's/^CLANG = \(.*\)clang/\1clang++/p' "$makefile")
    printf '%s\n' "${clang:-clang++}"
}

has_libfuzzer() { # clang
    ls "$("$1" -print-resource-dir)"/lib/*/libclang_rt.fuzzer*.a >/dev/null 2>&1
}

server_has() { test -e "$("$pg_config" "--$1")${2-}"; }

# need PACKAGE COMMAND...: the package is missing unless the command succeeds.
need() { "${@:2}" >/dev/null 2>&1 || missing+=("$1"); }

# The same for what a test can do without; it then says what it skips.
want() { "${@:2}" >/dev/null 2>&1 || wanted+=("$1"); }

server_packages() {
    need g++ command -v g++
    need make command -v make
    need "postgresql-$version" server_has bindir /postgres
    # the client package has pgxs, but no headers
    need "postgresql-server-dev-$version" server_has includedir-server /postgres.h
}

prove_package() { need perl command -v prove; }

# install_packages FUNCTION...: brings what the functions need and want, or says what is missing.
install_packages() {
    local missing wanted package known=()
    find_missing "$@"
    ((${#missing[@]} + ${#wanted[@]})) || return 0
    ! can_install || update_lists
    for package in "${wanted[@]}"; do # of what is wanted, what the distribution has
        if [[ $(LC_ALL=C apt-cache policy "$package" 2>/dev/null) =~ Candidate:\ [^\(] ]]; then
            known+=("$package")
        fi
    done
    if can_install; then
        if ((${#missing[@]})); then
            apt_install "${missing[@]}" || die "apt-get failed"
        fi
        if ((${#known[@]})); then
            apt_install "${known[@]}" ||
                echo "apt-get failed, going on without what tests can do without"
        fi
        find_missing "$@"
        ((${#missing[@]} == 0)) || die "still missing after the installation: ${missing[*]}"
    elif ((${#missing[@]})); then
        die "not root, or not on Debian; install this first, or run as root:
    apt-get install --no-install-recommends ${missing[*]} ${known[*]}"
    fi
}

find_missing() {
    missing=()
    wanted=()
    local check
    for check; do
        "$check"
    done
}

# Old lists may do, so a mirror that is down is not the end. The lock is that of Debian's daily
# update.
update_lists() {
    [[ -z ${lists_updated-} ]] || return 0
    lists_updated=yes
    flock --timeout 300 /var/lib/apt/daily_lock apt-get update -qq -o Acquire::Retries=3 ||
        echo "apt-get update failed, going on with the package lists at hand"
}

# Debian's server packages create and start a cluster when they are first installed. We bring our
# own server, so that is off while we install, and no longer. Clusters that exist are not touched.
no_cluster=/etc/postgresql-common/createcluster.d/while-objectid-installs-$$.conf

apt_install() {
    echo "Installing: $*"
    local options=(-y -q --no-install-recommends)
    options+=(-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
    local log status=0
    log=$(mktemp)
    mkdir -p "${no_cluster%/*}"
    echo "create_main_cluster = false" >"$no_cluster"
    DEBIAN_FRONTEND=noninteractive apt-get install "${options[@]}" "$@" 2>&1 |
        tee "$log" |
        sed -unE 's/^(Need to get|Fetched|Setting up) .*/  &/p' || status=$?
    rm -f "$no_cluster"
    ((status == 0)) || tail -n 30 "$log" >&2
    rm -f "$log"
    ((status == 0)) || return "$status"
    installed+=("$@")
}
