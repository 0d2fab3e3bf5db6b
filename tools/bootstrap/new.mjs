// `npm run new -- endpoint|page|channel|feature NAME …`: a first version of one of these, in the right rooms.
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
await import(pathToFileURL(inRoot('tools', 'scaffold', 'main.ts')).href);
