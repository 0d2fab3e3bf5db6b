#!/usr/bin/env bash
# pg-boss 12.35.0 (npm), PostgreSQL 18.4 (embedded-postgres 18.4.0-beta.17), Node 24.21.0.
#
# Behaviour: with `useListenNotify` and a queue created with `notify: true`, jobs that are inserted in one transaction
# (three calls of `send` through one client, as an outbox does) are announced by one NOTIFY, and a worker with the
# default batch of one fetches one job for it. It does not look again when that job has ended: each further job waits
# for `notifyPollingIntervalSeconds` (30 by default, 2 here). Ten jobs that take a millisecond take five minutes.
#
# Guess before the run: the worker fetches until the queue is empty, as graphile-worker does.
# Way out: call `boss.notifyWorker(workerId)` when a job has ended.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pg-boss@12.35.0 pg@8.16.3 embedded-postgres@18.4.0-beta.17 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address();
probe.close();
const postgres = new EmbeddedPostgres({
  databaseDir: `${process.cwd()}/data`, port, user: 'postgres', password: 'postgres', persistent: false,
  createPostgresUser: process.getuid?.() === 0, onLog: () => {}, onError: () => {},
});
await postgres.initialise();
await postgres.start();
const connectionString = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
const boss = new PgBoss({ connectionString, useListenNotify: true });
boss.on('error', console.error);
await boss.start();
await boss.createQueue('mail', { notify: true });
const times = [];
const ended = Promise.withResolvers();
await boss.work('mail', { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }, async () => {
  times.push(performance.now());
  if (times.length === 3) ended.resolve();
});
// The first round of the worker is over, and its LISTEN stands.
await new Promise((resolve) => setTimeout(resolve, 3_000));
const client = new pg.Client({ connectionString });
await client.connect();
await client.query('begin');
const db = { executeSql: (text, values) => client.query(text, values) };
for (const n of [1, 2, 3]) await boss.send('mail', { n }, { db });
const startedAt = performance.now();
await client.query('commit');
await ended.promise;
const waits = times.map((time) => Math.round(time - startedAt));
console.log(`milliseconds from the commit to each of three jobs: ${waits.join(', ')}`);
await client.end();
await boss.stop({ graceful: false });
await postgres.stop();
const isAsStated = waits[0] < 1_000 && waits[1] - waits[0] > 1_000 && waits[2] - waits[1] > 1_000;
console.log(isAsStated ? 'as stated: one job for each poll' : 'CHANGED: the jobs follow each other');
process.exit(isAsStated ? 0 : 1);
JS
chmod -R a+rX "$folder"
node_modules/.bin/node run.mjs
