#!/usr/bin/env bash
# @fastify/static 10.1.11, fastify 5.12.8 (npm), Node 24.21.0.
#
# Behaviour: with the default `wildcard: true`, each request for a file reads the names of all files in each folder on its
# path (to refuse another spelling of a name on file systems that ignore case); with `preCompressed`, too. The build of a
# web app with 2,000 files in one folder pays a `readdir` of 2,000 names for every script and picture. `wildcard: false`
# and `reply.sendFile` read none.
#
# Guess before the run: a request opens one file and reads no folder.
# Way out: a route of one's own that knows the names, with `reply.sendFile`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @fastify/static@10.1.11 fastify@5.12.8 >/dev/null
mkdir files
for number in $(seq 1 300); do echo "$number" >"files/$number.txt"; done
cat >run.cjs <<'JS'
const fs = require('node:fs/promises');
const { readdir } = fs;
let names = 0;
fs.readdir = async (...parameters) => {
  const entries = await readdir(...parameters);
  names += entries.length;
  return entries;
};
const fastify = require('fastify');
const serve = require('@fastify/static');

async function count(what, options, add = () => undefined) {
  const app = fastify();
  await app.register(serve, { root: `${__dirname}/files`, ...options });
  add(app);
  await app.ready();
  names = 0;
  const { body } = await app.inject('/7.txt');
  console.log(`${what}: ${body.trim()}, ${names} names read`);
  await app.close();
}
(async () => {
  await count('wildcard', {});
  await count('a route for each file', { wildcard: false });
  await count('sendFile', { serve: false }, (app) =>
    app.get('/:name', (request, reply) => reply.sendFile(request.params.name)),
  );
})();
JS
node_modules/.bin/node run.cjs | tee seen
diff seen - <<'SEEN'
wildcard: 7, 300 names read
a route for each file: 7, 0 names read
sendFile: 7, 0 names read
SEEN
