// `npm run chaos`: kills, faults, storms and fail-over at length. `--seed N` repeats a run, `--save` writes the table into
// docs/reliability.md. What this machine can't set up is skipped and named.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ensureDebianPostgres, ensureFaketime, ensureRedis } from './lib/ensure-test-programs.mjs';
import { CACHE, inRoot, ROOT } from './lib/paths.mjs';
import { runTool } from './lib/run-step.mjs';
import { say } from './lib/say.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { seed: { type: 'string' }, save: { type: 'boolean', default: false } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const report = `${CACHE}/chaos.jsonl`;
mkdirSync(CACHE, { recursive: true });
rmSync(report, { force: true });
ensureRedis();
ensureFaketime();
say(`npm run chaos -- --seed ${seed} repeats this run`);
const startedAt = Date.now();
const status = runTool(
  'vitest',
  'vitest',
  ['run', 'apps/server/src/chaos', '--maxWorkers=1', '--reporter=verbose'],
  { ...ensureDebianPostgres(), CHAOS: 'long', CHAOS_SEED: seed, CHAOS_REPORT: report },
);
const minutes = Math.round((Date.now() - startedAt) / 60_000);
const table = [
  '| fault | times | messages | lost | doubled | unanswered | to a person | out of order |',
  '| --- | --: | --: | --: | --: | --: | --: | --: |',
  ...readResults().map(
    (row) =>
      `| ${row.fault} | ${row.times} | ${row.messages} | ${row.lost} | ${row.doubled} | ${row.unanswered} | ${row.toPerson} | ${row.outOfOrder} |`,
  ),
].join('\n');
console.log(table);
if (values.save) save();
process.exitCode = status;

/** @returns {Record<string, string | number>[]} */
function readResults() {
  return readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function save() {
  const file = inRoot('docs', 'reliability.md');
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split('<!-- results -->\n');
  const [, after = ''] = rest.split('<!-- end of results -->\n');
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const date = new Date().toISOString().slice(0, 10);
  const run =
    `${date}, commit ${commit}, ${availableParallelism()} cores, ${minutes} minutes, ` +
    `\`npm run chaos -- --seed ${seed}\`: ${status === 0 ? 'all tests passed' : 'a test failed'}.`;
  writeFileSync(file, `${before}<!-- results -->\n\n${run}\n\n${table}\n\n<!-- end of results -->\n${after}`);
}
