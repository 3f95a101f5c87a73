# A root filesystem of test/rootfs on a throw-away overlay, in namespaces of its own: sourced by the commands in test
# SPDX-License-Identifier: PostgreSQL
#
# However a command ends, its processes, mounts and files are gone, and neither root nor machine has changed. The command starts itself
# again with --inside as the first process of the namespaces, whose end ends all others.
#
# shellcheck shell=bash
# shellcheck disable=SC2154 # home, where the overlay has the checkout, is set by who sources this

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
isolate=(setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child)
child=

# Outside --------------------------------------------------------------------------------------

# make_logs NAME: where results, outputs and the mount points go.
make_logs() {
    logs=$(mktemp -d -t "objectid-$1.XXXXXX")
    mkdir "$logs/tree" "$logs/memory"
    touch "$logs/results"
    trap '[[ -z $child ]] || kill -KILL "$child"' EXIT # takes the first process along, hence everything
    trap 'exit 130' INT TERM
}

can_isolate() { ((EUID == 0)) && "${isolate[@]}" true 2>/dev/null; }

# isolated COMMAND...: in new namespaces; gives its status.
isolated() {
    local status=0
    "${isolate[@]}" "$@" </dev/null &
    child=$!
    wait "$child" || status=$?
    child=
    return "$status"
}

# The last line of the command, and its status.
summarize() {
    local passed failed skipped
    count() { grep -c "^$1 - " "$logs/results" || true; }
    passed=$(count ok) failed=$(count "not ok") skipped=$(count skipped)
    ((failed)) || rm -rf --one-file-system "$logs"
    printf '%s passed, %s failed' "$passed" "$failed"
    ((skipped == 0)) || printf ', %s skipped' "$skipped"
    echo
    ((failed == 0))
}

# Inside ---------------------------------------------------------------------------------------

report() { echo "$*" | tee -a "$logs/results"; }

# enter ROOT LOGS: the root is at $tree, with a copy of the checkout in $home/objectid.
enter() {
    logs=$2 tree=$2/tree
    mount -t tmpfs tmpfs "$logs/memory"
    mkdir "$logs/memory/upper" "$logs/memory/work"
    mount -t overlay -o "lowerdir=$1,upperdir=$logs/memory/upper,workdir=$logs/memory/work" overlay "$tree"
    mount -t proc proc "$tree/proc"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$tree/dev/shm" # a killed server leaves segments there

    # What is or could be tracked, hence no build products. A file that is tracked but deleted at the moment would stop tar.
    mkdir -p "$tree$home/objectid"
    local list=(git -C "$checkout" -c "safe.directory=$checkout" ls-files -z)
    comm -z -23 <("${list[@]}" -co --exclude-standard | LC_ALL=C sort -z) <("${list[@]}" -d | LC_ALL=C sort -z) |
        tar -C "$checkout" --null -T - -c | tar -C "$tree$home/objectid" --no-same-owner -x
}

# try NAME USER VERSION DIR COMMAND...: with the programs of that version; one line says how it went, and the end of its output why it
# failed.
try() {
    local name=$1 user=$2 version=$3 dir=$4 log=$logs/${1// /-}.log
    shift 4
    if timeout --kill-after=10 "${OBJECTID_STEP_TIMEOUT:-600}" chroot --userspec="$user" "$tree" env -i -C "$dir" LANG=C.UTF-8 HOME="$home" \
        PATH="/usr/lib/postgresql/$version/bin:/usr/sbin:/usr/bin:/sbin:/bin" PGHOST="$home" PGUSER=postgres PGDATABASE=postgres \
        "$@" >"$log" 2>&1; then
        report "ok - $name"
    else
        report "not ok - $name (see $log; last lines shown)"
        tail -n 25 "$log"
        return 1
    fi
}
