import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNpm } from './npm.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { say } from './say.mjs';

const STAMP = inRoot('apps', 'web', 'dist', '.hanasu-build');

/** What the browser's files are made from. Of the channels only what is safe for a browser goes into them. */
const SOURCES = [
  {
    folder: 'apps/web',
    take: (/** @type {string} */ file) => !/(^|\/)(dist|node_modules)\/|\.test\.tsx?$/.test(file),
  },
  {
    folder: 'apps/widget',
    take: (/** @type {string} */ file) => !/\.test\.tsx?$/.test(file),
  },
  {
    folder: 'apps/form',
    take: (/** @type {string} */ file) => !/\.test\.tsx?$/.test(file),
  },
  {
    folder: 'packages/contract',
    take: (/** @type {string} */ file) => /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts'),
  },
  {
    folder: 'packages/channels',
    take: (/** @type {string} */ file) => /manifest\.ts$|^spec\/|package\.json$/.test(file),
  },
];

/** Builds the web app when its sources differ from those of the last build. False when that failed. */
export function ensureWebBuilt() {
  if (!existsSync(inRoot('apps', 'web', 'package.json'))) return true;
  const wanted = hashOfSources();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  say('building the web app …');
  const startedAt = Date.now();
  rmSync(STAMP, { force: true });
  if (
    runNpm(
      ['run', 'build', '--silent', '--progress=false', '--', '--logLevel', 'warn'],
      inRoot('apps', 'web'),
    ) !== 0
  )
    return false;
  // The build may itself write sources (the route tree), so they are read again.
  writeFileSync(STAMP, hashOfSources());
  say(`built the web app in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

/** Contents, not times: a fresh checkout or a copied folder changes every time stamp. */
function hashOfSources() {
  const hash = createHash('sha256');
  hash.update(readFileSync(inRoot('package-lock.json')));
  for (const { folder, take } of SOURCES) {
    for (const file of filesBelow(inRoot(folder), '')) {
      if (!take(file)) continue;
      hash.update(`\0${folder}/${file}\0`);
      hash.update(readFileSync(path.join(ROOT, folder, file)));
    }
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} below @returns {string[]} */
function filesBelow(root, below) {
  return readdirSync(path.join(root, below), { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist', '.tanstack'].includes(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, name) : [name];
    });
}
