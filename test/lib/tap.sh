# TAP from the shell, for prove: sourced by the commands in test
# SPDX-License-Identifier: PostgreSQL
#
# Outputs go to the folder $logs; what failed shows the end of its own. A failed test is no failed
# command: check, tap_of and the like return 0. plan ends the list.
#
# shellcheck shell=bash

lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
logs=${HOME-}/log
tests=0
more=() # steps that run only by name or with --all
# ends what hangs; the longest step takes two minutes on two cores
: "${OBJECTID_STEP_TIMEOUT:=1200}"

# repeated FEW MANY: how often to do again what takes long.
repeated() {
    if [[ ${OBJECTID_THOROUGH-} ]]; then echo "$2"; else echo "$1"; fi
}

# cores_with KILOBYTES: how many cores there are that have so much memory each, also in a container
# that has less.
cores_with() {
    local cores memory limit
    cores=$(nproc)
    memory=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null) || limit=max
    if [[ $limit != max ]] && ((limit / 1024 < memory)); then
        memory=$((limit / 1024))
    fi
    ((cores * $1 <= memory)) || cores=$((memory / $1))
    ((cores >= 1)) || cores=1
    echo "$cores"
}

# prove_steps JOBS NAME...: this command with --step NAME for each, so many side by side; the last
# line of the output has the counts.
prove_steps() {
    # shellcheck source-path=SCRIPTDIR source-path=SCRIPTDIR/lib
    # shellcheck source-path=SCRIPTDIR/../lib source=packages.sh
    . "$lib/packages.sh"
    install_packages prove_package
    cd "$(dirname "$0")" || return
    export OBJECTID_NESTED=${HARNESS_ACTIVE:+yes} PERL5LIB=$lib
    exec prove --harness counting --jobs "$1" --timer --exec "./${0##*/} --step" "${@:2}"
}

# choose_steps PATTERN...: puts those of the arrays steps and more whose names fit one of the
# patterns into the array chosen; without a pattern, steps; for --all, both. Ends with the list for
# --help, and if none fits.
#
# shellcheck disable=SC2154 # the command has the steps
choose_steps() {
    local name pattern
    chosen=()
    case ${1-} in
    --help)
        sed -n '2s/^# //p' "$0"
        list_steps
        exit 0
        ;;
    "") chosen=("${steps[@]}") ;;
    --all) chosen=("${steps[@]}" "${more[@]}") ;;
    esac
    ((${#chosen[@]})) || for name in "${steps[@]}" "${more[@]}"; do
        for pattern; do
            # shellcheck disable=SC2053 # it is a pattern
            if [[ $name == $pattern ]]; then
                chosen+=("$name")
                break
            fi
        done
    done
    if ((${#chosen[@]} == 0)); then
        echo "${0##*/}: no step is called $*"
        list_steps
        exit 2
    fi >&2
}

list_steps() {
    echo "Steps:"
    printf '    %s\n' "${steps[@]}"
    if ((${#more[@]})); then
        echo "By name, or with --all:"
        printf '    %s\n' "${more[@]}"
    fi
}

# take_step FUNCTION ARGUMENTS...: if prove started this command for a step, runs FUNCTION STEP for
# $limit seconds, and ends.
take_step() {
    local status=0
    local limit=${limit:-$OBJECTID_STEP_TIMEOUT}
    case ${2-} in
    --step)
        timeout --kill-after=10 "$limit" "$0" --run "$3" || status=$?
        # 137: it had to be killed
        ((status != 124 && status != 137)) || echo "# $3 timed out after $limit s" >&2
        exit "$status"
        ;;
    --run)
        "$1" "$3"
        exit
        ;;
    esac
}

# check NAME COMMAND...: one test, which passes when the command succeeds. Gives the command's
# status in $result.
check() {
    local log=$logs/${1//[ \/]/-}.log
    result=0
    "${@:2}" >"$log" 2>&1 </dev/null || result=$?
    if ((result == 0)); then
        echo "ok $((++tests)) - $1"
    else
        echo "not ok $((++tests)) - $1"
        explain "$log" "$result"
    fi
}

skip() { echo "ok $((++tests)) - $1 # skip $2"; }

plan() { echo "1..$tests"; }

skip_all() { echo "1..0 # skip $1"; }

# find_tool PROGRAM: the program in $tool; or ends the step, which is skipped, with the reason.
find_tool() {
    tool=$1
    if ! command -v "$tool" >/dev/null; then
        skip_all "${tool##*/} is not installed"
        exit
    fi
}

explain() {
    {
        (($2 != 124)) || echo "timed out; OBJECTID_STEP_TIMEOUT=SECONDS changes after how long"
        echo "status $2, the end of $1:"
        tail -n 130 "$1" | cut -c -200
    } | sed 's/^/#  /' >&2
}

# regress LOG COMMAND...: a command that is make installcheck, in this folder; then what differs,
# and whether the server with that log crashed, as it may have come back before a test noticed.
regress() {
    local status=0
    "${@:2}" || status=$?
    ((status == 0)) || head -n 100 regression.diffs output_iso/regression.diffs 2>/dev/null || true
    if grep -E 'PANIC|TRAP|terminated by signal|Sanitizer|runtime error' "$1" >&2; then
        echo "not ok - no crash"
    else
        echo "ok - no crash"
    fi
    return "$status"
}

# tap_of NAME COMMAND...: the tests that a command tells of in the words of gtest, pg_regress or our
# own, or in TAP.
tap_of() {
    local log=$logs/$1.log found
    result=0
    "${@:2}" >"$log" 2>&1 </dev/null || result=$?
    found=$(awk -v n="$tests" -v status="$result" '
        function test(ok, name) {
            sub(/,$/, "", name)
            failed += !ok
            print (ok ? "ok " : "not ok ") ++n " - " name
        }
        /^\[==========\] Running/ { planned = n + $3 }
        /^\[       OK \] / { test(1, $4) }
        /^\[  FAILED  \] .* \([0-9]+ ms\)$/ { test(0, $4) }
        /^\[  SKIPPED \] .* \([0-9]+ ms\)$/ { test(1, $4 " # skip " last) }
        # pg_regress until 15
        /^(test)? +[^ ]+ +\.\.\. (ok|FAILED) / { test(/ ok /, $1 == "test" ? $2 : $1) }
        /^skip - / { sub(/: /, " # skip "); test(1, substr($0, 8)) }
        # there may be several
        /^1\.\.[0-9]+$/ {
            count = substr($0, 4) + 0
            planned = count > n ? count : n
        }
        /^(not )?ok / {
            good = !/^not/
            sub(/^(not )?ok *[0-9]* *[-+]* */, "")
            sub(/ +[0-9]+ ms$/, "")
            test(good, $0)
        }
        BEGIN { begun = n }
        { last = $0 }
        END {
            if (n < planned || n == begun || status && !failed)
                test(0, "ended with status " status)
        }' "$log")
    echo "$found"
    tests=$((tests + $(grep -c . <<<"$found")))
    ((result == 0)) || explain "$log" "$result"
}
