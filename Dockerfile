# Images of objectid, which doc/images.md describes: PostgreSQL's own with objectid in it, and with
# --target extension the extension alone.
ARG PG_MAJOR=18
# of PostgreSQL's image: a release of Debian, or alpine
ARG VARIANT=trixie

FROM postgres:${PG_MAJOR}-${VARIANT} AS build
ARG PG_MAJOR
RUN if command -v apk >/dev/null; then \
        apk add --no-cache g++ make $DOCKER_PG_LLVM_DEPS; \
    else \
        apt-get update \
        && apt-get install -y --no-install-recommends \
            g++ make "postgresql-server-dev-${PG_MAJOR}"; \
    fi
COPY . /objectid
WORKDIR /objectid
RUN make clean \
    && make \
    && make install DESTDIR=/installed \
    && make install-image DESTDIR=/extension

FROM scratch AS extension
COPY --from=build /extension /

FROM postgres:${PG_MAJOR}-${VARIANT}
COPY --from=build /installed /
