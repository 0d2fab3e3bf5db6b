// `npm run bench -- NAME`: runs bench/NAME.bench.ts, `all` every one. With `--save` the results go into
// docs/performance.md. A bench that misses one of its bounds ends with exit code 1. Without a name, says which there are.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ensureWebBuilt } from './lib/ensure-web-built.mjs';
import { CACHE, inRoot, ROOT } from './lib/paths.mjs';
import { runScript, runTool } from './lib/run-step.mjs';
import { saveResult } from './lib/save-result.mjs';
import { giveUp, say } from './lib/say.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const NAMES = readdirSync(inRoot('bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
/** They measure what was built. */
const OF_BROWSERS = ['all', 'web', 'lighthouse'];
const [name, ...rest] = process.argv.slice(2);
const parameters = rest.filter((parameter) => parameter !== '--save');
if (name === undefined) {
  console.log(`npm run bench -- NAME, where NAME is all or one of: ${NAMES.join(', ')}`);
} else {
  if (name !== 'all' && !NAMES.includes(name))
    giveUp(`there is no measurement "${name}"; there are: ${NAMES.join(', ')}`);
  if (OF_BROWSERS.includes(name) && !ensureWebBuilt())
    giveUp('the web app could not be built; why is said above.');
  const missed = (name === 'all' ? NAMES : [name]).filter((each) => run(each) !== 0);
  if (missed.length > 0) say(`failed, or missed a bound: ${missed.join(', ')}`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}

/** @param {string} bench @returns {number} exit code */
function run(bench) {
  const report = `${CACHE}/bench-${bench}.md`;
  mkdirSync(CACHE, { recursive: true });
  rmSync(report, { force: true });
  say(`== ${bench}`);
  const status = runScript(`bench/${bench}.bench.ts`, parameters, { BENCH_REPORT: report });
  const command = ['npm run bench --', bench, ...parameters].join(' ');
  if (rest.includes('--save')) {
    const file = saveResult({ bench, command, status, report });
    runTool('@biomejs/biome', 'biome', ['format', '--write', file]);
  }
  return status;
}
