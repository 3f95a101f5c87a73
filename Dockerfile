# Images of objectid, which doc/images.md describes: PostgreSQL's own with objectid in it, and with
# --target extension the extension alone.
ARG PG_MAJOR=18
ARG DEBIAN=trixie

FROM postgres:${PG_MAJOR}-${DEBIAN} AS build
ARG PG_MAJOR
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ make "postgresql-server-dev-${PG_MAJOR}" \
    && rm -rf /var/lib/apt/lists/*
COPY . /objectid
WORKDIR /objectid
RUN make clean \
    && make \
    && make install DESTDIR=/installed \
    && make install-image DESTDIR=/extension

FROM scratch AS extension
COPY --from=build /extension /

FROM postgres:${PG_MAJOR}-${DEBIAN}
COPY --from=build /installed /
