// `npm run rotate-key`: seals everything anew with SECRET_KEY, beside a running Hanasu. docs/secret-key.md
import { existsSync } from 'node:fs';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled('running');
await continueOnProjectNode(import.meta.url);
if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
await import('../../apps/server/src/rotate-key.ts');
