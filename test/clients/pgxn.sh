#!/bin/bash
# PGXN's client: builds and installs a release as make dist packs it, into a folder of its own
# SPDX-License-Identifier: PostgreSQL
# needs: pgxnclient git unzip
set -euo pipefail

release() {
    cp -r ../.. "$1" && cd "$1" &&
        git init -q . && git add -A && git -c user.name=test -c user.email= commit -qm test &&
        make -s dist &&
        unzip -l objectid-*.zip | grep -E '/objectid--[0-9.]+\.sql$' &&
        mkdir -p "$(pg_config --libdir)" && # it asks whether it may write there
        pgxn install --nosudo --yes --pg_config "$PG_CONFIG" ./objectid-*.zip &&
        psql -X -v ON_ERROR_STOP=1 -c "LOAD '$(find "$DESTDIR" -name objectid.so)'"
}

folder=$(mktemp -d)
export DESTDIR=$folder/installed PG_CXXFLAGS=-O0
if (release "$folder/sources") >"$folder/log" 2>&1; then
    echo "ok - make dist, pgxn install"
else
    echo "not ok - make dist, pgxn install"
    sed 's/^/# /' "$folder/log"
fi
