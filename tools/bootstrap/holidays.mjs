// `npm run holidays`: writes the public holidays that the server knows, from the library `date-holidays` and the laws.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { runTool } from './lib/run-step.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
const { publicHolidays } = await import(
  pathToFileURL(inRoot('tools', 'holidays', 'public-holidays.ts')).href
);
const file = inRoot('apps', 'server', 'src', 'features', 'automations', 'public-holidays.json');
writeFileSync(file, JSON.stringify(publicHolidays()));
process.exitCode = runTool('@biomejs/biome', 'biome', ['format', '--write', file]);
