#!/bin/sh
# Builds PostgreSQL 16 with musl, the libc of Alpine, in a root filesystem of test/rootfs, which
# has brought what this reads
# SPDX-License-Identifier: PostgreSQL
#
# Debian has musl and a compiler of C for it. That of C++ is Debian's with the run-time library of
# the same version, which is built here for musl. So are the libraries of GoogleTest.
set -eux
MAKEFLAGS="-s -j$(nproc)"
export MAKEFLAGS
home=/usr/lib/musl
specs=$(echo /usr/lib/*/musl-gcc.specs)
version=$(gcc -dumpversion)
mkdir $home

# musl-gcc's specs leave out --eh-frame-hdr, by which exceptions find their handlers.
sed 's/-dynamic-linker/--eh-frame-hdr -u _dl_find_object &/' "$specs" >$home/musl-g++.specs
cat >/usr/bin/musl-g++ <<END
#!/bin/sh
exec g++ -nostdinc++ -isystem $home/include/c++ -isystem $home/include/c++/x86_64-linux-musl \\
    -isystem $home/include "\$@" -L$home/lib -specs=$home/musl-g++.specs
END
chmod +x /usr/bin/musl-g++

mkdir /tmp/gcc /tmp/libgcc /tmp/libstdc++
cd /tmp/gcc
apt-get download "gcc-$version-source"
dpkg -x gcc-*.deb .
tar -xf "usr/src/gcc-$version/gcc-$version".*.tar.xz --strip-components=1 --wildcards \
    --exclude '*/gcc/[a-z]*' --exclude '*/testsuite/[0-9a-z]*_*'
cp libgcc/gthr-posix.h ../libgcc/gthr-default.h # how it starts threads
cd /tmp/libstdc++
CC=musl-gcc CXX="g++ -specs=$specs" CFLAGS=-O1 CXXFLAGS=-O1 ../gcc/libstdc++-v3/configure --quiet \
    --build=x86_64-linux-gnu --host=x86_64-linux-musl --prefix=$home \
    --with-gxx-include-dir=$home/include/c++ \
    --disable-shared --disable-multilib --disable-libstdcxx-pch --disable-nls
for part in include libsupc++ src; do
    make -C $part install
done
cd /tmp
musl-gcc -O1 -c musl_find_object.c
ar r $home/lib/libstdc++.a musl_find_object.o

cp -r /usr/include/gtest $home/include
cd /usr/src/googletest/googletest
musl-g++ -O1 -I. -c src/gtest-all.cc -o /tmp/gtest.o
musl-g++ -O1 -I. -c src/gtest_main.cc -o /tmp/gtest_main.o
ar r $home/lib/libgtest.a /tmp/gtest.o
ar r $home/lib/libgtest_main.a /tmp/gtest_main.o

CC=musl-gcc CXX=musl-g++ sh /tmp/build_16.sh
