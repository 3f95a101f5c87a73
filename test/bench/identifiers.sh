#!/bin/bash
# Measures ways to make an identifier with 1 and with 8 writers, and prints tables in Markdown: test/bench/identifiers.sh [ROUNDS]
# SPDX-License-Identifier: PostgreSQL
#
# A round (default 11) takes about a minute, a second for each figure. doc/benchmarks-identifiers.md holds the output.
# Server and data are a throw-away on the disk of OBJECTID_BENCH_DIR (default /var/tmp), durable as a server of the real world: what a
# commit costs decides much of the figures. They mean something on a machine that does nothing else. The library is preloaded, so that
# 15 and 16 have one generator as well.
set -euo pipefail
umask 022

rounds=${1:-11}
seconds=1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export TMPDIR=${OBJECTID_BENCH_DIR:-/var/tmp}
# shellcheck source-path=SCRIPTDIR source=../lib/packages.sh
. "$here/lib/packages.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/server.sh
. "$here/lib/server.sh"

sql() { run . psql -XAtq -v ON_ERROR_STOP=1 -d bench -c "$1"; }

# The ways, in the order of the article: name | type | default or trigger.
ways=(
    "unique index, number from the client|bigint|"
    "gen_objectid()|objectid|DEFAULT gen_objectid()"
    "counter_next(), one shard|bigint|DEFAULT counter_next('one')"
    "counter_take() by 1,000, one shard|bigint|"
    "counter_take() by 1,000, 1,000 shards|bigint|"
    "counter_next(), 1,000 shards|bigint|DEFAULT counter_next('next')"
    "permute_digits() of a sequence, 12 digits|bigint|DEFAULT permute_digits(nextval('digits'), 12, 'key')"
    "uuid_v7()|uuid|DEFAULT uuid_v7()"
    "gen_random_uuid()|uuid|DEFAULT gen_random_uuid()"
)

# What a client sends for one row and for 1,000 rows; it keeps its batch of numbers from one transaction to the next.
scripts() {
    local way=$1 table=w$1 counter
    case $way in
    0)
        cat >"$work/one.$way" <<END
\\set id random(0, 999999999999999999)
INSERT INTO $table VALUES (:id);
END
        echo "INSERT INTO $table SELECT floor(random() * 1e15)::bigint * 1000 + i FROM generate_series(0, 999) i;" >"$work/many.$way"
        ;;
    3 | 4)
        counter=$([[ $way == 3 ]] && echo batches || echo shards)
        cat >"$work/one.$way" <<END
\\if :left = 0
SELECT lower(counter_take('$counter', 1000)) AS id \\gset
\\set left 1000
\\endif
INSERT INTO $table VALUES (:id);
\\set id :id + 1
\\set left :left - 1
END
        echo "INSERT INTO $table SELECT generate_series(lower(b), upper(b) - 1) FROM counter_take('$counter', 1000) b;" >"$work/many.$way"
        ;;
    *)
        echo "INSERT INTO $table DEFAULT VALUES;" >"$work/one.$way"
        echo "INSERT INTO $table SELECT FROM generate_series(1, 1000);" >"$work/many.$way"
        ;;
    esac
}

# pgbench SCRIPT CLIENTS: transactions per second.
pgbench() {
    run . pgbench -n -M prepared -D left=0 -D id=0 -c "$2" -j "$2" -T "$seconds" -f "$work/$1" bench 2>/dev/null |
        sed -n 's/^tps = \([0-9]*\).*/\1/p'
}

median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

# measure SCRIPT...: fills figures with the transactions per second of each round.
declare -A figures
measure() {
    local round script clients
    for ((round = 0; round < rounds; round++)); do
        for script; do # what else the machine does hits all ways alike
            for clients in 1 8; do
                figures[$script.$clients]+=$(pgbench "$script" "$clients")$'\n'
            done
        done
    done
}

figure() { printf '%s' "${figures[$1]}" | median; }
thousands() { sed -E ':a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta' <<<"$1"; }
# ratio A B: how many times B is A.
ratio() { awk "BEGIN { r = $1 / $2; printf r < 10 ? \"%.1f\" : \"%.0f\", r }"; }

choose_server
install_packages server_packages
make_work_folder
copy_server
copy_sources bench
run bench make -s >"$work/log/build.log" 2>&1 || die "could not build, see $work/log/build.log"
run bench make -s install >>"$work/log/build.log" 2>&1
run . initdb -D "$work/data" -A trust -U postgres -E UTF8 --no-locale >"$work/log/initdb.log"
run . pg_ctl start -w -s -D "$work/data" -l "$work/log/server.log" \
    -o "-c listen_addresses= -c unix_socket_directories=$work -c max_wal_size=8GB -c jit=off -c shared_preload_libraries=objectid" >"$work/log/start.log" 2>&1
run . createdb bench
sql "CREATE EXTENSION objectid; SELECT counter_create('shards', 1000, 1000000000, 0), counter_create('next', 1000, 1000000000, 0); CREATE SEQUENCE digits" >"$work/log/sql.log"

keys=()
for way in "${!ways[@]}"; do
    IFS='|' read -r _ type default <<<"${ways[way]}"
    sql "CREATE TABLE w$way (id $type PRIMARY KEY $default)"
    scripts "$way"
    keys+=("one.$way" "many.$way")
done
echo "SELECT counter_next('speed');" >"$work/next"
echo "SELECT counter_take('speed of batches', 1000);" >"$work/take"

start=$(cut -d ' ' -f 1 /proc/loadavg)
measure "${keys[@]}" next take

echo "$("$pg_config" --version | sed 's/ (.*//') on $(nproc) cores of $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed -n 1p), pgbench on the same" \
    "machine, fsync on, median of $rounds rounds. Load before: $start, after: $(cut -d ' ' -f 1 /proc/loadavg)."
echo
echo "| way | 1 row a transaction: 1 writer | 8 writers | 1,000 rows a transaction: 1 writer | 8 writers | bytes of index a row |"
echo "|---|---:|---:|---:|---:|---:|"
for way in "${!ways[@]}"; do
    printf '| %s ' "${ways[way]%%|*}"
    for key in one.$way.1 one.$way.8 many.$way.1 many.$way.8; do
        rows=$(figure "$key")
        [[ $key == one* ]] || rows=$((rows * 1000))
        printf '| %s ' "$(thousands "$rows")"
    done
    printf '| %s |\n' "$(sql "SELECT round(pg_relation_size('w${way}_pkey') / count(*)::numeric) FROM w$way")"
done
echo
echo "Rows per second."
echo
echo "| 8 writers that commit each call | numbers per second |"
echo "|---|---:|"
echo "| \`counter_next(name)\` | $(thousands "$(figure next.8)") |"
echo "| \`counter_take(name, 1000)\` | $(thousands $(($(figure take.8) * 1000))) |"
echo
echo "That is $(ratio $(($(figure take.8) * 1000)) "$(figure next.8)") times as many."
