# Nightjar in a container: built in one image, run in a smaller one, as a user without rights. Everything it keeps is in /data.
FROM node:22-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The module of SQLite is compiled here where no ready-made binary can be had.
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY workspaces ./workspaces
COPY channels ./channels
COPY src ./src
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production NIGHTJAR_HOME=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# So that `docker compose exec nightjar nightjar status` works.
RUN ln -s /app/dist/bin/nightjar.js /usr/local/bin/nightjar \
  && mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
# What runs is given 8 seconds to finish; `docker stop` waits for ten unless told otherwise, see compose.yaml.
STOPSIGNAL SIGTERM
# The number of a living process stands there only while the bot runs on this home.
HEALTHCHECK --interval=2m --timeout=30s --start-period=1m --retries=3 \
  CMD nightjar status --json | grep -q '"gateway":[1-9]'
# Node itself, with no shell and no npm in between: it must get the signal.
CMD ["node", "dist/bin/nightjar.js", "start"]
