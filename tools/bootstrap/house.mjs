// `npm run house`: how the code is cut, in numbers, beside what they should become. `--long` lists what is counted.
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
await import(pathToFileURL(inRoot('tools', 'house', 'report', 'report.ts')).href);
