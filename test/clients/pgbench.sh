#!/bin/bash
# pgbench: its script in each mode of the protocol, by four sessions
# SPDX-License-Identifier: PostgreSQL
# needs:
set -euo pipefail

psql -X -q -v ON_ERROR_STOP=1 -c '
    CREATE TABLE orders (id objectid PRIMARY KEY DEFAULT gen_objectid(), total int)'
made=0
for mode in simple extended prepared; do
    script=pgbench.sql
    if [[ $mode == simple ]]; then
        # here a variable is text that is put in, and an id wants its quotes
        script=$(mktemp)
        sed "s/:id\>/':id'/" pgbench.sql >"$script"
    fi
    made=$((made + 400))
    if output=$(pgbench -n -c 4 -t 100 -M "$mode" -f "$script" 2>&1) &&
        rows=$(psql -X -At -c 'SELECT count(*) FROM orders') && ((rows == made)); then
        echo "ok - pgbench: -M $mode"
    else
        echo "not ok - pgbench: -M $mode: ${rows-no} rows, not $made"
        echo "$output"
    fi
done
