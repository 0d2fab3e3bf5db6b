// `npm start`: from a fresh clone to a running Hanasu. Runs on Node 18 with nothing installed.
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { endWithNpm } from './lib/end-with-npm.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ensureWebBuilt } from './lib/ensure-web-built.mjs';
import { CACHE, inRoot, ROOT } from './lib/paths.mjs';
import { giveUp } from './lib/say.mjs';

process.chdir(ROOT);
ensureInstalled('running');
await continueOnProjectNode(import.meta.url);
nodeModule.enableCompileCache(`${CACHE}/compiled`);
if (!ensureWebBuilt()) giveUp('the web app could not be built; why is said above.');
if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
endWithNpm();
// In this very process: one less to start, and signals reach the server directly.
await import('../../apps/server/src/main.ts');
