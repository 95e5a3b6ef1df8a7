# syntax=docker/dockerfile:1
# docker build -t fairway .
# For a build that can be repeated give the base by its digest: --build-arg NODE_IMAGE=node@sha256:…
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /opt/fairway
ENV FAIRWAY_CACHE=/opt/fairway/.cache
COPY package.json package-lock.json ./
# The launcher installs packages where the lock file is newer than they are.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && touch node_modules/.package-lock.json
COPY fairway LICENSE NOTICE ./
COPY scripts/prepare.sh scripts/
COPY data data
COPY src src
# What Node makes of the sources is kept, for each user and kind of processor by itself: a start without it takes twice as
# long and 20 MB more.
RUN mkdir .cache && chown 1000:1000 .cache
USER 1000:1000
RUN timeout --preserve-status 20 ./fairway up --data-dir /tmp/warm

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Fairway" \
      org.opencontainers.image.licenses="Apache-2.0"
# Nothing is installed in an image that runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    && mkdir /var/lib/fairway && chown 1000:1000 /var/lib/fairway
COPY --from=build /opt/fairway /opt/fairway
ENV FAIRWAY_CACHE=/opt/fairway/.cache \
    FAIRWAY_DATA_DIR=/var/lib/fairway
WORKDIR /var/lib/fairway
USER 1000:1000
EXPOSE 15010 15012 15014
ENTRYPOINT ["/opt/fairway/fairway"]
CMD ["up"]
