# The official image of PostgreSQL with objectid in it: docker build --build-arg PG_MAJOR=18 -t postgres-objectid .
ARG PG_MAJOR=18

FROM postgres:${PG_MAJOR} AS build
ARG PG_MAJOR
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ make "postgresql-server-dev-${PG_MAJOR}" \
    && rm -rf /var/lib/apt/lists/*
COPY . /objectid
WORKDIR /objectid
RUN make clean && make && make install DESTDIR=/installed

FROM postgres:${PG_MAJOR}
COPY --from=build /installed /
