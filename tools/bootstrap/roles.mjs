// `npm run roles`: writes into docs/roles.md who may call which endpoint of the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
const { withEndpoints } = await import(pathToFileURL(inRoot('tools', 'house', 'roles.ts')).href);
const file = inRoot('docs', 'roles.md');
writeFileSync(file, withEndpoints(readFileSync(file, 'utf8')));
