# A root filesystem of test/rootfs on a throw-away overlay, in namespaces of its own: sourced by the
# commands in test
# SPDX-License-Identifier: PostgreSQL
#
# However a command ends, its processes, mounts and files are gone, and neither root nor machine has
# changed. The command starts itself again with --inside as the first process of the namespaces,
# whose end ends all others.
#
# shellcheck shell=bash

# shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/lib
# shellcheck source-path=SCRIPTDIR/../lib source=tap.sh
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
isolate=(setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child)

can_mount_overlays() {
    ((EUID == 0)) || return
    "${isolate[@]}" sh -ec '
        mount -t tmpfs tmpfs /media
        cd /media
        mkdir a b c
        mount -t overlay -o lowerdir=a,upperdir=b,workdir=c overlay a
    ' 2>/dev/null
}

# take_root_step FUNCTION ARGUMENTS...: if prove started this command for a step, VERSION or
# VERSION-WHAT, runs FUNCTION STEP in the root of that version, and ends. 16-musl has a root of its
# own.
take_root_step() {
    local root=${3-}
    [[ $root == 16-musl ]] || root=${root%%-*}
    case ${2-} in
    --step) isolated "$root" "$0" --inside "$3" ;;
    --inside)
        mount -t tmpfs tmpfs /media
        logs=$(mktemp -d -p /media)
        enter /media/root
        "$1" "$3"
        ;;
    *) return 0 ;;
    esac
    exit
}

# isolated VERSION COMMAND...: in new namespaces with the root of VERSION at $OBJECTID_ROOT. Skips
# what prove counts, with the reason, where that cannot be.
isolated() {
    local root status=0
    if ! can_mount_overlays; then
        skip_all "needs root, overlays and the right to mount"
        return
    fi
    root=$("$checkout/test/rootfs" "$1") || status=$?
    if ((status == 77)); then
        skip_all "$root"
        return
    fi
    ((status == 0)) || return "$status"
    [[ $1 != arm64 ]] || isolate+=("$checkout/test/lib/run_arm64")
    OBJECTID_ROOT=$root exec "${isolate[@]}" "${@:2}" </dev/null
}

# enter FOLDER: the root is at $tree, with a copy of the checkout in /objectid. What is written goes
# to that folder.
enter() {
    tree=$1/tree
    mkdir -p "$1/upper" "$1/layer" "$tree"
    mount -t overlay -o "lowerdir=$OBJECTID_ROOT,upperdir=$1/upper,workdir=$1/layer" overlay "$tree"
    mount -t proc proc "$tree/proc"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmpfs "$tree/dev/shm" # a killed server leaves segments there
    mkdir "$tree/objectid"
    list_sources | tar -C "$checkout" --null -T - -c | tar -C "$tree/objectid" --no-same-owner -x
    if [[ -d $checkout/../shared/data ]]; then # data that some tests read
        mkdir -p "$tree/shared/data"
        mount --bind -o ro "$checkout/../shared/data" "$tree/shared/data"
    fi
    ! grep -q ^postgres: "$tree/etc/passwd" || chroot "$tree" chown -R postgres: /objectid
}

# in_tree USER VERSION COMMAND...: in /objectid, with the programs of that PostgreSQL, for $limit
# seconds. OBJECTID_MATRIX is what is added to the flags of make, and tells test/all to leave out
# what no other version can change.
in_tree() {
    local bin=/usr/lib/postgresql/$2/bin
    local variables=(
        "PATH=$bin:/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 TZ=UTC HOME=/tmp TERM=dumb
        "MAKEFLAGS=-j$(cores_with 1000000)" "PG_CONFIG=$bin/pg_config"
        PGCTLTIMEOUT=900 PG_TEST_TIMEOUT_DEFAULT=900
        HARNESS_ACTIVE=1 OBJECTID_MATRIX=with_llvm=no
        "OBJECTID_STEP_TIMEOUT=$OBJECTID_STEP_TIMEOUT"
        ${OBJECTID_SEED:+"OBJECTID_SEED=$OBJECTID_SEED"}
        ${OBJECTID_THOROUGH:+"OBJECTID_THOROUGH=$OBJECTID_THOROUGH"}
    )
    timeout --kill-after=10 "${limit:-$OBJECTID_STEP_TIMEOUT}" \
        chroot --userspec="$1" "$tree" env -i -C /objectid "${variables[@]}" "${@:3}"
}

# What is or could be tracked, hence no build products.
list_sources() {
    local list=(git -C "$checkout" -c safe.directory='*' ls-files -z)
    if "${list[@]}" --error-unmatch objectid.control >/dev/null 2>&1; then
        # a file that is tracked but deleted at the moment would stop tar
        LC_ALL=C comm -z -23 \
            <("${list[@]}" -co --exclude-standard | LC_ALL=C sort -z) \
            <("${list[@]}" -d | LC_ALL=C sort -z)
    else # no git, or an unpacked release
        local folders=(-name .git -o -path ./build -o -path ./results)
        folders+=(-o -name tmp_check -o -name node_modules)
        local products=(-name '*.o' -o -name '*.bc' -o -name '*.so' -o -name 'regression.*')
        (
            cd "$checkout" &&
                find . \( "${folders[@]}" \) -prune -o -type f ! \( "${products[@]}" \) -print0
        )
    fi
}
