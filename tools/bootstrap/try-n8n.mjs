// `npm run try-n8n`: holds what the server knows of n8n against a real one, which it installs from npm into a folder of its
// own (3 GB; a C++ compiler where no built SQLite can be loaded) and starts for this machine alone. Not part of any test run.
// `-- --folder PATH` uses an installation that is there, or keeps the new one there.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNpm } from './lib/npm.mjs';
import { ROOT } from './lib/paths.mjs';
import { runScript } from './lib/run-step.mjs';
import { say } from './lib/say.mjs';

/** The newest of which npm had all parts when this was written. It asks for Node 24, as the project does. */
const VERSION = '2.41.1';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { folder: { type: 'string', default: path.join(tmpdir(), `hanasu-n8n-${VERSION}`) } },
});
const folder = path.resolve(values.folder);
if (!existsSync(path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'))) install();
process.exitCode = runScript('tools/try-n8n/main.ts', [folder]);

/** Without the scripts of packages: of all that they would compile only SQLite is needed. */
function install() {
  say(`n8n ${VERSION} is installed into ${folder}; this takes some minutes`);
  mkdirSync(folder, { recursive: true });
  const file = { name: 'real-n8n', private: true, dependencies: { n8n: VERSION } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(file));
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const steps = [
    ['install', '--ignore-scripts', '--omit=dev'],
    ['rebuild', 'sqlite3'],
  ];
  for (const step of steps) {
    if (runNpm([...step, ...quiet], folder) === 0) continue;
    say(`npm ${step.join(' ')} has failed`);
    process.exit(1);
  }
}
