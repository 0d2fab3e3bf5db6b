// `npm run check-rows`: compares the declared rows of SQL statements with what they returned in the last `npm test`.
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
await import(pathToFileURL(inRoot('tools', 'house', 'rows', 'main.ts')).href);
