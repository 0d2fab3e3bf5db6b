// `npm run new -- endpoint|page|channel|feature NAME …`: writes a first version that compiles and passes, in the right rooms.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../house/source-files.ts';
import { newChannel } from './new-channel.ts';
import { newEndpoint } from './new-endpoint.ts';
import { newFeature } from './new-feature.ts';
import { newPage } from './new-page.ts';
import { openTree, ScaffoldError } from './tree.ts';
import { writeRouteTree } from './write-route-tree.ts';

const USAGE = `npm run new -- endpoint NAME --feature FEATURE [--method POST] [--path /api/user/…] [--access admin] [--in FILE]
npm run new -- page NAME --feature FEATURE [--ja TITLE] [--vi TITLE]
npm run new -- channel KIND
npm run new -- feature NAME [--floor 9]

Names are like weekly-report. What each of them writes: docs/how-to/.`;

try {
  await run();
} catch (error) {
  if (!(error instanceof ScaffoldError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      feature: { type: 'string' },
      method: { type: 'string' },
      path: { type: 'string' },
      access: { type: 'string' },
      in: { type: 'string' },
      floor: { type: 'string' },
      ja: { type: 'string' },
      vi: { type: 'string' },
    },
  });
  const [kind, name] = positionals;
  const { feature } = values;
  const tree = openTree(ROOT);
  if (kind === 'feature' && name) newFeature(tree, { name, floor: values.floor });
  else if (kind === 'channel' && name) newChannel(tree, name);
  else if (kind === 'endpoint' && name && feature) newEndpoint(tree, { ...values, name, feature });
  else if (kind === 'page' && name && feature) newPage(tree, { ...values, name, feature });
  else throw new ScaffoldError(USAGE);
  const { made, changed } = tree.write();
  if (kind === 'page') await writeRouteTree(ROOT);
  else await writeRoles();
  format([...made, ...changed]);
  for (const file of made) console.log(`made     ${file}`);
  for (const file of changed) console.log(`changed  ${file}`);
}

/** Read only now: the contract has the new endpoint. */
async function writeRoles(): Promise<void> {
  const { withEndpoints } = await import('../house/roles.ts');
  const file = path.join(ROOT, 'docs/roles.md');
  writeFileSync(file, withEndpoints(readFileSync(file, 'utf8')));
}

function format(files: readonly string[]): void {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  const { status } = spawnSync(process.execPath, [biome, 'check', '--write', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
