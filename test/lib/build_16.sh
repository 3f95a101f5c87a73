#!/bin/sh
# Builds PostgreSQL 16 with assertions, and Citus for it, in a root filesystem of test/rootfs,
# which has brought the tarballs
# SPDX-License-Identifier: PostgreSQL
#
# Of PostgreSQL, what our tests use, and its own tests, which stay in /usr/src/postgresql. Citus
# goes to /opt/citus, and test/matrix copies it to its place for its own test.
set -eux
home=/usr/lib/postgresql/16
useradd --system postgres
source=/usr/src/postgresql
mkdir $source /tmp/citus
MAKEFLAGS="-s -j$(nproc)"
export MAKEFLAGS

for tarball in /tmp/postgresql-16.tar.xz /tmp/postgresql-16-tests.tar.xz; do
    [ ! -e $tarball ] || tar -C $source --strip-components=1 -xf $tarball
done
cd $source
# The sources may be without ecpg, documentation and contrib/spi, which the build asks for.
mkdir -p src/interfaces/ecpg/include doc/src/sgml/ref
touch src/interfaces/ecpg/include/ecpg_config.h.in
./configure --quiet --prefix=$home --enable-cassert --enable-tap-tests \
    --without-icu --without-readline --without-zlib CFLAGS=-O1
make -C src/backend generated-headers
for part in port common timezone backend backend/snowball interfaces/libpq \
    backend/replication/libpqwalreceiver backend/replication/pgoutput \
    fe_utils bin/initdb bin/pg_amcheck bin/pg_basebackup bin/pg_config bin/pg_controldata \
    bin/pg_ctl bin/pg_dump bin/pg_resetwal bin/pgbench bin/psql bin/scripts \
    pl/plpgsql/src test/regress test/isolation test/perl; do
    make -C "src/$part" -o refint.so -o autoinc.so all install
done
for part in src/include src/makefiles config contrib/*/; do
    make -C "$part" all install
done
make -C src install-local

# Its own tests need the tree, but for the parts of the server program.
if [ -e src/test/regress/sql ]; then
    make -C src/backend/utils/mb/conversion_procs all install
    make -C src/test/regress all
    find src/backend -name '*.o' -delete
    chown -R postgres: .
else
    cd / && rm -r $source
fi

for tarball in /tmp/citus-*.tar.xz; do
    [ -e "$tarball" ] || continue
    tar -C /tmp/citus --strip-components=1 -xf "$tarball"
    cd /tmp/citus
    ./configure --quiet PG_CONFIG=$home/bin/pg_config --without-libcurl --without-lz4 --without-zstd
    make all
    make DESTDIR=/opt/citus install
done
rm -r /tmp/*
