// `npm run bench -- NAME`: runs bench/NAME.bench.ts. Without a name, says which there are.
import { existsSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { giveUp } from './lib/say.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);

const names = (existsSync(inRoot('bench')) ? readdirSync(inRoot('bench')) : [])
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const [name] = process.argv.slice(2);
const list = names.length === 0 ? '(none yet)' : names.join(', ');
if (name === undefined) {
  console.log(`npm run bench -- NAME, where NAME is one of: ${list}`);
} else {
  const file = inRoot('bench', `${name}.bench.ts`);
  if (!existsSync(file)) giveUp(`there is no measurement "${name}"; there are: ${list}`);
  // The file sees its own parameters where a program expects them.
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
}
