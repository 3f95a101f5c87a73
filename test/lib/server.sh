# A work folder with copies of the checkout and of PostgreSQL, and a throw-away server: sourced by
# the commands in test
# SPDX-License-Identifier: PostgreSQL
#
# shellcheck shell=bash

# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/lib
# shellcheck source-path=SCRIPTDIR/../lib source=packages.sh
. "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/lib
# shellcheck source-path=SCRIPTDIR/../lib source=overlay.sh
. "$(dirname "${BASH_SOURCE[0]}")/overlay.sh" # checkout, list_sources, and tap.sh
cores=$(cores_with 1000000)
work=
kept=
starter=()
child=

# However a command ends, it leaves nothing behind. A signal may come while the output goes to a
# log, hence the copy.
exec {screen}>&1
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

clean_up() {
    exec >&"$screen"
    trap '' INT TERM HUP # a second one must not cut this short
    if [[ $child ]] && kill "$child" 2>/dev/null; then
        wait "$child" 2>/dev/null || true
    fi
    rm -f "$no_cluster"
    [[ -d $work ]] || return 0
    stop_rest
    rm -rf --one-file-system "$work"
    work=
}

# The same for a command with steps. What helps to find out why stays, in a folder that prove named.
ended() {
    local status=$?
    if ((status)) && [[ $kept && -d $work && ! -d $kept ]]; then
        keep_logs || true
    fi
    clean_up
    # Neither our prove has printed the counts, nor does another one count us.
    [[ ${counted-} || ${HARNESS_ACTIVE-} ]] || echo "0 passed, 1 failed"
    exit "$status"
}

keep_logs() (
    logs=(-path './log/*' -o -name 'regression.*' -o -path '*/tmp_check/log/*')
    cd "$work" &&
        mkdir "$kept" &&
        find . -path ./pg -prune -o -type f \( "${logs[@]}" \) -exec cp --parents -t "$kept" {} +
)

# What a test started and did not live to stop: servers, and whatever else has our home.
stop_rest() {
    local pid_file signal
    while IFS= read -r pid_file; do
        "${as_user[@]}" "$bin/pg_ctl" stop -D "${pid_file%/*}" -m immediate -s 2>/dev/null || true
    done < <(find "$work" -name postmaster.pid 2>/dev/null)
    for signal in TERM KILL; do
        grep -lsxzF "HOME=$work" /proc/[0-9]*/environ |
            cut -d / -f 3 |
            xargs -r kill -s "$signal" 2>/dev/null || true
    done
}

# Everything lives in $work.
make_work_folder() {
    as_user=()
    if ((EUID == 0)); then # PostgreSQL refuses to run as root
        id postgres >/dev/null 2>&1 || die "root needs a user postgres to run the server"
        as_user=(setpriv --reuid=postgres --regid=postgres --init-groups)
    fi
    local parent
    for parent in "${TMPDIR:-/tmp}" /tmp; do
        [[ $parent != *[[:space:]]* ]] || continue # make knows no blanks
        work=$(mktemp -d "$parent/objectid.XXXXXX") || continue
        ((EUID)) || chown postgres: "$work"
        chmod 755 "$work"
        # a socket's path ends at 107 bytes, and the TAP tests add 33
        if ((${#work} <= 70)) && "${as_user[@]}" test -w "$work"; then
            break
        fi
        rmdir "$work"
    done
    [[ -d $work ]] || die "no folder for temporary files that the server's user can write to"
    "${as_user[@]}" mkdir "$work/tmp" "$work/log"
    kept=${work/objectid./objectid-failed.}
}

# run DIR COMMAND...: as the server's user in a folder of $work, untouched by the caller's
# environment. In the background, because bash would put off a signal until a command in the
# foreground ends.
run() {
    local status=0
    local limit=${limit:-$OBJECTID_STEP_TIMEOUT}
    timeout --kill-after=10 "$limit" \
        "${as_user[@]}" env -i -C "$work/$1" "${environment[@]}" "${@:2}" </dev/null {screen}>&- &
    child=$!
    wait "$child" || status=$?
    child=
    ((status != 124)) ||
        echo "timed out after $limit s; OBJECTID_STEP_TIMEOUT=SECONDS changes that" >&2
    return "$status"
}

# The server finds its files relative to its programs: so copies of the programs among links to
# everything else are a PostgreSQL of our own, where `make install` works without root and the
# system's PostgreSQL stays as it is.
copy_server() {
    local folder path
    for folder in pkglibdir sharedir pkgincludedir includedir-server; do
        path=$("$pg_config" "--$folder")
        "${as_user[@]}" mkdir -p "$work/pg$path"
        "${as_user[@]}" cp -as --remove-destination "$path/." "$work/pg$path"
    done
    path=$("$pg_config" --bindir)
    bin=$work/pg$path
    "${as_user[@]}" mkdir -p "$bin"
    "${as_user[@]}" cp -aL "$path/." "$bin"
    find "$work/pg" -name 'objectid*' -prune -exec rm -rf {} + # one that is installed in the system
    environment=(
        "PATH=$bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        LANG=C.UTF-8 TZ=UTC "TERM=${TERM:-dumb}" "HOME=$work" "TMPDIR=$work/tmp"
        "MAKEFLAGS=-j$cores with_llvm=no" "PG_CONFIG=$bin/pg_config"
        "PGHOST=$work" PGUSER=postgres PGDATABASE=postgres
        PGCTLTIMEOUT=900 PG_TEST_TIMEOUT_DEFAULT=900
    )
    # How the caller reaches the network, for tests that install packages of npm's.
    local variable
    for variable in NODE_EXTRA_CA_CERTS npm_config_{registry,cafile} \
        {http,https,no}_proxy {HTTP,HTTPS,NO}_PROXY; do
        [[ ! -v $variable ]] || environment+=("$variable=${!variable}")
    done
}

# copy_sources DIR: what is or could be tracked, hence no build products. The data that some tests
# read beside it, if there.
copy_sources() {
    "${as_user[@]}" mkdir "$work/$1"
    list_sources |
        tar -C "$checkout" --null -T - -c |
        "${as_user[@]}" tar -C "$work/$1" --no-same-owner -x
    if [[ -d $checkout/../shared/data && ! -e $work/shared ]]; then
        "${as_user[@]}" mkdir "$work/shared"
        tar -C "$checkout/../shared" --mode=u+rwX -c data |
            "${as_user[@]}" tar -C "$work/shared" --no-same-owner -x
    fi
}

# run_steps FOLDER STEP...: this command with --step STEP for each, by prove as the server's user in
# the folder of $work that has the sources. The last lines have the counts, and say where the logs
# are if something failed.
run_steps() {
    local status=0 limit=0 command
    command=$(realpath "$0")
    environment+=(
        "PERL5LIB=$(dirname "$("$pg_config" --pgxs)")/../test/perl:$work/$1/test/lib"
        "OBJECTID_LOGS=$kept" "OBJECTID_NESTED=${HARNESS_ACTIVE:+yes}"
        "OBJECTID_STEP_TIMEOUT=$OBJECTID_STEP_TIMEOUT"
        ${OBJECTID_SEED:+"OBJECTID_SEED=$OBJECTID_SEED"}
        ${OBJECTID_THOROUGH:+"OBJECTID_THOROUGH=$OBJECTID_THOROUGH"}
    )
    run "$1" prove --harness counting --jobs "$((cores + 2))" --timer \
        --exec "${command#"$checkout/"} --step" "${@:2}" || status=$?
    ((status > 1)) || counted=yes
    return "$status"
}

# On a socket in $work, with $server_options, by the command in the array $starter.
start_server() {
    local settings="-F -c listen_addresses= -c unix_socket_directories=$work ${server_options-}"
    run . initdb -D "$work/data" -A trust -U postgres -E UTF8 --no-locale --no-sync \
        >"$work/log/initdb.log" &&
        run . "${starter[@]}" pg_ctl start -D "$work/data" -l "$work/log/server.log" -s \
            -o "$settings" >"$work/log/start.log" 2>&1
}
